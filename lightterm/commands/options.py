"""What a dump is asked to do, apart from what settings say."""

from __future__ import annotations

import os

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from lightterm.extract.view import View
    from lightterm.output.wanted import Budget, Selection

LINES = ("text", "ansi", "html-source", "headers")
"""Formats that are lines of a layout, or the reply itself."""

COMPARED = ("text", "ansi", "markdown", "json", "a11y")
"""Formats in which `--diff` says what changed."""

DEFAULT_WIDTH = 80

Headers = tuple[tuple[str, str], ...]


class DumpOptions(Record):
    """The flags of one `lightterm --dump` that no setting stands for; all others are the settings' request layer.

    `urls` are as typed, in order; "-" is stdin, of which `media_type` and `charset` ("" to find out) tell the kind,
    as they do for local files; `base` is the URL its links are relative to ("" for none).
    `images` puts the page's pictures into its text where standard output is a terminal that shows some.
    `title` prints nothing but the title; `include_headers` puts the reply's headers before whatever is printed.
    Source and headers alone are values of `output.format`; `--head` is `headers` asked for with method HEAD.
    `form` holds the fields to fill in the page's first form that has them, which is then submitted.
    `download` is the directory to save into, None to show. `data` is a request body, `method` "" the natural one.
    `freshness` is as in `Request`: any, fresh or cached. `robots` asks robots.txt first, as for a program;
    `listed` says that the address comes from a list, and is asked for as by a program unless it is a file.
    `cookie_jar` is a Netscape cookie file to read and write, `user` "name:password", each "" for none.
    `password` opens encrypted files.
    `trace` says on stderr how each page was got: "text", "json", "" not at all.
    `more` is how often a page whose scripts run is scrolled to its end, for what that adds.
    `encoding` is the output's charset, "" for that of the locale. `contents` are the forms of the text that JSON holds.
    `media` is the directory to save the page's media into, "" for none. `diff` prints what changed since the last time
    instead of the page.
    `selectors` and `excluded` are CSS, `selection` and `budget` what of the rest is printed.
    """

    urls: tuple[str, ...] = ()
    title: bool = False
    images: bool = False
    include_headers: bool = False
    form: tuple[tuple[str, str], ...] = ()
    download: str | None = None
    headers: Headers = ()
    data: bytes | None = None
    method: str = ""
    cookie_jar: str = ""
    user: str = ""
    freshness: str = "any"
    robots: bool = False
    listed: bool = False
    password: str = ""
    media_type: str = ""
    charset: str = ""
    base: str = ""
    encoding: str = ""
    contents: tuple[str, ...] = ()
    trace: str = ""
    more: int = 0
    selectors: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    selection: Selection | None = None
    budget: Budget | None = None
    diff: bool = False
    media: str = ""
    quiet: bool = False
    verbose: bool = False

    def asker(self, url: str) -> str:
        """Who asks for a page: for a "program" robots.txt and the address guard apply; a person names any file."""
        return "program" if self.listed and not url.startswith("file:") else "person"


def told_view(view: View, options: DumpOptions, form: str, styled: bool = False) -> View:
    """How pages are read that are written in the format `form`, with what is selected of them."""
    if form in LINES and not options.selectors and not options.excluded:
        return view.replace(styled=styled)
    from lightterm.commands.formats import STRUCTURED

    return view.replace(
        styled=styled,
        structure=form in STRUCTURED,
        access=form == "a11y",
        selectors=options.selectors,
        excluded=options.excluded,
    )


def columns(asked: int, stdout: BinaryIO) -> int:
    """The width asked for, else the terminal's, else 80."""
    if asked:
        return asked
    try:
        return (os.get_terminal_size(stdout.fileno()).columns if stdout.isatty() else 0) or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH


def check(options: DumpOptions, form: str) -> None:
    """Raises ConfigError for values that no page could make sense of."""
    if options.budget is not None and form in (*LINES[1:], "har", "metadata"):
        from lightterm.errors import ConfigError

        raise ConfigError(f"--max-tokens, --max-chars and --cursor are not for --format {form}")
    if options.contents and form != "json":
        from lightterm.errors import ConfigError

        raise ConfigError(f"--content says what JSON holds, and is not for --format {form}")
    if options.diff:
        _check_diff(options, form)
    if options.selection is not None or options.selectors or options.excluded:
        from lightterm.commands.selecting import check_asked

        check_asked(options, form)
    if options.encoding:
        try:
            "".encode(options.encoding)
        except (LookupError, UnicodeError):
            from lightterm.errors import ConfigError

            raise ConfigError(f"--encoding {options.encoding}: no charset that can be written") from None
    if options.base:
        from lightterm.errors import ConfigError, LighttermError
        from lightterm.fetch.urls import parts

        try:
            parts(options.base)
        except LighttermError:
            raise ConfigError(f"--base {options.base}: not an absolute address") from None


def _check_diff(options: DumpOptions, form: str) -> None:
    """Raises ConfigError for what says nothing of a page's text, and so cannot say what is other in it."""
    named = (("title", options.title), ("download", options.download is not None), ("head", options.method == "HEAD"))
    wrong = next((f"--{name}" for name, given in named if given), "" if form in COMPARED else f"--format {form}")
    if wrong:
        from lightterm.errors import ConfigError

        raise ConfigError(f"--diff and {wrong} contradict each other: what changed is told as {', '.join(COMPARED)}")
