"""Files that pages have saved: taken from the place of their engine, which goes with it, to where they are kept."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TYPE_CHECKING

from lightterm.fetch.filename import save_new
from lightterm.session.store.model import Download

if TYPE_CHECKING:
    from lightterm.engines.base import Outcome
    from lightterm.session.store.downloads import Downloads


def kept(outcome: Outcome, folder: str, listed: Downloads) -> list[str]:
    """Where the files are now: in `folder` under names that were free, and listed; without one where they were.

    Raises WriteFailed.
    """
    if not folder:
        return list(outcome.downloads)
    found = []
    for path, source in zip_longest(outcome.downloads, outcome.sources, fillvalue=""):
        new = _moved(path, folder)
        size = os.path.getsize(new)
        listed.add(Download(source or outcome.url, new, "done", size, size))
        found.append(new)
    return found


def _moved(path: str, folder: str) -> str:
    with open(path, "rb") as file:
        new = save_new(folder, os.path.basename(path), file.read())
    os.unlink(path)
    return new
