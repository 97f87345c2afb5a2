"""Frames of a static page: fetched as its subresources, so that their pages can be read where the frames stand."""

from __future__ import annotations

from html import escape

from lightterm.engines.static import HTML, snapshot_of
from lightterm.extract import dom
from lightterm.extract.build import size_in_words
from lightterm.extract.frames import DEPTH, addresses
from lightterm.extract.head import Head
from lightterm.fetch.model import FramePage, Request
from lightterm.fetch.subresources import Subresources, is_public_page
from lightterm.fetch.urls import origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response, Snapshot
    from lightterm.fetch.subresources import Fetch

MOST = 16
"""Frames read for one page, those inside frames among them."""

SECONDS = 3.0
"""Seconds that all frames of a page may take together; what is late stays a link."""

SHARE = 0.5
"""Of the time that is left to the load, what frames may take at most."""

LARGEST = 2_000_000
"""Bytes of one frame's page."""

LONG_TAG = 8192
"""Bytes in which the tag of a frame is looked for."""


def with_frames(snapshot: Snapshot, request: Request, fetch: Fetch, cancel: Cancel | None) -> Snapshot:
    """The snapshot with the pages of its frames, as many as come in time; itself where there are none to be had."""
    if snapshot.content_type not in HTML or snapshot.response.error is not None:
        return snapshot
    url = snapshot.response.url
    base = snapshot.base or url
    parts = Subresources(fetch, request.replace(url=url), "frame", 0.0, cancel)
    if len(snapshot.markup) > dom.SMALL and not any(map(parts.may_have, _likely(snapshot.markup, base))):
        return snapshot
    wanted = _wanted(snapshot.markup, base)
    if not wanted:
        return snapshot
    public = request.public or (url.startswith("http") and is_public_page(url, cancel))
    left = (request.deadline or 2 * SECONDS) - snapshot.response.timing.total_ms / 1e3
    page = request.replace(url=url, public=public)
    parts = Subresources(fetch, page, "frame", max(0.0, min(SECONDS, left * SHARE)), cancel)
    known, found, instead = {_bare(url)}, list[FramePage](), dict(request.framed)
    for _ in range(DEPTH):
        new = [one for one in dict.fromkeys(wanted) if _bare(one) not in known]
        new = [one for one in new if one in instead or parts.may_have(one)]
        new = new[: MOST + 1 - len(known)]
        known.update(map(_bare, new))
        replies = parts.load([at for one in new if parts.may_have(at := instead.get(one, one))], LARGEST)
        came = [frame for one in new if (frame := _shown(one, instead.get(one, ""), replies, url)) is not None]
        found += came
        wanted = [inner for frame in came for inner in _wanted(frame.markup, frame.url)]
    return snapshot.replace(frames=tuple(found))


def _wanted(markup: bytes, base: str) -> list[str]:
    tree = dom.parse(markup)
    return addresses(tree, Head(tree, base).base)


def _likely(markup: bytes, base: str) -> list[str]:
    """All that frames may want, and more, by their tags alone: parsing a page once more is a tenth of its dump."""
    counted = dom.count_tags(markup)
    tags = [_tag(markup, at + len(name)) for name in (b"<iframe", b"<frame") for at in counted.places(markup, name)]
    if not all(b">" in tag for tag in tags) or any(counted.places(markup, b"<base")):
        return _wanted(markup, base)
    # However a tag is cut off, it ends with these.
    tree = dom.parse(b"".join([b"<iframe" + tag + b"\"'></iframe>" for tag in tags]))
    return addresses(tree, base)


def _tag(markup: bytes, at: int) -> bytes:
    """The rest of a tag, whose name ends there; with more behind it where a `>` may be part of an attribute."""
    tag = markup[at : markup.find(b">", at, at + LONG_TAG) + 1]
    whole = tag and tag.count(b'"') % 2 == 0 == tag.count(b"'") % 2
    return tag if whole else markup[at : at + LONG_TAG]


def _bare(url: str) -> str:
    return url.partition("#")[0]


def _shown(address: str, instead: str, replies: Mapping[str, Response], page: str) -> FramePage | None:
    """What a frame shows, itself or the page in its place; of that one its address, too, where it did not come."""
    reply = replies.get(instead or address)
    came = _frame(address, reply, page) if reply is not None else None
    if not instead:
        return came
    return came.replace(instead=instead) if came is not None else FramePage(address, instead, b"", instead)


def _frame(address: str, response: Response, page: str) -> FramePage | None:
    """What came for a frame: a page, a text, or what else it is; None for what does not want to be in a frame here."""
    if response.status >= 400 or response.error is not None or not _may_be_framed(response, page):
        return None
    snapshot = snapshot_of(response, Request(address))
    kind = snapshot.content_type
    if kind in HTML:
        return FramePage(address, response.url, snapshot.markup)
    if kind == "text/plain":
        text = escape(snapshot.markup.decode(errors="replace"), quote=False)
        return FramePage(address, response.url, f"<pre>{text}</pre>".encode())
    return FramePage(address, response.url, b"", note=f"{kind}, {size_in_words(len(response.body))}")


def _may_be_framed(response: Response, page: str) -> bool:
    """Whether a page lets itself be shown inside another: RFC 7034, and frame-ancestors of CSP, which goes before."""
    same = origin(response.url) == origin(page)
    for directive in response.header("content-security-policy").lower().split(";"):
        name, *sources = directive.split() or [""]
        if name == "frame-ancestors":
            return "'none'" not in sources and (same or sources != ["'self'"])
    option = response.header("x-frame-options").strip().lower()
    return option != "deny" and (same or option != "sameorigin")
