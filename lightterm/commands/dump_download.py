"""`--download`: the whole of a reply into a file, asked on for where it broke off."""

from __future__ import annotations

from time import monotonic

from lightterm.errors import CutOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request, Response
    from lightterm.session.session import Session


TRIES = 10
"""How often the rest of a reply is asked for."""


def whole(session: Session, request: Request) -> Response:
    """The reply to `request`; the rest of one that broke off is asked for while that brings more, within its time."""
    until = monotonic() + (request.deadline or session.settings_for(request.url).network.timeout)
    response = session.fetch(request)
    for _ in range(TRIES):
        further = _rest_of(request, response)
        left = until - monotonic()
        if further is None or left <= 0:
            break
        more = session.fetch(further.replace(deadline=left))
        if more.status == 206 and more.body and more.header("content-range").startswith(f"bytes {len(response.body)}-"):
            body = response.body + more.body
            response = response.replace(body=body, error=more.error, truncated=more.truncated)
        elif more.status == 200:  # it is another file by now
            response = more
        else:
            break
    return response


def _rest_of(request: Request, response: Response) -> Request | None:
    """What asks for the missing end of a reply, None where nothing says that it would belong to its beginning."""
    etag = response.header("etag")
    validator = etag if etag and not etag.startswith("W/") else response.header("last-modified")
    coded = response.header("content-encoding", "identity") != "identity"
    if request.method != "GET" or not isinstance(response.error, CutOff) or response.status != 200:
        return None
    if not validator or not response.body or coded:
        return None
    headers = (
        ("Accept-Encoding", "identity"),
        ("Range", f"bytes={len(response.body)}-"),
        ("If-Range", validator),
    )
    return request.replace(url=response.url, headers=request.headers + headers, freshness="fresh")


def saved(session: Session, request: Request, folder: str) -> tuple[Response, str]:
    """The reply and where it was saved, under the server's name made safe; "" where it is an error's page.

    Raises WriteFailed.
    """
    from lightterm.fetch.filename import safe_filename, save_new

    response = whole(session, request)
    error: LighttermError | None = response.error
    if error is not None and not (response.truncated and response.status < 300):
        return response, ""
    name = safe_filename(response.header("content-disposition"), response.url, response.stated_type)
    return response, save_new(folder, name, response.body, error is None)
