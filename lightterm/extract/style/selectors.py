"""Selectors read into chains of compounds, with their specificity.

Source: Selectors 4 (https://www.w3.org/TR/selectors-4/). What depends on a pointer, focus or history never matches;
what no browser knows makes the selector, and with it the rule, invalid.
"""

from __future__ import annotations

from lightterm.extract.style.media import closing
from lightterm.extract.style.model import words
from lightterm.extract.style.scan import UNMASK, split_commas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Test = tuple[object, ...]

DEEPEST = 4
LONGEST = 8_000
MOST_COMPOUNDS = 24
ID, CLASS = 1 << 20, 1 << 10
PSEUDO_ELEMENTS = ("before", "after", "marker")
# Pseudo-elements a browser knows and we have no use for: valid, never matching.
_OTHER_ELEMENTS = words(
    "first-letter first-line selection placeholder backdrop cue file-selector-button grammar-error spelling-error "
    "target-text highlight part slotted view-transition details-content scroll-button scroll-marker"
)
# Pseudo-classes that hold in some state which a page just loaded, without pointer or focus, is not in.
NEVER = words(
    "hover focus focus-within focus-visible active visited target target-within fullscreen modal popover-open "
    "picture-in-picture autofill user-valid user-invalid invalid out-of-range playing host host-context current past "
    "future defined-not local-link paused seeking buffering stalled muted volume-locked indeterminate "
    "state blank has-slotted active-view-transition xr-overlay"
)
_STRUCTURE = {
    "first-child": ("nth", 0, 1, False, False),
    "last-child": ("nth", 0, 1, True, False),
    "first-of-type": ("nth", 0, 1, False, True),
    "last-of-type": ("nth", 0, 1, True, True),
}
_SIMPLE = words(
    "root scope empty link any-link checked default disabled enabled required optional read-only read-write "
    "placeholder-shown only-child only-of-type valid in-range defined"
)
_NTH = {
    "nth-child": (False, False),
    "nth-last-child": (True, False),
    "nth-of-type": (False, True),
    "nth-last-of-type": (True, True),
}
_FUNCTIONS = frozenset(("is", "where", "not", "has", "matches", "-webkit-any", "lang", "dir", *_NTH))
KNOWN = NEVER | _SIMPLE | _FUNCTIONS | _OTHER_ELEMENTS | frozenset(PSEUDO_ELEMENTS) | frozenset(_STRUCTURE)
MATCHABLE = KNOWN - NEVER - _OTHER_ELEMENTS
_BLANKED = {ord(char): " " for char in "\t\n\r\f.#:[>+~,()|*&\"'=]"}


class Invalid(Exception):
    """The selector is not one a browser takes."""


class Selector:
    """A compound and, through `combinator` and `left`, what must stand before it.

    `above` and `before` remember, by element, whether it or an ancestor (an earlier sibling) matches this selector:
    matching is then linear in elements whatever the selector.
    """

    __slots__ = ("above", "before", "classes", "combinator", "id", "left", "pseudo", "specificity", "tag", "tests")

    def __init__(self) -> None:
        self.tag = ""
        self.id = ""
        self.classes: tuple[str, ...] = ()
        self.tests: tuple[Test, ...] = ()
        self.combinator = ""
        self.left: Selector | None = None
        self.specificity = 0
        self.pseudo = ""
        self.above: dict[int, bool] = {}
        self.before: dict[int, bool] = {}


def parse(text: str, strings: Sequence[str] = (), depth: int = 0) -> Selector:
    """One complex selector of masked text, `strings` being what was masked; raises Invalid."""
    return _Parser(text.strip(), strings, depth).complex()


