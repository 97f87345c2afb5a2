"""One spelling of a name: what looks the same to a reader, and is typed otherwise, is the same name."""

from __future__ import annotations

_UNSEEN = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
)
"""What nobody sees within a name: soft hyphens, joiners, marks of direction, variations of a sign."""

_SAME = {
    **dict.fromkeys(_UNSEEN),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    0x0307: None,  # what is left of the dot when the capital of Turkish is made small
}


def spelled(words: str) -> str:
    """A name as names are compared: spaces single, letters small, quotes and dashes typed, nothing unseen.

    Models type "Don't save" for "Don't save" with a curved apostrophe, and cannot see a soft hyphen; a page could hide
    a word of weight by one, too.
    """
    if not words.isascii():
        import unicodedata

        # A letter and the dot over it are one by now, where the two are another letter than the first alone.
        words = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", words).casefold()).translate(_SAME)
    return " ".join(words.split()).casefold()
