"""Who calls: every client has a desk with tabs of its own, and bounds on what it may take."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from lightterm.agent.allowance import Allowance, Hosts, reached
from lightterm.agent.answer import as_data, failed
from lightterm.agent.calling import HERE, caller
from lightterm.agent.journal import entry, is_kept
from lightterm.agent.presence import presence_of
from lightterm.agent.session_facts import Since
from lightterm.agent.turns import Turns
from lightterm.errors import ActionRefused, LimitReached
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

    from anyio import CancelScope
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from mcp.server.session import ServerSession

    from lightterm.agent.deed import Deed
    from lightterm.agent.desk import Desk
    from lightterm.session.session import Session


SERVED = frozenset({"tools/call", "resources/read", "prompts/get", "completion/complete"})
"""Requests that act on a desk; all else is about the server."""

LISTENS = frozenset({"subscriptions/listen", "resources/subscribe", "resources/unsubscribe"})
"""Requests about what a client hears of its tabs; the first stays open, and what it hears comes on it."""

AT_ONCE = 16
"""Calls of one client under way at a time; each holds a thread."""

MINUTE = 60.0
SWEEP = 10.0
"""Seconds between two looks for clients that have gone; one costs microseconds."""

PIPE = "pipe"
"""The key of the one client at the end of a pipe: it stays as long as the server."""


FIRST = "main"
"""The session that a client has from the beginning."""

LAPSED = 1000
"""Clients of which is remembered that they were away for too long."""


class Client:
    """One client: its desks, one a session, what it may still take, and when it called last."""

    def __init__(self, key: str, name: str, desk: Desk, now: float) -> None:
        chosen = desk.session.settings.agents
        self.key = key
        self.name = name
        self.session = FIRST
        """The name of the session that its calls act on."""
        self.desks = {FIRST: desk}
        desk.elsewhere = lambda: self._beside(desk)
        self.since = {FIRST: Since()}
        self.allowance = desk.allowance = Allowance(chosen.calls_per_minute, chosen.megabytes_per_hour)
        self.under_way = 0
        self.last = now
        self.wanted: set[str] = set()
        """The resources it wants to hear of, where it speaks a revision before 2026-07-28."""
        self.hears: ServerSession | None = None
        """On what it hears of them."""
        self.coming: set[str] = set()
        """Those it is being told of right now."""

    @property
    def desk(self) -> Desk:
        """The desk that its calls act on."""
        return self.desks[self.session]

    def _beside(self, desk: Desk) -> int:
        """The tabs of all its sessions but that of a desk."""
        return sum(one.count() for one in list(self.desks.values()) if one is not desk)

    def add(self, name: str, desk: Desk) -> None:
        """A session of its own, which it goes on with."""
        first = self.desks[FIRST]
        desk.owner, desk.allowance, desk.asker = self.name, self.allowance, first.asker
        desk.on_change = first.on_change
        desk.elsewhere = lambda: self._beside(desk)
        self.desks[name], self.since[name] = desk, Since()
        self.session = name

    def switch(self, name: str) -> None:
        """Go on with another session."""
        self.session = name

    def close(self, name: str) -> None:
        """End a session that it added."""
        if self.session == name:
            self.session = FIRST
        desk = self.desks.pop(name)
        del self.since[name]
        desk.leave()
        desk.session.close()

    def leave(self) -> None:
        """The client has gone, and its tabs and sessions with it."""
        self.close_added()
        self.desk.leave()

    def close_added(self) -> None:
        """End every session that it added."""
        for name in [name for name in self.desks if name != FIRST]:
            self.close(name)


class Caller:
    """One request of a client."""

    def __init__(self, client: Client, context: ServerRequestContext[Any, Any]) -> None:
        self.client = client
        self.deed: Deed | None = None
        """What it does, once that is known."""
        self.secret = ""
        """What a person gave for this call alone."""
        self.heard = True
        """Whether somebody could be asked about it."""
        self.away = 0.0
        """Seconds that a person took meanwhile."""
        self.parts: list[tuple[Deed, Mapping[str, Any], Mapping[str, Any]]] = []
        """What it did one after the other: each deed, its arguments, and what came of it."""
        self.needs: InputRequiredResult | None = None
        """What the client has to ask its user before it calls again."""
        self.within: CancelScope | None = None
        """What ends its work when its time is over."""
        self.loading = False
        """Whether a page is being loaded for it."""
        self.params: Mapping[str, Any] = context.params or {}
        self._session = context.session
        self._request_id = context.request_id
        self._told = 0

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the tool that is called."""
        given = self.params.get("arguments")
        return given if isinstance(given, dict) else {}

    async def tell(self, words: str) -> None:
        """Tell the client how its call goes, where it wants to know."""
        self._told += 1
        await self._session.report_progress(self._told, None, words)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """The time that a person takes meanwhile is not the call's."""
        scope, since = self.within, anyio.current_time()
        if scope is None:
            yield
            return
        until, scope.deadline = scope.deadline, math.inf
        try:
            yield
        finally:
            took = anyio.current_time() - since
            scope.deadline = until + took
            self.away += took

    async def ask(self, words: str, answers: Sequence[str]) -> str | None:
        """What the client's user answers, "" for nothing, None where the client cannot ask.

        From 2026-07-28 on a client asks and calls again (https://modelcontextprotocol.io/specification/2026-07-28,
        multi-round-trip requests): the call ends here with an ActionRefused that nobody gets to see.
        """
        can = self._session.client_capabilities
        if can is None or can.elicitation is None:
            return None
        schema: dict[str, Any] = {"type": "object", "required": ["answer"]}
        schema["properties"] = {"answer": {"type": "string", "enum": list(answers)}}
        if self._session.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            told = await self._session.elicit_form(words, schema, related_request_id=self._request_id)
            return _chosen(told.model_dump(), answers)
        state = hashlib.sha256(json.dumps([self.params.get("name"), words, *answers]).encode()).hexdigest()
        given = self.params.get("inputResponses")
        if isinstance(given, dict) and self.params.get("requestState") == state:
            return _chosen(given.get("answer"), answers)
        asked = ElicitRequest(params=ElicitRequestFormParams(message=words, requested_schema=schema))
        self.needs = InputRequiredResult(input_requests={"answer": asked}, request_state=state)
        raise ActionRefused("the client's user has to be asked first", actions=())


