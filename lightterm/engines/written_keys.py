"""Which keys write something where the cursor is."""

from __future__ import annotations

WITHHELD = "the keys were meant for a password"
"""What an outcome says where keys would have gone into a password, and may not."""

_SILENT = frozenset(
    "enter numpadenter return tab esc escape backspace delete insert home end pageup pagedown up down left right "
    "arrowup arrowdown arrowleft arrowright capslock contextmenu shift control ctrl alt meta".split()
) | {"", "\n", "\r", "\t", *(f"f{number}" for number in range(1, 25))}
"""Names of keys that write nothing, in lower case; Enter and Tab do elsewhere, in no field of one line."""

_COMMANDS = frozenset(("control", "ctrl", "controlormeta", "meta"))


def writes(chord: str) -> bool:
    """Whether a key with its modifiers ("a", "Shift+A", "KeyA", "Control+v") writes; what is not known does."""
    held, _, name = chord.rpartition("+") if len(chord) > 1 else ("", "", chord)
    if not name:  # the plus itself
        return True
    if _COMMANDS.isdisjoint(held.lower().split("+")):
        return name.lower() not in _SILENT
    return name.lower() in ("v", "keyv", "insert", "y", "keyy", "z", "keyz")
