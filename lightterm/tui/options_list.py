"""A list to choose from: the options of a select or the suggestions for a field, filtered as one types."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text

from lightterm.document.cells import width
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.safe import clean
from lightterm.tui.pasting import in_one_line
from lightterm.tui.placing import lie_over, spot_of
from lightterm.tui.strips import words_in_order
from lightterm.tui.wheel import Wheeled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.style import Style
    from textual import events

    from lightterm.document.model import Option
    from lightterm.tui.app import Browser
    from lightterm.tui.visual_order import Order

ROWS = 12
"""Rows of a list at most, the line of its filter included."""

LEAST = 24
PAGE = 8


class OptionsList(Wheeled, can_focus=True):
    """Options below each other; `marked` are the places of those chosen.

    `choose(places)` is called with each change when `several` may be chosen, else once with the one that was taken.
    `left` is called when the list goes away; `otherwise` is given what is typed, and takes it if it is no filter; `go`
    to the field after this one (1) or before it (-1), where Tab takes the option one is on, as in browsers.
    """

    secret = False
    DEFAULT_CSS = "OptionsList { layer: above; position: absolute; }"

    def __init__(
        self,
        number: int,
        options: Sequence[Option],
        marked: Sequence[int],
        several: bool,
        choose: Callable[[list[int]], None],
        left: Callable[[], None],
        otherwise: Callable[[str], bool] = lambda _text: False,
        go: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__()
        self.number = number
        self.options = options
        self.marked = list(marked)
        self._before = list(marked)
        self.several = several
        self.typed = ""
        self._took = False
        self._choose = choose
        self._left = left
        self._otherwise = otherwise
        self._go = go
        self._open = True
        self._top = 0
        self._at = next((at for at, place in enumerate(self.found) if place in self.marked), 0)

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    @property
    def found(self) -> list[int]:
        """The places of the options that have every word of the filter in them."""
        words = self.typed.casefold().split()
        return [
            place
            for place, option in enumerate(self.options)
            if all(word in f"{option.label or option.value} {option.group}".casefold() for word in words)
        ]

    def on_mount(self) -> None:
        self.place()
        self.screen.set_focus(self)

    def place(self) -> None:
        """Go where the field stands now."""
        cells = max((width(self._words(option)) for option in self.options), default=0) + 2
        view = self.browser.view
        rows = min(len(self.options) + 1, ROWS)
        lie_over(self, view, spot_of(view, self.number), max(cells, LEAST), rows, LEAST)

    def _words(self, option: Option) -> str:
        label = clean(option.label or option.value)
        return f"    {label}  {clean(option.group)}" if option.group else f"    {label}"

    # --- keys

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing: a letter of the filter."""
        moves = {"pageup": -PAGE, "pagedown": PAGE, "ctrl+p": -1, "ctrl+n": 1}
        if event.key in moves:
            self.move(moves[event.key])
        elif event.key == "backspace":
            self.filter(self.typed[:-1])
        elif event.key in ("left", "right") and not self.typed and self.browser.keymap.cursor == "link":
            self.do("leave" if event.key == "left" else "accept")  # as lynx does in its lists
        elif event.key == "space" and self.several and not self._goes_on():
            self._try_mark()
        elif event.character and event.is_printable:
            self.filter(self.typed + event.character)

    def _goes_on(self) -> bool:
        """Does an option go on with a space after what is typed, so that it is a letter of the filter?"""
        begun = f"{self.typed.casefold()} "
        return bool(self.typed) and any(begun in self._named(place) for place in self.found)

    def _named(self, place: int) -> str:
        return (self.options[place].label or self.options[place].value).casefold()

    def insert_pasted(self, text: str) -> None:
        """Filter by what is pasted."""
        self.filter(self.typed + in_one_line(text))

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        found = self.found
        if action == "cancel":
            if self.several and self.marked != self._before:
                self._choose(self._before)
            self._give_up()
        elif action == "leave":
            self._give_up()
        elif action in ("accept", "accept-tab", "keep", "keep-next"):
            if not self.several or self._narrowed():
                self._mark()
            self.leave()
        elif action in ("next", "previous") and self._go and not self.several:
            self._mark()
            self.leave()
            self._go(1 if action == "next" else -1)
        elif action == "next" and not self.several and len(found) == 1:
            self._mark()
            self.leave()
        elif action in ("older", "previous", "up", "newer", "next", "down"):
            if self.several and action == "next":
                self._mark()
            self.move(-1 if action in ("older", "previous", "up") else 1)
        elif action in ("start", "end"):
            self.move(-len(found) if action == "start" else len(found))
        elif action in ("delete-to-start", "delete-word-left", "delete-left"):
            self.filter("" if action != "delete-left" else self.typed[:-1])
        else:
            raise ValidationFailed(f"a list knows no {action}", actions=())

    def _give_up(self) -> None:
        """Go away, and fill in the form no further: the next letters are keys, and do not open the list again."""
        self.leave()
        self.browser.fields.tab_to(0)

    def _narrowed(self) -> bool:
        """Is the option one is on what was looked for, and nothing marked since?"""
        found = self.found
        return bool(self.typed) and not self._took and not (found and found[self._at] in self.marked)

    def filter(self, text: str) -> None:
        """Show the options that have these words, on the first that begins with them."""
        if self._otherwise(text):
            return
        self.typed = text
        self._took = False
        begun = text.strip().casefold()
        names = [self._named(place) for place in self.found]
        self._at = next((at for at, name in enumerate(names) if name.startswith(begun)), 0)
        self._top = 0
        self.refresh()

    def move(self, by: int) -> None:
        """Go up or down."""
        self._at = max(0, min(self._at + by, len(self.found) - 1))
        self.refresh()

    def _mark(self) -> None:
        """Choose the option one is on, or take it back where several may be chosen."""
        found = self.found
        if not found:
            raise ValidationFailed(f"nothing has {self.typed!r} in it", actions=())
        place = found[self._at]
        if self.options[place].disabled:
            raise ValidationFailed(f"{clean(self.options[place].label)} cannot be chosen", actions=())
        if not self.several:
            self.marked = [place]
        elif place in self.marked:
            self.marked.remove(place)
        else:
            self.marked = sorted([*self.marked, place])
        self._took = True
        self._choose(self.marked)
        self.refresh()

    def _try_mark(self) -> bool:
        try:
            self._mark()
        except LighttermError as error:
            self.browser.fail(error)
            return False
        return True

    def close(self) -> None:
        """Go away; what was marked is chosen already."""
        self.leave()

    def leave(self) -> None:
        """Go away."""
        if not self._open:
            return
        self._open = False
        self._left()
        if self.app.focused is self:
            self.screen.set_focus(self.browser.view)
        self.remove()

    # --- mouse

    def on_blur(self) -> None:
        if self.browser.app_focus:
            self.leave()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = self._top + event.y - 1
        if event.y and at < len(self.found):
            self._at = at
            if self._try_mark() and not self.several:
                self.leave()

    def wheel(self, by: int) -> None:
        self.move(by)

    # --- painting

    def render(self) -> Text:
        palette, order = self.browser.palette, self.browser.view.order
        found = self.found
        rows, room = max(1, self.size.height - 1), max(1, self.size.width)
        self._top = max(0, min(max(self._top, self._at - rows + 1), self._at, max(0, len(found) - rows)))
        text = Text(no_wrap=True)
        typed = _words(self.typed, order, palette.list_note)
        text.append_text(_padded(Text.assemble("> ", typed, "▏"), Text(f"{len(found)} of {len(self.options)}"), room))
        text.stylize_before(palette.list_note)
        for at in range(self._top, self._top + rows):
            line = Text(" " * room, palette.list)
            if at < len(found):
                option = self.options[found[at]]
                sign = "*" if found[at] in self.marked else " "
                mark = f"[{'x' if sign == '*' else ' '}] " if self.several else f"  {sign} "
                style = palette.list_current if at == self._at else palette.list
                style = style + palette.list_note if option.disabled else style
                label = _words(option.label or option.value, order, style)
                line = _padded(Text.assemble(mark, label), _words(option.group, order, style), room)
                line.stylize_before(style)
            text.append("\n")
            text.append_text(line)
        return text


def _words(text: str, order: Order | None, style: Style) -> Text:
    """Words as they are seen on a line of that style, in which only what is of another has its own."""
    pieces = words_in_order(clean(text), order, style)
    return Text.assemble(*((each.text, "" if each.style == style else each.style or "") for each in pieces))


def _padded(left: Text, right: Text, room: int) -> Text:
    """A line with a note at its right end, where there is room for it."""
    line = left
    spare = room - width(left.plain) - width(right.plain)
    if spare > 1:
        line = Text.assemble(left, " " * (spare - 1), right, " ")
    line.truncate(room, overflow="ellipsis", pad=True)
    return line
