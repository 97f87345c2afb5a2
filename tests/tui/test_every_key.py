"""Every key of every keymap, pressed in the running app: each does what its command says, or says why it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from key_effects import done, seen
from modes import leave
from servers import Server
from textual import events

from lightterm import settings
from lightterm.commands.vocabulary import COMMANDS
from lightterm.keys.keymap import load_keymap
from lightterm.keys.names import NUMBER, show_keys
from lightterm.settings import Settings

KEYMAPS = ("vim", "w3m", "lynx", "chawan", "emacs")
ENDS = "quit"
"""The command that ends the app: its keys are pressed in apps of their own."""

TERMINAL = ("suspend", "edit page", "field editor", "entry editor")
"""What gives the terminal to another program: a test's driver has none to give, they are tested in real ones."""

ALREADY = ("tab select 2", "entry newer", "entry edit", "redraw", "tab only")
"""What may leave all as it is: where the second tab is shown, where nothing newer was typed, what later keys show."""

FORBIDDEN = ("not in this front end", "unknown", "no command", "error of its own")

PAGE = (
    "<title>Keys</title><link rel=next href=/a/3/p><link rel=prev href=/a/1/p>"
    "<link rel=alternate type=application/rss+xml href=/feed title=Feed>"
    "<nav><a href=/n1>News</a> <a href=/n2>Now</a></nav><main><h1>The page</h1>"
    + "".join(f"<p>Paragraph {n} has (some) words. Another sentence is here, too.</p>" for n in range(20))
    + "<h2>Middle</h2><p><a href=/left>left</a> Words before <a href=/one>one word</a> and <a href=/two>two words</a> "
    "and <a href=/three>three (words)</a> after.</p>"
    f"<pre>{'wide ' * 60}</pre>"
    "<p><a href=/pic><img src=/p.png alt=picture width=80 height=40></a></p>"
    "<form action=/sent><p><input name=q value='some words here'> <button>Send</button></p></form>"
    "<details open><summary>More</summary><p>Unfolded.</p></details>"
    "<details><summary>Less</summary><p>Folded.</p></details>"
    + "".join(f"<p>Below {n} are more words. And sentences.</p>" for n in range(20))
    + "<h2>End</h2></main><footer><a href=/end>The end</a></footer>"
)
LINK = 5
"""The target under the cursor: one with others above, below, left and right of it."""

FIELD = 8
LESS = 11


class Hand:
    """Presses keys and tells what they did."""

    def __init__(self, b: Browsing, server: Server, spawned: Path) -> None:
        self.b = b
        self.server = server
        self.base = server.url("/a/2/p")
        self.spawned = spawned
        self.answers: list[str] = []

    async def press(self, keys: tuple[str, ...]) -> None:
        """Type a sequence, by the names that keymaps have for keys."""
        for name in keys:
            key = str(LINK + 1) if name == NUMBER else name
            character = key if len(key) == 1 else {"enter": "\r", "tab": "\t", "space": " "}.get(key)
            await self.b.app.on_event(events.Key(key, character))
        await self.processed()

    async def processed(self) -> None:
        """Wait until every message is handled; `settled` would wait for an idle processor, too, at each key."""
        await self.b.until(lambda: not self.b.app.loads.busy)
        await self.b.app.view.counting.ended()
        await self.b.pilot.pause(0)

    def state(self) -> tuple[object, ...]:
        """All that a key may change."""
        app, view, line = self.b.app, self.b.app.view, self.b.app.command_line
        entry = app.fields.entry
        visits = [tab.visit.request.url if tab.visit else "" for tab in app.tabs]
        return (
            *(app.mode, app.typed, app.keyboard.recording, app.tabs.active.key, *visits),
            *(view.target, view.first, view.left, view.caret.at, view.caret.shape, view.selection, view.match),
            *(line.value, line.cursor_position, app.choices.current, app.question._marked, *self.answers),
            *(app.hints.typed, app.hints._marked, entry and (entry.value, entry.cursor_position)),  # type: ignore[attr-defined]
            *(*app.said, self.b.sent, len(self.server.log), self.spawned.read_text(), self.b.screen),
        )

    async def ready(self, mode: str) -> None:
        """Have three tabs, the page in the middle one read in its middle, and a mode."""
        app, view = self.b.app, self.b.app.view
        leave(app)
        await self.three_tabs()
        app.run_line("cancel ;; details close --all ;; wrap off ;; scroll to top ;; search sentence")
        app.remember_place()
        app.run_line(f"details open {LESS}")
        view.choose(LINK)
        view.scroll_to_line((view.flow.line_of_target(LINK) or 0) - 8)
        view.shift(20 - view.left)
        app.status.forget()
        await self.enter(mode)
        await self.processed()
        app.last = ("scroll down", None)
        app.keyboard._explains = False
        self.answers.clear()
        app.said.clear()
        self.b._sent.clear()

    async def three_tabs(self) -> None:
        app = self.b.app
        if len(app.tabs) != 3 or app.tabs.active is not app.tabs[1] or any(tab.pinned for tab in app.tabs):
            for tab in app.tabs:
                tab.pinned = False
            app.run_line("tab only")
            app.open("about:blank", "background")
            app.open("about:blank", "background")
            app.run_line("tab move right")
        if not self.between():
            for path in ("/n1", "/a/2/p", "/n2"):
                app.open(self.server.url(path))
                await self.processed()
            app.move(-1)
            await self.processed()

    def between(self) -> bool:
        """Whether the page is shown, with one before it and one after it."""
        tab = self.b.app.tabs.active
        return 0 < tab.index < len(tab.visits) - 1 and tab.visits[tab.index].url == self.base

    async def enter(self, mode: str) -> None:
        app = self.b.app
        if mode == "hint":
            app.run_line("hint follow")
            app.hints.type(next(label[0] for label in app.hints._labels if len(label) > 1))
        elif mode == "passthrough":
            app.run_line("mode passthrough")
        elif mode in ("caret", "visual"):
            app.run_line("mode caret")
            app.view.caret.move((app.view.first + 8, 14))
            if mode == "visual":
                app.run_line("select characters ;; caret right")
        elif mode == "insert":
            app.run_line(f"field set {FIELD} some words here ;; field edit {FIELD}")
            await self.processed()
            app.run_line("entry word-left")
        elif mode == "command":
            app.prompt("tab")
            app.run_line("entry older ;; entry left")
        elif mode == "search":
            app.remember_input("search", "sentences")  # newer than what a key before it searched for
            await self.b.kept()
            app.prompt("/sent")
            await self.processed()
        elif mode == "prompt":
            app.ask("Is this so?", ("yes", "no"), "no", self.answers.append)


