"""What the terminal's window is called while lightterm runs in it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest
from servers import Server
from terminals import Terminal

Start = Callable[..., Terminal]

SAVED, GIVEN_BACK = b"\x1b[22;2t", b"\x1b]2;\x07\x1b[23;2t"


def called(title: str) -> bytes:
    return f"\x1b]2;{title}\x07".encode()


@pytest.fixture
def pages(server: Server) -> str:
    server.page("/", "<title>First &amp; best</title><p><a href=/next>next</a>")
    server.page("/next", "<title>Second\x1b]2;gone&#27;[31m\x9d</title><p>words")
    return server.url("/")


def test_the_window_is_called_by_the_page_in_front_and_as_before_in_the_end(start: Start, pages: str) -> None:
    terminal = start(pages)
    terminal.until(lambda out: called("First & best - lightterm") in out)
    assert terminal.out.count(SAVED) == 1
    terminal.type(":follow 1\r")
    terminal.until(lambda out: called("Second]2;gone[31m - lightterm") in out)
    terminal.type("H")
    terminal.until(lambda out: out.count(called("First & best - lightterm")) == 2)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert terminal.out.count(SAVED) == terminal.out.count(GIVEN_BACK) == 1
    assert terminal.out.index(GIVEN_BACK) < terminal.out.rindex(b"\x1b[?1049l")


def test_a_window_is_called_as_before_while_another_program_has_it_and_after_a_signal(start: Start, pages: str) -> None:
    terminal = start(pages, EDITOR="true", VISUAL="")
    terminal.until(lambda out: called("First & best - lightterm") in out)
    terminal.type(":edit page\r")
    terminal.until(lambda out: out.count(called("First & best - lightterm")) == 2)
    assert terminal.out.count(SAVED) == 2
    assert terminal.out.count(GIVEN_BACK) == 1
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.end()
    assert terminal.out.count(GIVEN_BACK) == 2


def test_it_is_left_alone_where_that_is_set_and_a_private_page_is_not_named(start: Start, pages: str) -> None:
    terminal = start(pages)
    terminal.until(lambda out: called("First & best - lightterm") in out)
    terminal.type(":set session.private on\r")
    terminal.until(lambda out: called("lightterm (private)") in out)
    terminal.type(":set tui.terminal_title off\r")
    terminal.until(lambda out: GIVEN_BACK in out)
    terminal.type(":set tui.terminal_title on\r")
    terminal.until(lambda out: out.count(called("lightterm (private)")) == 2)
    terminal.type(":quit\r")
    assert terminal.end() == 0


def test_a_terminal_without_titles_is_sent_none(start: Start, pages: str) -> None:
    terminal = start(pages, term="linux")
    terminal.until(lambda out: b"best" in out and b"next" in out)
    terminal.type(":quit\r")
    terminal.end()
    assert b"\x1b]2;" not in terminal.out
