"""Hints: labels on what is in sight, typed to act on it."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.errors import LighttermError, ValidationFailed
from lightterm.records import Record
from lightterm.tui.fields import is_text
from lightterm.tui.hint_labels import labels
from lightterm.tui.hint_places import Spot, label_over, said, spots

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Target
    from lightterm.tui.app import Browser
    from lightterm.tui.strips import Over


NO_TARGETS = ("image", "heading")
"""What is no target is hinted only where it is seen."""


class Wanted(Record):
    """What is to be done with what is chosen: the action, where it opens, and whether hints go on after it."""

    action: str = "follow"
    where: str = "here"
    kind: str = ""
    rapid: bool = False


class Hints:
    """The hints on the screen: none but while the mode is hint.

    With letters what is typed narrows the labels; with numbers digits do, and letters leave only what has them in its
    text, numbered anew.
    """

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.wanted = Wanted()
        self.typed = ""
        self.filter = ""
        self._all: list[Spot] = []
        self._labels: dict[str, Spot] = {}
        self._marked = ""

    @property
    def numbers(self) -> bool:
        """Whether labels are numbers."""
        return self.app.session.settings.hints.mode == "numbers"

    @property
    def left(self) -> dict[str, Spot]:
        """What can still be meant, by label."""
        return {label: spot for label, spot in self._labels.items() if label.startswith(self.typed)}

    def show(self, wanted: Wanted, first: bool = False) -> None:
        """Put hints on what is in sight, or take the `first` at once. Raises ValidationFailed when nothing is."""
        self.wanted = wanted
        self._all = self._first(wanted.kind) if first else list(spots(self.app.view, wanted.kind))
        if not self._all:
            place = "on the page" if first and wanted.kind not in NO_TARGETS else "in sight"
            raise ValidationFailed(f"there is no {wanted.kind or 'link or field'} {place}", actions=())
        if first:
            self._act(self._all[0])
            return
        self.typed = self.filter = ""
        self.app.enter("hint")
        self._label()

    def _first(self, kind: str) -> list[Spot]:
        """The first of a kind in sight, else on the page; of fields one to type into, as sites have boxes for menus."""
        in_sight = spots(self.app.view, kind)
        if kind != "field":
            return list(islice(in_sight, 1)) or self._first_of_page(kind)
        fields, targets = list[Spot](), self.app.view.document.targets
        for spot in in_sight:  # each takes .1 ms to know
            if _is_written(targets[spot.number]):
                return [spot]
            fields.append(spot)
        return self._first_of_page(kind, _is_written) or fields[:1] or self._first_of_page(kind)

    def _first_of_page(self, kind: str, wanted: Callable[[Target], bool] = lambda target: True) -> list[Spot]:
        """The first target of a kind after what is in sight, else on the page; none of what is hidden."""
        view = self.app.view
        targets = view.document.targets
        if kind in NO_TARGETS:
            return []
        numbers = [number for number, _ in targets.fields()] if kind in ("field", "button") else targets.numbers
        sight = next(view.flow.targets(view.first, view.first + view.height), None)
        seen = targets.place(sight[0]) if sight is not None else view.flow.targets_from(view.first + view.height)
        after = bisect_left(numbers, seen, key=targets.place)
        for number in (*numbers[after:], *numbers[:after]):
            target = targets[number]
            if kind in ("", target.kind) and wanted(target) and not view.folds.hides(number):
                return [Spot(0, 0, said(target), number)]
        return []

    def again(self) -> None:
        """The page was scrolled or laid out anew under the hints."""
        self._all = list(spots(self.app.view, self.wanted.kind))
        if not self._all:
            self.leave()
            return
        self._label()

    def leave(self) -> None:
        """Take the hints away."""
        self._all, self._labels = [], {}
        self.app.view.refresh_over({})
        if self.app.mode == "hint":
            self.app.enter(self.app.keyboard.resting)

    # --- typing

    def type(self, character: str) -> None:
        """Take a character."""
        if self.numbers and not character.isdigit():
            self._narrow(self.filter + character.casefold())
            return
        chars = self.typed + (character if self.numbers else character.casefold())
        if any(label.startswith(chars) for label in self._labels):
            self.typed = chars
            self._settle(chars)
        else:
            self.app.say(f"no hint begins with {chars}", "warning")

    def _narrow(self, text: str) -> None:
        before, self.filter = self.filter, text
        self.typed = ""
        self._label()
        if not self._labels:
            self.filter = before
            self._label()
            self.app.say(f"nothing in sight has {text!r} in its text", "warning")
            return
        self._settle("")

    def erase(self) -> None:
        """Take back what was typed last."""
        if self.typed:
            self.typed = self.typed[:-1]
            self._paint()
        elif self.filter:
            self.filter = self.filter[:-1]
            self._label()

    def mark(self, by: int) -> None:
        """Mark the next hint, or the one before."""
        shown = list(self.left)
        if not shown:
            return
        at = shown.index(self._marked) if self._marked in shown else -1 if by > 0 else 0
        self._marked = shown[(at + by) % len(shown)]
        self._paint()

    def accept(self) -> None:
        """Take the hint that is marked, else the one typed, else the first that is left."""
        left = self.left
        if left:
            self._take(left.get(self._marked) or left.get(self.typed) or next(iter(left.values())))

    def _settle(self, typed: str) -> None:
        """Take a hint when no other can be meant."""
        left = self.left
        follow = self.app.session.settings.hints.auto_follow
        if len(left) == 1 and (follow == "unique" or (follow == "full" and typed in left)):
            self._take(next(iter(left.values())))
        else:
            self._paint()

    def _take(self, spot: Spot) -> None:
        rapid = self.wanted.rapid
        if not rapid:
            self.leave()
        try:
            self._act(spot)
        except LighttermError as error:
            self.app.fail(error)
        if rapid and self.app.mode == "hint":
            self.typed = self.filter = ""
            self.again()

    def _act(self, spot: Spot) -> None:
        from lightterm.tui.hint_actions import act

        act(self.app, spot, self.wanted)

    # --- showing

    def _label(self) -> None:
        there = [spot for spot in self._all if not self.filter or self.filter in spot.text.casefold()]
        chosen = self.app.session.settings.hints
        if self.numbers:
            names = [str(n) for n in range(1, len(there) + 1)]
        else:
            names = labels(len(there), chosen.chars.casefold())
        self._labels = dict(zip(names, there, strict=True))
        self._marked = ""
        self._paint()

    def _paint(self) -> None:
        view = self.app.view
        upper = self.app.session.settings.hints.uppercase
        over: dict[int, tuple[Over, ...]] = {}
        for label, spot in sorted(self.left.items(), key=lambda item: (item[1].line, item[1].start)):
            line = over.get(spot.line, ())
            start = max(spot.start, line[-1].end) if line else spot.start
            text = view.flow.text(spot.line)
            if start >= len(text):
                continue
            style = view.palette.current if label == self._marked else view.palette.hint
            shown = label.upper() if upper else label
            styles = (style, view.palette.hint_typed)
            mark = f"[{spot.number}]"
            least = len(mark) if text.startswith(mark, start) else 0
            over[spot.line] = (*line, label_over(text, start, shown, len(self.typed), styles, least))
        view.refresh_over(over)
        self.app.status_changed()


def _is_written(target: Target) -> bool:
    """Whether one can type into it."""
    field = target.field
    return field is not None and is_text(field) and not field.disabled and not field.readonly
