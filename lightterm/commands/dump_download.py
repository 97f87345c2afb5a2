"""`--download`: the whole of a reply into a file, asked on for where it broke off, in this run or an earlier one."""

from __future__ import annotations

from time import monotonic

from lightterm.commands.unfinished import Unfinished, find, forget, keep, validator_of
from lightterm.errors import CutOff
from lightterm.fetch.part_file import ENDING, PartFile
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request, Response
    from lightterm.session.session import Session


TRIES = 10
"""How often the rest of a reply is asked for."""


class Saved(Record):
    """The last reply, the path of the file or of its part ("" where nothing was saved), and how many bytes it has."""

    response: Response
    path: str = ""
    size: int = 0


def whole(session: Session, request: Request, begun: Response | None = None) -> Response:
    """The reply to `request`; the rest of one that broke off is asked for while that brings more, within its time.

    `begun` is a reply that is there already.
    """
    until = _end_of(session, request)
    response = begun or session.fetch(request)
    for _ in range(TRIES):
        validator = validator_of(response)
        left = until - monotonic()
        if left <= 0 or not _may_go_on(request, response) or not validator:
            break
        more = session.fetch(_rest(request, len(response.body), validator).replace(url=response.url, deadline=left))
        if more.body and _goes_on(more, len(response.body), validator):
            body = response.body + more.body
            response = response.replace(body=body, error=more.error, truncated=more.truncated)
        elif more.status == 200:  # it is another file by now
            response = more
        else:
            break
    return response


def _end_of(session: Session, request: Request) -> float:
    return monotonic() + (request.deadline or session.settings_for(request.url).network.timeout)


def _may_go_on(request: Request, response: Response) -> bool:
    broke_off = isinstance(response.error, CutOff) and response.status == 200
    return broke_off and request.method == "GET" and bool(response.body)


def _rest(request: Request, start: int, validator: str) -> Request:
    """What asks for a file from a byte on, if it is still the one that `validator` names, else for all of it."""
    headers = (("Accept-Encoding", "identity"), ("Range", f"bytes={start}-"), ("If-Range", validator))
    return request.replace(headers=request.headers + headers, freshness="fresh")


def _goes_on(reply: Response, start: int, validator: str) -> bool:
    """Whether a reply is what follows the first `start` bytes of the version: some servers pass over If-Range."""
    if reply.status != 206 or not reply.header("content-range").startswith(f"bytes {start}-"):
        return False
    return validator_of(reply) in ("", validator) or validator in (reply.header("etag"), reply.header("last-modified"))


def saved(session: Session, request: Request, folder: str, tell: Callable[[str], None]) -> Saved:
    """Save a reply under the server's name made safe, going on with what an earlier run has of it, which `tell` says.

    An error's page is not saved. Raises WriteFailed.
    """
    from lightterm.fetch.filename import safe_filename, save_new

    begun = find(folder, request.url) if request.method == "GET" else None
    done = _resumed(session, request, begun, tell) if begun is not None else None
    if isinstance(done, Saved):
        return done
    response = whole(session, request, done)
    error: LighttermError | None = response.error
    if error is not None and not (response.truncated and response.status < 300):
        return Saved(response)
    name = safe_filename(response.header("content-disposition"), response.url, response.stated_type)
    path = save_new(folder, name, response.body, error is None)
    validator = validator_of(response)
    if error is not None and validator and request.method == "GET":
        keep(path, request.url, validator)
    return Saved(response, path, len(response.body))


def _resumed(
    session: Session, request: Request, begun: Unfinished, tell: Callable[[str], None]
) -> Saved | Response | None:
    """Ask for the rest of a file and put it behind its part.

    Where another file is there by now the part goes: its reply, or None where that holds only a piece of it. Raises
    WriteFailed.
    """
    file = PartFile.again(begun.path)
    try:
        until = _end_of(session, request)
        start = file.size
        for _ in range(TRIES):
            at = file.size
            asked = _rest(request, at, begun.validator).replace(deadline=max(0.001, until - monotonic()))
            reply = session.fetch(asked)
            if reply.status == 416 and reply.header("content-range") == f"bytes */{at}":
                reply = reply.replace(error=None)
            elif _goes_on(reply, at, begun.validator):
                file.write(reply.body)
            elif reply.status in (200, 206, 416):
                tell(f"{begun.path}{ENDING} is of another version than the server has: it begins anew")
                file.empty()
                forget(begun.path)
                return reply if reply.status == 200 else None
            else:
                return Saved(reply)
            if not isinstance(reply.error, CutOff) or file.size == at or monotonic() >= until:
                break
        tell(f"went on with {begun.path}{ENDING} from byte {start}")
        if reply.error is not None:
            return Saved(reply, begun.path + ENDING, file.size)
        path = file.finish()
        forget(begun.path)
        return Saved(reply, path, file.size)
    finally:
        file.close()
