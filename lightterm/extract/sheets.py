"""The page's style sheets, gathered in cascade order and applied to its tree."""

from __future__ import annotations

from lightterm.extract.style import COLOURED, Sheet, StyleReport, View, apply_styles, imports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.extract.dom import Tree
    from lightterm.extract.prepare import Removal
    from lightterm.extract.style import Source
    from lightterm.extract.view import View as PageView

    FetchSheets = Callable[[Sequence[str]], Sequence[str | None]]
    """Linked style sheets by absolute address, in order, None for each that cannot be had."""


CELL = 16
"""CSS pixels that a column stands for in media queries: 80 columns are the 1280 pixels sites are made for, 40 a tablet.
With the 8 pixels of a real cell, 80 columns would get the mobile page, its menus behind buttons only scripts open."""

HEIGHT = 720
"""CSS pixels of height: media queries seldom ask for it."""

STYLE_TIME = 2.0
"""Seconds the style pass may take; pages measured need 1 to 40 ms."""

IMPORT_DEPTH = 3

MOST_IMPORTED = 64
"""Imports followed on one page: a sheet that imports itself would otherwise be applied 64 * 64 * 64 times."""


def apply_page_styles(
    tree: Tree,
    sources: Sequence[Source],
    base: str,
    view: PageView,
    fetch_sheets: FetchSheets | None,
    removal: Removal,
    painted: bool = True,
) -> StyleReport:
    """Remove what the page's styles hide, annotate the rest; the report's skip links have absolute addresses.

    `painted`: whether what attributes say of colours counts.
    """
    from lightterm.fetch.urls import resolve

    if not sources and not view.user_css and not tree.css_matches(f"[style],{COLOURED}" if painted else "[style]"):
        return StyleReport()
    from time import perf_counter

    screen = View(view.columns * CELL, HEIGHT, view.scheme, painted=painted)
    roots: list[_Node] = []
    for source in sources:
        if source.disabled or source.alternate or not _is_for(source.media, screen):
            continue
        if source.href:
            roots.append(_Node(resolve(base, source.href), source.media))
        else:
            roots.append(_Node(base, source.media, source.css[: view.max_css_bytes]))
    if view.user_css:
        roots.append(_Node(base, "", view.user_css))
    sheets = _gathered(roots, fetch_sheets)
    whole = all(root.css is not None for root in roots)
    report = apply_styles(tree, sheets, screen.replace(deadline=perf_counter() + STYLE_TIME, whole=whole))
    for removed in report.removed:
        removal.count(f"css {removed.reason}", removed.elements, removed.characters)
    return report.replace(skip_links=tuple((text, resolve(base, href)) for text, href in report.skip_links))


def _is_for(media: str, screen: View) -> bool:
    if not media:
        return True
    from lightterm.extract.style.media import matches

    return matches(media, screen)


class _Node:
    """A sheet on its way: where it is from, its media condition, its text once that is there, and what it imports."""

    __slots__ = ("address", "css", "imported", "media")

    def __init__(self, address: str, media: str, css: str | None = None) -> None:
        self.address = address
        self.media = media
        self.css = css
        self.imported: list[_Node] = []


def _gathered(roots: list[_Node], fetch_sheets: FetchSheets | None) -> list[Sheet]:
    """The sheets of `roots` in cascade order, each behind its imports; those of a level are asked for together."""
    level, left = roots, MOST_IMPORTED
    for depth in range(IMPORT_DEPTH + 1):
        missing = [node for node in level if node.css is None]
        if missing and fetch_sheets is not None:
            for node, css in zip(missing, fetch_sheets([node.address for node in missing]), strict=True):
                node.css = css
        if fetch_sheets is None or depth == IMPORT_DEPTH:
            break
        for node in level:
            node.imported = _imported(node)[:left]
            left -= len(node.imported)
        level = [inner for node in level for inner in node.imported]
    sheets: list[Sheet] = []
    for node in roots:
        _append(sheets, node)
    return sheets


def _imported(node: _Node) -> list[_Node]:
    from lightterm.fetch.urls import resolve

    return [_Node(resolve(node.address, href), media) for href, media in imports(node.css or "")]


def _append(sheets: list[Sheet], node: _Node) -> None:
    if node.css is not None:
        for inner in node.imported:
            _append(sheets, inner)
        sheets.append(Sheet(node.css, node.media))
