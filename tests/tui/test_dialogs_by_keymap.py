"""Every question in every set of keys: y, n, Enter and what leaves things there answer it, and it is told in words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Asked, Server, Talk, guarded

from lightterm import settings
from lightterm.settings import Settings

SETS = ("vim", "w3m", "lynx", "chawan", "emacs")
LEAVES = {"vim": ("escape", "ctrl+c"), "w3m": ("escape", "ctrl+c"), "lynx": ("escape", "ctrl+g", "ctrl+c")}
LEAVES |= {"chawan": ("escape", "ctrl+c", "ctrl+g"), "emacs": ("ctrl+g", "escape")}
READS, NAME = "\u0440\u0430ypal.example", "xn--ypal-43d9g.example"  # two Cyrillic letters

everywhere = pytest.mark.parametrize("name", SETS)


def keys_of(name: str, *more: tuple[str, object]) -> Settings:
    return settings.load().with_session([("keys.keymap", name), *more])


def opened(
    *addresses: str, name: str, more: tuple[tuple[str, object], ...] = ()
) -> AbstractAsyncContextManager[Browsing]:
    return browsing(*addresses, size=(100, 24), chosen=keys_of(name, *more))


async def refused(b: Browsing, name: str, ask: str, words: str) -> None:
    """Ask by a command line, and answer with each key that does nothing: the question is told and goes away."""
    for key in ("enter", "n", *LEAVES[name]):
        b.app.run_line(ask)
        await b.settled()
        assert words in " ".join(b.screen.split()), (key, b.screen)
        await b.press(key)
        assert b.app.mode == "normal" and not b.app.question.display, key


async def agreed(b: Browsing, ask: str) -> None:
    b.app.run_line(ask)
    await b.settled()
    assert b.app.question.display
    await b.press("y")
    assert b.app.mode == "normal" and not b.app.question.display


@everywhere
@in_a_loop
async def test_a_certificate_that_is_not_right(tls_server: Server, name: str) -> None:
    tls_server.page("/", "<p>Behind a certificate.")
    async with opened("about:start", name=name) as b:
        ask = f"open {tls_server.url('/')}"
        await refused(b, name, ask, "may read and change what you send and see")
        assert tls_server.log == []
        await agreed(b, ask)
        assert b.page[0] == "Behind a certificate."


@everywhere
@in_a_loop
async def test_a_name_and_a_password(server: Server, name: str) -> None:
    server.on("/", guarded)
    async with opened("about:start", name=name) as b:
        for key in LEAVES[name]:
            b.app.run_line(f"open {server.url('/')}")
            await b.settled()
            assert "asks for a name and a password" in b.screen and "not encrypted" in b.screen
            await b.press(key)
            assert b.app.mode == "normal" and b.page[0] == "no"
        b.app.run_line(f"open {server.url('/')}")
        await b.settled()
        await b.type("me\n")
        await b.type("secret")
        assert "secret" not in b.screen
        await b.press("enter")
        assert b.page[0] == "The guarded page."


def form(server: Server, action: str) -> None:
    server.page(
        "/", f"<title>Shop</title><form method=post action='{action}'><input name=card value=1><button>Buy</button>"
    )
    server.page("/take", "<p>Taken.")


@everywhere
@in_a_loop
async def test_a_form_handed_on_to_another_host(server: Server, name: str) -> None:
    form(server, "/buy")
    server.redirect("/buy", server.url("/take", "localhost"), 307)
    async with opened(server.url("/"), name=name) as b:
        await refused(b, name, "follow 2", "127.0.0.1 hands what you sent on to localhost. Send it there?")
        assert server.asked("/take") == []
        await agreed(b, "follow 2")
        assert b.page[0] == "Taken." and server.asked("/take")[0].body == b"card=1"


@everywhere
@in_a_loop
async def test_a_form_to_another_site(server: Server, name: str) -> None:
    form(server, server.url("/take", "localhost"))
    async with opened(server.url("/"), name=name) as b:
        await refused(b, name, "follow 2", "This form goes to another site: http://localhost")
        assert server.asked("/take") == []
        await agreed(b, "follow 2")
        assert b.page[0] == "Taken."


@everywhere
@in_a_loop
async def test_a_form_sent_once_more(server: Server, name: str) -> None:
    form(server, "/take")
    async with opened(server.url("/"), name=name) as b:
        b.app.run_line("follow 2")
        await b.settled()
        await refused(
            b, name, "reload", "What it did may be done twice: an order, a payment, a message. Send it again?"
        )
        assert len(server.asked("/take")) == 1
        await agreed(b, "reload")
        assert len(server.asked("/take")) == 2


@everywhere
@in_a_loop
async def test_a_host_whose_name_may_deceive(server: Server, name: str) -> None:
    server.page(f"http://{NAME}/", "<p>Give me your password.")
    proxy = (("network.proxy", server.url("/")), ("network.no_proxy", ()))
    async with opened("about:start", name=name, more=proxy) as b:
        await refused(b, name, f"open http://{READS}/", "mixes letters of Cyrillic and Latin")
        assert server.log == []
        await agreed(b, f"open http://{READS}/")
        assert b.page[0] == "Give me your password."


@everywhere
@in_a_loop
async def test_a_file_that_cannot_be_shown(server: Server, name: str, tmp_path: Path) -> None:
    server.page("/", "<p>A page. <a href=/a.bin>file</a>")
    server.page("/a.bin", b"\0\1\2" * 999, "application/octet-stream")
    async with opened(server.url("/"), name=name, more=(("downloads.folder", str(tmp_path)),)) as b:
        for key in ("n", *LEAVES[name]):
            b.app.run_line("follow 1")
            await b.settled()
            assert "a.bin" in b.screen and "leave it" in b.screen
            await b.press(key)
            assert b.app.mode == "normal" and not b.app.question.display
            b.app.run_line("back")
            await b.settled()
        assert list(tmp_path.iterdir()) == []
        b.app.run_line("follow 1")
        await b.settled()
        await b.press("enter")
        await b.until(lambda: (tmp_path / "a.bin").exists() and not b.app.downloads.running, "the download")


@everywhere
@in_a_loop
async def test_what_is_to_be_forgotten(server: Server, name: str) -> None:
    server.page("/", "<title>A page</title><p>Words.")
    async with opened(server.url("/"), name=name) as b:
        await b.kept()
        await refused(b, name, "forget --all", "Forget all traces?")
        assert b.app.session.store.history.recent()
        await agreed(b, "forget --all")
        await b.kept()
        await b.until(lambda: not b.app.session.store.history.recent(), "the visits")


@pytest.fixture
def slow(server: Server) -> Iterator[Callable[[str], None]]:
    over = threading.Event()

    def begin(path: str) -> None:
        def answer(_asked: Asked, talk: Talk) -> None:
            talk.head(200, [("Content-Length", "100000")])
            talk.send(b"x" * 100)
            over.wait(60)

        server.on(path, answer)

    yield begin
    over.set()


@everywhere
@in_a_loop
async def test_the_end_while_files_are_downloaded(
    server: Server, name: str, tmp_path: Path, slow: Callable[[str], None]
) -> None:
    server.page("/", "<p>A page.")
    for path in ("/a.bin", "/b.bin"):
        slow(path)
    async with opened(server.url("/"), name=name, more=(("downloads.folder", str(tmp_path)),)) as b:
        b.app.run_line(f"download {server.url('/a.bin')}")
        await b.until(lambda: len(b.app.downloads.running) == 1, "the download")
        await b.until(lambda: (tmp_path / "a.bin").exists() or list(tmp_path.iterdir()), "its file")
        await refused(
            b, name, "quit", "a.bin is being downloaded. It stops; :download resume goes on with it later. Quit?"
        )
        b.app.run_line(f"download {server.url('/b.bin')}")
        await b.until(lambda: len(b.app.downloads.running) == 2, "the other one")
        await refused(b, name, "quit --ask", "2 files are being downloaded. They stop;")
        assert not b.app._exit
        b.app.run_line("quit")
        await b.settled()
        await b.press("y")
        assert b.app._exit
