"""The text of ::before and ::after: strings, attr(), counters and quotes.

Source: CSS Generated Content 3 (https://www.w3.org/TR/css-content-3/), CSS Lists 3 (counters). Counters and quote depth
need the whole page in order; pages without them are not walked.
"""

from __future__ import annotations

from lightterm.extract.counters import counter_text
from lightterm.extract.quotes import marks_of
from lightterm.extract.style.display import ELSEWHERE
from lightterm.extract.style.media import closing
from lightterm.extract.style.said import readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from selectolax.lexbor import LexborHTMLParser

    from lightterm.extract.style.counter_styles import CounterStyle
    from lightterm.extract.style.match import Element, Index
    from lightterm.extract.style.values import Declared

LONGEST = 500
MOST_SCOPES = 64
_ICON_FONTS = ("icon", "awesome", "glyph", "dashicon", "fontello", "symbol", "wingding", "webding")
_TEXT_FONTS = ("inherit", "initial", "unset", "serif", "mono", "monospace", "sans", "arial", "georgia", "system-ui")


def tokens(value: str) -> list[str]:
    """A masked content value cut into strings, functions whole, words and `/`."""
    out: list[str] = []
    at, size = 0, len(value)
    while at < size:
        start = at
        char = value[at]
        if char == '"':
            at = value.find('"', at + 1) + 1 or size
        elif char.isspace() or char == "/":
            at += 1
        else:
            while at < size and value[at] not in ' "/(':
                at += 1
            if value[at : at + 1] == "(":
                at = closing(value, at) + 1
        piece = value[start:at].strip()
        if piece:
            out.append(piece)
    return out


class Counters:
    """The counters in scope at one place of the page: for each name its instances, outermost first."""

    def __init__(self) -> None:
        self._scopes: dict[str, list[list[int]]] = {}

    def leave(self, depth: int) -> None:
        """Forget the counters made deeper than `depth`: their parent has ended."""
        for scopes in self._scopes.values():
            while scopes and scopes[-1][0] > depth:
                scopes.pop()

    def change(self, style: Declared, depth: int) -> None:
        """Apply counter-reset, counter-increment and counter-set of an element (or pseudo-element) at `depth`."""
        for name, value in pairs(style.get("counter-reset", ""), 0):
            self._reset(name, value, depth)
        for name, value in pairs(style.get("counter-increment", ""), 1):
            self._instance(name, depth)[1] += value
        for name, value in pairs(style.get("counter-set", ""), 0):
            self._instance(name, depth)[1] = value

    def item(self, element: Element, depth: int) -> None:
        """The list-item counter that HTML's own lists keep."""
        attrs = element.node.attrs
        if element.tag in ("ol", "ul", "menu"):
            start = _integer(attrs.get("start") or "") if element.tag == "ol" else None
            self._reset("list-item", (start if start is not None else 1) - 1, depth)
        elif element.tag == "li":
            given = _integer(attrs.get("value") or "")
            scope = self._instance("list-item", depth)
            scope[1] = given if given is not None else scope[1] + 1

    def values(self, name: str) -> list[int]:
        """The values of the instances of that name, outermost first; [0] if there is none."""
        return [scope[1] for scope in self._scopes.get(name, ())] or [0]

    def _reset(self, name: str, value: int, depth: int) -> None:
        scopes = self._scopes.setdefault(name, [])
        if scopes and scopes[-1][0] == depth:
            scopes[-1][1] = value
        elif len(scopes) < MOST_SCOPES:
            scopes.append([depth, value])

    def _instance(self, name: str, depth: int) -> list[int]:
        scopes = self._scopes.setdefault(name, [])
        if not scopes:
            scopes.append([depth, 0])
        return scopes[-1]


def pairs(value: str, default: int) -> list[tuple[str, int]]:
    """The (name, number) pairs of a counter property; [] for `none`."""
    out: list[tuple[str, int]] = []
    for word in value.split():
        number = _integer(word)
        if number is None:
            if word != "none":
                out.append((word, default))
        elif out:
            out[-1] = (out[-1][0], number)
    return out


def _integer(text: str) -> int | None:
    text = text.strip()
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isdigit() and digits.isascii() and len(digits) < 10 else None


