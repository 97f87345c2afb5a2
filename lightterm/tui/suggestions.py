"""What a field suggests while one types: its datalist, what was typed into fields of its name, paths of files."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.suggester import Suggester

from lightterm.tui.paths import completed

if TYPE_CHECKING:
    from lightterm.document.model import Field
    from lightterm.session.session import Session

KEPT = ("text", "search", "email", "url", "tel", "number")
"""Kinds of fields whose inputs are remembered."""


def history_kind(field: Field) -> str:
    """Where the inputs of a field are kept, "" for nowhere."""
    return f"field:{field.name}" if field.name and field.kind in KEPT else ""


class Suggestions(Suggester):
    """Suggests how a text may go on; `kept` says whether inputs of the field may be remembered at all."""

    def __init__(self, session: Session, field: Field, kept: bool) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._session = session
        self._field = field
        self._kind = history_kind(field) if kept else ""

    def earlier(self, start: str = "") -> tuple[str, ...]:
        """What was typed into fields of this name, latest first."""
        return self._session.store.inputs.recent(self._kind, start, 50) if self._kind else ()

    def now(self, value: str) -> str | None:
        """The best way on from a text, None for none."""
        if self._field.kind == "file":
            return completed(value, self._field.multiple)
        if not value:
            return None
        listed = [option.value for option in self._field.options]
        return next((text for text in (*listed, *self.earlier(value)) if text.startswith(value)), None)

    async def get_suggestion(self, value: str) -> str | None:
        return await asyncio.to_thread(self.now, value)
