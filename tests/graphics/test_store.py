"""The store: pictures come beside the reading, what is looked at first, within a bound of memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from io import BytesIO
from urllib.request import urlopen

import pytest
from PIL import Image
from servers import Server

from lightterm.errors import NotFound, ParseFailed, TooLarge
from lightterm.graphics.blocks import BlockPicture
from lightterm.graphics.kitty import KittyPicture, PlacedPicture
from lightterm.graphics.probe import TRUE_COLOR, Terminal
from lightterm.graphics.sixel import SixelPicture
from lightterm.graphics.store import Outcome, PictureStore
from lightterm.settings import Settings

BLOCKS = Terminal(colors=TRUE_COLOR, cell=(10, 20))
ROOM = (80, 40)
NONE = (0, 0)


def png(width: int = 200, height: int = 100, color: str = "red") -> bytes:
    stream = BytesIO()
    Image.new("RGB", (width, height), color).save(stream, "PNG")
    return stream.getvalue()


class Asker:
    """Asks a store, and waits for what comes."""

    def __init__(self, store: PictureStore) -> None:
        self.store = store
        self.outcomes: list[Outcome] = []
        self._came = threading.Semaphore(0)

    def done(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self._came.release()

    def ask(self, url: str, load: Callable[[], bytes], priority: int = 0, said: tuple[int, int] = NONE) -> None:
        self.store.request(url, load, said, ROOM, priority, self.done)

    def wait(self, count: int = 1) -> Outcome:
        for _ in range(count):
            assert self._came.acquire(timeout=60)
        return self.outcomes[-1]


def make(terminal: Terminal = BLOCKS, **images: object) -> Asker:
    return Asker(PictureStore(terminal, Settings().with_request([(f"images.{k}", v) for k, v in images.items()])))


@pytest.fixture
def asker() -> Iterator[Asker]:
    made = make()
    yield made
    made.store.close()


@pytest.mark.covers("LB-113")
def test_a_picture_comes_in_its_cells(asker: Asker) -> None:
    assert asker.store.cells("a", NONE, ROOM) == (0, 0)
    asker.ask("a", png)
    outcome = asker.wait()
    assert isinstance(outcome.picture, BlockPicture)
    assert (outcome.picture.columns, outcome.picture.rows, outcome.size) == (20, 5, (200, 100))
    assert asker.store.cells("a", NONE, ROOM) == (20, 5)
    assert asker.store.get("a", NONE, ROOM) is outcome
    asker.ask("b", lambda: png(4000, 1000))
    large = asker.wait().picture
    assert large is not None and (large.columns, large.rows) == (64, 8)


def test_the_page_says_a_size_before_the_picture_has_come_and_never_more_than_it_has(asker: Asker) -> None:
    assert asker.store.cells("a", (100, 40), ROOM) == (10, 2)
    asker.ask("a", png, said=(100, 0))
    picture = asker.wait().picture
    assert picture is not None and (picture.columns, picture.rows) == (10, 3)
    asker.ask("b", lambda: png(20, 20), said=(200, 200))
    picture = asker.wait().picture
    assert picture is not None and (picture.columns, picture.rows) == (2, 1)


@pytest.mark.parametrize(
    ("terminal", "way", "kind"),
    [
        (BLOCKS.replace(kitty=True), "auto", KittyPicture),
        (BLOCKS.replace(placements=True), "auto", PlacedPicture),
        (BLOCKS.replace(placements=True), "kitty", PlacedPicture),
        (BLOCKS, "kitty", KittyPicture),
        (BLOCKS.replace(sixel=True), "auto", SixelPicture),
        (BLOCKS.replace(kitty=True), "sixel", SixelPicture),
        (BLOCKS, "auto", BlockPicture),
    ],
)
@pytest.mark.covers("LB-97")
def test_the_terminal_decides_unless_the_settings_do(terminal: Terminal, way: str, kind: type) -> None:
    asker = make(terminal, protocol=way)
    asker.ask("a", png)
    assert isinstance(asker.wait().picture, kind)
    asker.store.close()


def test_without_colours_or_when_switched_off_there_is_none() -> None:
    assert make(Terminal(colors=0)).store.way == make(enabled=False).store.way == make(protocol="none").store.way
    assert make(enabled=False).store.cells("a", (100, 100), ROOM) == (0, 0)
    assert make(Terminal(colors=0, sixel=True)).store.way == "sixel"


@pytest.mark.covers("LB-147")
def test_a_picture_that_fails_is_asked_for_once_and_keeps_its_words(asker: Asker) -> None:
    calls = []

    def missing() -> bytes:
        calls.append(1)
        raise NotFound("404", url="a")

    asker.ask("a", missing, said=(100, 100))
    assert isinstance(asker.wait().error, NotFound)
    asker.ask("a", missing)
    assert isinstance(asker.wait().error, NotFound) and len(calls) == 1
    assert asker.store.cells("a", (100, 100), ROOM) == (0, 0)
    asker.store.retry("a")
    asker.ask("a", png)
    assert asker.wait().error is None


def test_nothing_a_loader_or_a_picture_does_stops_the_others(asker: Asker) -> None:
    def broken() -> bytes:
        raise ValueError("boom")

    asker.ask("a", broken)
    assert isinstance(asker.wait().error, ParseFailed)
    asker.ask("b", lambda: b"<html>")
    assert isinstance(asker.wait().error, ParseFailed)
    asker.ask("c", lambda: bytes(17 * 1024 * 1024))
    assert isinstance(asker.wait().error, TooLarge)
    asker.ask("pixel", lambda: png(1, 1))
    outcome = asker.wait()
    assert (outcome.picture, outcome.error, outcome.size) == (None, None, (1, 1))


def test_what_is_looked_at_comes_first_and_what_is_not_wanted_does_not_come(asker: Asker) -> None:
    order: list[str] = []
    gate = threading.Event()

    def held() -> bytes:
        gate.wait(60)
        return png()

    def load(name: str) -> Callable[[], bytes]:
        def loaded() -> bytes:
            order.append(name)
            return png()

        return loaded

    blockers = 6
    for i in range(blockers):
        asker.ask(f"held{i}", held)
    requests = {
        name: asker.store.request(name, load(name), NONE, ROOM, priority, asker.done)
        for name, priority in (("far", 9), ("near", 1), ("gone", 0), ("raised", 8))
    }
    requests["gone"].cancel()
    requests["raised"].priority = -1
    threads = {thread.name for thread in threading.enumerate()}
    assert "pictures" in threads
    gate.set()
    asker.wait(blockers + 3)
    assert sorted(order) == ["far", "near", "raised"]
    assert "gone" not in [outcome.url for outcome in asker.outcomes]


def test_the_memory_is_bounded_and_what_was_dropped_is_deleted_on_the_terminal() -> None:
    asker = make(BLOCKS.replace(kitty=True), max_memory=20_000)
    noise = BytesIO()
    Image.effect_noise((100, 100), 90).save(noise, "PNG")
    for i in range(5):
        asker.ask(str(i), noise.getvalue)
        asker.wait()
    kept = [i for i in range(5) if asker.store.get(str(i), NONE, ROOM)]
    assert kept and kept == list(range(5 - len(kept), 5))
    numbers = [o.picture.number for o in asker.outcomes if isinstance(o.picture, KittyPicture)]
    assert asker.store.deletions() == "".join(f"\x1b_Ga=d,d=I,i={n},q=2\x1b\\" for n in numbers[: 5 - len(kept)])
    assert asker.store.deletions() == ""
    asker.store.close()
    assert asker.store.deletions().count("\x1b_G") == len(kept)


def test_two_hundred_pictures_from_a_server_come_beside_the_reading(server: Server) -> None:
    address = server.page("/p.png", png(300, 200), "image/png")

    def load() -> bytes:
        with urlopen(address) as reply:
            return bytes(reply.read())

    asker = make()
    for i in range(200):
        asker.ask(f"{i}", load, priority=i)
    asker.wait(200)
    assert all(outcome.picture is not None for outcome in asker.outcomes)
    assert len(server.asked("/p.png")) == 200
    asker.store.close()
