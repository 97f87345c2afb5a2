"""What is said of a page that has nothing to show: a blank screen alone could be a page that is still to come."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.loading import Page


def emptiness(page: Page) -> str:
    """What is said of a page that came without any text and has nothing else to say; "" of any other."""
    if page.document.blocks or page.errors or page.response.url.startswith("about:"):
        return ""
    what = "file" if page.response.url.startswith("file:") else "page"
    return f"the {what} has no text" if page.response.body.strip() else f"the {what} is empty"
