"""Agents in the running app: an MCP server in its loop, whose calls act on the tabs that the person sees."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from lightterm.agent.folders import KINDS, chosen_for
from lightterm.agent.modes import PAUSED, Control
from lightterm.agent.steps import Undos
from lightterm.errors import BrowserError, LighttermError, TimedOut, ValidationFailed
from lightterm.records import Record
from lightterm.tui.agent_pane import AgentPane
from lightterm.tui.asking import LOOK, Asking, look, tell

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from textual.worker import Worker

    from lightterm.agent.deed import Deed
    from lightterm.agent.desk import Desk
    from lightterm.agent.grants import Grants
    from lightterm.agent.server import Server
    from lightterm.agent.walls import Wall
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.app import Browser

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that a call waits for the app to do what it is asked to; it is busy for milliseconds."""

LOGGED = 500
"""Deeds of agents that are remembered."""

TOLD_EVERY = 8
"""Looks after which a client hears again that it waits: many give up a connection that was still for five seconds."""


class HandOver:
    """What a person is asked to do in a page, until they say that it is done, or that they will not."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.over = asyncio.Event()
        self.solved = False

    def answer(self, solved: bool) -> None:
        """It is done, or will not be."""
        self.solved = solved
        self.over.set()


class Logged(Record):
    """A line of the log: when, who, and what in words."""

    at: float
    owner: str
    words: str


class Agents:
    """The server in the app: who has control, what was allowed, what was done."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.place: Path | None = None
        """The socket, None while nobody is served."""
        self._listening: socket.socket | None = None
        self.control = Control(app.session.settings.agents.mode)
        """Who has control."""
        self.handed: HandOver | None = None
        """What the person is asked to do in a page."""
        self.log: list[Logged] = []
        self.pane = AgentPane(self)
        self.undos = Undos()
        """What agents did that can be undone."""
        self.left: dict[int, Visit | None] = {}
        """The tabs of clients that have gone, by key, and where each was then."""
        self.allowed: dict[str, set[str]] = {}
        """Hosts on which agents may act without being asked about, by what they call themselves: it was about that one
        that the person was asked, and it may come back as another client."""
        self.asking = Asking(app)
        self._worker: Worker[None] | None = None

    def clear_left(self) -> None:
        """Close the oldest tabs that clients have left, beyond as many as one may have: who comes again and again would
        fill the app with them. Those where the person went on, or that they are at, are theirs.
        """
        tabs = self.app.tabs
        there = [tab for tab in tabs if tab.key in self.left and tab.visit is self.left[tab.key]]
        self.left = {tab.key: tab.visit for tab in there}
        over = max(0, len(there) - self.app.session.settings.agents.max_tabs)
        for tab in [tab for tab in there if tab is not tabs.active][:over]:
            self.left.pop(tab.key)
            self.app.close_tab(tab)

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
        self.control.give()
        self._show_mode()

    async def _serve(self, place: Path) -> None:
        try:
            # The import takes a second; keys are taken meanwhile.
            make = await asyncio.to_thread(_load)
            from lightterm.agent.caps import chosen_caps
            from lightterm.agent.grants import Grants
            from lightterm.agent.hosting import served
            from lightterm.agent.server import socket_app
            from lightterm.agent.sockets import unix_socket
            from lightterm.tui.app_desk import AppDesk
            from lightterm.tui.shown_tabs import ShownTabs

            chosen = self.app.session.settings.agents
            grants = Grants(evaluates=chosen.evaluate, caps=chosen_caps(chosen.caps))
            self._listening, self.place = unix_socket(place), place
            server = make(AppDesk(self), grants)
            tell = ShownTabs(self.app, server.updates.changed).look
            self.app.on_tabs.append(tell)
            try:
                async with served(socket_app(server), self._listening):
                    self.app.say(self.told_place)
                    await asyncio.Event().wait()
            finally:
                self.app.on_tabs.remove(tell)
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
            from lightterm.agent.sockets import leave

            self._listening.close()
            leave(self.place)
        self.place = self._listening = None

    def undo(self) -> None:
        """Undo what an agent did last; told when it is done."""
        from lightterm.agent.undoing import undo
        from lightterm.fetch.clock import Cancel
        from lightterm.tui.app_desk import AppDesk

        seconds = self.app.session.settings.network.timeout

        def work() -> str:
            if self.undos.empty:
                told = "there is nothing to undo of what agents did; :tab undo opens the tab closed last"
                raise ValidationFailed(told, actions=())
            return f"undone: {undo(AppDesk(self), None, None, seconds, Cancel())[1]}"

        self.app.behind(work)

    # --- who has control

    def go(self, mode: str) -> None:
        """Change to a mode. Raises ValidationFailed."""
        self.control.go(mode)
        self._show_mode()

    def _show_mode(self) -> None:
        self.pane.refresh()
        self.app.status_changed()

    def take(self) -> None:
        """The person has control: calls of agents wait from now on."""
        self.go(PAUSED)

    def give(self, done: bool = True) -> bool:
        """Agents go on, also one that waits for the person to have done something, or not; whether any waited."""
        handed = self.handed
        if handed is not None:
            handed.answer(done)
        gave = self.control.give()
        self._show_mode()
        return gave or handed is not None

    @property
    def told_place(self) -> str:
        """How agents reach it: by our bridge, or over the socket itself."""
        if self.place is None:
            return "no agents are served; :mcp begins"
        return f"agents: lightterm mcp --attach {self.place.stem} ({self.place})"

    @property
    def told_folders(self) -> str:
        """What folders agents may use."""
        chosen = self.app.session.settings
        return ", ".join(f"{kind}: {chosen_for(kind, chosen) or 'asked for'}" for kind in KINDS)

    @property
    def told_mode(self) -> str:
        """Who has control, in words."""
        delay = self.app.session.settings.agents.delay
        words = {"watch": "you watch", "shared": "they work behind your tab", "paused": "you have control, they wait"}
        return words[self.control.mode] + (f", {delay:g} s before each action" if delay else "")

    async def ready(self, owner: str, deed: Deed) -> None:
        """Wait while the person has control."""
        if self.control.held:
            self.app.say(f"{owner} waits: {deed.tool} {deed.words} (:give)")
        while self.control.held:
            await tell("the human has control; the call goes on when they give it back")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.control.free(), LOOK * TOLD_EVERY)

    async def hand_over(self, owner: str, tab: Tab, wall: Wall, passed: Callable[[], bool]) -> bool:
        """Have the person get past a wall in a tab, until they say it is done, or it is `passed`; whether it is."""
        while self.handed is not None:
            await self.handed.over.wait()
        handed = self.handed = HandOver(f"{owner} waits: {wall.words}")
        waited = 0
        try:
            await self.asking.hands_are_free()
            self._show_handed(owner, tab, wall, handed)
            async with self.asking.patience():
                while not handed.over.is_set() and tab in list(self.app.tabs) and not passed():
                    if not waited % TOLD_EVERY:
                        await tell(f"waiting for the human: {wall.words}")
                    waited += 1
                    await look(handed.over)
            return passed() or (handed.solved and tab in list(self.app.tabs))
        finally:
            handed.over.set()
            self.handed = None
            if self.app.offer.question == handed.words:
                self.app.offer.withdraw()

    def _show_handed(self, owner: str, tab: Tab, wall: Wall, handed: HandOver) -> None:
        """Put what a person is asked to do before them, unless they closed the tab meanwhile."""
        if tab in list(self.app.tabs):
            self.app.select_tab(list(self.app.tabs).index(tab))
            self.app.offer.put(handed.words, handed.answer, keys=False)
            self.note(owner, "hand_over", wall.words)

    def note(self, owner: str, tool: str, words: str) -> None:
        """Write a line into the log of this run, and say it."""
        self.log.append(Logged(time.time(), owner, f"{tool} {words}".rstrip()))
        del self.log[:-LOGGED]
        self.app.say(f"{owner or 'agent'}: {tool} {words}".rstrip())
        self.pane.refresh()

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
