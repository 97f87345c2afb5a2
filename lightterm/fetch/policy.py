"""Which addresses a program may reach: the guard against server-side request forgery.

Persons may reach anything, as with any browser. A program (batch, an agent) often acts on words it read in a page, and
may reach public addresses only. The check is made on the resolved addresses at the moment of connecting, so neither a
spelling (0x7f.1, 2130706433), nor a redirect, nor a name that changes its address between two look-ups passes it.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from lightterm.errors import AddressRefused

# IANA special-purpose registries (RFC 6890 and updates), multicast and the cloud metadata hosts. `is_global` of
# `ipaddress` is not used: what it says of several of these changed between Python 3.11.2 and 3.13.
_V4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT; 100.100.100.200 is a metadata host
        "127.0.0.0/8",
        "168.63.129.16/32",  # a platform's metadata and DNS host
        "169.254.0.0/16",  # link-local; 169.254.169.254 is the metadata host
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_V6_PUBLIC = IPv6Network("2000::/3")
_V6_SPECIAL = tuple(
    IPv6Network(net)
    for net in (
        "2001::/23",  # protocol assignments, Teredo and ORCHID among them
        "2001:db8::/32",
        "2002::/16",  # 6to4 carries any IPv4 address
        "3fff::/20",
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_SUFFIXES = (".local", ".localhost", ".internal", ".intranet", ".lan", ".home.arpa", ".onion")


def is_public(text: str) -> bool:
    """Whether an address (as `getaddrinfo` writes it, scope allowed) is one of the public Internet."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is None:
            return address in _V6_PUBLIC and not any(address in net for net in _V6_SPECIAL)
        address = inner
    return not any(address in net for net in _V4)


REFUSAL = "programs may not reach"
"""How it begins what they are told."""


def check_name(host: str) -> None:
    """Refuse names that can only mean this machine or this network. Raises AddressRefused."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(_LOCAL_SUFFIXES) or ("." not in name and ":" not in name):
        raise AddressRefused(f"{REFUSAL} the local name {host}", domain=host)


def check_addresses(host: str, addresses: tuple[str, ...]) -> None:
    """Refuse `host` if any of its addresses is not public. Raises AddressRefused."""
    for address in addresses:
        if not is_public(address):
            where = "" if address == host.strip("[]") else f" ({address})"
            raise AddressRefused(f"{REFUSAL} {host}{where}: not a public address", domain=host)
