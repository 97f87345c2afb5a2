"""Time limits, cancellation and retries of the HTTP client, over a real loopback server."""

from __future__ import annotations

import socket
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Asked, Server, Talk

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


# --- time and cancellation


@pytest.mark.covers("LB-134", "UB-46", "LB-110")
def test_a_silent_server_runs_into_the_first_byte_limit(server: Server, client: Make) -> None:
    server.on("/", lambda asked, talk: talk.hold())
    start = time.monotonic()
    with pytest.raises(errors.TimedOut) as caught:
        client(first_byte_timeout=0.3).fetch(Request(server.url()))
    assert 0.25 < time.monotonic() - start < 3
    assert caught.value.number == 102 and caught.value.code == "NETWORK_TIMEOUT"


@pytest.mark.covers("LB-32", "LB-148")
def test_a_dripping_body_ends_at_the_deadline_with_what_came(server: Server, client: Make) -> None:
    def drip(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>first</p>")
        talk.drip(b"." * 1000, 0.05)

    server.on("/", drip)
    start = time.monotonic()
    response = client().fetch(Request(server.url(), deadline=0.6))
    assert 0.5 < time.monotonic() - start < 3
    assert isinstance(response.error, errors.TimedOut) and response.truncated
    assert response.body.startswith(b"<p>first</p>.")


def test_a_dripping_header_ends_at_the_deadline(server: Server, client: Make) -> None:
    server.on("/", lambda asked, talk: talk.drip(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1000, 0.05))
    start = time.monotonic()
    with pytest.raises(errors.TimedOut):
        client().fetch(Request(server.url(), deadline=0.5))
    assert time.monotonic() - start < 3


def test_a_body_that_falls_silent_ends_at_the_idle_limit(server: Server, client: Make) -> None:
    def fall_silent(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome")
        talk.hold()

    server.on("/", fall_silent)
    response = client(idle_timeout=0.2).fetch(Request(server.url()))
    assert isinstance(response.error, errors.TimedOut) and response.body == b"some"


def test_cancel_wakes_a_waiting_load_at_once(server: Server, client: Make) -> None:
    waiting = threading.Event()

    def stall(asked: Asked, talk: Talk) -> None:
        # More than the socket buffers hold: once it is sent, the client has read the head and most of it.
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Length: 90000000\r\n\r\n" + b"x" * 20_000_000)
        waiting.set()
        talk.hold()

    server.on("/body", stall)
    server.on("/head", lambda asked, talk: (waiting.set(), talk.hold()))
    for path in ("/body", "/head"):
        waiting.clear()
        cancel = Cancel()
        thread = threading.Thread(target=lambda stop=cancel: (waiting.wait(10), stop.cancel()))
        thread.start()
        start = time.monotonic()
        if path == "/body":
            response = client().fetch(Request(server.url(path)), cancel)
            assert isinstance(response.error, errors.Cancelled)
            assert len(response.body) > 1_000_000 and response.truncated
        else:
            with pytest.raises(errors.Cancelled):
                client().fetch(Request(server.url(path)), cancel)
        assert time.monotonic() - start < 5
        thread.join(10)


def test_a_load_cancelled_before_it_starts_asks_nothing(server: Server, client: Make) -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(errors.Cancelled):
        client().fetch(Request(server.url()), cancel)
    assert server.connections == 0


def test_a_connect_that_hangs_ends_in_time_or_by_cancel(client: Make) -> None:
    """A full listen queue drops SYNs: the connection neither stands nor fails."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        address = listener.getsockname()
        fillers = [socket.socket() for _ in range(4)]
        try:
            for filler in fillers:
                filler.setblocking(False)
                filler.connect_ex(address)
            url = f"http://127.0.0.1:{address[1]}/"
            with pytest.raises(errors.TimedOut):
                client(connect_timeout=0.3).fetch(Request(url))
            cancel = Cancel()
            timer = threading.Timer(0.2, cancel.cancel)
            timer.start()
            start = time.monotonic()
            with pytest.raises(errors.Cancelled):
                client().fetch(Request(url), cancel)
            assert time.monotonic() - start < 3
            timer.join()
        finally:
            for filler in fillers:
                filler.close()


# --- retries


@pytest.mark.covers("LB-124", "UB-121")
def test_a_passing_failure_is_tried_again(server: Server, client: Make) -> None:
    unavailable = [lambda asked, talk: talk.reply("no", 503)] * 2
    server.replies("/", *unavailable, lambda asked, talk: talk.reply("yes"))
    response = client(retries=2).fetch(Request(server.url()))
    assert response.body == b"yes" and response.error is None
    assert len(server.log) == 3 and response.retries == 2


def test_retries_end_and_the_last_reply_is_kept(server: Server, client: Make) -> None:
    server.page("/", "still down", status=503)
    response = client(retries=2).fetch(Request(server.url()))
    assert isinstance(response.error, errors.ServiceUnavailable) and response.body == b"still down"
    assert len(server.log) == 3 and response.error.context["attempt"] == 3


def test_only_what_is_safe_to_repeat_is_repeated(server: Server, client: Make) -> None:
    server.page("/", "down", status=503)
    client(retries=2).fetch(Request(server.url(), method="POST", data=b"x"))
    assert len(server.log) == 1
    client(retries=2).fetch(Request(server.url("/status/500")))
    client(retries=2).fetch(Request(server.url("/status/404")))
    assert len(server.log) == 3


def test_a_reset_before_the_first_byte_is_tried_again(server: Server, client: Make) -> None:
    server.replies("/", lambda asked, talk: talk.reset(), lambda asked, talk: talk.reply("there"))
    response = client(retries=1).fetch(Request(server.url()))
    assert response.body == b"there" and response.retries == 1


def test_what_runs_out_of_time_in_a_second_try_tells_what_the_first_one_met(server: Server, client: Make) -> None:
    server.replies("/", lambda asked, talk: talk.reset(), lambda asked, talk: talk.hold())
    with pytest.raises(errors.TimedOut, match=r"longer than 1\.5 s; before that, .*reset") as caught:
        client(retries=1, retry_backoff=0.01).fetch(Request(server.url(), deadline=1.5))
    assert caught.value.code == "NETWORK_TIMEOUT"


@pytest.mark.covers("UBX-19")
def test_the_wait_doubles_and_gives_way_to_retry_after(server: Server, client: Make) -> None:
    times: list[float] = []

    def down(asked: Asked, talk: Talk) -> None:
        times.append(time.monotonic())
        talk.reply("no", 503)

    server.on("/", down)
    client(retries=3, retry_backoff=0.2).fetch(Request(server.url()))
    waits = [after - before for before, after in pairwise(times)]
    assert len(waits) == 3
    for wait, base in zip(waits, (0.2, 0.4, 0.8), strict=True):
        assert base * 0.5 <= wait
    assert waits[2] > waits[0]

    times.clear()

    def down_for_a_second(asked: Asked, talk: Talk) -> None:
        times.append(time.monotonic())
        talk.reply("no", 429, [("Retry-After", "1")])

    server.on("/later", down_for_a_second)
    client(retries=1).fetch(Request(server.url("/later")))
    assert len(times) == 2 and times[1] - times[0] >= 1.0


def test_a_retry_after_beyond_the_deadline_is_not_waited_for(server: Server, client: Make) -> None:
    server.page("/", "no", status=503, headers=[("Retry-After", "3600")])
    start = time.monotonic()
    response = client(retries=5).fetch(Request(server.url(), deadline=5))
    assert time.monotonic() - start < 3
    assert isinstance(response.error, errors.ServiceUnavailable) and len(server.log) == 1
    assert response.error.actions[0].suggested_delay_ms == 3_600_000
