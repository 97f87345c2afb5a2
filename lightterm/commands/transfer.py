"""What is kept, to a file and from one: all of it as JSON lines, bookmarks as other browsers have them."""

from __future__ import annotations

import os

from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import FileMissing, FileUnreadable, WriteFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from lightterm.commands.front import Front

FILE = Argument("file", "path", "The file.", rest=True)
KINDS = ("netscape", "lynx", "w3m")
SHOWN = 5
"""Problems of a file that are told one by one."""

MAX_BYTES = 64 * 1024 * 1024
"""The largest file of bookmarks that is read."""


@COMMANDS.register(
    "store export",
    "Write all that is kept (history, bookmarks, marks, sessions, cookies ...) to a file, as JSON lines.",
    FILE,
    group="Places",
    aliases=("export",),
)
def store_export(front: Front, call: Invocation) -> None:
    store = front.session.store
    to_file(front, call.text("file"), lambda out: f"{store.export(out)} things")


@COMMANDS.register(
    "store import",
    "Take in what store export wrote, beside what is there.",
    FILE,
    group="Places",
    aliases=("import",),
)
def store_import(front: Front, call: Invocation) -> None:
    path = os.path.expanduser(call.text("file"))
    store = front.session.store

    def work() -> str:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                done = store.import_(file)
        except OSError as problem:
            raise _unreadable(path, problem) from None
        wrong = "; ".join(done.problems[:SHOWN])
        more = f" and {len(done.problems) - SHOWN} more" if len(done.problems) > SHOWN else ""
        return f"took in {done.count} things" + (f"; not: {wrong}{more}" if wrong else "")

    front.behind(work)


@COMMANDS.register(
    "bookmark export",
    "Write the bookmarks to a file that other browsers read.",
    FILE,
    flags=(Flag("as", "f", "The kind of file; netscape is what most read.", "choice", KINDS),),
    group="Places",
)
def bookmark_export(front: Front, call: Invocation) -> None:
    from lightterm.session.store.bookmark_files import write_bookmarks

    store, kind = front.session.store, call.text("as", "netscape")

    def write(out: TextIO) -> str:
        found = store.bookmarks.all()
        out.write(write_bookmarks(found, kind))
        return f"{len(found)} bookmarks"

    to_file(front, call.text("file"), write)


@COMMANDS.register(
    "bookmark import",
    "Take in the bookmark file of another browser; folders become tags.",
    FILE,
    group="Places",
    detail="Reads what Firefox, Chromium and most others export, and the files of lynx and w3m.",
)
def bookmark_import(front: Front, call: Invocation) -> None:
    from lightterm.session.store.bookmark_files import read_bookmarks

    path = os.path.expanduser(call.text("file"))
    store = front.session.store

    def work() -> str:
        try:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES)
        except OSError as problem:
            raise _unreadable(path, problem) from None
        found = read_bookmarks(data.decode("utf-8", "replace"))
        return f"{store.bookmarks.add_all(found)} of {len(found)} bookmarks are new"

    front.behind(work)


def _unreadable(path: str, problem: OSError) -> FileMissing | FileUnreadable:
    kind = FileMissing if isinstance(problem, FileNotFoundError) else FileUnreadable
    return kind(f"{path}: {problem.strerror or problem}")


def to_file(front: Front, path: str, write: Callable[[TextIO], str]) -> None:
    """Write a file, readable by its owner alone, after a question where there is one; what was written is told."""
    path = os.path.expanduser(path)

    def work() -> str:
        begun = f"{path}.part"
        try:
            with open(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
                told = write(out)
            os.replace(begun, path)
        except OSError as problem:
            raise WriteFailed(f"{path}: {problem.strerror or problem}") from None
        return f"wrote {told} to {path}"

    if not os.path.lexists(path):
        front.behind_writes(work)
        return

    def over(answer: str) -> None:
        if answer == "yes":
            front.behind_writes(work)

    front.ask(f"{path} is there already. Write over it?", ("yes", "no"), "no", over)
