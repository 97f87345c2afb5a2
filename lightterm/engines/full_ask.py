"""One question to a page of Chromium over a debugging session: answered, thrown, or not answered in time."""

from __future__ import annotations

import asyncio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any, TypeVar

    from playwright.async_api import CDPSession

    from lightterm.engines.full_watch import Watch

    T = TypeVar("T")


class Stuck(Exception):
    """The page did not answer: a script runs for ever, or its process is gone."""


class ScriptThrew(Exception):
    """A script that was evaluated threw; the words are the page's."""


class Place:
    """A frame and the debugging session of its process; "" is the main frame of whatever document there is."""

    def __init__(self, session: CDPSession, frame_id: str) -> None:
        self.session = session
        self.frame_id = frame_id
        self.world = 0
        """The isolated world in which the tool is known to be; another document has another."""


async def answered(watch: Watch, question: Coroutine[Any, Any, T], seconds: float) -> T:
    """What comes of a question to a page. Raises Stuck, at once when its process dies, and Playwright's errors."""
    answer = asyncio.ensure_future(question)
    death = asyncio.ensure_future(watch.death.wait())
    try:
        await asyncio.wait((answer, death), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise Stuck(f"no answer within {seconds:g} s")
        return answer.result()
    finally:
        death.cancel()
        answer.cancel()


async def evaluate(
    watch: Watch, session: CDPSession, script: str, seconds: float, world: int, **asked: Any
) -> dict[str, Any]:
    """The remote object that a script gives, promises awaited, in a world (0: the page's own).

    Raises ScriptThrew, and what `answered` raises.
    """
    asked = {"expression": script, "returnByValue": True, "awaitPromise": True, **asked}
    if world:
        asked["contextId"] = world
    told = await answered(watch, session.send("Runtime.evaluate", asked), seconds)
    if "exceptionDetails" in told:
        thrown = told["exceptionDetails"].get("exception", {})
        words = thrown.get("description") or thrown.get("value") or told["exceptionDetails"].get("text") or "it threw"
        raise ScriptThrew(str(words))
    result: dict[str, Any] = told["result"]
    return result


async def world_in(watch: Watch, place: Place, name: str, seconds: float) -> int:
    """The isolated world of that name in a frame. Raises what `answered` raises."""

    async def make() -> int:
        frame = place.frame_id
        if not frame:
            tree = await place.session.send("Page.getFrameTree")
            frame = tree["frameTree"]["frame"]["id"]
        wanted = {"frameId": frame, "worldName": name, "grantUniveralAccess": True}
        made = await place.session.send("Page.createIsolatedWorld", wanted)
        return int(made["executionContextId"])

    return await answered(watch, make(), seconds)
