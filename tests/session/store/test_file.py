"""The store's file: kills, a full disk, other processes, damage, versions, privacy."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lightterm.errors import FileUnreadable, WriteFailed
from lightterm.session.store import schema
from lightterm.session.store.model import Bookmark, DeedEntry, Mark, SavedSession, SavedTab, SavedVisit
from tests.processes import ROOT, clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.session.store import Store

    Run = Callable[[str], subprocess.Popen[str]]

HERE = Path(__file__).parent
VISITS = """
n = 0
while True:
    url = f"https://example.org/{n}"
    assert store.history.visit(url, f"title {n}", 1000 + n, f"text{n}. " * 40)
    store.sessions.save(SavedSession((SavedTab("k", (SavedVisit(url),)),)))
    say(n)
    n += 1
"""


def check(path: Path) -> str:
    with sqlite3.connect(path) as db:
        found: str = db.execute("PRAGMA integrity_check").fetchone()[0]
        db.execute("INSERT INTO pages (pages) VALUES ('integrity-check')")
        db.execute("INSERT INTO hays (hays, rank) VALUES ('integrity-check', 1)")
    db.close()
    return found


@pytest.mark.parametrize("kept", [1, 7, 25])
def test_nothing_acknowledged_is_lost_by_a_kill(
    make: Callable[..., Store], path: Path, process: Run, kept: int
) -> None:
    child = process(VISITS)
    assert child.stdout is not None
    for _ in range(kept):
        last = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.wait(30)
    rest = child.stdout.read().split("\n")
    last = max([last, *(int(line) for line in rest[:-1] if line)])
    store = make()
    assert len(store.history.recent(1000)) >= last + 1
    for n in range(last + 1):
        assert [match.url for match in store.history.search(f'"text{n}"')] == [f"https://example.org/{n}"]
    [run] = store.sessions.broken_off()
    assert int(run.session.tabs[0].visits[0].url.rpartition("/")[2]) >= last
    store.close()
    assert check(path) == "ok"


def test_two_processes_write_at_once(make: Callable[..., Store], path: Path, process: Run) -> None:
    code = """
for n in range(150):
    assert store.history.visit(f"https://example.org/{name}/{n}", "T", 1000 + n, f"{name} text")
    assert store.history.visit("https://example.org/both", "T", 1000 + n)
    assert store.inputs.add("search", f"{name}{n}")
say("done")
"""
    children = [process(f"name = {name!r}\n{code}") for name in ("left", "right")]
    outputs = [child.communicate(timeout=120) for child in children]
    assert outputs == [("done\n", ""), ("done\n", "")]
    store = make()
    assert {e.url: e.count for e in store.history.recent(1000)}["https://example.org/both"] == 300
    assert len(store.history.recent(1000)) == 301
    assert len(store.history.search("right text", 1000)) == 150
    assert len(store.inputs.recent("search")) == 300
    store.close()
    assert check(path) == "ok"


def test_many_processes_may_make_the_store_at_once(make: Callable[..., Store], process: Run) -> None:
    children = [process(f"sys.stdin.readline()\nsay(store.inputs.add('search', '{n}'))") for n in range(6)]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    assert [child.communicate(timeout=60) for child in children] == [("True\n", "")] * 6
    assert sorted(make().inputs.recent("search")) == list("012345")


def test_threads_share_a_store(store: Store) -> None:
    failed: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for n in range(40):
                assert store.history.visit(f"https://example.org/{name}/{n}", "T", 1000, "words")
                assert store.complete("example")
                assert store.history.visited([f"https://example.org/{name}/{n}"])
        except BaseException as problem:
            failed.append(problem)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failed == []
    assert len(store.history.recent(1000)) == 240


def test_reading_does_not_wait_for_a_writer(store: Store, path: Path, told: list[str]) -> None:
    store.history.visit("https://example.org/", "T", 100)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = threading.Thread(target=store.inputs.add, args=("search", "waits"))
    writing.start()
    assert store.complete("example") and store.history.visited(["https://example.org/"])
    assert writing.is_alive()
    other.execute("ROLLBACK")
    other.close()
    writing.join(30)
    assert store.inputs.recent("search") == ("waits",) and told == []


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
assert store.history.visit("https://example.org/", "kept", 100, "apples")
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
n = 0
while store.history.visit(f"https://example.org/{n}", "T", 100, f"w{n} " + "x y z " * 3000):
    n += 1
assert n > 1, n
many = SavedSession(tuple(SavedTab(str(n), (SavedVisit("http://x/" + "y" * 5000),)) for n in range(99)))
for _ in range(5):
    assert not store.history.visit("https://example.org/late", "T", 100, "late " * 30000)
    assert not store.sessions.save(many)
from lightterm.errors import WriteFailed
try:
    store.sessions.save(many.replace(name="n"))
except WriteFailed as error:
    say(f"error {error.message}")
assert store.history.search("apples") and store.complete("example") and store.history.visited(["https://example.org/"])
say("reads")
"""


