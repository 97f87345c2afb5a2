"""HttpClient over a real loopback server: replies whole and broken, statuses, headers, bounds."""

from __future__ import annotations

import json
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Asked, Server, Talk

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


def test_a_page_comes_whole_with_its_type_and_timing(server: Server, client: Make) -> None:
    url = server.page("/p", "<h1>Grüße</h1>", 'text/HTML; Charset="UTF-8"', headers=[("X-Two", "a"), ("X-Two", "b")])
    response = client().fetch(Request(url + "#part"))
    assert response.url == url + "#part"
    assert (response.status, response.reason, response.http_version) == (200, "Because", "HTTP/1.1")
    assert response.body.decode() == "<h1>Grüße</h1>"
    assert (response.stated_type, response.charset) == ("text/html", "utf-8")
    assert [value for name, value in response.headers if name == "X-Two"] == ["a", "b"]
    assert response.wire_bytes == len(response.body)
    assert 0 < response.timing.connect_ms <= response.timing.first_byte_ms <= response.timing.total_ms
    assert response.error is None and not response.truncated and not response.from_cache


@pytest.mark.covers("LBX-10")
def test_headers_given_by_hand_are_sent_and_replace_our_own(server: Server, client: Make) -> None:
    request = Request(
        server.url("/echo"),
        method="POST",
        data="name=Zoë".encode(),
        headers=(("X-Mark", "one"), ("Accept", "text/plain"), ("Host", "elsewhere"), ("Accept-Language", "")),
    )
    seen = json.loads(client().fetch(request).body)
    assert seen["method"] == "POST" and seen["body"] == "name=Zoë"
    sent = dict(seen["headers"])
    assert sent["X-Mark"] == "one" and sent["Accept"] == "text/plain" and "Accept-Language" not in sent
    assert sent["Host"] == f"127.0.0.1:{server.port}"
    assert sent["Content-Type"] == "application/x-www-form-urlencoded" and sent["Content-Length"] == "9"


@pytest.mark.parametrize("header", [("X-A", "b\r\nX-Evil: 1"), ("X A", "b"), ("", "b"), ("X-A\n", "b"), ("X-A", "\0")])
def test_headers_that_would_break_the_request_are_refused(
    server: Server, client: Make, header: tuple[str, str]
) -> None:
    with pytest.raises(errors.ValidationFailed):
        client().fetch(Request(server.url(), headers=(header,)))
    assert server.log == []


def test_a_method_that_would_break_the_request_is_refused(server: Server, client: Make) -> None:
    with pytest.raises(errors.ValidationFailed):
        client().fetch(Request(server.url(), method="GET / HTTP/1.1\r\nX: y"))
    assert server.log == []


@pytest.mark.covers("LB-128")
def test_honest_stealthy_and_custom_clients_send_three_sets_of_headers(server: Server, client: Make) -> None:
    for options in (
        {},
        {"stealth": True},
        {"user_agent": "Mine/1", "extra_headers": (("X-Club", "member"),), "accept_language": "de"},
    ):
        client(**options).fetch(Request(server.url("/p")))
    honest, stealthy, custom = (dict(asked.headers) for asked in server.log)
    assert honest["User-Agent"].startswith("lightterm/") and "Upgrade-Insecure-Requests" not in honest
    assert stealthy["User-Agent"].startswith("Mozilla/5.0") and "lightterm" not in str(stealthy)
    assert stealthy["Upgrade-Insecure-Requests"] == "1"
    assert server.log[1].names().index("Accept-Encoding") > server.log[1].names().index("Accept")
    assert (custom["User-Agent"], custom["X-Club"], custom["Accept-Language"]) == ("Mine/1", "member", "de")


@pytest.mark.covers("LB-123")
@pytest.mark.parametrize("wanted", [True, False])
def test_do_not_track_is_sent_when_wanted(server: Server, client: Make, wanted: bool) -> None:
    client(send_dnt=wanted).fetch(Request(server.url("/p")))
    assert server.log[0].header("DNT") == ("1" if wanted else None)
    assert server.log[0].header("Sec-GPC") == ("1" if wanted else None)


def test_a_connection_is_kept_and_a_dead_one_replaced_unseen(server: Server, client: Make) -> None:
    server.page("/a", "a")
    http = client()
    assert [http.fetch(Request(server.url("/a"))).body for _ in range(3)] == [b"a"] * 3
    assert server.connections == 1
    server.on("/last", lambda asked, talk: (talk.reply("last"), talk.close()))
    http.fetch(Request(server.url("/last")))
    # Dies only when asked again: no look at the socket can foresee it.
    server.replies("/b", lambda asked, talk: talk.reset(), lambda asked, talk: talk.reply("b"))
    http.fetch(Request(server.url("/a")))
    before = server.connections
    assert http.fetch(Request(server.url("/b"))).body == b"b"
    assert server.connections == before + 1


