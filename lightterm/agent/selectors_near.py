"""The class or id of a page that a CSS selector which finds nothing nearly names: ".price" of "product-price"."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST, LOOKED_AT = 100, 2_000_000
"""Characters of a selector, and bytes of a page, that are looked at."""

MOST = 2000
"""Names of a page that one is compared with."""

LIKE = 0.85
"""How like a name has to be as it is written to be meant (difflib's ratio)."""

_SINGLE = re.compile(r"([a-z][a-z0-9]*)?([.#])((?:[\w-]|[^\x00-\x7f])+)", re.IGNORECASE)
_GIVEN = re.compile(rb"""\b(class|id)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=]+))""", re.IGNORECASE)
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def near_selector(markup: bytes, selector: str) -> str:
    """The selector with the one name of the page that has all words of its own, or is written nearly so, else its tag
    where the page has one such element; "" for none, or several. Only of one class or id, as of more it is not plain
    which of them is wrong."""
    said = _SINGLE.fullmatch(selector.strip()[:LONGEST])
    if said is None:
        return ""
    kind = {".": b"class", "#": b"id"}[said[2]]
    names = list(dict.fromkeys(_names(markup[:LOOKED_AT], kind)))[:MOST]
    if said[3] in names:
        return ""  # it is there, on another element
    wanted = _words(said[3])
    having = [one for one in names if wanted and wanted <= _words(one)]
    same = [one for one in having if wanted == _words(one)]
    for found in (same, having, difflib.get_close_matches(said[3], names, 2, LIKE)):
        if len(found) == 1:
            return f"{said[1] or ''}{said[2]}{found[0]}"
    return said[1].lower() if said[1] and len(_tags(markup, said[1])) == 1 else ""


def _tags(markup: bytes, tag: str) -> list[bytes]:
    """The elements of a name on a page, as they begin."""
    return re.findall(rb"<" + re.escape(tag.encode()) + rb"[\s>/]", markup[:LOOKED_AT], re.IGNORECASE)


def _names(markup: bytes, kind: bytes) -> Iterable[str]:
    for found in _GIVEN.finditer(markup):
        if found[1].lower() == kind:
            yield from (found[2] or found[3] or found[4] or b"").decode("utf-8", "replace").split()


def _words(name: str) -> set[str]:
    return {one.lower() for one in _PARTS.findall(name)}
