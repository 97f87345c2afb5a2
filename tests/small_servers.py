"""Loopback servers that take one line and answer (gemini, gopher, finger), and a small one for ftp."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterable


class _Quiet(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is none."""


class Running:
    """A server in a thread; `asked` is every line that came."""

    def __init__(self, handler: type[socketserver.BaseRequestHandler]) -> None:
        self.asked: list[bytes] = []
        self._server = _Quiet(("127.0.0.1", 0), handler)
        self._server.owner = self  # type: ignore[attr-defined]
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class LineServer(Running):
    """Answers each line with what `answer` makes of it, or piece by piece; None says nothing until the client goes."""

    def __init__(
        self, answer: Callable[[bytes], bytes | Iterable[bytes] | None], context: ssl.SSLContext | None = None
    ) -> None:
        self.answer = answer
        self.context = context
        super().__init__(_Line)


class _Line(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        owner: LineServer = self.server.owner  # type: ignore[attr-defined]
        sock: socket.socket = self.request
        with contextlib.suppress(OSError):
            if owner.context is not None:
                sock = owner.context.wrap_socket(sock, server_side=True)
            line = sock.makefile("rb").readline().rstrip(b"\r\n")
            owner.asked.append(line)
            answer = owner.answer(line)
            if answer is None:
                sock.recv(1)
            else:
                for piece in (answer,) if isinstance(answer, bytes) else answer:
                    sock.sendall(piece)
            if isinstance(sock, ssl.SSLSocket):
                sock.unwrap()
        sock.close()


class PlainServer(Running):
    """A page over HTTP; a client that begins TLS gets `refusal`, and the connection ends."""

    def __init__(self, refusal: bytes) -> None:
        self.refusal = refusal
        super().__init__(_Plain)


class _Plain(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        owner: PlainServer = self.server.owner  # type: ignore[attr-defined] # Running sets it
        data = self.request.recv(65536)
        page = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>In the clear."
        with contextlib.suppress(OSError):
            self.request.sendall(owner.refusal if data[:1] == b"\x16" else page)


class FtpServer(Running):
    """Files by their paths, and directories that end with a slash; `mlsd` says whether it knows that command."""

    def __init__(
        self,
        files: dict[str, bytes],
        password: str = "",
        mlsd: bool = True,
        sized: bool = False,
        breaks: tuple[int, ...] = (),
    ) -> None:
        self.files = files
        self.sized = sized
        """Whether it says how large files are and of when, and goes on in the middle of one."""
        self.breaks = list(breaks)
        """After how many bytes it breaks off the next files."""
        self.password = password
        self.mlsd = mlsd
        super().__init__(_Ftp)


class _Ftp(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.owner: FtpServer = self.server.owner  # type: ignore[attr-defined]
        self.cwd = "/"
        self.start = 0
        self.passive: socket.socket | None = None
        self._say("220 ready")
        while line := self.rfile.readline():
            self.owner.asked.append(line.strip())
            verb, _, rest = line.decode().strip().partition(" ")
            handler = getattr(self, f"do_{verb.lower()}", None)
            if handler is None:
                self._say("502 not known")
            else:
                handler(rest)

    def finish(self) -> None:
        if self.passive is not None:
            self.passive.close()
        super().finish()

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def do_user(self, _name: str) -> None:
        self._say("331 password")

    def do_pass(self, word: str) -> None:
        self._say("230 in" if not self.owner.password or word == self.owner.password else "530 no")

    def do_type(self, _kind: str) -> None:
        self._say("200 fine")

    def do_epsv(self, _rest: str) -> None:
        self._say("502 not known")

    def do_pasv(self, _rest: str) -> None:
        if self.passive is not None:
            self.passive.close()
        self.passive = socket.create_server(("127.0.0.1", 0))
        port = self.passive.getsockname()[1]
        self._say(f"227 (10,9,8,7,{port // 256},{port % 256})")  # an address that nobody is to believe

    def _send(self, data: bytes, end: str = "226 done") -> None:
        assert self.passive is not None
        self._say("150 coming")
        sock, _ = self.passive.accept()
        with sock, contextlib.suppress(OSError):  # of who goes away
            sock.sendall(data)
        self.passive.close()
        self._say(end)

    def do_size(self, path: str) -> None:
        known = self.owner.sized and path in self.owner.files
        self._say(f"213 {len(self.owner.files[path])}" if known else "502 not known")

    def do_mdtm(self, path: str) -> None:
        self._say("213 20200102030405" if self.owner.sized else "502 not known")

    def do_rest(self, start: str) -> None:
        self.start = int(start)
        self._say("350 from there")

    def do_retr(self, path: str) -> None:
        if path in self.owner.files:
            data, self.start = self.owner.files[path][self.start :], 0
            if self.owner.breaks:
                self._send(data[: self.owner.breaks.pop(0)], "426 broken off")
            else:
                self._send(data)
        else:
            self._say("550 no such file")

    def do_cwd(self, path: str) -> None:
        folder = path.rstrip("/") + "/"
        if any(name.startswith(folder) for name in self.owner.files):
            self.cwd = folder
            self._say("250 there")
        else:
            self._say("550 no such directory")

    def _entries(self) -> list[tuple[str, bool]]:
        inner = [name.removeprefix(self.cwd) for name in self.owner.files if name.startswith(self.cwd)]
        return sorted({(name.partition("/")[0], "/" in name) for name in inner})

    def do_opts(self, _rest: str) -> None:
        self._say("200 fine")

    def do_mlsd(self, _rest: str) -> None:
        if not self.owner.mlsd:
            self._say("502 not known")
            return
        lines = [
            f"type={'dir' if folder else 'file'};size=7;modify=20200102030405; {n}" for n, folder in self._entries()
        ]
        self._send("".join(f"{line}\r\n" for line in [f"type=cdir; {self.cwd}", "type=pdir; ..", *lines]).encode())

    def do_nlst(self, _rest: str) -> None:
        self._send("".join(f"{name}\r\n" for name, _ in self._entries()).encode())