def test_a_full_disk_stops_no_reading(make: Callable[..., Store], path: Path, process: Run) -> None:
    out, err = process(FULL).communicate(timeout=120)
    assert err == ""
    lines = out.splitlines()
    assert lines[-1] == "reads"
    assert len(lines) == 3 and "the disk" in lines[0] and lines[1].startswith("error ") and "the disk" in lines[1]
    store = make()
    assert store.history.search("apples") and not store.history.search("late")
    assert store.history.visit("https://example.org/after", "T", 200, "after")
    store.close()
    assert check(path) == "ok"


DISK = """
import os, sqlite3, sys
from lightterm.session.store import Store, database

path = sys.argv[1] + "/lightterm.sqlite"
told = []
database.REOPEN_SECONDS = 0

def fill(name):
    with open(f"{sys.argv[1]}/{name}", "wb", buffering=0) as filler:
        try:
            while filler.write(b"x" * 512):
                pass
        except OSError:
            pass

def visit(store, n, text):
    return store.history.visit(f"https://example.org/{n}", "T", 100 + n, f"w{n} {text}")

with Store(path, warn=told.append) as store:
    assert visit(store, 0, "first")
with open(f"{sys.argv[1]}/spare", "wb") as spare:
    spare.write(b"x" * 400_000)

fill("before")
with Store(path, warn=told.append) as store:  # closed well before: there is no log, and no room for one
    assert not visit(store, 1, "no room") and not visit(store, 2, "no room")
    assert store.history.search("w0") and store.complete("example")
    assert len(told) == 1 and "can only be read" in told[0], told
    os.unlink(f"{sys.argv[1]}/before")
    assert visit(store, 3, "room again") and store.history.search("w0") and store.history.search("w3")
    assert len(told) == 1
told.clear()

with Store(path, warn=told.append) as store:  # fills up while it is open
    n = 1
    while n < 500 and visit(store, n, "x y z " * 2000):
        n += 1
    assert 2 < n < 500, n
    assert not visit(store, n, "late") or not visit(store, n, "late " * 30000)
    assert store.history.search("w0") and store.history.visited(["https://example.org/1"])
    assert len(told) == 1 and "the disk is full, nothing more is kept until it has room" in told[0], told
told.clear()

fill("after")
with Store(path, warn=told.append) as store:
    visit(store, 999, "no room " * 9000)
    assert store.history.search("w0") and store.complete("example")
    assert len(told) == 1, told
told.clear()

os.unlink(f"{sys.argv[1]}/spare")
with Store(path, warn=told.append) as store:
    assert store.history.delete("https://example.org/1") and visit(store, 1000, "again")
    assert store.history.search("w0") and not store.history.search("w1 x") and not told, told
print(sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()[0])
"""


