"""A page in the formats that are more than its lines: Markdown, JSON, facts, links, outline."""

from __future__ import annotations

from itertools import chain, islice

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lightterm.document.model import Document
    from lightterm.error_base import LighttermError
    from lightterm.loading import Page
    from lightterm.output.changes import Change
    from lightterm.output.wanted import Budget, Truncation
    from lightterm.settings import Output

    ShowUrl = Callable[[str], str]

STRUCTURED = ("markdown", "json", "a11y")
"""Formats that need a page that was read for its structure."""

AT_ONCE = 10_000
"""Lines that are joined at a time: a line of its own takes 50 bytes besides."""


class Form(Record):
    """How a page is written: as the settings say, text in so many cells; `contents` are JSON's, all ASCII if not
    `unicode`; `budget` bounds the length, None does not; `changes`, None where none were asked for, are told in JSON
    beside what the page says of them; `masked` data tell addresses as text does; `facts` are what is known of the
    page already, None where they are to be looked for.
    """

    output: Output
    width: int = 80
    contents: tuple[str, ...] = ()
    unicode: bool = True
    budget: Budget | None = None
    changes: tuple[Change, ...] | None = None
    masked: bool = False
    facts: dict[str, object] | None = None

    def address(self, show_url: ShowUrl) -> ShowUrl:
        """How data tell addresses: for a program as they are, but for name and password; if `masked` as for reading."""
        return show_url if self.masked else _exact


def formatted(page: Page, document: Document, form: Form, show_url: ShowUrl) -> str:
    """A page in the format of the settings, every line ended; `document` is what is to be shown of it.

    Raises ValidationFailed for a budget that holds nothing and a cursor that is none.
    """
    return text_and_rest(page, document, form, show_url)[0]


def text_and_rest(page: Page, document: Document, form: Form, show_url: ShowUrl) -> tuple[str, str]:
    """(what `formatted` makes; the cursor of what a budget left out, "" for none). Raises as `formatted`."""
    if form.output.format == "metadata":
        from lightterm.commands.facts_json import facts_json

        return facts_json(page, form.address(show_url), form.unicode) + "\n", ""
    if form.output.format == "har":
        from lightterm.engines.har import har

        return har(page.response, document.title, page.snapshot.evidence) + "\n", ""

    facts = form.facts or {}
    if form.output.format == "json" and form.facts is None:
        from lightterm.commands.facts_json import brief_facts

        facts = brief_facts(page, form.address(show_url))

    def write(part: Document, truncation: Truncation | None, bare: bool, enough: int) -> str:
        if form.output.format == "json":
            from lightterm.commands.page_json import page_json

            return page_json(page, part, form, form.address(show_url), truncation, bare, facts) + "\n"
        text = _text(part, form, show_url, bare, truncation is not None, enough)
        return text if truncation is None else f"{text}{truncation.note()}\n"

    if form.budget is None:
        return write(document, None, False, 0), ""
    from lightterm.output.budget import fit_and_rest

    return fit_and_rest(document, form.budget, write)


def _text(document: Document, form: Form, show_url: ShowUrl, bare: bool, is_part: bool, enough: int) -> str:
    """The document in a format of lines; `bare` is the text alone, and a part that goes on has no head again.

    Lines end where there are more than `enough` characters, if that is not 0.
    """
    output = form.output
    links = "none" if bare else "refs" if output.link_style == "osc8" else output.link_style
    goes_on = is_part and form.budget is not None and bool(form.budget.cursor)
    headed = output.include_metadata and not bare and not goes_on
    if output.format == "markdown" and links != "only":
        from lightterm.output.markdown import markdown

        head = front_matter(document, show_url, is_part) if headed else ""
        if (
            is_part
            and form.budget is not None
            and len(head) > form.budget.size * (1 if form.budget.characters else 4) // 4
        ):
            head = ""
        return head + markdown(document, links, show_url, output.numbers)
    lines: Iterable[str]
    if output.format == "a11y":
        from lightterm.output.a11y import access_lines, access_tree

        lines = access_lines(access_tree(document))
    elif output.format == "text":
        from lightterm.output.text import header_lines, page_text

        lines = page_text(document, form.width, output.numbers, links, show_url)
        lines = chain(header_lines(document, form.width, show_url) if headed and links != "only" else (), lines)
    else:
        from lightterm.output.lists import link_lines, outline_lines

        lines = outline_lines(document) if output.format == "outline" else link_lines(document, _exact)
    return _joined(iter(lines), enough)


def _joined(lines: Iterator[str], enough: int) -> str:
    parts: list[str] = []
    size = 0
    while part := "".join([f"{line}\n" for line in islice(lines, AT_ONCE)]):
        parts.append(part)
        size += len(part)
        if 0 < enough < size:
            break
    return "".join(parts)


def failed(typed: str, error: LighttermError, unicode: bool) -> str:
    """The JSON that stands for a page of which nothing came: who reads JSON is not left with nothing to read."""
    from lightterm.commands.page_json import failure_json
    from lightterm.safe import output_guard

    return output_guard(failure_json(_exact(typed), error, unicode))


def _exact(url: str) -> str:
    """An address for a program: as it is, but for name and password."""
    if "@" not in url:
        return url
    from lightterm.output.ansi import without_user

    return without_user(url)


def front_matter(document: Document, show_url: ShowUrl, brief: bool = False) -> str:
    """What the page says of itself, as the YAML that Markdown tools expect before the text; `brief`: title and url."""
    facts = [("title", document.title), ("description", "" if brief else document.metadata.description)]
    if not document.url.startswith(("stdin:", "data:", "about:")):
        facts.insert(1, ("url", show_url(document.url)))
    facts.append(("language", "" if brief else document.language))
    lines = [f"{name}: {_quoted(value)}" for name, value in facts if value]
    return "\n".join(("---", *lines, "---", "", "")) if lines else ""


def _quoted(text: str) -> str:
    words = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{words}"'
