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


_granted: dict[str, str] = {}
"""Where the folders led that settings grant, when they were first looked at; a link that came later is not followed."""


def chosen_for(kind: str, settings: Settings) -> str:
    """The folder that settings grant, "" for none."""
    folder = settings.agents.uploads if kind == UPLOADS else settings.agents.downloads
    if folder:
        _first(folder)
    return folder


def remember(settings: Settings) -> None:
    """Where the folders lead now is what is granted."""
    for kind in KINDS:
        chosen_for(kind, settings)


def there(folder: str) -> str:
    """The real path of a folder that a person grants just now. Raises ValidationFailed."""
    path = _real(folder)
    if not os.path.isdir(path):
        raise ValidationFailed(f"{folder}: no such folder", actions=())
    return _first(path)


def _real(folder: str) -> str:
    return os.path.realpath(os.path.expanduser(folder.strip()))


def _first(folder: str) -> str:
    """Where a granted folder was when it was granted."""
    return _granted.get(folder) or _granted.setdefault(folder, _real(folder))


def needed(kind: str, folder: str) -> str:
    """The real path of the folder that was granted; "" is none. Raises ActionRefused, ValidationFailed.

    Whoever works in it opens it without following links (`fixed_folder`): one may come after this look.
    """
    if not folder:
        ways = f"agents.{kind} in the settings file, lightterm mcp --{kind}, :agents grant {kind} in the app"
        step = Action("ask_the_person", f"Ask the person to grant one, in one of these ways: {ways}.", 1)
        raise ActionRefused(f"no folder was granted for {kind}", actions=(step,))
    path = _first(folder)
    if _real(folder) != path:
        step = Action("ask_the_person", f"Ask the person to look at {folder}, and to grant a folder anew.", 1)
        raise ActionRefused(f"a link took the place of the folder that was granted for {kind}", actions=(step,))
    if not os.path.isdir(path):
        raise ValidationFailed(f"{folder}: no such folder", actions=())
    return path


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
    root = _first(folder) if folder else ""
    for path in paths:
        if root and path.startswith(os.path.join(root, "")):
            granted(path, folder)
