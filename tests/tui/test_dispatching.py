"""Messages reach their handlers as Textual has it, though the way is found once."""

from __future__ import annotations

import asyncio
from functools import partial

from textual import on
from textual.app import App, ComposeResult
from textual.widgets import Button

from lightterm.tui.dispatching import quicken


class Below(App[None]):
    """Handlers of its own, and what they were called for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield Button("A", id="a")
        yield Button("B", id="b")

    def on_button_pressed(self) -> None:
        self.heard.append("below")


class Above(Below):
    """Others before them, one of which goes before all."""

    @on(Button.Pressed, "#a")
    def first(self) -> None:
        self.heard.append("a")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.heard.append(f"above {event.button.id}")
        if event.button.id == "b":
            event.prevent_default()


def test_handlers_are_called_as_before() -> None:
    async def run() -> None:
        quicken()
        app = Above()
        async with app.run_test() as pilot:
            for _ in range(2):
                app.heard.clear()
                for button in app.query(Button):
                    button.press()
                    await pilot.pause()
                assert app.heard == ["a", "above a", "below", "above b"]

    asyncio.run(run())


def test_callbacks_get_as_many_arguments_as_they_take() -> None:
    async def run() -> None:
        quicken()
        app = Below()
        heard = app.heard.append
        async with app.run_test() as pilot:
            app.call_later(heard, "method")
            app.call_next(lambda words, *more, end=".": heard(words + end + str(len(more))), "more", 1, 2)
            app.call_after_refresh(partial(heard, "partial"))
            app.set_timer(0.001, lambda: heard("timer"))
            while len(app.heard) < 4:
                await pilot.pause(0.01)
        assert sorted(app.heard) == ["method", "more.2", "partial", "timer"]

    asyncio.run(run())
