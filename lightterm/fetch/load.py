"""One load: its hops through redirects, and at each hop the cache, retries and sign-in."""

from __future__ import annotations

from os import urandom

from lightterm.errors import (
    NO_ROBOTS,
    Cancelled,
    ConnectionFailed,
    DnsFailed,
    LighttermError,
    NetworkError,
    NotCached,
    RefusedError,
    RobotsRefused,
    SchemeRefused,
    TlsFailed,
    TooManyRedirects,
    UrlInvalid,
)
from lightterm.fetch import headers as header_rules
from lightterm.fetch import redirects
from lightterm.fetch.auth import Answering, Credentials, credentials_from
from lightterm.fetch.clock import Clock, unseen
from lightterm.fetch.http1 import Call, Head
from lightterm.fetch.model import Redirect, Response, Timing
from lightterm.fetch.statuses import leads_nowhere, retry_delay, status_error, unasked_error
from lightterm.fetch.transport import SAFE_TO_REPEAT
from lightterm.fetch.weburl import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.cache import Stored
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.http import HttpClient
    from lightterm.fetch.model import Headers, Request
    from lightterm.fetch.weburl import WebUrl

READ_A_SECOND = 5_000_000
"""Bytes of a page that are read in a second where the machine has much else to do; alone it reads thrice that."""

# Statuses that a second try may mend; 429 only when the server says when.
_PASSING = (502, 503, 504)
_FAILING = (500, *_PASSING)


