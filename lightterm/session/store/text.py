"""Text as the store keeps and finds it.

Full text is split by SQLite's unicode61 tokenizer, with every character of a script that has no spaces between words
(Chinese, Japanese, Korean compounds, Thai, Lao, Khmer, Burmese) made a token of its own: a word of them is then a
phrase, found anywhere. The trigram tokenizer was the other choice: its index is three times as large, and it cannot
find words of two characters, which most Chinese and Japanese words are.
"""

from __future__ import annotations

import re
import unicodedata

SEPARATOR = "\x1f"
"""Stands between tokens that no space parts; never in what is given to the store."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b"
    "\u3040-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_REFUSED = re.compile("[\x00\x02\x03\x1f\ud800-\udfff]")
_ACCENTS = re.compile("[\u0300-\u036f]")
_MOST_TRIGRAMS = 40
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')


def storable(text: str) -> str:
    """`text` without what SQLite cannot hold (NUL, lone surrogates) and without its own marks."""
    return _REFUSED.sub(" ", text)


def fold(text: str) -> str:
    """`text` for comparing: no case, no accents, compatible forms alike."""
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())


def segmented(text: str) -> str:
    """`text` with a separator around every character of a script without spaces."""
    return text if text.isascii() else _RUN.sub(lambda run: SEPARATOR + SEPARATOR.join(run[0]) + SEPARATOR, text)


def match_expression(words: str) -> str:
    """An FTS5 query for pages with all of `words`; "" for no words.

    A word of three characters or more may go on (a shorter one would stand for half of all pages, whose order takes a
    second to find); a "phrase in quotes" may not.

    Nothing of FTS5's own syntax is understood in `words` (https://sqlite.org/fts5.html, section 3).
    """
    terms = []
    for phrase, word in _TERM.findall(storable(words)):
        term = segmented(phrase or word).replace('"', " ")
        if any(map(str.isalnum, term)):
            whole = phrase or len(term) < 3 or term.endswith(SEPARATOR)
            terms.append(f'"{term}"' if whole else f'"{term}" *')
    return " ".join(terms)


def glob(word: str) -> str:
    """A GLOB pattern for texts with `word` in them."""
    return "*" + "".join(f"[{c}]" if c in "*?[" else c for c in word) + "*"


def trigrams(words: list[str]) -> str:
    """An FTS5 query for texts with all runs of three characters that `words` have, "" when they have none."""
    found = dict.fromkeys(word[at : at + 3] for word in words for at in range(len(word) - 2))
    return " ".join('"' + each.replace('"', '""') + '"' for each in list(found)[:_MOST_TRIGRAMS])
