"""Places: marks in a page and across pages, and sessions."""

from __future__ import annotations

from lightterm.commands.library import page, unkept
from lightterm.commands.navigate import WHERE, shown, where
from lightterm.commands.registry import COMMANDS, TIMES, Argument, Flag, Invocation
from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.front import Front
    from lightterm.document.place import Place
    from lightterm.session.store.model import Mark
    from lightterm.session.tab import Visit

BEFORE = "'"
"""The mark of where one was before the last jump."""

LETTER = Argument("letter", "mark", "a to z for this page, A to Z for any; asked for when left out.", optional=True)


def _with_letter(front: Front, call: Invocation, question: str, done: Callable[[str], None]) -> None:
    letter = call.text("letter")
    if letter:
        done(letter)
    else:
        front.read_key(question, done)


@COMMANDS.register("mark set", "Mark this place of the page with a letter.", LETTER, group="Places")
def mark_set(front: Front, call: Invocation) -> None:
    visit = shown(front)

    def put(letter: str) -> None:
        if not letter.isalpha() or len(letter) != 1:
            raise ValidationFailed("a mark is one letter", actions=())
        _put(front, visit, letter)
        front.say(f"mark {letter} set")

    _with_letter(front, call, "Mark with a letter:", put)


@COMMANDS.register(
    "mark jump",
    "Go to the place of a mark, on another page if it is there.",
    LETTER,
    flags=(*WHERE, Flag("line", "l", "Only to its line: the caret stays in its column.")),
    group="Places",
    detail="' goes to where you were before the last jump.",
)
def mark_jump(front: Front, call: Invocation) -> None:
    visit = shown(front)

    def go(letter: str) -> None:
        if letter == "`":
            letter = BEFORE
        if letter.isupper():
            _jump_across(front, letter, where(call))
            return
        place = front.marks.get((visit.url, letter)) if letter == BEFORE else _own(front, visit.url, letter)
        if place is None:
            raise ValidationFailed(f"this page has no mark {letter}", actions=())
        jump(front, visit.url)
        front.view.go_to_spot(place, column=not call.has("line"))

    _with_letter(front, call, "Go to the mark:", go)


@COMMANDS.register(
    "mark toggle",
    "Mark this line without being asked for a letter, or give up the mark that it has.",
    group="Places",
    detail="Such a mark has a number, and mark next and mark previous go to it.",
)
def mark_toggle(front: Front, call: Invocation) -> None:
    visit = shown(front)
    marks = front.session.store.marks
    own_ones = marks.of(visit.url)
    spot = front.view.spot
    here = [mark.letter for mark in own_ones if place_of(mark) == spot]
    for letter in here:
        marks.delete(letter, visit.url)
    if here:
        front.say(f"mark {', '.join(here)} given up")
        return
    taken = {mark.letter for mark in own_ones}
    number = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    _put(front, visit, number)
    front.say(f"mark {number} set")


@COMMANDS.register("mark next", "Go to the next mark of this page.", group="Places", counts=TIMES)
def mark_next(front: Front, call: Invocation) -> None:
    _step(front, call.times, 1)


@COMMANDS.register("mark previous", "Go to the mark before this place of the page.", group="Places", counts=TIMES)
def mark_previous(front: Front, call: Invocation) -> None:
    _step(front, call.times, -1)


def _step(front: Front, times: int, way: int) -> None:
    visit = shown(front)
    here = _order(front.view.spot)
    places = sorted({place_of(mark) for mark in front.session.store.marks.of(visit.url)}, key=_order)
    if not places:
        raise ValidationFailed("this page has no marks", actions=())
    beyond = [place for place in places[::way] if (_order(place) > here if way > 0 else _order(place) < here)]
    if not beyond:
        raise ValidationFailed(f"there is no mark further {'down' if way > 0 else 'up'}", actions=())
    jump(front, visit.url)
    front.view.go_to_spot(beyond[min(times, len(beyond)) - 1])


def _order(place: Place) -> tuple[int, int, int, int]:
    """What sorts places as they stand in a page: blank lines before a block have rows below 0."""
    return place.block, min(place.row, 0), place.offset, place.row


def _put(front: Front, visit: Visit, letter: str) -> None:
    from lightterm.session.store.model import Mark, ScrollPlace

    spot = front.view.spot
    kept = ScrollPlace(spot.block, spot.offset, spot.row)
    front.session.store.marks.put(Mark(letter, visit.url, visit.title, kept))


