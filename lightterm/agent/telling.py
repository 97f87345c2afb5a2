"""A page in the formats that agents ask for, and what is told of it besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.agent.cursors import Blocks, Lines
from lightterm.agent.forms_told import choice_lines
from lightterm.agent.growing import SLICE, Growing, access_growing, lines_growing, links_growing
from lightterm.agent.lookalikes import unlike
from lightterm.agent.reading import COLUMNS, OUTLINE, lines_of, outline_lines, room, section
from lightterm.agent.sections import Section, Sections, ranked_for, slice_of
from lightterm.agent.selectors_near import near_selector
from lightterm.document.subset import folded, paragraphs
from lightterm.engines.base import tier_name
from lightterm.errors import ExtractionFailed
from lightterm.output.select import select, with_blocks
from lightterm.output.tokens import tokens
from lightterm.output.wanted import TOP, Selection
from lightterm.records import Record
from lightterm.safe import clean, clean_text
from lightterm.session.fillings import filled_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.agent.cursors import Whole
    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.output.wanted import Budget
    from lightterm.session.session import Session
    from lightterm.session.tab import Visit

    Told = Callable[[Document, str], Lines | Blocks]


def header(page: Page | None) -> list[str]:
    """The title as a line of its own, unless the page begins with it anyway."""
    if page is None or not page.document.title:
        return []
    title, outline = clean(page.document.title), page.document.outline()
    return [] if outline and not outline[0].block and outline[0].text == title else [unlike(title)]


MARKS = 20
"""Tokens of the marks round a page's words."""

TOPS = (TOP, 5, 3, 2, 1)
"""How many of the best blocks for a query are tried until they fit the budget."""


class Wanted(Record):
    """What of a page is asked for: `format` and budget; a `part` by heading or target, what CSS `selectors` find, the
    blocks with `keywords` or about a `query`; what to `include` besides; how fresh, how sure and how long (in
    characters of its main text) it has to be; for how many `seconds` a query is looked for before it is told how far,
    of which so many were `spent` before the first look.
    """

    format: str = "text"
    part: str = ""
    query: str = ""
    keywords: tuple[str, ...] = ()
    selectors: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    max_tokens: int = 4000
    freshness: str = "any"
    min_confidence: float = 0.0
    min_length: int = 0
    seconds: float = 1.5
    spent: float = 0.0

    @property
    def is_plain(self) -> bool:
        """Whether the answer is text to be read, which begins with the title."""
        return self.format in ("text", "markdown")


def formatted(session: Session, visit: Visit, wanted: Wanted, key: str) -> Whole:
    """A page, or what is wanted of it, in a format; `key` is what its cursors begin with.

    Raises ExtractionFailed where nothing of the page is that, ValidationFailed for what cannot be looked for.
    """
    page = visit.page
    assert page is not None
    document = _wanted_part(session, visit, wanted)

    def told(part: Document, begins: str = "") -> Lines | Blocks:
        if wanted.format == "json":
            return _as_json(session, page, part, f"{key}:{begins}")
        lines = FORMATS[wanted.format](page, part)
        if not isinstance(lines, Growing):
            lines = [*lines, *choice_lines(part, wanted.part)]
        return Lines(lines, OUTLINE - MARKS if wanted.format == "outline" else 0)

    if wanted.query:
        return _searched(document, wanted, told, key)
    if wanted.format == "json" and len(document.blocks) > SLICE:
        return Sections(len(document.blocks), lambda first: _slice(document, first, told), key)
    return told(document)


def _slice(document: Document, first: int, told: Told) -> Section:
    end = min(first + SLICE, len(document.blocks))
    return Section(told(slice_of(document, first, end), f"{first}-"), end)


def _searched(document: Document, wanted: Wanted, told: Told, key: str) -> Whole:
    """What a query finds, in sections where a page is so large that the time is over before its end."""
    count = len(document.blocks)

    def made(first: int) -> Section:
        part = slice_of(document, first, count)
        best, looked = ranked_for(part, wanted.query, wanted.keywords, wanted.seconds - (0 if first else wanted.spent))
        end, words = first + looked, ""
        if first or end < count:
            words = f"searched blocks {first + 1} to {end} of {count}" + (": the cursor goes on" * (end < count))
        if best:
            found = told(_best(part, best, wanted), f"{first}-" if words else "")
        elif words:
            found, words = Lines([]), f"nothing found; {words}"
        else:
            raise ExtractionFailed("nothing on the page is what was asked for", actions=(), argument="query")
        return Section(found, end, words)

    begin = made(0)
    return begin.whole if begin.end == count else Sections(count, made, key, begin)


