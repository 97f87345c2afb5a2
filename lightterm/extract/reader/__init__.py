"""The main text of a page: blocks of its markup, weighed by a model that was trained on pages of many sites."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.reader.blocks import Block


def main_text(markup: str | bytes, url: str = "") -> str:
    """The main text of a page, a line a block; "" of a page without text. `markup` as bytes is UTF-8.

    Raises ParseFailed when the markup cannot be parsed in time.
    """
    from lightterm.extract.reader.choose import chosen

    blocks, probabilities = weighed(markup, url)
    keep = chosen(blocks, probabilities)
    return "\n".join([block.text for block, kept in zip(blocks, keep, strict=True) if kept])


def weighed(markup: str | bytes, url: str) -> tuple[list[Block], list[float]]:
    """The blocks of a page, and how likely each is to be main text."""
    from lightterm.extract import dom
    from lightterm.extract.reader.blocks import read_blocks, take_unread
    from lightterm.extract.reader.kind import read_signals
    from lightterm.extract.reader.model import probabilities
    from lightterm.safe import clean_markup

    data = markup.encode("utf-8", "replace") if isinstance(markup, str) else markup
    tree = dom.parse(clean_markup(data))
    signals = read_signals(tree, url)
    take_unread(tree)
    blocks = read_blocks("".join(dom.serialise(tree, False)))
    return blocks, probabilities(blocks, signals)
