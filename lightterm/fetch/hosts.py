"""Host names and addresses: parsing (https://url.spec.whatwg.org/, section 3.5), loopback, registrable domains."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

    from lightterm.error_base import LighttermError

_FORBIDDEN_IN_HOST = frozenset("\0\t\n\r #/:<>?@[\\]^|")
_FORBIDDEN_IN_DOMAIN = _FORBIDDEN_IN_HOST | frozenset("%\x7f" + "".join(map(chr, range(0x20))))
_MAX_NAME = 253
_suffixes: PublicSuffixList | None = None


def parse_host(host: str, special: bool = True) -> str:
    """The host as it is asked for: lower-case ASCII name, dotted IPv4 or bracketed IPv6.

    `special`: the scheme is http and the like, whose names may be IDNs and numbers. Raises UrlInvalid.
    """
    if host.startswith("["):
        return _ipv6(host)
    if not special:
        if not _FORBIDDEN_IN_HOST.isdisjoint(host):
            raise _invalid(f"no host name: {host[:200]!r}")
        from lightterm.fetch.url_parse import percent_encode

        return percent_encode(host.encode("utf-8", "replace"), bytes(range(0x20, 0x7F)))
    if "%" in host:
        from lightterm.fetch.url_parse import percent_decode

        host = percent_decode(host).decode("utf-8", "replace")
    name = host.lower() if host.isascii() and "xn--" not in host.lower() else to_ascii(host)
    if not name or not _FORBIDDEN_IN_DOMAIN.isdisjoint(name):
        raise _invalid(f"no host name: {host[:200]!r}")
    return _ipv4(name) or name


def to_ascii(host: str) -> str:
    """An internationalised name in its ASCII form (UTS 46, non-transitional). Raises UrlInvalid."""
    import idna

    try:
        name = idna.uts46_remap(host, std3_rules=False, transitional=False)
        labels = [_label_to_ascii(label) for label in name.split(".")]
    except (idna.IDNAError, UnicodeError) as error:
        raise _invalid(f"no host name: {host[:200]!r} ({error})") from None
    name = ".".join(labels)
    if len(name.rstrip(".")) > _MAX_NAME:
        raise _invalid(f"a host name longer than {_MAX_NAME} characters: {host[:200]!r}")
    return name


def _invalid(words: str) -> LighttermError:
    from lightterm.errors import UrlInvalid

    return UrlInvalid(words)


def _label_to_ascii(label: str) -> str:
    if label.startswith("xn--"):
        plain = label[4:].encode("ascii").decode("punycode")
        if not plain or plain.isascii() or "xn--" + plain.encode("punycode").decode("ascii") != label:
            raise UnicodeError("a damaged xn-- label")
        return label
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")


def _ipv4(name: str) -> str:
    """The dotted form of an address written in any base and number of parts, "" when `name` is a name."""
    parts = name.removesuffix(".").split(".")
    last = parts[-1]
    if not (last.isdigit() or (last[:2] == "0x" and not last[2:].strip("0123456789abcdef"))):
        return ""
    numbers = [_ipv4_number(part) for part in parts]
    if len(numbers) > 4 or any(n < 0 for n in numbers) or any(n > 255 for n in numbers[:-1]):
        raise _invalid(f"no IPv4 address: {name[:200]!r}")
    if numbers[-1] >= 256 ** (5 - len(numbers)):
        raise _invalid(f"no IPv4 address: {name[:200]!r}")
    value = numbers[-1] + sum(n << (8 * (3 - i)) for i, n in enumerate(numbers[:-1]))
    return ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))


def _ipv4_number(part: str) -> int:
    if not part or len(part) > 40:
        return -1
    base = 16 if part[:2] == "0x" else 8 if part[0] == "0" else 10
    digits = part[2:] if base == 16 else part
    if digits.strip("0123456789abcdef"[:base]):
        return -1
    return int(digits, base) if digits else 0


def _ipv6(host: str) -> str:
    import ipaddress

    try:
        if not host.endswith("]") or "%" in host or "/" in host:
            raise ValueError("no brackets")
        address = ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        raise _invalid(f"no IPv6 address: {host[:200]!r}") from None
    return f"[{_compressed(int(address))}]"


def _compressed(value: int) -> str:
    """RFC 5952 without the dotted tail that `ipaddress` gives mapped addresses from Python 3.13 on."""
    groups = [f"{value >> shift & 0xFFFF:x}" for shift in range(112, -16, -16)]
    best = (1, 0)
    for start in range(8):
        length = 0
        while start + length < 8 and groups[start + length] == "0":
            length += 1
        best = max(best, (length, -start))
    if best[0] < 2:
        return ":".join(groups)
    start = -best[1]
    return ":".join(groups[:start]) + "::" + ":".join(groups[start + best[0] :])


def is_ip(host: str) -> bool:
    """Whether a parsed host is an address rather than a name."""
    return host.startswith("[") or (host.replace(".", "").isdigit() and host.count(".") == 3)


def is_loopback(host: str) -> bool:
    """Whether a parsed host is this machine by its very name (https://www.w3.org/TR/secure-contexts/, 3.1)."""
    name = host.removesuffix(".")
    return (
        name == "localhost"
        or name.endswith(".localhost")
        or name == "[::1]"
        or (name.startswith("127.") and is_ip(name))
    )


def is_public_suffix(host: str) -> bool:
    """Whether anybody may register names below `host` (https://publicsuffix.org/); false for addresses."""
    return not is_ip(host) and bool(_public_suffixes().is_public(host.strip(".")))


def registrable_domain(host: str) -> str:
    """The part of `host` that one owner holds ("example.co.uk"); the host itself for addresses and suffixes."""
    name = host.removesuffix(".")
    if is_ip(name) or "." not in name:
        return name
    return _public_suffixes().privatesuffix(name) or name


def _public_suffixes() -> PublicSuffixList:
    # Its import and list cost 25 ms: only cookies and same-site questions pay for it.
    global _suffixes
    if _suffixes is None:
        from publicsuffixlist import PublicSuffixList

        _suffixes = PublicSuffixList()
    return _suffixes
