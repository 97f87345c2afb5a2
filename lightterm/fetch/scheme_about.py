"""about: the built-in pages, Markdown files of lightterm/help/."""

from __future__ import annotations

import os

from lightterm.errors import Action, FileMissing
from lightterm.fetch.model import Response
from lightterm.resources import data_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context


def pages() -> tuple[str, ...]:
    """The names of the built-in pages, as in about:NAME."""
    try:
        names = os.listdir(data_file("help"))
    except OSError:
        names = []
    return tuple(sorted(name.removesuffix(".md") for name in names if name.endswith(".md")))


def load(request: Request, context: Context) -> Response:
    """A built-in page. Raises FileMissing, which names the pages there are."""
    name = request.url.partition(":")[2].partition("#")[0].partition("?")[0].lower()
    if name == "blank":
        return Response(request.url, stated_type="text/html", charset="utf-8")
    known = pages()
    if name not in known:
        there = ", ".join(f"about:{page}" for page in ("blank", *known))
        action = Action("open_page", "Open one of them.", 1)
        raise FileMissing(f"no built-in page of that name; there are {there}", actions=(action,), url=request.url[:200])
    with open(data_file("help", name + ".md"), "rb") as file:
        body = file.read(context.bound(request))
    return Response(request.url, body=body, stated_type="text/markdown", charset="utf-8", wire_bytes=len(body))
