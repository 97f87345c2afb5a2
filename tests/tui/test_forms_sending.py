"""What is sent of a form and where to, and who is asked before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm.session.tab import PAGES_KEPT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

from tui_forms import SIZES, form, run, sent


@pytest.fixture
def other() -> Iterator[Server]:
    """A server of another origin."""
    running = Server()
    yield running
    running.stop()


@in_a_loop
async def test_an_image_button_sends_where_it_was_clicked(server: Server) -> None:
    button = "<input type=image name=map alt='the whole wide map' width=200 height=100>"
    server.page("/", form(f"<p>{button}"))
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "[1][the whole wide map]"
        await b.pilot.click(b.app.view, offset=(3 + 10, 0))
        await b.settled()
        assert sent(server) == [("map.x", "105"), ("map.y", "50")]
        await run(b, "back")
        await run(b, "1")
        assert sent(server) == [("map.x", "0"), ("map.y", "0")]


@in_a_loop
async def test_enter_does_not_send_what_html_says_it_does_not(server: Server) -> None:
    server.page("/", form("<input name=a><input name=b>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("x\n")
        assert b.app.mode == "normal" and server.asked("/echo") == []


@in_a_loop
@SIZES
async def test_a_form_that_goes_to_another_site_asks_first(
    server: Server, other: Server, size: tuple[int, int]
) -> None:
    other.page("/in", "<p>Took it.")
    there = other.url("/in")
    server.page("/", f"<form method=post action={there}><input name=a value=1><button>Go</button></form>")
    async with browsing(server.url("/"), size=size) as b:
        await run(b, "2")
        assert "This form goes to another site: " in b.screen.replace("\n", "") and "a: 1" in b.screen
        await b.press("enter")
        assert other.asked("/in") == [] and "nothing was sent" in b.status
        await run(b, "2")
        await b.press("s")
        assert b.page[0] == "Took it." and other.asked("/in")[0].body == b"a=1"
        await b.press("H")
        await run(b, "2")
        await b.press("y")  # as where the answer is yes
        assert b.page[0] == "Took it." and len(other.asked("/in")) == 2


@in_a_loop
@pytest.mark.parametrize(
    ("enctype", "content_type", "body"),
    [
        ("", "application/x-www-form-urlencoded", "a=x+y&b=%C3%BC"),
        ("text/plain", "text/plain", "a=x y\r\nb=ü\r\n"),
        ("multipart/form-data", "multipart/form-data", 'name="a"\r\n\r\nx y\r\n'),
    ],
)
async def test_what_is_sent_in_each_encoding(server: Server, enctype: str, content_type: str, body: str) -> None:
    server.page(
        "/", form("<input name=a><input name=b value=ü><button>Go</button>", f"method=post enctype='{enctype}'")
    )
    async with browsing(server.url("/")) as b:
        await run(b, "field set 1 x y")
        await run(b, "3")
        asked = server.asked("/echo")[-1]
        assert (asked.header("content-type") or "").startswith(content_type)
        assert body in asked.body.decode()
        assert asked.header("origin") == server.url("") and asked.header("referer") == server.url("/")


@in_a_loop
async def test_the_way_back_after_a_redirect_from_a_form(server: Server) -> None:
    server.page("/", form("<input name=a value=1><button>Go</button>", "method=post").replace("/echo", "/in"))
    server.redirect("/in", "/done", 303)
    server.page("/done", "<p>Done.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert b.page[0] == "Done."
        await run(b, "reload")
        assert b.page[0] == "Done." and len(server.asked("/in")) == 1 and len(server.asked("/done")) == 2
        await b.press("H", "L")
        assert b.page[0] == "Done." and len(server.asked("/in")) == 1


@in_a_loop
async def test_a_form_is_not_sent_again_without_a_question(server: Server) -> None:
    server.page("/", form("<input name=a value=1><button>Go</button>", "method=post").replace("/echo", "/in"))
    server.page("/in", "<p>Paid.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert b.page[0] == "Paid."
        await run(b, "reload")
        assert "sent once more" in b.screen
        await b.press("escape")
        assert len(server.asked("/in")) == 1 and b.page[0] == "Paid."
        await run(b, "reload")
        await b.press("s")
        assert [asked.body for asked in server.asked("/in")] == [b"a=1", b"a=1"]


@in_a_loop
async def test_back_to_an_answer_that_is_not_kept_shows_no_other_page_in_its_place(server: Server) -> None:
    server.page("/", form("<input name=a value=1><button>Go</button>", "method=post").replace("/echo", "/in"))
    server.page("/in", "<p>Paid.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        for number in range(PAGES_KEPT + 1):
            server.page(f"/{number}", f"<p>Page {number}.")
            await run(b, f"open {server.url(f'/{number}')}")
        await b.press(*"H" * PAGES_KEPT)
        assert b.page[0] == "Page 0."
        await b.press("H")
        assert "sent once more" in b.screen and "Page 0." not in b.screen and "the answer to a form" in b.screen
        await b.press("escape")
        assert "Page 0." not in b.screen and len(server.asked("/in")) == 1
        await b.press("H")
        assert "[2][Go]" in b.screen
        await b.press("L")
        assert "sent once more" in b.screen
        await b.press("s")
        assert b.page[0] == "Paid." and len(server.asked("/in")) == 2


@in_a_loop
async def test_a_form_that_never_reached_its_server_is_sent_without_a_second_question(
    server: Server, tls_server: Server
) -> None:
    to = tls_server.url("/in").replace("127.0.0.1", "localhost")
    server.page("/", f"<form method=post action={to}><input name=a value=1><button>Go</button></form>")
    tls_server.page("/in", "<p>Paid.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        await b.press("s")
        assert "certificate" in b.screen
        await b.press("escape", "H")
        assert "[2][Go]" in b.screen
        await b.press("L")
        assert "certificate" in b.screen and "once more" not in b.screen
        await run(b, "reload")
        assert "open anyway" in b.screen and "once more" not in b.screen
        await b.press("o")
        assert b.page[0] == "Paid." and [asked.body for asked in tls_server.asked("/in")] == [b"a=1"]


@in_a_loop
async def test_a_button_of_another_form_and_of_another_window(server: Server) -> None:
    server.page(
        "/",
        "<form id=f action=/echo method=post><input name=a value=1></form>"
        "<button form=f formaction=/other formmethod=get formtarget=_blank name=b value=2>Go</button>",
    )
    server.page("/other", "<p>Other.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert sent(server, "/other") == [("a", "1"), ("b", "2")]
        assert len(b.app.tabs) == 2 and b.page[0] == "Other."


@in_a_loop
async def test_json_of_the_echo_is_the_page(server: Server) -> None:
    server.page("/", form("<input name=q value=1><button>Go</button>"))
    async with browsing(server.url("/")) as b:
        await run(b, "form submit --tab")
        assert len(b.app.tabs) == 2
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None
        assert json.loads(visit.page.response.body)["target"] == "/echo?q=1"


@in_a_loop
async def test_a_password_does_not_leave_in_the_clear_or_in_an_address_without_a_question(
    server: Server, home: Path
) -> None:
    field = "<input type=password name=p value=hunter2><button>Go</button></form>"
    server.page("/", f"<form action=http://shop.example/in method=post>{field}<form action=/echo>{field}")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert "in the clear" in b.screen and "http://shop.example" in b.screen and "hunter2" not in b.screen
        await b.press("escape")
        await run(b, "4")
        assert "would become a part of the address" in b.screen
        await b.press("n")
        assert server.asked("/echo") == [] and b.page[0].startswith("[1]")
        server.page("/echo", "<title>In</title><p>Signed in.", headers=[("Cache-Control", "max-age=600")])
        await run(b, "4")
        await b.press("y")
        assert b.page[0] == "Signed in." and "p=hunter2" in server.asked("/echo")[0].query
        b.app.keeping.save()
        await b.kept()
    files = [file for file in home.rglob("*") if file.is_file()]
    assert files and not [file for file in files if b"hunter2" in file.read_bytes()]


QUESTIONS = r"""<title>Records</title><h1>Records</h1>
<p><a href="/delete?1" onclick="return confirm('Delete \'one\'?\nIt is gone then.')">Delete</a> <a href="/keep">Keep</a>
<p><a href="/delete?2" data-confirm="Really &amp; truly?">Remove</a>
<form action=/send onsubmit="return confirm(&quot;Send now?&quot;)"><input name=a value=b><button>Send</button></form>
<form action=/both><input name=a value=b>
<button name=w value=1 onclick="if (!confirm(words)) event.preventDefault()">Publish</button>
<button name=w>Save</button></form>"""


@pytest.mark.parametrize(
    ("target", "words", "path"),
    [
        (1, "127.0.0.1 asks: Delete 'one'? It is gone then.", "/delete"),
        (3, "127.0.0.1 asks: Really & truly?", "/delete"),
        (5, "127.0.0.1 asks: Send now?", "/send"),
        (7, "127.0.0.1 asks: go on?", "/both"),
    ],
)
@in_a_loop
async def test_what_the_markup_asks_before_is_asked_without_scripts(
    server: Server, target: int, words: str, path: str
) -> None:
    server.page("/", QUESTIONS)
    server.page(path, "<p>Done.")
    async with browsing(server.url("/")) as b:
        await run(b, f"follow {target}")
        assert words in " ".join(b.screen.split())
        await b.press("enter")
        assert b.page[0] == "# Records" and not server.asked(path)
        await run(b, f"follow {target}")
        await b.press("y")
        assert b.page[0] == "Done." and len(server.asked(path)) == 1


@in_a_loop
async def test_what_asks_nothing_is_done_at_once(server: Server) -> None:
    server.page("/", QUESTIONS)
    server.page("/keep", "<p>Kept.")
    server.page("/both", "<p>Saved.")
    async with browsing(server.url("/")) as b:
        await run(b, "follow 2")
        assert b.page[0] == "Kept."
        await run(b, "back")
        await run(b, "follow 8")
        assert b.page[0] == "Saved."
