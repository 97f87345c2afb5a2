"""Typed settings: defaults < user file < site rule < session < flag or request.

The defaults are the field defaults below; `config/default.yaml` is the same list with a comment for every key, and a
test holds the two together. Times are seconds, sizes bytes. A key is written `section.key`.
"""

from __future__ import annotations

from lightterm.records import Record, late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from lightterm.settings_app import (
        AgentSettings,
        BatchSettings,
        Blocking,
        BrowserSettings,
        CommandSettings,
        CopySettings,
        DownloadSettings,
        HintSettings,
        HistorySettings,
        Images,
        Keys,
        LineSettings,
        MouseSettings,
        Opening,
        Tui,
        Video,
    )

MIB = 1024 * 1024

TIERS = ("static", "light", "full")
PRESETS = {"fast": ("static", 2.0), "balanced": ("light", 8.0), "complete": ("full", 60.0)}
"""The names of tiers 1, 2 and 3."""

Headers = tuple[tuple[str, str], ...]
Pairs = tuple[tuple[str, str], ...]
Value = bool | int | float | str | tuple[str, ...] | Headers
Values = tuple[tuple[str, Value], ...]
"""One layer: pairs of dotted key and checked value; the last pair of a key wins, lists replace lists.

Mappings of `open`, `keys` and `commands` go on top of those below them instead; an empty value takes a name away.
"""

_MERGED = ("open", "keys", "commands")


class Network(Record):
    """How the net is asked: deadlines, bounds, proxies, TLS, and the headers every request carries."""

    timeout: float = 15.0
    connect_timeout: float = 10.0
    first_byte_timeout: float = 12.0
    idle_timeout: float = 10.0
    retries: int = 2
    retry_backoff: float = 0.5
    follow_redirects: bool = True
    max_redirects: int = 10
    max_bytes: int = 64 * MIB
    max_decoded_bytes: int = 64 * MIB
    max_header_bytes: int = 256 * 1024
    http2: bool = True
    proxy: str = ""
    no_proxy: tuple[str, ...] = ()
    cacert: str = ""
    client_cert: str = ""
    client_key: str = ""
    client_key_password_file: str = ""
    insecure_hosts: tuple[str, ...] = ()
    user_agent: str = ""
    accept_language: str = "en-US,en;q=0.8"
    headers: Headers = ()
    referrer_policy: str = "strict-origin-when-cross-origin"
    allow_private: bool = False
    netrc: bool = False
    offline: bool = False


class Tiers(Record):
    """Which engines may load a page: tiers by name, seconds for each (0: what there is), and whether it is learnt."""

    only: str = ""
    min: str = "static"
    max: str = "full"
    preset: str = ""
    deadline: float = 0.0
    static_timeout: float = 0.0
    light_timeout: float = 8.0
    full_timeout: float = 0.0
    remember: bool = True


class Privacy(Record):
    """What is asked of sites, and what they are told."""

    respect_robots_txt: bool = True
    send_dnt: bool = False


class Antibot(Record):
    """Whom lightterm says it is."""

    mode: str = "honest"
    user_agent: str = ""


class SessionSettings(Record):
    """What a session keeps."""

    cookie_mode: str = "all"
    persist_cookies: bool = False
    restore: str = "ask"
    private: bool = False
    keep_dumps: bool = False


class Cache(Record):
    """The HTTP cache."""

    enabled: bool = True
    max_bytes: int = 256 * MIB


class Output(Record):
    """How a dump looks; `width` is in cells, 0 takes the terminal's (80 where there is none)."""

    format: str = "text"
    width: int = 0
    link_style: str = "refs"
    numbers: bool = True
    tables: str = "auto"
    color: str = "auto"
    include_metadata: bool = True


class Extraction(Record):
    """How a page is read."""

    css: bool = True
    max_css_bytes: int = 2 * MIB
    frames: bool = True
    max_memory: int = 256 * MIB
    min_length: int = 0
    strip_navigation: bool = False
    strip_footers: bool = False
    readability_mode: bool = False
    pdf_timeout: float = 120.0
    pdf_pages: str = ""
    user_style: str = ""


class SiteRule(Record):
    """Values for the hosts that match: `example.org` is that host, `*.example.org` it and all below it, `*` every."""

    hosts: tuple[str, ...]
    values: Values

    def matches(self, host: str) -> bool:
        """Whether `host` (lower case, ASCII, no port) is meant."""
        return any(
            pattern in ("*", host) or (pattern.startswith("*.") and ("." + host).endswith(pattern[1:]))
            for pattern in self.hosts
        )


class Layers(Record):
    """What was set above the defaults, lowest first."""

    user: Values = ()
    sites: tuple[SiteRule, ...] = ()
    session: Values = ()
    request: Values = ()

    def for_host(self, host: str) -> Values:
        """All values that hold for `host`, lowest first."""
        values = self.user
        for rule in self.sites:
            if rule.matches(host):
                values += rule.values
        return values + self.session + self.request


