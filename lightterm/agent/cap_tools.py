"""The tools that caps bring, as the protocol sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import Context
from pydantic import Field

from lightterm.agent.cap_works import CapWorks
from lightterm.agent.declaring import (
    ACTS,
    KEEPS,
    LOADS,
    LOCAL,
    READS,
    Address,
    Count,
    Name,
    Result,
    Seconds,
    Tokens,
    Tools,
    Word,
)
from lightterm.agent.sessions import SessionWorks
from lightterm.agent.sites import SiteWorks
from lightterm.agent.verifying import Expected, VerifyWorks
from lightterm.agent.watching import WatchWorks

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.agent.clients import Clients
    from lightterm.agent.grants import Grants

SessionDo = Literal[
    "list", "create", "switch", "close", "close_all", "cookies", "set_cookie", "clear_cookies", "save", "load", "states"
]
Side = Annotated[int, Field(ge=16, le=2048)]


def declare_caps(tools: Tools, clients: Clients, grants: Grants) -> None:
    """Declare the tools of the caps that were granted."""
    works = CapWorks(clients, grants)
    if "storage" in grants.caps:
        _storage(tools, SessionWorks(clients, grants))
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
        context: Context, do: SessionDo = "list", name: Name = "", url: Address = "", cookie: Word = ""
    ) -> Result:
        """Sessions with cookies and tabs of their own. set_cookie: url, cookie "a=b; Path=/". save, load: a state."""
        return await works.session(context, do, name, url, cookie)


def _sites(tools: Tools, sites: SiteWorks, watches: WatchWorks) -> None:
    @tools.tool(LOADS)
    async def site(
        context: Context,
        url: Address,
        do: Literal["known", "preview", "apis", "forget"] = "known",
        requests: Annotated[int, Field(ge=1, le=20)] = 8,
        max_tokens: Tokens = 2000,
    ) -> Result:
        """What is known of a site. preview: what loading url would do, without a request. apis: ask what it offers."""
        return await sites.site(context, do, url, requests, max_tokens)

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
        target: int = 0,
        name: Name = "",
        tab: int = 0,
        deadline: Annotated[float, Field(gt=0, le=3600)] = 120,
    ) -> Result:
        """Save a file, by address or link number, in the folder for downloads."""
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
    ) -> Result:
        """Requests of the open page. entry: one of them whole. har: all as HTTP Archive, a file in the downloads."""
        return await works.network(context, tab, match, entry, har, max_tokens)


def _devtools(tools: Tools, works: CapWorks) -> None:
    @tools.tool(LOCAL)
    async def console(context: Context, tab: int = 0, match: Word = "", max_tokens: Tokens = 1000) -> Result:
        """What the page's scripts said and threw."""
        return await works.console(context, tab, match, max_tokens)

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
