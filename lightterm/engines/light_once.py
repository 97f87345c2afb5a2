"""What `lightpanda fetch` saves of a page whose scripts never end, or that brought the running lightpanda down.

`lightpanda serve` cannot end a script; `fetch --watchdog-ms` does, goes on with the rest, and gives the DOM there is.
"""

from __future__ import annotations

import json
import os
import shutil
from time import time

from lightterm.engines.base import Evidence
from lightterm.engines.child import Child
from lightterm.engines.light_binary import room_of, surroundings
from lightterm.engines.light_tab import Stuck
from lightterm.engines.places import temporary_place
from lightterm.errors import BeyondEngine, TimedOut
from lightterm.fetch.model import LIGHT
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lightterm.errors import LighttermError
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import Cookie
    from lightterm.fetch.model import Request, Snapshot

_MOST_STALL_MS = 1000
_LEAST = 0.4
"""Seconds below which nothing can come of it."""


def once(
    command: tuple[str, ...],
    static: Snapshot,
    request: Request,
    cookies: Sequence[Cookie],
    seconds: float,
    cancel: Cancel | None,
    fault: LighttermError,
) -> Snapshot | None:
    """The page as a process of its own shows it within `seconds`; None where nothing came.

    Its error is `fault`, for which no live page came of it. Only for what may be asked for twice, from the web: GET.
    """
    if request.method != "GET" or seconds < _LEAST or not static.response.url.startswith("http"):
        return None
    program, *options = command
    watchdog, answer, wait, end = (max(int(seconds * 1e3 * share), 100) for share in (0.25, 0.3, 0.6, 0.75))
    watchdog = min(watchdog, _MOST_STALL_MS)
    directory = temporary_place()
    try:
        kept = os.path.join(directory, "cookies")
        with open(kept, "w", encoding="utf-8") as file:
            file.writelines(_netscape(cookie) + "\n" for cookie in cookies)
        limits = ["--watchdog-ms", str(watchdog), "--wait-ms", str(wait), "--terminate-ms", str(end)]
        limits += ["--http-timeout", str(answer)]  # what is waited for in the middle of a page nothing else ends
        told = ["fetch", "--json", "--dump", "html", "--with-frames", "--strip-mode", "js", "--cookie", kept]
        child = Child(
            [program, *told, *limits, *options, static.response.url], surroundings(), True, room_of(command, directory)
        )
        if cancel is not None:
            cancel.add(child.kill)
        try:
            output, _ = child.collect(seconds)
        finally:
            if cancel is not None:
                cancel.remove(child.kill)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return _snapshot(output, static, fault)


def _snapshot(output: bytes, static: Snapshot, fault: LighttermError) -> Snapshot | None:
    """What the process said, None where it is no page."""
    try:
        told_of: dict[str, Any] = json.loads(output)
    except ValueError:
        return None
    if not told_of.get("http_status") or not told_of.get("content"):
        return None
    kind = BeyondEngine if isinstance(fault, Stuck) else TimedOut
    error = kind(f"{fault.message}; the page is shown as far as it came", url=static.response.url, tier=LIGHT)
    response = static.response.replace(url=str(told_of["url"]), error=static.response.error or error)
    markup = str(told_of["content"]).encode("utf-8", "replace")
    return static.replace(response=response, markup=markup, tier=LIGHT, charset="utf-8", evidence=_evidence(told_of))


def _evidence(told: dict[str, Any]) -> Evidence:
    status = told.get("page_status", {})
    unsupported = status.get("unsupported", {})
    return Evidence(
        settled=False,
        missing=tuple(clean(str(name))[:100] for name in status.get("missing_globals", ())),
        canvas=bool(unsupported.get("canvas2d")),
        webgl=bool(unsupported.get("webgl")),
        challenge=clean(str(told.get("bot_challenge") or ""))[:200],
    )


def _netscape(cookie: Cookie) -> str:
    """A cookie as a line of the file curl and wget keep."""
    domain = cookie.domain if cookie.host_only else "." + cookie.domain
    fields = (
        ("#HttpOnly_" if cookie.http_only else "") + domain,
        "FALSE" if cookie.host_only else "TRUE",
        cookie.path,
        "TRUE" if cookie.secure else "FALSE",
        str(int(cookie.expires if cookie.expires is not None else time() + 86400)),
        cookie.name,
        cookie.value,
    )
    return "\t".join(fields)
