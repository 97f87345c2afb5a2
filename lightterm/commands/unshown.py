"""What cannot be shown as text: the question what to do with it, and where it is put to be looked at only."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache

from lightterm.extract.build import size_in_words
from lightterm.fetch.filename import safe_filename
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request

SAVE, OPEN, SOURCE, NOTHING = "download", "open with a program", "show the source", "leave it"
CHOICES = (SAVE, OPEN, SOURCE, NOTHING)


class Unshown(Record):
    """A file that a load came upon: what to ask, a safe name for it, and where it is."""

    question: str
    name: str
    url: str


def unshown(request: Request, error: LighttermError) -> Unshown:
    """What an UnsupportedType is about."""
    kind = str(error.context.get("content_type", ""))
    size = error.context.get("size")
    url = str(error.context.get("url", request.url))
    name = safe_filename(str(error.context.get("disposition", "")), url, kind)
    large = f", {size_in_words(size)}" if isinstance(size, int) and size else ""
    return Unshown(f"{name}{large}: {error.message}", name, url)


@cache
def viewing_folder() -> str:
    """A folder for files that are only to be looked at; it is gone with lightterm."""
    folder = tempfile.mkdtemp(prefix="lightterm-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
