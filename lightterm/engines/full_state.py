"""What goes with a page of Chromium into another tier and comes from one: both storages, the place scrolled to."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from lightterm.engines.base import State
from lightterm.engines.driver import page_errors
from lightterm.engines.full_ask import ScriptThrew, Stuck
from lightterm.engines.full_tab import ASK_SECONDS, WORLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from playwright.async_api import BrowserContext

    from lightterm.engines.full_tab import Tab

_PLAYS = "() => [...document.querySelectorAll('audio,video')].some(m => !m.paused && !m.ended && !m.muted && m.volume)"


async def storage(tab: Tab) -> State:
    """Both storages and the scroll place; the cookies are the context's. Raises Stuck, ScriptThrew."""
    origin, local, session, x, y = await tab.ask("storage()")
    if not origin or origin == "null":
        return State(scroll=(int(x), int(y)))
    return State(local=((origin, _pairs(local)),), session=((origin, _pairs(session)),), scroll=(int(x), int(y)))


async def databases(context: BrowserContext, local: bool = False) -> str:
    """IndexedDB of all origins of a context, and their local storage, too, where that is asked for.

    As JSON in Playwright's words; "" where there is nothing.
    """
    told = await context.storage_state(indexed_db=True)
    origins = [
        {
            "origin": one["origin"],
            "localStorage": one["localStorage"] if local else [],
            "indexedDB": one.get("indexedDB", []),
        }
        for one in told["origins"]
        if one.get("indexedDB") or (local and one["localStorage"])
    ]
    return json.dumps(origins) if origins else ""


def without(text: str, has_place: Callable[[str], bool]) -> str:
    """What `databases` told, but for the origins that are meant."""
    left = [one for one in json.loads(text or "[]") if not has_place(one["origin"])]
    return json.dumps(left) if left else ""


def with_databases(text: str) -> dict[str, Any]:
    """What a new context is made with to have them again."""
    return {"storage_state": {"cookies": [], "origins": json.loads(text)}} if text else {}


async def at_work(tab: Tab, watched: bool) -> bool:
    """Whether a page does something that would be lost: it plays, saves a file, or is on its way to another document.

    One that is `watched` and is told news over a connection that stays open is at work, too.
    """
    watch = tab.watch
    return watch.is_busy or watch.is_navigating() or (watched and watch.listens) or await _plays(tab)


async def _plays(tab: Tab) -> bool:
    """Whether something plays in it or a frame of it that can be heard: a silent video for show never ends."""
    for frame in tab.page.frames:
        with suppress(*page_errors(), TimeoutError):
            async with asyncio.timeout(ASK_SECONDS):
                if await frame.evaluate(_PLAYS):
                    return True
    return False


async def prepare(tab: Tab, state: State) -> str:
    """Have the storages of the origins that are known hold that and nothing else before scripts run; for `go_on`."""
    stores = {"local": dict(state.local), "session": dict(state.session)}
    if not any(stores.values()):
        return ""
    script = (
        f"(() => {{ const kept = {json.dumps(stores)}; if (window !== top) return;"
        "for (const [name, store] of [['local', () => localStorage], ['session', () => sessionStorage]])"
        "try { if (!(origin in kept[name])) continue; store().clear();"
        "for (const [key, value] of kept[name][origin]) store().setItem(key, value); } catch {} })()"
    )
    told = await tab.send("Page.addScriptToEvaluateOnNewDocument", source=script, worldName=f"{WORLD} state")
    return str(told["identifier"])


async def go_on(tab: Tab, state: State, prepared: str, until: float) -> None:
    """Scroll to where the page was; what it stores from now on is its own matter."""
    if prepared:
        await tab.send("Page.removeScriptToEvaluateOnNewDocument", identifier=prepared)
    if any(state.scroll):
        with suppress(Stuck, ScriptThrew):
            await tab.ask(f"scroll({state.scroll[0]}, {state.scroll[1]})")
        await tab.settle(until)


def _pairs(told: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((str(key), str(value)) for key, value in told)
