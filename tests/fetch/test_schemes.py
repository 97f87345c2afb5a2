"""One interface for all schemes: who may ask for what, and what each gives."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lightterm.errors import BadReply, FileMissing, FileUnreadable, SchemeRefused, TooLarge, UrlInvalid
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Request, Response
from lightterm.fetch.schemes import Context, check_allowed, load, register, scheme_of, sniff_type
from lightterm.fetch.urls import file_url, local_path, resolve

CONTEXT = Context()
WEB = "https://example.org/page"


def _file(path: Path, **more: object) -> Response:
    return load(Request(file_url(str(path)), **more), CONTEXT)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "asker", "initiator", "allowed"),
    [
        ("http://example.org/", "person", None, True),
        ("https://example.org/", "link", WEB, True),
        ("https://example.org/", "program", None, True),
        ("file:///etc/motd", "person", None, True),
        ("FILE:///etc/motd", "link", WEB, False),
        ("file:///etc/motd", "person", WEB, False),
        ("file:///etc/motd", "link", None, False),
        ("file:///etc/motd", "link", "file:///tmp/a.html", True),
        ("file:///etc/motd", "link", "data:text/html,x", False),
        ("file:///etc/motd", "link", "about:start", False),
        ("file:///etc/motd", "link", "about:history?motd", True),
        ("file:///etc/motd", "program", "about:history", False),
        ("file:///etc/motd", "link", "https://example.org/about:history", False),
        ("file:///etc/motd", "program", None, False),
        ("file:///etc/motd", "program", "file:///tmp/a.html", False),
        ("data:text/html,x", "person", None, True),
        ("data:text/html,x", "link", WEB, False),
        ("data:text/html,x", "program", None, False),
        ("about:start", "person", None, True),
        ("about:start", "program", None, True),
        ("about:recipes", "link", "about:start", True),
        ("about:start", "link", WEB, False),
        ("about:blank", "link", WEB, True),
        ("stdin:", "person", None, True),
        ("stdin:", "link", WEB, False),
        ("stdin:", "program", None, False),
        ("javascript:alert(1)", "person", None, False),
        ("javascript:alert(1)", "link", WEB, False),
        ("view-source:https://example.org/", "link", WEB, False),
        ("mailto:a@example.org", "person", None, False),
        ("telnet://example.org/", "person", None, False),
        ("unheard-of:x", "person", None, False),
        ("no scheme at all", "person", None, False),
    ],
)
def test_who_may_ask_for_which_scheme(url: str, asker: str, initiator: str | None, allowed: bool) -> None:
    if allowed:
        check_allowed(url, asker, initiator)
    else:
        with pytest.raises(SchemeRefused):
            check_allowed(url, asker, initiator)
        with pytest.raises(SchemeRefused):
            load(Request(url, asker=asker, initiator=initiator), CONTEXT)


def test_a_page_may_use_data_for_its_pictures() -> None:
    check_allowed("data:image/gif;base64,R0", "link", WEB, "image")
    with pytest.raises(SchemeRefused):
        check_allowed("data:image/gif;base64,R0", "link", WEB, "document")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mailto:a@example.org", "e-mail"),
        ("tel:+123", "telephone"),
        ("javascript:x", "script"),
        ("irc://x", "a chat program"),
        ("unheard-of:x", "unheard-of"),
    ],
)
def test_a_refusal_says_what_the_thing_is(url: str, words: str) -> None:
    with pytest.raises(SchemeRefused, match=words):
        check_allowed(url, "person")


def test_refusals_come_with_a_next_step() -> None:
    with pytest.raises(SchemeRefused) as caught:
        check_allowed("view-source:https://example.org/", "person")
    assert "--source" in caught.value.suggestion
    with pytest.raises(SchemeRefused) as caught:
        check_allowed("file:///etc/motd", "link", WEB)
    assert "yourself" in caught.value.suggestion


def test_a_new_scheme_needs_only_a_loader() -> None:
    def echo(request: Request, context: Context) -> Response:
        return Response(request.url, body=f"{scheme_of(request.url)} {context.bound(request)}".encode())

    with pytest.raises(SchemeRefused):
        load(Request("x-echo:hello"), CONTEXT)
    register("x-echo", echo)
    assert load(Request("x-echo:hello", max_bytes=7), CONTEXT).body == b"x-echo 7"
    assert load(Request("x-echo:hello", asker="link", initiator=WEB), CONTEXT).status == 200


def test_http_goes_to_the_client_of_the_session(server: object) -> None:
    url = server.page("/x", "<p>hello")  # type: ignore[attr-defined]
    with pytest.raises(SchemeRefused, match="no network"):
        load(Request(url), CONTEXT)
    with HttpClient(HttpOptions()) as client:
        assert load(Request(url), Context(http=client.fetch)).body == b"<p>hello"


# --- file:


def test_a_file_is_read_whole_with_its_type(tmp_path: Path) -> None:
    page = tmp_path / "a page%?.html"
    page.write_bytes(b"<p>x" * 1000)
    response = _file(page)
    assert (response.body, response.stated_type, response.error) == (b"<p>x" * 1000, "text/html", None)
    assert response.wire_bytes == 4000
    assert local_path(response.url) == str(page)


def test_a_large_file_is_cut_and_says_so(tmp_path: Path) -> None:
    page = tmp_path / "x.txt"
    page.write_bytes(b"0123456789")
    assert _file(page, max_bytes=10).error is None
    cut = _file(page, max_bytes=9)
    assert isinstance(cut.error, TooLarge)
    assert (cut.body, cut.truncated) == (b"012345678", True)
    assert _file(page, max_bytes=0).body == b""


def test_a_link_to_what_is_gone_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(FileMissing, match="is a link to 'nowhere', which is not there") as caught:
        _file(tmp_path / "link")
    assert "did you mean" not in caught.value.message


def test_a_missing_file_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "readme.html").write_text("x")
    (tmp_path / "other").write_text("x")
    with pytest.raises(FileMissing, match=r"readme\.html") as caught:
        _file(tmp_path / "raedme.html")
    near = caught.value.actions[0].parameters
    assert near is not None
    assert local_path(str(near["url"])) == str(tmp_path / "readme.html")
    with pytest.raises(FileMissing, match=r"readme\.html"):
        _file(tmp_path / "readme")
    with pytest.raises(FileMissing):
        _file(tmp_path / "nothing like it" / "deeper")
    with pytest.raises(FileMissing):
        load(Request(file_url(str(tmp_path / "other")) + "/"), CONTEXT)


def test_what_could_block_or_act_is_refused_unopened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        for asker, initiator in (("link", (tmp_path / "x.html").as_uri()), ("person", "file:///x")):
            with pytest.raises(FileUnreadable, match="fifo") as caught:
                load(Request((tmp_path / name).as_uri(), asker=asker, initiator=initiator), Context())
    assert "Type its path yourself" in caught.value.suggestion
    with pytest.raises(FileUnreadable, match="device"):
        _file(Path("/dev/zero"))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(FileUnreadable):
        _file(tmp_path / "loop")


def test_a_file_without_permission() -> None:
    # As nobody, since root may read everything; in a folder that nobody may enter.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        secret = Path(folder) / "secret"
        secret.write_text("x")
        secret.chmod(0)
        code = (
            "import os, sys\n"
            "from lightterm.fetch.scheme_file import load\n"
            "from lightterm.fetch.schemes import Context\n"
            "from lightterm.fetch.model import Request\n"
            "os.geteuid() or os.setuid(65534)\n"
            "try: load(Request('file://' + sys.argv[1]), Context())\n"
            "except Exception as error: print(type(error).__name__, error)\n"
        )
        done = subprocess.run([sys.executable, "-c", code, secret], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("FileUnreadable")
    assert "permission denied" in done.stdout


def test_a_folder_becomes_a_listing(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(b"12345")
    (tmp_path / "A dir").mkdir()
    (tmp_path / "tab\there%").write_text("")
    (tmp_path / "日本").write_text("")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "to-dir").symlink_to(tmp_path / "A dir")
    os.mkfifo(tmp_path / "pipe")
    odd = os.fsencode(tmp_path) + b"/\xff"
    Path(os.fsdecode(odd)).write_text("x")
    os.utime(tmp_path / "b.txt", (1, 1_000_000_000))
    response = _file(tmp_path)
    assert (response.stated_type, response.charset) == ("application/x-directory-listing", "utf-8")
    assert response.url == file_url(str(tmp_path)) + "/"
    rows = [line.split("\t") for line in response.body.decode().splitlines()]
    assert {len(row) for row in rows} == {4}
    assert [row[0] for row in rows] == ["A dir", "to-dir", "b.txt", "gone", "pipe", "tab%09here%25", "日本", "%FF"]
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["b.txt"] == ["5", "1000000000", "file"]
    assert by_name["A dir"][0] == ""
    kinds = ["directory", "directory", "file", "broken", "fifo", "file", "file", "file"]
    assert [row[3] for row in rows] == kinds
    # A name, with all but % escaped, is a link that leads to the file.
    assert os.fsencode(local_path(resolve(response.url, "%FF"))) == odd


def test_a_listing_too_large_ends_at_a_whole_line(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"file-{number:02}").write_text("")
    response = _file(tmp_path, max_bytes=100)
    assert isinstance(response.error, TooLarge)
    assert response.body.endswith(b"file\n")
    assert 0 < len(response.body) <= 100


# --- data:


@pytest.mark.parametrize(
    ("url", "media_type", "charset", "body"),
    [
        ("data:,A%20brief%20note", "text/plain", "us-ascii", b"A brief note"),
        ("data:text/html;charset=utf-8,<b>h%C3%A9", "text/html", "utf-8", b"<b>h\xc3\xa9"),
        ('data:Text/HTML ; Charset="UTF-8" ; base64,aGk=', "text/html", "UTF-8", b"hi"),
        ("data:;base64,aGVsbG8", "text/plain", "us-ascii", b"hello"),
        ("data:;base64,aGVs%0AbG8%3D", "text/plain", "us-ascii", b"hello"),
        ("data:;base64,aGVsbG8====", "text/plain", "us-ascii", b"hello"),
        ("data:;base64,_-8", "text/plain", "us-ascii", b"\xff\xef"),
        ("data:text/plain;base64;x=y,aGk", "text/plain", "", b"aGk"),
        ("data:nonsense,x", "text/plain", "", b"x"),
        ("data:text/plain,a,b#fragment", "text/plain", "", b"a,b"),
        ("data:text/plain,50%", "text/plain", "", b"50%"),
        ("data:;charset=koi8-r,%C1", "text/plain", "koi8-r", b"\xc1"),
    ],
)
def test_data_urls(url: str, media_type: str, charset: str, body: bytes) -> None:
    response = load(Request(url), CONTEXT)
    assert (response.stated_type, response.charset, response.body, response.error) == (media_type, charset, body, None)


def test_broken_data_urls() -> None:
    with pytest.raises(UrlInvalid, match="comma"):
        load(Request("data:text/html"), CONTEXT)
    damaged = load(Request("data:;base64,aGVs!bG8"), CONTEXT)
    assert isinstance(damaged.error, BadReply)
    assert damaged.body == b"hello"
    assert load(Request("data:;base64,aGVsb"), CONTEXT).body == b"hel"
    large = load(Request("data:,123456", max_bytes=3), CONTEXT)
    assert isinstance(large.error, TooLarge)
    assert large.body == b"123"


# --- stdin: and about:

READ_STDIN = (
    "import sys\n"
    "from lightterm.fetch.schemes import Context, load\n"
    "from lightterm.fetch.model import Request\n"
    "try: r = load(Request('stdin:', max_bytes=1000), Context())\n"
    "except Exception as error: print(type(error).__name__)\n"
    "else: print(r.stated_type, len(r.body), type(r.error).__name__, r.truncated)\n"
)


def _read_stdin(data: bytes) -> str:
    done = subprocess.run([sys.executable, "-c", READ_STDIN], input=data, capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_standard_input() -> None:
    assert _read_stdin(b"<!DOCTYPE html><p>x") == "text/html 19 NoneType False"
    assert _read_stdin(b"") == "text/plain 0 NoneType False"
    assert _read_stdin(b"x" * 1000) == "text/plain 1000 NoneType False"
    assert _read_stdin(b"x" * 5000) == "text/plain 1000 TooLarge True"


def test_standard_input_that_cannot_be_read(tmp_path: Path) -> None:
    script = f'{sys.executable} -c "$1"'
    closed = subprocess.run(["sh", "-c", script + " <&-", "sh", READ_STDIN], capture_output=True, text=True, check=True)
    assert closed.stdout.strip() == "FileUnreadable"
    folder = subprocess.run(
        ["sh", "-c", script + f" <{tmp_path}", "sh", READ_STDIN], capture_output=True, text=True, check=False
    )
    # Python itself will not start with a directory as its standard input.
    assert folder.returncode != 0 or "FileUnreadable" in folder.stdout


def test_built_in_pages() -> None:
    start = load(Request("about:start"), CONTEXT)
    assert (start.stated_type, start.charset) == ("text/markdown", "utf-8")
    assert b"lightterm" in start.body
    assert load(Request("about:START?x#y"), CONTEXT).body == start.body
    blank = load(Request("about:blank"), CONTEXT)
    assert (blank.body, blank.stated_type) == (b"", "text/html")
    for bad in ("about:nowhere", "about:../start", "about:", "about:start.md"):
        with pytest.raises(FileMissing, match="about:recipes"):
            load(Request(bad), CONTEXT)


# --- what it is


@pytest.mark.parametrize(
    ("body", "stated", "name", "media_type"),
    [
        (b"\n <!doctype HTML><p>", "", "", "text/html"),
        (b"<!-- x -->", "", "", "text/html"),
        (b"<p>x", "", "", "text/html"),
        (b"<pear>x", "", "", "text/plain"),
        (b"\xef\xbb\xbf<html>", "", "", "text/html"),
        (b"<?xml version='1.0'?><x/>", "", "", "application/xml"),
        (b"<?xml version='1.0'?><!-- <feed> --><rss version='2.0'>", "", "", "application/rss+xml"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'>", "", "", "application/atom+xml"),
        (b"<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", "text/xml", "", "application/rss+xml"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "application/xml", "", "image/svg+xml"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'>", "application/xml", "", "application/xhtml+xml"),
        (b"<x/>", "text/xml; charset=utf-8", "", "text/xml"),
        (b"%PDF-1.7", "", "", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "", "", "image/png"),
        (b"GIF89a", "", "", "image/gif"),
        (b"\xff\xd8\xff\xe0", "", "", "image/jpeg"),
        (b"RIFF\1\2\3\4WEBPVP8 ", "", "", "image/webp"),
        (b"\0\0\0\x1cftypavif", "", "", "image/avif"),
        (b"BM\1\0\0\0", "", "", "image/bmp"),
        (b"BMW is a maker of cars", "", "", "text/plain"),
        (b"fLaC\0\0\0\x22", "", "", "audio/flac"),
        (b"RIFF\1\2\3\4AVI LIST", "", "", "video/x-msvideo"),
        (b"\xff\xf1\x50\x80\0", "", "", "audio/aac"),
        (b"\xff\xfb\x50\x80\0", "", "", "audio/mpeg"),
        (b"\x0b\x77\xaf\1\0", "", "x.bin", "audio/ac3"),
        ((b"G\x40\0" + bytes(185)) * 3, "", "x.ts", "video/mp2t"),
        (b"let x: number = 1", "", "x.ts", "text/plain"),
        (b"OggS\0\2", "", "x.ogv", "video/ogg"),
        (b"OggS\0\2", "", "x.html", "audio/ogg"),
        (b"\x1aE\xdf\xa3\x01", "", "x.mkv", "video/x-matroska"),
        (b"\0\0\0\x1cftypM4A ", "", "", "audio/mp4"),
        (b"II*\0\x08\0", "", "", "image/tiff"),
        (b"\0\0\1\0", "", "", "image/vnd.microsoft.icon"),
        (b"PK\3\4....", "", "", "application/zip"),
        (b"PK\3\4....", "", "book.epub", "application/epub+zip"),
        (b"\x1f\x8b\x08.", "", "", "application/gzip"),
        (b'{"a": 1}', "", "", "application/json"),
        (b"[1, 2]", "", "", "application/json"),
        (b"[Desktop Entry]", "", "", "text/plain"),
        (b"{note}", "", "", "text/plain"),
        (b"just words", "", "", "text/plain"),
        (b"\1\2\3", "", "", "application/octet-stream"),
        (b"", "", "", "text/plain"),
        (b"", "", "x.html", "text/html"),
        (b"<p>x", "", "x.md", "text/markdown"),
        (b"BMW is a maker of cars", "", "x.txt", "text/plain"),
        (b"%PDF-1.7\n\1\2", "", "x.html", "application/pdf"),
        (b"x", "", "X.HTML", "text/html"),
        (b"x", "", "README", "text/plain"),
        (b"words", "text/plain", "x.html", "text/plain"),
        (b"<html>", "text/plain", "", "text/plain"),
        (b"\x89PNG\r\n\x1a\n\0", "text/plain", "", "image/png"),
        (b"\0\1\2", "text/plain", "", "application/octet-stream"),
        (b"ab\7c\nline two\n", "text/plain", "x.txt", "text/plain"),
        (b"words of a log\f\7 " * 60 + b"\7", "text/plain", "", "application/octet-stream"),
        (b"words of a long log and more " * 60 + b"\7\1", "text/plain", "", "text/plain"),
        (b"words" * 60 + b"\0", "text/plain", "", "application/octet-stream"),
        (b"\xff\xfeh\0i\0", "text/plain", "", "text/plain"),
        (b"<html>", "IMAGE/PNG", "", "image/png"),
        (b"<html>", "application/unknown", "", "text/html"),
        (b"<html>", "garbage", "", "text/html"),
    ],
)
def test_types_by_statement_name_and_look(body: bytes, stated: str, name: str, media_type: str) -> None:
    assert sniff_type(body, stated, name) == media_type
