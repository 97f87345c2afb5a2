"""The address guard: what programs may not reach, by any spelling, name, redirect or proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch import policy
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import HttpProxy, Server, SocksProxy

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]

PRIVATE = (
    "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254 "
    "172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 "
    "224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 "
    ":: ::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 "
    "2001::1 2001:db8::1 2002:7f00:1:: 2002:c0a8:101::1 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo fec0::1 "
    "ff02::1 5f00::1 "
)
PUBLIC = (
    "1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 "
    "198.20.0.1 223.255.255.255 2606:4700::1111 2a00:1450::1 2001:200::1 2400:cb00::1 ::ffff:8.8.8.8 64:ff9b::808:808 "
)


@pytest.mark.parametrize("address", PRIVATE.split())
def test_special_addresses_are_not_public(address: str) -> None:
    assert not policy.is_public(address)


@pytest.mark.parametrize("address", PUBLIC.split())
def test_ordinary_addresses_are_public(address: str) -> None:
    assert policy.is_public(address)


@pytest.mark.covers("UB-40")
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "①②⑦.0.0.1",
        "localhost",
        "LOCALHOST.",
        "evil.localhost",
        "printer.local",
        "router.lan",
        "metadata.google.internal",
        "intranet",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[0:0:0:0:0:0:0:1]",
        "0",
    ],
)
def test_programs_reach_no_local_address_however_written(server: Server, client: Make, host: str) -> None:
    with pytest.raises(errors.AddressRefused) as caught:
        client(retries=2).fetch(Request(f"http://{host}:{server.port}/", asker="program"))
    assert server.connections == 0
    assert (caught.value.category, caught.value.retryable) == ("security", False)


def test_a_name_is_refused_for_any_bad_address_among_good_ones() -> None:
    policy.check_addresses("good.example", ("93.184.216.34", "2606:4700::1111"))
    with pytest.raises(errors.AddressRefused, match=r"rebind\.example.*10\.0\.0\.1"):
        policy.check_addresses("rebind.example", ("93.184.216.34", "10.0.0.1"))


def test_persons_and_links_reach_local_addresses(server: Server, client: Make) -> None:
    server.page("/", "mine")
    server.redirect("/to", "/")
    for asker in ("person", "link"):
        assert client().fetch(Request(server.url(), asker=asker, initiator="https://example.org/")).body == b"mine"
    assert client().fetch(Request(server.url("/to"))).body == b"mine"


def test_programs_reach_local_addresses_when_allowed(server: Server, client: Make) -> None:
    server.page("/", "mine")
    assert client(allow_private=True).fetch(Request(server.url(), asker="program")).body == b"mine"


def test_a_person_s_connection_is_not_lent_to_a_program(server: Server, client: Make) -> None:
    server.page("/", "mine")
    http = client()
    http.fetch(Request(server.url()))
    http.warm(server.url())
    with pytest.raises(errors.AddressRefused):
        http.fetch(Request(server.url(), asker="program"))
    assert len(server.log) == 1


def test_a_proxy_is_no_way_round(server: Server, client: Make, proxy: HttpProxy, socks: SocksProxy) -> None:
    server.page("/", "mine")
    for way in (proxy.url, f"socks5://127.0.0.1:{socks.port}", f"socks5h://127.0.0.1:{socks.port}"):
        for url in (server.url(), server.url("/", "localhost"), "http://2130706433/", "http://printer.local/"):
            with pytest.raises(errors.AddressRefused):
                client(proxy=way).fetch(Request(url, asker="program"))
    assert server.log == [] and proxy.log == [] and socks.log == []


def test_a_redirect_is_no_way_round(server: Server, client: Make, proxy: HttpProxy) -> None:
    """Through a proxy that knows a name the DNS does not, as the first, public hop."""
    proxy.hosts["public.invalid:80"] = ("127.0.0.1", server.port)
    server.redirect("/", "http://169.254.169.254/latest/meta-data/")
    response = client(proxy=proxy.url).fetch(Request("http://public.invalid/", asker="program"))
    assert isinstance(response.error, errors.AddressRefused)
    assert response.status == 302 and len(proxy.log) == 1
