"""The tools: what an MCP client can call, each a few words that an agent pays for in every conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mcp.server.mcpserver import Context

from lightterm.agent.declaring import (
    ACTS,
    KEEPS,
    LOADS,
    LOCAL,
    READS,
    Address,
    Count,
    Do,
    Format,
    Include,
    Result,
    Seconds,
    Share,
    Steps,
    Tier,
    Tokens,
    Tools,
    Word,
)
from lightterm.agent.telling import Wanted
from lightterm.agent.works import Works

if TYPE_CHECKING:
    from mcp.server.mcpserver.tools import Tool

    from lightterm.agent.clients import Clients
    from lightterm.agent.grants import Grants


def tools_on(clients: Clients, grants: Grants) -> list[Tool]:
    """The tools on the desks of clients; `grants` say what they may do, and which there are beyond the usual ones."""
    works, tools = Works(clients, grants), Tools()
    for declare in (_loading, _opening, _reading, _listing, _acting, _keeping):
        declare(tools, works)
    if grants.caps:
        from lightterm.agent.cap_tools import declare_caps

        declare_caps(tools, clients, grants)
    return tools.made


def _loading(tools: Tools, works: Works) -> None:
    @tools.tool(READS)
    async def browse(
        context: Context,
        url: Address,
        format: Format = "text",
        part: Word = "",
        selectors: tuple[Word, ...] = (),
        keywords: tuple[Word, ...] = (),
        query: Word = "",
        max_tokens: Tokens = 4000,
        max_tier: Tier | None = None,
        deadline: Seconds = 15,
        freshness: Literal["any", "fresh", "cached"] = "any",
        min_confidence: Share = 0,
        min_length: Count = 0,
        include: tuple[Include, ...] = (),
        cursor: Word = "",
    ) -> Result:
        """Read one page without a tab. part: a heading. query: only what is about it. [12] in text is target 12."""
        wanted = Wanted(
            format, part, query, keywords, selectors, include, max_tokens, freshness, min_confidence, min_length
        )
        return await works.browse(context, url, wanted, max_tier, deadline, cursor)


def _opening(tools: Tools, works: Works) -> None:
    @tools.tool(LOADS, name="open")
    async def open_(
        context: Context,
        url: Address,
        new_tab: bool = False,
        tab: int = 0,
        max_tokens: Tokens = 4000,
        tier: Tier | None = None,
        deadline: Seconds = 15,
    ) -> Result:
        """Open a page in a tab, to act on it."""
        return await works.open(context, url, new_tab, tab, max_tokens, tier, deadline)

    @tools.tool(LOADS)
    async def go(
        context: Context,
        to: Literal["back", "forward", "reload", "undo", "next"],
        tab: int = 0,
        max_tokens: Tokens = 4000,
        deadline: Seconds = 15,
    ) -> Result:
        """Go back or forward in a tab, reload it, undo the last deed. next: page, or more by scrolling."""
        return await works.go(context, to, tab, max_tokens, deadline)


def _reading(tools: Tools, works: Works) -> None:
    @tools.tool(LOCAL)
    async def snapshot(
        context: Context,
        tab: int = 0,
        part: Word = "",
        format: Format = "text",
        since: int | None = None,
        cursor: Word = "",
        max_tokens: Tokens = 4000,
        deadline: Seconds = 30,
    ) -> Result:
        """The open page. part: target or heading. since: what changed since a revision. cursor: of any answer."""
        return await works.snapshot(context, tab, part, format, since, cursor, max_tokens, deadline)

    @tools.tool(LOCAL)
    async def find(
        context: Context,
        text: Word,
        tab: int = 0,
        max_tokens: Tokens = 1000,
        deadline: Seconds = 30,
    ) -> Result:
        """Lines of the open page with a text or regular expression."""
        return await works.find(context, text, tab, max_tokens, deadline)


def _listing(tools: Tools, works: Works) -> None:
    @tools.tool(LOCAL)
    async def links(
        context: Context,
        tab: int = 0,
        match: Word = "",
        cursor: Word = "",
        max_tokens: Tokens = 2000,
        deadline: Seconds = 30,
    ) -> Result:
        """Links with their addresses."""
        return await works.links(context, tab, match, cursor, max_tokens, deadline)

    @tools.tool(LOCAL)
    async def forms(
        context: Context,
        tab: int = 0,
        max_tokens: Tokens = 2000,
        deadline: Seconds = 30,
    ) -> Result:
        """Forms: fields with number, label, kind, value, choices."""
        return await works.forms(context, tab, max_tokens, deadline)

    @tools.tool(LOCAL)
    async def explain(
        context: Context,
        tab: int = 0,
        max_tokens: Tokens = 2000,
        deadline: Seconds = 30,
    ) -> Result:
        """How the page was loaded: tiers tried and why, timing, redirects, what was hidden."""
        return await works.explain(context, tab, max_tokens, deadline)


def _acting(tools: Tools, works: Works) -> None:
    @tools.tool(ACTS)
    async def act(
        context: Context,
        do: Do | None = None,
        target: int | Word = 0,
        value: Word | list[Word] = "",
        steps: Steps = (),
        tab: int = 0,
        revision: int | None = None,
        max_tokens: Tokens = 1000,
        deadline: Seconds = 15,
    ) -> Result:
        """Act on a target (number, words, URL with *, "@x,y" of the last screenshot); answers what changed. value:
        text, choice, key, file or a point "x,y" in it; drag: to a point, target, "7@x,y" or "+x,-y", or
        [from, ..., to]; mark: words; next dialog: accept, dismiss or words. steps: many in order, up to one that
        fails."""
        return await works.act(context, do, target, value, steps, tab, revision, max_tokens, deadline)

    @tools.tool(ACTS)
    async def fill_form(
        context: Context,
        fields: dict[str, Word | bool | list[Word]],
        submit: bool = False,
        dry_run: bool = False,
        tab: int = 0,
        max_tokens: Tokens = 1000,
        deadline: Seconds = 15,
    ) -> Result:
        """Fill in fields by label, name or number. dry_run: say what would be sent."""
        return await works.fill_form(context, fields, submit, dry_run, tab, max_tokens, deadline)


def _keeping(tools: Tools, works: Works) -> None:
    @tools.tool(LOCAL)
    async def wait(
        context: Context,
        text: Word = "",
        selector: Word = "",
        tab: int = 0,
        deadline: Seconds = 10,
    ) -> Result:
        """Wait until the page shows a text or a CSS selector finds some, or until it comes to rest."""
        return await works.wait(context, text, selector, tab, deadline)

    @tools.tool(KEEPS)
    async def tabs(
        context: Context,
        do: Literal["list", "select", "close"] = "list",
        tab: int = 0,
    ) -> Result:
        """List tabs, select or close one."""
        return await works.tabs(context, do, tab)

    @tools.tool(LOCAL)
    async def screenshot(
        context: Context,
        tab: int = 0,
        full_page: bool = False,
        deadline: Seconds = 15,
    ) -> Result:
        """A PNG of a page in the full tier."""
        return await works.screenshot(context, tab, full_page, deadline)