def test_a_post_never_goes_over_a_kept_connection_nor_twice(server: Server, client: Make) -> None:
    server.page("/a", "a")
    server.on("/form", lambda asked, talk: talk.reset())
    http = client(retries=3)
    http.fetch(Request(server.url("/a")))
    with pytest.raises(errors.ConnectionFailed):
        http.fetch(Request(server.url("/form"), method="POST", data=b"pay=1"))
    assert len(server.asked("/form")) == 1
    assert server.connections == 2


def test_one_client_serves_many_threads(server: Server, client: Make) -> None:
    for number in range(8):
        server.page(f"/{number}", f"page {number}" * 1000)
    http = client()
    bodies: dict[int, bytes] = {}

    def load(number: int) -> None:
        for _ in range(5):
            bodies[number] = http.fetch(Request(server.url(f"/{number}"))).body

    threads = [threading.Thread(target=load, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert bodies == {number: f"page {number}".encode() * 1000 for number in range(8)}


def test_warming_makes_the_connection_that_the_load_uses(server: Server, client: Make) -> None:
    server.page("/", "hi")
    http = client()
    http.warm(server.url("/"))
    assert http.fetch(Request(server.url("/"))).body == b"hi"
    assert server.connections == 1
    http.warm("http://127.0.0.1:1/")  # nobody there: the load says so, warming does not
    with pytest.raises(errors.ConnectionFailed):
        http.fetch(Request("http://127.0.0.1:1/"))


# --- broken replies keep what came


def raw(data: bytes) -> Callable[[Asked, Talk], None]:
    """A handler that says exactly `data` and closes."""

    def say(asked: Asked, talk: Talk) -> None:
        talk.send(data)
        talk.close()

    return say


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", b"half"),
        (CHUNKED + b"4\r\nhalf\r\n", b"half"),
        (CHUNKED + b"9\r\nhalf", b"half"),
        (CHUNKED + b"4\r\nhalf\r\n5", b"half"),
    ],
)
def test_a_cut_off_body_is_kept_and_reported(server: Server, client: Make, data: bytes, kept: bytes) -> None:
    server.on("/", raw(data))
    response = client().fetch(Request(server.url()))
    assert isinstance(response.error, errors.CutOff)
    assert response.truncated and response.body == kept and response.status == 200


@pytest.mark.parametrize(
    "tail", [b"zz\r\nmore", b"4\r\nhalfmore\r\n0\r\n\r\n", b"-4\r\nhalf", b"4" * 9000, b"11111111111111111\r\nx"]
)
def test_broken_chunks_keep_what_came_before(server: Server, client: Make, tail: bytes) -> None:
    server.on("/", raw(CHUNKED + b"5\r\nstart\r\n" + tail))
    response = client().fetch(Request(server.url()))
    assert isinstance(response.error, errors.BadReply)
    assert response.body.startswith(b"start") and response.truncated


