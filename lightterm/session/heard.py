"""Whether a script of the page sends a form, on a page that was read without its scripts."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Form
    from lightterm.loading import Page
    from lightterm.session.session import Session

_HEARS = re.compile(
    rb"""addEventListener\(\s*['"`]submit|\.onsubmit\s*=|\.on\(\s*['"]submit|\.submit\(\s*(?:function|async|\(|\w+\s*=>)"""
)
"""How a script listens to forms being sent."""


def is_heard(session: Session, page: Page, form: Form) -> bool:
    """Whether a form is for scripts to send: it says so, or it has no address, and scripts that may listen can run.

    Where they only may, the form goes where the page came from if they do not: the engine sends it as a browser does.
    """
    if form.scripted or page.snapshot.live is not None:
        return form.scripted
    own = page.document.url.partition("#")[0]
    if form.method != "get" or form.action.partition("#")[0] != own or page.request.method != "GET":
        return False
    return _has_no_address(page.snapshot.markup, form) and may_run(session, page)


def _has_no_address(markup: bytes, form: Form) -> bool:
    """Whether the form says neither where nor how it is sent, and the page has a script that may listen to it."""
    from lightterm.extract import dom

    if b"<script" not in markup.lower():
        return False
    tree = dom.parse(markup)
    heads = [one.attributes for one in tree.css("form")]
    alike = [has for has in heads if form.name == (has.get("name") or has.get("id") or "")]
    if any(has.get("method") or (has.get("action") or "").strip(" #") for has in alike):
        return False
    if _HEARS.search(markup):
        return True
    from lightterm.extract.signs import signs_of

    found = signs_of(markup)
    return bool(found.external or found.modules)


def may_run(session: Session, page: Page) -> bool:
    """Whether an engine that runs scripts is there, and allowed for the page."""
    from lightterm.engines.base import LIGHT
    from lightterm.session.engines import bounds, runs_scripts

    settings = session.settings_for(page.document.url)
    if not runs_scripts(settings) or bounds(settings.tiers)[0] < LIGHT:
        return False
    return not session.engines.engine(LIGHT).missing()
