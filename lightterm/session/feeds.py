"""Which entries of feeds a person has not read: neither opened from anywhere, nor said to be read."""

from __future__ import annotations

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.feed import Item
    from lightterm.loading import Page
    from lightterm.session.session import Session


def unread(session: Session, feed: str, items: Sequence[Item]) -> frozenset[int]:
    """The entries of a feed that were not read, by their index."""
    session.feeds.add(feed)
    seen = session.store.feeds.seen(feed)
    visited = session.store.history.visited({item.url for item in items if item.url})
    return frozenset(
        at for at, item in enumerate(items) if item.id not in seen and item.url not in seen and item.url not in visited
    )


def opened(session: Session, url: str, initiator: str | None) -> None:
    """The page of an entry was opened from a feed: it is read, also where the history keeps nothing of it."""
    if initiator in session.feeds:
        session.store.feeds.mark(initiator, [url])


def mark_read(session: Session, page: Page, url: str = "") -> int:
    """Say that a feed's entries were read, all of them or the one at a URL; how many.

    Raises ValidationFailed for a page that is no feed, or has no such entry.
    """
    from lightterm.extract.feed import items_of

    items = items_of(page.snapshot, page.document.url)
    if not items:
        raise ValidationFailed("this page is no feed, or it has no entries", actions=())
    meant = [item for item in items if item.url == url] if url else list(items)
    if not meant:
        raise ValidationFailed("that is the link of no entry", actions=())
    session.store.feeds.mark(page.document.url, [item.id or item.url for item in meant])
    return len(meant)
