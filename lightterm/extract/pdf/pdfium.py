"""A PDF file through PDFium: pages, outline, labels, links, attachments, properties. Runs in the reader's process only.

The names are those of PDFium's headers (fpdfview.h, fpdf_doc.h, fpdf_text.h ...). Its own text order is not used.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double, c_float, c_int, c_ulong
from functools import partial
from time import monotonic
from typing import Any

import pypdfium2_raw as pdfium

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Place = tuple[int, float]

FAULTS = {2: "file", 3: "broken", 4: "password", 5: "security", 6: "page"}
"""FPDF_GetLastError."""

PROPERTIES = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate")

PATIENCE = 0.5
"""Seconds for the outline, and for the names of places: PDFium goes through all names to find one by its index."""

MAX_OUTLINE = 20_000
MAX_DEPTH = 30
MAX_NAMED = 5000
MAX_ATTACHMENTS = 500
MAX_LINKS = 5000
"""Links of one page."""

URI, GOTO = 3, 1
"""PDFACTION_URI and PDFACTION_GOTO."""


class CannotOpen(Exception):
    """PDFium does not open the file; the message is one of FAULTS."""


def wide_text(call: Callable[[Any, int], int]) -> str:
    """What a function writes into a buffer as UTF-16: it is asked for the size in bytes first."""
    size = call(None, 0)
    if not 2 < size < 1 << 22:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    call(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


class Pdf:
    """An open file; `password` may be "". Raises CannotOpen."""

    def __init__(self, data: bytes, password: str) -> None:
        pdfium.FPDF_InitLibrary()
        self.mended = False
        """Whether its end was lost, and is ours."""
        self._data = data  # PDFium reads it as long as the document is open
        self._password = password.encode("utf-8", "replace") or None
        self.document = pdfium.FPDF_LoadMemDocument64(data, len(data), self._password)
        if not self.document:
            raise CannotOpen(FAULTS.get(pdfium.FPDF_GetLastError(), "broken"))
        self.pages: int = max(0, pdfium.FPDF_GetPageCount(self.document))

    @property
    def encrypted(self) -> bool:
        """Whether the file is encrypted, if only against changes."""
        return bool(pdfium.FPDF_GetSecurityHandlerRevision(self.document) >= 0)

    @property
    def tagged(self) -> bool:
        """Whether the file says what its parts are."""
        return bool(pdfium.FPDFCatalog_IsTagged(self.document))

    @property
    def language(self) -> str:
        """The language of the whole, "" where it is not told."""
        return wide_text(lambda buffer, size: pdfium.FPDFCatalog_GetLanguage(self.document, buffer, size))

    def properties(self) -> list[tuple[str, str]]:
        """What the file says of itself (ISO 32000-2, 14.3.3), and its version."""
        found = [(name, self._property(name.encode())) for name in PROPERTIES]
        version = c_int()
        if pdfium.FPDF_GetFileVersion(self.document, byref(version)):
            found.append(("Version", f"{version.value // 10}.{version.value % 10}"))
        return [(name, value) for name, value in found if value]

    def _property(self, name: bytes) -> str:
        return wide_text(lambda buffer, size: pdfium.FPDF_GetMetaText(self.document, name, buffer, size))

    def label(self, page: int) -> str:
        """The number printed on a page (ISO 32000-2, 12.4.2), "" for none."""
        return wide_text(lambda buffer, size: pdfium.FPDF_GetPageLabel(self.document, page, buffer, size))

    def outline(self) -> Iterator[tuple[int, str, int, float]]:
        """(level from 1, title, page from 0 or -1, distance from the bottom or -1) of each bookmark, in order."""
        seen: set[int] = set()
        todo = [(1, pdfium.FPDFBookmark_GetFirstChild(self.document, None))]
        until = monotonic() + PATIENCE
        while todo and len(seen) < MAX_OUTLINE and monotonic() < until:
            level, mark = todo.pop()
            address = _address(mark)
            if not address or address in seen:
                continue
            seen.add(address)
            page, top = self._goal(pdfium.FPDFBookmark_GetDest(self.document, mark))
            if page < 0:
                page, top = self._goal(self._action_goal(pdfium.FPDFBookmark_GetAction(mark)))
            yield level, wide_text(partial(pdfium.FPDFBookmark_GetTitle, mark)), page, top
            todo.append((level, pdfium.FPDFBookmark_GetNextSibling(self.document, mark)))
            if level < MAX_DEPTH:
                todo.append((level + 1, pdfium.FPDFBookmark_GetFirstChild(self.document, mark)))

    def _action_goal(self, action: Any) -> Any:
        if action and pdfium.FPDFAction_GetType(action) == GOTO:
            return pdfium.FPDFAction_GetDest(self.document, action)
        return None

    def _goal(self, goal: Any) -> Place:
        """(page, distance from its bottom) that a destination means; -1 for what it does not say."""
        if not goal:
            return -1, -1.0
        page = pdfium.FPDFDest_GetDestPageIndex(self.document, goal)
        has = [c_int() for _ in range(3)]
        at = [c_float() for _ in range(3)]
        if pdfium.FPDFDest_GetLocationInPage(goal, *map(byref, has), *map(byref, at)) and has[1].value:
            return page, at[1].value
        return page, -1.0

    def named(self) -> Iterator[tuple[str, int, float]]:
        """(name, page, distance from its bottom) of the destinations that have names."""
        until = monotonic() + PATIENCE
        for index in range(min(pdfium.FPDF_CountNamedDests(self.document), MAX_NAMED)):
            if monotonic() > until:
                return
            size = ctypes.c_long(0)
            pdfium.FPDF_GetNamedDest(self.document, index, None, byref(size))
            if not 2 < size.value < 4096:
                continue
            buffer = ctypes.create_string_buffer(size.value)
            goal = pdfium.FPDF_GetNamedDest(self.document, index, buffer, byref(size))
            page, top = self._goal(goal)
            if page >= 0:
                yield buffer.raw[: size.value].decode("utf-16-le", "replace").rstrip("\0"), page, top

    def attachments(self) -> Iterator[tuple[str, int]]:
        """(name, bytes or -1) of the files inside."""
        for index in range(min(pdfium.FPDFDoc_GetAttachmentCount(self.document), MAX_ATTACHMENTS)):
            held = pdfium.FPDFDoc_GetAttachment(self.document, index)
            if not held:
                continue
            name = wide_text(partial(pdfium.FPDFAttachment_GetName, held))
            size = c_ulong()
            known = pdfium.FPDFAttachment_GetFile(held, None, 0, byref(size))
            yield name, size.value if known else -1

    def links(self, page: Any) -> Iterator[tuple[list[tuple[float, float, float, float]], str, int, float]]:
        """(boxes, address, page or -1, distance from its bottom) of each link on a page; boxes as left, bottom, ..."""
        at = c_int(0)
        link = pdfium.FPDF_LINK()
        for _ in range(MAX_LINKS):
            if not pdfium.FPDFLink_Enumerate(page, byref(at), byref(link)):
                return
            uri, goal, top = "", -1, -1.0
            action = pdfium.FPDFLink_GetAction(link)
            if action and pdfium.FPDFAction_GetType(action) == URI:
                uri = self._uri(action)
            else:
                goal, top = self._goal(pdfium.FPDFLink_GetDest(self.document, link))
                if goal < 0:
                    goal, top = self._goal(self._action_goal(action))
            if uri or goal >= 0:
                yield _link_boxes(link), uri, goal, top

    def _uri(self, action: Any) -> str:
        size = pdfium.FPDFAction_GetURIPath(self.document, action, None, 0)
        if not 1 < size < 1 << 20:
            return ""
        buffer = ctypes.create_string_buffer(size)
        pdfium.FPDFAction_GetURIPath(self.document, action, buffer, size)
        return buffer.raw[: size - 1].decode("utf-8", "replace")


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0 if pointer else 0


def _link_boxes(link: Any) -> list[tuple[float, float, float, float]]:
    """The boxes of a link, one a line where it runs over several."""
    boxes = []
    quad = pdfium.FS_QUADPOINTSF()
    for index in range(min(pdfium.FPDFLink_CountQuadPoints(link), 100)):
        if pdfium.FPDFLink_GetQuadPoints(link, index, byref(quad)):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    rect = pdfium.FS_RECTF()
    if not boxes and pdfium.FPDFLink_GetAnnotRect(link, byref(rect)):
        boxes.append((rect.left, min(rect.bottom, rect.top), rect.right, max(rect.bottom, rect.top)))
    return boxes


def page_box(page: Any) -> tuple[float, float, float, float]:
    """What is seen of a page: left, bottom, right, top in points."""
    sides = [c_float() for _ in range(4)]
    for ask in (pdfium.FPDFPage_GetCropBox, pdfium.FPDFPage_GetMediaBox):
        if ask(page, *map(byref, sides)):
            left, bottom, right, top = (side.value for side in sides)
            if right > left and top > bottom:
                return left, bottom, right, top
    width, height = c_double(), c_double()
    width.value, height.value = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    return 0.0, 0.0, width.value or 612.0, height.value or 792.0
