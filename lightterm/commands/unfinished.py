"""Files that an earlier run could not fetch whole: NAME.part, and in NAME.part.from what its rest is asked for by."""

from __future__ import annotations

import contextlib
import os

from lightterm.fetch.part_file import ENDING
from lightterm.fetch.urls import strip_credentials
from lightterm.records import Record
from lightterm.whole_file import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Response

NOTE = ENDING + ".from"
MOST = 1000
"""Notes of a folder that are read: one each is 30 µs."""
LONGEST = 16_384


class Unfinished(Record):
    """A file in parts: the path that it will have when whole, and what names the version that its part is of."""

    path: str
    validator: str


def validator_of(response: Response) -> str:
    """What says that more bytes are of the same file (RFC 9110 section 13.1.5), "" where nothing does."""
    if response.header("content-encoding", "identity") != "identity":
        return ""  # what is decoded on the way has other offsets than what the server counts
    etag = response.header("etag")
    return etag if etag and not etag.startswith("W/") else response.header("last-modified")


def find(folder: str, url: str) -> Unfinished | None:
    """The part of what stands at an address that an earlier run left in a folder."""
    wanted = strip_credentials(url)[0]
    try:
        with os.scandir(folder) as entries:
            notes = [entry.path for entry in entries if entry.name.endswith(NOTE)]
    except OSError:
        return None
    for note in sorted(notes)[:MOST]:
        path = note[: -len(NOTE)]
        with contextlib.suppress(OSError, ValueError), open(note, encoding="utf-8") as file:
            address, _, validator = file.read(LONGEST).rstrip("\n").partition("\n")
            if address == wanted and validator and "\n" not in validator and _is_begun(path):
                return Unfinished(path, validator)
    return None


def _is_begun(path: str) -> bool:
    part = path + ENDING
    return os.path.isfile(part) and not os.path.islink(part) and os.path.getsize(part) > 0


def keep(part: str, url: str, validator: str) -> None:
    """Note beside a NAME.part where it is from and what names its version. Raises WriteFailed."""
    write_private(part.removesuffix(ENDING) + NOTE, f"{strip_credentials(url)[0]}\n{validator}\n")


def forget(path: str) -> None:
    """Take the note about the part of `path` away."""
    with contextlib.suppress(OSError):
        os.unlink(path + NOTE)
