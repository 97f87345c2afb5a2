"""Which entries of feeds a person has not read: neither opened from anywhere, nor said to be read."""

from __future__ import annotations

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.feed import Item
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.session.store.model import FeedEntry

LIST = "about:followed"
"""The page of the feeds that are followed."""


def unread(session: Session, feed: str, items: Sequence[Item]) -> frozenset[int]:
    """The entries of a feed whose page is read that were not, by their index."""
    session.feeds.add(feed)
    return new_of(session, feed, items)


def new_of(session: Session, feed: str, items: Sequence[Item | FeedEntry]) -> frozenset[int]:
    """The entries of a feed that were not read, by their index."""
    known = session.store.feeds
    seen, kept = known.seen(feed), known.unread(feed)
    visited = session.store.history.visited({item.url for item in items if item.url})

    def is_read(item: Item | FeedEntry) -> bool:
        if (item.url or item.id) in kept:
            return False
        return item.id in seen or item.url in seen or item.url in visited

    return frozenset(at for at, item in enumerate(items) if not is_read(item))


def opened(session: Session, url: str, initiator: str | None) -> None:
    """The page of an entry was opened: it is read, from a feed also where the history keeps nothing of it."""
    store = session.store
    store.feeds.opened(url)
    if initiator in session.feeds:
        store.feeds.mark(initiator, [url])
    elif initiator is not None and initiator.startswith(LIST):
        for feed in store.followed.all():
            if any(entry.url == url for entry in store.followed.entries(feed.url)):
                store.feeds.mark(feed.key, [url])


def mark(session: Session, page: Page, url: str = "", read: bool = True) -> int:
    """Say that a feed's entries were read or were not, all of them or the one at a URL; how many.

    Raises ValidationFailed for a page that is no feed, or has no such entry.
    """
    from lightterm.extract.feed import items_of

    items = items_of(page.snapshot, page.document.url)
    if not items:
        raise ValidationFailed("this page is no feed, or it has no entries", actions=())
    meant = [item for item in items if item.url == url] if url else list(items)
    if not meant:
        raise ValidationFailed("that is the link of no entry", actions=())
    mark_entries(session, page.document.url, meant, read)
    return len(meant)


def mark_entries(session: Session, feed: str, items: Sequence[Item | FeedEntry], read: bool = True) -> None:
    """Say that entries of a feed were read, or that they were not, though their pages may have been visited."""
    known = session.store.feeds
    if read:
        if kept := known.unread(feed):
            known.mark(feed, kept.intersection(item.url for item in items), seen=False)
        known.mark(feed, [item.id or item.url for item in items])
        return
    known.mark(feed, [item.id for item in items], seen=False)
    known.mark_unread(feed, [item.url or item.id for item in items])
