"""Marks inside a paragraph's string: where links, emphasis, images and fields begin and end.

A paragraph is one string with marks in it, each a single C0 character. Network text cannot forge one: control
characters are removed before parsing. In-band marks make building, collapsing and storing a paragraph a few C calls
(an object a mark would cost more than the whole layout); whoever needs ranges decodes them on demand.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LINK, LINK_END = "\x01", "\x02"
STRONG, STRONG_END = "\x03", "\x04"
EM, EM_END = "\x05", "\x06"
CODE, CODE_END = "\x07", "\x08"
INS, INS_END = "\x0e", "\x0f"
DEL, DEL_END = "\x10", "\x11"
IMAGE, IMAGE_END = "\x12", "\x13"
FIELD, FIELD_END = "\x14", "\x15"
NOTE, NOTE_END = "\x16", "\x17"
RESUME = "\x18"
HIGHLIGHT, HIGHLIGHT_END = "\x19", "\x1a"
BREAK = "\x1b"
FIND, FIND_END = "\ufdd0", "\ufdd1"  # no controls are left: noncharacters, which no network text keeps either
FOUND, FOUND_END = "\ufdd2", "\ufdd3"
MEDIA = "\x00"
"""Not a range: the innermost open one stands for the next of the document's media."""
MUTE = IMAGE + MEDIA + IMAGE_END
"""A picture without words."""

PIECE = 1 << 16
"""Characters from which on a text is not split into all of its words at once."""

OPENS = {
    LINK: "link",
    RESUME: "link",
    FIELD: "field",
    STRONG: "strong",
    EM: "em",
    CODE: "code",
    INS: "ins",
    DEL: "del",
    IMAGE: "image",
    NOTE: "note",
    HIGHLIGHT: "mark",
    FIND: "find",
    FOUND: "found",
}
ENDS = {
    LINK_END: "link",
    FIELD_END: "field",
    STRONG_END: "strong",
    EM_END: "em",
    CODE_END: "code",
    INS_END: "ins",
    DEL_END: "del",
    IMAGE_END: "image",
    NOTE_END: "note",
    HIGHLIGHT_END: "mark",
    FIND_END: "find",
    FOUND_END: "found",
}
ALL = "".join(OPENS) + "".join(ENDS) + MEDIA
MARKS = frozenset(ALL)
_OPENING = "".join(OPENS)
_BEFORE_FIELD = frozenset(" \n\xa0([{<“‘«\"'/$€£#@+-")
_CONTROLS = bytes(ord(c) for c in ALL if c < " ")
_NO_CONTROLS = bytes(b for b in range(256) if b not in _CONTROLS)
_OTHERS = tuple(c for c in ALL if c > " ")
_EMPTY = tuple(
    open_ + end
    for open_, kind in OPENS.items()
    for end, kind_ in ENDS.items()
    if kind == kind_ and kind not in ("link", "field")
)
_PAIRS = (LINK + LINK_END, STRONG + STRONG_END, EM + EM_END, CODE + CODE_END)
_TARGETS = frozenset((LINK, FIELD))
_MAX_KEPT, _MAX_BALANCES = 64, 4096
_balances: dict[str, tuple[str, str]] = {}  # few kinds of marks stand in many paragraphs
_CLOSER = {open_: end for open_, kind in OPENS.items() for end, kind_ in ENDS.items() if kind == kind_}


class Mark:
    """A range of a paragraph's text: `kind` as in OPENS, `target` the number of a link or field, or of the one that a
    picture stands in (else 0), `media` the index of the medium it stands for (else -1).

    No record, of which one takes three times as long to make: a screen of source has 600.
    """

    __slots__ = ("end", "kind", "media", "start", "target")

    def __init__(self, start: int, end: int, kind: str, target: int = 0, media: int = -1) -> None:
        self.start = start
        self.end = end
        self.kind = kind
        self.target = target
        self.media = media

    def at(self, start: int, end: int) -> Mark:
        """The same mark over another range."""
        return Mark(start, end, self.kind, self.target, self.media)


