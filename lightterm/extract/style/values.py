"""The declarations that matter to a text browser, read into a few normal forms.

Of each property only what decides reading is kept: keywords as themselves, measures as the class they fall in
(`off` the screen, `tiny`, `gone`, `zero`, or `on`), so that the cascade carries short strings and a rule that can hide
something is told by one set operation.
"""

from __future__ import annotations

from lightterm.extract.counters import STYLES
from lightterm.extract.style.apart import READERS as GAPS
from lightterm.extract.style.apart import SIDES
from lightterm.extract.style.colours import CLEAR, alike, is_pale
from lightterm.extract.style.measures import HIDING, length
from lightterm.extract.style.media import closing
from lightterm.extract.style.model import words
from lightterm.numerals import is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Declared = dict[str, str]
    Read = Callable[[Declared, str], None]

MOST_VARIABLES = 32
LONGEST_VALUE = 2_000
# Values that can take an element out of sight; only elements with one of them have their hiding properties resolved.
_PAINTS = {"background": "background", "background-color": "background", "background-image": "background"}
_PAINTS |= {"color": "color", "-webkit-text-fill-color": "fill"}
"""Of these it matters that something is said that cannot be told: a variable of an element."""
TRIGGERS = frozenset(("off", "edge", "past", "gone", "tiny", "zero", "over", "same", "pale"))
_FLOWS = frozenset(("auto", "initial", "unset", "revert", "span 1"))
READING = words(
    "display visibility content-visibility text-align white-space text-transform list-style-type flex-direction "
    "column-gap float direction content quotes counter-reset counter-increment counter-set order grid-columns "
    "grid-auto-flow grid-placed tab-size"
)
"""The properties that matter by themselves; the others matter only where a trigger is."""

_DISPLAY = {
    name: name
    for name in words("none block inline inline-block list-item table table-row table-cell table-caption contents")
}
_DISPLAY |= {
    "flex": "flex",
    "inline-flex": "flex",
    "-webkit-flex": "flex",
    "-webkit-inline-flex": "flex",
    "-webkit-box": "block",
    "-webkit-inline-box": "inline-block",
    "grid": "grid",
    "inline-grid": "grid",
    "flow-root": "block",
    "block flow": "block",
    "block flow-root": "block",
    "inline flow-root": "inline-block",
    "block flex": "flex",
    "block grid": "grid",
    "inline-table": "table",
    "table-row-group": "contents",
    "table-header-group": "contents",
    "table-footer-group": "contents",
    "table-column": "none",
    "table-column-group": "none",
    "ruby": "inline",
    "ruby-text": "inline",
    "math": "inline",
    "initial": "inline",
    "unset": "inline",
    "revert": "revert",
    "revert-layer": "revert",
}
_ALIGN = {
    "left": "left",
    "right": "right",
    "center": "center",
    "justify": "left",
    "start": "start",
    "end": "end",
    "-webkit-left": "left",
    "-webkit-right": "right",
    "-webkit-center": "center",
    "initial": "start",
}
_SPACE = {name: name for name in ("normal", "pre", "nowrap", "pre-wrap", "pre-line")}
_SPACE |= {"break-spaces": "pre-wrap", "initial": "normal"}
_CASE = {name: name for name in ("none", "uppercase", "lowercase", "capitalize")} | {"initial": "none"}


def _both(first: Read | None, second: Read) -> Read:
    def read(into: Declared, value: str) -> None:
        if first is not None:
            first(into, value)
        second(into, value)

    return second if first is None else read


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


_LIST = _same("none", "disc", "circle", "square", *STYLES)
_LIST |= {"lower-latin": "lower-alpha", "upper-latin": "upper-alpha", "initial": "disc", "unset": ""}
_LIST |= {"disclosure-open": '"\u25be "', "disclosure-closed": '"\u25b8 "'}
_NUMBERED = words(
    "armenian upper-armenian lower-armenian georgian hebrew cjk-earthly-branch cjk-heavenly-stem ethiopic-numeric "
    "hiragana-iroha japanese-formal katakana-iroha korean-hangul-formal korean-hanja-formal simp-chinese-formal "
    "trad-chinese-formal"
)
"""Styles whose numbers are told in decimal."""

OWN = "@"
"""Before the name of a list style that CSS does not know: one of the page's own, or as good as decimal."""

_WIDE = ("inherit", "initial", "unset", "revert", "revert-layer")


def _keywords(name: str, words: dict[str, str]) -> Read:
    def read(into: Declared, value: str) -> None:
        known = words.get(value)
        if known is not None:
            into[name] = known
        elif value in ("inherit", "unset", "revert", "revert-layer"):
            into[name] = ""

    return read


