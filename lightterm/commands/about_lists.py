"""Pages of what is kept: history, bookmarks, quickmarks, the reading list, marks, sessions, cookies."""

from __future__ import annotations

import os
from html import escape
from itertools import groupby

from lightterm.commands.about import day, html_page, items, link, minute, own, rows
from lightterm.extract.build import size_in_words
from lightterm.fetch.urls import file_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.about import Known
    from lightterm.fetch.cookies import Cookie
    from lightterm.session.downloads import Listed
    from lightterm.session.store.model import Bookmark, HistoryMatch

LATEST = 500
"""Pages of the history that are shown without words to look for."""

_SOON = 12 * 3600.0
"""Seconds in which a session may see the end of a cookie."""

FOUND = 100
"""Pages that a search of the history shows."""


def _nothing(text: str) -> str:
    return f"<p>{text}</p>"


def _host(url: str) -> str:
    from lightterm.fetch.urls import display_host, host_if_any

    return escape(display_host(host_if_any(url)))


def history(known: Known, words: str) -> str:
    """The pages visited, by day; or those found."""
    store = known.session.store.history
    if words:
        found = store.search(words, FOUND)
        parts = [_found(match) for match in found] or [_nothing("No page of the history has all these words.")]
        if not found and not known.session.settings.session.keep_dumps:
            parts.append(_nothing("What --dump and --batch read is not in it, but with --set session.keep_dumps=true."))
        return html_page(f"History: {words}", parts)
    parts = []
    for when, entries in groupby(store.recent(LATEST), lambda entry: day(entry.last)):
        listed = (f"{minute(e.last)} {link(e.url, e.title or e.url)} {_host(e.url)}" for e in entries)
        parts += [f"<h2>{escape(when)}</h2>", items(listed)]
    return html_page("History", parts or [_nothing("No page was visited yet.")])


def _found(match: HistoryMatch) -> str:
    pieces, at = [], 0
    for start, end in match.found:
        pieces += [escape(match.snippet[at:start]), f"<mark>{escape(match.snippet[start:end])}</mark>"]
        at = end
    pieces.append(escape(match.snippet[at:]))
    times = "once, on" if match.count == 1 else f"{match.count} times, the last on"
    of = f"{link(match.url, match.title or match.url)} {_host(match.url)}".rstrip()  # a file is of no host
    head = f"{of}, {times} {escape(day(match.last))}"
    return f"<p>{head}</p><blockquote dir=auto>{''.join(pieces)}</blockquote>" if match.snippet else f"<p>{head}</p>"


def bookmarks(known: Known, words: str) -> str:
    """The bookmarks, or those with some words and #tags."""
    store = known.session.store.bookmarks
    tags = tuple(word[1:] for word in words.split() if word.startswith("#") and len(word) > 1)
    plain = " ".join(word for word in words.split() if not word.startswith("#"))
    found = store.search(plain, tags) if words else store.all()
    parts = []
    if not words and store.tags():
        parts.append(
            "<p>Tags: "
            + ", ".join(f"{own('bookmarks', f'#{t.name}', t.name)} {t.count}" for t in store.tags())
            + "</p>"
        )
    parts.append(
        items(map(_bookmark, found)) if found else _nothing("No such bookmark." if words else "No bookmark yet.")
    )
    return html_page(f"Bookmarks: {words}" if words else "Bookmarks", parts)


def _bookmark(bookmark: Bookmark) -> str:
    tags = " ".join(own("bookmarks", f"#{tag}", f"#{tag}") for tag in bookmark.tags)
    notes = f" <em>{escape(bookmark.notes)}</em>" if bookmark.notes else ""
    return f"{link(bookmark.url, bookmark.title or bookmark.url)} {_host(bookmark.url)} {tags}{notes}"


def quickmarks(known: Known, _words: str) -> str:
    """The quickmarks by name."""
    found = known.session.store.quickmarks.all()
    told = ((f"<code>{escape(mark.name)}</code>", link(mark.url, mark.url)) for mark in found)
    return html_page("Quickmarks", [rows(("name", "address"), told) if found else _nothing("No quickmark yet.")])


def reading_list(known: Known, _words: str) -> str:
    """Pages to be read, then those that were."""
    pages = known.session.store.read_later.all()
    parts = []
    for heading, of_kind in (
        ("To be read", [p for p in pages if p.read is None]),
        ("Read", [p for p in pages if p.read]),
    ):
        if of_kind:
            parts.append(f"<h2>{heading}</h2>")
            parts.append(
                items(f"{link(p.url, p.title or p.url)} {_host(p.url)}, {escape(day(p.added))}" for p in of_kind)
            )
    hint = "<p>:read-later --done N marks the page of a link's number as read, --remove N takes it off the list.</p>"
    return html_page("Reading list", [*parts, hint] if parts else [_nothing("Nothing is put by for reading.")])


