"""Commands of the user's own, in Python: the files of commands/ in the configuration directory.

    # ~/.config/lightterm/commands/invidious.py
    from lightterm.commands.registry import Argument

    def setup(commands):
        @commands.register("watch", "Watch the link in mpv.", Argument("target", "target", optional=True))
        def watch(front, call):
            front.spawn(("mpv", front.tabs.active.visit.url))

Such a file runs with all rights of its user, as their shell's start-up file does.
"""

from __future__ import annotations

import os

from lightterm.resources import user_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.registry import Registry


def add_scripts(registry: Registry) -> None:
    """Let every file register its commands. What goes wrong in one is told in `registry.problems`; the others go on."""
    folder = os.path.join(user_directory("config"), "commands")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".py") and not name.startswith(("_", ".")))
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        try:
            _run(path, registry)
        except Exception as problem:
            registry.problems.append(f"{path}: {where_in(problem, path)}{type(problem).__name__}: {problem}")


def _run(path: str, registry: Registry) -> None:
    import runpy

    space = runpy.run_path(path)
    setup = space.get("setup")
    if not callable(setup):
        raise ValueError("it has no function `setup(commands)`")
    setup(registry)


def where_in(problem: Exception, path: str) -> str:
    """The line of the script in which it went wrong, "" where it was in none of its lines."""
    found = ""
    trace = problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = f"line {trace.tb_lineno}: "
        trace = trace.tb_next
    return found
