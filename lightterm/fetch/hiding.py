"""Which elements of a page filter lists hide: the rules for elements of EasyList's syntax.

https://help.adblockplus.org/hc/en-us/articles/360062733293 (element hiding): `##selector`, `domain,~domain##selector`,
`#@#selector` and `domain#@#selector` as exceptions, `domain.*` for a name under any public suffix, and what extended
selectors (`#?#`) have as CSS. Scripts, styles and procedures of blockers (`##+js()`, `:has-text()`, `:style()`) are
left out.

A list has 15,000 rules for all sites. Each is found by a class, an id, a text or a tag that the page must hold for it,
so that a page asks its tree for a few of them: 0.1 s to read all of such a list, 2 ms a page of 100 KB.
"""

from __future__ import annotations

import re

from lightterm.fetch.hosts import registrable_domain
from lightterm.fetch.urls import host_if_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Domains = tuple[str, ...]

COSMETIC = re.compile(r"#(@?)(\??)#(?!\+js|\^)(.+)")
"""The sign between the domains and the selector of a rule that can be read: (exception, extended, selector)."""

_BRACKETS = re.compile(r"\([^()]*\)")
_NAME = re.compile(r"[.#]([\w-]+)(?!\\)")
_ATTRIBUTE = re.compile(r"\[([\w-]+)(?:([~^*$|]?=)(?:\"([^\"\\&]*)\"|'([^'\\&]*)'|([\w-]+)))?\]")
_TAG = re.compile(r"[a-zA-Z][\w-]*")
_ATTRIBUTES = re.compile(r"\[[^\]]*\]")
_WORD = re.compile(r"[\w-]+")
_HEAD = 4
"""Characters of the beginnings of words that rules are found by."""
_IN_WORDS = bytes(c if c > 127 or chr(c).isalnum() or c in b"-_" else 32 for c in range(256))
_BEYOND = re.compile(
    r":(?:-abp-(?!has\b)[\w-]+|has-text|contains|matches-[\w-]+|min-text-length|nth-ancestor|upward|watch-attr|xpath|others"
    r"|style|remove(?:-attr|-class)?|if|if-not|matches)\("
)


class Rule:
    """A selector, and the domains that it is not for."""

    __slots__ = ("not_domains", "selector")

    def __init__(self, selector: str, not_domains: Domains) -> None:
        self.selector = selector
        self.not_domains = not_domains


class Hiding:
    """The rules for elements of some lists; `lines` are theirs."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._by_word: dict[bytes, list[Rule]] = {}
        self._by_head: dict[bytes, list[Rule]] = {}
        self._by_text: dict[bytes, list[Rule]] = {}
        self._always: list[Rule] = []
        self._own: dict[str, list[Rule]] = {}
        self._excepted: dict[str, list[tuple[Domains, Domains]]] = {}
        self._has_entities = False
        for line in lines:
            self._add(line)

    def selectors(self, page: str, markup: bytes, common: bool = True) -> Iterator[tuple[str, bool]]:
        """What is to be hidden of the page at `page`, as CSS selectors, and whether they are for its site alone.

        Without `common` it is what speaks of its site. Only rules that may hold for something in its markup are named.
        """
        names = self._names_of(host_if_any(page))
        own = [rule for name in names for rule in self._own.get(name, ())]
        for rule in (*own, *(self._met(markup) if common else ())):
            if names.isdisjoint(rule.not_domains) and not self._is_excepted(rule.selector, names):
                yield rule.selector, rule in own

    def _met(self, markup: bytes) -> Iterator[Rule]:
        """The rules for all sites that may hold for something in a page."""
        lower = markup.lower()
        words = set(lower.translate(_IN_WORDS).split())
        for word in words & self._by_word.keys():
            yield from self._by_word[word]
        for head in {word[:_HEAD] for word in words} & self._by_head.keys():
            yield from self._by_head[head]
        for text, rules in self._by_text.items():
            if text in lower:
                yield from rules
        yield from self._always

    def _names_of(self, host: str) -> set[str]:
        """A host and all that it is below, as rules name them."""
        labels = host.split(".") if host else []
        names = {".".join(labels[at:]) for at in range(len(labels))}
        if self._has_entities and len(labels) > 1:
            suffix = "." + registrable_domain(host).partition(".")[2]
            names |= {name.removesuffix(suffix) + ".*" for name in names if name.endswith(suffix)}
        return names

    def _is_excepted(self, selector: str, names: set[str]) -> bool:
        for domains, not_domains in self._excepted.get(selector, ()):
            if names.isdisjoint(not_domains) and (not domains or not names.isdisjoint(domains)):
                return True
        return False

    def _add(self, line: str) -> None:
        found = COSMETIC.search(line)
        if found is None:
            return
        excepting, extended, selector = found.groups()
        if extended or ":" in selector:
            selector = selector.replace(":-abp-has(", ":has(")
            if _BEYOND.search(selector):
                return
        listed = line[: found.start()].lower().split(",") if found.start() else ()
        domains = tuple([name.strip() for name in listed if name[:1] != "~"])
        not_domains = tuple([name.strip()[1:] for name in listed if name[:1] == "~"])
        self._has_entities = self._has_entities or any(name.endswith(".*") for name in (*domains, *not_domains))
        if excepting:
            self._excepted.setdefault(selector, []).append((domains, not_domains))
            return
        rule = Rule(selector, not_domains)
        if domains:
            for name in domains:
                self._own.setdefault(name, []).append(rule)
            return
        self._file(rule)

    def _file(self, rule: Rule) -> None:
        """Put a rule for all sites where it is found by what a page must hold for it."""
        selector = rule.selector
        if selector[0] in ".#" and _NAME.fullmatch(selector):
            self._by_word.setdefault(selector[1:].lower().encode(), []).append(rule)
            return
        outer = "" if "\\" in selector else _outer(selector)
        name = _NAME.search(_ATTRIBUTES.sub("", outer))
        attribute = _ATTRIBUTE.search(outer)
        tag = _TAG.match(outer)
        if name is not None:
            where, key = self._by_word, name[1]
        elif attribute is not None:
            where, key = self._told_by(*attribute.groups(""))
        elif tag is not None:
            where, key = self._by_word, tag[0]
        else:
            self._always.append(rule)
            return
        where.setdefault(key.lower().encode(), []).append(rule)

    def _told_by(self, name: str, sign: str, *values: str) -> tuple[dict[bytes, list[Rule]], str]:
        """Where a rule is found that demands an attribute: by a word of its value, the beginning of one, or text."""
        value = "".join(values)
        if not value:
            return self._by_word, name
        best = ""
        for found in _WORD.finditer(value):
            begins = found.start() > 0 or sign in ("^=", "=", "~=", "|=")
            ends = found.end() < len(value) or sign in ("$=", "=", "~=")
            if begins and ends and len(found[0]) > len(best):
                best = found[0]
        if len(best) >= _HEAD:
            return self._by_word, best
        first = _WORD.match(value)
        if sign == "^=" and first is not None and len(first[0]) >= _HEAD:
            return self._by_head, first[0][:_HEAD]
        return self._by_text, value


def _outer(selector: str) -> str:
    """A selector without what stands in round brackets, which may speak of what must not be; "" for a list of them."""
    while "(" in selector:
        shorter = _BRACKETS.sub("", selector)
        if shorter == selector:
            return ""
        selector = shorter
    return "" if "," in _ATTRIBUTES.sub("", selector) else selector
