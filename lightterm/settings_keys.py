"""What each setting may hold, and the check of a value against it."""

from __future__ import annotations

from lightterm.settings import PRESETS, TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.settings import Headers, Pairs, Value

HOUR = 3600.0
MIB = 1024**2
GIB = 1024**3

LINK_STYLES = ("refs", "inline", "none", "only", "osc8")
TABLES = ("auto", "grid", "records")
COLORS = ("auto", "always", "never")
FORMATS = ("text", "markdown", "json", "a11y", "metadata", "links", "outline", "ansi", "html-source", "headers", "har")
REFERRER_POLICIES = (
    *("no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin"),
    *("origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"),
)

TIER_WORDS = {"intelligence": "static", "lightweight": "light", "playwright": "full"} | dict(
    zip("123", TIERS, strict=True)
)

# Plain tuples of constants: they cost nothing to load. ("float"|"int"|"size", low, high), ("choice", values), (kind,).
KEYS: dict[str, tuple[object, ...]] = {
    "network.timeout": ("float", 0.05, 24 * HOUR),
    "network.connect_timeout": ("float", 0.05, HOUR),
    "network.first_byte_timeout": ("float", 0.05, HOUR),
    "network.idle_timeout": ("float", 0.05, HOUR),
    "network.retries": ("int", 0, 20),
    "network.retry_backoff": ("float", 0.0, 600.0),
    "network.follow_redirects": ("bool",),
    "network.max_redirects": ("int", 0, 100),
    "network.max_bytes": ("size", 1, 64 * GIB),
    "network.max_decoded_bytes": ("size", 1, 64 * GIB),
    "network.max_header_bytes": ("size", 1024, 16 * 1024 * 1024),
    "network.http2": ("bool",),
    "network.proxy": ("proxy",),
    "network.no_proxy": ("strings",),
    "network.cacert": ("file",),
    "network.client_cert": ("file",),
    "network.client_key": ("file",),
    "network.client_key_password_file": ("file",),
    "network.insecure_hosts": ("strings",),
    "network.user_agent": ("line",),
    "network.accept_language": ("line",),
    "network.headers": ("headers",),
    "network.referrer_policy": ("choice", REFERRER_POLICIES),
    "network.allow_private": ("bool",),
    "network.netrc": ("bool",),
    "network.offline": ("bool",),
    "tiers.only": ("tier", ""),
    "tiers.min": ("tier",),
    "tiers.max": ("tier",),
    "tiers.preset": ("choice", ("", *PRESETS)),
    "tiers.deadline": ("float", 0.0, 24 * HOUR),
    "tiers.static_timeout": ("float", 0.0, HOUR),
    "tiers.light_timeout": ("float", 0.0, HOUR),
    "tiers.full_timeout": ("float", 0.0, HOUR),
    "tiers.remember": ("bool",),
    "privacy.respect_robots_txt": ("bool",),
    "privacy.send_dnt": ("bool",),
    "antibot.mode": ("choice", ("honest", "stealth", "custom")),
    "antibot.user_agent": ("line",),
    "session.cookie_mode": ("choice", ("all", "session", "none")),
    "session.persist_cookies": ("bool",),
    "session.restore": ("choice", ("always", "ask", "never")),
    "session.private": ("bool",),
    "session.keep_dumps": ("bool",),
    "history.enabled": ("bool",),
    "history.keep_text": ("bool",),
    "history.max_age_days": ("int", 0, 36_500),
    "history.max_text_bytes": ("size", 0, 64 * GIB),
    "cache.enabled": ("bool",),
    "cache.max_bytes": ("size", 0, 64 * GIB),
    "output.format": ("choice", FORMATS),
    "output.width": ("int", 0, 100_000),
    "output.link_style": ("choice", LINK_STYLES),
    "output.numbers": ("bool",),
    "output.tables": ("choice", TABLES),
    "output.color": ("choice", COLORS),
    "output.include_metadata": ("bool",),
    "extraction.css": ("bool",),
    "extraction.max_css_bytes": ("size", 0, GIB),
    "extraction.frames": ("bool",),
    "extraction.max_memory": ("size", 64 * MIB, 64 * GIB),
    "extraction.min_length": ("int", 0, 1_000_000),
    "extraction.strip_navigation": ("bool",),
    "extraction.strip_footers": ("bool",),
    "extraction.readability_mode": ("bool",),
    "extraction.pdf_timeout": ("float", 1.0, 3600.0),
    "extraction.pdf_pages": ("pages",),
    "extraction.user_style": ("file",),
    "images.enabled": ("bool",),
    "images.on_demand": ("bool",),
    "images.protocol": ("choice", ("auto", "kitty", "sixel", "blocks", "none")),
    "images.max_width": ("int", 1, 100_000),
    "images.max_height": ("int", 1, 100_000),
    "images.max_bytes": ("size", 1024, GIB),
    "images.max_pixels": ("int", 1, 250_000_000),
    "images.max_memory": ("size", 0, 64 * GIB),
    "images.svg_timeout": ("float", 0.1, 600.0),
    "images.probe_timeout": ("float", 0.0, 60.0),
    "images.format": ("choice", ("webp", "jpeg", "png", "original")),
    "images.quality": ("int", 1, 100),
    "video.enabled": ("bool",),
    "video.extract_frames": ("int", 0, 1000),
    "video.frame_interval": ("float", 0.0, HOUR),
    "downloads.folder": ("line",),
    "downloads.max_bytes": ("size", 1, 1024 * GIB),
    "blocking.lists": ("strings",),
    "blocking.kinds": ("strings", tuple("image font media script stylesheet frame object xhr websocket ping".split())),
    "browser.program": ("line",),
    "browser.attach": ("line",),
    "browser.profile": ("line",),
    "browser.headed": ("bool",),
    "browser.javascript": ("bool",),
    "browser.viewport_width": ("int", 100, 10_000),
    "browser.viewport_height": ("int", 100, 10_000),
    "browser.timezone": ("line",),
    "browser.memory": ("size", 64 * MIB, 1024 * GIB),
    "browser.idle_seconds": ("float", 0.0, 24 * HOUR),
    "browser.timer_seconds": ("float", 0.0, 60.0),
    "open.home": ("line",),
    "open.rewrite": ("line",),
    "open.search": ("line",),
    "open.searches": ("pairs",),
    "open.handlers": ("pairs",),
    "keys.keymap": ("line",),
    "keys.timeout": ("float", 0.0, 60.0),
    "keys.which_key": ("bool",),
    "keys.which_key_delay": ("float", 0.0, 60.0),
    "keys.normal": ("pairs",),
    "keys.hint": ("pairs",),
    "keys.caret": ("pairs",),
    "keys.visual": ("pairs",),
    "keys.insert": ("pairs",),
    "keys.command": ("pairs",),
    "keys.search": ("pairs",),
    "keys.prompt": ("pairs",),
    "keys.passthrough": ("pairs",),
    "commands.aliases": ("pairs",),
    "tui.theme": ("line",),
    "tui.width": ("int", 0, 1000),
    "tui.facts": ("choice", ("auto", "always", "never")),
    "tui.bidi": ("choice", ("auto", "terminal", "lightterm")),
    "tui.search_wrap": ("bool",),
    "tui.terminal_title": ("bool",),
    "tui.refresh_feeds": ("float", 0.0, 2_592_000.0),
    "hints.mode": ("choice", ("letters", "numbers")),
    "hints.chars": ("letters",),
    "hints.auto_follow": ("choice", ("unique", "full", "never")),
    "hints.uppercase": ("bool",),
    "copy.numbers": ("bool",),
    "copy.on_select": ("choice", ("primary", "clipboard", "both", "none")),
    "copy.osc52": ("choice", ("auto", "always", "never")),
    "copy.max_osc52_bytes": ("size", 0, 64 * 1024 * 1024),
    "mouse.middle_click": ("choice", ("paste", "none")),
    "mouse.wheel_lines": ("int", 1, 100),
    "line.lines": ("int", 0, 1_000_000),
    "agents.acting": ("choice", ("auto", "ask", "allow", "refuse")),
    "agents.allow": ("strings",),
    "agents.ask": ("strings",),
    "agents.refuse": ("strings",),
    "agents.mode": ("choice", ("watch", "shared", "paused")),
    "agents.delay": ("float", 0.0, 60.0),
    "agents.patience": ("float", 0.0, HOUR),
    "agents.caps": ("strings",),
    "agents.apis": ("strings",),
    "agents.uploads": ("file",),
    "agents.downloads": ("file",),
    "agents.evaluate": ("bool",),
    "agents.max_clients": ("int", 1, 10_000),
    "agents.max_tabs": ("int", 1, 1000),
    "agents.calls_per_minute": ("int", 0, 1_000_000),
    "agents.host_loads_per_minute": ("int", 0, 1_000_000),
    "agents.megabytes_per_hour": ("int", 0, 1_000_000),
    "agents.idle_minutes": ("int", 1, 10_000),
    "agents.journal": ("bool",),
    "agents.journal_days": ("int", 1, 36_500),
    "agents.journal_rows": ("int", 10, 10_000_000),
    "batch.concurrency": ("int", 1, 1000),
    "batch.per_host": ("int", 1, 1000),
    "batch.delay": ("float", 0.0, HOUR),
    "batch.retries": ("int", 0, 20),
    "batch.processes": ("int", 0, 1000),
}
SECTIONS = tuple(dict.fromkeys(key.partition(".")[0] for key in KEYS))

