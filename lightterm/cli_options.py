"""The one table of command-line options, and the parsers made from it.

Help, shell completion and the man page are made from the same table. `parse` first tries `parse_plain`, which knows
exact spellings only and costs next to nothing; whatever that does not take (abbreviations, mistakes) goes to
argparse, whose import alone is 40 times the whole of a plain parse and whose messages and meaning are the standard.
"""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Row = tuple[str, str, str, str, tuple[str, ...], bool, str, object, str, str, str]
    """The fields of an Option, its flags as one text."""

Given = dict[str, object]
"""What was given: option name -> value (True for a flag, a list for a repeatable option)."""


class Option(Record):
    """One option.

    `kind`: flag, text, int, float, size, choice, header, pair, box, file, folder; a flag's `choices` may stand behind
    it, as addresses do. `setting` is the key that it stands
    for, `value` what a flag sets it to; options without a setting are fields of DumpOptions or actions of the command
    line itself. `optional` says that the argument may be left out, and is that argument then; such an argument can
    only be attached (`--download=DIR`), so that it never swallows an address. `unlike` names an option that
    contradicts this one, `needs` one without which this one would do nothing.
    """

    flags: tuple[str, ...]
    help: str
    kind: str = "flag"
    metavar: str = ""
    choices: tuple[str, ...] = ()
    repeat: bool = False
    setting: str = ""
    value: object = None
    optional: str = ""
    unlike: str = ""
    needs: str = ""

    @property
    def name(self) -> str:
        """The long flag without its dashes."""
        return self.flags[-1][2:]

    @property
    def full_help(self) -> str:
        """The help with the choices, if there are any."""
        return f"{self.help}: {', '.join(self.choices)}." if self.choices else self.help


LINKS = ("refs", "numbered", "inline", "none", "only", "osc8")
TABLES = ("auto", "grid", "records")
COLORS = ("auto", "always", "never")
FORMATS = ("text", "markdown", "json", "a11y", "metadata", "links", "outline", "ansi", "html-source", "headers", "har")
CONTENTS = ("blocks", "markdown", "text", "html")
PROGRAMS = ("w3m", "lynx", "links", "elinks")
TIERS = ("static", "light", "full", "1", "2", "3", "intelligence", "lightweight", "playwright")
EXECUTORS = ("local", "dask")
SHELLS = ("bash", "zsh", "fish")
EXIT_CODES = "exit-codes"
_VALUED = frozenset("tier json source head title links keyword pattern query download reader".split())
TOPICS = (*"all output media selecting request identity network batch engine browser page program".split(), EXIT_CODES)
"""What `--help` tells more of: all options, those of a group, exit codes."""


def _flag(flags: str, help: str, setting: str = "", value: object = None, unlike: str = "", needs: str = "") -> Row:
    return flags, help, "flag", "", (), False, setting, value, "", unlike, needs


def _valued(
    flags: str,
    metavar: str,
    help: str,
    setting: str = "",
    kind: str = "text",
    choices: tuple[str, ...] = (),
    repeat: bool = False,
    optional: str = "",
    unlike: str = "",
    needs: str = "",
) -> Row:
    return flags, help, kind, metavar, choices, repeat, setting, None, optional, unlike, needs


