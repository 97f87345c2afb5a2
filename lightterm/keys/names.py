"""How keys are written (`gg`, `<C-f>`, `<M-x>`, `<S-Tab>`, as in vim) and how Textual names them."""

from __future__ import annotations

import re

_WRITTEN = re.compile(r"<((?:[CMAScmas]-)*)(-|[^<>\s-][^<>\s]*|-)>|(.)", re.DOTALL)
_MODIFIERS = {"C": "ctrl", "M": "alt", "A": "alt", "S": "shift"}
_ORDER = ("ctrl", "alt", "shift")
_SPELLINGS = {
    "esc": "escape",
    "cr": "enter",
    "return": "enter",
    "ret": "enter",
    "bs": "backspace",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "spc": "space",
    "lt": "<",
    "gt": ">",
    "bar": "|",
    "bslash": "\\",
    "nul": "ctrl+space",
}
NAMED = frozenset(
    "escape enter tab space backspace delete insert home end pageup pagedown up down left right number".split()
) | {f"f{n}" for n in range(1, 25)}
NUMBER = "number"
"""No key: a number typed before a sequence, where the sequence then does another thing than without one."""

# Textual's names of what is printed on ASCII keyboards, as they come with a modifier.
_PUNCTUATION = dict(
    zip(
        (
            "exclamation_mark quotation_mark number_sign dollar_sign percent_sign ampersand apostrophe "
            "left_parenthesis right_parenthesis asterisk plus comma minus full_stop slash colon semicolon "
            "less_than_sign equals_sign "
            "greater_than_sign question_mark at left_square_bracket backslash right_square_bracket circumflex_accent "
            "underscore grave_accent left_curly_bracket vertical_line right_curly_bracket tilde"
        ).split(),
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        strict=True,
    )
)
# Terminals send the same for both.
_SAME = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "escape"}
_SHOWN = {"pageup": "PageUp", "pagedown": "PageDown", "escape": "Esc", "<": "lt", ">": "gt"}


def split_keys(sequence: str) -> tuple[str, ...]:
    """The canonical names of a written sequence: `g<C-d>3` is ("g", "ctrl+d", "3"). Raises ValueError in words."""
    keys: list[str] = []
    for match in _WRITTEN.finditer(sequence):
        modifiers, name, character = match.groups()
        if character is not None:
            if character.isspace() or not character.isprintable():
                raise ValueError(f"{character!r} is no key (write <Space>, <Tab> or <Enter>)")
            keys.append(character)
        else:
            keys.append(_canonical([_MODIFIERS[m] for m in modifiers.replace("-", "").upper()], name, sequence))
    if not keys:
        raise ValueError("no key is given")
    return tuple(keys)


def _canonical(modifiers: list[str], name: str, sequence: str) -> str:
    lower = name.lower()
    known = _SPELLINGS.get(lower, lower if lower in NAMED else name)
    if len(known) > 1 and known not in NAMED and "+" not in known:
        raise ValueError(f"<{name}> in {sequence!r} is no key")
    if len(known) == 1:
        if "shift" in modifiers and "ctrl" not in modifiers:
            modifiers = [m for m in modifiers if m != "shift"]
            known = known.upper()
        elif "ctrl" in modifiers:
            known = known.lower()
    return _joined(modifiers, known)


def _joined(modifiers: list[str], name: str) -> str:
    key = "+".join([*(m for m in _ORDER if m in modifiers), name])
    return _SAME.get(key, key)


def key_name(key: str, character: str | None = None) -> str:
    """The canonical name of a key press, given Textual's name of it and the character it prints, if any."""
    if key == "backspace" and character == "\b":
        return "ctrl+h"  # Backspace itself sends DEL
    *modifiers, name = key.split("+") if key != "+" else [key]
    if not modifiers and character and len(character) == 1 and character.isprintable() and character != " ":
        return character
    name = _PUNCTUATION.get(name, name)
    if name == "@" and modifiers == ["ctrl"]:
        return "ctrl+space"  # what terminals send for it
    if len(name) == 1 and "shift" in modifiers and "ctrl" not in modifiers:
        modifiers, name = [m for m in modifiers if m != "shift"], name.upper()
    return _joined(modifiers, name)


def with_alt(key: str) -> str:
    """The key pressed together with Alt, or after Escape."""
    *modifiers, name = key.split("+") if key != "+" else [key]
    return _joined([*modifiers, "alt"], name)


def show_keys(keys: tuple[str, ...]) -> str:
    """A sequence as it is written: ("g", "ctrl+d") is `g<C-d>`."""
    return "".join(map(_show, keys))


def spelled(sequence: str) -> str:
    """A written sequence in the one spelling that settings keep: `<c-x><esc>` is `<C-x><Esc>`. What is none stays."""
    try:
        keys = split_keys(sequence)
        shown = show_keys(keys)
        return shown if split_keys(shown) == keys else sequence
    except ValueError:
        return sequence


def _show(key: str) -> str:
    if len(key) == 1:
        return key
    *modifiers, name = key.split("+") if not key.endswith("++") else [*key[:-2].split("+"), "+"]
    shown = _SHOWN.get(name, name if len(name) == 1 else name.capitalize())
    letters = {"ctrl": "C-", "alt": "M-", "shift": "S-"}
    return f"<{''.join(letters[m] for m in modifiers if m in letters)}{shown}>"