def _chosen(told: Any, answers: Sequence[str]) -> str:
    content = told.get("content") if isinstance(told, dict) and told.get("action") == "accept" else None
    answer = content.get("answer") if isinstance(content, dict) else None
    return str(answer) if answer in answers else ""


class Clients:
    """The clients of a server, by what tells them apart; the first has the desk that was there before it."""

    def __init__(self, desk: Desk, clock: Callable[[], float] = time.monotonic) -> None:
        self.turns = Turns()
        self._clock = clock
        self._lapsed: dict[str, str] = {}
        self._streams: Counter[str] = Counter()
        self._hosts = Hosts(desk.session.settings.agents.host_loads_per_minute, clock)
        self._first: Desk | None = desk
        self._desk = desk
        self._known: dict[str, Client] = {}

    @property
    def desk(self) -> Desk:
        """The desk of the client whose request is at work."""
        return caller().client.desk

    @property
    def patience(self) -> float:
        """Seconds without a call after which a client has gone."""
        return self._desk.session.settings.agents.idle_minutes * MINUTE

    @property
    def known(self) -> tuple[Client, ...]:
        """All that are there."""
        return tuple(self._known.values())

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Serve a request in its client's name and within its bounds; middleware of the SDK."""
        if ctx.method in LISTENS:
            return await self._listened(ctx, call_next)
        if ctx.method not in SERVED:
            return await call_next(ctx)
        presence = presence_of(ctx.request)
        try:
            client = self._client(presence.key, ctx.session)
            if client.under_way >= AT_ONCE:
                raise reached(f"more than {AT_ONCE} calls at once", 1)
            client.allowance.call()
        except LimitReached as error:
            if ctx.method == "tools/call":
                return failed(error).result()
            raise MCPError(INTERNAL_ERROR, error.message, as_data(error)) from None
        request = Caller(client, ctx)
        client.under_way += 1
        here = HERE.set(request)
        result: HandlerResult = None
        try:
            with anyio.CancelScope() as scope:
                presence.when_gone(scope.cancel)
                result = await call_next(ctx)
                result = request.needs or result
        finally:
            HERE.reset(here)
            client.under_way -= 1
            client.last = self._clock()
            client.since[client.session].used = time.time()
            await _note(self._desk.session, request, ctx, result)
        if result is None:
            raise MCPError(CONNECTION_CLOSED, "the client has gone")
        return result

    async def _listened(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Serve it in its client's name; it takes no part of what calls are bounded by."""
        try:
            client = self._client(presence_of(ctx.request).key, ctx.session)
            if self._streams[client.key] >= AT_ONCE:
                raise reached(f"more than {AT_ONCE} streams to listen on at once", 1)
        except LimitReached as error:
            raise MCPError(INTERNAL_ERROR, error.message, as_data(error)) from None
        here = HERE.set(Caller(client, ctx))
        self.listens(client.key, 1)
        try:
            return await call_next(ctx)
        finally:
            self.listens(client.key, -1)
            HERE.reset(here)

    def listens(self, key: str, change: int) -> None:
        """A client listens on so many more streams, which says that it is there."""
        self._streams[key] += change
        if not self._streams[key]:
            del self._streams[key]

    def ended(self, key: str) -> None:
        """A client is done."""
        client = self._known.pop(key, None)
        if client is not None:
            client.leave()

    @asynccontextmanager
    async def living(self, _server: object) -> AsyncIterator[None]:
        """As long as the server is there: sessions that clients added do not outlive it."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._sweeping)
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
                await self._end_added()

    async def _sweeping(self) -> None:
        """Let go of clients that have gone while nobody else calls."""
        while True:
            await anyio.sleep(SWEEP)
            self._sweep("")

    async def _end_added(self) -> None:
        with anyio.CancelScope(shield=True):
            for client in self._known.values():
                await to_thread.run_sync(client.close_added)

    def _client(self, key: str, session: ServerSession) -> Client:
        """The client of a key, or of what it says it is where it has none. Raises LimitReached."""
        params = session.client_params
        name = clean(params.client_info.title or params.client_info.name)[:60] if params is not None else ""
        key = key or f"named {name}"
        self._sweep(key)
        found = self._known.get(key)
        if found is None:
            most = self._desk.session.settings.agents.max_clients
            if len(self._known) >= most:
                self._make_room(most)
            desk, self._first = self._first or self._desk.another(), None
            found = self._known[key] = Client(key, name or "an agent", desk, self._clock())
            found.allowance.hosts = self._hosts
            desk.lapsed = self._lapsed.pop(key, "")
            desk.owner, desk.asker, desk.on_change = found.name, self._desk.asker, self._desk.on_change
        return found

    def _sweep(self, but: str) -> None:
        """Let go of those that have not called for long."""
        now = self._clock()
        for key, client in list(self._known.items()):
            if key not in (but, PIPE) and not client.under_way and now - client.last > self.patience:
                minutes = self._desk.session.settings.agents.idle_minutes
                self._lapse(key, f"after {minutes} minutes without a call (agents.idle_minutes)")

    def _make_room(self, most: int) -> None:
        """Let go of the client that is idle for longest. Raises LimitReached where none is idle for a minute."""
        now = self._clock()
        idle = [
            (client.last, key)
            for key, client in self._known.items()
            if key != PIPE and not client.under_way and key not in self._streams and now - client.last > MINUTE
        ]
        if not idle:
            raise reached(f"there are {most} clients already (agents.max_clients)", MINUTE)
        self._lapse(min(idle)[1], f"to make room for another client (agents.max_clients: {most})")

    def _lapse(self, key: str, why: str) -> None:
        """Let go of a client, which hears of it should it come back."""
        self.ended(key)
        self._lapsed[key] = why
        if len(self._lapsed) > LAPSED:
            del self._lapsed[next(iter(self._lapsed))]


async def _note(session: Session, request: Caller, ctx: ServerRequestContext[Any, Any], result: HandlerResult) -> None:
    """Write a call into the journal, also one that nobody waits for any more."""
    params = ctx.params or {}
    tool = str(params.get("name", ""))[:60]
    if ctx.method != "tools/call" or request.needs is not None or not is_kept(session, tool):
        return
    told = result.get("structuredContent") if isinstance(result, dict) else getattr(result, "structured_content", None)
    who = request.client.name
    made = [entry(who, tool, arguments, deed, outcome) for deed, arguments, outcome in request.parts]
    if not any(outcome.get("error") for _, _, outcome in request.parts) and (not made or (told or {}).get("error")):
        made.append(entry(who, tool, request.arguments, request.deed, told or {}))
    with anyio.CancelScope(shield=True):
        for one in made:
            await to_thread.run_sync(session.store.deeds.add, one)
