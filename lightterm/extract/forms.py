"""Form controls: drawn in the text with their value and state, numbered when one can act on them."""

from __future__ import annotations

from lightterm.document.marks import FIELD, FIELD_END, IMAGE, LINK, MUTE, one_spaced, strip
from lightterm.document.model import Field, Form
from lightterm.extract import dom
from lightterm.extract.icons import BUTTONS, UNKNOWN, unnamed_button
from lightterm.extract.inline import FILES, INPUTS, OWNS, Switched, drawn, in_a_line, label_of, stands_before, switch
from lightterm.extract.links import ICON, asked, beside_sign, is_seen
from lightterm.extract.tidy import COLUMN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Option
    from lightterm.extract.walk import Action, Walker

_KEPT = tuple(
    "min max step pattern maxlength minlength accept list autocomplete rows cols size width height formaction "
    "formmethod formenctype formnovalidate formtarget multiple dirname title wrap tabindex".split()
)

IN_LINK = " in-link"
"""Behind the tag of a button that stands in a link and does nothing itself: it has no number but the link's."""


class Pending:
    """A control while its form and label are still being learnt; `field` makes the final Field."""

    __slots__ = ("after", "form", "head", "key", "kind", "label", "options", "owner", "value")

    def __init__(self, kind: str, head: str, value: str, form: int) -> None:
        self.kind = kind
        self.head = head
        self.value = value
        self.form = form
        self.label = ""
        self.key = ""
        self.options: tuple[Option, ...] = ()
        self.owner = dom.attribute(head, "form")
        self.after = 0

    def field(
        self, labels: dict[str, str], owners: dict[str, int], lists: dict[str, tuple[Option, ...]] | None = None
    ) -> Field:
        """The control as plain data; `lists` are the page's datalists by id."""
        has = dom.attributes(self.head)
        label = has.get("aria-label") or self.label or labels.get(has.get("id", ""), "") or has.get("title", "")
        return Field(
            kind=self.kind,
            name=has.get("name", ""),
            value=self.value,
            label=one_spaced(label),
            form=owners.get(self.owner, self.form) if self.owner else self.form,
            checked="checked" in has,
            required="required" in has,
            disabled="disabled" in has,
            readonly="readonly" in has,
            multiple="multiple" in has,
            placeholder=has.get("placeholder", ""),
            options=self.options or (lists or {}).get(has.get("list", ""), ()),
            attributes=tuple((k, v) for k, v in has.items() if k in _KEPT),
            after=self.after,
        )


