"""What every test starts from: a home of its own, no proxy, no user settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from pathlib import Path

# A shared two-core machine stalls for longer than any useful deadline; the whole run is bounded instead.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory; nothing of the user's own settings, caches, proxies or locale is seen."""
    place = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.lower().endswith("_proxy") or name.startswith("LIGHTTERM_")]:
        monkeypatch.delenv(name)
    for name in ("NO_COLOR", "SSL_CERT_FILE", "LC_ALL", "LC_CTYPE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("HOME", str(place))
    for kind in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
    return place