def strip(raw: str) -> str:
    """The text without its marks, in C: 1 ns a character of ASCII, 2 to 5 of others."""
    if raw.isascii():
        return raw.encode().translate(None, _CONTROLS).decode()
    for c in _OTHERS:
        if c in raw:
            raw = raw.replace(c, "")
    data = raw.encode("utf-8", "surrogatepass")
    bare = data.translate(None, _CONTROLS)
    return raw if len(bare) == len(data) else bare.decode("utf-8", "surrogatepass")


def pieces(text: str) -> Iterator[str]:
    """A text in pieces of some ten thousand characters, cut before a space: 20 MB of words are 210 MB in a list."""
    at = 0
    while (stop := text.find(" ", at + PIECE)) >= 0:
        yield text[at:stop]
        at = stop
    yield text[at:]


def one_spaced(text: str, limit: int | None = None) -> str:
    """The words of a text, one space between them; at most `limit` characters, for which no more of it is read."""
    if len(text) <= PIECE:
        return " ".join(text.split())[:limit]
    found: list[str] = []
    room = len(text) if limit is None else limit
    for piece in pieces(text):
        words = " ".join(piece.split())
        found += [words] if words else []
        room -= len(words)
        if room < 0:
            break
    return " ".join(found)[:limit]


def longest(text: str) -> int:
    """The characters of a text's longest word."""
    if len(text) <= PIECE:
        return max(map(len, text.split()), default=0)
    return max(max(map(len, piece.split()), default=0) for piece in pieces(text))


def without_empty(raw: str) -> str:
    """The string without emphasis around nothing; targets stay, whatever they hold."""
    size = -1
    while size != len(raw):
        size = len(raw)
        for pair in _EMPTY:
            raw = raw.replace(pair, "")
    return raw


def is_open(raw: str, start: str, end: str) -> bool:
    """Whether a range does not begin as often as it ends; to count takes 6 instructions a character, to find none."""
    return (start in raw or end in raw) and raw.count(start) != raw.count(end)


EDIT_SIGNS = ((DEL, DEL_END, "~~"), (INS + INS, INS_END + INS_END, "++"))
"""Around what was deleted, ~~so~~, and what was inserted (marked twice), ++so++."""


def signed(raw: str, signs: tuple[tuple[str, str, str], ...] = EDIT_SIGNS) -> str:
    """The string with signs around what was deleted and what was inserted."""
    for start, end, sign in signs:
        if start in raw:
            raw = _signed(raw, start, end, sign)
    return raw


def _signed(raw: str, start: str, end: str, sign: str) -> str:
    """The string with the sign inside the outermost of these marks."""
    first, *parts = without_empty(raw).split(start)
    out = [first]
    depth = 0
    for part in parts:
        out.append(start if depth else start + sign)
        depth += 1
        inner, *ended = part.split(end)
        out.append(inner)
        for piece in ended:
            depth -= 1
            out += ("" if depth else sign, end, piece)
    return "".join(out)


def only(raw: str) -> str:
    """The marks of a string without its text."""
    if not raw.isascii() and any(c in raw for c in _OTHERS):
        return "".join([c for c in raw if c in MARKS])
    return raw.encode("utf-8", "surrogatepass").translate(None, _NO_CONTROLS).decode()


def fields_apart(text: str) -> str:
    """A space where a control touches a word or another target: browsers draw a border there."""
    if text[0] == FIELD and text.find(FIELD_END) == len(text) - 1 and text.rfind(FIELD) == 0 and LINK not in text:
        return text  # a control alone
    for mark in (LINK, FIELD, FIELD_END):
        text = text.replace(mark, f"\t{mark}\t")  # white space is collapsed: no tab is left
    out: list[str] = []
    before = " "
    after_field = False
    for piece in text.split("\t"):
        if piece in (LINK, FIELD):
            if after_field or (piece == FIELD and before not in _BEFORE_FIELD):
                out.append(" ")
                before = " "
            after_field = False
        elif piece == FIELD_END:
            after_field = True
        elif bare := piece.strip(ALL):
            if after_field and (bare[0].isalnum() or bare[0] in "([{"):
                words = piece.lstrip(ALL)
                piece = f"{piece[: len(piece) - len(words)]} {words}"
            after_field = False
            before = bare[-1]
        out.append(piece)
    return "".join(out)