# Spellings of the requirements that are not the camelCase of our own key or value.
KEY_ALIASES = {"output.default_format": "output.format"}
VALUE_ALIASES = {("output.link_style", "numbered"): "refs"}

UNITS = {"k": 1024, "m": 1024**2, "g": 1024**3}
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h", "socks4", "socks4a")


def canonical(key: str) -> str:
    """A key in snake_case: `privacy.sendDNT` is `privacy.send_dnt`, `media.images.maxWidth` `images.max_width`."""
    letters: list[str] = []
    for letter in key.replace("-", "_"):
        if letter.isupper() and letters and letters[-1].islower():
            letters.append("_")
        letters.append(letter)
    snake = "".join(letters).lower().removeprefix("media.")
    return KEY_ALIASES.get(snake, snake)


def check(key: str, value: object) -> tuple[str, Value]:
    """The canonical key and the value as its type; raises ConfigError that names both."""
    name = canonical(key)
    rule = KEYS.get(name)
    try:
        if rule is None:
            name = key
            raise ValueError(f"no such setting{setting_meant(key)}")
        return name, _convert(name, rule, value)
    except ValueError as problem:
        from lightterm.errors import ConfigError  # six million instructions that a right value need not pay

        raise ConfigError(f"{name}: {problem}", key=name) from None


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """` (did you mean X?)`, or nothing when no known word is near."""
    near = nearest(word, known)
    return f" (did you mean {near}?)" if near else ""


