"""Copying, saving, and other programs."""

from __future__ import annotations

import os

from lightterm.commands.navigate import shown
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import ValidationFailed, WriteFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.front import Front
    from lightterm.document.model import Document, Target
    from lightterm.loading import Page

WHAT = (
    "url",
    "title",
    "host",
    "link",
    "link-text",
    "markdown",
    "link-markdown",
    "selection",
    "word",
    "text",
    "source",
    "here",
)
FORMATS = ("text", "ansi", "html", "markdown", "json", "a11y", "links", "outline", "mhtml")
_ENDING_OF = {"ansi": "ansi", "html": "html", "markdown": "md", "json": "json", "mhtml": "mhtml"}

_GIVEN = ("http:", "https:", "file:", "mailto:", "tel:", "ftp:", "sftp:", "gopher:", "gemini:", "magnet:")
"""What other programs are given of addresses."""


def loaded(front: Front) -> Page:
    """The page that is shown, loaded. Raises ValidationFailed."""
    page = shown(front).page
    if page is None:
        raise ValidationFailed("the page is not loaded yet", actions=())
    return page


def target_of(front: Front, call: Invocation) -> Target:
    """The target that a command means: by its number, else under the cursor. Raises ValidationFailed."""
    number = call.number("target") or front.view.target
    if not number:
        raise ValidationFailed("the cursor is on no link; give a number", actions=())
    return target_numbered(front, number)


def target_numbered(front: Front, number: int) -> Target:
    """The target of a number on the page that is shown. Raises ValidationFailed."""
    try:
        return loaded(front).document.targets[number]
    except IndexError:
        raise ValidationFailed(f"there is no target {number} on the page", actions=()) from None


@COMMANDS.register(
    "yank",
    "Copy the page's address, or something else of the page, to the clipboard.",
    Argument("what", "choice", "What to copy; the selection, if there is one, else the address.", WHAT, optional=True),
    flags=(Flag("target", "n", "The link of this number.", "target"),),
    group="Selecting and copying",
    aliases=("y",),
    counts="target",
    detail="`here` is the link under the cursor, and the page's address where there is none.",
)
def yank(front: Front, call: Invocation) -> None:
    what = call.text("what")
    if not what:
        what = "selection" if front.view.selection else "link" if call.number("target") else "url"
    if what == "here":
        what = "link" if (call.number("target") or front.view.target) and target_of(front, call).url else "url"
    slow = front.view.slow_selection if what == "selection" else None
    text = _text(front, call, what) if slow is None else ""
    if slow is None and not text:
        raise ValidationFailed(f"there is no {what} to copy", actions=())
    if slow is None:
        front.copy(text, lambda copied: front.say(_said(copied)))
        return
    said: list[str] = []

    def made() -> str:
        text = slow()
        said.append(_said(text))  # in the thread that makes it, too: to count the lines of 5 MB takes 4 ms
        return text

    front.copy(made, lambda _copied: front.say(said[0]))


def _said(text: str) -> str:
    words = text.strip()
    first = words[:200].splitlines()[0] if words else ""
    more = text.count("\n")
    return f"copied {first}" + (f" and {more} more line{'s' if more > 1 else ''}" if "\n" in words else "")


def _text(front: Front, call: Invocation, what: str) -> str:
    if what in ("link", "link-text", "link-markdown"):
        target = target_of(front, call)
        return {"link": target.url, "link-text": target.text}.get(what) or markdown_link(target.text, target.url)
    if what in ("selection", "word"):
        return front.view.selection if what == "selection" else front.view.word
    if what == "text":
        return page_text(_laid_out(front, loaded(front)), front.view.columns)
    if what == "source":
        return source_text(loaded(front))
    visit = shown(front)
    if what == "host":
        from lightterm.fetch.urls import host_of

        return host_of(visit.url)
    return {"url": visit.url, "title": visit.title}.get(what) or markdown_link(visit.title, visit.url)


def markdown_link(text: str, url: str) -> str:
    """A link in Markdown that any text and address survives (CommonMark 0.31, section 6.3)."""
    words = "".join(f"\\{c}" if c in "\\[]*_`<" else c for c in " ".join(text.split())) or url
    shown_url = f"<{url}>" if any(c in url for c in "() ") else url
    return f"[{words}]({shown_url})"


def _laid_out(front: Front, page: Page) -> Document:
    """What the page says, its tables as they are on the screen."""
    if front.session.settings_for(page.document.url).output.tables != "records":
        return page.document
    from lightterm.document.stacked import in_records

    return in_records(page.document)


def page_text(document: Document, columns: int, numbers: bool = False) -> str:
    """The page as plain text."""
    from lightterm.document.layout import text_lines
    from lightterm.safe import output_guard

    return output_guard("\n".join(text_lines(document.blocks, columns, numbers)) + "\n")


