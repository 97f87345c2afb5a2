"""The pages that lightterm makes of what it knows: about:history, about:bookmarks, about:keys ... as HTML documents.

They go the way of any page: a Response, extracted, laid out, in the tab's history. Text from elsewhere is escaped.
"""

from __future__ import annotations

from html import escape
from urllib.parse import quote, unquote

from lightterm.fetch.model import Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    from lightterm.commands.registry import Registry
    from lightterm.fetch.model import Request
    from lightterm.keys.keymap import Keymap
    from lightterm.session.downloads import Downloads
    from lightterm.session.session import Session
    from lightterm.session.tab import Tabs

    class Stored(Protocol):
        """What lists of the store tell of."""

        session: Session

    class Known(Stored, Protocol):
        """What the pages tell of; a Front is one."""

        registry: Registry
        keymap: Keymap
        tabs: Tabs
        downloads: Downloads
        said: list[str]
        config_file: str
        keyed: bool
        """Whether commands have keys, and are typed after a colon; else they are lines."""

    Make = Callable[[Any, str], str]

_MODULES = {
    "history": "about_lists",
    "bookmarks": "about_lists",
    "quickmarks": "about_lists",
    "reading-list": "about_lists",
    "marks": "about_lists",
    "sessions": "about_lists",
    "followed": "about_feeds",
    "cookies": "about_lists",
    "downloads": "about_lists",
    "messages": "about_lists",
    "info": "about_page",
    "links": "about_page",
    "forms": "about_page",
    "media": "about_page",
    "feeds": "about_page",
    "deeds": "about_agents",
    "changes": "about_changes",
    "why": "about_why",
    "ws": "about_sockets",
    "commands": "about_help",
    "keys": "about_help",
    "settings": "about_help",
}
"""The module whose function makes the page, by the page's name."""

SOURCE = "view-source:"


def is_made(url: str) -> bool:
    """Whether an address is of a page that is made of what lightterm knows: what was visited, kept, set or said."""
    while url.lower().startswith(SOURCE):
        url = url[len(SOURCE) :]
    return url.lower().startswith("about:") and asked(url)[0] in _MODULES


class OwnPages:
    """Answers requests for pages that are made when they are shown; set its `answer` as the session's `own_pages`."""

    def __init__(self, known: Known, settle: Callable[[], None] | None = None) -> None:
        self._known = known
        self._settle = settle
        """Waits until what was done so far is kept: a page visited just now is in the history."""

    def answer(self, request: Request) -> Response | None:
        """The page, None for an address that is no page made here. Raises LighttermError."""
        url = request.url
        if url.startswith(SOURCE):
            from lightterm.commands.about_page import source

            return _response(url, source(self._known, url.removeprefix(SOURCE)))
        name, words = asked(url)
        if name == "help" and words:
            from lightterm.commands.about_help import topic

            name, words = topic(self._known, words)
        if name in _MODULES:
            if self._settle is not None and _MODULES[name] == "about_lists":
                self._settle()
            return made(self._known, url, name, words)
        if name == "command":
            from lightterm.commands.about_help import command

            return _response(url, command(self._known, words))
        from lightterm.commands.about_help import manual

        text = manual(self._known, name)
        return None if text is None else _response(url, text, "text/markdown")


def asked(url: str) -> tuple[str, str]:
    """Name and words of about:NAME?WORDS."""
    name, _, query = url.partition(":")[2].partition("#")[0].partition("?")
    return name.lower(), unquote(query)


def made(known: Stored, url: str, name: str, words: str) -> Response:
    """The page of one of the names in `_MODULES`; those of the store's lists ask `known` for its session alone."""
    module = __import__(f"lightterm.commands.{_MODULES[name]}", fromlist=[name])
    make: Make = getattr(module, name.replace("-", "_"))
    return _response(url, make(known, words))


def _response(url: str, markup: str, kind: str = "text/html") -> Response:
    body = markup.encode("utf-8", "replace")
    return Response(url, body=body, stated_type=kind, charset="utf-8", wire_bytes=len(body))


def html_page(title: str, parts: Iterable[str]) -> str:
    """A document of markup parts under its title."""
    head = f"<!DOCTYPE html><html><head><title>{escape(title)}</title></head><body>"
    main = f"<main dir=ltr><h1>{escape(title)}</h1>"  # a title from right to left would turn what is said of it round
    return head + main + "\n".join(parts) + "</main></body></html>"


def link(url: str, text: str) -> str:
    """A link to `url` that reads `text`."""
    return f'<a href="{escape(url)}">{escape(" ".join(text.split()) or url)}</a>'


def own(name: str, words: str, text: str) -> str:
    """A link to another page of this kind."""
    return link(f"about:{name}?{quote(words)}" if words else f"about:{name}", text)


def rows(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """A table; its cells are markup."""
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body]
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<table><tr>{top}</tr>{''.join(lines)}</table>"


def facts(told: Iterable[Iterable[str]]) -> str:
    """A table of names and what they stand for, a pair a row: no column has a name; its cells are markup."""
    lines = (f"<tr><th scope=row>{name}</th><td>{text}</td></tr>" for name, text in told)
    return f"<table>{''.join(lines)}</table>"


def items(entries: Iterable[str]) -> str:
    """A list; its entries are markup."""
    return "<ul>" + "".join(f"<li>{entry}</li>" for entry in entries) + "</ul>"


def day(when: float) -> str:
    """A time as its local day."""
    import time

    return time.strftime("%A, %Y-%m-%d", time.localtime(when))


def minute(when: float) -> str:
    """A time as its local hour and minute."""
    import time

    return time.strftime("%H:%M", time.localtime(when))
