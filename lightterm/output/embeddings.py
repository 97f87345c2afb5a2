"""What words mean, by the static embeddings of wordllama (the extra `lightterm[query]`), without any network.

Its model lies inside the wheel: a matrix of safetensors and a file for `tokenizers`. Both are read as they lie there,
and of the package itself nothing is imported: it loads NumPy, pydantic and an HTTP client (165 ms) and tells logging to
write to the terminal. The same numbers in 30 ms for a page of 5,000 words, behind 60 ms for the tokenizer.
"""

from __future__ import annotations

import os
from operator import mul

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST = 4000
"""Texts that are looked at."""

LONGEST = 20_000
"""Characters of a text that are looked at: nothing ends the tokenizer within one of 20 MB, minutes long."""

IN_ALL = 2_000_000
"""Characters of all texts beyond which none is looked at: 10 MB took 23 s of CPU."""

KEPT = 4000
"""Rows of the matrix that are kept as numbers, in 33 MB: all of them, as a page of many languages has, took 260."""

WORD, LEAST = "\u2581", 3
"""What the tokens begin with that begin words, and the letters of one that says something."""

TOKENIZER = os.path.join("tokenizers", "l2_supercat_tokenizer_config.json")
MATRIX = os.path.join("weights", "l2_supercat_256.safetensors")
TENSOR = "embedding.weight"


class Model(Record):
    """The tokenizer, and the rows of the matrix as they lie in the file: halves of `size` numbers from `start` on."""

    tokenizer: Any
    matrix: Any
    start: int
    rows: int
    size: int
    read: dict[int, tuple[float, ...]]

    def total(self, text: str) -> list[float]:
        """The sum of what a text's tokens mean: it points where their mean does, whose length nobody asks for."""
        tokens = self.tokenizer.encode(text[:LONGEST], add_special_tokens=False).ids
        return list(map(sum, zip(*map(self.row, tokens), strict=True)))

    def row(self, token: int) -> tuple[float, ...]:
        """What a token means."""
        found = self.read.get(token)
        if found is None:
            from struct import unpack_from

            if len(self.read) >= KEPT:
                self.read.clear()
            at = self.start + 2 * self.size * min(token, self.rows - 1)
            found = self.read[token] = unpack_from(f"<{self.size}e", self.matrix, at)
        return found


_models: list[Model | None] = []


def similarities(texts: Sequence[str], query: str) -> list[float] | None:
    """The cosine of each text with the query, 0 to 1; None where the extra is not installed, and of too much text."""
    if len(texts) > MOST or not texts or sum(map(len, texts)) > IN_ALL:
        return None
    if not _models:
        _models.append(_loaded())
    model = _models[0]
    if model is None:
        return None
    wanted = model.total(query) if any(map(str.isalnum, query)) else []
    return [_cosine(model.total(text), wanted) if any(map(str.isalnum, text[:LONGEST])) else 0.0 for text in texts]


def is_known(query: str) -> bool:
    """Whether the model, once it was asked, knows a word of three letters as such: all else it has in pieces."""
    model = _models[0] if _models else None
    if model is None:
        return False
    tokens = model.tokenizer.encode(query[:LONGEST], add_special_tokens=False).tokens
    follows = [token[:1] == WORD for token in tokens[1:]] + [True]
    return any(token[:1] == WORD and len(token) > LEAST and ended for token, ended in zip(tokens, follows, strict=True))


def _cosine(a: list[float], b: list[float]) -> float:
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
    return Model(tokenizer, matrix, start + told["data_offsets"][0], rows, size, {})
