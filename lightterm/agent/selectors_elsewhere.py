"""How other tools point at parts of a page, as CSS, words, or both: Playwright's selectors, XPath, jQuery."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 1000
"""Characters of a selector that is looked at."""

_QUOTED = r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')"""
_ENGINE = re.compile(r"\s*(css|xpath|text|id|name|class|tag|link|partial link|label|placeholder)\s*=\s*(.*)", re.DOTALL)
_HAS = re.compile(rf":(?:has-text|contains|text|text-is|text-matches)\(\s*(?:{_QUOTED}|([^()]*))\s*(?:\)|$)")
_GET_BY = re.compile(
    rf"(?:.*\.)?(?:get|find|query)_?by_?(\w+?)\(\s*{_QUOTED}(?:.*?\bname\b['\"]?\s*[:=]\s*{_QUOTED})?.*\)",
    re.DOTALL | re.IGNORECASE,
)
_LOCATOR = re.compile(
    rf"(?:.*\.)?(?:locator|\$\$?|query_?selector(?:all)?|find)\(\s*{_QUOTED}.*\)", re.DOTALL | re.IGNORECASE
)
_ROLE = re.compile(rf"role\s*=\s*[\w-]+\s*\[\s*name\s*[*^$]?=\s*{_QUOTED}.*\]", re.DOTALL)
_NOT_CSS = re.compile(
    r":(?:visible|hidden|first|last|enabled|input|button|eq\(\d+\)|nth-match\([^()]*\)|nth\(\d+\))(?![\w-])"
)
_STEP = re.compile(r"(//?)([\w*-]+)((?:\[[^\]]*\])*)")
_TEST = re.compile(rf"@([\w-]+)(?:\s*=\s*{_QUOTED})?")
_SAYS = re.compile(rf"(?:text\(\)|\.|normalize-space\([^()]*\))\s*=\s*{_QUOTED}")
_HOLDS = re.compile(rf"contains\(\s*(?:text\(\)|\.|normalize-space\([^()]*\))\s*,\s*{_QUOTED}\s*\)")
_ATTRIBUTE_HOLDS = re.compile(rf"(contains|starts-with)\(\s*@([\w-]+)\s*,\s*{_QUOTED}\s*\)")


class Pointed(Record):
    """What another tool's selector points at: a CSS selector, words that are said there, or both; "" for none."""

    css: str = ""
    words: str = ""


def pointed(selector: str) -> Pointed | None:
    """What a selector of another tool points at, in CSS and words; None for what none is known to write."""
    said = selector.strip()[:LONGEST]
    if found := _GET_BY.fullmatch(said):
        return _by(found[1].lower().replace("_", ""), _text(found.groups()[1:3]), _text(found.groups()[3:5]))
    if found := _LOCATOR.fullmatch(said):
        inner = _text(found.groups()[0:2])
        return pointed(inner) or Pointed(css=inner)
    if found := _ROLE.fullmatch(said):
        return Pointed(words=_text(found.groups()[0:2]))
    if said.startswith(("/", "(/", "./")):
        return _of_path(said)
    if found := _ENGINE.fullmatch(said):
        return _of_engine(found[1], found[2].strip())
    if _HAS.search(said) or _NOT_CSS.search(said) or ">>" in said:
        return _of_playwright(said)
    return None


def _text(groups: Sequence[str | None]) -> str:
    """What stands in quotes, of groups of which at most one matched."""
    found = next((one for one in groups if one is not None), "")
    return re.sub(r"\\(.)", r"\1", found)


def _by(what: str, first: str, name: str) -> Pointed:
    if what == "role":
        return Pointed(words=name) if name else Pointed(css=f'[role="{first}"], {_ROLES.get(first, first)}')
    if what == "testid":
        return Pointed(css=f'[data-testid="{first}"]')
    if what in ("id", "name"):
        return Pointed(css=f'[{what}="{first}"]')
    if what in ("css", "cssselector", "tagname", "classname"):
        return Pointed(css=f".{first}" if what == "classname" else first)
    if what == "xpath":
        return _of_path(first) or Pointed()
    return Pointed(words=first)


_ROLES = {"link": "a", "textbox": "input", "heading": "h1, h2, h3, h4, h5, h6", "combobox": "select", "listitem": "li"}


def _of_engine(engine: str, rest: str) -> Pointed | None:
    bare = rest.strip("\"'")
    if engine == "css":
        return pointed(rest) or Pointed(css=rest)
    if engine == "xpath":
        return _of_path(rest)
    if engine in ("id", "name"):
        return Pointed(css=f'[{engine}="{bare}"]')
    if engine in ("class", "tag"):
        return Pointed(css=f".{bare}" if engine == "class" else bare)
    return Pointed(words=bare)


def _of_playwright(said: str) -> Pointed:
    """Of a selector with parts that CSS does not know the CSS, and the words that it asks for."""
    parts = [part.strip() for part in said.split(">>")]
    words = next((_text(found.groups()[0:3]).strip() for part in parts for found in [_HAS.search(part)] if found), "")
    left = []
    for part in parts:
        inner = pointed(part) if _ENGINE.fullmatch(part) or part.startswith("//") else None
        if inner is not None:
            words, css = inner.words or words, inner.css
        else:
            css = "" if re.fullmatch(r"nth=-?\d+", part) else _NOT_CSS.sub("", _HAS.sub("", part)).strip()
        left += [css] if css else []
    return Pointed(css=" ".join(left), words=words)


def _of_path(path: str) -> Pointed | None:
    """A simple XPath as CSS and words; None for one that says more than names, attributes, places and texts."""
    bare = re.sub(r"/text\(\)$", "", path.strip("() ").removeprefix("."))
    steps = list(_STEP.finditer(bare))
    if not steps or "".join(step[0] for step in steps) != bare:
        return None
    css, words = "", ""
    for step in steps:
        made, said = _of_step(step[2], step[3])
        if made is None:
            return None
        words = said or words
        css += (" > " if step[1] == "/" and css else " " if css else "") + made
    return Pointed(css=css.strip(), words=words)


def _of_step(name: str, tests: str) -> tuple[str | None, str]:
    made, words = name, ""
    for test in re.findall(r"\[([^\]]*)\]", tests):
        for one in re.split(r"\s+and\s+", test.strip()):
            if one.isdecimal():
                made += f":nth-of-type({one})"
            elif found := _TEST.fullmatch(one):
                value = _text(found.groups()[1:3])
                made += f'[{found[1]}="{value}"]' if found[2] is not None or found[3] is not None else f"[{found[1]}]"
            elif found := _ATTRIBUTE_HOLDS.fullmatch(one):
                made += f'[{found[2]}{"*" if found[1] == "contains" else "^"}="{_text(found.groups()[2:4])}"]'
            elif found := _SAYS.fullmatch(one) or _HOLDS.fullmatch(one):
                words = _text(found.groups()[0:2])
            else:
                return None, ""
    return made, words
