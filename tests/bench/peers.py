"""The commands that are compared: lightterm from this checkout and the text browsers that are installed."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.processes import lightterm

PEERS = {
    "w3m": "w3m -dump -cols 80 -T text/html {}",
    "lynx": "lynx -dump -nolist -width=80 -force_html {}",
    "links2": "links2 -dump -width 80 {}",
    "elinks": "elinks -no-home -dump -no-references -dump-width 80 {}",
}
"""{} stands for the page: a path, or an http address."""


def installed(names: list[str]) -> list[str]:
    """Those of `names` whose program is found; lightterm always is."""
    return [name for name in names if name == "lightterm" or shutil.which(PEERS[name].split()[0])]


def command(name: str, page: Path | str) -> list[str]:
    """The command line that dumps `page` 80 cells wide."""
    if name == "lightterm":
        return lightterm("--dump", "--width", "80", str(page))
    where = page.resolve().as_uri() if isinstance(page, Path) and name == "lynx" else str(page)
    return [where if word == "{}" else word for word in PEERS[name].split()]
