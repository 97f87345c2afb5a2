"""One connection's bytes: every read and write is bounded by the clock of the load that uses it."""

from __future__ import annotations

import socket
from contextlib import suppress

from lightterm.errors import ConnectionFailed, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.model import Secured
    from lightterm.fetch.tls import TunnelledTls

SIZE = 1 << 17


def shut(sock: socket.socket) -> None:
    """End a socket's conversation from any thread: its blocked reads return."""
    with suppress(OSError):
        # socket's own method: SSLSocket.shutdown() would pull the TLS state from under the reading thread
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


class Wire:
    """A connected socket with what was read ahead. Used by one load at a time, between `attach` and `detach`."""

    __slots__ = ("_clock", "_fd_owner", "at", "broken", "buffer", "received", "sock")

    def __init__(self, sock: socket.socket | TunnelledTls, base: socket.socket | None = None) -> None:
        self.sock = sock
        self.buffer = b""
        self.at = 0
        self.received = 0
        self.broken = ""
        self._fd_owner: socket.socket = base or sock  # type: ignore[assignment]
        self._clock: Clock | None = None

    def attach(self, clock: Clock) -> None:
        """Lend the connection to a load: its clock bounds every wait, its cancel wakes them."""
        self._clock = clock
        if clock.cancel is not None:
            clock.cancel.add(self._wake)

    def detach(self) -> None:
        """Take the connection back from its load."""
        if self._clock is not None and self._clock.cancel is not None:
            self._clock.cancel.remove(self._wake)
        self._clock = None

    def _wake(self) -> None:
        shut(self._fd_owner)

    def receive(self, patience: float, silence: str) -> bytes:
        """The next bytes; b"" at the end, with `broken` set to the reason when it was not a clean one.

        Raises TimedOut with the words `silence` when nothing comes for `patience` seconds, or what the clock raises.
        """
        clock = self._clock
        assert clock is not None, "a wire is read between attach and detach"
        left = clock.remaining()
        self.sock.settimeout(min(patience, left))
        try:
            data = self.sock.recv(SIZE)
        except TimeoutError:
            clock.remaining()
            raise TimedOut(silence) from None
        except OSError as fault:
            clock.remaining()
            if "ALERT" in (getattr(fault, "reason", None) or "") and not self.received:
                # TLS 1.3 servers refuse a client (for want of a certificate) after the handshake
                from lightterm.fetch.tls import handshake_error

                raise handshake_error(fault, "the server") from None
            self.broken = _words(fault)
            return b""
        if not data:
            clock.remaining()
        self.received += len(data)
        return data

    @property
    def ahead(self) -> bool:
        """Whether bytes were read and not yet taken."""
        return self.at < len(self.buffer)

    def more(self, patience: float, silence: str) -> bool:
        """Read more into the buffer; whether anything came."""
        data = self.receive(patience, silence)
        self.buffer = self.buffer[self.at :] + data
        self.at = 0
        return bool(data)

    def take(self, size: int) -> bytes:
        """At most `size` of the bytes read ahead. The buffer is not copied down: chunks of one byte stay linear."""
        data = self.buffer[self.at : self.at + size] if self.at or size < len(self.buffer) else self.buffer
        self.at += len(data)
        if self.at >= len(self.buffer):
            self.buffer, self.at = b"", 0
        return data

    def send(self, data: bytes) -> None:
        """Send it all. Raises ConnectionFailed, or what the clock raises."""
        clock = self._clock
        assert clock is not None, "a wire is written between attach and detach"
        self.sock.settimeout(clock.remaining())
        try:
            self.sock.sendall(data)
        except TimeoutError:
            clock.remaining()
            raise TimedOut("the server stopped taking the request") from None
        except OSError as fault:
            clock.remaining()
            raise ConnectionFailed(f"the request could not be sent: {_words(fault)}") from None

    def waiting(self) -> bytes | None:
        """What has come on an idle connection: None is nothing (or only TLS housekeeping), b"" its end."""
        self.sock.settimeout(0)
        try:
            return self.sock.recv(SIZE)
        except BlockingIOError:
            return None
        except OSError as fault:
            return None if type(fault).__name__ == "SSLWantReadError" else b""

    def secured(self) -> Secured | None:
        """The TLS of the connection; nothing of its certificate is read, which costs 10 µs."""
        from lightterm.fetch.tls import secured

        return secured(self.sock)

    def close(self) -> None:
        self.sock.close()


def _words(fault: OSError) -> str:
    if isinstance(fault, ConnectionError):
        return "the connection was reset"
    reason = getattr(fault, "reason", None)
    if type(fault).__name__ in ("SSLEOFError", "SSLZeroReturnError") or reason == "UNEXPECTED_EOF_WHILE_READING":
        return "the connection was closed without the end mark of TLS"
    return f"the connection broke ({reason or fault.strerror or fault})"
