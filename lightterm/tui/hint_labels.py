"""Labels to type: short, none of them the beginning of another."""

from __future__ import annotations


def labels(count: int, chars: str) -> list[str]:
    """So many labels of the letters in `chars` (two at least), all of one length or one shorter, in typing order.

    The first ones are the short ones. No label begins with another, so the last letter of one settles it.
    """
    base = len(chars)
    length = 1
    while base**length < count:
        length += 1
    # Every prefix of length - 1 that is a label takes the place of `base` long ones.
    spare = (base**length - count) // (base - 1) if length > 1 else 0
    short = min(spare, base ** (length - 1))
    made = [_word(n, length - 1, chars) for n in range(short)]
    made += [_word(n, length, chars) for n in range(short * base, short * base + count - short)]
    return made


def _word(number: int, length: int, chars: str) -> str:
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(chars))
        letters.append(chars[digit])
    return "".join(reversed(letters))
