"""What of a page its scripts alone make something of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lightterm.loading import has_script

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.loading import Page

_MADE_HERE = ("blob:", "data:")
"""What a page has made itself: it is saved where the page lives."""

_TOP = re.compile(
    r"(?i)\W*(?:(?:back|go|return|scroll|jump|up)\W+)?(?:to\W+)?(?:the\W+)?(?:page\W+)?top"
    r"(?:\W+of\W+(?:the\W+|this\W+)?page)?\W*|\W*(?:zurück\W+)?(?:nach oben|zum (?:seiten)?anfang)\W*"
    r"|\W*(?:retour en )?haut de (?:la )?page\W*|[\s↑⇑▲△⇧⬆^]+"
)
_SCRIPT = re.compile(rb"<script\b[^>]*", re.IGNORECASE)
_DATA = re.compile(
    rb"\stype\s*=\s*[\"']?\s*(?!module\b|(?:text|application)/(?:x-)?(?:java|ecma)script\b)[a-z]", re.IGNORECASE
)
"""The start of a script that is none: https://html.spec.whatwg.org/#prepare-the-script-element"""


def is_for_scripts(page: Page, target: Target) -> bool:
    """Whether what is put into a field reaches nobody but the page's scripts: it belongs to no form."""
    return target.scripted or (target.field is not None and target.field.form < 0 and has_script(page.snapshot.markup))


def is_script_link(page: Page, target: Target) -> bool:
    """Whether a link leads to a place that the page does not show: what its scripts make of that, if it has any."""
    if target.link_class == "download" and target.url.startswith(_MADE_HERE):
        return page.snapshot.live is not None
    there, mark, name = target.url.partition("#")
    if target.kind != "link" or not mark or there != page.document.url.partition("#")[0]:
        return False
    if target.scripted:
        return True
    shown = {known for known, _ in page.document.anchors}
    if name.lower() == "top" or {name, unquote(name)} & shown or (not name and _is_to_the_top(target.text)):
        return False
    return page.snapshot.live is not None or _may_hear(page.snapshot.markup)


def _is_to_the_top(words: str) -> bool:
    """Whether a link to `#` says that it leads to the top of the page, where it does without any script."""
    return _TOP.fullmatch(words) is not None


def _may_hear(markup: bytes) -> bool:
    """Whether a page has a script that runs, and not only data in one."""
    return has_script(markup) and any(not _DATA.search(tag) for tag in _SCRIPT.findall(markup))
