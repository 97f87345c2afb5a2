"""Clicks on the words beside a control, which act on the control as in other browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.page_view import PageView

BETWEEN = " \u00a0:*"
"""What may stand between a control and its label."""


def labelled_at(view: PageView, line: int, character: int) -> int:
    """The control whose label stands at a character of a line, right before or behind it; 0 for none."""
    text = view.flow.text(line)
    for span in view.flow.spans(line):
        field = view.document.targets[span.target].field if span.target else None
        if field is None or not field.label or field.disabled:
            continue
        for start, end in _label(text, field.label, span.start, span.end):
            if start <= character < end:
                return span.target
    return 0


def _label(text: str, label: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the label of a control from `start` to `end` stands in a line, which may end before the label does."""
    found = []
    behind = text[end:].lstrip(BETWEEN)
    if behind.startswith(label) or (behind and label.startswith(behind.rstrip())):
        at = len(text) - len(behind)
        found.append((at, at + min(len(label), len(behind))))
    before = text[:start].rstrip(BETWEEN)
    if before.endswith(label.rstrip(BETWEEN)):
        found.append((len(before) - len(label.rstrip(BETWEEN)), len(before)))
    return found
