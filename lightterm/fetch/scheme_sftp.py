"""sftp: files and directories by OpenSSH's `ssh`, with the keys, known hosts and settings that a person has for it."""

from __future__ import annotations

import re
import shutil
import stat

from lightterm.errors import (
    Action,
    AuthMissing,
    Cancelled,
    ConnectionFailed,
    DnsFailed,
    FileUnreadable,
    LighttermError,
    TimedOut,
    TlsFailed,
    TooLarge,
    UrlInvalid,
)
from lightterm.fetch.exchange import clock_of, place_of
from lightterm.fetch.media_types import sniff_type
from lightterm.fetch.model import plain_reply
from lightterm.fetch.scheme_file import LISTING_TYPE
from lightterm.fetch.sftp_channel import Channel
from lightterm.fetch.told_files import Known, start_of, tell_head
from lightterm.fetch.url_parse import percent_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.exchange import Place
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context
    from lightterm.fetch.sftp_channel import Attributes

PORT = 22
MOST_ENTRIES = 20_000
OPTIONS = ("-oBatchMode=yes", "-oClearAllForwardings=yes", "-T", "-x", "-a")
"""It asks nothing, as the terminal is ours, and lends the server nothing of this machine."""

_NAMES = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,100}")
_HOSTS = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[?[0-9A-Fa-f:.]{2,45}\]?")
"""Users and hosts that can be nothing else: what a person's settings run for a host may give its name to a shell."""


def load(request: Request, context: Context) -> Response:
    """The file or directory of an sftp address; `/~/` is the user's home. Raises UrlInvalid, NetworkError, LocalError.

    Nobody is asked for a password: who has no key that lets them in is told so.
    """
    place = place_of(request, PORT)
    program = shutil.which("ssh")
    if program is None:
        raise FileUnreadable("there is no program ssh on this machine, by which sftp: goes", actions=())
    words = (program, *OPTIONS, *_asked(place), "-s", "--", place.host.strip("[]"), "sftp")
    path = percent_decode(place.url.path) or b"/"
    clock = clock_of(request, context)
    with Channel(words, clock) as channel:
        try:
            channel.begin()
        except ConnectionFailed:
            raise _said(channel.complaint, place) from None
        if path == b"/~" or path.startswith(b"/~/"):
            path = channel.real_path(b".") + path[2:]
        found = channel.attributes(path)
        if stat.S_ISDIR(max(0, found.mode)):
            return _directory(channel, path, request)
        return _file(channel, path, found, request, context.bound(request), clock)


def _asked(place: Place) -> tuple[str, ...]:
    """Options for the user and port that the address names. Raises UrlInvalid."""
    user = percent_decode(place.url.user).decode("utf-8", "replace")
    if place.url.password:
        raise UrlInvalid("ssh takes no password from an address; give it a key", actions=())
    if not _HOSTS.fullmatch(place.host) or (user and not _NAMES.fullmatch(user)):
        raise UrlInvalid("the address names no host and user for ssh", actions=())
    return (("-l", user) if user else ()) + (("-p", str(place.port)) if place.url.port else ())


def _said(said: str, place: Place) -> LighttermError:
    """The error that ssh's words mean; the last line is the cause, the lines above what it means."""
    words = said.rpartition("\n")[2].strip()
    host = place.host.strip("[]")
    line = " ".join(("ssh", *_asked(place), host))
    by_hand = Action("ssh", f"Sign in once in a terminal: {line}", 1)
    if "Permission denied" in words or "Too many authentication failures" in words:
        if "password" in words or "keyboard-interactive" in words:
            by_hand = Action("ssh", f"Have it take your key: {line.replace('ssh', 'ssh-copy-id', 1)}", 1)
        return AuthMissing(f"{place.host} lets nobody in with the keys that ssh has here: {words}", actions=(by_hand,))
    if "verification failed" in words and "HAS CHANGED" in said:
        known_as = f'"[{host}]:{place.port}"' if place.port != PORT else host
        forget = Action("ssh", f"Once its owner says that it is new: ssh-keygen -R {known_as}", 1)
        return TlsFailed(
            f"{place.host} shows another key than before: it has a new one, or another machine answers in its place",
            actions=(forget,),
        )
    if "verification failed" in words:
        return TlsFailed(f"ssh does not know {place.host} yet", actions=(by_hand,))
    if "not resolve" in words:
        return DnsFailed(f"there is no address for the name {place.host}", domain=place.host)
    return ConnectionFailed(f"no sftp with {place.host}: {words or 'ssh has ended'}")


def _file(channel: Channel, path: bytes, found: Attributes, request: Request, bound: int, clock: Clock) -> Response:
    """A file, or the rest of one that a `Range` of the request asks for, where it is the same one as before."""
    known = Known(found.size if found.size >= 0 else None, str(found.modified) if found.modified >= 0 else "")
    start = start_of(request, known)
    name = path.rpartition(b"/")[2].decode("utf-8", "replace")
    taken = clock.cancel is not None and clock.cancel.takes
    parts: list[bytes] = []
    size = 0
    media = ""
    error: LighttermError | None = None
    try:
        with clock.body():
            for part in channel.contents(path, start):
                if not size:
                    media = sniff_type(part, "", name)
                    tell_head(clock, request.url, media, known, start)
                room = bound - size
                size += len(part)
                if clock.cancel is not None:
                    clock.cancel.piece(part[:room])
                if not taken:
                    parts.append(part[:room])
                if len(part) > room:
                    raise TooLarge(f"larger than {bound} bytes; the rest was left out")
    except (TimedOut, Cancelled, ConnectionFailed, TooLarge) as problem:
        if not size:
            raise
        error = problem
    return plain_reply(request.url, b"".join(parts), media or sniff_type(b"", "", name), error)


def _directory(channel: Channel, path: bytes, request: Request) -> Response:
    """The listing of a directory, in the form of `lightterm.fetch.scheme_file.listing`."""
    lines: list[str] = []
    error: LighttermError | None = None
    try:
        for name, told in channel.entries(path):
            if name in (b".", b".."):
                continue
            if len(lines) >= MOST_ENTRIES:
                error = TooLarge(f"more than {MOST_ENTRIES} entries; the rest was left out")
                break
            lines.append(_line(name, told))
    except (TimedOut, Cancelled, ConnectionFailed) as problem:
        if not lines:
            raise
        error = problem
    url = request.url if request.url.endswith("/") else request.url + "/"
    return plain_reply(url, "".join(lines).encode(), LISTING_TYPE, error, "utf-8")


def _line(name: bytes, told: Attributes) -> str:
    folder = stat.S_ISDIR(max(0, told.mode))
    size = str(told.size) if told.size >= 0 and not folder else ""
    modified = str(told.modified) if told.modified >= 0 else ""
    shown = "".join(chr(c) if 32 <= c < 127 and c != 37 else f"%{c:02X}" for c in name)
    return f"{shown}\t{size}\t{modified}\t{'directory' if folder else 'file'}\n"
