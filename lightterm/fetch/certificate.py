"""What a certificate says, read when a person asks: the connection keeps it as it came."""

from __future__ import annotations

import hashlib
import os
import ssl
import sys
import tempfile
from typing import TYPE_CHECKING

from lightterm.records import Record

if TYPE_CHECKING:
    from typing import IO, Any

    Name = tuple[tuple[tuple[str, str], ...], ...]


class Certificate(Record):
    """A certificate: whose it is and who says so, both in words; for which names; from when to when, as it says it."""

    subject: str
    issuer: str
    names: tuple[str, ...]
    begins: str
    ends: str
    serial: str
    fingerprint: str
    common_name: str = ""


def read_certificate(der: bytes) -> Certificate:
    """A certificate (DER) in words; of one that cannot be read there is the fingerprint (SHA-256) alone."""
    digest = hashlib.sha256(der).hexdigest().upper()
    fingerprint = ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
    try:
        found = _decoded(der)
    except (OSError, ssl.SSLError):
        found = {}
    return Certificate(
        subject=_name(found.get("subject", ())),
        issuer=_name(found.get("issuer", ())),
        names=tuple(value for _, value in found.get("subjectAltName", ())),
        begins=found.get("notBefore", ""),
        ends=found.get("notAfter", ""),
        serial=found.get("serialNumber", ""),
        fingerprint=fingerprint,
        common_name=next(
            (value for part in found.get("subject", ()) for kind, value in part if kind == "commonName"), ""
        ),
    )


def _decoded(der: bytes) -> dict[str, Any]:
    """The fields as `SSLSocket.getpeercert` gives them, which it does of checked certificates alone."""
    import _ssl

    # Python's own tests read certificates by this function; a parser of X.509 would be a dependency for one page.
    # It reads files alone, and a certificate tells where a private session was: one in memory where there are such.
    if sys.platform == "linux" and hasattr(os, "memfd_create") and os.path.isdir("/proc/self/fd"):
        with os.fdopen(os.memfd_create("certificate"), "w") as file:
            return _fields(_ssl, file, f"/proc/self/fd/{file.fileno()}", der)
    with tempfile.NamedTemporaryFile("w", suffix=".pem", delete=False) as file:
        try:
            return _fields(_ssl, file, file.name, der)
        finally:
            file.close()
            os.unlink(file.name)


def _fields(reader: Any, file: IO[str], path: str, der: bytes) -> dict[str, Any]:
    file.write(ssl.DER_cert_to_PEM_cert(der))
    file.flush()
    fields: dict[str, Any] = reader._test_decode_cert(path)
    return fields


def _name(name: Name) -> str:
    """A distinguished name, the most telling part first."""
    said = {kind: value for part in name for kind, value in part}
    first = [said.pop(kind) for kind in ("commonName", "organizationName") if kind in said]
    return ", ".join((*first, *(value for kind, value in said.items() if kind != "serialNumber")))
