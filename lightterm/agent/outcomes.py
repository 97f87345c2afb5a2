"""What an action on a live page that came to nothing is told as."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.passwords import passwords_in, refused
from lightterm.engines.written_keys import WITHHELD
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.engines.base import Outcome
    from lightterm.loading import Page

COVERED = "intercepts pointer events"
"""What an engine says of a target over which something lies."""

_CLOSES = re.compile(
    r"[×✕✖✗xX]|(close|dismiss|hide|skip)( (this|the|dialog|window|popup|pop-up|banner|message|ad|overlay|it|menu|cookie"
    r"|cookies|notice|notification|newsletter|alert|tour|intro|offer|promotion|survey|chat|panel|sidebar|modal|lightbox"
    r"|prompt|tip|sign-?up|for now|all|and continue|to content|to main content))*|no,? thanks?( you)?|not now"
    r"|maybe later|later|remind me later|ask me later|not interested|got it|i understand|understood|no"
    r"|continue (without|reading|browsing|to site|to the site|to page|in browser|in the browser|on the web)"
    r".{0,40}|stay (here|on this .{1,20}|logged out)"
    r"|(reject|decline|refuse|deny)( all| optional| non-essential| cookies| tracking)*|don['’]t allow"
    r"|(accept |use |allow |keep )?only (strictly )?(the )?(necessary|essential|required)( ones| cookies)?"
    r"|(strictly )?(necessary|essential)( cookies)? only|(accept|use|allow) (necessary|essential|required)( cookies)?"
    r"|(alle )?ablehnen|nur (notwendige|erforderliche|essenzielle)( cookies)?( akzeptieren)?|schließen|nein,? danke"
    r"|später|tout refuser|refuser|continuer sans accepter|fermer|non,? merci|plus tard|rechazar( todo| todas)?|cerrar"
    r"|no,? gracias|rifiuta( tutto)?|chiudi|recusar|fechar|weigeren|sluiten|avvisa|stäng|odrzuć|zamknij|閉じる|关闭",
    re.IGNORECASE,
)
"""Buttons that take away what lies over a page, and agree to nothing."""


def check_outcome(page: Page, outcome: Outcome) -> None:
    """Raises ValidationFailed, or ActionRefused for a password."""
    if outcome.error == WITHHELD and (there := passwords_in(page.document)):
        raise refused(there, page.document)
    if COVERED in outcome.error:
        raise ValidationFailed(outcome.error, actions=(), closers=closers(page.document))
    if outcome.error:
        raise ValidationFailed(outcome.error, actions=())


def closers(document: Document) -> list[int]:
    """The numbers of buttons that close something, the last first: what lies over a page comes at its end."""
    buttons = [one for one in document.targets if one.kind != "link"]
    return [one.number for one in buttons if _CLOSES.fullmatch(_said(one.text))][::-1]


def _said(text: str) -> str:
    """What a button says beside a sign, or the sign alone."""
    bare = text.strip(" []")
    return bare.strip(" ×✕✖✗") or bare
