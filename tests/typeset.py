"""PDF files typeset from text that is known, and small ones written by hand, with what only a hand gets wrong."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

import pikepdf
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

HEAD = "The journal of tides"
MARGIN, GUTTER = 60.0, 14.0

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12, alignment=4, firstLineIndent=10)
TITLE = ParagraphStyle("title", fontName="Times-Bold", fontSize=13, leading=16, spaceBefore=8, spaceAfter=4)


def order(got: str, wanted: str) -> float:
    """F1 of the 4-grams of words: 1.0 is every word in its place, and none but those."""
    mine, gold = _grams(got), _grams(wanted)
    return 2 * sum((mine & gold).values()) / max(1, sum(mine.values()) + sum(gold.values()))


def _grams(text: str) -> Counter[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))


def article(sections: Iterable[tuple[str, Sequence[str]]], columns: int = 1, hyphens: str = "") -> bytes:
    """Sections, each a heading and its paragraphs, justified in so many columns, with running heads and page numbers.

    With `hyphens` words are parted at the ends of lines, by the patterns of that language.
    """
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4)
    width = (A4[0] - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    frames = [Frame(MARGIN + i * (width + GUTTER), 50, width, 740, 0, 0, 0, 0) for i in range(columns)]
    document.addPageTemplates([PageTemplate(frames=frames, onPage=_head_and_foot)])
    body = ParagraphStyle("own", BODY, hyphenationLang=hyphens, embeddedHyphenation=1) if hyphens else BODY
    flow = []
    for title, paragraphs in sections:
        flow.append(Paragraph(escape(title), TITLE))
        flow += [Paragraph(escape(text), body) for text in paragraphs]
    document.build(flow)
    return out.getvalue()


def _head_and_foot(canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(MARGIN, 810, HEAD)
    canvas.drawRightString(A4[0] - MARGIN, 30, str(document.page))


def pages(*texts: str, size: float = 12, **about: str) -> bytes:
    """A page for each text, its lines one under the other; `about` is title, author, subject or creator."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for name, value in about.items():
        getattr(canvas, f"set{name.capitalize()}")(value)
    for text in texts:
        canvas.setFont("Helvetica", size)
        for number, line in enumerate(text.split("\n")):
            canvas.drawString(72, 760 - 1.2 * size * number, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def written(*objects: str | bytes, root: int = 1, version: str = "1.7") -> bytes:
    """A file of objects 1, 2, ... with its table of places, whatever they hold; object `root` is its catalog."""
    out = bytearray(f"%PDF-{version}\n".encode())
    places = []
    for number, held in enumerate(objects, 1):
        places.append(len(out))
        body = held if isinstance(held, bytes) else held.encode("latin-1")
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root {root} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def stream(data: bytes, more: str = "") -> bytes:
    """A stream object."""
    return f"<< /Length {len(data)} {more} >>\nstream\n".encode() + data + b"\nendstream"


FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def drawn(*contents: bytes, more: Sequence[str | bytes] = (), resources: str = "") -> bytes:
    """A page for each stream of operators, with Helvetica as /F; `more` are objects 4, 5, ... of the file."""
    first = 4 + len(more)
    kids = " ".join(f"{first + 2 * i} 0 R" for i in range(len(contents)))
    objects: list[str | bytes] = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>",
        FONT,
        *more,
    ]
    for i, content in enumerate(contents):
        objects += (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {first + 2 * i + 1} 0 R"
            f" /Resources << /Font << /F 3 0 R >> {resources} >> >>",
            stream(content),
        )
    return written(*objects)


def shown(text: str, x: float = 72, y: float = 700, size: float = 10, more: str = "") -> bytes:
    """Operators that show a line of text; `more` comes before it."""
    return f"BT {more} /F {size} Tf {x} {y} Td ({text}) Tj ET\n".encode("latin-1")


def endless(text: str, after: str) -> bytes:
    """Three pages: text, one that draws a picture 10^30 times, and text."""
    forms: list[str | bytes] = [
        stream(
            b"/X Do " * 10,
            f"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {number + 1} 0 R >> >>",
        )
        for number in range(4, 34)
    ]
    forms.append(stream(b"0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"))
    return drawn(shown(text), b"/X Do", shown(after), more=forms, resources="/XObject << /X 4 0 R >>")


def set_by_hand(paragraphs: Iterable[str], columns: int, written: str, gutter: float = GUTTER) -> bytes:
    """Justified columns, word by word: "columns" one after the other, "rows" across them, "letters" each by itself."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    width = (A4[0] - 2 * MARGIN - (columns - 1) * gutter) / columns
    lines = [line for text in paragraphs for line in _broken(text, width)]
    rows = 58
    for start in range(0, len(lines), rows * columns):
        places = [(at % rows, at // rows, line) for at, line in enumerate(lines[start : start + rows * columns])]
        canvas.setFont("Times-Roman", 10)
        for row, column, (words, is_last) in (
            sorted(places, key=lambda place: place[:2]) if written == "rows" else places
        ):
            x = MARGIN + column * (width + gutter)
            space = 2.5 if is_last else (width - sum(map(_width, words))) / max(1, len(words) - 1)
            for word in words:
                for part in word if written == "letters" else (word,):
                    canvas.drawString(x, 780 - 12 * row, part)
                    x += _width(part)
                x += space
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _width(text: str) -> float:
    return stringWidth(text, "Times-Roman", 10)


def _broken(text: str, width: float) -> Iterable[tuple[list[str], bool]]:
    """The words of each line, and whether it is the last one."""
    line: list[str] = []
    for word in text.split():
        if line and _width(" ".join([*line, word])) > width:
            yield line, False
            line = []
        line.append(word)
    yield line, True


def locked(text: str, password: str) -> bytes:
    """A PDF of one page with a line of text, which is read with a password alone."""
    shut = io.BytesIO()
    with pikepdf.open(io.BytesIO(pages(text))) as pdf:
        pdf.save(shut, encryption=pikepdf.Encryption(owner="the owner's", user=password))
    return shut.getvalue()
