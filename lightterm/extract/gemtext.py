"""Gemtext as a page. https://geminiprotocol.net/docs/gemtext-specification.gmi"""

from __future__ import annotations

from lightterm.extract.build import name_of, text_of
from lightterm.extract.dom import escape
from lightterm.fetch.scheme_spartan import INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot


def gemtext_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The document of a text/gemini page; its title is the first heading."""
    from lightterm.extract.html import html_document

    lines = text_of(snapshot).replace("\r\n", "\n").split("\n")
    title = next((line.lstrip("#").strip() for line in lines if line.startswith("#")), "") or name_of(url)
    page = f"<!doctype html><title>{escape(title)}</title><body>{''.join(_markup(lines, url.startswith('spartan:')))}"
    document = html_document(page.encode("utf-8", "replace"), url, view, None, snapshot.base)
    return document.replace(content_type=snapshot.content_type), ()


def _markup(lines: list[str], spartan: bool) -> Iterator[str]:
    """The lines as HTML; those of one kind that follow each other are one list, quotation or text as it stands."""
    within = ""
    verbatim = False
    for line in lines:
        if line.startswith("```"):
            verbatim = not verbatim
            yield (f"</{within}>" if within else "") + ("<pre>\n" if verbatim else "</pre>")
            within = ""
            continue
        if verbatim:
            yield escape(line) + "\n"
            continue
        kind, markup = _line(line, spartan)
        if kind != within:
            yield (f"</{within}>" if within else "") + (f"<{kind}>" if kind else "")
            within = kind
        yield markup
    yield "</pre>" if verbatim else f"</{within}>" if within else ""


def _line(line: str, spartan: bool) -> tuple[str, str]:
    """(the element that lines like this stand in, the line's own markup); spartan has lines that ask for data."""
    if line.startswith("=:") and spartan:
        address, _, text = line[2:].strip().replace("\t", " ").partition(" ")
        label = f"<label>{escape(text.strip() or address)} <input name={INPUT}></label>"
        return "", f'<form action="{escape(address)}">{label} <input type=submit></form>'
    if line.startswith("=>"):
        address, _, text = line[2:].strip().replace("\t", " ").partition(" ")
        if not address:
            return "", f"<p>{escape(line)}</p>"
        return "", f'<div><a href="{escape(address)}">{escape(text.strip() or address)}</a></div>'
    if line.startswith("* "):
        return "ul", f"<li>{escape(line[2:])}</li>"
    if line.startswith(">"):
        return "blockquote", f"<p>{escape(line[1:].strip())}</p>"
    marks = len(line) - len(line.lstrip("#"))
    if 1 <= marks <= 3:
        return "", f"<h{marks}>{escape(line[marks:].strip())}</h{marks}>"
    return "", f"<p>{escape(line)}</p>" if line.strip() else ""
