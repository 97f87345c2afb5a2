"""A place in a page that outlives any change of the width."""

from __future__ import annotations

from lightterm.records import Record


class Place(Record):
    """Where one reads: a block, how many of its visible characters come before, and lines further up or down.

    `row` is below 0 on blank lines before the block, and above 0 behind lines without characters, as a picture has.
    """

    block: int = 0
    offset: int = 0
    row: int = 0
