"""The one choke point between the network and any terminal, pipe, log or MCP answer.

Text from outside becomes `Safe` here and nowhere else: no control character leaves it, nothing invisible reorders a
line, joins what is apart or piles up. ASCII text pays for a look in C, other text for `uncommon` (4-6 ms a MB), and
only text that really holds such characters is walked.

Rules and where they come from: Unicode TR36 and TR55 (source code spoofing), UAX #9 (bidi), UAX #29 and UTS #51 (emoji
sequences), Unicode 15 section 23.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    class Safe(str):
        """Text that went through this module; a plain `str` at run time."""

else:
    Safe = str

MAX_MARKS = 8
"""Combining marks kept after one base: Tibetan and Vietnamese need up to five, "Zalgo" text uses hundreds."""

_MAX_CACHED = 100_000

_CONTROLS = "".join(chr(c) for c in (*range(9), *range(11, 32), 127))
_DELETE_CONTROLS = {ord(c): None for c in _CONTROLS}
_CONTROL_BYTES = _CONTROLS.encode()
_MARKUP_CONTROLS = bytes((*range(9), 11, *range(14, 32), 127))
_LINE_ENDS = "\r\v\f\x85\u2028\u2029"
_C1_BYTES = frozenset(bytes((b,)) for b in range(0x80, 0xA0))
_COMMON = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
_SIGNS = "–—‘’“”•…─│".encode()
_RULE = ("─" * 8).encode()  # of such lines between rows most is that is not ASCII, and each sign costs 20 ns
_EAST_ASIAN = b"\xe3", b"\xe5", b"\xec"  # which kana, many ideographs and many syllables of Hangul begin with
_LONG = 8192
_MUCH = 1 << 20  # characters of which what is asked last is not to be kept

_DROP, _JOIN, _VARY, _MARK, _BIDI, _TAG, _HINT, _ORDER = (1 << n for n in range(8))
_MOVABLE = _JOIN | _VARY | _HINT | _ORDER
_BY_RANGE = (
    (0x09, 0x0A, 0),
    (0xAD, 0xAD, _HINT),
    (0x0600, 0x0605, 0),  # format characters by category, but visible: number signs, end of ayah ...
    (0x061C, 0x061C, _ORDER),
    (0x06DD, 0x06DD, 0),
    (0x070F, 0x070F, 0),
    (0x0890, 0x0891, 0),
    (0x08E2, 0x08E2, 0),
    (0x180B, 0x180D, _VARY),
    (0x180F, 0x180F, _VARY),
    (0x200B, 0x200B, _HINT),
    (0x200C, 0x200D, _JOIN),
    (0x200E, 0x200F, _ORDER),
    (0x202A, 0x202E, _BIDI),
    (0x2060, 0x2060, _HINT),
    (0x2061, 0x2065, _DROP),
    (0x2066, 0x2069, _BIDI),
    (0xFDD0, 0xFDEF, _DROP),  # noncharacters
    (0xFE00, 0xFE0F, _VARY),
    (0xFFF0, 0xFFFB, _DROP),
    (0x110BD, 0x110BD, 0),
    (0x110CD, 0x110CD, 0),
    (0xE0020, 0xE007F, _TAG),
    (0xE0100, 0xE01EF, _VARY),
    (0xE0000, 0xE0FFF, _DROP),
)

_FIRST = 0xAD, 0x34F, 0x61C, 0x115F, 0x17B4, 0x180B, 0x200B, 0x202A, 0x2060, 0x3164, 0xFE00, 0xFEFF, 0xFFA0, 0xFFF0
_LAST = 0xAD, 0x34F, 0x61C, 0x1160, 0x17B5, 0x180F, 0x200F, 0x202E, 0x206F, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFFB
UNSEEN = (*zip(_FIRST, _LAST, strict=True), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF))
"""The first and last of what nobody sees in a text: Unicode's Default_Ignorable_Code_Point, and annotations."""

_last_rest: tuple[str, bytes] = "", b""
_last: tuple[str, AbstractSet[str]] = "", frozenset()
_is_known: Callable[[str], bool] | None = None
_plain: set[str] = set()
_kinds: dict[str, int] = {}


