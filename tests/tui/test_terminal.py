"""The app in a real terminal: its first screen, how it ends, and what it leaves behind."""

from __future__ import annotations

import os
import re
import signal
import termios
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.color import Color
from servers import Asked, Server, Talk
from terminals import Terminal

from lightterm.tui.themes import load_theme


@pytest.mark.covers("LB-9")
def test_the_first_screen_is_there_before_the_app_and_is_not_cleared(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Heading</h1><p>First words <a href=x>of it</a>.", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    assert terminal.out.count(b"\x1b[?1049h") == 1
    terminal.until(lambda out: b"\x1b[?1000h" in out)
    words, mouse = terminal.out.index(b"First words"), terminal.out.index(b"\x1b[?1000h")
    assert words < mouse  # the app asks for the mouse: it was not there yet
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert terminal.out.count(b"\x1b[?1049h") == 1 and b"\x1b[?1049l" in terminal.out


@pytest.mark.covers("LB-157")
def test_the_first_screen_of_50_mb_stands_before_the_rest_came_and_memory_is_bounded(
    start: Callable[..., Terminal], server: Server
) -> None:
    paragraph = b"<p>Some words of a long page, <a href=/next>and a link</a>, once more.".ljust(200)
    seen = threading.Event()

    def page(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "50000000")])
        talk.send(b"<title>Long</title><p>First words".ljust(20_000))
        assert seen.wait(60)
        for _ in range(249):
            talk.send(paragraph * 1000)
        talk.send((paragraph * 1000)[: 200_000 - 20_000])

    server.on("/long", page)
    terminal = start(server.url("/long"))
    terminal.until(lambda out: b"First words" in out)
    seen.set()
    terminal.until(lambda out: re.search(rb"the last \d+ of", out))
    status = Path(f"/proc/{terminal.pid}/status").read_text()
    assert int(status.partition("VmHWM:")[2].split()[0]) < 400_000  # kB: 256 MiB for the page, and the app itself
    terminal.type("G")
    terminal.until(lambda out: b"Bot" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0


def test_keys_typed_before_the_app_is_there_are_not_lost(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert b":quit" not in terminal.out.partition(b"First words")[0]


def test_keys_behind_the_one_that_ends_the_app_do_nothing(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    for typed_ahead in (b"First words", b"\x1b[?1000h"):
        terminal = start(str(page))
        terminal.until(lambda out, typed_ahead=typed_ahead: typed_ahead in out)
        terminal.type("ZZ\x17v\x17s:open x\r")
        assert terminal.end() == 0, terminal.out[-500:]


def test_enter_typed_before_the_terminal_was_taken_is_enter(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page))
    terminal.type(":quit\n")  # as the terminal makes it of Enter until a program says otherwise
    assert terminal.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_left_as_it_was_found_when_the_app_is_told_to_end(
    start: Callable[..., Terminal], server: Server, number: int
) -> None:
    server.page("/", "<p>Some words")
    terminal = start(server.url("/"))
    terminal.until(lambda out: b"Some words" in out and b"\x1b[?1000h" in out)
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert b"\x1b[?1049l" in terminal.out and b"\x1b[?25h" in terminal.out and b"\x1b[?1000l" in terminal.out
    after = termios.tcgetattr(terminal.fd)
    assert after[:4] == terminal.before[:4]


def test_a_signal_before_the_app_is_there_leaves_the_terminal_too(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert terminal.out.count(b"\x1b[?1049h") == terminal.out.count(b"\x1b[?1049l") == 1
    assert termios.tcgetattr(terminal.fd)[:4] == terminal.before[:4]


def test_what_a_program_printed_stays_until_it_was_read(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>three short words", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"short words" in out and b"\x1b[?1000h" in out)
    terminal.type(":pipe wc -w\r")
    terminal.until(lambda out: b"3\r\n" in out and out.endswith(b"-- Enter goes back to the page --"))
    seen = len(terminal.out)
    terminal.type("\r")
    terminal.until(lambda out: b"short words" in out[seen:] and b"\x1b[?1000h" in out[seen:])
    terminal.type(":quit\r")
    assert terminal.end() == 0


def test_the_theme_follows_a_terminal_that_is_made_light_while_one_reads(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>three short words", "utf-8")
    terminal = start(str(page), COLORTERM="truecolor")
    terminal.until(lambda out: b"short words" in out and b"\x1b[?2031h" in out and b"\x1b[?1000h" in out)
    for said, theme in (("2", "light"), ("1", "dark")):
        seen = len(terminal.out)
        terminal.type(f"\x1b[?997;{said}n")
        red, green, blue = Color.parse(load_theme(theme).colors["background"]).get_truecolor()
        paper = f"48;2;{red};{green};{blue}m".encode()
        terminal.until(lambda out, seen=seen, paper=paper: paper in out[seen:])
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert b"\x1b[?2031l" in terminal.out and b"997" not in terminal.out


@pytest.mark.parametrize("line", ["pipe no-such-program", "spawn -t no-such-program", "edit page"])
def test_a_program_that_is_not_there_gives_the_terminal_back(
    start: Callable[..., Terminal], tmp_path: Path, line: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>three short words", "utf-8")
    terminal = start(str(page), VISUAL="no-such-program")
    terminal.until(lambda out: b"short words" in out and b"\x1b[?1000h" in out)
    seen = len(terminal.out)
    terminal.type(f":{line}\r")
    terminal.until(lambda out: b"no-such-program: No such file" in out[seen:])
    seen = terminal.out.rindex(b"\x1b[?1049h")  # taken back: the app reads keys again
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert b"\x1b[?1049l" in terminal.out[seen:]


def test_it_ends_when_its_terminal_has_gone(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Some words" * 2000, "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"Some words" in out and b"\x1b[?1000h" in out)
    terminal.type(" " * 60)  # it is writing when the terminal goes
    terminal.hang_up()
    assert terminal.ended() != 0


@pytest.mark.parametrize("how", ["its own key", "a signal"])
def test_it_is_the_same_after_it_was_suspended(start: Callable[..., Terminal], tmp_path: Path, how: str) -> None:
    (tmp_path / "page.html").write_text("<p>Words that stand.")
    terminal = start(str(tmp_path / "page.html"))
    terminal.until(lambda out: b"Words that stand" in out)
    terminal.type(":open about:start\r")
    terminal.until(lambda out: b"Give it a page" in out)
    for _ in range(2):
        if how == "a signal":
            os.kill(terminal.pid, signal.SIGSTOP)
        else:
            terminal.type("\x1a")
            terminal.until(lambda out: out.endswith(b"\x1b[?1004l"))
        assert os.WIFSTOPPED(os.waitpid(terminal.pid, os.WUNTRACED)[1])
        if how != "a signal":
            assert termios.tcgetattr(terminal.fd) == terminal.before
        terminal.out = b""
        os.kill(terminal.pid, signal.SIGCONT)
        # What was painted before it stopped may come now; keys are heard once the terminal was taken again.
        terminal.until(lambda out: b"Give it a page" in out.partition(b"\x1b[?2031h")[2])
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert termios.tcgetattr(terminal.fd) == terminal.before


class AsAJob(Terminal):
    """lightterm as the job of a shell, which kills it when it is stopped."""

    SCRIPT = 'set -m; "$@"; echo stopped; kill %1; wait -f %1; echo "it ended with $?"'
    PROGRAM = ("/bin/bash", "-c", SCRIPT, "bash", *Terminal.PROGRAM)


class GoesOnFirst(AsAJob):
    """One that its shell has go on before it hears that it is to end."""

    SCRIPT = AsAJob.SCRIPT.replace("kill %1", "pid=$(jobs -p %1); kill -CONT $pid; kill -TERM $pid")
    PROGRAM = ("/bin/bash", "-c", SCRIPT, "bash", *Terminal.PROGRAM)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no shell that has jobs")
@pytest.mark.parametrize("shell", [AsAJob, GoesOnFirst])
def test_a_stopped_one_that_is_killed_ends_without_the_terminal(
    shell: type[AsAJob], home: Path, tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_text("<p>Words that stand.")
    terminal = shell(home, str(tmp_path / "page.html"))
    try:
        terminal.until(lambda out: b"Words that stand" in out and b"\x1b[?2031h" in out)
        terminal.type("\x1a")
        terminal.until(lambda out: b"it ended with" in out)
        assert b"it ended with 143" in terminal.out
        assert b"\x1b[?1049h" not in terminal.out.partition(b"stopped")[2], "the screen was the shell's"
        assert terminal.end() == 0
    finally:
        terminal.close()


class InBackground(Terminal):
    """One that its shell sends to the background and, when it is stopped there, has in front again."""

    SCRIPT = 'set -m; "$@"; bg %1; until [ "$(jobs -s)" ]; do :; done; echo back; fg %1; echo "it ended with $?"'
    PROGRAM = ("/bin/bash", "-c", SCRIPT, "bash", *Terminal.PROGRAM)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no shell that has jobs")
def test_one_sent_to_the_background_is_stopped_again_and_goes_on_in_front(home: Path, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Words that stand.")
    terminal = InBackground(home, str(tmp_path / "page.html"))
    try:
        terminal.until(lambda out: b"Words that stand" in out and b"\x1b[?2031h" in out)
        terminal.type("\x1a")
        terminal.until(lambda out: b"Words that stand" in out.partition(b"back\r\n")[2])
        assert b"\x1b" not in terminal.out.partition(b"Stopped")[2].partition(b"back\r\n")[0], (
            "the screen was the shell's"
        )
        terminal.type(":quit\r")
        terminal.until(lambda out: b"it ended with 0" in out)
        assert terminal.end() == 0
    finally:
        terminal.close()


class SaysNothing(Terminal):
    """lightterm whose stderr goes nowhere."""

    PROGRAM = ("/bin/sh", "-c", 'exec "$@" 2>/dev/null', "sh", *Terminal.PROGRAM)


def test_the_screen_is_shown_where_stderr_goes_elsewhere(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Heading</h1>" + "<p>Words." * 200 + "<p>The last words.", "utf-8")
    terminal = SaysNothing(home, str(page))
    try:
        terminal.until(lambda out: b"Heading" in out)
        terminal.type("G")
        terminal.until(lambda out: b"The last words" in out)
        terminal.type(":quit\r")
        assert terminal.end() == 0
        assert b"\x1b[?1049l" in terminal.out
    finally:
        terminal.close()


def test_a_terminal_without_our_letters_gets_near_ones_of_the_same_width(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<meta charset=utf-8><p>Caf\u00e9 \u2013 \u65e5\u672c\u2026 \u00bd<ul><li>It</ul>"
        + "<p>Words." * 200
        + "<p>Caf\u00e9 \u2013 \u65e5\u672c\u2026 \u00bd!",
        "utf-8",
    )
    terminal = start(str(page), LC_ALL="C")
    terminal.until(lambda out: b"Cafe - ????. ?" in out and b"* It" in out)
    terminal.type("G")
    terminal.until(lambda out: b"Cafe - ????. ?!" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert terminal.out.isascii()


def test_keys_typed_while_the_window_is_dragged_end_nothing(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>Dragged</title>" + "<p>Some <a href=x>words</a> of a page." * 99, "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"\x1b[?1000h" in out)
    for at, (columns, rows) in enumerate([(200, 60), (12, 4), (120, 40), (1, 1), (80, 24)] * 12):
        terminal.resize(columns, rows)
        terminal.type(":")
        painted = len(terminal.out)
        terminal.until(lambda out, painted=painted: len(out) > painted)
        terminal.type("\x1b" if at % 2 else "\x1b[C\x1b")
    terminal.type(":quit\r")
    assert terminal.end() == 0
