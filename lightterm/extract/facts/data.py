"""Data that pages carry for programs: JSON-LD, microdata, RDFa Lite, OpenGraph, Twitter cards, frameworks' state."""

from __future__ import annotations

import html
import re

from lightterm.document.facts import DataBlock
from lightterm.extract import dom
from lightterm.extract.facts.tolerant_json import DEEPEST, finite, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lightterm.document.facts import Json
    from lightterm.extract.dom import Node, Tree

    Resolve = Callable[[str], str]

MOST = 2000
"""Items of microdata or RDFa that are read of one page."""

_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
"""With its semicolon: in an address `&copy=2` is a parameter."""

_INLINE_TAG = re.compile(r"</?(?:a|b|i|u|em|strong|wbr|span|font)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|img)(?:\s[^<>]*)?/?>", re.IGNORECASE)

_STATES = {
    "__NEXT_DATA__": "next",
    "__NUXT_DATA__": "nuxt",
    "__NUXT__": "nuxt",
    "__APOLLO_STATE__": "apollo",
    "__INITIAL_STATE__": "state",
    "__PRELOADED_STATE__": "state",
    "___gatsby": "gatsby",
    "__remixContext": "remix",
    "__sveltekit": "sveltekit",
    "ng-state": "angular",
}
_ADDRESSES = {"a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src", "embed": "src"}
_ADDRESSES |= {"iframe": "src", "source": "src", "track": "src", "object": "data"}
_SOCIAL = (("og:", "opengraph"), ("article:", "opengraph"), ("product:", "opengraph"), ("twitter:", "twitter"))


def data_blocks(tree: Tree, linked: Iterable[Json], resolve: Resolve) -> tuple[DataBlock, ...]:
    """All blocks of data on a page, `linked` its JSON-LD, by kind and in the page's order; unreadable ones left out."""
    found = [DataBlock("json-ld", value) for value in linked]
    found += [DataBlock("microdata", item) for item in microdata(tree, resolve)]
    found += [DataBlock("rdfa", item) for item in rdfa(tree, resolve)]
    for kind, pairs in social(tree).items():
        found.append(DataBlock(kind, dict(pairs)))
    return (*found, *_states(tree))


def json_ld(tree: Tree) -> Iterator[Json]:
    """The values of each JSON-LD script. https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents"""
    for node in tree.css("script[type]"):
        if "ld+json" in (node.attributes.get("type") or "").lower():
            yield from read_json(node.text())


def unescaped(value: Json, depth: int = DEEPEST) -> Json:
    """The value with the references that many sites leave in JSON-LD, as `&nbsp;`, decoded once in all its texts."""
    if isinstance(value, str):
        return _REFERENCE.sub(lambda found: html.unescape(found[0]), value) if "&" in value else value
    if depth and isinstance(value, dict):
        return {name: unescaped(part, depth - 1) for name, part in value.items()}
    if depth and isinstance(value, list):
        return [unescaped(part, depth - 1) for part in value]
    return value


def without_markup(text: str) -> str:
    """A text without the tags that many sites leave in their data; tags that a text may be about stay."""
    return _BLOCK_TAG.sub(" ", _INLINE_TAG.sub("", text)) if "<" in text else text


def social(tree: Tree) -> dict[str, dict[str, Json]]:
    """The properties of OpenGraph and Twitter cards; one given more than once is a list. https://ogp.me"""
    found: dict[str, dict[str, Json]] = {}
    for node in tree.css("meta[content]"):
        has = node.attributes
        name = (has.get("property") or has.get("name") or "").lower()
        kind = next((kind for prefix, kind in _SOCIAL if name.startswith(prefix)), "")
        if not kind:
            continue
        values = found.setdefault(kind, {})
        value, old = has.get("content") or "", values.get(name)
        if old is None:
            values[name] = value
        elif isinstance(old, list):
            old.append(value)
        else:
            values[name] = [old, value]
    return found


def microdata(tree: Tree, resolve: Resolve) -> list[Json]:
    """The top-level items. https://html.spec.whatwg.org/multipage/microdata.html#json"""
    nodes = dom.select(tree, "[itemscope],[itemprop]")[:MOST]
    return _items(nodes, "itemscope", "itemprop", lambda node: _item(node, "itemtype", "itemid"), resolve)