# Rows and not records: a start needs the few that were given, and fifty records are a million instructions to make.
# fmt: off
_TABLE: tuple[tuple[str, tuple[Row, ...]], ...] = (
    ("Output", (
        _flag("--dump", "Print the page and end."),
        _flag("--line", "Browse line by line: for screen readers, dumb terminals and scripts.", unlike="dump"),
        _valued("-w --width", "CELLS", "Cells in a line (0: the terminal's width).", "output.width", "int"),
        _valued("--link-style --links", "STYLE", "Link addresses: a list at the end (both), behind each link, not at"
                " all, the list alone, or hyperlinks of the terminal", "output.link_style", "choice", choices=LINKS),
        _flag("--no-numbers", "No [1] before links and fields.", "output.numbers", False),
        _flag("--no-metadata", "No title and address above the page.", "output.include_metadata", False),
        _valued("--tables", "FORM", "Tables in columns where they fit, or each row as lines of its own",
                "output.tables", "choice", choices=TABLES),
        _valued("--color", "WHEN", "Colours and attributes", "output.color", "choice", choices=COLORS),
        _valued("-f --format", "FORMAT", "What to print", "output.format", "choice", choices=FORMATS),
        _flag("--json", "The page with all that is known of it (--format json).", "output.format", "json"),
        _valued("--content", "FORM", "What --json holds of the text; may be given more than once (default: blocks)",
                kind="choice", choices=CONTENTS, repeat=True),
        _flag("--source", "The body as it came (--format html-source).", "output.format", "html-source"),
        _flag("-I --head", "Ask with HEAD and print the headers.", "output.format", "headers"),
        _flag("-i --include", "The reply's headers first."),
        _flag("--title", "Nothing but the title, as text."),
        _flag("--images", "Pictures in the page, where the terminal can show them."),
        _valued("--download", "DIR", "Save under the server's name, made safe, never over a file.", kind="folder",
                optional="."),
        _valued("--encoding", "CHARSET", "Charset of the output (default: the locale's)."),
        _flag("-q --quiet", "Nothing on stderr.", unlike="verbose"),
        _flag("-v --verbose", "Timing and redirects on stderr."),
    )),
    ("Media", (
        _valued("--media-dir --download-media", "DIR", "Save the page's pictures, sounds and videos here, too.",
                kind="folder"),
        _valued("--image-size", "WxH", "Make pictures no larger than this (640x480).", kind="box"),
        _valued("--image-format", "FORMAT", "Save pictures as this", "images.format", "choice",
                choices=("webp", "jpeg", "png", "original")),
        _valued("--image-quality", "NUMBER", "Of WebP and JPEG, from 1 to 100 (80).", "images.quality", "int"),
        _valued("--video-frames", "NUMBER", "So many frames of a saved video (5), by ffmpeg.", "video.extract_frames",
                "int"),
    )),
    ("Selecting", (
        _valued("--selector", "CSS", "Only what this selector finds; more than one adds.", repeat=True),
        _valued("--exclude", "CSS", "Not what this selector finds.", repeat=True),
        _valued("--keyword", "WORD", "Only blocks that hold this, under their headings.", repeat=True),
        _valued("--keyword-mode", "MODE", "Of several keywords", kind="choice", choices=("any", "all"),
                needs="keyword"),
        _valued("--pattern", "REGEX", "Only blocks in which this is found."),
        _valued("--query", "TEXT", "Only the blocks that are about this."),
        _valued("--semantic-top-k --top", "NUMBER", "So many of them (8).", kind="int", needs="query"),
        _valued("--semantic-threshold --threshold", "SHARE", "Of these, what answers it by this, from 0 to 1 (0).",
                kind="float", needs="query"),
        _valued("--combine", "MODE", "Keywords, pattern and query", kind="choice", choices=("and", "or")),
        _valued("--max-tokens", "NUMBER", "No more than this, by an estimate from above.", kind="int",
                unlike="max-chars"),
        _valued("--max-chars", "NUMBER", "No more than this.", kind="int"),
        _valued("--priority", "KIND,KIND", "What a budget is spent on first (main,complementary,banner,...)."),
        _valued("--cursor", "CURSOR", "Go on where an answer within a budget ended."),
        _flag("--diff", "Only what changed since it was read the last time; exit code 1 if anything did."),
        _valued("--search-pages", "WORDS", "The pages read before that have all these words."),
    )),
    ("Request", (
        _valued("-H --header", "NAME:VALUE", "Send this header too.", kind="header", repeat=True),
        _valued("--data", "DATA", "Send this body (@FILE: that file, @-: stdin); POST unless --method differs."),
        _valued("-X --method", "METHOD", "Ask with this method."),
        _valued("--form", "NAME=VALUE", "Fill this field of the first form, and submit it.", kind="pair",
                repeat=True),
        _flag("--fresh", "Ask the server even when the cache would do.", unlike="cached"),
        _flag("--cached", "Ask nothing but the cache."),
        _flag("--offline", "Ask nothing of the net: what was read before, from the cache or the history.",
              "network.offline", True, unlike="fresh"),
    )),
    ("Identity", (
        _valued("-u --user-agent", "TEXT", "Say that the browser is this.", "network.user_agent"),
        _flag("--stealth", "Send the headers of a common browser.", "antibot.mode", "stealth"),
        _valued("--user", "NAME:PASS", "Name and password for HTTP authentication."),
        _flag("--netrc", "Take names and passwords from ~/.netrc.", "network.netrc", True),
        _valued("--cookie-jar", "FILE", "Read and write cookies here (Netscape format).", kind="file"),
        _flag("--no-cookies", "Neither keep nor send cookies.", "session.cookie_mode", "none"),
        _flag("--private", "Keep no history, cookies, cache and tabs of this run.", "session.private", True),
        _valued("--cert", "FILE", "Client certificate (PEM).", "network.client_cert", "file"),
        _valued("--key", "FILE", "Key of the client certificate (PEM).", "network.client_key", "file"),
    )),
    ("Network", (
        _flag("--no-redirects", "Show a redirect instead of following it.", "network.follow_redirects", False),
        _valued("--timeout", "SECONDS", "Time for the whole page; what came by then is shown.", "network.timeout",
                "float"),
        _valued("--max-bytes", "BYTES", "Largest body to take (10M, 1G).", "network.max_bytes", "size"),
        _valued("--proxy", "URL", "Go through this HTTP or SOCKS proxy.", "network.proxy", unlike="no-proxy"),
        _flag("--no-proxy", "Use no proxy, whatever the environment says.", "network.proxy", "none"),
        _valued("--cacert", "FILE", "Trust these CA certificates (PEM) instead of the system's.", "network.cacert",
                "file"),
        _valued("--insecure", "HOST", "Do not check the certificate of this one host.", "network.insecure_hosts",
                repeat=True),
        _flag("--allow-private", "Let pages reach private and loopback addresses.", "network.allow_private", True),
        _flag("--robots", "Keep to robots.txt, as batch runs and agents do.", unlike="no-robots"),
        _flag("--no-robots", "Do not ask robots.txt.", "privacy.respect_robots_txt", False),
    )),
    ("Batch", (
        _valued("--batch", "FILE", "Read the pages of this list (-: stdin): an address a line, or JSON with options.",
                kind="file"),
        _valued("--batch-output --out", "DIR|FILE", "A file a page in DIR, or FILE.jsonl, .json, .csv.",
                kind="file", needs="batch"),
        _flag("--resume", "Go on with what --out has; pages that failed in passing are asked for again.",
              needs="batch"),
        _flag("--retry-failed", "With --resume: ask again for each page that was not read whole.", needs="resume"),
        _valued("--batch-concurrency --concurrency", "NUMBER", "Pages read at once (8).", "batch.concurrency", "int",
                needs="batch"),
        _valued("--per-host", "NUMBER", "Of these, pages of one host (4).", "batch.per_host", "int", needs="batch"),
        _valued("--host-delay", "SECONDS", "From one page of a host to the next (0).", "batch.delay", "float",
                needs="batch"),
        _valued("--retries", "NUMBER", "How often a page that failed in passing is asked for again (2).",
                "batch.retries", "int", needs="batch"),
        _valued("--executor", "WHERE", "Who reads the pages", kind="choice", choices=EXECUTORS, needs="batch"),
        _valued("--scheduler", "ADDR", "Scheduler of the Dask cluster (tcp://HOST:8786).", needs="batch"),
    )),
    ("Engine", (
        _valued("--tier", "TIER", "Load pages with this engine and no other: HTTP alone, lightpanda, or Chromium",
                "tiers.only", "choice", choices=TIERS),
        _valued("--max-tier", "TIER", "Go up to this engine, not beyond", "tiers.max", "choice", choices=TIERS),
        _valued("--preset", "WORD", "Bounds by one word: tier 1, 2 s; tier 2, 8 s; tier 3, 60 s", "tiers.preset",
                "choice", choices=("fast", "balanced", "complete")),
        _flag("--no-js", "Run no scripts (tier 1, whatever else is said).", "browser.javascript", False),
        _valued("--deadline", "SECONDS", "Time for all engines together; what there is by then is shown.",
                "tiers.deadline", "float"),
        _valued("--more", "TIMES", "Scroll a page with scripts to its end so often, for what that adds.", kind="int"),
        _valued("--trace", "FORMAT", "Say on stderr how the page was got: as lines, or as JSON", kind="choice",
                choices=("text", "json"), optional="text"),
    )),
    ("Browser", (
        _valued("--attach", "URL", "Use a Chromium that runs already (http://127.0.0.1:9222).", "browser.attach"),
        _valued("--profile", "DIR", "Let Chromium keep sign-ins here.", "browser.profile", "folder"),
        _flag("--headed", "Show Chromium's window.", "browser.headed", True),
        _flag("--install-browsers --install-browser", "Fetch a Chromium if there is none, and say which is used."),
        _flag("--dry-run", "With --install-browser: say what would be done.", needs="install-browser"),
    )),
    ("Page", (
        _flag("-r --readability --reader", "The main text alone.", "extraction.readability_mode", True),
        _flag("--no-css", "Do not read style sheets; shows what they hide.", "extraction.css", False),
        _valued("--max-memory", "BYTES", "Memory that reading a page may take (256M, 1G).", "extraction.max_memory",
                "size"),
        _valued("--pages", "RANGES", "Only these pages of a PDF (1-5,9,20-,iv).", "extraction.pdf_pages"),
        _valued("--password-file", "FILE", "The password of an encrypted PDF is the first line of this file (-: of"
                " stdin); at a terminal it is asked for.", kind="file"),
        _valued("-T --type", "TYPE", "Content type of stdin or a file."),
        _valued("--charset", "CHARSET", "Charset of stdin or a file that does not say its own."),
        _valued("--base", "URL", "Address that the links of stdin or a file start from."),
    )),
    ("Program", (
        _valued("--config", "FILE", "Read settings here instead of ~/.config/lightterm/config.yaml.", kind="file"),
        _valued("--set", "KEY=VALUE", "Give a setting this value (network.timeout=10).", kind="pair", repeat=True),
        _valued("--identity", "NAME", "Be somebody else: cookies, history, cache and saved states of their own."),
        _flag("--wipe", "Overwrite and remove all that is kept of what was browsed, and end."),
        _valued("--as", "PROGRAM", "Understand the options of this program; comes first", kind="choice",
                choices=PROGRAMS),
        _valued("--completion", "SHELL", "Print the completions for this shell", kind="choice", choices=SHELLS),
        _flag("--man", "Print the manual page (lightterm --man | man -l -)."),
        _flag("-V --version", "Print the version."),
        ("-h --help", "Print the usual options; behind it one of these, or an option: more of it", "flag", "",
         TOPICS, False, "", None, "", "", ""),
    )),
)
# fmt: on


