"""Where the main part of a page begins for one who reads it."""

from __future__ import annotations

import re

from lightterm.document.marks import FIELD, FIELD_END, LINK, LINK_END, RESUME, strip
from lightterm.document.posts import headings
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document, Heading

PASSED = 200
"""Characters outside links that may stand between the beginning of the main part and its heading: labels of menus."""

PASSED_TO_TITLE = 600
"""The same before a heading that the page's title names: what a forum says to those without scripts."""

LOOKED_AT = 500
"""Blocks of the main part, and before it, in which its heading is looked for."""

LOWEST = 3
"""Level of the lowest heading that may be the page's own, where the title names it."""

_TARGET = re.compile(f"[{LINK}{RESUME}{FIELD}][^{LINK_END}{FIELD_END}]*[{LINK_END}{FIELD_END}]?")
_BETWEEN_PARTS = re.compile(r"\s+[-|/·•–—›»:]\s+")


def main_block(document: Document) -> int | None:
    """The block at which the main part begins; None where the page marks none and has no heading of its own.

    Many sites put menus, paths and pictures into it, or leave its heading out: where little else stands between the
    two, the heading is the place.
    """
    marked = next((mark for mark in document.landmarks if mark.role == "main"), None)
    found = document.contents or headings(document)
    if marked is None:
        own = _named(document, found) or next((h for h in found if h.level == 1), None)
        return own.block if own is not None else None
    within = [h for h in found if marked.start <= h.block < min(marked.end, marked.start + LOOKED_AT)]
    own, patience = _named(document, within), PASSED_TO_TITLE
    if own is None:
        before = [h for h in found if marked.start - LOOKED_AT <= h.block < marked.start and h.level == 1]
        own, patience = _named(document, before), PASSED
    own = own or next((h for h in within if h.level == 1), None)
    if own is None or _passed(document, own.block, marked.start) > patience:
        return marked.start
    return own.block


def _named(document: Document, headings: Sequence[Heading]) -> Heading | None:
    """The heading that the page's title names, one of the first level where it does not only name the site."""
    title = _words(document.title)
    parts = [words for words in map(_words, _BETWEEN_PARTS.split(document.title)) if words]
    tops = [(_named_by(title, parts, _words(h.text)), h) for h in headings if h.level == 1]
    most, top = max(tops, key=_how_much, default=(0, None))
    if most > 1 or (tops and not most):
        return top if most else None
    lower = [(_named_by(title, parts, _words(h.text)), h) for h in headings if 1 < h.level <= LOWEST]
    most, own = max(lower, key=_how_much, default=(0, None))
    return own if most > 1 else top


def _named_by(title: str, parts: Sequence[str], words: str) -> int:
    """How much of a title a heading says; 1 where it is the name of the site, or a copy with that in it, 0 for none."""
    if not words:
        return 0
    site = parts[-1] if len(parts) > 1 and parts[-1] != max(parts, key=len) else ""
    if words in site or (words == title and len(parts) > 1):
        return 1
    if words in parts and any(f" {words} " in f" {part} " for part in parts if part != words):
        return 1  # "Git - git-commit Documentation": what goes before names of the site has its name in them
    if words in title:
        return len(words) + 1
    return max((len(part) + 1 for part in parts if part != site and words.startswith(part)), default=0)


def _how_much(one: tuple[int, Heading]) -> int:
    return one[0]


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _passed(document: Document, one: int, other: int) -> int:
    """Characters outside links and fields between two blocks."""
    between = document.blocks[min(one, other) : max(one, other)]
    return sum(len(strip(_TARGET.sub("", paragraph.raw)).strip()) for b in between for paragraph in paragraphs(b))
