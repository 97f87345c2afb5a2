"""Leaving what was begun, doing it again, macros, and giving the terminal to the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_search import forget

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("cancel")
def cancel(app: Browser, call: Invocation) -> None:
    view = app.view
    app.stop_making()
    if view.search is not None:
        forget(app)
    view.refresh_over({})
    view.caret.select(None)
    app.enter("normal")
    if view.target and not view.caret.on_link:
        view.choose(0)


@verb("repeat")
def repeat(app: Browser, call: Invocation) -> None:
    line, count = app.last
    if not line:
        raise ValidationFailed("nothing has been done yet", actions=())
    app.run_line(line, call.count if call.count is not None else count)


@verb("macro record")
def record(app: Browser, call: Invocation) -> None:
    keyboard = app.keyboard
    if keyboard.recording:
        register = keyboard.recording
        keys = keyboard.end_recording()
        app.say(f"{keys} keys recorded under {register}")
    elif register := call.text("register"):
        keyboard.record(register)
    else:
        app.read_key("Record under which letter?", keyboard.record)


@verb("macro run")
def run(app: Browser, call: Invocation) -> None:
    register, times = call.text("register"), call.times
    if register:
        app.keyboard.play(register, times)
    else:
        app.read_key("Run the macro of which letter?", lambda letter: app.keyboard.play(letter, times))


@verb("keys explain")
def explain(app: Browser, call: Invocation) -> None:
    app.keyboard.explain()


@verb("suspend")
def suspend(app: Browser, call: Invocation) -> None:
    app.action_suspend_process()


@verb("restart")
def restart(app: Browser, call: Invocation) -> None:
    from lightterm.commands.restart import check_restart

    check_restart(app)
    app.background.do(app.session.store.journal.begin, lambda run: _end_to_begin(app, run))


def _end_to_begin(app: Browser, run: int) -> None:
    if not run:
        raise ValidationFailed("the tabs cannot be saved: they would be lost", actions=())
    app.restart = run
    app.quit()
