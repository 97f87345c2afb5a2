"""The command line: arguments to settings and options, one command, and an exit code a script can trust."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # built in, without stubs: signal itself loads enum
import gc
import io
import os
import sys

from lightterm import module_finder
from lightterm.cli_options import PROGRAMS, UsageError, misfit, options_of, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import BinaryIO, NoReturn, TextIO

    from lightterm.cli_options import Given, Option
    from lightterm.commands.options import DumpOptions
    from lightterm.output.wanted import Budget, Selection
    from lightterm.settings import Settings

SIGPIPE_EXIT, INTERRUPT_EXIT, USAGE_EXIT = 141, 130, 2
COLLECT_AFTER = 1_000_000
"""New objects after which cycles are looked for. A page is many objects and few cycles: looking as often as Python does
by default took 8 % of the CPU time."""
PRINTING = frozenset(
    (
        "dump format source head include title images download encoding form data method trace more links content json "
        "selector exclude keyword keyword-mode pattern query top threshold combine max-tokens max-chars "
        "priority cursor no-numbers no-metadata color batch diff search-pages download-media"
    ).split()
)
"""Options that are for a dump alone."""
ERRANDS = frozenset(("install-browser", "wipe", "version", "help", "man", "completion"))
"""Options that open no page."""


def run() -> NoReturn:
    """What the launcher calls: `main`, then an end that frees nothing, as the system does that at once."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # as long as there is nothing to close: none can be lost
    gc.set_threshold(COLLECT_AFTER)
    module_finder.install()
    if output_encoding(os.environ, "") == "ascii":
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper) and (stream is sys.stderr or stream.isatty()):
                stream.reconfigure(encoding="ascii", errors="backslashreplace")
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as problem:
            if stream is sys.stdout or isinstance(problem, BrokenPipeError):
                code = code or SIGPIPE_EXIT
    os._exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what `argv` (default: the process's own) says; the exit code of lightterm/help/exit-codes.md."""
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        words = _called_as(sys.argv[0]) + words
    try:
        code = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except UsageError:
        return USAGE_EXIT
    except BrokenPipeError:
        return _die_of("SIGPIPE", SIGPIPE_EXIT)
    except KeyboardInterrupt:
        return _die_of("SIGINT", INTERRUPT_EXIT)
    except Exception as problem:
        return _report(problem, words)


def _called_as(program: str) -> list[str]:
    """`--as w3m` when a link to lightterm is called w3m."""
    name = os.path.basename(program).removesuffix(".exe")
    return ["--as", name] if name in PROGRAMS else []


def _dispatch(words: list[str]) -> int:
    if words[:1] in (["mcp"], ["daemon"]):
        from lightterm.agent.start import run as serve
        from lightterm.ctrl_c import raises

        raises()
        return serve(words[1:], words[0])
    if words and (words[0] == "--as" or words[0].startswith("--as=")):
        words = _translated(words)
    given, urls = parse(words)
    if "as" in given:
        raise _usage("--as must be the first argument")
    if "identity" in given:
        from lightterm.resources import use_identity

        use_identity(str(given["identity"]))
    if wrong := misfit(given):
        raise _usage(wrong)
    if ERRANDS & given.keys():
        from lightterm.cli_errands import run as run_errand

        return run_errand(given, urls)
    return _open(given, urls)


def _translated(words: list[str]) -> list[str]:
    from lightterm.compat import translate

    if words[0] == "--as":
        if len(words) < 2:
            raise _usage(f"--as needs a program: {', '.join(PROGRAMS)}")
        return translate(words[1], words[2:])
    return translate(words[0].partition("=")[2], words[1:])


def _open(given: Given, urls: list[str]) -> int:
    from lightterm import settings

    config = given.get("config")
    chosen = settings.load(str(config) if config is not None else None).with_request(settings_of(given))
    if sys.stdout is None:
        raise OSError(9, "stdout is closed")
    front = _front(given)
    if front:
        urls = urls or [chosen.open.home]
        file = settings.user_file(str(config) if config else None)
        if front == "line":
            from lightterm.line.start import run as run_line

            return run_line(urls, chosen, file, output_encoding(os.environ, sys.stdout.encoding))
        from lightterm.tui.start import run as run_tui

        return run_tui(urls, chosen, file)
    return _print(given, urls, chosen, sys.stdout.buffer, sys.stderr or open(os.devnull, "w"))


def _print(given: Given, urls: list[str], chosen: Settings, stdout: BinaryIO, stderr: TextIO) -> int:
    if "batch" in given:
        from lightterm.cli_batch import run as run_many

        return run_many(given, urls, chosen, stdout, stderr)
    from lightterm.commands.dump import run as run_dump

    return run_dump(dump_options(given, urls), chosen, stdout, stderr)


def _front(given: Given) -> str:
    """What a person is to browse with: "tui", "line" where it is asked for or the terminal can do no more; "" to dump.

    Neither is there for a dump's own options, nor without a terminal, but line mode where it is asked for. Raises
    ConfigError.
    """
    printing = sorted(name for name in given if name in PRINTING)
    if "line" in given:
        if printing:
            raise _usage(f"--line and --{printing[0]} contradict each other")
        return "line"
    if printing or sys.stdout is None or not sys.stdout.isatty() or sys.stdin is None or not sys.stdin.isatty():
        return ""
    from lightterm.line import DUMB

    return "line" if os.environ.get("TERM", "") in DUMB else "tui"


def settings_of(given: Given) -> Iterator[tuple[str, object]]:
    """The settings that options stand for, checked; raises ConfigError."""
    for option in options_of(given):
        if option.setting:
            value = option.value if option.kind == "flag" else given[option.name]
            yield _checked(option, value)
        elif option.kind == "box":
            for setting, side in zip(("images.max_width", "images.max_height"), _sides(given), strict=True):
                yield _checked(option.replace(setting=setting), side)
    for key, text in _tuple(given, "set"):
        from lightterm.commands.settings_verbs import told_setting

        yield told_setting(key, text)


def _sides(given: Given) -> tuple[int, int]:
    """Width and height of --image-size."""
    value = given["image-size"]
    assert isinstance(value, tuple)
    return value


def _checked(option: Option, value: object) -> tuple[str, object]:
    from lightterm.settings_keys import check

    try:
        return check(option.setting, value)
    except Exception as problem:
        from lightterm.errors import ConfigError

        if not isinstance(problem, ConfigError):
            raise
        reason = problem.message.removeprefix(f"{option.setting}: ")
        raise ConfigError(f"--{option.name}: {reason}", key=option.setting) from None


def dump_options(given: Given, urls: list[str]) -> DumpOptions:
    """The options of a dump; without a URL that is stdin, or the start page when stdin is a terminal."""
    from lightterm.commands.options import DumpOptions

    method = _text(given, "method").upper() or ("HEAD" if "head" in given else "")
    media_type, charset = _stated_type(given)
    return DumpOptions(
        urls=_urls(given, urls),
        title="title" in given,
        images="images" in given,
        include_headers="include" in given,
        form=_tuple(given, "form"),
        download=str(given["download"]) if "download" in given else None,
        headers=_tuple(given, "header"),
        data=_body(str(given["data"])) if "data" in given else None,
        method=method,
        cookie_jar=_text(given, "cookie-jar"),
        user=_text(given, "user"),
        freshness=_freshness(given),
        robots="robots" in given,
        password=_password(_text(given, "password-file")),
        media_type=media_type,
        charset=charset,
        base=_text(given, "base"),
        encoding=_text(given, "encoding")
        or output_encoding(os.environ, sys.stdout.encoding if sys.stdout else "utf-8"),
        contents=_words(given, "content"),
        selectors=_words(given, "selector"),
        excluded=_words(given, "exclude"),
        selection=_selection(given),
        diff="diff" in given,
        media=_text(given, "download-media"),
        budget=_budget(given),
        quiet="quiet" in given,
        verbose="verbose" in given,
        trace=_text(given, "trace"),
        more=int(_text(given, "more") or 0),
    )


def _stated_type(given: Given) -> tuple[str, str]:
    """Media type and charset; --charset goes before what a type says."""
    stated, charset = _text(given, "type").strip().lower(), _text(given, "charset")
    if ";" in stated:
        from lightterm.fetch.headers import media_type

        stated, said = media_type(stated)
        charset = charset or said
    return stated, charset


def _freshness(given: Given) -> str:
    """As in Request. What changed is asked of the server: a cache that goes by the page's age would hide it."""
    return "cached" if "cached" in given else "fresh" if {"fresh", "diff"} & given.keys() else "any"


def _urls(given: Given, urls: list[str]) -> tuple[str, ...]:
    """The addresses given and that of a search; without any, stdin or the start page."""
    if "search-pages" in given:
        from urllib.parse import quote

        return *urls, f"about:history?{quote(_text(given, 'search-pages'))}"
    piped = sys.stdin is not None and not sys.stdin.isatty()
    return tuple(urls) or ("-" if piped else "about:start",)


def output_encoding(environ: Mapping[str, str], default: str) -> str:
    """The charset of stdout: ASCII where the locale is C by the user's own word, else what Python found.

    Python takes UTF-8 for the C locale (PEP 538, PEP 540), and sets LC_CTYPE to say so. A terminal set to C shows
    that as rubbish; a locale that is merely not set (containers, cron) is no such terminal.
    """
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8"):
        return default
    locale = environ.get("LC_ALL")
    if not locale:
        locale = environ.get("LC_CTYPE")
        if locale in (None, "", "C.UTF-8", "C.utf8", "UTF-8"):
            locale = environ.get("LANG") or locale
    return "ascii" if locale in ("C", "POSIX") else default


def _text(given: Given, name: str) -> str:
    return str(given.get(name, ""))


def _tuple(given: Given, name: str) -> tuple[tuple[str, str], ...]:
    values = given.get(name, [])
    assert isinstance(values, list)
    return tuple(values)


def _words(given: Given, name: str) -> tuple[str, ...]:
    """The values of a repeatable option, without doubles."""
    values = given.get(name, [])
    assert isinstance(values, list)
    return tuple(dict.fromkeys(values))


def _selection(given: Given) -> Selection | None:
    """Which blocks are asked for; None for all."""
    if not {"keyword", "pattern", "query"} & given.keys():
        if "combine" in given:
            raise _usage("--combine goes with --keyword, --pattern and --query")
        return None
    from lightterm.output.wanted import TOP, Selection

    top = given.get("top", TOP)
    assert isinstance(top, int)
    return Selection(
        _words(given, "keyword"),
        given.get("keyword-mode") == "all",
        _text(given, "pattern"),
        _text(given, "query"),
        top,
        float(_text(given, "threshold") or 0),
        given.get("combine") == "or",
    )


def _budget(given: Given) -> Budget | None:
    """How long the output may be; raises ConfigError."""
    sizes = [name for name in ("max-tokens", "max-chars") if name in given]
    if not sizes:
        if "cursor" in given or "priority" in given:
            raise _usage("--cursor and --priority go with --max-tokens or --max-chars")
        return None
    from lightterm.output.wanted import KINDS, PRIORITY, Budget

    size = given[sizes[0]]
    priority = tuple(word.strip() for word in _text(given, "priority").split(",")) if "priority" in given else PRIORITY
    wrong = [word for word in priority if word not in KINDS]
    if wrong:
        raise _usage(f"--priority: {wrong[0]!r} is not one of {', '.join(KINDS)}")
    if not isinstance(size, int) or size < 1:
        raise _usage(f"--{sizes[0]} {size}: a budget is at least 1")
    return Budget(size, sizes[0] == "max-chars", priority, _text(given, "cursor"))


def _password(name: str) -> str:
    """The first line of the file that --password-file names; raises LocalError."""
    return _body(f"@{name}").decode("utf-8", "replace") if name else ""


def _body(text: str) -> bytes:
    """The request body of --data. Raises LocalError."""
    from lightterm.cli_body import body

    return body(text)


def _usage(message: str) -> Exception:
    from lightterm.errors import ConfigError

    return ConfigError(message)


def _report(problem: Exception, words: Sequence[str]) -> int:
    """One line on stderr, and the exit code; the traceback only for --verbose."""
    from lightterm.commands.report import tell
    from lightterm.errors import InternalError, LighttermError, WriteFailed

    flags = words[: words.index("--")] if "--" in words else words
    if isinstance(problem, LighttermError):
        error = problem
    elif isinstance(problem, OSError):
        error = WriteFailed(f"{problem.filename or 'output'}: {problem.strerror or problem}")
    else:
        error = InternalError(f"internal error: {type(problem).__name__}: {problem}")
    if isinstance(error, InternalError) and ("-v" in flags or "--verbose" in flags):
        import traceback

        traceback.print_exception(problem)
    quiet = "-q" in flags or "--quiet" in flags
    if sys.stderr is not None and not quiet:
        text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in f"lightterm: {error.message}")
        tell(sys.stderr, text + "\n")
    return error.exit_code


def _die_of(name: str, code: int) -> int:
    """End by the signal itself, as every tool in a pipe or loop of a shell does; `code` where there is no such signal.

    The shell then says nothing, sees 128 and the signal's number, and at Ctrl-C ends the loop around it too.
    """
    import signal

    # What is still buffered can never be written; stdout must not try again while Python ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    number = getattr(signal, name, None)
    if number is not None and os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return code
