"""The style sheets of a page in lightpanda, told again as it understands them: nesting and the like it passes over."""

from __future__ import annotations

from base64 import b64decode
from time import monotonic

from lightterm.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.light_tab import Tab

    Plain = Callable[[str, str], str]
    """A sheet as plain rules, "" where it consists of them, with the text of all sheets."""


class Sheets:
    """What stands for the sheets of one page while it is read; each is told once."""

    def __init__(self, tab: Tab, plain: Plain | None) -> None:
        self._tab = tab
        self._plain = plain
        self._tool = 0
        self._texts: dict[int, str] = {}
        self._told: dict[int, str] = {}

    def flat(self, seconds: float) -> list[tuple[int, str]]:
        """Plain sheets, each by the handle of the element that it stands for. Raises Stuck, Closed."""
        if self._plain is None:
            return []
        until = monotonic() + seconds
        tool, found = self._tab.ask(".sheets()", seconds)
        if tool != self._tool:
            self._tool, self._texts, self._told = tool, {}, {}
        changed = set()
        for handle, text, address in found:
            if address and handle in self._texts:
                continue
            css = self._linked(address, until - monotonic()) if address else text
            if css is not None:
                self._texts[handle] = css
                changed.add(handle)
        if changed:
            together = "\n".join(self._texts.values())
            for handle, css in self._texts.items():
                if handle in changed or "var(" in css or "@container" in css:  # another sheet may say what these are
                    self._told[handle] = self._plain(css, together)
        return [(handle, css) for handle, css in self._told.items() if css]

    def _linked(self, address: str, seconds: float) -> str | None:
        """The text of a sheet that lightpanda has loaded, None where it has none of it."""
        number = self._tab.watch.sheets.get(address)
        if number is None:
            return None
        try:
            answer = self._tab.call("Network.getResponseBody", seconds, requestId=number)
        except BrowserError:
            return None
        body = str(answer.get("body", ""))
        return b64decode(body).decode("utf-8", "replace") if answer.get("base64Encoded") else body
