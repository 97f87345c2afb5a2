"""Opening: what a person types to an address, quick searches, and the pages around a page."""

from __future__ import annotations

import os
import re

from lightterm.commands.registry import COMMANDS, TIMES, Argument, Invocation
from lightterm.commands.view_verbs import BACKGROUND, IN_PANE, NEW_TAB
from lightterm.errors import ExtractionFailed, LighttermError, UrlInvalid, ValidationFailed
from lightterm.numerals import DIGITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.document.model import Document
    from lightterm.session.tab import Visit
    from lightterm.settings import Settings

WHERE = (NEW_TAB, BACKGROUND, IN_PANE)
SOURCE = "view-source:"
"""What the address of a page's source begins with."""

_FOLLOWING = r"(next( page)?|older( (posts|entries))?|weiter|nächste( seite)?|suivant|siguiente)"
_PRECEDING = r"(prev(ious)?( page)?|newer( (posts|entries))?|zurück|vorherige( seite)?|précédent|anterior)"
_RELATIONS = {"next": (("next",), _FOLLOWING, "»›>→"), "previous": (("prev", "previous"), _PRECEDING, "«‹<←")}


def where(call: Invocation) -> str:
    """Where the flags of a command say a page is to be shown: here, tab, background or pane."""
    if call.has("pane"):
        return "pane"
    return "background" if call.has("background") else "tab" if call.has("tab") else "here"


def shown(front: Front) -> Visit:
    """The page that is shown. Raises ValidationFailed when there is none."""
    visit = front.tabs.visit
    if visit is None:
        raise ValidationFailed("no page is open", actions=())
    return visit


def address_of(text: str, settings: Settings) -> str:
    """The URL of what was typed: a quick search, an address or a file, else a search for it. Raises UrlInvalid."""
    from lightterm.fetch.urls import typed_to_url

    text = text.strip()
    word, _, rest = text.partition(" ")
    searches = {name: template for name, template in settings.open.searches if template}
    if word in searches and (rest.strip() or "/" not in word):
        return quick_search(searches[word], rest)
    try:
        return typed_to_url(text)
    except UrlInvalid as problem:
        known = searches.get(settings.open.search)
        slip = any(action.action == "use_url" for action in problem.actions)
        if known is None or slip or not text or "://" in word:
            raise
        return quick_search(known, text)


def quick_search(template: str, words: str) -> str:
    """The address of a search: `{}` is where its words go; without words the engine's own page."""
    from urllib.parse import quote

    from lightterm.fetch.urls import origin

    words = " ".join(words.split())
    if not words:
        return origin(template.replace("{}", "")) + "/"
    return template.replace("{}", quote(words, safe=""))


@COMMANDS.register(
    "open",
    "Open an address, a file or a quick search.",
    Argument("address", "url", "Without one, the home page.", optional=True, rest=True, expand=True),
    flags=WHERE,
    group="Opening",
    aliases=("o", "e", "edit-url"),
    detail="What begins with `./`, `../` or `/` is a file, and where there is none the address from the page that is "
    "shown, of `/x/y` where there is no folder `/x`. "
    "A word of `open.searches` and a space begin a quick search: `open w gopher`. What is no address is "
    "searched for with `open.search`.",
)
def open_(front: Front, call: Invocation) -> None:
    text = call.text("address")
    settings = front.session.settings
    address = beside(front, text) or (address_of(text, settings) if text else settings.open.home)
    if where(call) == "here" and _is_place_here(front, address):
        front.open_link(address)
    else:
        front.open(address, where(call))


def beside(front: Front, text: str) -> str:
    """The address that `./x`, `../x` or `/x` is from the page that is shown; "" for none, or where a file is called so.

    Of `/x/y` there must be no folder `/x` either: a path of this machine with a slip in it is nothing to tell a site.
    """
    from lightterm.fetch.urls import resolve

    visit = front.tabs.visit if len(front.tabs) else None
    path = text.partition("#")[0]
    if visit is None or text.startswith("//") or not text.startswith(("./", "../", "/")):
        return ""
    if os.path.lexists(path if path.startswith(".") else "/" + path[1:].partition("/")[0].partition("?")[0]):
        return ""
    scheme, _, rest = visit.url.partition(":")
    if scheme == "file" or not rest.startswith("//"):
        return ""
    return resolve(visit.url, text)


def _is_place_here(front: Front, address: str) -> bool:
    """Whether an address names a place in the page that is shown, which was read whole: then nothing is loaded.

    To scripts of a page it may name what they show, where it is no place: then they are to run.
    https://html.spec.whatwg.org/#navigate-fragid
    """
    from lightterm.document.place import named_block
    from lightterm.fetch.model import STATIC

    visit = front.tabs.visit
    if visit is None or visit.page is None or visit.page.error is not None or "#" not in address:
        return False
    if visit.page.tier != STATIC and named_block(visit.page.document, address) is None:
        return False
    same = address.partition("#")[0] == visit.url.partition("#")[0]
    return same and front.coming(front.tabs.active) is None


@COMMANDS.register(
    "web",
    "Search the web with the search engine of open.search.",
    Argument("words", "search", "What to look for.", rest=True, expand=True),
    flags=WHERE,
    group="Opening",
    aliases=("websearch",),
)
def web(front: Front, call: Invocation) -> None:
    chosen = front.session.settings.open
    template = dict(chosen.searches).get(chosen.search)
    if template is None:
        raise ValidationFailed(f"open.search is {chosen.search!r}, which open.searches does not have", actions=())
    front.open(quick_search(template, call.text("words")), where(call))


