"""The dump: pages as text on stdout, what went wrong on stderr, and an exit code that can be trusted."""

from __future__ import annotations

import os

from lightterm.commands.options import LINES, check, columns, told_view
from lightterm.commands.report import Report
from lightterm.error_base import LighttermError
from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

    from lightterm.commands.dump_early import Early
    from lightterm.commands.dump_pictures import DumpPictures
    from lightterm.commands.options import DumpOptions
    from lightterm.document.model import Document
    from lightterm.fetch.model import Response
    from lightterm.loading import Page
    from lightterm.output.changes import Change
    from lightterm.output.text import ShowUrl
    from lightterm.session.session import Session
    from lightterm.settings import Settings

CHANGED = 1
"""Exit code of `--diff` for a page that is other than it was, as of diff."""

LOCAL = ("file:", "about:", "data:")
"""Pages that set no cookies and are waited for on no connection: Ctrl-C ends the process at once, without a thread."""

OWN_LISTS = ("about:history", "about:bookmarks", "about:quickmarks", "about:reading-list", "about:cookies")
"""Pages of a person's own that are made of the store alone."""


def run(options: DumpOptions, settings: Settings, stdout: BinaryIO, stderr: TextIO) -> int:
    """Dump each URL in order; the exit code is 0 only when every page was read whole, else that of the first error."""
    from lightterm.session.session import Session

    code = 0
    with Session(settings, options.cookie_jar, options.user) as session:
        if settings.tiers.deadline:
            from lightterm.commands.since_start import age

            session.engines.late = age()
        report = Report(stderr, options.quiet, options.verbose, options.trace)
        if any(typed.startswith(OWN_LISTS) for typed in options.urls):
            from lightterm.commands.about_alone import OwnLists

            session.own_pages = OwnLists(session).answer
        dump = Dump(session, options, stdout, report)
        for i, typed in enumerate(options.urls):
            found = dump.one(typed, options.urls[i + 1 : i + 2])
            code = code or found
        ended = dump.end()
    return code or ended


