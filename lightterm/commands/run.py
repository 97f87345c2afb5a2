"""Running command lines on a front end: what every key, prompt, palette and macro comes to."""

from __future__ import annotations

from lightterm.commands.expand import expanded
from lightterm.commands.parse import parse
from lightterm.errors import LighttermError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation


def run_line(front: Front, line: str, count: int | None = None) -> bool:
    """Run a command line, its first command with `count`; whether all went well. What did not is told, never raised."""
    try:
        calls = parse(line, front.registry)
        for i, call in enumerate(calls):
            run_call(front, call.with_count(count) if i == 0 else call)
    except LighttermError as error:
        front.fail(error)
        return False
    return True


def run_call(front: Front, call: Invocation) -> None:
    """Run one command. Raises LighttermError."""
    call = expanded(call, front)
    if call.command.run is None:
        front.act(call)
    else:
        call.command.run(front, call)
