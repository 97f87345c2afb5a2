"""The widths of columns that do not all get what they would fill."""

from __future__ import annotations

MANY = 7
"""Columns from which a table that fits with narrow gutters only is easier to read so than as records."""

SHORT = 12
"""Cells of a column that are not made fewer then: numbers and dates in two lines are none."""

FEW = 3
"""One column of so many may be wider and be made narrower: names in two lines beside their numbers."""


def narrow(least: list[int], most: list[int], brief: list[int], room: int) -> list[int] | None:
    """Widths for many columns with narrow gutters: as they stand, with heads in lines one below the other, or with the
    few that hold names made narrower, too; None where that is still too wide, or most columns hold sentences."""
    if len(most) < MANY:
        return None
    if sum(most) <= room:
        return most
    wide = [cells > SHORT for cells in brief]
    if sum(wide) * FEW > len(most):
        return None
    low = [max(1, min(a, b) if is_wide else b) for a, b, is_wide in zip(least, brief, wide, strict=True)]
    if sum(low) > room:
        return None
    low = share(low, list(map(max, brief, low)), room)
    return share(low, list(map(max, most, low)), room)


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
