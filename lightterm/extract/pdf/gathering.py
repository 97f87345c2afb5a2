"""The pages of a PDF file gathered as they come, and the document that they make so far."""

from __future__ import annotations

from time import monotonic

from lightterm.document.model import Heading, Hidden
from lightterm.extract.pdf.facts import says_nothing
from lightterm.extract.pdf.markup import SCAN, Writer
from lightterm.extract.pdf.model import Block, Fault, PdfFile, PdfPage
from lightterm.extract.pdf.process import Asked, Refused, read
from lightterm.extract.pdf.running import without_running
from lightterm.settings_pages import labels_in, parse_pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

ALL = ((0, 1 << 30),)

FIRST_LOOK = 0.3
"""Seconds after which a file that is still being read is shown as far as it came; the time to the next look doubles."""

FIRST_PAGES = 32
"""Pages after which it is shown in any case, and after twice as many again (96, 224 ...): what a dump writes before the
end depends on the pages before, and may not depend on how fast they were read.
"""

MOST_BROKEN = 50
"""Pages in a row that cannot be read, after which no further one is tried: a file may claim to have millions."""

MAX_TEXT = 0.1
"""Characters of text for each byte of memory that reading may take."""


def is_milestone(pages: int) -> bool:
    """Whether a file is shown after so many of its pages, whatever the time."""
    times, rest = divmod(pages, FIRST_PAGES)
    return times > 0 and not rest and times & (times + 1) == 0


