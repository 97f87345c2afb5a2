"""What a person can do about a load that failed, asked in words, with the safe answer as the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.unshown import is_answer_file
from lightterm.errors import AuthInvalid
from lightterm.fetch.urls import host_of
from lightterm.session import hops
from lightterm.tui.keyboard import RESTING

if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.app import Browser

BACK, ANYWAY, TRUST, PLAIN = "go back", "open anyway", "trust the new one", "open without encryption"


class Problems:
    """Loads that went wrong and are to be asked about, once nobody types: letters of a line would answer the question.

    A question that came in the middle of `:open …` took its o for "open anyway".
    """

    def __init__(self, app: Browser) -> None:
        self._app = app
        self._met: list[tuple[Tab, Visit, Visit | None, LighttermError]] = []

    def met(self, tab: Tab, visit: Visit, error: LighttermError) -> None:
        """A load in the tab that is in front went wrong."""
        self._met.append((tab, visit, tab.visit, error))
        self._ask()

    def go_on(self) -> None:
        """Nothing is typed any more: ask, when what was typed has begun its work."""
        if self._met:
            self._app.in_loop(self._ask)

    def _ask(self) -> None:
        app = self._app
        while self._met and app.mode in RESTING:
            tab, visit, shown, error = self._met.pop(0)
            if tab is app.tabs.active and tab.visit is shown and app.loads.of(tab) is None:
                offer(app, tab, visit, error)


def offer(app: Browser, tab: Tab, visit: Visit, error: LighttermError) -> None:
    """Ask what to do about an error that a person can do something about."""
    hop, kind = hops.at_fault(visit.request, error), hops.remedy(visit.request, error)
    if kind == hops.CERTIFICATE:
        _certificate(app, tab, hop.url, error)
    elif kind == hops.IN_CLEAR:
        _without_tls(app, tab, visit, hop, error)
    elif kind == hops.RENEWAL:
        _changed_certificate(app, tab, error)
    elif kind == hops.SIGN_IN:
        visit.request = hop
        _sign_in(app, tab, visit, error)
    elif kind == hops.PASSWORD:
        _unlock(app, tab, visit, error)
    elif kind == hops.FILE:
        app.downloading.offer(visit.request, error)
    elif visit.page is not None and is_answer_file(visit.page, visit.request):
        app.downloading.offer_answer(visit.page)
    elif kind == hops.CONFIRM:
        _unconfirmed(app, tab, visit, error)


def _unconfirmed(app: Browser, tab: Tab, visit: Visit, error: LighttermError) -> None:
    words, answers = hops.asked(error)

    def answered(answer: str) -> None:
        if answer != answers[0]:
            return
        request = hops.confirmed(app.session, visit.request, error)
        if tab.visit is visit:
            visit.request = request
            app.loads.begin(tab, visit.again("any"), again=True)
        else:
            app.open(request)

    app.ask(words, answers, answers[1], answered)


def _certificate(app: Browser, tab: Tab, url: str, error: LighttermError) -> None:
    host = host_of(url)
    said = hops.seen(error)
    if app.session.demands_tls(url):
        words = f"{error.message}.\n{hops.PINNED.format(host)}\n{said}".rstrip()
        app.ask(words, (BACK,), BACK, lambda _: _go_back(app, tab))
        return
    words = (
        f"{error.message}.\nWhoever answers may not be {host}, and may read and change what you send and see. "
        "Go on only if you know why its certificate is not right. Open it all the same?\n"
        f"{said}"  # last: it may be long, and is what a small screen has no room for
    ).rstrip()

    def answered(answer: str) -> None:
        if answer == ANYWAY:
            app.session.configure(hops.unchecked(app.session.settings, url))
            app.reload(tab)
        else:
            _go_back(app, tab)

    app.ask(words, (BACK, ANYWAY), BACK, answered)


def _without_tls(app: Browser, tab: Tab, visit: Visit, hop: Request, error: LighttermError) -> None:
    words, plain = hops.in_clear(app.session, hop, error)

    def answered(answer: str) -> None:
        if answer != PLAIN:
            _go_back(app, tab)
        elif tab.visit is visit:
            visit.request = hop.replace(url=plain)
            app.loads.begin(tab, visit.again("any"), again=True)
        else:
            app.open(hop.replace(url=plain))

    if plain:
        app.ask(words, (BACK, PLAIN), BACK, answered)


def _changed_certificate(app: Browser, tab: Tab, error: LighttermError) -> None:
    """Of a gemini host, whose certificate is known from the time before alone."""
    host, key = str(error.context["domain"]), str(error.context["known_as"])
    words = f"{error.message}. {hops.RENEWED}"

    def answered(answer: str) -> None:
        if answer != TRUST:
            _go_back(app, tab)
            return
        store = app.session.store
        app.background.do(lambda: store.decisions.delete(host, key), lambda _gone: app.reload(tab))

    app.ask(words, (BACK, TRUST), BACK, answered)


def _go_back(app: Browser, tab: Tab) -> None:
    if tab is app.tabs.active and tab.index > 0:
        app.run_line("back")


def _sign_in(app: Browser, tab: Tab, visit: Visit, error: LighttermError) -> None:
    url = visit.request.url
    host = hops.who_asks(url, error)
    open_way = "" if url.startswith("https:") else " The connection is not encrypted: others may read them."
    asks = (
        f"{host} did not take that name and password"
        if isinstance(error, AuthInvalid)
        else f"{host} asks for a name and a password"
    )

    def named(name: str) -> None:
        if not name:
            return

        def given(password: str) -> None:
            visit.request = hops.signed_in(visit.request, name, password)
            app.reload(tab)

        app.command_line.ask(f"Password of {name} for {host}:{open_way}", "", given, hidden=True)

    def go_on(_name: str, by: int) -> None:
        """Tab goes on to the password, as it does in every other form."""
        if by > 0:
            app.command_line.do("accept")

    app.command_line.ask(f"{asks}.{open_way} Name:", "", named, watch=go_on)


def _unlock(app: Browser, tab: Tab, visit: Visit, error: LighttermError) -> None:
    url = str(error.context.get("url", visit.url))

    def given(password: str) -> None:
        if password:
            app.session.passwords[url.partition("#")[0]] = password
            app.reload(tab)

    app.command_line.ask(f"{error.message[:1].upper()}{error.message[1:]}. Password:", "", given, hidden=True)
