"""A page in the formats that are more than its lines: Markdown, JSON, facts, links, outline."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.settings import Output

STRUCTURED = ("markdown", "json")
"""Formats that need a page that was read for its structure."""

WHOLE = (*STRUCTURED, "metadata", "links", "outline", "har")
"""Formats that are made here."""


class Form(Record):
    """How a page is written: as the settings say, text in so many cells; `contents` are JSON's, all ASCII if not
    `unicode`.
    """

    output: Output
    width: int = 80
    contents: tuple[str, ...] = ()
    unicode: bool = True


def formatted(page: Page, document: Document, form: Form, show_url: Callable[[str], str]) -> str:
    """A page in the format of the settings, every line ended; `document` is what is to be shown of it."""
    output = form.output
    if output.format == "json":
        from lightterm.commands.page_json import page_json

        return page_json(page, document, form.contents or ("blocks",), _exact, form.width, form.unicode) + "\n"
    if output.format == "metadata":
        from lightterm.commands.facts_json import facts_json

        return facts_json(page, _exact, form.unicode) + "\n"
    if output.format == "markdown" and output.link_style != "only":
        from lightterm.output.markdown import markdown

        links = "refs" if output.link_style == "osc8" else output.link_style
        head = front_matter(document, show_url) if output.include_metadata else ""
        return head + markdown(document, links, show_url, output.numbers)
    if output.format == "har":
        from lightterm.engines.har import har

        return har(page.response, document.title, page.snapshot.evidence) + "\n"
    from lightterm.output.lists import link_lines, outline_lines

    lines = outline_lines(document) if output.format == "outline" else link_lines(document, show_url)
    return "".join([f"{line}\n" for line in lines])


def _exact(url: str) -> str:
    """An address for a program: as it is, but for name and password."""
    if "@" not in url:
        return url
    from lightterm.output.ansi import without_user

    return without_user(url)


def front_matter(document: Document, show_url: Callable[[str], str]) -> str:
    """What the page says of itself, as the YAML that Markdown tools expect before the text."""
    facts = [("title", document.title), ("description", document.metadata.description)]
    if not document.url.startswith(("stdin:", "data:", "about:")):
        facts.insert(1, ("url", show_url(document.url)))
    facts.append(("language", document.language))
    lines = [f"{name}: {_quoted(value)}" for name, value in facts if value]
    return "\n".join(("---", *lines, "---", "", "")) if lines else ""


def _quoted(text: str) -> str:
    words = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{words}"'