def links_apart(text: str) -> str:
    """A space between links that touch, whatever emphasis ends and begins between them, and where words touch them."""
    text = _words_apart(text)
    if text.find(LINK_END) == text.rfind(LINK_END):
        return text
    text = text.replace(RESUME + LINK_END, "").replace(LINK_END + LINK, f"{LINK_END} {LINK}")
    if text.count(LINK_END + " ") + (text[-1:] == LINK_END) == text.count(LINK_END):
        return text  # a space is behind each, as where links stand in a row
    parts = text.split(LINK_END)
    for i in range(1, len(parts) - 1):
        between, link, rest = parts[i].partition(LINK)
        if between and link and not between.strip(ALL) and FIELD not in between:
            ended = between.rstrip(_OPENING)
            parts[i] = f"{ended} {between[len(ended) :]}{LINK}{rest}"
    return LINK_END.join(parts)


def _words_apart(text: str) -> str:
    """A space where a link and a word touch that cannot be one word: `by`Mara, Mara`November`, Mara`2024`.

    Two small letters or digits before a capital and a small one: iPhone, McDonald and MySQL are left as they are.
    """
    for mark in (LINK, LINK_END):
        pieces, done = list[str](), 0
        checked, in_code = 0, False
        at = text.find(mark, 1)
        while 0 < at < len(text) - 1:
            if text[at - 1] != " " and text[at + 1].isalnum() and _run_together(text, at, mark):
                begun, ended = text.rfind(CODE, checked, at), text.rfind(CODE_END, checked, at)
                checked, in_code = at, in_code if begun == ended else begun > ended
                if not in_code:  # there it is one name
                    place = at if mark == LINK else at + 1
                    pieces.append(text[done:place])
                    done = place
            at = text.find(mark, at + 1)
        if pieces:
            text = " ".join((*pieces, text[done:]))
    return text


def _run_together(text: str, at: int, mark: str) -> bool:
    """Whether what ends before a mark and begins behind it are two words."""
    before, following = text[max(0, at - 2) : at], text[at + 1 : at + 3]
    if len(before) < 2:
        return False
    if following.isdigit():
        return mark == LINK_END and before.isalpha()
    if not following[:1].isupper() or not following[1:].islower():
        return False
    return (
        all(c.islower() or c.isdigit() for c in before)
        or before == ".."
        or (before[0].isalnum() and before[1] in "!?…:")
    )


def numbered(raw: str, first: int, known: Sequence[int] | None) -> str:
    """The text with `[12]` before each target; `first` is the place of its first one, `known` as in Paragraph."""
    if known is None and raw[0] == LINK and raw[-1] == LINK_END and (words := raw[1:-1]).isprintable():
        return f"[{first}]{words}"
    if FIELD in raw:
        raw = raw.replace(FIELD, LINK)
    if known is None:
        before, begun, after = raw.partition(LINK)
        if begun and LINK not in after:  # most have one target
            del raw  # what 20 MB of it needs to be freed of marks is enough
            return f"{strip(before) if before else before}[{first}]{strip(after)}"
    numbers = range(first - 1, 1 << 31) if known is None else known[first - 1 :]
    parts = raw.split(LINK)
    out = [f"[{number}]{part}" for number, part in zip(numbers, parts, strict=False)]
    out[0] = parts[0]
    return strip("".join(out))


