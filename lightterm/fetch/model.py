"""What is asked for and what came back, as plain data."""

from __future__ import annotations

from lightterm.records import Record, factory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.numbers import Numbers
    from lightterm.engines.base import Evidence, LivePage
    from lightterm.errors import LighttermError

Headers = tuple[tuple[str, str], ...]

STATIC, LIGHT, FULL = 1, 2, 3
"""The tiers, in order of cost: HTTP alone; a small JavaScript browser; Chromium."""


class Request(Record):
    """One load that a person or a program asks for.

    `asker` says who: "person" (typed, may reach file: and private addresses), "link" (followed or redirected from a
    page), "program" (batch and agents: robots.txt and the address guard apply). `initiator` is the URL of the page
    that caused it, for SameSite, Referer and the scheme rules. `media_type`, `charset` and `base` are what the asker
    says of a body that has no headers (a file, standard input). `freshness`: "any" follows HTTP caching rules,
    "fresh" asks the server again, "cached" never asks it. `public` holds anyone to public addresses, `robots` to
    robots.txt. `tier` is the one to be used and no other, `max_tier` the highest; `deadline` bounds all of them
    together. `framed` says which frames show another page, by the address that the markup names: (address, page in its
    place). An address with a password in it is `secret`, and not kept. Times are in seconds, sizes in bytes; None: the
    settings decide. A `user` goes out unasked; with `user_waits`, to a server that asks alone.
    """

    url: str
    method: str = "GET"
    headers: Headers = ()
    data: bytes | None = None
    asker: str = "person"
    initiator: str | None = None
    referrer: str | None = None
    freshness: str = "any"
    tier: int | None = None
    max_tier: int | None = None
    deadline: float | None = None
    max_bytes: int | None = None
    user: str | None = None
    user_waits: bool = False
    destination: str = "document"
    public: bool = False
    robots: bool = False
    media_type: str = ""
    charset: str = ""
    base: str = ""
    framed: tuple[tuple[str, str], ...] = ()
    secret: bool = False


class Redirect(Record):
    """One hop that was taken: from `url`, with `status` (0 for a Refresh), to `location`."""

    url: str
    status: int
    location: str


class Timing(Record):
    """Milliseconds from the start of the request."""

    connect_ms: float = 0.0
    first_byte_ms: float = 0.0
    total_ms: float = 0.0


class Secured(Record):
    """How a reply was protected: TLS version, cipher, the server's certificate (DER), and whether that was checked."""

    protocol: str
    cipher: str
    certificate: bytes
    checked: bool


class Response(Record):
    """What came back; `body` is decoded (gzip, br, zstd ...) and partial when `error` says so.

    `error` is set when the reply is not whole or its status is >= 400; the body that came is always kept.
    `stated_type` is the media type as the server gave it ("" when it gave none), `charset` its charset parameter.
    `secured` is None for what came in the clear, from the cache or by another scheme than https.
    """

    url: str
    status: int = 200
    reason: str = ""
    http_version: str = ""
    headers: Headers = ()
    body: bytes = b""
    stated_type: str = ""
    charset: str = ""
    redirects: tuple[Redirect, ...] = ()
    timing: Timing = factory(default_factory=Timing)
    error: LighttermError | None = None
    truncated: bool = False
    from_cache: bool = False
    retries: int = 0
    wire_bytes: int = 0
    secured: Secured | None = None

    def header(self, name: str, default: str = "") -> str:
        """The first header of that name (case-insensitive), or `default`."""
        name = name.lower()
        for key, value in self.headers:
            if key.lower() == name:
                return value
        return default


def plain_reply(
    url: str, body: bytes, stated_type: str, error: LighttermError | None = None, charset: str = ""
) -> Response:
    """The reply of a scheme that sends nothing but a body; `error` says why that is not all of it."""
    return Response(
        url,
        body=body,
        stated_type=stated_type,
        charset=charset,
        error=error,
        truncated=error is not None,
        wire_bytes=len(body),
    )


class FramePage(Record):
    """What a frame shows: the absolute address the page around it names, the one it came from, its UTF-8 markup.

    `instead` is the address of what it shows in place of that one, "" where it does not; without markup none came, or
    something that is no page, of which `note` tells.
    """

    address: str
    url: str
    markup: bytes
    instead: str = ""
    note: str = ""


class Snapshot(Record):
    """What an engine saw: the reply, its media type once sniffed, and the content.

    `markup` is UTF-8 (decoded from the page's charset); `charset` is what it was decoded from, `replaced` how many
    undecodable sequences it held, `base` what its links are relative to when that is not its own address; `frames` are
    the pages of its frames, and of theirs, that were read where no engine puts them in place. For types
    that are no text `markup` is the body as it came.

    From engines that run scripts: `visible`, when the markup holds only what the page shows (no style sheet counts any
    more, and elements carry their handles), what was noticed, what the page can be acted on through, and the numbers
    that its targets have had.
    """

    response: Response
    content_type: str
    markup: bytes
    tier: int = STATIC
    charset: str = ""
    replaced: int = 0
    base: str = ""
    visible: bool = False
    evidence: Evidence | None = None
    live: LivePage | None = None
    numbers: Numbers | None = None
    frames: tuple[FramePage, ...] = ()
