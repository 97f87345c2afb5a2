"""The look into the store's file before each page: changes are seen at once, and a file that rests is not opened."""

from __future__ import annotations

import os
import sqlite3
from time import time
from typing import TYPE_CHECKING

from lightterm.session.peek import decided
from lightterm.session.store.model import Decision

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from lightterm.session.store import Store


def test_every_change_is_seen_at_once(make: Callable[..., Store], path: Path) -> None:
    store = make()
    for number in range(40):
        store.decisions.put(Decision("e.org", "tier", f"value {number}"))
        assert [decided(str(path), "e.org", "tier") for _ in range(3)] == [f"value {number}"] * 3
    store.decisions.delete("e.org", "tier")
    assert decided(str(path), "e.org", "tier") == ""
    assert decided(str(path) + ".none", "e.org", "tier") == ""


def test_a_file_that_did_not_change_is_not_opened_again(
    make: Callable[..., Store], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make()
    store.decisions.put(Decision("e.org", "tier", "full", time() + 1000))
    store.decisions.put(Decision("old.org", "tier", "full", time() - 1000))
    store.close()
    before = time() - 60
    for _ in range(2):  # the first look may begin a log
        for file in path.parent.iterdir():
            os.utime(file, (before, before))
        assert decided(str(path), "e.org", "tier") == "full"
        assert decided(str(path), "old.org", "tier") == ""
    with monkeypatch.context() as patch:
        patch.delattr(sqlite3, "connect")
        assert decided(str(path), "e.org", "tier") == "full"
        assert decided(str(path), "old.org", "tier") == ""
    make().decisions.put(Decision("e.org", "tier", "light"))
    assert decided(str(path), "e.org", "tier") == "light"
