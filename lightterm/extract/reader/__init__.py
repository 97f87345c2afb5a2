"""The main text of a page: blocks of its markup, weighed by a model that was trained on pages of many sites."""

from __future__ import annotations

from lightterm.document.marks import one_spaced

_DESCRIPTIONS = "meta[name=description],meta[property='og:description']"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Tree
    from lightterm.extract.reader.blocks import Block
    from lightterm.extract.reader.kind import Signals


def main_text(markup: str | bytes, url: str = "") -> str:
    """The main text of a page, a line a block; "" of a page without text. `markup` as bytes is UTF-8.

    Raises ParseFailed when the markup cannot be parsed in time.
    """
    from lightterm.extract.reader.choose import LEAST
    from lightterm.extract.reader.model import main_blocks

    data = markup.encode("utf-8", "replace") if isinstance(markup, str) else markup
    blocks, signals = read_page(data, url)
    keep = main_blocks(blocks, signals)
    text = "\n".join([block.text for block, kept in zip(blocks, keep, strict=True) if kept])
    if len(text) >= LEAST:
        return text
    in_data = told(data)
    return in_data if len(in_data) > LEAST else text


def read_page(markup: bytes, url: str) -> tuple[list[Block], Signals]:
    """The blocks of a page of UTF-8 `markup` and its signals. Raises ParseFailed."""
    from lightterm.extract import dom
    from lightterm.safe import clean_markup

    markup = clean_markup(markup)
    return read_tree(dom.parse(markup), markup, url)


def read_tree(tree: Tree, markup: bytes, url: str) -> tuple[list[Block], Signals]:
    """The blocks and signals of a tree parsed from `markup`; what is no text is taken out of the tree."""
    from lightterm.extract import dom
    from lightterm.extract.reader.kind import read_signals

    if dom.is_folded(markup):
        from lightterm.extract.unfold import unfold

        unfold(tree, markup, False)
    signals = read_signals(tree, url)
    return blocks_of(tree), signals


def blocks_of(tree: Tree) -> list[Block]:
    """The blocks of a tree that nobody else needs."""
    from lightterm.extract import dom
    from lightterm.extract.reader.blocks import read_blocks, take_unread
    from lightterm.extract.reader.shortcodes import without_shortcodes

    take_unread(tree)
    return read_blocks(without_shortcodes("".join(dom.serialise(tree, False))))


def told(markup: bytes) -> str:
    """What a page whose text only a script could make says in its data, or else in its description; "" for nothing."""
    from lightterm.extract import dom
    from lightterm.extract.data_blocks import text_in_data
    from lightterm.safe import clean_markup

    markup = clean_markup(markup)
    data = text_in_data(markup)
    if data:
        return "\n".join([block.text for block in blocks_of(dom.parse(data.encode()))])
    said = [node.attributes.get("content") or "" for node in dom.parse(markup).css(_DESCRIPTIONS)]
    return one_spaced(dom.unescape(max(said, key=len, default="")))
