"""What a round trip HTML → Markdown → HTML keeps, told by comparing both pages as trees of what Markdown can say."""

from __future__ import annotations

from urllib.parse import quote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

Item = tuple[object, ...]

_SAME = {"b": "strong", "i": "em", "s": "del", "strike": "del"}
_INLINE = frozenset(("em", "strong", "del", "code", "a", "img", "br"))
_KEPT = frozenset("p h1 h2 h3 h4 h5 h6 pre blockquote ul ol li hr table tr td th".split()) | _INLINE
_BOUNDARIES = frozenset("div section article header footer main nav center form body dl dd dt figure".split())
_DROPPED = frozenset("script style template title -comment !doctype".split())
_ATTRIBUTES = {"a": ("href", "title"), "img": ("src", "alt", "title"), "ol": ("start",)}


def canonical(html: str) -> list[Item]:
    """A page as nested tuples (tag, attributes, children) and texts; what Markdown cannot say is left out.

    Comments, scripts and white space that a browser would not show are gone, elements without a Markdown form give
    way to what they hold, and text that stands by itself in the page is a paragraph.
    """
    body = LexborHTMLParser(html).body
    return _blocks(_children(body, False)) if body is not None else []


def _children(node: LexborNode, pre: bool) -> list[Item]:
    found: list[Item] = []
    for child in node.iter(include_text=True):
        tag = _SAME.get(child.tag or "", child.tag or "")
        if tag == "-text":
            text = child.text_content or ""
            found.append(("text", text if pre else text.replace("\n", " ").replace("\t", " ")))
        elif tag == "pre":
            code = child.css_first("code")
            names = ((code.attributes.get("class") if code else "") or "").split()
            language = next((n.removeprefix("language-") for n in names if n.startswith("language-")), "")
            found.append(("pre", language, child.text().rstrip("\n")))
        elif tag in _KEPT:
            has = child.attributes
            said = tuple(_value(name, has.get(name)) for name in _ATTRIBUTES.get(tag, ()))
            inside = [] if tag == "img" else _children(child, pre)
            found.append((tag, said, inside))
        elif tag in _BOUNDARIES:
            found += [("edge",), *_children(child, pre), ("edge",)]
        elif tag not in _DROPPED:
            found += _children(child, pre)
    return found


def _value(name: str, value: str | None) -> str:
    if name in ("href", "src"):
        url = urlsplit(urljoin("http://example.org/dir/page", value or ""))
        url = url._replace(path=url.path or "/") if url.netloc else url
        return quote(url.geturl(), "%/:=&?~#+!$,;'@()*[]")
    return " ".join((value or ("1" if name == "start" else "")).split())


def _blocks(items: list[Item], bare: bool = False) -> list[Item]:
    """Items as blocks: runs of inline ones are paragraphs, or in a list's item stand as they are."""
    out: list[Item] = []
    run: list[Item] = []

    def end() -> None:
        inline = _tidy(run)
        run.clear()
        if inline:
            out.append(("bare" if bare else "p", inline))

    for item in items:
        tag = item[0]
        if tag == "text" or tag in _INLINE:
            run.append(item)
            continue
        end()
        if tag in ("pre", "hr"):
            out.append(item if tag == "pre" else ("hr",))
        elif tag != "edge":
            children = item[2]
            assert isinstance(children, list)
            if tag in ("p", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th"):
                inline = _tidy([child for child in children if child[0] == "text" or child[0] in _INLINE])
                if inline or tag != "p":
                    out.append((tag, inline))
            else:
                out.append((tag, item[1], _blocks(children, bare=tag == "li")))
    end()
    return out


def _tidy(items: list[Item]) -> list[Item]:
    """Inline items with white space as it shows: collapsed, none at the ends, none round breaks."""
    flat: list[object] = []
    _flatten(items, (), flat)
    out: list[Item] = []
    space = True
    for piece in flat:
        if isinstance(piece, tuple) and piece[0] == "char":
            if piece[1] == " ":
                if not space:
                    out.append((" ", ()))
                space = True
                continue
            out.append((piece[1], piece[2]))
            space = False
        else:
            assert isinstance(piece, tuple)
            if piece[0] == "br" and out and out[-1][0] == " ":
                out.pop()
            out.append(piece)
            space = piece[0] == "br"
    while out and out[-1][0] in (" ", "br"):
        out.pop()
    return out


def _flatten(items: list[Item], within: tuple[object, ...], out: list[object]) -> None:
    for item in items:
        tag = item[0]
        if tag == "text":
            out += [("char", c, within) for c in str(item[1])]
        elif tag == "br":
            out.append(("br",))
        elif tag == "img":
            out.append(("img", item[1], within))
        else:
            inside = item[2] if len(item) > 2 else []
            assert isinstance(inside, list)
            mark = (tag, item[1]) if len(item) > 2 and tag in _INLINE else ()
            _flatten(inside, (*within, mark) if mark else within, out)
