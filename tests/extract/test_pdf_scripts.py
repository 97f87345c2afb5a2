"""Scripts that run down the page, and letters that the file has in the order they are seen."""

from __future__ import annotations

from pathlib import Path

from dumping import dump
from typeset import drawn, shown, stream


def told(path: Path, content: bytes, first: str) -> str:
    """What is read of a page whose letters A to Z are those from the code `first` on."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF>"
        b" endcodespacerange 1 beginbfrange <41> <5A> <" + first.encode() + b"> endbfrange endcmap end"
    )
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 5 0 R >>"
    path.write_bytes(drawn(content, more=(font, stream(cmap)), resources="/Font << /F 4 0 R >>"))
    return dump("--no-metadata", str(path)).text.strip()


def test_columns_that_run_down_are_read_from_the_right(tmp_path: Path) -> None:
    content = b""
    for column, letters in enumerate(("ABCDEFGH", "IJKLMNOP", "QRSTUVWX")):
        content += b"".join(shown(c, 500 - 18 * column, 700 - 10 * row) for row, c in enumerate(letters))
    assert told(tmp_path / "a.pdf", content, "4E00").replace("\n", "") == "".join(map(chr, range(0x4E00, 0x4E00 + 24)))


def test_letters_from_the_right_that_the_file_has_as_they_stand_are_turned_round(tmp_path: Path) -> None:
    seen = "CBA"  # the first letter stands on the right
    content = b"".join(shown(c, 100 + 6 * at, 700) for at, c in enumerate(seen))
    assert told(tmp_path / "a.pdf", content, "0628").strip("\u2067\u2069 ") == "\u0628\u0629\u062a"
