"""Basic and Digest over a real server, and where credentials are never shown."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch.auth import Challenge, Credentials, challenges, digest, digest_challenge
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Server, Talk

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


def guard(server: Server, path: str, name: str, password: str) -> str:
    """A page behind Basic."""
    right = "Basic " + b64encode(f"{name}:{password}".encode()).decode()

    def ask(asked: Asked, talk: Talk) -> None:
        if asked.header("authorization") == right:
            talk.reply("welcome")
        else:
            talk.reply("<h1>who?</h1>", 401, [("WWW-Authenticate", 'Basic realm="club"')])

    server.on(path, ask)
    return server.url(path)


@pytest.mark.covers("UB-36", "UB-54", "UB-55")
def test_basic_with_missing_wrong_and_right_credentials(server: Server, client: Make) -> None:
    url = guard(server, "/", "zoë", "p:w d")
    missing = client().fetch(Request(url))
    assert type(missing.error) is errors.AuthMissing and missing.body == b"<h1>who?</h1>"
    assert missing.error.code == "AUTH_MISSING_SESSION" and missing.error.category == "auth"
    wrong = client().fetch(Request(url, user="zoë:no"))
    assert type(wrong.error) is errors.AuthInvalid and wrong.error.code == "AUTH_INVALID_CREDENTIALS"
    assert "no" not in [wrong.error.context.get("url"), wrong.url]
    before = len(server.log)
    right = client().fetch(Request(url, user="zoë:p:w d"))
    assert right.body == b"welcome" and len(server.log) == before + 1
    in_url = client().fetch(Request(url.replace("//", "//zo%C3%AB:p%3Aw%20d@")))
    assert in_url.body == b"welcome" and in_url.url == url


def test_credentials_are_shown_nowhere(server: Server, client: Make) -> None:
    server.redirect("/a", "/b")
    server.page("/b", "x", status=404)
    url = server.url("/a").replace("//", "//me:hunter2@")
    response = client().fetch(Request(url, referrer=url))
    assert response.error is not None
    shown = [response.url, str(response.redirects), response.error.message, str(response.error.as_dict())]
    assert "hunter2" not in "".join(shown)
    assert all("hunter2" not in (asked.header("referer") or "") for asked in server.log)
    for broken in (
        "http://me:hunter2@[bad/",
        "http://me:hunter2@",
        "http://me:hunter2@x:port/",
        "http://me:hunter2@a b/",
    ):
        with pytest.raises(errors.UrlInvalid) as caught:
            client().fetch(Request(broken))
        assert "hunter2" not in str(caught.value.as_dict()), broken
    with pytest.raises(errors.DnsFailed) as failed:
        client().fetch(Request("http://me:hunter2@x.invalid/"))
    assert "hunter2" not in str(failed.value.as_dict())


class DigestGuard:
    """A page behind Digest, checked as RFC 7616 section 3.4 computes it, independently of the client's code."""

    def __init__(self, name: str, password: str, algorithm: str, qop: str = "auth") -> None:
        self.name, self.password, self.algorithm, self.qop = name, password, algorithm, qop
        self.nonce = "first/nonce=="
        self.seen: list[dict[str, str]] = []

    def ask(self, asked: Asked, talk: Talk) -> None:
        header = asked.header("authorization") or ""
        if header.startswith("Digest "):
            given = {
                key: value.strip('"') for key, _, value in (part.partition("=") for part in header[7:].split(", "))
            }
            self.seen.append(given)
            if given["nonce"] == self.nonce and given["response"] == self.proof(asked.method, given, asked.body):
                talk.reply("welcome")
                return
        stale = ", stale=true" if header.startswith("Digest ") else ""
        qop = f', qop="{self.qop}"' if self.qop else ""
        offers = [
            f'Basic realm="a, b", Digest realm="c, \\"d\\"", nonce="{self.nonce}"{qop}, '
            f'opaque="o", algorithm={self.algorithm}{stale}'
        ]
        talk.reply("who?", 401, [("WWW-Authenticate", offer) for offer in offers])

    def proof(self, method: str, given: dict[str, str], body: bytes) -> str:
        kind = "sha256" if self.algorithm.upper().startswith("SHA-256") else "md5"

        def hashed(text: str) -> str:
            return hashlib.new(kind, text.encode()).hexdigest()

        secret = hashed(f'{self.name}:c, "d":{self.password}')
        if self.algorithm.endswith("-sess"):
            secret = hashed(f"{secret}:{given['nonce']}:{given['cnonce']}")
        whole = f":{hashlib.new(kind, body).hexdigest()}" if self.qop == "auth-int" else ""
        asked = hashed(f"{method}:{given['uri']}{whole}")
        if not self.qop:
            return hashed(f"{secret}:{given['nonce']}:{asked}")
        return hashed(f"{secret}:{given['nonce']}:{given['nc']}:{given['cnonce']}:{given['qop']}:{asked}")


