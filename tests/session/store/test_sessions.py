"""Saved sessions, drafts, marks, input histories and the crash journal, over a real file."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from lightterm import settings
from lightterm.errors import SessionNotFound
from lightterm.session.session import Session
from lightterm.session.store import Store
from lightterm.session.store.inputs import PER_KIND
from lightterm.session.store.journal import KEPT_RUNS
from lightterm.session.store.model import Draft, Mark, SavedSession, SavedTab, SavedVisit, ScrollPlace
from lightterm.settings import Settings

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[[str], subprocess.Popen[str]]

NEWS = SavedTab(
    "k1",
    (
        SavedVisit("https://example.org/", "Start", ScrollPlace(3, 40, 2)),
        SavedVisit("https://example.org/news", "Nachrichten 新聞", ScrollPlace(12, 0, 0)),
    ),
    current=1,
    pinned=True,
)
OTHER = SavedTab("k2", (SavedVisit("file:///tmp/x.html"),))
TWO = SavedSession((NEWS, OTHER), active=1)
SAVE = (
    "store.sessions.save(SavedSession((SavedTab({key!r}, (SavedVisit({url!r}, 'T'),)),)))\n"
    "say('saved')\nsys.stdin.readline()\n"
)


def tabs(session: SavedSession | None) -> tuple[SavedTab, ...]:
    assert session is not None
    return session.tabs


def test_a_named_session_comes_back_as_it_was(make: Callable[..., Store]) -> None:
    make(now=lambda: 500.0).sessions.save(TWO.replace(name="work"))
    assert make().sessions.load("work") == TWO.replace(name="work", saved=500.0)


def test_saving_again_replaces_tabs_and_order(store: Store) -> None:
    store.sessions.save(TWO.replace(name="work"))
    third = SavedTab("k3", (SavedVisit("https://example.net/"),))
    store.sessions.save(SavedSession((OTHER, third, NEWS.replace(current=0)), 2, "work"))
    found = store.sessions.load("work")
    assert (found.tabs, found.active) == ((OTHER, third, NEWS.replace(current=0)), 2)
    store.sessions.save(SavedSession((third,), 0, "work"))
    assert store.sessions.load("work").tabs == (third,)


def test_sessions_are_listed_renamed_and_deleted(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 7.0)
    store.sessions.save(TWO.replace(name="b"))
    store.sessions.save(SavedSession((), name="a"))
    store.sessions.save(TWO)
    assert [(s.name, s.tabs, s.saved) for s in store.sessions.names()] == [("a", 0, 7.0), ("b", 2, 7.0)]
    store.sessions.rename("b", "a")
    assert [(s.name, s.tabs) for s in store.sessions.names()] == [("a", 2)]
    store.sessions.delete("a")
    assert store.sessions.names() == ()


def test_sessions_that_are_not_there(store: Store) -> None:
    store.sessions.save(TWO)
    for act in (store.sessions.load, store.sessions.delete, lambda name: store.sessions.rename(name, "y")):
        for name in ("x", ""):
            with pytest.raises(SessionNotFound):
                act(name)
    with pytest.raises(ValueError):
        store.sessions.rename("x", "")


def test_the_session_saved_by_itself_is_there_in_the_next_run(make: Callable[..., Store]) -> None:
    first = make()
    assert first.sessions.last() is None
    assert first.sessions.save(TWO) and first.sessions.last() is not None
    first.journal.end()
    first.close()
    second = make()
    assert tabs(second.sessions.last()) == TWO.tabs
    assert second.sessions.broken_off() == ()


def test_saving_what_has_not_changed_writes_no_tab(make: Callable[..., Store], path: Path) -> None:
    store = make(now=lambda: 1.0)
    many = SavedSession(tuple(NEWS.replace(key=f"k{n}") for n in range(200)))
    store.sessions.save(many)
    log = path.with_name(path.name + "-wal")
    before = log.stat().st_size
    store.sessions.save(many.replace(active=1))
    assert log.stat().st_size - before < 20_000 < before


def test_a_killed_run_is_offered_until_it_is_settled(make: Callable[..., Store], process: Run) -> None:
    child = process(SAVE.format(key="a", url="https://example.org/killed"))
    assert child.stdout is not None and child.stdout.readline() == "saved\n"
    store = make()
    assert store.sessions.broken_off() == ()
    assert store.sessions.last() is None, "that run goes on"
    child.send_signal(signal.SIGKILL)
    child.wait(30)
    [run] = store.sessions.broken_off()
    assert run.session.tabs[0].visits[0].url == "https://example.org/killed"
    offer = store.sessions.restorable()
    assert offer is not None and (offer.ask, offer.run, offer.session) == (True, run.id, run.session)
    store.journal.settle(run.id)
    assert store.sessions.broken_off() == () and store.sessions.restorable() is None
    assert tabs(store.sessions.last()) == run.session.tabs


def test_two_runs_at_once_keep_a_session_each(make: Callable[..., Store], process: Run) -> None:
    children = [process(SAVE.format(key=name, url=f"https://example.org/{name}")) for name in "ab"]
    for child in children:
        assert child.stdout is not None and child.stdout.readline() == "saved\n"
    for child in children:
        child.kill()
        child.wait(30)
    found = {run.session.tabs[0].visits[0].url for run in make().sessions.broken_off()}
    assert found == {"https://example.org/a", "https://example.org/b"}


@pytest.mark.parametrize(
    ("restore", "ended", "crashed"), [("always", False, True), ("ask", None, True), ("never", None, None)]
)
def test_the_setting_says_what_comes_back(
    make: Callable[..., Store], restore: str, ended: bool | None, crashed: bool | None
) -> None:
    chosen = Settings().with_session([("session.restore", restore)])
    for ends, ask in ((True, ended), (False, crashed)):
        run = make()
        run.sessions.save(TWO)
        if ends:
            run.journal.end()
        run.close()
        offer = make(settings=chosen).sessions.restorable()
        assert (offer and offer.ask) == ask
        assert offer is None or offer.session.tabs == TWO.tabs


def test_only_the_last_runs_are_kept(make: Callable[..., Store], path: Path) -> None:
    for n in range(KEPT_RUNS + 3):
        run = make()
        run.sessions.save(SavedSession((NEWS.replace(current=n % 2),)))
        run.journal.end()
        run.close()
    last = make()
    last.expire()
    assert len(last.journal.over()) == KEPT_RUNS
    assert tabs(last.sessions.last())[0].current == (KEPT_RUNS + 2) % 2
    assert [entry.name for entry in path.parent.iterdir() if "run-" in entry.name] == []


# --- drafts


def draft(field: str = "name", value: str = "Ann", **more: object) -> Draft:
    return Draft(**{"tab": "k1", "url": "https://example.org/", "form": 0, "field": field, "value": value, **more})


def test_drafts_come_back_by_tab_page_and_form(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 9.0)
    for each in (
        draft(),
        draft(value="Anna"),
        draft("mail", "a@b"),
        draft(form=1),
        draft(tab="k2"),
        draft(url="http://x/"),
    ):
        assert store.drafts.put(each)
    found = make().drafts.of("k1", "https://example.org/")
    assert [(d.form, d.field, d.value, d.at) for d in found] == [
        (0, "mail", "a@b", 9.0), (0, "name", "Anna", 9.0), (1, "name", "Ann", 9.0),
    ]  # fmt: skip
    store.drafts.drop("k1", "https://example.org/", 0)
    assert [(d.url, d.form) for d in store.drafts.of("k1")] == [("http://x/", 0), ("https://example.org/", 1)]
    store.drafts.drop("k1")
    assert store.drafts.of("k1") == () and len(store.drafts.of("k2")) == 1


def test_a_password_is_never_stored(store: Store, path: Path) -> None:
    with pytest.raises(ValueError, match="never stored"):
        store.drafts.put(draft("pw", "hunter2-x", kind="password"))
    with pytest.raises(ValueError, match="never stored"):
        store.inputs.add("password", "hunter2-x")
    store.sessions.save(SavedSession((NEWS.replace(drafts=(draft("pw", "hunter2-x", kind="password"),)),), name="n"))
    assert store.sessions.load("n").tabs[0].drafts == ()
    store.close()
    assert b"hunter2-x" not in path.read_bytes()


def test_a_session_brings_its_drafts(store: Store) -> None:
    store.drafts.put(draft(at=5.0))
    store.sessions.save(TWO)
    store.sessions.save(TWO.replace(name="work"))
    assert tabs(store.sessions.last())[0].drafts == (draft(at=5.0),)
    store.drafts.drop("k1")
    assert tabs(store.sessions.last())[0].drafts == ()
    assert store.sessions.load("work").tabs[0].drafts == (draft(at=5.0),)


def test_old_drafts_of_no_tab_are_forgotten(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 100 * 86_400.0)
    store.sessions.save(TWO)
    for each in (draft(at=1.0), draft(tab="gone", at=1.0), draft(tab="new", at=99 * 86_400.0)):
        store.drafts.put(each)
    store.expire()
    assert [len(store.drafts.of(tab)) for tab in ("k1", "gone", "new")] == [1, 0, 1]


# --- marks and inputs


def test_marks(make: Callable[..., Store]) -> None:
    store = make()
    mark = Mark("A", "https://example.org/", "T", ScrollPlace(1, 2, 3), 5.0)
    store.marks.put(mark.replace(title="older"))
    store.marks.put(mark)
    store.marks.put(mark.replace(letter="Ä"))
    assert make().marks.get("A") == mark and store.marks.get("B") is None
    assert [each.letter for each in store.marks.all()] == ["A", "Ä"]
    assert store.marks.delete("A") is True and store.marks.delete("A") is False


def test_small_letters_are_marks_of_their_page(make: Callable[..., Store]) -> None:
    store = make()
    here, there = "https://example.org/", "https://example.org/there"
    mark = Mark("a", here, "T", ScrollPlace(1, 2, 3), 5.0)
    store.marks.put(mark.replace(url=f"{here}#part"))
    store.marks.put(mark.replace(url=there, made=9.0))
    store.marks.put(mark.replace(letter="b"))
    assert make().marks.get("a", f"{here}#other") == mark and store.marks.get("a") is None
    assert [m.letter for m in store.marks.of(here)] == ["a", "b"] and store.marks.all() == ()
    assert [(m.url, m.letter) for m in store.marks.of_pages()] == [(there, "a"), (here, "a"), (here, "b")]
    assert store.marks.delete("a", there) is True and store.marks.delete("a", there) is False
    assert store.marks.get("a", here) == mark


def test_inputs_are_kept_by_kind_once_each(make: Callable[..., Store]) -> None:
    store = make()
    for text in ("open a", "set b", "open a", "open [x]*", "  "):
        store.inputs.add("command", text)
    store.inputs.add("search", "other")
    store.inputs.add("search", "y" * 5000)
    assert make().inputs.recent("command") == ("open [x]*", "open a", "set b")
    assert store.inputs.recent("command", "open") == ("open [x]*", "open a")
    assert store.inputs.recent("command", "open [", 5) == ("open [x]*",)
    assert store.inputs.recent("search") == ("other",)
    assert store.inputs.delete("command", "set b") == 1 and store.inputs.delete("command") == 2
    assert store.inputs.recent("command") == ()


def test_inputs_are_bounded(store: Store) -> None:
    for n in range(PER_KIND + 5):
        store.inputs.add("search", str(n))
    kept = store.inputs.recent("search", limit=PER_KIND * 2)
    assert len(kept) == PER_KIND and kept[0] == str(PER_KIND + 4) and kept[-1] == "5"


# --- the session's own store


def test_a_session_has_a_store_in_the_data_directory(home: Path) -> None:
    with Session(settings.Settings()) as session:
        session.store.history.visit("http://example.org/", "T", 100)
        assert not session.store.private
    assert [entry.name for entry in (home / "data" / "lightterm").iterdir()] == ["lightterm.sqlite"]
    with Session(settings.Settings()) as session:
        assert [entry.title for entry in session.store.history.recent()] == ["T"]


@pytest.mark.covers("LB-51")
def test_a_private_session_leaves_nothing(home: Path) -> None:
    chosen = settings.Settings().with_session([("session.private", True), ("session.persist_cookies", True)])
    with Session(chosen) as session:
        session.store.history.visit("http://example.org/", "T", 100, "text")
        session.store.sessions.save(TWO)
        assert session.store.private and session.store.history.search("text")
    assert list(home.rglob("*")) == []


def test_settings_may_change_meanwhile(home: Path) -> None:
    plain = settings.Settings()
    with Session(plain) as session:
        session.store.history.visit("http://example.org/1", "one", 100)
        session.configure(plain.with_session([("history.enabled", False)]))
        session.store.history.visit("http://example.org/2", "two", 200)
        session.configure(plain.with_session([("session.private", True)]))
        session.store.history.visit("http://example.org/3", "three", 300)
        assert [entry.title for entry in session.store.history.recent()] == ["three"]
        session.configure(plain)
        assert [entry.title for entry in session.store.history.recent()] == ["one"]
