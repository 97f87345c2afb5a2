"""New connections: name, address policy, TCP, proxy, TLS, in that order and within one time limit."""

from __future__ import annotations

from lightterm.errors import DnsFailed, LighttermError
from lightterm.fetch import dns, proxy
from lightterm.fetch.http1 import Http1Connection
from lightterm.fetch.wire import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    import ssl

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.http2 import Http2Connection
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.proxy import Proxy
    from lightterm.fetch.tls import Contexts, TunnelledTls
    from lightterm.fetch.weburl import WebUrl

    Connection = Http1Connection | Http2Connection


SAID = 1 << 16
"""Bytes that a server may have said with a proxy's answer."""


class Connector:
    """Makes the connections of one client."""

    def __init__(self, options: HttpOptions, sign_in: proxy.SignIn) -> None:
        self._options = options
        self._sign_in = sign_in
        self._contexts: Contexts | None = None
        self.ahead = b""
        """What the server of the last connection said with the proxy's answer: in some schemes servers speak first."""

    def connect(self, url: WebUrl, way: Proxy | None, guarded: bool, clock: Clock, http2: bool = True) -> Connection:
        """A connection to the origin of `url`, through the proxy `way` if there is one.

        `guarded`: to public addresses only; `http2`: it may be spoken. Raises DnsFailed, ConnectionFailed, TlsFailed,
        ProxyFailed, AddressRefused, AuthMissing or AuthInvalid (of the proxy), TimedOut, Cancelled.
        """
        clock = self._phase(url, clock)
        return self._over(self._reach(url, way, guarded, clock, url.scheme == "https"), url, clock, http2)

    def reach(self, url: WebUrl, way: Proxy | None, guarded: bool, clock: Clock, tunnel: bool) -> socket.socket:
        """A socket that leads to the server of `url`, or without `tunnel` to an HTTP proxy that takes its requests.

        Raises as `connect` does, but TlsFailed.
        """
        return self._reach(url, way, guarded, self._phase(url, clock), tunnel)

    def _phase(self, url: WebUrl, clock: Clock) -> Clock:
        seconds = self._options.connect_timeout
        return clock.phase(seconds, f"no connection to {url.host} within {seconds:g} s")

    def _reach(self, url: WebUrl, way: Proxy | None, guarded: bool, clock: Clock, tunnel: bool) -> socket.socket:
        if guarded:
            from lightterm.fetch.policy import check_name

            check_name(url.host)
        # a proxy is given the name and resolves it, but for socks5 and socks4, which are given the address
        found = dns.resolve(url.host, url.port, clock) if way is None or not way.resolves else ()
        if guarded:
            _check_addresses(url, found, clock)
        if way is None:
            return dns.dial(url.host, found, clock)
        for _ in range(proxy.ROUNDS):
            try:
                sock = dns.dial(way.host, dns.resolve(way.host, way.port, clock), clock)
            except LighttermError as fault:
                raise proxy.of_proxy(way, fault) from None
            try:
                return self._through(sock, way, url, found, clock, tunnel)
            except proxy.Challenged:
                continue
        raise proxy.refused(way)

    def stream(self, url: WebUrl, way: Proxy | None, guarded: bool, clock: Clock) -> socket.socket | TunnelledTls:
        """A connection to the server of `url`, within TLS for https, over which nothing was said yet.

        Raises as `connect` does.
        """
        clock = self._phase(url, clock)
        sock = self._reach(url, way, guarded, clock, True)
        return sock if url.scheme == "http" else self._dressed(sock, url, clock, False)

    def presented(self, url: WebUrl, way: Proxy | None, guarded: bool, clock: Clock) -> bytes:
        """The certificate (DER) that the server of `url` shows, whatever it is worth; nothing is asked of the server,
        and it is shown no certificate.

        Raises as `connect` does.
        """
        from lightterm.fetch import tls

        clock = self._phase(url, clock)
        dressed = self._dressed(self._reach(url, way, guarded, clock, True), url, clock, False, tls.looking())
        try:
            shown = tls.secured(dressed)
            return shown.certificate if shown is not None else b""
        finally:
            dressed.close()

    def _over(self, sock: socket.socket, url: WebUrl, clock: Clock, http2: bool) -> Connection:
        """HTTP over a socket that leads to the server."""
        if url.scheme == "http":
            return Http1Connection(Wire(sock), self._options)
        from lightterm.fetch.tls import TunnelledTls

        dressed = self._dressed(sock, url, clock, http2 and self._options.http2)
        wire = Wire(dressed, sock) if isinstance(dressed, TunnelledTls) else Wire(dressed)
        return self._speak(wire, dressed.selected_alpn_protocol())

    def _dressed(
        self, sock: socket.socket, url: WebUrl, clock: Clock, offer_http2: bool, context: ssl.SSLContext | None = None
    ) -> ssl.SSLSocket | TunnelledTls:
        """TLS over a socket that leads to the server."""
        from lightterm.fetch import tls

        try:
            context = context or self._context(url.host, url.port, offer_http2)
            if tls.is_tls(sock):
                return tls.TunnelledTls(sock, context, url.host, clock)
            return tls.wrap(sock, context, url.host, clock)
        except BaseException:
            sock.close()
            raise

    def _speak(self, wire: Wire, protocol: str | None) -> Connection:
        if protocol == "h2":
            from lightterm.fetch.http2 import Http2Connection

            return Http2Connection(wire, self._options)
        return Http1Connection(wire, self._options)

    def _through(
        self,
        sock: socket.socket,
        way: Proxy,
        url: WebUrl,
        found: tuple[dns.Found, ...],
        clock: Clock,
        tunnel: bool,
    ) -> socket.socket:
        """A way through a proxy; plain http over an HTTP proxy needs no tunnel."""
        try:
            if way.scheme == "https":
                from lightterm.fetch import tls

                sock = tls.wrap(sock, self._context(way.host, way.port, False), way.host, clock)
            wire = Wire(sock)
            wire.attach(clock)
            try:
                if way.socks:
                    from lightterm.fetch import socks

                    socks.connect(wire, way, [where[0] for _, where in found] or [url.host], url.port, self._options)
                elif tunnel:
                    proxy.tunnel(wire, way, url, self._options, self._sign_in)
                self.ahead = wire.take(SAID) if wire.ahead else b""
            finally:
                wire.detach()
        except BaseException:
            sock.close()
            raise
        return sock

    def _context(self, host: str, port: int, offer_http2: bool) -> ssl.SSLContext:
        from lightterm.fetch.tls import Contexts

        if self._contexts is None:
            self._contexts = Contexts(self._options)
        return self._contexts.context(not self._options.excepts(host, port), offer_http2)


def _check_addresses(url: WebUrl, found: tuple[dns.Found, ...], clock: Clock) -> None:
    """The address policy for programs; where a proxy resolves, the name's addresses as seen from here are checked."""
    from lightterm.fetch.policy import check_addresses

    if not found:
        try:
            found = dns.resolve(url.host, url.port, clock)
        except DnsFailed:
            return  # only the proxy can resolve it
    check_addresses(url.host, tuple(address[0] for _, address in found))