class Gathering:
    """What one reading of a file has brought."""

    def __init__(self, snapshot: Snapshot, url: str, view: View) -> None:
        self._snapshot = snapshot
        self._url = url
        self._view = view
        self._file = PdfFile()
        self._pages: list[PdfPage] = []
        self._faults: list[Fault] = []
        self._ended = ""
        self._text = self._broken = 0

    def read(self) -> None:
        """Read it, showing `view.partial` from time to time what there is. Raises PasswordMissing, ParseFailed."""
        view = self._view
        look, step = monotonic() + FIRST_LOOK, FIRST_LOOK
        try:
            asked = Asked(self._wanted() or ALL, view.password, view.max_memory, view.pdf_seconds)
            for said in read(self._snapshot.markup, asked, view.cancel):
                if not self._take(said):
                    break
                if view.partial is None or not self._pages:
                    continue
                if is_milestone(len(self._pages)) and isinstance(said, PdfPage):
                    view.partial(self.document())
                elif monotonic() > look:
                    view.partial(self.document())
                    step *= 2
                    look = monotonic() + step
        except TimeoutError:
            self._ended = f"reading took longer than {view.pdf_seconds:g} s"
        except Refused as problem:
            raise _refusal(str(problem), self._url, bool(view.password)) from None

    def _wanted(self) -> tuple[tuple[int, int], ...]:
        """The pages asked for, what is printed on some looked for in the file first. Raises ContentEmpty, Refused."""
        view = self._view
        labels = labels_in(view.pdf_pages)
        asked = Asked((), view.password, view.max_memory, view.pdf_seconds, False, labels)
        told = read(self._snapshot.markup, asked, view.cancel) if labels else ()
        found = {label: at for said in told if isinstance(said, PdfFile) for label, at in said.labels}
        missing = [label for label in labels if label not in found]
        from lightterm.errors import SOURCE, ContentEmpty

        if missing:
            raise ContentEmpty(f"no page of the PDF is called {', '.join(missing)}", url=self._url, actions=(SOURCE,))
        try:
            return parse_pages(view.pdf_pages, found)
        except ValueError as problem:
            raise ContentEmpty(str(problem), url=self._url, actions=(SOURCE,)) from None

    def _take(self, said: PdfFile | PdfPage | Fault) -> bool:
        """Keep what was said; whether there is room for more."""
        if isinstance(said, Fault):
            self._faults.append(said)
            if said.page >= 0:
                self._pages.append(PdfPage(said.page, broken=True))
        elif isinstance(said, PdfFile):
            told = {name: value for name in _FIELDS if (value := getattr(said, name))}
            self._file = self._file.replace(**told)
        else:
            self._pages.append(said)
            self._text += sum(len(block.text) + 100 for block in said.blocks if isinstance(block, Block))
            self._broken = self._broken + 1 if said.broken else 0
            if self._broken >= MOST_BROKEN:
                self._ended = "page after page cannot be read"
                return False
            if self._text > MAX_TEXT * self._view.max_memory:
                self._ended = "its text would take too much memory"
                return False
        return True

    def document(self) -> Document:
        """The document of what has come."""
        from html import escape

        from lightterm.extract.build import name_of
        from lightterm.extract.html import html_document

        pages, running, size = without_running(self._pages)
        body = Writer(self._file, pages).markup() + self._appendix()
        said = dict(self._file.properties).get("Title", "")
        title = "" if says_nothing(said) else said
        language = f' lang="{escape(self._file.language)}"' if self._file.language else ""
        markup = f"<!doctype html><html{language}><title>{escape(title)}</title><body>{body}"
        view = self._view.replace(strip_navigation=False, strip_footers=False)
        document = html_document(markup.encode("utf-8", "replace"), self._url, view, None, self._snapshot.base)
        unseen = [page.hidden for page in pages if page.hidden]
        marked = [page.artifacts for page in pages if page.artifacts]
        left_out = [
            ("running heads", running + len(marked), size + sum(marked)),
            ("text that is not seen", len(unseen), sum(unseen)),
        ]
        heading = next((heading.text for heading in document.outline()), "")
        return document.replace(
            title=(title and document.title) or heading or name_of(self._url),
            content_type=self._snapshot.content_type,
            hidden=Hidden(tuple(entry for entry in left_out if entry[1])),
            contents=self._contents(document),
            metadata=document.metadata.replace(properties=self._properties()),
        )

    def _contents(self, document: Document) -> tuple[Heading, ...]:
        """The file's own outline, as far as its pages are there; what leads to an empty end leads to the last words."""
        places = dict(document.anchors)
        found: list[Heading] = []
        if not self._pages or not document.blocks:
            return ()
        for number, mark in enumerate(self._file.outline):
            last = len(document.blocks) - 1 if mark.page <= self._pages[-1].index else None
            block = places.get(f"outline={number}", last)
            if block is not None:
                found.append(Heading(mark.level, mark.title, block))
        return tuple(found)

    def _properties(self) -> tuple[tuple[str, str], ...]:
        from lightterm.extract.pdf.dates import date_of

        said = [(name, date_of(value) if name.endswith("Date") else value) for name, value in self._file.properties]
        pictures = sum(page.pictures for page in self._pages)
        said.append(("Pages", str(self._file.pages)))
        if pictures:
            said.append(("Pictures", str(pictures)))
        if self._file.encrypted:
            said.append(("Encrypted", "yes"))
        return tuple(said)

    def _appendix(self) -> str:
        """What is no part of any page: fields of forms with what they hold, and the files inside."""
        from html import escape

        from lightterm.extract.build import size_in_words

        out = []
        fields = [field for page in self._pages for field in page.fields]
        if fields:
            rows = "".join(f"<tr><td>{escape(f.name)}<td>{escape(f.value)}" for f in fields)
            out.append(f"<hr><p>Form fields:</p><table>{rows}</table>")
        files = self._file.attachments
        if files:
            items = "".join(f"<li>{escape(n)}{f' ({size_in_words(s)})' if s >= 0 else ''}" for n, s in files)
            out.append(f"<hr><p>Attached files:</p><ul>{items}</ul>")
        return "".join(out)

    def problems(self) -> tuple[LighttermError, ...]:
        """What is wrong with what was read."""
        from lightterm.errors import OTHER_PAGES, SOURCE, ContentEmpty, ParseFailed, TooLarge

        found: list[LighttermError] = []
        url = self._url
        if self._ended:
            shown = sum(not page.broken for page in self._pages)
            rest = f"{self._ended}: {shown} of {self._file.pages} pages are shown"
            found.append(TooLarge(rest, url=url, actions=(OTHER_PAGES,), pages=shown))
        if self._file.mended:
            words = f"the PDF is damaged, its end is missing: {self._file.pages} of its pages were found"
            found.append(ParseFailed(words, url=url))
        for fault in self._faults:
            where = f"page {fault.page + 1}" if fault.page >= 0 else "what is said of the whole file"
            found.append(ParseFailed(f"{where} is left out: {fault.why}", url=url))
        told = {fault.page for fault in self._faults}
        broken = [str(page.index + 1) for page in self._pages if page.broken and page.index not in told]
        if broken:
            found.append(ParseFailed(f"these pages cannot be read: {', '.join(broken[:20])}", url=url))
        if not found and not any(page.blocks for page in self._pages):
            found.append(ContentEmpty(self._why_empty(), url=url, actions=(SOURCE,)))
        return tuple(found)

    def _why_empty(self) -> str:
        if not self._file.pages:
            return "the PDF has no pages"
        if not self._pages:
            return f"the PDF has {self._file.pages} pages, and none of those asked for"
        if any(page.pictured >= SCAN for page in self._pages):
            return "the PDF has no text: its pages are pictures, as a scanner makes them"
        return "the PDF has no text"


_FIELDS = ("pages", "encrypted", "mended", "language", "properties", "attachments", "outline", "named")


def _refusal(why: str, url: str, with_password: bool) -> LighttermError:
    from lightterm.errors import ParseFailed, PasswordMissing

    if why == "password":
        words = "that is not the password of this PDF" if with_password else "the PDF is encrypted: it needs a password"
        return PasswordMissing(words, url=url)
    if why == "security":
        return ParseFailed("the PDF is encrypted in a way that cannot be read", url=url)
    return ParseFailed("the PDF is broken: no page of it can be found", url=url)
