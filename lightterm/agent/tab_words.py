"""Tabs by what other tools and people call them: a title, an address, a place in their row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.numerals import whole_number
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

NAMES = ("tab", "tab_id", "tabid", "tab_index", "tabindex", "tab_title", "tabtitle", "tab_name", "tab_url")
"""Arguments that say a tab, in any tool."""

ABOUT_TABS = ("title", "index", "name", "id", "page", "page_id", "pageid", "page_idx", "pageidx", "url", "query")
"""Those that say one where the tool is about tabs."""

PLACES = ("index", "tab_index", "tabindex", "page_id", "pageid", "page_idx", "pageidx")
"""Those that count from nought, as programs count what stands in a row."""


class TabTold(Record):
    """A tab as an agent knows it."""

    number: int
    title: str
    url: str


def with_tab(
    arguments: Mapping[str, Any], about_tabs: bool, tabs: Callable[[], Sequence[TabTold]]
) -> dict[str, Any] | None:
    """The arguments with the number of the tab that is meant; None where they say none in words or by its place."""
    for name, value in arguments.items():
        plain = name.lower().replace("-", "_")
        if plain not in NAMES and not (about_tabs and plain in ABOUT_TABS):
            continue
        if name == "tab" and isinstance(value, int):
            counted = value == 0 and about_tabs and arguments.get("do") == "select"
            return {**arguments, "tab": there[0].number} if counted and (there := tabs()) else None
        number = _place(value, tabs()) if plain in PLACES else _called(value, tabs())
        if number:
            return {**{key: one for key, one in arguments.items() if key != name}, "tab": number}
    return None


def _place(value: Any, tabs: Sequence[TabTold]) -> int:
    place = value if isinstance(value, int) else whole_number(str(value).strip(), -1)
    return tabs[place].number if 0 <= place < len(tabs) else 0


def _called(value: Any, tabs: Sequence[TabTold]) -> int:
    """The number of the one tab of this title or address, or whose title has these words; 0 for none or several."""
    if not isinstance(value, str) or not value.strip() or value.strip("[] ").isdecimal():
        return 0
    wanted = " ".join(value.split()).casefold()
    titles = [" ".join(tab.title.split()).casefold() for tab in tabs]
    urls = [tab.url.casefold() for tab in tabs]
    there = range(len(tabs))
    for found in (
        [at for at in there if wanted in (titles[at], urls[at])],
        [at for at in there if wanted in titles[at]],
        [at for at in there if wanted in urls[at]],
    ):
        if found:
            return tabs[found[0]].number if len(found) == 1 else 0
    return 0
