"""Cookies, what pages have stored, and addresses of a session, kept under a name of the agent's."""

from __future__ import annotations

import difflib
import json
import os
import time
from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.errors import Action, FileUnreadable, LighttermError, SessionNotFound
from lightterm.fetch.cookie_file import cookie_text, parsed_cookies
from lightterm.foreign_json import from_json
from lightterm.records import Record
from lightterm.resources import user_directory
from lightterm.whole_file import write_private

if TYPE_CHECKING:
    from lightterm.fetch.cookies import Cookie, CookieJar
    from lightterm.session.carried import Stored


class SavedState(Record):
    """What was saved: cookies, the addresses that were open, what pages of each origin had in local and in session
    storage, and in IndexedDB as tier 3 tells of it."""

    cookies: tuple[Cookie, ...]
    addresses: tuple[str, ...]
    storage: Stored = ()
    session: Stored = ()
    databases: str = ""

    @property
    def told(self) -> str:
        """What pages had stored, in words."""
        bases = len(json.loads(self.databases)) if self.databases else 0
        words = f"the local storage of {len(self.storage)} origins"
        words += f", the session storage of {len(self.session)}" if self.session else ""
        return words + (f", IndexedDB of {bases}" if bases else "")


def _place(name: str) -> str:
    return os.path.join(user_directory("data"), "agent-states", f"{name}.json")


def state_names() -> list[str]:
    """The names of the states there are."""
    folder = os.path.dirname(_place("x"))
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [name.removesuffix(".json") for name in names if name.endswith(".json")]


def save_state(name: str, cookies: CookieJar, saved: SavedState) -> None:
    """Keep a state and the cookies of a jar, for its owner alone. Raises WriteFailed."""
    state: dict[str, object] = {"version": 1, "cookies": cookie_text(cookies), "tabs": saved.addresses}
    state |= {"storage": saved.storage, "session": saved.session, "databases": saved.databases}
    write_private(_place(name), json.dumps(state, ensure_ascii=True))


def load_state(name: str) -> SavedState:
    """A state that was saved. Raises SessionNotFound, FileUnreadable."""
    try:
        with open(_place(name), encoding="utf-8") as file:
            state = from_json(file.read())
        cookies, _problems = parsed_cookies(str(state["cookies"]))
        local, session = (
            tuple(
                (str(site), tuple((str(key), str(text)) for key, text in pairs)) for site, pairs in state.get(name, ())
            )
            for name in ("storage", "session")
        )
        databases = str(state.get("databases", ""))
        if databases and not isinstance(from_json(databases), list):
            raise ValueError("its databases are no list")
        if not isinstance(state["tabs"], list):
            raise ValueError("its tabs are no list")
        addresses = tuple(address_told(str(url)) for url in state["tabs"])
        return SavedState(tuple(cookies), addresses, local, session, databases)
    except FileNotFoundError:
        step = Action("list_states", "See which states are saved.", 1, None, "session", {"do": "states"})
        near = difflib.get_close_matches(name, state_names(), 1)
        raise SessionNotFound(f"no state is saved as {name!r}", actions=(step,), candidates=near) from None
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise FileUnreadable(f"the state {name!r} cannot be read: {problem}", actions=()) from None


def states_for(host: str) -> list[str]:
    """The names of the states that have a cookie of a host which has not run out."""
    now = time.time()
    found = []
    for name in state_names():
        try:
            cookies = load_state(name).cookies
        except LighttermError:
            continue  # one that cannot be read is told of when it is loaded
        if any((host == c.domain or host.endswith(f".{c.domain}")) and (c.expires or now + 1) > now for c in cookies):
            found.append(name)
    return found
