"""Feeds: following them, asking them for what is new, and saying what was read."""

from __future__ import annotations

import os

from lightterm.commands.files import loaded, target_numbered, target_of
from lightterm.commands.library import page, unkept
from lightterm.commands.navigate import WHERE, address_of, shown
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import FileMissing, FileUnreadable, ValidationFailed
from lightterm.numerals import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from lightterm.commands.front import Front
    from lightterm.extract.opml import ListedFeed
    from lightterm.session.store.model import FollowedFeed

MAX_BYTES = 16 * 1024 * 1024
"""The largest list of feeds that is read."""

ALL = Flag("all", "a", "Of all followed feeds.")
ENTRY = Argument(
    "target",
    "target",
    "The number of an entry's link; on the list of feeds that of a feed's or entry's.",
    optional=True,
)
_SCHEMES = ("http://", "https://", "gemini://", "gopher://", "spartan://", "ftp://")


@COMMANDS.register(
    "feed list",
    "Show the feeds you follow, those with something unread first.",
    flags=WHERE,
    group="Places",
    aliases=("subscriptions",),
)
def feed_list(front: Front, call: Invocation) -> None:
    page(front, "followed", "", call)


@COMMANDS.register(
    "feed follow",
    "Follow this feed, or the one that this page or an address offers.",
    Argument("address", "url", "Another address: of a feed, or of a page that offers one.", optional=True, rest=True),
    group="Places",
    aliases=("subscribe",),
)
def feed_follow(front: Front, call: Invocation) -> None:
    given = call.text("address")
    if given:
        _follow(front, address_of(given, front.session.settings))
        return
    offered = _offered(front)
    if len(offered) < 2:
        _follow(front, offered[0][0] if offered else shown(front).url)
        return
    names = [" ".join((title or address).split()) for address, title in offered]
    names = [f"{name} ({at})" if names.count(name) > 1 else name for at, name in enumerate(names, 1)]
    front.ask(
        "This page offers several feeds. Follow which?",
        (*names, "none"),
        names[0],
        lambda name: None if name == "none" else _follow(front, offered[names.index(name)][0]),
    )


def _offered(front: Front) -> Sequence[tuple[str, str]]:
    """Address and title of the feeds that the page shown offers; none before it is loaded."""
    found = shown(front).page
    return () if found is None else found.document.metadata.feeds


def _follow(front: Front, address: str) -> None:
    def work() -> str:
        from lightterm.session.following import follow, unread_of

        feed = follow(front.session, address)
        _changed(front)
        count = len(unread_of(front.session, feed))
        return f"following {feed.title} ({count} unread){unkept(front)}; :feed list shows all you follow"

    front.behind(work)


def _changed(front: Front) -> None:
    from lightterm.session.feeds import LIST

    front.renew(LIST)


@COMMANDS.register(
    "feed unfollow",
    "Follow this feed no more, or the one of a number on the list of feeds, or of an address.",
    Argument("feed", "text", "A number on the list of feeds, or an address.", optional=True, rest=True),
    group="Places",
    aliases=("unsubscribe",),
    counts="feed",
)
def feed_unfollow(front: Front, call: Invocation) -> None:
    feed = _meant(front, call.text("feed"))
    front.session.store.followed.delete(feed.url)
    front.say(f"no longer following {feed.title or feed.url}; :feed follow {feed.url} takes it back")
    _changed(front)


def _meant(front: Front, text: str) -> FollowedFeed:
    """The followed feed of a link's number or an address; without one of the link under the cursor, on the list, or of
    the page shown. Raises ValidationFailed."""
    followed = front.session.store.followed
    url = shown(front).url
    if text.isdecimal():
        url = target_numbered(front, whole_number(text)).url
    elif text:
        url = address_of(text, front.session.settings)
    elif _on_list(front):
        number = front.view.target
        if not number:
            raise ValidationFailed("which feed? The cursor is on none; give its number", actions=())
        url = target_numbered(front, number).url
    offered = [] if text else [address for address, _ in _offered(front)]
    for address in (url, *offered):
        feed = followed.get(address)
        if feed is not None:
            return feed
    raise ValidationFailed(f"{url} is not followed; :feed list shows what is", actions=())


def _on_list(front: Front) -> bool:
    from lightterm.session.feeds import LIST

    return shown(front).url == LIST


@COMMANDS.register(
    "feed refresh",
    "Ask the feeds you follow for what is new, in the background; or one of them.",
    Argument(
        "feed", "text", "A number on the list of feeds, or an address; all without one.", optional=True, rest=True
    ),
    group="Places",
    counts="feed",
    detail="Feeds of one host are asked one after the other, with a pause between; one that says when it may be asked"
    " again is left alone until then.",
)
def feed_refresh(front: Front, call: Invocation) -> None:
    given = call.text("feed")
    feeds = (_meant(front, given),) if given else _all_followed(front)
    front.say(f"asking {len(feeds)} feed{'' if len(feeds) == 1 else 's'} ...")

    def work() -> str:
        from lightterm.session.following import refresh

        told = str(refresh(front.session, feeds))
        _changed(front)
        return told

    front.behind(work)


