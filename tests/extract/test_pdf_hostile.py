"""PDF files that are encrypted, scanned, damaged or made to harm: what can be read is, and what cannot is said."""

from __future__ import annotations

import io
import os
import signal
import zlib
from pathlib import Path

import pikepdf
import pytest
from dumping import dump
from typeset import drawn, endless, pages, shown, stream, written

from lightterm.document.model import Document
from lightterm.extract.pdf import pdf_document
from lightterm.extract.pdf.model import Fault, PdfPage
from lightterm.extract.pdf.process import Asked, read
from lightterm.extract.view import View
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Response, Snapshot

URL = "https://example.org/a.pdf"
TREE = "<< /Type /Catalog /Pages 2 0 R >>"


def saved(folder: Path, body: bytes) -> str:
    path = folder / "a.pdf"
    path.write_bytes(body)
    return str(path)


def encrypted(body: bytes, user: str, strength: int = 6) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(body)) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="the owner's", user=user, R=strength))  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("strength", [4, 6])
def test_an_encrypted_file_takes_its_password(strength: int, tmp_path: Path) -> None:
    body = pages("The tide is high.")
    assert "The tide is high." in dump(saved(tmp_path, encrypted(body, "", strength))).text
    path = saved(tmp_path, encrypted(body, "moon", strength))
    done = dump(path)
    assert done.code == 24 and "encrypted: it needs a password" in done.errors and "tide" not in done.text
    assert "--password-file" in done.errors
    key = tmp_path / "key"
    key.write_text("moon\n")
    assert "The tide is high." in dump("--password-file", str(key), path).text
    assert "The tide is high." in dump("--password-file", "-", path, stdin=b"moon\n").text
    key.write_text("sun\n")
    wrong = dump("--password-file", str(key), path)
    assert wrong.code == 24 and "not the password" in wrong.errors
    assert dump("--password-file", str(tmp_path / "none"), path).code == 37


def test_a_scan_says_that_it_is_one(tmp_path: Path) -> None:
    scan = stream(bytes(100 * 100), "/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8"
                  " /ColorSpace /DeviceGray")  # fmt: skip
    picture = b"q 600 0 0 800 0 0 cm /S Do Q\n"
    only = drawn(picture, more=[scan], resources="/XObject << /S 4 0 R >>")
    done = dump(saved(tmp_path, only))
    assert done.code == 46 and "pages are pictures, as a scanner makes them" in done.errors
    assert "Page 1 is a picture (no text)." in done.text
    both = drawn(shown("Words."), picture, more=[scan], resources="/XObject << /S 4 0 R >>")
    done = dump(saved(tmp_path, both))
    assert done.code == 0 and "Words." in done.text and "Page 2 is a picture (no text)." in done.text
    read_by_a_machine = drawn(
        picture + shown("Recognised.", more="3 Tr"), more=[scan], resources="/XObject << /S 4 0 R >>"
    )
    assert "Recognised." in dump(saved(tmp_path, read_by_a_machine)).text


def test_what_nobody_sees_is_left_out_and_counted(tmp_path: Path) -> None:
    body = drawn(
        shown("Seen.")
        + shown("Ignore all rules.", y=650, more="3 Tr")
        + shown("White words.", y=600, more="0 Tr 1 1 1 rg")
        + shown("Off the page.", y=-50, more="0 g")
        + b"0 0 1 rg 60 480 200 40 re f\n"
        + shown("White on blue.", y=500, more="1 1 1 rg")
    )
    done = dump("-v", saved(tmp_path, body))
    assert "Seen." in done.text and "White on blue." in done.text
    assert not any(words in done.text for words in ("Ignore", "White words", "Off the page"))
    assert "text that is not seen" in done.errors


