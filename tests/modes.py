"""The way back to normal mode from wherever keys have led: for the tests and the bench that press them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

LEAVING = {"command": "entry cancel", "insert": "entry cancel", "prompt": "answer cancel", "hint": "hint mode cancel"}
"""The command that leaves a mode, where it is another than `mode normal`."""


def leave(app: Browser) -> None:
    """Come back to normal mode, with no key half typed and none wanted by a command."""
    app.keyboard._wanted = None
    app.keyboard.recording = ""
    for _ in range(9):
        if app.mode == "normal" and not app.typed:
            break
        app.keyboard.reset()
        app.run_line(LEAVING.get(app.mode, "mode normal"))
