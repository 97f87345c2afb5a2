"""The program itself: help, the version, files of commands, and the end."""

from __future__ import annotations

import os

from lightterm.commands.library import page
from lightterm.commands.navigate import WHERE
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import FileMissing, FileUnreadable, ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.front import Front
    from lightterm.session.download import Transfer

MAX_FILE_BYTES = 1_000_000


@COMMANDS.register(
    "help",
    "Show help: the manual, or what there is on a command, a setting, a key or a word.",
    Argument("topic", "topic", "A command, a setting, keys, commands, settings, keys.", optional=True, rest=True),
    flags=WHERE,
    group="Session",
    aliases=("h",),
)
def help_(front: Front, call: Invocation) -> None:
    topic = call.text("topic")
    page(front, "help" if topic else front.manual, topic, call)


@COMMANDS.register("version", "Say which lightterm this is, and what it runs on.", group="Session")
def version(front: Front, call: Invocation) -> None:
    import platform

    from lightterm import __version__
    from lightterm.confined import kinds
    from lightterm.engines.chromium import may_sandbox

    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    held = f"by {' and '.join(found)}" if (found := kinds()) else "by bounds alone, as this system offers no more"
    chromium = "" if may_sandbox() else "; Chromium goes without its sandbox, as root has none"
    front.say(f"lightterm {__version__}, {system}; what reads PDF, SVG and media is confined {held}{chromium}")


@COMMANDS.register("messages", "Show what was told in this session.", flags=WHERE, group="Session")
def messages(front: Front, call: Invocation) -> None:
    page(front, "messages", "", call)


@COMMANDS.register(
    "run",
    "Run the commands of a file, a line each; # begins a comment.",
    Argument("file", "path", "The file.", rest=True),
    group="Keys and command line",
)
def run(front: Front, call: Invocation) -> None:
    from lightterm.commands.run import run_line

    path = os.path.expanduser(call.text("file"))
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise FileMissing(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise FileUnreadable(f"{path}: {getattr(problem, 'strerror', '') or 'not UTF-8'}") from None
    if len(text) > MAX_FILE_BYTES:
        raise FileUnreadable(f"{path}: larger than {MAX_FILE_BYTES} characters")
    for number, line in enumerate(text.splitlines(), 1):
        wanted = line.strip()
        if not wanted or wanted.startswith("#"):
            continue
        if wanted.split()[0] == "run":
            raise ValidationFailed(f"{path}:{number}: a file of commands runs no other file", actions=())
        if not run_line(front, wanted):
            front.say(f"{path}:{number}: stopped here", "warning")
            return


@COMMANDS.register(
    "quit",
    "End lightterm; with session.restore always the tabs are there again at the next start.",
    flags=(Flag("ask", "a", "Ask first."),),
    group="Session",
    aliases=("q", "qa", "x", "exit", "wq"),
    detail="While files are being downloaded it is asked first, as they stop then; and where a form is filled in that "
    "is not sent, and the tabs do not come back. `:quit now` asks nothing.",
)
def quit_(front: Front, call: Invocation) -> None:
    running = front.downloads.running
    told = [_stopping(running)] if running else []
    if front.keyed:  # a line that is typed is meant, as the end of the input is
        from lightterm.commands.unsent import lost, unsent

        told += [lost(names)] if (names := unsent(front)) else []
    if not told and not call.has("ask"):
        front.quit()
        return
    question = f"{' '.join(told)} Quit?" if told else "Really quit?"
    default = "no" if told else "yes"
    front.ask(question, ("yes", "no"), default, lambda answer: front.quit() if answer == "yes" else None)


def _stopping(running: Sequence[Transfer]) -> str:
    """What is said of downloads under way to who wants to quit."""
    if len(running) > 1:
        return f"{len(running)} files are being downloaded. They stop; :download resume goes on with each later."
    download = running[0].download
    name = os.path.basename(download.path) or download.url
    return f"{name} is being downloaded. It stops; :download resume goes on with it later."


@COMMANDS.register(
    "quit now",
    "End lightterm without a question, whatever is being downloaded or filled in.",
    group="Session",
    aliases=("q!", "qa!", "quit!"),
)
def quit_now(front: Front, call: Invocation) -> None:
    front.quit()
