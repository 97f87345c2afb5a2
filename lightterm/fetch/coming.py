"""What comes of a page by gemini, spartan, gopher or finger is told to who watches the load, as HTTP's is."""

from __future__ import annotations

from lightterm.fetch.exchange import MOST_HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.clock import Cancel

    Begin = Callable[[bytes], tuple[str, int] | None]


class Coming:
    """Takes a reply piece by piece; `begin` says of its first bytes which type follows, and from which byte on.

    It gives None while there are too few of them, and the type "" for what is no page. Only text is told: whether to
    have a file at all is asked once its reply is there.
    """

    def __init__(self, url: str, cancel: Cancel | None, begin: Begin) -> None:
        self._url = url
        self._cancel = None if cancel is None or cancel.takes else cancel
        self._begin = begin
        self._first: bytes | None = b""

    def __call__(self, data: bytes) -> None:
        """Some more of the reply."""
        cancel = self._cancel
        if cancel is None:
            return
        if self._first is None:
            cancel.piece(data)
            return
        self._first += data
        begun = self._begin(self._first)
        if begun is None and len(self._first) <= MOST_HEAD:
            return
        kind, at = begun or ("", 0)
        if not kind.startswith("text/"):
            self._cancel = None
            return
        cancel.head(self._url, 200, (("Content-Type", kind),))
        body, self._first = self._first[at:], None
        if body:
            cancel.piece(body)


def after_status(digits: int, success: str) -> Begin:
    """Of an answer whose first line has a status of so many digits, which begins with `success` for a page."""

    def begin(first: bytes) -> tuple[str, int] | None:
        head, end, _ = first.partition(b"\r\n")
        if not end:
            return None
        if not head.startswith(success.encode()):
            return "", 0
        kind = head[digits:].decode("utf-8", "replace").strip() or "text/gemini"
        return kind if "charset=" in kind.lower() else f"{kind}; charset=utf-8", len(head) + 2

    return begin
