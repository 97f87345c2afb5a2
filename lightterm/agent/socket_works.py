"""The work of `websocket`: an agent speaks with a server over a socket, within the bounds of what it may reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, untrusted
from lightterm.agent.calls import Calls
from lightterm.agent.deed import Deed
from lightterm.output.tokens import tokens
from lightterm.session.websockets import sockets_of

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.session.websockets import Numbered

    Call = Context[Any, Any]

SLACK = 10.0
"""Seconds that a call takes at most beyond those that it waits for an answer."""


class SocketWorks(Calls):
    """What was told of a socket is not told again: `receive` goes on behind it."""

    async def websocket(
        self, _context: Call, do: str, url: str, number: int, text: str, wait: float, max_tokens: int
    ) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            sockets = sockets_of(self.desk.session)
            if do == "list":
                lines = [f"{one.number} {address_told(one.url)} {one.socket.state}" for one in sockets.all()]
                return Answer(text=untrusted("\n".join(lines or ["no socket is open"])))
            if do == "close":
                chosen = sockets.get(number)
                sockets.close(chosen.number)
                return Answer(text="closed", data={"socket": chosen.number})
            if do == "open":
                chosen = sockets.open(self.desk.session, url, self.desk.asker == "program", cancel)
            else:
                chosen = sockets.get(number)
            if do == "send":
                chosen.socket.send(text)
            return self._heard(chosen, wait, max_tokens)

        def deed() -> Deed:
            address = sockets_of(self.desk.session).get(number).url if do == "send" else url
            words = " ".join(word for word in (do, address_told(address)) if word)
            return Deed("websocket", words, acts=do in ("open", "send"), url=address)

        return await self._do(work, wait + SLACK, None, deed)

    def _heard(self, chosen: Numbered, wait: float, most: int) -> Answer:
        """What was said over a socket since it was asked the last time, as much as fits; the rest comes next."""
        lines = list[str]()
        messages = list[dict[str, Any]]()
        spent = 0
        for one in chosen.socket.wait(chosen.told, wait):
            line = f"{'>' if one.sent else '<'} {one.text}"
            spent += tokens(line)
            if spent > most and lines:
                break
            lines.append(line[: 4 * most])
            messages.append({"number": one.number, "sent": one.sent, "bytes": one.size, "binary": one.binary})
            chosen.told = one.number
        data = {"socket": chosen.number, "state": chosen.socket.state, "messages": messages}
        return Answer(text=untrusted("\n".join(lines or ["nothing was said since"])), truncated=spent > most, data=data)
