"""Pictures of the screen: SVG files under snapshots/tui/, compared with what the app shows.

`LIGHTTERM_UPDATE_SNAPSHOTS=1 pytest tests/tui` writes them anew; look at what changed before it is committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from browsing import Browsing

from lightterm import settings
from lightterm.settings import Settings

FOLDER = Path(__file__).parents[1] / "snapshots" / "tui"
UPDATE = "LIGHTTERM_UPDATE_SNAPSHOTS"
WRITES = bool(os.environ.get(UPDATE))  # read before the tests' environment is emptied
_PORT = re.compile(r"(127\.0\.0\.1(?::|%3A))(\d+)")
_OWN = re.compile(r"terminal-\d+-")
_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def picture(b: Browsing) -> str:
    """The screen as SVG, without what differs from run to run: the server's port, the numbers of styles."""
    svg = b.app.export_screenshot(title="lightterm", simplify=True)
    svg = _FONTS.sub("", _OWN.sub("terminal-", svg))  # the fonts are fetched from elsewhere
    return _PORT.sub(lambda found: found[1] + "0" * len(found[2]), svg) + "\n"


def dark(**values: object) -> Settings:
    """The settings of most pictures: the dark theme, and these (`hints__mode`)."""
    return settings.load().with_session(
        [("tui.theme", "dark"), *((k.replace("__", "."), v) for k, v in values.items())]
    )


def shows(b: Browsing, name: str) -> None:
    """Assert that the screen looks as the snapshot of that name."""
    path = FOLDER / f"{name}.svg"
    shown = picture(b)
    if WRITES:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8"), f"{path.name} is another picture now; {UPDATE}=1 writes it"
