"""What text is typed on: the command line, a question, a field of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from lightterm.commands.parse import parse
from lightterm.commands.registry import TIMES
from lightterm.document.cells import COMPLEX, shape, width
from lightterm.document.layout import has_rtl
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.tui.line_order import (
    FULLEST,
    beside,
    cell_of,
    erased_from,
    position_at,
    runs_left,
    seen,
    window,
    with_end,
)
from lightterm.tui.lined import UNHEARD, AskedOnce, tell_at_once
from lightterm.tui.pasting import in_one_line
from lightterm.tui.strips import apart
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from rich.style import Style
    from textual.message import Message

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser
    from lightterm.tui.visual_order import Order, Shown


MOST_ORDERED = 600
"""Characters of a line that is put in order: each key does so anew, in 7 us a character."""


class Line(AskedOnce, Input):
    """A line with a size of its own: what is typed lays nothing else out anew, which is half of the cost of a key.

    Its cursor stands still: nothing wakes while one thinks about what to type. What is put in takes the place of what
    is selected.
    """

    virtual_size = Reactive(Size(0, 0))
    cursor_blink = Reactive(False, init=False)
    killed = ""
    """What was taken out of it last by more than a character, for as long as it is typed on."""
    waits_for_keys = False
    """Whether something is to be done when it has the keys no more, after what took them."""
    leftwards = False
    """Whether it lies over a field of text from right to left, and begins at its right end."""
    begins_left = False
    """Whether it does so in any case, as a line that has a sign or a command first."""
    _begin = 0
    """The first character in sight, of a long line."""
    turn = 0
    """How often it was begun and left: what is on its way to it is meant for one time."""

    def __init__(self) -> None:
        self._own_style: Style | None = None
        self._part_styles: dict[tuple[str, ...], Style] = {}
        # What is valid has a class, with Textual: a line that was left for the first time looked up all styles anew.
        super().__init__(select_on_focus=False, compact=True, validate_on=())
        self.disable_messages(Input.Blurred, *UNHEARD)  # nobody asks

    def post_message(self, message: Message) -> bool:
        """Take a message; that it has the keys, or has them no more, is known at once: it opens with its cursor."""
        if not self._running or self.waits_for_keys:
            return super().post_message(message)
        if isinstance(message, events.Focus):
            self._on_focus(message)
            Widget._on_focus(self, message)
        elif isinstance(message, events.Blur):
            self._on_blur(message)
            Widget._on_blur(self, message)
        else:
            return super().post_message(message)
        return True

    def check_idle(self) -> None:
        """Something is to be done when its messages are taken: of what it looks like the screen hears now."""
        if not tell_at_once(self):
            super().check_idle()

    @property
    def rich_style(self) -> Style:
        """Its style, put together when styles change: Textual does so in each painting, through all that is around."""
        if self._own_style is None:
            self._own_style = super().rich_style
        return self._own_style

    def get_component_rich_style(self, *names: str, partial: bool = False, default: Style | None = None) -> Style:
        """The style of its cursor, say; kept as its own is."""
        if partial or default is not None:
            return super().get_component_rich_style(*names, partial=partial, default=default)
        if names not in self._part_styles:
            self._part_styles[names] = super().get_component_rich_style(*names)
        return self._part_styles[names]

    def notify_style_update(self) -> None:
        """Styles have changed."""
        super().notify_style_update()
        self._own_style = None
        self._part_styles.clear()

    def prepare(self, cells: int) -> None:
        """Be so wide, and have its styles looked up, before it is seen first: 1 ms of the key that shows it."""
        self.widen(cells)
        self.render_lines(Region(0, 0, cells, 1))

    def widen(self, cells: int) -> None:
        """Be so wide before it is seen: a text that is longer than it was would be scrolled, and the line painted once
        more when it is placed."""
        size = Size(cells, 1)
        self._size_updated(size, size, size)

    def _refresh_scrollbars(self) -> None:
        """It never shows any: for one without room Textual would lay out the screen once more, and paint it behind each
        letter of a long text."""

    def _watch_value(self, value: str) -> None:
        """What hangs on the text. Textual tells of each letter with a message that goes up to the app: nobody asks."""
        self._initial_value = False
        self.virtual_size = Size(self.content_width, 1)
        self._suggestion = ""
        if self.suggester is not None and value:
            self.look_further(value)
        self.selection = self.selection  # it lies within the text

    def look_further(self, value: str) -> None:
        """Look how a text may go on; what is found stands faint behind it."""

    def render_line(self, y: int) -> Strip:
        """What is typed; Textual knows nothing of text that runs to the left, nor of how many cells clusters have."""
        if y or not self._is_ours:
            return super().render_line(y)
        value = self.value
        size = len(value)
        shown = self._suggestion if self.has_focus and len(self._suggestion) > size else value
        start, end = sorted(self.selection) if self.has_focus else (0, 0)
        cursor = self.cursor_position if self.has_focus and self._cursor_visible else -1
        base = self.rich_style
        line, segments = self._seen(shown), []
        for each in line:
            style = base
            if each.start >= size and shown is not value:
                style += self.get_component_rich_style("input--suggestion")
            if start < each.end and each.start < end:
                style += self.get_component_rich_style("input--selection")
            if each.start <= cursor < each.end:
                style += self.get_component_rich_style("input--cursor")
            segments.append(Segment(each.text, apart(style) if each.apart else style))
        room, left, lead = self.size.width, round(self.scroll_x), self._room_before(line)
        strip = Strip([Segment(" " * lead, base), *segments], lead + sum(width(each.text) for each in line))
        return strip.crop(left, left + room).extend_cell_length(room, base)

    @property
    def _is_ours(self) -> bool:
        """Whether the line is one that Textual has wrong: it runs to the left, or has letters with marks."""
        value = self.value
        if self.password or (value.isascii() and (len(value) > MOST_ORDERED or not self.leftwards)):
            return False
        if len(value) > MOST_ORDERED:
            return True
        return self.leftwards or has_rtl(value) or shape(value) == COMPLEX

    def _seen(self, text: str) -> tuple[Shown, ...]:
        """A text of the line from left to right, with a cursor's cell at its end; of a long one what is in sight."""
        if len(text) > MOST_ORDERED:
            line = window(text, self._begin, self.cursor_position, max(1, self.size.width))
            self._begin = line[0].start if line else self.cursor_position
            return with_end(line, len(text), False) if self.cursor_position >= len(text) else line
        leftwards = self._goes_left(text)
        line = seen(text, self._order, leftwards)
        return with_end(line, len(text), leftwards) if self.cursor_position >= len(text) else line

    def _room_before(self, line: tuple[Shown, ...]) -> int:
        """Cells before the first that is seen, of a line that begins at its right end."""
        return max(0, self.size.width - sum(width(each.text) for each in line)) if self.leftwards else 0

    @property
    def _order(self) -> Order | None:
        return cast("Browser", self.app).view.order

    def _position_to_cell(self, position: int) -> int:
        if not self._is_ours:
            return super()._position_to_cell(position)
        line = self._seen(self.value)
        return self._room_before(line) + cell_of(line, position)

    def _cell_offset_to_index(self, offset: int) -> int:
        if not self._is_ours:
            return super()._cell_offset_to_index(offset)
        line = self._seen(self.value)
        return position_at(line, offset + round(self.scroll_x) - self._room_before(line), len(self.value))

    @property
    def content_width(self) -> int:
        """Its cells, with one for a cursor behind the text."""
        if not self._is_ours:
            return super().content_width
        return width(self.value) + 1 if len(self.value) <= MOST_ORDERED else self.size.width

    def action_cursor_left(self, select: bool = False) -> None:
        """One letter to the left: in a line that runs there, forwards."""
        self._go_one(1 if self._runs_left else -1, select)

    def action_cursor_right(self, select: bool = False) -> None:
        """One letter to the right; forwards at the end of the text is what is suggested."""
        self._go_one(-1 if self._runs_left else 1, select)

    @property
    def _runs_left(self) -> bool:
        return not self.password and self._goes_left(self.value)

    def _goes_left(self, text: str) -> bool:
        """Whether a text of the line runs to the left as a whole."""
        return not self.begins_left and (self.leftwards or runs_left(text[:MOST_ORDERED]))

    def _go_one(self, by: int, select: bool) -> None:
        start, end = self.selection
        if not select and start == end == len(self.value) and by > 0 and self._suggestion:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        elif select:
            self.selection = Selection(start, beside(self.value, end, by))
        elif start == end:
            self.cursor_position = beside(self.value, end, by)
        else:
            self.cursor_position = max(start, end) if by > 0 else min(start, end)

    def action_delete_left(self) -> None:
        """Take away what is before the cursor: an emoji whole, of a letter with marks the last one."""
        if self.selection.is_empty:
            self.delete(erased_from(self.value, self.cursor_position), self.cursor_position)
        else:
            self.delete_selection()

    def action_delete_right(self) -> None:
        """Take away the letter under the cursor."""
        if self.selection.is_empty:
            self.delete(self.cursor_position, beside(self.value, self.cursor_position, 1))
        else:
            self.delete_selection()

    def insert_text_at_cursor(self, text: str) -> None:
        """Put a text in."""
        self.replace(text, *self.selection)

    def insert_pasted(self, text: str) -> None:
        """Put in what is pasted."""
        self.insert_text_at_cursor(in_one_line(text))

    def paste_from(self, app: Browser) -> None:
        """Put in what is on the clipboard, unless the line is left or begun for something else before that is told."""
        turn = self.turn
        app.paste(lambda text: self.insert_pasted(text) if self.turn == turn else None)