ENDED = """
import os, sys
from lightterm.session.store import Store
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit

path = sys.argv[1] + "/lightterm.sqlite"
tabs = SavedSession((SavedTab("k", (SavedVisit("https://example.org/", "T"),)),))

def run(end):
    told = []
    with Store(path, warn=told.append) as store:
        assert store.sessions.save(tabs)
        with open(f"{sys.argv[1]}/filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 512):
                    pass
            except OSError:
                pass
        if end:
            store.end()
            assert told and "full" in told[0], told
    os.unlink(f"{sys.argv[1]}/filler")
    with Store(path, warn=told.append) as store:
        return store.sessions.broken_off()

assert len(run(False)) == 1
left = run(True)
assert len(left) == 1, left  # the one before, which did not end
with Store(path, warn=print) as store:
    store.sessions.save(tabs)
    store.end()
    assert len(store.sessions.broken_off()) == 1
print(sorted(os.listdir(sys.argv[1])))
"""


BEGUN = """
import os, sqlite3, sys
from lightterm.session.store import Store, database
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit

path = sys.argv[1] + "/lightterm.sqlite"
told = []
database.REOPEN_SECONDS = 0
tabs = SavedSession((SavedTab("k", (SavedVisit("https://example.org/", "T"),)),))
with open(f"{sys.argv[1]}/filler", "wb", buffering=0) as filler:
    try:
        while filler.write(b"x" * 512):
            pass
    except OSError:
        pass
store = Store(path, warn=told.append)
assert store.history.visit("https://example.org/1", "T", 100, "early") and store.sessions.save(tabs)
assert store.history.search("early")
assert len(told) == 1 and "nothing is kept until the disk has room" in told[0], told
os.unlink(f"{sys.argv[1]}/filler")
assert store.history.visit("https://example.org/2", "T", 101, "late")
with Store(path, warn=print) as other:  # the first one goes on
    assert other.history.search("early") and other.history.search("late") and not other.sessions.broken_off()
store.close()
with Store(path, warn=print) as other:
    assert len(other.sessions.broken_off()) == 1
print(sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()[0], len(told))
"""


def test_a_store_begun_on_a_full_disk_is_written_once_there_is_room(tmp_path: Path) -> None:
    assert on_a_small_disk(BEGUN, tmp_path) == (0, "ok 1\n", "")


FORGOTTEN = """
import os, sys
room = sys.argv[1]
os.environ.update({name: room for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")})
from lightterm import settings
from lightterm.errors import WriteFailed
from lightterm.fetch.cache import HttpCache
from lightterm.fetch.model import Request, Response
from lightterm.resources import user_directory
from lightterm.session.session import Session

with Session(settings.load()) as session:
    if CACHED:
        cache = HttpCache(os.path.join(user_directory("cache"), "http.sqlite"), 90_000_000)
        reply = Response("x", headers=(("Cache-Control", "max-age=999"),), body=os.urandom(150_000))
        for n in (1, 2):
            cache.store(Request(f"https://example.org/{n}"), f"https://example.org/{n}", (), reply)
        cache.close()
    session.store.history.visit("https://example.org/1", "T", 100, "early " + "words " * 100)
    session.store.close()
    with open(f"{room}/filler", "wb", buffering=0) as filler:
        try:
            while filler.write(b"x" * 512):
                pass
        except OSError:
            pass
    try:
        gone = {each.kind: each.count for each in session.forget("example.org") if each.count}
    except WriteFailed as error:
        gone = error.message
    os.unlink(f"{room}/filler")
    print(gone, bool(session.store.history.search("early")), session.notes)
"""


def test_forgetting_on_a_full_disk_has_the_cache_make_room_for_it(tmp_path: Path) -> None:
    """It forgot nothing: deleting takes room, too."""
    code, out, fault = on_a_small_disk(FORGOTTEN.replace("CACHED", "True"), tmp_path)
    assert (code, fault) == (0, "") and out.startswith("{'history': 1} False ['"), out
    assert "the disk is full: all of the cache was deleted to make room" in out


