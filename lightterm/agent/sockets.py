"""Where the sockets of running lightterms are, and which of them answer."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

from lightterm.errors import ValidationFailed
from lightterm.resources import user_directory

LONGEST = 100
"""Characters of a socket's path that every system takes."""


def directory() -> Path:
    """The directory of the sockets, readable by its owner alone. Raises ValidationFailed where it is another's."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    place = Path(base) / "lightterm" if base else Path(user_directory("data")) / "run"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = place.stat()
    if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        place.chmod(0o700)
    return place


def path_for(name: str = "") -> Path:
    """The socket of a name, or of this process. Raises ValidationFailed."""
    name = name or str(os.getpid())
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise ValidationFailed(f"{name!r} is no name for a socket: letters, digits, - and _", actions=())
    place = directory() / f"{name}.sock"
    if len(str(place)) > LONGEST:
        raise ValidationFailed(f"{place}: too long a path for a socket", actions=())
    return place


def answers(place: Path) -> bool:
    """Whether somebody listens there."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(place))
        except OSError:
            return False
    return True


def clear(place: Path) -> None:
    """Take away a socket that nobody listens on. Raises ValidationFailed where somebody does."""
    if place.exists():
        if answers(place):
            raise ValidationFailed(f"another lightterm serves {place.stem} already", actions=())
        place.unlink()


def running(name: str = "") -> Path:
    """The socket of a running lightterm: of that name, or the one started last. Raises ValidationFailed."""
    if name:
        place = path_for(name)
        if not place.exists() or not answers(place):
            raise ValidationFailed(f"no lightterm named {name} is serving; :mcp in it begins", actions=())
        return place
    there = sorted(directory().glob("*.sock"), key=lambda found: -found.stat().st_mtime)
    for place in there:
        if answers(place):
            return place
    raise ValidationFailed("no lightterm is serving; :mcp in a running one begins", actions=())
