"""A place in a page that outlives any change of the width."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document


class Place(Record):
    """Where one reads: a block, how many of its visible characters come before, and lines further up or down.

    `row` is below 0 on blank lines before the block, and above 0 behind lines without characters, as a picture has.
    """

    block: int = 0
    offset: int = 0
    row: int = 0


def named_block(document: Document, url: str) -> int | None:
    """The block that the fragment of an address names in a page, None where there is none of that name.

    What stands beside the page in the address of a PDF (`#page=3&zoom=100`, RFC 8118) is passed over.
    """
    from urllib.parse import unquote

    name = url.partition("#")[2]
    anchors = dict(document.anchors)
    names = (name, unquote(name), *(part for part in name.split("&") if part.startswith(("page=", "nameddest="))))
    return next((anchors[each] for each in names if each in anchors), None)
