"""ftp: files and directories, by passive transfers (RFC 959, RFC 3659)."""

from __future__ import annotations

import ftplib
import io
from contextlib import contextmanager
from socket import gaierror

from lightterm.errors import (
    AuthInvalid,
    AuthMissing,
    BadReply,
    Cancelled,
    ConnectionFailed,
    CutOff,
    DnsFailed,
    LighttermError,
    NotFound,
    TimedOut,
    TooLarge,
)
from lightterm.fetch.by_proxy import reached
from lightterm.fetch.exchange import SILENCE, clock_of, line_of, place_of
from lightterm.fetch.media_types import sniff_type
from lightterm.fetch.model import plain_reply
from lightterm.fetch.scheme_file import LISTING_TYPE
from lightterm.fetch.told_files import Known, start_of, tell_head
from lightterm.fetch.wire import shut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    from _typeshed import WriteableBuffer

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.exchange import Place
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context

PORT = 21
MOST_ENTRIES = 20_000
MISSING = "550"
SIZE = 1 << 16


def load(request: Request, context: Context) -> Response:
    """The file or directory of an ftp address, anonymously where it names no user. Raises UrlInvalid, NetworkError."""
    place = place_of(request, PORT)
    path = _line(place.url.path.partition(";type=")[0], "path") or "/"
    clock = clock_of(request, context)
    user, password = _line(place.url.user, "user name"), _line(place.url.password, "password")
    with _signed_in(place, user, password, context, clock) as ftp:
        if not path.endswith("/"):
            try:
                return _file(ftp, path, request, context.bound(request), clock)
            except ftplib.error_perm as problem:
                if not str(problem).startswith(MISSING):
                    raise
        return _directory(ftp, path, request)


def _line(text: str, what: str) -> str:
    """A part of the address as it is sent. Raises UrlInvalid where it would be more than one line."""
    return line_of(text, what).decode("utf-8", "replace")


class _Led(io.RawIOBase):
    """What comes over a socket, behind what came of it already."""

    def __init__(self, sock: socket.socket, ahead: bytes) -> None:
        super().__init__()
        self._sock, self._ahead = sock, ahead

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        if not self._ahead:
            return self._sock.recv_into(room)
        taken, self._ahead = self._ahead[: len(room)], self._ahead[len(room) :]
        room[: len(taken)] = taken
        return len(taken)


class _Connections(ftplib.FTP):
    """The connections with one server; through a proxy where there is one, which then is also who resolves its name."""

    def __init__(self, place: Place, context: Context, clock: Clock) -> None:
        super().__init__(encoding="utf-8")
        self._place, self._context, self._clock = place, context, clock
        self._proxied = False

    def connect(
        self, host: str = "", port: int = 0, timeout: float = SILENCE, source_address: tuple[str, int] | None = None
    ) -> str:
        by_proxy = reached(self._place, self._context, self._clock)
        if by_proxy is None:
            return super().connect(host, port, timeout, source_address)
        sock, ahead = by_proxy
        sock.settimeout(timeout)
        self._proxied = True
        self.host, self.port, self.timeout = host, port, timeout
        self.sock, self.af = sock, sock.family
        self.file = io.TextIOWrapper(io.BufferedReader(_Led(sock, ahead)), encoding=self.encoding)
        self.welcome = self.getresp()
        return self.welcome

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        if not self._proxied:
            return super().ntransfercmd(cmd, rest)
        try:
            port = ftplib.parse229(self.sendcmd("EPSV"), ("", 0))[1]
        except ftplib.error_perm:
            port = ftplib.parse227(self.sendcmd("PASV"))[1]
        by_proxy = reached(self._place, self._context, self._clock, port)
        if by_proxy is None:
            raise ftplib.error_proto("the proxy is gone from the settings")
        data = by_proxy[0]
        try:
            if rest is not None:
                self.sendcmd(f"REST {rest}")
            answer = self.sendcmd(cmd)
            if answer.startswith("2"):  # some servers say 200 before their 150, as the original knows
                answer = self.getresp()
            if not answer.startswith("1"):
                raise ftplib.error_reply(answer)
        except BaseException:
            data.close()
            raise
        return data, None


@contextmanager
def _signed_in(place: Place, user: str, password: str, context: Context, clock: Clock) -> Iterator[ftplib.FTP]:
    """A connection, and its errors as ours."""
    ftp = _Connections(place, context, clock)
    ftp.maxline = 8192

    def wake() -> None:
        if ftp.sock is not None:
            shut(ftp.sock)

    if clock.cancel is not None:
        clock.cancel.add(wake)
    try:
        ftp.connect(place.host.strip("[]"), place.port, timeout=min(SILENCE, clock.remaining()))
        ftp.login(user or "anonymous", password or ("" if user else "anonymous@"))
        yield ftp
    except ftplib.Error as problem:
        raise _said(str(problem), bool(user)) from None
    except TimeoutError:
        clock.remaining()
        raise TimedOut(f"{place.host} said nothing for {SILENCE:g} s") from None
    except gaierror:
        raise DnsFailed(f"there is no address for the name {place.host}") from None
    except (OSError, EOFError, UnicodeError) as problem:
        clock.remaining()
        why = getattr(problem, "strerror", None) or problem or "the connection was closed"
        raise ConnectionFailed(f"no ftp with {place.host}: {why}") from None
    finally:
        if clock.cancel is not None:
            clock.cancel.remove(wake)
        ftp.close()


