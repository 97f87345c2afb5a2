"""Who is at the wheel: agents under a person's eyes, both beside each other, or the person alone."""

from __future__ import annotations

import asyncio

from lightterm.errors import ValidationFailed

WATCH, SHARED, PAUSED = "watch", "shared", "paused"
MODES = (WATCH, SHARED, PAUSED)


class Control:
    """The mode, changed by one function alone; agents wait while the person has control.

    watch: the tab that an agent works in is in front. shared: agents work behind the person's tab. paused: they wait.
    """

    def __init__(self, mode: str = WATCH) -> None:
        self.mode = ""
        self._before = WATCH
        self._free = asyncio.Event()
        self.go(mode)

    @property
    def held(self) -> bool:
        """Whether the person has control: calls wait."""
        return self.mode == PAUSED

    def go(self, mode: str) -> bool:
        """Go over to a mode; whether that is another than before. Raises ValidationFailed for none."""
        if mode not in MODES:
            raise ValidationFailed(f"there is no mode {mode!r}; there are {', '.join(MODES)}", actions=())
        if mode == self.mode:
            return False
        if self.mode in (WATCH, SHARED):
            self._before = self.mode
        self.mode = mode
        if mode == PAUSED:
            self._free.clear()
        else:
            self._free.set()
        return True

    def give(self) -> bool:
        """Go back to the mode before the person took control; whether they had it."""
        return self.held and self.go(self._before)

    async def free(self) -> None:
        """Wait until agents may go on."""
        await self._free.wait()
