"""How well the order of typeset text is read, by who typeset it: python -m tests.bench.pdf [TEXT FILE]...

Real prose is set in one and two columns by what is installed of LaTeX, groff and Chromium, and by reportlab; printed is
the F1 of 4-grams of words, beside pdftotext's where that is installed. Nothing is asserted: tests/extract/test_pdf.py
holds the floor. Without a file, the licences that Debian ships are set.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from lightterm.document.layout import text_lines
from lightterm.extract.pdf import pdf_document
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from tests.typeset import article, order

LICENCES = ("GPL-3", "GFDL-1.3", "MPL-2.0")
MOST = 70
SECTION = 8
TITLES = "General terms|Meaning of the words|Copies|Changed versions|Combined works|Later versions|No surrender".split(
    "|"
)


def main(names: list[str]) -> None:
    """Print a line for each producer, number of columns and text."""
    paths = [Path(name) for name in names] or [Path("/usr/share/common-licenses") / name for name in LICENCES]
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            sections = list(_sections(path))
            wanted = "\n".join("\n".join((title, *texts)) for title, texts in sections)
            for columns in (1, 2):
                for producer, body in _typeset(sections, columns, Path(folder)):
                    print(f"{producer:10} {columns} {path.name:12} {_told(body, wanted, Path(folder))}", flush=True)


def _sections(path: Path) -> Iterator[tuple[str, list[str]]]:
    text = re.sub(r"[^\x20-\x7e\n]|[*`|<>\\~^_{}\"'#%&$]", "", path.read_text("utf-8", "replace"))
    paragraphs = [" ".join(part.split()).lstrip(".- ") for part in re.split(r"\n\s*\n", text)]
    some = [each for each in paragraphs if len(each.split()) >= 12][:MOST]
    for at in range(0, len(some), SECTION):
        number = at // SECTION
        yield f"{number + 1} {TITLES[number % len(TITLES)]}", some[at : at + SECTION]


def _typeset(sections: list[tuple[str, list[str]]], columns: int, folder: Path) -> Iterator[tuple[str, bytes]]:
    yield "reportlab", article(sections, columns)
    if shutil.which("pdflatex"):
        body = "".join(f"\\section{{{t.split(' ', 1)[1]}}}\n" + "\n\n".join(p) + "\n\n" for t, p in sections)
        style = "10pt,twocolumn" if columns == 2 else "11pt"
        head = f"\\documentclass[{style}]{{article}}\\pagestyle{{headings}}\\begin{{document}}"
        (folder / "a.tex").write_text(f"{head}{body}\\end{{document}}")
        _run(["pdflatex", "-interaction=batchmode", "a.tex"], folder)
        yield "LaTeX", (folder / "a.pdf").read_bytes()
    if shutil.which("groff"):
        body = "".join(f".NH 1\n{t.split(' ', 1)[1]}\n" + "".join(f".PP\n{p}\n" for p in ps) for t, ps in sections)
        head = ".OH 'A running head''%'\n.EH '%''A running head'\n" + (".2C\n" if columns == 2 else "")
        (folder / "a.ms").write_text(head + body)
        body_set = _run(["groff", "-ms", "-Tpdf", "a.ms"], folder)
        if body_set:  # groff's base package has no device for PDF
            yield "groff", body_set
    if shutil.which("chromium"):
        body = "".join(f"<h2>{escape(t)}</h2>" + "".join(f"<p>{escape(p)}" for p in ps) for t, ps in sections)
        style = f"columns:{columns};column-gap:18px;text-align:justify;hyphens:auto;font-size:11pt"
        (folder / "a.html").write_text(f'<html lang=en><body><div style="{style}">{body}</div>')
        quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        _run(["chromium", *quiet, f"--print-to-pdf={folder / 'b.pdf'}", str(folder / "a.html")], folder)
        yield "Chromium", (folder / "b.pdf").read_bytes()


def _run(command: list[str], folder: Path) -> bytes:
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False).stdout


def _told(body: bytes, wanted: str, folder: Path) -> str:
    snapshot = Snapshot(Response("file:///a.pdf", body=body), "application/pdf", body)
    document, problems = pdf_document(snapshot, "file:///a.pdf", View())
    told = f"{order(' '.join(text_lines(document.blocks, 1000, False)), wanted):.4f}"
    if shutil.which("pdftotext"):
        (folder / "c.pdf").write_bytes(body)
        other = _run(["pdftotext", "c.pdf", "-"], folder).decode("utf-8", "replace")
        told += f"  pdftotext {order(other, wanted):.4f}"
    return f"{told}  {problems}" if problems else told


if __name__ == "__main__":
    main(sys.argv[1:])