@pytest.mark.parametrize("algorithm", ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess"])
@pytest.mark.parametrize("qop", ["auth", "auth-int, auth", "auth-int", ""])
def test_digest_signs_in(server: Server, client: Make, algorithm: str, qop: str) -> None:
    guarded = DigestGuard("me", "pass", algorithm, qop)
    server.on("/x", guarded.ask)
    response = client().fetch(Request(server.url("/x?q=1"), user="me:pass"))
    assert response.body == b"welcome" and response.error is None
    sent = client().fetch(Request(server.url("/x"), method="POST", data=b"a=b", user="me:pass"))
    assert sent.body == b"welcome"
    assert [given.get("qop", "") for given in guarded.seen] == [qop.rpartition(" ")[2]] * 2
    assert guarded.seen[0]["uri"] == "/x?q=1" and guarded.seen[0]["opaque"] == "o"
    assert len(server.log) == 4


def test_a_wrong_digest_password_is_tried_once(server: Server, client: Make) -> None:
    guarded = DigestGuard("me", "pass", "MD5")
    server.on("/", guarded.ask)
    response = client().fetch(Request(server.url("/"), user="me:wrong"))
    assert type(response.error) is errors.AuthInvalid
    # Basic unasked, Digest, and once more because this server calls every failure stale.
    assert len(server.log) == 3


def test_a_stale_nonce_is_answered_with_the_new_one(server: Server, client: Make) -> None:
    guarded = DigestGuard("me", "pass", "SHA-256")

    def change(asked: Asked, talk: Talk) -> None:
        if (asked.header("authorization") or "").startswith("Digest ") and guarded.nonce.startswith("first"):
            guarded.nonce = "second"
        guarded.ask(asked, talk)

    server.on("/", change)
    response = client().fetch(Request(server.url("/"), user="me:pass"))
    assert response.body == b"welcome" and [given["nonce"] for given in guarded.seen] == ["first/nonce==", "second"]


def test_the_examples_of_rfc_7616() -> None:
    """Section 3.9.1."""
    given = {
        "realm": "http-auth@example.org",
        "qop": "auth, auth-int",
        "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
    }
    cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    who = Credentials("Mufasa", "Circle of Life")
    for algorithm, proof in (
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ):
        value = digest(Challenge("digest", {**given, "algorithm": algorithm}), who, "GET", "/dir/index.html", cnonce)
        assert f'response="{proof}"' in value and "nc=00000001" in value


def test_the_strongest_challenge_is_taken_and_hopeless_ones_left() -> None:
    offered = ['Digest realm="r", nonce="n", algorithm=MD5, Digest realm="r", nonce="m", algorithm=SHA-256']
    best = digest_challenge(offered)
    assert best is not None and best.parameters["nonce"] == "m"
    assert digest_challenge(['Digest realm="r", nonce="n", algorithm=SHA-1']) is None
    assert digest_challenge(['Digest realm="r", nonce="n", qop="auth-int"']) is None
    assert digest_challenge(['Digest realm="r"', "Negotiate", ""]) is None
    assert [one.scheme for one in challenges(['Negotiate, Basic realm="x,y" , NTLM'])] == ["negotiate", "basic", "ntlm"]


def test_a_hidden_user_name_is_hashed() -> None:
    value = digest(
        Challenge("digest", {"realm": "r", "nonce": "n", "qop": "auth", "userhash": "true"}),
        Credentials("me", "pw"),
        "GET",
        "/",
        "c" * 16,
    )
    assert hashlib.md5(b"me:r").hexdigest() in value and "userhash=true" in value and '"me"' not in value


def test_credentials_do_not_show_their_password() -> None:
    assert "hunter2" not in repr(Credentials("me", "hunter2"))


def netrc(home: Path, text: str, mode: int = 0o600) -> None:
    file = home / ".netrc"
    file.write_text(text)
    file.chmod(mode)


def test_netrc_signs_in_where_it_names_the_host(server: Server, client: Make, home: Path) -> None:
    netrc(home, "machine 127.0.0.1 login ann password s3cret\nmachine other.test login bob password no\n")
    http = client(netrc=True)
    http.fetch(Request(server.url("/echo")))
    http.fetch(Request(server.url("/echo"), user="carl:pw"))
    http.fetch(Request(server.url("/echo", "localhost")))
    client().fetch(Request(server.url("/echo")))
    assert [decoded(asked) for asked in server.log] == ["ann:s3cret", "carl:pw", "", ""]


def test_netrc_is_for_what_a_person_asks(server: Server, client: Make, home: Path) -> None:
    netrc(home, "default login ann password s3cret\n")
    server.redirect("/to", server.url("/echo", "localhost"))
    http = client(netrc=True, allow_private=True)
    http.fetch(Request(server.url("/to")))
    http.fetch(Request(server.url("/echo"), asker="link", initiator="http://elsewhere.test/"))
    http.fetch(Request(server.url("/echo"), asker="program"))
    assert [decoded(asked) for asked in server.log] == ["ann:s3cret", "ann:s3cret", "", ""]


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [("machine\n", 0o600, ""), ("nonsense here\n", 0o600, "nonsense"), ("machine a login b password c\n", 0o644, "")],
)
def test_a_netrc_that_cannot_be_used_is_said_to(
    server: Server, client: Make, home: Path, text: str, mode: int, why: str
) -> None:
    netrc(home, text, mode)
    with pytest.raises(errors.ConfigError, match=rf"~/\.netrc: .*{why}"):
        client(netrc=True).fetch(Request(server.url("/echo")))
    assert server.log == []


def test_no_netrc_is_none(server: Server, client: Make) -> None:
    assert client(netrc=True).fetch(Request(server.url("/echo"))).error is None


def decoded(asked: Asked) -> str:
    value = asked.header("authorization") or ""
    return b64decode(value.removeprefix("Basic ")).decode()
