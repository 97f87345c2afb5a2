"""One interface for every scheme, and the one place that says which scheme may be asked for by whom.

    http, https   everybody
    about         people, programs, and the built-in pages themselves; other pages only about:blank
    data          people; pages for their images and styles, never as a page (as in browsers)
    file          people; pages that are files themselves; and lists of a person's own pages (about:history ...)
    stdin         people
    gemini, gopher, finger, spartan, ftp, sftp
                  people and the pages they read, as pages only; not programs, for which no addresses are checked there
    man           people, and manual pages

A new scheme is a loader: a function from Request and Context to Response, named in `_LOADERS` or registered.
"""

from __future__ import annotations

from lightterm.fetch.media_types import sniff_type
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.error_base import LighttermError
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Response
    from lightterm.settings import Settings

    Loader = Callable[[Request, "Context"], Response]

__all__ = ["Context", "check_allowed", "load", "loader_for", "register", "scheme_of", "sniff_type"]


class Context(Record):
    """What a loader may use: the bound on a body in bytes, the session's HTTP client (None: no network), seconds for a
    request that has no deadline of its own, what stops the load, who knows certificates, and who the settings of a URL.

    `trust(host, key, fingerprint)` says whether a certificate is the one seen before, or the first.
    """

    max_bytes: int = 50_000_000
    http: Callable[[Request], Response] | None = None
    seconds: float = 15.0
    cancel: Cancel | None = None
    trust: Callable[[str, str, str], bool] | None = None
    settings_for: Callable[[str], Settings] | None = None

    def bound(self, request: Request) -> int:
        """The most bytes that a body may have."""
        return self.max_bytes if request.max_bytes is None else request.max_bytes


# Modules with a function `load`, imported when their scheme is first asked for.
_LOADERS: dict[str, str] = {
    "file": "lightterm.fetch.scheme_file",
    "data": "lightterm.fetch.scheme_data",
    "about": "lightterm.fetch.scheme_about",
    "stdin": "lightterm.fetch.scheme_stdin",
    "gemini": "lightterm.fetch.scheme_gemini",
    "gopher": "lightterm.fetch.scheme_gopher",
    "finger": "lightterm.fetch.scheme_finger",
    "spartan": "lightterm.fetch.scheme_spartan",
    "ftp": "lightterm.fetch.scheme_ftp",
    "sftp": "lightterm.fetch.scheme_sftp",
    "man": "lightterm.fetch.scheme_man",
}
_REMOTE = ("gemini", "gopher", "finger", "spartan", "ftp", "sftp")
_registered: dict[str, Loader] = {}
_OWN_LISTS = tuple(
    f"about:{name}"
    for name in (
        "history",
        "downloads",
        "bookmarks",
        "quickmarks",
        "reading-list",
        "marks",
        "links",
        "forms",
        "media",
        "feeds",
        "info",
        "changes",
    )
)
_ELSEWHERE = {
    "mailto": "an e-mail address, for a mail program",
    "tel": "a telephone number",
    "sms": "a number for text messages",
    "geo": "a place on a map, for a map program",
    "magnet": "a torrent, for a torrent program",
    "irc": "a chat channel, for a chat program",
    "news": "a newsgroup, for a news reader",
    "javascript": "a script, not an address; no link may run one here",
}


def register(scheme: str, loader: Loader) -> None:
    """Make `loader` answer for `scheme` (in lower case)."""
    _registered[scheme] = loader


def scheme_of(url: str) -> str:
    """The scheme of an absolute URL in lower case, "" when it has none."""
    head, colon, _ = url.partition(":")
    named = head[:1].isalpha() and head.isascii() and all(c.isalnum() or c in "+-." for c in head)
    return head.lower() if colon and named else ""


def loader_for(scheme: str) -> Loader:
    """The loader of `scheme`. Raises SchemeRefused."""
    if scheme in _registered:
        return _registered[scheme]
    if scheme in ("http", "https"):
        return _over_http
    if scheme not in _LOADERS:
        raise _unknown(scheme)
    module = __import__(_LOADERS[scheme], fromlist=["load"])
    loader: Loader = module.load
    return loader


def load(request: Request, context: Context) -> Response:
    """Check that `request` is allowed, and answer it.

    A reply that is not whole carries its error and keeps what came. Raises SchemeRefused, UrlInvalid, LocalError, and
    what the scheme's loader raises.
    """
    check_allowed(request.url, request.asker, request.initiator, request.destination)
    return loader_for(scheme_of(request.url))(request, context)


def _over_http(request: Request, context: Context) -> Response:
    if context.http is None:
        from lightterm.errors import SchemeRefused

        raise SchemeRefused("there is no network here: only local pages can be read", url=request.url)
    return context.http(request)


def check_allowed(url: str, asker: str, initiator: str | None = None, destination: str = "document") -> None:
    """Raise SchemeRefused unless `asker` ("person", "link", "program") may have `url`.

    `initiator` is the URL of the page with the link, redirect or refresh; `destination` as in Request.
    """
    scheme = scheme_of(url)
    if scheme in ("http", "https"):
        return
    known = scheme in _LOADERS or scheme in _registered
    if not known:
        raise _unknown(scheme, url)
    if asker == "person" and initiator is None:
        return
    source = scheme_of(initiator or "")
    if scheme == "about" and (url.lower() == "about:blank" or source == "about" or (asker == "program" and not source)):
        return
    if scheme == "file" and asker != "program" and (source == "file" or _is_own_list(initiator or "")):
        return
    if scheme == "data" and destination != "document":
        return
    if scheme in _REMOTE and asker != "program" and destination == "document":
        return
    if scheme == "man" and asker != "program" and source in ("man", "about"):
        return
    if scheme in _registered and scheme not in _LOADERS:
        return
    raise _refused(scheme, url, asker, initiator)


def _refused(scheme: str, url: str, asker: str, initiator: str | None) -> LighttermError:
    from lightterm.errors import Action, SchemeRefused

    why = {
        "file": "a page from elsewhere may not open files of this machine",
        "data": "a page may not open a data: address as a page of its own",
        "stdin": "only a person may read standard input",
        "about": "a page may not open built-in pages",
        "man": "a page from elsewhere may not open the manual of this machine",
    }.get(scheme, "it is read as a page only, when a person asks for it")
    if asker == "program":
        why = "it is only for people, not for programs"
    hint = (
        () if asker == "program" else (Action("type_url", "If you trust it, type or paste the address yourself.", 1),)
    )
    return SchemeRefused(f"{scheme}: refused: {why}", actions=hint, url=url[:2000], initiator=initiator)


def _is_own_list(url: str) -> bool:
    """Whether a built-in page lists addresses that the person opened or put away before."""
    return url.partition("?")[0] in _OWN_LISTS


def _unknown(scheme: str, url: str = "") -> LighttermError:
    from lightterm.errors import Action, SchemeRefused

    where = url[:2000] or None
    if scheme == "view-source":
        hint = Action("show_source", "Use --source with the address itself.", 1, parameters={"url": url[12:]})
        return SchemeRefused("view-source: is no address of its own", actions=(hint,), url=where)
    if scheme in _ELSEWHERE:
        return SchemeRefused(f"{scheme}: is {_ELSEWHERE[scheme]}", url=where)
    shown = scheme[:40] or "an address without a scheme"
    return SchemeRefused(f"{shown}: is no scheme that lightterm knows" if scheme else f"{shown}", url=where)
