"""The feeds that a person follows: beginning to, asking them for what is new, and what was read of them.

Each host is asked for one feed after the other with a pause between, several hosts at a time; a feed that says when it
may be asked again is left in peace until then.
"""

from __future__ import annotations

import threading
import time
from queue import Empty, SimpleQueue

from lightterm.errors import LighttermError, ValidationFailed
from lightterm.fetch.model import STATIC, Request
from lightterm.fetch.urls import host_if_any
from lightterm.records import Record
from lightterm.session.feeds import new_of
from lightterm.session.store.model import FeedEntry, FollowedFeed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.loading import Page
    from lightterm.session.session import Session

AT_ONCE = 4
"""Hosts that are asked at a time."""

PAUSE = 1.0
"""Seconds between two feeds of one host; none for this machine."""

SOON = 60
"""Seconds for which an answer that the cache holds is new enough."""

_LASTING = (301, 308)
_HERE = ("127.0.0.1", "::1", "localhost", "")
_COLUMNS = 80


class Refreshed(Record):
    """What came of asking feeds: how many answered, how many entries are new in how many of them; how many did not
    answer, and how many were left in peace because they said so."""

    answered: int = 0
    entries: int = 0
    feeds: int = 0
    failed: int = 0
    waiting: int = 0

    def __str__(self) -> str:
        told = [f"{self.answered} feed{'' if self.answered == 1 else 's'} asked"]
        entries = f"{self.entries} new {'entry' if self.entries == 1 else 'entries'}"
        told.append(f"{entries} in {self.feeds}" if self.feeds else "nothing new")
        if self.failed:
            told.append(f"{self.failed} did not answer (:feed list says why)")
        if self.waiting:
            told.append(f"{self.waiting} asked to be left alone for now")
        return ", ".join(told)


def follow(session: Session, address: str) -> FollowedFeed:
    """Follow the feed at an address, or the first that the page there offers. Raises LighttermError."""
    page = session.open(Request(address, tier=STATIC), _COLUMNS)
    found = _read(page, FollowedFeed(page.document.url or address))
    if found is None:
        offered = page.document.metadata.feeds
        if not offered:
            raise ValidationFailed(f"{address} is no feed and offers none", actions=())
        page = session.open(Request(offered[0][0], asker="link", initiator=page.document.url, tier=STATIC), _COLUMNS)
        found = _read(page, FollowedFeed(page.document.url or offered[0][0]))
    if found is None:
        raise page.response.error or ValidationFailed(f"{page.document.url} is no feed", actions=())
    feed, entries = found
    known = session.store.followed.get(feed.url)
    if known is not None:
        raise ValidationFailed(f"{known.title or known.url} is followed already", actions=())
    session.store.followed.put(feed)
    session.store.followed.found(feed.url, session.store.followed.get(feed.url) or feed, entries)
    return feed


def visited(session: Session, page: Page) -> None:
    """The page of a feed was shown: if the feed is followed, what it has now is what it had last."""
    feed = session.store.followed.get(page.document.url)
    if feed is None:
        return
    found = _read(page, feed)
    if found is not None:
        new, entries = found
        session.store.followed.found(feed.url, new.replace(url=feed.url, at=feed.at, visited=time.time()), entries)


def unread_of(session: Session, feed: FollowedFeed) -> tuple[FeedEntry, ...]:
    """The entries of a followed feed that were not read, in its order."""
    entries = session.store.followed.entries(feed.url)
    new = new_of(session, feed.key, entries)
    return tuple(entry for at, entry in enumerate(entries) if at in new)


def _read(page: Page, feed: FollowedFeed) -> tuple[FollowedFeed, tuple[FeedEntry, ...]] | None:
    """What a reply says of a feed, and its entries; None for one that is no feed."""
    from lightterm.extract.feed import feed_of, items_of, site_of

    response = page.response
    said = feed_of(page.snapshot) if response.status < 400 else None
    if said is None:
        return None
    url = page.document.url
    entries = tuple(FeedEntry(item.id, item.url, item.title) for item in items_of(page.snapshot, url))
    title = feed.title or said.title or url
    site = site_of(said, page.snapshot, url) or feed.site
    return feed.replace(title=title, site=site, asked=time.time(), wait=0.0, error=""), entries


def refresh(session: Session, feeds: Sequence[FollowedFeed]) -> Refreshed:
    """Ask feeds for what is new; it returns when all were asked."""
    now = time.time()
    due = [feed for feed in feeds if feed.wait <= now]
    waiting = sum(1 for feed in feeds if feed.wait > now)
    hosts: dict[str, list[FollowedFeed]] = {}
    for feed in due:
        hosts.setdefault(host_if_any(feed.url), []).append(feed)
    work: SimpleQueue[list[FollowedFeed]] = SimpleQueue()
    for group in hosts.values():
        work.put(group)
    results: SimpleQueue[int | None] = SimpleQueue()
    threads = [
        threading.Thread(target=_ask_hosts, args=(session, work, results), name="feeds", daemon=True)
        for _ in range(min(AT_ONCE, len(hosts)))
    ]
    for thread in threads:
        thread.start()
    counts = [results.get() for _ in due]
    answered = [count for count in counts if count is not None]
    return Refreshed(
        len(answered), sum(answered), sum(1 for count in answered if count), len(counts) - len(answered), waiting
    )


def _ask_hosts(session: Session, work: SimpleQueue[list[FollowedFeed]], results: SimpleQueue[int | None]) -> None:
    while True:
        try:
            group = work.get_nowait()
        except Empty:
            return
        for at, feed in enumerate(group):
            if at and host_if_any(feed.url) not in _HERE:
                time.sleep(PAUSE)
            count: int | None = None
            try:
                count = _ask(session, feed)
            except Exception as problem:  # a feed that brings out a fault of ours: the others are asked all the same
                words = f"internal error: {type(problem).__name__}: {problem}"
                session.store.followed.found(feed.url, feed.replace(error=words), None)
            finally:
                results.put(count)  # whoever waits must not wait for ever


def _ask(session: Session, feed: FollowedFeed) -> int | None:
    """Ask one feed, and keep what came of it; how many entries are new, None where it did not answer."""
    request = Request(feed.url, headers=(("cache-control", f"max-age={SOON}"),), tier=STATIC)
    store = session.store.followed
    try:
        page = session.open(request, _COLUMNS)
        found = _read(page, feed)
        if found is None:
            raise page.response.error or ValidationFailed("what came is no feed", actions=())
    except LighttermError as error:
        delay = error.context.get("retry_after_s")
        wait = time.time() + delay if isinstance(delay, int | float) else 0.0
        store.found(feed.url, feed.replace(error=str(error), wait=wait), None)
        return None
    new, entries = found
    before = {entry.id or entry.url for entry in store.entries(feed.url)}
    store.found(feed.url, _placed(new, page), entries)
    return sum(1 for entry in entries if (entry.id or entry.url) not in before)


def _placed(feed: FollowedFeed, page: Page) -> FollowedFeed:
    """The feed at the address that answered: for good where it moved for good, else beside its own."""
    came: Sequence[int] = [hop.status for hop in page.response.redirects]
    at = page.document.url
    if came and all(status in _LASTING for status in came):
        return feed.replace(url=at, at="")
    return feed.replace(at=at if at != feed.url else "")
