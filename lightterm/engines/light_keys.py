"""Keys as lightpanda's protocol names them."""

from __future__ import annotations

_NAMES = {"enter": "Enter", "esc": "Escape", "escape": "Escape", "tab": "Tab", "space": "Space", " ": "Space"}
_NAMES |= {"backspace": "Backspace"} | {way: f"Arrow{way.title()}" for way in ("up", "down", "left", "right")}
_KEYS = {
    "Enter": ("Enter", 13, "\r"),
    "Tab": ("Tab", 9, ""),
    "Escape": ("Escape", 27, ""),
    "Backspace": ("Backspace", 8, ""),
    "Delete": ("Delete", 46, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
    "Home": ("Home", 36, ""),
    "End": ("End", 35, ""),
    "PageUp": ("PageUp", 33, ""),
    "PageDown": ("PageDown", 34, ""),
    "Space": (" ", 32, " "),
}
_MODIFIERS = {"alt": 1, "control": 2, "ctrl": 2, "meta": 4, "shift": 8}


def of(chord: str) -> tuple[str, dict[str, object]] | None:
    """The text that a key with its modifiers writes ("Enter", "Control+a"), and its event; None for no such key."""
    *held, name = chord.split("+") if len(chord) > 1 else [chord]
    name = _NAMES.get(name.lower(), name)
    if not name or (len(name) > 1 and name not in _KEYS) or any(one.lower() not in _MODIFIERS for one in held):
        return None
    key, code, text = _KEYS.get(name, (name, ord(name[0].upper()), name))
    flags = sum({_MODIFIERS[one.lower()] for one in held})
    return text, {"key": key, "code": name, "windowsVirtualKeyCode": code, "modifiers": flags}
