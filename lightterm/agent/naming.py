"""Targets by what they are called or where they lead, for callers that have no number; and the next page of many."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lightterm.agent.addresses import address_told
from lightterm.agent.deed import PRESSING
from lightterm.agent.field_names import fields_near
from lightterm.agent.grave_names import is_grave, says_more
from lightterm.agent.near_words import named_nearly, shortened
from lightterm.agent.ordinals import placed
from lightterm.errors import ValidationFailed
from lightterm.session.controls import BUTTONS, CHECKED, TEXTS, called, kind_of, name_of, plain_name
from lightterm.session.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Document, Target

SHOWN = 5
"""Targets that an error names."""

LONGEST_NUMBER = 10
"""Digits from which what is given is no number of a target."""

CANDIDATE = "use_candidate"
"""The action of an error that says what a target is called."""

FOUND = 200
"""Targets of one name, or with one beginning or part, that are looked at on a page of many."""

LOOKED_AT = 2000
"""Targets among which words are looked for that are nearly the same."""

_NEXT = re.compile(
    r"(next|older|more)( page| posts| entries| results| articles)?|(load|show|view) more|weiter|nächste( seite)?|ältere"
    r"|suivant|page suivante|siguiente|página siguiente|次へ|下一页",
    re.IGNORECASE,
)
_KINDS = re.compile(
    r"\b(?:the|a|an|on|button|link|tab|field|input|box|textbox|checkbox|icon|menu|item|element|options?|section|panel|dropdown|bar|filter)\b|['\"“”]"
)
"""What says of which kind a target is, or sets it off, and is none of its words."""

_BOX = re.compile(r"\b(search|text|combo|check|list)(?=box|bar|field)")
"""What stands before a kind in one word."""

_WITH_NUMBER = re.compile(r"(?:([a-z]{0,12})[\s:=#@_-]*)?(?:[es]\d{0,2}e?)?[\[(#]?(\d{1,6})[\])]?\.?", re.IGNORECASE)
_NUMBERING = frozenset(
    "target targets link links button element elem el field input ref reference id uid idx index node number num no nr "
    "handle item box textbox checkbox radio select dropdown option tab control label mark e s a key".split()
)
"""What stands before a number that is a target's."""
_PLACE = re.compile(
    r"(?:page|seite|pagina|p[aá]gina|step|chapter|part|day|room|week|year|result|article|post|product|row|story|comment|entry)\b",
    re.IGNORECASE,
)
"""What has a number of its own, which is no target's: "page 2"."""
_AS_TOLD = re.compile(r"\[(\d{1,6})\](?=.)", re.DOTALL)
"""A target as a page is told, its number before its words."""

_SIGNS = " \t›»→>⟩▶|"


def meant(document: Document, target: int | str) -> int:
    """The number of a target: by number, words, the beginning of them or a part that begins with a word, with what it
    is ("the Find button"), or an address with `*` in it.

    What has a word of weight is called by all its words: "Delete" is not "Delete my account", which an error names, and
    "all tickets" not "Wipe all tickets", which none does.
    Raises ValidationFailed where there is none, or several that do not lead to the same.
    """
    if isinstance(target, int) or is_number(target):
        return int(str(target).strip("[] "))
    wanted = spelled(target)
    bare = " ".join(_KINDS.sub(" ", wanted).split())
    there = _perhaps_called(document, wanted, bare, target.strip())
    for test, is_beginning in _tests(target, wanted, bare) if wanted else ():
        found = [one for one in there if test(one)]
        if found and (len(found) == 1 or (found[0].url and len({one.url for one in found}) == 1)):
            if is_beginning and says_more(found[0], wanted):
                raise _called_by_all_its_words(target, found[0])
            return found[0].number
        if found:
            raise _several(target, wanted, found[:SHOWN])
    pointed = _pointed(document, target, wanted)
    near = pointed or _nearly(document, wanted, target)
    words = f"no target is called {target!r}{'; nearest are ' * bool(near)}{', '.join(map(told, near))}"
    numbers = [one.number for one in near]
    raise ValidationFailed(words, actions=(), argument="target", candidates=numbers, pointed=bool(pointed))


