"""What the text of a page says of its author and date: near its title, behind a label, as a link to a person."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from lightterm.extract.facts.candidate import Candidate, surroundings
from lightterm.extract.facts.dates import iso_date, until_second
from lightterm.extract.facts.names import has_given_name, is_named_so, is_person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.dom import Tree
    from lightterm.extract.reader.blocks import Block

SHORT = 140
"""Characters up to which a block near the title may hold a byline or a date."""

LABEL = 30
"""Characters up to which a block is a label of what follows."""

TWO_DATES = 10
"""Digits that two dates have at least."""

BEFORE, AFTER = 6, 14
"""Blocks before and after the title's that are looked at."""

MOST = 6
"""Labels, lines and links of one kind that are looked at elsewhere on the page."""

_NAME_LABEL = re.compile(
    r"^(?:(?:written|authored|posted|published|article|text|words|story|created|post|contributed) by|by|"
    r"(?:the )?authors?(?:\(s\))?|contributors?|writer|autor(?:in)?|auteur|about the author)\s*:?$",
    re.IGNORECASE,
)
_NAME_LINE = re.compile(
    r"^.{0,30}?\b(?:written|authored|posted|published|contributed|guest post|article|story) by\b|^\W*by:? [A-Z]"
    r"|^(?:authors?(?:\(s\))?|contributors?|writer)\s*: ",
    re.IGNORECASE,
)
_DATE_LABEL = re.compile(
    r"^\W*(?:re\W*)?(?:date )?(?:originally )?(?:published|posted|date|publication date|created|last updated|updated|"
    r"last modified|released?)(?: on| at)?\W*$",
    re.IGNORECASE,
)
OF_MEMBER = "of a member"
"""The sign of a date that is of who wrote, not of what was written."""

_OF = {
    OF_MEMBER: re.compile(r"\b(?:joined|registered|member since|founded|last (?:seen|visit|active)|birthday|born)\b"),
    "of a release": re.compile(r"\brelease(?:d| date)\b(?! by)"),
    "of an event": re.compile(r"\b(?:deadline|effective|expires?|starts?|begins?|ends?|until|valid|due)\b"),
}
SAID = ("publish", "posted", "updated", "modified", "edited", "reviewed", "©")
"""Words that are said of dates, in part."""

_WRITES = re.compile(
    r"\b(?:authors?|writers?|writes|wrote|written|writing|editor|journalist|reporter|blogger|founder|freelance|contributor)\b"
)
_MINUTES = re.compile(r"\b\d+[ -]min(?:ute)?s?\b(?: read)?", re.IGNORECASE)
_PARTS = re.compile(r"\s*[•·|⋅—–/]\s*|\s+-\s+|\s+in\s+|,\s+")
_PEOPLE_WORDS = ("author", "people/", "profile", "user", "member", "contributor", "team/", "by/", "staff/", "writer")
_PEOPLE = ",".join(f"a[href*='/{word}']" for word in _PEOPLE_WORDS)


def title_at(blocks: list[Block]) -> int:
    """The block that is the page's title: the first of its highest headings, or else the first of all."""
    tags = [block.element.tag for block in blocks]
    return next((tags.index(tag) for tag in ("h1", "h2") if tag in tags), 0)


def near_title(blocks: list[Block], names: bool) -> Iterator[Candidate]:
    """The short blocks around the title; for `names` those that are only a person's name are told apart."""
    first = title_at(blocks)
    around = range(max(0, first - BEFORE), min(len(blocks), first + AFTER))
    dated = {i for i in around if _is_dated(blocks[i].text)} if names else set()
    for i in around:
        text = blocks[i].text
        if i == first or len(text) > SHORT:
            continue
        away = i - first
        where = f"near {away}" if abs(away) < 4 else "near before" if away < 0 else "near after"
        yield Candidate("text", text, (where, f"text {len(text) // 30}", *said_before(text)))
        if names:
            beside = "before date" if i + 1 in dated else "after date" if i - 1 in dated else "no date beside"
            yield from _unmarked_names(text, i in dated, (where, beside, "linked" if blocks[i].linked else "plain"))


def _is_dated(text: str) -> bool:
    return len(text) <= SHORT and (_MINUTES.search(text) is not None or iso_date(text) != "")


def _unmarked_names(text: str, dated: bool, signs: tuple[str, ...]) -> Iterator[Candidate]:
    """Names that no word says to be the author's: alone, beside a date, or in a line with one."""
    if dated:
        for part in _PARTS.split(text):
            if is_person(part) and has_given_name(part):
                yield Candidate("name near title", part, (*signs, "given name by a date"))
    elif is_person(text):
        by_date = ("given name by a date",) if signs[1] != "no date beside" and has_given_name(text) else ()
        yield Candidate("name near title", text, (*signs, *by_date))
    elif signs[1] != "no date beside" and len(text) < 100 and ":" not in text and is_named_so(text):
        yield Candidate("beside date", text, signs)


