"""Line mode as a person has it: at a dumb terminal, and at one that edits lines."""

from __future__ import annotations

import os
import signal
import ssl
import termios
from collections.abc import Callable
from pathlib import Path

import pytest
import trustme
from servers import Asked, Authority, Server, Talk
from small_servers import FtpServer, LineServer
from terminals import Terminal

Start = Callable[..., Terminal]

LONG = "<title>Long</title>" + "".join(f"<p>line {i}" for i in range(1, 41))


@pytest.fixture
def page(server: Server) -> str:
    server.page("/", LONG)
    return server.url("/")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_gets_line_mode_without_escape_codes(start: Start, page: str, term: str) -> None:
    terminal = start(page, term=term)
    terminal.until(lambda out: out.endswith(b"24% > "))
    assert b"line 10\r\n" in terminal.out and b"line 11" not in terminal.out
    terminal.type("\r")
    terminal.until(lambda out: out.endswith(b"51% > "))
    assert b"line 20\r\n" in terminal.out
    terminal.type("ope\t\r")
    terminal.until(lambda out: b"\r\nopen\r\n" in out)
    terminal.type("und\t\r")
    terminal.until(lambda out: b"und\t\r\n" in out and out.endswith(b"51% > "))
    assert b"\r\nundo\r\n" not in terminal.out
    terminal.type("\x04")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.out


