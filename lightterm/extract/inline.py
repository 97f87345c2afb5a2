"""What changes the text it stands in: q, sup, abbr, progress, title ..., details; how fields show their value, and
what switches them off."""

from __future__ import annotations

from lightterm.document.marks import BREAK, FIELD, FIELD_END, LINK, one_spaced, strip
from lightterm.document.model import Frame
from lightterm.extract import dom
from lightterm.extract.walk import DISCLOSURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.extract.tables import Tables
    from lightterm.extract.walk import Action, Walker

    Said = Callable[[str], str]

_DIRECT = frozenset("0123456789+-−=()ni")
_GLUED = frozenset(("st", "nd", "rd", "th", "er", "re", "e", "me", "mes", "lle", "gr", "tm", "sm"))
_ORDINALS = {"a": "ª", "o": "º"}
_OPERATORS = frozenset("+-−*/=^·×±,_¹²³⁰⁴⁵⁶⁷⁸⁹ⁱⁿ⁺⁻₀₁₂₃₄₅₆₇₈₉")

_NO_GROUP = " \x02"
_ON, _OFF, _IN_LEGEND, _BEHIND_LEGEND = range(4)

_BLANKS = {
    "date": "____-__-__",
    "time": "__:__",
    "month": "____-__",
    "week": "____-W__",
    "datetime-local": "____-__-__ __:__",
}
DOT = "•"
MAX_VALUE, MAX_AREA, MAX_LINES = 200, 2000, 40
"""Characters of a value, and of a text of several lines, that are shown, and its lines; what is longer ends in `…`."""

MAX_LABEL = 1000
"""Characters of a label that a control is called by."""