def labelled_names(blocks: list[Block]) -> Iterator[Candidate]:
    """Names behind a label of their own, and lines that say by whom the page is, wherever they stand."""
    labels = lines = 0
    for i, block in enumerate(blocks):
        text = block.text
        if len(text) > SHORT:
            continue
        where = f"at {4 * i // len(blocks)}"
        if len(text) < LABEL and labels < MOST and i + 1 < len(blocks) and _NAME_LABEL.match(text):
            labels += 1
            signs = (where, f"label {text.lower().strip(' :')}")
            yield Candidate("label name", blocks[i + 1].text[:SHORT], signs)
            people = list(takewhile(is_person, (block.text for block in blocks[i + 1 : i + 1 + MOST])))
            if len(people) > 1 and all(map(has_given_name, people)):
                yield Candidate("label name", ", ".join(people), (*signs, "people below each other"))
        elif lines < MOST and _NAME_LINE.match(text):
            lines += 1
            yield Candidate("text line", text, (where, "linked" if block.linked else "plain"))


def described_people(blocks: list[Block]) -> Iterator[Candidate]:
    """Names that stand above a text which begins with them: who wrote a page is told about at its end."""
    found = 0
    for i, (block, after) in enumerate(pairwise(blocks)):
        text = block.text
        if len(text) < 40 and is_person(text) and found < MOST and has_given_name(text):
            first = text.split()[0]
            begins = after.text.startswith((f"{text} ", f"{first} ")) and len(after.text) > 2 * len(text)
            if begins:
                found += 1
                office = "described as one" if _WRITES.search(after.text) else "described otherwise"
                where = f"at {4 * i // len(blocks)}"
                yield Candidate("described name", text, (where, f"described in {block.element.tag}", office))


def is_label(text: str) -> bool:
    """Whether a text says that a name follows, or holds no name at all."""
    return _NAME_LABEL.match(text) is not None or not any(c.isalpha() for c in text)


def labelled_dates(blocks: list[Block]) -> Iterator[Candidate]:
    """Dates behind a label, lines that say what their date is of, and blocks that are nothing but a date."""
    labels = lines = bare = 0
    for i, block in enumerate(blocks):
        text = block.text
        if len(text) > 80 or not (len(text) < LABEL or any(c.isdigit() for c in text)):
            continue
        where = f"at {4 * i // len(blocks)}"
        if len(text) < LABEL and labels < MOST and i + 1 < len(blocks) and _DATE_LABEL.match(text):
            labels += 1
            yield Candidate("label date", blocks[i + 1].text[:SHORT], (where, *said_before(text)))
        elif lines < MOST and (signs := said_before(text)):
            lines += 1
            yield Candidate("text line", text, (where, *signs))
        elif bare < MOST and 7 < len(text) < 26 and sum(c.isdigit() for c in text) > 4:
            bare += 1
            said = said_before(f"{_label_before(blocks, i)} {text}")
            yield Candidate("bare date", text, (where, f"text in {block.element.tag}", *said))


def _label_before(blocks: list[Block], at: int) -> str:
    """The short text without a number that stands before a block; "" for none."""
    text = blocks[at - 1].text if at else ""
    return text if len(text) < LABEL and not any(map(str.isdigit, text)) else ""


def linked_people(tree: Tree) -> Iterator[Candidate]:
    """The words of links to what addresses call an author, a profile, a member."""
    found = tree.css(f"h1,{_PEOPLE}")[:60]
    first = next((i for i, node in enumerate(found) if node.tag == "h1"), -1)
    rank = 0
    for i, node in enumerate(found):
        if node.tag == "h1" or i < first - 2:
            continue
        address = without_authority(node.attributes.get("href") or "")
        if not any(word in address for word in _PEOPLE_WORDS):
            continue
        word = next((w for w in ("author", "contributor", "writer", "people", "profile", "user") if w in address), "")
        parts = [" ".join(part.split()) for part in node.text(separator="\n")[:600].split("\n")]
        text = next((part for part in parts if part and not is_label(part)), "")
        if text and len(text) < SHORT:
            side = "alone" if first < 0 else "after" if i > first else "before"
            signs = (side, f"{side} {min(rank, 4)}", *surroundings(node))
            yield Candidate(f"link {word or 'person'}", text, signs)
            rank += 1
            if rank >= MOST:
                return


def without_authority(names: str) -> str:
    """Names of an element, or its address, without "authorized" and the like, which are of no author."""
    return names.replace("authori", "")


def said_before(text: str) -> tuple[str, ...]:
    """Words that tell what the first date in a text is of."""
    if sum(map(str.isdigit, text)) >= TWO_DATES:
        text = until_second(text)
    low = text.lower().replace("\xad", "")
    said = [word for word in SAID if word in low]
    return (*said, *(name for name, words in _OF.items() if words.search(low)))
