"""The table of options as an argparse parser: for help, and for what the plain parser does not take."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter

from lightterm.cli_options import convert
from lightterm.commands.report import tell
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from lightterm.cli_options import Option

    Table = tuple[tuple[str, tuple[Option, ...]], ...]


def argument_parser(table: Table, epilog: str = "") -> ArgumentParser:
    """Options as an argparse parser, in the groups of `table`; a name is in its result only when it was given."""
    parser = _SafeParser(
        "lightterm",
        "lightterm [OPTION]... [URL]...",
        "Show web pages, files and stdin as text with numbered links.",
        epilog,
        formatter_class=RawDescriptionHelpFormatter,
        argument_default=SUPPRESS,
        add_help=False,
    )
    parser.add_argument("URL", nargs="*", help="address, host, file, about: page, or - for stdin")
    for title, members in table:
        group = parser.add_argument_group(title)
        for option in members:
            text = option.full_help.replace("%", "%%")
            if option.kind == "flag":
                group.add_argument(*option.flags, dest=option.name, action="store_true", help=text)
                continue
            group.add_argument(
                *option.flags,
                dest=option.name,
                action="append" if option.repeat else "store",
                type=_Typed(option),
                metavar=f"[={option.metavar}]" if option.optional else option.metavar,
                help=text,
            )
    return parser


class _SafeParser(ArgumentParser):
    """argparse's parser, but its errors are one line, and what they quote (an address from a page, say) is cleaned."""

    def error(self, message: str) -> NoReturn:
        text = f"lightterm: {clean(message).removeprefix('argument ')}; lightterm --help lists the options\n"
        if sys.stderr is not None:
            tell(sys.stderr, text)
        raise SystemExit(2)


class _Typed:
    """`convert`, and whether it is one of the choices, as argparse calls it: the reason reaches the message."""

    def __init__(self, option: Option) -> None:
        self.option = option

    def __call__(self, text: str) -> object:
        choices = self.option.choices
        if choices and text not in choices:
            from lightterm.settings_keys import did_you_mean

            hint = did_you_mean(text, choices)
            raise ArgumentTypeError(f"{text!r} is not one of {', '.join(choices)}{hint}")
        try:
            return convert(self.option, text)
        except ValueError as problem:
            number = {"int": "a whole number", "float": "a number"}.get(self.option.kind)
            raise ArgumentTypeError(f"{text!r} is not {number}" if number else str(problem)) from None
