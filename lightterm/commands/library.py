"""What was read and what is kept: history, bookmarks, quickmarks, the reading list, cookies, and forgetting."""

from __future__ import annotations

from urllib.parse import quote

from lightterm.commands.navigate import WHERE, where
from lightterm.commands.registry import COMMANDS, Argument, Invocation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front


def page(front: Front, name: str, words: str, call: Invocation) -> None:
    """Open a page of lightterm's own with what it is asked for."""
    front.open(f"about:{name}?{quote(words)}" if words else f"about:{name}", where(call))


@COMMANDS.register(
    "history",
    "Show the pages visited, or those whose title, address or text have these words.",
    Argument("words", "text", 'Beginnings of words, or a "phrase".', optional=True, rest=True),
    flags=WHERE,
    group="Places",
)
def history(front: Front, call: Invocation) -> None:
    page(front, "history", call.text("words"), call)


@COMMANDS.register(
    "bookmarks",
    "Show the bookmarks, or those with these words or #tags.",
    Argument("words", "tag", "Words of title, address or notes; #tag for a tag.", optional=True, rest=True),
    flags=WHERE,
    group="Places",
)
def bookmarks(front: Front, call: Invocation) -> None:
    page(front, "bookmarks", call.text("words"), call)
