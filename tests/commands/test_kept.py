"""What commands keep: bookmarks, quickmarks, marks, the reading list, sessions, history, and forgetting it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fronts import LineFront

from lightterm.commands.library import seconds_of
from lightterm.document.place import Place
from lightterm.errors import ValidationFailed
from lightterm.resources import user_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servers import Server


@pytest.fixture
def front(home: Path, server: Server) -> Iterator[LineFront]:
    server.page("/a", "<title>Page <b>A</title><p>alpha")
    server.page("/b", "<title>B</title><p>beta")
    made = LineFront(home)
    made.run(f"open {server.url('/a')}")
    yield made
    made.session.close()


def test_bookmarks_are_made_tagged_found_and_deleted(front: LineFront, server: Server) -> None:
    assert front.run("bookmark add web #text") and front.run("bookmark add --title Mine -n 'a note' later")
    kept = front.session.store.bookmarks.get(server.url("/a"))
    assert kept is not None
    assert (kept.title, set(kept.tags), kept.notes) == ("Mine", {"web", "text", "later"}, "a note")
    assert front.run(f"bookmark add -u {server.url('/b')}")
    assert front.run("bookmarks #web")
    assert "Mine" in front.text and server.url("/b") not in front.text
    assert front.run("bookmarks") and "Tags:" in front.text and server.url("/b") in front.text
    assert front.run(f"bookmark untag -u {server.url('/a')} web")
    assert front.run("bookmarks #web") and "No such bookmark" in front.text
    assert front.run(f"bookmark delete {server.url('/a')}")
    assert not front.run(f"bookmark delete {server.url('/a')}")
    assert "is not bookmarked" in front.failed[-1].message


def test_tags_with_commas_between_them_are_several(front: LineFront, server: Server) -> None:
    assert front.run(f"open {server.url('/a')}")
    assert front.run("bookmark add News,#econ, oil,") and "(news, econ, oil)" in front.said[-1]
    assert front.run("bookmark untag econ,oil")
    found = front.session.store.bookmarks.get(server.url("/a"))
    assert found is not None and found.tags == ("news",)


def test_an_address_among_the_tags_is_what_is_bookmarked(front: LineFront, server: Server) -> None:
    other = server.url("/b")
    assert front.run(f"bookmark add {other} later")
    kept = front.session.store.bookmarks.get(other)
    assert kept is not None and kept.tags == ("later",)
    assert front.session.store.bookmarks.get(server.url("/a")) is None
    assert not front.run(f"bookmark add {other} {server.url('/a')}")
    assert "one address at a time" in front.failed[-1].message


def test_quickmarks(front: LineFront, server: Server) -> None:
    assert front.run("quickmark add a") and front.run(f"quickmark add b {server.url('/b')}")
    assert front.run("quickmark open b") and front.visit.title == "B"
    assert not front.run("quickmark open zz") and "; there are: a, b" in front.failed[-1].message
    assert not front.run("quickmark open aa")
    assert "did you mean a?" in front.failed[-1].message
    assert front.run("quickmarks") and server.url("/a") in front.text
    assert front.run("quickmark delete a")
    assert [mark.name for mark in front.session.store.quickmarks.all()] == ["b"]


def test_quickmarks_have_names_of_several_words(front: LineFront, server: Server) -> None:
    other = server.url("/b")
    assert front.run("quickmark add daily news") and front.run(f'quickmark add "week end" {other}')
    assert front.run(f"quickmark add -u {other} last page")
    kept = {mark.name: mark.url for mark in front.session.store.quickmarks.all()}
    assert kept == {"daily news": server.url("/a"), "week end": other, "last page": other}
    for typed in ("week end", '"week end"', "last page"):
        front.run(f"open {server.url('/a')}")
        assert front.run(f"quickmark open {typed}") and front.visit.title == "B"
    assert front.run("quickmark delete daily news")
    assert {mark.name for mark in front.session.store.quickmarks.all()} == {"week end", "last page"}


def test_the_reading_list(front: LineFront, server: Server) -> None:
    assert front.run("read-later") and front.run(f"read-later {server.url('/b')}")
    assert front.run("read-later -d " + server.url("/a"))
    assert front.run("reading-list")
    assert front.text.index("To be read") < front.text.index(server.url("/b")) < front.text.index("Read\n")
    assert front.run("read-later --done 1") and "To be read" not in front.text
    assert front.run("read-later 1") and front.said[-1].startswith("put by")
    assert [page.url for page in front.session.store.read_later.all(unread=True)] == [server.url("/a")]
    assert front.run("read-later --remove 1") and front.said[-1].startswith("taken off")
    assert [page.url for page in front.session.store.read_later.all()] == [server.url("/b")]
    assert not front.run("read-later -d https://example.org/")


def test_marks_without_letters_are_gone_to_one_after_the_other(front: LineFront) -> None:
    places = Place(1), Place(4, 0, -1), Place(4, 7), Place(9, 2)
    for place in (places[2], places[0], places[3], places[1]):
        front.view.place = place
        assert front.run("mark toggle")
    front.view.place = Place(3)
    assert front.run("mark next") and front.view.place == places[1]
    assert front.run("mark next") and front.view.place == places[2]
    assert not front.run("mark previous 2") and front.run("mark previous") and front.view.place == places[1]
    assert front.run("mark previous", 5) and front.view.place == places[0]
    assert not front.run("mark previous") and "no mark further up" in front.failed[-1].message
    assert front.run("mark toggle") and "given up" in front.said[-1]
    assert front.run("mark previous", -9) and front.view.place == places[3]
    assert not front.run("mark next") and front.run("mark next", -1) and front.view.place == places[2]


def test_a_page_without_marks_says_so(front: LineFront) -> None:
    assert not front.run("mark next") and "no marks" in front.failed[-1].message


def test_marks_of_a_page_and_across_pages(front: LineFront, server: Server) -> None:
    front.view.place = Place(3, 1, 0)
    front.keys = ["x"]
    assert front.run("mark set")
    front.view.place = Place(9)
    assert front.run("mark jump x") and front.view.place == Place(3, 1, 0)
    assert front.run('mark jump "\'"') and front.view.place == Place(9)
    assert front.run("mark set G")
    front.run(f"open {server.url('/b')}")
    assert front.run("mark jump G")
    assert (front.visit.url, front.view.place) == (server.url("/a"), Place(9))
    assert not front.run("mark jump z") and not front.run("mark set 1")
    assert front.run("marks") and "G" in front.text
    assert front.run("mark delete G") and not front.run("mark delete G")


def test_sessions_are_saved_and_loaded(front: LineFront, server: Server) -> None:
    front.run(f"open -t {server.url('/b')}")
    assert front.run("session save two tabs")
    assert not front.run("session save two tabs")
    assert "session save -f" in front.failed[-1].message
    assert front.run("session rename 'two tabs' both") and front.run("sessions") and "both" in front.text
    assert front.visit.page is not None
    assert front.run(f"open {front.visit.page.document.targets[1].url}") and "session load both" in front.text
    assert ":session" not in front.text  # as it is typed there
    urls = [url for _, url in front.visit.page.document.targets.addresses()]
    assert urls == [server.url("/a"), server.url("/b")]
    assert front.run("session load -c both")
    assert [tab.title for tab in front.tabs] == ["Page <b>A", "B"]
    assert front.run("session delete both")
    assert not front.run("session load both") and "; none is saved" in front.failed[-1].message
    assert front.failed[-1].code == "SESSION_NOT_FOUND"


def test_the_history_is_shown_and_searched(front: LineFront, server: Server) -> None:
    front.session.store.history.visit(server.url("/a"), "Page <b>A", text="alpha and omega")
    assert front.run("history") and "Page <b>A" in front.text
    assert front.run("history omega") and "alpha and omega" in front.text
    assert front.run("history nowhere") and "No page" in front.text


def test_cookies_are_listed_without_their_values_and_deleted(front: LineFront, server: Server) -> None:
    front.session.cookies.store(server.url("/"), ("id=sesame; HttpOnly",))
    assert front.run("cookies") and "id" in front.text and "http only" in front.text
    assert "sesame" not in front.text
    assert "this session" in front.text
    front.session.cookies.store(server.url("/"), ("year=1; Max-Age=31536000", "hour=1; Max-Age=3600"))
    assert front.run("cookies") and "session.persist_cookies keeps them" in " ".join(front.text.split())
    said = {line.split()[0]: line for line in front.text.splitlines() if "this session" in line}
    assert "at most" in said["hour"] and "at most" not in said["year"] and str(date.today().year + 1) not in front.text
    assert front.run("cookie delete 127.0.0.1") and front.said[-1] == "deleted 3 cookies"
    assert len(front.session.cookies) == 0


def test_forgetting_asks_first(front: LineFront, server: Server) -> None:
    front.session.store.history.visit(server.url("/a"), "A")
    front.run("bookmark add")
    assert front.run("forget --all")
    assert "Forget all traces?" in front.asked[-1]
    assert front.session.store.history.recent()
    front.answers = ["yes"]
    assert front.run("forget 127.0.0.1")
    assert not front.session.store.history.recent()
    assert front.session.store.bookmarks.all()
    assert front.run("forget -y --all --what bookmarks") and front.said[-1] == "forgot 1 bookmark"
    assert not front.run("forget") and not front.run("forget -y -a -w nonsense")
    assert "nonsense" in front.failed[-1].message
    front.answers = ["no"]
    assert front.run("forget 2h") and "Forget all traces of the last 2h?" in front.asked[-1]


def test_copies_beside_the_store_are_forgotten_or_told_of(front: LineFront, server: Server) -> None:
    """A damaged cache kept each page for good, and of a damaged store nobody heard again."""
    data, cache = (Path(user_directory(kind)) for kind in ("data", "cache"))
    data.mkdir(parents=True, exist_ok=True)
    cache.mkdir(parents=True, exist_ok=True)
    damaged = data / "lightterm.sqlite.damaged-20260101-000000"
    damaged.write_bytes(b"secret")
    (cache / "http.sqlite.damaged").write_bytes(b"secret")
    assert front.run("forget -y 127.0.0.1")
    assert f"; {damaged}, set aside as it was damaged, may hold it still: remove that, too" in front.said[-1]
    assert not (cache / "http.sqlite.damaged").exists() and damaged.exists()
    damaged.unlink()
    assert front.run("forget -y 127.0.0.1") and "damaged" not in front.said[-1]


def test_a_host_is_forgotten_in_states_that_agents_saved(front: LineFront) -> None:
    """Whoever forgot a bank was signed in there still, by the state's name."""
    folder = Path(user_directory("data")) / "agent-states"
    folder.mkdir(parents=True)
    head = "# Netscape HTTP Cookie File\n\n"
    cookies = (
        "# SameSite=Lax\n.bank.example\tTRUE\t/\tTRUE\t0\tpass\tsecret\n",
        "# SameSite=Lax\nother.example\tFALSE\t/\tTRUE\t0\tpass\tkept\n",
    )
    bases = [{"origin": f"https://{host}.example", "localStorage": [], "indexedDB": []} for host in ("bank", "other")]
    state = {
        "version": 1, "cookies": head + "".join(cookies), "tabs": ["https://www.bank.example/a", "https://other.example/"],
        "storage": [["https://bank.example", [["a", "secret"]]], ["https://other.example", [["a", "kept"]]]],
        "session": [["https://bank.example", [["a", "secret"]]]], "databases": json.dumps(bases),
    }  # fmt: skip
    (folder / "mine.json").write_text(json.dumps(state))
    (folder / "broken.json").write_text("[" * 100_000)
    assert front.run("forget -y --all") and "secret" in (folder / "mine.json").read_text(), "its name was given to it"
    assert front.run("forget -y bank.example") and "1 cookie, 1 page of saved tabs" in front.said[-1], front.said[-1]
    text = (folder / "mine.json").read_text()
    left = json.loads(text)
    assert "bank" not in text and "secret" not in text
    assert left["cookies"] == head + cookies[1] and left["tabs"] == ["https://other.example/"]
    assert left["storage"] == state["storage"][1:] and json.loads(left["databases"]) == bases[1:]


@pytest.mark.parametrize(("text", "seconds"), [("30m", 1800.0), ("2h", 7200.0), ("1.5d", 129600.0), ("1w", 604800.0)])
def test_spans_of_time(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "h", "2y", "xh", "-2h"])
def test_what_is_no_span_of_time(text: str) -> None:
    with pytest.raises(ValidationFailed):
        seconds_of(text)


def test_a_cookie_that_is_kept_is_told_with_its_own_day(home: Path, server: Server) -> None:
    made = LineFront(home)
    made.session.configure(made.session.settings.with_session((("session.persist_cookies", True),)))
    made.session.cookies.store(server.url("/"), ("year=1; Max-Age=31536000",))
    assert made.run("cookies") and "this session" not in made.text and str(date.today().year + 1) in made.text
    made.session.close()
