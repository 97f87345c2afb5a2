"""Loopback servers for tests: HTTP/1.1 that can say anything, HTTP/2, TLS, an HTTP proxy and a SOCKS5 proxy.

    server.page("/", "<h1>Hi</h1>")                     a page
    server.page("/x", b"...", "image/png", status=404, headers=[("X-A", "b")])
    server.redirect("/old", "/new", 301)
    server.on("/odd", lambda asked, talk: talk.send(b"HTTP/1.1 200 OK\\r\\n\\r\\nuntil closed"))
    server.url("/odd")                                   http://127.0.0.1:PORT/odd
    server.log                                           every request as an `Asked`, in order

A handler gets what was asked and the conversation. It may `reply`, `send` raw bytes, `chunk`, `hold` (say nothing until
the client goes away), `drip`, `close` or `reset`. `/echo` answers with JSON of the request, `/status/404` with that
status. An unknown path is a 404. Handlers for a path see any query.
"""

from __future__ import annotations

import hashlib
import json
import select
import socket
import ssl
import struct
import threading
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

Pairs = Sequence[tuple[str, str]]


class Asked:
    """One request as the server read it."""

    def __init__(self, method: str, target: str, version: str, headers: list[tuple[str, str]], body: bytes) -> None:
        self.method = method
        self.target = target
        self.path, _, self.query = target.partition("?")
        self.version = version
        self.headers = headers
        self.body = body
        self.connection = 0
        """Which connection of the server it came over, counted from 1."""

    def header(self, name: str) -> str | None:
        """The first header of that name, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def names(self) -> list[str]:
        """Header names as they came, in order."""
        return [name for name, _ in self.headers]

    def as_json(self) -> bytes:
        """Method, target, headers and body, for `/echo`."""
        body = self.body.decode("utf-8", "replace")
        return json.dumps(
            {"method": self.method, "target": self.target, "headers": self.headers, "body": body}
        ).encode()


class Talk:
    """The server's side of one connection."""

    def __init__(self, sock: socket.socket, stopping: threading.Event) -> None:
        self.sock = sock
        self.stopping = stopping
        self.open = True
        self.method = "GET"
        self._ahead = b""

    def send(self, data: bytes) -> None:
        """Send raw bytes; a client that is gone ends the handler quietly."""
        self.sock.sendall(data)

    def reply(
        self,
        body: bytes | str = b"",
        status: int = 200,
        headers: Pairs = (),
        content_type: str = "text/html; charset=utf-8",
        reason: str = "Because",
    ) -> None:
        """A whole reply with its Content-Length."""
        data = body.encode() if isinstance(body, str) else body
        self.head(status, [("Content-Type", content_type), ("Content-Length", str(len(data))), *headers], reason)
        if self.method != "HEAD":
            self.send(data)

    def head(self, status: int = 200, headers: Pairs = (), reason: str = "Because") -> None:
        """Status line and headers only."""
        lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers), "", ""]
        self.send("\r\n".join(lines).encode("utf-8"))

    def chunk(self, data: bytes) -> None:
        """One chunk of a chunked body; an empty one ends it."""
        self.send(b"%x\r\n%s\r\n" % (len(data), data))

    def drip(self, data: bytes, seconds: float) -> None:
        """One byte every `seconds`, until the client goes away."""
        for byte in data:
            self.send(bytes([byte]))
            if self.stopping.wait(seconds):
                return

    def hold(self) -> None:
        """Say nothing until the client closes or the server stops."""
        while not self.stopping.is_set():
            ready, _, _ = select.select([self.sock], [], [], 0.05)
            if ready and not self.sock.recv(65536):
                return

    def close(self) -> None:
        """End the conversation after this reply."""
        self.open = False

    def reset(self) -> None:
        """Drop the connection with a TCP reset."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()
        self.open = False

    def read_line(self) -> bytes:
        while b"\n" not in self._ahead:
            data = self.sock.recv(65536)
            if not data:
                return b""
            self._ahead += data
        line, _, self._ahead = self._ahead.partition(b"\n")
        return line.rstrip(b"\r")

    def read(self, size: int) -> bytes:
        while len(self._ahead) < size:
            data = self.sock.recv(65536)
            if not data:
                break
            self._ahead += data
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        return data

    def read_request(self) -> Asked | None:
        """The next request, or None when the client is done."""
        first = self.read_line()
        if not first:
            return None
        method, target, version = first.decode("latin-1").split(" ", 2)
        headers = []
        while line := self.read_line():
            name, _, value = line.decode("utf-8", "replace").partition(":")
            headers.append((name, value.strip()))
        asked = Asked(method, target, version, headers, b"")
        length = asked.header("content-length")
        if length:
            asked.body = self.read(int(length))
        return asked


Handler = Callable[[Asked, Talk], None]


class Listener:
    """A listening socket on 127.0.0.1 and a thread for each connection."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.connections = 0
        self.failures: list[BaseException] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while not self.stopping.is_set():
            try:
                sock, _ = self._socket.accept()
            except OSError:
                return
            if self.stopping.is_set():
                sock.close()
                return
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.connections += 1
                thread = threading.Thread(target=self._serve, args=(sock, self.connections), daemon=True)
                self._threads.append(thread)
            thread.start()

    def _serve(self, sock: socket.socket, number: int) -> None:
        with self._lock:
            self._open.add(sock)
        try:
            with suppress(OSError):
                self.talk(sock, number)
        except Exception as fault:
            self.failures.append(fault)
        finally:
            sock.close()
            with self._lock:
                self._open = {each for each in self._open if each.fileno() >= 0}

    def talk(self, sock: socket.socket, number: int) -> None:
        """Serve one connection."""
        raise NotImplementedError

    def secure(self, sock: socket.socket, context: ssl.SSLContext) -> ssl.SSLSocket:
        """TLS over an accepted socket."""
        wrapped = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        with self._lock:
            self._open.discard(sock)
            self._open.add(wrapped)
        try:
            wrapped.do_handshake()
        except BaseException:
            wrapped.close()
            raise
        return wrapped

    def stop(self) -> None:
        """Close everything and wait for the threads; a handler's own failure is raised here."""
        self.stopping.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with self._lock:
            for sock in self._open:
                with suppress(OSError):
                    socket.socket.shutdown(sock, socket.SHUT_RDWR)
            threads = list(self._threads)
        for thread in threads:
            thread.join(5)
        if self.failures:
            raise self.failures[0]


