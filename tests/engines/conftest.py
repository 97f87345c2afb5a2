"""The real lightpanda and the real Chromium on pages of a loopback server."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from lightterm.engines import chromium
from lightterm.engines.base import EngineOptions, State
from lightterm.engines.full import FullEngine
from lightterm.engines.full_browser import browsers
from lightterm.engines.light import LightEngine
from lightterm.engines.light_binary import missing
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.fetch.model import Snapshot

SECONDS = 20.0


@pytest.fixture
def short() -> Iterator[Path]:
    """A directory of our own whose path leaves room for Chromium's sockets."""
    made = Path(tempfile.mkdtemp(prefix="lt", dir="/tmp"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def text_of(snapshot: Snapshot) -> str:
    """The words of what an engine saw, one space between."""
    body = LexborHTMLParser(snapshot.markup.decode()).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


@pytest.fixture
def light() -> Iterator[LightEngine]:
    """Tier 2 as a session has it, with an HTTP client of its own."""
    if missing():
        pytest.skip(missing())
    with HttpClient(HttpOptions()) as client:
        engine = LightEngine(EngineOptions(), client.fetch)
        yield engine
        engine.close()


@pytest.fixture
def load(light: LightEngine) -> Iterator[Callable[..., Snapshot]]:
    """Load an address in tier 2; live pages are closed in the end."""
    live = []

    def load(url: str, seconds: float = SECONDS, state: State | None = None, **named: object) -> Snapshot:
        snapshot = light.load(Request(url, deadline=seconds, **named), state=state)  # type: ignore[arg-type]
        if snapshot.live is not None:
            live.append(snapshot.live)
        return snapshot

    yield load
    for page in live:
        page.close()


@pytest.fixture(scope="module")
def jar() -> CookieJar:
    """The cookies of the session that `engine` is of."""
    return CookieJar()


@pytest.fixture(scope="module")
def engine(jar: CookieJar) -> Iterator[FullEngine]:
    """Tier 3 as a session has it, warm from one test to the next."""
    if chromium.missing():
        pytest.skip(chromium.missing())
    made = FullEngine(EngineOptions(), jar)
    warm = made.load(Request("about:blank", deadline=60))
    if warm.live is not None:
        warm.live.close()
    yield made
    made.close()
    browsers().close()
