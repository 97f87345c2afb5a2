"""What to do after a call of many actions that stopped: the step that failed put right, and those that come after it.

What was done is never recommended again. A number is read as it was meant: where it means nothing now it is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.choice_ways import NEAREST
from lightterm.agent.recovery import recovering
from lightterm.agent.way import Way, fits, is_secret
from lightterm.foreign_json import from_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.agent.way import Asked

SINGLE = ("do", "target", "value")

Step = dict[str, Any]


def resuming(error: dict[str, Any], asked: Asked, done: int) -> dict[str, Any]:
    """The error of a call with ways on from where it stopped, `done` steps of it being done."""
    steps, context = _steps(asked), dict(error.get("context", {}))
    numbers, revision = context.pop("numbers", None), context.get("revision")
    error = {**error, "context": context}
    if not steps or (numbers is None and not done):
        return recovering(error, asked)
    others = {name: value for name, value in asked.arguments.items() if name in ("tab", "max_tokens", "deadline")}
    if "step" not in context and done >= len(steps):  # all are done, and the last one led to a page that is none
        return recovering(error, asked.replace(arguments={**others, **steps[-1]}, arrived=True))
    if "step" not in context:
        context |= {"step": done + 1, "steps": len(steps)}
        error = {**error, "message": f"{error['message']} (of {len(steps)} steps {done} were done before)"}
    left = _renumbered(steps[done:], numbers)
    failed = steps[context["step"] - 1]
    led = context["step"] == done  # it was done, and led to a page that is none
    told = recovering(error, asked.replace(arguments={**others, **failed}, arrived=led))
    now = {"revision": revision} if revision is not None else {}
    found = [_from_here(way, left, led, {**others, **now}) for way in told["recommendedActions"]]
    ways = [_silent(way, asked) for way in found if way is not None]
    for rank, way in enumerate(ways, 1):
        way["priority"] = rank
    suggestion = ways[0]["description"] if ways else ""
    return {
        **told,
        "recommendedActions": ways,
        "suggestion": suggestion,
        "recoverable": bool(ways or told["retryable"]),
    }


def _steps(asked: Asked) -> list[Step]:
    """The steps of a call as they came: a list, or the JSON of one."""
    given = asked.arguments.get("steps")
    if isinstance(given, str):
        try:
            given = from_json(given)
        except ValueError:
            return []
    return given if isinstance(given, list) and all(isinstance(one, dict) for one in given) else []


def _renumbered(left: Sequence[Step], numbers: Sequence[Any] | None) -> list[Step]:
    """The steps that are left by what their targets are called now, up to one whose number means nothing any more."""
    return list(_known(left, numbers))


def _known(left: Sequence[Step], numbers: Sequence[Any] | None) -> Iterator[Step]:
    for at, step in enumerate(left):
        target = step.get("target", 0)
        now = numbers[at] if numbers is not None else None if str(target).strip("[] ").isdecimal() else target
        if now is None and at:
            return
        yield {**step, "target": now} if target and now is not None else step


def _silent(told: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """A way on without its call where that would say a secret, or is too long to be told."""
    way = Way(told["action"], told["description"], told.get("toolToUse", ""), told.get("parameters"))
    if not is_secret(way, asked) and fits(way, asked.schemas):
        return told
    return {name: value for name, value in told.items() if name not in ("toolToUse", "parameters")}


def _alike(one: Step, failed: Step, right: Step) -> Step:
    """A later step on the target of the one that failed, on what is meant by it."""
    same = failed.get("target") and one.get("target") == failed.get("target") and "target" in right
    return {**one, "target": right["target"]} if same else one


def _from_here(way: dict[str, Any], left: Sequence[Step], led: bool, others: dict[str, Any]) -> dict[str, Any] | None:
    """A way on of the step alone as one of all that is left; None for one that would do again what is done."""
    again = way.pop("thenRepeat", False)
    if way.get("toolToUse") != "act":
        if again:
            way["description"] += " Then go on with the steps that are not done."
        return way
    given = way["parameters"]
    step = {name: given[name] for name in SINGLE if name in given}
    rest = left if again else [_alike(one, left[0], step) for one in left[1:]]
    if led:
        return None
    if way["action"] == NEAREST and rest:
        way["description"] += " Then go on with the steps that are not done."
        rest = []
    if not rest:
        return {**way, "parameters": {**step, **others}}
    return {**way, "parameters": {"steps": [step, *rest], **others}}
