"""The tags of flags of regions, as of Scotland, apart from tags that nothing shows."""

from __future__ import annotations

_TAGS = frozenset(chr(0xE0000 + ord(c)) for c in "abcdefghijklmnopqrstuvwxyz0123456789")


def keep_flags(text: str) -> str:
    """The text with no tags but those of a flag: U+1F3F4, two to six of a-z and 0-9, U+E007F (UTS #51, ED-14a)."""
    out = []
    keep_to = 0
    for i, c in enumerate(text):
        if c == "\U0001f3f4":
            end = text.find("\U000e007f", i, i + 8)
            if end > i + 2 and _TAGS.issuperset(text[i + 1 : end]):
                keep_to = end + 1
        elif "\U000e0020" <= c <= "\U000e007f" and i >= keep_to:
            continue
        out.append(c)
    return "".join(out)