def decode(raw: str, known: Iterator[int], numbers: bool, media: int = 0) -> tuple[str, tuple[Mark, ...]]:
    """The text and its marks, outermost first; with `numbers` a `[12]` belongs to its target's range.

    `known` are the numbers of the target before those in it, which may go on here, and of these in order; `media` is
    the index of the first medium.
    """
    found = _marks_in(raw)
    if not found:
        return raw, ()
    marks: list[Mark] = []
    open_: list[tuple[str, int, int, int]] = []
    number = next(known)
    for c in set(found):
        raw = raw.replace(c, MEDIA)
    first, *rest = raw.split(MEDIA)
    text, at = [first], len(first)
    for c, words in zip(found, rest, strict=True):
        kind = ENDS.get(c)
        if kind is not None:
            if open_ and open_[-1][0] == kind:
                _, begin, target, medium = open_.pop()
                marks.append(Mark(begin, at, kind, target, medium))
            else:
                _close(open_, kind, at, marks)
        elif c in _TARGETS:
            number = next(known)
            open_.append((OPENS[c], at, number, -1))
            words = f"[{number}]{words}" if numbers else words
        elif c != MEDIA:
            open_.append((OPENS[c], at, number if c == RESUME else 0, -1))
        else:
            if open_:
                target = next((t for _, _, t, _ in reversed(open_) if t), 0)
                open_[-1] = (*open_[-1][:2], target, media)
            media += 1
        if words:
            text.append(words)
            at += len(words)
    marks += [Mark(begin, at, kind, target, medium) for kind, begin, target, medium in open_]
    return "".join(text), tuple(marks) if len(marks) < 2 else tuple(_outermost(marks))


def _marks_in(raw: str) -> str:
    """The marks of a text in their order."""
    if raw.isascii():
        return raw.encode().translate(None, _NO_CONTROLS).decode()
    return "".join(filter(MARKS.__contains__, raw))


_ADDING_NOTHING = frozenset(("strong", "em", "code", "ins", "del", "note", "mark"))


def _outermost(marks: list[Mark]) -> Iterator[Mark]:
    """The marks, outermost first, without emphasis inside emphasis of its kind: 10,000 nested <b> are one range."""
    marks.sort(key=lambda m: (m.start, -m.end))
    ends: dict[str, int] = {}
    for mark in marks:
        if mark.kind in _ADDING_NOTHING:
            if mark.end <= ends.get(mark.kind, -1):
                continue
            ends[mark.kind] = mark.end
        yield mark


def _close(open_: list[tuple[str, int, int, int]], kind: str, at: int, marks: list[Mark]) -> None:
    """End the innermost open range of that kind."""
    for k in range(len(open_) - 1, -1, -1):
        if open_[k][0] == kind:
            kind, begin, target, medium = open_.pop(k)
            marks.append(Mark(begin, at, kind, target, medium))
            return


def balance(raw: str) -> tuple[str, str]:
    """(`raw` with every open mark closed at its end, the marks that must open the next paragraph)."""
    marks = only(raw)
    for pair in _PAIRS:  # what ends where it begins leaves nothing open; most paragraphs are the same without
        marks = marks.replace(pair, "")
    known = _balances.get(marks)
    if known is None:
        known = _balance(marks)
        if len(marks) <= _MAX_KEPT and len(_balances) < _MAX_BALANCES:
            _balances[marks] = known
    closing, again = known
    return (raw + closing if closing else raw), again


def _balance(marks: str) -> tuple[str, str]:
    """(the ends of what is open after `marks`, the marks that open it again)."""
    stack: list[str] = []
    for c in marks:
        if c in OPENS:
            stack.append(c)
        elif c in ENDS:
            for k in range(len(stack) - 1, -1, -1):
                if OPENS[stack[k]] == ENDS[c]:
                    del stack[k]
                    break
    again = "".join([RESUME if c == LINK else c for c in stack if c != FIELD])
    return "".join([_CLOSER[c] for c in reversed(stack)]), again
