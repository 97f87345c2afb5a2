"""Pages that an agent watches: what changed since it looked, how often that happens, and when to look again."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, as_data, untrusted
from lightterm.agent.calls import Calls
from lightterm.agent.deed import Deed
from lightterm.agent.reading import fitting, room
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.session.rhythm import Watch

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.session.rhythm import Rhythm

    Call = Context[Any, Any]

EVERY = 8
"""Pages that one poll looks at."""


class WatchWorks(Calls):
    """The work of `watch`."""

    async def watch(self, _context: Call, do: str, url: str, max_tokens: int, deadline: float) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            watch = Watch(self.desk.session)
            if do in ("observe", "forget") and not url:
                raise ValidationFailed(f"{do} needs a url", actions=(), argument="url")
            if do == "observe":
                return self._observed(watch, [self._request(url).url], max_tokens, deadline, cancel)
            if do == "poll":
                due = [one for one, _, left in watch.watched() if not left][:EVERY]
                return self._observed(watch, due, max_tokens, deadline, cancel)
            if do == "forget":
                gone = watch.forget(self._request(url).url)
                return Answer(text="it is watched no more" if gone else "it was not watched")
            pages = [_data(one, told) | {"dueInMs": round(left * 1000)} for one, told, left in watch.watched()]
            return Answer(text=untrusted("\n".join(one["url"] for one in pages)) or "none", data={"watched": pages})

        return await self._do(work, deadline, None, Deed("watch", f"{do} {address_told(url)}".strip()))

    def _observed(self, watch: Watch, urls: list[str], most: int, deadline: float, cancel: Cancel) -> Answer:
        lines: list[str] = []
        told: list[dict[str, Any]] = []
        for url in urls:
            try:
                page = self.desk.load(self._request(url, freshness="fresh"), deadline / len(urls), cancel)
                if page.error is not None:
                    raise page.error
            except LighttermError as error:
                if len(urls) == 1:
                    raise
                told.append({"url": address_told(url), "error": as_data(error)})
                continue
            changes, rhythm = watch.look(url, page.document)
            since = None if changes.since is None else _iso(changes.since)
            told.append(_data(url, rhythm) | {"since": since, "changed": len(changes.found)})
            lines.append(f"{address_told(url)}: {_words(since, len(changes.found))}")
            lines += [f"+ {one.after}" if one.after else f"- {one.before}" for one in changes.found]
        part = fitting(lines or ["nothing is due"], room(most))
        return Answer(text=untrusted("\n".join(part.lines)), truncated=bool(part.left), data={"observed": told})


def _words(since: str | None, changes: int) -> str:
    return "looked at for the first time" if since is None else f"{changes} changes since {since}"


def _data(url: str, rhythm: Rhythm) -> dict[str, Any]:
    told = {"url": address_told(url), "pattern": rhythm.pattern, "pollAfterMs": round(rhythm.poll * 1000)}
    if rhythm.every:
        told["everyMs"] = round(rhythm.every * 1000)
    if rhythm.next:
        with suppress(ValueError, OverflowError):
            told["nextChange"] = _iso(rhythm.next)
    return told


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
