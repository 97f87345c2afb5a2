"""Reading without the net: the text that the history kept of a page that the cache does not hold.

The cache keeps every page that may be kept at all, whoever read it; what says no-store is there as the history's text.
"""

from __future__ import annotations

import re
import time
from html import escape

from lightterm.errors import Action, NotCached
from lightterm.fetch import schemes
from lightterm.fetch.model import Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context
    from lightterm.session.session import Session
    from lightterm.session.store.model import KeptText

REMOTE = ("gemini:", "gopher:", "finger:", "spartan:", "ftp:", "sftp:")

ONLINE = Action("go_online", "Read it once without --offline (network.offline).", 1)


_UNSEEN = re.compile(rb"(?is)<!--.*?-->|<(script|style|template|svg)\b.*?</\1\s*>|<[^>]*>|\s+")


def load(session: Session, request: Request, context: Context) -> Response:
    """What is on this machine: files, the cache, else the text that the history kept. Raises NotCached."""
    is_page = request.method == "GET" and request.destination == "document"
    kept = session.store.history.kept(request.url) if is_page else None
    if not request.url.lower().startswith(REMOTE):
        try:
            found = schemes.load(request.replace(freshness="cached"), context)
            if kept is None or not _is_shell(found, kept):
                return found
        except NotCached:
            pass
    if kept is None:
        raise NotCached(
            "not read before, or not kept: offline there is no more of it", actions=(ONLINE,), url=request.url
        )
    return _kept_page(session, request, kept)


def _is_shell(found: Response, kept: KeptText) -> bool:
    """Whether what is cached is markup that waits for scripts, by far less text than the page had when it was read."""
    return b"<script" in found.body and 2 * len(_UNSEEN.sub(b"", found.body)) < len("".join(kept.text.split()).encode())


def _kept_page(session: Session, request: Request, kept: KeptText) -> Response:
    """A page of the text kept at the last visit; its layout and links are not."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.at))
    title = escape(session.store.history.title(request.url))
    note = f"<p><em>The text as read on {when}; links and layout are not kept.</em></p>"
    parts = (f"<p>{escape(line)}</p>" for line in kept.text.split("\n") if line.strip())
    body = f"<!DOCTYPE html><title>{title}</title>{note}{''.join(parts)}".encode("utf-8", "replace")
    return Response(request.url, body=body, stated_type="text/html", charset="utf-8", from_cache=True)
