"""TLS: the system's trust, and errors that say which check failed.

On Linux the system's hashed certificate directory is used instead of its bundle: OpenSSL then reads the one or two
certificates it needs, where the bundle of 140 costs 19 ms of CPU in every process.
"""

from __future__ import annotations

import os
import ssl
import sys

from lightterm.errors import CERTIFICATE, Action, ConfigError, ConnectionFailed, TimedOut, TlsFailed
from lightterm.fetch.model import Secured
from lightterm.fetch.wire import shut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from typing import Any, TypeGuard

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.options import HttpOptions

# OpenSSL's X509_V_ERR_* numbers.
_CHECKS = {
    9: ("not-yet-valid", "its certificate is not valid yet (is this machine's clock right?)"),
    10: ("expired", "its certificate has expired"),
    18: ("self-signed", "its certificate is self-signed"),
    19: ("unknown-ca", "its certificate is signed by an authority that is not trusted here (self-signed chain)"),
    20: ("unknown-ca", "its certificate is signed by an authority that is not known here"),
    21: ("unknown-ca", "its certificate's authority cannot be verified"),
    23: ("revoked", "its certificate has been revoked"),
    62: ("wrong-host", "its certificate is for another host"),
    64: ("wrong-host", "its certificate is not for this address"),
}
_EXCEPT = Action("trust_certificate", "If you trust it all the same, except this one host (--insecure HOST).", 1)
_SHOW_OURS = Action("show_client_certificate", "Give yours (--cert FILE).", 1)
_ASKED = "TLSV13_ALERT_CERTIFICATE_REQUIRED"
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST")
_CLOSED = ("UNEXPECTED_EOF_WHILE_READING",)
_REASONS = {
    "UNEXPECTED_EOF_WHILE_READING": "it ended the connection where TLS begins",
    "WRONG_VERSION_NUMBER": "it does not speak TLS on this port (try http://)",
    "HTTP_REQUEST": "it does not speak TLS on this port (try http://)",
    "UNSUPPORTED_PROTOCOL": "it offers only outdated versions of TLS",
    "TLSV1_ALERT_PROTOCOL_VERSION": "no version of TLS is understood by both sides",
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "no cipher is understood by both sides",
    "TLSV1_UNRECOGNIZED_NAME": "it does not know this host name",
    "DH_KEY_TOO_SMALL": "its keys are too short to be safe",
    _ASKED: "it asks for a client certificate",
}


class Contexts:
    """The SSL contexts of one client: one that checks, one for excepted hosts, made when first needed."""

    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._made: dict[tuple[bool, bool], ssl.SSLContext] = {}

    def context(self, checked: bool, offer_http2: bool) -> ssl.SSLContext:
        """A context that verifies certificates, or one that does not. Raises ConfigError for unusable files."""
        context = self._made.get((checked, offer_http2))
        if context is None:
            context = self._made[(checked, offer_http2)] = self._make(checked, offer_http2)
        return context

    def _make(self, checked: bool, offer_http2: bool) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if checked and not self._options.cacert:
            context = _trust_system(context)
        elif not checked:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        # Python switches this on: a page cut short by anybody on the way would then look whole.
        context.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF
        context.set_alpn_protocols(["h2", "http/1.1"] if offer_http2 else ["http/1.1"])
        options = self._options
        try:
            if checked and options.cacert:
                context.load_verify_locations(cafile=options.cacert)
        except (OSError, ssl.SSLError) as fault:
            raise ConfigError(f"cannot read the CA certificates in {options.cacert}: {_why(fault)}") from None
        if options.client_cert is not None:
            context.post_handshake_auth = True  # servers may ask once they know the page (RFC 8446, section 4.6.2)
            show_certificate(context, *options.client_cert, options.client_key_password_file)
        return context


def looking() -> ssl.SSLContext:
    """A context for looking at the certificate of a server, which is neither checked nor shown one of ours."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["http/1.1"])
    return context


def show_certificate(context: ssl.SSLContext, certificate: str, key: str, password_file: str = "") -> None:
    """Have a context show a client certificate (PEM files; its key may be in the same one). Raises ConfigError."""
    asked = False

    def password() -> bytes:
        nonlocal asked
        asked = True
        if not password_file:
            raise ConfigError(
                f"the key in {key or certificate} is encrypted: put its pass phrase into a file, and that file's name "
                "into network.client_key_password_file"
            )
        with open(os.path.expanduser(password_file), "rb") as file:
            return file.readline().rstrip(b"\r\n")

    try:
        context.load_cert_chain(os.path.expanduser(certificate), os.path.expanduser(key) or None, password)
    except (OSError, ssl.SSLError) as fault:
        if asked and isinstance(fault, ssl.SSLError):
            why = f"the first line of {password_file} is not the pass phrase of its key"
        else:
            why = f"{fault.filename}: {fault.strerror}" if asked else _why(fault)
        raise ConfigError(f"cannot read the client certificate {certificate}: {why}") from None


def _why(fault: OSError) -> str:
    """Why a file of certificates or keys is of no use; OpenSSL's own words name only its source lines."""
    return "it does not hold that in PEM" if isinstance(fault, ssl.SSLError) else fault.strerror or str(fault)


