"""What is said of a certificate that was not accepted, for a person to judge whose it is.

OpenSSL stops at the first fault and Python gives no certificate then: it is asked for once more, and all of it is read.
"""

from __future__ import annotations

import ssl
import time
from ipaddress import ip_address

from lightterm.errors import LighttermError, TlsFailed
from lightterm.fetch.certificate import Certificate, read_certificate
from lightterm.fetch.urls import host_of
from lightterm.safe import clean
from lightterm.session.hops import at_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request
    from lightterm.session.session import Session

NAMES, LONGEST = 5, 100
"""How many of a certificate's names are said, and how much of each thing it says of itself."""

OF_CERTIFICATES = (
    "not-yet-valid",
    "expired",
    "self-signed",
    "unknown-ca",
    "revoked",
    "wrong-host",
    "certificate",
)


def note_certificate(session: Session, request: Request, error: LighttermError, cancel: Cancel) -> None:
    """Put into a TlsFailed, as `certificate` of its context, what a person has to know to judge; nothing into others.

    Raises Cancelled.
    """
    if not isinstance(error, TlsFailed) or error.context.get("check") not in OF_CERTIFICATES:
        return
    hop = at_fault(request, error)
    guarded = hop.public or hop.asker == "program"
    try:
        der = session.client(hop.url).presented(hop.url, guarded, cancel)
    except LighttermError:
        if cancel.cancelled:
            raise
        return  # the question is asked with what is known
    if der:
        host = host_of(hop.url)
        error.context["certificate"] = in_words(read_certificate(der), host, str(error.context["check"]), time.time())


def in_words(certificate: Certificate, host: str, check: str, now: float) -> str:
    """All that is wrong with a certificate that failed a `check` for a host, and what it says, in lines."""
    said = [clean(name)[:LONGEST] for name in certificate.names[:NAMES]]
    more = len(certificate.names) - NAMES
    names = ", ".join(said) + (f" and {more} more" if more > 0 else "")
    issued = "itself" if certificate.issuer == certificate.subject else clean(certificate.issuer)[:LONGEST]
    dates = f"{_day(certificate.begins)} to {_day(certificate.ends)}" if certificate.ends else ""
    lines = (
        ("Wrong", "; ".join(_faults(certificate, names, host, check, now))),
        ("Of", clean(certificate.subject)[:LONGEST]),
        ("For", names),
        ("Issued by", issued if certificate.issuer else ""),
        ("Valid", dates),
        ("SHA-256", certificate.fingerprint),
    )
    return "\n".join(f"{name}: {text}" for name, text in lines if text)


def _faults(certificate: Certificate, names: str, host: str, check: str, now: float) -> list[str]:
    found = []
    if check == "self-signed":
        found.append("nobody but itself vouches for it (self-signed)")
    elif check == "unknown-ca":
        found.append("who vouches for it is not known or not trusted here")
    elif check == "revoked":
        found.append("it has been revoked")
    if check == "wrong-host" or not is_for(certificate, host):
        found.append(f"it is for {names or clean(certificate.common_name)[:LONGEST] or 'no host'}, not for {host}")
    begins, ends = _seconds(certificate.begins), _seconds(certificate.ends)
    if ends is not None and ends < now:
        found.append(f"it expired on {_day(certificate.ends)}")
    elif check == "expired":
        found.append("one that vouches for it has expired")
    if begins is not None and begins > now:
        found.append(f"it is valid only from {_day(certificate.begins)} on (is this machine's clock right?)")
    return found


def is_for(certificate: Certificate, host: str) -> bool:
    """Whether a certificate names a host or address (RFC 9525, section 6.3); without names its common name counts."""
    bare = host.strip("[]").rstrip(".").lower()
    names = certificate.names or (certificate.common_name,)
    try:
        address = ip_address(bare)
    except ValueError:
        _, _, domain = bare.partition(".")
        wanted = {bare, f"*.{domain}"} if "." in domain else {bare}
        return any(name.rstrip(".").lower() in wanted for name in names)
    return any(_is_address(name, address) for name in names)


def _is_address(name: str, address: object) -> bool:
    try:
        return ip_address(name) == address
    except ValueError:
        return False


def _seconds(moment: str) -> float | None:
    try:
        return ssl.cert_time_to_seconds(moment)
    except ValueError:
        return None


def _day(moment: str) -> str:
    """The day (UTC) of a moment as a certificate says it; as it stands where that cannot be read."""
    seconds = _seconds(moment)
    return clean(moment)[:LONGEST] if seconds is None else time.strftime("%Y-%m-%d", time.gmtime(seconds))