class Routes(Listener):
    """What is said at which path."""

    scheme = "http"

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host
        self.log: list[Asked] = []
        self._handlers: dict[str, Handler] = {}
        super().__init__()

    def url(self, path: str = "/", host: str | None = None) -> str:
        """An absolute URL of this server; `host` for another name of it ("localhost")."""
        return f"{self.scheme}://{host or self.host}:{self.port}{path}"

    def on(self, path: str, handler: Handler) -> None:
        """Have `handler(asked, talk)` answer for `path`."""
        self._handlers[path] = handler

    def page(
        self,
        path: str,
        body: bytes | str,
        content_type: str = "text/html; charset=utf-8",
        status: int = 200,
        headers: Pairs = (),
    ) -> str:
        """A fixed reply at `path`; returns its URL."""
        self.on(path, lambda asked, talk: talk.reply(body, status, headers, content_type))
        return self.url(path)

    def redirect(self, path: str, location: str, status: int = 302, headers: Pairs = ()) -> str:
        """A redirect at `path`; returns its URL."""
        self.on(path, lambda asked, talk: talk.reply("moved", status, [("Location", location), *headers]))
        return self.url(path)

    def replies(self, path: str, *handlers: Handler) -> str:
        """One handler after the other for the requests to `path`; the last one stays. Returns the URL."""
        left = list(handlers)
        self.on(path, lambda asked, talk: (left.pop(0) if len(left) > 1 else left[0])(asked, talk))
        return self.url(path)

    def asked(self, path: str) -> list[Asked]:
        """The requests for `path` so far."""
        return [asked for asked in self.log if asked.path == path]

    def answer(self, asked: Asked, talk: Talk) -> None:
        """Log a request and answer it."""
        self.log.append(asked)
        talk.method = asked.method
        handler = self._handlers.get(asked.path)
        if handler is not None:
            handler(asked, talk)
        elif asked.path == "/echo":
            talk.reply(asked.as_json(), content_type="application/json")
        elif asked.path.startswith("/status/"):
            talk.reply(f"<h1>{asked.path[8:]}</h1>", int(asked.path[8:]))
        else:
            talk.reply("<h1>no such page</h1>", 404)