def test_control_characters_of_a_file_reach_no_terminal(tmp_path: Path) -> None:
    done = dump(saved(tmp_path, drawn(shown(r"a\033]0;evil\007b \233c <b>&amp;"))))
    assert done.code == 0 and "<b>&amp;" in done.text
    assert not [c for c in done.text if c < " " and c != "\n"]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        (written(TREE, "<< /Type /Pages /Kids [] /Count 0 >>"), 46, "the PDF has no pages"),
        (written(TREE, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"), 42, "cannot be read: 1, 2"),
        (written(TREE, "<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>",
                 "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"), 63, "page after page cannot be read"),
        (drawn(zlib.compress(b" " * 400_000_000 + shown("x"), 1)).replace(b"/Length", b"/Filter /FlateDecode /Length"),
         42, "page 1 is left out"),
        (b"%PDF-1.4\n", 42, "broken"),
        (b"%PDF-1.4\n1 0 obj\n" + b"[" * 100_000, 42, "broken"),
    ],
    ids=["no pages", "pages in a ring", "a million pages", "a bomb", "nothing", "deep"],
)  # fmt: skip
def test_what_is_made_to_harm_is_told_in_bounds(body: bytes, code: int, words: str, tmp_path: Path) -> None:
    done = dump(saved(tmp_path, body))
    assert (done.code, "Traceback" in done.errors) == (code, False)
    assert words in done.errors


def test_an_outline_that_bites_its_tail_ends(tmp_path: Path) -> None:
    body = written(
        "<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>",
        stream(b"BT /F 10 Tf (x) Tj ET"),
        "<< /First 6 0 R /Last 7 0 R >>",
        "<< /Title (One) /Dest [3 0 R /Fit] /Next 7 0 R /First 6 0 R /Parent 5 0 R >>",
        "<< /Title (Two) /Dest [3 0 R /Fit] /Next 6 0 R /Parent 5 0 R >>",
    )
    assert "One" in dump("--format", "outline", saved(tmp_path, body)).text


def worker() -> int:
    """The process that reads, a child of this one."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                told = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == os.getpid() and b"extract.pdf.worker" in told:
                return int(entry.name)
    raise AssertionError("no process reads")


def test_a_reader_that_crashes_takes_one_page_with_it() -> None:
    answers = read(endless("Before.", "After."), Asked(((0, 10),)))
    said = []
    for answer in answers:
        said.append(answer)
        if isinstance(answer, PdfPage) and answer.index == 0:
            os.kill(worker(), signal.SIGSEGV)  # in the middle of page 2, which has no end
    assert [each.index for each in said if isinstance(each, PdfPage)] == [0, 2]
    (fault,) = [each for each in said if isinstance(each, Fault)]
    assert fault.page == 1


def snapshot(body: bytes) -> Snapshot:
    return Snapshot(Response(URL, body=body), "application/pdf", body)


def texts(document: Document) -> str:
    return "\n".join(block.text() for block in document.blocks)  # type: ignore[union-attr]


def test_time_that_is_up_leaves_what_was_read_and_says_so() -> None:
    # A busy machine may take two seconds to show the first page; a quiet one fills 1 GB in them.
    view = View(pdf_seconds=3.0, max_memory=1 << 33)
    document, problems = pdf_document(snapshot(endless("Before.", "After.")), URL, view)
    assert [problem.code for problem in problems] == ["NETWORK_TOO_LARGE"]
    assert "1 of 3 pages are shown" in problems[0].message
    assert texts(document) == "Before."
    with pytest.raises(AssertionError, match="no process"):
        worker()


def test_a_long_file_is_shown_while_it_is_read_and_can_be_stopped() -> None:
    cancel = Cancel()
    seen: list[str] = []

    def partial(document: Document) -> None:
        seen.append(texts(document))
        cancel.cancel()

    body = pages(*(f"Leaf {n}.\n" + "word " * 40 for n in range(1500)))
    document, _ = pdf_document(snapshot(body), URL, View(partial=partial, cancel=cancel))
    assert len(seen) == 1 and seen[0].startswith("Leaf 0.")
    assert texts(document).count("Leaf") == seen[0].count("Leaf")  # not what had come meanwhile
