"""Which of what was said is a page's title, byline or date, and how sure that is.

Each candidate is weighed by where it stood, what stood around it and how many other places agree; the weights, and so
the probabilities, come from pages whose truth is known (tests/bench/facts.py, by site).
"""

from __future__ import annotations

import os
from math import exp

from lightterm.document.facts import BASELINES, Fact, Tried, confidence
from lightterm.extract.facts.dates import date_in_address, iso_date, other_reading, said_before_date
from lightterm.extract.facts.fields import bylines, dates, masthead, titles
from lightterm.extract.facts.names import are_persons, name_in, name_shape, shape
from lightterm.extract.facts.near import OF_MEMBER, SAID
from lightterm.extract.facts.seen import names_seen
from lightterm.extract.reader.kind import KINDS, letter_of
from lightterm.extract.reader.linear import words_of
from lightterm.records import Record
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from lightterm.extract.facts.candidate import Candidate
    from lightterm.extract.facts.fields import Heard
    from lightterm.extract.facts.seen import Signs

    Read = tuple[Candidate, str, tuple[str, ...]]
    """A candidate, its value, and what that looks like."""
    Same = Callable[[str, str], bool]

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.json")
"""Made by `python -m tests.bench.facts`; the file names the data sets and their licences."""

MOST_TRIED = 24
LISTED = 0.05
"""How likely a list of authors must be to be told in place of the first of them."""

THREAD = 0.15
"""How likely a page must be a forum's for the order of its dates to tell its own: many are taken for something else."""

_REVIEWED = "PCS"
"""Letters of the kinds of pages whose dates are of what people say of them: products, collections, services."""

SAME_PLACE = 3
"""Values of one place that are weighed."""

_SWAPPED = ("day and month swapped",)
_SEPARATORS = (" | ", " - ", " – ", " — ", " · ", " « ", " » ", " :: ", " • ", " / ", ": ")


_THINGS = {"webpage": "page", "itempage": "page", "review": "review", "videoobject": "video"}
_THINGS |= {"discussionforumposting": "post", "question": "post", "qapage": "post", "socialmediaposting": "post"}


class Weighed(Record):
    """A candidate read: its value ("" when it is none) and the terms it is weighed by."""

    place: str
    value: str
    said: str
    terms: tuple[str, ...] = ()


def weighed_titles(heard: Heard, kinds: Sequence[float]) -> list[Weighed]:
    """The titles that were said, each whole and without the site's name, with their terms.

    `kinds`, here and below, is how likely the page is of each of KINDS.
    """
    site = words_of(heard.site or masthead(heard)[0])
    read: list[Read] = []
    for candidate in titles(heard):
        whole = " ".join(candidate.text.split())
        bare = without_site(whole, site, heard.url)
        read.append((candidate, bare, ("bare" if bare != whole else "whole",)))
        if bare != whole:
            read.append((candidate, whole, ("with site",)))
    values = [words_of(value) for _, value, _ in read if value]
    told = [(c, v, (*signs, *_shared(words_of(v), values))) for c, v, signs in read]
    return _with_terms(told, letter_of(kinds), heard.page_signs(), alike, {})


def _shared(ours: list[str], values: list[list[str]]) -> tuple[str, ...]:
    """How a title relates to longer and shorter ones that were said, and how long it is."""
    return (f"words {min(12, len(ours))}", *_within(ours, values))


def _within(ours: list[str], values: Collection[list[str]]) -> list[str]:
    """Whether a value is a part of another one, or another a part of it."""
    size = len(ours)
    signs = []
    if any(len(other) > size and other[:size] == ours for other in values):
        signs.append("begins another")
    if any(len(other) > size and other[-size:] == ours for other in values if size):
        signs.append("ends another")
    if any(0 < len(other) < size and ours[: len(other)] == other for other in values):
        signs.append("begins with another")
    if any(len(other) > size and set(ours) <= set(other) for other in values if size):
        signs.append("within another")
    return signs


def weighed_bylines(heard: Heard, kinds: Sequence[float]) -> list[Weighed]:
    """The bylines that were said, with their terms."""
    site = words_of(heard.site)
    host = "".join(words_of(heard.url.partition("://")[2].partition("/")[0]))
    read: list[Read] = []
    for candidate in bylines(heard):
        name = name_in(candidate.text, candidate.place)
        signs = (*shape(candidate.text), *name_shape(name), *(("site",) if name and _is_site(name, site, host) else ()))
        read.append((candidate, name, signs))
    names = {name: words_of(name) for _, name, _ in read if name}
    read = [(c, n, (*signs, *_within(names[n], names.values())) if n else signs) for c, n, signs in read]
    seen = names_seen(heard.blocks, [name for _, name, _ in read if name])
    return _with_terms(read, letter_of(kinds), heard.page_signs(), same_names, seen)