class Forms:
    """The actions of form, input, select, option, textarea, button, label, fieldset and legend."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.heads: list[str] = []
        self.current = -1
        self.hidden: list[Pending] = []
        self.labels: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        self.lists: dict[str, tuple[Option, ...]] = {}
        self._starts: list[tuple[int, str]] = []
        self._label: tuple[int, str, int] | None = None
        self._wrapped: Pending | None = None
        self._options: list[tuple[int, str]] = []
        self._alone = 0
        self._off = Switched()
        self._box = (0, "", "")

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        return {
            "form": self.form,
            "/form": self.form_end,
            "input": self.input,
            "select": self.select,
            "/select": self.select_end,
            "option": self.option,
            "/option": "",
            "optgroup": self._off.group,
            "/optgroup": self._off.group_end,
            "datalist": self.start,
            "/datalist": self.datalist_end,
            "textarea": self.start_alone,
            "/textarea": self.textarea_end,
            "button": self.button,
            "/button": self.button_end,
            "label": self.label,
            "/label": self.label_end,
            "legend": self.legend,
            "/legend": self.legend_end,
            "fieldset": self.fieldset,
            "/fieldset": self.fieldset_end,
        }

    def form(self, head: str) -> None:
        self.walker.block(head)
        self.heads.append(head)
        self.current = len(self.heads) - 1

    def form_end(self, head: str) -> None:
        self.walker.block(head)
        self.current = -1

    def fieldset(self, head: str) -> None:
        self.walker.spaced(head)
        self._off.begin(head)

    def fieldset_end(self, head: str) -> None:
        self.walker.spaced(head)
        self._off.end()

    def legend(self, head: str) -> None:
        self.walker.block(head)
        self.walker.buf.append("\x03")
        self._off.legend(True)

    def legend_end(self, head: str) -> None:
        self._off.legend(False)
        self.walker.buf.append("\x04")
        self.walker.block(head)

    def _put(self, pending: Pending, text: str, note: str = "") -> None:
        """Draw a control; only one that can be acted on gets a number."""
        walker = self.walker
        head = pending.head
        if " required=" in head:
            note += " (required)"
        if " readonly=" in head and pending.kind not in ("checkbox", "radio", "button"):
            note += " (read-only)"
        if self._label is not None and self._wrapped is None:
            self._wrapped = pending
        is_off = " disabled=" in head or self._off.is_off
        if "\n" in text and not (walker.row or walker.pre):
            self._box_of_lines(pending, text, f"{note} (disabled)" if is_off else note, not is_off)
        elif is_off:
            walker.buf.append(dom.escape(f" {text}{note} (disabled) "))
        else:
            raw = f"{FIELD}{dom.escape(text)}{FIELD_END}{dom.escape(note)}{' ' * bool(note)}"
            if walker.in_link:
                from lightterm.extract.buttons import put_apart

                put_apart(walker, pending, raw)
            else:
                walker.targets.append(pending)
                walker.buf.append(raw)

    def _in_link(self, head: str) -> bool:
        """Whether a button is one with the link that is open."""
        if not self.walker.in_link:
            return False
        from lightterm.extract.buttons import is_within

        return is_within(self.walker, head, self.current >= 0)

    def _box_of_lines(self, pending: Pending, text: str, note: str, acts: bool) -> None:
        """A paragraph of its own; what is said on a label so far is the control's name."""
        from lightterm.extract.areas import put_lines

        pending.label = self._said_since(*self._label) if self._label and self._wrapped is pending else ""
        put_lines(self.walker, text, note, pending if acts else None)

    def input(self, head: str) -> None:
        kind = dom.attribute(head, "type", "text").lower()
        kind = kind if kind in INPUTS else "text"  # as browsers take one that they do not know
        value = dom.attribute(head, FILES if kind == "file" else "value")
        pending = Pending(kind, head, value, self.current)
        if kind == "hidden":
            pending.after = len(self.walker.targets)
            self.hidden.append(pending)
        elif kind in BUTTONS:
            alt = dom.attribute(head, "alt") if kind == "image" else ""
            name = value or alt or dom.attribute(head, "aria-label") or BUTTONS[kind]
            name = f"[{one_spaced(name)}]"
            if self._in_link(head):
                self.walker.buf.append(dom.escape(name))
            else:
                self._put(pending, name)
        elif kind in ("checkbox", "radio"):
            self._put(pending, switch(kind, " checked=" in head))
            self._name_box(head)
        else:
            shown, note = drawn(kind, value, lambda name: dom.attribute(head, name))
            note = "" if note and stands_before(note, self.walker.buf) else note
            self._put(
                pending, shown, note + self._name(head, bool(value)) + self._suggested(dom.attribute(head, "list"))
            )

    def _name(self, head: str, filled: bool) -> str:
        """The note with the name of a control that nothing in sight names; an empty one's example is enough."""
        words = dom.attribute(head, "aria-label")
        if not words and self._label is None and dom.attribute(head, "id") not in self.labels:
            words = dom.attribute(head, "title")
        note = f" ({one_spaced(words)[:80]})" if words.strip() else ""
        shown = filled or not dom.attribute(head, "placeholder").strip()
        return note if shown and not (note and stands_before(note, self.walker.buf)) else ""

    def _suggested(self, name: str) -> str:
        """The note that a datalist offers something; what, is seen when one fills it in."""
        count = len(self.lists.get(name, ()))
        return f" ({count} suggestion{'s' if count > 1 else ''})" if count else ""

    def _name_box(self, head: str) -> None:
        """Say behind a box to tick what it is for, until its label comes."""
        name = one_spaced(dom.attribute(head, "aria-label"))
        if name and self._label is None:
            self._box = (len(self.walker.buf), f" {dom.escape(name)}", dom.attribute(head, "id"))
            self.walker.buf.append(self._box[1])

    def start(self, head: str) -> None:
        self._starts.append((len(self.walker.buf), head))
        self._options = []

    def _taken(self) -> tuple[str, str]:
        """(the start tag, the text inside) of the innermost control that is open."""
        if not self._starts:
            return "", ""
        at, head = self._starts.pop()
        buf = self.walker.buf
        inside = "".join(buf[at:]).replace(MUTE, "") if at <= len(buf) else ""
        del buf[at:]
        return head, inside

    def start_alone(self, head: str) -> None:
        self.start(head)
        self._alone = len(self.walker.targets)

    def select(self, head: str) -> None:
        self.start_alone(head)
        self.walker.row += 1  # as in buttons

    def _taken_alone(self) -> tuple[str, str]:
        """As `_taken`; what acts in there is not there: in texts lexbor begins links again that were left open."""
        if len(self.walker.targets) > self._alone:
            del self.walker.targets[self._alone :]
            self.walker.in_link = False
        return self._taken()

    def textarea_end(self, head: str) -> None:
        start, inside = self._taken_alone()
        value = dom.unescape(strip(inside))
        pending = Pending("textarea", start, value, self.current)
        shown, note = drawn("textarea", value, lambda name: dom.attribute(start, name))
        self._put(pending, shown, note + self._name(start, bool(value)))

    def option(self, head: str) -> None:
        self._options.append((len(self.walker.buf), f"{head}{self._off.behind}"))

    def datalist_end(self, head: str) -> None:
        from lightterm.extract.choices import options_of, put_behind

        options = tuple(options_of(self.walker.buf, self._options))
        start, inside = self._taken()
        self._options = []
        if options:
            name = dom.attribute(start, "id")
            self.lists.setdefault(name, options)
            last = self.walker.targets[-1] if self.walker.buf and self.walker.targets else None
            if isinstance(last, Pending) and name and dom.attribute(last.head, "list") == name:
                put_behind(self.walker.buf, self._suggested(name))
        if LINK in inside or FIELD in inside:
            self.walker.buf.append(inside)  # a select for browsers without datalists: it has its number already

    def select_end(self, head: str) -> None:
        from lightterm.extract.choices import choose, options_of

        self.walker.row = max(0, self.walker.row - 1)
        options = options_of(self.walker.buf, self._options)
        start, _ = self._taken_alone()
        self._options = []
        pending = Pending("select", start, "", self.current)
        shown, note = choose(pending, options)
        self._put(pending, shown, note + self._name(start, True))

    def button(self, head: str) -> None:
        walker = self.walker
        if self._in_link(head):
            head += IN_LINK
        self._starts.append((len(walker.buf), head))
        walker.row += 1  # boxes inside end no paragraph: they would take the button's words away from it

    def button_end(self, head: str) -> None:
        start, inside = self._taken()
        if not start:
            return
        self.walker.row = max(0, self.walker.row - 1)
        inside = inside.replace(COLUMN, " ")
        words = one_spaced(_words(inside))
        words += dom.unescape(beside_sign(words, start)) if words else ""
        name = (
            words or dom.attribute(start, "aria-label") or dom.attribute(start, "title") or dom.attribute(start, ICON)
        )
        if not name or name == UNKNOWN:
            is_drawn = name == UNKNOWN
            name = unnamed_button(start, self.current >= 0)
            if name == UNKNOWN and not (inside or is_drawn or " class=" in start or " onclick=" in start):
                return
        if LINK in inside or FIELD in inside:
            self.walker.buf.append(inside)
            return
        if start.endswith(IN_LINK):
            self.walker.buf.append(dom.escape(f"[{name}]"))
            return
        kind = dom.attribute(start, "type").lower()
        kind = kind if kind in ("reset", "button") else "submit"
        pending = Pending(kind, start, dom.attribute(start, "value"), self.current)
        pending.label = words
        self._put(pending, f"[{name}]")

    def label(self, head: str) -> None:
        at, name, box = self._box
        if box and box == dom.attribute(head, "for") and self.walker.buf[at : at + 1] == [name]:
            self.walker.buf[at] = ""
        self._label = (len(self.walker.buf), head, len(self.walker.blocks))
        self._wrapped = None

    def label_end(self, head: str) -> None:
        if self._label is None:
            return
        (_, start, blocks), text = self._label, self._said_since(*self._label)
        self._label = None
        if not text and blocks == len(self.walker.blocks):
            from lightterm.extract.choices import name_without_words

            name_without_words(self.walker, start, self._wrapped)
        key = dom.attribute(start, "accesskey") if " accesskey=" in start else ""
        if " for=" in start:
            self.labels.setdefault(dom.attribute(start, "for"), text)
            self.keys |= {dom.attribute(start, "for"): key} if key else {}
        elif self._wrapped is not None and not self._wrapped.label:
            self._wrapped.label, self._wrapped.key = text, key

    def _said_since(self, at: int, head: str, blocks: int) -> str:
        """The words since a label's start tag (the length of the buffer then, the tag, the number of blocks then)."""
        buf = self.walker.buf
        said = buf[at:] if at <= len(buf) and blocks == len(self.walker.blocks) else []
        return label_of(in_a_line("".join([p for p in said if FIELD_END not in p])))

    def collected(self, resolve: Callable[[str], str], base: str) -> tuple[Form, ...]:
        """The forms with absolute actions and their hidden fields."""
        owners = self.owners()
        hidden: dict[int, list[Field]] = {}
        for pending in self.hidden:
            hidden.setdefault(_owner(pending, owners), []).append(pending.field({}, owners))
        out = []
        for i, head in enumerate(self.heads):
            has = dom.attributes(head)
            action = (has.get("action") or "").strip().lower()
            out.append(
                Form(
                    action=resolve(has.get("action") or base),
                    method=has.get("method", "get").lower() or "get",
                    enctype=has.get("enctype", "").lower() or "application/x-www-form-urlencoded",
                    name=has.get("name", "") or has.get("id", ""),
                    accept_charset=has.get("accept-charset", ""),
                    hidden=tuple(hidden.get(i, ())),
                    novalidate="novalidate" in has,
                    target=has.get("target", ""),
                    autocomplete=has.get("autocomplete", "").lower(),
                    scripted=action.startswith("javascript:") or ("onsubmit" in has and not action),
                    asks=asked(head),
                )
            )
        return tuple(out)

    def owners(self) -> dict[str, int]:
        """Form index by id, for controls with a form attribute."""
        named = {dom.attribute(h, "id"): i for i, h in enumerate(self.heads) if " id=" in h}
        return named | {dom.attribute(h, OWNS): i for i, h in enumerate(self.heads) if f" {OWNS}=" in h}


def _words(inside: str) -> str:
    """What is said on a button."""
    if IMAGE in inside:
        from lightterm.extract.spacing import in_brackets

        inside = in_brackets(inside)
    return dom.unescape(strip(inside)) if is_seen(inside) else ""


def _owner(pending: Pending, owners: dict[str, int]) -> int:
    return owners.get(pending.owner, pending.form) if pending.owner else pending.form