def downloads(known: Known, _words: str) -> str:
    """The downloads, latest first, with how far they are."""
    found = known.downloads.all()
    # "#2", as the file behind it is a link with a number of its own.
    told = ((f"#{e.number}", _file(e), *_progress(e)) for e in reversed(found))
    parts = [rows(("number", "file", "state", "size"), told) if found else _nothing("Nothing was downloaded yet.")]
    hints = "<p>download cancel, download resume, download open and download clear take such a #number.</p>"
    return html_page("Downloads", [*parts, hints] if found else parts)


def _file(each: Listed) -> str:
    """What it is called: a link to the file once it is there, else to where it comes from."""
    download = each.download
    name = os.path.basename(download.path) or download.url
    if each.state == "done" and os.path.isfile(download.path):
        return link(file_url(download.path), name)
    return link(download.url, name)


def _progress(each: Listed) -> tuple[str, str]:
    download = each.download
    size = size_in_words(download.received)
    if download.size and each.state != "done":
        size = f"{100 * download.received // download.size} % of {size_in_words(download.size)}"
    if each.transfer is not None and each.transfer.rate:
        size += f", {size_in_words(int(each.transfer.rate))} a second"
    state = "running" if each.transfer is not None else each.state
    return escape(f"{state}: {download.error}" if download.error else state), size


def marks(known: Known, _words: str) -> str:
    """The marks across pages, and those of each."""
    across, own_ones = known.session.store.marks.all(), known.session.store.marks.of_pages()
    told = ((f"<code>{escape(mark.letter)}</code>", link(mark.url, mark.title or mark.url)) for mark in across)
    parts = [rows(("letter", "page"), told) if across else _nothing("No mark across pages is set.")]
    if own_ones:
        pages = ((url, list(marks)) for url, marks in groupby(own_ones, key=lambda mark: mark.url))
        told = ((link(url, m[0].title or url), " ".join(escape(mark.letter) for mark in m)) for url, m in pages)
        parts += ["<h2>Marks of single pages</h2>", rows(("page", "letters"), told)]
    return html_page("Marks", parts)


def sessions(known: Known, words: str) -> str:
    """The saved sessions; or the pages of the one of that name."""
    if words:
        saved = known.session.store.sessions.load(words)
        shown = (tab.visits[tab.current] for tab in saved.tabs if tab.visits)
        listed = items(f"{link(visit.url, visit.title or visit.url)} {_host(visit.url)}" for visit in shown)
        return html_page(f"Session {words}", [listed, f"<p>session load {escape(words)} opens all of them.</p>"])
    found = known.session.store.sessions.names()
    told = ((own("sessions", s.name, s.name), str(s.tabs), escape(f"{day(s.saved)} {minute(s.saved)}")) for s in found)
    parts = [rows(("name", "tabs", "saved"), told) if found else _nothing("No session is saved under a name.")]
    store = known.session.store.sessions
    left = [("Ended unexpectedly", store.broken_off()), ("Ended with the terminal or the system", store.hung_up())]
    for heading, over in left:
        runs = ((str(len(run.session.tabs)), escape(f"{day(run.started)} {minute(run.started)}")) for run in over)
        parts += [f"<h2>{heading}</h2>", rows(("tabs", "begun"), runs)] if over else []
    if any(over for _, over in left):
        parts.append("<p>session restore opens the first.</p>")
    return html_page("Sessions", [*parts, "<p>session load NAME opens one, session save NAME makes one.</p>"])


def cookies(known: Known, words: str) -> str:
    """The cookies of the session, or those of a host; never their values, which are keys to accounts."""
    found = [c for c in known.session.cookies if not words or words in c.domain]
    chosen = known.session.settings.session
    outlives = chosen.persist_cookies and not chosen.private
    parts = []
    for domain, own_ones in groupby(sorted(found, key=lambda c: (c.domain, c.name)), lambda c: c.domain):
        parts.append(f"<h2>{escape(domain)}</h2>")
        told = (
            (
                escape(c.name),
                escape(c.path),
                _until(c, outlives),
                " ".join(
                    w for w in ("secure" if c.secure else "", "http only" if c.http_only else "", c.same_site) if w
                ),
            )
            for c in own_ones
        )
        parts.append(rows(("name", "path", "until", ""), told))
    if parts and not outlives:
        parts.append(
            _nothing("Cookies end with lightterm here; session.persist_cookies keeps them for as long as they say.")
        )
    return html_page("Cookies", parts or [_nothing("There are no cookies.")])


def _until(cookie: Cookie, outlives: bool) -> str:
    """When a cookie ends: at its own time only where cookies outlive the session, or where that time is sooner."""
    import time

    if not cookie.expires:
        return "this session"
    if outlives and cookie.persistent:
        return escape(day(cookie.expires))
    soon = cookie.expires - time.time() < _SOON
    return f"this session, at most {minute(cookie.expires)}" if soon else "this session"


def messages(known: Known, _words: str) -> str:
    """What was told in this session, the last first."""
    parts = (
        [items(escape(text) for text in reversed(known.said))] if known.said else [_nothing("Nothing was told yet.")]
    )
    return html_page("Messages", parts)
