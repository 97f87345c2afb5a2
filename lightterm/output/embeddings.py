"""What words mean, by the static embeddings of wordllama (the extra `lightterm[query]`), without any network.

Its model lies inside the wheel: a matrix of safetensors and a file for `tokenizers`. Both are read as they lie there,
and of the package itself nothing is imported: it loads NumPy, pydantic and an HTTP client (165 ms) and tells logging to
write to the terminal. The same numbers in 30 ms for a page of 5,000 words, behind 60 ms for the tokenizer.
"""

from __future__ import annotations

import os
from array import array
from functools import cache
from operator import mul
from struct import unpack_from
from sys import byteorder

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST = 50_000
"""Texts that are looked at, at some 25 µs each beside their words."""

LONGEST = 20_000
"""Characters of a text that are looked at: nothing ends the tokenizer within one of 20 MB, minutes long."""

IN_ALL = 2_000_000
"""Characters of all texts that are looked at, of each no more than its beginning: 10 MB took 23 s of CPU whole."""

KEPT = 8000
"""Rows of the matrix that are kept as numbers, in 18 MB: a page of many languages has all of 32,000."""

WORDS, SHORT = 20_000, 40
"""Words whose tokens are kept, in 4 MB, and the letters of one: asking the tokenizer takes 5 µs a word."""

UNIT, RAISED = 2.0**24, 2.0**52 + 2.0**51

WORD, LEAST = "\u2581", 3
"""What the tokens begin with that begin words, and the letters of one that says something."""

TOKENIZER = os.path.join("tokenizers", "l2_supercat_tokenizer_config.json")
MATRIX = os.path.join("weights", "l2_supercat_256.safetensors")
TENSOR = "embedding.weight"


class Model(Record):
    """The tokenizer, and the rows of the matrix as they lie in the file: halves of `size` numbers from `start` on.

    A row is read as one whole number: each of its numbers in units of 2^-24, which halves are whole multiples of, has
    64 bits of it. Adding two is .4 µs, where 256 sums one by one take 7. `read` are rows, `known` the tokens of words.
    """

    tokenizer: Any
    matrix: Any
    start: int
    rows: int
    size: int
    read: dict[int, int]
    known: dict[str, list[int]]

    def total(self, text: str) -> array[float]:
        """The sum of what a text's tokens mean: it points where their mean does, whose length nobody asks for."""
        total, read, known = 0, self.read, self.known
        for word in text.split(" "):
            for token in known.get(word) or self._tokens(word):
                row = read.get(token)
                total += self._row(token) if row is None else row
        half = _in_each(_bits("Q", 1 << 63), self.size)  # makes each 64 bits a number with a sign of its own
        return array("d", array("q", ((total + half) ^ half).to_bytes(8 * self.size, byteorder)))

    def _tokens(self, word: str) -> list[int]:
        """The tokens of a word; none goes over a space."""
        found: list[int] = self.tokenizer.encode(word, add_special_tokens=False).ids if word else []
        if len(word) <= SHORT:
            if len(self.known) >= WORDS:
                self.known.clear()
            self.known[word] = found
        return found

    def _row(self, token: int) -> int:
        """What a token means."""
        if len(self.read) >= KEPT:
            self.read.clear()
        at = self.start + 2 * self.size * min(token, self.rows - 1)
        numbers = map(UNIT.__mul__, unpack_from(f"<{self.size}e", self.matrix, at))
        # A double of this size ends with the bits of the whole number that was added to it.
        raised = array("d", map(RAISED.__add__, numbers)).tobytes()
        found = self.read[token] = int.from_bytes(raised, byteorder) - _in_each(_bits("d", RAISED), self.size)
        return found


def _bits(kind: str, number: float) -> int:
    return int.from_bytes(array(kind, [number]).tobytes(), byteorder)


@cache
def _in_each(bits: int, size: int) -> int:
    """The same 64 bits so many times over, as one number."""
    return int.from_bytes(bits.to_bytes(8, byteorder) * size, byteorder)


_models: list[Model | None] = []


def similarities(texts: Sequence[str], query: str) -> list[float] | None:
    """The cosine of each text with the query, 0 to 1; None where the extra is not installed, and of too many texts.

    Of more than IN_ALL characters the beginning of each text is looked at, of all as much: by 200 characters of each an
    answer is found as well (mean reciprocal rank .837, whole .840), by 100 less so (.771; .742 without).
    """
    if len(texts) > MOST or not texts:
        return None
    if not _models:
        _models.append(_loaded())
    model = _models[0]
    if model is None:
        return None
    wanted = model.total(query[:LONGEST]) if any(map(str.isalnum, query)) else array("d")
    most = _share(sorted(map(len, texts)))
    begun = (text[:most] for text in texts)
    return [_cosine(model.total(text), wanted) if any(map(str.isalnum, text)) else 0.0 for text in begun]


def _share(lengths: list[int]) -> int:
    """Up to how many characters of each text of these lengths, in their order, come to IN_ALL at most."""
    left = IN_ALL
    for at, length in enumerate(lengths):
        share = left // (len(lengths) - at)
        if length > share:
            return min(share, LONGEST)
        left -= length
    return LONGEST


def is_known(query: str) -> bool:
    """Whether the model, once it was asked, knows a word of three letters as such: all else it has in pieces."""
    model = _models[0] if _models else None
    if model is None:
        return False
    tokens = model.tokenizer.encode(query[:LONGEST], add_special_tokens=False).tokens
    follows = [token[:1] == WORD for token in tokens[1:]] + [True]
    return any(token[:1] == WORD and len(token) > LEAST and ended for token, ended in zip(tokens, follows, strict=True))


def _cosine(a: array[float], b: array[float]) -> float:
    size = (sum(map(mul, a, a)) * sum(map(mul, b, b))) ** 0.5
    return sum(map(mul, a, b)) / size if size else 0.0


def _loaded() -> Model | None:
    """The model of the installed package (https://huggingface.co/docs/safetensors: a length, a header, the numbers)."""
    from importlib import import_module
    from importlib.util import find_spec
    from json import loads
    from mmap import ACCESS_READ, mmap

    package = find_spec("wordllama")
    if package is None or not package.origin:
        return None
    folder = os.path.dirname(package.origin)
    try:
        with open(os.path.join(folder, MATRIX), "rb") as file:
            matrix = mmap(file.fileno(), 0, access=ACCESS_READ)
        tokenizer = import_module("tokenizers").Tokenizer.from_file(os.path.join(folder, TOKENIZER))
    except (ImportError, OSError):
        return None
    start = 8 + int.from_bytes(matrix[:8], "little")
    told = loads(matrix[8:start])[TENSOR]
    rows, size = told["shape"]
    return Model(tokenizer, matrix, start + told["data_offsets"][0], rows, size, {}, {})
