"""The widths of columns that do not all get what they would fill."""

from __future__ import annotations


def share(least: list[int], most: list[int], room: int) -> list[int]:
    """Widths between least and most that fill the room: narrow columns whole first, then the rest in proportion."""
    widths = list(least)
    spare = room - sum(widths)
    open_ = [c for c in range(len(least)) if most[c] > least[c]]
    while spare > 0 and open_:
        share = max(1, spare // len(open_))
        given = 0
        for c in sorted(open_, key=lambda c: most[c] - widths[c]):
            part = min(share, most[c] - widths[c], spare - given)
            widths[c] += part
            given += part
        spare -= given
        open_ = [c for c in open_ if widths[c] < most[c]]
        if not given:
            break
    return widths
