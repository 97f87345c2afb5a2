"""A connection through a SOCKS proxy: 5 (RFC 1928, name and password as in RFC 1929), 4 or 4a.

https://www.openssh.org/txt/socks4.protocol https://www.openssh.org/txt/socks4a.protocol
"""

from __future__ import annotations

import socket

from lightterm.errors import AuthInvalid, AuthMissing, LighttermError, ProxyFailed
from lightterm.fetch.proxy import of_proxy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.proxy import Proxy
    from lightterm.fetch.wire import Wire

_REPLIES = {
    1: "it failed",
    2: "its rules do not allow it",
    3: "the network is unreachable",
    4: "the host is unreachable",
    5: "the host refused the connection",
    6: "the connection timed out",
    7: "it cannot connect",
    8: "it does not know this kind of address",
}


def connect(wire: Wire, proxy: Proxy, hosts: Sequence[str], port: int, options: HttpOptions) -> None:
    """Have the proxy connect to the first of `hosts` that it understands: addresses, or the one name.

    Raises ProxyFailed, AuthMissing, AuthInvalid, or what the clock raises.
    """
    talk = _Talk(wire, proxy, options)
    try:
        if proxy.scheme in ("socks4", "socks4a"):
            talk.ask_4(hosts, port)
        else:
            talk.greet()
            talk.ask(hosts[0], port)
    except (AuthMissing, AuthInvalid, ProxyFailed):
        raise
    except LighttermError as fault:
        raise of_proxy(proxy, fault) from None


class _Talk:
    def __init__(self, wire: Wire, proxy: Proxy, options: HttpOptions) -> None:
        self._wire = wire
        self._proxy = proxy
        self._patience = options.connect_timeout

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            if not self._wire.ahead and not self._wire.more(self._patience, f"the proxy {self._proxy.host} is silent"):
                raise self._failed("it closed the connection")
            data += self._wire.take(size - len(data))
        return data

    def _failed(self, why: str) -> ProxyFailed:
        return ProxyFailed(f"the SOCKS proxy {self._proxy.host} does not connect: {why}", domain=self._proxy.host)

    def greet(self) -> None:
        """Agree on a method, and sign in if the proxy wants it."""
        credentials = self._proxy.credentials
        self._wire.send(b"\x05\x02\x00\x02" if credentials else b"\x05\x01\x00")
        version, method = self._read(2)
        if version != 5:
            raise self._failed("it does not speak SOCKS5")
        if method == 2 and credentials:
            name, password = credentials.name.encode()[:255], credentials.password.encode()[:255]
            self._wire.send(b"\x01" + bytes([len(name)]) + name + bytes([len(password)]) + password)
            if self._read(2)[1] != 0:
                raise AuthInvalid(f"the SOCKS proxy {self._proxy.host} does not accept the name or password")
        elif method == 0xFF and not credentials:
            from lightterm.fetch.statuses import SOCKS_SIGN_IN

            words = f"the SOCKS proxy {self._proxy.host} asks for a name and password"
            raise AuthMissing(words, actions=SOCKS_SIGN_IN)
        elif method != 0:
            raise self._failed("no way of signing in is known to both sides")

    def ask(self, host: str, port: int) -> None:
        """Ask for the connection and read the answer to its end."""
        self._wire.send(b"\x05\x01\x00" + _address(host) + port.to_bytes(2, "big"))
        _, reply, _, kind = self._read(4)
        if reply != 0:
            raise self._failed(_REPLIES.get(reply, f"error {reply}"))
        size = {1: 4, 4: 16}.get(kind)
        self._read((self._read(1)[0] if size is None else size) + 2)

    def ask_4(self, hosts: Sequence[str], port: int) -> None:
        """Ask by SOCKS4 for the first address of four bytes, or by 4a for a name; who asks is told, and not proven."""
        known = self._proxy.credentials
        name = known.name.encode().replace(b"\0", b"")[:255] if known else b""
        address = next(filter(None, map(_four_bytes, hosts)), b"")
        if not address and self._proxy.scheme == "socks4":
            raise self._failed("SOCKS4 knows no IPv6; socks4a gives it the name")
        named = b"" if address else hosts[0].encode("ascii") + b"\0"
        self._wire.send(b"\x04\x01" + port.to_bytes(2, "big") + (address or b"\0\0\0\x01") + name + b"\0" + named)
        version, reply = self._read(8)[:2]
        if version != 0:
            raise self._failed("it does not speak SOCKS4")
        if reply in (92, 93):
            raise AuthInvalid(f"the SOCKS proxy {self._proxy.host} does not accept who asks")
        if reply != 90:
            raise self._failed("the host refused the connection, or its rules do not allow it")


def _four_bytes(host: str) -> bytes:
    try:
        return socket.inet_pton(socket.AF_INET, host)
    except OSError:
        return b""


def _address(host: str) -> bytes:
    for kind, family in ((b"\x01", socket.AF_INET), (b"\x04", socket.AF_INET6)):
        try:
            return kind + socket.inet_pton(family, host.strip("[]"))
        except OSError:
            continue
    name = host.encode("ascii")
    return b"\x03" + bytes([len(name)]) + name
