"""Pictures on a page: half blocks, Sixel or Kitty's, asked for as they are looked at, never in the way of reading."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from hostile_pictures import png_bomb
from PIL import Image
from servers import Asked, Server, Talk

from lightterm import settings
from lightterm.graphics.probe import TRUE_COLOR, Terminal
from lightterm.settings import Settings
from lightterm.tui.placements import COLUMNS

BLOCKS = Terminal(colors=TRUE_COLOR, cell=(10, 20), background=(0, 0, 0))
SIXEL = BLOCKS.replace(sixel=True, sixel_colors=256)
KITTY = BLOCKS.replace(kitty=True)
PLACED = BLOCKS.replace(placements=True)
HALF = "\u2580"
PLACEHOLDER = "\U0010eeee"
WORDS = "<p>" + "Some words that are read while pictures come. " * 12 + "</p>"


def png(color: str = "red", width: int = 100, height: int = 80) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (width, height), color).save(stream, "PNG")
    return stream.getvalue()


def chosen(**images: object) -> Settings:
    return settings.load().with_session([(f"images.{key}", value) for key, value in images.items()])


def colors(b: Browsing, text: str = HALF) -> set[tuple[object, object]]:
    """The foregrounds and backgrounds of all cells painted with a text."""
    found = set()
    for strip in b.app.screen._compositor.render_strips():
        for segment in strip:
            if text in segment.text and segment.style is not None:
                style = segment.style
                found.add(tuple(c and c.triplet and tuple(c.triplet) for c in (style.color, style.bgcolor)))
    return found


def rows_of(b: Browsing, text: str = HALF) -> list[int]:
    return [n for n, line in enumerate(b.lines) if text in line]


async def quiet(b: Browsing) -> None:
    """Wait until no picture is on its way, nor will be asked for."""
    pictures = b.app.view.pictures
    await b.until(lambda: not (pictures._requests or pictures._arrived or pictures._timer), "the pictures")
    await b.settled()


@pytest.mark.covers("LB-97")
@in_a_loop
async def test_a_picture_stands_in_the_page_in_half_blocks_and_is_asked_for_once(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png alt='a red field'><p>after")
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.until(lambda: HALF in b.screen)
        assert rows_of(b) == [2, 3, 4, 5] and b.lines[2] == HALF * 10
        assert colors(b) == {((255, 0, 0), (255, 0, 0))}
        assert b.page[0] == "before" and b.page[7] == "after" and "red field" not in b.screen
        await b.press("j", "k")
        for width in (60, 100):
            await b.pilot.resize_terminal(width, 24)
        await b.type(":theme light\n")
        await quiet(b)
        assert colors(b) == {((255, 0, 0), (255, 0, 0))}
    asked = server.asked("/red.png")
    assert len(asked) == 1
    assert asked[0].header("referer") == server.url("/") and (asked[0].header("accept") or "").startswith("image/")


@in_a_loop
async def test_in_other_colours_the_page_stays_where_it_was(server: Server) -> None:
    server.page("/", "".join(f"<p>before {n}<p><img src=/tall.png alt='a tower'>" for n in range(6)) + "<p>after")
    server.page("/tall.png", png(height=360), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await quiet(b)
        for _ in range(20):  # each screen may bring pictures that the page grows by
            await b.press("G")
            await quiet(b)
        await b.press("k", "k", "k")
        first = b.app.view.first
        assert first > 80 and rows_of(b)
        await b.type(":theme light\n")
        await quiet(b)
        assert b.app.view.first == first and rows_of(b)


@pytest.mark.covers("LB-147")
@in_a_loop
async def test_what_cannot_be_shown_is_said_in_its_place(server: Server) -> None:
    server.page(
        "/",
        "<p>One <img src=/bomb.png alt='a fuse' width=100 height=60> two <img src=/gone.png alt='a cat'> three"
        "<p><img src=/words.png alt='a text'>",
    )
    server.page("/bomb.png", png_bomb(60_000, 60_000), "image/png")
    server.page("/words.png", "this is no picture", "image/png")
    async with browsing(server.url("/"), size=(160, 24), terminal=BLOCKS) as b:
        await b.until(lambda: "60,000" in b.screen)
        await quiet(b)
        refused = "[a fuse: too large to be shown: 60,000 x 60,000 pixels, where 64,000,000 in all are the most]"
        assert refused in b.screen
        assert "two [a cat] three" in " ".join(b.screen.split()) and "[a text]" in b.screen
        assert not rows_of(b)
        await b.type(":image load\n")
        await b.until(lambda: "two [a cat: HTTP 404] three" in " ".join(b.screen.split()))
        assert "[a text: this is no readable picture" in b.screen
        server.page("/gone.png", png(), "image/png")
        await b.press("r")
        await b.until(lambda: HALF in b.screen)


@in_a_loop
async def test_of_pictures_that_cannot_be_reached_little_is_said(server: Server) -> None:
    def closed(asked: Asked, talk: Talk) -> None:
        talk.close()

    server.page("/", "<p>One <img src=/red.png alt='a fuse'> two")
    server.on("/red.png", closed)
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await quiet(b)
        assert "One [a fuse] two" in " ".join(b.screen.split())
        await b.type(":image load\n")
        await b.until(lambda: "[a fuse: the server closed the connection" in b.screen)


@in_a_loop
async def test_each_place_of_a_picture_that_is_missing_has_its_own_words(server: Server) -> None:
    server.page("/", "<p><img src=/no.png alt='[RSS of all]'> and <img src=/no.png alt='RSS of articles'>")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await quiet(b)
        assert "[[RSS of all]] and [RSS of articles]" in b.screen
        await b.type(":image load\n")
        await b.until(lambda: "[RSS of all: HTTP 404] and [RSS of articles: HTTP 404]" in b.screen)


@in_a_loop
async def test_words_that_stand_beside_a_missing_picture_are_not_said_twice(server: Server) -> None:
    server.page("/", "<figure><img src=/no.png alt=Vegan width=90 height=90><figcaption>Vegan</figcaption></figure>")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await quiet(b)
        assert server.asked("/no.png") and b.screen.count("Vegan") == 1


@pytest.mark.covers("LB-112")
@in_a_loop
async def test_pictures_that_are_off_are_not_asked_for_and_on_demand_only_when_asked(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png alt='a red field'><p><img src=/blue.png alt='a blue field'>")
    server.page("/red.png", png("red"), "image/png")
    server.page("/blue.png", png("blue"), "image/png")
    async with browsing(server.url("/"), chosen=chosen(enabled=False), terminal=BLOCKS) as b:
        await quiet(b)
        assert "a red field" in b.screen and [asked.path for asked in server.log] == ["/"]
        await b.type(":image load\n")
        assert "no pictures are shown here" in b.status
        await b.type(":images demand\n")
        await quiet(b)
        assert "when they are asked for" in b.status and [asked.path for asked in server.log] == ["/"]
        await b.pilot.click(offset=(3, 2))
        await b.until(lambda: HALF in b.screen)
        await quiet(b)
        assert colors(b) == {((255, 0, 0), (255, 0, 0))} and "a blue field" in b.screen
        assert [asked.path for asked in server.log] == ["/", "/red.png"]
        await b.type(":image load\n")
        await b.until(lambda: len(colors(b)) == 2)
        await b.type(":images off\n")
        assert not rows_of(b) and "a red field" in b.screen
        await b.type(":images\n")
        assert len(colors(b)) == 2 and "pictures are shown" in b.status
    assert len(server.log) == 3


@pytest.mark.parametrize("after", ["<p>more", ""])
@in_a_loop
async def test_pictures_without_words_are_loaded_on_demand_with_others_in_sight(server: Server, after: str) -> None:
    server.page("/", "<p><img src=/red.png alt='a red field'><p>words<p><img src=/blue.png alt=''>" + after)
    server.page("/red.png", png("red"), "image/png")
    server.page("/blue.png", png("blue"), "image/png")
    async with browsing(server.url("/"), chosen=chosen(on_demand=True), terminal=BLOCKS) as b:
        await b.type(":image load\n")
        await b.until(lambda: len(colors(b)) == 2)


@in_a_loop
async def test_pictures_on_demand_are_set_in_a_word_for_all_sites_or_one(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png alt='a red field'>")
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.until(lambda: HALF in b.screen)
        await b.type(":set images on-demand\n")
        assert "[a red field]" in b.page and b.status.startswith("images: on demand")
        await b.type(":set images on\n")
        await b.until(lambda: HALF in b.screen)
        await b.type(":site images demand\n")
        assert "[a red field]" in b.page and b.status.startswith("images for 127.0.0.1: on demand")


@in_a_loop
async def test_without_colours_there_are_words(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.page("/", "<p><img src=/red.png alt='a red field'>")
    monkeypatch.setenv("NO_COLOR", "1")
    async with browsing(server.url("/"), terminal=SIXEL) as b:
        await quiet(b)
        assert "a red field" in b.screen and len(server.log) == 1


@in_a_loop
async def test_only_what_is_near_is_asked_for_what_is_in_sight_first(server: Server) -> None:
    gate = server_gate(server)
    server.page("/", "".join(f"<p>{n}</p><p><img src=/{n}.png width=100 height=80 alt=p{n}></p>" for n in range(200)))
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        assert b.page[0] == "0" and len(b.app.view.flow) == 200 * 7 - 1  # the places are there before the pictures
        gate.append("open")
        await quiet(b)
        near = [int(asked.path[1:-4]) for asked in server.log[1:]]
        assert set(near[:4]) == {0, 1, 2, 3} and max(near) < 8
        await b.press("G")
        await b.until(lambda: len(rows_of(b)) > 8)
        await quiet(b)
        far = {int(asked.path[1:-4]) for asked in server.log[1:]} - set(near)
        assert min(far) > 190 and 199 in far


def server_gate(server: Server) -> list[str]:
    """Pictures /0.png to /199.png that are held back until something is put into the list."""
    gate: list[str] = []

    def answer(asked: Asked, talk: Talk) -> None:
        while not gate and not server.stopping.wait(0.01):
            pass
        talk.reply(png("blue"), content_type="image/png")

    for n in range(200):
        server.on(f"/{n}.png", answer)
    return gate


@in_a_loop
async def test_words_do_not_move_when_pictures_of_unknown_size_come_above_and_below(server: Server) -> None:
    gate = server_gate(server)
    server.page("/", "".join(f"<p><img src=/{n}.png alt='picture {n}'></p><p>Text {n}.</p>" for n in range(20)))
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.press(*"jjjjjj")
        assert b.page[0] == "Text 1."
        at = next(n for n, line in enumerate(b.page) if line.startswith("Text"))
        text = b.page[at]
        gate.append("open")
        await quiet(b)
        assert rows_of(b) and b.page[at] == text
        await b.type("gg")
        await quiet(b)
        assert rows_of(b)[:4] == [0, 1, 2, 3] and b.page[5] == "Text 0."


@in_a_loop
async def test_the_row_of_a_picture_at_the_top_stays_there_through_a_resize(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/tall.png width=100 height=300>" + WORDS * 9)
    server.page("/tall.png", png("red", 100, 300), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await quiet(b)
        assert rows_of(b) == list(range(2, 17))
        await b.type("7j")
        assert rows_of(b) == list(range(10))
        for width in (50, 120, 80):
            await b.pilot.resize_terminal(width, 24)
            await quiet(b)
            assert rows_of(b) == list(range(10)), width


@in_a_loop
async def test_a_picture_in_a_link_is_followed_and_those_in_tables_and_lines_have_their_place(server: Server) -> None:
    server.page(
        "/",
        "<p>An <img src=/i.png width=20 height=20 alt=icon> here.<p><a href=/other><img src=/red.png></a>"
        "<table><tr><th>name<th>picture<tr><td>left<td><img src=/blue.png alt=blue><tr><td>under<td>text</table>",
    )
    server.page("/other", "<p>The other page.")
    for name, color, width in (("i", "lime", 20), ("red", "red", 100), ("blue", "blue", 60)):
        server.page(f"/{name}.png", png(color, width, 20 if width == 20 else 80), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.until(lambda: len(colors(b)) == 3)
        assert b.lines[0] == f"An {HALF * 2} here."
        red = next(n for n, line in enumerate(b.lines) if line.startswith(f"[1] {HALF}"))
        assert b.lines[red + 3] == "    " + HALF * 10
        assert any(line.startswith("left") and HALF * 6 in line for line in b.lines), b.screen
        await b.pilot.click(offset=(8, red + 2))
        await b.settled()
        assert b.page == ["The other page."]


@in_a_loop
async def test_hints_search_and_selection_lie_over_pictures(server: Server) -> None:
    server.page("/", "<p>word<p><a href=/x><img src=/red.png></a><p>word again")
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.until(lambda: HALF in b.screen)
        before = b.lines
        await b.press("f")
        assert b.lines != before and HALF * 10 in b.lines[3]
        await b.press("escape")
        await b.type("/again\n")
        await b.type("ggVG")
        assert HALF not in b.screen
        await b.press("y")
        assert b.lines[:-1] == before[:-1]


@in_a_loop
async def test_sixel_bands_are_written_over_blanks_but_not_where_something_covers_them(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png>" + "<pre>" + "x" * 200 + "</pre>" + WORDS * 9)
    server.page("/red.png", png("red", 100, 300), "image/png")
    async with browsing(server.url("/"), terminal=SIXEL) as b:
        await b.until(lambda: "\x1bP" in b.screen)
        rows = rows_of(b, "\x1bP")
        assert rows == list(range(2, 17))
        assert all(f"\x1b7\x1b[{row + 1};1H\x1bP0;1;0q" in b.lines[row] for row in rows)
        assert all(b.lines[row].endswith("\x1b\\\x1b8") for row in rows)
        await b.press(":")
        covered = {row for row in rows if not b.lines[row].startswith(" " * 10)}
        assert covered and set(rows_of(b, "\x1bP")) == set(rows) - covered
        await b.press("escape", "escape")
        assert rows_of(b, "\x1bP") == rows
        await b.type(":scroll right 5\n")
        assert not rows_of(b, "\x1bP")
        await b.type(":scroll left 20\n")
        assert rows_of(b, "\x1bP") == rows
        await b.type("9j")
        assert rows_of(b, "\x1bP") == [row - 9 for row in rows[7:]]


@in_a_loop
async def test_kitty_gets_a_picture_once_and_is_told_to_forget_it(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png>" + WORDS * 9)
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=KITTY) as b:
        await b.until(lambda: PLACEHOLDER in b.screen)
        assert rows_of(b, PLACEHOLDER) == [2, 3, 4, 5]
        assert b.lines[3].count(PLACEHOLDER) == 10
        ((number, _),) = colors(b, PLACEHOLDER)
        await b.press("j", "space", "g", "g")
        await quiet(b)
        assert b.sent.count("a=T,U=1") == 1 and "a=d" not in b.sent
        identity = int.from_bytes(bytes(number), "big")  # type: ignore[arg-type]
        assert f"a=T,U=1,i={identity},c=10,r=4" in b.sent
    assert f"a=d,d=I,i={identity}" in b.sent


def placed(b: Browsing) -> dict[int, tuple[int, int]]:
    """(number of the picture, its row) that an older kitty has at the left of each row of the screen."""
    rows: dict[int, tuple[int, int]] = {}
    known: set[int] = set()
    for words in re.findall(r"\x1b_G(a=[^;\x1b]*)", b.sent):
        said = {key: value for key, _, value in (word.partition("=") for word in words.split(","))}
        number, name = int(said["i"]), int(said.get("p", "0"))
        if said["a"] == "t":
            known.add(number)
        elif said["a"] == "p":
            assert number in known and name, "placed before it was sent"
            rows[name] = (number, int(said["y"]) // 20)
        elif said["d"] == "I":
            known.discard(number)
            rows = {name: row for name, row in rows.items() if row[0] != number}
        elif rows.get(name, (0, 0))[0] == number:
            del rows[name]
            if all(row[0] != number for row in rows.values()):
                known.discard(number)  # kitty 0.26 keeps no picture that is nowhere
    return {name // COLUMNS: row for name, row in rows.items()}


@in_a_loop
@pytest.mark.covers("LB-97")
async def test_an_older_kitty_has_the_rows_placed_that_are_in_sight_and_no_others(server: Server) -> None:
    server.page("/", "<p>before<p><img src=/red.png width=100 height=80><pre>" + "wide " * 40 + "</pre>" + WORDS * 9)
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=PLACED, size=(80, 12)) as b:

        async def rows() -> dict[int, int]:
            await quiet(b)
            return {y: n for y, (_, n) in placed(b).items()}

        await b.until(lambda: len(placed(b)) == 4, "the rows")
        whole = {2: 0, 3: 1, 4: 2, 5: 3}
        assert await rows() == whole
        await b.type("3j")
        assert await rows() == {0: 1, 1: 2, 2: 3}
        await b.type("gg:")
        assert len(await rows()) < 4  # what the choices lie on is not drawn over them
        await b.press("escape")
        assert await rows() == whole
        await b.type(":scroll right 5\n")
        assert not await rows()
        await b.type(":scroll left 5\n")
        assert await rows() == whole and b.sent.count("a=t,") == 2  # it was not kept while it was out of sight
        await b.type(":tab new\n")
        assert not await rows()
        await b.press("K")
        await b.until(lambda: len(placed(b)) == 4, "the rows below the tabs")
        assert await rows() == {y + 1: n for y, n in whole.items()}
        before = set(placed(b).values())
        b.app.app_resume_signal.publish(b.app)  # as after an editor that had the terminal
        await b.until(lambda: len(set(placed(b).values()) - before) == 4, "the picture sent again")
        assert await rows() == {y + 1: n for y, n in whole.items()}
        before = set(placed(b).values())
        await b.type(":theme light\n")
        await b.until(lambda: len(set(placed(b).values()) - before) == 4, "the picture on the other ground")
        assert await rows() == {y + 1: n for y, n in whole.items()}
    assert not placed(b)


@in_a_loop
async def test_an_older_kitty_keeps_a_picture_that_goes_from_the_last_rows_to_the_first(server: Server) -> None:
    server.page("/", "<p>1<p>3<p>5<p>7<p><img src=/red.png width=100 height=80>" + WORDS * 9)
    server.page("/red.png", png(), "image/png")
    async with browsing(server.url("/"), terminal=PLACED, size=(80, 12)) as b:
        await b.until(lambda: len(placed(b)) == 3, "the rows at the bottom")
        await b.press("space")
        await b.until(lambda: 3 in {n for _, n in placed(b).values()}, "its last row")
        first = min(placed(b))
        assert first == 0 and {y: n - placed(b)[first][1] for y, (_, n) in placed(b).items()} == dict(
            zip(sorted(placed(b)), range(len(placed(b))), strict=True)
        )
        assert b.sent.count("a=t,") == 1


@in_a_loop
async def test_a_picture_opened_itself_takes_the_screen_and_no_second_request(server: Server) -> None:
    server.page("/large.png", png("red", 1000, 1000), "image/png")
    server.page("/", "<p><img src=/large.png alt=large>")
    async with browsing(server.url("/large.png"), size=(120, 60), terminal=BLOCKS) as b:
        await b.until(lambda: len(rows_of(b)) == 50)
        assert len(server.log) == 1
        await b.type(f":open {server.url('/')}\n")
        await b.until(lambda: 0 < len(rows_of(b)) < 30)
        await b.settled()
        await b.type(":image show\n")
        await b.until(lambda: b.app.tabs.active.visit.url == server.url("/large.png") and len(rows_of(b)) == 50)


@in_a_loop
async def test_stopping_and_leaving_end_the_loads_of_pictures(server: Server) -> None:
    gone: list[str] = []

    def hold(asked: Asked, talk: Talk) -> None:
        talk.hold()
        gone.append(asked.path)

    for name in ("one", "two"):
        server.page(f"/{name}", f"<p>page {name}<p><img src=/{name}.png alt='{name} waits'>")
        server.on(f"/{name}.png", hold)
    async with browsing(server.url("/one"), terminal=BLOCKS) as b:
        await b.until(lambda: server.asked("/one.png"))
        await b.type(":stop\n")
        await b.until(lambda: gone == ["/one.png"])
        assert "one waits" in b.screen
        await b.press("j", "k")
        await b.type(f":open {server.url('/two')}\n")
        await b.until(lambda: server.asked("/two.png"))
        await b.press("H")
        await b.until(lambda: "/two.png" in gone)
    assert len(server.asked("/two.png")) == 1


@in_a_loop
async def test_a_local_page_does_not_call_home_by_itself(server: Server, tmp_path: Path) -> None:
    server.page("/red.png", png(), "image/png")
    (tmp_path / "blue.png").write_bytes(png("blue"))
    page = tmp_path / "mail.html"
    page.write_text(f"<p><img src={server.url('/red.png')} alt='who reads this'><p><img src=blue.png alt='own'>")
    async with browsing(str(page), terminal=BLOCKS) as b:
        await b.until(lambda: colors(b) == {((0, 0, 255), (0, 0, 255))})
        await quiet(b)
        assert "who reads this" in b.screen and "by itself" not in b.screen and not server.log
        await b.type(":image load\n")
        await b.until(lambda: len(colors(b)) == 2)
        assert len(server.log) == 1


@in_a_loop
async def test_an_animation_plays_when_asked_and_stops(server: Server) -> None:
    stream = BytesIO()
    frames = [Image.new("RGB", (100, 80), color) for color in ("red", "lime", "blue")]
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=60, loop=0)
    server.page("/", "<p><img src=/light.gif>" + WORDS * 9)
    server.page("/light.gif", stream.getvalue(), "image/gif")
    red, lime, blue = [{(color, color)} for color in ((255, 0, 0), (0, 255, 0), (0, 0, 255))]
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.until(lambda: HALF in b.screen)
        await quiet(b)
        assert colors(b) == red
        await b.type(":image animate\n")
        for color in (lime, blue, red, lime):
            await b.until(lambda color=color: colors(b) == color)
        await b.type(":image animate\n")
        assert colors(b) == red and not b.app.view.pictures.animations._playing
        await b.type(":image animate\n")
        await b.until(lambda: colors(b) == blue)
        await b.press("G")
        await b.until(lambda: not b.app.view.pictures.animations._playing)
    assert len(server.log) == 2


@in_a_loop
async def test_a_picture_is_saved_and_opened_in_another_program(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = png()
    server.page("/", "<p><a href=/x><img src=/pictures/red.png></a>")
    server.page("/pictures/red.png", data, "image/png")
    viewer = tmp_path / "xdg-open"
    viewer.write_text(f'#!/bin/sh\ncp "$1" {tmp_path}/seen.new && mv {tmp_path}/seen.new {tmp_path}/seen\n')
    viewer.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.chdir(tmp_path)
    async with browsing(server.url("/"), terminal=BLOCKS) as b:
        await b.type(":image save 1\n")
        await b.until(lambda: b.app.command_line.display)
        await b.press("enter")
        assert (tmp_path / "red.png").read_bytes() == data
        await b.type(":image save\n")
        await b.until(lambda: b.app.command_line.display)
        await b.press("enter")
        assert "there already" in b.status
        await b.type(":image external\n")
        await b.until((tmp_path / "seen").exists)
        assert (tmp_path / "seen").read_bytes() == data
        await b.type(":peek --image\n")
        assert "/pictures/red.png" in b.status
    assert len(server.asked("/pictures/red.png")) == 1
