"""Connections of schemes other than HTTP's, by the proxy that a person has: who hides behind one is not to be shown by
a link to another scheme."""

from __future__ import annotations

from lightterm.fetch import proxy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.exchange import Place
    from lightterm.fetch.schemes import Context


def reached(place: Place, context: Context, clock: Clock, port: int = 0) -> tuple[socket.socket, bytes] | None:
    """A connection to the host of a place, at its port or another, through the proxy, and what the server said already;
    None where one goes directly.

    It is the one of the settings, else of the environment: `gemini_proxy`, `all_proxy`. An HTTP proxy is asked for a
    tunnel. Raises ConfigError, ProxyFailed, AuthMissing, AuthInvalid, DnsFailed, TimedOut, Cancelled.
    """
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.weburl import WebUrl

    if context.settings_for is None:
        return None
    net = context.settings_for(place.url.text()).network
    chosen = "" if net.proxy == "none" else net.proxy or None
    options = HttpOptions(
        connect_timeout=net.connect_timeout,
        proxy=chosen,
        no_proxy=",".join(net.no_proxy) or None,
        cacert=net.cacert,
    )
    address = WebUrl(place.url.scheme, place.host, port or place.port, "/")
    way = proxy.choose(address, options)
    if way is None:
        return None
    from lightterm.fetch.connect import Connector

    connector = Connector(options, proxy.SignIn())
    return connector.reach(address, way, False, clock, True), connector.ahead
