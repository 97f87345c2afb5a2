"""A page as plain data: blocks of paragraphs, targets, landmarks; no width, no terminal, no I/O.

What exists once a paragraph is no Record: those cost five times as much to make. Nothing changes after extraction.
"""

from __future__ import annotations

from lightterm.document import marks as _marks
from lightterm.records import Record, factory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from lightterm.document.access import Node
    from lightterm.document.making import Maker

    Block: TypeAlias = "Paragraph | Divider | Table"


class Frame:
    """What a block stands in: a list item, a quotation, an indentation; a chain towards the root.

    `marker` is shown once, on the first line of the first block inside ("• ", "12. "); `step` on every other line. What
    a disclosure holds has its target's number as `fold`, and is hidden unless it is `open`.
    `kind` is "item", "quote", "definition" or "area"; a page read for its structure has frames too, without a marker,
    for what is seen as nothing but space: "paragraph", "bullets", "numbers" (`detail`: the first one), "code"
    (`detail`: its language), "definitions" and "term".
    """

    __slots__ = ("_rest", "depth", "detail", "fold", "folds", "kind", "marker", "open", "parent", "step")

    def __init__(
        self,
        parent: Frame | None,
        kind: str,
        marker: str,
        step: str,
        fold: int = 0,
        open: bool = True,
        detail: str = "",
    ) -> None:
        self.parent = parent
        self.detail = detail
        self.kind = kind
        self.marker = marker
        self.step = step
        self.depth: int = parent.depth + 1 if parent else 0
        self._rest: str | None = None
        self.fold = fold
        self.open = open
        self.folds: bool = bool(fold) or (parent is not None and parent.folds)

    def hidden(self, opened: Mapping[int, bool] | None = None) -> bool:
        """Whether a disclosure around it is closed; `opened` says of some, by target number, what they are now."""
        frame: Frame | None = self
        while frame is not None and frame.folds:
            if frame.fold and not (opened or {}).get(frame.fold, frame.open):
                return True
            frame = frame.parent
        return False

    @property
    def rest(self) -> str:
        """The prefix of every line but the first."""
        if self._rest is None:
            steps = []
            frame: Frame | None = self
            while frame is not None:
                if frame._rest is not None:
                    steps.append(frame._rest)
                    break
                steps.append(frame.step)
                frame = frame.parent
            self._rest = "".join(reversed(steps))
        return self._rest


ROOT = Frame(None, "root", "", "")

BULLETS = ("• ", "◦ ", "▪ ")
"""Markers that say nothing but that an item begins, by the depth of the list."""


def area(around: Frame) -> Frame:
    """What a text of several lines in a field stands in; its sign is no rule between the columns of a table."""
    return Frame(around, "area", "┊ ", "┊ ")


class Paragraph:
    """Running text: `raw` is a string with marks (see marks.py), `first` the place of its first target on the page.
    Places count from 1 and are the targets' numbers, unless `known` says the number at each place of the page.

    `gap` is the number of blank lines before it, `lead` how many of its innermost frames it opens, `level` 1-6 for a
    heading, `pre` whether its lines stand as they are, `align` "left", "center", "right" or "", `media` the index of
    the first medium that stands in it.
    """

    __slots__ = ("align", "direction", "first", "frame", "gap", "known", "lead", "level", "media", "pre", "raw")

    def __init__(
        self,
        raw: str,
        frame: Frame,
        gap: int,
        lead: int,
        first: int,
        level: int = 0,
        align: str = "",
        direction: str = "",
        media: int = 0,
    ) -> None:
        self.raw = raw
        self.frame = frame
        self.gap = gap
        self.lead = lead
        self.first = first
        self.level = level
        self.pre = False
        self.align = align
        self.direction = direction
        self.media = media
        self.known: Sequence[int] | None = None

    def numbers(self) -> Iterator[int]:
        """The number of the target before its own (0 for none), theirs in order, and more."""
        known, at = self.known, self.first - 1
        return iter(range(at, 1 << 31)) if known is None else map(known.__getitem__, range(at, len(known)))

    def with_raw(self, raw: str) -> Paragraph:
        """A copy with another string."""
        at = (self.frame, self.gap, self.lead, self.first, self.level, self.align, self.direction, self.media)
        copy = type(self)(raw, *at)
        copy.pre = self.pre
        copy.known = self.known
        return copy

    def text(self, numbers: bool = False) -> str:
        """The text without marks; with `numbers` each target is preceded by its `[12]`."""
        raw = self.raw
        if raw.isprintable():
            return raw  # no mark is
        if numbers and (_marks.LINK in raw or _marks.FIELD in raw):
            return _marks.numbered(raw, self.first, self.known)
        return _marks.strip(raw)

    def decode(self, numbers: bool = False) -> tuple[str, tuple[_marks.Mark, ...]]:
        """The text and its marks."""
        return _marks.decode(self.raw, self.numbers(), numbers, self.media)


