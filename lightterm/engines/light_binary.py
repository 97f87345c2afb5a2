"""Where lightpanda is: a program of its own (AGPL), never imported."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from lightterm.engines.child import environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.confined import Room

INSTALL = "pip install 'lightterm[light]'"
VARIABLE = "LIGHTTERM_LIGHTPANDA"


def find(setting: str = "") -> str:
    """Its path, "" where there is none: of `setting`, of LIGHTTERM_LIGHTPANDA, of its wheel, or on PATH.

    The wheel is looked for as a file: its Python package imports asyncio and an HTTP client for nothing we need.
    """
    chosen = setting or os.environ.get(VARIABLE, "")
    if chosen:
        return chosen if _is_program(chosen) else ""
    if sys.platform == "win32":
        return ""
    places = [os.path.join(entry or ".", "lightpanda") for entry in sys.path]
    places += os.environ.get("PATH", "").split(os.pathsep)
    return next((path for place in places if _is_program(path := os.path.join(place, "lightpanda"))), "")


def missing(setting: str = "") -> str:
    """Why tier 2 cannot run, in one sentence with what mends it; "" where it can."""
    if find(setting):
        is_spoken = find_spec("wsproto") is not None
        return "" if is_spoken else f"wsproto, by which lightpanda is spoken to, is not installed: {INSTALL}"
    chosen = setting or os.environ.get(VARIABLE, "")
    if chosen:
        return f"There is no program {chosen}, which should be lightpanda"
    if sys.platform == "win32":
        return "lightpanda, the small browser of tier 2, does not exist for Windows"
    if sys.platform == "linux" and not _has_glibc():
        return "lightpanda, the small browser of tier 2, needs the C library glibc, 2.35 or newer"
    return f"lightpanda, the small browser of tier 2, is not installed: {INSTALL}"


def surroundings() -> dict[str, str]:
    """The environment that it runs in: it tells nobody, and writes no dumps of its memory."""
    return environment(LIGHTPANDA_DISABLE_TELEMETRY="true", LIGHTPANDA_DISABLE_CORE_DUMP="true")


def room_of(command: Sequence[str], directory: str) -> Room:
    """What lightpanda may use: the system to read, a directory to write, and the network through its proxy alone.

    It makes code as it runs (V8), out of scripts of strangers. Without a proxy it goes to any port.
    """
    from shutil import which
    from urllib.parse import urlsplit

    from lightterm.confined import for_program

    proxy = command[command.index("--http-proxy") + 1] if "--http-proxy" in command else ""
    port = urlsplit(proxy).port if proxy else None
    room = for_program(command[0], *filter(None, [which("setpriv")]), writes=(directory,))
    return room.replace(network=True, ports=None if port is None else (port,))


def _is_program(path: str) -> bool:
    """Whether `path` can be run and is no script: the wheel also puts a Python script of that name on PATH."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(2) != b"#!"
    except OSError:
        return False


def _has_glibc() -> bool:
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (ValueError, OSError):
        return False
