"""What is drawn on a page that is no text: straight lines, and how many pictures."""

from __future__ import annotations

from ctypes import byref, c_float, c_int
from typing import Any

import pypdfium2_raw as pdfium

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Box = tuple[float, float, float, float]

MAX_OBJECTS = 50_000
"""Objects of a page that are looked at."""

MAX_SEGMENTS = 400
"""Segments of one path that are looked at: the lines of a table, and not the outline of a map."""

MAX_AREAS = 2000
"""Areas that white text is looked for on."""

MAX_DEPTH = 4

THIN = 2.5
"""Points that a line is thick at most; what is thicker is an area."""

SHORT = 6.0
"""Points that a line is long at least."""

DASH, RULE = 3.0, 250.0
"""Points that the rule of a fraction or a root is long at least and at most."""

SMALL = 8.0
"""Points that a picture is wide and high at least; smaller ones are ornaments, or parts of one."""


class Drawn:
    """The lines of a page as thin boxes, those that may be a fraction's, its pictures, and all areas that are painted;
    upright by `turned`. `marked` is where what is no text of a part of a `tagged` file stands, by its mark."""

    def __init__(self, page: Any, turned: Callable[[Box], Box], tagged: bool = False) -> None:
        self.lines: list[Box] = []
        self.rules: list[Box] = []
        self.pictures: list[Box] = []
        self.areas: list[Box] = []
        self.marked: dict[int, Box] = {}
        self._tagged = tagged
        self._mark = -1
        self._turned = turned
        self._left = MAX_OBJECTS
        count = pdfium.FPDFPage_CountObjects(page)
        self._look_at(lambda at: pdfium.FPDFPage_GetObject(page, at), count, _IDENTITY, 0)

    def _look_at(self, get: Callable[[int], Any], count: int, matrix: Matrix, depth: int) -> None:
        for at in range(max(0, count)):
            if self._left <= 0:
                return
            self._left -= 1
            thing = get(at)
            kind = pdfium.FPDFPageObj_GetType(thing) if thing else 0
            if self._tagged and not depth and kind:
                self._mark = pdfium.FPDFPageObj_GetMarkedContentID(thing)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(thing, matrix)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._picture(thing, matrix)
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                self._area(thing, matrix)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
                within = _times(_matrix(thing), matrix)
                self._look_at(_objects_of(thing), pdfium.FPDFFormObj_CountObjects(thing), within, depth + 1)

    def covers(self, x: float, y: float) -> bool:
        """Whether something lies below a place: text in white can be seen there."""
        return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in self.areas)

    def _area(self, thing: Any, matrix: Matrix) -> Box | None:
        sides = [c_float() for _ in range(4)]
        if not pdfium.FPDFPageObj_GetBounds(thing, *map(byref, sides)):
            return None
        left, bottom, right, top = (side.value for side in sides)
        box = self._turned(_box((_at(matrix, left, bottom), _at(matrix, right, top))))
        if len(self.areas) < MAX_AREAS:
            self.areas.append(box)
        if self._mark >= 0:
            before = self.marked.get(self._mark, box)
            self.marked[self._mark] = (
                min(before[0], box[0]), min(before[1], box[1]), max(before[2], box[2]), max(before[3], box[3])
            )  # fmt: skip
        return box

    def _picture(self, thing: Any, matrix: Matrix) -> None:
        box = self._area(thing, matrix)
        if box is not None and box[2] - box[0] >= SMALL and box[3] - box[1] >= SMALL:
            self.pictures.append(box)

    def _path(self, thing: Any, matrix: Matrix) -> None:
        """Take the lines of a path: its straight segments, or itself when it is a thin area."""
        self._area(thing, matrix)
        count = pdfium.FPDFPath_CountSegments(thing)
        if not 2 <= count <= MAX_SEGMENTS:
            return
        matrix = _times(_matrix(thing), matrix)
        points, corners = [], []
        x, y = c_float(), c_float()
        for at in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(thing, at)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_BEZIERTO or not pdfium.FPDFPathSegment_GetPoint(segment, byref(x), byref(y)):
                return
            points.append(_at(matrix, x.value, y.value))
            corners.append(kind == pdfium.FPDF_SEGMENT_MOVETO)
        whole = self._turned(_box(points))
        if min(whole[2] - whole[0], whole[3] - whole[1]) <= THIN:
            self._line(whole)
            return
        if sum(corners) == 1 and _is_filled_alone(thing):
            return  # the ground that something stands on: its edges are no lines
        before = start = points[0]
        for point, moves in zip(points, corners, strict=True):
            if moves:
                start = point
            else:
                self._line(self._turned(_box((before, point))))
            before = point
        self._line(self._turned(_box((before, start))))

    def _line(self, box: Box) -> None:
        width, height = box[2] - box[0], box[3] - box[1]
        if min(width, height) <= THIN and max(width, height) >= SHORT:
            self.lines.append(box)
        if height <= THIN and DASH <= width <= RULE:
            self.rules.append(box)


if TYPE_CHECKING:
    Matrix = tuple[float, float, float, float, float, float]

_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _objects_of(form: Any) -> Callable[[int], Any]:
    return lambda at: pdfium.FPDFFormObj_GetObject(form, at)


def _is_filled_alone(path: Any) -> bool:
    """Whether a path is filled and its edge is not drawn."""
    fill, stroke = c_int(), c_int()
    return bool(pdfium.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke))) and not stroke.value


def _matrix(thing: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(thing, byref(found)):
        return _IDENTITY
    return found.a, found.b, found.c, found.d, found.e, found.f


def _times(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that does `one` and then `other` (ISO 32000-2, 8.3.4)."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _box(points: list[tuple[float, float]] | tuple[tuple[float, float], ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
