"""A page with what it shows in one file (MHTML, RFC 2557), as browsers save it; `extract.archive` reads it."""

from __future__ import annotations

from lightterm.errors import ValidationFailed
from lightterm.fetch.subresources import Subresources, is_public_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

    from lightterm.fetch.model import Response
    from lightterm.loading import Page
    from lightterm.session.session import Session

SECONDS = 60.0
"""Seconds that the style sheets may take, and the pictures after them."""

LARGEST = 64_000_000
"""Bytes of all parts together; what would be more is left out."""

HTML = ("text/html", "application/xhtml+xml")

MOST = 1000
"""Parts that are asked for."""

_NAMED = (
    ("style", "href", "link[href][rel~=stylesheet i]"),
    ("image", "src", "img[src],input[type=image i][src]"),
    ("image", "poster", "video[poster]"),
)


def archived(session: Session, page: Page) -> tuple[bytes, int]:
    """The archive of a page, and how many of its style sheets and pictures could not be had.

    What is fetched for it is fetched as for showing the page: from the cache where that has it. Raises ValidationFailed
    for what is no page in HTML.
    """
    from email.message import Message
    from email.policy import compat32

    snapshot = page.snapshot
    if snapshot.content_type not in HTML:
        raise ValidationFailed("only a page in HTML is saved with what belongs to it", actions=())
    url = snapshot.base or page.response.url
    whole = Message()
    whole["From"] = "<Saved by lightterm>"
    whole["Snapshot-Content-Location"] = _one_line(page.response.url)
    whole["Subject"] = _one_line(page.document.title)
    whole["MIME-Version"] = "1.0"
    whole.add_header("Content-Type", "multipart/related", type=snapshot.content_type)
    whole.attach(_part(url, f"{snapshot.content_type}; charset=utf-8", snapshot.markup))
    for frame in snapshot.frames:
        whole.attach(_part(frame.address, "text/html; charset=utf-8", frame.markup))
    missing, left = 0, LARGEST
    for wanted, came in _parts(session, page, url):
        body = came.body if came is not None and came.error is None else b""
        if not body or len(body) > left:
            missing += 1
            continue
        left -= len(body)
        assert came is not None
        whole.attach(_part(wanted, came.stated_type or "application/octet-stream", body))
    # Chromium reads no other line ends, and an address that is folded is another one.
    return whole.as_bytes(policy=compat32.clone(linesep="\r\n", max_line_length=0)), missing


def _parts(session: Session, page: Page, base: str) -> Iterator[tuple[str, Response | None]]:
    """What the page names, by its address, and what came of it."""
    asked = page.request.replace(url=page.response.url, freshness="any", public=_is_public(page))
    named = _named(page, base)
    # Of a page that an engine read only what it shows is there: no style sheet counts any more.
    for destination in ("image",) if page.snapshot.visible else ("style", "image"):
        urls = [url for url, kind in named.items() if kind == destination]
        replies = Subresources(session.fetch, asked, destination, SECONDS, None).load(urls, LARGEST)
        for url in urls:
            yield url, replies.get(url)


def _is_public(page: Page) -> bool:
    url = page.response.url
    return page.request.public or (url.startswith("http") and is_public_page(url, None))


def _named(page: Page, base: str) -> dict[str, str]:
    """The destination of each part by its absolute address, in the order of the page."""
    from lightterm.extract import dom
    from lightterm.fetch.urls import resolve, without_fragment

    found: dict[str, str] = {}
    tree = dom.parse(page.snapshot.markup)
    for kind, name, query in _NAMED:
        for node in dom.select(tree, query):
            url = resolve(base, (node.attributes.get(name) or "").strip())
            if url.startswith(("http:", "https:", "file:")):
                found.setdefault(without_fragment(url), kind)
    return dict(list(found.items())[:MOST])


def _part(url: str, content_type: str, body: bytes) -> Message:
    from email.encoders import encode_base64
    from email.message import Message

    part = Message()
    part["Content-Type"] = _one_line(content_type)
    part["Content-Location"] = _one_line(url)
    part.set_payload(body)
    encode_base64(part)
    return part


def _one_line(text: str) -> str:
    """A text as the value of a header."""
    from email.header import Header

    line = " ".join(text.split())
    return line if line.isascii() else Header(line, "utf-8").encode()
