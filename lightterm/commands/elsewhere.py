"""Addresses that another program opens: e-mail, telephone numbers, or whatever a person hands over."""

from __future__ import annotations

import sys

from lightterm.errors import SchemeRefused
from lightterm.fetch.schemes import check_allowed, scheme_of
from lightterm.session.handlers import OPENERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.front import Front

OFFERED = ("mailto", "tel", "sms", "geo", "magnet", "irc", "news")
"""Schemes that the system is likely to have a program for."""


def is_ours(front: Front, url: str, initiator: str) -> bool:
    """Whether a link's address is a page to be opened here; another program's is offered to it, which is asked about,
    and one of the page of settings asks for a value.

    Raises SchemeRefused for what no program is given, so that one stays on the page with the link.
    """
    from lightterm.commands.settings_asking import CHANGES, asks

    if url.startswith(CHANGES) and asks(front, url, initiator):
        return False
    try:
        check_allowed(url, "link", initiator or None)
    except SchemeRefused as refused:
        if scheme_of(url) not in OFFERED:
            raise
        front.ask(
            f"{refused.message}:\n{url[:1000]}\nOpen it there?",
            ("open", "no"),
            "open",
            lambda answer: hand_over(front, url) if answer == "open" else None,
        )
        return False
    return True


def hand_over(front: Front, url: str, program: Sequence[str] = ()) -> None:
    """Have a program open an address, the system's opener without one; {} in its arguments is where it goes."""
    words = tuple(program) or (OPENERS.get(sys.platform, "xdg-open"),)
    placed = tuple(word.replace("{}", url) for word in words)
    front.spawn(placed if placed != words else (*words, url))
    front.say(f"given to {words[0]}: {url}")
