"""However lightterm ends, the terminal is as it was found and the tabs are there again."""

from __future__ import annotations

import os
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
from servers import Server
from terminals import START, Terminal

from lightterm.session.store import Store

QUESTION = b"Open them again?"
CRASHING = """
from lightterm.commands.registry import Argument

def setup(commands):
    @commands.register("boom", "End badly.")
    def boom(front, call):
        front.in_loop(lambda: [].pop())

    @commands.register("stumble", "Go wrong away from the keys.")
    def stumble(front, call):
        front.background.do(lambda: {}["nothing"])
"""
STICKING = """
def setup(commands):
    @commands.register("stick", "Never end.")
    def stick(front, call):
        open("FILE", "w").close()
        while True:
            pass
"""

SWALLOWING = """
import os, signal

def setup(commands):
    try:
        os.kill(os.getpid(), signal.SIGHUP)
    except SystemExit:
        pass
"""


def saved(home: Path, *urls: str) -> bool:
    """Whether the last of all runs has saved these tabs."""
    with Store(str(home / ".local/share/lightterm/lightterm.sqlite")) as store:
        rows = store._database.read(
            lambda db: db.execute(
                "SELECT visits FROM saved_tabs WHERE session = (SELECT max(id) FROM sessions) ORDER BY position"
            ).fetchall()
        )
    return len(rows) == len(urls) and all(url in row[0] for url, row in zip(urls, rows, strict=True))


def is_as_found(terminal: Terminal) -> bool:
    """Whether the terminal is as it was: its modes, the screen, the cursor, the mouse."""
    same = termios.tcgetattr(terminal.fd)[:4] == terminal.before[:4]
    return same and b"\x1b[?1049l" in terminal.out and b"\x1b[?25h" in terminal.out and b"\x1b[?1000l" in terminal.out


@pytest.fixture
def pages(server: Server) -> list[str]:
    server.page("/one", "<title>One</title><p>Page one.</p>")
    server.page("/two", "<title>Two</title><p>Page two.</p>")
    return [server.url("/one"), server.url("/two")]


