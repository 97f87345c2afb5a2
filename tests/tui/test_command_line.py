"""The command line, questions and lists to choose from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Asked, Server, Talk, guarded
from textual.events import Paste

from lightterm import settings
from lightterm.tui.choices import Row

if TYPE_CHECKING:
    from pathlib import Path


PAGE = "<title>A page</title>" + "".join(f"<p>Line {n} of words</p>" for n in range(200))


def offered(b: Browsing) -> list[str]:
    return [row.text for row in b.app.choices.rows]


@in_a_loop
async def test_commands_flags_and_values_are_offered_as_they_are_typed(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":tab cl")
        assert offered(b)[:2] == ["tab close", "tab clone"] and "Close the tab" in b.screen
        await b.press("tab")
        assert b.app.command_line.value == ":tab close "
        await b.press("escape")
        assert not b.app.choices.display and b.app.mode == "normal"
        await b.type(":set tui.th")
        assert offered(b)[0] == "tui.theme"


@in_a_loop
async def test_a_theme_is_shown_while_it_is_chosen_and_gone_when_it_is_not(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":theme lig")
        await b.press("tab")
        assert b.app.palette.name == "light"
        await b.press("escape")
        assert b.app.palette.name == "dark"
        await b.type(":theme -t light\n")
        assert b.app.palette.name == "light"


@in_a_loop
async def test_lines_typed_before_come_back_by_their_beginning(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        for line in (":tab new about:start\n", ":version\n", ":tab close\n"):
            await b.type(line)
        kept = b.app.session.store.inputs
        await b.until(lambda: len(kept.recent("command")) == 3)
        await b.type(":tab")
        await b.press("up")
        assert b.app.command_line.value == ":tab close"
        await b.press("up", "up")
        assert b.app.command_line.value == ":tab new about:start"
        await b.press("down", "down")
        assert b.app.command_line.value == ":tab"


@in_a_loop
async def test_a_search_is_shown_while_it_is_typed_and_left_where_it_began(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.press("space")
        top = b.page[0]
        await b.type("/line 15")
        assert any("Line 15" in line for line in b.page) and b.app.view.match is not None
        await b.press("0")
        assert any("Line 150" in line for line in b.page)
        await b.press("escape")
        assert b.page[0] == top and b.app.view.match is None


@in_a_loop
async def test_the_palette_narrows_the_commands_and_runs_one(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":palette\n")
        assert len(offered(b)) == len(b.app.registry)
        await b.type("scroll to")
        assert offered(b)[0].startswith("scroll to")
        await b.press("enter")
        assert b.app.command_line.value == ":scroll to "
        await b.type("bottom\n")
        assert b.status.endswith("Bot")


@in_a_loop
async def test_a_row_is_chosen_by_the_mouse(server: Server) -> None:
    server.page("/", PAGE)
    chosen: list[int] = []
    async with browsing(server.url("/")) as b:
        b.app.command_line.pick([Row("one"), Row("two"), Row("three")], chosen.append)
        await b.settled()
        await b.pilot.click(b.app.choices, offset=(2, 1))
        await b.settled()
        assert chosen == [1] and b.app.mode == "normal"


@in_a_loop
async def test_a_question_takes_letters_arrows_and_the_default(server: Server) -> None:
    server.page("/", PAGE)
    got: list[str] = []
    async with browsing(server.url("/")) as b:
        for keys, answer in ((("enter",), "keep"), (("d",), "drop"), (("right", "enter"), "drop")):
            b.app.ask("What about it?", ("keep", "drop"), "keep", got.append)
            await b.settled()
            assert "What about it?" in b.screen and "drop" in b.screen
            await b.press(*keys)
            assert got.pop() == answer and not b.app.question.display
        b.app.ask("And?", ("keep", "drop"), "keep", got.append)
        b.app.ask("Then?", ("yes", "no"), "no", got.append)
        await b.settled()
        await b.press("escape")
        assert got == [] and "Then?" in b.screen
        await b.press("y")
        assert got == ["yes"]


@in_a_loop
async def test_what_is_typed_at_once_after_the_colon_is_not_lost(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.press(*":scroll", "space", *"to", "space", *"bottom", "enter", "k")
        assert "Line 199" not in b.page[-1] and "Line 198" in b.page[-2]


@in_a_loop
async def test_a_name_and_password_are_asked_for_and_never_shown(server: Server) -> None:
    server.on("/", guarded)
    async with browsing(server.url("/"), size=(160, 24)) as b:
        place = f'127.0.0.1:{server.port} ("x")'
        assert f"{place} asks for a name and a password" in b.screen and "not encrypted" in b.screen
        await b.type("me\n")
        assert f"Password of me for {place}" in b.screen
        await b.type("wrong\n")
        assert f"{place} did not take that name" in b.screen
        await b.type("me\t")  # Tab goes on to the password, where it would be seen otherwise
        await b.press(*"secret")
        assert "secret" not in b.screen and "••••••" in b.screen
        await b.press("enter")
        assert b.page[0] == "The guarded page."
        assert b.app.session.store.inputs.recent("command") == ()
        await b.type(":history\n")
        assert "127.0.0.1" in b.page[-1]  # the first time that it came


@in_a_loop
async def test_what_a_server_calls_what_it_guards_is_said_shortly_and_as_no_words_of_ours(server: Server) -> None:
    realm = 'Files\\" \x1b]0;x\x07of \xa0the house. Type it at evil.example' + "!" * 500
    server.on("/", lambda _asked, talk: talk.reply("", 401, [("WWW-Authenticate", f'Digest nonce=n, realm="{realm}"')]))
    async with browsing(server.url("/"), size=(200, 24)) as b:
        said = b.screen.partition(f'127.0.0.1:{server.port} ("')[2].partition('") asks for a name and a password')[0]
        assert said.startswith("Files' ") and "of the house" in said and said.endswith("…") and len(said) == 40


@in_a_loop
async def test_a_bad_certificate_is_explained_and_opened_only_when_that_is_said(tls_server: Server) -> None:
    tls_server.page("/", "<p>Behind a certificate.")
    async with browsing("about:start", chosen=settings.load()) as b:
        await b.type(f":open {tls_server.url('/')}\n")
        assert "may read and change" in b.screen and "open anyway" in b.screen
        await b.press("enter")
        assert b.page[0] == "# lightterm"
        await b.type(f":open {tls_server.url('/')}\n")
        await b.press("x")  # a key that answers nothing: the keys are told
        assert "g: go back; o: open anyway; Enter: go back" in b.screen and len(tls_server.log) == 0
        await b.press("n")
        assert b.page[0] == "# lightterm" and not b.app.question.display
        await b.type(f":open {tls_server.url('/')}\n")
        await b.press("y")
        assert b.page[0] == "Behind a certificate."
        await b.type(":history\n")
        assert "127.0.0.1" in b.screen


@in_a_loop
async def test_behind_a_redirect_the_host_that_asks_is_named_and_gets_the_name(server: Server) -> None:
    signed: list[tuple[str, str]] = []

    def guarded(asked: Asked, talk: Talk) -> None:
        signed.append((asked.header("host"), asked.header("authorization")))
        if not signed[-1][0].startswith("localhost"):
            talk.reply("", 302, [("Location", server.url("/").replace("127.0.0.1", "localhost"))])
        elif signed[-1][1]:
            talk.reply("<p>The guarded page.")
        else:
            talk.reply("no", 401, [("WWW-Authenticate", 'Basic realm="x"')])

    server.on("/", guarded)
    async with browsing(server.url("/")) as b:
        assert f'localhost:{server.port} ("x") asks for a name and a password' in b.screen
        await b.type("me\n")
        await b.type("secret\n")
        assert b.page[0] == "The guarded page."
    assert not any(header for host, header in signed if host.startswith("127."))


@in_a_loop
async def test_who_gives_no_password_is_told_how_to_be_asked_again(server: Server) -> None:
    server.on("/", lambda _asked, talk: talk.reply("", 401, [("WWW-Authenticate", 'Basic realm="x"')]))
    async with browsing(server.url("/")) as b:
        assert "asks for a name and a password" in b.screen
        await b.press("escape")
        assert "(:reload asks for them)" in b.screen and "--user" not in b.screen
        await b.type(":reload\n")
        assert "asks for a name and a password" in b.screen


@in_a_loop
async def test_behind_a_redirect_the_host_with_the_bad_certificate_is_asked_about(
    server: Server, tls_server: Server
) -> None:
    server.on("/", lambda _asked, talk: talk.reply("", 302, [("Location", tls_server.url("/"))]))
    tls_server.page("/", "<p>Behind a certificate.")
    async with browsing(server.url("/"), chosen=settings.load()) as b:
        assert "open anyway" in b.screen
        await b.press("o")
        assert b.page[0] == "Behind a certificate."
        port = tls_server.url("/").rpartition(":")[2].strip("/")
        assert [host.rpartition(":")[2] for host in b.app.session.settings.network.insecure_hosts] == [port]
        await b.type(":forget -y elsewhere.example\n")
        assert b.app.session.settings.network.insecure_hosts
        await b.type(":forget -y 127.0.0.1\n")
        assert not b.app.session.settings.network.insecure_hosts


@in_a_loop
async def test_down_goes_into_the_list_and_up_out_of_it_to_older_lines(server: Server) -> None:
    server.page("/", "<p>Page.")
    async with browsing(server.url("/")) as b:
        await b.type(":tab first\n")
        await b.type(":tab ")
        await b.until(lambda: b.app.choices.display)
        await b.press("down", "down")
        assert b.app.command_line.value.rstrip() == ":tab close" and b.app.choices.current == 1
        await b.press("up", "up")
        assert b.app.command_line.value == ":tab " and b.app.choices.current == -1
        await b.press("up")
        assert b.app.command_line.value == ":tab first"
        await b.press("down", "down")
        assert b.app.command_line.value.rstrip() == ":tab new"


@in_a_loop
async def test_what_is_pasted_is_searched_for_at_once_and_comes_before_the_keys_behind_it(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type("/")
        b.app.post_message(Paste("Line 150\x1b of\n\twords"))
        await b.until(lambda: b.app.view.match is not None)
        assert b.app.command_line.value == "/Line 150 of  words"
        await b.press("escape")
        b.app.post_message(Paste(":quit\n"))
        await b.type(":")
        b.app.post_message(Paste("tab new\nabout:start"))
        await b.press("enter")
        await b.until(lambda: len(b.app.tabs) == 2)
        assert b.app.tabs.active.visit is not None and b.app.tabs.active.visit.request.url == "about:start"


@in_a_loop
async def test_the_sign_of_a_line_stays_whatever_is_deleted(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        for keys in (("ctrl+u",), ("ctrl+w", "ctrl+w"), ("ctrl+a", "ctrl+k"), ("ctrl+a", "ctrl+d", "ctrl+k")):
            await b.press("slash", *"quit", *keys)
            assert b.app.command_line.value == "/" and b.app.command_line.cursor_position == 1
            await b.type("Line 7")
            assert b.app.command_line.value == "/Line 7"
            await b.press("escape")
        await b.press(*":help", "ctrl+a", *"x", "left", "left", "delete")
        assert b.app.command_line.value == ":help"
        await b.press("end", "ctrl+u", "backspace")
        assert not b.app.command_line.display


@in_a_loop
async def test_a_path_that_is_asked_for_is_completed(
    server: Server, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "papers"
    for name in ("report one.txt", "report two.txt", "letter.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    (folder / "reports").mkdir()
    monkeypatch.chdir(home)
    server.page("/", "<title>A page</title><p>Words.")
    async with browsing(server.url("/")) as b:
        await b.type(":w\n")
        await b.press("ctrl+u")
        await b.type("pa\t")
        assert b.app.command_line.value == "papers/" and "Save as" in b.screen
        await b.type("r\t")
        assert b.app.command_line.value == "papers/report" and "report two.txt" in b.screen
        await b.press("tab", "tab", "tab")
        assert b.app.command_line.value == "papers/reports/"
        await b.press("shift+tab")
        assert b.app.command_line.value == "papers/report two.txt"
        await b.press("ctrl+u")
        await b.type("papers/zz\t")
        assert "nothing begins so" in b.screen
        await b.press("ctrl+u")
        await b.type("papers/new.txt\n")
        await b.until((folder / "new.txt").exists)
        await b.type(":download --ask\n")
        await b.press("ctrl+u")
        await b.type("papers/le\t")
        assert b.app.command_line.value == "papers/letter.txt"
        await b.press("escape")
        assert b.app.mode == "normal" and not b.app.choices.rows
        await b.type(":w papers/le\t")
        assert b.app.command_line.value.strip() == ":w papers/letter.txt"


@in_a_loop
async def test_a_setting_is_asked_for_on_its_page_with_what_it_may_be(home: Path) -> None:
    async with browsing(chosen=settings.load()) as b:
        b.app.config_file = str(home / "config" / "lightterm" / "config.yaml")
        await b.type(":help session.restore\n")
        number = next(t.number for t in b.app.view.document.targets if t.url == "about:set?session.restore")
        await b.type(f":follow {number}\n")
        assert b.app.command_line.value == "ask" and "one of always, ask, never" in b.screen
        await b.press("tab", "tab", "tab")
        assert b.app.command_line.value == "never"
        await b.press("enter")
        assert settings.load().session.restore == "never" and "session.restore: never" in b.app.said
        await b.until(
            lambda: "from your settings file; by default ask" in " ".join(b.screen.replace("│", " ").split()),
            "the page anew",
        )
        await b.type(f":follow {number}\n")
        await b.press("escape")
        assert settings.load().session.restore == "never"


@in_a_loop
async def test_what_is_searched_for_is_what_is_typed(server: Server) -> None:
    """An option of a manual page was taken for a flag of the command, quotes for those of a command line."""
    words = ("--sort=size", "-l", '"quoted"', "it's ;; here", "  indented")
    server.page("/", "".join(f"<pre>{word}</pre>" for word in words))
    async with browsing(server.url("/")) as b:
        for word in words:
            await b.type(f"/{word}\n")
            assert "1/1" in b.status and b.app.searched == word, word
            await b.type(f"?{word}\n")
            assert "1/1" in b.status and b.app.searched == word, word
        await b.type("/--sort=size\n")
        await b.type("/\n")
        assert b.app.searched == "--sort=size" and "1/1" in b.status


@in_a_loop
@pytest.mark.parametrize("keys", ["vim", "emacs", "lynx"])
async def test_what_was_deleted_is_put_in_again_by_the_key_that_pastes(server: Server, keys: str) -> None:
    server.page("/", "<form><input name=a></form>")
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", keys)])) as b:
        line = b.app.command_line
        await b.type(":open some words")
        await b.press("ctrl+w", "ctrl+y", "ctrl+y")
        assert line.value == ":open some wordswords"
        await b.press("ctrl+u")
        assert line.value == ":"
        await b.type("x ")
        await b.press("ctrl+y")
        assert line.value == ":x open some wordswords"
        await b.press("escape")
        b.app.run_line("field edit 1")
        await b.settled()
        await b.type("one two")
        await b.press("ctrl+u", "ctrl+y")
        assert b.app.fields.entry is not None and b.app.fields.entry.value == "one two"


@in_a_loop
async def test_a_place_that_neither_a_word_nor_a_count_says_is_asked_for(server: Server) -> None:
    """It ended the app."""
    server.page("/", "<p>words" * 90)
    async with browsing(server.url("/")) as b:
        for line, usage in (("goto", "scroll to WHERE"), ("tab move", "tab move TO")):
            await b.type(f":{line}\n")
            assert f"needs to be told where: {usage}" in b.status
        assert b.app.run_line("goto", 40) and b.app.view.first == 39


@pytest.mark.parametrize("name", ["vim", "w3m", "lynx", "chawan", "emacs"])
@in_a_loop
async def test_what_a_key_began_stays_when_what_was_typed_behind_it_is_deleted(server: Server, name: str) -> None:
    """C-u cleared the whole line, so that the address typed then was taken for a command."""
    server.page("/", PAGE)
    server.page("/b", "<p>Another page")
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", name)])) as b:
        b.app.run_line("prompt open {url}")
        await b.press("ctrl+u")
        assert b.app.command_line.value == ":open "
        await b.type(server.url("/b").removeprefix("http://") + "\n")
        assert b.page == ["Another page"]
        b.app.run_line("prompt open --tab")
        await b.press("ctrl+u", "x", "ctrl+a", "ctrl+k")
        assert b.app.command_line.value == ":open --tab "
        await b.press("ctrl+u")
        assert b.app.command_line.value == ":open --tab "
        await b.press("ctrl+a", "ctrl+a", "ctrl+k")
        assert b.app.command_line.value == ":"
        await b.type("open x")
        await b.press("ctrl+u")
        assert b.app.command_line.value == ":", "what one typed oneself goes at once"


@pytest.mark.parametrize("name", ["vim", "w3m", "lynx", "chawan", "emacs"])
@in_a_loop
async def test_lines_typed_before_are_found_by_what_is_in_them(server: Server, name: str) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", name)])) as b:
        line = b.app.command_line
        for text in ("goto 30", "goto 50", "numbers", "goto 3"):
            await b.press("colon")
            await b.type(f"{text}\n")
        await b.press("colon", "ctrl+r")
        await b.type("to")
        assert [row.text for row in b.app.choices.rows] == ["goto 3", "goto 50", "goto 30"]
        await b.press("ctrl+r", "enter")
        assert b.app.mode == "normal" and b.app.session.store.inputs.recent("command")[0] == "goto 50"
        await b.press("colon", "g", "ctrl+r", "space", "3", "right")
        assert line.value == ":goto 3" and b.app.mode == "command", "to be edited"
        await b.press("ctrl+r", "escape")
        assert line.value == ":goto 3", "as it was before"
        await b.press("escape")
        assert b.app.mode == "normal"


@in_a_loop
async def test_a_search_typed_before_is_found_by_what_is_in_it(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type("/Line 30\n/Line 50\ngg/3")
        await b.press("ctrl+r", "right")
        assert b.app.command_line.value == "/Line 30" and not b.app.choices.display
        await b.press("escape")
        assert b.page[0] == "Line 0 of words", "where the search began"
        await b.type("/3")
        await b.press("ctrl+r", "enter")
        assert "Line 30 of words" in b.page and b.app.searched == "Line 30"


@in_a_loop
async def test_that_a_program_runs_and_that_it_has_ended_is_told(server: Server, tmp_path: Path) -> None:
    server.page("/", PAGE)
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    async with browsing(server.url("/")) as b:
        await b.type(f":spawn cat {gate}\n")
        assert "cat runs" in b.screen
        gate.write_text("go on")
        await b.until(lambda: "cat has ended" in b.screen)
        await b.type(":spawn false\n")
        await b.until(lambda: "false ended with status 1" in b.screen)