def rdfa(tree: Tree, resolve: Resolve) -> list[Json]:
    """The top-level things of RDFa Lite; `property` of a meta is OpenGraph's. https://www.w3.org/TR/rdfa-lite/"""
    nodes = [node for node in dom.select(tree, "[typeof],[property]")[:MOST] if node.tag != "meta" or _in_thing(node)]
    return _items(nodes, "typeof", "property", lambda node: _item(node, "typeof", "resource"), resolve)


def _in_thing(node: Node) -> bool:
    at = node.parent
    while at is not None:
        if "typeof" in at.attributes:
            return True
        at = at.parent
    return False


def _item(node: Node, types: str, name: str) -> dict[str, Json]:
    has = node.attributes
    item: dict[str, Json] = {"type": list((has.get(types) or "").split())}
    if has.get(name):
        item["id"] = has[name] or ""
    item["properties"] = {}
    return item


def _items(
    nodes: list[Node], scope: str, prop: str, make: Callable[[Node], dict[str, Json]], resolve: Resolve
) -> list[Json]:
    """Items of nodes in the page's order, each property put into the nearest item around it."""
    made: dict[int, dict[str, Json]] = {}
    top: list[Json] = []
    for node in nodes:
        has = node.attributes
        names = (has.get(prop) or "").split()
        value: Json
        if scope in has:
            value = made[node.mem_id] = make(node)
        else:
            value = _value(node, resolve)
        owner = _owner(node, made) if names else None
        if owner is not None:
            properties = owner["properties"]
            for name in names:
                properties.setdefault(name, []).append(value)  # type: ignore[union-attr]
        elif scope in has:
            top.append(value)
    return top


def _owner(node: Node, made: dict[int, dict[str, Json]]) -> dict[str, Json] | None:
    at = node.parent
    while at is not None:
        if at.mem_id in made:
            return made[at.mem_id]
        at = at.parent
    return None


def _value(node: Node, resolve: Resolve) -> str:
    """What a property's element says, as microdata defines it; `content` goes first, as RDFa has it."""
    has, tag = node.attributes, node.tag or ""
    if has.get("content") is not None:
        return has["content"] or ""
    if tag in _ADDRESSES:
        address = has.get(_ADDRESSES[tag]) or ""
        return resolve(address) if address else dom.text_of(node)
    if tag in ("data", "meter"):
        return has.get("value") or ""
    if tag == "time" and has.get("datetime"):
        return has["datetime"] or ""
    return dom.text_of(node)


def _states(tree: Tree) -> Iterator[DataBlock]:
    """State that frameworks leave in scripts, as JSON or as an assignment of it."""
    for node in tree.css("script:not([src])"):
        has = node.attributes
        name = has.get("id") or ""
        text = node.text()
        if name in _STATES or ("json" in (has.get("type") or "") and "ld+json" not in (has.get("type") or "")):
            for value in read_json(text)[:1]:
                yield DataBlock(_STATES.get(name, "json"), value)
            continue
        for mark, kind in _STATES.items():
            at = text.find(mark) if mark[0] == "_" else -1
            value = _assigned(text, at + len(mark)) if at >= 0 else None
            if value is not None:
                yield DataBlock(kind, value)
                break


def _assigned(text: str, at: int) -> Json:
    """The JSON of `NAME = {...}` or `NAME = JSON.parse("...")`; None when something else is assigned."""
    rest = text[at : at + 60].lstrip("\"'] \t\r\n")
    if rest[:1] != "=":
        return None
    start = text.find("=", at) + 1
    value = text[start:].lstrip()
    if value.startswith("JSON.parse("):
        inner = read_json("[" + value[len("JSON.parse(") :].split("\n", 1)[0])
        value = inner[0][0] if inner and isinstance(inner[0], list) and inner[0] else ""  # type: ignore[assignment]
        if not isinstance(value, str):
            return None
    return next(iter(_first(value)), None) if value[:1] in ("{", "[", "(") else None


def _first(value: str) -> list[Json]:
    """The first value of a script: what follows it is code."""
    import json

    try:
        decoder = json.JSONDecoder(strict=False, parse_constant=lambda name: None, parse_float=finite)
        return [decoder.raw_decode(value)[0]]
    except (ValueError, RecursionError):
        from lightterm.extract.facts.js_literal import stated

        return stated(value)
