"""Ways on from an address that leads nowhere: as it was meant, on the page that is open, or above it."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from lightterm.agent.known_addresses import like_host, like_path, like_port
from lightterm.agent.near_words import COUNT, firmly, named_nearly
from lightterm.agent.way import Way
from lightterm.fetch.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.agent.way import Asked

    Error = dict[str, Any]

BEHIND = ").,;:!?'\"]}>»”’*`"
"""What stands behind an address in a text and is none of it."""

GOING = ("back", "forward", "reload")
"""What is no address where one is asked for, but says where to go."""

_WHOLE = re.compile(r"https?://[^\s<>\"'`|\\^{}]+")
"""An address in a text or in markup: what none has ends it (RFC 3986 appendix C)."""
_SLIP = re.compile(r"(https?)[:;,./\\]{1,4}(?=[\w\[])", re.IGNORECASE)
_DOUBLED = re.compile(r"https?:/*(?=https?:/)", re.IGNORECASE)
_SOURCE = re.compile(r"view-?source:(?=https?://)", re.IGNORECASE)
_TARGET = re.compile(r"\[?(\d{1,6})\]?")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def upwards(error: Error, asked: Asked) -> Iterator[Way]:
    """To the address without what a text has behind it, or to the one above, which may have a link to it."""
    given = str(asked.arguments.get("url", ""))
    bare = given.rstrip(BEHIND)
    if (written := unescape(given)) != given and "&amp;" in given:
        yield Way("use_url", "As it is meant by what stands in markup.", asked.tool, asked.again(url=written))
    first, *more = given.split() or [""]
    if len(more) > 1:
        yield Way("use_url", "Without the words behind it.", asked.tool, asked.again(url=first))
    if more:
        yield Way("use_url", "Without the blanks in it.", asked.tool, asked.again(url="".join(given.split())))
    if bare and bare != given:
        yield Way("use_url", "Without what stands behind it.", asked.tool, asked.again(url=bare))
    url = str(error.get("context", {}).get("url") or given)
    near = like_path(url, asked.known)
    elsewhere = [(asked.sent_on, "The page that stands there links here.")]
    elsewhere += [(near, "This link of a page that you have open may be what is meant.")]
    elsewhere = elsewhere if asked.moved else elsewhere[::-1]
    yield from (Way("use_url", words, *_to(other, asked)) for other, words in elsewhere if other)
    above = urljoin(url, "." if not url.endswith("/") else "..") if url.startswith("http") else ""
    if above and above != url:
        above = above.rstrip("/") if urlsplit(above).path.strip("/") else above  # who wants the slash leads there
        yield Way("go_up", "See what the address above this one links to.", "browse", {"url": above, "format": "links"})
        home = urljoin(url, "/")
        if home != above:
            yield Way("go_home", "See what the site's first page links to.", "browse", {"url": home, "format": "links"})
    yield Way("check_url", "Check the address for a typing mistake.")


def _to(url: str, asked: Asked) -> tuple[str, dict[str, Any]]:
    """The call that asks for another address: the same, or that of a call which has none opened."""
    return (asked.tool, asked.again(url=url)) if asked.has("url") else ("open", {"url": url})


def mended(error: Error, asked: Asked) -> Iterator[Way]:
    """To what an address was probably meant to be: put right, without blanks in it, a target, or on the open page."""
    given = str(asked.arguments.get("url", ""))
    there = {"tab": asked.arguments["tab"]} if "tab" in asked.arguments else {}
    for step in error.get("recommendedActions", ()):
        if step["action"] == "use_url":
            yield Way("use_url", step["description"], asked.tool, asked.again(url=step["parameters"]["url"]))
    if source := _SOURCE.match(given):
        whole = {"url": given[source.end() :], "format": "html"}
        yield Way("show_source", "Read its source.", "browse", whole)
        return
    if given.strip().lower() in GOING and asked.page:
        yield Way("go_there", "It is no address, but where go leads.", "go", {"to": given.strip().lower()})
        return
    said = _WHOLE.findall(given)
    if len(said) == 1 and not given.lstrip().startswith("http"):
        yield Way("use_url", "The address in it.", asked.tool, asked.again(url=said[0].rstrip(BEHIND)))
        return
    if (slip := _SLIP.match(given.strip())) and "://" not in given:
        url = f"{slip[1]}://{given.strip()[slip.end() :]}"
        yield Way("use_url", "With its scheme as it is written.", asked.tool, asked.again(url=url))
        return
    number = _TARGET.fullmatch(given.strip())
    if number and asked.page:
        yield Way(
            "correct_arguments",
            "Follow the link of that number.",
            "act",
            {**there, "do": "click", "target": int(number[1])},
        )
    elif asked.page and " " in given.strip() and not _SCHEME.match(given) and "/" not in given:
        words = "It is no address; what is called so on the page that is open."
        yield Way("correct_arguments", words, "act", {**there, "do": "click", "target": given.strip()})
    elif asked.page.startswith("http") and given.strip(" #") and not _SCHEME.match(given) and " " not in given.strip():
        yield from _on_page(given.strip(), asked)
    elif "://" in given and given.split() != [given]:
        yield Way("use_url", "Without the blanks in it.", asked.tool, asked.again(url="".join(given.split())))


def _on_page(given: str, asked: Asked) -> Iterator[Way]:
    """To what is called so on a page that is open, else to the word as an address on the one in front."""
    named = [url for url, name in asked.known if name.casefold().strip() == given.casefold()]
    names = {name: url for url, name in asked.known if name}
    named = named or [names[one] for one in named_nearly(given, list(names)) if firmly(COUNT.sub("", one), given)]
    for url in named[:1]:
        yield Way("use_url", "What is called so on a page that you have open.", asked.tool, asked.again(url=url))
    url = urljoin(asked.page, given)
    yield Way("use_url", "As an address on the page that is open.", asked.tool, asked.again(url=url))


def in_clear(error: Error, asked: Asked) -> Iterator[Way]:
    """Of a server of this machine that speaks no TLS the same without; to others nobody goes without it unasked."""
    about = error.get("context", {})
    url = str(asked.arguments.get("url", "")).strip()
    if "://" not in url and url:
        url = str(about.get("url") or f"https://{url}")
    if about.get("check") not in ("no-tls", "closed") or not url.lower().startswith("https://"):
        return
    host = urlsplit(url).hostname or ""
    if is_loopback(f"[{host}]" if ":" in host else host):
        plain = f"http{url[5:]}"
        yield Way("use_url", "On this machine, where it speaks no TLS.", asked.tool, asked.again(url=plain))


def other_port(asked: Asked) -> Iterator[Way]:
    """Of a port that nobody listens on the one of the same host that the client has open."""
    url = like_port(str(asked.arguments.get("url", "")).strip(), asked.known)
    if url:
        words = "Nobody listens on this port; you have pages of that host open from another one."
        yield Way("use_url", words, asked.tool, asked.again(url=url))


def unnamed(error: Error, asked: Asked) -> Iterator[Way]:
    """To an address whose scheme stands there twice, where the first one is taken for a name."""
    given = str(asked.arguments.get("url", "")).strip()
    bare = _DOUBLED.sub("", given)
    meant = like_host(given if "://" in given else f"https://{given}", asked.known) if given else ""
    if meant:
        words = "This host, of a page that you have open, may be what is meant."
        yield Way("use_url", words, asked.tool, asked.again(url=meant))
    if bare != given:
        yield Way("use_url", "With its scheme once.", asked.tool, asked.again(url=bare))
    elif error["retryable"] and error.get("context", {}).get("temporary"):
        yield Way("retry", "Try the same call again.", asked.tool, asked.again(), 1000)
