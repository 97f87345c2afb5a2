"""What kind a page is: article, forum, product, collection, listing, documentation or service."""

from __future__ import annotations

from lightterm.extract.reader.blocks import about, tokens
from lightterm.extract.reader.linear import words_of
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.extract.dom import Tree
    from lightterm.extract.reader.blocks import Block

KINDS = ("article", "forum", "product", "collection", "listing", "documentation", "service")

LETTERS = "AFPCLDS"
"""One for each kind: it begins the terms that are crossed with the kind."""

DESCRIBED = 3000
"""Characters of a page's descriptions that are read."""

_PRICE = frozenset("$€£¥")
_TYPED = '"@type"'


class Signals(Record):
    """What a page says of itself: terms for telling its kind, its title and what it describes itself as, and counts of
    articles and main elements.
    """

    terms: tuple[str, ...] = ()
    title: str = ""
    description: str = ""
    articles: int = 0
    mains: int = 0


def read_signals(tree: Tree, url: str) -> Signals:
    """The signals of a tree whose scripts are still there."""
    terms = _address_terms(url)
    title = description = ""
    articles = mains = 0
    for node in tree.css("title,meta[property],meta[name],script[type],article,main,[role=main],body"):
        tag = node.tag
        if tag == "title":
            title = title or " ".join(node.text().split())[:300]
        elif tag == "meta":
            terms += _meta_terms(node.attributes)
            description += _described(node.attributes)
        elif tag == "script":
            if "ld+json" in (node.attributes.get("type") or ""):
                terms += [f"ld:{name}" for name in typed(node.text())]
        elif tag == "article":
            articles += 1
        else:
            mains += tag != "body"
            if tag == "body":
                terms += ["b:" + word for word in tokens(node.attributes.get("class") or "")[:30]]
    terms += ["t:" + word for word in words_of(title)[:20]]
    terms += [f"articles{min(6, articles)}", f"main{min(1, mains)}"]
    return Signals(tuple(dict.fromkeys(terms)), title, description[:DESCRIBED], articles, mains)


def _address_terms(url: str) -> list[str]:
    path = url.partition("://")[2].partition("/")[2]
    path, _, query = path.partition("?")
    parts = [part for part in path.split("/") if part]
    terms = [f"depth{min(5, len(parts))}", f"query{bool(query)}"]
    for i, part in enumerate(parts[:6]):
        words = words_of(part[:120])
        last = i == len(parts) - 1
        terms += [f"u:{word}" for word in words[:3] if word.isalpha()]
        if last:
            terms.append(f"slug{min(8, len(words))}")
            terms += ["digits"] if any(word.isdigit() and len(word) > 3 for word in words) else []
    return terms


def _meta_terms(has: Mapping[str, str | None]) -> list[str]:
    name = (has.get("property") or has.get("name") or "").lower()
    if name == "generator":
        return ["g:" + word for word in tokens(has.get("content") or "")[:3]]
    if name == "og:type":
        return ["og:" + (has.get("content") or "").lower()[:30]]
    if name.startswith(("product:", "article:")):
        return ["m:" + name[:30]]
    return []


def _described(has: Mapping[str, str | None]) -> str:
    name = (has.get("property") or has.get("name") or "").lower()
    return (has.get("content") or "") + "\n" if name.rpartition(":")[2] == "description" else ""


def typed(text: str) -> list[str]:
    """The names that JSON-LD gives as types, without reading it: much of it is no JSON."""
    found: list[str] = []
    for piece in text[:400_000].split(_TYPED)[1:200]:
        value = piece[:200].lstrip(" \t\r\n:")
        inside = value[1 : value.find("]")] if value[:1] == "[" else value[: value.find('"', 1) + 1]
        found += [name for name in inside.split('"') if name.isalpha()]
    return list(dict.fromkeys(found))


def kind_terms(signals: Signals, blocks: Sequence[Block]) -> list[str]:
    """All terms that tell a page's kind: its signals, the words of its classes, and what its text is made of."""
    size = sum(len(block.text) for block in blocks) or 1
    linked = sum(block.linked for block in blocks)
    long = sum(len(block.text) > 200 for block in blocks)
    prices = sum(not _PRICE.isdisjoint(block.text) for block in blocks if len(block.text) < 30)
    dated = sum(any(w[:2] in ("19", "20") and len(w) == 4 for w in block.text[:60].split()) for block in blocks)
    terms = list(signals.terms)
    for name, count in (("n", len(blocks)), ("size", size), ("long", long), ("price", prices), ("dates", dated)):
        terms.append(f"{name}{count.bit_length()}")
    terms.append(f"linked{int(8 * linked / size)}")
    seen: set[str] = set()
    heads: set[str] = set()
    for block in blocks:
        element = block.element
        while element.parent is not None and element.head not in heads:
            heads.add(element.head)
            seen.update(element.tokens)
            seen.update(about(element.head)[1])
            element = element.parent
    return terms + ["k:" + word for word in seen]


def letter_of(kinds: Sequence[float]) -> str:
    """The letter of the kind that a page most likely is; `kinds` is how likely it is of each of KINDS."""
    return LETTERS[kinds.index(max(kinds))]
