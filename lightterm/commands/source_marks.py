"""Source in pieces, each with the element that marks it: tags, properties, words of the language; strings; comments."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Piece = tuple[str, str]

MOST, DENSE = 500_000, 400
"""Characters of a script, a style sheet or JSON from which on it is plain, and of its lines in the mean: minified, 1 MB
with marks took 8 ms for a screen and 47 for a letter of a search, and nobody reads it.
"""

_TOKENS = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z))|(?P<doctype><![^>]*+(?:>|\Z))|(?P<tag></?[A-Za-z][^\s>/]*)(?P<rest>[^>]*)(?P<end>>?)"
    r"|(?P<entity>&#?\w+;)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"']+)(\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]*))?""")
_KIND = re.compile(r"""\btype\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_RAW = {"<script": re.compile("</script", re.IGNORECASE), "<style": re.compile("</style", re.IGNORECASE)}

# What may not end is bounded: of a hostile line each sign would else be looked for to its end.
_STRING = (
    r'"[^"\\\n]{0,5000}+(?:\\.[^"\\\n]{0,999}+){0,99}+"'
    r"|'[^'\\\n]{0,5000}+(?:\\.[^'\\\n]{0,999}+){0,99}+'"
)
_TEMPLATE = r"`[^`\\]{0,20000}+(?:\\.[^`\\]{0,999}+){0,99}+`"
_COMMENT = r"/\*.*?(?:\*/|\Z)"
_BEFORE_PATTERN = r"(?:(?<=[(,=:\[!&|?{};+\n])|(?<=[(,=:\[!&|?{};+] )|(?<=return )|^)"
_PATTERN = r"/(?![*/ ])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,99}+\]){1,300}+/[a-z]*"
_WORDS = (
    "as async await break case catch class const continue debugger default delete do else export extends finally for "
    "from function get if import in instanceof let new null of return set static super switch this throw true false "
    "try typeof undefined var void while with yield"
)
_SCRIPT = re.compile(
    rf"(?P<em>//[^\n]*|{_COMMENT})|(?P<code>{_STRING}|{_TEMPLATE}|{_BEFORE_PATTERN}{_PATTERN})"
    rf"|(?<![\w$.])(?P<strong>{'|'.join(_WORDS.split())})(?![\w$])",
    re.DOTALL,
)
_SHEET = re.compile(
    rf"(?P<em>{_COMMENT})|(?P<code>{_STRING})"
    r"|(?P<strong>@[-\w]+|(?<![-\w.#:&])[-A-Za-z_][-\w]*(?=\s{0,8}:(?:[^;{}]{0,120}[;}]|\s?[\"'])))",
    re.DOTALL,
)
_DATA = re.compile(
    r'(?P<strong>"[^"\\\n]{0,5000}+(?:\\.[^"\\\n]{0,999}+){0,99}+"(?=\s{0,99}:))'
    rf"|(?P<code>{_STRING}|\b(?:true|false|null)\b)"
)


def marked(text: str, kind: str) -> Iterator[Piece]:
    """All of a text of a content type in pieces, each with the element that marks it, "" for none."""
    if "html" in kind or "xml" in kind:
        return _joined(_markup(text))
    tokens = _tokens_of(kind)
    return _plainly(text) if tokens is None else _coloured(text, tokens)


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces, those of a kind that follow one another as one: `</td><td>` are six, and each is a span to paint."""
    last, parts = "", list[str]()
    for kind, text in pieces:
        if not text:
            continue
        if kind != last and parts:
            yield last, "".join(parts)
            parts.clear()
        last = kind
        parts.append(text)
    yield last, "".join(parts)


def _tokens_of(kind: str) -> re.Pattern[str] | None:
    """What is marked in source that is no markup."""
    if "json" in kind or kind.endswith(("importmap", "speculationrules")):
        return _DATA
    if "javascript" in kind or "ecmascript" in kind or kind == "module":
        return _SCRIPT
    return _SHEET if "css" in kind else None


def _plainly(text: str) -> Iterator[Piece]:
    yield "", text


def _coloured(text: str, tokens: re.Pattern[str]) -> Iterator[Piece]:
    if len(text) > MOST or len(text) > DENSE * (text.count("\n") + 1):
        yield "", text
        return
    at = 0
    for match in tokens.finditer(text):
        yield "", text[at : match.start()]
        yield match.lastgroup or "", match[0]
        at = match.end()
    yield "", text[at:]


def _markup(text: str) -> Iterator[Piece]:
    at = 0
    while match := _TOKENS.search(text, at):
        yield "", text[at : match.start()]
        at = match.end()
        kind = match.lastgroup
        if kind != "end":
            yield "code" if kind == "entity" else "em", match[0]
            continue
        yield "strong", match["tag"]
        yield from _attributes(match["rest"])
        yield "strong", match["end"]
        ended = _RAW.get(match["tag"].lower())
        if ended is not None:
            close = ended.search(text, at)
            inside = text[at : close.start() if close else len(text)]
            yield from _within(match, inside)
            at += len(inside)
    yield "", text[at:]


def _within(tag: re.Match[str], text: str) -> Iterator[Piece]:
    """What a script or style element holds, by its type; of another language, as templates are, it is plain."""
    said = _KIND.search(tag["rest"])
    kind = said[1].lower() if said else ""
    if not kind or kind == "text/babel":
        kind = "css" if tag["tag"].lower() == "<style" else "javascript"
    tokens = _tokens_of(kind)
    return _plainly(text) if tokens is None else _coloured(text, tokens)


def _attributes(text: str) -> Iterator[Piece]:
    at = 0
    for match in _ATTRIBUTE.finditer(text):
        yield "", text[at : match.start()]
        at = match.end()
        yield "", match[1]
        yield "code", match[2] or ""
    yield "", text[at:]