class Inline:
    """The actions of these elements; each end tag looks at what its element has put into the paragraph."""

    def __init__(self, walker: Walker, tables: Tables) -> None:
        self.walker = walker
        self._tables = tables
        self.quotes: list[str] = []
        """What closes each `q` that is open."""
        self.starts: list[tuple[int, str]] = []
        self.expanded: set[str] = set()
        self.folded: list[tuple[int, int]] = []
        """The first and last number of the targets in each closed disclosure."""
        self._details: list[list[int]] = []
        """The disclosures that are being read: whether open, the number of the summary's target, 0 before it, and the
        first number behind the summary, which may have links of its own."""
        self._summary = 0

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        rows: dict[str, Action] = {"q": self.quote, "/q": self.quote_end}
        for name, end in (("sup", self.raised), ("sub", self.lowered), ("abbr", self.expanded_end)):
            rows[name], rows["/" + name] = self.start, end
        rows["details"], rows["/details"] = self.details, self.details_end
        rows["summary"], rows["/summary"] = self.summary, self.summary_end
        rows["rt"], rows["/rt"] = self.start, self.reading
        rows["acronym"], rows["/acronym"] = self.start, self.expanded_end
        for name in ("progress", "meter"):
            rows[name], rows["/" + name] = self.start, self.gauge
        for name in ("title", "rp", "desc", "colgroup"):
            rows[name], rows["/" + name] = self.start, self.dropped
        return rows

    def details(self, head: str) -> None:
        self.walker.block(head)
        self._details.append([" open=" in head, 0, 0])

    def details_end(self, head: str) -> None:
        walker = self.walker
        walker.block(head)
        is_open, _, first = self._details.pop() if self._details else (1, 0, 0)
        if first:
            walker.pop()
            if not is_open and len(walker.targets) >= first:
                self.folded.append((first, len(walker.targets)))

    def summary(self, head: str) -> None:
        walker = self.walker
        walker.block(head)
        walker.targets.append(head)
        is_open = bool(self._details and self._details[-1][0])
        if self._details and not self._details[-1][1]:
            self._details[-1][1] = len(walker.targets)
        walker.buf.append(f"{FIELD}{DISCLOSURES[is_open]} ")
        self._summary = len(walker.blocks)

    def summary_end(self, head: str) -> None:
        """The end of a disclosure's name: all that follows in it is folded with it."""
        walker = self.walker
        if len(walker.blocks) == self._summary and not strip("".join(walker.buf)).strip(" ▸▾"):
            walker.buf.append("Details")  # as browsers say where the page does not
        walker.buf.append(FIELD_END)
        walker.block(head)
        if self._details and not self._details[-1][2]:
            inner = self._details[-1]
            inner[2] = len(walker.targets) + 1
            walker.push(Frame(walker.frame, "details", "", "", inner[1], bool(inner[0])))

    def start(self, head: str) -> None:
        self.starts.append((len(self.walker.buf), head))

    def _content(self) -> tuple[list[str] | None, str]:
        """What was put into the paragraph since the start tag (None after a flush), and that tag."""
        if not self.starts:
            return None, ""
        at, head = self.starts.pop()
        buf = self.walker.buf
        if at > len(buf):
            return None, head
        content = buf[at:]
        del buf[at:]
        return content, head

    def dropped(self, head: str) -> None:
        self._leave_out(self._content()[0])

    def _leave_out(self, content: list[str] | None) -> None:
        """Show nothing of the content, unless there are targets in it: those have their numbers already."""
        raw = "".join(content or ())
        if LINK in raw or FIELD in raw:
            self.walker.buf.append(raw)

    def quote(self, head: str) -> None:
        before, after = ("‘", "’") if len(self.quotes) % 2 else ("“", "”")
        if dom.NOTE in head and not {"b", "a"}.isdisjoint(dom.read_annotation(head)):
            before = after = ""  # its own are said there
        self.quotes.append(after)
        self.walker.buf.append(before)

    def quote_end(self, head: str) -> None:
        self.walker.buf.append(self.quotes.pop() if self.quotes else "”")

    def raised(self, head: str) -> None:
        self._script("sup", "^")

    def lowered(self, head: str) -> None:
        self._script("sub", "_")

    def _script(self, kind: str, sign: str) -> None:
        content, _ = self._content()
        if not content:
            return
        raw = "".join(content)
        text = strip(raw).strip()
        buf = self.walker.buf
        if LINK in raw or not text or text.lower() in _GLUED or text[0] in "[(":
            buf.extend(content)
            return
        if all(c in _DIRECT for c in text.replace(",", "")):
            from lightterm.extract.mathml import script_text

            small = ",".join([script_text(part, kind) or "" for part in text.split(",")]) if text.strip(",") else ""
            if small:
                buf.append(raw.replace(text, small))
                return
        before = buf[-1][-1:] if buf else ""
        if text in _ORDINALS and kind == "sup" and (before.isdigit() or before in ("n", "N")):
            buf.append(raw.replace(text, _ORDINALS[text]))
        elif not before.isalnum() or len(text) > 8 or " " in text:
            buf.extend(content)
        elif not _OPERATORS.isdisjoint(text) and any(map(str.isalnum, text)):
            buf.append(f"{sign}({raw.strip()})")
        elif text.isalnum():
            buf.append(sign + raw.strip())
        else:
            buf.extend(content)

    def reading(self, head: str) -> None:
        """Ruby: how what stands before it is read."""
        raw = "".join(self._content()[0] or ())
        if strip(raw).strip():
            self.walker.buf.append(f"({raw})")

    def expanded_end(self, head: str) -> None:
        content, start = self._content()
        if content is None:
            return
        self.walker.buf.extend(content)
        title = one_spaced(dom.attribute(start, "title"))
        short = dom.unescape(strip("".join(content))).strip()
        if title and short and title not in self.expanded and title.lower() != short.lower():
            self.expanded.add(title)
            if not self._tables.explain(short, title):
                self.walker.buf.append(f" ({dom.escape(title)})")

    def gauge(self, head: str) -> None:
        content, start = self._content()
        value = _number(dom.attribute(start, "value"))
        if value is None:
            self.walker.buf.extend(content or [])
            return
        self._leave_out(content)
        low = _number(dom.attribute(start, "min")) or 0.0
        high = _number(dom.attribute(start, "max"))
        high = 1.0 if high is None else high
        part = min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0
        full = round(part * 10)
        self.walker.buf.append(f" [{'#' * full}{'-' * (10 - full)}] {part:.0%} ")


INPUTS = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range color checkbox radio "
    "file submit image reset button".split()
)
"""Types of inputs: https://html.spec.whatwg.org/multipage/input.html#attr-input-type"""

OWNS = "lightterm-owns"
"""The attribute of a form that is empty where it stands: what the attribute `form` of its controls says."""

FILES = "lightterm-files"
"""The attribute by which an engine tells the names of the files that were chosen in a field."""


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def hint(said: Said) -> str:
    """The note behind an empty control: an example of what to put in."""
    words = said("placeholder")
    return f" ({_in_short(words)})" if words.strip() else ""


