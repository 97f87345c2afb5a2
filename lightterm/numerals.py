"""Whole numbers in text that anyone may have written."""

from __future__ import annotations

DIGITS = 18
"""Digits of a number at most: more than any size, count or date needs, and what 64 bits hold."""


def is_whole(text: str) -> bool:
    """Whether `int` can read it, as a number without a sign.

    `str.isdigit` alone also holds for ², which `int` refuses, as it refuses more than 4,300 digits.
    """
    return text.isascii() and text.isdigit() and len(text) <= DIGITS


def whole_number(text: str, default: int = 0) -> int:
    """The number that a text is, `default` where it is none; one beyond all bounds counts as the bound."""
    if not (text.isascii() and text.isdigit()):
        return default
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= DIGITS else 10**DIGITS
