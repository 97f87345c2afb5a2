"""Pages that stand before what was wanted, and that only a person gets past: sign-ins, challenges, consent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.model import Paragraph
from lightterm.document.subset import plain
from lightterm.errors import Action, AuthMissing, BotDetected, PersonNeeded
from lightterm.extract.challenges import challenge_in
from lightterm.fetch.urls import host_of
from lightterm.judge import REFUSALS
from lightterm.records import Record
from lightterm.session.controls import BUTTONS, CHECKED, called

if TYPE_CHECKING:
    from lightterm.document.model import Document, Field
    from lightterm.loading import Page

SIGN_IN, CHALLENGE, CONSENT = "sign-in", "challenge", "consent"

SHORT = 2500
"""Characters of text from which a page with a sign-in or a consent on it is a page all the same."""

NAMES = ("text", "email", "tel")
"""Kinds of fields for a name to sign in with."""

_AGREE = re.compile(
    r"(i )?(accept|agree|allow|consent|got it|ok)( to)?( all| and continue| & continue| cookies)*"
    r"|(alle )?(akzeptieren|zustimmen)|alle akzeptieren|tout accepter|accepter( et continuer)?|aceptar( todo)?",
    re.IGNORECASE,
)
_ABOUT_CONSENT = re.compile(r"cookie|consent|privacy|datenschutz|confidentialit|privacidad", re.IGNORECASE)

ASK = Action("ask_the_person", "Ask the person to deal with it in lightterm (:mcp lets you in), then try again.", 1)
WINDOW = Action("use_window", "Start the server with the setting browser.headed, so that a person sees a window.", 2)


class Wall(Record):
    """What kind of page it is, and what a person is asked to do, in words."""

    kind: str
    words: str


def wall_of(page: Page) -> Wall | None:
    """What a person would have to do on a page before anybody can go on, None for nothing."""
    host = host_of(page.document.url or page.response.url)
    error = page.error
    if isinstance(error, BotDetected):
        return Wall(CHALLENGE, f"{host} wants to know whether a person is there")
    if isinstance(error, AuthMissing):
        return Wall(SIGN_IN, f"{host} wants a name and a password (reload the page to give them)")
    length = _length(page.document) if len(page.document.blocks) <= SHORT else SHORT + 1
    if length > SHORT:
        return None
    maker, within = challenge_in(page.snapshot.markup.decode("utf-8", "replace").lower())
    if maker and (page.response.status in REFUSALS or length < within):
        return Wall(CHALLENGE, f"{host} wants to know whether a person is there ({maker})")
    if asks_sign_in(page):
        return Wall(SIGN_IN, f"{host} wants you to sign in")
    if _asks_consent(page.document, host):
        return Wall(CONSENT, f"{host} wants an answer about cookies or privacy")
    return None


def needed(wall: Wall) -> PersonNeeded:
    """The error of a wall that nobody is there to get past."""
    return PersonNeeded(f"{wall.words}; a person has to do it", actions=(ASK, WINDOW), wall=wall.kind)


def _length(document: Document) -> int:
    return sum(len(plain(block)) for block in document.blocks if isinstance(block, Paragraph))


def asks_sign_in(page: Page) -> bool:
    """Whether a short page has a form with a password in it and, but for ticks, no more than a name beside it."""
    document = page.document
    if not any(_is_password(field) for _, field in document.targets.fields()) or _length(document) > SHORT:
        return False
    fields = [field for _, field in document.targets.fields() if field.kind not in (*BUTTONS, *CHECKED)]
    for password in filter(_is_password, fields):
        others = [field for field in fields if field.form == password.form and field is not password]
        if len(others) <= 1 and all(field.kind in NAMES for field in others):
            return True
    return False


def _is_password(field: Field) -> bool:
    fills = next((value for name, value in field.attributes if name == "autocomplete"), "")
    return field.kind == "password" and not field.disabled and "new-password" not in fills.lower()


def _asks_consent(document: Document, host: str) -> bool:
    buttons = [called(t.field) if t.field is not None else t.text for t in document.targets if t.kind == "button"]
    if not any(_AGREE.fullmatch(" ".join(words.split())) for words in buttons):
        return False
    if host.startswith(("consent.", "cookie.", "privacy.")):
        return True
    words = " ".join(plain(block) for block in document.blocks if isinstance(block, Paragraph))
    return _ABOUT_CONSENT.search(words) is not None