def chosen(keymap: str) -> Settings:
    return settings.load().with_session([("keys.keymap", keymap), ("images.enabled", False), ("hints.chars", "asd")])


def bindings(keymap: str) -> list[tuple[str, tuple[str, ...], str]]:
    keys = load_keymap(Settings(), COMMANDS, keymap)
    return [(mode, sequence, line) for mode, trie in keys.tries.items() for sequence, line in trie]


@pytest.fixture
def spawned(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the program that opens things writes what it was given."""
    file = home / "spawned"
    file.touch()
    program = home / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho \"$1\" >>'{file}'\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return file


@pytest.mark.covers("LBX-20")
@pytest.mark.parametrize("keymap", KEYMAPS)
@in_a_loop
async def test_every_key_does_what_its_command_says(keymap: str, server: Server, spawned: Path) -> None:
    server.page("/a/2/p", PAGE)
    async with browsing(server.url("/a/2/p"), chosen=chosen(keymap)) as b:
        b.app.run_line("tab next")
        b.app.remember_input("command", "tab next")
        hand = Hand(b, server, spawned)
        for mode, keys, line in bindings(keymap):
            if line.startswith((ENDS, *TERMINAL)):
                continue
            pressed = f"{mode}: {show_keys(keys)} ({line})"
            await hand.ready(mode)
            assert b.app.mode == ("command" if mode == "search" else mode), pressed
            before, stood = hand.state(), seen(b.app, hand.answers)
            await hand.press(keys)
            if keys == ("escape",) and b.app.typed:  # where Escape is Alt it counts when it comes twice
                await hand.press(keys)
            if not line.startswith(ALREADY):
                await b.until(lambda state=before: hand.state() != state, f"what is done by {pressed}")
            assert b.app.crashes.fatal is None, pressed
            if done(line, stood, seen(b.app, hand.answers)) is False:
                await b.until(
                    lambda line=line, stood=stood: done(line, stood, seen(b.app, hand.answers)),
                    f"the effect of {pressed}",
                )
            assert not [text for text in b.app.said for word in FORBIDDEN if word in text], pressed


@pytest.mark.parametrize("keymap", KEYMAPS)
def test_the_keys_that_end_it(keymap: str, server: Server, spawned: Path) -> None:
    server.page("/a/2/p", PAGE)

    @in_a_loop
    async def press(keys: tuple[str, ...]) -> None:
        async with browsing(server.url("/a/2/p"), chosen=chosen(keymap)) as b:
            await Hand(b, server, spawned).press(keys)
            if b.app.mode == "prompt":
                await b.press("y")
            await b.until(lambda: b.app._exit, f"the end by {show_keys(keys)}")
            assert b.app.return_code == 0

    ending = [keys for _, keys, line in bindings(keymap) if line.startswith(ENDS)]
    assert ending
    for keys in ending:
        press(keys)
