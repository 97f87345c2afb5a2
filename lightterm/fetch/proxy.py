"""Which proxy a request goes through, and how one is asked to pass it on (HTTP CONNECT, SOCKS5)."""

from __future__ import annotations

import os
from _thread import allocate_lock

from lightterm.errors import AuthInvalid, AuthMissing, ConfigError, LighttermError, ProxyFailed, RefusedError
from lightterm.fetch.auth import Challenge, Credentials, basic, digest, digest_challenge
from lightterm.fetch.hosts import parse_host
from lightterm.fetch.url_parse import percent_decode, split_scheme
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.fetch.model import Headers
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.weburl import WebUrl
    from lightterm.fetch.wire import Wire

ROUNDS = 3
"""How often a proxy is asked in all: unasked, with an answer to its challenge, and once more for an old nonce."""

_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080, "socks4": 1080, "socks4a": 1080}


class Proxy(Record):
    """One proxy. socks5 and socks4 resolve names here, socks5h and socks4a there."""

    scheme: str
    host: str
    port: int
    credentials: Credentials | None = None

    @property
    def socks(self) -> bool:
        return self.scheme.startswith("socks")

    @property
    def resolves(self) -> bool:
        """Whether it is given the name of a host, and not an address that was found here."""
        return self.scheme not in ("socks5", "socks4")


class Challenged(Exception):
    """A proxy wants the same once more, with an answer to the challenge that it sent."""


class SignIn:
    """What is told to HTTP proxies besides the request: Basic unasked, as curl does, Digest once one has asked for it.

    Safe to use from several threads.
    """

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._challenges: dict[Proxy, Challenge] = {}
        self._uses: dict[Proxy, int] = {}

    def headers(self, proxy: Proxy, method: str, target: str) -> Headers:
        """The headers for a request of `method` and request target to `proxy`; none without a name and password."""
        if proxy.credentials is None:
            return ()
        with self._lock:
            challenge = self._challenges.get(proxy)
            uses = self._uses[proxy] = self._uses.get(proxy, 0) + 1
        if challenge is None:
            return (("Proxy-Authorization", basic(proxy.credentials)),)
        value = digest(challenge, proxy.credentials, method, target, os.urandom(16).hex(), uses, b"")
        return (("Proxy-Authorization", value),)

    def challenged(self, proxy: Proxy, told: Headers, asked: list[str]) -> bool:
        """Whether `proxy`, which was `told` these headers and refused, `asked` for an answer that is known now.

        `asked` are its Proxy-Authenticate headers. A Digest that it refused is given up, unless only its nonce is old.
        """
        challenge = digest_challenge(asked)
        if challenge is None or proxy.credentials is None:
            return False
        stale = challenge.parameters.get("stale", "").lower() == "true"
        if any(value.startswith("Digest") for _, value in told) and not stale:
            return False
        with self._lock:
            self._challenges[proxy], self._uses[proxy] = challenge, 0
        return True


def choose(url: WebUrl, options: HttpOptions, environ: Mapping[str, str] = os.environ) -> Proxy | None:
    """The proxy for `url`: of the options, else of the environment as curl reads it. Raises ConfigError.

    HTTP_PROXY in capitals is not taken inside a CGI program, where a visitor could set it (CVE-2016-5385).
    """
    text = options.proxy
    exceptions = options.no_proxy
    if text is None:
        names = [f"{url.scheme}_proxy", f"{url.scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"]
        if "REQUEST_METHOD" in environ:
            names = [name for name in names if name != "HTTP_PROXY"]
        text = next((environ[name] for name in names if environ.get(name)), "")
    if exceptions is None:
        exceptions = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
    if not text or _excepted(url, exceptions):
        return None
    return parse_proxy(text)


