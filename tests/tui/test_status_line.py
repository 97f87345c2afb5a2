"""What the status line names a page by, where there is little room."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from servers import Server

from lightterm.tui.status_line import named


def test_the_title_has_room_beside_the_address_and_a_host_is_never_cut() -> None:
    url = "https://www.example.org/a/long/way/to/the/page.html"
    assert named(url, "A page", 80) == f"{url}  A page"
    assert named(url, "A title with many words", 60) == "www.example.org  A title with many words"
    assert named(url, "A title", 30).startswith("www.example.org  A title")
    long = "https://signin.bank.example.evil-host-of-somebody.example/"
    assert named(long, "Your bank", 40).startswith(long)
    assert named("about:start", "A title with many words", 20).startswith("about:start")


@in_a_loop
async def test_a_narrow_screen_shows_host_and_title(server: Server) -> None:
    server.page("/a/b/c/d.html", "<title>The tide tables</title><p>Text.")
    async with browsing(server.url("/a/b/c/d.html"), size=(44, 12)) as b:
        assert "127.0.0.1  The tide tables" in b.status
