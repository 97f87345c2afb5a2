"""What closed parts of a page that lives hold, as its markup says it: which of them to open, and what is done there."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from lightterm.agent.evidence import is_weighty
from lightterm.agent.field_names import as_words
from lightterm.agent.near_words import firmly, named_nearly
from lightterm.agent.pointing import LOOKED_AT, SHUT, marked
from lightterm.agent.unasked import says_other
from lightterm.document.model import Field
from lightterm.errors import LighttermError
from lightterm.session.controls import BUTTONS, CHECKED, name_of
from lightterm.session.likeness import SPELT, alike, closest, words_of
from lightterm.session.meant_values import meant_value
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lightterm.document.model import Target
    from lightterm.extract.dom import Node
    from lightterm.loading import Page

_FIELDS = "input:not([type=hidden], [type=password], [type=file]), select, textarea"
_PRESSED = "button, a[href], summary, [role=menuitem], [role=button], [role=option], [role=link], [role=tab]"
FILLED = ("type", "clear", "select", "check", "uncheck", "fill")
"""What is done to fields; all else presses something."""

MOST, LONGEST = 200, 100
"""Things of a closed part that are looked at, and characters of what one is called."""

MANY = 2000
"""Targets of a page among which what opens a part is looked for."""

PATIENCE, TWO = 1.0, 2
"""Seconds that a page has for telling of its closed parts, and what it tells of each."""

_READ = f"""[...document.querySelectorAll({json.dumps(", ".join(SHUT))})].slice(0, {LOOKED_AT}).map((one) => {{
  const id = one.getAttribute("aria-controls"), next = one.nextElementSibling;
  const hidden = next && (next.hidden || getComputedStyle(next).display === "none") ? next : null;
  const part = (id && document.getElementById(id)) || (one.tagName === "SUMMARY" ? one.parentElement : hidden);
  const name = one.getAttribute("aria-label") || one.innerText || one.textContent;
  return [name, part ? part.outerHTML.slice(0, 20000) : ""];
}}).concat([...document.querySelectorAll("dialog:not([open]), [role=dialog]")].slice(0, {LOOKED_AT}).filter(
  (one) => one.tagName === "DIALOG" || one.hidden || getComputedStyle(one).display === "none").map((one) => [
  one.getAttribute("aria-label") || (document.getElementById(one.getAttribute("aria-labelledby"))
  || one.querySelector("h1, h2, h3, h4")
  || {{textContent: ""}}).textContent, one.outerHTML.slice(0, 20000)]))"""
"""What opens each closed part, and the markup of that: what it controls, the rest of its details, or what is hidden
behind it; and dialogs that are not there yet, which are called as what opens them."""

_PATH = re.compile(r"\s+(?:>+|›|»|→|->)\s+")

Step = dict[str, Any]


def path_of(words: str) -> list[str]:
    """What is pressed one after the other, of words that say so: "File > Export"; nothing of others."""
    parts = [one.strip() for one in _PATH.split(words)]
    return parts if len(parts) > 1 and all(parts) else []


def in_closed_part(page: Page, wanted: Mapping[str, Any], do: str) -> list[Step]:
    """The steps that open the one closed part of a page which holds all that is wanted, and do it there; none where
    that is not plain."""
    held: dict[str, tuple[int, Node]] = {}
    for number, part in _parts(page):
        for name, node in islice(_named(part, do), MOST):
            held.setdefault(name.casefold(), (number, node))
    pressed = do not in FILLED
    found = {words: _meant(words, [one for one in held if not pressed or _says(one, words)], held) for words in wanted}
    numbers = {held[name][0] for name in found.values() if name}
    if not all(found.values()) or len(numbers) != 1:
        return []
    nodes = {one: held[name][1] for one, name in found.items()}
    steps = [_step(do, _name(node, do), wanted[one], node) for one, node in nodes.items()]
    return [{"do": "click", "target": numbers.pop()}, *steps] if all(steps) else []


def _parts(page: Page) -> Iterator[tuple[int, Node]]:
    """The numbers of what opens the closed parts of a page, and these as they are where it lives: of what is hidden
    its markup as it is read has nothing."""
    from lightterm.extract import dom

    live, targets = page.snapshot.live, page.document.targets
    if live is None or len(targets) > MANY:
        return
    shut = list(dict.fromkeys([*marked(page, SHUT), *(one.number for one in targets if _may_open(one))]))
    told: Any = []
    with suppress(LighttermError, ValueError):
        told = json.loads(live.evaluate(_READ, PATIENCE))
    by_name: dict[str, list[int]] = {}
    for number in shut:
        by_name.setdefault(" ".join(name_of(targets[number]).split()), []).append(number)
    for one in told if isinstance(told, list) else ():
        opener, markup = (str(word) for word in one) if isinstance(one, list) and len(one) == TWO else ("", "")
        numbers = by_name.get(" ".join(opener.split()), ())
        if len(numbers) == 1 and markup and (body := dom.parse(markup.encode()).body) is not None:
            yield numbers[0], body


def _may_open(target: Target) -> bool:
    """Whether a button sends no form, so that it may open something."""
    field = target.field
    if field is None:
        return target.kind == "button"
    return field.kind in BUTTONS and (field.form < 0 or field.kind == "button")


def _says(name: str, words: str) -> bool:
    """Whether the name of what is pressed, and of which nobody sees what it is before, has all words that are asked
    for and begins with one of them: "Wipe all tickets" is not "Archive all tickets"."""
    asked, said = words_of(words), words_of(name)
    if says_other(words, name):
        return False
    if not asked or not said or all(alike(said[0], one) < SPELT for one in asked):
        return False
    enough = 1.0 if is_weighty(said) else SPELT
    return all(any(alike(one, other) >= enough for other in said) for one in asked)


def _meant(words: str, names: Sequence[str], held: Mapping[str, tuple[int, Node]]) -> str:
    """The name that words mean, "" where there is none, or it is not plain in which part."""
    near = [one for one in named_nearly(words, names) if firmly(words, one)] or closest(words, names)
    return near[0] if near and len({held[one][0] for one in near[:2]}) == 1 else ""


def _step(do: str, name: str, value: Any, node: Node) -> Step:
    """The action on a thing of a part; nothing where it does not take the value."""
    if do not in FILLED or do == "clear":
        return {"do": do, "target": name}
    kind = (node.attributes.get("type") or "text").lower() if node.tag == "input" else node.tag or ""
    words = as_words(value) if value is not None else [""]
    if kind in CHECKED:
        return {"do": "uncheck" if do == "uncheck" or words[0] == "off" else "check", "target": name}
    if len(words) != 1 or do in ("check", "uncheck"):
        return {}
    if kind == "select":
        choices = [" ".join(one.text().split()) for one in node.css("option")]
        chosen = words if words[0] in choices else nearest(words[0], choices) or closest(words[0], choices)
        return {"do": "select", "target": name, "value": chosen[0]} if chosen else {}
    known = tuple((key, one or "") for key, one in node.attributes.items())
    return {"do": "type", "target": name, "value": meant_value(Field(kind, attributes=known), words[0]) or words[0]}


def _named(part: Node, do: str) -> Iterator[tuple[str, Node]]:
    """The things in a part to which an action can be done, by what they are called."""
    for node in part.css(_FIELDS if do in FILLED else _PRESSED):
        if node.tag == "summary" and node.parent is not None and _stands_in(node.parent, part):
            continue  # it is what opens the part
        if name := _name(node, do):
            yield name, node


def _stands_in(node: Node, other: Node) -> bool:
    return node.parent is not None and node.parent.mem_id == other.mem_id


def _name(node: Node, do: str) -> str:
    from lightterm.extract import dom

    has = node.attributes
    own = _label(node) if do in FILLED else dom.text_of(node, LONGEST)
    return " ".join((has.get("aria-label") or own or has.get("placeholder") or has.get("title") or "").split())


def _label(node: Node) -> str:
    """The words of the label of a field that stand in it besides the field."""
    at: Node | None = node
    while at is not None and at.tag != "label":
        at = at.parent
    if at is None:
        top, name = node, node.id
        while top.parent is not None:
            top = top.parent
        there = [one for one in top.css("label[for]") if name and one.attributes.get("for") == name]
        at = there[0] if there else None
    if at is None:
        return ""
    own = node.text()
    return (at.text().replace(own, " ") if own.strip() else at.text())[:LONGEST]