def _option(row: Row) -> Option:
    return Option(tuple(row[0].split()), *row[1:])


def table() -> tuple[tuple[str, tuple[Option, ...]], ...]:
    """All options in their groups, each with its title."""
    return tuple((title, tuple(map(_option, rows))) for title, rows in _TABLE)


def options() -> tuple[Option, ...]:
    """All options, in the order of the table."""
    return tuple(_option(row) for _, rows in _TABLE for row in rows)


def options_of(given: Given) -> list[Option]:
    """The options that were given, in the order of the table."""
    return [_option(row) for _, rows in _TABLE for row in rows if row[0].rpartition("--")[2] in given]


def misfit(given: Given) -> str:
    """What is wrong with options that are given together, or without what they need; "" when nothing is."""
    for option in options_of(given):
        if option.unlike in given:
            return f"--{option.name} and --{option.unlike} contradict each other"
        if option.needs and option.needs not in given:
            return f"--{option.name} goes with --{option.needs}, which is not given"
    if _VALUED.isdisjoint(given):
        return ""
    from lightterm.cli_together import misfit_of_values

    return misfit_of_values(given)


class UsageError(Exception):
    """A command line that argparse has already spoken about on stderr; exit code 2."""


def parse(argv: Sequence[str]) -> tuple[Given, list[str]]:
    """What was given, and the URLs; raises UsageError after printing what is wrong."""
    return parse_plain(argv) or parse_full(argv)


