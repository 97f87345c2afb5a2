"""`--help`, and the table of exit codes that it, the manual page and about:exit-codes share."""

from __future__ import annotations

from lightterm.cli_argparse import argument_parser
from lightterm.cli_options import EXIT_CODES, TOPICS, table
from lightterm.errors import LighttermError
from lightterm.records import Record
from lightterm.settings_keys import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from lightterm.cli_options import Option

WIDTH, COLUMN = 80, 27
"""Cells of the help, and those that the options take of them."""

ABOUT = "Show web pages, files, about: pages and stdin (-) as text with numbered links."
EXAMPLES = """\
Examples:
  lightterm https://example.org              the page, links numbered and listed
  lightterm --links inline -w 72 page.html   a file, addresses behind the links
  curl -s example.org | lightterm -T text/html --base https://example.org
  lightterm about:start                      more, in a page of its own
"""
USUAL = frozenset(
    (
        "dump line width links format source head download quiet verbose selector header data form fresh offline user "
        "cookie-jar private timeout proxy insecure batch out tier no-js reader no-css type set version help"
    ).split()
)
"""What `--help` alone shows: a page of a terminal or two, as nobody reads all of the options to find one."""


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


def help_text(topics: Sequence[str] = ()) -> str:
    """The text of --help: the usual options, or what `topics` name; raises ConfigError for what is no topic."""
    return "\n".join(map(_about, topics)) if topics else _usual()


def _usual() -> str:
    rows = ["usage: lightterm [OPTION]... [URL]...", "", *_folded(ABOUT)]
    for title, options in table():
        if shown := [option for option in options if option.name in USUAL]:
            rows += [f"{title}:", *(line for option in shown for line in _row(option))]
    groups = ", ".join(title.lower() for title, _ in table())
    more = f"More: --help all; --help and a group ({groups}), an option (width) or {EXIT_CODES}; --man."
    return "\n".join([*rows, *_codes(), *_folded(more)]) + "\n"


def _row(option: Option) -> list[str]:
    flags = ", ".join([*(flag for flag in option.flags if flag[1] != "-"), f"--{option.name}"])
    value = f"[={option.metavar}]" if option.optional else option.metavar
    start = f"  {flags} {value}".ljust(COLUMN)
    if option.choices and option.kind != "flag":
        said = f"{option.help.partition(':')[0]}: {', '.join(option.choices)}."
        return _folded(said, start, " " * COLUMN, max_lines=2, placeholder=" ...")
    return [start + _clause(option.help)]


def _clause(text: str) -> str:
    """As much of a sentence as a line has room for, cut where it goes on about something else."""
    room = WIDTH - COLUMN
    for sign in "" if len(text) <= room else ";:,":
        pieces = text[: room + 1].split(f"{sign} ")[:-1]
        while pieces:
            start = f"{sign} ".join(pieces)
            if start.count("(") == start.count(")"):
                return f"{start}."
            pieces.pop()
    return text


def _folded(text: str, first: str = "", rest: str = "", **more: Any) -> list[str]:
    import textwrap

    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, **more)


def _codes() -> list[str]:
    """The exit codes, each once."""
    short = {0: "page read whole", 1: "changed (--diff)", 5: "network error", 141: "broken pipe"}
    for row in exit_codes():
        short.setdefault(row.number, row.code.lower().removeprefix("network_").replace("_", " "))
    line = ", ".join(f"{number} {name}" for number, name in sorted(short.items()))
    return ["Exit codes:", *_folded(f"{line}.", "  ", "  ")]


def _about(topic: str) -> str:
    """All there is about a topic: every option, those of a group, a single one, the exit codes."""
    word = topic.lower().lstrip("-")
    if word == "all":
        return argument_parser(table(), "\n".join([EXAMPLES, *_codes(), ""])).format_help()
    if word == EXIT_CODES:
        return "".join(f"{row.number:4} {row.code or '-':26} {row.meaning}\n" for row in exit_codes())
    groups = tuple((title, options) for title, options in table() if title.lower() == word)
    single = tuple((title, (option,)) for title, options in table() for option in options if word in _names(option))
    if not groups + single:
        from lightterm.errors import ConfigError

        names = (*TOPICS, *(name for _, options in table() for option in options for name in _names(option)))
        raise ConfigError(f"--help {topic}: no option, nor a group of them{did_you_mean(word, names)}")
    text = argument_parser(groups or single).format_help()
    return text[text.index(f"{(groups or single)[0][0]}:\n") :]


def _names(option: Option) -> list[str]:
    """An option's flags without their dashes."""
    return [flag.lstrip("-") for flag in option.flags]