def _display(into: Declared, value: str) -> None:
    known = _DISPLAY.get(value)
    if known in ("flex", "grid"):
        into["outer"] = "inline" if "inline" in value else ""
    _inner_display(into, value)


_inner_display = _keywords("display", _DISPLAY)


def _list_style(into: Declared, value: str) -> None:
    if (at := value.find("symbols(")) >= 0:
        _list_type(into, value[at : closing(value, at + 7) + 1])
        return
    kind = "disc"
    image = False
    for word in value.split():
        if word in ("inside", "outside"):
            continue
        if "(" in word:
            image = True
        elif word not in _WIDE:
            kind = word
    if image and kind == "none":
        kind = "disc"
    _list_type(into, kind)


def _list_type(into: Declared, value: str) -> None:
    known = _LIST.get(value)
    if known is not None:
        into["list-style-type"] = known
    elif value[:1] == '"':
        into["list-style-type"] = value
    elif value.startswith("symbols("):
        into["list-style-type"] = f"{OWN}{value}"
    elif value in _NUMBERED or "(" in value:
        into["list-style-type"] = "decimal"
    elif value and value not in _WIDE:
        into["list-style-type"] = f"{OWN}{value}"


def _gap(into: Declared, value: str) -> None:
    wide = value.split()
    if wide:
        into["column-gap"] = "0" if wide[-1] == "normal" or length(wide[-1]) == 0 or wide[-1] == "0%" else "1"


def _flow(into: Declared, value: str) -> None:
    for word in value.split():
        if word in ("row", "column", "row-reverse", "column-reverse"):
            into["flex-direction"] = word


def _columns(into: Declared, value: str) -> None:
    """How many tracks a grid template makes: 0 when it cannot be told."""
    into["grid-columns"] = str(_tracks(value.partition("/")[2] or value))


def _placed(into: Declared, value: str) -> None:
    """Whether an item of a grid is given a place or a size, so that the next ones do not stand where they would."""
    into["grid-placed"] = "" if all(line.strip() in _FLOWS for line in value.split("/")) else "1"


def _template(into: Declared, value: str) -> None:
    if "/" in value:
        _columns(into, value)


def _tracks(value: str) -> int:
    value = value.strip()
    if value.startswith("repeat(") and closing(value, 6) == len(value) - 1:
        times, _, repeated = value[7:-1].partition(",")
        return int(times) * _tracks(repeated) if is_whole(times.strip()) and len(times) < 3 else 0
    count = depth = 0
    for word in value.replace("(", "( ").replace(")", " )").split():
        if word == "repeat(":
            return 0
        if depth == 0 and word[:1] not in ("[", ")"):
            count += 1
        depth += word.count("(") - word.count(")")
    return count if value != "none" else 0


def _flex(into: Declared, value: str) -> None:
    into["flex"] = "nil" if value in ("none", "initial", "0", "0 0 auto", "0 1 auto", "0 auto") else "on"