def _said(words: str, named: bool) -> LighttermError:
    """The error that a server's reply means."""
    if words.startswith("530"):
        return (AuthInvalid if named else AuthMissing)(f"the ftp server lets nobody in so: {words}", actions=())
    if words.startswith(MISSING):
        return NotFound(f"there is no such file or directory: {words}", actions=())
    return BadReply(f"the ftp server says: {words}", actions=())


def _file(ftp: ftplib.FTP, path: str, request: Request, bound: int, clock: Clock) -> Response:
    """A file, or the rest of one that a `Range` of the request asks for, where it is the same one as before."""
    ftp.voidcmd("TYPE I")
    known = Known(_size(ftp, path), _modified(ftp, path))
    start = start_of(request, known)
    data, start = _begun(ftp, path, start)
    taken = clock.cancel is not None and clock.cancel.takes
    parts: list[bytes] = []
    size = 0
    media = ""
    try:
        with clock.body():
            for part in _received(data, bound, clock):
                if not size:
                    media = sniff_type(part, "", path.rpartition("/")[2])
                    tell_head(clock, request.url, media, known, start)
                size += len(part)
                if clock.cancel is not None:
                    clock.cancel.piece(part)
                if not taken:
                    parts.append(part)
        error: LighttermError | None = _missing(ftp, known, start + size)
    except (TimedOut, Cancelled, CutOff, TooLarge) as problem:
        error = problem
    finally:
        data.close()
    return plain_reply(request.url, b"".join(parts), media or sniff_type(b"", "", path.rpartition("/")[2]), error)


def _size(ftp: ftplib.FTP, path: str) -> int | None:
    try:
        return ftp.size(path)
    except (ftplib.Error, ValueError):
        return None


def _modified(ftp: ftplib.FTP, path: str) -> str:
    try:
        return ftp.sendcmd(f"MDTM {path}").partition(" ")[2].strip()
    except ftplib.Error:
        return ""


def _begun(ftp: ftplib.FTP, path: str, start: int) -> tuple[socket.socket, int]:
    """The connection over which a file comes, and from which byte on: 0 of a server that has no REST."""
    try:
        return ftp.transfercmd(f"RETR {path}", start or None), start
    except ftplib.error_perm:
        if not start:
            raise
        return ftp.transfercmd(f"RETR {path}"), 0


def _received(data: socket.socket, bound: int, clock: Clock) -> Iterator[bytes]:
    """What comes over a data connection. Raises CutOff, TooLarge, TimedOut, Cancelled where that is not all."""
    size = 0
    while True:
        try:
            data.settimeout(min(SILENCE, clock.remaining(), 0.5 if clock.cancel is not None else SILENCE))
            part = data.recv(SIZE)
        except TimeoutError:
            continue
        except OSError as problem:
            raise CutOff(f"not all of it came: {problem}") from None
        if not part:
            return
        if room := bound - size:
            yield part[:room]
        size += len(part)
        if size > bound:
            raise TooLarge(f"larger than {bound} bytes; the rest was left out")


def _missing(ftp: ftplib.FTP, known: Known, had: int) -> LighttermError | None:
    """What keeps a file from being whole: a data connection that is closed says nothing of it."""
    if known.size is not None:
        return CutOff(f"not all of it came: {had} of {known.size} bytes") if had < known.size else None
    try:
        ftp.voidresp()
    except (ftplib.Error, OSError, EOFError) as problem:
        return CutOff(f"not all of it came: {problem or 'the connection was closed'}")
    return None


def _directory(ftp: ftplib.FTP, path: str, request: Request) -> Response:
    """The listing of a directory, in the form of `lightterm.fetch.scheme_file.listing`."""
    lines: list[str] = []
    whole = True
    ftp.cwd(path)
    for name, size, modified, kind in _entries(ftp):
        if len(lines) >= MOST_ENTRIES:
            whole = False
            break
        lines.append(f"{name.replace('%', '%25')}\t{size}\t{modified}\t{kind}\n")
    body = "".join(lines).encode("utf-8", "replace")
    error = None if whole else TooLarge(f"more than {MOST_ENTRIES} entries; the rest was left out")
    url = request.url if request.url.endswith("/") else request.url + "/"
    return plain_reply(url, body, LISTING_TYPE, error, "utf-8")


def _entries(ftp: ftplib.FTP) -> Iterator[tuple[str, str, str, str]]:
    """(name, size, seconds since 1970, kind) of each entry; only names from servers without MLSD."""
    try:
        found = list(ftp.mlsd(facts=["type", "size", "modify"]))
    except ftplib.error_perm:
        names = (name.rpartition("/")[2] for name in ftp.nlst())
        yield from ((name, "", "", "file") for name in names if name)
        return
    for name, facts in found:
        kind = facts.get("type", "file").lower()
        if kind in ("cdir", "pdir") or name in (".", ".."):
            continue
        folder = kind == "dir"
        size = "" if folder else facts.get("size", "")  # of a folder that of its list of names on the server's disk
        yield name, size, _seconds(facts.get("modify", "")), "directory" if folder else "file"


def _seconds(text: str) -> str:
    """A time as MLSD gives it, in UTC, as seconds since 1970; "" for none."""
    import calendar
    import time

    try:
        return str(calendar.timegm(time.strptime(text[:14], "%Y%m%d%H%M%S")))
    except ValueError:
        return ""
