"""Names in bylines, without what stands around them."""

from __future__ import annotations

import re

from lightterm.extract.reader.linear import words_of

LONGEST = 120

_BY = re.compile(
    r"^\s*(?:(?:written|posted|published|words|story|reviewed|authored|article|started|created|asked|edited) by|by|"
    r"author|von|par|por|di|da|door|av|af|автор)\s*:?\s+|^\s*[Bb]y(?-i:(?=[A-Z][a-z]))",
    re.IGNORECASE,
)
_INSIDE_BY = re.compile(r"\b(?:written|posted|published|words|story|authored|article|started) by:?\s+", re.IGNORECASE)
_AFTER = re.compile(
    r"\s*(?:[|•·—–/]|\s-\s|\(|@|\d|\b(?:published|updated|posted|on|in|is|für|senior|staff|editor|contributor|"
    r"reporter|correspondent|view all|more|follow|about|minutes?|last|january|february|march|april|june|july|august|"
    r"september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_NO_NAME = frozenset(
    "admin administrator editor editors staff author authors guest unknown anonymous none null user webmaster share "
    "comments follow reply login subscribe home menu search team redaktion the this read reading time".split()
)
_SMALL = frozenset("and de von van der den und et y e & la le di da dos bin al the".split())


def name_in(text: str, place: str) -> str:
    """The names in a byline; "" when it can be none."""
    said = " ".join(text.split())
    marked = _BY.match(said)
    if place == "text" and not marked:
        inside = _INSIDE_BY.search(said)
        if inside is None:
            return ""
        marked, said = inside, said[inside.start() :]
    name = said[marked.end() :] if marked else said
    if not place.startswith(("json-ld", "meta")):
        name = _AFTER.sub("", name)
    name = name.strip(" ,.:;|-–—·•")
    words = words_of(name)
    if not words or len(name) > LONGEST or len(words) > 14 or "://" in said or name.isdigit():
        return ""
    if _NO_NAME.issuperset(words):
        return ""
    return _once(name)


def _once(name: str) -> str:
    """A name that a page says twice in a row, for the eye and for a picture, once."""
    half = len(name) // 2
    return name[:half] if len(name) % 2 and name[:half] == name[half + 1 :] and name[half] == " " else name


def shape(text: str) -> tuple[str, ...]:
    """What a byline looks like: whether it says by, how many words it has, whether they look like a person's."""
    said = " ".join(text.split())[:300]
    marked = _BY.match(said)
    rest = (said[marked.end() :] if marked else said).replace(",", " ").split()
    person = 2 <= len(rest) <= 4 and all(part[0].isupper() or part.lower() in _SMALL for part in rest)
    signs = ["by" if marked else "bare", f"words {min(8, len(rest))}", "person" if person else "no person"]
    if any(c.isdigit() for c in said):
        signs.append("digits")
    if not _NO_NAME.isdisjoint(words_of(said)):
        signs.append("no name")
    return tuple(signs)
