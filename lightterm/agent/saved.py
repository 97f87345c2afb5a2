"""Files that pages have saved: taken from the place of their engine, which goes with it, to where they are kept."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TYPE_CHECKING

from lightterm.fetch.part_file import PartFile
from lightterm.session.store.model import Download

if TYPE_CHECKING:
    from lightterm.engines.base import Outcome
    from lightterm.session.store.downloads import Downloads


def kept(outcome: Outcome, folder: str, listed: Downloads, fixed: bool = False) -> list[str]:
    """Where the files are now: in `folder` under names that were free, and listed; without one where they were.

    A `fixed` folder is one by its real path, to which no link is followed. Raises WriteFailed.
    """
    if not folder:
        return list(outcome.downloads)
    found = []
    for path, source in zip_longest(outcome.downloads, outcome.sources, fillvalue=""):
        new = _moved(path, folder, fixed)
        size = os.path.getsize(new)
        listed.add(Download(source or outcome.url, new, "done", size, size))
        found.append(new)
    return found


def _moved(path: str, folder: str, fixed: bool) -> str:
    new = PartFile.new(folder, os.path.basename(path), fixed=fixed)
    try:
        with open(path, "rb") as file:
            while data := file.read(1 << 20):
                new.write(data)
        found = new.finish()
    finally:
        new.close()
    os.unlink(path)
    return found
