"""What targets of a page that lives are called in its markup besides their text, and in what others may be."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.deed import PRESSING
from lightterm.agent.near_words import named_nearly
from lightterm.agent.pointing import HANDLE, LOOKED_AT, OPENED, closed_parts, marked
from lightterm.document.subset import paragraphs
from lightterm.session.controls import name_of
from lightterm.session.likeness import KINDRED, alike, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.loading import Page
    from lightterm.session.controls import name_of
from lightterm.session.likeness import Word

_NAMED = "[aria-labelledby], [aria-label], [title], [data-testid], [name]"
_MORE = re.compile(
    r"(?:load|show|view|see|display|get|fetch) (?:more|all|older|next \d+)\b.*|more|(?:\d+ )?(?:more|older) \w+s"
    r"|mehr (?:laden|anzeigen)|alle anzeigen"
    r"|(?:afficher|voir|charger) (?:plus|la suite|tout).*|(?:ver|cargar|mostrar) (?:más|mas|todo).*"
    r"|(?:mostra|carica|vedi) (?:altro|tutto|di più).*|meer (?:laden|tonen|weergeven)",
    re.IGNORECASE,
)
"""What brings more of a list that lives."""

MENUS = ("[aria-haspopup]:not([role=combobox], [aria-haspopup=listbox])",)
LISTS = ("[role=combobox]", "[aria-haspopup=listbox]")
"""What opens a menu, in which things are done, and a list, of which something is chosen."""

_SIGNS = re.compile(r"[^\w\s]+")
LINES = 2000
"""Lines of a page in which words are looked for."""


def called_in_markup(page: Page, words: str) -> list[int]:
    """The targets without a field that markup calls nearly so: by the label that it has, a title, a test's name."""
    from lightterm.extract import dom

    if page.snapshot.live is None:
        return []
    tree = dom.parse(page.snapshot.markup)
    nodes = [node for node in dom.select(tree, _NAMED) if node.attributes.get(HANDLE)]
    pointed = {word for node in nodes for word in (node.attributes.get("aria-labelledby") or "").split()}
    labels = dom.by_ids(tree, pointed)
    names: dict[str, list[str]] = {}
    for node in nodes[:LOOKED_AT]:
        has = node.attributes
        label = " ".join(
            dom.text_of(labels[one], 200) for one in (has.get("aria-labelledby") or "").split() if one in labels
        )
        for name in (label, has.get("aria-label"), has.get("title"), _spaced(has.get("data-testid")), has.get("name")):
            if name:
                names.setdefault(name.casefold(), []).append(has.get(HANDLE) or "")
    near = [handle for name in named_nearly(words, list(names)) for handle in names[name]]
    by_handle = {str(one.handle): one for one in page.document.targets if one.handle and one.field is None}
    return [by_handle[handle].number for handle in dict.fromkeys(near) if handle in by_handle]


def _spaced(name: str | None) -> str:
    return (name or "").replace("-", " ").replace("_", " ")


def openings(page: Page, words: str, do: str) -> list[int]:
    """What may bring what is not there, on a page that lives: closed parts, those first whose names are about it, then
    those in which such things are; what loads more of a list before all others, and again, where lines of the page have
    words of what is wanted."""
    shut = closed_parts(page)
    more = _bringing_more(page, shut)
    asked = words_of(words)
    near = [one for one in shut if any(alike(a, b) >= KINDRED for a in asked for b in _words(page, one))]
    menus, lists = marked(page, MENUS), marked(page, LISTS)
    order = [lists, menus] if do == "select" else [menus, []] if do in PRESSING else [[], []]
    rest = [one for one in shut if one not in near]
    rest.sort(key=lambda one: next((at for at, some in enumerate(order) if one in some), 2 + (one in lists)))
    listed = more_of(page, words)
    return [*near, *listed, *rest][: OPENED + 2] if listed else [*near, *rest, *more[:1]][: OPENED + 1]


def _words(page: Page, number: int) -> Sequence[Word]:
    return words_of(name_of(page.document.targets[number]))


def _bringing_more(page: Page, shut: Sequence[int]) -> list[int]:
    """The buttons, and links to nowhere else, that bring more of a list."""
    if page.snapshot.live is None:
        return []
    here = page.document.url.partition("#")[0]
    there = (one for one in page.document.targets if not one.url or one.url.partition("#")[0] == here)
    named = (
        one
        for one in there
        if one.number not in shut and _MORE.fullmatch(" ".join(_SIGNS.sub(" ", name_of(one)).split()))
    )
    return [one.number for one in islice(named, 2)]


def bringing_more(page: Page, words: str) -> list[int]:
    """What brings more of a list, where words ask for no more than that: "Show more" of "Load more"."""
    asks = _MORE.fullmatch(" ".join(_SIGNS.sub(" ", words).split()))
    return _bringing_more(page, closed_parts(page))[:1] if asks else []


def more_of(page: Page, words: str) -> list[int]:
    """What brings more of a list whose lines have words of what is wanted, and again."""
    more = _bringing_more(page, closed_parts(page))[:1]
    return more * 2 if more and _is_listed(page, words) else []


def _is_listed(page: Page, words: str) -> bool:
    """Whether a line of the page has a word of what is wanted: it is one of a list of such."""
    wanted = {word.text for word in words_of(words) if not word.text.isdecimal()}
    lines = islice(paragraphs(page.document.blocks), LINES)
    return any(wanted & {word.text for word in words_of(line.text()[:200])} for line in lines)