def nearest(word: str, known: Sequence[str], alike: float = 0.6) -> str:
    """The known word that was most likely meant, "" when none is near."""
    import difflib

    near = difflib.get_close_matches(word, known, 3, alike)
    # Letters in another order are the likelier slip: opne is open, no pane.
    return next((one for one in near if sorted(one) == sorted(word)), near[0] if near else "")


def setting_meant(key: str) -> str:
    """`did_you_mean` of a setting: one of its section, else one of that name in another, else what is spelled alike."""
    section, dot, name = canonical(key).rpartition(".")
    own = {known.rpartition(".")[2]: known for known in KEYS if dot and known.startswith(f"{section}.")}
    names = own or {known.rpartition(".")[2]: known for known in reversed(KEYS)}
    near = names.get(nearest(name, tuple(names), 0.6 if own else 0.75)) or nearest(canonical(key), tuple(KEYS), 0.75)
    return f" (did you mean {near}?)" if near else ""


def section_meant(word: str, sections: tuple[str, ...]) -> str:
    """`did_you_mean` of a section, or of a setting whose own name was written where its section belongs."""
    names = {key.rpartition(".")[2]: key for key in reversed(KEYS)}
    hint = did_you_mean(canonical(word), (*sections, *names))
    meant = hint.removeprefix(" (did you mean ").removesuffix("?)")
    return f" (did you mean {names[meant]}?)" if meant in names and meant not in sections else hint


def parse_size(text: str) -> int:
    """Bytes of `65536`, `64K`, `64M`, `64MiB`, `1.5G`; raises ValueError."""
    word = text.strip().lower()
    digits = word.removesuffix("ib") if word.endswith("ib") else word.removesuffix("b")
    factor = UNITS.get(digits[-1:], 0)
    try:
        return int(float(digits[:-1]) * factor) if factor else int(digits)
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is not a size in bytes (65536, 64K, 10M, 1G)") from None


def size_text(size: int) -> str:
    """A number of bytes as `parse_size` reads it: 64K, 1G; what is no whole number of units stays a number."""
    for unit in ("g", "m", "k"):
        if size and size % UNITS[unit] == 0:
            return f"{size // UNITS[unit]}{unit.upper()}"
    return f"{size} byte" if size == 1 else str(size)