def test_what_a_full_disk_keeps_from_being_forgotten_is_told(tmp_path: Path) -> None:
    code, out, fault = on_a_small_disk(FORGOTTEN.replace("CACHED", "False"), tmp_path)
    assert (code, fault) == (0, "") and " True [" in out
    assert "full" in out and "Not forgotten: history, cookies, inputs" in out, out
    assert "Make room and say it again; forgotten: the cookies this run holds, cache, hsts" in out


def test_who_ends_on_a_full_disk_is_not_told_of_a_crash_at_the_next_start(tmp_path: Path) -> None:
    assert on_a_small_disk(ENDED, tmp_path) == (0, "['lightterm.sqlite']\n", "")


def test_a_really_full_disk(tmp_path: Path) -> None:
    assert on_a_small_disk(DISK, tmp_path) == (0, "ok\n", "")


def on_a_small_disk(script: str, path: Path) -> tuple[int, str, str]:
    """How a script ends on a file system of its own of 1 MB, and what it writes; skipped where none may be made."""
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no file system may be made here")
    mount = 'mount -t tmpfs -o size=1m tmpfs "$2" && exec "$0" -c "$1" "$2"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, sys.executable, script, str(path)],
        capture_output=True, text=True, timeout=120, check=False, env=clean_environment("/", PYTHONPATH=str(ROOT)),
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("forgets", [False, True])
def test_what_a_full_disk_kept_out_is_written_once_there_is_room(
    make: Callable[..., Store], path: Path, forgets: bool
) -> None:
    """What was read and typed meanwhile was lost, though the run went on for hours."""
    store = make()
    assert store.history.visit("https://example.org/first", "T", 100, "first")
    database = store._database

    def room(pages: int) -> None:
        assert database._writer is not None
        database._writer.execute(f"PRAGMA max_page_count = {pages}")

    room(1)
    for n in range(120):
        assert not store.history.visit(f"https://example.org/{n}", "T", 200 + n, f"words{n}x " + "late " * 3000)
    typed = [f"set line {n} " + "x" * 3000 for n in range(9)]
    kept = [store.inputs.add("command", line) for line in typed]
    assert not kept[-1]
    room(100_000)
    if forgets:
        store.forget("elsewhere.example")
    assert store.history.visit("https://example.org/last", "T", 400, "last")
    assert bool(store.history.search("words119x")) is not forgets
    assert (typed[-1] in store.inputs.recent("command")) is not forgets
    assert not store.history.search("words3x"), "the latest hundred are kept in mind"
    assert store.history.visit("https://example.org/119", "T", 500, "again")
    assert [e.count for e in store.history.recent(1)] == [1 if forgets else 2]


# --- damage and versions


@pytest.mark.parametrize("moment", ["before", "while open"])
def test_a_damaged_file_is_set_aside(make: Callable[..., Store], path: Path, told: list[str], moment: str) -> None:
    first = make()
    for n in range(50):
        first.history.visit(f"https://example.org/{n}", "T", 100 + n, "words " * 500)
    if moment == "before":
        first.close()
        path.write_bytes(b"not a database at all" * 1000)
        store = make()
    else:
        store = first
        store.close()
        content = bytearray(path.read_bytes())
        content[4096:] = os.urandom(len(content) - 4096)
        path.write_bytes(content)
    damaged = path.read_bytes()
    assert store.history.visit("https://example.org/new", "New", 200, "fresh")
    assert [entry.title for entry in store.history.recent()] == ["New"]
    [aside] = path.parent.glob("*.damaged-*")
    assert len(told) == 1 and "was damaged" in told[0] and str(aside) in told[0]
    if moment == "before":
        assert aside.read_bytes() == damaged
    store.close()
    assert check(path) == "ok"


