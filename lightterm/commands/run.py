"""Running command lines on a front end: what every key, prompt, palette and macro comes to."""

from __future__ import annotations

import os

from lightterm.commands.expand import expanded, wants_clipboard
from lightterm.commands.opposites import counted
from lightterm.commands.parse import parse
from lightterm.errors import InternalError, LighttermError, ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation, Run


def run_line(front: Front, line: str, count: int | None = None) -> bool:
    """Run a command line, its first command with `count`; whether all went well. What did not is told, never raised."""
    try:
        calls = parse(line, front.registry)
    except LighttermError as error:
        front.fail(error)
        return False
    if any(map(wants_clipboard, calls)):

        def pasted(text: str) -> None:
            _run(front, calls, count, text)

        front.paste(pasted)
        return True
    return _run(front, calls, count)


def _run(front: Front, calls: Sequence[Invocation], count: int | None, clipboard: str = "") -> bool:
    try:
        for i, call in enumerate(calls):
            call = counted(call, count if i == 0 else None, front.registry)
            _check_place(call)
            run_call(front, call, clipboard)
    except LighttermError as error:
        front.fail(error)
        return False
    return True


def _check_place(call: Invocation) -> None:
    """Raise ValidationFailed where neither the line nor a count says to where: a place has no other default."""
    command = call.command
    if any(a.kind == "place" and not (a.optional or call.text(a.name)) for a in command.arguments):
        raise ValidationFailed(f"{command.name} needs to be told where: {command.usage}", actions=())


def run_call(front: Front, call: Invocation, clipboard: str = "") -> None:
    """Run one command. Raises LighttermError."""
    call = expanded(call, front, clipboard)
    if call.command.run is None:
        front.act(call)
    elif call.command.group:
        call.command.run(front, call)
    else:
        _run_own(front, call, call.command.run)


def _run_own(front: Front, call: Invocation, run: Run) -> None:
    """Run a command of the user's; whatever goes wrong in it is an error to be told. Raises LighttermError."""
    try:
        run(front, call)
    except LighttermError:
        raise
    except Exception as problem:
        from lightterm.commands.scripts import where_in

        path = getattr(getattr(run, "__code__", None), "co_filename", "")
        where = where_in(problem, path) and f"{os.path.basename(path)}, {where_in(problem, path)}"
        raise InternalError(f":{call.name}: {where}{type(problem).__name__}: {problem}") from problem