@COMMANDS.register(
    "man",
    "Show a manual page of this machine.",
    Argument("name", "manual", "Its name, also with its section: ls, printf(3), 3 printf.", optional=True, rest=True),
    flags=WHERE,
    group="Opening",
    detail="Without a name it is the selection, or the word under the caret. The address man:ls does the same.",
)
def man(front: Front, call: Invocation) -> None:
    words = (call.text("name") or front.view.selection or front.view.word).split()
    if len(words) == 2 and words[0][0].isdigit():
        words = [f"{words[1]}({words[0]})"]
    if len(words) != 1:
        raise ValidationFailed("which manual page? ls, printf(3), 3 printf", actions=())
    front.open(f"man:{words[0]}", where(call))


@COMMANDS.register("home", "Open the home page.", flags=WHERE, group="Opening")
def home(front: Front, call: Invocation) -> None:
    front.open(address_of(front.session.settings.open.home, front.session.settings), where(call))


@COMMANDS.register(
    "paste", "Open what is on the clipboard; several lines open a tab each.", flags=WHERE, group="Opening"
)
def paste(front: Front, call: Invocation) -> None:
    front.paste(lambda text: open_pasted(front, text, where(call)))


def open_pasted(front: Front, text: str, target: str) -> None:
    """Open the addresses of a text, or search for it; what is wrong is told."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # Prose on the clipboard is one search, not a tab a line.
    addresses = [line for line in lines if "://" in line and " " not in line]
    wanted = lines if len(addresses) == len(lines) else [" ".join(lines)]
    try:
        if not lines:
            raise ValidationFailed("the clipboard is empty, or cannot be read here", actions=())
        for i, one in enumerate(wanted):
            front.open(address_of(one, front.session.settings), target if i == 0 else "background")
    except LighttermError as error:
        front.fail(error)


@COMMANDS.register(
    "navigate",
    "Open a page beside this one: its folder, its site, the next or previous of its row.",
    Argument("to", "choice", "Which one.", ("up", "root", "next", "previous", "increment", "decrement", "canonical")),
    flags=WHERE,
    group="Opening",
    counts=TIMES,
)
def navigate(front: Front, call: Invocation) -> None:
    visit, to = shown(front), call.text("to")
    if to in ("increment", "decrement"):
        url = _counted(visit.url, call.times if to == "increment" else -call.times)
    elif to in ("up", "root"):
        url = _above(visit.url, call.times if to == "up" else 0)
    elif visit.page is not None and len(visit.page.document.targets) > MANY:
        front.behind(lambda: _related(visit, to), lambda url: _go_on(front, visit, url, where(call)))
        return
    else:
        url = _related(visit, to)
    front.open(url, where(call))


MANY = 1000
"""Links from which on they are looked through behind the keys: those of 10 MB took 100 ms."""


def _go_on(front: Front, visit: Visit, url: str, target: str) -> None:
    """Open what was found, if the page is still the one it was looked for on."""
    if front.tabs.visit is not visit:
        return
    try:
        front.open(url, target)
    except LighttermError as error:  # there is no room for another pane
        front.fail(error)


def _counted(url: str, by: int) -> str:
    """The address with its last number changed. Raises ValidationFailed where it has none."""
    scheme, slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    found = re.search(rf"(?<!\d)(\d{{1,{DIGITS}}})(?=\D*$)", path)
    if found is None:
        raise ValidationFailed("there is no number in the address", actions=(), url=url)
    value = int(found[1]) + by
    if value < 0:
        raise ValidationFailed(f"the number in the address is {found[1]} already", actions=(), url=url)
    path = path[: found.start()] + str(value).zfill(len(found[1]) if found[1][0] == "0" else 1) + path[found.end() :]
    return scheme + slashes + host + slash + path


def _above(url: str, levels: int) -> str:
    """The address so many folders up, its site's root for 0. Raises ValidationFailed where nothing is above."""
    head, mark, _ = url.partition("#")
    head, query, _ = head.partition("?")
    scheme, slashes, rest = head.partition("://")
    host, slash, path = rest.partition("/")
    if not slashes or not slash:
        raise ValidationFailed("this address has nothing above it", actions=(), url=url)
    root = f"{scheme}://{host}/"
    parts = [part for part in path.split("/") if part]
    if not parts and not query and not mark:
        raise ValidationFailed("this is the top of the site already", actions=(), url=url)
    if not levels:
        return root
    kept = parts[: max(0, len(parts) - levels)]
    return root + "".join(f"{part}/" for part in kept)


def _related(visit: Visit, to: str) -> str:
    if visit.page is None:
        raise ValidationFailed("the page is not loaded", actions=())
    document = visit.page.document
    if to == "canonical":
        if not document.metadata.canonical:
            raise ExtractionFailed("the page names no canonical address", actions=(), url=visit.url)
        return document.metadata.canonical
    url = related(document, to)
    if not url:
        raise ExtractionFailed(f"no link on the page says that it is the {to} page", actions=(), url=visit.url)
    return url


def related(document: Document, to: str) -> str:
    """The address of the `next` or `previous` page as a link of the page says, "" where none does."""
    from lightterm.document.link_texts import link_texts

    relations, words, arrows = _RELATIONS[to]
    targets = document.targets
    if not len(targets):
        return ""
    for number, said in targets.relations():
        if any(relation in said.split() for relation in relations) and targets[number].url:
            return targets[number].url
    wanted = re.compile(words, re.IGNORECASE)
    for number, said in link_texts(document.blocks).items():
        text = said.strip(arrows + " \u00a0")
        if (wanted.fullmatch(text) if text else said) and targets[number].url:
            return targets[number].url
    return ""
