"""What every test starts from: a home of its own, no proxy, no user settings; and the servers of `servers.py`."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from servers import Authority, H2Server, HttpProxy, Server, SocksProxy
from terminals import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lightterm.fetch.http import HttpClient

# A shared two-core machine stalls for longer than any useful deadline; the whole run is bounded instead. The examples
# are the same in every run, so that a red one says something of the change; tests/fuzz.py looks for new ones.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory; nothing of the user's own settings, caches, proxies or locale is seen."""
    place = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.lower().endswith("_proxy") or name.startswith("LIGHTTERM_")]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "COLORTERM", "SSL_CERT_FILE", "LC_ALL", "LC_CTYPE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("HOME", str(place))
    for kind in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
    return place


@pytest.fixture
def server() -> Iterator[Server]:
    """HTTP/1.1 on 127.0.0.1."""
    running = Server()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def authority() -> Authority:
    """A certificate authority."""
    return Authority()


@pytest.fixture(scope="session")
def ca_file(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The authority's certificate as a PEM file."""
    file = tmp_path_factory.mktemp("ca") / "ca.pem"
    authority.write(str(file))
    return file


@pytest.fixture
def tls_server(authority: Authority) -> Iterator[Server]:
    """HTTP/1.1 over TLS; trust `ca_file` to reach it."""
    running = Server(authority.context())
    yield running
    running.stop()


@pytest.fixture
def h2_server(authority: Authority) -> Iterator[H2Server]:
    """HTTP/2 over TLS; trust `ca_file` to reach it."""
    running = H2Server(authority.context())
    yield running
    running.stop()


@pytest.fixture
def proxy() -> Iterator[HttpProxy]:
    """An HTTP proxy without sign-in; for one with, start `HttpProxy(name, password)`."""
    running = HttpProxy()
    yield running
    running.stop()


@pytest.fixture
def socks() -> Iterator[SocksProxy]:
    """A SOCKS5 proxy without sign-in."""
    running = SocksProxy()
    yield running
    running.stop()


@pytest.fixture
def client() -> Iterator[Callable[..., HttpClient]]:
    """Makes HTTP clients: `client(**options of HttpOptions)`, without retries unless asked; `parts={"cache": ...}`."""
    from lightterm.fetch.http import HttpClient, HttpOptions

    made: list[HttpClient] = []

    def make(parts: dict[str, object] | None = None, **options: object) -> HttpClient:
        made.append(HttpClient(HttpOptions(**{"retries": 0, "retry_backoff": 0.01, **options}), **(parts or {})))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts lightterm in a pseudo-terminal: `start(*arguments, term="xterm-256color")`."""
    running: list[Terminal] = []

    def make(*arguments: str, **named: str) -> Terminal:
        running.append(Terminal(home, *arguments, **named))
        return running[-1]

    yield make
    for terminal in running:
        terminal.close()


_BROWSERS = re.compile(r"\bengines import .*\bchromium\b|\bengines\.(chromium|light_binary|full|light_engine)\b")
"""What modules name whose tests wait for Chromium or lightpanda, programs of their own on a machine that others use."""


@cache
def drives_a_browser(path: Path) -> bool:
    """Whether a test module does."""
    return path.stem.startswith(("test_full", "test_light", "test_live", "test_loading", "test_spa")) or bool(
        _BROWSERS.search(path.read_text("utf-8"))
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests that drive a browser three tries."""
    for item in items:
        if drives_a_browser(item.path):
            item.add_marker(pytest.mark.flaky(reruns=2))
