"""Many actions of one call: each done as by a call of its own, until one fails, and told at the end in one answer."""

from __future__ import annotations

import time
from contextlib import suppress
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from lightterm.agent.acting import Acting, act
from lightterm.agent.acting_at import act_at
from lightterm.agent.answer import Answer, as_data
from lightterm.agent.calling import caller, next_from_thread
from lightterm.agent.deed import PRESSING, Deed
from lightterm.agent.deeds import act_deed, on_page
from lightterm.agent.evidence import likely
from lightterm.agent.meant_targets import named
from lightterm.agent.naming import is_alike, is_number, meant
from lightterm.agent.points import point_of
from lightterm.agent.undoing import undoable
from lightterm.agent.waiting import waited_for
from lightterm.agent.walls import wall_of
from lightterm.errors import LighttermError, StaleTarget, TimedOut, ValidationFailed
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.declaring import Step
    from lightterm.agent.works import Works
    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

WAIT = "wait"
"""What a step may be that is no action."""

NAME = 60
"""Characters of what a step acts on that are told."""


class Many:
    """The actions of one call on a tab; numbers are those of `revision`, or of what the agent saw last."""

    def __init__(self, works: Works, steps: Sequence[Step], tab: int, revision: int | None) -> None:
        self._works = works
        self._desk = works.desk
        self._steps = steps
        self._tab = tab
        self._revision = revision
        self._told: tuple[Deed, ...] = ()
        self._said: list[str] = []
        self._began: tuple[Page, str] | None = None

    # --- what it is about to do

    def deed(self) -> Deed:
        """All of it as one deed, for one question."""
        self._told = tuple(self._deed(step) for step in self._steps)
        first = self._told[0]
        whole = Deed("act", "; ".join(one.words for one in self._told), True, first.verb, parts=self._told)
        return on_page(self._desk, self._tab, whole).replace(
            target=first.target,
            secrets=tuple({name for one in self._told for name in one.secrets}),
            asks=first.asks,
            passwords=tuple(dict.fromkeys(pair for one in self._told for pair in one.passwords)),
            folder=next((one.folder for one in self._told if one.folder), ""),
        )

    def _deed(self, step: Step) -> Deed:
        if step.do == WAIT:
            return on_page(self._desk, self._tab, Deed("act", clean(f"wait {_awaited(step)}".rstrip()), False, WAIT))
        return act_deed(self._desk, step.do, step.target, step.value, self._tab, self._revision)

    # --- doing it

    def done(self, max_tokens: int, seconds: float, cancel: Cancel) -> Answer:
        """Do them in order; what changed, and of the first that failed its error. Raises LighttermError of the first
        of all."""
        works, desk = self._works, self._desk
        works.check_acts()
        tab = desk.tab(self._tab)
        before = works.state(tab)
        self._began = before[1], desk.visit(tab).url
        start = time.monotonic()
        error: LighttermError | None = None
        for at, step in enumerate(self._steps):
            page = desk.page(tab)
            left = seconds - (time.monotonic() - start - caller().away)
            try:
                self._said.append(f"{at + 1}. {self._one(at, step, works.acting(tab, left, cancel))}")
            except LighttermError as problem:
                error = self._stopped(problem, tab, False)
                break
            now = desk.page(tab)
            if at + 1 == len(self._steps) or now is page:
                continue
            if problem_there := _failed(page, now):
                error = self._stopped(problem_there, tab, True)
            if error is not None or wall_of(now) is not None:
                break  # what only a person gets past is told after all that is done (`_past_walls`)
        if error is not None and not self._said:
            raise error
        answer = works.changed(tab, before, "\n".join(self._said), max_tokens)
        steps = {"done": len(self._said), "of": len(self._steps)}
        told = answer.error if error is None else as_data(error)
        return answer.model_copy(update={"data": {**(answer.data or {}), "steps": steps}, "error": told})

    def _one(self, at: int, step: Step, doing: Acting) -> str:
        """Do one of them; what was done. Raises LighttermError."""
        desk, tab = doing.desk, doing.tab
        if doing.seconds <= 0 or doing.cancel.cancelled:
            raise TimedOut("no time was left for it")
        desk.tab(desk.number_of(tab))  # raises for one that a person closed
        deed = self._told[at]
        kept = {name: value for name, value in step.model_dump().items() if value or name == "do"}
        outcome: dict[str, Any] = {"url": desk.visit(tab).url}
        try:
            desk.renew(tab)
            if step.do == WAIT:
                desk.hold()
                return waited_for(doing, _awaited(step))
            point = str(step.target) if point_of(step.target) else ""
            number, revision = self._number(step, doing) if not point else (0, self._revision)
            if at:
                deed = act_deed(desk, step.do, point or number, step.value, self._tab, revision)
                next_from_thread(partial(desk.goes_on, deed, self._told[at]))
            given = caller().secret or step.value
            values = [given] if isinstance(given, str) and given else list(given or ())
            with undoable(desk, tab, f"{step.do} [{number}]" if number else step.do):
                if point:
                    return act_at(doing, step.do, point, values, deed.target)
                return act(doing, step.do, number, values, revision)
        except LighttermError as error:
            outcome["error"] = as_data(error)
            raise
        finally:
            caller().parts.append((deed, kept, outcome))

    def _number(self, step: Step, doing: Acting) -> tuple[int, int | None]:
        """The number of a step's target on the page as it is now, and the revision in which it is read.

        Raises StaleTarget for a number of another page, ValidationFailed for what is not there.
        """
        desk, tab = doing.desk, doing.tab
        if not step.target:
            return 0, self._revision
        number = named(doing, step.target, step.do, [step.value] if isinstance(step.value, str) else step.value)
        if isinstance(step.target, str) and not is_number(step.target):
            return number, desk.now(tab)
        try:
            desk.target(tab, number, self._revision)
            return number, self._revision
        except StaleTarget:
            found = self._begun_meanwhile(number, tab)
            if found is None:
                raise
            return found, desk.now(tab)

    def _begun_meanwhile(self, number: int, tab: Tab) -> int | None:
        """The number where a step before began the scripts of the page: what it means is the one thing like it."""
        assert self._began is not None
        was, url = self._began
        page = self._desk.page(tab)
        if page.snapshot.live is None or was.snapshot.live is not None or self._desk.visit(tab).url != url:
            return None
        if number not in was.document.targets:
            return None
        wanted = was.document.targets[number]
        found = [one.number for one in page.document.targets if is_alike(one, wanted)]
        return found[0] if len(found) == 1 else None

    # --- what was not done

    def _stopped(self, error: LighttermError, tab: Tab, led: bool) -> LighttermError:
        """The error with the step that it is of, what is done and what is not, and what the rest means now; `led`: the
        step was done, and led to a page that is none."""
        count, of = len(self._said), len(self._steps)
        failed = count if led else count + 1
        step = self._steps[failed - 1]
        on = clean(f" [{step.target}]" if isinstance(step.target, int) else f" {step.target[:NAME]!r}")
        words = "; ".join(filter(None, (_are(1, failed - 1, "done"), _are(failed + 1, of, "not done"))))
        told = copy(error)
        told.message = f"step {failed} of {of} ({step.do}{on if step.target else ''}): {error.message}"
        told.message += f" ({words})" if words else ""
        numbers = [self._now(one, tab) for one in self._steps[count:]]
        if not led and error.context.get("argument") == "target":
            numbers[1:] = self._called_now(self._steps[count:], tab, numbers)[1:]
        told.context = {
            **error.context, "step": failed, "steps": of, "numbers": numbers, "revision": self._desk.now(tab)
        }  # fmt: skip
        return told

    def _called_now(
        self, left: Sequence[Step], tab: Tab, numbers: Sequence[int | str | None]
    ) -> list[int | str | None]:
        """What the targets of the steps left are called now, with the likeliest for words that nothing is called by, up
        to the first step that may lead to another page."""
        document, found = self._desk.page(tab).document, list(numbers)
        for at, step in enumerate(left):
            if isinstance(step.target, str) and step.target and not is_number(step.target):
                values = [step.value] if isinstance(step.value, str) else list(step.value)
                with suppress(ValidationFailed):
                    meant(document, step.target)
                    continue
                near = likely(document, step.target, step.do, [one for one in values if one])
                found[at] = near[0][0] if near else step.target
            if step.do in (*PRESSING, "submit", "press"):
                break
        return found

    def _now(self, step: Step, tab: Tab) -> int | str | None:
        """What a step's target is called on the page as it is now, None where it is not there any more."""
        if not step.target or (isinstance(step.target, str) and not is_number(step.target)):
            return step.target
        number = int(str(step.target).strip("[] "))
        try:
            return self._desk.target(tab, number, self._revision).number
        except StaleTarget:
            return self._begun_meanwhile(number, tab)
        except LighttermError:
            return None


def _awaited(step: Step) -> str:
    """What a step waits for, "" for rest."""
    value = step.value if isinstance(step.value, str) else " ".join(step.value)
    return value or (str(step.target) if step.target else "")


def _are(first: int, last: int, words: str) -> str:
    """Which steps are something, "" for none."""
    if last < first:
        return ""
    return f"step {first} is {words}" if first == last else f"steps {first} to {last} are {words}"


def _failed(before: Page, now: Page) -> LighttermError | None:
    """What is wrong with a page that a step led to."""
    return now.error if now is not before and now.error is not before.error else None