@pytest.mark.parametrize("broken", ["places", "visits_by_time", "pages_content", "inputs"])
def test_what_can_be_read_of_a_damaged_file_is_saved(
    make: Callable[..., Store], path: Path, told: list[str], broken: str
) -> None:
    first = make()
    for n in range(300):
        first.history.visit(f"https://example.org/{n}", f"Title {n}", 100 + n, f"words{n}")
        first.inputs.add("search", f"search {n} " + "x" * 50)
    first.bookmarks.put(Bookmark("https://example.org/", "Marked", ("tag",)))
    first.sessions.save(SavedSession((SavedTab("k", (SavedVisit("https://example.org/"),)),), name="work"))
    first.close()
    with sqlite3.connect(path) as db:
        [(page,)] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (broken,)).fetchall()
    db.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    path.write_bytes(content)
    store = make()
    for n in range(20):
        store.history.visit(f"https://example.org/new{n}", "New", 900, "fresh")
        store.inputs.add("search", f"{n}")
        store.history.recent()
        store.inputs.recent("search")
    assert [mark.title for mark in store.bookmarks.search("", ("tag",))] == ["Marked"]
    assert store.sessions.load("work").tabs[0].visits[0].url == "https://example.org/"
    if broken not in ("places", "pages_content"):
        assert len(store.history.recent(999)) == 320 and store.history.search("title fresh") == ()
    if broken != "pages_content":
        assert "was damaged" in told[0] and "could still be read" in told[1]
        assert len(store.history.search("title", 999)) == (0 if broken == "places" else 300)
    store.close()
    if broken != "pages_content":
        assert check(path) == "ok"


