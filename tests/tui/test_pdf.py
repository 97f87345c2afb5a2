"""PDF files in the app: their outline, places in them, a password that is asked for."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
from browsing import browsing, in_a_loop
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from servers import Server


def book() -> bytes:
    """Twenty pages; the outline names every fifth."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for page in range(1, 21):
        canvas.bookmarkPage(f"p{page}")
        if page % 5 == 0:
            canvas.addOutlineEntry(f"Part {page // 5}", f"p{page}", 0)
        for line in range(20):
            canvas.drawString(72, 760 - 30 * line, f"Leaf {page}, line {line} of the tide tables.")
        if page == 1:
            canvas.linkRect("", "p20", (72, 755, 300, 772))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@in_a_loop
async def test_the_outline_and_links_lead_to_their_pages(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(book())
    async with browsing(path.as_uri()) as b:
        assert "Leaf 1, line 0" in b.page[0]
        await b.type(":outline\n")
        await b.type("Part 3\n")
        assert b.page[0].startswith("Leaf 15, line 0")
        await b.type("gg:follow 1\n")
        assert "Leaf 20, line 0" in b.screen
        await b.type(f":open {path.as_uri()}#page=7\n")
        assert b.page[0].startswith("Leaf 7, line 0")


@in_a_loop
async def test_another_page_of_the_file_that_is_shown_is_gone_to_without_reading_it_again(server: Server) -> None:
    url = server.page("/book.pdf", book(), headers=[("Content-Type", "application/pdf")])
    async with browsing(url) as b:
        await b.until(lambda: "p 1/20" in b.status, "the whole file")
        asked = len(server.log)
        for page, address in ((7, "#page=7"), (12, "#page=12&zoom=100"), (7, "#page=7")):
            await b.type(f":open {url}{address}\n")
            assert b.page[0].startswith(f"Leaf {page}, line 0")
        await b.type(f":open {url}#page=99\n")
        assert "the page has no place 'page=99'" in b.status
        assert len(server.log) == asked
        await b.press("H", "H")
        assert b.page[0].startswith("Leaf 12, line 0")
        await b.type(f":open {url}\n")
        await b.until(lambda: "Leaf 1, line 0" in b.page[0], "the file read again")
        assert len(server.log) > asked
        await b.type(f":open -t {url}#page=3\n")
        await b.until(lambda: b.page[0].startswith("Leaf 3, line 0"), "the file in a tab of its own")


@in_a_loop
async def test_pages_are_told_and_gone_to(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(book())
    async with browsing(path.as_uri()) as b:
        assert "p 1/20" in b.status
        await b.type("]p")
        assert b.page[0].startswith("Leaf 2, line 0") and "p 2/20" in b.status
        await b.type("7]p")
        assert b.page[0].startswith("Leaf 9, line 0") and "p 9/20" in b.status
        await b.type("[p")
        assert b.page[0].startswith("Leaf 8, line 0")
        await b.type(":page 15\n")
        assert b.page[0].startswith("Leaf 15, line 0") and "p 15/20" in b.status
        await b.type("''")
        assert b.page[0].startswith("Leaf 8, line 0")
        await b.type(":page 21\n")
        assert "there is no page 21: it has 20" in b.status
        await b.type(":open about:start\n:page next\n")
        assert "this is no PDF" in b.status and "p 1/" not in b.status


@in_a_loop
async def test_an_encrypted_file_asks_for_its_password(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with pikepdf.open(io.BytesIO(book())) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="owner", user="moon"))
    async with browsing(path.as_uri()) as b:
        assert "needs a password. Password:" in b.screen
        await b.type("sun\n")
        assert "That is not the password" in b.screen and "sun" not in b.screen
        await b.type("moon\n")
        assert "Leaf 1, line 0" in b.page[0]
