"""Elements of a line that touch and are not one word: values, counts and keys that only a style sheet sets apart.

Without the sheet, or where it says nothing that is read here, a label runs into what it is of ("5 available1 sold").
Names in two colours and initials stay whole: they hold no space, and nothing but letters meets in them.
"""

from __future__ import annotations

from itertools import pairwise

SPANS, KEYS = "</span><span ", "</kbd><kbd"

_CLOSING = ("</span>", "</strong>", "</b>", "</em>", "</i>", "</time>")
_OPENING = ("<span", "<strong", "<b", "<em", "<i", "<time")
_VERBATIM = ("<pre", "</pre", "<code", "</code", "<textarea", "</textarea")
_CURRENCIES = "$€£¥₹"

DEEPEST = 8
"""Elements around a text that are looked through for its end."""


def parts_apart(html: str) -> str:
    """Serialised markup with a space between neighbours that touch and are two things."""
    if KEYS in html:
        html = html.replace(KEYS, "</kbd> <kbd")
    pieces = html.split(SPANS)
    if len(pieces) == 1:
        return html
    out, verbatim = [pieces[0]], False
    for before, behind in pairwise(pieces):
        verbatim = _is_verbatim(before, verbatim)
        is_two = not verbatim and _are_two(_ended(before), _begun(behind))
        out += ("</span> <span " if is_two else SPANS, behind)
    return "".join(out)


def _is_verbatim(markup: str, was: bool) -> bool:
    """Whether text behind the markup stands in an element whose spaces are its own, where it `was` so before."""
    last = max((markup.rfind(tag), tag[1] != "/") for tag in _VERBATIM)
    return was if last[0] < 0 else last[1]


def _ended(markup: str) -> str:
    """The text that ends with the markup, without the tags that end there."""
    end = len(markup)
    for _ in range(DEEPEST):
        tag = next((tag for tag in _CLOSING if markup.endswith(tag, 0, end)), "")
        if not tag:
            break
        end -= len(tag)
    return markup[markup.rfind(">", 0, end) + 1 : end]


def _begun(markup: str) -> str:
    """The text that begins with markup in a start tag, without the tags that begin there; only what has a class is
    set apart by a sheet.
    """
    at = markup.find(">") + 1
    if not at or 'class="' not in markup[:at]:
        return ""
    for _ in range(DEEPEST):
        if not markup.startswith(_OPENING, at):
            break
        at = markup.find(">", at) + 1
        if not at:
            return ""
    end = markup.find("<", at)
    return markup[at : end if end >= 0 else None]


def _are_two(before: str, behind: str) -> bool:
    """Whether texts that touch are two: a number or a capital begins, and one of them has several words."""
    if len(before) < 2 or not behind or before[-1].isspace() or behind[0].isspace():
        return False
    last, first = before[-1], behind[0]
    if last == ":":
        return first.isalpha() or (first.isdigit() and not before[-2].isdigit())
    if last.isdigit() and first in _CURRENCIES:
        return True
    worded = " " in before.strip() or " " in behind.strip()
    if last.isalpha():
        if first.isdigit():
            return worded or any(map(str.isdigit, before))
        return worded and last.islower() and first.isupper()
    return worded and (last.isdigit() or last in "%)") and (first.isdigit() or first.isupper())
