"""What may never come out of lightterm, said independently of `lightterm.safe`."""

from __future__ import annotations

import re

UNSAFE = (
    *(chr(c) for c in (*range(9), *range(11, 32), *range(0x7F, 0xA0))),
    *"\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u200b\u2060\u2061\u2064\ufeff\ufff9\ufffb\ufdd0",
    *"\U000e0001\U000e0041\U000e007f\U000e0fff",
)
"""Controls (but line feed and tab), line separators, embeddings and overrides, zero-width, tag and non-characters."""

_UNSAFE = re.compile("[" + "".join(f"\\U{ord(c):08x}" for c in UNSAFE) + "\ud800-\udfff]")


def unsafe_in(text: str) -> list[str]:
    """The unsafe characters of `text`, and its lines whose isolates are not closed."""
    open_lines = [
        line for line in text.split("\n") if sum(map(line.count, "\u2066\u2067\u2068")) != line.count("\u2069")
    ]
    return [*map(ascii, _UNSAFE.findall(text)), *map(ascii, open_lines)][:10]
