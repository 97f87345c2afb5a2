"""Pages saved with all they need in one file (MHTML, RFC 2557): the page, with what lies beside it put in its place."""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.fetch.charset import to_utf8
from lightterm.fetch.urls import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from email.message import Message

    from lightterm.extract.dom import Tree
    from lightterm.fetch.model import FramePage, Snapshot

HTML = ("text/html", "application/xhtml+xml")

MOST = 2000
"""Parts that are looked at."""

DEPTH = 3
"""How deep frames inside frames are read."""

LARGEST = 64_000_000
"""Bytes that a page may come to with all that is put in it, for each time that it is used."""

_ATTRIBUTES = (
    ("src", "img[src],iframe[src],frame[src],input[src],embed[src],source[src],video[src],audio[src]"),
    ("href", "link[href]"),
    ("poster", "video[poster]"),
    ("data", "object[data]"),
)


def opened(snapshot: Snapshot) -> Snapshot:
    """The page in an archive as a snapshot of its own; the archive's where there is none in it.

    What its markup names of the other parts is put into it as data: addresses, frames become its frames; all else
    leads to where the page was saved from.
    """
    from email.errors import MessageError

    try:
        parts = _parts(snapshot)
    except (MessageError, RecursionError, ValueError, LookupError):
        return snapshot
    page = next((part for part in parts if part.get_content_type() in HTML), None)
    if page is None:
        return snapshot
    archive = _Archive(parts)
    base = _location(page)
    markup = archive.filled(page, ())
    kind, frames = page.get_content_type(), tuple(archive.frames)
    return snapshot.replace(content_type=kind, markup=markup, charset="utf-8", base=base, frames=frames)


def _parts(snapshot: Snapshot) -> list[Message]:
    """The parts of an archive that hold something, its page first."""
    from email import message_from_bytes

    body = snapshot.response.body
    if body.lstrip()[:2] == b"--":  # a server gave the headers as its own
        body = b"Content-Type: " + snapshot.response.header("content-type").encode("latin-1") + b"\r\n\r\n" + body
    whole = message_from_bytes(body)
    if whole.get_content_type() != "multipart/related":
        return []
    parts = [part for _, part in zip(range(MOST), whole.walk(), strict=False) if not part.is_multipart()]
    start = str(whole.get_param("start") or "")
    return sorted(parts, key=lambda part: bool(start) and part.get("content-id", "").strip() != start)


def _location(part: Message) -> str:
    """Where a part was saved from, "" where that is no address."""
    said = str(part.get("content-location", "")).strip()
    return said if said[:4].lower() == "http" else ""


def _content(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


class _Archive:
    """The parts of an archive by what names them."""

    def __init__(self, parts: list[Message]) -> None:
        self._parts: dict[str, Message] = {}
        self._left = LARGEST
        self.frames: list[FramePage] = []
        """The pages of frames that were met, each once."""
        for part in parts:
            identity = str(part.get("content-id", "")).strip().removeprefix("<").removesuffix(">")
            for name in (str(part.get("content-location", "")).strip(), f"cid:{identity}" if identity else ""):
                if name:
                    self._parts.setdefault(name, part)

    def filled(self, part: Message, around: tuple[Message, ...]) -> bytes:
        """The UTF-8 markup of a page with the parts that it names put in; `around` are the pages it is a frame of."""
        markup = to_utf8(_content(part), part.get_content_charset() or "", True).markup
        tree = dom.parse(markup)
        base = _location(part) or "about:blank"
        changed = [self._put(tree, name, query, base, (*around, part)) for name, query in _ATTRIBUTES]
        return (tree.html or "").encode() if any(changed) else markup

    def _put(self, tree: Tree, name: str, query: str, base: str, around: tuple[Message, ...]) -> bool:
        changed = False
        for node in dom.select(tree, query):
            said = (node.attributes.get(name) or "").strip()
            part = self._parts.get(said) or self._parts.get(resolve(base, said))
            if part is None or part in around:
                continue
            made = self._frame(part, around) if part.get_content_type() in HTML else self._address(part)
            if made:
                node.attrs[name] = made
                changed = True
                if name == "src" and "srcset" in node.attributes:
                    del node.attrs["srcset"]
        return changed

    def _frame(self, part: Message, around: tuple[Message, ...]) -> str:
        """The address of a frame, whose page is among `frames` from now on; "" for what is too deep."""
        from lightterm.fetch.model import FramePage

        url = _location(part) or f"cid:frame-{len(self.frames)}"
        if len(around) > DEPTH:
            return ""
        if all(frame.address != url for frame in self.frames):
            self.frames.append(FramePage(url, url, self.filled(part, around)))
        return url

    def _address(self, part: Message) -> str:
        """A part as a data: address, "" where all that is put in would come to too much."""
        from base64 import b64encode

        content = _content(part)
        self._left -= len(content)
        return f"data:{part.get_content_type()};base64,{b64encode(content).decode()}" if self._left >= 0 else ""
