"""The page's style sheets, gathered in cascade order and applied to its tree."""

from __future__ import annotations

from lightterm.extract.style import Sheet, View, apply_styles, imports, style_sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.dom import Tree
    from lightterm.extract.prepare import Removal
    from lightterm.extract.view import View as PageView

    FetchSheet = Callable[[str], str | None]

CELL = 16
"""CSS pixels that a column stands for in media queries: 80 columns are the 1280 pixels sites are made for, 40 a tablet.
With the 8 pixels of a real cell, 80 columns would get the mobile page, its menus behind buttons only scripts open."""

HEIGHT = 720
"""CSS pixels of height: media queries seldom ask for it."""

STYLE_TIME = 2.0
"""Seconds the style pass may take; pages measured need 1 to 40 ms."""

IMPORT_DEPTH = 3


def apply_page_styles(
    tree: Tree, base: str, view: PageView, fetch_sheet: FetchSheet | None, removal: Removal
) -> tuple[tuple[str, str], ...]:
    """Remove what the page's styles hide, annotate the rest; the skip links that were taken out, as (text, address)."""
    from lightterm.fetch.urls import resolve

    sources = style_sources(tree)
    if not sources and tree.css_first("[style]") is None:
        return ()
    from time import perf_counter

    from lightterm.extract.style.media import matches

    screen = View(view.columns * CELL, HEIGHT, view.scheme)
    sheets: list[Sheet] = []
    for source in sources:
        if source.disabled or source.alternate or (source.media and not matches(source.media, screen)):
            continue
        if source.href:
            address = resolve(base, source.href)
            css = fetch_sheet(address) if fetch_sheet is not None else None
            if css is not None:
                _add(sheets, css, source.media, address, fetch_sheet, IMPORT_DEPTH)
        else:
            _add(sheets, source.css[: view.max_css_bytes], source.media, base, fetch_sheet, IMPORT_DEPTH)
    report = apply_styles(tree, sheets, screen.replace(deadline=perf_counter() + STYLE_TIME))
    for removed in report.removed:
        removal.count(f"css {removed.reason}", removed.elements, removed.characters)
    return tuple((text, resolve(base, href)) for text, href in report.skip_links)


def _add(sheets: list[Sheet], css: str, media: str, base: str, fetch_sheet: FetchSheet | None, depth: int) -> None:
    """Append a sheet, its imports before it."""
    from lightterm.fetch.urls import resolve

    if fetch_sheet is not None and depth:
        for href, condition in imports(css):
            address = resolve(base, href)
            imported = fetch_sheet(address)
            if imported is not None:
                _add(sheets, imported, condition, address, fetch_sheet, depth - 1)
    sheets.append(Sheet(css, media))
