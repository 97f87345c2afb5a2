"""The folders that agents may send files from and save files in, and the files in them."""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING

from lightterm.agent.copies import copied
from lightterm.errors import Action, ActionRefused, ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.settings import Settings

UPLOADS, DOWNLOADS = "uploads", "downloads"
KINDS = (UPLOADS, DOWNLOADS)
"""What folders are for, as settings and options call it."""

USES = {UPLOADS: "send files from", DOWNLOADS: "save files in"}


def chosen_for(kind: str, settings: Settings) -> str:
    """The folder that settings grant, "" for none."""
    return settings.agents.uploads if kind == UPLOADS else settings.agents.downloads


def there(folder: str) -> str:
    """The real path of a folder. Raises ValidationFailed."""
    path = os.path.realpath(os.path.expanduser(folder.strip()))
    if not os.path.isdir(path):
        raise ValidationFailed(f"{folder}: no such folder", actions=())
    return path


def needed(kind: str, folder: str) -> str:
    """The real path of the folder that was granted; "" is none. Raises ActionRefused, ValidationFailed."""
    if not folder:
        ways = f"agents.{kind} in the settings file, lightterm mcp --{kind}, :agents grant {kind} in the app"
        step = Action("ask_the_person", f"Ask the person to grant one, in one of these ways: {ways}.", 1)
        raise ActionRefused(f"no folder was granted for {kind}", actions=(step,))
    return there(folder)


def granted(path: str, folder: str) -> str:
    """A private copy of a file that may be sent, inside the granted folder, links followed (`copies` says why).

    Raises ActionRefused, ValidationFailed.
    """
    root = needed(UPLOADS, folder)
    # No system has a file with NUL in its name, and asking for one raises ValueError.
    whole = os.path.realpath(os.path.join(root, path.replace("\0", "?")))
    try:
        inside = os.path.commonpath((root, whole)) == root and os.path.isfile(whole)
        copy = copied(root, whole) if inside else ""
    except OSError:
        copy = ""  # something else is in its place now, or it may not be read
    if not copy:
        near = difflib.get_close_matches(os.path.basename(path), sorted(os.listdir(root)))
        words = f"{path}: no such file in the granted folder"
        raise ValidationFailed(words, actions=(), given=path, near=near[:1])
    return copy


def check_still_granted(paths: Sequence[str], folder: str) -> None:
    """Raises ValidationFailed where a link has come meanwhile in the place of a file of the folder.

    What the person chose elsewhere is theirs to send.
    """
    root = os.path.realpath(folder) if folder else ""
    for path in paths:
        if root and path.startswith(os.path.join(root, "")):
            granted(path, folder)