def clean(text: str) -> Safe:
    """One line of text made safe: titles, URLs, error words. Line ends and tabs become spaces."""
    if text.isascii():
        if text.isprintable():
            return Safe(text)
        text = text.replace("\r\n", "\n")
        for c in "\t\n\r\v\f":
            text = text.replace(c, " ")
        return Safe(text.translate(_DELETE_CONTROLS))
    text = text.replace("\r\n", "\n")
    for c in "\t\n" + _LINE_ENDS:
        text = text.replace(c, " ")
    return Safe(_scrub(text, keep_hints=False))


def clean_text(text: str) -> Safe:
    """Text of several lines made safe: LF and TAB stay, every other line end becomes LF."""
    return Safe(_clean_lines(text, keep_hints=False))


def clean_flow(text: str) -> Safe:
    """As `clean_text`, for text that will be wrapped: U+00AD, U+200B and U+2060 stay, one at a time.

    `document.wrap` reads them as break opportunities (or a ban on one) and never prints them.
    """
    return Safe(_clean_lines(text, keep_hints=True))


def needs_care(text: str) -> bool:
    """Whether cleaning could change `text`; False means that clean_text and clean_flow return it as it is."""
    if text.isascii():
        return _has_control(text)
    odd = _odd(text)
    if any(kind != _MARK for kind in odd.values()):
        return True
    return bool(odd) and _overloaded(text, odd.keys(), frozenset())


def clean_markup(data: bytes) -> bytes:
    """UTF-8 HTML without C0 (but TAB, LF, FF, CR), DEL and encoded C1: 0.4-1 ms a MB.

    C1 becomes what it was in windows-1252, which many take for latin1 (`Master\x92s`), as it does in references.
    Character references still hold what they hold: `&#27;` is text only after parsing.
    """
    places = range(0, len(data), 65_536)  # so much stays in the cache: of 10 MB a third of the time
    if any(any(map(data[at : at + 65_536].__contains__, _MARKUP_CONTROLS)) for at in places):
        data = data.translate(None, _MARKUP_CONTROLS)
    if b"\xc2" in data and _has_encoded_c1(data):
        data = _without_encoded_c1(data)
    return data


def _without_encoded_c1(data: bytes) -> bytes:
    r"""`data` without `\xc2+[\x80-\x9f]`: in broken UTF-8 one lead byte left would make a new C1 with what follows.

    What UTF-8 read as latin1 has left (`\xe2\x80\x99` as three characters) is another mistake, and goes.
    """
    typed = [bytes((b,)).decode("cp1252", "ignore").encode() for b in range(0x80, 0xA0)]
    pieces = data.split(b"\xc2")
    out = [pieces[0]]
    leads = 0
    twice = False
    for at, piece in enumerate(pieces[1:], 1):
        leads += 1
        if piece:
            if 0x80 <= piece[0] < 0xA0:
                twice = (twice and len(pieces[at - 1]) == 1) or _begins_utf8(pieces[at - 1], pieces[at : at + 2])
                out += (b"" if twice else typed[piece[0] - 0x80], piece[1:])
            else:
                out += (b"\xc2" * leads, piece)
                twice = False
            leads = 0
    out.append(b"\xc2" * leads)
    return b"".join(out)


def _begins_utf8(before: bytes, after: list[bytes]) -> bool:
    """Whether a Latin letter, taken for a byte, begins a character of UTF-8 that the pieces behind it go on with."""
    if before[-2:-1] != b"\xc3" or not 0x82 <= before[-1] <= 0xB4:
        return False
    return before[-1] < 0xA0 or (len(after[0]) == 1 and b"\x7f" < after[-1][:1] < b"\xc0" and len(after) == 2)


def _has_encoded_c1(data: bytes) -> bool:
    step = 1 << 18
    for at in range(0, len(data), step):
        pieces = iter(data[at : at + step + 1].split(b"\xc2"))
        next(pieces)
        if not _C1_BYTES.isdisjoint([piece[:1] for piece in pieces]):
            return True
    return False


MAX_LINE = 1000
"""Characters up to which isprintable is the shorter way: 0.1 us for the line of a screen."""


