"""Pictures shown, left out, loaded when asked for, opened alone, played and saved."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from lightterm.commands.sources import paths
from lightterm.errors import LighttermError, ValidationFailed, WriteFailed
from lightterm.fetch.filename import safe_filename
from lightterm.fetch.media_types import sniff_type
from lightterm.fetch.model import Request
from lightterm.session.handlers import OPENERS
from lightterm.tui import picture_places
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser

STATES = {"on": (True, False), "demand": (True, True), "off": (False, False)}
"""What the settings images.enabled and images.on_demand are in each state, in the order they are gone through."""

TOLD = {
    "on": "pictures are shown",
    "demand": "pictures are loaded when they are asked for",
    "off": "pictures are not loaded; their texts are shown",
}


@verb("images")
def images(app: Browser, call: Invocation) -> None:
    chosen = app.session.settings
    names = list(STATES)
    now = (chosen.images.enabled, chosen.images.enabled and chosen.images.on_demand)
    state = call.text("state") or names[(list(STATES.values()).index(now) + 1) % len(names)]
    enabled, on_demand = STATES[state]
    app.session.configure(chosen.with_session((("images.enabled", enabled), ("images.on_demand", on_demand))))
    app.configured("images.enabled")
    app.say(TOLD[state] if not enabled or app.view.pictures.way != "none" else "this terminal shows no pictures")


@verb("image")
def image(app: Browser, call: Invocation) -> None:
    action = call.text("action")
    if action == "load":
        app.view.pictures.load(_those_meant(app, call, mute=True))
        return
    index = _those_meant(app, call)[0]
    if action == "show":
        url = app.view.document.media[index].url
        if url.startswith("data:image/"):
            app.open(Request(url=url))  # what is inside the page already, a person may look at alone
        else:
            app.open_link(url)
    elif action == "animate":
        app.view.pictures.animations.turn(index)
    else:
        _with_body(app, index, _save if action == "save" else _open_elsewhere)


def picture_meant(app: Browser, call: Invocation) -> int:
    """The index of the picture that a command means. Raises ValidationFailed."""
    return _those_meant(app, call)[0]


def _those_meant(app: Browser, call: Invocation, mute: bool = False) -> list[int]:
    """The picture clicked last where that is meant, in the link of a number or under the cursor, else all in sight,
    also those without words where `mute` ones are meant.

    Raises ValidationFailed when there is none.
    """
    view = app.view
    if call.has("clicked"):
        if view.mouse.picture < 0:
            raise ValidationFailed("no picture of this page was clicked", actions=())
        return [view.mouse.picture]
    number = call.number("target")
    for wanted in (number, view.target if not number else 0):
        found = picture_places.in_target(view.flow, wanted) if wanted else []
        if found:
            return found[:1]
    if number:
        raise ValidationFailed(f"there is no picture in [{number}]", actions=())
    seen = picture_places.in_sight(view, mute)
    if not seen:
        raise ValidationFailed("there is no picture in sight", actions=())
    return seen


def _with_body(app: Browser, index: int, use: Callable[[Browser, str, bytes], None]) -> None:
    """Do something with a picture's bytes once they are there."""
    pictures, url = app.view.pictures, app.view.document.media[index].url
    fetch = pictures.fetcher()

    def work() -> None:
        try:
            body = fetch(url, asked=True)
        except LighttermError as error:
            app.in_loop(app.fail, error)
        else:
            app.in_loop(use, app, url, body)

    threading.Thread(target=work, name="picture", daemon=True).start()


def _name(url: str, body: bytes) -> str:
    return safe_filename("", "" if url.startswith("data:") else url, sniff_type(body))


def _save(app: Browser, url: str, body: bytes) -> None:
    def save(given: str) -> None:
        path = Path(os.path.expanduser(given.strip()))
        path = path / _name(url, body) if path.is_dir() else path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(body)
        except FileExistsError:
            app.fail(WriteFailed(f"{path} is there already; nothing was written"))
        except OSError as problem:
            app.fail(WriteFailed(f"{path}: {problem.strerror or problem}"))
        else:
            app.say(f"saved {path} ({len(body):,} bytes)")

    app.ask_text(f"Save picture as (in {Path.cwd()}):", _name(url, body), save, paths)


def _open_elsewhere(app: Browser, url: str, body: bytes) -> None:
    """Open a picture in the system's own viewer, from a file that is gone when lightterm ends."""
    folder = tempfile.mkdtemp(prefix="lightterm-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, _name(url, body))
    path.write_bytes(body)
    try:
        app.spawn((OPENERS.get(sys.platform, "xdg-open"), str(path)))
    except LighttermError as error:
        app.fail(error)
