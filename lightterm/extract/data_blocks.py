"""The text that a page carries as data for its scripts, for when none can run: JSON-LD, __NEXT_DATA__ and the like.

Values that read like sentences are taken, each once, in the order of the data; names and addresses are not.
"""

from __future__ import annotations

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SENTENCE = 120
"""Characters, and a word for each ten of them, from which a value reads like text."""

MOST_DATA, MOST_TEXT, DEPTH = 4_000_000, 400_000, 60
"""Characters of data that are parsed, characters of text taken from them, and how deep they are looked into."""

_KINDS = ("application/ld+json", "application/json")


def text_in_data(markup: bytes) -> str:
    """The text as markup of its own, without scripts and styles; "" for none. Raises ParseFailed."""
    if b"ld+json" not in markup and b"application/json" not in markup:
        return ""
    import json

    found: dict[str, None] = {}
    for script in dom.parse(markup).css("script[type]"):
        if (script.attributes.get("type") or "").strip().lower() in _KINDS:
            try:
                data = json.loads((script.text() or "")[:MOST_DATA])
            except (ValueError, RecursionError):
                continue
            found.update(dict.fromkeys(_sentences(data, DEPTH)))
    out, size = [], 0
    for text in found:
        size += len(text)
        if size > MOST_TEXT:
            break
        out.append(_marked(text))
    return "".join(out)


def _sentences(data: object, depth: int) -> Iterator[str]:
    """The values that read like text."""
    if isinstance(data, str):
        text = data.strip()
        if len(text) >= SENTENCE and text.count(" ") * 10 >= len(text) and text[0] not in "{[(":
            yield text
    elif depth and isinstance(data, dict):
        for value in data.values():
            yield from _sentences(value, depth - 1)
    elif depth and isinstance(data, list):
        for value in data:
            yield from _sentences(value, depth - 1)


def _marked(text: str) -> str:
    if "<p" in text or "<br" in text or "</" in text:
        from lightterm.extract.build import inert

        return f"<div>{inert(text)}</div>"
    return "".join([f"<p>{dom.escape(part)}</p>" for part in text.split("\n") if part.strip()])
