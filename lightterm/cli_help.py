"""`--help`, and the table of exit codes that it, the manual page and about:exit-codes share."""

from __future__ import annotations

from lightterm.cli_argparse import argument_parser
from lightterm.errors import LighttermError
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = """\
Examples:
  lightterm https://example.org              the page, links numbered and listed
  lightterm --links inline -w 72 page.html   a file, addresses behind the links
  curl -s example.org | lightterm -T text/html --base https://example.org
  lightterm about:start                      more, in a page of its own
"""


class ExitCode(Record):
    """One row of the table: the process's exit code, the error's code, and its meaning in a sentence."""

    number: int
    code: str
    meaning: str


def exit_codes() -> tuple[ExitCode, ...]:
    """Every exit code, in the order of the error tree."""
    whole = ExitCode(0, "", "The page was read whole.")
    changed = ExitCode(1, "", "`--diff`: the page changed since it was read the last time.")
    return (whole, changed, *_rows(LighttermError), ExitCode(141, "", "The reader of the output went away (SIGPIPE)."))


def _rows(cls: type[LighttermError]) -> Iterator[ExitCode]:
    for child in cls.__subclasses__():
        if child.__module__ != "lightterm.errors":
            continue  # what a module tells apart for itself has its parent's code
        if child.code != cls.code or not child.__subclasses__():
            yield ExitCode(child.exit_code, child.code, (child.__doc__ or "").strip())
        yield from _rows(child)


def help_text() -> str:
    """The text of --help."""
    import textwrap

    short: dict[int, str] = {}
    for row in exit_codes():
        short.setdefault(row.number, row.code.lower().replace("_", " ") or row.meaning.rstrip(".").lower())
    line = ", ".join(f"{number} {name}" for number, name in sorted(short.items()))
    codes = textwrap.fill(line, 78, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return argument_parser(
        f"{EXAMPLES}\nExit codes (all of them: lightterm about:exit-codes):\n{codes}\n"
    ).format_help()