class Settings(Record):
    """The settings that hold now, and the layers they were made from.

    Sections that a dump does not ask for are made when they are first read, each as a record of `settings_app`.
    """

    network: Network = Network()
    tiers: Tiers = Tiers()
    privacy: Privacy = Privacy()
    antibot: Antibot = Antibot()
    session: SessionSettings = SessionSettings()
    history: HistorySettings = late("lightterm.settings_app", "HistorySettings")
    cache: Cache = Cache()
    output: Output = Output()
    extraction: Extraction = Extraction()
    images: Images = late("lightterm.settings_app", "Images")
    video: Video = late("lightterm.settings_app", "Video")
    downloads: DownloadSettings = late("lightterm.settings_app", "DownloadSettings")
    blocking: Blocking = late("lightterm.settings_app", "Blocking")
    browser: BrowserSettings = late("lightterm.settings_app", "BrowserSettings")
    open: Opening = late("lightterm.settings_app", "Opening")
    keys: Keys = late("lightterm.settings_app", "Keys")
    commands: CommandSettings = late("lightterm.settings_app", "CommandSettings")
    tui: Tui = late("lightterm.settings_app", "Tui")
    hints: HintSettings = late("lightterm.settings_app", "HintSettings")
    copy: CopySettings = late("lightterm.settings_app", "CopySettings")
    mouse: MouseSettings = late("lightterm.settings_app", "MouseSettings")
    line: LineSettings = late("lightterm.settings_app", "LineSettings")
    agents: AgentSettings = late("lightterm.settings_app", "AgentSettings")
    batch: BatchSettings = late("lightterm.settings_app", "BatchSettings")
    layers: Layers = Layers()

    @classmethod
    def resolve(cls, layers: Layers, host: str = "") -> Settings:
        """The settings of `layers` for a host ("" matches only rules for every host); values are checked already."""
        changes: dict[str, dict[str, Value]] = {}
        plain = cls(layers=layers)
        for key, value in layers.for_host(host):
            section, _, name = key.partition(".")
            of_section = changes.setdefault(section, {})
            if section in _MERGED and type(value) is tuple:
                value = _merged(of_section.get(name, getattr(getattr(plain, section), name)), value)
            of_section[name] = value
        return plain.replace(**{section: getattr(plain, section).replace(**c) for section, c in changes.items()})

    def for_host(self, host: str) -> Settings:
        """The settings for a host: the same object unless a site rule speaks of it."""
        sites = self.layers.sites
        return Settings.resolve(self.layers, host) if sites and any(r.matches(host) for r in sites) else self

    def with_session(self, values: Iterable[tuple[str, object]]) -> Settings:
        """A copy with more session values; raises ConfigError for an unknown key or a value that does not fit."""
        return self._with("session", values)

    def with_request(self, values: Iterable[tuple[str, object]]) -> Settings:
        """A copy with more values of a flag or request, the highest layer; raises ConfigError as `with_session`."""
        return self._with("request", values)

    def with_site(self, host: str, values: Iterable[tuple[str, object]]) -> Settings:
        """A copy with a rule for a host (or `*.host`) that goes before all others, also before what was set in the
        session until now, which holds for other hosts; raises ConfigError."""
        from lightterm.settings_keys import check

        rule = SiteRule((host,), tuple(check(key, value) for key, value in values))
        layers, keys = self.layers, {key for key, _ in rule.values}
        before = tuple(value for value in layers.session if value[0] in keys)
        session = tuple(value for value in layers.session if value[0] not in keys)
        return Settings.resolve(layers.replace(user=layers.user + before, sites=(*layers.sites, rule), session=session))

    def _with(self, layer: str, values: Iterable[tuple[str, object]]) -> Settings:
        given = tuple(values)
        if not given:
            return self
        from lightterm.settings_keys import check

        checked = tuple(check(key, value) for key, value in given)
        layers = self.layers.replace(**{layer: getattr(self.layers, layer) + checked})
        return Settings.resolve(layers)


def _merged(below: Any, above: Any) -> Pairs:
    """The names of both, those above winning; what is empty there is gone, but for keys, where it says: not bound."""
    return tuple((dict(below) | dict(above)).items())


def load(path: str | None = None) -> Settings:
    """The settings of the user's file: `path`, else LIGHTTERM_CONFIG, else config.yaml in the XDG directory.

    Without such a file nothing is read. Raises ConfigError for a bad file, naming file, line and key, and for a file
    that was named and is not there.
    """
    import os

    file = user_file(path)
    if not path and not os.environ.get("LIGHTTERM_CONFIG") and not os.path.exists(file):
        return Settings()
    from lightterm.settings_file import read_layers

    return Settings.resolve(read_layers(file))


def user_file(path: str | None = None) -> str:
    """Where the user's settings are, whether or not the file is there: `path`, else LIGHTTERM_CONFIG, else XDG's."""
    import os

    named = path or os.environ.get("LIGHTTERM_CONFIG")
    if named:
        return named
    from lightterm.resources import user_directory

    return os.path.join(user_directory("config"), "config.yaml")
