"""How forms look: a page of controls, lists, messages and questions, on large and small screens."""

from __future__ import annotations

import pytest
from browsing import browsing, in_a_loop
from screenshots import shows
from servers import Server

PAGE = """<title>Order</title><h1>Order</h1><form action=/echo method=post>
<p>Name <input name=name required> E-Mail <input type=email name=mail><p>Password <input type=password name=pw>
<p><label><input type=checkbox name=news value=yes> News</label> <input type=radio name=size value=s checked> S
<input type=radio name=size value=l> L
<p>Colour <select name=colour><optgroup label=Warm><option>Red<option>Orange</optgroup><option>Green<option>Blue
</select>
Extras <select name=extras multiple><option>Milk<option selected>Sugar<option disabled>Ice</select>
<p>Date <input type=date name=when> Time <input type=time name=t> Month <input type=month name=m> Week
<input type=week name=w> Number <input type=number name=n min=1 max=9> Shade <input type=color name=c> Loud
<input type=range name=l> Web <input type=url name=u> Phone <input type=tel name=tel> Find <input type=search name=s>
<p>File <input type=file name=f> Fixed <input name=x readonly value=fixed> Off <input name=o disabled value=off>
<p><textarea name=words rows=3>one
two</textarea><p><button>Send</button> <input type=reset> <input type=image alt=Map name=map>
<input type=button value=Try>
</form>"""
SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])


@in_a_loop
@SIZES
@pytest.mark.covers("LB-96", "LB-98")
async def test_a_page_of_every_control(server: Server, size: tuple[int, int]) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), size=size) as b:
        for line in (
            "field set 1 Ann Lee",
            "field set 3 secret",
            "4",
            "6",
            "field set 7 Green",
            "field set 11 2026-11",
        ):
            await b.type(f":{line}\n")
        await b.type(":field set 14 #1e90ff\n")
        await b.press("tab")
        shows(b, f"forms/page-{size[0]}x{size[1]}")


@in_a_loop
@SIZES
async def test_a_list_and_a_line_over_the_page(server: Server, size: tuple[int, int]) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), size=size) as b:
        await b.type(":7\n")
        await b.type("r")
        shows(b, f"forms/list-{size[0]}x{size[1]}")
        await b.press("escape")
        await b.type(":8\n")
        await b.press("space")
        shows(b, f"forms/several-{size[0]}x{size[1]}")
        await b.press("enter")
        await b.type(":2\n")
        await b.type("ann@example.org")
        shows(b, f"forms/line-{size[0]}x{size[1]}")


@in_a_loop
@SIZES
async def test_a_message_and_a_question(server: Server, size: tuple[int, int]) -> None:
    server.page("/", PAGE.replace("action=/echo", "action=http://shop.example/order"))
    async with browsing(server.url("/"), size=size) as b:
        await b.type(":field set 2 ann@example.org\n:form submit\n")
        shows(b, f"forms/message-{size[0]}x{size[1]}")
        await b.type(":field set 1 Ann Lee\n:field set 3 secret\n:form submit\n")
        shows(b, f"forms/question-{size[0]}x{size[1]}")


@in_a_loop
async def test_a_text_area(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        number = next(n for n, f in b.app.view.document.targets.fields() if f.kind == "textarea")
        await b.type(f":{number}\n")
        await b.type("\nthree\nfour")
        shows(b, "forms/area-80x24")


@in_a_loop
async def test_a_text_area_with_few_rows_lies_over_all_that_is_drawn_of_it(server: Server) -> None:
    few, many = ("\n".join(f"{word} {n}" for n in range(1, most + 1)) for word, most in (("few", 5), ("many", 20)))
    server.page("/", f"<form><textarea rows=2>{few}</textarea><p><textarea rows=2>{many}</textarea><p>end</form>")
    async with browsing(server.url("/"), size=(60, 40)) as b:
        assert b.screen.count("few ") == 5 and b.screen.count("many ") == 20
        await b.type(":1\n")
        assert b.screen.count("few ") == 5 and b.screen.count("many ") == 20
        await b.press("escape")
        await b.type(":2\n")
        assert b.screen.count("few ") == 5 and b.screen.count("many ") == 12 and "end" in b.screen  # it scrolls


@in_a_loop
async def test_what_is_typed_covers_nothing_beside_it(server: Server) -> None:
    inputs = "<form><p>First <input name=a size=6> Last <input name=b size=4 value=Lee> end <p><textarea name=c rows=4>"
    server.page("/", f"{inputs}one\ntwo</textarea><p>below</form>")
    async with browsing(server.url("/"), size=(60, 12)) as b:
        await b.type(":field edit 1\nJohannes Maria")
        assert "First [1] Maria Last [2]Lee_" in b.screen  # it is scrolled in the room that it has
        await b.press("tab")
        assert "First [1]Johannes Maria Last [2]Lee" in b.screen and "end" in b.screen
        await b.press("tab")
        rows = [row.rstrip() for row in b.screen.splitlines()]
        assert rows[2:4] == ["┊ [3]one", "     two"] and "below" in rows[6:]  # the page makes room for it
        await b.press("escape")
        assert "below" in b.screen
    server.page("/", "<form><input name=d size=2 value=12>/<input name=m size=2 value=1>/<input name=y size=4></form>")
    async with browsing(server.url("/"), size=(60, 12)) as b:
        await b.type(":field edit 2\n")
        assert "[1]12_/[2]1  /[3]____" in b.screen
        await b.type("2345")
        assert "[1]12_/[2]12345 ]____" in b.screen  # no more is covered than it takes to see it
        await b.press("escape")
        assert "[1]12_/[2]12345/[3]____" in b.screen


@in_a_loop
async def test_nothing_is_left_of_a_long_placeholder_behind_what_is_typed(server: Server) -> None:
    server.page("/", "<input name=q placeholder='Search for questions and answers here'>")
    async with browsing(server.url("/")) as b:
        assert "here)" in b.page[0]
        await b.type("gitide")
        assert b.lines[0].rstrip() == "[1]tide"
