"""What selects and datalists offer, and what is chosen."""

from __future__ import annotations

from lightterm.document.marks import FIELD_END, one_spaced
from lightterm.document.model import Option
from lightterm.extract import dom
from lightterm.extract.inline import chosen, in_a_line
from lightterm.numerals import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.forms import Pending
    from lightterm.extract.walk import Walker

LONGEST_VALUE = 24
"""Characters of a value up to which it tells what it chooses: longer ones are keys and addresses."""


def options_of(buf: Sequence[str], marks: Sequence[tuple[int, str]]) -> list[Option]:
    """The options of a list: `marks` say where in the paragraph each begins, with its tag and its group."""
    options = []
    for i, (at, start) in enumerate(marks):
        end = marks[i + 1][0] if i + 1 < len(marks) else len(buf)
        start, _, group = start.partition(" \x02")
        label = dom.attribute(start, "label") or in_a_line("".join(buf[at:end]))
        value = dom.attribute(start, "value") if " value=" in start else label
        options.append(Option(value, label, " selected=" in start, " disabled=" in start, group))
    return options


def choose(select: Pending, options: list[Option]) -> tuple[str, str]:
    """Give a select its options, the first being chosen where none is and one must be; how it is drawn, and a note."""
    multiple = " multiple=" in select.head
    is_list = whole_number(dom.attribute(select.head, "size")) > 1  # one of which none need be chosen
    if not (multiple or is_list or any(o.selected for o in options)):
        first = next((i for i, option in enumerate(options) if not option.disabled), -1)
        options[first : first + 1] = [option.replace(selected=True) for option in options[first : first + 1]]
    picked = [o for o in options if o.selected]
    select.value = picked[-1].value if picked else ""
    select.options = tuple(options)
    return chosen([o.label for o in picked], len(options), multiple)


def put_behind(buf: list[str], note: str) -> None:
    """Say something behind the field that was drawn last: what stands apart from it would be words of its label."""
    at = next((i for i in range(len(buf) - 1, -1, -1) if FIELD_END in buf[i]), -1)
    if at < 0:
        buf.append(note)
    else:
        buf[at] = f"{buf[at].rstrip(' ')}{note} "


def name_without_words(walker: Walker, label: str, wrapped: Pending | None) -> None:
    """Say behind a box or a radio button what it is for, whose label has no words: a patch of colour, a star.

    A box's value tells nothing, that of a radio button what it chooses. `wrapped` is the control within the label.
    """
    from lightterm.extract.forms import Pending

    control = wrapped or (walker.targets[-1] if walker.targets else None)
    if not isinstance(control, Pending) or control.kind not in ("checkbox", "radio"):
        return
    head = control.head
    if wrapped is None and dom.attribute(head, "id") != dom.attribute(label, "for"):
        return
    said = dom.attribute(head, "aria-label") or dom.attribute(label, "aria-label") or dom.attribute(label, "title")
    value = control.value if control.kind == "radio" and len(control.value) <= LONGEST_VALUE else ""
    words = one_spaced(said)[:80] or one_spaced(value)
    if words:
        control.label = words
        walker.buf.append(f" {dom.escape(words)}")
