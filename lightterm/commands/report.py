"""What a dump says on stderr: a line for each thing that went wrong, and how a page was got where that was asked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Response
    from lightterm.loading import Page

    class Lines(Protocol):
        """Where lines go: what is used of a text stream."""

        @property
        def encoding(self) -> str: ...
        def write(self, text: str, /) -> object: ...
        def flush(self) -> None: ...


def tell(stderr: Lines, text: str) -> None:
    """Write and flush; where it finds no room (a full disk), the page and its exit code are what they are without it.

    A reader that went away ends us as ever.
    """
    try:
        stderr.write(text)
        stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:
        pass


NO_PAGE = {204: "204 No Content", 205: "205 Reset Content"}
"""Replies that tell a browser to stay where it is."""


def absence(page: Page) -> str:
    """What is said of a reply that is no page by its status, to which nobody is to be led; "" of any other."""
    status = NO_PAGE.get(page.response.status, "")
    return f"the server sent no page ({status})" if status and not page.document.blocks else ""


def emptiness(page: Page) -> str:
    """What is said of a page without any text, whose blank screen could be one still to come; "" of any other."""
    if absent := absence(page):
        return absent
    if page.document.blocks or page.errors or page.response.url.startswith("about:"):
        return ""
    what = "file" if page.response.url.startswith("file:") else "page"
    return f"the {what} has no text" if page.response.body.strip() else f"the {what} is empty"


class Report:
    """Writes to stderr; `quiet` says nothing at all, `verbose` adds timing and redirects."""

    def __init__(self, stderr: Lines, quiet: bool, verbose: bool, trace: str = "") -> None:
        self._stderr = stderr
        self._trace = trace
        self._quiet = quiet
        self._verbose = verbose

    def say(self, words: str) -> None:
        """One line of ours."""
        self.line(f"lightterm: {' '.join(words.split())}")

    def line(self, line: str) -> None:
        """One line, made safe for a terminal and fit for its charset."""
        if self._quiet:
            return
        from lightterm.safe import clean

        encoding = getattr(self._stderr, "encoding", None) or "utf-8"
        text = f"{clean(line)}\n"
        if not text.isascii() and encoding != "utf-8":
            from lightterm.output.encode import encode

            text = encode(text, encoding).decode(encoding)
        tell(self._stderr, text)

    def error(self, error: LighttermError, typed: str) -> None:
        """Which address, of a medium its own, what happened, what to do."""
        where = str(error.context.get("medium", typed))
        self.problem(error.message, error.suggestion, "" if "path" in error.context else where)

    def problem(self, message: str, suggestion: str, typed: str) -> None:
        """The same of an error that is no object any more."""
        where = f"{_shown(typed)}: " if typed else ""
        hint = suggestion.rstrip(".")
        known = hint.casefold() in message.casefold()
        self.say(f"{where}{message}" + ("" if known else f"; {hint[:1].lower()}{hint[1:]}"))

    def page(self, page: Page, printed: bool = True) -> None:
        """What is probably missing, where the text was `printed`; a trace that was asked for; with `verbose` timing,
        redirects, size."""
        told = printed and bool(page.response.body)  # of /dev/null nothing is
        if page.hint and page.error is None:
            self.say(f"probably not all of the page: {page.hint}")
        elif words := emptiness(page) if told else absence(page):
            self.problem(words, "", page.request.url)
        if self._trace:
            self._tell(page)
        if not self._verbose:
            return
        timing = page.response.timing
        for step in page.trace:
            self.say(
                f"tier {step.tier}: load {step.load_ms:.0f} ms (connect {timing.connect_ms:.0f}, first byte "
                f"{timing.first_byte_ms:.0f}), extract {step.extract_ms:.0f} ms; {step.reason}"
            )
        self.reply(page.response, page.snapshot.content_type)
        for reason, elements, characters in page.document.hidden.counts:
            self.say(f"left out ({reason}): {_many(elements, 'element')}, {_many(characters, 'character')}")

    def _tell(self, page: Page) -> None:
        from lightterm.commands import trace

        told = trace.trace_of(page)
        for line in (trace.as_json(told),) if self._trace == "json" else trace.lines(told):
            self.line(line if self._trace == "json" else f"lightterm: {line}")

    def reply(self, response: Response, content_type: str) -> None:
        """Redirects, status and size; only with `verbose`."""
        if not self._verbose:
            return
        from lightterm.fetch.urls import display_url

        for hop in response.redirects:
            self.say(f"redirect {hop.status or 'refresh'}: {display_url(hop.url)} -> {display_url(hop.location)}")
        version = f" {response.http_version}" if response.http_version else ""
        cached = ", from cache" if response.from_cache else ""
        retries = f", asked {response.retries + 1} times" if response.retries else ""
        total = f" in {response.timing.total_ms:.0f} ms" if response.timing.total_ms else ""
        size = _many(len(response.body), "byte")
        self.say(f"status {response.status}{version}, {size}{total}{cached}{retries}, {content_type}")


def _shown(typed: str) -> str:
    """The address as typed, but for name and password in it, and a host that is not what it looks like."""
    if typed == "-":
        return "standard input"
    if "@" not in typed and typed.isascii():
        return typed
    from lightterm.errors import UrlInvalid
    from lightterm.fetch.urls import display_url, typed_to_url

    try:
        url = typed_to_url(typed)
    except UrlInvalid:
        url = ""
    if "://" in url and not url.startswith("file:"):
        return display_url(url)
    # Nobody can say where a password ends in what is no address.
    return typed if url.startswith(("file:", "data:", "about:", "mailto:")) else typed.rpartition("@")[2]


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