def overwritten(path: Path, *tables: str) -> None:
    """Break the first pages of these tables."""
    with sqlite3.connect(path) as db:
        pages = [db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone() for name in tables]
    db.close()
    content = bytearray(path.read_bytes())
    for (page,) in pages:
        content[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    path.write_bytes(content)


def tabs(name: str) -> SavedSession:
    return SavedSession((SavedTab(name, (SavedVisit(f"https://example.org/{name}"),)),))


def read_and_typed(store: Store) -> None:
    for n in range(20):
        store.history.visit(f"https://example.org/new{n}", "New", 900, "fresh")


def offered(store: Store) -> list[str]:
    return [run.session.tabs[0].key for run in store.sessions.broken_off()]


def test_the_tabs_of_a_run_that_was_killed_are_offered_out_of_a_damaged_file(
    make: Callable[..., Store], path: Path
) -> None:
    """The runs were not taken over: nobody knew whose the tabs were, and those of the next run took their place."""
    killed = make()
    killed.history.visit("https://example.org/", "Title", 100)
    assert killed.sessions.save(tabs("killed"))
    killed.close()
    overwritten(path, "visits_by_time")
    store = make()
    read_and_typed(store)
    assert offered(store) == ["killed"]
    assert store.sessions.save(tabs("next"))
    store.close()
    assert offered(make()) == ["next", "killed"]


@pytest.mark.parametrize("lost", [("visits_by_time",), ("visits_by_time", "runs")])
def test_a_run_whose_file_is_damaged_meanwhile_is_offered_after_a_kill(
    make: Callable[..., Store], path: Path, lost: tuple[str, ...]
) -> None:
    one, two = make(), make()
    one.history.visit("https://example.org/", "Title", 100)
    assert one.sessions.save(tabs("one")) and two.sessions.save(tabs("two"))
    one._database.close()
    two._database.close()
    overwritten(path, *lost)
    for store in (two, one):
        read_and_typed(store)
        assert store.sessions.save(tabs("one" if store is one else "two"))
    assert offered(make()) == [], "both go on"
    one.close()
    two.close()
    assert sorted(offered(make())) == ["one", "two"]


def test_marks_of_pages_watched_texts_and_deeds_are_saved_out_of_a_damaged_file(
    make: Callable[..., Store], path: Path
) -> None:
    first = make()
    first.history.visit("https://example.org/", "Title", 100)
    first.marks.put(Mark("a", "https://example.org/"))
    first.watched.put("https://example.org/", "", "as it was")
    for n in range(3):
        first.deeds.add(DeedEntry(at=first._database.now(), who="robot", tool="open", words=f"opened {n}"))
    first.close()
    overwritten(path, "visits_by_time")
    store = make()
    read_and_typed(store)
    assert [mark.letter for mark in store.marks.of("https://example.org/")] == ["a"]
    kept = store.watched.get("https://example.org/")
    assert kept is not None and kept.text == "as it was"
    assert [deed.words for deed in store.deeds.all()] == ["opened 2", "opened 1", "opened 0"]
    state = store.deeds.check()
    assert state.broken == 0 and state.sealed, state


def test_a_run_goes_on_where_its_lock_was_deleted_with_the_store(make: Callable[..., Store], path: Path) -> None:
    """The next one to start took it for killed, and offered to open its tabs a second time."""
    store = make()
    assert store.sessions.save(tabs("a"))
    shutil.rmtree(path.parent)
    assert store.sessions.save(tabs("b")) and store.sessions.save(tabs("c"))
    assert offered(make()) == []
    store.close()
    assert offered(make()) == ["c"]


def test_a_file_that_is_deleted_while_it_is_open_is_written_anew(
    make: Callable[..., Store], path: Path, told: list[str]
) -> None:
    stores = [make(), make()]
    for n, store in enumerate(stores):
        store.bookmarks.put(Bookmark(f"https://example.org/{n}", "before"))
    shutil.rmtree(path.parent)
    for n, store in enumerate(stores):
        store.bookmarks.put(Bookmark(f"https://example.net/{n}", "after"))
    for store in stores:
        store.close()
    assert check(path) == "ok" and path.stat().st_mode & 0o777 == 0o600
    assert sorted(each.title for each in make().bookmarks.all()) == ["after", "after", "before", "before"]
    assert [words for words in told if "was deleted: it is written anew" in words] == told
    assert len(told) == 1 and not list(path.parent.glob("*.tmp"))


def test_what_somebody_was_writing_who_was_killed_is_removed_after_a_day(
    make: Callable[..., Store], path: Path
) -> None:
    """It lay there for good, a copy of the whole store among it, which no forgetting reached."""
    store = make()
    store.history.visit("https://example.org/", "Title", 100)
    names = [f"{name}.4711.0a1b2c3d.tmp" for name in ("lightterm.sqlite", "hsts.txt", "new")]
    others = ["mine.tmp", "a.b.0a1b2c3d.tmp"]
    for name in names + others:
        (path.parent / name).write_bytes(b"secret")
        if not name.startswith("new"):
            os.utime(path.parent / name, (1000.0, 1000.0))
    store.expire()
    assert sorted(file.name for file in path.parent.glob("*.tmp")) == sorted([*others, names[2]])


def test_two_processes_set_one_damaged_file_aside(make: Callable[..., Store], path: Path, told: list[str]) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database" * 500)
    one, two = make(), make()
    assert one.inputs.add("search", "1") and two.inputs.add("search", "2")
    assert one.inputs.recent("search") == ("2", "1")
    assert len(list(path.parent.glob("*.damaged-*"))) == 1 and len(told) == 1


def test_a_store_of_a_newer_version_is_only_read(make: Callable[..., Store], path: Path, told: list[str]) -> None:
    first = make()
    first.history.visit("https://example.org/", "Kept", 100)
    first.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    store = make()
    assert [entry.title for entry in store.history.recent()] == ["Kept"]
    assert not store.history.visit("https://example.org/2", "New", 200)
    assert not store.sessions.save(SavedSession((SavedTab("k", (SavedVisit("http://x/"),)),)))
    with pytest.raises(WriteFailed, match="newer lightterm"):
        store.marks.put(Mark("a", "https://example.org/"))
    assert len(told) == 1 and "version 999" in told[0]
    store.close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (999,)
        assert db.execute("SELECT count(*) FROM visits").fetchone() == (1,)
    db.close()


@pytest.mark.parametrize("older", sorted(HERE.glob("v*.sqlite.gz")), ids=lambda p: p.name)
def test_a_store_made_by_an_earlier_version_is_brought_up(make: Callable[..., Store], path: Path, older: Path) -> None:
    """Each file was made by that version itself, with a visit, session, draft, mark and command; from the second on
    with a bookmark and a cookie, from the eighth on with what was typed into a field."""
    number = int(older.name[1:].partition(".")[0])
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(older.read_bytes()))
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (number,)
    db.close()
    store = make()
    assert [match.url for match in store.history.search("apples")] == ["https://example.org/"]
    saved = store.sessions.load("work").tabs[0]
    assert saved.visits[0].place.block == 4 and saved.drafts[0].value == "Ann"
    mark = store.marks.get("a")
    assert mark is not None and mark.place.row == 3
    assert store.inputs.recent("command") == ("open x",)
    if number >= 2:
        assert store.bookmarks.search("", ("tag",))[0].title == "Marked"
        assert [cookie.name for cookie in store.cookies.all()] == ["a"]
        assert store.complete("exa")[0].kind == "bookmark"
    else:
        assert store.complete("exa")[0].title == "Title"
    if number >= 8:
        # At which host it was typed was not kept then: who forgets any host forgets it.
        assert store.inputs.recent("field:email", "a") == ("ann@example.org",)
        store.inputs.add("field:email", "bob@example.org", "example.org")
        store.forget("other.example")
        assert store.inputs.recent("field:email") == ("bob@example.org",)
        assert store.inputs.recent("command") == ("open x",)
    assert store.history.visit("https://example.org/2", "T", 200, "pears")
    store.close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(schema.STEPS),)
    db.close()
    assert check(path) == "ok"


