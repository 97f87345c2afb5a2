"""Answers that a budget ended, kept for a while: a cursor goes on with them, and every word comes once."""

from __future__ import annotations

import json
import re
import secrets
import threading
from typing import TYPE_CHECKING, Any, Protocol

from lightterm.agent.growing import Growing
from lightterm.agent.reading import Place, fitting
from lightterm.errors import Action, StaleTarget, ValidationFailed
from lightterm.output.tokens import tokens
from lightterm.output.wanted import Budget
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.loading import Page

KEPT, CHARACTERS = 16, 20_000_000
"""Answers of a desk that can be gone on with, and how long they are in all; the last one is kept in any case."""

_CURSOR = re.compile(r"([0-9a-f]{1,8}):([0-9a-f.-]{1,60})")
"""The key of an answer, and the place in it."""

_PLACE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?")

OWN = 60
"""Tokens that JSON says of its own budget."""

BEGIN = Action("begin_again", "Ask again without the cursor.", 1)


class Piece(Record):
    """What fits a budget: lines or items; `after` is where it goes on ("" after the last), `left` how many are left,
    `said` what is to be known of it.
    """

    items: tuple[Any, ...]
    after: str = ""
    left: int = 0
    said: str = ""


class Whole(Protocol):
    """All of an answer, which is given in pieces."""

    @property
    def size(self) -> int:
        """About how many characters it keeps."""

    def piece(self, place: str, room: int) -> Piece:
        """What comes at a place ("" for the beginning), in so many tokens. Raises ValidationFailed for no place."""


def place_of(words: str) -> Place:
    found = _PLACE.fullmatch(words or "0")
    if found is None:
        raise ValidationFailed(f"{words!r} is no place in the answer", actions=(BEGIN,), argument="cursor")
    return Place(int(found[1]), int(found[2] or 0))


def _named(line: int, into: int) -> str:
    return f"{line}.{into}" if into else str(line)


class Lines:
    """Lines of text; `most` bounds a piece beyond what is asked for."""

    def __init__(self, lines: Sequence[str] | Growing, most: int = 0) -> None:
        self._growing = lines if isinstance(lines, Growing) else None
        self._lines = lines.lines if isinstance(lines, Growing) else lines
        self._most = most

    @property
    def size(self) -> int:
        return sum(map(len, self._lines))

    def after(self, head: Sequence[str]) -> Lines:
        """The lines with others before them."""
        if self._growing is not None:
            return Lines(self._growing.after(head), self._most)
        return Lines([*head, *self._lines], self._most)

    def piece(self, place: str, room: int) -> Piece:
        room, start = min(room, self._most or room), place_of(place)
        part = fitting(self._lines, room, start)
        if self._growing is not None:
            while part.after is None and self._growing.grow(start.line + len(part.lines)):
                part = fitting(self._lines, room, start)
            part = part.replace(left=part.left + self._growing.left)
        return Piece(part.lines, _named(part.after.line, part.after.into) if part.after else "", part.left)


class Items:
    """Data, each of them whole; one that no piece could hold comes as the parts of its JSON."""

    def __init__(self, items: Sequence[dict[str, Any]]) -> None:
        self._items = items

    @property
    def size(self) -> int:
        return sum(len(repr(item)) for item in self._items)

    def piece(self, place: str, room: int) -> Piece:
        start, taken, left = place_of(place), [], room
        for at in range(start.line, len(self._items)):
            into = start.into if at == start.line else 0
            item = self._items[at]
            words = json.dumps(item, ensure_ascii=False)[into:]
            cost = tokens(words)
            if cost <= left and not into:
                taken.append(item)
                left -= cost
                continue
            if not taken:
                # Escaped once more it may be longer by half.
                part = fitting([words], max(10, room * 2 // 3 - 5))
                given = part.after.into if part.after else len(words)
                taken.append({"part": words[:given], "whole": into + len(words)})
                if given == len(words):
                    left = 0
                    continue
                into += given
            return Piece(tuple(taken), _named(at, into), len(self._items) - at)
        return Piece(tuple(taken))


class Blocks:
    """A page as JSON: each piece whole JSON with the next of its blocks; `begins` stands before its cursors."""

    def __init__(self, write: Callable[[Budget], str], begins: str) -> None:
        self._write = write
        self._begins = begins

    @property
    def size(self) -> int:
        return 0

    def piece(self, place: str, room: int) -> Piece:
        at, _, part = place.partition("-")
        if part:
            return self._part(at, part, room)
        try:
            text, after, left = self._text(at, room - 8)
        except ValidationFailed as problem:
            if "smallest" not in problem.context:
                raise
            return self._part(at, f"{problem.context['smallest']}-0", room)
        return Piece((text,), after, left)

    def _part(self, at: str, place: str, room: int) -> Piece:
        """A part of the JSON of a block of which no budget of this size holds anything: its own size, and where."""
        size, _, into = place.partition("-")
        text, after, left = self._text(at, place_of(size).line + OWN)
        part = fitting([text], room, Place(0, place_of(into).line))
        after = f"{at}-{size}-{part.after.into}" if part.after else after
        return Piece(part.lines, after, left + 1 if part.after else left)

    def _text(self, at: str, room: int) -> tuple[str, str, int]:
        text = self._write(Budget(room, cursor=at)).rstrip("\n")
        said = json.loads(text).get("truncation", {})
        after = said.get("cursor", "")
        text = text.replace(f'"cursor": "{after}"', f'"cursor": "{self._begins}{after}"') if after else text
        return text, after, said.get("omitted", 0)


class Rest(Record):
    """An answer that can be gone on with: what it is `of` (an address that was browsed, or a tab's number), the `page`
    with its `revision`, and as which part of the data it is told ("" for text).
    """

    whole: Whole
    page: Page
    url: str = ""
    tab: int = 0
    revision: int = 0
    name: str = ""
    key: str = ""


def new_key() -> str:
    """What cursors of one answer begin with."""
    return secrets.token_hex(3)


class Cursors:
    """The answers of a desk that can be gone on with, the last ones asked for last."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Rest, int]] = {}
        self._lock = threading.Lock()

    def keep(self, rest: Rest, place: str) -> str:
        """The cursor of a place in an answer."""
        rest = rest if rest.key else rest.replace(key=new_key())
        with self._lock:
            known = self._kept.pop(rest.key, None)
            self._kept[rest.key] = known or (rest, rest.whole.size)
            total = sum(size for _, size in self._kept.values())
            for key, (_, size) in list(self._kept.items())[:-1]:
                if len(self._kept) <= KEPT and total <= CHARACTERS:
                    break
                del self._kept[key]
                total -= size
        return f"{rest.key}:{place}"

    def found(self, cursor: str) -> tuple[Rest, str]:
        """The answer that a cursor goes on with, and where. Raises ValidationFailed, StaleTarget."""
        words = _CURSOR.fullmatch(cursor.strip())
        if words is None:
            begun = _CURSOR.match(cursor.strip())
            near = [begun[0]] if begun is not None and begun[1] in self._kept else []
            raise ValidationFailed(f"{cursor[:60]!r} is no cursor", actions=(), argument="cursor", candidates=near)
        with self._lock:
            kept = self._kept.get(words[1])
        if kept is None:
            raise StaleTarget(f"what {cursor} goes on with is not kept any more", actions=(BEGIN,))
        return kept[0], words[2]
