"""Markdown pages: CommonMark with tables, strike-through, footnotes, task boxes and bare addresses as links.

markdown-it turns the text into HTML, HTML in it stays as it is, and the one reader of HTML does the rest: so links are
numbered, lists marked and tables laid out the same way everywhere. Importing markdown-it costs 55 ms.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.build import Builder, addresses, inert, name_of, text_of
from lightterm.extract.plain import add_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from lightterm.document.model import Document
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

MAX_CHARACTERS = 1_000_000
"""A longer text is shown as it is: markdown-it takes one second a MB."""

MAX_NESTING = 20

PATIENCE = 3.0
"""Seconds of CPU time for one text; 300 KB of `[a` lines would take minutes."""

_FRONT_MATTER = 65_536


class _TooLongError(Exception):
    """The text takes more than PATIENCE."""


def markdown_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """A Markdown page (https://spec.commonmark.org/, https://github.github.com/gfm/); its title is the first heading.

    What is too long or takes too long is shown as plain text, the latter with ParseFailed.
    """
    from lightterm.errors import ParseFailed
    from lightterm.extract.dom import escape
    from lightterm.extract.html import html_document

    text = _without_front_matter(text_of(snapshot).replace("\r\n", "\n"))
    if len(text) > MAX_CHARACTERS:
        return _as_text(snapshot, text, url), ()
    try:
        body, title = _rendered(text)
        page = f"<!doctype html><title>{escape(title or name_of(url))}</title><body>{inert(body)}"
        view = view.replace(reader=False)  # nothing stands around the text of such a file
        document = html_document(page.encode("utf-8", "replace"), url, view, None, snapshot.base)
    except (_TooLongError, RecursionError, ParseFailed):
        problem = ParseFailed("the Markdown takes too long to read and is shown as plain text", url=url)
        return _as_text(snapshot, text, url), (problem,)
    return document.replace(content_type=snapshot.content_type), ()


def _as_text(snapshot: Snapshot, text: str, url: str) -> Document:
    builder = Builder(url, snapshot.base)
    add_text(builder, text)
    return builder.document(name_of(url), snapshot.content_type)


def _without_front_matter(text: str) -> str:
    """`text` without the YAML between two `---` lines that static site generators put first."""
    if not text.startswith("---\n"):
        return text
    end = text.find("\n---\n", 3, _FRONT_MATTER)
    matter = text[4:end] if end >= 0 else ""
    # A thematic break, a paragraph and another break look the same but for the keys.
    return text[end + 5 :] if ":" in matter.partition("\n")[0] or matter.startswith("#") else text


def _rendered(text: str) -> tuple[str, str]:
    """(HTML, title)."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    if "[^" in text:
        _read_footnotes(reader)
    reader.validateLink = lambda url: True  # type: ignore[method-assign]  # what may be followed is decided later
    _limit_time(reader)
    environment: dict[str, object] = {}
    tokens = reader.parse(text, environment)
    title = _prepare(tokens)
    return reader.renderer.render(tokens, reader.options, environment), title


def _read_footnotes(reader: MarkdownIt) -> None:
    """Notes as forges have them (`[^1]`, and `[^1]: the note` anywhere), gathered at the end in the order of use."""
    from mdit_py_plugins.footnote import footnote_plugin

    def reference(_self: object, tokens: Sequence[Token], at: int, *_more: object) -> str:
        # Raised inside the link and without the plugin's brackets, which are those of our link numbers.
        number, again = tokens[at].meta["id"] + 1, tokens[at].meta.get("subId", 0)
        name = f"{number}:{again}" if again else number
        return f'<a href="#fn{number}" id="fnref{name}"><sup>{number}</sup></a>'

    reader.use(footnote_plugin, inline=False)
    reader.add_render_rule("footnote_ref", reference)


def _limit_time(reader: MarkdownIt) -> None:
    """Have the first rule of every block and every inline place look at the clock."""
    from time import thread_time

    limit = thread_time() + PATIENCE

    def check(*_state: object) -> bool:
        if thread_time() > limit:
            raise _TooLongError
        return False

    reader.block.ruler.before("table", "clock", check)
    reader.inline.ruler.before("text", "clock", check)


def _prepare(tokens: list[Token]) -> str:
    """Name the headings as their links on the web do, link pictures and bare addresses; the first heading's text."""
    title = ""
    named: dict[str, int] = {}
    for i, token in enumerate(tokens):
        if token.type == "inline" and token.children:
            token.children = _with_links(token.children)
        elif token.type in ("fence", "code_block"):
            token.content = token.content.rstrip("\n")
        elif token.type == "heading_open":
            words = _words(tokens[i + 1].children or [])
            token.attrSet("id", _slug(words, named))
            title = title or (words if token.tag == "h1" else "")
    return title


def _words(children: list[Token]) -> str:
    return one_spaced("".join(child.content for child in children if child.type in ("text", "code_inline")))


def _slug(words: str, named: dict[str, int]) -> str:
    """The name by which forges link to a heading: lower case, hyphens for spaces, no punctuation, numbered."""
    slug = "".join(c for c in words.lower().replace(" ", "-") if c.isalnum() or c in "-_")
    named[slug] = count = named.get(slug, -1) + 1
    return f"{slug}-{count}" if count else slug


def _with_links(children: list[Token]) -> list[Token]:
    out: list[Token] = []
    depth = 0
    for child in children:
        if child.type in ("link_open", "link_close"):
            depth += child.nesting
        if child.type == "image" and not (child.children or child.content):
            child.children = [_text(name_of(str(child.attrGet("src") or "")))]
        if not depth and child.type == "image":
            out += _link(str(child.attrGet("src") or ""), child)
        elif not depth and child.type == "text" and ("://" in child.content or "mailto:" in child.content):
            at = 0
            for start, end in addresses(child.content):
                address = child.content[start:end]
                out += (_text(child.content[at:start]), *_link(address, _text(address)))
                at = end
            out.append(_text(child.content[at:]))
        else:
            out.append(child)
    return out


def _text(content: str) -> Token:
    from markdown_it.token import Token

    return Token("text", "", 0, content=content)


def _link(url: str, inside: Token) -> tuple[Token, Token, Token]:
    from markdown_it.token import Token

    return Token("link_open", "a", 1, attrs={"href": url}), inside, Token("link_close", "a", -1)