def _wanted_part(session: Session, visit: Visit, wanted: Wanted) -> Document:
    """What is wanted of a page. Raises ExtractionFailed where that is nothing."""
    assert visit.page is not None
    page, format = visit.page, wanted.format
    document = page.document
    again = format in ("a11y", "json") and len(document.blocks) <= LARGE
    if wanted.selectors or again:
        tree = format == "a11y"  # on large pages it is two thirds of the work
        document = session.read_again(page, COLUMNS, structure=True, access=tree, selectors=wanted.selectors)
        if wanted.selectors and not document.blocks:
            words = f"nothing on the page is {', '.join(wanted.selectors)}"
            right = [near_selector(page.snapshot.markup, one) for one in wanted.selectors]
            raise ExtractionFailed(words, actions=(), argument="selectors", candidates=[right] if all(right) else [])
        blocks = document.blocks
    else:
        blocks = filled_blocks(visit)
    if wanted.part:
        blocks = section(document, blocks, wanted.part)
    if wanted.keywords and not wanted.query:
        blocks = select(document.replace(blocks=blocks), Selection(keywords=wanted.keywords)).blocks
        if not blocks:
            raise ExtractionFailed("nothing on the page is what was asked for", actions=(), argument="keywords")
    if blocks is not document.blocks:
        left_out = folded(document, blocks) if format == "json" else document.folded  # it lists the targets apart
        document = document.replace(blocks=blocks, access=None, folded=left_out)
    return document


def _markdown(_page: Page, document: Document) -> Sequence[str]:
    from lightterm.output.markdown import markdown

    return markdown(document, "none", address_told, True).split("\n")


def _access(document: Document) -> Sequence[str]:
    from lightterm.output.a11y import access_lines, access_tree

    return [line for one in access_lines(access_tree(document)) for line in clean_text(one).split("\n")]


FORMATS: dict[str, Callable[[Page, Document], Sequence[str] | Growing]] = {
    "text": lambda _page, document: lines_growing(document.blocks, document),
    "markdown": _markdown,
    "a11y": lambda _page, document: access_growing(document) if len(document.blocks) > LARGE else _access(document),
    "links": lambda _page, document: links_growing(document),
    "outline": lambda _page, document: outline_lines(document),
    "html": lambda page, _document: clean_text(page.snapshot.markup.decode("utf-8", "replace")).split("\n"),
}
"""The formats that are lines."""


def _best(document: Document, best: Sequence[tuple[float, int]], wanted: Wanted) -> Document:
    """The blocks that a query is about best: as many as the budget holds."""
    for top in TOPS:
        kept = [at for _, at in best[:top]]
        chosen = with_blocks(document, kept, Selection(keywords=wanted.keywords, query=wanted.query, top=top))
        if sum(len(one.raw) for one in paragraphs(chosen.blocks)) > room(wanted.max_tokens) * LONGEST_TOKEN:
            continue  # it is written out and counted only where it may have room
        if sum(tokens(line + "\n") for line in lines_of(chosen.blocks, document)) <= room(wanted.max_tokens):
            break
    return chosen


LARGE = 10_000
"""Blocks up to which JSON and the accessibility tree are of a page that was read once more, for what text has no use
for (languages of code, roles), and JSON has facts: each takes as long as all the rest."""

LONGEST_TOKEN = 20
"""Characters that a token has hardly ever."""

UNSEEN = dict.fromkeys((0x200B, *range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF))
"""Characters that show nothing, and turn the words beside them about."""


def _as_json(session: Session, page: Page, document: Document, begins: str) -> Blocks:
    """JSON as the command line writes it, each piece whole."""
    from lightterm.commands.facts_json import brief_facts
    from lightterm.commands.formats import Form, formatted

    output = session.settings_for(page.response.url).output.replace(format="json")
    # They take a parse of the page, which each piece would do again.
    facts = brief_facts(page, address_told) if len(page.document.blocks) <= LARGE else {}
    form = Form(output, COLUMNS, masked=True, facts=facts)

    def write(budget: Budget) -> str:
        # JSON has attributes as they are; what nobody sees of them is left out, which makes it no longer.
        return clean_text(formatted(page, document, form.replace(budget=budget), address_told).translate(UNSEEN))

    return Blocks(write, begins)


def in_context(lines: Sequence[str], found: Sequence[int], around: int) -> list[str]:
    """The lines that were found with those beside them, parts kept apart by an ellipsis."""
    out: list[str] = []
    last = -1
    for at in found:
        start = max(last + 1, at - around)
        if start > last + 1 and out:
            out.append("…")
        end = min(len(lines), at + around + 1)
        out += [line for line in lines[start:end] if line]
        last = max(last, end - 1)
    return out


def left_out(page: Page) -> tuple[tuple[str, int, int], ...]:
    """What nobody sees of a page and is not told: (reason, elements, characters), by the engine and by its styles."""
    evidence = page.snapshot.evidence
    return (*(evidence.hidden if evidence is not None else ()), *page.document.hidden.counts)


def trace_lines(page: Page) -> list[str]:
    """How a page was got, in words."""
    response = page.response
    lines = [
        f"{tier_name(s.tier)}: {s.reason} ({s.load_ms:.0f} ms to load, {s.extract_ms:.0f} ms to read)"
        for s in page.trace
    ]
    lines.append(f"status {response.status}, {len(response.body)} bytes{', from the cache' * response.from_cache}")
    lines += [f"redirected from {address_told(hop.url)}" for hop in response.redirects]
    lines += [f"left out: {n} elements, {c} characters ({why})" for why, n, c in left_out(page)]
    return lines + [f"{error.code}: {error.message}" for error in page.errors]
