"""Slips of the pen in addresses, and addresses that were copied with what stood round them."""

from __future__ import annotations

import re


def one_slip(typed: str, known: str) -> bool:
    """Whether one letter was left out, put in, changed or swapped with its neighbour."""
    if len(typed) == len(known):
        different = [i for i in range(len(known)) if typed[i] != known[i]]
        return len(different) == 1 or (len(different) == 2 and sorted(typed) == sorted(known))
    short, long = sorted((typed, known), key=len)
    return len(long) - len(short) == 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"'`|\\^{}]+")
"""What no address has ends one in markup (RFC 3986 appendix C)."""


def unwrapped(text: str) -> str:
    """What stands in quotes, angle brackets, a link of Markdown or the markup of one; "" where nothing does."""
    if text[0] == "<" and any(sign in text[1:-1] for sign in "<>\"' ") and (found := _ADDRESS.search(text)):
        return found[0]
    if text[0] == "[" and text[-1] == ")" and "](" in text:
        return text[text.index("](") + 2 : -1]
    return text[1:-1] if text[0] + text[-1] in ("<>", '""', "''", "``", "()") else ""
