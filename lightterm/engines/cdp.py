"""A small synchronous client of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/).

One thread reads; calls wait for their answers with a deadline each, and events go to a listener as they come.
wsproto frames the WebSocket (RFC 6455): 33 ms to import and no threads, where websockets' client takes 60 and brings
a thread of its own beside ours.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic

from lightterm.errors import BrowserError, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wsproto import WSConnection
    from wsproto.events import Event

    Message = dict[str, Any]

SEND_SECONDS = 5
"""A browser that reads nothing for so long is taken for dead."""
_CHUNK = 1 << 18


class CallFailed(BrowserError):
    """The browser refused a call, or the script it was to run failed."""


class Closed(BrowserError):
    """The connection ended: the browser is gone or has given the page up."""


class Connection:
    """A connection to a browser's Unix socket. `listener` is shown every event, on the reading thread: be quick."""

    def __init__(
        self, path: str, seconds: float, listener: Callable[[str, Message], None], alive: Callable[[], bool]
    ) -> None:
        """Connect within `seconds`, while the browser is `alive`. Raises BrowserError."""
        from wsproto import ConnectionType, WSConnection

        self._listener = listener
        self._frames: WSConnection = WSConnection(ConnectionType.CLIENT)
        self._sending = threading.Lock()
        self._waiting: dict[int, SimpleQueue[Message]] = {}
        self._last = 0
        self.closed = threading.Event()
        self._opened: SimpleQueue[bool] = SimpleQueue()
        self._pieces: list[str] = []
        self._socket = _dial(path, seconds, alive)
        threading.Thread(target=self._read, name="reads CDP", daemon=True).start()
        self._greet(seconds)

    def call(self, method: str, seconds: float, session: str = "", **parameters: object) -> Message:
        """The result of `method`. Raises CallFailed, TimedOut after `seconds`, Closed."""
        return self.answer(self.begin(method, session, **parameters), seconds, method)

    def begin(self, method: str, session: str = "", **parameters: object) -> int:
        """Send a call without waiting for its answer; the number to ask `answer` with. Raises Closed."""
        return self._post(method, session, parameters, True)

    def tell(self, method: str, session: str = "", **parameters: object) -> None:
        """Send a call whose answer nobody wants. Raises Closed."""
        self._post(method, session, parameters, False)

    def _post(self, method: str, session: str, parameters: Message, wanted: bool) -> int:
        from wsproto.events import TextMessage

        with self._sending:
            self._last += 1
            number = self._last
            if wanted:
                self._waiting[number] = SimpleQueue()
            message: Message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            self._send(TextMessage(json.dumps(message)))
            if self.closed.is_set() and wanted:
                self._waiting[number].put({})
        return number

    def answer(self, number: int, seconds: float, method: str = "call") -> Message:
        """The result of a call that was begun. Raises as `call` does."""
        try:
            message = self._waiting[number].get(timeout=max(seconds, 0.001))
        except Empty:
            raise TimedOut(f"the browser did not answer {method} in {seconds:.3g} s") from None
        finally:
            self._waiting.pop(number, None)
        if "result" in message:
            result: Message = message["result"]
            return result
        if not message:
            raise Closed("the browser ended the connection")
        raise CallFailed(f"{method}: {message.get('error', {}).get('message', 'no reason given')}")

    def close(self) -> None:
        """End the connection; harmless when it has ended."""
        self.closed.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _greet(self, seconds: float) -> None:
        from wsproto.events import Request

        with self._sending:
            self._send(Request(host="localhost", target="/"))
        try:
            accepted = self._opened.get(timeout=seconds)
        except Empty:
            accepted = False
        if not accepted:
            self.close()
            raise BrowserError("the browser does not take the connection")

    def _send(self, event: Event) -> None:
        from wsproto.utilities import LocalProtocolError

        try:
            self._socket.sendall(self._frames.send(event))
        except (OSError, LocalProtocolError):
            self.close()
            raise Closed("the browser takes nothing any more") from None

    def _read(self) -> None:
        from wsproto.utilities import RemoteProtocolError

        try:
            while data := self._socket.recv(_CHUNK):
                self._frames.receive_data(data)
                for event in self._frames.events():
                    self._take(event)
        except (OSError, RemoteProtocolError, Closed, ValueError):
            pass
        finally:
            self.closed.set()
            self._socket.close()
            self._opened.put(False)
            for waiting in list(self._waiting.values()):
                waiting.put({})
            self._listener("closed", {})

    def _take(self, event: object) -> None:
        from wsproto import events

        if isinstance(event, events.TextMessage):
            self._pieces.append(event.data)
            if event.message_finished:
                text, self._pieces = "".join(self._pieces), []
                self._deliver(json.loads(text))
        elif isinstance(event, events.AcceptConnection):
            self._opened.put(True)
        elif isinstance(event, events.Ping):
            with self._sending:
                self._send(event.response())
        elif isinstance(event, events.RejectConnection | events.CloseConnection):
            raise Closed("the browser ended the connection")

    def _deliver(self, message: Message) -> None:
        number = message.get("id")
        if number is None:
            self._listener(message.get("method", ""), message.get("params", {}))
        elif (waiting := self._waiting.get(number)) is not None:
            waiting.put(message)


def _dial(path: str, seconds: float, alive: Callable[[], bool]) -> socket.socket:
    """A connected socket; a browser that is just starting is given `seconds` to listen."""
    until = monotonic() + seconds
    pause = threading.Event()
    while True:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.connect(path)
        except OSError as fault:
            sock.close()
            if monotonic() >= until or not alive():
                raise BrowserError(f"the browser does not listen: {fault.strerror}") from None
            pause.wait(0.004)
            continue
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))
        return sock
