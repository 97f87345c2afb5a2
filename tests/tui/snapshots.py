"""Pictures of the screen as SVG under snapshots/tui/, compared exactly; `LIGHTTERM_UPDATE_SNAPSHOTS=1` writes them.

What differs from run to run (ids, ports) is made the same, and fonts are left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from browsing import Browsing

FOLDER = Path(__file__).parents[2] / "snapshots" / "tui"
UPDATE = "LIGHTTERM_UPDATE_SNAPSHOTS"
WRITES = bool(os.environ.get(UPDATE))  # read before the tests' environment is emptied


def same_as_snapshot(b: Browsing, name: str) -> None:
    """Assert that the screen looks as in snapshots/tui/NAME.svg, or write that file."""
    svg = b.app.export_screenshot(title="lightterm")
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"127\.0\.0\.1:\d{5}", "127.0.0.1:00000", svg)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    path = FOLDER / f"{name}.svg"
    if WRITES:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, "utf-8")
    assert svg == path.read_text("utf-8"), f"{name} looks otherwise; {UPDATE}=1 writes the snapshots"
