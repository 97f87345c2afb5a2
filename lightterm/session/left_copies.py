"""Copies of what was browsed that lie beside the store: states that agents saved, and stores that were damaged."""

from __future__ import annotations

import contextlib
import glob
import json
import os

from lightterm.fetch.cookie_file import without_cookies
from lightterm.foreign_json import from_json
from lightterm.resources import user_directory
from lightterm.whole_file import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lightterm.session.store.forget import Scope


def forget_in_states(scope: Scope, kinds: tuple[str, ...]) -> dict[str, int]:
    """Forget a host in the states that were saved by name, as in the sessions that were; how much of which kind.

    Without a host they stay: a name was given on purpose. Raises WriteFailed.
    """
    gone = {"cookies": 0, "sessions": 0}
    names = glob.glob(os.path.join(glob.escape(user_directory("data")), "agent-states", "*.json"))
    for path in sorted(names) if scope.host else ():
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, IndexError):
            if not scope.has_time(os.stat(path).st_mtime):
                continue
            with open(path, encoding="utf-8") as file:
                state = from_json(file.read())
            before = json.dumps(state)
            for kind in gone.keys() & set(kinds):
                gone[kind] += _WITHOUT[kind](state, scope.has_place)
            if (left := json.dumps(state)) != before:
                write_private(path, left)
    return gone


def _without_cookies(state: dict[str, Any], has_place: Callable[[str], bool]) -> int:
    state["cookies"], gone = without_cookies(str(state["cookies"]), lambda cookie: has_place(cookie.domain))
    for part in ("storage", "session"):
        state[part] = [one for one in state.get(part, ()) if not has_place(one[0])]
    if bases := state.get("databases"):
        left = [one for one in from_json(bases) if not has_place(one["origin"])]
        state["databases"] = json.dumps(left) if left else ""
    return gone


def _without_pages(state: dict[str, Any], has_place: Callable[[str], bool]) -> int:
    left = [url for url in state["tabs"] if not has_place(url)]
    gone = len(state["tabs"]) - len(left)
    state["tabs"] = left
    return gone


_WITHOUT = {"cookies": _without_cookies, "sessions": _without_pages}


def damaged_stores() -> list[str]:
    """The files of damaged stores that were set aside: nothing in them can be forgotten but with the file."""
    found = glob.glob(os.path.join(glob.escape(user_directory("data")), "lightterm.sqlite.damaged-*"))
    return sorted(path for path in found if not path.endswith(("-wal", "-shm")))