def _convert(key: str, rule: tuple[object, ...], value: object) -> Value:
    kind = rule[0]
    if kind in ("int", "float", "size"):
        return _number(rule, value)
    if kind == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is neither true nor false")
        return value
    if kind == "strings":
        return _strings(value, *rule[1:])
    if kind == "headers":
        return _headers(value)
    if kind == "pairs":
        return _pairs(value)
    if value is None:
        value = ""
    if kind == "tier" and not (value == "" and "" in rule):
        return tier_word(str(value))
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text")
    return _text(key, rule, value)


def tier_word(word: str) -> str:
    """static, light or full for any word or number that means it; raises ValueError."""
    word = word.strip().lower()
    name = TIER_WORDS.get(word, word)
    if name not in TIERS:
        raise ValueError(f"{word!r} is no tier; there are {', '.join(TIERS)} (1, 2, 3)")
    return name


def _number(rule: tuple[object, ...], value: object) -> int | float:
    kind, low, high = rule
    assert isinstance(low, int | float) and isinstance(high, int | float)
    if kind == "size" and isinstance(value, str):
        value = parse_size(value)
    wanted = "a number" if kind == "float" else "a whole number"
    if isinstance(value, bool) or not isinstance(value, int if kind != "float" else int | float):
        raise ValueError(f"{value!r} is not {wanted}")
    if kind == "size" and not low <= value <= high:
        why = "; a bound can be raised, not lifted" if value == 0 else ""
        raise ValueError(f"{value} is not between {size_text(int(low))} and {size_text(int(high))}{why}")
    if not low <= value <= high:
        raise ValueError(f"{value} is not between {low:g} and {high:g}")
    return float(value) if kind == "float" else value


def _text(key: str, rule: tuple[object, ...], value: str) -> str:
    kind = rule[0]
    if any(c < " " or c == "\x7f" for c in value):
        raise ValueError("control characters are not allowed")
    if kind == "letters" and (len(value) < 2 or len(set(value.casefold())) != len(value) or not value.isalnum()):
        raise ValueError(f"{value!r} is not two or more different letters")
    if kind == "choice":
        choices = rule[1]
        assert isinstance(choices, tuple)
        value = VALUE_ALIASES.get((key, value), value)
        if value not in choices:
            raise ValueError(f"{value!r} is not one of {', '.join(choices)}{did_you_mean(value, choices)}")
    elif kind == "pages":
        from lightterm.settings_pages import check_pages

        check_pages(value)
    elif kind == "proxy" and "://" in value:
        scheme, _, rest = value.partition("://")
        if scheme.lower() not in PROXY_SCHEMES or not rest:
            raise ValueError(f"not a proxy URL ({', '.join(PROXY_SCHEMES)}), nor none")
    elif kind == "file" and value.startswith("~"):
        import os

        value = os.path.expanduser(value)
    return value


def _strings(value: object, among: object = None) -> tuple[str, ...]:
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) and v for v in value):
        raise ValueError(f"{value!r} is not a list of words")
    if isinstance(among, tuple) and (other := next((word for word in value if word not in among), "")):
        raise ValueError(f"{other!r} is not one of {', '.join(among)}{did_you_mean(other, among)}")
    return tuple(value)


def _headers(value: object) -> Headers:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is neither `Name: value` pairs nor a list of them")
    return tuple(parse_header(v) for v in value)


def _pairs(value: object) -> Pairs:
    """Names and lines of text; a name without a value has ""."""
    pairs = () if value is None else value
    if not isinstance(pairs, list | tuple) or not all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
        raise ValueError(f"{value!r} is not made of `name: text` lines")
    texts = tuple((str(name), "" if text is None else str(text)) for name, text in pairs)
    if any(c < " " or c == "\x7f" for pair in texts for text in pair for c in text):
        raise ValueError("control characters are not allowed")
    return texts


def parse_header(value: object) -> tuple[str, str]:
    """Name and value of `Name: value` (RFC 9110, section 5.1), or of such a pair; raises ValueError."""
    if isinstance(value, str):
        name, colon, text = value.partition(":")
        pair = (name.strip(), text.strip()) if colon else ("", "")
    elif isinstance(value, tuple) and len(value) == 2:
        pair = (str(value[0]), str(value[1]))
    else:
        pair = ("", "")
    token = pair[0].isascii() and pair[0].replace("-", "").replace("_", "").replace(".", "").isalnum()
    if not token or any(c in "\r\n\0" for c in pair[1]):
        raise ValueError(f"{value!r} is not a header (Name: value)")
    return pair