class Generated:
    """Resolves the generated text of elements; `texts` is what stands before and after each, by mem_id."""

    def __init__(
        self, tree: LexborHTMLParser, index: Index, strings: list[str], styles: Mapping[str, CounterStyle]
    ) -> None:
        self.styles = styles
        self._tree = tree
        self._index = index
        self.strings = strings
        self._counters = Counters()
        self._quotes = 0
        self.texts: dict[int, tuple[str, str]] = {}

    def run(self, styled: Iterable[Element]) -> None:
        """Resolve the text of all elements of `styled` that are still in the tree."""
        with_text = [element for element in styled if element.before or element.after]
        values = [(one or {}).get("content", "") for element in with_text for one in (element.before, element.after)]
        if any("counter" in value or "quote" in value for value in values):
            self._walk()
        else:
            for element in with_text:
                self._resolve(element, 0)

    def _walk(self) -> None:
        """Meet every element in document order, at its depth."""
        depth = 0
        root = self._tree.root
        node = root
        while node is not None:
            if node.is_element_node:
                element = self._index.element(node)
                self._counters.leave(depth)
                self._counters.item(element, depth)
                if element.style:
                    self._counters.change(element.style, depth)
                if element.before:
                    self._set(element, self._pseudo(element, element.before, depth + 1), 0)
            child = node.first_child
            if child is not None:
                node = child
                depth += 1
                continue
            while node is not None:
                if node.is_element_node:
                    element = self._index.element(node)
                    if element.after:
                        self._counters.leave(depth + 1)
                        self._set(element, self._pseudo(element, element.after, depth + 1), 1)
                if node.next is not None:
                    node = node.next
                    break
                node = node.parent
                depth -= 1

    def _resolve(self, element: Element, depth: int) -> None:
        for place, style in enumerate((element.before, element.after)):
            if style:
                self._set(element, self._pseudo(element, style, depth), place)

    def _set(self, element: Element, text: str, place: int) -> None:
        if text:
            before, after = self.texts.get(element.mem, ("", ""))
            self.texts[element.mem] = (before, text) if place else (text, after)

    def _pseudo(self, element: Element, style: Declared, depth: int) -> str:
        """The text of a pseudo-element, "" where it makes none or none that can be seen."""
        if style.get("display") == "none":
            return ""
        self._counters.change(style, depth)
        value = style.get("content", "")
        text = self._text(element, value) if value else ""
        if not text or self._unseen(style):
            return ""
        if not text.strip():
            placed = style.get("position") in ELSEWHERE or style.get("float", "none") != "none"
            return "" if placed or style.get("display", "inline") != "inline" else text
        return "" if self._is_icon(text.strip(), style.get("font-family", "")) else text

    def _is_icon(self, sign: str, family: str) -> bool:
        """Whether a sign is a picture: its font is one of icons by name or, of a letter, none could take its place."""
        if len(sign) != 1 or not family:
            return False
        names = [self.strings[int(number)] for number in family.split('"')[1::2] if number.isdigit()]
        family = " ".join([family, *names]).lower()
        if any(name in family for name in _ICON_FONTS):
            return True
        return sign.isascii() and sign.isalpha() and "," not in family and not family.endswith(_TEXT_FONTS)

    def _unseen(self, style: Declared) -> bool:
        if style.get("visibility") == "hidden" or style.get("opacity") == "zero" or style.get("font-size") == "zero":
            return True
        if style.get("position", "static") != "static" and "off" in (style.get("left"), style.get("top")):
            return True
        if style.get("text-indent") == "off" or style.get("clip-path") == "gone":
            return True
        tiny = "tiny" in (style.get("width"), style.get("height"), style.get("max-height"), style.get("max-width"))
        return tiny and style.get("overflow") == "hidden"

    def _text(self, element: Element, value: str) -> str:
        parts = tokens(value)
        if "/" in parts:
            parts = parts[parts.index("/") + 1 :]
        text = "".join(self._piece(element, part) for part in parts)[:LONGEST]
        return "".join(c for c in text if (c >= " " or c == "\n") and (readable(c) or c.isspace()))

    def _piece(self, element: Element, part: str) -> str:
        if part[:1] == '"':
            number = part.strip('"')
            return self.strings[int(number)] if number.isdigit() else ""
        name, _, rest = part.partition("(")
        arguments = [one.strip() for one in rest.rstrip(")").split(",")]
        if name == "attr":
            words = arguments[0].split()
            return (element.node.attrs.get(words[0]) or "") if words else ""
        if name in ("counter", "counters"):
            return self._counter(name, arguments)
        return self._quote(element, part) if part.endswith("-quote") else ""

    def _counter(self, name: str, arguments: list[str]) -> str:
        values = self._counters.values(arguments[0])
        if name == "counter":
            return self._counted(values[-1], arguments[1] if len(arguments) > 1 else "decimal")
        number = arguments[1].strip('"') if len(arguments) > 1 else ""
        joint = self.strings[int(number)] if number.isdigit() else ""
        style = arguments[2] if len(arguments) > 2 else "decimal"
        return joint.join(self._counted(value, style) for value in values)

    def _counted(self, number: int, style: str) -> str:
        if style not in self.styles:
            return counter_text(number, style)
        from lightterm.extract.style.counter_styles import number_text

        return number_text(number, style, self.styles)

    def _quote(self, element: Element, word: str) -> str:
        opening = word.startswith(("open", "no-open"))
        if not opening:
            self._quotes = max(0, self._quotes - 1)
        marks = self._marks(element)
        pair = min(2 * self._quotes, len(marks) - 2)
        if opening:
            self._quotes += 1
        return "" if word.startswith("no-") or pair < 0 else marks[pair + (0 if opening else 1)]

    def _marks(self, element: Element) -> list[str]:
        at: Element | None = element
        language: str | None = None
        while at is not None:
            value = (at.style or {}).get("quotes", "")
            marks = quoted_marks(value, self.strings)
            if marks or value == "none":
                return marks
            if language is None and "lang" in at.node.attrs:
                language = at.node.attrs.get("lang")
            at = self._index.parent(at)
        return [*marks_of(language or "")]


def quoted_marks(value: str, strings: list[str]) -> list[str]:
    """The marks of a masked `quotes` value, pair by pair; [] for `none` and `auto`."""
    numbers = [number for number in value.split('"')[1::2] if number.isdigit()]
    return [strings[int(number)] for number in numbers[: len(numbers) // 2 * 2]]