def output_guard(text: str) -> str:
    """Finished output, before escape sequences are added, without any control or format character that slipped by.

    It changes no line ends and must find nothing to do: 0.3 ms a MB of ASCII, 1 with a bullet here and there, 6 of CJK.
    """
    if text.isascii():
        if len(text) < MAX_LINE and text.isprintable():
            return text
        return text.translate(_DELETE_CONTROLS) if _has_control(text) else text
    if len(text) < _MUCH and len(beyond_ascii(text)) < len(text) and uncommon(text) <= _plain:
        return text  # mostly ASCII: to split it into lines would take half of all this
    # Every rule is about one line, and most have nothing but ASCII; empty ones tell paragraphs apart.
    rest = "\n".join([line for line in text.split("\n") if not line or not line.isascii()])
    is_safe = not _has_control(text) and _scrub(rest, keep_hints=False) == rest
    return text if is_safe else _scrub(text, keep_hints=False)


def _has_control(text: str) -> bool:
    if text.isascii():  # 31 calls of memchr take 0.26 ms a MB; isprintable takes 1.2 and stops at the first LF
        return any(map(text.__contains__, _CONTROLS))
    if len(text) < MAX_LINE and text.isprintable():  # of a line of the screen 0.3 us, where its bytes take 3
        return False
    data = text.encode("utf-8", "surrogatepass")  # in which a byte is found twice as fast
    return any(map(data.__contains__, _CONTROL_BYTES))


def _clean_lines(text: str, keep_hints: bool) -> str:
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    for c in _LINE_ENDS:
        text = text.replace(c, "\n")
    if text.isascii():
        return text.translate(_DELETE_CONTROLS)
    return _scrub(text, keep_hints)


def _kind(char: str) -> int:
    code = ord(char)
    if 0x4E00 <= code <= 0x9FA5 or 0xAC00 <= code <= 0xD7A3:
        return 0
    for first, last, kind in _BY_RANGE:
        if first <= code <= last:
            return kind
    if code & 0xFFFE == 0xFFFE:
        return _DROP
    from unicodedata import category

    name = category(char)
    if name in ("Mn", "Mc", "Me"):
        return _MARK
    return _DROP if name in ("Cc", "Cf", "Cs", "Zl", "Zp") else 0


def beyond_ascii(text: str) -> bytes:
    """The UTF-8 of the characters of `text` but TAB, LF and printable ASCII.

    Several questions are asked about one paragraph in a row, so the last answer is kept, here and below.
    """
    global _last_rest
    if _last_rest[0] is not text:
        _last_rest = text, text.encode("utf-8", "surrogatepass").translate(None, _COMMON)
    return _last_rest[1]


def uncommon(text: str) -> AbstractSet[str]:
    """The characters of `text` but TAB, LF and printable ASCII: of Latin text twice as fast as `set`."""
    global _last
    if _last[0] is not text:
        rest = beyond_ascii(text)
        rest = rest.replace(_RULE, b"") + _RULE if _RULE in rest else rest
        _last = text, frozenset(rest.decode("utf-8", "surrogatepass"))
    return _last[1]


def is_east_asian(text: str) -> bool:
    """Whether `text` is certain to be ideographs, kana or Hangul with their punctuation, ASCII, dashes and quotation
    marks: then nothing in it is invisible, combines or runs to the left. False says nothing.
    """
    if beyond_ascii(text).lstrip(_SIGNS)[:1] < b"\xe3":
        return False
    return (_is_known or _load_is_known())(text)


def _load_is_known() -> Callable[[str], bool]:
    """`east_asian.is_known`, imported once: an import that has been made costs 5000 instructions each time."""
    global _is_known
    from lightterm.east_asian import is_known

    _is_known = is_known
    return is_known


