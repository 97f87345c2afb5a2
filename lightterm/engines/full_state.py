"""What goes with a page of Chromium into another tier and comes from one: both storages, the place scrolled to."""

from __future__ import annotations

import json
from contextlib import suppress

from lightterm.engines.base import State
from lightterm.engines.full_ask import ScriptThrew, Stuck
from lightterm.engines.full_tab import WORLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lightterm.engines.full_tab import Tab


async def storage(tab: Tab) -> State:
    """Both storages and the scroll place; the cookies are the context's. Raises Stuck, ScriptThrew."""
    origin, local, session, x, y = await tab.ask("storage()")
    if not origin or origin == "null":
        return State(scroll=(int(x), int(y)))
    return State(local=((origin, _pairs(local)),), session=((origin, _pairs(session)),), scroll=(int(x), int(y)))


async def databases(tab: Tab) -> str:
    """IndexedDB of all origins of the page's context, as JSON in Playwright's words; "" where there is nothing."""
    told = await tab.page.context.storage_state(indexed_db=True)
    origins = [
        {"origin": one["origin"], "localStorage": [], "indexedDB": one["indexedDB"]}  # type: ignore[typeddict-item]
        for one in told["origins"]
        if one.get("indexedDB")
    ]
    return json.dumps(origins) if origins else ""


def with_databases(text: str) -> dict[str, Any]:
    """What a new context is made with to have them again."""
    return {"storage_state": {"cookies": [], "origins": json.loads(text)}} if text else {}


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