class Server(Routes):
    """HTTP/1.1, over TLS when given a context (see `tls_context`)."""

    def __init__(self, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self._tls = tls
        if tls is not None:
            self.scheme = "https"
        super().__init__(host)

    def talk(self, sock: socket.socket, number: int) -> None:
        if self._tls is not None:
            sock = self.secure(sock, self._tls)
        with sock:
            talk = Talk(sock, self.stopping)
            while talk.open and not self.stopping.is_set():
                asked = talk.read_request()
                if asked is None:
                    return
                asked.connection = number
                self.answer(asked, talk)
                if asked.header("connection") == "close":
                    break
            if isinstance(sock, ssl.SSLSocket):
                with suppress(OSError):
                    sock.settimeout(0)  # says its goodbye and does not wait for the other's
                    sock.unwrap()


class H2Talk(Talk):
    """The server's side of one HTTP/2 stream; `send`, `chunk` and `close` are replaced by HTTP/2's own."""

    def __init__(self, sock: socket.socket, stopping: threading.Event, state: object, stream: int) -> None:
        super().__init__(sock, stopping)
        self.h2 = state
        self.stream = stream

    def reply(
        self,
        body: bytes | str = b"",
        status: int = 200,
        headers: Pairs = (),
        content_type: str = "text/html; charset=utf-8",
        reason: str = "",
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.head(status, [("content-type", content_type), ("content-length", str(len(data))), *headers])
        self.data(data if self.method != "HEAD" else b"", end=True)

    def head(self, status: int = 200, headers: Pairs = (), reason: str = "") -> None:
        self.h2.send_headers(self.stream, [(":status", str(status)), *((n.lower(), v) for n, v in headers)])
        self.flush()

    def data(self, data: bytes, end: bool = False) -> None:
        """DATA frames, waiting for the client's window where it is full."""
        while data:
            room = min(self.h2.local_flow_control_window(self.stream), self.h2.max_outbound_frame_size)
            if room <= 0:
                self.h2.receive_data(self.sock.recv(65536))
                continue
            self.h2.send_data(self.stream, data[:room])
            data = data[room:]
            self.flush()
        if end:
            self.h2.end_stream(self.stream)
            self.flush()

    def rst(self, code: int = 2) -> None:
        """RST_STREAM; 2 is INTERNAL_ERROR, 7 REFUSED_STREAM."""
        self.h2.reset_stream(self.stream, code)
        self.flush()

    def flush(self) -> None:
        self.sock.sendall(self.h2.data_to_send())


class H2Server(Routes):
    """HTTP/2 over TLS; handlers get an `H2Talk`."""

    scheme = "https"

    def __init__(self, tls: ssl.SSLContext, host: str = "127.0.0.1") -> None:
        self._tls = tls
        tls.set_alpn_protocols(["h2"])
        super().__init__(host)

    def talk(self, sock: socket.socket, number: int) -> None:
        import h2.config
        import h2.connection
        import h2.events
        import h2.exceptions

        with self.secure(sock, self._tls) as wrapped:
            state = h2.connection.H2Connection(
                h2.config.H2Configuration(client_side=False, header_encoding="utf-8", validate_outbound_headers=False)
            )
            state.initiate_connection()
            wrapped.sendall(state.data_to_send())
            open_streams: dict[int, Asked] = {}
            while data := wrapped.recv(65536):
                try:
                    events = state.receive_data(data)
                except h2.exceptions.ProtocolError:
                    if state.state_machine.state is h2.connection.ConnectionState.CLOSED:
                        return  # asked before our GOAWAY was read: to be asked again elsewhere
                    raise
                for event in events:
                    if isinstance(event, h2.events.RequestReceived):
                        open_streams[event.stream_id] = _asked_over_h2(event.headers, number)
                    elif isinstance(event, h2.events.DataReceived):
                        open_streams[event.stream_id].body += event.data
                        state.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, h2.events.StreamEnded):
                        asked = open_streams.pop(event.stream_id)
                        talk = H2Talk(wrapped, self.stopping, state, event.stream_id)
                        self.answer(asked, talk)
                        if not talk.open:
                            return
                wrapped.sendall(state.data_to_send())


def _asked_over_h2(headers: Pairs, number: int) -> Asked:
    pseudo = {name: value for name, value in headers if name.startswith(":")}
    plain = [(name, value) for name, value in headers if not name.startswith(":")]
    asked = Asked(pseudo[":method"], pseudo[":path"], "HTTP/2", [("host", pseudo[":authority"]), *plain], b"")
    asked.connection = number
    return asked


class HttpProxy(Listener):
    """An HTTP proxy with CONNECT. `log` holds what was asked of it, `hosts` where names of its own lead.

    `hosts["example.test:80"] = ("127.0.0.1", server.port)` makes a name that only the proxy knows. With `digest` it
    wants RFC 7616's SHA-256 answers to the last of `nonces`; a good answer to an earlier one is called stale.
    """

    def __init__(
        self, name: str = "", password: str = "", tls: ssl.SSLContext | None = None, digest: bool = False
    ) -> None:
        self.nonces = ["first"] if digest else []
        self._name, self._password = name, password
        self.log: list[Asked] = []
        self.hosts: dict[str, tuple[str, int]] = {}
        self._secret = "Basic " + b64encode(f"{name}:{password}".encode()).decode() if name else ""
        self._tls = tls
        super().__init__()

    @property
    def url(self) -> str:
        """The proxy's address without credentials."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    def talk(self, sock: socket.socket, number: int) -> None:
        if self._tls is not None:
            sock = self.secure(sock, self._tls)
        with sock:
            talk = Talk(sock, self.stopping)
            asked = talk.read_request()
            if asked is None:
                return
            self.log.append(asked)
            challenge = self._challenge(asked)
            if challenge:
                talk.reply("<h1>who are you?</h1>", 407, [("Proxy-Authenticate", challenge)])
                return
            if asked.method == "CONNECT":
                with self._upstream(asked.target) as upstream:
                    talk.send(b"HTTP/1.1 200 Tunnel\r\n\r\n")
                    pump(sock, upstream, self.stopping)
                return
            host, _, path = asked.target.partition("://")[2].partition("/")
            with self._upstream(host if ":" in host else host + ":80") as upstream:
                lines = [f"{asked.method} /{path} HTTP/1.1"]
                lines += [f"{n}: {v}" for n, v in asked.headers if not n.lower().startswith("proxy-")]
                upstream.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode() + asked.body)
                pump(sock, upstream, self.stopping)

    def _challenge(self, asked: Asked) -> str:
        """What a request without the right sign-in is answered with, "" for one that has it."""
        told = asked.header("proxy-authorization") or ""
        if not self.nonces:
            return 'Basic realm="proxy"' if told != self._secret else ""
        given = {key: value.strip('"') for key, _, value in (part.partition("=") for part in told[7:].split(", "))}
        good = False
        if told.startswith("Digest "):
            secret, request = (
                hashlib.sha256(text.encode()).hexdigest()
                for text in (f"{self._name}:proxy:{self._password}", f"{asked.method}:{asked.target}")
            )
            proof = f"{secret}:{given['nonce']}:{given['nc']}:{given['cnonce']}:auth:{request}"
            good = given["response"] == hashlib.sha256(proof.encode()).hexdigest() and given["nonce"] in self.nonces
        if good and given["nonce"] == self.nonces[-1]:
            return ""
        stale = ", stale=true" if good else ""
        return f'Digest realm="proxy", nonce="{self.nonces[-1]}", qop="auth", algorithm=SHA-256{stale}'

    def _upstream(self, target: str) -> socket.socket:
        host, _, port = target.rpartition(":")
        return socket.create_connection(self.hosts.get(target, (host, int(port))), 5)


class SocksProxy(Listener):
    """A SOCKS proxy of versions 5, 4 and 4a. `log` holds (host, port) as asked, `hosts` as in `HttpProxy`."""

    def __init__(self, name: str = "", password: str = "") -> None:
        self.log: list[tuple[str, int]] = []
        self.hosts: dict[str, tuple[str, int]] = {}
        self._sign_in = (name, password) if name else None
        self.waits = False
        """Whether the answer to the next one comes together with what the server says first."""
        super().__init__()

    def talk(self, sock: socket.socket, number: int) -> None:
        with sock:
            talk = Talk(sock, self.stopping)
            head = talk.read(2)
            if head[:1] in (b"", b"\x04"):
                if head:
                    self._talk_4(sock, talk)
                return
            methods = talk.read(head[1])
            if self._sign_in is None:
                talk.send(b"\x05\x00")
            elif b"\x02" not in methods:
                talk.send(b"\x05\xff")
                return
            else:
                talk.send(b"\x05\x02")
                name = talk.read(talk.read(2)[1]).decode()
                password = talk.read(talk.read(1)[0]).decode()
                talk.send(b"\x01\x00" if (name, password) == self._sign_in else b"\x01\x01")
                if (name, password) != self._sign_in:
                    return
            host = self._read_host(talk)
            port = int.from_bytes(talk.read(2), "big")
            self.log.append((host, port))
            try:
                upstream = socket.create_connection(self.hosts.get(f"{host}:{port}", (host, port)), 5)
            except OSError:
                talk.send(b"\x05\x05\x00\x01" + bytes(6))
                return
            with upstream:
                waits, self.waits = self.waits, False
                talk.send(b"\x05\x00\x00\x01" + bytes(6) + (upstream.recv(100) if waits else b""))
                pump(sock, upstream, self.stopping)

    def _talk_4(self, sock: socket.socket, talk: Talk) -> None:
        port, address = int.from_bytes(talk.read(2), "big"), talk.read(4)
        name = self._to_zero(talk)
        host = self._to_zero(talk) if address[:3] == bytes(3) else socket.inet_ntoa(address)
        self.log.append((host, port))
        try:
            if self._sign_in is not None and name != self._sign_in[0]:
                talk.send(b"\x00\x5d" + bytes(6))
                return
            upstream = socket.create_connection(self.hosts.get(f"{host}:{port}", (host, port)), 5)
        except OSError:
            talk.send(b"\x00\x5b" + bytes(6))
            return
        with upstream:
            talk.send(b"\x00\x5a" + bytes(6))
            pump(sock, upstream, self.stopping)

    @staticmethod
    def _to_zero(talk: Talk) -> str:
        said = b""
        while (byte := talk.read(1)) != b"\0":
            said += byte
        return said.decode()

    def _read_host(self, talk: Talk) -> str:
        kind = talk.read(4)[3]
        if kind == 3:
            return talk.read(talk.read(1)[0]).decode()
        family, size = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
        return socket.inet_ntop(family, talk.read(size))


def pump(a: socket.socket, b: socket.socket, stopping: threading.Event) -> None:
    """Carry bytes both ways until one side ends."""
    while not stopping.is_set():
        ready = [sock for sock in (a, b) if isinstance(sock, ssl.SSLSocket) and sock.pending()]
        ready = ready or select.select([a, b], [], [], 0.05)[0]
        for sock in ready:
            data = sock.recv(65536)
            if not data:
                return
            (b if sock is a else a).sendall(data)


class Authority:
    """A certificate authority for tests."""

    def __init__(self) -> None:
        import trustme

        self._ca = trustme.CA()

    def write(self, path: str) -> str:
        """Write the CA's certificate as PEM; returns `path`."""
        self._ca.cert_pem.write_to_path(path)
        return path

    def issue(self, *names: str, **options: object) -> object:
        """A certificate for `names`; options as of `trustme.CA.issue_cert` (not_after, common_name ...)."""
        return self._ca.issue_cert(*names, **options)

    def trust(self, context: ssl.SSLContext) -> None:
        """Have a context accept this CA's certificates."""
        self._ca.configure_trust(context)

    def self_signed(self, path: str) -> ssl.SSLContext:
        """A server's context whose certificate is this CA's own; `path` takes its PEM file."""
        Path(path).write_bytes(self._ca.private_key_pem.bytes() + self._ca.cert_pem.bytes())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def context(self, *names: str, **options: object) -> ssl.SSLContext:
        """A server's context with a certificate for `names` (127.0.0.1 and localhost when none are given)."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.issue(*(names or ("127.0.0.1", "localhost")), **options).configure_cert(context)
        return context


def lone(path: Path, *names: str, begins: str = "2019-01-01", ends: str = "2020-01-01") -> ssl.SSLContext:
    """A server's context whose certificate nobody but itself vouches for: the same bytes each time, put into `path`."""
    from datetime import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    whose = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    certificate = (
        x509.CertificateBuilder(whose, whose, key.public_key(), 1)
        .not_valid_before(datetime.fromisoformat(begins))
        .not_valid_after(datetime.fromisoformat(ends))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), False)
        .sign(key, None)
    )
    pem = certificate.public_bytes(Encoding.PEM)
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def guarded(asked: Asked, talk: Talk) -> None:
    """A page for `me` with the password `secret` alone."""
    if asked.header("authorization") == "Basic bWU6c2VjcmV0":
        talk.reply("<p>The guarded page.")
    else:
        talk.reply("no", 401, [("WWW-Authenticate", 'Basic realm="x"')])