def place_of(mark: Mark) -> Place:
    """Where a mark is in its page."""
    from lightterm.document.place import Place

    return Place(mark.place.block, mark.place.offset, mark.place.row)


def _own(front: Front, url: str, letter: str) -> Place | None:
    """The place of one of the page's own marks."""
    mark = front.session.store.marks.get(letter, url)
    return None if mark is None else place_of(mark)


def jump(front: Front, url: str) -> None:
    """Keep where one is as the place before a jump."""
    front.marks[url, BEFORE] = front.view.spot


def _jump_across(front: Front, letter: str, target: str) -> None:
    mark = front.session.store.marks.get(letter)
    if mark is None:
        raise ValidationFailed(f"there is no mark {letter}", actions=())
    place = place_of(mark)
    visit = shown(front)
    if visit.url == mark.url and target == "here":
        jump(front, visit.url)
        front.view.go_to_spot(place)
    else:
        front.open(mark.url, target, place)


@COMMANDS.register("mark delete", "Give a mark up.", LETTER.replace(optional=False), group="Places")
def mark_delete(front: Front, call: Invocation) -> None:
    letter = call.text("letter")
    if not front.session.store.marks.delete(letter, "" if letter.isupper() else shown(front).url):
        raise ValidationFailed(f"there is no mark {letter}", actions=())


@COMMANDS.register("marks", "Show the marks of all pages.", flags=WHERE, group="Places")
def marks(front: Front, call: Invocation) -> None:
    page(front, "marks", "", call)


@COMMANDS.register("sessions", "Show the saved sessions.", flags=WHERE, group="Session", aliases=("session list",))
def sessions(front: Front, call: Invocation) -> None:
    page(front, "sessions", "", call)


@COMMANDS.register(
    "session save",
    "Save all tabs, with their histories and places, under a name.",
    Argument("name", "session", "The name.", rest=True),
    flags=(Flag("force", "f", "Also over one that is there."),),
    group="Session",
    detail="What is open is saved all the time without it, and is there again at the next start.",
)
def session_save(front: Front, call: Invocation) -> None:
    name = call.text("name")
    saved = front.session.store.sessions
    if not call.has("force") and any(known.name == name for known in saved.names()):
        raise ValidationFailed(f"there is a session {name!r} already; session save -f replaces it", actions=())
    saved.save(front.state().replace(name=name))
    count = len(front.tabs)
    front.say(f"saved {f'{count} tabs' if count > 1 else 'the tab'} as {name}{unkept(front)}")


@COMMANDS.register(
    "session load",
    "Open the tabs of a saved session.",
    Argument("name", "session", "Its name.", rest=True),
    flags=(Flag("clear", "c", "Close the tabs that are open."),),
    group="Session",
)
def session_load(front: Front, call: Invocation) -> None:
    front.restore(front.session.store.sessions.load(call.text("name")), call.has("clear"))


@COMMANDS.register(
    "session restore",
    "Open the tabs of the last run that ended unexpectedly, or was ended with its terminal or the system.",
    flags=(Flag("clear", "c", "Close the tabs that are open."),),
    group="Session",
    detail="What is offered at the start after a crash, at any later time; about:sessions lists what is there.",
)
def session_restore(front: Front, call: Invocation) -> None:
    store = front.session.store
    runs = (*store.sessions.broken_off(), *store.sessions.hung_up())
    if not runs:
        raise ValidationFailed("no run of lightterm that ended unexpectedly left tabs open", actions=())
    front.restore(runs[0].session, call.has("clear"))
    # Kept as this run's before they are that one's no more: a kill in between would lose them.
    store.sessions.save(front.state())
    store.journal.settle(runs[0].id)
    count = len(runs[0].session.tabs)
    front.say(f"{count} tabs are open again" if count > 1 else "one tab is open again")


@COMMANDS.register(
    "session delete",
    "Delete a saved session.",
    Argument("name", "session", "Its name.", rest=True),
    group="Session",
)
def session_delete(front: Front, call: Invocation) -> None:
    front.session.store.sessions.delete(call.text("name"))
    front.say(f"deleted the session {call.text('name')}")


@COMMANDS.register(
    "session rename",
    "Give a saved session another name.",
    Argument("name", "session", "Its name now."),
    Argument("new", "text", "Its new name.", rest=True),
    group="Session",
)
def session_rename(front: Front, call: Invocation) -> None:
    front.session.store.sessions.rename(call.text("name"), call.text("new"))
