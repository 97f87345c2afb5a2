"""What the server offers beside its tools: pages as resources, prompts, and completion of their arguments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp_types import Completion

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import untrusted
from lightterm.agent.contract import contract
from lightterm.agent.cursors import Lines, Rest
from lightterm.agent.forms_told import form_lines
from lightterm.agent.naming import meant
from lightterm.agent.reading import lines_of, link_lines, outline_lines, section
from lightterm.agent.telling import trace_lines
from lightterm.errors import LighttermError
from lightterm.safe import clean
from lightterm.session.controls import called
from lightterm.session.fillings import filled_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp.server.mcpserver import MCPServer

    from lightterm.agent.clients import Clients
    from lightterm.agent.desk import Desk
    from lightterm.session.tab import Tab

TOKENS = 8000
"""Tokens of a resource at most; the tools give the rest."""

OFFERED = 50
"""Values that a completion offers."""

PARTS: dict[str, Callable[[Desk, Tab], Sequence[str]]] = {
    "page": lambda desk, tab: desk.lines(tab),
    "outline": lambda desk, tab: outline_lines(desk.page(tab).document),
    "links": lambda desk, tab: link_lines(desk.page(tab).document),
    "forms": lambda desk, tab: form_lines(desk.visit(tab)),
    "history": lambda _desk, tab: _history(tab),
    "trace": lambda desk, tab: trace_lines(desk.page(tab)),
}
"""What there is of a page, by the scheme of its resource."""

CONTRACT = "lightterm://contract"


def offer(server: MCPServer[Any], clients: Clients) -> None:
    """Teach a server its resources, prompts and completions."""
    _resources(server, clients)
    _prompts(server)
    _completions(server, clients)


def _read(desk: Desk, part: str, tab: str) -> str:
    if tab == "current" and not len(desk.tabs):
        return "no page is open"  # what is listed can be read
    if tab != "current" and not tab.isdecimal():
        raise ResourceNotFoundError(f"{part}://{clean(tab)[:60]}: a tab is named by its number, or current")
    try:
        chosen = desk.tab(0 if tab == "current" else int(tab))
        whole = Lines(PARTS[part](desk, chosen))
        rest = Rest(whole, desk.page(chosen), tab=desk.number_of(chosen), revision=desk.show(chosen))
    except LighttermError as error:
        raise ResourceNotFoundError(error.message) from None
    piece = whole.piece("", TOKENS)
    more = (
        f"\n({piece.left} lines more: snapshot, cursor {desk.cursors.keep(rest, piece.after)})" if piece.after else ""
    )
    return untrusted("\n".join(piece.items)) + more


def _history(tab: Tab) -> list[str]:
    """A line for each page of a tab, oldest first; the one that is shown is marked."""
    return [
        f"{'*' if visit is tab.visit else ' '} {clean(visit.title)} {address_told(visit.url)}" for visit in tab.visits
    ]


def _round(desk: Desk, target: str) -> str:
    try:
        tab = desk.tab()
        visit, document = desk.visit(tab), desk.page(tab).document
        desk.show(tab)
        lines = lines_of(section(document, filled_blocks(visit), str(meant(document, target))), document)
    except LighttermError as error:
        raise ResourceNotFoundError(error.message) from None
    return untrusted("\n".join(Lines(lines).piece("", TOKENS).items))


def _resources(server: MCPServer[Any], clients: Clients) -> None:
    async def read(part: str, tab: str) -> str:
        return await anyio.to_thread.run_sync(_read, clients.desk, part, tab)

    def add(part: str, words: str) -> None:
        @server.resource(f"{part}://current", name=part, description=f"{words} in front", mime_type="text/plain")
        async def current() -> str:
            return await read(part, "current")

        @server.resource(f"{part}://{{tab}}", name=f"{part}_of_tab", description=f"{words} of a tab")
        async def of_tab(tab: str) -> str:
            return await read(part, tab)

    add("page", "the page")
    add("outline", "the headings")
    add("links", "the links")
    add("forms", "the forms")
    add("history", "the pages so far")
    add("trace", "the decision trace")

    @server.resource("target://{target}", name="target", description="what stands round a target of the page in front")
    async def of_target(target: str) -> str:
        return await anyio.to_thread.run_sync(_round, clients.desk, target)

    @server.resource(
        CONTRACT, name="contract", description="shape of answers, error codes", mime_type="application/json"
    )
    async def the_contract() -> str:
        return json.dumps(contract(await server.list_tools()), indent=1)


def _prompts(server: MCPServer[Any]) -> None:
    @server.prompt(description="Find out about a question, with sources")
    def research(question: str, start: str = "") -> str:
        begin = f"Begin at {start}." if start else "Begin with a search page the user likes, or ask for one."
        return (
            f"Answer this from pages you read yourself: {question}\n{begin} Use browse with a query and a small budget "
            "first, then open what looks right. Name the address of every page that a statement rests on, and say what "
            "you could not find."
        )

    @server.prompt(description="Fill in a form together with the user")
    def fill_a_form(url: str, wishes: str) -> str:
        return (
            f"Open {url} and look at its forms. Fill them in so: {wishes}\nDo fill_form with dry_run first, show the "
            "user what would be sent, and send it only when they agree. Never ask for a password: the user types it."
        )

    @server.prompt(description="Let the user sign in, then go on")
    def hand_over(url: str) -> str:
        return (
            f"{url} needs a person (a login, a challenge, a consent). Open it, tell the user in one sentence what to "
            "do there, wait until the page shows that it is done, then go on with what you were doing."
        )


def _completions(server: MCPServer[Any], clients: Clients) -> None:
    async def complete(_reference: Any, argument: Any, _context: Any) -> Completion | None:
        if argument.name not in ("url", "start", "tab", "target"):
            return None
        values = await anyio.to_thread.run_sync(_values, clients.desk, argument.name, argument.value)
        return Completion(values=values[:OFFERED], total=len(values), has_more=len(values) > OFFERED)

    unannotated: Any = server.completion
    unannotated()(complete)


def _values(desk: Desk, name: str, begun: str) -> list[str]:
    if name == "tab":
        return [n for n in ("current", *(str(desk.number_of(tab)) for tab in desk.tabs)) if n.startswith(begun)]
    if name == "target":
        return _targets(desk, begun.casefold())
    open_now = [tab.visit.url for tab in desk.tabs if tab.visit is not None]
    marked = [bookmark.url for bookmark in desk.session.store.bookmarks.all()]
    known = [entry.url for entry in desk.session.store.history.recent(500)]
    seen = dict.fromkeys([*open_now, *marked, *known])
    return [url for url in seen if begun in url]


def _targets(desk: Desk, begun: str) -> list[str]:
    """The targets of the page in front by what they are called, where that begins so."""
    try:
        targets = desk.page(desk.tab()).document.targets
    except LighttermError:
        return []
    names = (" ".join((called(one.field) if one.field is not None else one.text).split()) for one in targets)
    return list(dict.fromkeys(name for name in names if name and name.casefold().startswith(begun)))
