"""What of the page that is read is folded, and which of its long lines are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.folding import Members, around, disclosures, states
from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.commands.registry import Invocation
    from lightterm.document.flow import Flow
    from lightterm.document.model import Document
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

    State = tuple[Document, dict[int, bool], frozenset[int]]

OUTLINES = ("json", "xml")
PAGES = ("html", "rss", "atom", "feed")
"""Media types of pages, though they have such a word in them."""


class Folds:
    """The state of a view's disclosures and outlines.

    `opened` says of disclosures whose state was changed, by target number, whether they are open now; `folded` are the
    blocks of an outline that show their first line only. `wrap` breaks preformatted lines at the screen's edge.
    """

    def __init__(self, view: PageView) -> None:
        self._view = view
        self.opened: dict[int, bool] = {}
        self.folded: frozenset[int] = frozenset()
        self.wrap = False
        self.left: State | None = None
        """How the page that is shown next was left."""
        self._members = Members(())

    @property
    def state(self) -> State | None:
        """What was opened, closed and folded of the page, to be put back when one comes back to it."""
        return (self._view.document, self.opened, self.folded) if self.opened or self.folded else None

    @property
    def there(self) -> dict[int, bool]:
        """The page's disclosures, by target number: whether it has them open."""
        return self._view.cuts.structure(self._view.document).disclosures()

    @property
    def members(self) -> Members:
        """What the members of an outline hold."""
        blocks = self._view.document.blocks
        if self._members.blocks is not blocks:
            self._members = Members(blocks)
        return self._members

    def forget(self) -> None:
        """Another page is shown, from its beginning or as it was left."""
        self._members = Members(())
        left, self.left = self.left, None
        self.opened, self.folded = {}, frozenset()
        if left is not None:
            self._put_back(*left)

    def _put_back(self, left: Document, opened: dict[int, bool], folded: frozenset[int]) -> None:
        """Have disclosures and members as they were left; on a page that came anew those that are called the same."""
        document = self._view.document
        if left is document:
            self.opened, self.folded = dict(opened), folded
        elif left.url == document.url:
            named = {name: number for number, name in _named(document, self.there)}
            were = dict(_named(left, disclosures(left.blocks)))
            new = ((named.get(were[number], 0), state) for number, state in opened.items() if number in were)
            self.opened = {number: state for number, state in new if number}
            both = range(min(len(left.blocks), len(document.blocks)))
            self.folded = frozenset(at for at in folded if at in both and _is_same(left, document, at))

    # --- laying out

    def put(self, flow: Flow) -> None:
        """Have a flow show what is folded of an outline."""
        if self.folded:
            if self._members.blocks is not self._view.document.blocks:
                self.folded = frozenset(index for index in self.folded if index < len(flow.blocks))
            flow.fold(self.folded, self.members)

    # --- asking

    @property
    def is_outline(self) -> bool:
        """Whether the page is an outline, whose members can be folded."""
        kind = self._view.document.content_type
        return any(word in kind for word in OUTLINES) and not any(word in kind for word in PAGES)

    def hides(self, number: int) -> bool:
        """Whether a target is in a closed disclosure."""
        if not self._view.document.folded and not self.opened:
            return False
        flow = self._view.flow
        if flow.blocks[flow.block_of_target(number)].frame.hidden(self.opened):
            return True
        return any(
            first <= number <= last and not self.opened.get(self._holder(first), False)
            for first, last in self._view.document.folded
        )

    def _holder(self, first: int) -> int:
        """The disclosure whose content begins with a target: the last before it, links of the summary between them."""
        return max((number for number in self.there if number < first), default=0)

    # --- changing

    def change(self, numbers: dict[int, bool]) -> None:
        """Open and close disclosures."""
        self.opened |= numbers
        self._view.relayout()
        if self._view.target and self.hides(self._view.target):
            closed = [number for number in self.opened if number <= self._view.target and not self.opened[number]]
            self._view.choose(max(closed, default=0), reveal=False)

    def fold(self, blocks: frozenset[int]) -> None:
        """Have exactly these blocks of the outline folded."""
        self.folded = blocks
        self._view.relayout()

    def unfold(self, index: int) -> bool:
        """Open all that hides a block; whether anything did."""
        blocks, held = self._view.document.blocks, self.members.held if self.folded else None
        over = {at for at in self.folded if at <= index <= at + held(at)} if held else set()
        if over:
            self.fold(self.folded - over)
            return True
        if not blocks or not blocks[index].frame.hidden(self.opened):
            return False
        self.change(dict.fromkeys(around(blocks[index]), True))
        return True

    def unfold_target(self, number: int) -> None:
        """Open all that hides a target."""
        if self.hides(number):
            ranges = self._view.document.folded
            within = {self._holder(first): True for first, last in ranges if first <= number <= last}
            index = self._view.flow.block_of_target(number)
            self.change(within | dict.fromkeys(around(self._view.document.blocks[index]), True))


def _named(document: Document, numbers: Iterable[int]) -> Iterator[tuple[int, tuple[str, int]]]:
    """Disclosures with what they are called, and the how manieth of that name each is."""
    before: dict[str, int] = {}
    for number in sorted(numbers):
        text = document.targets[number].text if number in document.targets else ""
        yield number, (text, before.get(text, 0))
        before[text] = before.get(text, 0) + 1


def _is_same(left: Document, document: Document, at: int) -> bool:
    """Whether the member at a place of an outline is there as it was."""
    return bool(getattr(left.blocks[at], "raw", 0) == getattr(document.blocks[at], "raw", 1))


@verb("details")
def details(app: Browser, call: Invocation) -> None:
    folds = app.view.folds
    action = call.text("action", "toggle")
    number = call.number("target")
    if call.has("all"):
        _all(app, action)
        return
    there = folds.there
    line = app.view.caret.at[0] if app.view.caret.shown else app.view.first
    if number is None:
        number = _disclosure_here(app, there, line)
    if number:
        if number not in there:
            raise ValidationFailed(f"[{number}] is nothing that can be opened", actions=())
        now = folds.opened.get(number, there[number])
        folds.change({number: not now if action == "toggle" else action == "open"})
        return
    index = app.view.flow.block_at(line)
    if not folds.is_outline or not folds.members.held(index):
        raise ValidationFailed("there is nothing here that can be opened or closed", actions=())
    closing = index not in folds.folded if action == "toggle" else action == "close"
    folds.fold(folds.folded | {index} if closing else folds.folded - {index})


def _disclosure_here(app: Browser, there: dict[int, bool], line: int) -> int:
    """The disclosure under the cursor, else the one that its line is in, else the only one in sight; 0 for none."""
    view = app.view
    if view.target in there:
        return view.target
    blocks = view.document.blocks
    found = around(blocks[view.flow.block_at(line)]) if blocks else []
    if found:
        return found[0]
    seen = [number for number, _, _ in view.in_sight() if number in there]
    return seen[0] if len(seen) == 1 else 0


def _all(app: Browser, action: str) -> None:
    folds = app.view.folds
    outline = folds.members.outermost if folds.is_outline else frozenset[int]()
    if outline:
        close = not folds.folded if action == "toggle" else action == "close"
        folds.fold(outline if close else frozenset())
    elif there := states(folds.there, folds.opened, action):
        folds.change(there)
    else:
        raise ValidationFailed("the page has nothing that can be opened or closed", actions=())
