"""spartan: one line, perhaps some data, and the answer. gemini://spartan.mozz.us/specification.gmi"""

from __future__ import annotations

from lightterm.errors import BadReply, HttpClientError, HttpServerError, LighttermError
from lightterm.fetch.coming import Coming, after_status
from lightterm.fetch.exchange import MOST_HEAD, Answer, ask, line_of, page_of, page_through, place_of, split_answer
from lightterm.fetch.model import Response
from lightterm.fetch.url_parse import percent_decode
from lightterm.fetch.urls import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context

PORT = 300

INPUT = "spartan-input"
"""The name of the field that a prompt line's data is typed into; in its place the data alone becomes the query."""


def load(request: Request, context: Context) -> Response:
    """The page of a spartan address; its query, decoded, is the data that is sent.

    Raises UrlInvalid, NetworkError; a status that is no success is the reply's error.
    """
    return page_through(request, context, INPUT, _asked, _onward, _response)


def _onward(url: str, answer: Answer) -> str:
    if answer.status != 3:
        return ""
    if not answer.meta.startswith("/"):
        raise BadReply("the redirect of a spartan server leads nowhere on it", url=url[:2000])
    return resolve(url, answer.meta)


def _asked(request: Request, context: Context, clock: Clock) -> Answer:
    place = place_of(request, PORT)
    data = percent_decode(place.url.query or "")
    line = f"{place.host} {place.url.path or '/'} {len(data)}".encode()
    line_of(place.url.path, "path")
    coming = Coming(request.url, context.cancel, after_status(1, "2"))
    reply, error = ask(place, line, context, clock, context.bound(request) + MOST_HEAD, data=data, told=coming)
    return split_answer(place, reply, error, 1, "spartan")


def _response(url: str, answer: Answer) -> Response:
    status, meta = answer.status, answer.meta
    if status == 2:
        return page_of(url, answer)
    from lightterm.safe import clean

    kinds: dict[int, type[LighttermError]] = {4: HttpClientError, 5: HttpServerError}
    failure = kinds.get(status, BadReply)(f"{status}: {clean(meta) or 'it failed'}", actions=(), status=status)
    return Response(url, status, meta, stated_type="text/gemini", charset="utf-8", error=failure)
