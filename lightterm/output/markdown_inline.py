"""Running text as Markdown: emphasis, code, links and pictures, with everything escaped that would read as markup.

CommonMark 0.31.2, section 6 (https://spec.commonmark.org/0.31.2/#inlines).
"""

from __future__ import annotations

import re
from unicodedata import category

from lightterm.output.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_DELIMITERS = {
    "strong": ("**", "<strong>", "</strong>"),
    "em": ("*", "<em>", "</em>"),
    "del": ("~~", "<del>", "</del>"),
}
_BOXES = ("[x]", "[ ]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_SPECIAL = re.compile(r"[\\`*_\[\]<&~!]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_LINE_START = re.compile(r"(?P<mark>[-+=>:|*_]|~~~|\#{1,6}(?=\s|$))|(?P<digits>[0-9]{1,9})(?P<after>[.)])(?=\s|$)")
_TICKS = re.compile("`+")
LONGEST_DATA = 200
"""Characters of a data: address that is written out: longer ones hold the picture itself."""


class _Edge:
    """Where emphasis begins or ends; what is written there depends on its neighbours."""

    __slots__ = ("kind", "opens", "other", "written")

    def __init__(self, kind: str, opens: bool) -> None:
        self.kind = kind
        self.opens = opens
        self.other: _Edge = self
        self.written = ""


class Inline:
    """Writes spans. `address` gives the Markdown behind a link's text (`[12]`, `(url)` or "") from its number,

    `picture` the destination and title of a medium by its index ("" for none), `note` the label of a footnote that the
    link of a number refers to, or ""; with `numbers` fields are preceded by theirs, with `acting` what acts without
    leading anywhere, too.
    """

    def __init__(
        self,
        address: Callable[[int], str],
        picture: Callable[[int], str],
        note: Callable[[int], str],
        numbers: bool,
        acting: bool,
    ) -> None:
        self._address = address
        self._picture = picture
        self._note = note
        self._numbers = numbers
        self._acting = acting

    def text(self, span: Span, line_break: str = "\\\n") -> str:
        """The Markdown of a paragraph, its lines ended by `line_break`."""
        lines = self._joined(span).split("\n")
        kept = [line.strip(" ") for line in lines]
        escaped = [_line_start(line) for line in kept]
        while escaped and not escaped[-1]:
            escaped.pop()
        while escaped and not escaped[0]:
            del escaped[0]
        return line_break.join(escaped)

    def task(self, span: Span) -> str:
        """What stands before the text of a task: its box, which is taken out of the span, and its number; "" for none.

        GitHub's tasks begin with a bare box and a space, and have a text.
        """
        holder = span
        while holder.children and isinstance(first := holder.children[0], Span) and first.kind not in ("field", "link"):
            holder = first
        field = holder.children[0] if holder.children else ""
        if isinstance(field, str) or field.kind != "field" or field.text().strip() not in _BOXES:
            return ""
        after = "".join([child if isinstance(child, str) else child.text() for child in span.children])
        if not after.removeprefix(field.text()).strip():
            return ""
        del holder.children[0]
        return f"{field.text().strip()} [{field.target}] " if self._numbers else f"{field.text().strip()} "

    def _joined(self, span: Span) -> str:
        pieces: list[str | _Edge] = []
        self._add(span, pieces)
        return _resolved(pieces)

    def _add(self, span: Span, out: list[str | _Edge]) -> None:
        for child in span.children:
            if isinstance(child, str):
                _append(out, _escaped(child))
            elif child.kind in _DELIMITERS:
                self._add_emphasis(child, out)
            elif child.kind == "code":
                self._add_code(child, out)
            elif child.kind == "link":
                self._add_link(child, out)
            elif child.kind == "image":
                image = self._image(child)
                apart = not child.children and out and isinstance(out[-1], str) and not out[-1][-1:].isspace()
                _append(out, f" {image}" if apart else image)
            elif child.kind == "field":
                _append(out, self._field(child))
            else:
                self._add(child, out)

    def _add_emphasis(self, span: Span, out: list[str | _Edge]) -> None:
        inside: list[str | _Edge] = []
        if span.kind == "del":
            _without_tildes(span)
        self._add(span, inside)
        head = _moved_space(inside, 0)
        tail = _moved_space(inside, -1)
        if head:
            _append(out, head)
        if inside:
            start, end = _Edge(span.kind, True), _Edge(span.kind, False)
            start.other, end.other = end, start
            out += [start, *inside, end]
        if tail:
            _append(out, tail)

    def _add_code(self, span: Span, out: list[str | _Edge]) -> None:
        """Code spans hold no markup: links and pictures in code are links and pictures of code."""
        run: list[str] = []

        def end() -> None:
            text = "".join(run)
            run.clear()
            if text.strip():
                _append(out, code_span(text))
            elif text:
                _append(out, text)

        for child in span.children:
            if isinstance(child, str):
                run.append(child)
            elif child.kind in ("link", "image", "field") or any(s.kind in ("link", "image") for s in child.within()):
                end()
                if child.kind == "link":
                    inner = Span("code")
                    inner.children = child.children
                    link = Span("link", child.target)
                    link.children = [inner]
                    self._add_link(link, out)
                else:
                    holder = Span("text")
                    holder.children = [child]
                    self._add(holder, out)
            else:
                run.append(child.text())
        end()

    def _add_link(self, span: Span, out: list[str | _Edge]) -> None:
        note = self._note(span.target)
        if note:
            _append(out, f"[^{note}]")
            return
        label = self._joined(span)
        words = label.strip(" \n")
        head = label[: len(label) - len(label.lstrip(" \n"))]
        tail = label[len(label.rstrip(" \n")) :] if words else ""
        address = self._address(span.target)
        _append(out, head.replace("\n", " "))
        if not words or not address:
            _append(out, f"[{span.target}] {words}" if words and self._acting else words)
        else:
            bare = address.removeprefix("(<").removesuffix(">)").strip("()")
            is_bare = address[0] == "(" and span.text() == bare and "://" in bare and " " not in bare
            _append(out, f"<{bare}>" if is_bare else f"[{words.replace(chr(10), chr(92) + chr(10))}]{address}")
        _append(out, tail.replace("\n", " "))

    def _field(self, span: Span) -> str:
        """A control as text shows it, with less of a line to fill in."""
        drawn = span.text().strip()
        shown = f"{drawn.rstrip('_')}___" if drawn.endswith("____") else drawn
        if "\n" in shown:
            rows = "\n".join([code_span(row or " ") for row in shown.split("\n")])
            return f"[{span.target}] {rows}" if self._numbers else rows
        return f"[{span.target}] {code_span(shown)}" if self._numbers and shown else code_span(shown or " ")

    def _image(self, span: Span) -> str:
        words = " ".join(span.text().split())
        destination = self._picture(span.media) if span.media >= 0 else ""
        if not destination:
            return _escaped(words)
        if words[:1] == "[" and words[-1:] == "]":
            words = words[1:-1]
        return f"![{_escaped(words)}]({destination})"


def _without_tildes(span: Span) -> None:
    """Text shows what is struck out between tildes; here they are the markup."""
    first, last = span.children[0] if span.children else "", span.children[-1] if span.children else ""
    if isinstance(first, str) and first[:2] == "~~":
        span.children[0] = first[2:]
        last = span.children[-1]
    if isinstance(last, str) and last[-2:] == "~~":
        span.children[-1] = last[:-2]


def _append(out: list[str | _Edge], text: str) -> None:
    if not text:
        return
    if out and isinstance(out[-1], str):
        if out[-1][-1] == "!" and text[0] == "[":
            out[-1] = out[-1][:-1] + "\\!"
        elif out[-1][-1] == "`" and text[0] == "`":
            text = f"<!-- -->{text}"  # or both code spans would end each other
        elif out[-1][-1] == "]" and text[0] in "[(" and out[-1][-2:] != "\\]":
            text = f"<!-- -->{text}" if text[0] == "[" else f"\\{text}"
    out.append(text)


def _moved_space(inside: list[str | _Edge], at: int) -> str:
    """White space taken from one end of what is emphasised: Markdown knows none there."""
    taken = ""
    while inside:
        piece = inside[at]
        if isinstance(piece, _Edge):
            break
        kept = piece.lstrip(" \n") if at == 0 else piece.rstrip(" \n")
        cut = piece[: len(piece) - len(kept)] if at == 0 else piece[len(kept) :]
        taken = taken + cut if at == 0 else cut + taken
        if kept:
            inside[at] = kept
            break
        del inside[at]
    return taken


def _resolved(pieces: list[str | _Edge]) -> str:
    """The pieces as text, each piece of emphasis written so that it reads as that where it stands."""
    for i, piece in enumerate(pieces):
        if isinstance(piece, _Edge) and piece.opens:
            j = next(k for k in range(i + 1, len(pieces)) if pieces[k] is piece.other)
            _choose(pieces, i, j)
    return "".join([piece if isinstance(piece, str) else piece.written for piece in pieces])


def _choose(pieces: list[str | _Edge], i: int, j: int) -> None:
    start, end = pieces[i], pieces[j]
    assert isinstance(start, _Edge) and isinstance(end, _Edge)
    plain, tag, end_tag = _DELIMITERS[start.kind]
    before, after = _last(pieces, i), _first(pieces, j)
    inner_first, inner_last = _first(pieces, i), _last(pieces, j)
    ways = (plain, plain.replace("*", "_")) if start.kind == "em" else (plain,)
    for way in ways:
        mark = way[0]
        if mark in (before, after, inner_first, inner_last):
            continue
        opens = _flanks(before, inner_first) and (mark != "_" or not before.isalnum())
        closes = _flanks(after, inner_last) and (mark != "_" or not after.isalnum())
        if opens and closes:
            start.written = end.written = way
            return
    start.written, end.written = tag, end_tag


def _flanks(outside: str, inside: str) -> bool:
    """Whether a delimiter between the two opens (or ends) emphasis: the rule of delimiter runs that flank."""
    if not inside or inside.isspace():
        return False
    return not _is_punctuation(inside) or not outside or outside.isspace() or _is_punctuation(outside)


def _is_punctuation(char: str) -> bool:
    return char in _PUNCTUATION or (not char.isascii() and category(char)[0] in "PS")


def _last(pieces: list[str | _Edge], before: int) -> str:
    """The character written last before a place: of emphasis that is not written yet, its plain delimiter."""
    for k in range(before - 1, -1, -1):
        piece = pieces[k]
        text = piece if isinstance(piece, str) else piece.written or _DELIMITERS[piece.kind][0]
        if text:
            return text[-1]
    return ""


def _first(pieces: list[str | _Edge], after: int) -> str:
    for k in range(after + 1, len(pieces)):
        piece = pieces[k]
        text = piece if isinstance(piece, str) else piece.written or _DELIMITERS[piece.kind][0]
        if text:
            return text[0]
    return ""


def _escaped(text: str) -> str:
    """Text in which nothing reads as markup of a line; what begins a line is for `_line_start`."""
    if not _SPECIAL.search(text):
        return text
    tildes = text.count("~") > 1
    out: list[str] = []
    for i, c in enumerate(text):
        following = text[i + 1 : i + 2]
        if c in "`[]" or (c == "~" and tildes):
            c = f"\\{c}"
        elif c == "\\":
            c = "\\\\" if not following or following in _PUNCTUATION or following == "\n" else c
        elif c == "*":
            c = c if following in (" ", "\n") and text[i - 1 : i] == " " else f"\\{c}"
        elif c == "_":
            inside = following.isalnum() and i > 0 and text[i - 1].isalnum()
            c = c if inside or (following == " " and text[i - 1 : i] == " ") else f"\\{c}"
        elif c == "<":
            c = f"\\{c}" if not following or following.isalpha() or following in "/!?" else c
        elif c == "&":
            c = "&amp;" if not following or _ENTITY.match(text, i) else c
        out.append(c)
    return "".join(out)


def _line_start(line: str) -> str:
    """The line without what would make a heading, list, quotation, rule or table of it."""
    if line[:1] == "\xa0":
        return f"&nbsp;{line[1:]}"
    found = _LINE_START.match(line)
    if found is None:
        return line
    if found["digits"]:
        return f"{found['digits']}\\{line[found.end('digits') :]}"
    mark = found["mark"]
    if mark in ("-", "+", "*", "_", "=", "|", ":") and not _starts_block(line, mark):
        return line
    return f"\\{line}"


def _starts_block(line: str, mark: str) -> bool:
    rest = line[1:]
    if mark in "*_":
        return rest[:1] in (" ", "")
    if mark in "-+:" and rest[:1] in ("", " ", "\t"):
        return True
    if mark == "=":
        return not rest.strip("= ")
    return not rest.strip("-:| ")


def code_span(text: str) -> str:
    """A code span of any text, back-ticks included."""
    text = text.replace("\n", " ")
    longest = max(map(len, _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " " and text.strip()):
        text = f" {text} "
    return f"{ticks}{text}{ticks}"


def destination(url: str, title: str = "") -> str:
    """An address and a title as they stand in a link (section 6.3)."""
    if url.startswith("data:") and len(url) > LONGEST_DATA:
        return ""
    shown = url.replace("\\", "\\\\").replace("\n", "%0A").replace("\r", "")
    if _ENTITY.search(shown):
        shown = shown.replace("&", "&amp;")
    if not shown or any(c in shown for c in " <>()") or shown[0] == "<":
        shown = "<{}>".format(shown.replace("<", "%3C").replace(">", "%3E"))
    if title:
        words = " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')
        words = words.replace("&", "&amp;") if _ENTITY.search(words) else words
        shown += f' "{words}"'
    return shown