class NotedLine(Line):
    """A line with a note at its right end, where there is room beside what is typed."""

    _note = ""

    def tell(self, note: str) -> None:
        """Say something at the right end."""
        self._note = note
        self.refresh()

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        room = self.size.width - len(self._note) - 1
        if not self._note or y or width(self.value[: FULLEST * self.size.width]) + 2 > room:
            return strip
        note = Strip([Segment(f"{self._note} ", self.rich_style)])
        return Strip.join([strip.crop_extend(0, room, self.rich_style), note])


class Entry(Protocol):
    """The line that has the keys."""

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing: a character is put in."""

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`. Raises LighttermError."""


@verb("entry")
def entry(app: Browser, call: Invocation) -> None:
    if app.entry is None:
        raise ValidationFailed("nothing is being typed", actions=())
    app.entry.do(call.text("action"))


@verb("prompt")
def prompt(app: Browser, call: Invocation) -> None:
    from lightterm.commands.expand import expand

    text = expand(call.text("text"), app)
    if call.count is not None and _takes_number(app, text):  # `5 M-g` has said the line that would be asked for
        app.run_line(text, call.count)
        return
    app.prompt(text + " " if text and text == call.text("text") else text)


def _takes_number(app: Browser, text: str) -> bool:
    """Whether a command line lacks nothing but a number, which a count can give it."""
    try:
        calls = parse(text, app.registry) if text else ()
    except LighttermError:
        return False
    return len(calls) == 1 and calls[0].command.counts not in ("", TIMES) and not calls[0].values