@COMMANDS.register(
    "feed read",
    "Mark a feed's entries as read: all of them, or the one of a link; or those of all feeds.",
    ENTRY,
    flags=(ALL,),
    group="Reading",
    detail="An entry is unread until its page was opened, from the feed or from elsewhere.",
    counts="target",
)
def feed_read(front: Front, call: Invocation) -> None:
    _mark(front, call, True)


@COMMANDS.register(
    "feed unread",
    "Mark a feed's entries as unread: all of them, or the one of a link; or those of all feeds.",
    ENTRY,
    flags=(ALL,),
    group="Reading",
    counts="target",
)
def feed_unread(front: Front, call: Invocation) -> None:
    _mark(front, call, False)


def _mark(front: Front, call: Invocation, read: bool) -> None:
    from lightterm.session.feeds import mark

    if call.has("all"):
        count = _mark_feeds(front, _all_followed(front), read)
    elif _on_list(front):
        count = _mark_listed(front, call, read)
    else:
        url = target_of(front, call).url if call.number("target") is not None else ""
        count = mark(front.session, loaded(front), url, read)
    if not _on_list(front) and shown(front).url in front.session.feeds:
        front.reload(front.tabs.active)
    _changed(front)
    front.say(f"{count} {'entry is' if count == 1 else 'entries are'} {'read' if read else 'unread'}")


def _all_followed(front: Front) -> Sequence[FollowedFeed]:
    """All feeds that are followed. Raises ValidationFailed when none is."""
    feeds = front.session.store.followed.all()
    if not feeds:
        raise ValidationFailed("no feed is followed; :feed follow begins it", actions=())
    return feeds


def _mark_feeds(front: Front, feeds: Sequence[FollowedFeed], read: bool) -> int:
    """Mark all entries of feeds; how many."""
    from lightterm.session.feeds import mark_entries

    count = 0
    for feed in feeds:
        entries = front.session.store.followed.entries(feed.url)
        mark_entries(front.session, feed.key, entries, read)
        count += len(entries)
    return count


def _mark_listed(front: Front, call: Invocation, read: bool) -> int:
    """Mark what a link on the list of feeds stands for: a feed, or one entry; how many entries."""
    from lightterm.session.feeds import mark_entries

    followed = front.session.store.followed
    url = target_of(front, call).url
    feed = followed.get(url)
    if feed is not None:
        return _mark_feeds(front, (feed,), read)
    count = 0
    for each in followed.all():
        found = [entry for entry in followed.entries(each.url) if entry.url == url]
        mark_entries(front.session, each.key, found, read)
        count += len(found)
    if not count:
        raise ValidationFailed("that is the link of no feed and of no entry", actions=())
    return count


@COMMANDS.register(
    "feed import",
    "Follow the feeds of an OPML file, as other feed readers write it; or of the list that is shown.",
    Argument("file", "path", "The file; without one the page that is shown.", optional=True, rest=True),
    group="Places",
    detail="Folders are kept. Nothing is asked of the feeds until :feed refresh.",
)
def feed_import(front: Front, call: Invocation) -> None:
    from lightterm.extract.opml import feeds_in

    path = os.path.expanduser(call.text("file"))
    store = front.session.store
    markup = b"" if path else loaded(front).snapshot.markup

    def work() -> str:
        found = feeds_in(_text(path) if path else markup.decode("utf-8", "replace"))
        wanted = [_followed(feed) for feed in found if feed.url.startswith(_SCHEMES)]
        if not wanted:
            raise ValidationFailed(f"{path or 'this page'} is no OPML list of feeds", actions=())
        new = store.followed.add_all(wanted)
        _changed(front)
        left = (
            f"; {len(found) - len(wanted)} with an address that is no feed's left out"
            if len(found) > len(wanted)
            else ""
        )
        return f"{new} of {len(wanted)} feeds are new{left}; :feed refresh asks them{unkept(front)}"

    front.behind(work)


def _followed(listed: ListedFeed) -> FollowedFeed:
    from lightterm.session.store.model import FollowedFeed

    return FollowedFeed(listed.url, listed.title, listed.site, listed.folder)


def _text(path: str) -> str:
    """A file of XML as text. Raises FileMissing, FileUnreadable."""
    from lightterm.fetch.charset import to_utf8

    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES)
    except OSError as problem:
        kind = FileMissing if isinstance(problem, FileNotFoundError) else FileUnreadable
        raise kind(f"{path}: {problem.strerror or problem}") from None
    return to_utf8(data, "", False).markup.decode("utf-8", "replace")


@COMMANDS.register(
    "feed export",
    "Write the feeds you follow to an OPML file, which other feed readers take in.",
    Argument("file", "path", "The file.", rest=True),
    group="Places",
)
def feed_export(front: Front, call: Invocation) -> None:
    from lightterm.commands.transfer import to_file
    from lightterm.extract.opml import ListedFeed, opml_of

    store = front.session.store

    def write(out: TextIO) -> str:
        found = store.followed.all()
        out.write(opml_of(ListedFeed(feed.url, feed.title, feed.site, feed.folder) for feed in found))
        return f"{len(found)} feed{'' if len(found) == 1 else 's'}"

    to_file(front, call.text("file"), write)