def weighed_dates(heard: Heard, kinds: Sequence[float]) -> list[Weighed]:
    """The dates that were said, as ISO 8601, with their terms."""
    read: list[Read] = []
    for candidate in dates(heard):
        found = (
            date_in_address(candidate.text)
            if candidate.place == "address"
            else iso_date(candidate.text, heard.language)
        )
        signs = tuple(f"after {word}" for word in words_of(said_before_date(candidate.text))[-3:]) if found else ()
        read.append((candidate, found, signs or ("after nothing",)))
        if other := other_reading(candidate.text, heard.language):
            read.append((candidate, other, _SWAPPED))
    kind = letter_of(kinds)
    if kind == "F" or (kind not in _REVIEWED and kinds[KINDS.index("forum")] > THREAD):
        posted = [bool(v) and signs != _SWAPPED and OF_MEMBER not in c.signs for c, v, signs in read]
        days = sorted({v[:10] for (_, v, _), own in zip(read, posted, strict=True) if own})
        read = [
            (c, v, (*signs, _in_thread(v, days)) if own else signs)
            for (c, v, signs), own in zip(read, posted, strict=True)
        ]
    return _with_terms(read, kind, heard.page_signs(), same_day, {})


def _in_thread(value: str, days: list[str]) -> str:
    """Where a date is among those of a thread, which begins with its own."""
    at = days.index(value[:10])
    if len(days) == 1:
        return "only date F"
    return "earliest F" if not at else "latest F" if at == len(days) - 1 else "second F" if at == 1 else "between F"


def _with_terms(read: list[Read], kind: str, page: tuple[str, ...], same: Same, seen: Signs) -> list[Weighed]:
    """All candidates, those with a value (the first few of each place) with the terms they are weighed by."""
    values = [(_sort(c.place), value) for c, value, _ in read if value]
    several: dict[str, set[str]] = {}
    for place, value in values:
        several.setdefault(place, set()).add(value)
    made: list[Weighed] = []
    counts: dict[str, int] = {}
    for candidate, value, shapes in read:
        place = _sort(candidate.place)
        if not value:
            made.append(Weighed(candidate.place, "", candidate.text))
            continue
        counts[place] = rank = counts.get(place, -1) + 1
        if rank >= SAME_PLACE:
            continue
        agreeing = {other for other, theirs in values if other != place and same(value, theirs)}
        against = {other for other, theirs in values if other != place} - agreeing
        terms = [place, candidate.place, f"{place} rank{rank}", f"kind {kind}", f"{place} {kind}"]
        terms += [f"agree {min(4, len(agreeing))}", f"against {min(4, len(against))}"]
        terms += [f"with {other}" for other in agreeing] + [f"not {other}" for other in against]
        shown = seen.get(value, ())
        signs = (*candidate.signs, *shapes, *shown, *page, f"{min(5, len(several[place]))} values")
        terms += [f"kind {kind} {sign}" for sign in shown]
        terms += [f"kind {kind} {sign}" for sign in candidate.signs if sign in SAID]
        terms += [*signs, *[f"{place.split(' ')[0]} {sign}" for sign in signs]]
        made.append(Weighed(candidate.place, value, candidate.text, tuple(dict.fromkeys(terms))))
    return made


def _sort(place: str) -> str:
    """A place without what differs from one vocabulary to the next."""
    first, _, rest = place.partition(" ")
    if first == "json-ld":
        kind, _, key = rest.partition(" ")
        return f"json-ld {_THINGS.get(kind, 'article')} {key}"
    if first == "meta" and rest in (
        "article:published_time",
        "article:modified_time",
        "og:title",
        "twitter:title",
        "author",
    ):
        return place
    return "meta" if first == "meta" else place


def alike(a: str, b: str) -> bool:
    """Whether two titles or bylines are the same but for a word or two."""
    ours, theirs = set(words_of(a)), set(words_of(b))
    if ours == theirs:
        return True
    return bool(ours and theirs) and 2 * len(ours & theirs) / (len(ours) + len(theirs)) >= 0.8


def same_names(a: str, b: str) -> bool:
    """Whether two bylines are the same, or one begins with the other: the first of several, or without an office."""
    ours, theirs = sorted((words_of(a), words_of(b)), key=len)
    return alike(a, b) or (len(ours) > 1 and theirs[: len(ours)] == ours)


