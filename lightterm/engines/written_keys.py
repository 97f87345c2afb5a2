"""Which keys there are, and which of them write something where the cursor is."""

from __future__ import annotations

import difflib
import re

WITHHELD = "the keys were meant for a password"
"""What an outcome says where keys would have gone into a password, and may not."""

_SILENT = frozenset(
    "enter numpadenter return tab esc escape backspace delete insert home end pageup pagedown up down left right "
    "arrowup arrowdown arrowleft arrowright capslock contextmenu shift control ctrl alt meta".split()
) | {"", "\n", "\r", "\t", *(f"f{number}" for number in range(1, 25))}
"""Names of keys that write nothing, in lower case; Enter and Tab do elsewhere, in no field of one line."""

_COMMANDS = frozenset(("control", "ctrl", "controlormeta", "meta"))


_KEYS = _SILENT | {"space", "controlormeta", "altgraph", "shiftleft", "controlleft", "altleft", "metaleft"}

_PLACED = re.compile(r"key[a-z]|digit\d|numpad\w+|[a-z]*(?:left|right|bracket|slash|quote|equal|minus|comma|period)")
"""Keys by where they are on a keyboard, as UI Events code values name them."""

_SHOWN = (
    *("Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "Space"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
    *(f"F{number}" for number in range(1, 13)),
)


_ALIASES = {one.lower(): one for one in (*_SHOWN, "Control", "Shift", "Alt", "Meta")} | {
    "return": "Enter", "numpadenter": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert", "spacebar": "Space",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp",
    "pgdn": "PageDown", "pgdown": "PageDown", "page up": "PageUp", "page down": "PageDown", "ctrl": "Control",
    "cmd": "Meta", "command": "Meta", "super": "Meta", "win": "Meta", "option": "Alt", "opt": "Alt",
}  # fmt: skip
"""Names of keys as they are often written, in lower case, and as both engines know them."""


_KEY = re.compile(r"(?<=\w) key$", re.IGNORECASE)
_ROUND = re.compile(r"(?<=\w)\s*([+-])\s*(?=\w)")
"""What says that a key is one, and blanks round what holds keys together."""


def proper(chord: str) -> str:
    """A key with its modifiers as engines name it: "RETURN" is Enter, "ctrl-a" is Control+a."""
    chord = _ROUND.sub(r"\1", _KEY.sub("", chord.strip())) or chord
    *held, name = re.split(r"[+-](?=.)", chord) if len(chord) > 1 else [chord]
    if any(one.lower() not in _ALIASES for one in held):
        return _ALIASES.get(chord.lower(), chord)
    return "+".join([*(_ALIASES[one.lower()] for one in held), _ALIASES.get(name.lower(), name)])


def nearest(chord: str) -> str | None:
    """The key that is meant by a name that none has, "" where nothing is near; None for a key there is."""
    held, plus, name = chord.rpartition("+") if len(chord) > 1 else ("", "", chord)
    if len(name) <= 1 or name.lower() in _KEYS or _PLACED.fullmatch(name.lower()):
        return None
    near = difflib.get_close_matches(name.title(), _SHOWN, 1)
    return f"{held}{plus}{near[0]}" if near else ""


def writes(chord: str) -> bool:
    """Whether a key with its modifiers ("a", "Shift+A", "KeyA", "Control+v") writes; what is not known does."""
    held, _, name = chord.rpartition("+") if len(chord) > 1 else ("", "", chord)
    if not name:  # the plus itself
        return True
    if _COMMANDS.isdisjoint(held.lower().split("+")):
        return name.lower() not in _SILENT
    return name.lower() in ("v", "keyv", "insert", "y", "keyy", "z", "keyz")
