"""What a person chooses one of: radio buttons by what the page says before the first of them, not each by itself."""

from __future__ import annotations

from collections import Counter

from lightterm.session.controls import read_as
from lightterm.session.field_words import words_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document


def choices(document: Document) -> dict[int, str]:
    """By the number of the first radio button of several that belong together, what is chosen, and of how many."""
    radios = [(n, f) for n, f in document.targets.fields() if f.kind == "radio" and f.name]
    counts = Counter((field.form, field.name) for _, field in radios)
    found: dict[int, str] = {}
    seen: set[tuple[int, str]] = set()
    for number, field in radios:
        key = (field.form, field.name)
        if key not in seen and counts[key] > 1:
            words = words_before(document, document.targets.place(number), field, True)
            found[number] = f"{words or read_as(field.replace(label='', placeholder=''))}, one of {counts[key]}"
        seen.add(key)
    return found
