"""What a page may not load: kinds of resources, and lists in EasyList's syntax or as hosts files.

Of the syntax (https://help.adblockplus.org/hc/en-us/articles/360062733293) the rules for requests are read: anchors,
wildcards, separators, regular expressions, exceptions, and the options for kinds, parties and domains. A rule with any
other option is left out; those for elements are for `fetch/hiding.py`. A list of 70,000 rules is read in 0.5 s; a
request costs at most 0.2 ms, since rules are found by a word of their addresses, and made into expressions when first
tried.
"""

from __future__ import annotations

import re

from lightterm.errors import UrlInvalid
from lightterm.fetch.hiding import Hiding
from lightterm.fetch.urls import host_if_any, host_of, same_site

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_URL = 4096
MOST_WILDCARDS = 8
"""More of them are left out: matching them could take long."""

_KINDS = {
    "script": "script",
    "image": "image",
    "background": "image",
    "stylesheet": "stylesheet",
    "css": "stylesheet",
    "font": "font",
    "media": "media",
    "object": "object",
    "xmlhttprequest": "xhr",
    "xhr": "xhr",
    "subdocument": "frame",
    "frame": "frame",
    "websocket": "websocket",
    "ping": "ping",
    "other": "other",
}
_NAMES = {"fetch": "xhr", "eventsource": "xhr", "style": "stylesheet", "texttrack": "media", "beacon": "ping"}
"""What engines call a kind, as the lists do."""

_PARTIES = {"third-party": True, "3p": True, "~third-party": False, "~3p": False, "first-party": False, "1p": False}
_IGNORED = ("important", "match-case", "all")
_TOKEN = re.compile(r"[a-z0-9%]{3,}")
_HOSTS_LINE = re.compile(r"(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+([\w.-]+)")
_COSMETIC = re.compile(r"#@?[?$%]?#|#@?\$\?#")
_COMMON = re.compile(r"#@?[?]?#[^\s#]|###[^\s#]")
_HIDES = {
    "elemhide": "elemhide",
    "ehide": "elemhide",
    "generichide": "generichide",
    "ghide": "generichide",
    "specifichide": "specifichide",
    "shide": "specifichide",
    "document": "document",
    "doc": "document",
}
_LEAVES = frozenset(_HIDES.values())
"""What exceptions for pages take away: the hiding of elements, all or by the rules for all sites or for this one."""


class Rule:
    """One rule; its pattern is compiled when it is first tried."""

    __slots__ = ("_compiled", "_pattern", "domains", "kinds", "not_domains", "third_party")

    def __init__(
        self,
        pattern: str,
        kinds: frozenset[str] | None,
        third_party: bool | None,
        domains: tuple[str, ...],
        not_domains: tuple[str, ...],
    ) -> None:
        self._pattern = pattern
        self._compiled: re.Pattern[str] | None = None
        self.kinds = kinds
        self.third_party = third_party
        self.domains = domains
        self.not_domains = not_domains

    def matches(self, url: str, kind: str, host: str, foreign: bool) -> bool:
        """Whether it speaks of a request for `url` (lower case) by a page of `host`."""
        if self.kinds is not None and kind not in self.kinds:
            return False
        if self.third_party is not None and self.third_party != foreign:
            return False
        if self.domains and not _is_below(host, self.domains):
            return False
        if self.not_domains and _is_below(host, self.not_domains):
            return False
        if self._compiled is None:
            self._compiled = _compile(self._pattern)
        return self._compiled.search(url) is not None


class _Rules:
    """Rules by a word that the addresses they match must hold."""

    def __init__(self) -> None:
        self._by_token: dict[str, list[Rule]] = {}
        self._others: list[Rule] = []

    def add(self, rule: Rule, token: str) -> None:
        if token:
            self._by_token.setdefault(token, []).append(rule)
        else:
            self._others.append(rule)

    def match(self, url: str, tokens: list[str], kind: str, host: str, foreign: bool) -> bool:
        known = self._by_token
        for token in tokens:
            for rule in known.get(token, ()):
                if rule.matches(url, kind, host, foreign):
                    return True
        return any(rule.matches(url, kind, host, foreign) for rule in self._others)


