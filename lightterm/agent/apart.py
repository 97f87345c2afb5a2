"""A password that a person typed and a script of an agent are never in one live page: the one would read the other.

A script can send what it reads anywhere, in any form, and listen to what is typed later; masking its answer would hold
nothing. So whichever comes first keeps the other out until the page is loaded anew: then both are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

from lightterm.agent.passwords import is_password
from lightterm.errors import Action, ActionRefused

if TYPE_CHECKING:
    from lightterm.document.model import Document, Field
    from lightterm.engines.base import LivePage

_typed: WeakSet[LivePage] = WeakSet()
"""Live pages into which a person's password was put."""

_scripted: WeakSet[LivePage] = WeakSet()
"""Live pages in which a script of an agent ran."""

ANEW = "Load the page again (go reload)"


def check_script(live: LivePage, document: Document) -> None:
    """A script of an agent is about to run. Raises ActionRefused where a person's password is or was."""
    standing = any(is_password(field) and field.value for _, field in document.targets.fields())
    if standing or live in _typed:
        step = Action("load_again", f"{ANEW}, once the password is sent or not needed: it goes with the old one.", 1)
        raise ActionRefused(
            "a password was typed into this page, which no script of an agent may read", actions=(step,)
        )
    _scripted.add(live)


def check_typing(live: LivePage, field: Field | None) -> None:
    """Something is about to be put into a field. Raises ActionRefused for a password where an agent's script ran."""
    if not is_password(field):
        return
    if live in _scripted:
        words = "a script of an agent ran in this page, and may listen to what is typed: load it again first"
        raise ActionRefused(words, actions=(Action("load_again", f"{ANEW}, then type it.", 1),))
    _typed.add(live)
