"""Names and passwords go where they were given for, and where the same realm asks for them (RFC 7617)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import pytest

from lightterm import settings
from lightterm.fetch.model import Request, Response
from lightterm.session.session import Session
from tests.servers import Asked, Server, Talk


def header(given: str) -> str:
    return "Basic " + b64encode(given.encode()).decode()


def guard(server: Server, path: str, realm: str, given: str) -> str:
    def ask(asked: Asked, talk: Talk) -> None:
        if asked.header("authorization") == header(given):
            talk.reply("welcome")
        else:
            talk.reply("who?", 401, [("WWW-Authenticate", f'Basic realm="{realm}"')])

    server.on(path, ask)
    return server.url(path)


def follow(session: Session, url: str) -> Response:
    """As a link of the page at the root of that host is."""
    return session.fetch(Request(url, asker="link", initiator=url))


def sent(server: Server, path: str) -> list[str | None]:
    return [asked.header("authorization") for asked in server.log if asked.path == path]


@pytest.fixture
def signed(server: Server) -> Iterator[Session]:
    """Signed in to /ann/, in the realm of Ann."""
    page = guard(server, "/ann/page", "Ann", "ann:pw")
    with Session(settings.Settings()) as session:
        assert session.fetch(Request(page)).status == 401
        assert session.fetch(Request(page, user="ann:pw")).body == b"welcome"
        yield session


def test_who_shares_the_host_is_not_told_the_password(server: Server, signed: Session) -> None:
    bob = guard(server, "/bob/page", "Bob", "bob:pw")
    refused = follow(signed, bob)
    assert refused.status == 401 and refused.error is not None and refused.error.code == "AUTH_MISSING_SESSION"
    assert follow(signed, server.url("/echo")).status == 200
    assert sent(server, "/bob/page") == [None] and sent(server, "/echo") == [None]


def test_below_the_address_it_goes_unasked(server: Server, signed: Session) -> None:
    deeper = guard(server, "/ann/deep/er", "Ann", "ann:pw")
    assert follow(signed, deeper).body == b"welcome"
    assert sent(server, "/ann/deep/er") == [header("ann:pw")]


def test_the_same_realm_elsewhere_gets_it_when_it_asks_and_unasked_from_then_on(
    server: Server, signed: Session
) -> None:
    pictures = guard(server, "/pictures/1", "Ann", "ann:pw")
    assert follow(signed, pictures).body == b"welcome"
    assert follow(signed, pictures).body == b"welcome"
    assert sent(server, "/pictures/1") == [None, header("ann:pw"), header("ann:pw")]


def test_a_realm_below_that_is_another_is_asked_for_and_not_told_twice(server: Server, signed: Session) -> None:
    other = guard(server, "/ann/guests/", "Guests", "guest:pw")
    for _ in range(2):
        refused = follow(signed, other)
        assert refused.error is not None and refused.error.code == "AUTH_MISSING_SESSION"
    assert sent(server, "/ann/guests/") == [header("ann:pw"), None, None]
    assert signed.fetch(Request(other, user="guest:pw")).body == b"welcome"
    assert follow(signed, other).body == b"welcome"
    assert follow(signed, server.url("/ann/page")).body == b"welcome"


def test_a_folder_without_its_slash_is_signed_in_to_behind_the_redirect(server: Server, signed: Session) -> None:
    guard(server, "/pictures/", "Ann", "ann:pw")
    server.redirect("/pictures", "/pictures/")
    got = follow(signed, server.url("/pictures"))
    assert got.body == b"welcome" and [hop.url for hop in got.redirects] == [server.url("/pictures")]
    assert sent(server, "/pictures") == [None]


def test_a_wrong_password_is_said_to_be_one(server: Server, signed: Session) -> None:
    wrong = signed.fetch(Request(server.url("/ann/page"), user="ann:no"))
    assert wrong.error is not None and wrong.error.code == "AUTH_INVALID_CREDENTIALS"
    again = follow(signed, server.url("/ann/page"))
    assert again.error is not None and again.error.code == "AUTH_INVALID_CREDENTIALS"


def test_what_a_server_says_no_realm_for_is_not_told(server: Server, signed: Session) -> None:
    server.on("/x", lambda _asked, talk: talk.reply("who?", 401, [("WWW-Authenticate", "Basic")]))
    assert follow(signed, server.url("/x")).status == 401
    assert sent(server, "/x") == [None]


def test_the_name_for_all_goes_to_what_is_asked_for_and_no_further(server: Server) -> None:
    page, other = guard(server, "/ann/page", "Ann", "ann:pw"), guard(server, "/bob/page", "Bob", "bob:pw")
    with Session(settings.Settings(), user="ann:pw") as session:
        assert session.fetch(Request(page)).body == b"welcome"
        assert follow(session, other).status == 401
    assert sent(server, "/bob/page") == [None]


def test_who_asks_for_digest_is_never_sent_the_password_itself(server: Server) -> None:
    def ask(asked: Asked, talk: Talk) -> None:
        if (asked.header("authorization") or "").startswith('Digest username="ann"'):
            talk.reply("welcome")
        else:
            talk.reply("who?", 401, [("WWW-Authenticate", 'Digest realm="Ann", nonce="n", qop="auth"')])

    server.on("/ann/page", ask)
    server.on("/ann/other", ask)
    with Session(settings.Settings()) as session:
        assert session.fetch(Request(server.url("/ann/page"))).status == 401
        assert session.fetch(Request(server.url("/ann/page"), user="ann:pw")).body == b"welcome"
        assert follow(session, server.url("/ann/other")).body == b"welcome"
    told = [value for path in ("/ann/page", "/ann/other") for value in sent(server, path)]
    assert len(told) == 5 and not any(value and value.startswith("Basic") for value in told)


def test_who_asks_for_basic_on_the_host_of_one_that_took_digest_is_answered(server: Server) -> None:
    def ask(_asked: Asked, talk: Talk) -> None:
        talk.reply("who?", 401, [("WWW-Authenticate", 'Digest realm="Ann", nonce="n", qop="auth"')])

    server.on("/ann/page", ask)
    bob = guard(server, "/bob/page", "Bob", "bob:pw")
    with Session(settings.Settings()) as session:
        assert session.fetch(Request(server.url("/ann/page"))).status == 401
        assert session.fetch(Request(bob, user="bob:pw")).body == b"welcome"
        assert session.fetch(Request(bob, user="bob:wrong")).status == 401
    assert sent(server, "/bob/page") == [None, header("bob:pw"), None, header("bob:wrong")]
