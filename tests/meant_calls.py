"""One shape of calls as clients slip: pages are opened, a call fails, and what is recommended gets what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent_clients import HOME, agent
from browsing import in_a_loop
from reference_client import followed

from lightterm.agent.grants import Grants


def case_name(case: Sequence[Any]) -> str:
    """What a test of a case is called: the tool, and the values of the call that fails."""
    tool, given = case[-3], case[-2]
    return f"{tool} {' '.join(map(str, given.values()))}"[:60]


def check_recovered(
    opened: Sequence[dict[str, Any]], tool: str, given: dict[str, Any], wanted: str, grants: Grants = HOME
) -> None:
    """Open pages, make a call that fails, and follow what is recommended: its answer says what was wanted."""

    @in_a_loop
    async def run() -> None:
        async with agent(grants) as a:
            for page in opened:
                await a.call("open", **page)
            came = await followed(a.call, tool, given)
            assert "error" not in came and wanted in came["text"], came

    run()
