"""Names to addresses, and addresses to a connected socket.

A name is resolved once for a connection; what was checked is what is connected to.
"""

from __future__ import annotations

import _thread
import errno
import os
import selectors
import socket

from lightterm.errors import ConnectionFailed, DnsFailed, LighttermError, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock

    # family, address and scope as connect() wants them
    Found = tuple[int, tuple[str, int] | tuple[str, int, int, int]]

# RFC 8305 section 5: how long one address gets before the next is tried beside it.
HEAD_START = 0.25


def resolve(host: str, port: int, clock: Clock) -> tuple[Found, ...]:
    """Every address of `host`, families alternating as RFC 8305 section 4 has it.

    Raises DnsFailed, or what the clock raises: getaddrinfo() itself cannot be interrupted, so it runs in a thread of
    its own that is left behind when time is up.
    """
    bare = host.strip("[]")
    if ":" in bare or bare.replace(".", "").isdigit():
        return _lookup(bare, port, socket.AI_NUMERICHOST)
    name = bare.rstrip(".")
    if name.endswith((".invalid", ".onion")):  # RFC 6761 section 6.4, RFC 7686: never asked of the DNS
        raise DnsFailed(f"the name {host} cannot exist in the DNS", domain=host)
    if name == "localhost" or name.endswith(".localhost"):  # RFC 6761 section 6.3
        bare = "localhost"
    done = _thread.allocate_lock()
    done.acquire()
    box: list[tuple[Found, ...]] = []
    faults: list[LighttermError] = []

    def look() -> None:
        try:
            box.append(_lookup(bare, port, 0))
        except LighttermError as fault:
            faults.append(fault)
        finally:
            done.release()

    _thread.start_new_thread(look, ())
    clock.acquire(done)
    if faults:
        raise faults.pop()  # one that stayed here would be held by its own traceback, and with it the page that asked
    return box[0]


def _lookup(host: str, port: int, flags: int) -> tuple[Found, ...]:
    try:
        # bytes: a str would import the IDNA codec, 3 ms, and fail on names that are fine in the DNS
        found = socket.getaddrinfo(host.encode("ascii"), port, 0, socket.SOCK_STREAM, 0, flags)
    except socket.gaierror as fault:
        temporary = fault.errno == socket.EAI_AGAIN
        text = "no name server answered for" if temporary else "there is no address for the name"
        raise DnsFailed(f"{text} {host}", domain=host, temporary=temporary) from None
    except (OSError, UnicodeError) as fault:
        raise DnsFailed(f"the name {host} cannot be looked up ({fault})", domain=host) from None
    return _alternating([(int(family), address) for family, _, _, _, address in found])  # type: ignore[misc]


def _alternating(found: list[Found]) -> tuple[Found, ...]:
    found = list(dict.fromkeys(found))
    first = [each for each in found if each[0] == found[0][0]]
    other = [each for each in found if each[0] != found[0][0]]
    out: list[Found] = []
    while first or other:
        out += first[:1] + other[:1]
        del first[:1], other[:1]
    return tuple(out)


def dial(host: str, found: tuple[Found, ...], clock: Clock) -> socket.socket:
    """A TCP connection to the first address that answers (Happy Eyeballs, RFC 8305 section 5).

    Raises ConnectionFailed when all refuse, or what the clock raises.
    """
    waiting = list(found)
    failure = 0
    with selectors.DefaultSelector() as selector:
        try:
            while waiting or selector.get_map():
                if waiting:
                    failure = _begin(waiting.pop(0), selector) or failure
                winner, code = _first_answer(selector, clock, bool(waiting))
                if winner is not None:
                    selector.unregister(winner)
                    winner.setblocking(True)
                    winner.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return winner
                failure = code or failure
        finally:
            for key in list((selector.get_map() or {}).values()):
                key.fileobj.close()  # type: ignore[union-attr]
    raise _unreachable(host, failure, found)


def _begin(address: Found, selector: selectors.BaseSelector) -> int:
    """Start one connection; an error number if it failed at once."""
    try:
        sock = socket.socket(address[0], socket.SOCK_STREAM)
    except OSError as fault:
        return fault.errno or errno.EAFNOSUPPORT
    sock.setblocking(False)
    try:
        code = sock.connect_ex(address[1])
    except OSError as fault:
        code = fault.errno or errno.EADDRNOTAVAIL
    if code in (0, errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", -1)):
        selector.register(sock, selectors.EVENT_WRITE)
        return 0
    sock.close()
    return code


def _first_answer(selector: selectors.BaseSelector, clock: Clock, more: bool) -> tuple[socket.socket | None, int]:
    """A connected socket, or the error number of one that failed, or nothing when its head start is over."""
    until = clock.phase(HEAD_START, "") if more else None
    while selector.get_map():
        left = clock.remaining()
        try:
            wait = left if until is None else until.remaining()
        except TimedOut:
            return None, 0
        for key, _ in selector.select(wait if clock.cancel is None else min(wait, 0.1)):
            sock: socket.socket = key.fileobj  # type: ignore[assignment]
            code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if not code:
                return sock, 0
            selector.unregister(sock)
            sock.close()
            return None, code
    return None, 0


def _unreachable(host: str, code: int, found: tuple[Found, ...]) -> ConnectionFailed:
    if code == errno.ECONNREFUSED:
        fault = ConnectionFailed(f"{host} refused the connection", domain=host)
        fault.nobody_there = all(str(at[0]).startswith(("127.", "::1")) for _, at in found)
        return fault
    return ConnectionFailed(
        f"no connection to {host}: {os.strerror(code) if code else 'no usable address'}", domain=host
    )
