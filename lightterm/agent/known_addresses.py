"""Addresses that a client knows from its own tabs, and which of them was meant by one that leads nowhere."""

from __future__ import annotations

import difflib
import re
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lightterm.document.subset import paragraphs, targets_of
from lightterm.fetch.hosts import is_loopback
from lightterm.session.likeness import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lightterm.agent.desk import Desk
    from lightterm.document.model import Document

Known = tuple[str, str]

LOOKED_AT = 2000
"""Addresses that one is compared with."""

LAST = 3
"""Pages of a tab whose links are known: of an address that leads nowhere the tab has the page that says so."""

BY_ADDRESSES = frozenset(
    {"URL_INVALID", "NETWORK_DNS_FAILED", "HTTP_NOT_FOUND", "HTTP_GONE", "NETWORK_CONNECTION_FAILED"}
)
"""Errors for which another address may be the way on."""

_WORD = re.compile(r"\w+")

_ONWARD = re.compile(
    r"did you mean|looking for|instead|(?:has|have|was) (?:been )?(?:moved|renamed|replaced)|moved|is now|now at|new "
    r"(?:page|address|home)|meinten sie|umgezogen|verschoben|stattdessen|vouliez-vous|déplacé|quiso decir|trasladad"
    r"|spostat|verplaatst|bedoelde",
    re.IGNORECASE,
)
"""What says that a page which is not there is elsewhere."""

FEW = 12
"""Links of a page that says where another one is: what has more leads everywhere."""

HOSTS, PATHS = 0.8, 0.75
"""How like a host, and a path, has to be to be taken for what was meant (difflib's ratio)."""


def known_addresses(desk: Desk) -> list[Known]:
    """The pages that the client's own tabs were at and what the last of them link to, each once, the latest tab first:
    the address and what it is called."""
    return list(dict.fromkeys(_known(desk)))[:LOOKED_AT]


def _known(desk: Desk) -> Iterator[Known]:
    own = [tab for tab in desk.tabs if desk.is_own(tab)]
    for tab in reversed(own):
        yield from ((visit.url, visit.title) for visit in tab.visits)
        for visit in list(tab.visits)[: -LAST - 1 : -1]:
            if visit.page is None:
                continue
            targets = visit.page.document.targets
            yield from ((url, targets[number].text) for number, url in islice(targets.addresses(), LOOKED_AT))


def pointed_on(document: Document, url: str) -> tuple[str, bool]:
    """The address to which a page that stands for one that is not there sends who comes, and whether it says that what
    is asked for is there: the one link of the lines that say so, or the only one that it has besides to the site's
    first page; "" for none."""
    links = [(number, one) for number, one in islice(document.targets.addresses(), FEW + 1)]
    others = {number: one for number, one in links if _leads_on(one, url)}
    if not others or len(links) > FEW:
        return "", False
    said = list(paragraphs(document.blocks))
    for at, paragraph in enumerate(said):
        words = " ".join(one.text() for one in said[max(0, at - 1) : at + 1])
        there = {others[number] for number in targets_of((paragraph,)) if number in others}
        if len(there) == 1 and _ONWARD.search(words):
            return there.pop(), True
    return next(iter(others.values())) if len(set(others.values())) == 1 else "", False


def _leads_on(link: str, url: str) -> bool:
    """Whether a link of the page at an address leads to another one of its site, and not to its first."""
    one, other = urlsplit(link), urlsplit(url)
    return one[:2] == other[:2] and one.path.strip("/") != "" and one[2:4] != other[2:4]


def like_host(url: str, known: Sequence[Known]) -> str:
    """The address on the one known host whose name is written nearly so; "" where there is none."""
    there = urlsplit(url)
    names = {urlsplit(one).hostname or "": None for one, _ in known}
    if any(is_loopback(f"[{one}]" if ":" in one else one) for one in names):
        names.setdefault("localhost", None)
    near = difflib.get_close_matches(there.hostname or "", filter(None, names), 2, HOSTS)
    if not near or near[0] == there.hostname:
        return ""
    port = f":{there.port}" if there.port is not None else ""
    return there._replace(netloc=f"{near[0]}{port}").geturl()


def like_port(url: str, known: Sequence[Known]) -> str:
    """The address on the one other port of its host that is known; "" for none, or several, or where its own is."""
    there = urlsplit(url)
    others = dict.fromkeys(urlsplit(one)[:2] for one, _ in known if urlsplit(one).hostname == there.hostname)
    if not there.hostname or there[:2] in others or len(others) != 1:
        return ""
    scheme, place = next(iter(others))
    return there._replace(scheme=scheme, netloc=place).geturl()


def like_path(url: str, known: Iterable[Known]) -> str:
    """The known address of the same site whose path, or name, is nearly the path of one that is not there; "" for
    none."""
    there = urlsplit(url)
    paths: dict[str, str] = {}
    names: dict[str, str] = {}
    for one, name in known:
        other = urlsplit(one)
        if other[:2] == there[:2] and (other.path, other.query) != (there.path, there.query):
            there_is = other._replace(fragment="").geturl()
            paths.setdefault(_plain(other.path), there_is)
            names.setdefault(" ".join(_WORD.findall(name.casefold())), there_is)
    wanted = _plain(there.path)
    if not wanted:
        return ""
    near = [wanted] if wanted in paths else difflib.get_close_matches(wanted, paths, 1, PATHS)
    said = " ".join(_WORD.findall(wanted.rpartition("/")[2].replace("_", " ")))
    return paths[near[0]] if near else names.get(said, "") or _about(wanted, paths)


def _about(wanted: str, paths: Mapping[str, str]) -> str:
    """The address beside one that is not there whose last part is about the same in other words; "" for none, or more
    than one."""
    head, _, last = wanted.rpartition("/")
    asked = words_of(last.replace("_", " ").replace("-", " "))
    beside = [path for path in paths if path.rpartition("/")[0] == head]
    found = [path for path in beside if asked and all(any(map(one.near, words_of(_said(path)))) for one in asked)]
    return paths[found[0]] if len(found) == 1 else ""


def _said(path: str) -> str:
    return path.rpartition("/")[2].replace("_", " ").replace("-", " ")


def _plain(path: str) -> str:
    """A path as it is compared: without case, the ending of a file, and slashes at its ends."""
    bare = path.casefold().strip("/")
    head, slash, last = bare.rpartition("/")
    stem, dot, _ = last.rpartition(".")
    return f"{head}{slash}{stem if dot and stem else last}"
