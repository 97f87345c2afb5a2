"""What the reading process says, from its lines of JSON; all text in it is made safe here."""

from __future__ import annotations

import json

from lightterm.extract.pdf.joining import without_leaders
from lightterm.extract.pdf.model import (
    Block,
    Bookmark,
    FormField,
    Link,
    PdfFile,
    PdfPage,
    Run,
    Table,
    TableCell,
)
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lightterm.extract.pdf.model import Line


def told(line: bytes) -> PdfFile | PdfPage | str | None:
    """One line; None is the end, a word says why the file is not opened."""
    said: dict[str, Any] = json.loads(line)
    kind = said["kind"]
    if kind == "end":
        return None
    if kind == "refused":
        return str(said["why"])
    return _page(said) if kind == "page" else _file(said)


def _file(said: dict[str, Any]) -> PdfFile:
    return PdfFile(
        pages=said.get("pages", 0),
        encrypted=said.get("encrypted", False),
        mended=said.get("mended", False),
        whole=said["kind"] == "named",
        language=clean(said.get("language", ""))[:40],
        properties=tuple((name, clean(value).strip()) for name, value in said.get("properties", ())),
        attachments=tuple((clean(name), size) for name, size in said.get("attachments", ())),
        outline=tuple(Bookmark(lv, clean(title).strip(), *at) for lv, title, *at in said.get("outline", ())),
        named=tuple((clean(name), page) for name, page, _ in said.get("named", ())),
        labels=tuple(said.get("labels", {}).items()),
    )


def _page(said: dict[str, Any]) -> PdfPage:
    return PdfPage(
        index=said["page"],
        label=clean(said.get("label", "")),
        width=said.get("width", 0.0),
        height=said.get("height", 0.0),
        blocks=tuple(_table(block) if "table" in block else _block(block) for block in said["blocks"]),
        links=tuple(Link(clean(uri), page, height) for uri, page, height in said.get("links", ())),
        fields=tuple(FormField(*map(clean, field)) for field in said.get("fields", ())),
        pictures=said.get("pictures", 0),
        pictured=said.get("pictured", 0.0),
        unmapped=said.get("unmapped", 0),
        hidden=said.get("hidden", 0),
        artifacts=said.get("artifacts", 0),
        broken=said.get("broken", False),
    )


def _block(said: dict[str, Any]) -> Block:
    box = tuple(said["box"])
    column = said["column"]
    return Block(
        _lines(said["lines"]),
        said["size"],
        box,
        column[0],
        column[1],
        said["gap"],
        said["marker"],
        said["mono"],
        said.get("role", ""),
        said.get("inner", box[0]),
    )


def _table(said: dict[str, Any]) -> Table:
    rows = tuple(
        tuple(TableCell(_lines(c["lines"]), c["rows"], c["columns"], c.get("header", False)) for c in row)
        for row in said["table"]
    )
    return Table(rows, tuple(said["box"]))


def _lines(lines: list[list[list[Any]]]) -> tuple[Line, ...]:
    return tuple(tuple(Run(without_leaders(clean(text)), style, link) for text, style, link in line) for line in lines)
