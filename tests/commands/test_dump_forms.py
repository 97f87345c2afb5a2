"""--form: a page's form filled in and sent, and the page that comes of it shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from dumping import dump

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk

SEARCH = "<title>Search</title><form action=/echo><input name=q><input type=hidden name=lang value=en></form>"


def sent(server: Server) -> Asked:
    """What the form asked for."""
    return server.asked("/echo")[-1]


def test_a_get_form(server: Server) -> None:
    url = server.page("/", SEARCH)
    server.page("/echo", "<h1>Results</h1>")
    done = dump("--form", "q=high tide", "-v", url)
    assert done.code == 0 and "# Results" in done.text and "Search" not in done.text
    assert sent(server).target == "/echo?q=high+tide&lang=en"
    assert sent(server).header("referer") == url
    assert done.text.startswith(server.url("/echo?q=high+tide&lang=en"))


def test_a_post_form(server: Server) -> None:
    url = server.page("/", "<form method=post action=echo><input name=a><textarea name=b>\n1\n2</textarea></form>")
    done = dump("--source", "--form", "a=ü&", url)
    assert done.code == 0
    asked = json.loads(done.text)
    assert (asked["method"], asked["body"]) == ("POST", "a=%C3%BC%26&b=1%0D%0A2")
    assert sent(server).header("content-type") == "application/x-www-form-urlencoded"
    assert sent(server).header("origin") == server.url("")


@pytest.mark.parametrize(
    ("given", "query"),
    [
        ("a=b=c=d", "a%3Db=c%3Dd&a%3D=2&f%5B%5D=3"),
        ("a==9", "a%3Db=1&a%3D=9&f%5B%5D=3"),
        ("f[]=x=y", "a%3Db=1&a%3D=2&f%5B%5D=x%3Dy"),
    ],
)
def test_a_name_may_hold_an_equals_sign(given: str, query: str, server: Server) -> None:
    url = server.page(
        "/", '<form action=/echo><input name="a=b" value=1><input name="a=" value=2><input name="f[]" value=3>'
    )
    assert dump("--form", given, url).code == 0
    assert sent(server).query == query


def test_a_file_is_uploaded(server: Server, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("high at six\n")
    form = "<form method=post enctype=multipart/form-data action=/echo><input type=file name=f><input name=t></form>"
    url = server.page("/", form)
    assert dump("--form", f"f={notes}", "--form", "t=x", url).code == 0
    assert b'name="f"; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\nhigh at six\n\r\n' in sent(server).body
    missing = dump("--form", f"f={tmp_path / 'none'}", url)
    assert missing.code == 37 and "No such file" in missing.errors and missing.text == ""


def test_the_page_s_charset_is_the_form_s(server: Server) -> None:
    url = server.page("/", SEARCH.encode(), "text/html; charset=shift_jis")
    assert dump("--form", "q=日本", url).code == 0
    assert sent(server).query == "q=%93%FA%96%7B&lang=en"


@pytest.mark.covers("LBX-26")
def test_a_required_field_that_is_missing(server: Server) -> None:
    url = server.page("/", "<form action=/echo><input name=q><input name=mail required></form>")
    done = dump("--form", "q=1", url)
    assert (done.code, done.text) == (39, "")
    assert done.errors == f"lightterm: {url}: required and not filled in: mail\n"
    assert server.asked("/echo") == []


def test_a_field_or_choice_that_is_not_there(server: Server) -> None:
    url = server.page("/", "<form action=/echo><select name=s><option>red</select></form>")
    done = dump("--form", "x=1", url)
    assert done.code == 44 and "no form on the page has a field x; there are: s" in done.errors
    done = dump("--form", "s=blue", url)
    assert done.code == 39 and "there are: red" in done.errors
    done = dump("--form", "s=red", server.page("/none", "<p>no form"))
    assert done.code == 44 and "there is no form on the page" in done.errors


def test_a_page_that_fails_has_no_form_sent(server: Server) -> None:
    url = server.page("/", SEARCH, status=404)
    done = dump("--form", "q=1", url)
    assert done.code == 22 and "Search" in done.text and server.asked("/echo") == []


def test_cookies_and_credentials_go_with_the_form(server: Server) -> None:
    def guarded(asked: Asked, talk: Talk) -> None:
        talk.reply(SEARCH, headers=[("Set-Cookie", "session=1; Path=/")])

    server.on("/", guarded)
    dump("--user", "ann:pw", "-H", "X-Token: t", "-H", "Content-Language: en", "--form", "q=1", server.url())
    asked = sent(server)
    assert asked.header("cookie") == "session=1" and asked.header("x-token") == "t"
    assert (asked.header("authorization") or "").startswith("Basic ")
    assert asked.header("content-language") is None


def test_a_form_for_another_origin_gets_no_secrets(server: Server) -> None:
    from servers import Server as Another

    other = Another()
    server.page("/", f"<form action={other.url('/echo')} method=post><input name=q></form>")
    given = ["--user", "ann:pw", "-H", "Authorization: Bearer b", "-H", "X-Colour: red", "--form", "q=1"]
    done = dump(*given, server.url())
    other.stop()
    asked = other.log[0]
    assert done.code == 0 and asked.body == b"q=1"
    assert asked.header("authorization") is None and asked.header("x-colour") == "red"


def test_a_form_into_a_file_or_script_is_refused(server: Server, tmp_path: Path) -> None:
    for action in ((tmp_path / "x").as_uri(), "javascript:alert(1)", "data:text/html,x", "mailto:a@example.org"):
        url = server.page("/", f"<form action='{action}'><input name=q></form>")
        done = dump("--form", "q=1", url)
        assert (done.code, done.text) == (4, "") and done.errors.count("\n") == 1


def test_a_form_of_a_local_page_may_be_sent(server: Server, tmp_path: Path) -> None:
    page = tmp_path / "form.html"
    page.write_text(f"<form action={server.url('/echo')}><input name=q></form>")
    assert dump("--form", "q=1", str(page)).code == 0
    assert sent(server).query == "q=1" and sent(server).header("referer") is None


def test_a_form_is_filled_in_by_label(server: Server) -> None:
    url = server.page("/", "<form action=/echo><label for=i>Your name:</label><input id=i name=n></form>")
    assert dump("--form", "your name=Ann", url).code == 0
    assert sent(server).query == "n=Ann"