def test_a_password_is_not_shown(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "form.html"
    file.write_text('<form action="/x"><label>Word <input type="password" name="k"></label></form>')
    terminal = start(str(file), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("1\r")
    terminal.until(lambda out: out.endswith(b"Word: "))
    terminal.type("sesame\r")
    terminal.until(lambda out: out.endswith(b"[1] Word: filled in\r\nend > "))
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert b"sesame" not in terminal.out


def test_each_field_is_heard_on_a_line_of_its_own_and_asked_for_with_what_it_takes(
    start: Start, server: Server, tmp_path: Path
) -> None:
    server.page(
        "/",
        f"""<form action=/x><label>Name <input name=n required></label> <label>Born
<input type=date name=b min=1900-01-01></label> <label>City <input name=c value=Bern list=l></label> <datalist id=l>
<option>Bern<option>Biel</datalist> <label>Size <select name=s><option>small</select></label>
<label><input type=checkbox name=x> News</label> <label><input type=radio name=r checked> All</label>
<label>Files <input type=file name=f multiple></label> <button>Go</button></form>
<form action=http://localhost:{server.port}/y method=post><label>Word <input name=w></label></form>""",
    )
    one, two = tmp_path / "a b.txt", tmp_path / "c.txt"
    one.write_text("1"), two.write_text("2")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    lines = terminal.out.decode().splitlines()
    heard = ["Name [1]empty (required)", "Born [2]empty (date)", "City [3]Bern (2 suggestions)", "Size [4]small"]
    assert [*heard, "[5]off News", "[6]on All"] == lines[lines.index(heard[0]) :][:6] and "___" not in str(lines)
    terminal.type("2\r1.1.1950\r")
    terminal.until(lambda out: b"Born (a date, as in 2026-11-22; from 1900-01-01): " in out and out.endswith(b"end > "))
    terminal.type("3\r\r")
    terminal.until(lambda out: b"City (suggestions: Bern, Biel): [Bern] " in out and out.endswith(b"end > "))
    terminal.type(f"7\r'{one}' {two}\rforms\r")
    terminal.until(lambda out: b"[7] Files: a b.txt, c.txt\r\n[8]" in out and out.endswith(b"end > "))
    terminal.type("9\rtide\rsubmit 9\rn\r")
    terminal.until(lambda out: b"number: nothing was sent" in out and out.endswith(b"end > "))
    terminal.type("info\r")
    terminal.until(lambda out: b"\r\nType: text/html\r\n" in out and out.endswith(b"> "))
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_several_lines_are_typed_until_a_dot_and_nothing_paints_the_screen(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "form.html"
    file.write_text('<form action="/x"><textarea name="t" aria-label="Text">one\ntwo</textarea></form>')
    terminal = start(str(file), term="dumb", VISUAL="sh -c 'echo edited >>$0'")
    terminal.until(lambda out: out.endswith(b"end > "))
    terminal.type("1\r")
    terminal.until(lambda out: b"one\r\ntwo\r\nThese stay if you type none.\r\n> " in out)
    terminal.type(".\rform show\r")
    terminal.until(lambda out: b"t: one two" in out and out.endswith(b"end > "))
    terminal.type("1\rthree\r..\rfour\r.\rform show\r")
    terminal.until(lambda out: b"t: three . four" in out and out.endswith(b"end > "))
    terminal.type("1\rfive\r~e\rform show\r")
    terminal.until(lambda out: b"t: five" in out and out.endswith(b"end > "))
    assert b"edited" in terminal.out[terminal.out.rindex(b"form show") :]
    terminal.type("quit\r")
    assert terminal.end() == 0 and b"\x1b" not in terminal.out


def test_lists_are_chosen_from_by_number(start: Start, page: str, tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    other.write_text("<title>Other</title><p>The other page.")
    terminal = start(page, str(other), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("tabs\r")
    terminal.until(lambda out: out.endswith(b"number: "))
    assert b"1 Long (this one)\r\n2 " in terminal.out
    terminal.type("7\r")
    terminal.until(lambda out: b"7 is none of them" in out and out.endswith(b"number: "))
    terminal.type("2\r")
    terminal.until(lambda out: b"The other page." in out and out.endswith(b"end > "))
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_slow_page_is_told_of_again_with_what_came_and_a_quick_one_is_not(start: Start, server: Server) -> None:
    def slow(_asked: Asked, talk: Talk) -> None:
        talk.send(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2000\r\n\r\n" + b"<p>What".ljust(1000)
        )
        talk.hold()

    server.on("/slow", slow)
    server.page("/quick", "<p>Quick.")
    terminal = start(server.url("/quick"), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    assert b"loading" not in terminal.out
    terminal.type(f"open {server.url('/slow')}\r")
    terminal.until(lambda out: b"/slow, Ctrl-C stops it\r\nstill loading: receiving, 1.0 kB of 2.0 kB came\r\n" in out)
    terminal.type("\x03")
    terminal.until(lambda out: out.endswith(b"> "))
    assert terminal.out.count(b"still loading") == 1


def test_control_c_stops_a_load_and_ends_nothing(start: Start, server: Server) -> None:
    def slow(_asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<p>What came")
        talk.hold()

    server.on("/slow", slow)
    terminal = start(server.url("/slow"), term="dumb")
    terminal.until(lambda out: b"Ctrl-C stops it" in out)
    terminal.type("\x03")
    terminal.until(lambda out: b"What came" in out and out.endswith(b"> "))
    terminal.type("\x03")
    terminal.until(lambda out: out.count(b"> ") >= 2)
    terminal.type("quit\r")
    assert terminal.end() == 0


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_control_c_over_and_over_ends_nothing(start: Start, page: str, term: str) -> None:
    terminal = start("--line", page, term=term)
    terminal.until(lambda out: b"24% >" in out)
    for at in range(300):
        terminal.type(("links", "back", "", "outline")[at % 4] + "\r")
        for _ in range(4):
            os.kill(terminal.pid, signal.SIGINT)
            assert terminal.read(0.0), terminal.out[-500:]
    terminal.type("\rquit\r")
    assert terminal.end() == 0, terminal.out[-4000:].decode()


def test_lines_that_come_together_are_done_without_another(start: Start, page: str) -> None:
    """Once more than a line was read, by Ctrl-C in the midst of it too, each was done when the next one was typed."""
    terminal = start(page, term="dumb")
    terminal.until(lambda out: out.endswith(b"24% > "))
    as_they_come = termios.tcgetattr(terminal.fd)
    as_they_come[3] &= ~termios.ICANON
    termios.tcsetattr(terminal.fd, termios.TCSANOW, as_they_come)
    terminal.type("outline\nlinks\nquit\n")
    assert terminal.end() == 0 and b"no headings" in terminal.out


def test_a_capable_terminal_completes_and_recalls(start: Start, page: str) -> None:
    terminal = start("--line", page)
    terminal.until(lambda out: b"24% >" in out)
    terminal.type("outl\t")
    terminal.until(lambda out: b"outline" in out)
    terminal.type("\r")
    terminal.until(lambda out: b"24% >" in out.partition(b"the page has no headings")[2])
    terminal.type("\x1b[A")
    terminal.until(lambda out: b"outline" in out.partition(b"no headings")[2])
    terminal.type("\r")
    terminal.until(lambda out: out.count(b"no headings") == 2 and b"24% >" in out.rpartition(b"no headings")[2])
    terminal.type("\x04")
    assert terminal.end() == 0
    assert b"\x1b[?1049h" not in terminal.out and b"\x1b[6n" not in terminal.out
    again = start("--line", page)
    again.until(lambda out: b"24% >" in out)
    again.type("\x1b[A")
    again.until(lambda out: b"outline" in out)
    again.type("\x03")
    again.type("quit\r")
    assert again.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_ends_when_it_is_told_to(start: Start, page: str, number: int) -> None:
    terminal = start(page, term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_after_it_was_told_to_end_the_tabs_are_there_without_a_question(start: Start, page: str, number: int) -> None:
    terminal = start(page, term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    again = start("about:blank", term="dumb")
    again.until(lambda out: b"tabs lists them" in out and out.endswith(b"> "))
    again.type("quit\r")
    assert again.end() == 0
    assert b"unexpectedly" not in again.out


def test_who_must_sign_in_is_asked_for_name_and_password(start: Start, server: Server) -> None:
    def guarded(asked: Asked, talk: Talk) -> None:
        if asked.header("authorization") == "Basic YW5uOnNlc2FtZQ==":
            talk.reply("<p>The secret page.")
        else:
            talk.reply("<p>Not you.", 401, [("WWW-Authenticate", 'Basic realm="x"')])

    server.on("/", guarded)
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: b"not encrypted" in out and b"(Enter for none): " in out)
    place = f'127.0.0.1:{server.port} ("x")'.encode()
    assert b"name for %s (Enter for none): " % place in terminal.out
    terminal.type("ann\r")
    terminal.until(lambda out: out.endswith(b"password of ann for %s: " % place))
    terminal.type("sesame\r")
    terminal.until(lambda out: b"The secret page." in out and out.endswith(b"end > "))
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert b"sesame" not in terminal.out and b"Not you." not in terminal.out
    assert b"--user" not in terminal.out, "nobody is told what to do on another command line who is asked for it here"


def test_tabs_are_offered_again_after_a_kill_and_pages_are_in_the_history(start: Start, page: str) -> None:
    terminal = start(page, term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    os.kill(terminal.pid, signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    again = start("about:blank", term="dumb")
    again.until(lambda out: b"ended unexpectedly with one tab open" in out and out.endswith(b"number: "))
    again.type("1\r")
    again.until(lambda out: b"tabs lists them" in out and out.endswith(b"> "))
    again.type("tab next\r")
    again.until(lambda out: b"line 10\r\n" in out and out.endswith(b"> "))
    again.type("history line\r")
    again.until(lambda out: b"127.0.0.1, once" in out and out.endswith(b"> "))
    again.type("quit\r")
    assert again.end() == 0
    last = start("about:blank", term="dumb")
    last.until(lambda out: out.endswith(b"> "))
    last.type("quit\r")
    assert last.end() == 0
    assert b"unexpectedly" not in last.out


def test_a_table_is_read_row_by_row_until_one_wants_it_drawn(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "table.html"
    file.write_text("<table><tr><th>Day<th>High<tr><td>Monday<td>06:12<tr><td>Tuesday<td>07:31</table>")
    terminal = start(str(file), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    assert b"Day: Monday\r\nHigh: 06:12\r\n" in terminal.out and "│".encode() not in terminal.out
    terminal.type("set -t output.tables grid\ragain\rquit\r")
    assert terminal.end() == 0
    assert "Monday  │ 06:12".encode() in terminal.out


def test_a_title_is_heard_once(start: Start, tmp_path: Path) -> None:
    for name in ("One", "Two"):
        (tmp_path / name).write_text(
            f"<!doctype html><title>{name}</title><h1>{name}</h1><form><input type=date name=d></form>"
        )
    terminal = start(str(tmp_path / "One"), str(tmp_path / "Two"), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    assert terminal.out.count(b"One\r\n") == 2  # its address and its heading
    terminal.type("tab next\r")
    terminal.until(lambda out: b"h1 Two" in out and out.endswith(b"end > "))
    assert b"\r\ntab 2 of 2\r\n" in terminal.out and terminal.out.count(b"Two\r\n") == 3  # and that it waits
    terminal.type("1\rtomorrow\r")
    terminal.until(lambda out: b"tomorrow'" in out and out.endswith(b"end > "))
    assert b"[1] date: 20" in terminal.out and terminal.out.count(b"will be sent for") == 1
    assert terminal.out.rpartition(b"tomorrow\r\n")[2].count(b"\r\n") == 1
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_nothing_is_read_that_is_only_drawn(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        """<h3>Top</h3><p>Before<hr><p>After <details><summary>More</summary><p>Held words.</details>
<form action=/x><textarea name=t aria-label=Text>one\ntwo</textarea> <input type=password name=k value=sesame></form>"""
    )
    terminal = start(str(file), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    assert (
        b"Before\r\n\r\n---\r\n\r\nAfter\r\n\r\n[1]closed: More\r\n\r\n[2]one\r\ntwo (Text)\r\n[3]filled in\r\n"
        in terminal.out
    )
    terminal.type("1\r")
    terminal.until(lambda out: b"[1]open: More\r\n\r\nHeld words.\r\n" in out and out.endswith(b"end > "))
    terminal.type("1\r")
    terminal.until(lambda out: out.count(b"[1]closed: More") == 2 and out.endswith(b"end > "))
    terminal.type("form show 3\r")
    terminal.until(lambda out: b"k: filled in, not shown\r\n" in out and out.endswith(b"end > "))
    terminal.type("quit\r")
    assert terminal.end() == 0
    shown = terminal.out.decode()
    assert not any(sign in shown for sign in "─┊▸▾•")


def test_a_command_at_a_question_leaves_it(start: Start, page: str, tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    other.write_text("<title>Other</title><p>The other page.")
    terminal = start(page, str(other), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("tabs\r")
    terminal.until(lambda out: out.endswith(b"number: "))
    terminal.type("quit\r")
    terminal.until(lambda out: b"Enter leaves it, :quit for the command" in out and out.endswith(b"number: "))
    terminal.type("/line 7\r")
    terminal.until(lambda out: b"match 1 of 1, line 13" in out and out.endswith(b"> "))
    terminal.type("tabs\r")
    terminal.until(lambda out: out.endswith(b"number: "))
    terminal.type(":quit\r")
    assert terminal.end() == 0


def test_a_tab_alone_is_not_asked_for(start: Start, page: str) -> None:
    terminal = start(page, term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("tabs\rvisits\r")
    terminal.until(lambda out: b"1 page of this tab: Long (this one)\r\n" in out and out.endswith(b"% > "))
    assert b"1 tab: Long (this one)\r\n" in terminal.out and b"number:" not in terminal.out
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_line_with_several_matches_is_listed_once_and_what_is_closed_by_its_words(
    start: Start, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>a bee, a bee<p>none<details><summary>More</summary><p>The bee inside.</details>")
    terminal = start(str(file), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    terminal.type("/bee\rmatch list\r")
    terminal.until(lambda out: out.endswith(b"number: "))
    listed = ["end > 3 matches of bee (Enter for none)", "1 line 1: a bee, a bee (2 matches)"]
    assert [*listed, "2 in what is closed: The bee inside.", "number: "] == terminal.out.decode().split("\r\n")[-4:]
    terminal.type("2\r")
    terminal.until(lambda out: b"match 3 of 3" in out and b"\r\nThe bee inside.\r\n" in out)
    terminal.type("quit\r")
    assert terminal.end() == 0


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_a_tab_in_a_field_goes_on_with_a_path_and_what_the_page_suggests(
    start: Start, tmp_path: Path, term: str
) -> None:
    (tmp_path / "minutes.txt").write_text("1")
    page = tmp_path / "form.html"
    page.write_text(
        """<form action=/x><input type=file name=f aria-label=File><input name=c aria-label=City list=l><datalist id=l>
<option>Bern<option>Biel<option>Chur</datalist></form>"""
    )
    terminal = start("--line", str(page), term=term)
    terminal.until(lambda out: b"end >" in out)
    terminal.type("1\r")
    terminal.until(lambda out: b"File:" in out.partition(b"end >")[2])
    terminal.type(f"{tmp_path}/min\t")
    if term == "dumb":
        terminal.type("\r")
        terminal.until(lambda out: f"\r\n{tmp_path}/minutes.txt\r\nFile: ".encode() in out)
        terminal.type(f"{tmp_path}/minutes.txt")
    else:
        terminal.until(lambda out: b"utes.t" in out)  # the last letter may stand on the next line
    terminal.type("\r")
    terminal.until(lambda out: b"[1] File: minutes.txt" in out)
    terminal.type("2\r")
    terminal.until(lambda out: b"Chur):" in out)
    terminal.type("c\t\rChur\r" if term == "dumb" else "c\t\r")
    terminal.until(lambda out: b"[2] City: Chur" in out)
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_match_behind_a_field_is_read_from_its_own_line(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>Before<p>Name <input name=a> and then the needle")
    terminal = start(str(file), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    terminal.type("/needle\r")
    terminal.until(lambda out: b"match 1 of 1" in out and out.endswith(b"end > "))
    assert b"of 4\r\nand then the needle\r\nend > " in terminal.out
    terminal.type("1\rAnn\r/ann\r")
    terminal.until(lambda out: b"Name [1]Ann\r\n" in out and out.endswith(b"end > "))
    terminal.type("quit\r")
    assert terminal.end() == 0


@pytest.mark.parametrize(("keys", "asked"), [("", b"possibilities?"), ("y\r", b"--MORE--")])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_while_it_asks_whether_to_show_all_completions(
    start: Start, page: str, keys: str, asked: bytes, number: int
) -> None:
    terminal = start("--line", page)
    terminal.until(lambda out: b"24% >" in out)
    terminal.type("\t")
    terminal.until(lambda out: b"possibilities?" in out)
    terminal.type(keys)
    terminal.until(lambda out: asked in out)
    terminal.type("\x1b[1;1R")  # as a terminal that was asked where the cursor is
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert b"Unhandled" not in terminal.out and b"Traceback" not in terminal.out
    assert b"\x1b[6n" not in terminal.out


def test_ftp_is_signed_in_to_and_its_files_are_asked_about(start: Start) -> None:
    """It said that nobody was let in, and of a file nothing at all."""
    files = {"/a/x.zip": b"PK\x03\x04" + bytes(3_000), "/a/b.txt": b"Words."}
    running = FtpServer(files, password="s/e@same", sized=True)
    try:
        terminal = start(f"ftp://127.0.0.1:{running.port}/a/", term="dumb")
        terminal.until(lambda out: b"name for 127.0.0.1" in out and out.endswith(b": "))
        terminal.type("ann\r")
        terminal.until(lambda out: b"password of ann" in out and out.endswith(b": "))
        terminal.type("s/e@same\r")
        terminal.until(lambda out: b"Index of" in out and out.endswith(b"> "))
        terminal.type("3\r")
        terminal.until(lambda out: b"x.zip, 3.0 kB: this is a ZIP archive" in out and out.endswith(b"number: "))
        terminal.type("\rquit\r")
        assert terminal.end() == 0
        assert b"same" not in terminal.out
    finally:
        running.stop()


def test_advice_about_a_certificate_comes_behind_the_question_about_it(start: Start, tls_server: Server) -> None:
    tls_server.page("/", "<p>Secret words.")
    terminal = start(tls_server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"number: "))
    assert b"Give its CA" not in terminal.out
    terminal.type("\r")
    terminal.until(lambda out: b"Give its CA (:set network.cacert FILE)" in out and out.endswith(b"> "))
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_changed_certificate_of_gemini_is_asked_about(start: Start, authority: Authority) -> None:
    served = LineServer(lambda _line: b"20 text/gemini\r\n# Capsule\n", authority.context())
    address = f"gemini://127.0.0.1:{served.port}/"
    try:
        terminal = start(address, term="dumb")
        terminal.until(lambda out: b"Capsule" in out and out.endswith(b"> "))
        terminal.type("quit\r")
        assert terminal.end() == 0
        served.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert("127.0.0.1").configure_cert(served.context)
        again = start(address, term="dumb")
        again.until(lambda out: b"Trust the new one?" in out and out.endswith(b"number: "))
        again.type("2\r")
        again.until(lambda out: b"Capsule" in out and out.endswith(b"> "))
        again.type("quit\r")
        assert again.end() == 0
        assert b"forget decisions" not in again.out
    finally:
        served.stop()


def test_a_gopher_menu_s_first_line_is_heard_once(start: Start) -> None:
    """It is its title, too, and was said above the address and below it."""
    hole = LineServer(lambda _line: b"iWelcome here\tx\tx\t0\r\n0More\t/m\tlocalhost\t70\r\n.\r\n")
    try:
        terminal = start(f"gopher://127.0.0.1:{hole.port}/", term="dumb")
        terminal.until(lambda out: b"More" in out and out.endswith(b"> "))
        terminal.type("quit\r")
        assert terminal.end() == 0
        assert terminal.out.count(b"Welcome here") == 1
    finally:
        hole.stop()


def test_a_line_that_is_done_is_not_drawn_a_second_time(start: Start, tmp_path: Path) -> None:
    """A screen reader says what is drawn: the prompt and each command were heard twice."""
    file = tmp_path / "page.html"
    file.write_text("<p>Words <form action=/x><input name=n aria-label=Name></form>")
    terminal = start("--line", str(file))
    terminal.until(lambda out: b"end >" in out)
    terminal.type("peek 1")
    terminal.until(lambda out: b"peek 1" in out)
    terminal.type("\x1b[D\x1b[D\r")
    terminal.until(lambda out: out.count(b"end >") == 2)
    terminal.type("1\r")
    terminal.until(lambda out: b"Name:" in out)
    terminal.type("Ann")
    terminal.until(lambda out: b"Ann" in out)
    terminal.type("\r")
    terminal.until(lambda out: out.count(b"end >") == 3)
    told = terminal.out.count(b"Name:")
    terminal.type("abandoned")
    terminal.until(lambda out: b"abandoned" in out)
    terminal.type("\x03")
    terminal.until(lambda out: out.count(b"end >") == 4)
    assert [terminal.out.count(word) for word in (b"abandoned", b"peek 1", b"Name:", b"Ann")] == [1, 1, told, 2]
    assert told == 2  # what is asked, and what stands there now
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_main_part_below_menus_is_told_of_and_gone_to_by_a_word(start: Start, server: Server) -> None:
    menu = "".join(f"<li><a href=/m{i}>Entry {i}</a>" for i in range(60))
    for name in ("a", "b"):
        server.page(f"/{name}", f"<nav><ul>{menu}</ul></nav><main><h1>Head {name}</h1>" + "<p>Words." * 30 + "</main>")
    terminal = start(server.url("/a"), term="dumb")
    terminal.until(lambda out: b"\r\nthe main part begins at 5" in out and out.endswith(b"> "))
    assert b"%: main goes there\r\n" in terminal.out and b"h1 Head" not in terminal.out
    terminal.type("main\r")
    terminal.until(lambda out: b"h1 Head a\r\n" in out and out.endswith(b"> "))
    terminal.type(f"open {server.url('/b')}\r")
    terminal.until(lambda out: b"Entry 3" in out.partition(b"/b\r\n")[2] and out.endswith(b"> "))
    terminal.type("quit\r")
    assert terminal.end() == 0 and terminal.out.count(b"the main part") == 1


def test_what_is_missing_in_a_form_is_told_by_its_numbers(start: Start, server: Server) -> None:
    server.page(
        "/",
        "<form action=/x><p><input name=n aria-label=Name required><p><a href=/>x</a> <input type=email "
        "name=m aria-label=Mail value=ann><p><button>Go</button></form>",
    )
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    terminal.type("4\r")
    terminal.until(lambda out: b"required and not filled in: [1] Name; [3] Mail: " in out and out.endswith(b"end > "))
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_where_one_is_is_said_by_headings_region_and_line(start: Start, server: Server) -> None:
    lines = "".join(f"<p>line {n}" for n in range(20))
    server.page("/", f"<nav>Menu</nav><main><h1>Guide</h1>{lines}<h2>Setup</h2>{lines}<h2>Use</h2>{lines}</main>")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"% > "))
    terminal.type("where\r")
    terminal.until(lambda out: b"Guide; main; line 20 of 127\r\n15% > " in out)
    terminal.type("heading next\r")
    terminal.until(lambda out: out.count(b"h1 Guide\r\n") == 2 and out.endswith(b"18% > "))
    terminal.type("heading next\r")
    terminal.until(lambda out: b"h2 Setup\r\n" in out and out.endswith(b"% > "))
    terminal.type("where\r")
    terminal.until(lambda out: b"Guide: Setup; main; line 66 of 127\r\n" in out)
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_link_one_goes_to_is_told_to_be_visited(start: Start, server: Server) -> None:
    server.page("/", "<title>Links</title><p><a href=/a>One</a> <a href=/b>Two</a>")
    server.page("/b", "<title>B</title><p>There.")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"end > "))
    terminal.type("2\rb\r")
    terminal.until(lambda out: out.count(b"Links\r\n") == 2 and out.endswith(b"end > "))
    terminal.type("k\rk\r")
    terminal.until(lambda out: b"\n[1] One\r\n" in out and b" [2] Two (visited)\r\n" in out)
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_line_that_grows_longer_than_the_terminal_is_wide_is_not_drawn_anew(start: Start, page: str) -> None:
    def typed(count: int) -> Callable[[bytes], bool]:
        return lambda out: out.count(b"z") >= count

    terminal = start("--line", page)
    terminal.until(lambda out: b"% >" in out)
    for count in range(1, 181):
        terminal.type("z")
        terminal.until(typed(count))
    assert terminal.out.count(b"z") == 180
    assert terminal.out.count(b"% >") == 1
    terminal.type("\x15quit\r")
    assert terminal.end() == 0