def _raw(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        into[name] = value

    return read


def _order(into: Declared, value: str) -> None:
    digits = value[1:] if value[:1] == "-" else value
    if is_whole(digits) and len(digits) < 8:
        into["order"] = value


def _tab_size(into: Declared, value: str) -> None:
    if is_whole(value) and len(value) < 3:
        into["tab-size"] = value


def _content(into: Declared, value: str) -> None:
    into["content"] = "" if value in ("none", "normal", "initial", "unset", "inherit") else value


READERS: dict[str, Read] = (
    HIDING
    | {name: _both(HIDING.get(name), read) for name, read in GAPS.items()}
    | {
        "display": _display,
        "visibility": _keywords(
            "visibility", _same("visible", "hidden") | {"collapse": "hidden", "initial": "visible", "unset": ""}
        ),
        "content-visibility": _keywords("content-visibility", _same("visible", "auto", "hidden")),
        "position": _keywords("position", _same("static", "relative", "absolute", "fixed", "sticky")),
        "text-align": _keywords("text-align", _ALIGN),
        "white-space": _keywords("white-space", _SPACE),
        "tab-size": _tab_size,
        "-moz-tab-size": _tab_size,
        "text-transform": _keywords("text-transform", _CASE),
        "list-style": _list_style,
        "list-style-type": _list_type,
        "flex-direction": _flow,
        "flex-flow": _flow,
        "flex": _flex,
        "flex-grow": _flex,
        "gap": _gap,
        "grid-gap": _gap,
        "column-gap": _gap,
        "grid-column-gap": _gap,
        "grid-template-columns": _columns,
        "grid-template": _template,
        "grid": _template,
        "grid-auto-flow": _raw("grid-auto-flow"),
        **dict.fromkeys(words("grid-area grid-row grid-row-start grid-row-end"), _placed),
        **dict.fromkeys(words("grid-column grid-column-start grid-column-end"), _placed),
        "float": _keywords(
            "float", _same("left", "right", "none") | {"inline-start": "left", "inline-end": "right", "initial": "none"}
        ),
        "direction": _keywords("direction", _same("ltr", "rtl")),
        "order": _order,
        "content": _content,
        "quotes": _raw("quotes"),
        "counter-reset": _raw("counter-reset"),
        "counter-increment": _raw("counter-increment"),
        "counter-set": _raw("counter-set"),
        "pointer-events": _keywords("pointer-events", _same("none", "auto", "all") | {"initial": "auto"}),
    }
)


def declarations(block: str, variables: Variables | None = None) -> tuple[Declared, Declared]:
    """The declarations of a masked block that matter, and the !important ones among them.

    `variables` resolves var(); without it a declaration that needs one is left out.
    """
    normal: Declared = {}
    important: Declared = {}
    own: dict[str, str] = {}
    known = _known
    for item in block.lower().split(";"):
        said = known.get(item)
        if said is None:
            name, _, value = item.partition(":")
            name = name.strip()
            read = READERS.get(name)
            if read is None and "--" in name:
                own[name] = value.partition("!")[0].strip()
                continue
            if "var(" in value:
                value, flag = _flagged(value)
                value = variables.resolve(value, own) if variables is not None else ""
                _read(name, value, important if flag else normal)
                continue
            said = _said(item)
        flag, changes, ended = said
        into = important if flag else normal
        if changes:
            into.update(changes)
        for key in ended:
            into.pop(key, None)
    return _with_pairs(normal), _with_pairs(important)


_known: dict[str, tuple[bool, Declared, tuple[str, ...]]] = {}
_MOST_KNOWN = 8_000
"""Declarations kept as they were read: of those of a large sheet two thirds stand in it again."""
_LONGEST_KNOWN = 200


def _said(item: str) -> tuple[bool, Declared, tuple[str, ...]]:
    """(whether it is !important, what it says, the gaps that it ends) of one declaration without variables."""
    name, _, value = item.partition(":")
    value, important = _flagged(value)
    changes = dict.fromkeys(SIDES, "")
    _read(name.strip(), value, changes)
    ended = tuple([side for side in SIDES if side not in changes])
    for side in SIDES:
        if changes.get(side) == "":
            del changes[side]
    if len(item) <= _LONGEST_KNOWN:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[item] = important, changes, ended
    return important, changes, ended


def _flagged(value: str) -> tuple[str, bool]:
    """A value without its flag, and whether that is !important."""
    value, _, flag = value.partition("!")
    return value.strip(), flag.strip() == "important"


def _read(name: str, value: str, into: Declared) -> None:
    read = READERS.get(name)
    if read is None:
        return
    if value and len(value) <= LONGEST_VALUE:
        read(into, value)
    elif name in _PAINTS:
        into[_PAINTS[name]] = "" if "background" in name else "other"


def _with_pairs(declared: Declared) -> Declared:
    """Declarations, and what a colour and its ground say together."""
    if "color" in declared or "fill" in declared:
        ink = declared.get("fill") or declared.get("color", "")
        ground = declared.get("background")
        if ground and alike(declared.get("color", ""), ground):
            declared["same"] = "same"
        if (ink == CLEAR or is_pale(ink)) and (ground in (None, CLEAR) or alike(ink, ground)):
            declared["pale"] = "pale"
    return declared


class Variables:
    """Custom properties of the page as a whole, read when first asked for, for var().

    Source: CSS Variables 1 (https://www.w3.org/TR/css-variables-1/); of those of single elements only what stands in
    the same rule is followed.
    """

    def __init__(self, read: Callable[[], dict[str, str]]) -> None:
        self._read = read
        self._values: dict[str, str] | None = None

    def resolve(self, value: str, own: dict[str, str] | None = None) -> str:
        """`value` with each var() replaced; "" if one is unknown without fallback, or they are too many or long."""
        if self._values is None:
            self._values = self._read()
        for _ in range(MOST_VARIABLES):
            start = value.find("var(")
            if start < 0:
                return value.strip()
            end = closing(value, start + 3)
            name, comma, fallback = value[start + 4 : end].partition(",")
            known = self._values.get(name.strip(), fallback.strip() if comma else "")
            found = own.get(name.strip(), known) if own else known
            if not found:
                return ""
            value = value[:start] + found + value[end + 1 :]
            if len(value) > LONGEST_VALUE:
                return ""
        return ""
