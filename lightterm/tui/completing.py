"""What the command line offers: completions of what is typed, and rows narrowed down by words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from lightterm.commands.complete import complete
from lightterm.commands.sources import sources
from lightterm.tui.choices import Row, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.complete import Completion
    from lightterm.commands.registry import Registry
    from lightterm.tui.app import Browser

_all: WeakKeyDictionary[Registry, tuple[Completion, ...]] = WeakKeyDictionary()
"""What may stand in an empty line: all commands, which are looked up once."""


def completions(app: Browser, line: str, cursor: int) -> tuple[Completion, ...]:
    """What may stand at the cursor of a line. Raises LighttermError where the store cannot be read."""
    if line:
        return complete(line, cursor, app.registry, sources(app))
    known = _all.get(app.registry)
    if known is None:
        known = _all[app.registry] = complete("", 0, app.registry, {})
    return known


def rows_of(offers: Sequence[Completion]) -> Rows:
    """Completions as rows of a list."""
    return Rows(len(offers), lambda at: Row(offers[at].text, offers[at].help), any(offer.help for offer in offers))


def lead_of(line: str, registry: Registry) -> str:
    """What a line begins with before its arguments: a command's name and flags, the space behind them included."""
    words = line.split(" ")
    name = next((n for n in (2, 1) if len(words) > n and registry.get(" ".join(words[:n]))), 0)
    end = name
    while name and end < len(words) - 1 and words[end].startswith("-"):
        end += 1
    return " ".join(words[:end]) + " " if end else ""


def narrowed(rows: Sequence[Row], typed: str) -> tuple[int, ...]:
    """The rows, by their index, that have all words typed, the best first; a / before them is the habit of who looks
    for something, where no row has it."""
    texts = [f"{row.text} {row.help}".casefold() for row in rows]
    for words in (typed.casefold().split(), typed.removeprefix("/").casefold().split()):
        fitting = [i for i, text in enumerate(texts) if all(word in text for word in words)]
        if fitting:
            return tuple(sorted(fitting, key=lambda i: _rank(rows[i].text.casefold(), words)))
    return ()


def _rank(text: str, words: list[str]) -> int:
    """Rows that begin with what is typed come first, then those that have the words in their text, then the others."""
    if text.startswith(" ".join(words)):
        return 0
    return 1 if all(word in text for word in words) else 2