@pytest.mark.parametrize(
    ("data", "body"),
    [
        (b"HTTP/1.0 200 OK\r\n\r\nuntil closed", b"until closed"),
        (b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (b"http/1.1 200 fine\nContent-Length: 2\n\nok", b"ok"),
        (b"\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length : 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 200 OK\r\nX: a\r\n folded\r\nContent-Length: 2, 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (CHUNKED + b"2;a=b\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n", b"ok"),
        (CHUNKED + b"2\nok\n0\n\n", b"ok"),
        (CHUNKED + b"02\r\nok\r\n0\r\n", b"ok"),
        (b"HTTP/1.1 200 OK\r\nX-\x01: a\x1b[31mb\x00c\r\nX-L: caf\xe9\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 204 None\r\nContent-Length: 5\r\n\r\n", b""),
    ],
)
def test_what_browsers_forgive_is_forgiven(server: Server, client: Make, data: bytes, body: bytes) -> None:
    server.on("/", raw(data))
    response = client().fetch(Request(server.url()))
    assert response.error is None and response.body == body


@pytest.mark.parametrize("lengths", [b"1\r\nContent-Length: 9", b"2\r\ncontent-length: 1", b"2, 5", b"007, 2"])
@pytest.mark.parametrize("closes", [True, False])
def test_two_lengths_are_an_error_that_keeps_what_came(
    server: Server, client: Make, lengths: bytes, closes: bool
) -> None:
    def say(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Length: " + lengths + b"\r\n\r\nok")
        if closes:
            talk.close()

    server.on("/", say)
    http = client()
    response = http.fetch(Request(server.url()))
    assert isinstance(response.error, errors.BadReply) and "two lengths" in response.error.message
    assert response.truncated and response.body == b"ok" and response.status == 200
    server.page("/next", "next")
    assert http.fetch(Request(server.url("/next"))).body == b"next" and server.connections == 2


def test_several_lengths_end_no_reply_that_says_otherwise_where_it_ends(server: Server, client: Make) -> None:
    disputed = b"Content-Length: 1\r\nContent-Length: 9\r\n\r\n"
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + disputed + b"2\r\nok\r\n0\r\n\r\n"
    for reply, body in ((b"HTTP/1.1 204 None\r\n" + disputed, b""), (chunked, b"ok")):
        server.on("/", raw(reply))
        response = client().fetch(Request(server.url()))
        assert response.error is None and response.body == body


def test_a_length_beyond_all_bounds_is_not_reached(server: Server, client: Make) -> None:
    for length in (b"9" * 19, b"9" * 6000):
        server.on("/", raw(b"HTTP/1.1 200 OK\r\nContent-Length: " + length + b"\r\n\r\nok"))
        response = client().fetch(Request(server.url()))
        assert isinstance(response.error, errors.CutOff) and response.body == b"ok"


def test_another_protocol_that_nobody_asked_for_is_no_page(server: Server, client: Make) -> None:
    server.on("/", raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n<p>words"))
    with pytest.raises(errors.BadReply, match="another protocol"):
        client().fetch(Request(server.url()))


def test_header_bytes_are_utf8_or_latin1(server: Server, client: Make) -> None:
    server.on("/", raw(b"HTTP/1.1 200 OK\r\nX-U: \xc3\xa9\r\nX-L: \xe9\r\nContent-Length: 0\r\n\r\n"))
    response = client().fetch(Request(server.url()))
    assert (response.header("x-u"), response.header("x-l")) == ("é", "é")


@pytest.mark.parametrize(
    "garbage", [b"SSH-2.0-OpenSSH_9\x1b[2J\r\n", b"\x16\x03\x01\x00\x02\x01\x00", b"HTTP/1.1 two\r\n\r\n"]
)
def test_garbage_is_a_bad_reply_with_clean_words(server: Server, client: Make, garbage: bytes) -> None:
    server.on("/", raw(garbage))
    with pytest.raises(errors.BadReply) as caught:
        client().fetch(Request(server.url()))
    assert caught.value.message.isprintable()


def test_no_reply_and_half_a_header(server: Server, client: Make) -> None:
    server.on("/none", lambda asked, talk: talk.close())
    server.on("/half", raw(b"HTTP/1.1 200 OK\r\nContent-"))
    with pytest.raises(errors.ConnectionFailed):
        client().fetch(Request(server.url("/none")))
    with pytest.raises(errors.CutOff):
        client().fetch(Request(server.url("/half")))


def test_headers_and_interim_replies_have_a_bound(server: Server, client: Make) -> None:
    server.on("/large", raw(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000))
    server.on("/endless", raw(b"HTTP/1.1 100 Go on\r\n\r\n" * 5000))
    server.on("/fits", raw(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000 + b"\r\n\r\nok"))
    with pytest.raises(errors.TooLarge) as large:
        client().fetch(Request(server.url("/large")))
    assert "network.max_header_bytes" in large.value.suggestion, "--max-bytes is for bodies"
    with pytest.raises(errors.BadReply):
        client().fetch(Request(server.url("/endless")))
    assert client().fetch(Request(server.url("/fits"))).body == b"ok"


def test_a_large_body_is_cut_at_its_bound(server: Server, client: Make) -> None:
    def endless(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\n\r\n")
        while not talk.stopping.is_set():
            talk.send(b"x" * 65536)

    server.on("/", endless)
    response = client(max_bytes=100_000).fetch(Request(server.url()))
    assert isinstance(response.error, errors.TooLarge) and len(response.body) == 100_000
    response = client().fetch(Request(server.url(), max_bytes=77))
    assert isinstance(response.error, errors.TooLarge) and response.body == b"x" * 77 and response.wire_bytes == 77
    fits = client().fetch(Request(server.page("/fits", "x" * 77), max_bytes=77))
    assert fits.error is None and fits.body == b"x" * 77, "what is as long as the bound is whole"


def test_chunks_of_one_byte_take_linear_time(server: Server, client: Make) -> None:
    server.on("/", raw(CHUNKED + b"1\r\nx\r\n" * 200_000 + b"0\r\n\r\n"))
    response = client().fetch(Request(server.url(), deadline=20))
    assert response.error is None and len(response.body) == 200_000


def test_a_head_request_has_no_body(server: Server, client: Make) -> None:
    server.on("/", lambda asked, talk: talk.head(200, [("Content-Length", "1000"), ("Content-Encoding", "gzip")]))
    response = client().fetch(Request(server.url(), method="HEAD"))
    assert response.error is None and response.body == b"" and response.header("content-length") == "1000"


def test_an_answer_before_the_request_is_whole_is_read(server: Server, client: Make) -> None:
    """A server that refuses an upload answers and closes while the client still sends."""

    def refuse(sock: socket.socket) -> None:
        sock.recv(1000)
        sock.sendall(b"HTTP/1.1 413 Too much\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        sock.shutdown(socket.SHUT_WR)
        while sock.recv(1 << 20):
            pass
        sock.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepted = threading.Thread(target=lambda: refuse(listener.accept()[0]))
        accepted.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        response = client().fetch(Request(url, method="POST", data=b"x" * 5_000_000))
        accepted.join(10)
    assert response.status == 413 and response.body == b"no"


# --- faults of the network and statuses


@pytest.mark.covers("LB-132", "UB-34", "UB-47", "UB-63", "UB-68")
def test_a_closed_port_is_a_network_error_with_its_context(client: Make) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(errors.ConnectionFailed) as caught:
        client(retries=2, retry_backoff=60).fetch(Request(f"http://name:secret@127.0.0.1:{port}/x"))
    fault = caught.value
    assert isinstance(fault, errors.NetworkError) and errors.NetworkError.number == 100
    assert (fault.code, fault.category, fault.retryable) == ("NETWORK_CONNECTION_FAILED", "network", True)
    assert fault.message and "Traceback" not in fault.message and "refused" in fault.message
    assert fault.context == {"domain": "127.0.0.1", "url": f"http://127.0.0.1:{port}/x", "attempt": 1}


@pytest.mark.covers("LB-133", "UB-48")
def test_a_name_that_does_not_exist(client: Make) -> None:
    with pytest.raises(errors.DnsFailed) as caught:
        client().fetch(Request("http://nowhere.invalid/"))
    assert caught.value.number == 101 and caught.value.context["domain"] == "nowhere.invalid"


@pytest.mark.covers("LB-136", "LB-137", "UB-35", "UB-49", "UB-50", "UB-51", "UB-52", "UB-61", "UB-65")
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, errors.HttpClientError),
        (403, errors.Forbidden),
        (404, errors.NotFound),
        (410, errors.Gone),
        (418, errors.HttpClientError),
        (451, errors.GeoRestricted),
        (500, errors.HttpServerError),
        (502, errors.BadGateway),
        (503, errors.ServiceUnavailable),
        (504, errors.HttpServerError),
        (599, errors.HttpServerError),
    ],
)
def test_an_error_status_keeps_its_page(
    server: Server, client: Make, status: int, kind: type[errors.HttpError]
) -> None:
    response = client().fetch(Request(server.url(f"/status/{status}")))
    assert type(response.error) is kind
    assert response.body == f"<h1>{status}</h1>".encode() and not response.truncated
    assert response.error.http_status == status
    assert response.error.as_dict()["httpStatus"] == status
    assert response.error.context["url"] == server.url(f"/status/{status}")


@pytest.mark.covers("UB-37", "UB-62", "UB-66", "UB-67", "UB-71", "UB-72")
@pytest.mark.parametrize(("headers", "delay"), [([("Retry-After", "7")], 7000), ([], 60_000)])
def test_too_many_requests_says_how_long_to_wait(
    server: Server, client: Make, headers: list[tuple[str, str]], delay: int
) -> None:
    url = server.page("/", "slow down", status=429, headers=headers)
    error = client(retries=2).fetch(Request(url, deadline=5)).error
    assert isinstance(error, errors.RateLimited) and error.category == "rate_limit" and error.retryable
    assert error.actions[0].suggested_delay_ms == delay
    actions = error.as_dict()["recommendedActions"]
    assert isinstance(actions, list) and [action["priority"] for action in actions] == [1, 2]
    assert len(server.log) == 1


def test_a_cut_off_error_page_is_an_error_status_and_says_it_is_partial(server: Server, client: Make) -> None:
    server.on("/", raw(b"HTTP/1.1 500 Oops\r\nContent-Length: 10\r\n\r\nhalf"))
    response = client().fetch(Request(server.url()))
    assert isinstance(response.error, errors.HttpServerError)
    assert response.truncated and response.body == b"half"


def test_words_of_the_network_are_cleaned(server: Server, client: Make) -> None:
    server.on("/", raw(b"HTTP/1.1 499 \x1b]0;owned\x07 \xe2\x80\xae reason\r\nContent-Length: 0\r\n\r\n"))
    response = client().fetch(Request(server.url()))
    assert (
        response.error is not None and "\x1b" not in response.error.message and "\u202e" not in response.error.message
    )
