"""about:ws: the WebSockets of the session and what was said over them."""

from __future__ import annotations

import time
from html import escape

from lightterm.commands.about import html_page, rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.about import Known
    from lightterm.fetch.websocket import Said


def ws(known: Known, _words: str) -> str:
    """Each socket with its messages, the oldest first."""
    from lightterm.session.websockets import sockets_of

    parts = []
    for one in sockets_of(known.session).all():
        parts.append(f"<h2>{one.number}. {escape(one.url)}</h2><p>{escape(one.socket.state)}</p>")
        said = one.socket.said()
        parts.append(rows(("at", "", "message"), map(_row, said)) if said else "<p>Nothing was said yet.</p>")
    ways = ":ws open ws://HOST/PATH opens one, :ws send TEXT speaks over it, :ws close ends it, :reload looks again."
    hints = f"<p>{ways}</p>"
    return html_page("WebSockets", [*parts, hints] if parts else ["<p>No WebSocket is open.</p>", hints])


def _row(said: Said) -> tuple[str, str, str]:
    at = time.strftime("%H:%M:%S", time.localtime(said.at))
    return at, "sent" if said.sent else "came", "<br>".join(map(escape, said.text.split("\n")))