class Load:
    """One `Request` on its way; used once."""

    def __init__(self, client: HttpClient, request: Request, cancel: Cancel | None, obey_robots: bool = True) -> None:
        self._client = client
        self._options = client.options
        self._cancel = cancel
        self._obey_robots = obey_robots and (request.robots or request.asker == "program")
        seconds = self._options.total_timeout if request.deadline is None else request.deadline
        read = request.deadline is not None and request.destination == "document"
        pace = READ_A_SECOND if read and not (cancel is not None and cancel.takes) else 0
        self._clock = Clock(seconds, f"the load took longer than {seconds:.3g} s", cancel, pace=pace)
        self._request = request
        header_rules.check_method(request.method)
        self._extra = header_rules.checked(self._options.extra_headers)
        self._own = header_rules.checked(request.headers)
        self._url = self._parsed(request.url)
        self._credentials = self._first_credentials()
        self._answering = Answering(request.user_waits)
        self._policy = self._options.referrer_policy
        self._redirects: list[Redirect] = []
        self._attempt = 1
        self._retries = 0

    @property
    def _given(self) -> Headers:
        """The headers of the request, before them those of the settings that it has no other of."""
        names = {name.lower() for name, _ in self._own}
        return tuple([pair for pair in self._extra if pair[0].lower() not in names]) + self._own

    def run(self) -> Response:
        """Follow the request to its last reply; see `HttpClient.fetch`."""
        last: Response | None = None
        try:
            while True:
                last = self._hop()
                head = Head(last.status, "", "", last.headers)
                onward = redirects.next_location(head, self._url, self._request.destination)
                if last.error is not None or onward is None or not self._options.follow_redirects:
                    return last
                self._follow(head, *onward)
        except LighttermError as fault:
            self._locate(fault)
            if last is None:
                raise
            return last.replace(error=fault, redirects=tuple(self._redirects))

    def _parsed(self, text: str) -> WebUrl:
        try:
            return parse(text)
        except LighttermError as fault:
            # The parser shows what it was given, password and all.
            shown = text.partition("://")[0][:20] + "://" + text.rpartition("@")[2] if "@" in text else text
            kind = type(fault)
            from lightterm.safe import clean

            message = f"not an address: {clean(shown[:200])}" if kind is UrlInvalid else fault.message
            raise kind(message, url=clean(shown[:2000])) from None

    def _locate(self, fault: LighttermError) -> None:
        fault.context.setdefault("url", self._url.text)
        fault.context.setdefault("domain", self._url.host)
        fault.context.setdefault("attempt", self._attempt)

    # --- from hop to hop

    def _follow(self, head: Head, status: int, location: str) -> None:
        """Make the next hop the current one. Raises TooManyRedirects, SchemeRefused, UrlInvalid."""
        try:
            target = redirects.next_url(location, self._url)
        except RefusedError as fault:
            from lightterm.safe import clean

            where = clean(location[:200]).replace(" ", "%20")  # no sentence of the server stands in ours
            if isinstance(fault, UrlInvalid):
                raise UrlInvalid(f"the redirect leads to no address: {where}", actions=()) from None
            raise SchemeRefused(f"the redirect leads to {where}, and only http and https are followed") from None
        self._redirects.append(Redirect(self._url.text, status, target.text))
        if len(self._redirects) > self._options.max_redirects:
            chain = [hop.url for hop in self._redirects]
            raise TooManyRedirects(f"more than {self._options.max_redirects} redirects", redirects=chain)
        request = self._request
        method = redirects.next_method(status, request.method)
        if method != request.method:
            self._own = tuple(pair for pair in self._own if not pair[0].lower().startswith("content-"))
            request = request.replace(method=method, data=None)
        self._policy = redirects.policy_after(head, self._policy)
        if target.origin != self._url.origin:
            self._credentials, self._answering = None, Answering(waits=False)
            self._own = tuple(pair for pair in self._own if not header_rules.is_secret(pair[0]))
            self._extra = tuple(pair for pair in self._extra if not header_rules.is_secret(pair[0]))
            self._change_client(target)
            self._credentials = self._from_netrc(target)
        self._request = request.replace(asker="link" if request.asker == "person" else request.asker)
        self._url = target
        self._attempt = 1

    def _change_client(self, target: WebUrl) -> None:
        """Go on with the client of the next host, where that has options of its own."""
        client, before = self._client.for_url(target.text), self._options
        self._client, self._options = client, client.options
        if client.options.extra_headers != before.extra_headers:
            self._extra = header_rules.checked(client.options.extra_headers)
        if client.options.referrer_policy != before.referrer_policy:
            self._policy = client.options.referrer_policy

    def _hop(self) -> Response:
        """The reply to the current hop, from the cache or the network."""
        self._clock.remaining()
        self._upgrade()
        self._ask_robots()
        request = self._request
        if self._cancel is not None and request.destination == "document":
            before = self._redirects[-1].url if self._redirects else ""
            self._cancel.hop(request.replace(url=self._url.text), before)
        own = header_rules.request_headers(request, self._url, self._options, self._given, self._referer())
        sent = tuple(own) + self._cookie(own)
        # Pages behind a password or a certificate are neither kept nor shown without it.
        taken = self._options.is_own(self._url) or (self._cancel is not None and self._cancel.takes)
        cache = self._client.cache if self._credentials is None and not taken else None
        asked = request.replace(url=self._url.bare, headers=sent)
        stored = cache.lookup(asked, self._url.bare) if cache else None
        if request.freshness == "cached" and stored is None:
            raise NotCached("the page is not in the cache")
        if stored is not None and (request.freshness == "cached" or (request.freshness == "any" and stored.fresh)):
            return self._from_cache(stored.response)
        try:
            response = self._over_network(_with_validators(sent, stored))
        except NetworkError as fault:
            if stored is None or isinstance(fault, (Cancelled, TlsFailed)):
                raise
            self._locate(fault)
            return self._as_kept(stored, fault)
        if stored is not None and stored.stale_if_error and response.status in _FAILING and response.error is not None:
            return self._as_kept(stored, response.error)
        if cache is not None and stored is not None and response.status == 304:
            return self._from_cache(cache.refreshed(stored, response)).replace(
                timing=response.timing, retries=response.retries
            )
        if cache is not None and not response.truncated:
            cache.store(asked, self._url.bare, sent, response)
        return response

    def _upgrade(self) -> None:
        hsts = self._client.hsts
        if hsts is not None and self._url.scheme == "http":
            upgraded = parse(hsts.upgrade(self._url.bare))
            self._url = self._url.replace(scheme=upgraded.scheme, port=upgraded.port)

    def _ask_robots(self) -> None:
        robots = self._client.robots
        # What only the cache is asked for asks nothing of the site.
        if robots is None or not self._obey_robots or self._request.freshness == "cached":
            return

        def ask(request: Request) -> Response:
            deadline = min(left := self._clock.remaining(), request.deadline or left)
            try:
                with unseen(self._cancel) as cancel:
                    request = request.replace(deadline=deadline, asker=self._request.asker)
                    return Load(self._client, request, cancel, obey_robots=False).run()
            except Cancelled:
                raise
            except NetworkError as error:
                error.message = f"the robots.txt of {self._url.host}, asked for first, cannot be read: {error.message}"
                error.args, error.actions = (error.message,), (*error.actions, NO_ROBOTS)
                raise

        if not robots.allowed(self._url.bare, ask):
            raise RobotsRefused(f"the robots.txt of {self._url.host} asks programs to stay away from this page")

    def _from_cache(self, kept: Response) -> Response:
        shown = kept.replace(url=self._url.text, redirects=tuple(self._redirects), from_cache=True, error=None)
        return self._judged(shown.replace(timing=Timing(total_ms=self._clock.elapsed_ms())))

    def _as_kept(self, stored: Stored, why: LighttermError) -> Response:
        """The kept reply in the place of one that failed, with what went wrong."""
        why.message += "; shown is the page as it was kept"
        return self._from_cache(stored.response).replace(error=why)

    # --- what goes out

    def _first_credentials(self) -> Credentials | None:
        if self._url.user is not None:
            return Credentials(self._url.user, self._url.password)
        return credentials_from(self._request.user) if self._request.user else self._from_netrc(self._url)

    def _from_netrc(self, url: WebUrl) -> Credentials | None:
        """What ~/.netrc says for the host, for what a person asked for: no page may have it sent where it likes."""
        request = self._request
        if not self._options.netrc or request.initiator is not None or request.asker == "program":
            return None
        from lightterm.fetch.netrc import credentials_for

        return credentials_for(url.host)

    def _referer(self) -> str:
        return redirects.referer(self._request.referrer, self._url, self._policy)

    def _cookie(self, own: list[tuple[str, str]]) -> Headers:
        cookies, request = self._client.cookies, self._request
        if cookies is None or any(name.lower() == "cookie" for name, _ in own):
            return ()
        value = cookies.header_for(
            self._url.bare,
            method=request.method,
            initiator=request.initiator,
            top_level=request.destination == "document",
        )
        return (("Cookie", value),) if value else ()

    def _authorization(self) -> Headers:
        """What answers a server that asks for a password, or may."""
        credentials, asked = self._credentials, self._request
        if credentials is None or any(name.lower() == "authorization" for name, _ in self._given):
            return ()
        target, body = self._url.target, asked.data or b""
        value = self._answering.value(credentials, asked.method, target, body, urandom(16).hex())
        return (("Authorization", value),) if value else ()

    # --- over the network

    def _over_network(self, sent: Headers) -> Response:
        """Ask, and ask again where that may help: backoff doubles, with jitter, and gives way to Retry-After."""
        backoff = self._options.retry_backoff
        while True:
            response: Response | None = None
            faults: list[LighttermError] = []
            try:
                response = self._signed_in(sent)
                wanted = self._mendable(response)
            except (ConnectionFailed, DnsFailed) as failure:
                faults.append(failure)
                self._clock.met(failure.message)
                dropped = isinstance(failure, ConnectionFailed) and not failure.nobody_there
                wanted = 0.0 if dropped or failure.context.get("temporary") else None
            delay = max(wanted or 0.0, backoff * (0.5 + urandom(1)[0] / 256))
            again = self._attempt <= self._options.retries and self._request.method in SAFE_TO_REPEAT
            if wanted is None or not again or delay >= self._clock.remaining():
                if response is not None:
                    return response
                raise faults.pop()  # its traceback has this frame: held here, both would hold the page that asked
            self._clock.sleep(delay)
            backoff *= 2
            self._attempt, self._retries = self._attempt + 1, self._retries + 1

    def _mendable(self, response: Response) -> float | None:
        """Seconds to wait before a second try may help; None: it will not."""
        delay = retry_delay(response.header("retry-after"))
        if response.status == 429:
            return delay
        return delay or 0.0 if response.status in _PASSING else None

    def _signed_in(self, sent: Headers) -> Response:
        """Ask, and answer who asks for a password in a way that may be taken."""
        response, head = self._once(sent + self._authorization())
        for _ in range(2):
            refused = head.status == 401 and self._credentials is not None
            if not refused or not self._answering.goes_on(head.all("www-authenticate")):
                break
            response, head = self._once(sent + self._authorization())
        return response

    def _once(self, sent: Headers) -> tuple[Response, Head]:
        """One exchange with the server; its cookies and HSTS are taken."""
        request, options = self._request, self._options
        call = Call(request.method, self._url, sent, request.data)
        guarded = (request.public or request.asker == "program") and not options.allow_private
        bounds = (
            (request.max_bytes,) * 2
            if request.max_bytes is not None
            else (options.max_bytes, options.max_decoded_bytes)
        )
        done = self._client.transport().exchange(call, guarded, self._clock, *bounds)
        head = done.head
        set_cookie = tuple(head.all("set-cookie"))
        if set_cookie and self._client.cookies is not None:
            top = request.destination == "document"
            self._client.cookies.store(self._url.bare, set_cookie, initiator=request.initiator, top_level=top)
        self._take_hsts(head)
        stated, charset = header_rules.media_type(next(iter(head.all("content-type")), ""))
        response = Response(
            url=self._url.text,
            status=head.status,
            reason=head.reason,
            http_version=head.version,
            headers=head.headers,
            body=done.body.content,
            stated_type=stated,
            charset=charset,
            redirects=tuple(self._redirects),
            timing=Timing(done.connect_ms, done.first_byte_ms, self._clock.elapsed_ms()),
            error=done.body.error,
            truncated=done.body.error is not None,
            retries=self._retries,
            wire_bytes=done.body.wire_bytes,
            secured=done.secured,
        )
        error = unasked_error(head.status, response.header("content-range"), sent, self._url.host)
        if error is not None and response.error is None:
            response = response.replace(error=error, truncated=True)
        return self._judged(response), head

    def _take_hsts(self, head: Head) -> None:
        """Over TLS that was really checked only (RFC 6797 section 8.1)."""
        values = head.all("strict-transport-security")
        checked = self._url.scheme == "https" and not self._options.excepts(self._url.host, self._url.port)
        if values and self._client.hsts is not None and checked:
            self._client.hsts.store(self._url.bare, values[0])

    def _judged(self, response: Response) -> Response:
        """The reply with the error that its status is; that goes before a body cut short, which `truncated` tells."""
        with_credentials = self._credentials is not None or any(
            name.lower() == "authorization" for name, _ in self._given
        )
        if response.status == 407:
            from lightterm.fetch import proxy

            way = proxy.choose(self._url, self._options)
            with_credentials = way is not None and way.credentials is not None
        error: LighttermError | None = status_error(
            response.status,
            response.reason,
            response.header("retry-after"),
            with_credentials,
            self._url.host,
            response.header("www-authenticate"),
        )
        error = error or response.error or leads_nowhere(response)
        if error is not None:
            self._locate(error)
        return response.replace(error=error)


def _with_validators(sent: Headers, stored: Stored | None) -> Headers:
    """`sent`, and the question whether `stored` still holds, unless the request asks one of its own."""
    if stored is None or any(name.lower().startswith("if-") for name, _ in sent):
        return sent
    return sent + stored.validators
