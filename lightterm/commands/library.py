"""What was read and what is kept: history, bookmarks, quickmarks, the reading list, cookies, and forgetting."""

from __future__ import annotations

from urllib.parse import quote

from lightterm.commands.files import target_numbered
from lightterm.commands.navigate import SOURCE, WHERE, address_of, shown, where
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import ValidationFailed
from lightterm.numerals import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.commands.front import Front

LIST = "about:bookmarks"
READING_LIST = "about:reading-list"
SPANS = {"m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 7 * 86_400.0}


def page(front: Front, name: str, words: str, call: Invocation) -> None:
    """Open a page of lightterm's own with what it is asked for."""
    front.open(f"about:{name}?{quote(words)}" if words else f"about:{name}", where(call))


def unkept(front: Front) -> str:
    """What is said behind that something was put into the store, where that forgets it with the session."""
    return ", until this private session ends" if front.session.settings.session.private else ""


@COMMANDS.register(
    "history",
    "Show the pages visited, or those whose title, address or text have these words.",
    Argument("words", "text", 'Beginnings of words, or a "phrase".', optional=True, rest=True),
    flags=WHERE,
    group="Places",
    aliases=("search-pages",),
)
def history(front: Front, call: Invocation) -> None:
    page(front, "history", call.text("words"), call)


@COMMANDS.register(
    "bookmarks",
    "Show the bookmarks, or those with these words or #tags.",
    Argument("words", "tag", "Words of title, address or notes; #tag for a tag.", optional=True, rest=True),
    flags=WHERE,
    group="Places",
)
def bookmarks(front: Front, call: Invocation) -> None:
    page(front, "bookmarks", call.text("words"), call)


@COMMANDS.register(
    "bookmark add",
    "Bookmark this page with tags; or change the tags, title or notes of its bookmark.",
    Argument("tags", "tag", "Tags for it; a whole address is that of another page.", many=True),
    flags=(
        Flag("address", "u", "Another page's address.", "url"),
        Flag("title", "t", "What to call it.", "text"),
        Flag("notes", "n", "Notes, which are found as well.", "text"),
    ),
    group="Places",
    aliases=("bookmark",),
)
def bookmark_add(front: Front, call: Invocation) -> None:
    from lightterm.session.store.model import Bookmark

    words = call.words("tags")
    addresses = [word for word in words if "://" in word]
    if len(addresses) + bool(call.text("address")) > 1:
        raise ValidationFailed("one address at a time", actions=())
    url, title = (addresses[0], "") if addresses else _meant(front, call)
    known = front.session.store.bookmarks.get(url) or Bookmark(url, title)
    tags = tuple(dict.fromkeys((*known.tags, *_tags(word for word in words if word not in addresses))))
    made = known.replace(title=call.text("title") or known.title or title, tags=tags)
    front.session.store.bookmarks.put(made.replace(notes=call.text("notes") or known.notes))
    front.say(f"bookmarked {made.title or url}" + (f" ({', '.join(tags)})" if tags else "") + unkept(front))


def _tags(words: Iterable[str]) -> list[str]:
    """The tags that are written so, as they are kept: also with commas between them, with # before them or without."""
    tags = ("-".join(part.lower().split()).lstrip("#") for word in words for part in word.split(","))
    return [tag for tag in tags if tag]


def _meant(front: Front, call: Invocation) -> tuple[str, str]:
    """Address and title of the page a command is about: the address given, else the page that is shown."""
    given = call.text("address")
    if given:
        return address_of(given, front.session.settings), ""
    visit = shown(front)
    if visit.url.startswith(SOURCE):  # a list's link may not lead to a source: the page is what is kept
        url = visit.url.removeprefix(SOURCE)
        return url, front.session.store.history.title(url)
    return visit.url, visit.title


@COMMANDS.register(
    "bookmark delete",
    "Delete the bookmark of this page, or of an address; on the list of bookmarks that of the link under the cursor.",
    Argument("address", "bookmark", "Its address, or a number on the list of bookmarks.", optional=True, rest=True),
    group="Places",
    counts="address",
)
def bookmark_delete(front: Front, call: Invocation) -> None:
    url = _listed(front, call.text("address")) or _meant(front, call)[0]
    if not front.session.store.bookmarks.delete(url):
        raise ValidationFailed(f"{url} is not bookmarked", actions=())
    front.say(f"deleted the bookmark of {url}")
    here = front.tabs.visit.url if front.tabs.visit else ""
    for listing in {LIST, here if here.partition("?")[0] == LIST else LIST}:
        front.renew(listing)


def _listed(front: Front, text: str) -> str:
    """The address of a link on the list of bookmarks, by its number or under the cursor; "" on other pages."""
    if (text and not text.isdecimal()) or shown(front).url.partition("?")[0] != LIST:
        return ""
    number = whole_number(text) if text else front.view.target
    if not number:
        raise ValidationFailed("which bookmark? The cursor is on none; give its number", actions=())
    return target_numbered(front, number).url


@COMMANDS.register(
    "bookmark untag",
    "Take tags off this page's bookmark.",
    Argument("tags", "tag", "The tags.", many=True),
    flags=(Flag("address", "u", "Another page's address.", "url"),),
    group="Places",
)
def bookmark_untag(front: Front, call: Invocation) -> None:
    url, _ = _meant(front, call)
    known = front.session.store.bookmarks.get(url)
    if known is None:
        raise ValidationFailed(f"{url} is not bookmarked", actions=())
    gone = _tags(call.words("tags"))
    front.session.store.bookmarks.put(known.replace(tags=tuple(tag for tag in known.tags if tag not in gone)))


@COMMANDS.register(
    "quickmark add",
    "Give this page, or an address, a short name to open it by.",
    Argument(
        "name", "quickmark", "The name; a whole address behind it is that of another page.", many=True, expand=True
    ),
    flags=(Flag("address", "u", "Another page's address.", "url"),),
    group="Places",
    detail="`quickmark add daily news` names this page, `quickmark add news https://example.org/` another one.",
)
def quickmark_add(front: Front, call: Invocation) -> None:
    *first, last = call.words("name") or ("",)
    given = last if first and any(sign in last for sign in ":/.") else ""
    name = " ".join(" ".join((*first, "" if given else last)).split())
    if not name:
        raise ValidationFailed("quickmark add needs a name", actions=())
    url = address_of(given, front.session.settings) if given else _meant(front, call)[0]
    front.session.store.quickmarks.put(name, url)
    front.say(f"{name} is {url}")


@COMMANDS.register(
    "quickmark open",
    "Open the page of a short name.",
    Argument("name", "quickmark", "The name.", rest=True),
    flags=WHERE,
    group="Places",
    aliases=("qm",),
)
def quickmark_open(front: Front, call: Invocation) -> None:
    front.open(_quickmark(front, call.text("name")), where(call))


def _quickmark(front: Front, name: str) -> str:
    from lightterm.session.spelling import there_are

    mark = front.session.store.quickmarks.get(name)
    if mark is None:
        names = tuple(each.name for each in front.session.store.quickmarks.all())
        known = there_are(name, names) or "; none is kept, quickmark add NAME makes one of this page"
        raise ValidationFailed(f"there is no quickmark {name!r}{known}", actions=())
    return mark.url


@COMMANDS.register(
    "quickmark delete", "Take a short name away.", Argument("name", "quickmark", "The name.", rest=True), group="Places"
)
def quickmark_delete(front: Front, call: Invocation) -> None:
    _quickmark(front, call.text("name"))
    front.session.store.quickmarks.delete(call.text("name"))


@COMMANDS.register("quickmarks", "Show the quickmarks.", flags=WHERE, group="Places")
def quickmarks(front: Front, call: Invocation) -> None:
    page(front, "quickmarks", "", call)


@COMMANDS.register(
    "read-later",
    "Put this page, a link or an address by for reading.",
    Argument(
        "address", "url", "Another page's address; on the reading list a number.", optional=True, rest=True, expand=True
    ),
    flags=(Flag("done", "d", "It was read."), Flag("remove", "r", "Take it off the list.")),
    group="Places",
)
def read_later(front: Front, call: Invocation) -> None:
    url, title = _on_list(front, call) or _meant(front, call)
    pages = front.session.store.read_later
    if call.has("done") or call.has("remove"):
        if not (pages.delete(url) if call.has("remove") else pages.mark(url)):
            raise ValidationFailed(f"{url} is not on the reading list", actions=())
        front.say(f"{'taken off the reading list' if call.has('remove') else 'read'}: {title or url}")
    else:
        pages.add(url, title)
        front.say(f"put by for reading: {title or url}{unkept(front)}")
    front.renew(READING_LIST)


def _on_list(front: Front, call: Invocation) -> tuple[str, str] | None:
    """Address and title of the link that is meant on the reading list, by its number or under the cursor."""
    given = call.text("address")
    number = whole_number(given) if given else front.view.target
    if shown(front).url != READING_LIST or not number:
        return None
    target = target_numbered(front, number)
    return target.url, target.text


@COMMANDS.register("reading-list", "Show the pages put by for reading.", flags=WHERE, group="Places")
def reading_list(front: Front, call: Invocation) -> None:
    page(front, "reading-list", "", call)


@COMMANDS.register(
    "cookies",
    "Show the cookies, or those of a host.",
    Argument("host", "host", "A host, or a part of it.", optional=True),
    flags=WHERE,
    group="Session",
)
def cookies(front: Front, call: Invocation) -> None:
    page(front, "cookies", call.text("host"), call)


@COMMANDS.register(
    "cookie delete",
    "Delete the cookies of a host and those below it, or all of them.",
    Argument("host", "host", "The host; this page's without one.", optional=True),
    flags=(Flag("all", "a", "Those of every host."),),
    group="Session",
)
def cookie_delete(front: Front, call: Invocation) -> None:
    from lightterm.fetch.urls import host_of

    host = "" if call.has("all") else call.text("host") or host_of(shown(front).url)
    if not host and not call.has("all"):
        raise ValidationFailed("this page has no host; cookie delete -a deletes those of every host", actions=())
    before = len(front.session.cookies)
    front.session.cookies.clear(host)
    gone = before - len(front.session.cookies)
    front.say(f"deleted {gone or 'no'} cookie{'' if gone == 1 else 's'}")


@COMMANDS.register(
    "forget",
    "Forget what was kept of a host, of the last time, or all of it: history, cookies, cache, what was typed.",
    Argument("host", "host", "A host, and all below it; or a time, as for --since.", optional=True),
    flags=(
        Flag("since", "s", "Only the last time: 30m, 2h, 7d, 4w.", "text"),
        Flag("what", "w", "Only these, by commas: history, cookies, cache, bookmarks ...", "text"),
        Flag("all", "a", "Of every host and all time."),
        Flag("yes", "y", "Without asking."),
    ),
    group="Session",
    detail="Bookmarks, quickmarks, the reading list and the feeds you follow are forgotten only when --what names"
    " them. Open pages stay on the screen, and are not saved with the tabs any more.",
)
def forget(front: Front, call: Invocation) -> None:
    import time

    from lightterm.session.store.forget import KEPT, TRACES

    host, span = call.text("host"), call.text("since")
    if host and not span and _is_span(host):
        host, span = "", host
    if not host and not span and not call.has("all"):
        raise ValidationFailed("forget what? A host, --since 2h, or --all", actions=())
    since = time.time() - seconds_of(span) if span else None
    kinds = tuple(word.strip().replace("-", "_") for word in call.text("what").split(",") if word.strip()) or None
    unknown = set(kinds or ()) - {*TRACES, *KEPT}
    if unknown:
        words = f"nothing is called {min(unknown)!r}; there are: {', '.join(TRACES + KEPT)}"
        raise ValidationFailed(words, actions=())

    def go(answer: str) -> None:
        if answer == "yes":
            _forget(front, host or None, since, kinds)

    if call.has("yes"):
        go("yes")
        return
    of = f" of {host}" if host else ""
    of += f" of the last {span}" if span else ""
    front.ask(f"Forget {', '.join(kinds) if kinds else 'all traces'}{of}?", ("yes", "no"), "no", go)


_FORGOTTEN = {
    "history": ("visit", "visits"),
    "cookies": ("cookie", "cookies"),
    "inputs": ("typed line", "typed lines"),
    "drafts": ("draft", "drafts"),
    "sessions": ("page of saved tabs", "pages of saved tabs"),
    "downloads": ("download on the list", "downloads on the list"),
    "feeds": ("feed item", "feed items"),
    "decisions": ("decision", "decisions"),
    "marks": ("mark", "marks"),
    "deeds": ("deed of an agent", "deeds of agents"),
    "watched": ("watched page", "watched pages"),
    "cache": ("cached answer", "cached answers"),
    "hsts": ("host met over TLS only", "hosts met over TLS only"),
    "bookmarks": ("bookmark", "bookmarks"),
    "quickmarks": ("quickmark", "quickmarks"),
    "read_later": ("page to be read later", "pages to be read later"),
    "followed": ("followed feed", "followed feeds"),
}
"""What each kind is called where one of it is forgotten, or several."""


def _forget(front: Front, host: str | None, since: float | None, kinds: tuple[str, ...] | None) -> None:
    from lightterm.session.forget import forget_tabs, forget_unchecked
    from lightterm.session.store.forget import TRACES, Scope

    scope, what = Scope(host or "", since, None), TRACES if kinds is None else kinds
    open_pages = forget_tabs(front.tabs, scope, what)
    forget_unchecked(front.session, scope, what)

    def work() -> str:
        gone = front.session.forget(host=host, since=since, kinds=kinds)
        front.forgotten()
        told = [f"{each.count} {_FORGOTTEN[each.kind][each.count > 1]}" for each in gone if each.count]
        if open_pages:
            told.append(f"{open_pages} page{'' if open_pages == 1 else 's'} of open tabs")
        words = f"forgot {', '.join(told)}" if told else "there was nothing to forget"
        words += "; your settings have a rule for it still" if host and _has_rule(front, host) else ""
        return f"{words}{_left_aside(front)}"

    front.behind_writes(work)  # what is written later would stay


def _left_aside(front: Front) -> str:
    """What is to be said of damaged stores that were set aside, "" where there are none."""
    from lightterm.session.left_copies import damaged_stores

    paths = () if front.session.store.private else damaged_stores()
    return f"; {', '.join(paths)}, set aside as it was damaged, may hold it still: remove that, too" if paths else ""


def _has_rule(front: Front, host: str) -> bool:
    """Whether the settings name a host or one below it, which is no trace but the person's own word."""
    from lightterm.session.store.addresses import is_within

    name = host.lower().strip(".")
    return any(
        is_within(each.removeprefix("*."), name) for rule in front.session.settings.layers.sites for each in rule.hosts
    )


def seconds_of(text: str) -> float:
    """Seconds of `30m`, `2h`, `7d`, `4w`. Raises ValidationFailed."""
    if not _is_span(text):
        raise ValidationFailed(f"{text!r} is no span of time (30m, 2h, 7d, 4w)", actions=())
    return float(text[:-1]) * SPANS[text[-1].lower()]


def _is_span(text: str) -> bool:
    return text[-1:].lower() in SPANS and text[:-1].replace(".", "", 1).isdecimal()
