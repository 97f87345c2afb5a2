"""A field edited in the person's editor, in a real terminal."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from lightterm.session.store import Store
from tests.tui.test_terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server


def test_a_text_is_edited_in_the_person_s_editor(server: Server, home: Path, tmp_path: Path) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nsleep 0; { tr a-z A-Z < "$1"; echo; echo more; } > "$1.new"; mv "$1.new" "$1"\n')
    script.chmod(0o755)
    server.page("/", "<form action=/echo><textarea name=t>one\ntwo</textarea><button>Go</button></form>")
    terminal = Terminal(home, server.url("/"), VISUAL=str(script))
    try:
        # Before the app has the mouse the page is a picture of it: commands about its fields come too early.
        terminal.until(lambda out: b"two" in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"ONE" in out and b"TWO" in out and b"more" in out)
        terminal.type(":2\r")
        terminal.until(lambda out: server.asked("/echo"))
        assert parse_qsl(server.asked("/echo")[0].query) == [("t", "ONE\r\nTWO\r\nmore")]
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_the_next_field_is_filled_in_after_the_editor(server: Server, home: Path, tmp_path: Path) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\necho written > "$1"\n')
    script.chmod(0o755)
    server.page(
        "/", "<form action=/echo><textarea name=t></textarea><p><input name=n><button>Go</button></form><p>End."
    )
    terminal = Terminal(home, server.url("/"), VISUAL=str(script))
    try:
        terminal.until(lambda out: b"End." in out.partition(b"\x1b[?1000h")[2])
        terminal.type("\t\r")
        terminal.until(lambda out: b"INSERT" in out)
        terminal.type("\x05")
        terminal.until(lambda out: b"written" in out)
        terminal.type("\tnone\r")
        terminal.until(lambda out: server.asked("/echo"))
        assert parse_qsl(server.asked("/echo")[0].query) == [("t", "written"), ("n", "none")]
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_an_editor_that_cannot_be_given_a_file_or_leaves_none_is_told_of(
    server: Server, home: Path, tmp_path: Path
) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nrm "$1"\n')
    script.chmod(0o755)
    room = tmp_path / "room"
    room.mkdir()
    server.page("/", "<form action=/echo><textarea name=t>one</textarea></form><p>End.")
    terminal = Terminal(home, server.url("/"), VISUAL=str(script), TMPDIR=str(room))
    try:
        terminal.until(lambda out: b"End." in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"what the editor left cannot be read: No such file or directory" in out)
        room.rmdir()
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"no file can be made for the editor: No such file or directory" in out)
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_what_an_editor_saved_before_it_failed_is_offered(server: Server, home: Path, tmp_path: Path) -> None:
    """It was gone with the file, whatever had been written."""
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\ngrep -q one "$1" && echo written > "$1"\nexit 3\n')
    script.chmod(0o755)
    server.page("/", "<form action=/echo><textarea name=t>one</textarea></form><p>End.")
    terminal = Terminal(home, server.url("/"), VISUAL=str(script))
    try:
        terminal.until(lambda out: b"End." in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"saved a changed text. Take that?" in out)
        terminal.type("y")
        terminal.until(lambda out: b"written" in out)
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"ended with status 3" in out.rpartition(b"written")[2])
        terminal.type(":quit now\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_a_signal_ends_the_editor_too_and_what_it_saved_is_in_its_field_the_next_time(
    server: Server, home: Path, tmp_path: Path
) -> None:
    """lightterm waited for the editor for ten seconds, and left it alone with the terminal."""
    script, room = tmp_path / "editor", tmp_path / "room"
    script.write_text('#!/bin/sh\necho written there > "$1"; printf be%s gun; exec cat\n')
    script.chmod(0o755)
    room.mkdir()
    server.page("/", "<form action=/echo><textarea name=t>one</textarea><input name=n></form><p>End.")
    terminal = Terminal(home, server.url("/"), VISUAL=str(script), TMPDIR=str(room))
    try:
        terminal.until(lambda out: b"End." in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"begun" in out)
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
    finally:
        terminal.close()
    assert list(room.iterdir()) == [], "it ended in order: the file of the text is gone"
    again = Terminal(home, VISUAL=str(script), TMPDIR=str(room))
    try:
        again.until(lambda out: b"written there" in out)
        again.type(":quit now\r")
        again.end()
    finally:
        again.close()


def test_what_was_saved_in_an_editor_is_in_its_field_again_after_a_kill(
    server: Server, home: Path, tmp_path: Path
) -> None:
    """It was told of by its file alone."""
    script, room = tmp_path / "editor", tmp_path / "room"
    script.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/file; echo written there > "$1"; printf be%s gun; exec cat\n')
    script.chmod(0o755)
    room.mkdir()
    server.page("/", "<form action=/echo><textarea name=t>one</textarea><input name=n></form><p>End.")
    terminal = Terminal(home, server.url("/"), VISUAL=str(script), TMPDIR=str(room))
    try:
        terminal.until(lambda out: b"End." in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":field editor 1\r")
        terminal.until(lambda out: b"begun" in out)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.end()
    finally:
        terminal.close()
    again = Terminal(home, VISUAL=str(script), TMPDIR=str(room))
    try:
        again.until(lambda out: b"Open them again?" in out or b"Open it again?" in out)
        again.type("y")
        again.until(lambda out: b"written there" in out)
        again.type(":messages\r")
        again.until(lambda out: b"is in its field again" in out)
        again.type(":quit now\r")
        assert again.end() == 0
    finally:
        again.close()
    assert (tmp_path / "file").read_text().strip() in map(str, room.iterdir()), "it stays until it is taken away"
    with Store(str(home / ".local/share/lightterm/lightterm.sqlite")) as store:
        assert store.drafts.put_back((tmp_path / "file").read_text(), "x") == "", "once"
