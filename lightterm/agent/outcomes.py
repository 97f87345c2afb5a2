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
    r"[×✕✖✗xX]|(close|dismiss|hide|skip)( (this|the|dialog|window|popup|banner|message|ad|overlay|it|menu))*"
    r"|no,? thanks|not now|maybe later|later|got it|continue without .{1,40}|schließen|nein,? danke|fermer"
    r"|non,? merci|cerrar"
    r"|no,? gracias|chiudi|fechar|sluiten|stäng|zamknij|閉じる|关闭",
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