class Pictures(Paragraph):
    """Pictures without words after all text: nothing to lay out for who shows no pictures."""

    __slots__ = ()


class Divider:
    """A thematic break."""

    __slots__ = ("frame", "gap", "lead")

    def __init__(self, frame: Frame, gap: int, lead: int) -> None:
        self.frame = frame
        self.gap = gap
        self.lead = lead


class Cell:
    """One cell of a table, holding blocks of its own."""

    __slots__ = ("align", "blocks", "columns", "header", "rows")

    def __init__(self, blocks: list[Block], columns: int, rows: int, header: bool, align: str) -> None:
        self.blocks = blocks
        self.columns = columns
        self.rows = rows
        self.header = header
        self.align = align


class Table:
    """A table of data: rows of cells as written (spans not yet resolved), its caption; `stacked`, always as records."""

    __slots__ = ("caption", "frame", "gap", "lead", "rows", "stacked")

    def __init__(
        self, rows: list[list[Cell]], caption: list[Block], frame: Frame, gap: int, lead: int, stacked: bool = False
    ) -> None:
        self.rows = rows
        self.caption = caption
        self.frame = frame
        self.gap = gap
        self.lead = lead
        self.stacked = stacked


class Option(Record):
    """One choice of a select or datalist."""

    value: str
    label: str
    selected: bool = False
    disabled: bool = False
    group: str = ""


