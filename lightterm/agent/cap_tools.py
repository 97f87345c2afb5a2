"""The tools that caps bring, as the protocol sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import Context
from pydantic import Field

from lightterm.agent.batches import BatchWorks
from lightterm.agent.cap_works import CapWorks
from lightterm.agent.carrying import CarryWorks
from lightterm.agent.configuring import ConfigWorks
from lightterm.agent.declaring import (
    ACTS,
    KEEPS,
    LOADS,
    LOCAL,
    READS,
    Address,
    Cookie,
    Cookies,
    Count,
    Format,
    Name,
    Result,
    Seconds,
    Tier,
    Tokens,
    Tools,
    Word,
)
from lightterm.agent.sessions import SessionWorks
from lightterm.agent.sites import SiteWorks
from lightterm.agent.socket_works import SocketWorks
from lightterm.agent.telling import Wanted
from lightterm.agent.verifying import Expected, VerifyWorks
from lightterm.agent.watching import WatchWorks

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.agent.clients import Clients
    from lightterm.agent.grants import Grants

SessionDo = Literal[
    "list", "create", "switch", "close", "close_all", "cookies", "set_cookie", "clear_cookies", "save", "load", "states"
]
SocketDo = Literal["open", "send", "receive", "list", "close"]
Side = Annotated[int, Field(ge=16, le=2048)]


def declare_caps(tools: Tools, clients: Clients, grants: Grants) -> None:
    """Declare the tools of the caps that were granted."""
    works = CapWorks(clients, grants)
    if "storage" in grants.caps:
        _storage(tools, SessionWorks(clients, grants))
        _carrying(tools, CarryWorks(clients, grants), ConfigWorks(clients, grants))
    if "batch" in grants.caps:
        _batch(tools, BatchWorks(clients, grants))
    if "sites" in grants.caps:
        _sites(tools, SiteWorks(clients, grants), WatchWorks(clients, grants))
    if "checks" in grants.caps:
        _checks(tools, VerifyWorks(clients, grants))
    for cap, declare in DECLARED.items():
        if cap in grants.caps:
            declare(tools, works)


def _storage(tools: Tools, works: SessionWorks) -> None:
    @tools.tool(KEEPS)
    async def session(
        context: Context, do: SessionDo = "list", name: Name = "", url: Address = "", cookie: Cookie = ""
    ) -> Result:
        """Sessions with cookies and tabs of their own. set_cookie: url, cookie "a=b; Path=/". save, load: a state."""
        return await works.session(context, do, name, url, cookie)


def _carrying(tools: Tools, works: CarryWorks, configs: ConfigWorks) -> None:
    @tools.tool(LOADS)
    async def browse_as(
        context: Context,
        url: Address,
        cookies: Cookies = (),
        local_storage: dict[Word, Word] | None = None,
        tier: Tier | None = None,
        format: Format = "text",
        max_tokens: Tokens = 4000,
        deadline: Seconds = 15,
    ) -> Result:
        """Read a page with cookies ("a=b; Path=/") and local storage of the call alone; answers those that are new."""
        wanted = Wanted(format=format, max_tokens=max_tokens)
        return await works.browse_as(context, url, cookies, local_storage or {}, tier, wanted, deadline)

    @tools.tool(KEEPS)
    async def config(context: Context, key: Name = "", value: Name | None = None) -> Result:
        """Settings of the session: one, or all that may be set; value sets it, in a session of one's own."""
        return await configs.config(context, key, value)


def _batch(tools: Tools, works: BatchWorks) -> None:
    @tools.tool(LOADS)
    async def batch(
        context: Context,
        do: Literal["start", "status", "results", "cancel"] = "results",
        urls: Annotated[tuple[Address, ...], Field(max_length=50)] = (),
        batch: Name = "",
        start: Count = 0,
        max_tokens: Tokens = 4000,
        deadline: Seconds = 60,
    ) -> Result:
        """Load many pages: start with urls, then results, which waits and tells how far it is, from page start on."""
        return await works.batch(context, do, urls, batch, start, max_tokens, deadline)