class _Parser:
    def __init__(self, text: str, strings: Sequence[str], depth: int) -> None:
        self.strings = strings
        if depth > DEEPEST or len(text) > LONGEST:
            raise Invalid(text[:80])
        self.text = text
        self.flat = text.translate(_BLANKED) + " "  # names end at its spaces
        self.at = 0
        self.depth = depth
        self.classes: list[str] = []
        self.tests: list[Test] = []

    def complex(self) -> Selector:
        left: Selector | None = None
        combinator = ""
        for _ in range(MOST_COMPOUNDS):
            compound = self._compound()
            compound.left, compound.combinator = left, combinator
            if left is not None:
                if left.pseudo:
                    raise Invalid(self.text[:80])
                compound.specificity += left.specificity
            combinator = self._combinator()
            if not combinator:
                return compound
            left = compound
        raise Invalid(self.text[:80])

    def _combinator(self) -> str:
        text, at = self.text, self.at
        found = ""
        while at < len(text):
            char = text[at]
            if char in ">+~":
                if found.strip():
                    raise Invalid(text[:80])
                found = char
            elif char in " \t\n\r\f":
                found = found or " "
            else:
                break
            at += 1
        if at >= len(text):
            if found.strip():
                raise Invalid(text[:80])
            return ""
        if not found:
            raise Invalid(text[:80])
        self.at = at
        return found

    def _name(self) -> str:
        start = self.at
        end = self.at = self.flat.find(" ", start)
        if end == start:
            raise Invalid(self.text[:80])
        name = self.text[start:end]
        return name if name.isascii() else name.translate(UNMASK)

    def _compound(self) -> Selector:
        text = self.text
        size = len(text)
        made = Selector()
        start = self.at
        self.classes, self.tests = [], []
        if self.at < size and text[self.at] not in ".#:[*":
            made.tag = self._name().lower()
            made.specificity = 1
        elif text[self.at : self.at + 1] == "*":
            self.at += 1
        while self.at < size:
            char = text[self.at]
            if char not in ".#:[":
                break
            if made.pseudo and char != ":":
                raise Invalid(text[:80])
            self.at += 1
            if char == ".":
                self.classes.append(self._name())
                made.specificity += CLASS
            elif char == "#":
                self._id(made)
            elif char == ":":
                self._pseudo(made)
            else:
                self._attribute()
                made.specificity += CLASS
        if self.at == start:
            raise Invalid(text[:80])
        made.classes, made.tests = tuple(self.classes), tuple(self.tests)
        return made

    def _id(self, made: Selector) -> None:
        name = self._name()
        if made.id and made.id != name:
            self.tests.append(("never",))
        made.id = name
        made.specificity += ID

    def _pseudo(self, made: Selector) -> None:
        text = self.text
        element = text[self.at : self.at + 1] == ":"
        if element:
            self.at += 1
        name = self._name().lower()
        argument = self._argument() if text[self.at : self.at + 1] == "(" else None
        if element or name in PSEUDO_ELEMENTS or name in ("first-letter", "first-line"):
            if name not in PSEUDO_ELEMENTS:
                if name not in _OTHER_ELEMENTS and not name.startswith("-webkit-"):
                    raise Invalid(text[:80])
                self.tests.append(("never",))
            made.pseudo = name
            made.specificity += 1
        elif name in ("is", "where", "not", "has", "matches", "-webkit-any"):
            if argument is None:
                raise Invalid(text[:80])
            made.specificity += self._logical(name, argument)
        else:
            made.specificity += CLASS
            if name == "lang" and argument:
                self.tests.append(("lang", *(self._text(part).lower() for part in argument.split(","))))
            else:
                self.tests.append(_pseudo_class(name, argument, text))

    def _argument(self) -> str:
        start = self.at + 1
        end = self.at = closing(self.text, self.at)
        if self.text[end] != ")":
            end += 1
        self.at += 1
        return self.text[start:end]

    def _logical(self, name: str, argument: str) -> int:
        """Append the test of :is(), :not(), :where() or :has(); the specificity it adds."""
        inner: list[object] = []
        most = 0
        for part in split_commas(argument):
            part = part.strip()
            lead = part[:1] if name == "has" and part[:1] in (">", "+", "~") else " "
            try:
                one = parse(part[1:] if lead != " " else part, self.strings, self.depth + 1)
            except Invalid:
                if name in ("not", "has"):
                    raise
                continue
            most = max(most, one.specificity)
            inner.append((lead, one) if name == "has" else one)
        self.tests.append((name if name in ("not", "has") else "is", *inner))
        return 0 if name == "where" else most

    def _attribute(self) -> None:
        end = self.text.find("]", self.at)
        if end < 0:
            end = len(self.text)
        inner = self.text[self.at : end].strip()
        self.at = min(end + 1, len(self.text))
        name, sign, value = inner.partition("=")
        name = name.rstrip()
        kind = "="
        if sign and name[-1:] in ("~", "|", "^", "$", "*"):
            kind = name[-1]
            name = name[:-1].rstrip()
        elif not sign:
            kind = ""
        name = name.removeprefix("*|").removeprefix("|").lower().translate(UNMASK)
        if not name or "|" in name or " " in name:
            raise Invalid(inner[:80])
        value = value.strip()
        folded = value[-2:].lower() in (" i", '"i')
        self.tests.append(
            ("attribute", name, kind, self._text(value.removesuffix(" s")[: -1 if folded else None]), folded)
        )

    def _text(self, value: str) -> str:
        """A masked string or identifier as it was written."""
        value = value.strip()
        if value[:1] == '"':
            number = value.strip('"')
            return self.strings[int(number)] if number.isdigit() and int(number) < len(self.strings) else ""
        return value.translate(UNMASK)


def _pseudo_class(name: str, argument: str | None, text: str) -> Test:
    if name in _STRUCTURE:
        return _STRUCTURE[name]
    if name in _NTH:
        steps = nth(argument or "")
        if steps is None:
            if " of " in (argument or ""):
                return ("never",)
            raise Invalid(text[:80])
        return ("nth", *steps, *_NTH[name])
    if name == "dir" and argument:
        return ("dir", argument.strip().lower())
    if name in _SIMPLE:
        return (name,)
    if name in NEVER or name.startswith("-webkit-"):
        return ("never",)
    raise Invalid(text[:80])


def nth(text: str) -> tuple[int, int] | None:
    """The a and b of `an+b`, or None. https://www.w3.org/TR/css-syntax-3/#anb"""
    text = text.strip().lower().replace(" ", "")
    if text in ("odd", "even"):
        return 2, int(text == "odd")
    step, letter, offset = text.partition("n")
    try:
        if not letter:
            return 0, _small(step)
        a = _small(step + "1") if step in ("", "+", "-") else _small(step)
        return a, _small(offset) if offset else 0
    except ValueError:
        return None


def _small(text: str) -> int:
    if len(text) > 9:
        raise ValueError(text[:20])
    return int(text)