def source_text(page: Page) -> str:
    """The page's markup, cleaned for a terminal."""
    from lightterm.safe import clean_text

    return clean_text(page.snapshot.markup.decode("utf-8", "replace"))


@COMMANDS.register(
    "copy",
    "Copy a text to the clipboard.",
    Argument("text", "text", "The text; {url}, {title} ... are filled in.", rest=True, expand=True),
    group="Selecting and copying",
)
def copy(front: Front, call: Invocation) -> None:
    front.copy(call.text("text"))


@COMMANDS.register(
    "save",
    "Save the page as text, Markdown, JSON, text with colours, its links, its outline, its source, or all in one file.",
    Argument("file", "path", "A file or folder; asked for when left out.", optional=True, rest=True, expand=True),
    flags=(Flag("as", "f", "The format; else what the file's ending says.", "choice", FORMATS),),
    group="Saving and other programs",
    aliases=("w", "write"),
    detail="As mhtml the page has its style sheets and pictures with it, for lightterm and other browsers to open.",
)
def save(front: Front, call: Invocation) -> None:
    from lightterm.fetch.filename import safe_filename

    page = loaded(front)
    form = call.text("as")
    given = os.path.expanduser(call.text("file"))
    ending = _ENDING_OF.get(form, "txt")
    suggested = os.path.splitext(safe_filename("", page.response.url, page.response.stated_type))[0] + f".{ending}"
    if not given:
        from lightterm.commands.sources import paths

        question = f"Save as (in {os.getcwd()}):"
        front.ask_text(question, suggested, lambda name: _save(front, page, name, form), paths)
        return
    if os.path.isdir(given) or given.endswith("/"):
        given = os.path.join(given, suggested)
    _save(front, page, given, form)


def _save(front: Front, page: Page, path: str, form: str) -> None:
    path = os.path.expanduser(path.strip())
    from lightterm.commands.endings import form_of

    form = form or form_of(page, path)

    def write() -> None:
        if form == "mhtml":
            front.say(f"saving {path} with its pictures")
            front.behind(lambda: _with_parts(front, page, path))
        else:
            front.say(_written(path, in_format(front, page, form)))

    if os.path.lexists(path):

        def over(answer: str) -> None:
            if answer == "yes":
                write()

        front.ask(f"{path} is there already. Write over it?", ("yes", "no"), "no", over)
        return
    with_folder(front, os.path.dirname(os.path.abspath(path)), write)


def _with_parts(front: Front, page: Page, path: str) -> str:
    from lightterm.session.archive import archived

    data, missing = archived(front.session, page)
    left_out = f"; {missing} of its pictures and style sheets could not be had" if missing else ""
    return _written(path, data) + left_out


def with_folder(front: Front, folder: str, go: Callable[[], None]) -> None:
    """Go on where the folder is there, else once the person wants it made: its name may be mistyped."""
    if os.path.lexists(folder):
        go()
        return

    def answered(answer: str) -> None:
        if answer == "yes":
            go()
        else:
            front.say("nothing was saved")

    front.ask(f"There is no folder {folder}. Make it?", ("yes", "no"), "no", answered)


def in_format(front: Front, page: Page, form: str) -> bytes:
    """The page in one of FORMATS; `html` is its source as it came."""
    columns = front.view.columns
    if form == "html":
        return page.response.body
    if form in ("markdown", "json", "a11y", "links", "outline"):
        from lightterm.commands.formats import STRUCTURED, Form, formatted
        from lightterm.fetch.urls import display_url
        from lightterm.safe import output_guard
        from lightterm.session.reader import is_reader

        document = page.document
        if form in STRUCTURED:
            document = front.session.structured(page, columns, is_reader(document))
        output = front.session.settings_for(page.document.url).output.replace(format=form)
        return output_guard(formatted(page, document, Form(output, columns), display_url)).encode()
    if form == "ansi":
        from lightterm.output.ansi import styled_lines

        return ("\n".join(styled_lines(_laid_out(front, page).blocks, columns, True, True, {})) + "\n").encode()
    return page_text(_laid_out(front, page), columns).encode()


def _written(path: str, data: bytes) -> str:
    """Write a file; what to say of it. Raises WriteFailed."""
    from lightterm.whole_file import replace_file

    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        replace_file(path, data, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666)
    except OSError as problem:
        raise WriteFailed(f"{path}: {problem.strerror or problem}") from None
    return f"saved {path} ({len(data)} bytes)"