def parse_proxy(text: str) -> Proxy:
    """A proxy from `scheme://name:password@host:port`; without a scheme it is an HTTP proxy. Raises ConfigError."""
    text = text.strip()
    scheme = split_scheme(text)[0] if "://" in text else "http"
    rest = text.partition("://")[2] if "://" in text else text
    userinfo, _, hostport = rest.split("/", 1)[0].rpartition("@")
    host, colon, port = hostport.rpartition(":")
    if not colon or "]" in port:
        host, port = hostport, ""
    try:
        if scheme not in _PORTS or (port and not 0 < int(port) < 65536):
            raise ValueError(port)
        host = parse_host(host)
    except (ValueError, RefusedError):
        raise ConfigError(f"not a proxy address ({', '.join(_PORTS)}): {scheme}://{_shown(hostport)}") from None
    name, _, password = userinfo.partition(":")
    credentials = Credentials(_decoded(name), _decoded(password)) if userinfo else None
    return Proxy(scheme, host, int(port) if port else _PORTS[scheme], credentials)


def _decoded(text: str) -> str:
    return percent_decode(text).decode("utf-8", "replace")


def _shown(text: str) -> str:
    from lightterm.safe import clean

    return clean(text[:100])


def _excepted(url: WebUrl, exceptions: str) -> bool:
    """Whether no_proxy names the host: `*`, a domain and its subdomains, an address, a network; with a port or none."""
    host = url.host.strip("[]")
    for item in exceptions.replace(",", " ").lower().split():
        name, colon, port = item.rpartition(":")
        if colon and port.isdigit() and "]" not in port and name.count(":") == 0:
            if int(port) != url.port:
                continue
            item = name
        item = item.strip("[]").removeprefix("*").removeprefix(".")
        if not item or host == item or host.endswith("." + item) or ("/" in item and _in_network(host, item)):
            return True
    return False


def _in_network(host: str, network: str) -> bool:
    from ipaddress import ip_address, ip_network

    try:
        return ip_address(host) in ip_network(network, strict=False)
    except ValueError:
        return False


def tunnel(wire: Wire, proxy: Proxy, url: WebUrl, options: HttpOptions, sign_in: SignIn) -> None:
    """Ask an HTTP proxy for a tunnel (RFC 9110 section 9.3.6).

    Raises Challenged when it is to be asked once more over a new connection, ProxyFailed, AuthMissing, AuthInvalid.
    """
    from lightterm.fetch.http1 import Dropped, Http1Connection

    target = f"{url.host}:{url.port}"
    told = sign_in.headers(proxy, "CONNECT", target)
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}", *(f"{n}: {v}" for n, v in told), "", ""]
    try:
        wire.send("\r\n".join(lines).encode("ascii", "replace"))
        head = Http1Connection(wire, options).head()
    except Dropped as fault:
        raise ProxyFailed(f"the proxy {proxy.host} failed: {fault}", domain=proxy.host) from None
    except LighttermError as fault:
        raise of_proxy(proxy, fault) from None
    if head.status == 407:
        if sign_in.challenged(proxy, told, head.all("proxy-authenticate")):
            raise Challenged
        raise refused(proxy)
    if not 200 <= head.status < 300:
        raise ProxyFailed(f"the proxy {proxy.host} answered {head.status} to the wish for {target}", domain=proxy.host)


def refused(proxy: Proxy) -> AuthMissing | AuthInvalid:
    """What a proxy that answers 407 and goes on to do so means."""
    if proxy.credentials:
        return AuthInvalid(f"the proxy {proxy.host} does not accept the name or password", http_status=407)
    from lightterm.fetch.statuses import PROXY_SIGN_IN

    return AuthMissing(f"the proxy {proxy.host} asks for a name and password", http_status=407, actions=PROXY_SIGN_IN)


def of_proxy(proxy: Proxy, fault: LighttermError) -> LighttermError:
    """A network fault as the proxy's; time and cancellation stay what they are."""
    from lightterm.errors import BadReply, ConnectionFailed, CutOff, DnsFailed

    if isinstance(fault, (ConnectionFailed, CutOff, BadReply, DnsFailed)):
        return ProxyFailed(f"the proxy {proxy.host} failed: {fault.message}", domain=proxy.host)
    return fault
