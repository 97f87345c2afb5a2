"""What of a page its scripts alone make something of."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from lightterm.loading import has_script

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.loading import Page

_MADE_HERE = ("blob:", "data:")
"""What a page has made itself: it is saved where the page lives."""


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
    if name.lower() == "top" or {name, unquote(name)} & shown or not (name or page.snapshot.live):
        return False
    return page.snapshot.live is not None or has_script(page.snapshot.markup)