def parse_plain(argv: Sequence[str]) -> tuple[Given, list[str]] | None:
    """The parse of an argv that uses exact spellings only, else None: argparse knows better."""
    known = {flag: row for _, rows in _TABLE for row in rows for flag in row[0].split()}
    given: Given = {}
    urls: list[str] = []
    words = iter(argv)
    for word in words:
        if word[:1] != "-" or word == "-":
            urls.append(word)
        elif word == "--":
            urls.extend(words)
        else:
            flag, attached = _split(word)
            row = known.get(flag)
            if row is None or not _store(_option(row), attached, words, given):
                return None
    return given, urls


def _split(word: str) -> tuple[str, str | None]:
    if word[:2] == "--":
        flag, equals, value = word.partition("=")
        return flag, value if equals else None
    if len(word) > 2 and word[2] != "=":
        return word[:2], word[2:]
    return word, None


def _store(option: Option, attached: str | None, words: Iterator[str], given: Given) -> bool:
    if option.kind == "flag":
        given[option.name] = True
        return attached is None
    if attached is None and option.optional:
        attached = option.optional
    if attached is None:
        attached = next(words, "--")
        if attached[:1] == "-" and attached != "-":
            return False
    try:
        value = convert(option, attached)
    except ValueError:
        return False
    if option.choices and value not in option.choices:
        return False
    if option.repeat:
        values = given.setdefault(option.name, [])
        assert isinstance(values, list)
        values.append(value)
    else:
        given[option.name] = value
    return True


