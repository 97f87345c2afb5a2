"""The session's HTTP client, made from its settings; imported only when the network is."""

from __future__ import annotations

import os

from lightterm.fetch.http import HttpClient
from lightterm.fetch.options import HttpOptions
from lightterm.resources import user_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.cookies import CookieJar
    from lightterm.settings import Settings


def user_agent(settings: Settings) -> str:
    """Who the settings say that lightterm is; "" leaves that to the mode: itself, or a common browser."""
    return settings.network.user_agent or (settings.antibot.user_agent if settings.antibot.mode == "custom" else "")


def make_client(
    settings: Settings,
    cookies: CookieJar,
    warn: Callable[[str], None],
    client_for: Callable[[str], HttpClient],
) -> HttpClient:
    """A client with the session's cookies, the profile's cache and HSTS store, and robots.txt where programs ask.

    `warn` is told what is wrong with the cache, which stops no load. `client_for` is asked for the client of another
    URL at a redirect, if there are site rules.
    """
    from lightterm.fetch.cache import HttpCache
    from lightterm.fetch.hsts import HstsStore
    from lightterm.fetch.robots import Robots

    directory = user_directory("cache")
    cache = None
    private = settings.session.private
    if settings.cache.enabled and not private:
        cache = HttpCache(os.path.join(directory, "http.sqlite"), settings.cache.max_bytes, warn=warn)
    hsts = HstsStore("" if private else os.path.join(user_directory("data"), "hsts.txt"))
    robots = Robots() if settings.privacy.respect_robots_txt else None
    elsewhere = client_for if settings.layers.sites else None
    return HttpClient(http_options(settings), cookies, cache, hsts, robots, elsewhere)


def http_options(settings: Settings) -> HttpOptions:
    """The client's options as the settings say."""
    net = settings.network
    return HttpOptions(
        connect_timeout=net.connect_timeout,
        first_byte_timeout=net.first_byte_timeout,
        idle_timeout=net.idle_timeout,
        total_timeout=net.timeout,
        retries=net.retries,
        retry_backoff=net.retry_backoff,
        follow_redirects=net.follow_redirects,
        max_redirects=net.max_redirects,
        max_bytes=net.max_bytes,
        max_decoded_bytes=net.max_decoded_bytes,
        max_header_bytes=net.max_header_bytes,
        http2=net.http2,
        proxy="" if net.proxy == "none" else net.proxy or None,
        no_proxy=",".join(net.no_proxy) or None,
        cacert=net.cacert,
        client_cert=(net.client_cert, net.client_key) if net.client_cert else None,
        client_key_password_file=net.client_key_password_file,
        insecure_hosts=net.insecure_hosts,
        user_agent=user_agent(settings),
        accept_language=net.accept_language,
        extra_headers=net.headers,
        send_dnt=settings.privacy.send_dnt,
        referrer_policy=net.referrer_policy,
        allow_private=net.allow_private,
        netrc=net.netrc,
        stealth=settings.antibot.mode == "stealth",
    )
