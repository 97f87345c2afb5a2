"""A session: what people and programs act on. It opens pages; cookies, cache and connections live as long as it."""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.extract.view import View
from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Document
    from lightterm.extract.sheets import FetchSheets
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import CookieJar
    from lightterm.fetch.http import HttpClient
    from lightterm.fetch.model import Response, Snapshot
    from lightterm.loading import Page
    from lightterm.session.engines import Engines
    from lightterm.session.sign_ins import SignIns
    from lightterm.session.store import Store
    from lightterm.session.store.forgettings import Heard
    from lightterm.session.store.model import Forgotten
    from lightterm.settings import Settings

PATIENCE = 2.0
"""Seconds for the cached style sheets of a page that is read again."""


class Session:
    """Opens pages with one set of settings, cookies and connections; close it to keep what should be kept."""

    def __init__(self, settings: Settings, cookie_file: str = "", user: str = "") -> None:
        self.settings = settings
        self.notes: list[str] = []
        """What is wrong with the session's own files, in words; nothing of it kept a page from being read."""
        self.own_pages: Callable[[Request], Response | None] | None = None
        """What makes the pages of about: and view-source: that no file holds; None for one that it does not make."""
        self.tells_unread = False
        """Whether pages of feeds say which entries were not read: a person's do, a dump's do not."""
        self.feeds: set[str] = set()
        """The feeds whose pages did."""
        self.confirmed: set[str] = set()
        """Hosts that a person opened though their names may deceive."""
        self.passwords: dict[str, str] = {}
        """Of encrypted files, by their address."""
        self._cookie_file = cookie_file
        self._user = user
        self._cookies: CookieJar | None = None
        self._stores: dict[bool, Store] = {}
        self.clients: dict[str, HttpClient] = {}
        self._retired: list[HttpClient] = []
        self._sign_ins: SignIns | None = None
        self.on_forgotten: Callable[[Heard], object] | None = None
        """Is told, in any thread, what other runs forgot."""
        self.user_styles: dict[str, str] = {}
        """The reader's own style sheets, as they were read."""
        self._engines: Engines | None = None
        self._lock = allocate_lock()
        self.base_view = View()
        """How pages are read, where no setting says it."""

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End engines and connections, keep the cookies where that was asked. Raises WriteFailed, FileUnreadable."""
        self._close_engines(for_good=True)
        for client in (*self.clients.values(), *self._retired):
            client.close()
        self.clients.clear()
        self._retired.clear()
        if self._stores:
            self._sync_cookies()
        self._close_store()
        path, self._cookie_file = self._cookie_file, ""
        if self._cookies is not None and path:
            from lightterm.fetch.cookie_file import write_cookies

            write_cookies(path, self._cookies)

    @property
    def cookies(self) -> CookieJar:
        """The session's cookies, read from its cookie file or the store when first needed."""
        if self._cookies is None:
            from lightterm.fetch.cookies import CookieJar

            jar = CookieJar()
            jar.obey(self.settings)
            if self._cookie_file:
                from lightterm.fetch.cookie_file import read_cookies

                problems = read_cookies(self._cookie_file, jar)
                self.notes += [f"cookie file {self._cookie_file!r}, {problem}" for problem in problems]
            elif self._keeps_cookies:
                self.notes += self.store.cookies.fill(jar)
            self._cookies = jar
        return self._cookies

    @property
    def _keeps_cookies(self) -> bool:
        chosen = self.settings.session
        return chosen.persist_cookies and not chosen.private and not self._cookie_file

    def _sync_cookies(self) -> None:
        """Keep what is new, and take over what other runs have kept meanwhile; forget what they forgot."""
        if False in self._stores and not self._cookie_file:
            from lightterm.session.forget import hear

            hear(self)
        if self._cookies is not None and self._keeps_cookies:
            self.store.cookies.sync(self._cookies)

    @property
    def engines(self) -> Engines:
        """The engines of tiers 2 and 3, made when one is first wanted."""
        if self._engines is None:
            from lightterm.session.engines import Engines

            with self._lock:
                self._engines = self._engines or Engines(self)
        return self._engines

    def _close_engines(self, for_good: bool = False) -> None:
        if self._engines is not None:
            self._engines.close()
            self._engines = self._engines if for_good else None

    @property
    def store(self) -> Store:
        """History, bookmarks, saved tabs and all else that outlives the session; loaded when first needed.

        A private session has one that forgets.
        """
        private = self.settings.session.private
        if private not in self._stores:
            from lightterm.session.peek import store_path
            from lightterm.session.store import Store

            path = "" if private else store_path()
            # Threads may ask at once: whoever is second gets the first one's, and its own was never opened.
            self._stores.setdefault(private, Store(path, self.settings, self.notes.append))
        return self._stores[private]

    def forget(
        self,
        host: str | None = None,
        since: float | None = None,
        until: float | None = None,
        kinds: tuple[str, ...] | None = None,
    ) -> tuple[Forgotten, ...]:
        """Forget a host, a span of time or all, in every place; see `lightterm.session.forget` for the errors."""
        from lightterm.session.forget import forget

        return forget(self, host, since, until, kinds)

    def _close_store(self) -> None:
        while self._stores:
            self._stores.popitem()[1].close()

    def configure(self, settings: Settings) -> None:
        """Go on with other settings. Loads under way end with those they began with."""
        self._sync_cookies()
        before, self.settings = self.settings, settings
        if self._cookies is not None:
            self._cookies.obey(settings)
        from lightterm.session.browser import for_clients

        if for_clients(before) != for_clients(settings):
            self._close_engines()
            self._retired += self.clients.values()
            self.clients = {}
        if before.session.private != settings.session.private:
            self._end_profile()
        for store in tuple(self._stores.values()):
            store.configure(settings)

    def _end_profile(self) -> None:
        """Let go of store and cookies: what follows is private, or was."""
        for store in tuple(self._stores.values()):
            store.journal.end()
        self._close_store()
        if not self._cookie_file:
            self._cookies = None

    def settings_for(self, url: str) -> Settings:
        """The settings that hold for a page, or for what is no address: a site rule may speak of its host."""
        if not self.settings.layers.sites:
            return self.settings
        from lightterm.fetch.urls import host_if_any

        return self.settings.for_host(host_if_any(url))

    def client(self, url: str) -> HttpClient:
        """The HTTP client for a URL, made when first needed: a local page never pays for one.

        Hosts that a site rule speaks of have a client of their own, also when a redirect leads there; cookies and
        cache are shared.
        """
        settings = self.settings_for(url)
        key = ""
        if settings is not self.settings:
            from lightterm.fetch.urls import host_of

            key = host_of(url)
        with self._lock:
            client = self.clients.get(key)
            if client is None:
                from lightterm.session.network import make_client

                client = make_client(settings, self.cookies, self.notes.append, self.client)
                self.clients[key] = client
        return client

    def sign_out(self, meant: Callable[[str], bool]) -> None:
        """Forget the names and passwords that were given to origins, and the passwords of files from there."""
        self.passwords = {url: given for url, given in self.passwords.items() if not meant(url)}
        if self._sign_ins is not None:
            self._sign_ins.forget(meant)

    def demands_tls(self, url: str) -> bool:
        """Whether the host of a URL asked to be met over checked TLS only: no exception is made for it (RFC 6797)."""
        from lightterm.fetch.urls import host_of

        hsts = self.client(url).hsts
        return hsts is not None and hsts.upgrade(f"http://{host_of(url)}/").startswith("https:")

    def warm(self, request: Request) -> None:
        """Begin to connect for a request that will come soon; nothing is asked yet."""
        idle = request.method not in ("GET", "HEAD") or request.asker == "program" or request.freshness == "cached"
        if not idle and not self.settings.network.offline and request.url.startswith("http"):
            self.client(request.url).warm(request.url)

    def fetch(self, request: Request, cancel: Cancel | None = None) -> Response:
        """The reply to a request of any scheme; raises LighttermError when nothing came back, Cancelled among them."""
        from lightterm.fetch import schemes

        if self.own_pages is not None and request.url.startswith(("about:", "view-source:")):
            typed = request.asker == "person" and request.initiator is None
            if not typed:
                schemes.check_allowed(request.url, request.asker, request.initiator, request.destination)
            made = self.own_pages(request)
            if made is not None:
                return made
        http = None
        if request.url[:4].lower() == "http":
            if request.destination != "document" and self._is_set("blocking."):
                from lightterm.session.browser import check_blocking

                check_blocking(self.settings, request, self.notes.append)
            client = self.client(request.url)

            def http(request: Request) -> Response:
                return self._signed(request, lambda asked: client.fetch(asked, cancel))

        net = self.settings.network
        context = schemes.Context(net.max_bytes, http, net.timeout, cancel, self._trusts, self.settings_for)
        if net.offline:
            from lightterm.session import offline

            return offline.load(self, request, context)
        return schemes.load(request, context)

    def _is_set(self, name: str) -> bool:
        """Whether a setting, or one of a section, has a value for all sites: asking for it would load its part."""
        layers = self.settings.layers
        return any(key.startswith(name) for key, _ in layers.user + layers.session + layers.request)

    def _trusts(self, host: str, key: str, fingerprint: str) -> bool:
        return self.store.decisions.trusts(host, key, fingerprint)

    def _signed(self, request: Request, fetch: Callable[[Request], Response]) -> Response:
        """Name and password go where a person gave them for, and where the same realm asks for them."""
        user = self._user if request.initiator is None else None
        if self._sign_ins is None:
            given = request.initiator is None and (user or request.user or "@" in request.url)
            first = None if given else fetch(request)
            if first is not None and first.status != 401:
                return first
            from lightterm.session.sign_ins import SignIns

            self._sign_ins = SignIns()
            fetch = fetch if first is None else lambda _: first
        return self._sign_ins.load(request, user, fetch)

    def open(
        self,
        request: Request,
        columns: int,
        cancel: Cancel | None = None,
        seen: Callable[[Snapshot], None] | None = None,
        shown: Callable[[Page, int], None] | None = None,
        partial: Callable[[Document], None] | None = None,
    ) -> Page:
        """Load a page for so many cells; raises LighttermError when nothing came back.

        `cancel` stops the load from another thread, `seen` is shown each snapshot before it is read, `shown` each page
        that is there while a higher tier is tried, and that tier, `partial` what has been read of a long file.
        """
        from lightterm.engines.static import StaticEngine
        from lightterm.loading import Loader

        request = self._rewritten(request)
        chosen = self.settings_for(request.url)
        net = chosen.network
        redirects = net.max_redirects if net.follow_redirects else None

        def sheets(page: Request, seconds: float) -> FetchSheets:
            return self._sheet_loader(page, seconds, cancel)

        way = self.engines.way() if request.url[:4].lower() in ("http", "file") else None
        engine, plan = (way.engine, way.plan) if way else (lambda _tier: StaticEngine(self.fetch), None)
        views = self._views(columns, cancel=cancel, partial=partial)
        loader = Loader(engine, views, sheets, redirects, seen, cancel, plan, shown)
        self._sync_cookies()
        try:
            page = loader.load(request, request.deadline or self.engines.seconds(chosen) or net.timeout)
            if way is not None:
                page = way.done(page)
            return page
        finally:
            if way is not None:
                way.end()
            # A kill after this line takes no cookie with it.
            self._sync_cookies()

    def _rewritten(self, request: Request) -> Request:
        if request.method != "GET" or request.url[:4].lower() != "http":
            return request
        from lightterm.session.rewrite import rewritten

        return rewritten(request, self.settings_for(request.url).open.rewrite)

    def _sheet_loader(self, page: Request, seconds: float, cancel: Cancel | None) -> FetchSheets:
        """What loads the linked sheets of a page for which `seconds` are left; made when one is first wanted."""
        from time import monotonic

        until = monotonic() + seconds
        made: list[FetchSheets] = []

        def load(urls: Sequence[str]) -> Sequence[str | None]:
            if not made:
                from lightterm.session.sheets import SheetLoader

                budget = self.settings_for(page.url).extraction.max_css_bytes
                made.append(SheetLoader(self.fetch, page, budget, until - monotonic(), cancel))
            return made[0](urls)

        return load

    def filled_in(self, page: Page, values: tuple[tuple[str, str], ...]) -> Request:
        """The request that submits a form of `page`; see `lightterm.session.forms.submission` for errors."""
        from lightterm.loading import onward
        from lightterm.session.forms import submission

        filled = submission(page.document, values, page.snapshot.charset)
        request = onward(page, filled.url)
        return request.replace(method=filled.method, data=filled.data, headers=filled.headers + request.headers)

    def view(self, columns: int, url: str) -> View:
        """How this session reads the page at `url` in so many cells."""
        chosen, base = self.settings_for(url).extraction, self.base_view
        found = base.replace(
            columns=columns,
            css=chosen.css,
            max_css_bytes=chosen.max_css_bytes,
            max_memory=chosen.max_memory,
            strip_navigation=chosen.strip_navigation,
            strip_footers=chosen.strip_footers,
            reader=chosen.readability_mode,
            pdf_pages=chosen.pdf_pages,
            pdf_seconds=chosen.pdf_timeout,
            password=self.passwords.get(url.partition("#")[0], base.password),
        )
        own = chosen.user_style if chosen.css else ""
        if own or self.tells_unread or self._is_set("blocking.") or self._is_set("images.max_width"):
            from lightterm.session import viewing

            found = viewing.more(self, found, own)
        return found

    def _views(self, columns: int, **more: object) -> Callable[[str], View]:
        return lambda url: self.view(columns, url).replace(**more)

    def structured(self, page: Page, columns: int, reader: bool = False) -> Document:
        """A loaded page, or its main text alone, read again for its structure."""
        return self.read_again(page, columns, structure=True, access=True, reader=reader)

    def read_again(self, page: Page, columns: int, **otherwise: object) -> Document:
        """A loaded page read with another View; the net is not asked: of style sheets what is cached counts."""
        from lightterm.extract import asked

        url = page.response.url
        sheets = self._sheet_loader(page.request.replace(url=url, freshness="cached"), PATIENCE, None)
        return asked(page.snapshot, self.view(columns, url).replace(**otherwise), sheets)
