"""Words and addresses that a page has twice, told once: a picture beside the link that leads where it leads."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lightterm.agent.alts import short_words
from lightterm.document.marks import (
    EM,
    EM_END,
    FIELD,
    IMAGE,
    IMAGE_END,
    INS,
    INS_END,
    LINK,
    LINK_END,
    RESUME,
    STRONG,
    STRONG_END,
)
from lightterm.document.subset import paragraphs

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from lightterm.document.model import Document

FEW, NEAR = 3, 4
"""Words that a picture keeps that was told before; how many numbers on a link is still beside another."""

LINES = 12
"""Lines apart that two numbers may be to be put together."""

_QUIET = f"[{STRONG}{STRONG_END}{EM}{EM_END}{INS}{INS_END} ]*"
_TARGET = re.compile(f"{LINK}((?:{_QUIET}{IMAGE}[^{IMAGE_END}]*{IMAGE_END})+{_QUIET}{LINK_END})?|{FIELD}")
"""Where a target begins, and whether nothing but pictures, or a name that nobody sees, is in it."""

_NUMBERED = re.compile(r"\[(\d+)\]([^\[]*)")

_SHORT = re.compile(r"\[(\d+)\]…(?:$| |(?=\[))")
"""A number that says no more than that it was told."""

_LONG = re.compile(r"(\[\d+\]\[)((?:[^\s\[\]]+ ){8})([^\[\]]{30,})\]")
"""A button of many words: the first of them, and the rest."""

BUTTONS = 100
"""Buttons that are looked for elsewhere on a page."""

_ONLY = re.compile(r" *\[(\d+)\]$")

_SAID = re.compile(r"\[(\d{1,9})\]")

MANY = 2000
"""Targets from where on the texts of links are read in one go: 120,000 made one by one took 2.4 s of CPU."""

_NOTHING = " •◦▪·|"
"""What is left of a line when the numbers are gone."""


def told_once(lines: Sequence[str], document: Document) -> list[str]:
    """The lines with what was told already as short as can be, and numbers of one thing together: [43],[45]Words."""
    shown = {int(number) for line in lines if "[" in line for number in _SAID.findall(line)}
    pictures, led = _pictures(document)
    short, beside = _doubled(document, pictures, shown)
    out = [_NUMBERED.sub(lambda found: _cut(found, short), line) if "[" in line else line for line in lines]
    out = _buttons(out)
    return _led_on(_together(out, beside, document), led)


def _buttons(lines: list[str]) -> list[str]:
    """The lines with buttons of many words, all but the first of which stand elsewhere too, called by those."""
    long = [(at, found) for at, line in enumerate(lines) for found in _LONG.finditer(line)]
    whole = "\n".join(lines) if long else ""
    for at, found in long[:BUTTONS]:
        if whole.count(found[3]) > 1:
            lines[at] = lines[at].replace(found[0], f"{found[1]}{found[2].rstrip()}…]")
    return lines


def _led_on(lines: list[str], led: Container[int]) -> list[str]:
    """The lines with the number of a link that begins with a picture before the words that it goes on with."""
    out: list[str] = []
    for line in lines:
        only = _ONLY.match(out[-1]) if out else None
        if only and int(only[1]) in led and line and line.lstrip()[0] not in "[#•◦▪|":
            out[-1] += line.lstrip()
        else:
            out.append(line)
    return out


def _together(lines: list[str], beside: Mapping[str, str], document: Document) -> list[str]:
    """The lines with each number that says nothing put before the one that says it.

    It goes where it leads to the same address, on a page in which no script can make something else of it.
    """
    at = {found[1]: place for place, line in enumerate(lines) for found in _NUMBERED.finditer(line)}
    moved: dict[str, str] = {}
    for line in lines:
        for number in _SHORT.findall(line):
            to = beside.get(number, "")
            to = moved.get(to, to)
            if to in at and abs(at[to] - at[number]) <= LINES:
                moved[number] = to
    # What leads to one that went elsewhere itself stays where it is.
    carried: dict[str, list[str]] = {}
    for number, to in moved.items():
        if to not in moved:
            carried.setdefault(to, []).append(number)
    gone = {number for numbers in carried.values() for number in numbers}
    carried = {
        to: [one for one in numbers if not _same(document, int(one), int(to))] for to, numbers in carried.items()
    }
    out: list[str] = []
    for line in lines:
        if "[" not in line or not gone:
            out.append(line)
            continue
        left = _SHORT.sub(lambda found: "" if found[1] in gone else found[0], line)
        if left == line or left.strip(_NOTHING):
            out.append(_NUMBERED.sub(lambda found: _joined(found, carried), left.rstrip()))
    return out


def _same(document: Document, number: int, other: int) -> bool:
    """Whether two links do the same thing."""
    one, two = document.targets[number], document.targets[other]
    return bool(one.url) and one.url == two.url and not (one.handle or two.handle or one.scripted or two.scripted)


def _joined(found: re.Match[str], carried: Mapping[str, Sequence[str]]) -> str:
    numbers = sorted((found[1], *carried.get(found[1], ())), key=int)
    return ",".join(f"[{number}]" for number in numbers) + found[2]


def _doubled(
    document: Document, pictures: set[int], shown: set[int]
) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """The words of targets that were told already among those that are shown, and what is said instead, by their
    numbers; and beside which number.

    A picture that leads where a link beside it leads, or was told before; a link that has no name but its address.
    """
    near: dict[str, int] = {}
    found: dict[str, tuple[str, str]] = {}
    beside: dict[str, str] = {}
    told: set[tuple[str, str]] = set()
    alike = _alike(document.targets[number].text for number in pictures if number in shown)
    texts = _texts(document) if len(shown) > MANY else {}
    before, last = "", 0
    for number, url in (one for one in document.targets.addresses() if one[0] in shown):
        text, other = texts[number] if number in texts else document.targets[number].text, near.get(url, 0)
        if number in pictures and text == before:
            found[str(number)] = text, "…"
            if last in pictures:
                beside[str(number)] = str(last)
        elif number in pictures and (text, url) in told:
            found[str(number)] = text, _ended(text) if _begun(text) in alike else _begun(text)
        elif text and text in url and (text, "") in told:
            found[str(number)] = text, "…"
        elif end := _end_of(text, url):
            found[str(number)] = text, end
        for one, same in ((number, other), (other, number)):
            if one and same and _names_alike(document, one, same):
                found[str(one)] = document.targets[one].text, "…"
                beside[str(one)] = str(same)
        lone = (number in pictures) != (other in pictures) and number - near.get(url, -NEAR) < NEAR
        one = number if number in pictures else other
        if lone and str(one) not in found and (document.targets[number + other - one].text):
            found[str(one)] = document.targets[one].text, "…"
            beside[str(one)] = str(number + other - one)
        told |= {(text, url), *([(text, "")] if f"//{text}/" in f"{url}/" else [])}
        near[url], before, last = number, text, number
    return found, beside


def _texts(document: Document) -> dict[int, str]:
    """What links say, but for those beside pictures, whose words are told apart from these."""
    from lightterm.document.link_texts import link_texts

    return link_texts([one for one in paragraphs(document.blocks) if IMAGE not in one.raw])


def _pictures(document: Document) -> tuple[set[int], set[int]]:
    """The numbers of links that show a picture and nothing else, and of those that begin with one and go on."""
    found: set[int] = set()
    led: set[int] = set()
    pending: int | None = None
    for paragraph in paragraphs(document.blocks):
        if pending is not None and paragraph.raw.startswith(RESUME):
            found.discard(pending)
            led.add(pending)
        pending = None
        if LINK in paragraph.raw and IMAGE in paragraph.raw:
            numbers = paragraph.numbers()
            next(numbers)  # that of the target before
            for mark, number in zip(_TARGET.finditer(paragraph.raw), numbers, strict=False):
                if mark[1]:
                    found.add(number)
                    pending = number if mark.end() == len(paragraph.raw) else None
    return found, led


def _alike(texts: Iterable[str]) -> set[str]:
    """The beginnings that several texts have."""
    counts = Counter(map(_begun, set(texts)))
    return {begun for begun, count in counts.items() if count > 1}


def _ended(words: str) -> str:
    """The last word of what begins as others do, all of it where that is a short one."""
    last = words.split()[-1]
    return f"…{last}" if len(last) >= FEW else words


def _begun(words: str) -> str:
    begun = words.split()[:FEW]
    return " ".join(begun) + "…" if len(begun) < len(words.split()) else words


def _end_of(text: str, url: str) -> str:
    """The last part of an address that names its link together with its host, "" where it does not."""
    host, _, end = text.partition("/")
    return end if " " not in text and end and f"://{host}/" in url.replace("://www.", "://") else ""


def _names_alike(document: Document, number: int, other: int) -> bool:
    """Whether another link says in words what the end of an address, that names a link, says."""
    target = document.targets[number]
    text = _end_of(target.text, target.url) or target.text
    return "_" in text and document.targets[other].text.split() == text.split("_")


def _cut(found: re.Match[str], doubled: Mapping[str, tuple[str, str]]) -> str:
    """A number with less than its words, where they were told already."""
    text, short = doubled.get(found[1], ("", ""))
    for words in (text, short_words(text)):
        if words and found[2].startswith(words):
            return f"[{found[1]}]{short}{found[2][len(words) :]}"
    return found[0]
