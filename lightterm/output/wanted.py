"""What of a page is asked for, as records that cost nothing to load."""

from __future__ import annotations

from lightterm.records import Record

TOP = 8
"""Blocks that answer a query, unless another number is asked for."""

PRIORITY = ("main", "complementary", "banner", "contentinfo", "navigation")
"""What a budget is spent on first, unless another order is asked for: the main text from its beginning."""

KINDS = ("heading", "paragraph", "list", "table", "code", "quote", "media", "link", *PRIORITY)
"""What an order of priority may name: what blocks are, what they hold, where they stand."""


class Selection(Record):
    """Which blocks are asked for; each part narrows what the one before it left, or adds to it if `either` is enough.

    `keywords` without regard to case, `match_all` of them or any; `pattern` a regular expression; `query` words that
    the `top` best blocks are about, those that answer it by `threshold` (0 to 1) or more.
    """

    keywords: tuple[str, ...] = ()
    match_all: bool = False
    pattern: str = ""
    query: str = ""
    top: int = TOP
    threshold: float = 0.0
    either: bool = False


class Budget(Record):
    """How long an answer may be: so many tokens or, if `characters`, characters; 0 for no bound.

    `priority` names what comes first (see KINDS), `cursor` is where the answer before ended, "" to begin.
    """

    size: int
    characters: bool = False
    priority: tuple[str, ...] = PRIORITY
    cursor: str = ""


class Truncation(Record):
    """What a budget left out: sizes of the whole page and of this answer in the budget's unit, the page's blocks, those
    in no answer so far, and the cursor to go on with ("" after the last).
    """

    budget: int
    unit: str
    original: int
    returned: int
    blocks: int
    omitted: int
    cursor: str

    def note(self) -> str:
        """The line that says so."""
        if not self.cursor:
            return "[end]"
        return f"[{self.omitted} of {self.blocks} blocks left out: --cursor {self.cursor}]"
