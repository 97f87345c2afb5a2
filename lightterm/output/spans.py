"""A paragraph's string with marks as a tree of spans, for outputs that need to know what is in what."""

from __future__ import annotations

from lightterm.document import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Paragraph

DEEPEST = 40
"""Spans within each other that are told apart."""


class Span:
    """A range of text: `kind` as in marks.OPENS, or "text" for the whole; `target` a number, `media` an index or -1."""

    __slots__ = ("children", "kind", "media", "target")

    def __init__(self, kind: str, target: int = 0) -> None:
        self.kind = kind
        self.target = target
        self.media = -1
        self.children: list[Span | str] = []

    def text(self) -> str:
        """What it says."""
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def within(self) -> Iterator[Span]:
        """All spans in it, outermost first."""
        for child in self.children:
            if isinstance(child, Span):
                yield child
                yield from child.within()


def spans(paragraph: Paragraph) -> Span:
    """The paragraph as a tree. A span that ends while others are open in it ends them, and they go on after it."""
    raw = paragraph.raw
    top = Span("text")
    if marks.MARKS.isdisjoint(raw):
        top.children.append(raw)
        return top
    stack = [top]
    numbers = paragraph.numbers()
    number, medium, start = next(numbers), paragraph.media, 0
    for i, c in enumerate(raw):
        if c not in marks.MARKS:
            continue
        if i > start:
            stack[-1].children.append(raw[start:i])
        start = i + 1
        kind = marks.OPENS.get(c)
        if kind is not None:
            if c in (marks.LINK, marks.FIELD):
                number = next(numbers)
            if len(stack) <= DEEPEST:
                _open(stack, Span(kind, number if kind in ("link", "field") else 0))
        elif c == marks.MEDIA:
            stack[-1].media = medium
            medium += 1
        else:
            _close(stack, marks.ENDS[c])
    if start < len(raw):
        stack[-1].children.append(raw[start:])
    return top


def _open(stack: list[Span], span: Span) -> None:
    stack[-1].children.append(span)
    stack.append(span)


def _close(stack: list[Span], kind: str) -> None:
    at = next((k for k in range(len(stack) - 1, 0, -1) if stack[k].kind == kind), 0)
    if not at:
        return
    cut_short = stack[at + 1 :]
    del stack[at:]
    for span in cut_short:
        _open(stack, Span(span.kind, span.target))