def _tests(target: str, wanted: str, bare: str) -> list[tuple[Callable[[Target], bool], bool]]:
    """How a target may be called so, the surest first, and whether that is by the beginning of its name alone."""
    if "/" in target or "*" in target:
        # "Import/Export" and "Email *" are names, too, and the star of a field is none of its name.
        pattern, named = target.strip(), (wanted, wanted.strip(" :*"))
        return [
            (lambda one: plain_name(one) in named, False),
            (lambda one: bool(one.url) and (one.url == pattern or fnmatchcase(one.url, pattern)), False),
        ]
    tests: list[tuple[Callable[[Target], bool], bool]] = [
        (lambda one: plain_name(one) == wanted, False),
        (lambda one: plain_name(one).startswith(wanted), True),
        (lambda one: _has_part(plain_name(one), wanted) and not says_more(one, wanted), False),
    ]
    if bare and bare != wanted:
        tests.append((lambda one: plain_name(one) == bare, False))
    return tests


def _pointed(document: Document, target: str, wanted: str) -> list[Target]:
    """The targets that words point at otherwise than by what they are called."""
    found = numbered(document, target) or _leading(document, target) or _paged(document, wanted)
    return found or placed(document, wanted) or _in_group(document, wanted)


def _perhaps_called(document: Document, wanted: str, bare: str, address: str) -> Sequence[Target]:
    """The targets that may be meant by words or an address: of many only those whose texts are like them, as 120,000
    take two seconds to be made and a tenth of one to be looked through."""
    targets = document.targets
    if len(targets) <= LOOKED_AT:
        return list(targets)
    leading: list[int] = []
    if "/" in address or "*" in address:
        alike = (n for n, url in targets.addresses() if url == address or fnmatchcase(url, address))
        leading, wanted = list(islice(alike, FOUND)), wanted.strip(" :*") or wanted
    from lightterm.document.link_texts import link_texts

    names = {**link_texts(document.blocks), **{number: called(field) for number, field in targets.fields()}}
    found: list[list[int]] = [[], [], []]
    for number, name in names.items():
        name = " ".join(name.split()).casefold() if name.isascii() else spelled(name)
        if wanted in name or name == bare:
            found[0 if name in (wanted, bare) else 1 if name.startswith(wanted) else 2].append(number)
    return [targets[number] for number in sorted({*leading, *(number for some in found for number in some[:FOUND])})]


def _several(said: str, wanted: str, found: Sequence[Target]) -> ValidationFailed:
    """The error of several targets of a name; of those of weight nobody can tell which is meant."""
    grave = any(says_more(one, wanted) or is_grave(one) for one in found)
    words = f"several targets are called {said!r}: {', '.join(map(told, found))}"
    numbers = [] if grave else [one.number for one in found]
    return ValidationFailed(words, actions=(), argument="target", candidates=numbers, whole=grave)


def _called_by_all_its_words(said: str, target: Target) -> ValidationFailed:
    words = f"nothing is called {said!r} and no more; what is most like it is {told(target)}"
    return ValidationFailed(words, actions=(), argument="target", candidates=[], whole=True)


def suited(document: Document, numbers: Sequence[int], do: str, values: Sequence[str]) -> list[int]:
    """The targets of these numbers, first those that an action can be done to, and that say the value themselves."""
    said = {value.casefold() for value in values}

    def rank(number: int) -> int:
        field = document.targets[number].field
        if field is None:
            return int(do not in PRESSING)
        if do == "select":
            names = (field.label.casefold(), field.value.casefold())
            partly = any(one and one in names[0] for one in said)
            return int(field.kind != "select" and said.isdisjoint(names)) + int(field.kind != "select" and not partly)
        fitting = {
            "type": (*TEXTS, "password"),
            "clear": TEXTS,
            "check": CHECKED,
            "uncheck": CHECKED,
            "upload": ("file",),
        }
        return int(kind_of(field) not in fitting.get(do, (*BUTTONS, *CHECKED)))

    return sorted((number for number in numbers if number in document.targets), key=rank)


def is_number(target: str) -> bool:
    """Whether a target is given by its number."""
    return len(number := target.strip("[] ")) < LONGEST_NUMBER and number.isdecimal()


def numbered(document: Document, target: str) -> list[Target]:
    """The target whose number is all that words say besides what it is: "#12", "link 12"."""
    found = _AS_TOLD.match(target.strip())
    if found is None and not _PLACE.match(target.strip()):
        found = _WITH_NUMBER.fullmatch(target.strip())
        if found is not None and found[1] and found[1].casefold() not in _NUMBERING:
            return []  # "Close 3" is no target 3
    number = int(found[found.re.groups]) if found else 0
    return [document.targets[number]] if number in document.targets else []


def _leading(document: Document, target: str) -> list[Target]:
    """The targets that lead to an address which is said without its beginning: "/week"."""
    end = target.strip()
    found = (number for number, url in document.targets.addresses() if url.endswith(end)) if "/" in end else iter(())
    return [document.targets[number] for number in islice(found, SHOWN)]