def _sites(tools: Tools, sites: SiteWorks, watches: WatchWorks) -> None:
    @tools.tool(LOADS)
    async def site(
        context: Context,
        url: Address,
        do: Literal["known", "preview", "apis", "data", "forget"] = "known",
        requests: Annotated[int, Field(ge=1, le=20)] = 8,
        max_tokens: Tokens = 2000,
        deadline: Seconds = 30,
    ) -> Result:
        """What is known of a site. preview: what a load would do. apis: ask what it offers. data: of a page."""
        return await sites.site(context, do, url, requests, max_tokens, deadline)

    @tools.tool(LOADS)
    async def watch(
        context: Context,
        do: Literal["observe", "poll", "list", "forget"] = "poll",
        url: Address = "",
        max_tokens: Tokens = 2000,
        deadline: Seconds = 60,
    ) -> Result:
        """Watch pages: observe one, poll those that are due. Tells what changed, how often it does, when to look."""
        return await watches.watch(context, do, url, max_tokens, deadline)


def _checks(tools: Tools, works: VerifyWorks) -> None:
    @tools.tool(READS)
    async def verify(
        context: Context,
        url: Address,
        level: Literal["basic", "standard", "thorough"] = "standard",
        texts: tuple[Word, ...] = (),
        selectors: tuple[Word, ...] = (),
        absent: tuple[Word, ...] = (),
        min_length: Count = 0,
        deadline: Seconds = 15,
    ) -> Result:
        """Whether a page is what it should be: texts and selectors that are there, texts that are not."""
        expected = Expected(texts, selectors, absent, min_length)
        return await works.verify(context, url, level, expected, deadline)


def _files(tools: Tools, works: CapWorks) -> None:
    @tools.tool(LOADS)
    async def download(
        context: Context,
        url: Address = "",
        target: int | Word = 0,
        name: Name = "",
        tab: int = 0,
        deadline: Annotated[float, Field(gt=0, le=3600)] = 120,
    ) -> Result:
        """Save a file, by address or link, in the folder for downloads."""
        return await works.download(context, url, target, name, tab, deadline)


def _network(tools: Tools, works: CapWorks) -> None:
    @tools.tool(LOCAL)
    async def network(
        context: Context,
        tab: int = 0,
        match: Word = "",
        entry: int = 0,
        har: bool = False,
        max_tokens: Tokens = 2000,
        deadline: Seconds = 30,
    ) -> Result:
        """Requests of the open page. entry: one of them whole. har: all as HTTP Archive, a file in the downloads."""
        return await works.network(context, tab, match, entry, har, max_tokens, deadline)

    sockets = SocketWorks(works.clients, works.grants)

    @tools.tool(ACTS)
    async def websocket(
        context: Context,
        do: SocketDo = "list",
        url: Address = "",
        socket: int = 0,
        text: Word = "",
        wait: Annotated[float, Field(ge=0, le=60)] = 2,
        max_tokens: Tokens = 1000,
    ) -> Result:
        """Speak over a WebSocket. open: url. send: text. receive: what came since, waiting so many seconds."""
        return await sockets.websocket(context, do, url, socket, text, wait, max_tokens)


def _devtools(tools: Tools, works: CapWorks) -> None:
    @tools.tool(LOCAL)
    async def console(
        context: Context, tab: int = 0, match: Word = "", max_tokens: Tokens = 1000, deadline: Seconds = 30
    ) -> Result:
        """What the page's scripts said and threw."""
        return await works.console(context, tab, match, max_tokens, deadline)

    @tools.tool(ACTS)
    async def evaluate(
        context: Context, script: Word, tab: int = 0, max_tokens: Tokens = 1000, deadline: Seconds = 10
    ) -> Result:
        """The value of a JavaScript expression in the page, as JSON."""
        return await works.evaluate(context, script, tab, max_tokens, deadline)


def _media(tools: Tools, works: CapWorks) -> None:
    @tools.tool(LOCAL)
    async def media(
        context: Context,
        tab: int = 0,
        show: tuple[int, ...] = (),
        max_side: Side = 800,
        max_tokens: Tokens = 1000,
        deadline: Seconds = 15,
    ) -> Result:
        """Pictures, video and audio of the page. show: numbers of pictures to see, at most four."""
        return await works.media(context, tab, show, max_side, max_tokens, deadline)


def _feedback(tools: Tools, works: CapWorks) -> None:
    @tools.tool(KEEPS)
    async def feedback(context: Context, verdict: Literal["right", "incomplete", "wrong"], tab: int = 0) -> Result:
        """Say how the open page was read. incomplete: its host begins a tier higher. wrong: forget what was learned."""
        return await works.feedback(context, verdict, tab)


DECLARED: dict[str, Callable[[Tools, CapWorks], None]] = {
    "files": _files,
    "network": _network,
    "devtools": _devtools,
    "media": _media,
    "feedback": _feedback,
}
