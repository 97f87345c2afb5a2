"""HTTP/2 as a client speaks it (RFC 9113), over the `h2` state machine; imported only when a server chose it.

One exchange at a time on a connection: parallel loads take parallel connections. That keeps a stopped load from
tearing down its neighbours, and the code free of a reader thread.
"""

from __future__ import annotations

from contextlib import suppress

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

from lightterm.errors import BadReply, ConnectionFailed, CutOff
from lightterm.fetch.headers import header_of
from lightterm.fetch.http1 import MAX_INTERIM, Dropped, Head, Http1Required, header_too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.fetch.http1 import Call
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.wire import Wire

WINDOW = 1 << 24
# Frames that bring no load further (PING, SETTINGS, WINDOW_UPDATE ...) in a row before it is called an attack.
MAX_IDLE_EVENTS = 10_000
_Code = h2.errors.ErrorCodes


class Http2Connection:
    """A connection that carries one exchange after the other: `send`, `head`, `body`, again."""

    def __init__(self, wire: Wire, options: HttpOptions) -> None:
        self.wire = wire
        self.reusable = False
        self._options = options
        self._stream = 0
        self._head_seen = False
        self._going = False
        self._events: list[h2.events.Event] = []
        self._silence = f"the server was silent for {options.idle_timeout:g} s"
        self._h2 = h2.connection.H2Connection(
            h2.config.H2Configuration(client_side=True, header_encoding=None, validate_inbound_headers=False)
        )
        # h2 takes nothing more after a GOAWAY, yet a server that goes away ends what it has begun (RFC 9113, 6.8).
        is_open, machine = h2.connection.ConnectionState.CLIENT_OPEN, self._h2.state_machine
        stays = {(is_open, h2.connection.ConnectionInputs.RECV_GOAWAY): (None, is_open)}
        machine._transitions = machine._transitions | stays
        codes = h2.settings.SettingCodes
        self._h2.local_settings = h2.settings.Settings(
            client=True,
            initial_values={
                codes.ENABLE_PUSH: 0,
                codes.INITIAL_WINDOW_SIZE: WINDOW,
                codes.MAX_HEADER_LIST_SIZE: options.max_header_bytes,
            },
        )
        self._h2.decoder.max_header_list_size = options.max_header_bytes
        self._h2.initiate_connection()
        self._h2.increment_flow_control_window(WINDOW)

    def alive(self) -> bool:
        """Whether the idle connection still stands; frames that keep house (PING, SETTINGS) are taken in."""
        data = self.wire.waiting()
        if data is None:
            return True
        try:
            events = self._h2.receive_data(data)
        except h2.exceptions.ProtocolError:
            return False
        return bool(data) and not any(isinstance(event, h2.events.ConnectionTerminated) for event in events)

    def _flush(self) -> None:
        data = self._h2.data_to_send()
        if data:
            self.wire.send(data)

    def send(self, call: Call) -> None:
        """Send a request. Raises Dropped, or what the clock raises."""
        self.reusable = False
        self._events.clear()
        self.wire.received = 0
        headers = [
            (":method", call.method),
            (":authority", call.url.authority),
            (":scheme", call.url.scheme),
            (":path", call.url.target),
            *((name.lower(), value) for name, value in call.headers),
        ]
        raw = [(name.encode("ascii"), value.encode("utf-8")) for name, value in headers]
        try:
            self._stream = self._h2.get_next_available_stream_id()
            self._h2.send_headers(self._stream, raw, end_stream=call.data is None)
            self._flush()
            if call.data is not None:
                self._send_data(call.data)
        except h2.exceptions.ProtocolError as fault:
            raise Dropped(f"the HTTP/2 connection takes no more requests ({fault})") from None

    def _send_data(self, data: bytes) -> None:
        at = 0
        while at < len(data) and not self._answered():
            room = min(self._h2.local_flow_control_window(self._stream), self._h2.max_outbound_frame_size)
            if room > 0:
                self._h2.send_data(self._stream, data[at : at + room])
                at += room
                self._flush()
            else:
                self._pump(self._options.idle_timeout, self._silence)
        if at >= len(data):
            self._h2.end_stream(self._stream)
            self._flush()

    def _answered(self) -> bool:
        """Whether the server has answered or given up before the request was whole."""
        ends = (h2.events.StreamReset, h2.events.StreamEnded, h2.events.ConnectionTerminated)
        return any(isinstance(event, ends) for event in self._events)

    def _pump(self, patience: float, silence: str) -> None:
        """Read once and queue what it means for our stream."""
        self._flush_if_open()
        data = self.wire.receive(patience, silence)
        if not data:
            raise self._broken_off(f" ({self.wire.broken})" if self.wire.broken else "")
        try:
            events = self._h2.receive_data(data)
        except h2.exceptions.DenialOfServiceError:
            raise header_too_large(self._options.max_header_bytes) from None
        except h2.exceptions.InvalidBodyLengthError as fault:
            raise CutOff(f"the reply is not as long as it says ({fault})") from None
        except h2.exceptions.ProtocolError as fault:
            raise BadReply(f"the reply is not valid HTTP/2 ({fault})") from None
        self._flush_if_open()
        self._events += events

    def _flush_if_open(self) -> None:
        """Send acknowledgements; a server that has said all it wants may have closed already."""
        with suppress(ConnectionFailed):
            self._flush()

    def _broken_off(self, why: str) -> Dropped | CutOff:
        if self._head_seen:
            return CutOff(f"the reply broke off{why}")
        return Dropped(f"the server closed the connection without an answer{why}")

    def _next(self, patience: float, silence: str) -> h2.events.Event:
        """The next event of our stream."""
        for _ in range(MAX_IDLE_EVENTS):
            while not self._events:
                self._pump(patience, silence)
            event = self._events.pop(0)
            if isinstance(event, h2.events.ConnectionTerminated):
                self._goes_away(event)
            elif getattr(event, "stream_id", None) == self._stream:
                if isinstance(event, h2.events.StreamReset):
                    raise self._reset(event)
                return event
        raise BadReply("the server sends HTTP/2 frames without end and no reply")

    def _goes_away(self, event: h2.events.ConnectionTerminated) -> None:
        """GOAWAY: our stream still ends if the server counts it among those it handled."""
        self._going = True
        if event.error_code == _Code.HTTP_1_1_REQUIRED and not self._head_seen:
            raise Http1Required
        if event.error_code or (event.last_stream_id is not None and event.last_stream_id < self._stream):
            raise self._broken_off(f" ({_code_name(event.error_code)})")

    def _reset(self, event: h2.events.StreamReset) -> Dropped | Http1Required | BadReply | CutOff:
        if event.error_code == _Code.HTTP_1_1_REQUIRED and not self._head_seen:
            return Http1Required()
        if event.error_code == _Code.REFUSED_STREAM and not self._head_seen:
            return Dropped("the server refused the HTTP/2 stream")
        if not self._head_seen:
            return BadReply(f"the server reset the HTTP/2 stream without an answer ({_code_name(event.error_code)})")
        return CutOff(f"the reply broke off ({_code_name(event.error_code)})")

    def head(self) -> Head:
        """The head of the final reply. Raises Dropped (nothing came), CutOff, BadReply, TooLarge, TimedOut."""
        self._head_seen = False
        first = self._options.first_byte_timeout
        interim = 0
        while interim <= MAX_INTERIM:
            event = self._next(first, f"no answer within {first:g} s")
            if isinstance(event, h2.events.ResponseReceived):
                self._head_seen = True
                return _head(event.headers)
            if isinstance(event, h2.events.InformationalResponseReceived):
                interim += 1
        raise BadReply(f"more than {MAX_INTERIM} interim replies and no final one")

    def body(self) -> Iterator[bytes]:
        """The body's bytes. Raises CutOff, BadReply, TimedOut, Cancelled."""
        while True:
            event = self._next(self._options.idle_timeout, self._silence)
            if isinstance(event, h2.events.DataReceived):
                self._h2.acknowledge_received_data(event.flow_controlled_length or 0, self._stream)
                yield event.data or b""
            elif isinstance(event, h2.events.StreamEnded):
                self._flush_if_open()
                self.reusable = not self._going and not self.wire.broken
                return

    def close(self) -> None:
        self.wire.close()


def _code_name(code: int | None) -> str:
    try:
        return _Code(code or 0).name.replace("_", " ").lower()
    except ValueError:
        return f"error {code}"


def _head(raw: list[tuple[bytes, bytes]] | None) -> Head:
    status = 0
    headers: list[tuple[str, str]] = []
    for name, value in raw or []:
        if name == b":status" and len(value) == 3 and value.isdigit():
            status = int(value)
        elif not name.startswith(b":"):
            headers.append(header_of(name, value))
    if status < 200:
        raise BadReply("the reply has no valid status")
    return Head(status, "", "HTTP/2", tuple(headers))
