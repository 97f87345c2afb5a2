"""Isolates and embeddings closed in the line that opens them, so that none reorders what follows (UAX #9)."""

from __future__ import annotations

_MAX_OPEN = 8
_OVERRIDES = "\u202d\u202e"
_AS_ISOLATE = {"\u202a": "\u2066", "\u202b": "\u2067"}


class _Isolates:
    """One line being written in which every isolate is closed and embeddings are isolates (UAX #9)."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._stack: list[tuple[bool, str]] = []  # (is an isolate, what was written for it)

    def open(self, char: str) -> None:
        if char in _OVERRIDES:
            self.out.append(f"<U+{ord(char):04X}>")
            self._stack.append((False, ""))
        elif len(self._stack) < _MAX_OPEN:
            opener = _AS_ISOLATE.get(char, char)
            self.out.append(opener)
            self._stack.append((opener == char, opener))

    def close(self) -> None:
        """Close the innermost; an isolate around nothing is taken back."""
        written = self._stack.pop()[1]
        if written and self.out[-1] == written:
            self.out.pop()
        elif written:
            self.out.append("\u2069")

    def close_embedding(self) -> None:
        if self._stack and not self._stack[-1][0]:
            self.close()

    def close_isolate(self) -> None:
        """Close the innermost isolate and what is open inside it; without one nothing happens."""
        if any(isolate for isolate, _ in self._stack):
            while not self._stack[-1][0]:
                self.close()
            self.close()

    def close_all(self) -> None:
        while self._stack:
            self.close()


def close_isolates(line: str) -> str:
    """A line in which every isolate that is opened is closed, embeddings are isolates, and overrides are shown."""
    isolates = _Isolates()
    out = isolates.out
    for c in line:
        if not ("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"):
            out.append(c)
        elif c == "\u202c":
            isolates.close_embedding()
        elif c == "\u2069":
            isolates.close_isolate()
        else:
            isolates.open(c)
    isolates.close_all()
    return "".join(out)
