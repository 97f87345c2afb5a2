"""What a line of a page says in passing: that something is still to come, or that it works with scripts alone.

The same words are what pages are about: "Loading the boat", "One moment in June", "You need JavaScript for this
course". What is only said meanwhile stands by itself, ends in dots, or goes on as a request to wait.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PARTS = ("comment", "email", "e-mail")
"""Of what a note speaks that is no more than a part of the page."""

LEAST_SAID = 12
"""Characters from which what ends as a sentence is one."""

ITEM = -1
"""What stands for the level of a heading in an item of a list."""

HEADED = 40
"""Characters below the first heading of a page from which it is the title of what stands there."""

_LOADING = tuple(
    "loading|checking your browser|initializing|initialising|redirecting|chargement|wird geladen|cargando|"
    "caricamento|carregando|загрузка|加载中|載入中|読み込み中|로딩|ładowanie|laddar|indlæser|yükleniyor|"
    "fetching ".split("|")
)
_ALONE = ("please wait", "just a moment", "one moment", "un momento", "bitte warten", "laden")
"""What is a phrase of many titles, too, unless nothing follows it but a request or a reason."""

_REQUESTS = tuple("please|while|until|por favor|s'il|bitte|we |we'|a few|some |for the page|for it|as ".split("|"))

_DOING = "loading checking fetching retrieving calculating updating getting searching requesting generating".split()
_NO_TEXT = ("dock", "bay", "map", "video", "player", "image", "photo", "picture", "ad ", "ads", "advert", "captcha")
"""What may be loading for ever and brings a page no text."""

_OWN = re.compile(
    r"\w+ (?:y?our\b.*|(?:the )?(?:app|application|page|site|content|data|dashboard|workspace|editor|game|results"
    r"|resources|assets|modules?|interface|view))$"
)
"""What a page loads of its own: no heading of a text, whatever stands below it."""

_NOUN = re.compile(r" (?:zone|ramp|area|platform|time|rate|limit)s?\b| (?:and|&) un| (?:of|is|was|at|only)\b")
"""What makes a noun of the word, behind it."""


def is_loading(line: str) -> bool:
    """Whether a short line says that something is still to come."""
    if not 3 < len(line) < 60:
        return False
    words = line.lower().lstrip("([·•… .")
    if names_what_loads(line):
        return True
    alone = next((phrase for phrase in _ALONE if words.startswith(phrase)), "")
    if alone:
        rest = words[len(alone) :]
        said = rest.lstrip(" ,:;–—-.!…)]")
        return not said or (
            not rest[0].isalpha() and (said.startswith(_REQUESTS) or any(map(_is_passing, said.split())))
        )
    begun = next((word for word in _LOADING if words.startswith(word)), "")
    if not begun:
        return False
    rest = words[len(begun) :]
    if rest[:1].isalpha() and begun[-1] < "\u0500" and begun[-1] != " ":
        return False  # another word that begins alike
    return not (rest.lstrip().startswith(_NO_TEXT) or _NOUN.match(rest) or _is_told(words))


def names_what_loads(line: str) -> bool:
    """Whether a short line says of something that is named that it is being loaded, but no comments."""
    first, _, what = line.lower().partition(" ")
    still = what.endswith(("...", "…")) and len(line) < 60
    return still and first in _DOING and not what.startswith((*_NO_TEXT, "more", "comment"))


def is_title(at: int, lines: Sequence[str], levels: Sequence[int]) -> bool:
    """Whether the line at a place is a heading of what stands below it, or one of several in a list, by its words.

    `levels` are those of the headings among the lines, ITEM in a list, 0 for others. The first heading of a page has
    text below it; one of a part is followed by a sentence, as scripts put such a heading beside what is there already.
    """
    level = levels[at]
    if not level or lines[at].endswith(("...", "…")) or _OWN.match(lines[at].lower()):
        return False
    if level == ITEM:
        beside = [near for near in (at - 1, at + 1) if 0 <= near < len(lines) and levels[near] == ITEM]
        return any(not is_loading(lines[near]) for near in beside)
    places = [n for n in range(at + 1, len(lines)) if not any(map(_is_passing, lines[n].lower().split()))]
    below = [lines[n] for n in places]
    if level > 1:
        return at + 1 < len(lines) and is_said(lines[at + 1])
    in_lists = sum(levels[n] == ITEM for n in places)
    return any(map(is_said, below)) or sum(map(len, below)) >= HEADED or in_lists > 1


_WAITING = ("waiting for ", "hang on", "hold on", "one second", "a second", "preparing ", "connecting", "pending")
"""What a page of hardly any text says meanwhile; elsewhere they are the beginnings of titles."""


def goes_on(line: str) -> bool:
    """Whether a short line, and none that offers more, reads as what is only said until the rest is there."""
    words = line.lower()
    ends = words.endswith(("...", "…")) and words[:1].isalpha()
    return len(line) < 40 and " more" not in words and (ends or words.startswith(_WAITING))


_PASSING = (
    "load", "wait", "moment", "second", "start", "prepar", "connect", "check", "fetch", "script", "browser", "patien",
    "javascript", "almost", "longer", "refresh", "reload", "support",
)  # fmt: skip
"""Beginnings of words by which a sentence tells of what the page is about to do."""


def is_said(line: str) -> bool:
    """Whether a line is a sentence that ends: what somebody wrote to be read, and no name or label of an app."""
    words = line.lower().split()
    said = len(line) >= LEAST_SAID and len(words) > 2 and _is_ended(line)
    return said and not any(map(_is_passing, words[1:])) and (not _is_passing(words[0]) or not is_loading(line))


def _is_told(words: str) -> bool:
    """Whether a line that begins with loading is a whole sentence that says nothing else of the kind."""
    several = words.split()
    return len(several) > 5 and _is_ended(words) and not any(map(_is_passing, several[1:]))


def _is_ended(line: str) -> bool:
    return line.endswith((".", "!", "?", "。")) and not line.endswith("..")


def _is_passing(word: str) -> bool:
    return word.lstrip("(\"'").startswith(_PASSING)


_SWITCHED = (
    "enable", "is required", "javascript required", "turn on", "turned off", "activate", "disabled", "allow",
    "doesn't work", "does not work", "switched off", "aktivieren", "deaktiviert", "activer", "activez", "habilita",
    "ativar", "ative", "включите", "włącz", "有効", "启用", "啟用",
)  # fmt: skip
_NEEDED = ("require", "need", "without", "must", "only")
_OURSELVES = re.compile(
    r"\b(?:page|(?:web)?sites?|app(?:lication)?|browser|view|see|display|continue|run|work|function|use|using|this)"
    r"(?:s|es|ed|ing)?\b"
)
"""Of what a page speaks that needs scripts itself, rather than who reads it."""

_ABOUT_OTHERS = re.compile(r"\bthis (?:course|book|class|lesson|job|post|position|role|talk|workshop|chapter)\b")


def asks_for_scripts(line: str) -> bool:
    """Whether a line of the page says that it works only with JavaScript."""
    lower = line.lower()
    at = lower.find("javascript")
    if at < 0:
        at = lower.find("java script")
    if at < 0 or len(line) > 1000 or any(part in lower for part in PARTS):
        return False
    near = lower[max(0, at - 70) : at + 70]
    if any(word in near for word in _SWITCHED):
        return True
    needed = any(word in near for word in _NEEDED)
    return needed and _OURSELVES.search(near) is not None and _ABOUT_OTHERS.search(near) is None


_GENTLE = ("best", "better", "some ", "certain ", "not all", "partly", "enhanced", "improve", "additional", "extra")
"""Words of a note that takes the page for readable without scripts."""


def asks_gently(note: str) -> bool:
    """Whether a note for who has no scripts says that there is less without them, and not that there is nothing."""
    lower = note.lower()
    return any(word in lower for word in _GENTLE)