def _nearly(document: Document, wanted: str, said: str) -> list[Target]:
    """The targets whose words are nearly those that are wanted."""
    by_words = {plain_name(one): one for one in islice(document.targets, LOOKED_AT)}
    bare = " ".join(_KINDS.sub(" ", _BOX.sub(r"\1 ", wanted)).split())
    if bare and bare != wanted and (same := [one for words, one in by_words.items() if words == bare]):
        return same
    if near := [by_words[words] for words in named_nearly(bare or wanted, list(by_words))]:
        return near
    if short := shortened(said, list(by_words)):
        return [by_words[short]]
    fields = [(number, field) for number, field in islice(document.targets.fields(), LOOKED_AT)]
    return [document.targets[number] for number in fields_near(bare or wanted, fields)]


def _in_group(document: Document, wanted: str) -> list[Target]:
    """The one target that the end of words names, where their beginning is over it: "Language: French"."""
    group, _, name = (one.strip() for one in wanted.partition(":"))
    there = [one for one in islice(document.targets, LOOKED_AT) if name and group and plain_name(one) in (name, group)]
    found = [one for one in there if plain_name(one) == name]
    if len(found) != 1:
        return []
    over = any(plain_name(one) == group and one.number < found[0].number for one in there)
    over = over or any(" ".join(one.text.split()).casefold() == group for one in document.outline())
    return found if over else []


_BEFORE = re.compile(
    r"(previous|prev|newer|earlier|vorherige|neuere|précédent|anterior|precedente)( page| posts| entries| results"
    r"| articles| seite)?|page précédente|página anterior|前へ|上一页",
    re.IGNORECASE,
)


def _paged(document: Document, wanted: str) -> list[Target]:
    """The link to the next or the previous page, where no more is asked for than that."""
    words = " ".join(_KINDS.sub(" ", wanted).split()).strip(_SIGNS)
    for pattern, relation in ((_NEXT, "next"), (_BEFORE, "prev")):
        if pattern.fullmatch(words) or pattern.fullmatch(wanted.strip(_SIGNS)):
            found = _turning(document, pattern, relation)
            return [found] if found is not None else []
    return []


def next_page(document: Document) -> Target | None:
    """The link to the next page of a list or text, as it says itself (rel=next) or by its words."""
    return _turning(document, _NEXT, "next")


def _turning(document: Document, pattern: re.Pattern[str], relation: str) -> Target | None:
    links = [target for target in document.targets if target.kind == "link" and target.url]
    said = [target for target in links if relation in target.rel.lower().split()]
    return next(iter([*said, *(target for target in links if pattern.fullmatch(target.text.strip(_SIGNS)))]), None)


_DRAWN = re.compile(r"(.*) \d+×\d+(?:: .*)?")
"""A drawing: what it is; its size and shapes are known better to the one engine than to the other."""


def is_alike(target: Target, wanted: Target) -> bool:
    """Whether a target does and says what another did; what stands in a field is not what it says."""
    one, other = target.field, wanted.field
    if one is not None and other is not None:
        return (target.kind, one.kind, one.name, one.label) == (wanted.kind, other.kind, other.name, other.label)
    if (target.kind, target.text, target.url) != (wanted.kind, wanted.text, wanted.url):
        drawn, known = _DRAWN.fullmatch(target.text), _DRAWN.fullmatch(wanted.text)
        if wanted.scripted and target.kind == wanted.kind == "button":
            return target.text.startswith(f"{wanted.text} ")  # of what has no words markup does not tell the colour
        return bool(drawn and known and target.kind == wanted.kind and drawn[1] == known[1] and not target.url)
    return one is other


def leads_alike(target: Target, wanted: Target) -> bool:
    """Whether a link says what another did and leads to the same page with another query: the order of a list."""
    one, other = urlsplit(target.url), urlsplit(wanted.url)
    return bool(wanted.url and wanted.text) and (target.text, one[:3]) == (wanted.text, other[:3])


def _has_part(name: str, part: str) -> bool:
    """Whether a name has a part that begins where a word does: "Unsubscribe" has no "subscribe"."""
    at = name.find(part)
    while at > 0 and _is_written(name[at - 1]) and _is_written(part[0]):
        at = name.find(part, at + 1)
    return at >= 0


def _is_written(letter: str) -> bool:
    """Whether a letter is one of a writing that sets words apart, or a digit; of the others each may begin a word."""
    return letter.isdecimal() or letter.upper() != letter.lower()


def told(target: Target) -> str:
    """A target in an error: its number, what it is called, and where it leads."""
    return f"[{target.number}] {name_of(target)} {address_told(target.url)}".rstrip()
