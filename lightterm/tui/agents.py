"""Agents in the running app: an MCP server in its loop, whose calls act on the tabs that the person sees."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, TypeVar

from lightterm.agent.steps import Undos
from lightterm.errors import ActionRefused, BrowserError, Cancelled, LighttermError, TimedOut, ValidationFailed
from lightterm.fetch.urls import host_of

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from textual.worker import Worker

    from lightterm.agent.desk import Deed, Desk
    from lightterm.agent.grants import Grants
    from lightterm.agent.server import Server
    from lightterm.fetch.clock import Cancel
    from lightterm.tui.app import Browser

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that a call waits for the app to do what it is asked to; it is busy for milliseconds."""

LOGGED = 500
"""Deeds of agents that are remembered."""

YES, ALWAYS, NO = "yes", "yes, all here", "no"


class Agents:
    """The server in the app: who has control, what was allowed, what was done."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.place: Path | None = None
        """The socket, None while nobody is served."""
        self._listening: socket.socket | None = None
        self.held = False
        """Whether the person has taken control: calls wait."""
        self.log: list[tuple[float, str]] = []
        self.undos = Undos()
        """What agents did that can be undone."""
        self.allowed: set[str] = set()
        """Hosts on which an agent may act without being asked about."""
        self._given = threading.Event()
        self._given.set()
        self._worker: Worker[None] | None = None

    # --- serving

    def serve(self, name: str = "") -> None:
        """Begin to serve on a socket of this name (the process's number without one). Raises LighttermError."""
        if self._worker is not None:
            raise ValidationFailed(f"agents are served already, at {self.place}", actions=())
        from lightterm.agent.sockets import clear, path_for

        place = path_for(name)
        clear(place)
        self.app.say("loading what agents are served with")
        self._worker = self.app.run_worker(self._serve(place), name="mcp", exit_on_error=False)

    def stop(self) -> None:
        """Serve nobody any more. Raises ValidationFailed where nobody was."""
        if self._worker is None:
            raise ValidationFailed("no agents are served; :mcp begins", actions=())
        self._worker.cancel()
        self._worker = None
        self.give()

    async def _serve(self, place: Path) -> None:
        import asyncio

        try:
            # The import takes a second; keys are taken meanwhile.
            make = await asyncio.to_thread(_load)
            from lightterm.agent.caps import chosen_caps
            from lightterm.agent.grants import Grants
            from lightterm.agent.hosting import served, unix_socket
            from lightterm.agent.server import socket_app
            from lightterm.tui.app_desk import AppDesk

            chosen = self.app.session.settings.agents
            grants = Grants(evaluates=chosen.evaluate, caps=chosen_caps(chosen.caps))
            self._listening, self.place = unix_socket(place), place
            try:
                async with served(socket_app(make(AppDesk(self), grants)), self._listening):
                    self.app.say(f"agents are served: lightterm mcp --attach {place.stem}")
                    await asyncio.Event().wait()
            finally:
                self.finish()
        except LighttermError as error:
            self._worker = None
            self.app.fail(error)
        except OSError as problem:
            self._worker = None
            self.app.fail(BrowserError(f"{place}: {problem.strerror}", actions=()))

    def finish(self) -> None:
        """The app is over, or nobody is served any more: the socket is gone."""
        if self.place is not None and self._listening is not None:
            self._listening.close()
            self.place.unlink(missing_ok=True)
        self.place = self._listening = None

    def undo(self) -> None:
        """Undo what an agent did last; told when it is done."""
        from lightterm.agent.undoing import undo
        from lightterm.fetch.clock import Cancel
        from lightterm.tui.app_desk import AppDesk

        seconds = self.app.session.settings.network.timeout

        def work() -> str:
            return f"undone: {undo(AppDesk(self), None, None, seconds, Cancel())[1]}"

        self.app.behind(work)

    # --- who has control

    def take(self) -> None:
        """The person has control: calls of agents wait from now on."""
        self.held = True
        self._given.clear()

    def give(self) -> None:
        """Agents go on."""
        self.held = False
        self._given.set()

    def begins(self, deed: Deed, cancel: Cancel) -> None:
        """On a call's thread: wait while the person has control, ask where they want to be asked, note it.

        Raises ActionRefused, Cancelled.
        """
        told = False
        while not self._given.wait(0.1):
            if not told:
                told = True
                self.app.in_loop(self.app.say, f"an agent waits: {deed.tool} {deed.words} (:give)")
            if cancel.cancelled:
                raise Cancelled("the person has control, and the call did not wait any longer", actions=())
        if deed.acts:
            self._allow(deed, cancel)
        self._note(f"{deed.tool} {deed.words}".rstrip())

    def ended(self, deed: Deed, problem: LighttermError | None) -> None:
        """On a call's thread: note how it went, where it went wrong."""
        if problem is not None:
            self._note(f"{deed.tool} {deed.words}: {problem.message}")

    def _note(self, words: str) -> None:
        self.log.append((time.time(), words))
        del self.log[:-LOGGED]
        self.app.in_loop(self.app.say, f"agent: {words}")

    def _allow(self, deed: Deed, cancel: Cancel) -> None:
        policy = self.app.session.settings.agents.acting
        host = self.in_app(self._host)
        if policy == "allow" or host in self.allowed:
            return
        refused = ActionRefused(f"the person does not allow it on {host or 'this page'}", actions=())
        if policy == "refuse":
            raise refused
        answer = self._asked(f"An agent wants to act on {host or 'this page'}:\n{deed.tool} {deed.words}", cancel)
        if answer == ALWAYS:
            self.allowed.add(host)
        elif answer != YES:
            raise refused

    def _host(self) -> str:
        visit = self.app.tabs.active.visit if len(self.app.tabs) else None
        return host_of(visit.url) if visit is not None and "://" in visit.url else ""

    def _asked(self, question: str, cancel: Cancel) -> str:
        answered = threading.Event()
        answers: list[str] = []

        def take(answer: str) -> None:
            answers.append(answer)
            answered.set()

        def ask() -> None:
            self.app.ask(question, (YES, ALWAYS, NO), NO, take)

        self.in_app(ask)
        while not answered.wait(0.1):
            if cancel.cancelled or not self.in_app(lambda: self.app.question.display):
                break
        return answers[0] if answers else NO

    # --- from a call's thread into the app

    def in_app(self, change: Callable[[], T]) -> T:
        """Do something in the app's loop and wait for it; what it raises is raised here."""
        done = threading.Event()
        results: list[T] = []
        problems: list[Exception] = []

        def do() -> None:
            try:
                results.append(change())
            except Exception as problem:
                problems.append(problem)
            finally:
                done.set()

        self.app.in_loop(do)
        if not done.wait(PATIENCE):
            raise TimedOut("the app does not answer", actions=())
        if problems:
            raise problems[0]
        return results[0]


def _load() -> Callable[[Desk, Grants], Server]:
    try:
        from lightterm.agent.server import make_server
    except ImportError as problem:
        raise BrowserError(f"{problem.name} is not there: pip install 'lightterm[mcp]'", actions=()) from None
    return make_server
