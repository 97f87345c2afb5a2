"""What cannot be shown as text: the question what to do with it, and where it is put to be looked at only."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache

from lightterm.errors import CutOff, TimedOut, TooLarge, UnsupportedType
from lightterm.extract.build import size_in_words
from lightterm.fetch.filename import safe_filename
from lightterm.fetch.part_file import PartFile
from lightterm.records import Record
from lightterm.session.visited import is_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.loading import Page

SAVE, OPEN, SOURCE, NOTHING = "download", "open with a program", "show the source", "leave it"
CHOICES = (SAVE, OPEN, SOURCE, NOTHING)
OF_ANSWER = (SAVE, OPEN, NOTHING)


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


def answer(page: Page) -> Unshown:
    """What came as the answer to a form and cannot be shown, or is meant to be saved; it is there whole."""
    response = page.response
    name = safe_filename(response.header("content-disposition"), response.url, page.document.content_type)
    size = size_in_words(len(response.body))
    return Unshown(f"The answer to the form is a file: {name}, {size}", name, response.url)


def main_problem(page: Page, request: Request) -> LighttermError | None:
    """The error that is told, and asked about: a file that did not come whole is a file first, and can be downloaded,
    which goes on where it broke off.
    """
    problem = page.error
    if not isinstance(problem, CutOff | TimedOut | TooLarge) or request.method != "GET" or is_error(page):
        return problem
    file = next((error for error in page.errors if isinstance(error, UnsupportedType)), None)
    if file is None:
        return problem
    words = f"{file.message}, and this is not all of it: {problem.message}"
    of = {name: file.context.get(name) for name in ("url", "content_type")}
    return UnsupportedType(words, actions=file.actions, http_status=None, **of)


def is_answer_file(page: Page, request: Request) -> bool:
    """Whether a page is the answer to a form, whole and no text: it is asked about, and taken from memory."""
    return request.method != "GET" and isinstance(page.error, UnsupportedType) and not page.response.truncated


def saved_for_viewing(page: Page, name: str) -> str:
    """The path of a file that holds the body of a page, to be looked at only. Raises WriteFailed."""
    part = PartFile.new(viewing_folder(), name)
    try:
        part.write(page.response.body)
        return part.finish()
    finally:
        part.close()


def is_attached(page: Page) -> bool:
    """Whether the server means what came to be saved."""
    return page.response.header("content-disposition").partition(";")[0].strip().lower() == "attachment"


@cache
def viewing_folder() -> str:
    """A folder for files that are only to be looked at; it is gone with lightterm."""
    folder = tempfile.mkdtemp(prefix="lightterm-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
