"""An address as it was told, without its secrets or its end, is no address: which link it was told of is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.addresses import CUT, address_told
from lightterm.engines.redact import LONGEST_URL, REDACTED
from lightterm.errors import Action, ValidationFailed

if TYPE_CHECKING:
    from lightterm.agent.desk import Desk

LINKS = Action("list_links", "Take the number of the link.", 1, None, "links")


def check_whole(desk: Desk, url: str) -> None:
    """Raise ValidationFailed for an address whose secrets were masked or that was cut, with the way to follow the link
    it is of."""
    if url.endswith(CUT) and len(url) >= LONGEST_URL:
        raise ValidationFailed(
            f"the address was told without its end ({CUT}); a link is followed by its number",
            actions=(_way(desk, url),),
            argument="url",
        )
    if f"={REDACTED}" in url:
        words = f"the address was told without its secrets ({REDACTED}); a link is followed by its number"
        raise ValidationFailed(words, actions=(_way(desk, url),), argument="url")


def _way(desk: Desk, url: str) -> Action:
    for tab in desk.tabs:
        visit = tab.visit
        if not desk.is_own(tab) or visit is None or visit.page is None:
            continue
        number = desk.number_of(tab)
        if address_told(visit.url) == url:
            return Action("look_again", "That page is open.", 1, None, "snapshot", {"tab": number})
        for target, address in visit.page.document.targets.addresses():
            if address_told(address) == url:
                call = {"do": "click", "target": target, "tab": number}
                return Action("follow_link", "Follow the link by its number.", 1, None, "act", call)
    return LINKS