class Dump:
    """One run of the command over its URLs."""

    def __init__(self, session: Session, options: DumpOptions, stdout: BinaryIO, report: Report) -> None:
        from lightterm.fetch.charset import canonical_label

        check(options, session.settings.output.format)
        self.session, self.options = session, options
        self.stdout, self.report = stdout, report
        if options.charset and not canonical_label(options.charset):
            self.report.say(f"--charset {options.charset}: no charset of that name; it is found out from the text")
        self._unicode = (options.encoding or "utf-8").lower().startswith("utf")
        if options.password:
            session.base_view = session.base_view.replace(password=options.password)
        self._view = session.base_view
        self._hold(session.settings)
        self._written = self._between = False
        self._early: Early | None = None
        self._chosen: tuple[Document, Document] | None = None  # a page, and what is asked for of it
        self.changes: tuple[Change, ...] = ()  # what is other on the page than it was
        self._rest = ""  # the cursor of what a budget left out

    def _hold(self, settings: Settings) -> None:
        """Write by these settings: a rule for the site of a page may speak of output, too."""
        self.settings = settings
        self.width = columns(settings.output.width, self.stdout)
        self._format = settings.output.format
        self._told_in = self.session.base_view = told_view(self._view, self.options, self._format, self._is_colored())
        if self.options.diff:  # what was kept is the text of any format, and the app's
            self.session.base_view = self._told_in.replace(structure=False, access=False, styled=False)
        # Titles stand a line each, and sources would be changed by anything put between them.
        self._apart = not self.options.title and self._format not in ("html-source", "json")

    def one(self, typed: str, following: tuple[str, ...] = ()) -> int:
        """Dump one address as typed, and tell what is wrong; the exit code of the first thing that is.

        While it is being read and laid out, the connection for the one `following` is made.
        """
        self._between = self._written and self._apart
        self.changes, self._early, self._chosen = (), None, None
        try:
            request = self._request(typed)
            if not request.url.startswith(LOCAL):
                from lightterm.ctrl_c import closes_first

                closes_first()
            self._hold(self.session.settings_for(request.url))
            self._warm(request, following)
            errors = self._submitted(request) if self.options.form else self._asked(request)
        except LighttermError as error:
            errors = (error,)
            if self._format == "json" and not self.options.title:
                from lightterm.commands.formats import failed

                self._write(failed(typed, error, self._unicode))
        for each in errors:
            self.report.error(each, typed)
        return errors[0].exit_code if errors else CHANGED if self.changes else 0

    def end(self) -> int:
        """Close the session; the exit code of what could not be kept."""
        try:
            self.session.close()
        except LighttermError as error:
            self.report.error(error, "")
            return error.exit_code
        finally:
            for note in self.session.notes:
                self.report.say(note)
        return 0

    def _request(self, typed: str) -> Request:
        from lightterm.fetch.urls import typed_to_url

        options = self.options
        url = typed_to_url(typed, os.getcwd())
        return Request(
            url=url,
            method=options.method or ("POST" if options.data is not None else "GET"),
            headers=options.headers,
            data=options.data,
            asker=options.asker(url),
            robots=options.robots,
            freshness=options.freshness,
            media_type=options.media_type,
            charset=options.charset if url.startswith(("stdin:", "file:")) else "",
            base=options.base,
        )

    def _warm(self, request: Request, following: tuple[str, ...]) -> None:
        if not following:
            return
        from lightterm.fetch.urls import origin

        try:
            next_request = self._request(following[0])
            if origin(next_request.url) != origin(request.url):
                self.session.warm(next_request)
        except LighttermError:
            pass  # told when it is its turn

    def _submitted(self, request: Request) -> tuple[LighttermError, ...]:
        """What comes of the form; of a page that fails, the page itself."""
        page = self.session.open(request, self.width)
        if page.response.error is not None:
            return self._show(page)
        return self._asked(self.session.filled_in(page, self.options.form))

    def _asked(self, request: Request) -> tuple[LighttermError, ...]:
        """Load and print in the form that was asked for; what is wrong with it."""
        if self.options.download is not None:
            return self._download(request)
        if self.settings.output.format in ("html-source", "headers"):
            return self._raw(request)
        page = self.session.open(request, self.width, partial=self._show_early)
        if page.error is not None and page.error.code == "PASSWORD_REQUIRED":
            from lightterm.commands.unlocking import unlocked

            page = unlocked(self.session, page, self.width)
        if self.options.more:
            from lightterm.session.engines import bounds
            from lightterm.session.more import with_more

            seconds = bounds(self.settings.tiers)[1] or self.settings.network.timeout
            page = with_more(self.session, page, self.width, self.options.more, seconds)
        return self._show(page)

    def _show(self, page: Page) -> tuple[LighttermError, ...]:
        there = self.session.settings_for(page.response.url)  # a redirect may have led to another site
        if there.output.format == self._format:
            self._hold(there)
        page = self._judged(page)
        if self.options.include_headers:
            self._headers(page.response)
        if self.options.title:
            self._plain(iter(([page.document.title],)))
        elif self.options.diff:
            self._print_changes(page)
        else:
            self._print(page)
        self.report.page(page, printed=not self.options.title)
        if self.settings.session.keep_dumps:
            from lightterm.session.visited import keep_dumped

            keep_dumped(self.session, page)
        return page.errors + self._saved_media(page)

    def _show_early(self, document: Document) -> None:
        """Write what there is of a file that takes long, where that needs nothing of the rest."""
        from lightterm.commands.dump_early import Early, may_be_early

        if may_be_early(self.options, self.settings.output, self._is_colored()):
            self._early = self._early or Early(self.width, self.settings.output)
            self._plain(self._early.lines(document))

    def _print(self, page: Page) -> None:
        """Write the page as settings say: title and address, text, references."""
        from lightterm.fetch.urls import display_url
        from lightterm.output.text import header_lines, in_texts, references, text_parts

        output = self.settings.output
        wanted = self._selected(page)
        if output.tables == "records":
            from lightterm.document.stacked import in_records

            wanted = in_records(wanted)
        document, shown = self._spelled(wanted, display_url)
        if self._format not in LINES or self.options.budget is not None:
            if self._format == "json":
                document = wanted  # whose escapes know every character
            self._write(self._formatted(page, document, shown))
            return
        early = self._early
        if output.include_metadata and output.link_style != "only" and not (early and early.has_begun):
            self._plain(iter((header_lines(document, self.width, shown),)))
        colored = self._is_colored()
        pictures = self._pictures(document, colored)
        if not colored and output.link_style != "osc8" and pictures is None:
            start = early.place(document) if early is not None else 0
            self._plain(text_parts(document, self.width, output.numbers, output.link_style, shown, start))
            return
        if output.link_style == "only":
            self._plain(iter((references(document, shown, output.numbers),)))
            return
        from lightterm.output.ansi import link_urls, styled_lines
        from lightterm.output.text import reference_parts, with_addresses

        blocks = with_addresses(document, shown) if output.link_style == "inline" else document.blocks
        urls = link_urls(document) if output.link_style == "osc8" else {}
        look = (self.width, output.numbers, colored, urls)
        styled = styled_lines(blocks, *look) if pictures is None else pictures.lines(page, blocks, *look)
        for text in in_texts([line] for line in styled):
            self._write(text)
        if output.link_style == "refs" and output.numbers:
            self._plain(reference_parts(document, shown))

    def _saved_media(self, page: Page) -> tuple[LighttermError, ...]:
        if not self.options.media or page.response.status >= 400:
            return ()
        from lightterm.commands.dump_media import save_media

        return save_media(self.session, page, self._selected(page), self.options.media, self.report)

    def _print_changes(self, page: Page) -> None:
        """Write what is other than the last time; nothing can be said of a page that is not whole, or of no part."""
        if page.response.error is not None or any(each.category == "validation" for each in page.errors):
            return
        from lightterm.commands.dump_changes import as_page, changes, lines, seen

        wanted = self._selected(page)
        found = changes(self.session, self.options, page, wanted, self.report)
        self.changes, self._rest = found, ""
        if found and self._format == "text" and self.options.budget is None:
            self._plain(iter((lines(page.document, found, self.settings.output.include_metadata),)))
        elif found or self._format == "json":
            self._print(as_page(page, found, self._told_in, self._format in ("text", "json")))
        if not self._rest:
            seen(self.session, self.options, page, wanted)

    def _pictures(self, document: Document, color: bool) -> DumpPictures | None:
        """What shows the page's pictures; None where none is asked for, or nothing shows them."""
        wanted = self.options.images and self.settings.output.link_style != "only"
        if not wanted or not any(medium.kind == "image" for medium in document.media):
            return None
        from lightterm.commands.dump_pictures import pictures_for

        return pictures_for(self.session, self.stdout, color, self.options.encoding or "utf-8", self.report)

    def _selected(self, page: Page) -> Document:
        if self.options.selection is None:
            return page.document
        if self._chosen is None or self._chosen[0] is not page.document:
            from lightterm.commands.selecting import selected

            self._chosen = page.document, selected(page.document, self.options.selection)
        return self._chosen[1]

    def _judged(self, page: Page) -> Page:
        """The page, with an error where something was asked for of it that it has none of."""
        asked = self.options.selectors or self.options.selection is not None
        if not asked or self._selected(page).blocks:
            return page
        from lightterm.commands.selecting import found_nothing

        return found_nothing(page, bool(self.options.selectors))

    def _formatted(self, page: Page, document: Document, shown: ShowUrl) -> str:
        from lightterm.commands.formats import Form, text_and_rest
        from lightterm.safe import output_guard

        asked = (self.options.contents, self._unicode, self.options.budget, self.changes if self.options.diff else None)
        text, self._rest = text_and_rest(page, document, Form(self.settings.output, self.width, *asked), shown)
        return output_guard(text)

    def _spelled(self, document: Document, show: ShowUrl) -> tuple[Document, ShowUrl]:
        """The document, and how addresses are shown, in letters that the output's charset has."""
        encoding = self.options.encoding or "utf-8"
        if encoding.lower().startswith("utf"):
            return document, show
        from lightterm.output.encode import Spelling

        spelling = Spelling(encoding)
        return spelling.document(document), lambda url: spelling.address(show(url))

    def _is_colored(self) -> bool:
        output = self.settings.output
        if output.color != "auto" or output.format == "ansi":
            return output.color != "never"
        return self.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def _plain(self, lists: Iterator[list[str]]) -> None:
        """Write lines of text that hold no escape sequences, through the last guard."""
        from lightterm.output.text import in_texts
        from lightterm.safe import output_guard

        for text in in_texts(lists):
            self._write(output_guard(text))

    def _write(self, text: str) -> None:
        encoding = self.options.encoding or "utf-8"
        try:
            self._put(text.encode(encoding))
        except UnicodeEncodeError:
            from lightterm.output.encode import encode

            self._put(encode(text, encoding))

    def _put(self, data: bytes) -> None:
        if self._between:
            self.stdout.write(b"\n")
        self._between, self._written = False, True
        self.stdout.write(data)
        self.stdout.flush()

    def _headers(self, response: Response) -> None:
        from lightterm.commands.reply_head import header_text

        self._write("\n".join(header_text(response)) + "\n\n")

    def _raw(self, request: Request) -> tuple[LighttermError, ...]:
        """Write the reply itself: its headers, or its source (text cleaned, anything else only into a pipe)."""
        from lightterm.engines.static import is_text, snapshot_of
        from lightterm.errors import UnsupportedType
        from lightterm.extract import undecoded
        from lightterm.safe import clean_text

        response = self.session.fetch(request)
        snapshot = snapshot_of(response, request)
        errors = (response.error,) if response.error is not None else ()
        self.report.reply(response, snapshot.content_type)
        only_headers = self.settings.output.format == "headers"
        if only_headers or self.options.include_headers:
            self._headers(response)
        if only_headers or not response.body:
            return errors
        if not is_text(snapshot.content_type):
            if self.stdout.isatty():
                words = f"{snapshot.content_type} is no text for a terminal: send it to a file or a pipe"
                return (*errors, UnsupportedType(words, actions=(), url=response.url))
            self._put(response.body)
            return errors
        self._write(clean_text(snapshot.markup.decode("utf-8", "replace")))
        return errors + undecoded(snapshot)

    def _download(self, request: Request) -> tuple[LighttermError, ...]:
        """Save the reply under the server's name, made safe; say where on stderr. An error's page is not saved."""
        from lightterm.commands.dump_download import saved

        done = saved(self.session, request, self.options.download or ".", self.report.say)
        self.report.reply(done.response, done.response.stated_type)
        if done.path:
            self.report.say(f"saved {done.path} ({done.size} bytes)")
        return () if done.response.error is None else (done.response.error,)