@verb("palette")
def palette(app: Browser, call: Invocation) -> None:
    from lightterm.tui.choices import Row, Rows

    keys = app.keymap.by_command(app.registry)
    commands = sorted(app.registry, key=lambda command: command.name)

    def row(at: int) -> Row:
        command = commands[at]
        return Row(command.usage, command.help, " ".join(bound.keys for bound in keys.get(command.name, ())[:2]))

    def chosen(index: int) -> None:
        command = commands[index]
        needed = any(not argument.optional and not argument.many for argument in command.arguments)
        app.prompt(command.name + " ") if needed else app.run_line(command.name)

    app.command_line.pick(Rows(len(commands), row), chosen)


WAYS = {"next": 1, "previous": -1, "down": 1, "up": -1}
"""Actions that leave a field for the next one or the one before; an area of text has lines to go up and down first."""


def type_into(line: Input, event: events.Key) -> None:
    """Put the character of a key into a line."""
    if event.character and event.is_printable:
        line.insert_text_at_cursor(event.character)


KILLS = ("delete-word-left", "delete-word-right", "delete-to-start", "delete-to-end")
"""What takes text out that `paste` puts in again while the line is typed on, as in readline and Emacs."""


def edit(line: Line, action: str) -> bool:
    """Do an action that moves in a line or changes it; whether it was one."""
    if action == "paste" and line.killed:
        line.insert_text_at_cursor(line.killed)
        return True
    actions = {
        "start": line.action_home,
        "end": line.action_end,
        "left": line.action_cursor_left,
        "right": line.action_cursor_right,
        "word-left": line.action_cursor_left_word,
        "word-right": line.action_cursor_right_word,
        "delete-left": line.action_delete_left,
        "delete-right": line.action_delete_right,
        "delete-word-left": line.action_delete_left_word,
        "delete-word-right": line.action_delete_right_word,
        "delete-to-start": line.action_delete_left_all,
        "delete-to-end": line.action_delete_right_all,
    }
    if action not in actions:
        return False
    before = line.value
    actions[action]()
    if action in KILLS and len(line.value) < len(before):
        line.killed = before[line.cursor_position :][: len(before) - len(line.value)]
    return True
