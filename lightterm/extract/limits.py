"""Markup flattened to what a parser takes in linear time: nesting and attributes capped, text untouched."""

from __future__ import annotations

import re

MAX_DEPTH = 500
MAX_ATTRIBUTES = 200
LONG_TAG = 8_192

_VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())
_SELF_CLOSING = frozenset(b"p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp".split())
_RAW = frozenset(b"script style textarea title xmp noframes iframe noembed".split())
_TAG = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*)|<!--")
_STOP = re.compile(rb">|=\s*([\"'])")


def flatten(markup: bytes) -> bytes:
    """`markup` without the start and end tags that nest deeper than MAX_DEPTH, and without surplus attributes.

    Every byte is looked at a bounded number of times, so the cost is linear whatever the markup.
    """
    out: list[bytes] = []
    open_: dict[bytes, int] = {}
    dropped: dict[bytes, int] = {}
    depth = at = 0
    while found := _TAG.search(markup, at):
        start = found.start()
        out.append(markup[at:start])
        name = (found[2] or b"").lower()
        if not name:
            at = _after(markup, b"-->", start + 4)
            out.append(markup[start:at])
            continue
        at = _tag_end(markup, found.end())
        if name in _VOID or (name in _SELF_CLOSING and depth < MAX_DEPTH):
            out.append(_trim(markup[start:at]))
        elif found[1]:
            if dropped.get(name):
                dropped[name] -= 1
                continue
            if open_.get(name):
                open_[name] -= 1
                depth -= 1
            out.append(markup[start:at])
        elif depth >= MAX_DEPTH:
            dropped[name] = dropped.get(name, 0) + 1
        else:
            out.append(_trim(markup[start:at]))
            if name in _RAW:
                end = _raw_end(markup, name, at)
                out.append(markup[at:end])
                at = end
            else:
                depth += 1
                open_[name] = open_.get(name, 0) + 1
    out.append(markup[at:])
    return b"".join(out)


def _after(markup: bytes, mark: bytes, start: int) -> int:
    i = markup.find(mark, start)
    return len(markup) if i < 0 else i + len(mark)


def _raw_end(markup: bytes, name: bytes, start: int) -> int:
    found = re.compile(rb"</" + re.escape(name), re.IGNORECASE).search(markup, start)
    return found.start() if found else len(markup)


def _tag_end(markup: bytes, at: int) -> int:
    """Just past the `>` that ends the tag, quoted values passed over."""
    while found := _STOP.search(markup, at):
        if not found[1]:
            return found.end()
        at = _after(markup, found[1], found.end())
    return len(markup)


def _trim(tag: bytes) -> bytes:
    """A long tag keeps its first attributes only."""
    if len(tag) < LONG_TAG:
        return tag
    words = tag.split(None, MAX_ATTRIBUTES)
    return tag if len(words) <= MAX_ATTRIBUTES else b" ".join(words[:MAX_ATTRIBUTES]) + b">"
