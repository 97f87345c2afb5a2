"""What a file that a page is saved as is to be, by its ending."""

from __future__ import annotations

import os
from mimetypes import guess_type

from lightterm.errors import ValidationFailed
from lightterm.fetch.filename import safe_filename

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.loading import Page

ENDINGS = {".html": "html", ".htm": "html", ".xhtml": "html", ".ansi": "ansi", ".md": "markdown"}
ENDINGS |= {".markdown": "markdown", ".json": "json", ".mhtml": "mhtml", ".mht": "mhtml"}

NO_TEXT = ("image/", "audio/", "video/", "font/", "application/pdf", "application/zip", "application/vnd")
"""What begins the types of files that hold no plain text."""


def form_of(page: Page, path: str) -> str:
    """The format that a file's ending asks for: where it is the page's own, the page as it came.

    Raises ValidationFailed for an ending that nothing written here would be true to.
    """
    ending = os.path.splitext(path)[1].lower()
    own = os.path.splitext(safe_filename("", page.response.url, page.response.stated_type))[1].lower()
    if ending == own and ending not in ("", ".txt") and "html" not in page.response.stated_type:
        return "html"
    kind = guess_type(f"x{ending}")[0] or "text/plain"
    if ending not in ENDINGS and kind.startswith(NO_TEXT):
        raise ValidationFailed(
            f"the page cannot be made {ending}; .txt, .md, .html, .mhtml or .json can be", actions=()
        )
    return ENDINGS.get(ending, "text")
