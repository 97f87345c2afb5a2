"""Files that pages have saved: taken from the place of their engine, which goes with it, to where they are kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lightterm.fetch.filename import save_new

if TYPE_CHECKING:
    from collections.abc import Iterable


def kept(paths: Iterable[str], folder: str) -> list[str]:
    """Where the files are now: in `folder` under names that were free, or where they were without one.

    Raises WriteFailed.
    """
    return [_moved(path, folder) if folder else path for path in paths]


def _moved(path: str, folder: str) -> str:
    with open(path, "rb") as file:
        new = save_new(folder, os.path.basename(path), file.read())
    os.unlink(path)
    return new