def _in_short(words: str, most: int = MAX_VALUE) -> str:
    """The words in a line, as far as there is room, and a sign that there are more."""
    line = one_spaced(words)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _as_lines(value: str) -> str:
    """The text of a textarea as it stands, line for line, as far as there is room, and a sign that there is more."""
    text = value[:MAX_AREA].rstrip()
    lines = text.expandtabs().split("\n")
    is_cut = len(text) < len(value.rstrip()) or len(lines) > MAX_LINES
    del lines[MAX_LINES:]
    shown = "\n".join([line.rstrip() for line in lines]).rstrip()
    return f"{shown}…" if is_cut else shown


def stands_before(note: str, buf: Sequence[str]) -> bool:
    """Whether the words of a note stand before its field already."""
    before = dom.unescape(strip("".join(buf[-4:]))).rstrip(" \n\t\xa0:*").casefold()
    words = note.strip(" ()").rstrip(" :*").casefold()
    return before.endswith(words) and not before[: -len(words) or None][-1:].isalnum()


def drawn(kind: str, value: str, said: Said) -> tuple[str, str]:
    """(how a control that holds a value looks, the note behind it); `said` gives its attributes, "" for none."""
    if kind == "password":
        return (DOT * min(len(value), 20)).ljust(12, "_"), hint(said) if not value else ""
    if kind == "file":
        names = one_spaced(said(FILES))
        return f"[{names or 'Choose file'}]", f" ({said('accept')})" if said("accept") and not names else ""
    if kind == "range":
        low, high = said("min") or "0", said("max") or "100"
        return value or _middle(low, high), f" (range {low}–{high})"
    if kind == "color":
        return value or "#000000", " (colour)"
    if kind in _BLANKS:
        return value or _BLANKS[kind], f" ({kind})" if not value else ""
    size = said("size") if kind != "textarea" else "20"
    cells = min(int(size), 40) if size.isascii() and size.isdigit() and 0 < len(size) < 4 else 16
    shown = _as_lines(value) if kind == "textarea" and "\n" in value.strip() else ""
    if "\n" in shown:
        return shown, ""
    shown = _in_short(value, MAX_AREA if kind == "textarea" else MAX_VALUE)
    return shown.ljust(max(cells, 3), "_"), hint(said) if not shown else ""


def in_a_line(inside: str) -> str:
    """The words of a label or an option, without marks and line breaks."""
    return one_spaced(dom.unescape(strip(inside.replace(BREAK, " "))))


def label_of(words: str) -> str:
    """The words of a label as they may be copied for each control that it is for: 20,000 with one of 400 KB took all
    memory."""
    return words if len(words) <= MAX_LABEL else words[:MAX_LABEL].rsplit(" ", 1)[0] + "…"


def chosen(labels: list[str], count: int, multiple: bool) -> tuple[str, str]:
    """(how a select looks, the note behind it) with the labels of what is chosen of so many options."""
    words = ", ".join(labels) if multiple else labels[-1] if labels else ""
    return f"{{{_in_short(words)} ▾}}", f" ({len(labels)} of {count})" if multiple else ""


class Switched:
    """What groups switch off: a disabled fieldset all in it but what its first legend holds, an optgroup its options.

    https://html.spec.whatwg.org/#concept-fe-disabled
    """

    def __init__(self) -> None:
        self._open: list[int] = []
        self.behind = _NO_GROUP
        """What stands behind the tag of an option: what its group makes of it, and the group's name."""

    def group(self, head: str) -> None:
        """A group of options begins with this tag."""
        off = ' disabled=""' if " disabled=" in head else ""
        self.behind = f"{off}{_NO_GROUP}{dom.attribute(head, 'label')}"

    def group_end(self, head: str) -> None:
        """It ends."""
        self.behind = _NO_GROUP

    @property
    def is_off(self) -> bool:
        """Whether what stands here is switched off by a fieldset that is open."""
        return _OFF in self._open or _BEHIND_LEGEND in self._open

    def begin(self, head: str) -> None:
        """A fieldset begins with this tag."""
        self._open.append(_OFF if " disabled=" in head else _ON)

    def end(self) -> None:
        """The innermost fieldset ends."""
        del self._open[-1:]

    def legend(self, opens: bool) -> None:
        """A legend begins or ends; no other one counts."""
        before, within = (_OFF, _IN_LEGEND) if opens else (_IN_LEGEND, _BEHIND_LEGEND)
        if self._open and self._open[-1] == before:
            self._open[-1] = within


def switch(kind: str, on: bool) -> str:
    """How a checkbox or radio button looks."""
    return f"[{'x' if on else ' '}]" if kind == "checkbox" else f"({'*' if on else ' '})"


def _middle(low: str, high: str) -> str:
    try:
        return f"{(float(low) + float(high)) / 2:g}"
    except ValueError:
        return "50"