def convert(option: Option, text: str) -> object:
    """The value that `text` means for an option; raises ValueError."""
    if option.kind == "int":
        return int(text)
    if option.kind == "float":
        return float(text)
    if option.kind == "pair":
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"{text!r} is not {option.metavar}")
        return name, value
    if option.kind == "box":
        width, x, height = text.lower().partition("x")
        if not x or not (width.isdecimal() and height.isdecimal()):
            raise ValueError(f"{text!r} is not WIDTHxHEIGHT")
        if not (int(width) and int(height)):
            raise ValueError(f"{text!r} has no room for a picture")
        return int(width), int(height)
    if option.kind in ("size", "header"):
        from lightterm.settings_keys import parse_header, parse_size

        return parse_size(text) if option.kind == "size" else parse_header(text)
    return text


def parse_full(argv: Sequence[str]) -> tuple[Given, list[str]]:
    """The parse by argparse; raises UsageError after argparse has printed what is wrong."""
    from lightterm.cli_argparse import argument_parser

    words = list(argv)
    parser = argument_parser(table())
    end = words.index("--") if "--" in words else len(words)
    optional = {flag: f"{flag}={option.optional}" for option in options() if option.optional for flag in option.flags}
    try:
        found, unknown = parser.parse_known_intermixed_args([optional.get(word, word) for word in words[:end]])
        if unknown:
            parser.error(_unknown(unknown))
    except SystemExit:
        raise UsageError from None
    given = vars(found)
    urls = given.pop("URL", [])
    return given, [*urls, *words[end + 1 :]]


def _unknown(words: list[str]) -> str:
    """What is said of options that there are not."""
    from lightterm.settings_keys import did_you_mean

    names = tuple(flag[2:] for option in options() for flag in option.flags if flag[:2] == "--")
    hint = did_you_mean(words[0].partition("=")[0].lstrip("-"), names)
    return f"unrecognized arguments: {' '.join(words)}{hint.replace('mean ', 'mean --')}"
