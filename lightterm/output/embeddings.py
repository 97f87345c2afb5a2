"""What words mean, by static embeddings (wordllama, the extra `lightterm[query]`), without any network.

The model lies inside the package's own wheel: it is told to look there and never to load anything.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST = 4000
"""Texts that are looked at; 33 ms a hundred."""

LONGEST = 20_000
"""Characters of a text that are looked at: nothing ends the model before it has read a text of 20 MB, minutes later."""

_models: list[Any] = []


def similarities(texts: Sequence[str], query: str) -> list[float] | None:
    """The cosine of each text with the query, 0 to 1; None where the extra is not installed."""
    if len(texts) > MOST or not texts:
        return None
    model = _model()
    if model is None:
        return None
    wordy = [at for at, text in enumerate(texts) if any(map(str.isalnum, text[:LONGEST]))]
    scores = [0.0] * len(texts)
    if wordy and any(map(str.isalnum, query)):
        vectors = model.embed(
            [query[:LONGEST], *(texts[at][:LONGEST] for at in wordy)], norm=False
        )  # which would divide by zero
        wanted = vectors[0]
        for at, vector in zip(wordy, vectors[1:], strict=True):
            size = float((vector @ vector) * (wanted @ wanted)) ** 0.5
            scores[at] = float(vector @ wanted) / size if size else 0.0
    return scores


def _model() -> Any:
    if not _models:
        from importlib import import_module

        try:
            wordllama = import_module("wordllama")
        except ImportError:
            _models.append(None)
        else:
            import os

            folder = os.path.dirname(os.path.abspath(str(wordllama.__file__)))
            _models.append(wordllama.WordLlama.load(cache_dir=folder, disable_download=True))
    return _models[0]
