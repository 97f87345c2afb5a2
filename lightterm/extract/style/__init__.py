"""What CSS says of a page, for a text browser: what is not seen goes, what changes the reading is annotated.

A page's tree goes in with its sheets; the same tree comes back without what its styles hide, and with one attribute
(`dom.NOTE`) on each element whose style a walker must know: `key:value;key:value`, a `;` inside a value written as
\\x1d, keys being

    d    display: block inline inline-block flex-row flex-col grid list-item table table-row table-cell table-caption
         contents, where it is not what the tag (with its `hidden`) gives. flex-row: the children make one line of
         text; inline-row: they do within one. flex-col, grid: children that would run together are to be stacked
    ta   text-align: left right center            ws   white-space: normal pre nowrap pre-wrap pre-line
    tt   text-transform: none uppercase lowercase capitalize
    ls   list-style-type: none disc circle square decimal lower-alpha lower-roman upper-alpha upper-roman "string"
    gap  1: the items of a flex or grid container stand apart
    fl   float: left right, out: placed elsewhere dir  direction: ltr rtl
    b a  the text of ::before and ::after         ord  the item's place by `order` or a reversed direction (else 0)
    gc   of a grid that is a flex-row: how many of its children stand beside one another
    ts   tab-size: a number of cells
    qt   the quotation marks that `quotes` sets, parted by U+E000; empty for none
    vh   1: cannot be seen, yet stays, being the only name of a control or field, or a field drawn otherwise

Inherited properties stand on the element whose rule sets them only. The pass is linear in sheets and elements, and
bounded; the parts are scan (sheets into rules), media, values (declarations), selectors, match, cascade, hidden,
generated, rows, apply.
"""

from __future__ import annotations

from lightterm.extract.style.model import Removed, Sheet, Source, StyleReport, View
from lightterm.extract.style.sources import style_sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborHTMLParser

    from lightterm.extract.style.hints import Hinted

COLOURED = "[bgcolor],font[color],body[text]"
"""What gives texts and their grounds colours by attributes."""

__all__ = ["COLOURED", "Removed", "Sheet", "Source", "StyleReport", "View", "apply_styles", "imports", "style_sources"]


def apply_styles(tree: LexborHTMLParser, sheets: Sequence[Sheet], view: View) -> StyleReport:
    """Remove from the tree what the sheets and style attributes hide, annotate the rest, say what was removed.

    Never raises on any sheet or selector; stops at `view.deadline`, and then says that it is not complete.
    """
    dressed = tree.css("[style]")  # a walk over the tree: 9 ms of a page of 10 MB, so it is made once
    coloured: Hinted = []
    if view.painted and tree.css_matches(COLOURED):
        from lightterm.extract.style.hints import hints, may_hide

        coloured = hints(tree)
        if not sheets and not dressed and not may_hide(coloured):
            return StyleReport()
    if not sheets and not dressed and not coloured:
        return StyleReport()
    if not sheets and not (coloured and may_hide(coloured)):
        from lightterm.extract.style.attributes import apply_attributes

        report = apply_attributes(dressed)
        if report is not None:
            return report
    from lightterm.extract.style import apply

    return apply.apply_styles(tree, sheets, view, dressed, coloured)


def imports(css: str) -> tuple[tuple[str, str], ...]:
    """The @import rules at the top of a sheet, as (href, media), media being for `Sheet.media`; at most 64."""
    if "@" not in css:
        return ()
    from lightterm.extract.style import scan

    return scan.imports(css)
