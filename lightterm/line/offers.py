"""What may stand at the cursor of a command line, as readline would complete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.complete import complete
from lightterm.commands.sources import sources
from lightterm.errors import LighttermError
from lightterm.safe import clean

if TYPE_CHECKING:
    from lightterm.commands.front import Front


def offers(front: Front, line: str, cursor: int) -> list[tuple[int, str, str]]:
    """(column, text from there on, what to show) of each thing that may stand there.

    Where some go on from what is typed, as readline's do, only those; else those that fit it otherwise.
    """
    try:
        found = complete(line, cursor, front.registry, sources(front))
    except LighttermError:
        return []
    made: list[tuple[int, str, str]] = [(c.start, clean(c.line[c.start : c.cursor]), clean(c.text)) for c in found]
    onward = [offer for offer in made if offer[1].startswith(line[offer[0] : cursor])]
    return onward or made
