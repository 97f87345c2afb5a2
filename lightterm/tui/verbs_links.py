"""Choosing targets and acting on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.frames import is_frame
from lightterm.commands.page_questions import ask_first
from lightterm.commands.run import run_call
from lightterm.commands.targets import access_keys, described, with_access_key
from lightterm.errors import ValidationFailed
from lightterm.tui.choices import Row, Rows
from lightterm.tui.hint_actions import command
from lightterm.tui.in_view import match_in_sight
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser


def target_of(app: Browser, call: Invocation, name: str = "target") -> Target:
    """The target a command means: the one named, else the one under the cursor. Raises ValidationFailed."""
    number = call.number(name) or app.view.target
    if not number:
        raise ValidationFailed("the cursor is on no link or field", actions=())
    return target_numbered(app, number)


def target_numbered(app: Browser, number: int) -> Target:
    """The target of a number. Raises ValidationFailed."""
    targets = app.view.document.targets
    if number not in targets:
        last = max(targets.numbers, default=0)
        there = f"they go from 1 to {last}" if last else "the page has none"
        there = "the page has taken it away" if 0 < number < last else there
        raise ValidationFailed(f"there is no target {number}: {there}", actions=())
    return targets[number]


def _of_kind(app: Browser, numbers: Sequence[int], kind: str) -> Iterator[int]:
    targets, folds = app.view.document.targets, app.view.folds
    return (n for n in numbers if (not kind or targets[n].kind == kind) and not folds.hides(n))


@verb("target")
def target(app: Browser, call: Invocation) -> None:
    view = app.view
    which, kind = call.text("which"), call.text("kind")
    if call.has("screens") and which in ("next", "previous"):
        _by_screens(app, which, call.times)
        app.forms.arrive()
        return
    order = view.document.targets.numbers
    if not order:
        raise ValidationFailed("the page has no links", actions=())
    if which in ("first", "last"):
        numbers = order if which == "first" else order[::-1]
    elif which in ("next", "previous"):
        numbers = _from_here(app, which, order)
    else:
        view.choose(_beside(app, which))
        return
    found = list(_take(_of_kind(app, numbers, kind), call.times))
    if not found:
        raise ValidationFailed(f"there is no {which} {kind or 'link'}", actions=())
    view.choose(found[-1])
    app.forms.arrive()


def _by_screens(app: Browser, which: str, times: int) -> None:
    """To the next target in sight; where there is none, a screen on, to what is first there, or last on the way up."""
    view, after = app.view, which == "next"
    begun = view.target, view.first
    for _ in range(times):
        seen = [number for number, _, _ in view.in_sight()][:: 1 if after else -1]
        ahead = seen[seen.index(view.target) + 1 :] if view.target in seen else seen
        if ahead:
            view.choose(ahead[0], margin=0)  # what is in sight stays where it is
            continue
        first = view.first
        app.run_line("scroll page-down" if after else "scroll page-up")
        if view.first == first:
            break
        seen = [number for number, _, _ in view.in_sight()]
        if view.target not in seen or not after:
            view.choose((seen[0] if after else seen[-1]) if seen else 0, reveal=False)
    if (view.target, view.first) == begun and not app.status.told:
        of = "of what has come of the page so far" if after and app.loads.of(app.tabs.active) else "of the page"
        app.say(f"this is the {'end' if after else 'beginning'} {of}")


def _take(numbers: Iterator[int], count: int) -> Iterator[int]:
    for _, number in zip(range(count), numbers, strict=False):
        yield number


def _from_here(app: Browser, which: str, order: Sequence[int]) -> Sequence[int]:
    """The targets after or before the cursor, caret or match; from the screen's edge where none of them is in sight."""
    view = app.view
    seen = [n for n, _, _ in view.in_sight()]
    after = which == "next"
    if view.target in seen:
        at = order.index(view.target)
        return order[at + 1 :] if after else order[:at][::-1]
    here = view.caret.at if view.caret.shown else match_in_sight(view)
    if here is not None:
        beyond = (n for n, at, span in view.flow.targets(here[0], len(view.flow)) if (at, span.start) > here)
        ahead = next(beyond, 0)
        at = order.index(ahead) if ahead else len(order)
        return order[at:] if after else order[:at][::-1]
    if seen:
        return order[order.index(seen[0]) :] if after else order[: order.index(seen[-1]) + 1][::-1]
    first = next((n for n, _, _ in view.flow.targets(view.first, len(view.flow))), 0)
    at = order.index(first) if first else len(order)
    return order[at:] if after else order[:at][::-1]


