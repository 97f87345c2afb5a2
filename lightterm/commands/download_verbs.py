"""Downloads: begun, stopped, gone on with, opened."""

from __future__ import annotations

import os

from lightterm.commands.files import loaded, target_numbered, target_of, with_folder
from lightterm.commands.library import page
from lightterm.commands.navigate import WHERE, beside, shown
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.commands.view_verbs import TARGET
from lightterm.errors import ValidationFailed
from lightterm.fetch.model import Request
from lightterm.fetch.urls import typed_to_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.front import Front
    from lightterm.document.model import Target

NUMBER = Argument("number", "int", "Its number on the list; without one, the last.", optional=True)
GROUP = "Saving and other programs"


@COMMANDS.register(
    "download",
    "Download a link, an address or this page, in the background.",
    Argument("address", "url", "An address or a link's number; without one, this page.", optional=True, expand=True),
    flags=(
        Flag("target", "n", "The link of this number.", "target"),
        Flag("as", "o", "The file or folder to save to.", "path"),
        Flag("ask", "a", "Ask for the file's name."),
    ),
    group=GROUP,
    counts="target",
)
def download(front: Front, call: Invocation) -> None:
    given = call.text("address")
    if call.has("target"):
        _to_place(front, _of_link(front, target_of(front, call)), call)
    elif given.isdecimal() and len(given) < 9:
        _to_place(front, _of_link(front, target_numbered(front, int(given))), call)
    elif given:
        # Not what `open` makes of it: words would be searched for, and the answer saved.
        _to_place(front, Request(url=beside(front, given) or typed_to_url(given)), call)
    else:
        _this_page(front, call)


@COMMANDS.register(
    "download link",
    "Download the link the cursor is on.",
    TARGET,
    flags=(Flag("ask", "a", "Ask for the file's name."),),
    group=GROUP,
    counts="target",
)
def download_link(front: Front, call: Invocation) -> None:
    _to_place(front, _of_link(front, target_of(front, call)), call)


def _of_link(front: Front, target: Target) -> Request:
    """The request of a link: the page asks for it, and may have no more than a page may. Raises ValidationFailed."""
    if not target.url:
        raise ValidationFailed(f"[{target.number}] is no link", actions=())
    return link_request(front, target.url)


def link_request(front: Front, url: str) -> Request:
    """The request of an address that stands on the page that is shown. Raises ValidationFailed."""
    from lightterm.loading import onward

    return onward(loaded(front), url)


def _this_page(front: Front, call: Invocation) -> None:
    """Save the page from memory where it is there whole: not every page can be had twice."""
    visit = shown(front)
    found = visit.page
    if found is None or found.response.truncated or not found.response.body:
        if visit.request.method != "GET":
            raise ValidationFailed("the page is not loaded, and was the answer to a form", actions=())
        _to_place(front, visit.request, call)
        return
    response = found.response

    def save(directory: str, name: str, over: bool) -> None:
        from lightterm.extract.build import size_in_words
        from lightterm.fetch.filename import safe_filename
        from lightterm.fetch.part_file import PartFile

        name = name or safe_filename(response.header("content-disposition"), response.url, found.document.content_type)

        def work() -> str:
            file = PartFile.new(directory or front.downloads.folder(), name, over)
            try:
                file.write(response.body)
                return f"saved {file.finish(over)} ({size_in_words(file.size)})"
            finally:
                file.close()

        front.behind(work)

    _with_place(front, call, response.url, save)


def _to_place(front: Front, request: Request, call: Invocation) -> None:
    def begin(directory: str, name: str, over: bool) -> None:
        front.downloads.begin(request, directory, name, over)

    _with_place(front, call, request.url, begin)


def _with_place(front: Front, call: Invocation, url: str, go: Callable[[str, str, bool], None]) -> None:
    """Find out where to save; `go` gets folder and name ("" for the usual ones), and whether to write over a file."""
    if call.has("ask"):
        from lightterm.commands.sources import paths
        from lightterm.fetch.filename import safe_filename

        proposed = os.path.join(front.downloads.folder(), safe_filename("", url, ""))
        front.ask_text("Save as:", proposed, lambda path: _named(front, path, go), paths)
    elif call.text("as"):
        _named(front, call.text("as"), go)
    else:
        go("", "", False)


def _named(front: Front, path: str, go: Callable[[str, str, bool], None]) -> None:
    """Go with a path that was typed: a folder, or a file, after a question where that is there already."""
    if not path.strip():
        raise ValidationFailed("no name was given", actions=())
    full = os.path.abspath(os.path.expanduser(path.strip()))
    if path.strip().endswith(os.sep) or os.path.isdir(full):
        with_folder(front, full, lambda: go(full, "", False))
    elif not os.path.lexists(full):
        folder, name = os.path.split(full)
        if folder == os.path.abspath(front.downloads.folder()):
            go(folder, name, False)  # the one proposed, which is made for downloads unasked
        else:
            with_folder(front, folder, lambda: go(folder, name, False))
    else:

        def answered(answer: str) -> None:
            if answer != "no":
                go(*os.path.split(full), answer == "replace it")

        front.ask(f"{full} is there already.", ("replace it", "keep both", "no"), "no", answered)


@COMMANDS.register(
    "download cancel", "Stop a download; what came stays as a .part file.", NUMBER, group=GROUP, counts="number"
)
def download_cancel(front: Front, call: Invocation) -> None:
    front.downloads.cancel(call.number("number"))


@COMMANDS.register(
    "download resume",
    "Go on with a download that stopped.",
    NUMBER,
    group=GROUP,
    aliases=("download retry",),
    counts="number",
)
def download_resume(front: Front, call: Invocation) -> None:
    front.downloads.resume(call.number("number"))


@COMMANDS.register("download open", "Open a finished download with its program.", NUMBER, group=GROUP, counts="number")
def download_open(front: Front, call: Invocation) -> None:
    number = call.number("number")
    if number is None:
        done = [each for each in front.downloads.all() if each.download.state == "done"]
        if not done:
            raise ValidationFailed("no download is done", actions=())
        number = done[-1].number
    one = front.downloads.listed(number)
    if one.download.state != "done":
        raise ValidationFailed(f"download {one.number} is {one.state}", actions=())
    if not os.path.isfile(one.download.path):
        raise ValidationFailed(f"{one.download.path} is there no longer", actions=())
    front.show_file(one.download.path)


@COMMANDS.register("download clear", "Take finished downloads off the list.", NUMBER, group=GROUP, counts="number")
def download_clear(front: Front, call: Invocation) -> None:
    count = front.downloads.clear(call.number("number"))
    if not count:
        raise ValidationFailed("there is no finished download on the list", actions=())
    front.say(f"took {count} download{'' if count == 1 else 's'} off the list")


@COMMANDS.register("downloads", "Show the downloads.", flags=WHERE, group=GROUP)
def downloads(front: Front, call: Invocation) -> None:
    page(front, "downloads", "", call)
