"""Connections: made within the address policy, kept alive, and one exchange over one of them."""

from __future__ import annotations

import _thread
import time

from lightterm.errors import ConnectionFailed, CutOff, LighttermError
from lightterm.fetch import proxy
from lightterm.fetch.connect import Connector
from lightterm.fetch.decode import Body, collect
from lightterm.fetch.http1 import Dropped, Http1Required
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.connect import Connection
    from lightterm.fetch.http1 import Call, Head
    from lightterm.fetch.model import Secured
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.proxy import Proxy
    from lightterm.fetch.weburl import WebUrl

# Servers drop idle connections after 5 to 75 s; one that is younger nearly always stands.
KEEP_SECONDS = 60.0
KEEP_COUNT = 32
SAFE_TO_REPEAT = frozenset(("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY"))


class Exchange(Record):
    """One request's reply, with the moments (ms on the load's clock) at which it got its connection and its head."""

    head: Head
    body: Body
    connect_ms: float
    first_byte_ms: float
    secured: Secured | None = None


class Key(Record):
    """What two requests must share to share a connection. `guarded`: its address was checked to be public."""

    origin: tuple[str, str, int]
    proxy: Proxy | None
    guarded: bool


class Warming:
    """A connection being made ahead of its request: `gate` opens when that is over, `fault` is what went wrong."""

    __slots__ = ("fault", "gate")

    def __init__(self) -> None:
        self.fault: LighttermError | None = None
        self.gate = _thread.allocate_lock()
        self.gate.acquire()


class Transport:
    """The connections of one client; safe to use from several threads."""

    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._lock = _thread.allocate_lock()
        self._idle: list[tuple[Key, Connection, float]] = []
        self._warming: dict[Key, Warming] = {}
        self._sign_in = proxy.SignIn()
        self._connector = Connector(options, self._sign_in)
        self._closed = False

    def exchange(self, call: Call, guarded: bool, clock: Clock, max_wire: int, max_decoded: int) -> Exchange:
        """Send one request and read its whole reply.

        Raises a LighttermError when no head came; what ends a body early is in `body.error`. A kept connection that
        proves dead is replaced once, unseen, when the request is safe to repeat.
        """
        way = proxy.choose(call.url, self._options)
        key = Key(call.url.origin, way, guarded)
        if way is None or way.socks or call.url.scheme != "http":
            return self._exchange(call, key, clock, max_wire, max_decoded)
        for _ in range(proxy.ROUNDS):
            told = self._sign_in.headers(way, call.method, call.url.bare)
            asked = call.replace(via_proxy=True, headers=call.headers + told)
            done = self._exchange(asked, key, clock, max_wire, max_decoded)
            asked_for = done.head.all("proxy-authenticate") if done.head.status == 407 else []
            if not self._sign_in.challenged(way, told, asked_for):
                break
        return done

    def _exchange(self, call: Call, key: Key, clock: Clock, max_wire: int, max_decoded: int) -> Exchange:
        try:
            connection = self._kept(key, clock) if call.method in SAFE_TO_REPEAT else None
            if connection is not None:
                try:
                    return self._talk(connection, key, call, clock, max_wire, max_decoded)
                except Dropped:
                    pass
            return self._afresh(call, key, clock, max_wire, max_decoded)
        except Http1Required:  # for a client certificate that only some pages want, mostly
            return self._afresh(call, key, clock, max_wire, max_decoded, http2=False)

    def _afresh(
        self, call: Call, key: Key, clock: Clock, max_wire: int, max_decoded: int, http2: bool = True
    ) -> Exchange:
        connection = self._connector.connect(call.url, key.proxy, key.guarded, clock, http2)
        try:
            return self._talk(connection, key, call, clock, max_wire, max_decoded)
        except Dropped as fault:
            raise ConnectionFailed(str(fault), domain=call.url.host) from None

    def _talk(
        self, connection: Connection, key: Key, call: Call, clock: Clock, max_wire: int, max_decoded: int
    ) -> Exchange:
        connect_ms = clock.elapsed_ms()
        whole = False
        connection.wire.attach(clock)
        try:
            head = _ask(connection, call)
            first_byte_ms = clock.elapsed_ms()
            if clock.cancel is not None:
                clock.cancel.head(call.url.text, head.status, head.headers)
            codings = "" if call.method == "HEAD" else ",".join(head.all("content-encoding"))
            secured = connection.wire.secured() if call.url.scheme == "https" else None
            page = any("html" in kind.lower() for kind in head.all("content-type"))
            with clock.body():
                body = collect(connection.body(), codings, max_wire, max_decoded, clock, page)
            whole = body.error is None
        finally:
            connection.wire.detach()
            if whole and connection.reusable:
                self._keep(key, connection)
            else:
                connection.close()
        return Exchange(head, body, connect_ms, first_byte_ms, secured)

    def presented(self, url: WebUrl, guarded: bool, clock: Clock) -> bytes:
        """The certificate (DER) that the server of `url` shows, unchecked, over a connection for that alone."""
        return self._connector.presented(url, proxy.choose(url, self._options), guarded, clock)

    def warm(self, url: WebUrl, clock: Clock) -> None:
        """Connect to `url`'s origin in a background thread, unless a connection waits there already.

        The next request waits for that connection; if it could not be made, its failure is that request's own, which
        so does not wait for a dead host twice.
        """
        try:
            key = Key(url.origin, proxy.choose(url, self._options), False)
        except LighttermError:
            return  # the request itself will say so
        warming = Warming()
        with self._lock:
            if self._closed or key in self._warming or any(kept[0] == key for kept in self._idle):
                return
            self._warming[key] = warming

        def connect() -> None:
            try:
                self._keep(key, self._connector.connect(url, key.proxy, False, clock))
            except LighttermError as fault:
                warming.fault = fault
            finally:
                warming.gate.release()

        _thread.start_new_thread(connect, ())

    def close(self) -> None:
        """Close every idle connection."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, connection, _ in idle:
            connection.close()

    def _kept(self, key: Key, clock: Clock) -> Connection | None:
        """An idle connection that still stands, or None; raises what kept one from being made ahead."""
        with self._lock:
            warming = self._warming.pop(key, None)
        if warming is not None:
            clock.acquire(warming.gate)
            if warming.fault is not None:
                raise warming.fault
        while True:
            with self._lock:
                found = next((entry for entry in reversed(self._idle) if entry[0] == key), None)
                if found is None:
                    return None
                self._idle.remove(found)
            if time.monotonic() - found[2] < KEEP_SECONDS and found[1].alive():
                return found[1]
            found[1].close()

    def _keep(self, key: Key, connection: Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append((key, connection, time.monotonic()))
                surplus = self._idle[:-KEEP_COUNT]
                del self._idle[:-KEEP_COUNT]
            else:
                surplus = [(key, connection, 0.0)]
        for _, old, _ in surplus:
            old.close()


def _ask(connection: Connection, call: Call) -> Head:
    """Send the request and read the head; a server may answer (413, 401) and close before it has read it all."""
    try:
        connection.send(call)
    except ConnectionFailed as fault:
        try:
            return connection.head()
        except CutOff:
            raise Dropped(fault.message) from None
    return connection.head()