class Blocker:
    """Says which requests of pages are not made. `kinds` are names such as image, font, media, script."""

    def __init__(self, lists: Iterable[str] = (), kinds: Iterable[str] = ()) -> None:
        """`lists` are the texts of filter lists."""
        self._kinds = frozenset(kinds)
        self._blocking = _Rules()
        self._excepting = _Rules()
        self._leaving = _Rules()
        self._cosmetic: list[str] = []
        self._hiding: Hiding | None = None
        self.count = 0
        for text in lists:
            for line in text.splitlines():
                self._add(line.strip())

    def hidden(self, page: str, markup: bytes) -> Iterator[str]:
        """What the lists hide of the page at `page`, as CSS selectors; its markup tells which of them may matter."""
        if not self._cosmetic:
            return
        if self._hiding is None:
            self._hiding = Hiding(self._cosmetic)
        off = {kind for kind in _LEAVES if self._leaves(page, kind)}
        if "elemhide" in off or "document" in off:
            return
        for selector, own in self._hiding.selectors(page, markup, "generichide" not in off):
            if not own or "specifichide" not in off:
                yield selector

    def _leaves(self, page: str, kind: str) -> bool:
        """Whether an exception takes something away from a whole page."""
        url = page[:LONGEST_URL].lower()
        return self._leaving.match(url, _TOKEN.findall(url), kind, host_if_any(page), False)

    def blocks(self, url: str, kind: str, page: str) -> bool:
        """Whether a page at `page` may not load `url`, which is a resource of that kind, never the page itself."""
        kind = _NAMES.get(kind, kind)
        if kind in self._kinds:
            return True
        if not self.count or not url.startswith(("http", "ws")):
            return False
        url = url[:LONGEST_URL].lower()
        tokens = _TOKEN.findall(url)
        host, foreign = _relation(page, url)
        if not self._blocking.match(url, tokens, kind, host, foreign) or self._leaves(page, "document"):
            return False
        return not self._excepting.match(url, tokens, kind, host, foreign)

    def _add(self, line: str) -> None:
        if not line or line[0] == "!" or (line[0] == "[" and line[-1] == "]"):
            return
        if line[0] == "#" and not _COMMON.match(line):
            return  # the comment of a hosts file
        hosts = _HOSTS_LINE.match(line)
        if hosts is not None:
            line = f"||{hosts[1]}^"
        elif _COSMETIC.search(line):
            self._cosmetic.append(line)
            return
        excepts = line[:2] == "@@"
        rules = self._excepting if excepts else self._blocking
        for pattern, rule in _parsed(line.removeprefix("@@"), _KINDS | _HIDES if excepts else _KINDS):
            named = self._leaving if excepts and rule.kinds and rule.kinds <= _LEAVES else rules
            named.add(rule, _token_of(pattern))
            self.count += 1


def _parsed(line: str, known: dict[str, str]) -> Iterator[tuple[str, Rule]]:
    """The rule of a line, nothing for one that says what is not known here."""
    pattern, options = line, ""
    at = line.rfind("$")
    if at >= 0 and not (line[0] == "/" and line[-1] == "/"):
        pattern, options = line[:at], line[at + 1 :]
    pattern = pattern.lower()
    is_regex = len(pattern) > 2 and pattern[0] == "/" and pattern[-1] == "/"
    if not is_regex and pattern.count("*") > MOST_WILDCARDS:
        return
    kinds: set[str] = set()
    not_kinds: set[str] = set()
    third_party: bool | None = None
    domains: list[str] = []
    not_domains: list[str] = []
    for option in filter(None, options.split(",")):
        name, _, value = option.partition("=")
        if name in _PARTIES:
            third_party = _PARTIES[name]
        elif name in ("domain", "from"):
            for domain in value.lower().split("|"):
                (not_domains if domain[:1] == "~" else domains).append(domain.lstrip("~"))
        elif name.lstrip("~") in known:
            (not_kinds if name[0] == "~" else kinds).add(known[name.lstrip("~")])
        elif name not in _IGNORED:
            return
    chosen = frozenset(kinds or set(_KINDS.values()) - not_kinds) if kinds or not_kinds else None
    if is_regex and not _compiles(pattern[1:-1]):
        return
    if not pattern.strip("*|^") and chosen is None and third_party is None and not domains:
        return  # it would speak of everything
    yield pattern, Rule(pattern, chosen, third_party, tuple(domains), tuple(not_domains))


def _compiles(expression: str) -> bool:
    try:
        re.compile(expression)
    except re.error:
        return False
    return True


def _compile(pattern: str) -> re.Pattern[str]:
    """A pattern as an expression over addresses in lower case."""
    if len(pattern) > 2 and pattern[0] == "/" and pattern[-1] == "/":
        return re.compile(pattern[1:-1])
    start = end = ""
    if pattern[:2] == "||":
        start, pattern = r"^[a-z]+://(?:[^/?#]*\.)?", pattern[2:]
    elif pattern[:1] == "|":
        start, pattern = "^", pattern[1:]
    if pattern[-1:] == "|":
        end, pattern = "$", pattern[:-1]
    body = re.escape(pattern.strip("*")).replace(r"\*", ".*").replace(r"\^", r"(?:[^a-z0-9_.%-]|$)")
    return re.compile(start + body + end)


def _token_of(pattern: str) -> str:
    """The longest word of a pattern that stands in every address it matches, whole; "" for none."""
    if pattern[:1] == "/" and pattern[-1:] == "/" and len(pattern) > 2:
        return ""
    best = ""
    text = pattern.strip("|")
    for found in _TOKEN.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        begins = before[-1:] != "*" if before else pattern[:1] == "|"
        ends = after[:1] != "*" if after else pattern[-1:] == "|"
        if begins and ends and len(found[0]) > len(best):
            best = found[0]
    return best


def _relation(page: str, url: str) -> tuple[str, bool]:
    """The page's host, and whether the address is of another site."""
    try:
        return host_of(page), not same_site(page, url)
    except UrlInvalid:
        return "", True


def _is_below(host: str, domains: tuple[str, ...]) -> bool:
    return any(host == domain or host.endswith("." + domain) for domain in domains)
