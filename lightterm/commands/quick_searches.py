"""Quick searches: words before what is looked for, as `:open w gopher`; a site's own search becomes one."""

from __future__ import annotations

import re

from lightterm.commands.library import unkept
from lightterm.commands.navigate import shown
from lightterm.commands.registry import COMMANDS, Argument, Invocation
from lightterm.commands.settings_verbs import pair
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.fetch.model import STATIC, Request
from lightterm.fetch.urls import display_url, host_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.extract.opensearch import OfferedSearch
    from lightterm.loading import Page
    from lightterm.session.session import Session

KEY = "open.searches"
LONGEST = 12
"""Characters of a word that is proposed."""

BY_HAND = "quicksearch add WORD ADDRESS makes one of an address with {} for what is looked for"

_COLUMNS = 80


@COMMANDS.register(
    "quicksearch add",
    "Make the search that this page's site offers a quick search, by a word for it, or that of an address.",
    Argument("word", "text", "The word; asked for when left out.", optional=True),
    Argument("address", "url", "An address with {} for what is looked for.", optional=True),
    group="Opening",
    aliases=("engine",),
    detail="`quicksearch add wiki` makes `open wiki gopher` search the site for gopher. What a site offers is told by "
    "`info`; `quicksearch add t 'https://example.org/find?q={}'` makes one of an address.",
)
def quicksearch_add(front: Front, call: Invocation) -> None:
    if call.text("address"):
        _by_hand(front, call.text("word"), call.text("address"))
        return
    visit = shown(front)
    offered = visit.page.document.metadata.searches if visit.page is not None else ()
    if not offered:
        raise ValidationFailed(f"the page offers no search; {BY_HAND}", actions=())
    word = call.text("word")
    found: list[OfferedSearch] = []

    def work() -> str:
        found.append(_described(front.session, offered[0][0], visit.url))
        return found[0].name or offered[0][1] or found[0].template

    def done(name: str) -> None:
        if word:
            _told(front, word, found[0].template, name)
            return
        template = found[0].template
        front.ask(f"Word for searching {name}:", (), _proposed(name), lambda text: _put(front, text, template, name))

    front.behind(work, done)


def _by_hand(front: Front, word: str, address: str) -> None:
    template = address if "://" in address else f"https://{address}"
    if "{}" not in template:
        raise ValidationFailed(f"{display_url(template)} has no {{}} for what is looked for", actions=())
    _put(front, word, template, host_of(template))


def _described(session: Session, address: str, page: str) -> OfferedSearch:
    """What a description says. Raises LighttermError."""
    from lightterm.extract.build import text_of
    from lightterm.extract.opensearch import search_in

    reply = session.open(Request(address, asker="link", initiator=page, tier=STATIC), _COLUMNS)
    found = search_in(text_of(reply.snapshot), reply.response.url) if reply.response.status < 400 else None
    if found is None:
        raise ValidationFailed(f"the page offers a search, but {_why_not(reply, address)}; {BY_HAND}", actions=())
    return found


def _why_not(reply: Page, address: str) -> str:
    """Why a description is of no use."""
    response, shown = reply.response, display_url(address)
    if response.status >= 400:
        return f"its description is not there: {shown} answered {response.status}"
    if response.error is not None:
        return f"its description did not come from {shown}: {response.error.message}"
    return f"its description tells of no search by address: {shown}"


def _proposed(name: str) -> str:
    """A short word of a search's name."""
    words = [word for word in re.findall(r"\w+", name.lower()) if word not in ("search", "the", "suche")]
    return words[0][:LONGEST] if words else ""


def _told(front: Front, word: str, template: str, name: str) -> None:
    try:
        _put(front, word, template, name)
    except LighttermError as error:
        front.fail(error)


def _put(front: Front, text: str, template: str, name: str) -> None:
    """Have a word stand for a search. Raises ValidationFailed for one that is none, or stands for another."""
    word = text.strip()
    if not re.fullmatch(r"[^\s/:.]+", word):
        raise ValidationFailed(f"{word or 'nothing'} is no word for a search: letters and digits", actions=())
    known = dict(front.session.settings.open.searches).get(word)
    if known and known != template:
        raise ValidationFailed(f"{word} searches {known} already; choose another word", actions=())
    pair(front, KEY, word, template, keep=not unkept(front))
    front.say(f":open {word} WORDS searches {name} ({host_of(template)}){unkept(front)}")
