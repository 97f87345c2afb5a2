"""Targets that are pointed at as other tools do: by CSS, XPath, Playwright's selectors, or a field's name or id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.naming import SHOWN, meant
from lightterm.agent.reading import COLUMNS
from lightterm.agent.selectors_elsewhere import LONGEST, Pointed, pointed
from lightterm.document.subset import targets_of
from lightterm.errors import ValidationFailed
from lightterm.session.controls import TEXTS, called, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document, Target
    from lightterm.loading import Page
    from lightterm.session.session import Session

HANDLE = "lightterm-handle"
"""The attribute by which a page's markup says how its engine knows an element."""

SHUT = (
    "details:not([open]) > summary",
    "[aria-expanded=false]:not(input)",
    "[aria-haspopup]:not([aria-expanded=true], input)",
    "[role=tab][aria-selected=false]",
)
"""What opens a part of a page that is not open."""

OFFERS = (
    "input[role=combobox]",
    "input[aria-autocomplete=list]",
    "input[aria-autocomplete=both]",
    "[role=combobox] input",
)
"""What offers choices while one types."""

LOOKED_AT, OPENED = 100, 5
"""Closed parts of a page that are looked at, and of which it is said that what is wanted may be in them."""

_SUBMIT = re.compile(r"button\[type=(['\"]?)submit\1\]")
SUBMITTING = "button:not([type=button], [type=reset])"
"""Buttons that send a form, which is what they do where markup says nothing of it."""

TAGS = ("textarea", "select", "input", "button")
"""Elements by which a control is said where there is one of them."""

_NAME = re.compile(r"[\w:-]+(?:\[\w*\])?")
_LIKE_CSS = re.compile(r"[#.\[>]|:[a-z]")


def pointed_at(session: Session, page: Page, selector: str) -> list[int]:
    """The numbers of the targets that a selector of another tool points at, in reading order; none for no such."""
    there = pointed(selector) or _plain(selector)
    if there is None:
        return []
    if not there.css:
        return _called(page.document, there.words)
    numbers = _picked(session, page, there.css)
    if there.words:
        said = [number for number in numbers if _says(page.document.targets[number], there.words)]
        numbers = said or _called(page.document, there.words)
    return numbers[:SHOWN]


def _plain(selector: str) -> Pointed | None:
    """CSS as it is, and the name or id of a field."""
    bare = _SUBMIT.sub(SUBMITTING, selector.strip())
    if len(bare) > LONGEST or not bare:
        return None
    if bare in TAGS:
        return Pointed(css=bare)
    if _NAME.fullmatch(bare):
        return Pointed(css=f'[name="{bare}"], [id="{bare}"]')
    return Pointed(css=bare) if _LIKE_CSS.search(bare) else None


def _picked(session: Session, page: Page, css: str) -> list[int]:
    try:
        found = session.read_again(page, COLUMNS, structure=True, selectors=(css,))
    except ValidationFailed:
        return []
    return [number for number in dict.fromkeys(targets_of(found.blocks)) if number in page.document.targets]


def _called(document: Document, words: str) -> list[int]:
    """The target that is called so; where there are several, these, and the nearest where there is none."""
    try:
        return [meant(document, words)]
    except ValidationFailed as error:
        near = error.context.get("candidates", ())
        return [one for one in near if isinstance(one, int)] if isinstance(near, list) else []


def _says(target: Target, words: str) -> bool:
    name = called(target.field) if target.field is not None else target.text
    return " ".join(words.split()).casefold() in " ".join(name.split()).casefold()


def with_choice(document: Document, words: str) -> list[tuple[int, str]]:
    """The lists with a choice that is called so, by number, and how the choice is."""
    wanted = " ".join(words.split()).casefold()
    there = [(number, one) for number, field in document.targets.fields() for one in field.options]
    found = [(number, one.label) for number, one in there if wanted and one.label.casefold() == wanted]
    return found if len(found) == 1 else []


def closed_parts(page: Page) -> list[int]:
    """The targets that open parts of a page where it lives: what is in those is not read until they are open."""
    return marked(page, SHUT)[:OPENED]


def offering(page: Page) -> list[int]:
    """The text fields of a page that lives which offer choices while one types."""
    targets = page.document.targets
    there = [(number, targets[number].field) for number in marked(page, OFFERS)]
    return [number for number, field in there if field is not None and kind_of(field) in TEXTS]


def marked(page: Page, selectors: Sequence[str]) -> list[int]:
    """The targets that selectors find in the markup of a page where it lives."""
    from lightterm.extract import dom

    if page.snapshot.live is None:
        return []
    tree = dom.parse(page.snapshot.markup)
    nodes = dom.select(tree, ", ".join(f"{one}[{HANDLE}]" for one in selectors))
    handles = {node.attributes.get(HANDLE) for node in nodes[:LOOKED_AT]}
    return [target.number for target in page.document.targets if str(target.handle) in handles]
