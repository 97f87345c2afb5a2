"""What a person is asked for agents: a yes, a password, a folder; never while they type something else."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from lightterm.agent.folders import DOWNLOADS, USES, there
from lightterm.commands.sources import paths
from lightterm.errors import WAIT, ActionRefused, LighttermError, PersonNeeded
from lightterm.tui.keyboard import RESTING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from lightterm.tui.app import Browser

LOOK = 0.25
"""Seconds between two looks at what a person does."""

BETWEEN_KEYS, IN_A_LINE = 0.5, 3.0
"""Seconds without a key after which a person is asked something, and while they type into a line or a field."""


class Asking:
    """Asks the person at the app, in the name of agents. Every method raises PersonNeeded where none answers."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self._line = asyncio.Lock()
        """One line is typed at a time."""
        self._granting = asyncio.Lock()

    async def choice(self, owner: str, words: str, answers: Sequence[str]) -> str:
        """One of some answers, "" for none."""
        answered = asyncio.Event()
        given: list[str] = []

        def take(answer: str) -> None:
            given.append(answer)
            answered.set()

        await self.hands_are_free()
        self.app.ask(words, answers, answers[-1], take)
        await tell("the human is asked")
        try:
            async with self.patience():
                while not answered.is_set() and self.app.question.asks(take):
                    await look(answered)
        finally:
            if self.app.question.asks(take):
                self.app.question.withdraw(take)
                self._tell_withdrawn(owner)
        return given[0] if given else ""

    async def secret(self, owner: str, words: str) -> str:
        """What the person types without anybody seeing it."""
        typed = await self._typed(owner, words, "", True)
        if not typed:
            raise PersonNeeded("the person did not type it", actions=())
        return typed

    async def folder(self, owner: str, kind: str, there_is: Callable[[], str]) -> None:
        """Have the person grant a folder for this run, unless `there_is` one by then. Raises ActionRefused."""
        begun = self.app.downloads.folder() if kind == DOWNLOADS else ""
        problem = ""
        async with self._granting:
            while not there_is():
                words = f"{problem}{owner} wants to {USES[kind]} a folder of yours. Which may agents use? (Esc: none)"
                typed = (await self._typed(owner, words, begun, False)).strip()
                if not typed:
                    raise ActionRefused(f"the person grants no folder for {kind}", actions=())
                try:
                    self.grant(kind, typed)
                except LighttermError as error:
                    problem, begun = f"{error.message}. ", typed

    def grant(self, kind: str, folder: str) -> str:
        """Let agents use a folder in this run, none for ""; its real path. Raises ValidationFailed."""
        path = there(folder) if folder else ""
        session = self.app.session
        session.configure(session.settings.with_session([(f"agents.{kind}", path)]))
        return path

    async def _typed(self, owner: str, words: str, begun: str, hidden: bool) -> str:
        """What the person types into the line, "" where they leave it."""
        typed = asyncio.Event()
        given: list[str] = []

        def take(text: str) -> None:
            given.append(text)
            typed.set()

        line = self.app.command_line
        async with self._line:
            try:
                async with self.patience():
                    await self.hands_are_free()
                    while line.display:  # what stands in it is the person's, who may have paused
                        await asyncio.sleep(LOOK)
                    if hidden:
                        line.ask(words, begun, take, hidden=True)
                    else:
                        self.app.ask_text(words, begun, take, paths)
                    await tell("the human is asked to type it")
                    while not typed.is_set() and line.asks(take):
                        await look(typed)
            finally:
                if line.asks(take):
                    line.leave()
                    self._tell_withdrawn(owner)
        return given[0] if given else ""

    def _tell_withdrawn(self, owner: str) -> None:
        """Say why a question is gone that nobody answered: its client has left, or waited long enough."""
        self.app.say(f"{owner or 'the agent'} waits for no answer any more: its question is withdrawn")

    async def hands_are_free(self) -> None:
        """Wait while the person types: a key that was meant for a page or a line answers no agent."""
        keyboard = self.app.keyboard
        while True:
            rest = BETWEEN_KEYS if keyboard.mode in RESTING else IN_A_LINE
            if (left := keyboard.pressed + rest - time.monotonic()) <= 0:
                return
            await asyncio.sleep(left)

    @asynccontextmanager
    async def patience(self) -> AsyncIterator[None]:
        """As long as a person may take."""
        seconds = self.app.session.settings.agents.patience
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise PersonNeeded(f"nobody answered within {seconds:g} s", actions=(WAIT,)) from None


async def look(event: asyncio.Event) -> None:
    """Wait for an event until it is time to look again."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), LOOK)


async def tell(words: str) -> None:
    """Tell the client whose call is at work how it goes."""
    from lightterm.agent.calling import caller

    await caller().tell(words)
