"""The reader's document: the page's own blocks, numbers and all, without those that are no main text.

What is main is told from the markup that the walk is about to read; signs put into it, which no source can hold, tell
the walk how much of each paragraph that is.
"""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.subset import paragraphs, subset
from lightterm.errors import Cancelled
from lightterm.extract.reader.blocks import read_blocks
from lightterm.extract.reader.headline import with_headline
from lightterm.extract.reader.kind import read_signals
from lightterm.extract.reader.model import MOST_BLOCKS, main_blocks
from lightterm.extract.reader.posters import with_posters
from lightterm.extract.reader.shortcodes import without_shortcodes
from lightterm.extract.structure import StructuredWalker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document
    from lightterm.extract.dom import Tree
    from lightterm.extract.walk import Action
    from lightterm.fetch.clock import Cancel

MAIN, OTHER = "\x1c+", "\x1c-"
_NO_MARKS = {ord(c): None for c in marks.ALL if c < " "} | {127: " "}


UNJUDGED = "reader: too large to be judged"
"""The reason for which nothing was left out of a page that has more text runs than are judged."""


class ReaderWalker(StructuredWalker):
    """A walker that notes of each paragraph how many of its characters are main text, and how many are not."""

    says_twice = False

    def __init__(self) -> None:
        super().__init__()
        self.shares: dict[int, tuple[Block, int, int]] = {}
        self._main = self._other = 0

    def signs(self) -> dict[str, Action]:
        """What to do at the signs."""
        return {MAIN: self._count_main, OTHER: self._count_other}

    def _count_main(self, head: str) -> None:
        self._main += int(head.rpartition(" ")[2])

    def _count_other(self, head: str) -> None:
        self._other += int(head.rpartition(" ")[2])

    def add(self, text: str, opened: int) -> None:
        """A finished paragraph with its share."""
        super().add(text, opened)
        block = self.blocks[-1]
        self.shares[id(block)] = (block, self._main, self._other)
        self._main = self._other = 0


class Main:
    """The main text of one page, from its fresh tree to its document; `walker` is to read the signed markup."""

    def __init__(self, tree: Tree, url: str, cancel: Cancel | None = None) -> None:
        self._signals = read_signals(tree, url)
        self._cancel = cancel
        self._too_large = False
        self.walker = ReaderWalker()
        self.walker.actions.update(self.walker.signs())

    def signed(self, markup: str) -> str:
        """The markup with a sign before each run of text, which says whether it is main and how long it is."""
        self._check()
        markup = without_shortcodes(markup)
        blocks = read_blocks(markup.translate(_NO_MARKS))
        self._too_large = len(blocks) > MOST_BLOCKS
        if self._too_large:
            return markup
        keep = main_blocks(blocks, self._signals, self._check)
        self._check()
        pieces = markup.replace(">", "<").split("<")
        for block, kept in zip(blocks, keep, strict=True):
            at = 2 * block.place
            pieces[at] = f"<{MAIN if kept else OTHER} {len(block.text)}>{pieces[at]}"
        texts = iter(pieces)
        out = [next(texts)]
        for head, text in zip(texts, texts, strict=False):
            out += ("<", head, ">", text)
        return "".join(out)

    def _check(self) -> None:
        """Raise Cancelled where nobody waits for it any more."""
        if self._cancel is not None and self._cancel.cancelled:
            raise Cancelled("the reading was stopped")

    def only(self, document: Document) -> Document:
        """The headline and the blocks that are main text; targets that go with them are folded away."""
        if self._too_large:
            counts = (*document.hidden.counts, (UNJUDGED, 0, 0))
            return document.replace(hidden=document.hidden.replace(counts=counts))
        kept = _kept(document.blocks, self.walker)
        if all(kept) or not any(kept):
            return document
        document, kept = with_headline(document, kept)
        kept = with_posters(document, kept)
        gone = [block for block, keep in zip(document.blocks, kept, strict=True) if not keep]
        size = sum(len(part.text()) for part in paragraphs(gone))
        left = subset(document, [index for index, keep in enumerate(kept) if keep])
        counts = (*document.hidden.counts, ("reader", len(gone), size))
        return left.replace(hidden=document.hidden.replace(counts=counts))


def _kept(blocks: list[Block], walker: ReaderWalker) -> list[bool]:
    """Whether each block stays: by its text; what has none (pictures, lines) stays between two that do."""
    said = [_share(block, walker) for block in blocks]
    known = [i for i, share in enumerate(said) if share is not None]
    before: list[bool] = []
    latest = False
    for share in said:
        latest = latest if share is None else share > 0
        before.append(latest)
    kept = [False] * len(blocks)
    following = False
    for i in reversed(range(len(blocks))):
        share = said[i]
        if share is not None:
            following = share > 0
        kept[i] = following and (share is not None or before[i])
    return kept if known else [True] * len(blocks)


def _share(block: Block, walker: ReaderWalker) -> int | None:
    """By how many characters main text outweighs the rest in a block; None when nothing was said of it."""
    said = [walker.shares[id(part)] for part in paragraphs((block,)) if id(part) in walker.shares]
    main, other = sum(share[1] for share in said), sum(share[2] for share in said)
    return main - other if main or other else None