def _trust_system(context: ssl.SSLContext) -> ssl.SSLContext:
    """`context` with this machine's trust anchors; SSL_CERT_FILE and SSL_CERT_DIR replace them."""
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file or folder:
        try:
            context.load_verify_locations(cafile=file or None, capath=folder or None)
        except (OSError, ssl.SSLError) as fault:
            raise ConfigError(f"cannot read SSL_CERT_FILE or SSL_CERT_DIR: {_why(fault)}") from None
        return context
    if sys.platform.startswith("linux"):
        paths = ssl.get_default_verify_paths()
        if paths.capath and _is_hashed(paths.capath):
            context.load_verify_locations(capath=paths.capath)
            return context
        if paths.cafile:
            context.load_default_certs()
            return context
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _is_hashed(folder: str) -> bool:
    """Whether `folder` is laid out for OpenSSL's look-up by subject hash (`4a6481c9.0`)."""
    try:
        return any(name.endswith(".0") for name in os.listdir(folder))
    except OSError:
        return False


def wrap(sock: socket.socket, context: ssl.SSLContext, host: str, clock: Clock) -> ssl.SSLSocket:
    """TLS over a connected socket, which it takes over. Raises TlsFailed, ConnectionFailed, TimedOut, Cancelled."""
    bare = host.strip("[]").rstrip(".")
    # bytes: a str would import the IDNA codec; truststore's own check wants the str
    name = bare.encode("ascii") if type(context) is ssl.SSLContext else bare
    try:
        dressed = context.wrap_socket(
            sock,
            server_hostname=name,
            suppress_ragged_eofs=False,
            do_handshake_on_connect=False,
        )
    except (OSError, ValueError) as fault:
        raise handshake_error(fault, host) from None
    try:
        _handshake(dressed, dressed.do_handshake, host, clock)
    except BaseException:
        dressed.close()
        raise
    return dressed


def _handshake(sock: socket.socket, step: Callable[[], object], host: str, clock: Clock) -> None:
    """Run a handshake within the clock's time; a cancel ends it."""

    def wake() -> None:
        shut(sock)

    if clock.cancel is not None:
        clock.cancel.add(wake)
    try:
        sock.settimeout(clock.remaining())
        step()
    except TimeoutError:
        clock.remaining()
        raise TimedOut(f"{host} did not finish the TLS handshake in time") from None
    except (OSError, ValueError) as fault:
        clock.remaining()
        raise handshake_error(fault, host) from None
    finally:
        if clock.cancel is not None:
            clock.cancel.remove(wake)


def is_tls(sock: socket.socket) -> TypeGuard[ssl.SSLSocket]:
    """Whether a socket already carries TLS."""
    return isinstance(sock, ssl.SSLSocket)


def handshake_error(fault: Exception, host: str) -> TlsFailed | ConnectionFailed:
    """What a failed handshake means, in words and (in the context, as `check`) for programs."""
    if isinstance(fault, ssl.SSLCertVerificationError):
        known = _CHECKS.get(fault.verify_code)
        check, words = known or ("certificate", f"its certificate was not accepted: {fault.verify_message}")
        actions = (CERTIFICATE,) if check in ("unknown-ca", "self-signed") else (_EXCEPT,)
        return TlsFailed(f"no trusted connection to {host}: {words}", actions=actions, domain=host, check=check)
    if isinstance(fault, ssl.SSLError):
        # Python tells of the same end with or without its own class, by its version.
        reason = _CLOSED[0] if isinstance(fault, ssl.SSLEOFError) else fault.reason or ""
        words = _REASONS.get(reason) or reason.replace("_", " ").lower() or "the handshake failed"
        check = "no-tls" if reason in _NO_TLS else "closed" if reason in _CLOSED else "handshake"
        ours = (_SHOW_OURS,) if reason == _ASKED else ()
        return TlsFailed(f"no encrypted connection to {host}: {words}", actions=ours, domain=host, check=check)
    if isinstance(fault, ValueError):
        return TlsFailed(f"no encrypted connection to {host}: not a name for TLS", actions=(), domain=host)
    return ConnectionFailed(f"{host} closed the connection during the TLS handshake", domain=host, check="closed")


def secured(sock: socket.socket | TunnelledTls) -> Secured | None:
    """What is known of the TLS on a socket; None where it has none."""
    tls = sock.tls if isinstance(sock, TunnelledTls) else sock
    if not isinstance(tls, (ssl.SSLSocket, ssl.SSLObject)):
        return None
    cipher = tls.cipher()
    checked = tls.context.verify_mode != ssl.CERT_NONE
    return Secured(tls.version() or "", cipher[0] if cipher else "", tls.getpeercert(True) or b"", checked)


class TunnelledTls:
    """TLS inside another TLS connection (an https target through an https proxy), with the socket calls we use."""

    def __init__(self, outer: ssl.SSLSocket, context: ssl.SSLContext, host: str, clock: Clock) -> None:
        self._outer = outer
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host.strip("[]").rstrip("."))
        _handshake(outer, lambda: self._until_done(self.tls.do_handshake), host, clock)

    def _until_done(self, step: Any, *values: Any) -> Any:
        while True:
            try:
                result = step(*values)
            except ssl.SSLWantReadError:
                self._flush()
                data = self._outer.recv(65536)
                if data:
                    self._incoming.write(data)
                else:
                    self._incoming.write_eof()
                continue
            self._flush()
            return result

    def _flush(self) -> None:
        data = self._outgoing.read()
        if data:
            self._outer.sendall(data)

    def recv(self, size: int) -> bytes:
        data: bytes = self._until_done(self.tls.read, size)
        return data

    def sendall(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._until_done(self.tls.write, view) :]

    def settimeout(self, seconds: float | None) -> None:
        self._outer.settimeout(seconds)

    def fileno(self) -> int:
        return self._outer.fileno()

    def close(self) -> None:
        self._outer.close()

    def selected_alpn_protocol(self) -> str | None:
        return self.tls.selected_alpn_protocol()
