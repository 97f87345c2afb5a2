"""Pictures without words: they leave their paragraph before it is made tidy, and come back to the same place after.

So the text around them is broken, joined and numbered as if they were not there. A picture whose paragraph holds
nothing else goes before the next text of the page.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice

from lightterm.document.marks import ALL, FIELD, IMAGE, IMAGE_END, LINK, LINK_END, MEDIA, MUTE, RESUME
from lightterm.document.model import Paragraph
from lightterm.extract.dom import unescape
from lightterm.extract.spacing import folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block
    from lightterm.extract.walk import Walker

    Place = tuple[int, bool]
    """(letters before the picture, -1 when they were another paragraph's; whether it stands in a link)"""

MOST = 50_000
"""Characters of a paragraph up to which its letters are counted: in longer ones the pictures stand in front."""

_ACTING = frozenset((LINK, LINK_END, RESUME, FIELD))
"""What a paragraph has that is a link or holds one."""

_ENDED = RESUME + LINK_END
"""What is left of a link around blocks in the first one after it."""

_NO_LETTERS = frozenset(ALL + "\x1b\x1c\x1d\x1e\x1f\x7f \t\n\r\f\xa0\u200b\u2066\u2067\u2069")


def lift(raw: str, lifted: list[Place]) -> str:
    """`raw`, a paragraph as it is gathered, without its mute pictures; their places are appended to `lifted`.

    What is in `lifted` already belongs to paragraphs that came to nothing.
    """
    for i in range(len(lifted) - 1, -1, -1):
        if lifted[i][0] < 0:
            break  # and so are all before
        lifted[i] = (-1, lifted[i][1])
    if MUTE not in raw:
        return raw
    pieces = raw.split(MUTE)
    counted = len(raw) <= MOST
    letters, linked = 0, False
    for piece in pieces[:-1]:
        begun, ended = max(piece.rfind(LINK), piece.rfind(RESUME)), piece.rfind(LINK_END)
        linked = begun > ended or (linked and ended < 0)
        if counted:
            text = unescape(piece) if "&" in piece else piece
            letters += sum(c not in _NO_LETTERS for c in text)
        lifted.append((letters if counted else -1, linked))
    return "".join(pieces)


def place(text: str, walker: Walker) -> str:
    """The text of a finished paragraph with the pictures put back.

    Media that got lost with what held them stand in front; those in the walker's buffer wait for the next paragraph.
    """
    waiting = "".join(walker.buf).count(MEDIA)
    lost = walker.unplaced - waiting - text.count(MEDIA) - len(walker.lifted)
    places = [(-1, False)] * lost + walker.lifted
    walker.lifted, walker.unplaced = [], waiting
    out: list[str] = []
    at = start = letters = 0
    for wanted, linked in places:
        while letters < wanted and at < len(text):
            letters += text[at] not in _NO_LETTERS
            at += 1
        gap = at
        while gap < len(text) and text[gap] in _NO_LETTERS:
            gap += 1
        end = max(text.rfind(LINK, at, gap), text.rfind(RESUME, at, gap)) if linked else text.rfind(LINK_END, at, gap)
        cut = max(start, end + 1 if end >= 0 else at)
        out += (text[start:cut], MUTE)
        start = cut
    out.append(text[start:])
    return "".join(out)


def join_caption(walker: Walker) -> None:
    """Let a picture, the last block but one, say nothing where its caption, the last, begins with the same words: what
    it leads to, the caption does.
    """
    blocks = walker.blocks
    picture, caption = blocks[-2:]
    if not (isinstance(picture, Paragraph) and isinstance(caption, Paragraph)) or MEDIA in caption.raw:
        return
    raw = picture.raw
    linked = raw[:1] == LINK and raw[-1] == LINK_END
    raw = raw[1:-1] if linked else raw
    alone = raw[:1] == IMAGE and raw.find(IMAGE_END) == len(raw) - 1
    if not alone or not folded(caption.raw).startswith(folded(raw.replace(MEDIA, ""))):
        return
    if linked and not _ACTING.isdisjoint(caption.raw):
        return
    if MEDIA in raw:
        caption.raw, caption.media = MUTE + caption.raw, picture.media
    if linked:
        caption.raw, caption.first = LINK + caption.raw + LINK_END, picture.first
    caption.gap, caption.lead = picture.gap, caption.lead + picture.lead
    del blocks[-2]
    if blocks is walker.top:
        anchors = walker.anchors
        for i in range(len(anchors) - 1, -1, -1):
            head, at = anchors[i]
            if at < len(blocks):
                break
            anchors[i] = (head, at - 1)


def join_items(walker: Walker, start: int) -> bool:
    """Put pictures side by side that are all there is in a list's items, which began behind `start` blocks: reactions,
    awards, thumbnails; whether it is so. A bullet before each made a list of what is none.
    """
    blocks, first = walker.blocks, walker.blocks[start]
    around, raws = first.frame.parent, []
    for at in range(start, len(blocks)):
        block = blocks[at]
        if not isinstance(block, Paragraph) or block.frame.kind != "item" or block.frame.parent is not around:
            return False
        if block.raw[:1] != IMAGE or block.raw.find(IMAGE_END) != len(block.raw) - 1 or block.level or block.pre:
            return False
        raws.append(block.raw)
    landmarks = walker.landmarks if blocks is walker.top else ()
    if not isinstance(first, Paragraph) or around is None or (landmarks and landmarks[-1].end > start):
        return False
    first.raw = " ".join(raws)
    first.frame, first.lead = around, max(0, first.lead - 1)
    del blocks[start + 1 :]
    anchors, at = walker.anchors, len(walker.anchors)
    while blocks is walker.top and at and anchors[at - 1][1] > start:
        at -= 1
        anchors[at] = (anchors[at][0], min(anchors[at][1], len(blocks)))
    return True


def join_doubled(walker: Walker) -> None:
    """Let pictures that stand alone say nothing where the next text says the same words: headings, names, captions.

    The link that such a picture is goes around that text: its number would stand before nothing.
    """
    blocks = walker.top
    pairs = enumerate(zip(blocks, islice(blocks, 1, None), strict=False))
    gone = [at for at, (picture, text) in pairs if picture.__class__ is Paragraph and _is_said_by(picture, text)]
    if not gone:
        return
    for at in gone:
        picture, text = blocks[at], blocks[at + 1]
        assert isinstance(picture, Paragraph) and isinstance(text, Paragraph)
        linked = picture.raw[0] == LINK
        if linked:
            text.raw, text.first = text.raw.removeprefix(_ENDED) + LINK_END, picture.first
        if MEDIA in picture.raw:
            text.raw, text.media = MUTE + text.raw, picture.media
        if linked:
            text.raw = LINK + text.raw
        text.gap, text.lead = max(text.gap, picture.gap), text.lead + picture.lead
    left = set(gone)
    blocks[:] = [block for at, block in enumerate(blocks) if at not in left]
    walker.anchors[:] = [(head, at - bisect_left(gone, at)) for head, at in walker.anchors]
    walker.landmarks[:] = [
        mark.replace(start=mark.start - bisect_left(gone, mark.start), end=mark.end - bisect_left(gone, mark.end))
        for mark in walker.landmarks
    ]


def _is_said_by(picture: Paragraph, text: Block) -> bool:
    raw = picture.raw
    linked = raw[:1] == LINK and raw[-1] == LINK_END
    raw = raw[1:-1] if linked else raw
    if raw[:1] != IMAGE or raw.find(IMAGE_END) != len(raw) - 1 or not isinstance(text, Paragraph):
        return False
    if picture.frame is not text.frame or MEDIA in text.raw or text.pre:
        return False
    if linked and not _ACTING.isdisjoint(text.raw.removeprefix(_ENDED)):
        return False
    words = folded(raw.replace(MEDIA, ""))
    return bool(words) and words == folded(text.raw)
