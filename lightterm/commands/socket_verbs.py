"""WebSockets spoken over by hand."""

from __future__ import annotations

from lightterm.commands.library import page
from lightterm.commands.navigate import WHERE
from lightterm.commands.registry import COMMANDS, Argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation

PATIENCE = 3.0
"""Seconds that an answer is waited for before it is left to the page of all messages."""

NUMBER = Argument("number", "int", "Which socket; the one opened last.", optional=True)


@COMMANDS.register(
    "ws",
    "Show the WebSockets and what was said over them.",
    flags=WHERE,
    group="Places",
)
def ws(front: Front, call: Invocation) -> None:
    page(front, "ws", "", call)


@COMMANDS.register(
    "ws open",
    "Open a WebSocket, to speak over it by hand; :ws shows what is said.",
    Argument("address", "text", "Its address, ws://HOST/PATH or wss://HOST/PATH."),
    group="Places",
)
def ws_open(front: Front, call: Invocation) -> None:
    from lightterm.session.websockets import sockets_of

    def work() -> str:
        made = sockets_of(front.session).open(front.session, call.text("address"), program=False)
        return f"socket {made.number} is open (:ws send TEXT, :ws)"

    front.behind(work)


@COMMANDS.register(
    "ws send",
    "Send a message over the WebSocket that was opened last, and tell what is answered.",
    Argument("text", "text", "The message.", rest=True),
    group="Places",
)
def ws_send(front: Front, call: Invocation) -> None:
    from lightterm.session.websockets import sockets_of

    chosen = sockets_of(front.session).get()
    number = chosen.socket.send(call.text("text"))

    def work() -> str:
        came = [one for one in chosen.socket.wait(number, PATIENCE) if not one.sent]
        return " ".join(came[0].text.split())[:200] if came else "sent; nothing was answered yet (:ws)"

    front.behind(work)


@COMMANDS.register("ws close", "End a WebSocket and forget what was said over it.", NUMBER, group="Places")
def ws_close(front: Front, call: Invocation) -> None:
    from lightterm.session.websockets import sockets_of

    sockets_of(front.session).close(call.number("number") or 0)
    front.say("closed")
