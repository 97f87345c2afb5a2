"""The page of the feeds that are followed: those with something unread first, each with its newest unread entries."""

from __future__ import annotations

import time
from html import escape

from lightterm.commands.about import day, html_page, items, link, minute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.about import Stored
    from lightterm.session.session import Session
    from lightterm.session.store.model import FeedEntry, FollowedFeed

SHOWN = 5
"""Unread entries of a feed that are shown with it."""

_NONE = (
    "<p>No feed is followed yet. <code>:feed follow</code> on a feed, or on a page that offers one, begins it;"
    " <code>:feed import FILE</code> takes the list of another program (OPML).</p>"
)
_HOW = (
    "<p><code>:feed refresh</code> asks all of them for what is new, <code>:feed read --all</code> marks all as read."
    " With the number of a feed: <code>:feed read N</code>, <code>unread N</code>, <code>refresh N</code>,"
    " <code>unfollow N</code>.</p>"
)


def followed(known: Stored, _words: str) -> str:
    """The feeds that are followed."""
    from lightterm.session.following import unread_of

    session = known.session
    told = [(feed, unread_of(session, feed)) for feed in session.store.followed.all()]
    if not told:
        return html_page("Followed feeds", [_NONE])
    told.sort(key=lambda each: not each[1])
    new, feeds = sum(len(unread) for _, unread in told), sum(1 for _, unread in told if unread)
    of = f"{len(told)} feed{'' if len(told) == 1 else 's'}"
    count = f"{new} unread in {feeds} of {of}" if new else f"nothing unread in {of}"
    parts = [f"<p>{count}</p>", _HOW]
    for feed, unread in told:
        parts += _feed(session, feed, unread)
    return html_page("Followed feeds", parts)


def _feed(session: Session, feed: FollowedFeed, unread: tuple[FeedEntry, ...]) -> list[str]:
    """A feed, what is known of it, and its newest unread entries."""
    total = len(session.store.followed.entries(feed.url))
    facts = [f"{len(unread)} of {total} unread" if total else "no entries" if feed.asked else "never asked"]
    facts += [escape(feed.folder)] if feed.folder else []
    facts += [f"asked {_when(feed.asked)}"] if feed.asked else []
    facts += [f"read {_when(feed.visited)}" if feed.visited else "never read"]
    parts = [f"<h2>{link(feed.url, feed.title or feed.url)}</h2>", f"<p>{' · '.join(facts)}</p>"]
    if feed.error:
        until = f"; not asked again before {_when(feed.wait)}" if feed.wait > time.time() else ""
        parts.append(f"<p><strong>{escape(feed.error)}{until}</strong></p>")
    if unread:
        listed = [link(entry.url, entry.title) if entry.url else escape(entry.title) for entry in unread[:SHOWN]]
        listed += [f"{len(unread) - SHOWN} more"] if len(unread) > SHOWN else []
        parts.append(items(listed))
    return parts


def _when(at: float) -> str:
    return f"today {minute(at)}" if day(at) == day(time.time()) else f"{day(at)} {minute(at)}"
