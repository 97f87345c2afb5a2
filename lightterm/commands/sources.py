"""What a session knows that a command line may be completed with: addresses, bookmarks, tabs, files ..."""

from __future__ import annotations

import os

from lightterm.commands.complete import Offer, fit
from lightterm.resources import yaml_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.commands.complete import Sources
    from lightterm.commands.front import Front

AT_MOST = 50
CHARSETS = (
    "utf-8 windows-1252 iso-8859-1 iso-8859-2 iso-8859-15 windows-1250 windows-1251 koi8-r windows-1253 windows-1254 "
    "windows-1255 windows-1256 shift_jis euc-jp iso-2022-jp gb18030 gbk big5 euc-kr utf-16le utf-16be"
).split()


def sources(front: Front) -> Sources:
    """The sources of a front end's session, by kind of argument. A store that cannot be read raises FileUnreadable."""
    store = front.session.store
    return {
        "url": lambda typed: addresses(front, typed),
        "path": paths,
        "bookmark": lambda typed: _fitting(typed, (Offer(b.url, b.title) for b in store.bookmarks.all())),
        "quickmark": lambda typed: _fitting(typed, (Offer(q.name, q.url) for q in store.quickmarks.all())),
        "tag": lambda typed: tags(front, typed),
        "mark": lambda typed: _fitting(typed, marks(front)),
        "session": lambda typed: _fitting(typed, (Offer(s.name, f"{s.tabs} tabs") for s in store.sessions.names())),
        "tab": lambda typed: _fitting(typed, tabs(front)),
        "search": lambda typed: _fitting(typed, map(Offer, store.inputs.recent("search"))),
        "host": lambda typed: _fitting(typed, hosts(front)),
        "theme": lambda typed: _fitting(typed, map(Offer, ("auto", *yaml_names("themes")))),
        "charset": lambda typed: _fitting(typed, map(Offer, CHARSETS)),
        "program": programs,
        "manual": manuals,
    }


def _fitting(typed: str, offers: Iterable[Offer]) -> list[Offer]:
    """The offers whose text, or what they are, fits what is typed: best first."""
    wanted = typed.lower()
    found = []
    for i, offer in enumerate(offers):
        ranks = [r for r in (fit(wanted, offer.text.lower()), fit(wanted, offer.help.lower())) if r is not None]
        if not wanted or ranks:
            found.append((min(ranks, default=0), i, offer))
    return [offer for _, _, offer in sorted(found, key=lambda f: f[:2])[:AT_MOST]]


def addresses(front: Front, typed: str) -> list[Offer]:
    """Quick searches, files, and pages of history and bookmarks by how often and how lately they were visited."""
    word, space, _ = typed.partition(" ")
    searches = [(name, template) for name, template in front.session.settings.open.searches if template]
    if space and any(name == word for name, _ in searches):
        return []
    if typed[:1] in ("/", "~", "."):
        return list(paths(typed))
    found = [Offer(page.url, page.title) for page in front.session.store.complete(typed, AT_MOST)]
    return [*found, *(Offer(name, template) for name, template in searches if typed and name.startswith(typed))]


def paths(typed: str) -> Iterator[Offer]:
    """Files and folders that go on from a path; hidden ones when their dot is typed."""
    typed = "~/" if typed == "~" else typed
    folder, _, begun = typed.rpartition("/")
    shown = f"{folder}/" if "/" in typed else ""
    try:
        entries = sorted(os.scandir(os.path.expanduser(shown) or "."), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(begun) and (begun or not entry.name.startswith(".")) and entry.name.isprintable():
            yield Offer(shown + entry.name + ("/" if entry.is_dir() else ""))


def programs(typed: str) -> list[Offer]:
    """Programs on PATH whose names begin so, once two letters are typed."""
    found: set[str] = set()
    for folder in os.environ.get("PATH", "").split(os.pathsep) if len(typed) > 1 else ():
        try:
            names = [name for name in os.listdir(folder) if name.startswith(typed)]
        except OSError:
            continue
        found.update(name for name in names if os.access(os.path.join(folder, name), os.X_OK))
    return [Offer(name) for name in sorted(found)[:AT_MOST]]


def manuals(typed: str) -> list[Offer]:
    """Manual pages of this machine whose names begin so, once two letters are typed, with their sections."""
    found: dict[str, str] = {}
    roots = [root for root in os.environ.get("MANPATH", "").split(os.pathsep) if root]
    for root in (*roots, "/usr/local/share/man", "/usr/share/man") if len(typed) > 1 else ():
        for section in _names(root):
            for name in _names(os.path.join(root, section)) if section.startswith("man") else ():
                page, _, end = name.removesuffix(".gz").rpartition(".")
                if page.startswith(typed):
                    found.setdefault(page, f"section {end}")
    return [Offer(name, found[name]) for name in sorted(found)[:AT_MOST]]


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def tags(front: Front, typed: str) -> list[Offer]:
    """The tags of bookmarks, with the # that is typed."""
    sign = "#" if typed.startswith("#") else ""
    known = front.session.store.bookmarks.tags()
    return _fitting(typed.lstrip("#"), (Offer(sign + tag.name, f"{tag.count} bookmarks") for tag in known))


def marks(front: Front) -> Iterator[Offer]:
    """Marks of this page, then of all."""
    visit = front.tabs.visit
    for mark in front.session.store.marks.of(visit.url) if visit is not None else ():
        yield Offer(mark.letter, "this page")
    for mark in front.session.store.marks.all():
        yield Offer(mark.letter, mark.title or mark.url)


def tabs(front: Front) -> Iterator[Offer]:
    """The open tabs by number."""
    for i, tab in enumerate(front.tabs, 1):
        yield Offer(str(i), tab.title)


def hosts(front: Front) -> list[Offer]:
    """The hosts of the pages that are open, and of those visited last."""
    from lightterm.errors import UrlInvalid
    from lightterm.fetch.urls import host_of

    urls = [tab.visit.url for tab in front.tabs if tab.visit is not None]
    urls += [entry.url for entry in front.session.store.history.recent()]
    found: dict[str, None] = {}
    for url in urls:
        try:
            found[host_of(url)] = None
        except UrlInvalid:
            continue
    return [Offer(host) for host in found if host]