def _beside(app: Browser, which: str) -> int:
    """The target nearest in a direction, or at the ends of the cursor's line."""
    from lightterm.document.cells import width

    view = app.view
    around = view.flow.targets(max(0, view.first - view.height), view.first + 2 * view.height)
    places = [(n, line, width(view.flow.text(line)[: span.start])) for n, line, span in around]
    here = next((place for place in places if place[0] == view.target), (0, view.first - (which == "down"), 0))
    _, line, column = here
    if which.startswith("line-") or which in ("left", "right"):
        row = [place for place in places if place[1] == line]
        if which in ("left", "right"):
            row = [p for p in row if (p[2] < column if which == "left" else p[2] > column)]
        if not row:
            raise ValidationFailed("there is no link on this side of the line", actions=())
        return row[0 if which in ("line-first", "right") else -1][0]
    rows = [p for p in places if (p[1] > line if which == "down" else p[1] < line)]
    if not rows:
        raise ValidationFailed(f"there is no link {'below' if which == 'down' else 'above'}", actions=())
    nearest = min(p[1] for p in rows) if which == "down" else max(p[1] for p in rows)
    return min((p for p in rows if p[1] == nearest), key=lambda p: abs(p[2] - column))[0]


@verb("target select")
def select(app: Browser, call: Invocation) -> None:
    app.view.choose(target_of(app, call).number)


@verb("follow")
def follow(app: Browser, call: Invocation) -> None:
    from lightterm.commands.navigate import where

    chosen = target_of(app, call)
    if chosen.kind != "link":
        app.view.choose(chosen.number)
    elif any(number == chosen.number for number, _, _ in app.view.in_sight()):
        app.view.choose(chosen.number, reveal=False)  # who comes back finds the page where it was
    follow_target(app, chosen, where(call))


def follow_target(app: Browser, chosen: Target, where: str = "here") -> None:
    """Act on a target as Enter does: open a link, press a button, edit a field, open a disclosure."""
    if chosen.field is not None:
        app.forms.act(chosen.number, where)
        return
    if chosen.kind == "button":
        from lightterm.tui.pressing import press_live

        press_live(app, chosen)
        return
    if chosen.kind == "disclosure":
        run_call(app, command(app, "details", action="toggle", target=chosen.number))
        return
    visit = app.tabs.active.visit
    if where == "here" and visit is not None and visit.page is not None:
        from lightterm.agent.for_scripts import is_script_link

        if is_script_link(visit.page, chosen):
            from lightterm.tui.pressing import press_live

            press_live(app, chosen)
            return
    ask_first(app, chosen, lambda: app.open_link(chosen.url, where, framed=not is_frame(chosen)))


@verb("accesskey")
def accesskey(app: Browser, call: Invocation) -> None:
    view, targets = app.view, app.view.document.targets
    if call.text("key"):
        found = with_access_key(targets, call.text("key"))
        if len(found) == 1:
            run_call(app, command(app, "follow", target=found[0]))
        else:  # as browsers have it: each press goes on to the next
            view.choose(next((number for number in found if number > view.target), found[0]))
        return
    known = access_keys(targets)

    def row(at: int) -> Row:
        key, number = known[at]
        target = targets[number]
        said = described(app.view.document, number)
        return Row(f"{key}  {target.text}", said) if target.url else Row(f"{key}  {said}")

    def go(at: int) -> None:
        if view.document.targets is not targets:
            raise ValidationFailed("another page has come meanwhile", actions=())
        run_call(app, command(app, "follow", target=known[at][1]))

    app.command_line.pick(Rows(len(known), row), go, 0)


@verb("peek")
def peek(app: Browser, call: Invocation) -> None:
    if call.has("image"):
        from lightterm.fetch.url_display import display_url
        from lightterm.tui.verbs_pictures import picture_meant

        app.say(display_url(app.view.document.media[picture_meant(app, call)].url))
        return
    chosen = target_of(app, call)
    if call.has("image"):
        app.say(picture_of(app, chosen.number))
        return
    app.say(described(app.view.document, chosen.number))


def picture_of(app: Browser, number: int) -> str:
    """The address of the picture in a target. Raises ValidationFailed when there is none."""
    from lightterm.document.within import paragraphs

    view = app.view
    for paragraph in paragraphs(view.document.blocks[view.flow.block_of_target(number)]):
        for mark in paragraph.decode()[1]:
            if mark.media >= 0 and mark.target == number:
                return view.document.media[mark.media].url
    raise ValidationFailed(f"there is no picture in [{number}]", actions=())
