"""The clipboard: programs of the system that take and give it, the terminal's own, and what is filled in of it."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from base64 import b64encode
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm import settings
from lightterm.commands.clipboard import found_program, osc52

LONG = "<p><a href=/a>first</a> and <a href=/b>second</a>"


def program(folder: Path, name: str, script: str) -> None:
    """A program of the system's for the test to find, in shell."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def wayland(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """wl-copy and wl-paste that keep the clipboard in files, one for the primary selection."""
    folder = tmp_path / "bin"
    kept = f'f="{tmp_path}/clipboard"; for a in "$@"; do [ "$a" = --primary ] && f="{tmp_path}/primary"; done\n'
    program(folder, "wl-copy", f'{kept}cat > "$f.new"; mv "$f.new" "$f"')
    program(folder, "wl-paste", f'{kept}cat "$f"')
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-1")
    return tmp_path


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clipboard but the terminal's."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "TMUX", "STY", "SSH_CONNECTION", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)


@in_a_loop
async def test_what_is_copied_reaches_the_systems_clipboard(server: Server, wayland: Path) -> None:
    server.page("/", LONG)
    async with browsing(server.url("/")) as b:
        await b.type("yy")
        await b.until((wayland / "clipboard").exists)
        assert (wayland / "clipboard").read_text() == server.url("/")


@in_a_loop
async def test_the_systems_clipboard_is_opened_and_filled_in(server: Server, wayland: Path) -> None:
    server.page("/", LONG)
    server.page("/b", "<p>Page b.")
    async with browsing(server.url("/")) as b:
        (wayland / "clipboard").write_text(server.url("/b"))
        await b.type("pp")
        await b.until(lambda: b.page[0] == "Page b.")
        (wayland / "clipboard").write_text("so ;; quit")
        await b.type(":copy <{clipboard}>\n")
        await b.until(lambda: b.app.clip.text == "<so ;; quit>")


@in_a_loop
async def test_several_addresses_are_opened_in_a_tab_each(server: Server, bare: None) -> None:
    server.page("/", LONG)
    server.page("/a", "<p>Page a.")
    server.page("/b", "<p>Page b.")
    async with browsing(server.url("/")) as b:
        b.app.copy(f"{server.url('/a')}\n{server.url('/b')}\n")
        await b.type("pp")
        assert b.page[0] == "Page a." and len(b.app.tabs) == 2
        b.app.copy("")
        await b.type("pp")
        assert "the clipboard is empty" in b.status