def _odd(text: str) -> dict[str, int]:
    """The characters of `text` that some rule is about, with their kind."""
    if is_east_asian(text):
        return {}
    rest = beyond_ascii(text)
    if len(rest) > _LONG and any(lead in rest for lead in _EAST_ASIAN):
        text = "\n".join([paragraph for paragraph in text.split("\n\n") if not is_east_asian(paragraph)])
    chars = uncommon(text)
    if chars <= _plain:
        return {}
    if len(_plain) + len(_kinds) > _MAX_CACHED:
        _plain.clear()
        _kinds.clear()
    odd = {}
    for char in chars - _plain:
        kind = _kinds.get(char)
        if kind is None:
            kind = _kind(char)
            if not kind:
                _plain.add(char)
                continue
            _kinds[char] = kind
        odd[char] = kind
    return odd


def _scrub(text: str, keep_hints: bool) -> str:
    kinds = _odd(text)
    mask = 0
    for kind in kinds.values():
        mask |= kind
    unwanted = _DROP if keep_hints else _DROP | _HINT
    if mask & unwanted:
        # a lone surrogate (category Cs) shows where something was; the rest was invisible
        text = text.translate(
            {ord(c): "\ufffd" if "\ud800" <= c <= "\udfff" else None for c, k in kinds.items() if k & unwanted}
        )
    if mask & _TAG:
        from lightterm.flags import keep_flags

        text = keep_flags(text)
    if mask & _MARK:
        marks = {c for c, k in kinds.items() if k == _MARK}
        invisible = kinds.keys() - marks
        if _overloaded(text, marks, invisible):
            text = _cap_marks(text, marks, invisible)
    if mask & ~unwanted & _MOVABLE:
        movable = [c for c, k in kinds.items() if k & _MOVABLE]
        lines = text.split("\n")  # they mean nothing across a line's end, and few lines hold one
        text = "\n".join([_settle(line, kinds) if any(c in line for c in movable) else line for line in lines])
    if mask & _BIDI:
        from lightterm.isolates import close_isolates

        bidi = {c for c, k in kinds.items() if k == _BIDI}
        text = "\n".join([line if bidi.isdisjoint(line) else close_isolates(line) for line in text.split("\n")])
    return text


def _overloaded(text: str, marks: AbstractSet[str], invisible: AbstractSet[str]) -> bool:
    """Whether more than MAX_MARKS stand on one base; invisible characters are no base."""
    for c in invisible:
        text = text.replace(c, "")
    step = MAX_MARKS + 1  # so many marks in a row cover one of the places looked at
    if marks.isdisjoint(text[MAX_MARKS::step]):
        return False
    for at in range(MAX_MARKS, len(text), step):
        if text[at] in marks:
            first = last = at
            while first and text[first - 1] in marks:
                first -= 1
            while last + 1 < len(text) and text[last + 1] in marks:
                last += 1
            if last - first >= MAX_MARKS:
                return True
    return False


def _cap_marks(text: str, marks: AbstractSet[str], invisible: AbstractSet[str]) -> str:
    out = []
    run = 0
    for c in text:
        if c in marks:
            run += 1
            if run > MAX_MARKS:
                continue
        elif c not in invisible:
            run = 0
        out.append(c)
    return "".join(out)


def _settle(text: str, kinds: dict[str, int]) -> str:
    """Joiners, variation selectors, direction marks and break hints only where they can mean something.

    `before` is what is kept so far, so that a second cleaning finds nothing more to do.
    """
    out = []
    before, start = "", 0
    for i, c in enumerate(text):
        kind = kinds.get(c, 0)
        if kind & _MOVABLE and not _belongs(kind, before, text[i + 1 : i + 2], kinds):
            out.append(text[start:i])
            start = i + 1
        else:
            before = c
    return "".join([*out, text[start:]])


def _belongs(kind: int, before: str, after: str, kinds: dict[str, int]) -> bool:
    left = kinds.get(before, 0)
    right = kinds.get(after, 0)
    if kind == _VARY:
        return bool(before) and not left and not before.isspace()
    if kind == _JOIN:
        return _joinable(before) and _joinable(after) and not left & ~(_MARK | _VARY) and not right & ~_MARK
    if kind == _HINT and right:
        return False
    return not left & ~(_MARK | _VARY)


def _joinable(char: str) -> bool:
    """Whether a joiner beside it can change anything: scripts from Hebrew on, and emoji."""
    return char >= "\u0590" and not "\u2000" <= char <= "\u206f" and not char.isspace()
