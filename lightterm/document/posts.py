"""Where the posts of a thread begin: few forums give them headings, and a thread is read from post to post."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice

from lightterm.document.marks import FIELD, strip
from lightterm.document.model import Heading, Paragraph
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Document

ARTICLE = "article="
"""The anchor of what calls itself an article, a comment or an answer without an id of its own."""

HEADED = 200
"""Characters within which a post's own heading stands; it is in the outline by that."""

WORDS = 60
"""Characters of a post from which on enough is told of it."""

LOOKED_AT = 400
"""Paragraphs among which the words of its beginning are: of 200 regions around one table each looked through all."""

BESIDE = 2
"""Blocks within which another kind of id means the same post: GameFAQs has one for what is round its text."""

FEWEST = 2
"""Posts that make a thread."""

_POST = re.compile(
    r"^(?:js-)?(?:(?:post|pid|msg|message|answer|reply|(?:issue|discussion|el|div-)?comment)[-_]?(\d+)"
    r"|p(\d{3,})|(\d{7,})|c_([0-9a-z]{6})|thing_(t\d_\w+))$",
    re.MULTILINE | re.IGNORECASE | re.ASCII,
)
"""Ids of posts: of phpBB and FluxBB (`p123`), MyBB, vBulletin, XenForo, Invision, Discourse, Stack Exchange, WordPress,
Lemmy, GameFAQs, GitHub; of Hacker News (a bare number), lobste.rs and the old Reddit. A number is told once: some have
three elements for it."""


def thread(document: Document) -> list[int]:
    """The blocks at which the posts of a thread begin, in order; none where there are not several."""
    anchors = document.anchors
    named = "\n".join([name for name, _ in anchors])
    found: dict[str, int] = {}
    line = at = 0
    kind, last = "", -BESIDE
    for match in _POST.finditer(named):
        line += named.count("\n", at, match.start())
        at = match.start()
        number, block = match[match.lastindex or 0].lower(), anchors[line][1]
        before = match[0].lower().removesuffix(number)
        if number not in found and (before == kind or block - last >= BESIDE):
            found[number] = last = block
            kind = before
    starts = set(found.values())
    if len(starts) < FEWEST:
        starts = {block for name, block in anchors if name == ARTICLE}
    ordered = sorted(start for start in starts if start < len(document.blocks))
    return ordered if len(ordered) >= FEWEST else []


def posts(document: Document) -> list[int]:
    """The blocks at which posts without a heading of their own begin, in order; none where there is no thread."""
    blocks, ordered = document.blocks, thread(document)
    ends = [*ordered[1:], len(blocks)]
    own = [start for start, end in zip(ordered, ends, strict=False) if not _is_headed(blocks, start, end)]
    if ordered and ordered[-1] not in own and 2 * len(own) >= len(ordered) - 1:
        own.append(ordered[-1])  # nobody knows where it ends: the heading is of what follows the thread
    return own if len(own) >= FEWEST else []


def _is_headed(blocks: Sequence[Block], start: int, end: int) -> bool:
    """Whether a heading stands at the beginning of these blocks."""
    room = HEADED
    for at in range(start, end):
        for paragraph in paragraphs(blocks[at]):
            if paragraph.level:
                return True
            room -= len(paragraph.raw)
            if room < 0:
                return False
    return False


def post_words(blocks: Sequence[Block], start: int, end: int) -> str:
    """How a post, which ends before a block, begins: mostly who wrote it, and when."""
    words = ""
    near = range(start, min(start + WORDS, end, len(blocks)))
    for paragraph in islice((paragraph for at in near for paragraph in paragraphs(blocks[at])), LOOKED_AT):
        if words and paragraph.level:
            return words
        if not words and (FIELD in paragraph.raw or not any(map(str.isalpha, paragraph.raw))):
            continue  # buttons to vote, and how many did
        said = " ".join(strip(paragraph.raw[: 4 * WORDS]).split())
        words += " · " * bool(words and said) + said
        if len(words) >= WORDS:
            return words if len(words) <= 2 * WORDS else words[: 2 * WORDS].rpartition(" ")[0] + " …"
    return words


def heading_paragraphs(document: Document) -> list[tuple[int, Paragraph]]:
    """(block, paragraph) of each heading that the page shows, in order."""
    return [
        (at, block)
        for at, block in enumerate(document.blocks)
        if block.__class__ is Paragraph and block.level and not (block.frame.folds and block.frame.hidden())
    ]


def headings(document: Document) -> list[Heading]:
    """The headings of a page, in order."""
    return [Heading(block.level, block.text().replace("\n", " "), at) for at, block in heading_paragraphs(document)]


def outline(document: Document) -> tuple[Heading, ...]:
    """The headings, and among them the posts, a level below the heading over the first."""
    found = headings(document)
    begun = posts(document)
    if begun:
        blocks = document.blocks
        level = level_of_posts([(heading.block, heading.level) for heading in found], begun[0])
        ends = [*begun[1:], len(blocks)]
        found += [Heading(level, post_words(blocks, *span), span[0]) for span in zip(begun, ends, strict=True)]
        found.sort(key=_place)
    return tuple(found)


def level_of_posts(places: Sequence[tuple[int, int]], first: int) -> int:
    """The level of posts, the first of which begins at a block, by (block, level) of each heading."""
    before = bisect_right(places, (first, 0))
    return min(places[before - 1][1] + 1, 6) if before else 1


def _place(heading: Heading) -> int:
    return heading.block
