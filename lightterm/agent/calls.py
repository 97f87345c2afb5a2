"""What a call is answered, and the answer about a tab's page."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from lightterm.agent.acting import Acting
from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, Picture, as_data, failed, untrusted
from lightterm.agent.calling import caller
from lightterm.agent.confidences import as_told, confidences
from lightterm.agent.cursors import Lines, Rest
from lightterm.agent.deed import Deed
from lightterm.agent.folders import KINDS
from lightterm.agent.lean import as_json
from lightterm.agent.masked import check_whole
from lightterm.agent.passwords import may_fill
from lightterm.agent.reading import COLUMNS
from lightterm.agent.serving import OWN, Serving
from lightterm.agent.telling import header
from lightterm.agent.walls import needed
from lightterm.commands.page_json import timing
from lightterm.engines.base import tier_name
from lightterm.errors import (
    AuthExpired,
    AuthMissing,
    BotDetected,
    InternalError,
    LighttermError,
    PasswordMissing,
    PersonNeeded,
    ValidationFailed,
)
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import FULL, Request
from lightterm.output.tokens import tokens
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.agent.clients import Clients
    from lightterm.agent.cursors import Whole
    from lightterm.agent.desk import Desk
    from lightterm.agent.grants import Grants
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

    Call = Context[Any, Any]

TOLD = frozenset({BotDetected.code, AuthMissing.code, AuthExpired.code})
"""Errors of a page that say by themselves that a person is needed."""

GOING = frozenset({"open", "go", "act", "fill_form"})
"""Tools that lead to other pages in a tab."""

TRIES, WHOLE = 3, 4000
"""How often a person is asked for the password of a file, and the tokens of a page that are told unless others are
asked for."""

BEHIND = 1000
"""Tokens of a page that a person got past a wall to."""

LOOK = 5.0
"""Seconds that a picture of a page on which an action failed may take."""

GLANCE = 0.2
"""Seconds that must be left for it."""

LEAST = 10
"""Tokens of a page that are told in any case."""

READING = 30.0
"""Seconds that a call which loads nothing may take."""


class Calls:
    """Calls of tools, served and answered."""

    def __init__(self, clients: Clients, grants: Grants) -> None:
        self.clients = clients
        self.grants = grants
        self._serving = Serving(clients)

    @property
    def desk(self) -> Desk:
        """The desk of whose call is at work."""
        return self.clients.desk

    async def _do(
        self,
        work: Callable[[Cancel], Answer | tuple[Answer, Sequence[Picture]]],
        seconds: float = READING,
        tab: int | None = 0,
        deed: Deed | Callable[[], Deed | None] | None = None,
        ends: bool = False,
    ) -> CallToolResult:
        """Do work on a thread; what goes wrong is an answer. A call that is cancelled stops its load.

        It has its turn on a `tab`: of that number, the one in front (0), the one that pages are opened in (OWN), none;
        where it `ends` the tab, all other calls there are ended first.
        """
        start = begun = time.monotonic()
        cancel = Cancel()
        pictures: Sequence[Picture] = ()

        async def after(deed: Deed, done: Any) -> Any:
            return await self._past_walls(deed, tab, await self._unlocked(deed, done, lambda: work(cancel)))

        def timed(cancel: Cancel) -> Any:
            nonlocal begun
            begun = time.monotonic()  # what a person took before is not the call's
            return work(cancel)

        try:
            done = await self._serving.served(timed, seconds, tab, deed, cancel, after, ends)
            answer, pictures = done if isinstance(done, tuple) else (done, ())
        except LighttermError as error:
            answer = failed(error)
            pictures = await self._seen(tab, deed, seconds - (time.monotonic() - begun))
        except anyio.get_cancelled_exc_class():
            cancel.cancel()
            raise
        except Exception as problem:
            answer = failed(InternalError(f"internal error: {type(problem).__name__}: {problem}"))
        took = round((time.monotonic() - start) * 1000)
        result: CallToolResult = answer.model_copy(update={"tookMs": took}).result(pictures)
        return result

    def acting(self, tab: Tab, seconds: float, cancel: Cancel) -> Acting:
        """With what actions on a tab are done in the name of the client."""
        url = self.desk.visit(tab).url
        passwords = may_fill(self.desk.session.settings_for(url))
        uploads, downloads = (self.desk.folder(kind, url) for kind in KINDS)
        cancel.add(partial(_stop, tab))
        return Acting(self.desk, tab, seconds, cancel, uploads, downloads, passwords)

    async def _seen(
        self, tab: int | None, deed: Deed | Callable[[], Deed | None] | None, left: float
    ) -> Sequence[Picture]:
        """What a page in the full tier looks like on which an action failed, for who asked for pictures.

        It is looked at in the seconds that are left of the call.
        """
        if "media" not in self.grants.caps or deed is None or tab is None or tab == OWN or left < GLANCE:
            return ()
        with suppress(LighttermError):
            page = self.desk.page(self.desk.tab(tab))
            live = page.snapshot.live
            if live is not None and page.tier == FULL:
                return (Picture(await anyio.to_thread.run_sync(live.screenshot, False, min(LOOK, left))),)
        return ()

    async def _unlocked(self, deed: Deed, done: Any, again: Callable[[], Any]) -> Any:
        """Of a call that met an encrypted file: the file read with what a person types, where one is there."""
        for _ in range(TRIES):
            answer = done[0] if isinstance(done, tuple) else done
            error = answer.error or {}
            if error.get("code") != PasswordMissing.code:
                break
            url = error["context"]["url"]
            try:
                secret = await self.desk.ask_secret(deed.replace(asks=f"the password of {address_told(url)}", url=url))
            except PersonNeeded:
                break
            done = await anyio.to_thread.run_sync(self._read_with, answer, url, secret, again)
        return done

    def _read_with(self, answer: Answer, url: str, secret: str, again: Callable[[], Any]) -> Any:
        """The answer of a call once more, with the password of a file."""
        from lightterm.session.viewing import unlock

        desk, session = self.desk, self.desk.session
        session.passwords[url.partition("#")[0]] = secret
        if not answer.tab:
            return again()
        tab = desk.tab(answer.tab)
        visit, page = desk.visit(tab), unlock(session, desk.page(tab), COLUMNS, secret)
        desk.run(lambda: visit.show(page))
        desk.changed(tab)
        return self._whole(tab, int(caller().arguments.get("max_tokens", WHOLE)))

    async def _past_walls(self, deed: Deed, tab: int | None, done: Any) -> Any:
        """Of a call that led to a page which only a person gets past: the page behind it, or the error that says so."""
        if deed.tool not in GOING or not isinstance(done, Answer):
            return done
        desk = self.desk
        with suppress(LighttermError):
            chosen = desk.own_tab() if tab in (None, OWN) else desk.tab(tab)
            wall = desk.wall(chosen) if chosen is not None else None
            if chosen is None or wall is None:
                return done
            try:
                solved = await desk.hand_over(chosen, wall)
            except LighttermError as error:
                return done.model_copy(update={"error": as_data(error)})
            if not solved:
                told = (done.error or {}).get("code") in TOLD
                return done if told else done.model_copy(update={"error": as_data(needed(wall))})
            budget = caller().arguments.get("max_tokens", BEHIND)
            steps = (done.data or {}).get("steps")
            said = f"of {steps['of']} steps {steps['done']} were done before" if steps else ""
            whole = await anyio.to_thread.run_sync(self._whole, chosen, int(budget), None, said)
            return whole.model_copy(update={"data": {**(whole.data or {}), "steps": steps}}) if steps else whole
        return done

    def _about(self, tab: Tab, **more: Any) -> Answer:
        """An answer about the page of a tab."""
        visit = self.desk.visit(tab)
        told = self._page_told(self.desk.page(tab), address_told(visit.url))
        return told.model_copy(update={"tab": self.desk.number_of(tab), "revision": self.desk.show(tab), **more})

    def _page_told(self, page: Page, url: str) -> Answer:
        """What every answer says of a page."""
        return Answer(
            url=url,
            title=clean(page.document.title),
            tier=tier_name(page.tier),
            error=as_data(page.error) if page.error is not None else None,
            **self.measured(page),
        )

    def measured(self, page: Page) -> dict[str, Any]:
        """How sure lightterm is of a page, and how long it took."""
        return {"confidence": as_told(confidences(page)), "timing": timing(page)}

    def _whole(
        self, tab: Tab, max_tokens: int, whole: Whole | list[str] | None = None, said: str = "", key: str = ""
    ) -> Answer:
        """The page of a tab, or lines about it, as far as the budget goes; `said` stands before them.

        `key` is what the cursors in them begin with.
        """
        about = self._about(tab)
        page = self.desk.page(tab)
        if whole is None:
            whole = Lines(self.desk.shown(tab).begun(self.desk.visit(tab))).after(header(page))
        whole = Lines(whole) if isinstance(whole, list) else whole
        rest = Rest(whole, page, tab=about.tab or 0, revision=about.revision or 0, key=key)
        return self._piece(about, rest, "", max_tokens, said)

    def _piece(self, about: Answer, rest: Rest, place: str, max_tokens: int, said: str = "") -> Answer:
        """The answer with what comes at a place of all that there is, and the cursor to what its budget left out."""
        room = max(LEAST, about.framed(max_tokens) - (tokens(said) + 1 if said else 0))
        piece = rest.whole.piece(place, room)
        if about.data and not rest.name and (over := as_json("\n".join(piece.items)) - room) > 0:
            piece = rest.whole.piece(place, max(LEAST, room - over))  # else what was asked for besides would go
        cursor = self.desk.cursors.keep(rest, piece.after) if piece.after else None
        said = "\n".join(filter(None, (said, piece.said)))
        more: dict[str, Any] = {"cursor": cursor, "truncated": True if cursor else about.truncated}
        data = dict(about.data or {})
        if rest.name:
            return about.model_copy(update={**more, "data": {**data, rest.name: list(piece.items)}})
        if cursor:
            more["data"] = {**data, "linesLeft": piece.left}
        text = untrusted("\n".join(piece.items))
        return about.model_copy(update={**more, "text": "\n".join(filter(None, (said, text)))})

    def _onward(self, cursor: str, max_tokens: int, url: str = "") -> Answer:
        """What a cursor goes on with, of an address that was browsed or of a tab's page as it was told.

        Raises ValidationFailed, StaleTarget.
        """
        rest, place = self.desk.cursors.found(cursor)
        if url and rest.url != url:
            words = f"{cursor} goes on with {address_told(rest.url)}" if rest.url else f"{cursor} goes on with a tab"
            raise ValidationFailed(words, actions=(), argument="cursor")
        about = self._page_told(rest.page, address_told(rest.page.response.url))
        if rest.tab:
            tab = self.desk.tab(rest.tab)
            self.desk.show_again(tab, rest.page, rest.revision)
            about = about.model_copy(update={"tab": rest.tab, "revision": rest.revision})
        else:
            about = about.model_copy(update={"truncated": False})
        return self._piece(about, rest, place, max_tokens)

    def _request(self, url: str, **more: Any) -> Request:
        from lightterm.fetch.urls import typed_to_url

        check_whole(self.desk, url)
        return Request(url=typed_to_url(url, ""), asker=self.grants.asker, **more)


def _stop(tab: Tab) -> None:
    """End what is being done to the page of a tab where it lives."""
    live = tab.visit.page.snapshot.live if tab.visit is not None and tab.visit.page is not None else None
    if live is not None:
        live.stop()
