"""From tier to tier: a page is judged, and a higher engine tried where the judge says why; the best page is kept.

Loaded only when a page is not plainly enough as tier 1 read it, or when another tier was asked for.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from lightterm.engines.base import tier_name
from lightterm.errors import (
    A_WINDOW,
    ELSEWHERE,
    BeyondEngine,
    BotDetected,
    BrowserError,
    Cancelled,
    HttpError,
    LighttermError,
    RequiresScript,
    SchemeRefused,
    TimedOut,
)
from lightterm.extract import HTML
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import FULL, LIGHT, STATIC
from lightterm.judge import DRAWN, LOST, SHORT, THIN, Verdict, challenge_told, judge
from lightterm.left_alone import InTime
from lightterm.loading import Page, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import Engine
    from lightterm.fetch.model import Request
    from lightterm.loading import Loader, Plan

CERTAIN = 0.8
"""The score from which a page that could not be had is an error, not a hint."""

SHORTEST = {LIGHT: 0.2, FULL: 1.0}
"""Seconds that must be left for a tier to be worth beginning."""

WORTH_MEMORY = 3.0
"""Seconds that must be left for tier 3 to be gone on to past tier 2, because a site's pages needed it before."""

LEFT_OVER = 1.0
"""Seconds of a call that must be left for an engine's own bound to be what ended it, which more time would not move."""

OVERTIME = 1.04
"""Times its seconds that an engine may take before it is left alone."""

GRACE = 0.05
"""Share of a load's time that tier 1 may take over it where all others came to nothing."""

RESERVED = 0.6
"""Share of the time left that tier 2 may take while there is a tier 3 to go on to, and the rest is enough for that."""

JUDGED_A_SECOND, JUDGED_AT_LEAST = 150_000, 100_000
"""Bytes of markup that are judged for each second left, and whatever is left: a million empty elements in seven million
bytes took 3.5 s where nothing else was done, after a load that had three, and thrice that beside ten programs."""

ALONE = 0.8
"""Share of it that the only tier may take: should it fail, what tier 1 makes of the page is still to be read."""


