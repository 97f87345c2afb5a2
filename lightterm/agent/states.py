"""Cookies, local storage and addresses of a session, kept under a name of the agent's."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

from lightterm.errors import Action, FileUnreadable, LighttermError, SessionNotFound
from lightterm.fetch.cookie_file import cookie_text, parsed_cookies
from lightterm.fetch.url_display import display_url
from lightterm.records import Record
from lightterm.resources import user_directory
from lightterm.whole_file import write_private

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.fetch.cookies import Cookie, CookieJar
    from lightterm.session.carried import Stored


class SavedState(Record):
    """What was saved: cookies, the addresses that were open, and what pages of each origin had in local storage."""

    cookies: tuple[Cookie, ...]
    addresses: tuple[str, ...]
    storage: Stored = ()


def _place(name: str) -> str:
    return os.path.join(user_directory("data"), "agent-states", f"{name}.json")


def state_names() -> list[str]:
    """The names of the states there are."""
    folder = os.path.dirname(_place("x"))
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [name.removesuffix(".json") for name in names if name.endswith(".json")]


def save_state(name: str, cookies: CookieJar, addresses: Sequence[str], storage: Stored) -> None:
    """Keep a state, for its owner alone. Raises WriteFailed."""
    state = {"version": 1, "cookies": cookie_text(cookies), "tabs": list(addresses), "storage": storage}
    write_private(_place(name), json.dumps(state, ensure_ascii=True))


def load_state(name: str) -> SavedState:
    """A state that was saved. Raises SessionNotFound, FileUnreadable."""
    try:
        with open(_place(name), encoding="utf-8") as file:
            state = json.load(file)
        cookies, _problems = parsed_cookies(str(state["cookies"]))
        storage = tuple(
            (str(site), tuple((str(key), str(text)) for key, text in pairs)) for site, pairs in state.get("storage", ())
        )
        return SavedState(tuple(cookies), tuple(display_url(str(url)) for url in state["tabs"]), storage)
    except FileNotFoundError:
        step = Action("list_states", "See which states are saved.", 1, None, "session", {"do": "states"})
        raise SessionNotFound(f"no state is saved as {name!r}", actions=(step,)) from None
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
