"""What is painted of the screen: of each widget the rows that are to be seen, and most rows as the widget made them.

Textual has each widget make all of its rows, also those that others lie over, cuts each row where any widget ends and
looks for the cuts again when it writes: a third of a key.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, cast

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

from lightterm.tui.lined import AskedOnce

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import Console

    Cut = dict[int, Strip | None]


class RowUpdate(ChopsUpdate):
    """What is written of rows that have changed."""

    def render_segments(self, console: Console) -> str:
        """The codes for the terminal."""
        out: list[str] = []
        last = self.spans[-1][0]
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x > x2 or end <= x1:
                    continue
                if not (x1 <= x < x2 and end <= x2):
                    strip = _cropped(strip, min(end, x2) - x)
                out.append(f"\x1b[{y + 1};{x + 1}H{strip.render(console)}")
            if y != last:
                out.append("\n")
        return "".join(out)


def _cropped(strip: Strip, cells: int) -> Strip:
    """The first cells of a strip, with what is written over them: blanks alone would take the bands of Sixel away."""
    cropped = strip.crop(0, cells)
    if cells >= strip.cell_length:
        return cropped
    over = list(takewhile(lambda segment: segment.control, reversed(strip._segments)))
    return Strip([*cropped, *reversed(over)], cropped.cell_length) if over else cropped


class RowCompositor(Compositor):
    """Paints by rows, from the front."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed; None for nothing."""
        changed = self._dirty_regions.copy()
        self._dirty_regions.clear()
        # A window that is made smaller has rows still for a moment that are none any more.
        spans = [span for span in self._regions_to_spans(changed) if span[0] < self.size.height]
        if not spans:
            return None
        crop = Region.from_union(list(changed)).intersection(self.size.region)
        chops = self._render_chops(crop, {y for y, _, _ in spans}.__contains__)
        return RowUpdate(chops, spans, [cuts[1:] for cuts in self.cuts])

    def _render_chops(self, crop: Region, is_rendered_line: Callable[[int], bool]) -> Sequence[Mapping[int, Strip]]:
        chops: list[Cut] = [dict.fromkeys(cuts[:-1]) for cuts in self.cuts]
        missing = {y: len(chops[y]) for y in range(crop.y, min(crop.bottom, len(chops))) if is_rendered_line(y)}
        for widget, (region, clip) in self.visible_widgets.items():
            if not crop.overlaps(clip):
                continue
            seen = region.intersection(clip)
            rows = [y for y in range(max(seen.y, crop.y), min(seen.bottom, crop.bottom)) if missing.get(y)]
            if rows and seen.width:
                top = rows[0]
                own = Region(seen.x - region.x, top - region.y, seen.width, rows[-1] + 1 - top)
                strips = widget.render_lines(own)
                for y in rows:
                    missing[y] -= self._fill(y, seen, strips[y - top], chops[y])
            elif isinstance(widget, AskedOnce):
                widget.covered()
        return cast("Sequence[Mapping[int, Strip]]", chops)

    def _fill(self, y: int, seen: Region, strip: Strip, row: Cut) -> int:
        """Put what a widget has in a row where nothing lies over it; how many cuts of it that filled."""
        if len(row) == 1:
            row[0] = strip
            return 1
        cuts = [cut for cut in self.cuts[y] if seen.x <= cut <= seen.right]
        filled = 0
        for cut, part in zip(cuts, strip.divide([cut - seen.x for cut in cuts[1:]]), strict=False):
            if row.get(cut) is None:
                row[cut] = part
                filled += 1
        return filled