class Field(Record):
    """A form control. `kind` is the input's or button's type, or "select", "textarea"; `form` an index, -1 for none.

    `options` are choices or suggestions; `after`, the target before a hidden field (0: none), orders a form's controls.
    """

    kind: str
    name: str = ""
    value: str = ""
    label: str = ""
    form: int = -1
    checked: bool = False
    required: bool = False
    disabled: bool = False
    readonly: bool = False
    multiple: bool = False
    placeholder: str = ""
    options: tuple[Option, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    after: int = 0


class Form(Record):
    """A form: where and how it sends, or that a script does it; its controls are the fields that name its index.

    `asks` is what the page asks before.
    """

    action: str = ""
    method: str = "get"
    enctype: str = "application/x-www-form-urlencoded"
    name: str = ""
    accept_charset: str = ""
    hidden: tuple[Field, ...] = ()
    novalidate: bool = False
    target: str = ""
    autocomplete: str = ""
    scripted: bool = False
    asks: str = ""


class Target(Record):
    """Anything one can act on. `kind` is "link", "field", "button" or "disclosure".

    `url` is absolute (links), `link_class` navigation, content, external or download, `field` a field's or button's
    control, `handle` its element where the page lives (0: nowhere); `scripted` waits for scripts that did not run,
    `asks` is what the page asks before.
    """

    number: int
    kind: str
    text: str = ""
    url: str = ""
    rel: str = ""
    link_class: str = ""
    title: str = ""
    field: Field | None = None
    handle: int = 0
    scripted: bool = False
    asks: str = ""


class Targets:
    """The page's targets by number, from 1, made when they are asked for: most are only ever counted."""

    __slots__ = ("_count", "_maker")

    def __init__(self, count: int = 0, maker: Maker | None = None) -> None:
        self._count = count
        self._maker = maker

    @property
    def numbers(self) -> Sequence[int]:
        """All numbers in the order of the page."""
        return range(1, self._count + 1)

    def place(self, number: int) -> int:
        """Where on the page a target is, from 1; 0 for none."""
        return number if 1 <= number <= self._count else 0

    def __contains__(self, number: int) -> bool:
        return self.place(number) > 0

    def addresses(self) -> Iterator[tuple[int, str]]:
        """(number, absolute address) of every link, in order; cheaper than making each target."""
        return (pair for some in self.address_lists() for pair in some)

    def address_lists(self) -> Iterator[list[tuple[int, str]]]:
        """The addresses in lists of some, for who goes through all of them."""
        return self._maker.addresses() if self._maker is not None else iter(())

    def fields(self) -> Iterator[tuple[int, Field]]:
        """(number, control) of every field and button, in order; cheaper than making each target."""
        return self._maker.fields() if self._maker is not None else iter(())

    def relations(self) -> Iterator[tuple[int, str]]:
        """(number, relation in small letters) of every link that says one, in order; cheaper than making targets."""
        return self._maker.relations() if self._maker is not None else iter(())

    def access_keys(self) -> Iterator[tuple[int, str]]:
        """(number, what its accesskey says) of every target that has one, in order; cheaper than making targets."""
        return self._maker.access_keys() if self._maker is not None else iter(())

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Target:
        if self._maker is None or not 1 <= number <= self._count:
            raise IndexError(f"no target {number}")
        return self._maker.make(number)

    def __iter__(self) -> Iterator[Target]:
        return map(self.__getitem__, self.numbers)


class Landmark(Record):
    """A region of the page (main, navigation, banner ...): its role, its name and the top-level blocks it spans."""

    role: str
    name: str
    start: int
    end: int


class Media(Record):
    """A picture, video, audio, frame or object: absolute url, alternative text, CSS pixels (0 when not said), title."""

    kind: str
    url: str
    alt: str = ""
    width: int = 0
    height: int = 0
    title: str = ""


class Heading(Record):
    """One line of the outline."""

    level: int
    text: str
    block: int


class Hidden(Record):
    """What was left out of the document, by reason: (reason, elements, characters)."""

    counts: tuple[tuple[str, int, int], ...] = ()


class Metadata(Record):
    """Facts of the head; `charset` is what the page was read in, whoever said so; `properties` are a file's own."""

    description: str = ""
    canonical: str = ""
    charset: str = ""
    generator: str = ""
    feeds: tuple[tuple[str, str], ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    refresh: tuple[float, str] | None = None
    searches: tuple[tuple[str, str], ...] = ()  # OpenSearch descriptions, (address, title) as of feeds


class Document(Record):
    """The page: what every front end and output works on.

    `folded` are first and last numbers of targets in closed disclosures; `contents` is the outline a file brings along.
    """

    url: str
    title: str = ""
    language: str = ""
    direction: str = ""
    content_type: str = "text/html"
    blocks: list[Block] = factory(default_factory=list)
    targets: Targets = factory(default_factory=Targets)
    forms: tuple[Form, ...] = ()
    media: tuple[Media, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    anchors: tuple[tuple[str, int], ...] = ()
    skip_links: tuple[tuple[str, str], ...] = ()
    folded: tuple[tuple[int, int], ...] = ()
    contents: tuple[Heading, ...] = ()
    metadata: Metadata = factory(default_factory=Metadata)
    hidden: Hidden = factory(default_factory=Hidden)
    access: Node | None = None

    def outline(self) -> tuple[Heading, ...]:
        """The file's own outline where it has one, else the headings and the posts of a thread, in order."""
        from lightterm.document.posts import outline

        return self.contents or outline(self)
