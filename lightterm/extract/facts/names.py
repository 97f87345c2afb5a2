"""Names in bylines, without what stands around them."""

from __future__ import annotations

import os
import re

from lightterm.extract.reader.linear import words_of

LONGEST = 120

GIVEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "given_names.txt.gz")
"""Given names of sixty countries, lower case, a line each: of Faker and names (tests/bench/given_names.py)."""

_BY = re.compile(
    r"^\s*(?:(?:written|posted|published|words|text|story|reviewed|authored|article|started|created|asked|edited) by|"
    r"by|"
    r"via|contributors?:|authors?(?:\(s\))?:|"
    r"author|von|par|por|di|da|door|av|af|автор)\s*:?\s+|^\s*[Bb]y(?-i:(?=[A-Z][a-z]))",
    re.IGNORECASE,
)
_INSIDE_BY = re.compile(
    r"\b(?:written|posted|published|words|story|authored|article|started|guest post) by:?\s+", re.IGNORECASE
)
_ROLE = re.compile(
    r",\s*(?:an? |the |our )?(?:head|directors?|manager|c[eot]o|co-?founder|founder|editor|editorial|writer|staff|"
    r"associate|contributing|contributor|product|content|marketing|lead|chief|president|vice|vp|author|guest|principal|travel|"
    r"business|software|engineer|professor|reporter)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_DATED = re.compile(r"^(?:[A-Za-zäé]{3,9}\.? \d{1,2}|\d{1,2}\.? [A-Za-zäé]{3,9}\.?),? (?:19|20)\d\d\s*[·|•⋅,-]?\s*")
_GLUED = re.compile(r"(?<=[a-z])(?=(?:Updated|Published|Posted|Reviewed|Last|Read|By)(?![a-z]))")
_ADDRESS = re.compile(r"\s*\((?:https?://|www\.)[^)]*\)|\s*<[^<>\s]*@[^<>\s]*>")
_AFTER = re.compile(
    r"\s*(?:[|•·—–/⋅●»©]|\s-\s|\(|@|\b\d|\b(?:published|updated|posted|on|in|is|at|für|senior|staff|editor|contributor|"
    r"reporter|correspondent|view all|more|follow|about|minutes?|last|january|february|march|april|june|july|august|"
    r"september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_NO_NAME = frozenset(
    "admin administrator editor editors staff author authors guest unknown anonymous none null user webmaster share "
    "comments follow reply login subscribe home menu search team redaktion the this read reading time undefined press "
    "release min view profile posts official blogger contributor writer about more details name log review "
    "mon tue wed thu fri sat sun".split()
)
_OF_SITES = frozenset(
    "front page sign up in out my log join register now free account privacy policy terms cookies contact us help "
    "support center centre pages download print event events resources health topics schedule your consultation "
    "book info news blog shop cart all new top main latest next previous back skip to content start get started".split()
)
"""Words of buttons and menus: a name may have one of them, no name is made of them."""

_BETWEEN = re.compile(r"[,;&]|\b(?:and|y|et|und|e|og|och|en)\b")
_SENTENCE = re.compile(r"[a-z]{4,}[.!?] +[A-Z]|\b(?:you|your|we|our|my|is|are|this|that|with)\b")
_SMALL = frozenset("and de von van der den und et y e & la le di da dos bin al the".split())


def name_in(text: str, place: str) -> str:
    """The names in a byline; "" when it can be none."""
    said = _ADDRESS.sub("", _GLUED.sub(" ", " ".join(text.split())))
    marked = _BY.match(said) or _INSIDE_BY.search(said)
    if marked is None and place.startswith("text"):
        return ""
    name = said[marked.end() :] if marked else _DATED.sub("", said)
    if not place.startswith(("json-ld", "meta")):
        name = _ROLE.sub("", _AFTER.sub("", name))
    name = name.strip(" ,.:;|-–—·•").replace(" ,", ",")
    words = words_of(name)
    if not words or len(name) > LONGEST or len(words) > 14 or "://" in said or name.isdigit():
        return ""
    if len(name) < 2 or (len(name) == 2 and name.isupper() and name.isascii()):
        return ""
    if _NO_NAME.issuperset(words) or _OF_SITES.issuperset(words):
        return ""
    if not place.startswith(("json-ld", "meta")) and _SENTENCE.search(name):
        return ""
    return _once(name)


def name_first(name: str) -> str:
    """ "Doe, Jane" as "Jane Doe", as the metas of papers have it."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def _once(name: str) -> str:
    """A name that a page says twice in a row, for the eye and for a picture, once."""
    half = len(name) // 2
    return name[:half] if len(name) % 2 and name[:half] == name[half + 1 :] and name[half] == " " else name


def is_named_so(text: str) -> bool:
    """Whether each word of a text begins as a name's does: one that may be of an author whom nobody says to be one."""
    words = [word for word in re.split(r"[\s,]+", text) if word]
    return 0 < len(words) <= 14 and all(w[0].isupper() or w.lower() in _SMALL for w in words) and not _no_name(text)


def is_person(text: str) -> bool:
    """Whether a text may be nothing but a person's name: two to four words that begin with capitals."""
    words = text.split()
    return 2 <= len(words) <= 4 and len(text) < 40 and text[-1].isalpha() and _is_capital(words) and not _no_name(text)


def are_persons(text: str) -> bool:
    """Whether a text is nothing but the names of several persons."""
    names = [name for name in _BETWEEN.split(text) if name.strip()]
    return len(names) > 1 and all(is_person(name.strip()) for name in names)


def _is_capital(words: list[str]) -> bool:
    return all((w[0].isupper() and w.strip(".'’-").isalpha()) or w.lower() in _SMALL for w in words) and not (
        " ".join(words).isupper()
    )


def _no_name(text: str) -> bool:
    return not _NO_NAME.isdisjoint(words_of(text))


_given: set[str] = set()


def has_given_name(text: str) -> bool:
    """Whether one of the first two words of a text is a given name somewhere in the world."""
    if not _given:
        import gzip

        with gzip.open(GIVEN, "rt", encoding="utf-8") as file:
            _given.update(file.read().split("\n"))
    return any(word.strip(".,:;").casefold() in _given for word in text.split()[:2])


def shape(text: str) -> tuple[str, ...]:
    """What a byline looks like: whether it says by, how many words it has, whether they look like a person's."""
    said = " ".join(text.split())[:300]
    marked = _BY.match(said)
    rest = (said[marked.end() :] if marked else said).replace(",", " ").split()
    person = 2 <= len(rest) <= 4 and all(part[0].isupper() or part.lower() in _SMALL for part in rest)
    signs = ["by" if marked else "bare", f"words {min(8, len(rest))}", "person" if person else "no person"]
    if any(c.isdigit() for c in said):
        signs.append("digits")
    if "©" in said:
        signs.append("copyright")
    if said.count(",") or " and " in said or " & " in said:
        signs.append("list")
    if not _NO_NAME.isdisjoint(words_of(said)):
        signs.append("no name")
    return tuple(signs)


def name_shape(name: str) -> tuple[str, ...]:
    """What the name found in a byline looks like."""
    words = name.split()
    person = "like a person" if is_person(name) else "like no person"
    small = sum(word[0].islower() and word not in _SMALL for word in words)
    if person != "like a person" and are_persons(name):
        person = "like persons"
    given = "given name" if has_given_name(name) else "no given name"
    return (
        person,
        given,
        f"{person} and {given}",
        f"name of {min(6, len(words))}",
        f"{min(3, small)} small words",
        *(("capitals",) if name.isupper() else ()),
    )
