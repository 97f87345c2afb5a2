"""The dump: pages as text on stdout, what went wrong on stderr, and an exit code that can be trusted."""

from __future__ import annotations

import os

from lightterm.errors import LighttermError
from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

    from lightterm.commands.options import DumpOptions
    from lightterm.fetch.model import Response
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.settings import Settings

LINES_AT_ONCE = 2000
"""Lines written at a time: `| head` gets its first ones while the rest is laid out."""

DEFAULT_WIDTH = 80


def run(options: DumpOptions, settings: Settings, stdout: BinaryIO, stderr: TextIO) -> int:
    """Dump each URL in order; the exit code is 0 only when every page was read whole, else that of the first error."""
    from lightterm.session.session import Session

    code = 0
    with Session(settings, options.cookie_jar, options.user) as session:
        dump = Dump(session, options, stdout, stderr)
        for i, url in enumerate(options.urls):
            error = dump.one(url, i)
            code = code or (error.exit_code if error is not None else 0)
    return code


class Dump:
    """One run of the command over its URLs."""

    def __init__(self, session: Session, options: DumpOptions, stdout: BinaryIO, stderr: TextIO) -> None:
        self.session = session
        self.options = options
        self.settings = session.settings
        self.stdout = stdout
        self.stderr = stderr
        self.width = self._width()

    def one(self, typed: str, index: int) -> LighttermError | None:
        """Dump one address as typed; the error that keeps it from being whole, already told on stderr."""
        from lightterm.fetch.urls import typed_to_url

        options = self.options
        try:
            request = self._request(typed_to_url(typed, os.getcwd()))
            if index and options.download is None:
                self._write("\n")
            if options.download is not None:
                return self._tell(self._download(request), typed)
            if self.settings.output.format in ("html-source", "headers"):
                return self._tell(self._raw(request), typed)
            return self._page(request, typed)
        except LighttermError as error:
            return self._tell(error, typed)

    def _request(self, url: str) -> Request:
        options = self.options
        return Request(
            url=url,
            method=options.method or ("POST" if options.data is not None else "GET"),
            headers=options.headers,
            data=options.data,
            asker="program" if options.robots else "person",
            freshness=options.freshness,
            deadline=self.settings.network.timeout,
            media_type=options.media_type,
            charset=options.charset,
            base=options.base,
        )

    def _page(self, request: Request, typed: str) -> LighttermError | None:
        session, options = self.session, self.options
        view = session.view(self.width, request.url)
        page = session.open(request, view)
        if options.form and page.error is None:
            from lightterm.session.forms import submission

            page = session.open(submission(page.document, options.form), view)
        if options.include_headers:
            self._write("\n".join(header_text(page.response)) + "\n\n")
        if options.title:
            self._write(f"{page.document.title}\n")
        else:
            self._print(page)
        if options.verbose:
            self._timing(page)
        for error in page.errors[1:]:
            self._tell(error, typed)
        return self._tell(page.error, typed)

    def _print(self, page: Page) -> None:
        """Write the page as settings say: title and address, text, references."""
        from lightterm.fetch.urls import display_url
        from lightterm.output.text import header_lines, page_text, references

        output = self.settings.output
        document = page.document
        if output.include_metadata and output.link_style != "only":
            self._plain(iter(header_lines(document, self.width, display_url)))
        colored = self._is_colored()
        if not colored and output.link_style != "osc8":
            self._plain(page_text(document, self.width, output.numbers, output.link_style, display_url))
            return
        if output.link_style == "only":
            self._plain(references(document, display_url))
            return
        from lightterm.output.ansi import link_urls, styled_lines
        from lightterm.output.text import reference_list, with_addresses

        blocks = with_addresses(document, display_url) if output.link_style == "inline" else document.blocks
        urls = link_urls(document) if output.link_style == "osc8" else {}
        for line in styled_lines(blocks, self.width, output.numbers, colored, urls):
            self._write(line + "\n")
        if output.link_style == "refs" and output.numbers:
            self._plain(reference_list(document, display_url))

    def _is_colored(self) -> bool:
        output = self.settings.output
        if output.color != "auto":
            return output.color == "always"
        wanted = output.format == "ansi" or self.stdout.isatty()
        return wanted and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def _plain(self, lines: Iterator[str]) -> None:
        """Write lines of text that hold no escape sequences, through the last guard."""
        from lightterm.safe import output_guard

        batch: list[str] = []
        for line in lines:
            batch.append(line)
            if len(batch) >= LINES_AT_ONCE:
                self._write(output_guard("\n".join(batch)) + "\n")
                batch.clear()
        if batch:
            self._write(output_guard("\n".join(batch)) + "\n")

    def _write(self, text: str) -> None:
        from lightterm.output.encode import encode

        self.stdout.write(encode(text, self.options.encoding or "utf-8"))
        self.stdout.flush()

    def _raw(self, request: Request) -> LighttermError | None:
        """Write the reply itself: its headers, or its source (text cleaned, anything else only into a pipe)."""
        from lightterm.engines.static import is_text, snapshot_of
        from lightterm.errors import UnsupportedType
        from lightterm.safe import clean_text

        response = self.session.fetch(request)
        if self.settings.output.format == "headers" or self.options.include_headers:
            self._write("\n".join(header_text(response)) + "\n\n")
        if self.settings.output.format == "headers":
            return response.error
        snapshot = snapshot_of(response, request)
        if is_text(snapshot.content_type):
            self._write(clean_text(snapshot.markup.decode("utf-8", "replace")))
        elif self.stdout.isatty():
            raise UnsupportedType(
                f"{snapshot.content_type} is no text for a terminal: send it to a file or a pipe", url=response.url
            )
        else:
            self.stdout.write(response.body)
        return response.error

    def _download(self, request: Request) -> LighttermError | None:
        """Save the reply under the server's name, made safe; say where on stderr."""
        from lightterm.fetch.filename import safe_filename, save_new

        response = self.session.fetch(request)
        name = safe_filename(response.header("content-disposition"), response.url, response.stated_type)
        path = save_new(self.options.download or ".", name, response.body, response.error is None)
        self._say(f"saved {path} ({len(response.body)} bytes)")
        return response.error

    def _tell(self, error: LighttermError | None, typed: str) -> LighttermError | None:
        """Say an error on stderr, once, with what to do about it; return it."""
        if error is not None:
            hint = f" ({error.suggestion})" if error.suggestion else ""
            self._say(f"{_without_password(typed)}: {error.message}{hint}")
        return error

    def _say(self, words: str) -> None:
        if not self.options.quiet:
            from lightterm.safe import clean

            encoding = getattr(self.stderr, "encoding", None) or "utf-8"
            text = f"lightterm: {clean(words)}\n"
            self.stderr.write(text.encode(encoding, "replace").decode(encoding))
            self.stderr.flush()

    def _timing(self, page: Page) -> None:
        timing = page.response.timing
        for step in page.trace:
            self._say(
                f"tier {step.tier}: load {step.load_ms:.0f} ms (connect {timing.connect_ms:.0f}, first byte "
                f"{timing.first_byte_ms:.0f}), extract {step.extract_ms:.0f} ms; {step.reason}"
            )
        response = page.response
        for hop in response.redirects:
            self._say(f"redirect {hop.status or 'refresh'}: {hop.url} -> {hop.location}")
        cached = ", from cache" if response.from_cache else ""
        version = f" {response.http_version}" if response.http_version else ""
        self._say(
            f"status {response.status}{version}, {len(response.body)} bytes{cached}, {page.snapshot.content_type}"
        )
        for reason, elements, characters in page.document.hidden.counts:
            self._say(f"left out ({reason}): {elements} elements, {characters} characters")

    def _width(self) -> int:
        """The width asked for, else the terminal's, else 80."""
        if self.settings.output.width:
            return self.settings.output.width
        try:
            if self.stdout.isatty():
                return os.get_terminal_size(self.stdout.fileno()).columns or DEFAULT_WIDTH
        except (OSError, ValueError):
            pass
        return DEFAULT_WIDTH


def header_text(response: Response) -> list[str]:
    """The status line and headers, each made safe for a terminal."""
    from lightterm.safe import clean

    version = response.http_version or "HTTP/1.1"
    lines = [f"{version} {response.status} {response.reason}".rstrip()] if response.url.startswith("http") else []
    lines += [f"{name}: {value}" for name, value in response.headers]
    return [clean(line) for line in lines]


def _without_password(typed: str) -> str:
    """The address as typed, but for a password in it."""
    scheme, mark, rest = typed.partition("://")
    authority, slash, path = rest.partition("/")
    if not mark or "@" not in authority:
        return typed
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
