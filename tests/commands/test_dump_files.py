"""Files, folders, standard input, data: and about:, with their types and charsets."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from dumping import dump

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk

PAGE = "<title>Tides</title><h1>Tides</h1><p>High at <a href='six.html'>six</a>."
SHOWN = "# Tides\n\nHigh at [1]six.\n"


def test_a_file_by_path_name_and_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "a page.html"
    page.write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for typed in (str(page), "a page.html", "./a page.html", page.as_uri(), "~/a page.html"):
        done = dump(typed, "-w", "500")
        assert (done.code, done.errors) == (0, "")
        assert done.text == f"Tides\n{page.as_uri()}\n\n{SHOWN}\nReferences\n\n[1] {tmp_path.as_uri()}/six.html\n"


def test_a_missing_file_and_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "readme.html").write_text(PAGE)
    done = dump(str(tmp_path / "raedme.html"))
    assert (done.code, done.text) == (37, "")
    assert done.errors == (
        f"lightterm: no such file: '{tmp_path}/raedme.html'; did you mean '{tmp_path}/readme.html' ?\n"
    )
    done = dump(str(tmp_path / "else"))
    assert done.code == 37 and "did you mean" not in done.errors


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = dump("--timeout", "0.1", str(tmp_path / "pipe"))
    assert done.code == 28 and "was not at its end within 0.1 s; allow more time" in done.errors
    done = dump("/dev/zero")
    assert done.code == 37 and "is a device, not a file" in done.errors


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("12345")
    (tmp_path / "sub").mkdir()
    (tmp_path / "a\x1b[31m\nx").write_text("")
    done = dump(str(tmp_path))
    assert done.code == 0
    assert f"{tmp_path.as_uri()}/sub/" in done.text and f"{tmp_path.as_uri()}/b.txt" in done.text
    assert "\x1b" not in done.text and f"{tmp_path.as_uri()}/a%1B[31m%0Ax" in done.text.replace("%5B", "[")
    assert done.text.index("sub") < done.text.index("b.txt")


# --- standard input


def test_standard_input() -> None:
    for argv in (("-",), ()):
        done = dump(*argv, stdin=PAGE.encode())
        assert (done.code, done.errors) == (0, "")
        assert done.text == f"Tides\n\n{SHOWN}\nReferences\n\n[1] six.html\n"


def test_the_base_of_standard_input() -> None:
    done = dump("-", "--base", "http://example.org/dir/", stdin=PAGE.encode())
    assert done.text.endswith("[1] http://example.org/dir/six.html\n")


def test_the_type_of_standard_input_and_of_a_file(tmp_path: Path) -> None:
    text = tmp_path / "x.html"
    text.write_text("<b>bold</b>")
    assert "<b>bold</b>\n" in dump("-", "-T", "text/plain", stdin=b"<b>bold</b>").text
    assert "<b>bold</b>\n" in dump(str(text), "--type", "text/plain").text
    assert dump("-", stdin=b"a < b\n\n\n  c").text == "a < b\n\n\n  c\n"
    assert dump("-", "--type", "text/html", stdin=b"a\n\n  c").text == "a c\n"
    assert "# Head" in dump("-", "--type", "text/markdown", stdin=b"Head\n====\n").text


def test_the_charset_of_standard_input_and_of_a_file(tmp_path: Path) -> None:
    assert dump("-", "--charset", "koi8-r", "-T", "text/plain", stdin="Привет".encode("koi8-r")).text == "Привет\n"
    file = tmp_path / "x.txt"
    file.write_bytes("ł ż".encode("iso8859-2"))
    assert dump(str(file), "--charset", "latin2", "--no-metadata").text.strip() == "ł ż"


def test_a_charset_or_base_that_is_none() -> None:
    done = dump("-", "--charset", "x-unknown", stdin="<p>é".encode())
    assert (done.code, done.text) == (0, "é\n")
    assert done.errors == "lightterm: --charset x-unknown: no charset of that name; it is found out from the text\n"
    for option in ("--base", "--encoding"):
        done = dump("-", option, "nonsense", stdin=b"<p>x")
        assert (done.code, done.text) == (2, "") and f"{option} nonsense: " in done.errors


def test_nothing_at_all_is_a_page_read_whole(tmp_path: Path) -> None:
    (tmp_path / "empty.html").write_text("")
    done = dump("-", stdin=b"")
    assert (done.text, done.errors, done.code) == ("", "", 0)
    assert dump(str(tmp_path / "empty.html"), "--no-metadata").code == 0


def test_more_than_the_bound_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("0123456789" * 10)
    for typed, stdin in ((str(file), b""), ("-", b"0123456789" * 10)):
        done = dump(typed, "--max-bytes", "25", "--no-metadata", stdin=stdin)
        assert done.code == 63 and done.text.endswith("0123456789012345678901234\n")
        assert "is larger than 25 bytes" in done.errors


# --- data: and about:


def test_data_urls() -> None:
    assert dump("data:text/html,<h1>Hi</h1>%20there").text == "# Hi\n\nthere\n"
    assert dump("data:,plain%20<b>").text == "plain <b>\n"
    assert dump("data:text/html;charset=utf-8;base64,PHA+w7w8L3A+").text == "ü\n"
    done = dump("data:nothing")
    assert done.code == 3 and "comma" in done.errors
    done = dump("data:text/plain;base64,aGVsbG8!")
    assert done.code == 8 and done.text == "hello\n" and "damaged" in done.errors


def test_about_pages() -> None:
    for name in ("start", "help", "recipes", "exit-codes"):
        done = dump(f"about:{name}")
        assert (done.code, done.errors) == (0, "") and len(done.text) > 300
    assert dump("about:blank").code == 0
    done = dump("about:nonsense")
    assert done.code == 37 and "about:recipes" in done.errors and done.errors.count("\n") == 1


def test_what_is_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for typed, code, words in (
        ("nothing", 3, "neither a file here nor an address"),
        ("htps://example.org", 3, "did you mean https://example.org ?"),
        ("http:/example.org", 3, "did you mean http://example.org ?"),
        ("http:\\\\example.org", 3, "did you mean http://example.org ?"),
        ("http://p\u0430ypal.invalid/", 6, "lightterm: http://xn--pypal-4ve.invalid/: "),
        ("", 3, "no address was given"),
        ("http://", 3, "names no host"),
        ("http://example.org:x/", 3, "no port"),
        ("gopher://", 3, "names no host"),
        ("mailto:a@example.org", 4, "for a mail program"),
        ("javascript:alert(1)", 4, "script"),
        ("view-source:http://example.org/", 4, "--source"),
        ("x-unknown:y", 4, "no scheme"),
    ):
        done = dump(typed)
        assert (done.code, done.text) == (code, ""), typed
        assert words in done.errors and done.errors.count("\n") == 1


def test_the_null_device_is_an_empty_file() -> None:
    done = dump("--no-metadata", "/dev/null")
    assert (done.code, done.text.strip(), done.errors) == (0, "", "")


# --- charsets


@pytest.mark.parametrize(
    ("header", "head", "charset", "text"),
    [
        ("text/html; charset=shift_jis", "", "shift_jis", "日本語の潮汐表"),
        ("text/html", "<meta charset=euc-kr>", "euc-kr", "조석 예보"),
        ("text/html", "<meta http-equiv=content-type content='text/html; charset=windows-1251'>", "cp1251", "Прилив"),
        ("text/html; charset=utf-8", "<meta charset=latin1>", "utf-8", "Gezeiten, schön"),
        ("text/html; charset=latin1", "", "cp1252", "Ebb “and” flow €"),
        ("text/html", "", "utf-8-sig", "marée"),
        ("text/html; charset=latin1", "", "utf-16", "marée"),
        ("text/html", "", "utf-8", "marée haute"),
        ("text/html", "", "euc-jp", "潮の満ち引きは月と太陽の引力によって起こります。" * 4),
        ("text/html", "", "gb18030", "潮汐是由月球和太阳的引力引起的海水涨落现象。" * 4),
        ("text/html", "", "koi8-r", "Прилив и отлив происходят под действием Луны и Солнца. " * 4),
    ],
)
def test_the_charset_of_a_page(server: Server, header: str, head: str, charset: str, text: str) -> None:
    url = server.page("/", f"<title>{text}</title>{head}<p>{text}".encode(charset), header)
    done = dump(url, "-w", "500", "--no-metadata")
    assert (done.code, done.errors) == (0, "")
    assert done.text == text.strip() + "\n"


@pytest.mark.covers("LB-141")
def test_bytes_that_are_none_of_the_charset(server: Server) -> None:
    url = server.page("/", b"<p>caf\xff and \xc3( tea", "text/html; charset=utf-8")
    for options in ((), ("--source",)):
        done = dump(*options, url)
        assert done.code == 43 and "caf\ufffd and \ufffd( tea" in done.text
        assert done.errors.count("\n") == 1 and "2 byte sequences are not valid utf-8" in done.errors


def test_the_output_s_charset(server: Server) -> None:
    url = server.page("/", "<p>naïve “quotes” → 日")
    assert dump("--encoding", "latin1", "--no-metadata", url).output == 'na\xefve "quotes" -> ?\n'.encode("latin-1")
    assert dump("--encoding", "ascii", "--no-metadata", url).output == b'naive "quotes" -> ?\n'


# --- other types, by content type


@pytest.mark.covers("LBX-44")
@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("text/plain", "a <b>\n    c", "a <b>\n    c"),
        ("text/markdown", "Head\n====\n\n* one\n", "# Head"),
        ("application/json", '{"tide": ["high", 6.5]}', "high"),
        ("application/problem+json", '{"title": "Storm"}', "Storm"),
        ("application/xml", "<?xml version='1.0'?><tide at='six'>high</tide>", "high"),
        ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><title>A wave</title></svg>", "A wave"),
        (
            "application/rss+xml",
            "<rss version='2.0'><channel><title>Tide news</title><item><title>Spring tide</title>"
            "<link>http://example.org/1</link></item></channel></rss>",
            "Spring tide",
        ),
    ],
)
def test_other_content_types(server: Server, kind: str, body: str, words: str) -> None:
    url = server.page("/thing", body, kind)
    done = dump(url)
    assert (done.code, done.errors) == (0, "")
    assert words in done.text
    assert dump("--source", url).text == body


def test_a_feed_s_links_are_numbered(server: Server) -> None:
    entry = "<entry><title>Neap</title><link href='/neap'/><id>x</id></entry>"
    feed = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>{entry}</feed>"
    done = dump("--links", "only", server.page("/feed", feed, "application/atom+xml"))
    assert done.code == 0 and server.url("/neap") in done.text


def test_a_pdf_that_cannot_be_read_says_what_it_is(server: Server) -> None:
    url = server.page("/a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "application/pdf")
    done = dump(url)
    assert done.code == 42 and done.errors.count("\n") == 1
    assert "PDF is broken" in done.errors and "PDF document" in done.text and "--download" in done.text
    assert dump("--source", url).output == b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


@pytest.mark.covers("LBX-44")
@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a Word document"),
        ("application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
        ("application/zip", "a ZIP archive"),
        ("audio/mpeg", "an audio file"),
        ("application/octet-stream", "binary data"),
    ],
)
def test_what_is_no_text_says_what_it_is(server: Server, kind: str, what: str) -> None:
    done = dump(server.page("/thing", b"PK\x03\x04" + bytes(2000), kind))
    assert done.code == 45 and what in done.errors and done.errors.count("\n") == 1
    assert f"{what} ({kind}) of 2.0 kB (2,004 bytes)" in dump("-w", "200", server.url("/thing")).text


def test_a_picture_has_a_page(server: Server) -> None:
    png = (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0\x12\x16\xf1M"
        b"\0\0\0\0IEND\xaeB`\x82"
    )  # fmt: skip
    done = dump(server.page("/wave.png", png, "image/png"))
    assert done.code == 0 and "wave.png" in done.text and "3" in done.text and "2" in done.text


def test_the_type_is_looked_for_where_none_is_given(server: Server) -> None:
    def untyped(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Length", str(len(PAGE)))])
        talk.send(PAGE.encode())

    server.on("/", untyped)
    assert "# Tides" in dump(server.url()).text


def test_a_file_without_text_says_so_and_is_no_failure(tmp_path: Path) -> None:
    """Nothing at all was said: it looked like a dump that had failed."""
    (tmp_path / "bare.html").write_text("<title>Bare</title><div></div>")
    done = dump(str(tmp_path / "bare.html"))
    assert done.code == 0 and "bare.html: the file has no text" in done.errors
    assert not dump("--quiet", str(tmp_path / "bare.html")).errors
