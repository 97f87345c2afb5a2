"""A WebSocket that a person or a program speaks over by hand: what was said both ways is kept, within bounds.

wsproto frames it (https://www.rfc-editor.org/rfc/rfc6455); one thread does all that is done with the connection.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress

from lightterm.errors import ConnectionFailed, LighttermError, TimedOut, ValidationFailed
from lightterm.records import Record
from lightterm.safe import clean, clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from wsproto import WSConnection
    from wsproto.events import Event

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.model import Headers
    from lightterm.fetch.weburl import WebUrl

    class Stream(Protocol):
        """A connection to the server, within TLS or not."""

        def recv(self, size: int, /) -> bytes: ...
        def sendall(self, data: bytes, /) -> None: ...
        def settimeout(self, seconds: float | None, /) -> None: ...
        def close(self) -> None: ...


KEPT = 500
"""Messages of a socket that are kept, the latest ones."""

LONGEST = 1 << 20
"""Bytes of one message; a longer one ends the connection (1009)."""

LOOK = 0.05
"""Seconds after which it is looked for something to send while nothing comes."""

SEND_SECONDS = 10.0
_CHUNK = 1 << 16


class Said(Record):
    """A message: its `number` from 1, when it came (seconds since 1970), whether we `sent` it, its size in bytes.

    `text` is safe for a terminal; of a binary message it says how long it is.
    """

    number: int
    at: float
    sent: bool
    text: str
    size: int
    binary: bool = False


class WebSocket:
    """An open socket. Its methods may be called from any thread; `state` is open, or why it is not any more."""

    def __init__(self, stream: Stream, url: WebUrl, headers: Headers, clock: Clock) -> None:
        """Agree with the server over a connection to it. Raises ConnectionFailed, TimedOut, Cancelled."""
        from wsproto import ConnectionType, WSConnection

        self.state = "open"
        self._stream = stream
        self._frames: WSConnection = WSConnection(ConnectionType.CLIENT)
        self._said: deque[Said] = deque(maxlen=KEPT)
        self._outbox: deque[Event] = deque()
        self._pieces: list[str | bytes | bytearray] = []
        self._changed = threading.Condition()
        self._last = 0
        try:
            self._agree(url, headers, clock)
        except BaseException:
            stream.close()
            raise
        threading.Thread(target=self._serve, name="WebSocket", daemon=True).start()

    def said(self, after: int = 0) -> tuple[Said, ...]:
        """What was said after the message of that number, as far as it is kept."""
        with self._changed:
            return tuple(one for one in self._said if one.number > after)

    def wait(self, after: int, seconds: float) -> tuple[Said, ...]:
        """The same, once the other side has said something after it, the socket has ended, or time is up."""

        def came() -> bool:
            return self.state != "open" or any(one.number > after and not one.sent for one in self._said)

        with self._changed:
            self._changed.wait_for(came, seconds)
        return self.said(after)

    def send(self, text: str) -> int:
        """Send a message; its number. Raises ConnectionFailed where the socket has ended, ValidationFailed."""
        from wsproto.events import TextMessage

        size = len(text.encode("utf-8", "replace"))
        if size > LONGEST:
            raise ValidationFailed(f"a message has at most {LONGEST} bytes", actions=())
        with self._changed:
            if self.state != "open":
                raise ConnectionFailed(f"the socket is not open any more: {self.state}", actions=())
            self._outbox.append(TextMessage(text))
            return self._note(True, clean_text(text), size, False)

    def close(self) -> None:
        """Say goodbye and end the connection; harmless when it has ended."""
        from wsproto.events import CloseConnection

        with self._changed:
            if self.state == "open":
                self._outbox.append(CloseConnection(1000))
                self._end("closed by us")

    # --- on its own thread, but for the beginning

    def _agree(self, url: WebUrl, headers: Headers, clock: Clock) -> None:
        from wsproto.events import AcceptConnection, RejectConnection, Request
        from wsproto.utilities import RemoteProtocolError

        asked = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
        target = url.path + url.query
        try:
            self._stream.settimeout(clock.remaining())
            self._stream.sendall(self._frames.send(Request(url.authority, target, extra_headers=asked)))
            while True:
                self._stream.settimeout(clock.remaining())
                self._frames.receive_data(self._stream.recv(_CHUNK) or None)
                for event in self._frames.events():
                    if isinstance(event, AcceptConnection):
                        return
                    status = event.status_code if isinstance(event, RejectConnection) else 0
                    said = f"it answered {status}" if status else "it ended the connection"
                    raise ConnectionFailed(f"{url.host} takes no WebSocket here: {said}", url=url.text)
        except TimeoutError:
            clock.remaining()
            raise TimedOut(f"{url.host} did not take the WebSocket in time", url=url.text) from None
        except (OSError, RemoteProtocolError) as fault:
            words = f"{url.host} takes no WebSocket here: {clean(str(fault))[:200]}"
            raise ConnectionFailed(words, url=url.text) from None

    def _serve(self) -> None:
        from wsproto.utilities import LocalProtocolError, RemoteProtocolError

        why = "the connection was lost"
        try:
            self._take_all()  # what came with the agreement
            while self._send_all():
                self._stream.settimeout(LOOK)
                try:
                    data = self._stream.recv(_CHUNK)
                except TimeoutError:
                    continue
                self._frames.receive_data(data or None)
                self._take_all()
        except (OSError, LocalProtocolError, RemoteProtocolError, LighttermError) as fault:
            why = clean(str(fault))[:200] or why
        finally:
            with suppress(OSError):
                self._stream.close()
            with self._changed:
                self._end(why)

    def _send_all(self) -> bool:
        """Send what there is to be sent; whether the socket is open."""
        while self._outbox:
            self._stream.settimeout(SEND_SECONDS)
            self._stream.sendall(self._frames.send(self._outbox.popleft()))
        return self.state == "open"

    def _take_all(self) -> None:
        from wsproto import events

        for event in self._frames.events():
            if isinstance(event, events.TextMessage | events.BytesMessage):
                self._take(event.data, event.message_finished)
            elif isinstance(event, events.Ping):
                self._outbox.append(event.response())
            elif isinstance(event, events.CloseConnection):
                with self._changed:
                    ours = self.state != "open"
                    self._end(f"closed by the server: {event.code} {clean(event.reason or '')[:200]}".rstrip())
                if not ours:
                    self._outbox.append(event.response())

    def _take(self, piece: str | bytes | bytearray, is_last: bool) -> None:
        self._pieces.append(piece)
        size = sum(len(one.encode()) if isinstance(one, str) else len(one) for one in self._pieces)
        if size > LONGEST:
            from wsproto.events import CloseConnection

            self._outbox.append(CloseConnection(1009))
            with self._changed:
                self._end(f"a message of more than {LONGEST} bytes came")
            return
        if is_last:
            pieces, self._pieces = self._pieces, []
            binary = isinstance(piece, bytes | bytearray)
            text = f"{size} bytes" if binary else "".join(map(str, pieces))
            with self._changed:
                self._note(False, clean_text(text), size, binary)

    def _note(self, sent: bool, text: str, size: int, binary: bool) -> int:
        self._last += 1
        self._said.append(Said(self._last, time.time(), sent, text, size, binary))
        self._changed.notify_all()
        return self._last

    def _end(self, why: str) -> None:
        if self.state == "open":
            self.state = why
            self._changed.notify_all()
