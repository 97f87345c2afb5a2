"""The manual page, made from the table of options, the settings and the exit codes (groff_man(7) macros)."""

from __future__ import annotations

from lightterm import __version__
from lightterm.cli_help import exit_codes
from lightterm.cli_options import table
from lightterm.settings_keys import KEYS

RELEASED = "2026-11-21"
"""The day of the release, as in CHANGELOG.md."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.cli_options import Option


def manpage() -> str:
    """The page as roff."""
    lines = [
        f'.TH LIGHTTERM 1 "{RELEASED}" "lightterm {__version__}" "User Commands"',
        ".SH NAME",
        _roff("lightterm - terminal-first text browser: shows pages as text with numbered links"),
        ".SH SYNOPSIS",
        ".B lightterm",
        r"[\fIOPTION\fR]... [\fIURL\fR]...",
        ".SH DESCRIPTION",
        _roff("lightterm prints web pages, files and standard input as text with numbered links."),
        _roff("A URL may be an address, a bare host, a file, an about: page, or - for standard input, which is also"),
        _roff("read when no URL is given and standard input is not a terminal."),
        _roff("The exit status is 0 only for a page that was read whole."),
        ".SH OPTIONS",
    ]
    for title, options in table():
        lines.append(f".SS {title}")
        for option in options:
            lines += [".TP", _flags(option), _roff(option.full_help)]
    lines += [".SH EXIT STATUS"]
    for row in exit_codes():
        lines += [".TP", f".B {row.number}", _roff(f"{row.code}: {row.meaning}" if row.code else row.meaning)]
    lines += _environment()
    return "\n".join(lines) + "\n"


def _environment() -> list[str]:
    lines = [".SH ENVIRONMENT"]
    for name, text in (
        ("LIGHTTERM_IDENTITY", "Whom one is, as --identity names it."),
        ("LIGHTTERM_CONFIG", "The settings file, as --config names it."),
        ("http_proxy, https_proxy, all_proxy, no_proxy", "Proxies, unless --proxy or --no-proxy is given."),
        ("SSL_CERT_FILE", "CA certificates to trust, as --cacert names them."),
        ("NO_COLOR", "When set, no colours unless --color always is given."),
    ):
        lines += [".TP", f".B {_roff(name)}", _roff(text)]
    lines += [".SH FILES", ".TP", r".I ~/.config/lightterm/config.yaml"]
    lines += [_roff("Settings in YAML. config/default.yaml explains each; the keys are:"), ".br"]
    lines += [_roff(", ".join(KEYS) + ".")]
    lines += [".SH SEE ALSO", _roff("lightterm about:help, about:recipes, about:exit-codes"), ".br"]
    return [*lines, ".BR w3m (1),", ".BR lynx (1)"]


def _flags(option: Option) -> str:
    value = rf"\fI{_escape(option.metavar)}\fR"
    parts = []
    for flag in option.flags:
        name = rf"\fB{_escape(flag)}\fR"
        if option.optional:
            parts.append(f"{name}[={value}]")
        else:
            parts.append(f"{name} {value}" if option.metavar else name)
    return ", ".join(parts)


def _escape(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-").replace("~", r"\(ti")


def _roff(text: str) -> str:
    import textwrap

    lines = textwrap.wrap(text, 72, break_long_words=False, break_on_hyphens=False)
    return "\n".join(rf"\&{line}" if line[:1] in (".", "'") else line for line in map(_escape, lines))
