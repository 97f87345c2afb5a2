"""Pages saved in one file (MHTML) are opened as the pages they were, with their sheets, pictures and frames."""

from __future__ import annotations

from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from dumping import dump
from PIL import Image
from servers import Server

from lightterm.graphics.probe import Terminal

SITE = "https://site.example/"
LONG = "a=1;b=2,c;" * 20
PAGE = (
    "<title>Saved</title><link rel=stylesheet href='/s.css'><h1>Café</h1><p class=x>Hidden.</p>"
    "<p>Go <a href='next'>on</a>.</p><img src='dot.png' srcset='dot.png 2x' alt='A dot' width=80 height=80>"
    "<iframe src='cid:inner@x'></iframe><iframe src='other'></iframe>"
)


def dot() -> bytes:
    stream = BytesIO()
    Image.new("RGB", (80, 80), "red").save(stream, "PNG")
    return stream.getvalue()


def archive(page: str = PAGE, where: str = SITE, start: bool = False) -> bytes:
    """An archive as browsers write them: the page, a sheet, a picture and frames, one of them in the other."""
    parts = [
        ("text/html", page.encode("cp1252"), where, "", "cp1252"),
        ("text/css", b".x{display:none}", SITE + "s.css", "", ""),
        ("image/png", dot(), SITE + "dot.png", "", ""),
        (
            "text/html",
            b"<p>In the frame.<iframe src=deep></iframe>",
            SITE + "f/" if where else "",
            "<inner@x>",
            "utf-8",
        ),
        ("text/html", b"<p>Deep inside.<iframe src=..></iframe>", SITE + "f/deep", "", "utf-8"),
    ]
    whole = EmailMessage()
    whole["From"] = "<Saved by a test>"
    whole["Content-Type"] = 'multipart/related; type="text/html"' + ('; start="<inner@x>"' if start else "")
    for kind, content, location, identity, charset in parts:
        part = EmailMessage()
        part.set_content(content, *kind.split("/"), cte="base64")
        if charset:
            part.set_param("charset", charset)
        if location:
            part["Content-Location"] = location
        if identity:
            part["Content-ID"] = identity
        whole.attach(part)
    return whole.as_bytes()


def test_a_saved_page_is_read_with_its_sheet_and_frames(tmp_path: Path) -> None:
    saved = tmp_path / "saved.mhtml"
    saved.write_bytes(archive())
    done = dump(str(saved), "-w", "500")
    assert (done.code, done.errors) == (0, "")
    text = done.text
    assert text.startswith(f"Saved\n{saved.as_uri()}\n\n# Café\n") and "Hidden" not in text and "A dot" in text
    assert text.count("In the frame.") == text.count("Deep inside.") == 1  # what holds itself is not read again
    assert f"[1] {SITE}next\n" in text and f"[2] {SITE}f/\n" in text


@pytest.mark.parametrize("kind", ["multipart/related; boundary={}", "message/rfc822", ""])
def test_a_server_gives_it_in_any_of_its_ways(server: Server, kind: str) -> None:
    head, _, body = archive().partition(b"\n\n")
    boundary = head.partition(b'boundary="')[2].partition(b'"')[0].decode()
    whole = body if kind.startswith("multipart") else head + b"\n\n" + body
    server.page("/saved.mht", whole, kind.format(f'"{boundary}"'))
    done = dump(server.url("/saved.mht"))
    assert done.code == 0 and "# Café" in done.text and "In the frame." in done.text
    assert [asked.path for asked in server.log] == ["/saved.mht"]  # nothing of it is fetched


def test_what_is_in_no_order_is_still_a_page(tmp_path: Path) -> None:
    saved = tmp_path / "page.mht"
    saved.write_bytes(archive("<p>No place.<iframe src='cid:inner@x'></iframe>", where=""))
    assert "No place." in (text := dump(str(saved)).text) and "In the frame." in text
    saved.write_bytes(archive(start=True))
    assert dump(str(saved)).text.partition("\n\n")[2].startswith("In the frame.")
    cut = archive()
    saved.write_bytes(cut[: len(cut) // 2])
    assert "# Café" in dump(str(saved)).text
    deep = b"".join(b"Content-Type: multipart/related; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000))
    for hostile in (b"", b"From: nobody\n\nno parts", deep + b"Content-Type: text/html\n\n<p>Bottom"):
        saved.write_bytes(hostile)
        assert dump(str(saved)).code in (0, 45)


@in_a_loop
async def test_its_pictures_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    saved = tmp_path / "saved.mhtml"
    saved.write_bytes(archive())
    async with browsing(saved.as_uri(), terminal=Terminal(colors=1 << 24, answered=True)) as b:
        await b.until(lambda: "▀" in b.screen or "█" in b.screen or "▄" in b.screen, "the picture")
        assert "A dot" not in b.screen and "In the frame." in b.screen


@in_a_loop
async def test_a_page_is_saved_with_its_sheet_pictures_and_frames_and_opened_without_the_net(
    server: Server, tmp_path: Path
) -> None:
    server.page(
        "/dir/",
        "<title>Tides – caf\u00e9</title><link rel=stylesheet href=/s.css>"
        f"<p class=x>Hidden.<p>Shown.<img src=dot.png?{LONG} alt='A dot'><img src=gone.png alt='Nothing'>"
        "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' alt='Data'>"
        "<iframe src=/frame></iframe>",
    )
    server.page("/s.css", ".x{display:none}", "text/css")
    server.page("/dir/dot.png", dot(), "image/png")
    server.page("/frame", "<p>In the frame.")
    saved = tmp_path / "new" / "page.mhtml"
    async with browsing(server.url("/dir/"), size=(250, 24)) as b:
        await b.type(f":w {saved}\n")
        await b.press("y")
        await b.until(saved.exists, "the file")
        await b.until(lambda: "1 of its pictures and style sheets could not be had" in b.status, "the word of it")
        await b.type(":w /dev/null/x.mhtml\n")
        await b.until(lambda: "/dev/null/x.mhtml: " in b.status, "what is wrong")
    asked = len(server.log)
    whole = saved.read_bytes()
    assert whole.count(b"\n") == whole.count(b"\r\n")  # Chromium reads no other
    assert f"\r\nContent-Location: {server.url('/dir/dot.png?' + LONG)}\r\n".encode() in whole
    done = dump(str(saved), "-w", "300")
    assert (done.code, done.errors) == (0, "")
    assert "Shown." in done.text and "Hidden" not in done.text and "In the frame." in done.text
    async with browsing(str(saved), terminal=Terminal(colors=1 << 24, cell=(10, 20), background=(0, 0, 0))) as b:
        await b.until(lambda: "\u2580" * 8 in b.screen, "the picture")
    assert len(server.log) == asked


@in_a_loop
async def test_what_is_no_page_in_html_is_not_saved_with_parts(server: Server, tmp_path: Path) -> None:
    server.page("/x.txt", "Words.", "text/plain")
    async with browsing(server.url("/x.txt")) as b:
        await b.type(f":save --as mhtml {tmp_path}/x.mhtml\n")
        await b.until(lambda: "only a page in HTML" in b.status, "what is wrong")
        assert not (tmp_path / "x.mhtml").exists()
