"""One spelling of a name: what looks the same to a reader, and is typed otherwise, is the same name."""

from __future__ import annotations

from lightterm.safe import UNSEEN, clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_UNSEEN = {code: None for first, last in UNSEEN for code in range(first, last + 1)}
_SAME = {
    **_UNSEEN,
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    0x0307: None,  # what is left of the dot when the capital of Turkish is made small
}
LONG = 2000
"""Characters from which on a name is cleaned first: marks over one letter are put in order two by two, 500,000 of them
in 206 s."""


def spelled(words: str) -> str:
    """A name as names are compared: spaces single, letters small, quotes and dashes typed, nothing unseen.

    Models type "Don't save" for "Don't save" with a curved apostrophe, and cannot see a soft hyphen; a page could hide
    a word of weight by one, too.
    """
    if not words.isascii():
        import unicodedata

        if len(words) > LONG:
            words = clean(words.translate(_UNSEEN))
        # A letter and the dot over it are one by now, where the two are another letter than the first alone.
        words = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", words).casefold()).translate(_SAME)
    return " ".join(words.split()).casefold()


def there_are(word: str, known: Sequence[str], most: int = 8) -> str:
    """What is said behind that a name is none: the one that is near, else those there are, "" where there is none."""
    from lightterm.settings_keys import did_you_mean

    more = f" and {len(known) - most} more" if len(known) > most else ""
    listed = (
        f"; there are: {', '.join(known[:most])}{more}" if len(known) > 1 else f"; there is {known[0]}" if known else ""
    )
    return did_you_mean(word, tuple(known)) or listed
