"""A client that follows what errors recommend, without any thought of its own: the measure of how good they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

Answer = dict[str, Any]
Call = Callable[[str, dict[str, Any]], Awaitable[Answer]]

MAJOR = "1"
LOADING = ("browse", "open", "go", "download")
NETWORK_TRIES, RATE_TRIES = 3, 4
FIRST_BACKOFF, LONGEST_BACKOFF = 1.0, 5.0


class Refused(Exception):
    """An answer of another major version of the contract, whose fields may mean something else."""


class ReferenceClient:
    """Calls tools, follows recommended actions in their order, and waits as it is told; `sleep` is the clock's."""

    def __init__(self, call: Call, sleep: Callable[[float], None]) -> None:
        self._call = call
        self._sleep = sleep
        self.followed: list[tuple[str, str, dict[str, Any]]] = []
        """The action, tool and arguments of what was followed, in order."""

    async def ask(self, tool: str, arguments: dict[str, Any]) -> Answer:
        """The answer of a call; of one that failed, that of the first way on that leads to one."""
        answer = check(await self._call(tool, arguments))
        if "error" not in answer:
            return answer
        first = next(iter(calls(answer["error"])), None)
        if answer["error"]["category"] in ("rate_limit", "network") and first and first["toolToUse"] == tool:
            return await self._patiently(answer)
        return await self._follow(answer, tool, arguments)

    async def _patiently(self, answer: Answer) -> Answer:
        """Network: one to five seconds, three times. Rate limits: what the site says, then twice as long each time."""
        limited = answer["error"]["category"] == "rate_limit"
        delay = 0.0
        for attempt in range(RATE_TRIES if limited else NETWORK_TRIES):
            step = next(iter(calls(answer["error"])), None)
            if step is None:
                return answer
            said = step.get("suggestedDelayMs", 0) / 1000
            patience = min(max(said, FIRST_BACKOFF * 2**attempt), LONGEST_BACKOFF)
            delay = max(said, delay * 2) if limited else patience
            self._sleep(delay)
            answer = await self._made(step)
            if "error" not in answer:
                break
        return answer

    async def _follow(self, answer: Answer, tool: str, arguments: dict[str, Any]) -> Answer:
        steps = calls(answer["error"])
        for at, step in enumerate(steps):
            self._sleep(step.get("suggestedDelayMs", 0) / 1000)
            found = await self._made(step)
            if "error" in found and step["action"] == "correct_arguments":
                return await self._corrected(found, step)
            if "error" in found:
                continue
            if steps[at + 1 : at + 2] and steps[at + 1]["action"] == "then_call":
                return await self._made(steps[at + 1])
            if step.get("thenRepeat"):
                # It only made way: what was wanted is asked for once more.
                again = check(await self._call(tool, arguments))
                if "error" not in again:
                    return again
                continue
            if step["action"] == "correct_arguments" or step["toolToUse"] == tool or step["toolToUse"] in LOADING:
                return found
            # It was only to look; the next way on may be a call.
        return answer

    async def _corrected(self, answer: Answer, step: dict[str, Any]) -> Answer:
        """What comes of a call that was written rightly at the second try, and fails for another reason."""
        tool, given = step["toolToUse"], step["parameters"]
        later = [one for one in calls(answer["error"]) if one["action"] != "correct_arguments"]
        return await self._follow({**answer, "error": {**answer["error"], "recommendedActions": later}}, tool, given)

    async def _made(self, step: dict[str, Any]) -> Answer:
        self.followed.append((step["action"], step["toolToUse"], step["parameters"]))
        return check(await self._call(step["toolToUse"], step["parameters"]))


def put(given: Any, base: str) -> Any:
    """What stands in a table of calls, with the address of the test's server."""
    if isinstance(given, dict):
        return {key: put(value, base) for key, value in given.items()}
    if isinstance(given, list):
        return [put(value, base) for value in given]
    return given.replace("URL", base) if isinstance(given, str) else given


def calls(error: dict[str, Any]) -> list[dict[str, Any]]:
    """The recommended actions that are calls, by priority."""
    steps = sorted(error["recommendedActions"], key=lambda step: step["priority"])
    return [step for step in steps if "toolToUse" in step]


def check(answer: Answer) -> Answer:
    """The answer, if it is of a version that is understood: the same major, whatever the minor. Raises Refused."""
    if answer["schemaVersion"].partition(".")[0] != MAJOR:
        raise Refused(answer["schemaVersion"])
    return answer


class Calls(Protocol):
    """A tool called by its name and arguments."""

    def __call__(self, name: str, /, **arguments: Any) -> Awaitable[Answer]: ...


async def followed(call: Calls, tool: str, given: dict[str, Any]) -> Answer:
    """What comes, without waiting, of a call that fails at first."""
    first = await call(tool, **given)
    assert "error" in first, (tool, given, first)
    return await ReferenceClient(lambda name, args: call(name, **args), lambda _seconds: None).ask(tool, given)
