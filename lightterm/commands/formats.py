"""A page in the formats that are more than its lines: Markdown, links, outline."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.settings import Output

STRUCTURED = ("markdown",)
"""Formats that need a page that was read for its structure."""

WHOLE = (*STRUCTURED, "links", "outline")
"""Formats that are made here."""


def formatted(document: Document, output: Output, show_url: Callable[[str], str]) -> str:
    """The document in the format of the settings; every line is ended."""
    if output.format == "markdown" and output.link_style != "only":
        from lightterm.output.markdown import markdown

        links = "refs" if output.link_style == "osc8" else output.link_style
        head = front_matter(document, show_url) if output.include_metadata else ""
        return head + markdown(document, links, show_url, output.numbers)
    from lightterm.output.lists import link_lines, outline_lines

    lines = outline_lines(document) if output.format == "outline" else link_lines(document, show_url)
    return "".join([f"{line}\n" for line in lines])


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
