"""What changed between two texts of a page, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 3000
"""Paragraphs on either side up to which their order counts: beyond, comparing would be quadratic for seconds."""

ALIKE = 0.5
"""Share of words in common from which a paragraph that was replaced is told as changed."""

MOST_WORDS = 2000

Piece = tuple[str, str]
"""("same" | "old" | "new", words)."""


class Change(Record):
    """One paragraph that is other now: `before` and `after`, "" for what was not there; `pieces` tell both in one."""

    before: str
    after: str
    pieces: tuple[Piece, ...] = ()


def compare(before: str, after: str) -> tuple[Change, ...]:
    """What is other in `after`, in its order; paragraphs are lines, and what differs in white space is alike."""
    old, new = _paragraphs(before), _paragraphs(after)
    start = 0
    while start < len(old) and start < len(new) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(old), len(new)) > MOST:
        return _unordered(old, new)
    changes: list[Change] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            changes += _replaced(old[a:b], new[c:d])
    return tuple(changes)


def _paragraphs(text: str) -> list[str]:
    return [line for line in (" ".join(line.split()) for line in text.split("\n")) if line]


def _unordered(old: list[str], new: list[str]) -> tuple[Change, ...]:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    return (*(Change(text, "") for text in gone.elements()), *(Change("", text) for text in come.elements()))


def _replaced(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Paragraphs in the place of others: pairs that are alike in their order, the rest gone or come."""
    at = 0
    for text in old:
        pair = next((n for n in range(at, min(len(new), at + 8)) if _are_alike(text, new[n])), None)
        if pair is None:
            yield Change(text, "")
            continue
        for added in new[at:pair]:
            yield Change("", added)
        yield Change(text, new[pair], _pieces(text, new[pair]))
        at = pair + 1
    for added in new[at:]:
        yield Change("", added)


def _are_alike(old: str, new: str) -> bool:
    a, b = Counter(old.split()), Counter(new.split())
    return 2 * sum((a & b).values()) >= ALIKE * (sum(a.values()) + sum(b.values()))


def _pieces(old: str, new: str) -> tuple[Piece, ...]:
    a, b = old.split(), new.split()
    if max(len(a), len(b)) > MOST_WORDS:
        return ("old", old), ("new", new)
    pieces: list[Piece] = []
    for kind, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("same", " ".join(a[i:j])))
            continue
        pieces += [(name, " ".join(words)) for name, words in (("old", a[i:j]), ("new", b[k:m])) if words]
    return tuple(pieces)


def change_lines(changes: Sequence[Change]) -> list[str]:
    """The changes as a diff shows them: `- ` before what was there, `+ ` before what is."""
    lines = []
    for change in changes:
        lines += [f"- {change.before}"] if change.before else []
        lines += [f"+ {change.after}"] if change.after else []
    return lines


def counted(changes: Sequence[Change]) -> str:
    """How many paragraphs are new, gone and changed, in words."""
    changed = sum(1 for change in changes if change.pieces)
    new = sum(1 for change in changes if not change.before)
    told = ((new, "new"), (len(changes) - new - changed, "gone"), (changed, "changed"))
    parts = [f"{number} {word}" for number, word in told if number]
    return f"{', '.join(parts)} paragraph{'' if sum(n for n, _ in told) == 1 else 's'}" if parts else "nothing"
