"""Where the sockets of running lightterms are, and which of them answer."""

from __future__ import annotations

import os
import socket
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.resources import user_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 100
"""Characters of a socket's path that every system takes."""


def directory() -> Path:
    """The directory of the sockets, readable by its owner alone. Raises ValidationFailed where it is another's."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    place = Path(base) / "lightterm" if base else Path(user_directory("data")) / "run"
    with suppress(FileExistsError):
        place.mkdir(mode=0o700, parents=True)
    if not place.is_dir():
        raise ValidationFailed(f"{place} is no directory, so no sockets can be in it", actions=())
    found = place.stat()
    if {found.st_uid, place.lstat().st_uid} != {os.geteuid()}:  # a link of another's may lead to a directory of ours
        raise ValidationFailed(f"{place} is another user's, and so would be the sockets in it", actions=())
    if stat.S_IMODE(found.st_mode) & 0o077:
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


def is_own(place: Path) -> bool:
    """Whether there is a socket of this user, and no link to one."""
    try:
        found = place.lstat()
    except OSError:
        return False
    return stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()


def answers(place: Path) -> bool:
    """Whether somebody of this user listens there; who is suspended does, also with more waiting than may."""
    if not is_own(place):
        return False
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(place))
        except (BlockingIOError, TimeoutError):
            return True
        except OSError:
            return False
    return True


def clear(place: Path) -> None:
    """Take away a socket of ours that nobody listens on. Raises ValidationFailed where somebody does, and for what is
    no such socket: it is not ours to take away."""
    if answers(place):
        raise ValidationFailed(f"another lightterm serves {place.stem} already", actions=())
    if is_own(place):
        place.unlink(missing_ok=True)
    elif os.path.lexists(place):
        raise ValidationFailed(f"{place} is no socket of yours: take it away, or choose another name", actions=())


def unix_socket(place: Path) -> socket.socket:
    """A socket that listens there, for its owner alone from its first moment on; one that nobody listens on goes.

    Raises ValidationFailed as `clear` does. Of two who begin at the same time one has the place, and the other is told.
    """
    with _alone(place.parent):
        clear(place)
        made = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            made.bind(str(place))
        except BaseException:
            made.close()
            raise
        finally:
            os.umask(before)
        made.listen(64)
    return made


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """While the block runs no other process is in such a block for that directory, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    held = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def leave(place: Path) -> None:
    """The place of a socket that was closed goes, if nobody listens there: another may have taken it since."""
    with suppress(OSError), _alone(place.parent):
        if is_own(place) and not answers(place):
            place.unlink(missing_ok=True)


def running(name: str = "") -> Path:
    """The socket of a running lightterm: of that name, or the one started last. Raises ValidationFailed."""
    if name:
        place = path_for(name)
        if not answers(place):
            raise ValidationFailed(f"no lightterm named {name} is serving; :mcp in it begins", actions=())
        return place
    there = sorted((found for found in directory().glob("*.sock") if is_own(found)), key=_since, reverse=True)
    for place in there:
        if answers(place):
            return place
    raise ValidationFailed("no lightterm is serving; :mcp in a running one begins", actions=())


def _since(place: Path) -> float:
    """When a socket was made, 0 for one that has gone meanwhile."""
    try:
        return place.lstat().st_mtime
    except OSError:
        return 0.0
