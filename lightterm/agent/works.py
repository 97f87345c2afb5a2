"""What the tools do: one call after the other on a tab, each within its time and its budget, on a thread of its own."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from lightterm.agent.acting import Acting, act
from lightterm.agent.acting_at import act_at
from lightterm.agent.addresses import address_told
from lightterm.agent.answer import MARKS, Answer, Picture, failed, untrusted
from lightterm.agent.calling import caller
from lightterm.agent.calls import Calls
from lightterm.agent.confidences import check_sure
from lightterm.agent.cursors import Lines, Rest, new_key
from lightterm.agent.deed import Deed
from lightterm.agent.deeds import act_deed, close_deed, fill_deed, open_deed
from lightterm.agent.enlivening import awake
from lightterm.agent.filling import fill_form
from lightterm.agent.finding import lines_with, links_with
from lightterm.agent.forms_told import form_lines
from lightterm.agent.growing import links_growing
from lightterm.agent.including import TOLD, bounded, included, trace
from lightterm.agent.learning import remembering
from lightterm.agent.live import more
from lightterm.agent.lookalikes import as_written
from lightterm.agent.many import Many
from lightterm.agent.meant_targets import named
from lightterm.agent.naming import is_number, next_page
from lightterm.agent.near_words import lines_near
from lightterm.agent.points import Taken, point_of
from lightterm.agent.reading import AROUND, changed_lines, link_lines
from lightterm.agent.serving import OWN
from lightterm.agent.telling import Wanted, formatted, header, in_context, trace_lines
from lightterm.agent.undoing import undo, undoable
from lightterm.agent.waiting import awaited
from lightterm.engines.base import tier_of
from lightterm.errors import BrowserError, CommandInvalid, ValidationFailed
from lightterm.fetch.clock import Cancel
from lightterm.loading import check_length, onward
from lightterm.output.tokens import tokens
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.agent.declaring import Step
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

    Call = Context[Any, Any]

SEARCHING = 0.3
"""The share of its time after which what a query has found is told, with a cursor to the rest of a large page."""

MATCHING = 0.6
"""The share of its time in which a regular expression that is looked for has to match or not."""


class Works(Calls):
    """The tools' work on a desk."""

    # --- loading

    async def browse(
        self, context: Call, url: str, wanted: Wanted, max_tier: str | None, deadline: float, cursor: str
    ) -> CallToolResult:
        await _progress(context, 0, f"loading {address_told(url)}")
        if cursor:
            return await self._do(lambda _cancel: self._onward(cursor, wanted.max_tokens, url), deadline, None)

        def work(cancel: Cancel) -> tuple[Answer, Sequence[Picture]]:
            from lightterm.session.tab import Visit

            tier, began = tier_of(max_tier) if max_tier else None, time.monotonic()
            request = self._request(url, freshness=wanted.freshness, max_tier=tier)
            page = self.desk.load(request, deadline, cancel)
            check_sure(page, wanted.min_confidence)
            check_length(page, wanted.min_length)
            visit = Visit(request)
            visit.show(page)
            key = new_key()
            with remembering(self.desk.session, page, wanted.selectors):
                asked = wanted.replace(seconds=deadline * SEARCHING, spent=time.monotonic() - began)
                whole = formatted(self.desk.session, visit, asked, key)
            if wanted.is_plain and isinstance(whole, Lines):
                whole = whole.after(header(page))
            about = self._page_told(page, address_told(visit.url)).model_copy(update={"truncated": False})
            data = self._included(page, wanted, url, about.framed(wanted.max_tokens))
            if data:
                about = about.model_copy(update={"data": data, "truncated": "cursors" in data})
            answer = self._piece(about, Rest(whole, page, url, key=key), "", wanted.max_tokens)
            return self._pictured(answer, page) if "pictures" in wanted.include else (answer, ())

        return await self._do(work, deadline, None, deed=Deed("browse", address_told(url)))

    def _included(self, page: Page, wanted: Wanted, url: str, room: int) -> dict[str, Any]:
        """What was asked for besides the text, in `room` tokens with it, and the cursors to more of it."""
        names = [name for name in wanted.include if name != "pictures"]  # they are no words
        data: dict[str, Any] = {}
        cursors: dict[str, str] = {}
        for name in names:
            share = max(LEAST, room // (len(names) + 1) - MARKS)
            if name in TOLD:
                data[name] = bounded(TOLD[name](page), share)
            else:
                whole = included(name, page, wanted)
                piece = whole.piece("", share)
                data[name] = list(piece.items)
                if piece.after:
                    cursors[name] = self.desk.cursors.keep(Rest(whole, page, url, name=name), piece.after)
        if cursors:
            data["cursors"] = cursors
        return data

    def _pictured(self, answer: Answer, page: Page) -> tuple[Answer, Sequence[Picture]]:
        """The answer with the first pictures of the page, each named as in its list."""
        from lightterm.agent.pictures import SIDE, first_pictures, media_lines

        numbers, pictures = first_pictures(self.desk.session, page, SIDE)
        lines = media_lines(page)
        data = {**(answer.data or {}), "pictures": [lines[number - 1] for number in numbers]}
        return answer.model_copy(update={"data": data}), pictures

    async def open(
        self, context: Call, url: str, new_tab: bool, number: int, max_tokens: int, tier: str | None, deadline: float
    ) -> CallToolResult:
        await _progress(context, 0, f"loading {address_told(url)}")

        def work(cancel: Cancel) -> Answer:
            if new_tab and number:
                raise ValidationFailed("it is opened in a new tab or in another, not in both", argument="tab")
            request = self._request(url, tier=tier_of(tier) if tier else None)
            tab = None if new_tab else self.desk.tab(number) if number else self.desk.own_tab()
            if tab is None:
                self.desk.check_room()
            # The page is loaded first: one that does not come leaves no empty tab.
            page = self.desk.load(request, deadline, cancel)
            with undoable(self.desk, tab, "open") as used:
                tab = tab or self.desk.new_tab()
                used.append(tab)
                self.desk.take(tab, request, page)
            return self._whole(tab, max_tokens)

        place = None if new_tab else number or OWN
        return await self._do(work, deadline, place, lambda: open_deed(self.desk, url, None if new_tab else number))

    async def go(self, context: Call, to: str, tab: int, max_tokens: int, deadline: float) -> CallToolResult:
        await _progress(context, 0, to)

        def work(cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            if to == "undo":
                left, words = undo(self.desk, self.desk.owner, chosen, deadline, cancel)
                if left is None:
                    return Answer(text=f"closed the tab again that was opened: {words}")
            elif to == "next":
                with undoable(self.desk, chosen, to):
                    said = self._next(self.acting(chosen, deadline, cancel))
                return self._whole(chosen, max_tokens, said=said)
            elif to == "reload":
                with undoable(self.desk, chosen, to):
                    self.desk.reload(chosen, deadline, cancel)
            else:
                with undoable(self.desk, chosen, to):
                    self.desk.move(chosen, -1 if to == "back" else 1, deadline, cancel)
            return self._whole(chosen, max_tokens)

        return await self._do(work, deadline, tab, Deed("go", to))

    def _next(self, doing: Acting) -> str:
        """Go on to the next page of many, or scroll for what comes then; what was done, in words."""
        found = next_page(self.desk.page(doing.tab).document)
        if found is not None:
            self.desk.go(doing.tab, onward(self.desk.page(doing.tab), found.url), doing.seconds, doing.cancel)
            return f"followed [{found.number}] to the next page"
        return more(doing, 1)

    # --- reading

    async def snapshot(
        self,
        _context: Call,
        tab: int,
        part: str,
        format: str,
        since: int | None,
        cursor: str,
        max_tokens: int,
        deadline: float,
    ) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            if cursor:
                return self._onward(cursor, max_tokens)
            chosen = self.desk.tab(tab)
            self.desk.renew(chosen)
            visit = self.desk.visit(chosen)
            if since is not None:
                changed = changed_lines(self.desk.shown(chosen).known(since), self.desk.lines(chosen))
                return self._whole(chosen, max_tokens, changed or ["nothing changed"])
            if not part and format == "text":
                return self._whole(chosen, max_tokens)
            wanted = Wanted(format=format, part=part, max_tokens=max_tokens)
            key = new_key()
            return self._whole(chosen, max_tokens, formatted(self.desk.session, visit, wanted, key), key=key)

        return await self._do(work, deadline, None if cursor else tab)

    async def find(self, _context: Call, text: str, tab: int, max_tokens: int, deadline: float) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            if not text.strip():
                raise ValidationFailed("find needs a text to look for", actions=(), argument="text")
            chosen = self.desk.tab(tab)
            self.desk.renew(chosen)
            lines = self.desk.lines(chosen)
            said = as_written(lines)
            found = lines_with(text, said, deadline * MATCHING)
            words = f"{len(found)} lines" if found else "nothing found"
            if not found and (found := lines_near(text, said)):
                words = "nothing found; the nearest is"
            return self._whole(chosen, max_tokens, in_context(lines, found, AROUND if len(found) < 4 else 0), words)

        return await self._do(work, deadline, tab)

    async def links(
        self, _context: Call, tab: int, match: str, cursor: str, max_tokens: int, deadline: float
    ) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            if cursor:
                return self._onward(cursor, max_tokens)
            chosen = self.desk.tab(tab)
            document = self.desk.page(chosen).document
            if not match and document.targets:
                return self._whole(chosen, max_tokens, Lines(links_growing(document)))
            there = link_lines(document)
            lines = links_with(match, there) if match else there
            none = f"no link has {match!r}" if match else "there is no link on the page"
            near = [there[at] for at in lines_near(match, there)] if match and not lines else []
            if near:
                return self._whole(chosen, max_tokens, near, f"{none}; the nearest:")
            return self._whole(chosen, max_tokens, lines or [none])

        return await self._do(work, deadline, None if cursor else tab)

    async def forms(self, _context: Call, tab: int, max_tokens: int, deadline: float) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            lines = form_lines(self.desk.visit(chosen))
            return self._whole(chosen, max_tokens, lines or ["there is no form on the page"])

        return await self._do(work, deadline, tab)

    async def explain(self, _context: Call, tab: int, max_tokens: int, deadline: float) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            page = self.desk.page(chosen)
            data = bounded(trace(page), max_tokens // 2)
            left = max(LEAST, max_tokens - tokens(json.dumps(data, ensure_ascii=False)))
            answer = self._whole(chosen, left, trace_lines(page))
            return answer.model_copy(update={"data": {**data, **(answer.data or {})}})

        return await self._do(work, deadline, tab)

    # --- acting

    async def act(
        self,
        _context: Call,
        do: str | None,
        target: int | str,
        value: str | list[str],
        steps: Sequence[Step],
        tab: int,
        revision: int | None,
        max_tokens: int,
        deadline: float,
    ) -> CallToolResult:
        if steps:
            many = Many(self, steps, tab, revision)
            return await self._do(lambda cancel: many.done(max_tokens, deadline, cancel), deadline, tab, many.deed)
        if do is None:
            return failed(CommandInvalid("act: do or steps is missing", actions=())).result()

        def work(cancel: Cancel) -> Answer:
            self.check_acts()
            chosen = self.desk.tab(tab)
            before = self.state(chosen)
            doing = self.acting(chosen, deadline, cancel)
            given = caller().secret or value
            values = [given] if isinstance(given, str) and given else list(given or ())
            if isinstance(target, str) and point_of(target):
                there = deed.target if (deed := caller().deed) is not None else 0
                with undoable(self.desk, chosen, f"{do} {target}"):
                    said = act_at(doing, do, target, values, there)
                return self.changed(chosen, before, said, max_tokens)
            number = named(doing, target, do, values)
            with undoable(self.desk, chosen, f"{do} [{number}]" if number else do):
                at = self.desk.now(chosen) if isinstance(target, str) and not is_number(target) else revision
                said = act(doing, do, number, values, at)
            return self.changed(chosen, before, said, max_tokens)

        return await self._do(work, deadline, tab, lambda: act_deed(self.desk, do, target, value, tab, revision))

    def check_acts(self) -> None:
        if not self.grants.acts:
            raise ValidationFailed("this server was started for reading only", actions=())

    def state(self, tab: Tab) -> tuple[Tab, Page, list[str]]:
        return tab, self.desk.page(tab), self.desk.lines(tab)

    def changed(self, tab: Tab, before: tuple[Tab, Page, list[str]], said: str, max_tokens: int) -> Answer:
        """What an action changed: of a new page its beginning, of the same one the lines that are new."""
        after = self.desk.lines(tab)
        page = self.desk.page(tab)
        old = before[1]
        same = page is old or (page.snapshot.live is not None and page.document.url == old.document.url)
        lines = changed_lines(before[2], after) if same else [*header(page), *after]
        return self._whole(tab, max_tokens if same else min(max_tokens, BEGINNING), [*said.split("\n"), *lines])

    async def fill_form(
        self,
        _context: Call,
        fields: dict[str, Any],
        submit: bool,
        dry_run: bool,
        tab: int,
        max_tokens: int,
        deadline: float,
    ) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            self.check_acts()
            chosen = self.desk.tab(tab)
            before = self.state(chosen)
            doing = self.acting(chosen, deadline, cancel)
            with undoable(self.desk, chosen, "fill_form"):
                said = fill_form(doing, fields, submit, dry_run)
            return self.changed(chosen, before, "\n".join(said), max_tokens)

        return await self._do(work, deadline, tab, lambda: fill_deed(self.desk, fields, submit, dry_run, tab))

    async def wait(self, context: Call, text: str, selector: str, tab: int, deadline: float) -> CallToolResult:
        wanted = text or selector
        await _progress(context, 0, f"waiting for {wanted!r}" if wanted else "waiting")

        def work(cancel: Cancel) -> Answer:
            chosen = self.desk.tab(tab)
            lines, found = awaited(self.acting(chosen, deadline, cancel), text, selector)
            near = in_context(lines, found[:3], AROUND)
            return self._whole(chosen, NEAR, near) if near else self._about(chosen, text="the page is at rest")

        return await self._do(work, deadline, tab)

    # --- keeping

    async def tabs(self, _context: Call, do: str, tab: int) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            if do == "close":
                self.desk.close(self.desk.tab(tab))
            elif do == "select":
                self.desk.select(self.desk.tab(tab))
            lines = [self._tab_line(tab) for tab in self.desk.tabs]
            return Answer(text=untrusted("\n".join(lines)) or "no tab is open")

        deed = (lambda: close_deed(self.desk, tab)) if do == "close" else None
        return await self._do(work, tab=None if do == "list" else tab, deed=deed, ends=do == "close")

    def _tab_line(self, tab: Tab) -> str:
        front = "*" if tab is self.desk.tabs.active else " "
        url = address_told(tab.visit.url) if tab.visit is not None else ""
        return f"{front}{self.desk.number_of(tab)} {clean(tab.title)} {url}"

    async def screenshot(self, _context: Call, tab: int, full_page: bool, deadline: float) -> CallToolResult:
        def work(cancel: Cancel) -> tuple[Answer, tuple[Picture]]:
            chosen = self.desk.tab(tab)
            awake(self.acting(chosen, deadline, cancel), None)
            live = self.desk.page(chosen).snapshot.live
            if live is None or self.desk.page(chosen).tier != 3:
                words = "only a page in the full tier has a picture; open it with tier full"
                raise BrowserError(words, page=self.desk.visit(chosen).url)
            png = live.screenshot(full_page, deadline)
            self.desk.shown(chosen).picture = None if full_page else Taken(live, live.url, png)
            return self._about(chosen, text="the picture"), (Picture(png),)

        return await self._do(work, deadline, tab)


BEGINNING, NEAR = 400, 500
"""Tokens of a page that an action led to, and of what stands round a text that was waited for."""

LEAST = 50
"""Tokens that every part of an answer has at least."""


async def _progress(context: Call, progress: float, message: str) -> None:
    await context.report_progress(progress, None, message)