@in_a_loop
async def test_a_long_text_is_copied_behind_the_keys_and_pasted_when_it_is_there(server: Server, bare: None) -> None:
    server.page("/", "".join(f"<p>Paragraph <b>{n}</b></p>" for n in range(3000)) + "<form><input name=q></form>")
    chosen = settings.load().with_session([("copy.max_osc52_bytes", 1)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        b.app.copy("what was there")
        for key in "vGky":
            b.app.run_line({"v": "mode caret ;; select lines", "G": "caret bottom", "k": "caret up"}.get(key, "yank"))
        b.app.run_line("mode normal")
        assert b.app.clip.text == "what was there"
        pasted: list[str] = []
        b.app.paste(pasted.append)
        await b.until(lambda: pasted)
        assert pasted == ["\n\n".join(f"Paragraph {n}" for n in range(3000))]
        assert b.status.startswith("copied Paragraph 0 and ") and "more lines" in b.status


@in_a_loop
async def test_a_program_that_fails_is_told_of(server: Server, wayland: Path) -> None:
    program(wayland / "bin", "wl-copy", "exit 3")
    server.page("/", LONG)
    async with browsing(server.url("/")) as b:
        await b.type("yy")
        await b.until(lambda: "wl-copy did not take the text" in b.status)


@in_a_loop
async def test_without_such_a_program_the_terminal_is_asked_within_a_bound(server: Server, bare: None) -> None:
    server.page("/", LONG)
    chosen = settings.load().with_session([("copy.max_osc52_bytes", 200)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.type("yy")
        assert b.sent.endswith(f"\x1b]52;c;{b64encode(server.url('/').encode()).decode()}\x07")
        before = b.sent
        b.app.copy("x" * 201)
        assert "not copied through the terminal" in b.status and b.sent == before
        b.app.session.configure(chosen.with_session([("copy.osc52", "never")]))
        b.app.copy("y")
        assert b.sent == before and b.app.clip.text == "y"


def test_inside_screen_the_sequence_is_handed_on(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = osc52("é", primary=True)
    assert plain == "\x1b]52;p;w6k=\x07"
    monkeypatch.setenv("STY", "1.pts")
    assert osc52("é", primary=True) == f"\x1bP{plain}\x1b\\"


def test_a_program_is_found_by_where_it_can_work(tmp_path: Path, bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("xsel", "wl-copy", "tmux"):
        program(tmp_path / "bin", name, "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert found_program() is None
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    assert (found_program() or 0).copy == ("tmux", "load-buffer", "-w", "-")
    monkeypatch.setenv("DISPLAY", ":0")
    assert (found_program() or 0).copy[0] == "xsel"
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert (found_program() or 0).copy[0] == "wl-copy"


@in_a_loop
async def test_what_is_pasted_late_comes_into_no_other_field(server: Server, wayland: Path) -> None:
    """All fields are edited on one line: it came into the next of them, or into the command line begun after one."""
    server.page("/", "<form>Name <input name=n> Town <input name=t></form>")
    os.mkfifo(wayland / "gate")
    program(
        wayland / "bin",
        "wl-paste",
        f'cat "{wayland}/gate" > "{wayland}/gone"; echo secret; mv "{wayland}/gone" "{wayland}/told"',
    )
    async with browsing(server.url("/")) as b:

        async def late() -> None:
            await asyncio.to_thread((wayland / "gate").write_text, "go")
            await b.until((wayland / "told").exists)
            (wayland / "told").unlink()
            await b.until(lambda: not any(thread.name == "wl-paste" for thread in threading.enumerate()))
            await b.settled()

        await b.type("gi")
        b.app.run_line("entry paste")
        await b.type("\tParis")
        await late()
        assert b.app.fields.entry is not None and b.app.forms._entry.value == "Paris"
        b.app.run_line("entry paste")
        await late()
        assert b.app.forms._entry.value == "Parissecret"
        await b.press("escape")
        await b.type(":open ")
        b.app.run_line("entry paste")
        await b.press("escape")
        await b.type(":tabs")
        await late()
        assert b.lines[-1] == ":tabs"


@in_a_loop
async def test_what_is_copied_last_is_kept_though_it_is_made_first(server: Server, bare: None) -> None:
    server.page("/", LONG)
    go = threading.Event()

    def long() -> str:
        go.wait(30)
        return "rows of a long table"

    async with browsing(server.url("/")) as b:
        b.app.copy(long)
        b.app.copy("newer")
        go.set()
        pasted: list[str] = []
        b.app.paste(pasted.append)
        await b.until(lambda: pasted)
        assert pasted == ["newer"]


@in_a_loop
async def test_no_more_of_a_long_text_is_looked_through_in_the_loop_than_fits_the_terminal(
    server: Server, bare: None
) -> None:
    server.page("/", "<title>Long</title>" + "<p>Words of it" * 50_000)
    async with browsing(server.url("/")) as b:
        await b.type("VG")
        looked: list[str] = []

        def event(_frame: object, kind: str, function: object) -> None:
            text = getattr(function, "__self__", None)
            if kind == "c_call" and isinstance(text, str) and len(text) > 500_000:
                looked.append(getattr(function, "__name__", ""))

        sys.setprofile(event)
        try:
            b.app.run_line("yank selection")
            await b.until(lambda: b.status.startswith("copied"))
        finally:
            sys.setprofile(None)
        assert b.app.clip.text.count("Words of it") == 50_000
        assert b.app.said[-1] == "copied Words of it and 99998 more lines" and looked == []
