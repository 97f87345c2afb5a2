"""What a page's pictures may be fetched from, and that none is asked for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from servers import Server

from lightterm.errors import AddressRefused, Cancelled, NotFound, SchemeRefused, TooLarge
from lightterm.session.pictures import Bodies, PictureFetch
from lightterm.session.session import Session
from lightterm.settings import Settings

DATA = b"\x89PNG and so on"


Fetching = Callable[..., PictureFetch]


@pytest.fixture
def fetch() -> Iterator[Fetching]:
    """A function that makes what fetches the pictures of a page, in a session of its own."""
    with ExitStack() as sessions:

        def make(page: str, settings: Settings | None = None) -> PictureFetch:
            session = sessions.enter_context(Session(settings or Settings()))
            return PictureFetch(session.fetch, page, 1000, Bodies())

        yield make


def test_a_picture_is_fetched_as_browsers_do_and_kept(fetch: Fetching, server: Server) -> None:
    server.page("/a.png", DATA, "image/png")
    pictures = fetch(server.url("/page?q"))
    assert pictures(server.url("/a.png")) == pictures(server.url("/a.png")) == DATA
    (asked,) = server.log
    assert asked.header("referer") == server.url("/page?q")
    assert (asked.header("accept") or "").startswith("image/")


def test_a_public_page_may_not_reach_into_this_network(fetch: Fetching, server: Server) -> None:
    server.page("/a.png", DATA, "image/png")
    for page in ("http://93.184.216.34/", "https://[2606:2800:220:1::1]/page"):
        with pytest.raises(AddressRefused, match="public page"):
            fetch(page)(server.url("/a.png"))
        with pytest.raises(AddressRefused, match="public page"):
            fetch(page)(f"http://localhost:{server.port}/a.png")
    assert not server.log
    allowed = Settings().with_session([("network.allow_private", True)])
    assert fetch("http://93.184.216.34/", settings=allowed)(server.url("/a.png")) == DATA


def test_files_are_for_files_and_those_do_not_call_home(fetch: Fetching, server: Server, tmp_path: Path) -> None:
    server.page("/a.png", DATA, "image/png")
    (tmp_path / "a.png").write_bytes(DATA)
    local = (tmp_path / "page.html").as_uri()
    assert fetch(local)((tmp_path / "a.png").as_uri()) == DATA
    with pytest.raises(SchemeRefused):
        fetch(server.url("/"))((tmp_path / "a.png").as_uri())
    with pytest.raises(SchemeRefused, match="by itself"):
        fetch(local)(server.url("/a.png"))
    assert not server.log
    assert fetch(local)(server.url("/a.png"), asked=True) == DATA


def test_inline_pictures_need_no_request(fetch: Fetching) -> None:
    assert fetch("https://example.org/")("data:image/png;base64,iVBORw0KGgo=") == b"\x89PNG\r\n\x1a\n"


def test_what_is_cut_off_is_taken_and_what_is_not_there_an_error(fetch: Fetching, server: Server) -> None:
    server.page("/large", bytes(5000), "image/png")
    server.on("/cut", lambda asked, talk: (talk.head(200, [("Content-Length", "99")]), talk.send(DATA), talk.reset()))
    pictures = fetch(server.url("/"))
    with pytest.raises(NotFound):
        pictures(server.url("/missing"))
    with pytest.raises(TooLarge):
        pictures(server.url("/large"))
    assert pictures(server.url("/cut")) == DATA
    pictures.cancel()
    with pytest.raises(Cancelled):
        pictures(server.url("/other"))


def test_kept_pictures_belong_to_their_page_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lightterm.session.pictures.KEPT", 250)
    bodies = Bodies()
    for name in "abc":
        bodies.put("page", name, bytes(100))
    assert [bodies.get("page", name) is not None for name in "abc"] == [False, True, True]
    assert bodies.get("other", "b") is None
    bodies.forget("page")
    assert bodies.get("page", "c") is None
