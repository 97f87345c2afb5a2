"""What one is on in a page: the match one went to, or the link; it stays in sight when the window shrinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.page_view import PageView


def current_line(view: PageView) -> int:
    """The line of the match one went to last, else of the target one is on; -1 for neither."""
    match, flow = view.match, view.flow
    if match is not None:
        for line in flow.lines_of_character(match.block, match.paragraph, match.start):
            if any(span.kind == "found" for span in flow.spans(line)):
                return line
        return -1
    stands = flow.line_of_target(view.target) if view.target else None
    return -1 if stands is None else stands


def match_in_sight(view: PageView) -> tuple[int, int] | None:
    """(line, character) of the match that a search is at, None where it is not in sight or one went on from it."""
    if view.match is None or view.match == view.passed:
        return None
    for line in range(view.first, min(view.first + view.height, len(view.flow))):
        for span in view.flow.spans(line):
            if span.kind == "found":
                return line, span.start
    return None