def test_every_version_gives_the_same_tables_as_a_new_store() -> None:
    def tables(*stops: int) -> list[tuple[str, str]]:
        db = sqlite3.connect(":memory:", isolation_level=None)
        for stop in stops:
            schema.migrate(db, stop)
            assert schema.version(db) == stop
        rows = db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        db.close()
        return rows

    latest = len(schema.STEPS)
    assert tables(latest) == tables(*range(1, latest + 1)) != []


def test_a_step_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(db)
    before = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, "CREATE TABLE half (x);\nCREATE TABLE marks (x)"))
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(db, len(schema.STEPS))
    assert db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == before
    assert schema.version(db) == len(schema.STEPS) - 1
    db.close()


# --- privacy


@pytest.mark.covers("LB-51")
def test_the_files_are_their_owners_alone(store: Store, path: Path) -> None:
    store.history.visit("https://example.org/", "T", 100)
    store.journal.begin()
    modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in path.parent.iterdir()}
    assert len(modes) == 4 and set(modes.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_closed_to_them(make: Callable[..., Store], path: Path) -> None:
    path.parent.mkdir()
    path.touch(0o644)
    make().history.visit("https://example.org/", "T", 100)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_store_that_cannot_be_made_is_kept_in_memory(make: Callable[..., Store], told: list[str]) -> None:
    store = make("/proc/none/lightterm.sqlite")
    assert store.history.visit("https://example.org/", "T", 100)
    assert [entry.title for entry in store.history.recent()] == ["T"]
    assert store.private and len(told) == 1 and "forgotten at the end" in told[0]


def test_memory_leaves_no_file(make: Callable[..., Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = make("")
    store.history.visit("https://example.org/", "T", 100, "text")
    store.sessions.save(SavedSession((SavedTab("k", (SavedVisit("http://x/"),)),)))
    store.marks.put(Mark("A", "https://example.org/"))
    assert store.private and store.history.search("text") and store.marks.get("A")
    assert list(tmp_path.rglob("*")) == []


def test_reading_what_cannot_be_read_is_an_error(make: Callable[..., Store], path: Path) -> None:
    store = make()
    store.history.visit("https://example.org/", "T", 100)
    store.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
        db.execute("DROP TABLE marks")
    db.close()
    with pytest.raises(FileUnreadable, match="marks"):
        make().marks.all()
