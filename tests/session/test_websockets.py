"""WebSockets spoken over by hand: by a person in the app, by an agent; within the network's bounds, with safe text."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from agent_clients import HOME, agent
from browsing import browsing, in_a_loop
from servers import Server
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, TextMessage

from lightterm import settings
from lightterm.errors import AddressRefused, CommandInvalid, ConnectionFailed, LighttermError, SchemeRefused
from lightterm.fetch.websocket import LONGEST
from lightterm.session.session import Session
from lightterm.session.websockets import sockets_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Asked, Talk

NETWORK = HOME.replace(caps=frozenset({"network"}))


def echo(asked: Asked, talk: Talk) -> None:
    """Says everything back; `bytes`, `big` and `bye` are answered otherwise."""
    frames = WSConnection(ConnectionType.SERVER)
    frames.initiate_upgrade_connection([(n.encode(), v.encode()) for n, v in asked.headers], asked.target)
    talk.send(frames.send(AcceptConnection()))
    talk.send(frames.send(TextMessage(f"hello \x1b[31m{asked.header('cookie')} {asked.header('origin')}")))
    while data := talk.sock.recv(65536):
        frames.receive_data(data)
        for event in frames.events():
            if isinstance(event, CloseConnection):
                if frames.state is ConnectionState.REMOTE_CLOSING:
                    talk.send(frames.send(event.response()))
                talk.close()
                return
            if isinstance(event, TextMessage):
                talk.send(frames.send(answer(event.data)))


def answer(text: str) -> TextMessage | BytesMessage | CloseConnection:
    if text == "bytes":
        return BytesMessage(b"\0\x1b]0;x\x07")
    if text == "big":
        return TextMessage("x" * (LONGEST + 1))
    return CloseConnection(4000, "go\x1b[2J") if text == "bye" else TextMessage(f"you said {text}")


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    with Session(settings.load()) as made:
        yield made


def at(server: Server) -> str:
    server.on("/ws", echo)
    return server.url("/ws?a=1").replace("http", "ws", 1)


def test_messages_go_both_ways_with_the_sessions_cookies_and_safe_text(server: Server, session: Session) -> None:
    url = at(server)
    session.cookies.store(server.url("/"), ("a=b",))
    sockets = sockets_of(session)
    one = sockets.open(session, url, program=False)
    (hello,) = one.socket.wait(0, 20)
    assert hello.text == f"hello [31ma=b {server.url('')}" and not hello.sent
    sent = one.socket.send("tide?")
    assert next((m.text, m.sent) for m in one.socket.said(hello.number)) == ("tide?", True)
    assert one.socket.wait(sent, 20)[0].text == "you said tide?"
    binary = one.socket.wait(one.socket.send("bytes"), 20)[0]
    assert (binary.text, binary.binary, binary.size) == ("7 bytes", True, 7)
    one.socket.wait(one.socket.send("bye"), 20)
    assert one.socket.state == "closed by the server: 4000 go[2J"
    with pytest.raises(ConnectionFailed, match="not open any more"):
        one.socket.send("more")
    two = sockets.open(session, url, program=False)
    assert two.socket.wait(0, 20)
    two.socket.wait(two.socket.send("big"), 20)
    assert str(LONGEST) in two.socket.state and [s.number for s in sockets.all()] == [1, 2]
    sockets.close(1)
    assert sockets.get().number == 2
    with pytest.raises(CommandInvalid):
        sockets.get(1)


@pytest.mark.parametrize(
    ("url", "error"),
    [("http://127.0.0.1/", SchemeRefused), ("ws:", SchemeRefused), ("ws://127.0.0.1:9/", ConnectionFailed)],
)
def test_what_is_no_socket_is_told(session: Session, url: str, error: type[LighttermError]) -> None:
    with pytest.raises(error):
        sockets_of(session).open(session, url, program=False)


def test_a_server_that_takes_none_and_one_that_programs_may_not_reach(server: Server, session: Session) -> None:
    url = server.page("/", "<p>a page").replace("http", "ws", 1)
    with pytest.raises(ConnectionFailed, match="it answered 200"):
        sockets_of(session).open(session, url, program=False)
    with pytest.raises(AddressRefused):
        sockets_of(session).open(session, url, program=True)
    assert sockets_of(session).all() == ()


def test_a_session_that_is_no_more_leaves_no_socket_open(server: Server, home: Path) -> None:
    ended = threading.Event()

    def until_it_goes(asked: Asked, talk: Talk) -> None:
        echo(asked, talk)
        ended.set()

    server.on("/ws", until_it_goes)
    session = Session(settings.load())
    sockets_of(session).open(session, server.url("/ws").replace("http", "ws", 1), program=False)
    session.close()
    del session
    assert ended.wait(20)


@pytest.mark.covers("LB-178")
@in_a_loop
async def test_a_person_speaks_over_a_socket_in_the_app(server: Server) -> None:
    url = at(server)
    async with browsing(server.page("/", "<p>Home")) as b:
        await b.type(f":ws open {url}\n")
        await b.until(lambda: "socket 1 is open" in b.status)
        await b.type(":ws send when is high water\n")
        await b.until(lambda: "you said when is high water" in b.status)
        await b.type(":ws\n")
        await b.until(lambda: "sent" in b.screen and "you said when is high water" in b.screen)
        assert f"1. {url}" in b.screen and "hello [31mNone" in b.screen
        await b.type(":ws close\n")
        await b.type(":reload\n")
        await b.until(lambda: "No WebSocket is open" in b.screen)
        await b.type(":ws send x\n")
        await b.until(lambda: "no socket is open" in b.status)


@pytest.mark.covers("LB-178", "LBX-34")
@in_a_loop
async def test_an_agent_speaks_over_a_socket(server: Server) -> None:
    url = at(server)
    async with agent(NETWORK) as a:
        opened = await a.call("websocket", do="open", url=url, wait=20)
        assert opened["data"]["socket"] == 1 and "< hello [31mNone" in opened["text"]
        said = await a.call("websocket", do="send", text="tide?", wait=20)
        assert "> tide?" in said["text"] and "< you said tide?" in said["text"] and "hello" not in said["text"]
        assert "nothing was said since" in (await a.call("websocket", do="receive", wait=0))["text"]
        assert f"1 {url} open" in (await a.call("websocket"))["text"]
        await a.call("websocket", do="close", socket=1)
        assert "no socket is open" in (await a.call("websocket"))["text"]
        assert "error" in await a.call("websocket", do="send", text="x")
        assert "error" in await a.call("websocket", do="open", url="http://127.0.0.1/")
    async with agent(NETWORK.replace(asker="program")) as a:
        refused = await a.call("websocket", do="open", url=url)
        assert refused["error"]["category"] == "security"
