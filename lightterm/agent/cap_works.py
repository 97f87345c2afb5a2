"""What the tools of caps do: files, the network and scripts of a page, its pictures, and what is learned of a site."""

from __future__ import annotations

import json
import os
import threading
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, Picture, untrusted
from lightterm.agent.apart import check_script
from lightterm.agent.calls import READING, Calls
from lightterm.agent.deed import Deed
from lightterm.agent.deeds import on_page
from lightterm.agent.enlivening import awake
from lightterm.agent.folders import DOWNLOADS, needed
from lightterm.agent.including import console_data, exchange_data
from lightterm.agent.naming import meant
from lightterm.agent.passwords import may_fill, newly_filled, refused
from lightterm.agent.pictures import media_lines, pictures_of
from lightterm.agent.script_forms import BODY, body, expression
from lightterm.engines import base as engine
from lightterm.engines.base import tier_name
from lightterm.engines.har import exchanges, har
from lightterm.errors import Action, ActionRefused, CutOff, RequiresScript, ScriptFailed, TimedOut, ValidationFailed
from lightterm.fetch.filename import is_safe_filename
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.document.model import Document
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.download import Transfer
    from lightterm.session.tab import Tab

    Call = Context[Any, Any]


class CapWorks(Calls):
    """The work of the tools that caps bring."""

    # --- files

    async def download(
        self, context: Call, url: str, target: int | str, name: str, tab: int, deadline: float
    ) -> CallToolResult:
        await context.report_progress(0, None, f"downloading {address_told(url) or f'[{target}]'}")

        def work(cancel: Cancel) -> Answer:
            if name and not is_safe_filename(name):
                raise ValidationFailed(f"{name!r} is no name of a file", actions=(), argument="name")
            if not url and not target:
                raise ValidationFailed("download needs a url or the number of a link", actions=(), argument="url")
            request = self._request(url) if url else self._linked(self.desk.tab(tab), target)
            folder = needed(DOWNLOADS, self.desk.folder(DOWNLOADS, request.url))
            done = self._transferred(request, folder, name, deadline, cancel)
            size = done.download.size
            file = os.path.relpath(done.download.path, folder)
            data = {"file": file, "bytes": size, "contentType": done.content_type, "url": address_told(request.url)}
            return Answer(text=untrusted(f"saved {clean(file)} ({size} bytes)"), data=data)

        def deed() -> Deed:
            address = url or (self._linked(self.desk.tab(tab), target).url if target else "")
            if not self.desk.asks_for_folders:  # then nobody is asked about what cannot be done
                needed(DOWNLOADS, self.desk.folder(DOWNLOADS, address))
            return Deed("download", address_told(address), acts=True, url=address, folder=DOWNLOADS)

        return await self._do(work, deadline, None, deed)

    def _linked(self, tab: Tab, wanted: int | str) -> Request:
        from lightterm.loading import onward

        number = meant(self.desk.page(tab).document, wanted)
        target = self.desk.target(tab, number)
        if not target.url:
            raise ValidationFailed(f"[{number}] is no link", actions=())
        return onward(self.desk.page(tab), target.url)

    def _transferred(self, request: Request, folder: str, name: str, seconds: float, cancel: Cancel) -> Transfer:
        from lightterm.session.download import Transfer
        from lightterm.session.store.model import Download

        ended = threading.Event()
        begun, session = Download(request.url, ""), self.desk.session
        transfer = Transfer(session, begun, request, lambda _done: ended.set(), folder, name, kept=False, fixed=True)
        cancel.add(transfer.cancel)
        try:
            transfer.start()
            if not ended.wait(seconds):
                transfer.cancel()
                ended.wait(1.0)
                raise TimedOut(f"the download took longer than {seconds:g} s", url=request.url)
        finally:
            cancel.remove(transfer.cancel)
        if transfer.download.state != "done":
            raise transfer.problem or CutOff(transfer.download.error or "the download was stopped", url=request.url)
        if self.desk.allowance is not None:
            self.desk.allowance.loaded(transfer.download.received)
        return transfer

    # --- the network, the console, scripts

    async def network(
        self, _context: Call, tab: int, match: str, entry: int, as_har: bool, max_tokens: int, deadline: float
    ) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            page = self.desk.page(chosen)
            seen = exchanges(page.response, page.snapshot.evidence)
            if as_har:
                return self._about(chosen, text=f"saved {self._saved_har(page)}")
            if entry:
                if not 1 <= entry <= len(seen):
                    words = f"there is no request {entry}; the page made {len(seen)}"
                    raise ValidationFailed(words, actions=(), argument="entry")
                whole = json.dumps(exchange_data(seen[entry - 1]), ensure_ascii=False, indent=1)
                return self._whole(chosen, max_tokens, whole.split("\n"))
            lines = [
                f"{n} {one.method} {one.status or clean(one.error)} {one.kind} {one.ms:.0f} ms {address_told(one.url)}"
                for n, one in enumerate(seen, 1)
                if match.casefold() in one.url.casefold()
            ]
            return self._whole(chosen, max_tokens, lines or ["no such request"])

        deed = Deed("network", "save the page's requests (HAR)", folder=DOWNLOADS)
        return await self._do(work, deadline, tab, (lambda: on_page(self.desk, tab, deed)) if as_har else None)

    def _saved_har(self, page: Page) -> str:
        """The name of the file in the folder for downloads that has a page's requests now."""
        from lightterm.fetch.part_file import PartFile

        folder = needed(DOWNLOADS, self.desk.folder(DOWNLOADS, page.response.url))
        file = PartFile.new(folder, "network.har", fixed=True)
        try:
            file.write(har(page.response, page.document.title, page.snapshot.evidence).encode())
            return os.path.basename(file.finish())
        finally:
            file.close()

    async def console(self, _context: Call, tab: int, match: str, max_tokens: int, deadline: float) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            self.desk.renew(chosen)
            lines = [f"{one['level']}: {one['text']}" for one in console_data(self.desk.page(chosen))]
            found = [line for line in lines if match.casefold() in line.casefold()]
            return self._whole(chosen, max_tokens, found or ["nothing was said"])

        return await self._do(work, deadline, tab)

    async def evaluate(self, _context: Call, script: str, tab: int, max_tokens: int, deadline: float) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            awake(self.acting(chosen, deadline, cancel), None)
            live = self.desk.page(chosen).snapshot.live
            if live is None:
                raise RequiresScript("the page does not live in an engine", url=self.desk.visit(chosen).url)
            self.desk.renew(chosen)
            before = self.desk.page(chosen).document
            if not may_fill(self.desk.session.settings_for(before.url)):
                check_script(live, before)
            value = _evaluated(live, script, deadline)
            self.desk.renew(chosen)
            self._check_passwords(chosen, before, deadline)
            return self._whole(chosen, max_tokens, clean(value).split("\n"))

        def deed() -> Deed:
            if not self.grants.evaluates:
                step = Action("ask_the_person", "Ask the person to allow scripts of agents (agents.evaluate).", 1)
                raise ActionRefused("agents may not run scripts in pages here", actions=(step,))
            return on_page(self.desk, tab, Deed("evaluate", clean(script[:80]), acts=True))

        return await self._do(work, deadline, tab, deed)

    def _check_passwords(self, tab: Tab, before: Document, seconds: float) -> None:
        """Empty the passwords that a script has filled in. Raises ActionRefused where it did."""
        page = self.desk.page(tab)
        live = page.snapshot.live
        filled = newly_filled(before, page.document)
        if live is None or not filled or may_fill(self.desk.session.settings_for(page.document.url)):
            return
        for _, number in filled:
            live.act(engine.Action("clear", page.document.targets[number].handle), seconds)
        self.desk.renew(tab)
        raise refused(filled, page.document)

    # --- pictures

    async def media(
        self, _context: Call, tab: int, show: Sequence[int], side: int, max_tokens: int, deadline: float
    ) -> CallToolResult:
        def work(_cancel: Cancel) -> tuple[Answer, Sequence[Picture]]:
            chosen = self.desk.tab(tab)
            page = self.desk.page(chosen)
            pictures = pictures_of(self.desk.session, page, show, side)
            answer = self._whole(chosen, max_tokens, media_lines(page) or ["the page has none"])
            return answer, pictures

        return await self._do(work, deadline, tab)

    # --- what is learned

    async def feedback(self, _context: Call, verdict: str, tab: int) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            from lightterm.session.learned import Lessons
            from lightterm.session.told import told_tier

            chosen = self.desk.tab(tab)
            page = self.desk.page(chosen)
            tier = {"right": page.tier, "incomplete": min(page.tier + 1, 3), "wrong": 0}[verdict]
            host = told_tier(self.desk.session, page.response.url, tier)
            if verdict == "right":
                Lessons(self.desk.session).confirmed(page.response.url)
            said = f"{host} begins in tier {tier_name(tier)}" if tier else f"what was learned of {host} is forgotten"
            return self._about(chosen, text=said)

        return await self._do(work, READING, tab)


def _evaluated(live: engine.LivePage, script: str, seconds: float) -> str:
    """The value of a script, which may be a function or the body of one, as JSON text. Raises ScriptFailed."""
    try:
        return live.evaluate(expression(script), seconds)
    except ScriptFailed as error:
        if not any(words in error.message for words in BODY):
            raise
    return live.evaluate(body(script), seconds)
