"""Lines as they are painted: spans in spans, and of a long line only what is in sight."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from effort import calls
from rich.style import Style
from servers import Server
from textual.strip import Strip

from lightterm import settings
from lightterm.document.cells import width
from lightterm.document.layout import Span
from lightterm.tui.strips import LONG, Look, Over, in_sight, paint
from lightterm.tui.themes import load_theme

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOM = 40
LATIN = "some words of a line " * 200
EAST = "吾輩は猫である。名前はまだ無い。" * 200
MIXED = "a 猫 and é or ё here " * 200


def nested(text: str) -> list[Span]:
    """Links within emphasis, again and again, and one mark around them all."""
    found = [Span(3, len(text) - 3, "mark", 0)]
    for at in range(0, len(text) - 50, 50):
        found += [
            Span(at, at + 30, "strong", 0),
            Span(at + 5, at + 20, "link", at // 50 + 1),
            Span(at + 7, at + 7, "em", 0),
        ]
    return found


def cells(strip: Strip) -> list[tuple[str, str]]:
    """What each character looks like."""
    return [(char, str(segment.style)) for segment in strip for char in segment.text]


def sight(text: str, spans: Sequence[Span], over: Sequence[Over], left: int) -> list[tuple[str, str]]:
    palette, look = load_theme("dark"), Look(current=2)
    strip = paint(text, spans, palette, look, over)
    return cells(strip.crop_extend(left, left + ROOM, palette.base))


@pytest.mark.parametrize("text", [LATIN, EAST, MIXED])
def test_of_a_long_line_what_is_in_sight_looks_as_in_the_whole_line(text: str) -> None:
    spans, whole = nested(text), width(text)
    mark = Style(reverse=True)
    over = [
        Over(60, 90, mark),
        Over(100, 103, mark, (("A" * width(text[100:103]), mark),)),
        Over(len(text), len(text) + 1, mark),
    ]
    for left in (0, 1, 57, 61, 99, whole // 2, whole - ROOM, whole - 3):
        part, near, above, rest = in_sight(text, spans, over, left, ROOM)
        assert len(part) < LONG // 10 and len(near) < len(spans) // 4
        assert sight(part, near, above, rest) == sight(text, spans, over, left), left


def test_each_character_has_the_styles_of_all_spans_around_it_and_the_colour_that_goes_with_its_ground() -> None:
    palette, look = load_theme("dark"), Look()
    spans = nested(LATIN[:400])
    for at, (_, style) in enumerate(cells(paint(LATIN[:400], spans, palette, look))):
        wanted = palette.base
        for span in spans:
            if span.start <= at < span.end:
                own = palette.kinds.get(span.kind, palette.base)
                wanted += own if wanted.bgcolor == palette.base.bgcolor else own.without_color
        assert style == str(wanted), at


@pytest.mark.parametrize("kind", ["found", "find"])
@pytest.mark.parametrize("theme", ["mono", "dark", "light", "terminal", "contrast"])
def test_a_match_is_seen_in_the_link_that_the_cursor_is_on(theme: str, kind: str) -> None:
    palette = load_theme(theme)
    shown = dict(cells(paint("[4]link word", [Span(0, 12, "link", 4)], palette, Look(current=4))))
    spans = [Span(0, 12, "link", 4), Span(8, 12, kind, 0)]
    matched = dict(cells(paint("[4]link word", spans, palette, Look(current=4))))
    assert matched["w"] != shown["w"] and matched["l"] == shown["l"]
    caret = [Over(8, 9, palette.caret)]
    assert dict(cells(paint("[4]link word", spans[:1], palette, Look(current=4), caret)))["w"] != shown["w"]
    if theme == "mono":
        assert Style.parse(shown["w"]).reverse and not Style.parse(matched["w"]).reverse


@in_a_loop
async def test_a_long_line_is_shifted_through_and_searched(server: Server) -> None:
    line = "".join(f"<a href=/{n}>f{n}</a>(x);" for n in range(120))
    server.page("/", f"<pre>{line}</pre><p>after")
    async with asyncio.timeout(60), browsing(server.url("/")) as b:
        assert b.lines[0].startswith("[1]f0(x);[2]f1(x);")
        await b.type("40l")
        assert b.app.view.left == 40 and b.lines[0].startswith("4(x);[6]f5(x);")
        await b.type("/f119\\(\n")
        assert "1/1" in b.status and "[120]f119(x);" in b.lines[0]
        await b.type(":target first\n")
        assert b.app.view.target == 1 and b.app.view.left == 0
        await b.type("10\t")
        assert b.app.view.target == 11 and "[11]f10" in b.lines[0] and b.app.view.left > 0


@pytest.mark.parametrize("theme", ["mono", "terminal", "terminal-dark", "terminal-light"])
@in_a_loop
async def test_a_field_and_the_link_under_the_cursor_look_selected_where_they_are(server: Server, theme: str) -> None:
    """Reversed twice, they looked as text that is not selected."""
    server.page("/", "<form><p>words <input name=q value=text> more <a href=/x>a link</a> and more</form>")
    async with browsing(server.url("/"), chosen=settings.load().with_session([("tui.theme", theme)])) as b:
        await b.press("tab", "tab", "V")
        row = b.app.screen._compositor.render_strips()[0]
        looks = {s.text.strip(): s.style for s in row if s.style is not None and s.text.strip()}
        inside = [style for text, style in looks.items() if any(w in text for w in ("ords", "text", "more", "link"))]
        assert len(inside) >= 4 and all(style.reverse for style in inside)


def test_spans_that_stand_in_each_other_are_painted_without_asking_all_of_them_at_each_end() -> None:
    text = "words so " * 100
    spans = [Span(0, 900, "code", 0), *(Span(at, at + 2, "find", 0) for at in range(0, 900, 9))]
    palette = load_theme("dark")
    strip = paint(text, spans, palette, Look())
    assert strip.text == text and len(strip._segments) == 200
    assert calls(lambda: paint(text, spans, palette, Look())) < 1500  # 4,500 when each end sorted what is around it