class Climb:
    """One load's way through the tiers of a plan, until `until` (of the monotonic clock)."""

    def __init__(self, loader: Loader, plan: Plan, until: float) -> None:
        self._loader = loader
        self._plan = plan
        self._until = until
        self._steps: list[Step] = []
        self._best: Page | None = None
        self._verdict = Verdict()
        self._failed: LighttermError | None = None

    def begin(self, request: Request) -> Page:
        """The page, beginning where the plan says; tier 1 is fallen back on. Raises LighttermError for no page."""
        plan = self._plan
        self._up(request, plan.start)
        if self._best is None and (plan.lowest == STATIC or isinstance(self._failed, BrowserError | TimedOut)):
            if request.method == "GET":
                self._until = max(self._until, monotonic() + GRACE * (request.deadline or 0.0))
            self._try(STATIC, request)
        return self._ended()

    def after(self, error: LighttermError, request: Request) -> Page:
        """The page of a higher tier, where tier 1 ran out of its own time; raises `error` when it is another."""
        if not isinstance(error, TimedOut):
            raise error
        self._failed = error
        self._steps.append(_failed(STATIC, error.message))
        self._up(request, max(LIGHT, self._plan.start))
        return self._ended()

    def go_on(self, page: Page) -> Page:
        """The page that tier 1 gave, or a better one."""
        self._take(page)
        if self._verdict.climbs:
            self._up(page.request, max(LIGHT, self._plan.start))
        return self._ended()

    def _up(self, request: Request, tier: int) -> None:
        remembered = self._plan.learnt and tier == FULL and self._plan.lowest <= LIGHT
        if remembered and self._until - monotonic() < WORTH_MEMORY:
            tier, remembered = LIGHT, False
        while tier <= self._plan.highest and not self._is_stopped():
            self._try(tier, request)
            if self._best is not None and not self._verdict.climbs:
                break
            tier += 1
        if remembered and self._steps[-1].failure and not self._is_stopped():
            self._try(LIGHT, request)

    def _is_stopped(self) -> bool:
        cancel = self._loader.cancel
        return cancel is not None and cancel.cancelled

    def _try(self, tier: int, request: Request) -> None:
        made = self._made(tier)
        left = self._until - monotonic()
        if made is None or (left < SHORTEST.get(tier, 0.0) and not made[1]):
            self._steps.append(_failed(tier, "no time was left for it"))
            return
        engine, missing = made
        if missing:
            self._failed = self._failed or BrowserError(f"tier {tier} ({tier_name(tier)}): {missing}", url=request.url)
            self._steps.append(_failed(tier, missing))
            return
        if self._best is not None and self._loader.shown is not None:
            self._loader.shown(self._best, tier)
        start = monotonic()
        try:
            page = self._attempt(engine, request, self._seconds(tier, left))
        except Cancelled:
            if self._best is None:
                raise
            self._steps.append(_failed(tier, "it was stopped", start))
        except LighttermError as error:
            self._failed = error
            self._steps.append(_failed(tier, error.message, start))
        else:
            self._take(page)

    def _made(self, tier: int) -> tuple[Engine, str] | None:
        """The engine of a tier and what it misses; None where there is no time even for that.

        What a tier needs to be made is imported then: a twentieth of a second, many on a busy machine.
        """

        def make(_cancel: Cancel) -> tuple[Engine, str]:
            engine = self._loader.engines(tier)
            return engine, engine.missing()

        left = self._until - monotonic()
        if tier == STATIC:
            return make(Cancel())
        if left <= 0:
            return None
        try:
            return InTime(make, left, None, lambda _made: None).run()
        except TimedOut:
            return None

    def _attempt(self, engine: Engine, request: Request, most: float) -> Page:
        """One engine's try, given up when it does not keep its time, whatever it is doing. Raises LighttermError."""
        if engine.tier == STATIC:
            return self._loader.attempt(engine, request, self._until, most)
        if engine.tier == FULL and self._best is None and (request.robots or request.asker == "program"):
            # robots.txt and the guard of addresses stand in tier 1's way only
            self._loader.engines(STATIC).load(request, self._loader.cancel)
        left, loader = self._until - monotonic(), self._loader

        def load(cancel: Cancel) -> Page:
            return loader.attempt(engine, request, self._until, most, cancel)

        seconds = (min(left, most) if most else left) * OVERTIME
        try:
            return self._or_file(InTime(load, seconds, loader.cancel, close).run())
        except TimedOut:
            own = self._plan.seconds[engine.tier - 1]
            if not own or most < own or left - most < LEFT_OVER:
                raise
            words = f"the page is too large or too slow for tier {tier_name(engine.tier)}, which may take {own:g} s"
            raise BeyondEngine(words, url=request.url, tier=engine.tier) from None

    def _or_file(self, page: Page) -> Page:
        """The file that tier 1 reads where an engine has an empty page of one (PDF, download, redirect to nowhere)."""
        empty = not page.document.blocks or not (page.snapshot.content_type in HTML or page.response.body)
        if not empty or self._best is not None or page.request.method != "GET":
            return page
        try:
            below = self._loader.attempt(self._loader.engines(STATIC), page.request, self._until)
        except LighttermError:
            close(page)
            raise
        if below.snapshot.content_type in HTML and not isinstance(below.error, SchemeRefused):
            return page
        close(page)
        return below

    def _seconds(self, tier: int, left: float) -> float:
        """How long a tier may take at most."""
        own = self._plan.seconds[tier - 1]
        if tier == STATIC:
            return own or left
        if tier == LIGHT and self._goes_on(left):
            return min(own or left, left * RESERVED)
        return min(own or left, left * ALONE) if self._best is None else own

    def _goes_on(self, left: float) -> bool:
        """Whether tier 3 is there, and could still begin in what tier 2 would leave of so many seconds."""
        if self._plan.highest == LIGHT or left * (1 - RESERVED) < SHORTEST[FULL]:
            return False
        made = self._made(FULL)
        return made is not None and not made[1]

    def _take(self, page: Page) -> None:
        """Judge a page, and keep it unless what is there is better."""
        before = self._verdict.main if self._best is not None else 0
        most = max(int((self._until - monotonic()) * JUDGED_A_SECOND), JUDGED_AT_LEAST)
        verdict = judge(page.snapshot, page.document, before, most)
        step = page.trace[0].replace(
            reason=self._begun_with(page.tier) + _words(verdict),
            score=verdict.score,
            reasons=verdict.reasons,
            main=verdict.main,
            incomplete=verdict.incomplete,
        )
        if self._best is not None and self._is_worse(page, verdict):
            close(page)
            self._steps.append(
                step.replace(reason=f"the page of the tier below is better: {step.reason}", chosen=False)
            )
            return
        if self._best is not None:
            close(self._best)
        self._steps = [*[known.replace(chosen=False) for known in self._steps], step]
        self._best, self._verdict = page, verdict

    def _begun_with(self, tier: int) -> str:
        """Why the way began with a tier, where that was not the lowest."""
        if self._plan.forced:
            return "asked for; "
        return "this site's pages needed it before; " if self._plan.learnt and tier == self._plan.start else ""

    def _is_worse(self, page: Page, verdict: Verdict) -> bool:
        """Whether a page says less than the one that is there: its scripts failed, or a guard stopped them."""
        if verdict.challenge and not self._verdict.challenge:
            return True
        if page.response.status >= 400 and self._best is not None and self._best.response.status < 400:
            return True
        return self._verdict.main >= THIN and verdict.main < LOST * self._verdict.main

    def _ended(self) -> Page:
        """The best page there is, with the way to it, and what is probably missing."""
        page = self._best
        if page is None:
            raise self._failed or TimedOut("no tier had time to load the page")
        errors = page.errors
        if not self._verdict.climbs:
            hint = DRAWN if DRAWN in self._verdict.reasons else ""
        else:
            hint = self._hint()
            with_data = self._with_data(page)
            problem = self._problem(page, hint) if with_data is page else None
            if problem is not None and (self._verdict.challenge or not errors):
                errors = (problem, *_without_advice(errors))  # a challenge says more than its status
            if with_data is not page:
                page, hint = with_data, f"{hint}; its text is what it has as data for its scripts"
        if self._plan.forced and isinstance(self._failed, BrowserError | TimedOut):
            errors += (self._failed,)
        return page.replace(trace=tuple(self._steps), errors=errors, hint=hint)

    def _with_data(self, page: Page) -> Page:
        """A page whose scripts did not run with the text that it carries for them; itself where it carries none."""
        if page.tier != STATIC or self._verdict.challenge or self._verdict.main >= SHORT:
            return page
        from lightterm.extract.data_blocks import text_in_data

        with suppress(LighttermError):
            text = text_in_data(page.snapshot.markup)
            if text:
                return self._loader.with_markup(page, page.snapshot.markup + b"<hr>" + text.encode("utf-8", "replace"))
        return page

    def _hint(self) -> str:
        """What is wrong with the page that is shown, and why nothing better is."""
        why = self._verdict.reasons[0] if self._verdict.reasons else "the page is not complete"
        tried = [f"tier {step.tier} ({tier_name(step.tier)}): {step.failure}" for step in self._steps if step.failure]
        if not tried and self._plan.highest < FULL and not self._verdict.challenge:
            tried = [f"no tier above {tier_name(self._plan.highest)} was allowed"]
        return "; ".join((why, *tried))

    def _problem(self, page: Page, hint: str) -> LighttermError | None:
        if self._verdict.challenge:
            told = challenge_told(self._verdict.challenge, page.response.status)
            by_person = any(step.tier == FULL and not step.failure for step in self._steps)
            actions = (A_WINDOW,) if by_person else None
            return BotDetected(self._verdict.reasons[0], actions=actions, url=page.response.url, challenge=told)
        if self._verdict.score < CERTAIN or page.tier != STATIC:
            return None
        return RequiresScript(hint, actions=(ELSEWHERE,), url=page.response.url)


def _without_advice(errors: tuple[LighttermError, ...]) -> tuple[LighttermError, ...]:
    """What a challenge came with (403, mostly): whoever signed in again would stand before it as before."""
    for error in errors:
        if isinstance(error, HttpError):
            error.actions = ()
    return errors


def close(page: Page) -> None:
    """Let go of a page that lives in an engine and is not shown."""
    if page.snapshot.live is not None:
        with suppress(LighttermError):
            page.snapshot.live.close()


def _failed(tier: int, words: str, start: float = 0.0) -> Step:
    spent = (monotonic() - start) * 1e3 if start else 0.0
    return Step(tier, spent, 0.0, words, failure=words, chosen=False)


def _words(verdict: Verdict) -> str:
    """The judge's reasons as one line."""
    if verdict.climbs:
        return f"not enough: {'; '.join(verdict.reasons)}"
    return f"enough: {verdict.main} characters of main text" + (
        f", although {'; '.join(verdict.reasons)}" if verdict.reasons else ""
    )
