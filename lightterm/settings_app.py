"""The sections of the settings that only front ends ask for: a dump does not load them."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.settings import Pairs

MIB = 1024 * 1024


class HistorySettings(Record):
    """What is kept of the pages read; 0 is no bound."""

    enabled: bool = True
    keep_text: bool = True
    max_age_days: int = 0
    max_text_bytes: int = 256 * MIB


class DownloadSettings(Record):
    """Where downloads go, and the bytes that one may have."""

    folder: str = ""
    max_bytes: int = 64 * 1024 * MIB


class Blocking(Record):
    """What pages may not load: kinds of resources, and files of rules in EasyList's syntax or as hosts files."""

    lists: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class BrowserSettings(Record):
    """The Chromium of tier 3: which program, whose, and how it looks to sites."""

    program: str = ""
    attach: str = ""
    profile: str = ""
    headed: bool = False
    javascript: bool = True
    viewport_width: int = 1280
    viewport_height: int = 720
    timezone: str = ""
    memory: int = 1024 * MIB
    idle_seconds: float = 300.0
    timer_seconds: float = 6.0


class Opening(Record):
    """What typed words open: the home page, and quick searches as (word, address with {} for what follows it).

    `handlers` are programs as (media type, command with {} for the file): `image/*` is every picture.
    """

    home: str = "about:start"
    rewrite: str = ""
    search: str = "d"
    searches: Pairs = (
        ("d", "https://html.duckduckgo.com/html/?q={}"),
        ("g", "https://www.google.com/search?q={}"),
        ("w", "https://en.wikipedia.org/w/index.php?search={}"),
        ("wt", "https://en.wiktionary.org/w/index.php?search={}"),
        ("wd", "https://www.wikidata.org/w/index.php?search={}"),
        ("gh", "https://github.com/search?q={}"),
        ("stack", "https://stackoverflow.com/search?q={}"),
        ("hn", "https://hn.algolia.com/?q={}"),
        ("mdn", "https://developer.mozilla.org/en-US/search?q={}"),
        ("py", "https://docs.python.org/3/search.html?q={}"),
        ("cpp", "https://en.cppreference.com/mwiki/index.php?search={}"),
        ("deb", "https://packages.debian.org/search?keywords={}"),
        ("arch", "https://wiki.archlinux.org/index.php?search={}"),
        ("rfc", "https://www.rfc-editor.org/rfc/rfc{}"),
        ("arx", "https://arxiv.org/search/?query={}"),
        ("doi", "https://doi.org/{}"),
        ("gut", "https://www.gutenberg.org/ebooks/search/?query={}"),
        ("ia", "https://web.archive.org/web/{}"),
        ("imdb", "https://www.imdb.com/find/?q={}"),
        ("map", "https://www.openstreetmap.org/search?query={}"),
    )
    handlers: Pairs = ()


class Keys(Record):
    """Which keymap, and the user's own bindings on top: (keys, command line) by mode; "" takes the keys away."""

    keymap: str = "vim"
    timeout: float = 0.0
    which_key: bool = True
    which_key_delay: float = 0.6
    normal: Pairs = ()
    hint: Pairs = ()
    caret: Pairs = ()
    visual: Pairs = ()
    insert: Pairs = ()
    command: Pairs = ()
    search: Pairs = ()
    prompt: Pairs = ()
    passthrough: Pairs = ()


class CommandSettings(Record):
    """The user's own commands: aliases as (name, command line)."""

    aliases: Pairs = ()


class Tui(Record):
    """The look of the app."""

    theme: str = "auto"
    width: int = 0
    facts: str = "auto"
    bidi: str = "auto"
    search_wrap: bool = True
    terminal_title: bool = True
    refresh_feeds: float = 0.0


class Images(Record):
    """Pictures: whether and how they are shown, the largest size in pixels, and bounds of what is decoded and kept."""

    enabled: bool = True
    on_demand: bool = False
    protocol: str = "auto"
    max_width: int = 640
    max_height: int = 480
    max_bytes: int = 16 * MIB
    max_pixels: int = 64_000_000
    max_memory: int = 64 * MIB
    svg_timeout: float = 2.0
    probe_timeout: float = 0.2
    format: str = "webp"
    quality: int = 80


class Video(Record):
    """Videos that are saved: whether frames of them are, how many, and the seconds between (0: spread evenly)."""

    enabled: bool = True
    extract_frames: int = 5
    frame_interval: float = 0.0


class HintSettings(Record):
    """Labels on links."""

    mode: str = "letters"
    chars: str = "asdfghjkl"
    auto_follow: str = "unique"
    uppercase: bool = True


class CopySettings(Record):
    """What copying takes, and where it goes."""

    numbers: bool = False
    on_select: str = "primary"
    osc52: str = "auto"
    max_osc52_bytes: int = 100_000


class MouseSettings(Record):
    """What the mouse does."""

    middle_click: str = "paste"
    wheel_lines: int = 3


class LineSettings(Record):
    """Line mode: lines shown at a time, 0 for as many as the terminal has."""

    lines: int = 0


class AgentSettings(Record):
    """What agents may do, how the person is with them, and how much each client may take."""

    acting: str = "auto"
    allow: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    mode: str = "watch"
    delay: float = 0.0
    patience: float = 300.0
    caps: tuple[str, ...] = ()
    apis: tuple[str, ...] = ()
    uploads: str = ""
    downloads: str = ""
    evaluate: bool = False
    max_clients: int = 32
    max_tabs: int = 24
    calls_per_minute: int = 300
    host_loads_per_minute: int = 120
    megabytes_per_hour: int = 1000
    idle_minutes: int = 60
    journal: bool = True
    journal_days: int = 90
    journal_rows: int = 10_000


class BatchSettings(Record):
    """Many pages in one run: how many at once, in all and of a host, seconds between two of a host, tries after the
    first, and processes (0: as many as there are CPUs).
    """

    concurrency: int = 8
    per_host: int = 4
    delay: float = 0.0
    retries: int = 2
    processes: int = 0