@COMMANDS.register(
    "pipe",
    "Run a program with the page's text as its input.",
    Argument("program", "program", "The program and its arguments.", many=True, expand=True),
    flags=(Flag("source", "s", "The source instead of the text."), Flag("selection", "e", "The selection.")),
    group="Saving and other programs",
)
def pipe(front: Front, call: Invocation) -> None:
    front.spawn(_program(call), _input(front, call), terminal=True)


def _input(front: Front, call: Invocation) -> bytes:
    """What of the page a program is to get."""
    if call.has("selection"):
        return front.view.selection.encode()
    page = loaded(front)
    return page.response.body if call.has("source") else page_text(_laid_out(front, page), front.view.columns).encode()


def _program(call: Invocation) -> tuple[str, ...]:
    words = call.words("program")
    if not words:
        raise ValidationFailed(f"{call.name} needs a program: {call.command.usage}", actions=())
    return (os.path.expanduser(words[0]), *words[1:])


@COMMANDS.register(
    "spawn",
    "Run a program, without a shell: spawn mpv {link}.",
    Argument("program", "program", "The program and its arguments.", many=True, expand=True),
    flags=(
        Flag("terminal", "t", "Give it the terminal until it ends."),
        Flag("page", "p", "Give it the page's text as its input."),
        Flag("source", "s", "Give it the page's source as its input."),
        Flag("selection", "e", "Give it the selection as its input."),
    ),
    group="Saving and other programs",
    detail="Without the terminal it runs on its own, and goes on when lightterm ends. In the app its end is told.",
)
def spawn(front: Front, call: Invocation) -> None:
    given = any(call.has(flag) for flag in ("page", "source", "selection"))
    front.spawn(_program(call), _input(front, call) if given else b"", call.has("terminal"), told=True)


@COMMANDS.register(
    "shell",
    "Run a line of shell in the terminal; without one, a shell.",
    Argument("line", "text", "The line, as typed: nothing of the page is put into it.", optional=True, rest=True),
    group="Saving and other programs",
)
def shell(front: Front, call: Invocation) -> None:
    line = call.text("line")
    program = os.environ.get("SHELL") or ("cmd.exe" if os.name == "nt" else "/bin/sh")
    front.spawn((program, "/c" if os.name == "nt" else "-c", line) if line else (program,), terminal=True)


@COMMANDS.register(
    "external",
    "Open this page, a link or an address in the system's own browser, or in a program.",
    Argument(
        "program", "program", "A program and its arguments; {} is where the address goes.", many=True, expand=True
    ),
    flags=(Flag("target", "n", "The link of this number.", "target"), Flag("link", "l", "The link under the cursor.")),
    group="Saving and other programs",
    aliases=("open-with",),
    counts="target",
)
def external(front: Front, call: Invocation) -> None:
    from lightterm.commands.elsewhere import hand_over

    link = call.has("link") or call.has("target")
    url = target_of(front, call).url if link else shown(front).url
    if not url.startswith(
        ("http:", "https:", "file:", "mailto:", "tel:", "ftp:", "sftp:", "gopher:", "gemini:", "magnet:")
    ):
        raise ValidationFailed(f"no other program is given {url[:100]}", actions=())
    hand_over(front, url, call.words("program"))


@COMMANDS.register(
    "edit page",
    "Look at the page's text, or its source, in the editor.",
    flags=(Flag("source", "s", "The source."),),
    group="Saving and other programs",
)
def edit_page(front: Front, call: Invocation) -> None:
    page = loaded(front)
    if call.has("source"):
        front.edit(source_text(page), ".html", lambda _text: None)
    else:
        front.edit(page_text(_laid_out(front, page), front.view.columns), ".txt", lambda _text: None)


@COMMANDS.register(
    "edit settings", "Edit the settings file in the editor; it is checked and read again.", group="Settings"
)
def edit_settings(front: Front, call: Invocation) -> None:
    from lightterm.resources import read_text

    try:
        with open(front.config_file, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = "".join(f"# {line}".rstrip() + "\n" for line in read_text("config", "default.yaml").splitlines())
    except (OSError, UnicodeDecodeError) as problem:
        raise ValidationFailed(f"{front.config_file}: {problem}", actions=()) from None
    front.edit(text, ".yaml", lambda edited: _take_settings(front, edited))


def _take_settings(front: Front, text: str) -> None:
    """Keep edited settings if they can be read; otherwise say what is wrong and leave the file."""
    from lightterm.errors import LighttermError
    from lightterm.settings import Settings
    from lightterm.settings_edit import write_file
    from lightterm.settings_file import read_text_layers

    try:
        layers = read_text_layers(text, front.config_file)
        write_file(front.config_file, text)
    except LighttermError as error:
        front.fail(error)
        return
    own = front.session.settings.layers
    front.session.configure(Settings.resolve(layers.replace(session=own.session, request=own.request)))
    front.configured()
    front.say(f"read {front.config_file}")
