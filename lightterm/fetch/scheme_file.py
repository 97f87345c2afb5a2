"""file: regular files, directories, and pipes for a person; nothing that could act when it is opened."""

from __future__ import annotations

import os
import stat

from lightterm.fetch.media_types import sniff_type
from lightterm.fetch.model import plain_reply
from lightterm.fetch.urls import file_url, local_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.error_base import LighttermError
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context

LISTING_TYPE = "application/x-directory-listing"
_MAX_ENTRIES = 100_000
_CHUNK = 1 << 16
_KINDS = (
    (stat.S_ISREG, "file"),
    (stat.S_ISDIR, "directory"),
    (stat.S_ISFIFO, "fifo"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)


def load(request: Request, context: Context) -> Response:
    """Read a file up to the bound, or list a directory; a person may also read a pipe, up to the bound and in time.

    Raises FileMissing (with the nearest names), FileUnreadable, UrlInvalid. A listing is of type
    application/x-directory-listing: see `listing`.
    """
    path = local_path(request.url)
    if path == os.devnull:
        return plain_reply(request.url, b"", "text/plain", None)  # how scripts say that there is nothing
    try:
        # Looked at before it is opened: opening alone waits on a FIFO and can act on a device.
        mode = os.stat(path).st_mode
        if stat.S_ISFIFO(mode) and request.asker == "person" and request.initiator is None:
            return _pipe(request, path, context)
        _refuse_special(mode, path)
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise _explained(error, path, request.url) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            return _directory(request, path, context.bound(request))
        _refuse_special(mode, path)
        return _file(descriptor, request, path, context.bound(request))
    except OSError as error:
        raise _explained(error, path, request.url) from None
    finally:
        os.close(descriptor)


def _refuse_special(mode: int, path: str) -> None:
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        from lightterm.errors import Action, FileUnreadable

        hint = (Action("type_path", "Type its path yourself; no page may open it.", 1),) if stat.S_ISFIFO(mode) else ()
        raise FileUnreadable(f"{path!r} is a {_kind(mode)}, not a file", actions=hint, path=path)


def _kind(mode: int) -> str:
    return next((name for test, name in _KINDS if test(mode)), "special file")


def _pipe(request: Request, path: str, context: Context) -> Response:
    from lightterm.fetch.pipes import read_pipe

    seconds = context.seconds if request.deadline is None else request.deadline
    body, error = read_pipe(path, context.bound(request), seconds)
    return plain_reply(request.url, body, sniff_type(body, "", os.path.basename(path)), error)


def _file(descriptor: int, request: Request, path: str, bound: int) -> Response:
    error: LighttermError | None = None
    parts: list[bytes] = []
    size = 0
    # As much at once as there is: a second copy of what was read would double the memory of a large file.
    expected = max(os.fstat(descriptor).st_size, _CHUNK)
    while size < bound:
        try:
            data = os.read(descriptor, min(bound - size, expected))
        except OSError as problem:
            if not parts:
                raise
            from lightterm.errors import FileUnreadable

            error = FileUnreadable(f"{path!r} could only be read in part: {problem.strerror}", path=path)
            break
        if not data:
            break
        parts.append(data)
        size += len(data)
    body = parts[0] if len(parts) == 1 else b"".join(parts)
    if size >= bound and os.read(descriptor, 1):
        from lightterm.errors import TooLarge

        error = TooLarge(f"{path!r} is larger than {bound} bytes; the rest was left out", path=path)
    return plain_reply(request.url, body, sniff_type(body, "", os.path.basename(path)), error)


def _directory(request: Request, path: str, bound: int) -> Response:
    body, whole = listing(path)
    error = None
    if len(body) > bound or not whole:
        body = body[: bound if len(body) > bound else len(body)]
        body = body[: body.rfind(b"\n") + 1]
        from lightterm.errors import TooLarge

        error = TooLarge(f"{path!r} has more entries than fit; the rest was left out", path=path)
    url = file_url(os.path.abspath(path))
    return plain_reply(url if url.endswith("/") else url + "/", body, LISTING_TYPE, error, "utf-8")


def listing(path: str) -> tuple[bytes, bool]:
    """The entries of a directory, folders first, as UTF-8 lines of name, size, mtime and kind between tabs.

    Size is in bytes and mtime in seconds since 1970, "" where unknown; kind is file, directory, broken, fifo, socket
    or device, that of the target for a symbolic link. In the name, and only there, %XX stands for control characters,
    bytes that are no UTF-8, U+FEFF and % itself. The second value says whether all entries are there. Raises OSError.
    """
    lines: list[tuple[bool, str, str]] = []
    whole = True
    with os.scandir(path) as entries:
        for entry in entries:
            if len(lines) >= _MAX_ENTRIES:
                whole = False
                break
            try:
                found = entry.stat()
                kind = _kind(found.st_mode)
                size = str(found.st_size) if kind == "file" else ""
                line = f"{size}\t{int(found.st_mtime)}\t{kind}"
            except OSError:
                kind, line = "broken", "\t\tbroken"
            lines.append((kind != "directory", entry.name, line))
    lines.sort(key=lambda item: (item[0], item[1].casefold(), item[1]))
    return "".join(f"{_plain(name)}\t{rest}\n" for _, name, rest in lines).encode(), whole


def _plain(name: str) -> str:
    if name.isprintable() and "%" not in name:
        return name
    return "".join([_escaped(c) if _is_odd(c) else c for c in name])


def _is_odd(c: str) -> bool:
    return c < " " or c in "%\ufeff" or "\x7f" <= c <= "\x9f" or "\ud800" <= c <= "\udfff"


def _escaped(character: str) -> str:
    return "".join(f"%{b:02X}" for b in os.fsencode(character))


def _explained(error: OSError, path: str, url: str) -> LighttermError:
    from lightterm.errors import Action, FileMissing, FileUnreadable

    if isinstance(error, FileNotFoundError | NotADirectoryError):
        plain = path.rstrip("/")
        if os.path.islink(plain) and not os.path.exists(plain):
            words = f"{path!r} is a link to {os.readlink(plain)!r}, which is not there"
            return FileMissing(words, path=path, url=url)
        near = _near_names(path)
        words = f"no such file: {path!r}"
        if not near:
            return FileMissing(words, path=path, url=url)
        action = Action("open_file", f"Did you mean {near[0]!r} ?", 1, None, None, {"url": file_url(near[0])})
        return FileMissing(f"{words}; did you mean {near[0]!r} ?", actions=(action,), path=path, url=url, near=near)
    why = {"PermissionError": "permission denied"}.get(type(error).__name__, error.strerror or "it cannot be read")
    return FileUnreadable(f"{path!r}: {why}", path=path, url=url)


def _near_names(path: str) -> tuple[str, ...]:
    import difflib

    folder, name = os.path.split(path.rstrip("/"))
    try:
        with os.scandir(folder or "/") as entries:
            names = [entry.name for _, entry in zip(range(5000), entries, strict=False)]
    except OSError:
        return ()
    wanted = name.casefold()
    by_folded = {n.casefold(): n for n in names}
    near = difflib.get_close_matches(wanted, list(by_folded), 3, 0.7)
    near = near or [n for n in by_folded if n.rpartition(".")[0] == wanted][:3]
    return tuple(os.path.join(folder, by_folded[n]) for n in near)