def without_site(title: str, site: list[str], url: str) -> str:
    """A title without the name of the site at its end or beginning."""
    host = "".join(words_of(url.partition("://")[2].partition("/")[0]))
    for separator in _SEPARATORS:
        if separator not in title:
            continue
        head, _, tail = title.rpartition(separator)
        short = separator != ": " and len(words_of(tail)) <= 3 < len(words_of(head))
        if head.strip() and (short or _is_site(tail, site, host)):
            return without_site(head, site, url)
        head, _, tail = title.partition(separator)
        if tail.strip() and _is_site(head, site, host):
            return tail
    return title


def _is_site(part: str, site: list[str], host: str) -> bool:
    words = words_of(part)
    joined = "".join(words)
    return bool(words) and (
        words == site or (len(joined) > 3 and joined in host) or (bool(site) and set(words) <= set(site))
    )


class Model(Record):
    """The weights of one field: a number a term, and the probability from which a value is given at all.

    `bends` make log odds of the sum: (from where, by how much steeper); the first one is the slope of all.
    """

    bias: float
    terms: dict[str, float]
    least: float
    level: float
    bends: tuple[tuple[float, float], ...]


_models: dict[str, Model] = {}


def model(field: str) -> Model:
    """The shipped weights of title, byline or published."""
    if not _models:
        import json

        with open(WEIGHTS, encoding="utf-8") as file:
            for name, (bias, terms, least, level, bends) in json.load(file)["fields"].items():
                _models[name] = Model(bias, terms, least, level, tuple((at, by) for at, by in bends))
    return _models[field]


def probability(chosen: Model, terms: Iterable[str]) -> float:
    """How likely a candidate with these terms is right."""
    total = chosen.bias + sum([chosen.terms.get(term, 0.0) for term in terms])
    z = chosen.level + sum([by * max(0.0, total - at) for at, by in chosen.bends])
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


def same_day(a: str, b: str) -> bool:
    """Whether two dates are of one day."""
    return a[:10] == b[:10]


def decided(field: str, candidates: list[Weighed], same: Same) -> Fact:
    """The likeliest candidate, if it is likely enough, as the surest place has it, and why not the others."""
    chosen = model(field)
    likely = [probability(chosen, c.terms) if c.value else -1.0 for c in candidates]
    best = max(range(len(likely)), key=likely.__getitem__, default=-1)
    if best < 0 or likely[best] < chosen.least:
        return Fact(tried=tuple(_tried(candidates, likely, -1, same)))
    sure = likely[best]
    if field == "byline":
        best = with_all_named(candidates, likely, best)
    agreeing = [i for i, c in enumerate(candidates) if c.value and same(c.value, candidates[best].value)]
    told = max(agreeing, key=lambda i: (BASELINES[source_of(candidates[i].place)], likely[i]))
    place, value = candidates[told].place, clean(candidates[told].value)
    tried = tuple(_tried(candidates, likely, told, same))
    return Fact(value, confidence(source_of(place), sure), place, tried)


def with_all_named(candidates: Sequence[Weighed], likely: Sequence[float], best: int) -> int:
    """The byline that names all authors, where the likeliest is the first of them alone: data often gives just one."""
    first = words_of(candidates[best].value)
    whole = [i for i, each in enumerate(candidates) if likely[i] >= LISTED and _goes_on(first, each.value)]
    return max(whole, key=likely.__getitem__, default=best)


def _goes_on(first: list[str], value: str) -> bool:
    words = words_of(value)
    return len(words) > len(first) and words[: len(first)] == first and are_persons(value)


def _tried(candidates: list[Weighed], likely: list[float], told: int, same: Same) -> Iterator[Tried]:
    """The answer, then the other places from the likeliest down, each with why it is not the answer."""
    seen: set[tuple[str, str]] = set()
    order = sorted(range(len(candidates)), key=lambda i: (i != told, -likely[i]))
    for i in order:
        candidate = candidates[i]
        value = clean(candidate.value or " ".join(candidate.said.split())[:80])
        if not value or (candidate.place, value) in seen or len(seen) >= MOST_TRIED:
            continue
        seen.add((candidate.place, value))
        if i == told:
            reason = ""
        elif not candidate.value:
            reason = "no such value"
        elif told >= 0 and same(candidate.value, candidates[told].value):
            reason = "says the same"
        else:
            reason = f"right in {100 * likely[i]:.0f} of 100 such cases"
        yield Tried(candidate.place, value, reason)


def source_of(place: str) -> str:
    """The name of a place's kind of source."""
    if place.startswith(("json-ld", "itemprop")):
        return "structured_data"
    if place.startswith("meta"):
        return "meta_tags"
    if place in ("h1", "time datetime", "time", "rel author", "link canonical", "html lang"):
        return "selector_match"
    return "fallback" if place == "title" else "heuristic"
