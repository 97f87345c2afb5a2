"""Ways on from a call that leaves out what is plain: the address of the page that is open, how a field is filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.righting import corrected
from lightterm.agent.way import Way

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.agent.way import Asked

CALLED = ("target", "link", "text", "name", "element", "label")
"""In what other tools say which link is meant."""

ABOUT_PAGES = ("verify", "site")
"""Tools that read a page by its address, for which that of the open one may stand."""


def _titled(words: str, asked: Asked) -> Iterator[Way]:
    """To the one page that the tabs know whose name begins so."""
    wanted = " ".join(words.split()).casefold()
    found = {url for url, name in asked.known if wanted and " ".join(name.split()).casefold().startswith(wanted)}
    if len(found) == 1:
        tab = {"tab": asked.arguments["tab"]} if "tab" in asked.arguments else {}
        yield Way("use_url", "What is called so among the pages that you know.", "open", {"url": found.pop(), **tab})


def without_what_is_plain(asked: Asked) -> Iterator[Way]:
    """The call that was meant by one without an address, or without what is to be done."""
    given, tool = asked.arguments, asked.tool
    target, value = given.get("target"), given.get("value")
    words = "Call it with these arguments."
    if tool == "act" and "do" not in given and isinstance(target, int | str) and isinstance(value, str) and value:
        tab = {"tab": given["tab"]} if "tab" in given else {}
        yield Way("correct_arguments", words, "fill_form", {"fields": {str(target): value}, **tab})
    elif "url" in given or not asked.page:
        return
    elif tool == "go" and isinstance(to := given.get("to"), str) and to.strip():
        yield from _titled(to, asked)
        tab = {"tab": given["tab"]} if "tab" in given else {}
        yield Way("correct_arguments", "Click what leads there.", "act", {"do": "click", "target": to, **tab})
    elif tool == "open" and isinstance(target := next((given[one] for one in CALLED if given.get(one)), ""), int | str):
        if not target:
            return
        yield Way("correct_arguments", words, "act", {"do": "click", "target": target})
    elif tool == "browse" and (right := corrected(given, asked.schemas["snapshot"])) is not None:
        yield Way("correct_arguments", "Read the page that is open.", "snapshot", right)
    elif (
        tool in ABOUT_PAGES
        and tool in asked.schemas
        and (right := corrected({**given, "url": asked.page}, asked.schemas[tool])) is not None
    ):
        yield Way("correct_arguments", "On the page that is open.", tool, right)
