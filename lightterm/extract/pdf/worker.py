"""The process that reads a PDF: a request and the file on standard input, what was read as lines of JSON on the output.

PDFium is a large program in C++ that reads what anyone may have made. It runs here, where a fault of it ends nothing
else, in bounds of memory and time, and without a way to files, programs or the network.
"""

from __future__ import annotations

import json
import sys

from lightterm.confined import shut_in
from lightterm.extract.pdf.fields import Fields
from lightterm.extract.pdf.page import page_data
from lightterm.extract.pdf.pdfium import CannotOpen, Pdf
from lightterm.extract.pdf.repair import with_new_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Data = dict[str, object]

LARGEST = 1 << 25
"""Bytes of one line; a page of more is told as broken."""


def main() -> None:
    """Read what standard input asks for, and end."""
    source = sys.stdin.buffer
    asked = json.loads(source.readline())
    body = source.read()
    "".encode("utf-16-le").decode("utf-16-le")  # the codec is loaded now: once bound, nothing can be
    _shut_in(asked["memory"] + len(body), asked["seconds"])
    try:
        pdf = _opened(body, asked["password"])
    except CannotOpen as problem:
        _tell({"kind": "refused", "why": str(problem)})
        return
    if asked["about"]:
        for said in _about(pdf):
            _tell(said)
    if asked["labels"]:
        _tell({"kind": "labels", "labels": _labelled(pdf, asked["labels"])})
    fields = Fields(pdf.document)
    for first, last in asked["pages"]:
        for index in range(first, min(last, pdf.pages - 1) + 1):
            try:
                _tell(page_data(pdf, index, fields))
            except (MemoryError, RecursionError, ValueError, ArithmeticError, LookupError):
                _tell({"kind": "page", "page": index, "broken": True, "blocks": []})
    _tell({"kind": "end"})


def _labelled(pdf: Pdf, wanted: list[str]) -> dict[str, int]:
    """The first page that bears each of these labels."""
    left, found = set(wanted), {}
    for index in range(pdf.pages):
        label = pdf.label(index)
        if label in left:
            found[label] = index
            left.discard(label)
            if not left:
                break
    return found


def _opened(body: bytes, password: str) -> Pdf:
    """The file; one that has lost its end with a new one. Raises CannotOpen."""
    try:
        return Pdf(body, password)
    except CannotOpen as problem:
        mended = with_new_end(body) if str(problem) == "broken" else None
        if mended is None:
            raise
    pdf = Pdf(mended, password)
    pdf.mended = True
    return pdf


def _about(pdf: Pdf) -> Iterator[Data]:
    """What there is to say of the whole file, the cheapest first: what comes late may be lost to a fault."""
    yield {"kind": "file", "pages": pdf.pages, "encrypted": pdf.encrypted, "mended": pdf.mended}
    yield {"kind": "language", "language": pdf.language}
    yield {"kind": "properties", "properties": pdf.properties()}
    yield {"kind": "attachments", "attachments": list(pdf.attachments())}
    yield {"kind": "outline", "outline": list(pdf.outline())}
    yield {"kind": "named", "named": list(pdf.named())}


def _shut_in(memory: int, seconds: float) -> None:
    """Hold this process to so many bytes above what it has now, to so many seconds of work, and to what it has open."""
    try:
        import resource
    except ImportError:  # Windows has no such bounds; the reader's own clock holds there too
        return
    has = 0
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:
            has = int(file.read().split()[0]) * resource.getpagesize()
    shut_in()
    bounds = (
        (resource.RLIMIT_AS, has + memory if has else resource.RLIM_INFINITY),
        (resource.RLIMIT_CPU, int(seconds) + 1),
        (resource.RLIMIT_NOFILE, 3),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    )
    for bound, value in bounds:
        resource.setrlimit(bound, (value, value))


def _tell(said: Data) -> None:
    line = json.dumps(said).encode("ascii")
    if len(line) > LARGEST:
        line = json.dumps({"kind": "page", "page": said.get("page", -1), "broken": True, "blocks": []}).encode("ascii")
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
