"""Linked style sheets: loaded together within their budget, applied in the order of the page."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from servers import Server

from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request
from lightterm.fetch.subresources import AT_ONCE
from lightterm.output.text import page_text
from lightterm.session.session import Session
from lightterm.session.sheets import MOST
from lightterm.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Asked, Talk

    from lightterm.loading import Page

CSS = "text/css"


@pytest.fixture
def session() -> Iterator[Session]:
    with Session(Settings()) as running:
        yield running


def linked(*names: str) -> str:
    return "".join(f"<link rel=stylesheet href={name}>" for name in names) + "<p class=a>one<p class=b>two<p>end"


def shown(page: Page) -> list[str]:
    return [line for line in page_text(page.document, 80, False, "none", str) if line]


def test_sheets_are_on_their_way_together(server: Server, session: Session) -> None:
    together = threading.Barrier(AT_ONCE)

    def answer(asked: Asked, talk: Talk) -> None:
        together.wait(10)
        talk.reply(".a{display:none}" if asked.path == "/1" else "", content_type=CSS)

    for i in range(AT_ONCE):
        server.on(f"/{i}", answer)
    page = session.open(Request(server.page("/", linked(*(f"/{i}" for i in range(AT_ONCE))))), 80)
    assert shown(page) == ["two", "end"]
    assert not together.broken


def test_the_last_sheet_wins_though_it_comes_first(server: Server, session: Session) -> None:
    second_came = threading.Event()

    def first(asked: Asked, talk: Talk) -> None:
        assert second_came.wait(10)
        talk.reply(".a{display:none}.b{display:none}", content_type=CSS)

    def second(asked: Asked, talk: Talk) -> None:
        talk.reply(".a{display:block}", content_type=CSS)
        second_came.set()

    server.on("/1.css", first)
    server.on("/2.css", second)
    assert shown(session.open(Request(server.page("/", linked("1.css", "2.css"))), 80)) == ["one", "end"]


def test_imports_stand_before_what_imports_them_and_are_loaded_once(server: Server, session: Session) -> None:
    server.page("/1.css", "@import 'x/3.css'; @import '2.css'; .a{display:block}", CSS)
    server.page("/2.css", "@import 'x/3.css'; .b{display:block}", CSS)
    server.page("/x/3.css", ".a,.b{display:none}", CSS)
    server.page("/4.css", "@import '4.css'; @import '1.css';", CSS)
    page = session.open(Request(server.page("/", linked("1.css", "4.css"))), 80)
    assert shown(page) == ["one", "two", "end"]
    assert sorted(asked.path for asked in server.log) == ["/", "/1.css", "/2.css", "/4.css", "/x/3.css"]


def test_sheets_that_import_themselves_end(server: Server, session: Session) -> None:
    server.page("/1.css", "@import '1.css';" * 60 + ".a{display:none}", CSS)
    assert shown(session.open(Request(server.page("/", linked("1.css"))), 80)) == ["two", "end"]


def test_bytes_are_spent_in_the_order_of_the_page(server: Server) -> None:
    settings = Settings().with_session([("extraction.max_css_bytes", 100)])
    server.page("/1.css", ".x{}" * 20, CSS)  # 80 bytes
    server.page("/2.css", ".a{display:none}" + ".x{}" * 5, CSS)  # 36, which is too much after the first
    server.page("/3.css", ".b{display:none}", CSS)
    for _ in range(5):
        with Session(settings) as session:
            assert shown(session.open(Request(server.page("/", linked("1.css", "2.css", "3.css"))), 80)) == [
                "one",
                "end",
            ]


def test_no_more_sheets_than_a_page_may_have(server: Server, session: Session) -> None:
    names = [f"{i}.css" for i in range(MOST + 5)]
    for name in names:
        server.page(f"/{name}", ".a{display:none}" if name == names[MOST] else "", CSS)
    assert shown(session.open(Request(server.page("/", linked(*names))), 80)) == ["one", "two", "end"]
    assert sorted(asked.path[1:] for asked in server.log if asked.path != "/") == sorted(names[:MOST])


def test_a_sheet_that_never_comes_costs_the_page_nothing_else(server: Server) -> None:
    server.on("/1.css", lambda asked, talk: talk.hold())
    server.page("/2.css", ".b{display:none}", CSS)
    server.page("/3.css", "<p>no such page", status=404)
    with Session(Settings()) as session:
        page = session.open(Request(server.page("/", linked("1.css", "2.css", "3.css")), deadline=1.5), 80)
    assert shown(page) == ["one", "end"] and page.error is None


def test_stopping_the_load_stops_the_sheets(server: Server, session: Session) -> None:
    cancel, asked_for = Cancel(), threading.Event()

    def hold(asked: Asked, talk: Talk) -> None:
        asked_for.set()
        talk.hold()

    server.on("/1.css", hold)
    server.on("/2.css", hold)
    pages: list[Page] = []
    load = threading.Thread(
        target=lambda: pages.append(session.open(Request(server.page("/", linked("1.css", "2.css"))), 80, cancel))
    )
    load.start()
    assert asked_for.wait(10)
    cancel.cancel()
    load.join(3)  # the sheets alone would have four seconds
    assert not load.is_alive() and shown(pages[0]) == ["one", "two", "end"]


def test_a_local_page_has_local_sheets_only(server: Server, session: Session, tmp_path: Path) -> None:
    server.page("/1.css", ".a{display:none}", CSS)
    (tmp_path / "2.css").write_text(".b{display:none}")
    (tmp_path / "x.html").write_text(linked(server.url("/1.css"), "2.css"))
    assert shown(session.open(Request((tmp_path / "x.html").as_uri()), 80)) == ["one", "end"]
    assert server.log == []