def test_after_kill_9_the_next_start_offers_the_tabs(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    first = start(*pages)
    first.until(lambda out: b"Page one." in out)
    first.until(lambda _: saved(home, *pages))
    os.kill(first.pid, signal.SIGKILL)
    assert first.end() == -signal.SIGKILL
    second = start()
    second.until(lambda out: b"lightterm ended unexpectedly with 2 tabs open. Open them again?" in out)
    second.type("y")
    second.until(lambda out: b"Page one." in out)
    second.until(lambda _: saved(home, *pages))
    second.type(":quit\r")
    assert second.end() == 0
    third = start(pages[0])
    third.until(lambda out: b"\x1b[?1000h" in out)
    third.until(lambda _: saved(home, pages[0]))
    third.type(":quit\r")
    assert third.end() == 0
    assert b"unexpectedly" not in third.out


def test_stopped_while_it_starts_it_gives_the_terminal_back_and_goes_on(
    start: Callable[..., Terminal], pages: list[str]
) -> None:
    terminal = start(pages[0])
    terminal.until(lambda out: b"Page one." in out)  # the first screen, before the app is loaded
    terminal.type("\x1a")
    terminal.until(lambda _: os.waitpid(terminal.pid, os.WNOHANG | os.WUNTRACED)[0])
    terminal.until(lambda out: out.count(b"\x1b[?1049l") == 1)
    assert termios.tcgetattr(terminal.fd)[:4] == terminal.before[:4] and b"\x1b[?25h" in terminal.out
    os.kill(terminal.pid, signal.SIGCONT)
    terminal.until(lambda out: out.rindex(b"\x1b[?1049l") < out.rindex(b"Page one.") and b"\x1b[?1000h" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert is_as_found(terminal)


class Elsewhere(Terminal):
    """lightterm in a session of its own, to which nobody says that its terminal has gone."""

    PROGRAM = ("/bin/sh", "-c", 'trap "" HUP; setsid -w "$0" -c "$1" "$2" "$3"', sys.executable, START)


class Shell(Terminal):
    """A shell that starts lightterm twice, one after the other, and puts nothing right in between."""

    PROGRAM = ("/bin/sh", "-c", '"$0" -c "$1" "$2"; echo between; "$0" -c "$1" "$2"', sys.executable, START)


def test_after_kill_9_the_next_start_puts_the_terminal_right(home: Path, pages: list[str]) -> None:
    shell = Shell(home, pages[0])
    try:
        shell.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
        child = Path(f"/proc/{shell.pid}/task/{shell.pid}/children").read_text().split()[0]
        os.kill(int(child), signal.SIGKILL)
        shell.until(lambda out: b"between" in out)
        assert not termios.tcgetattr(shell.fd)[3] & (termios.ICANON | termios.ECHO)  # it is left raw
        killed = len(shell.out)
        shell.until(lambda out: b"left raw by a program that was killed" in out and b"\x1b[?1000h" in out[killed:])
        shell.type(":quit\r")
        assert shell.end() == 0
        modes = termios.tcgetattr(shell.fd)
        wanted = termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN
        assert modes[3] & wanted == wanted and modes[0] & termios.ICRNL and modes[1] & termios.OPOST
        left = shell.out[killed:]
        assert b"\x1b[?1049l" in left and b"\x1b[?1000l" in left and b"\x1b[?25h" in left
    finally:
        shell.close()


def test_a_crash_is_told_in_words_and_loses_nothing(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    scripts = home / ".config/lightterm/commands"
    scripts.mkdir(parents=True)
    (scripts / "crash.py").write_text(CRASHING, "utf-8")
    first = start(*pages)
    first.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    first.type(":boom\r")
    assert first.end() == 70
    assert is_as_found(first)
    told = first.out.rpartition(b"\x1b[?1049l")[2].decode()
    assert "lightterm came upon an error of its own and had to end: IndexError: pop from empty list" in told
    assert "Your 2 tabs are kept: the next start offers to open them again." in told
    assert "Traceback" not in told
    (report,) = (home / ".local/state/lightterm/crashes").iterdir()
    assert str(report) in told and "crash.py" in report.read_text("utf-8")
    assert report.stat().st_mode & 0o077 == 0
    second = start()
    second.until(lambda out: QUESTION in out)
    second.type("n:quit\r")
    assert second.end() == 0


def test_an_error_behind_the_keys_is_told_and_reading_goes_on(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    scripts = home / ".config/lightterm/commands"
    scripts.mkdir(parents=True)
    (scripts / "crash.py").write_text(CRASHING, "utf-8")
    terminal = start(pages[0])
    terminal.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    terminal.type(":stumble\r")
    terminal.until(lambda out: b"internal error: KeyError: 'nothing'" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert len(list((home / ".local/state/lightterm/crashes").iterdir())) == 1


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_after_a_window_that_was_closed_or_a_shutdown_the_tabs_are_there_again_without_a_question(
    start: Callable[..., Terminal], home: Path, pages: list[str], number: int
) -> None:
    first = start(*pages)
    first.until(lambda out: b"Page one." in out and b"Two" in out)  # the first screen is older than the app
    os.kill(first.pid, number)
    assert first.end() == 128 + number
    assert saved(home, *pages)
    second = start()
    second.until(lambda out: b"Page one." in out)
    second.until(lambda _: saved(home, *pages))
    second.type(":quit\r")
    assert second.end() == 0 and b"unexpectedly" not in second.out
    third = start()
    third.until(lambda out: b"\x1b[?1000h" in out)
    third.type(":sessions\r")
    third.until(lambda out: b"No session is saved" in out)
    third.type(":quit\r")
    assert third.end() == 0 and b"Page one." not in third.out and QUESTION not in third.out


def test_a_signal_ends_what_a_script_of_the_person_keeps_from_ending(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    scripts = home / ".config/lightterm/commands"
    scripts.mkdir(parents=True)
    stuck = home / "stuck"
    (scripts / "stick.py").write_text(STICKING.replace("FILE", str(stuck)), "utf-8")
    first = start(*pages)
    first.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    first.until(lambda _: saved(home, *pages))
    first.type(":stick\r")
    first.until(lambda _: stuck.exists())
    os.kill(first.pid, signal.SIGTERM)
    assert first.end() == 128 + signal.SIGTERM
    assert is_as_found(first) and saved(home, *pages)


def test_a_signal_whose_exception_is_lost_before_the_app_is_there_ends_it(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    scripts = home / ".config/lightterm/commands"
    scripts.mkdir(parents=True)
    (scripts / "swallow.py").write_text(SWALLOWING, "utf-8")
    terminal = start(pages[0])
    assert terminal.end() == 128 + signal.SIGHUP
    assert is_as_found(terminal)


def test_a_terminal_that_goes_ends_it_where_nobody_says_so(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    terminal = Elsewhere(home, *pages)
    try:
        terminal.until(lambda out: b"Page one." in out and b"Two" in out)
        terminal.until(lambda _: saved(home, *pages))
        terminal.hang_up()
        terminal.ended()
    finally:
        terminal.close()
    again = start(pages[0])
    again.until(lambda out: b"Page one." in out and b"one tab is open again" in out)
    again.until(lambda _: saved(home, *pages))  # the page asked for, and the other one
    again.type(":quit\r")
    assert again.end() == 0 and b"unexpectedly" not in again.out


def test_a_window_that_is_closed_over_lightterm_is_no_crash(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    first = start(*pages)
    first.until(lambda out: b"Page one." in out and b"Two" in out and b"\x1b[?1000h" in out)
    first.until(lambda _: saved(home, *pages))
    first.hang_up()
    first.ended()
    again = start()
    again.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    again.until(lambda _: saved(home, *pages))
    again.type(":quit\r")
    assert again.end() == 0 and b"unexpectedly" not in again.out


@pytest.mark.parametrize(("key", "number"), [("\x03", signal.SIGINT), ("\x1c", signal.SIGQUIT)])
def test_keys_are_the_program_s_that_has_the_terminal_and_a_signal_ends_the_app(
    start: Callable[..., Terminal], home: Path, pages: list[str], key: str, number: int
) -> None:
    terminal = start(pages[0])
    terminal.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    terminal.type(":!printf be%s gun; exec sleep 60\r")
    terminal.until(lambda out: b"begun" in out)
    terminal.type(key)
    terminal.until(lambda out: b"Enter goes back to the page" in out)
    terminal.type("\r")
    terminal.until(lambda out: b"ended " in out)
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number and is_as_found(terminal)


def test_two_at_once_share_the_history_and_keep_their_own_tabs(
    start: Callable[..., Terminal], home: Path, pages: list[str]
) -> None:
    first = start(pages[0])
    first.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    first.until(lambda _: saved(home, pages[0]))
    second = start(pages[1])
    second.until(lambda out: b"Page two." in out and b"\x1b[?1000h" in out)
    second.until(lambda _: saved(home, pages[1]))
    assert b"unexpectedly" not in second.out  # the first goes on: its tabs are its own
    os.kill(second.pid, signal.SIGKILL)
    assert second.end() == -signal.SIGKILL
    first.type(":open about:history\r")
    first.until(lambda out: b"Two" in out)
    first.type(":quit\r")
    assert first.end() == 0
    third = start()
    third.until(lambda out: b"with one tab open. Open it again?" in out)
    third.type("y")
    third.until(lambda out: b"Page two." in out)
