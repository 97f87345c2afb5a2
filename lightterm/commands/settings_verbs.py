"""Settings, keys, aliases and rules for a site: changed at once, and kept in the user's file unless told otherwise."""

from __future__ import annotations

from lightterm.commands.library import page, unkept
from lightterm.commands.navigate import WHERE, shown
from lightterm.commands.registry import COMMANDS, Argument, Flag, Invocation
from lightterm.errors import ConfigError, LighttermError, ValidationFailed
from lightterm.settings_keys import KEYS, canonical, check, did_you_mean, setting_meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.settings import Value

TEMPORARY = Flag("temporary", "t", "Until lightterm ends; nothing is written.")
MODE = Flag("mode", "m", "The mode of the keys; normal without it.", "mode")
SHORT = {
    "images": "images.enabled",
    "css": "extraction.css",
    "scripts": "browser.javascript",
    "cookies": "session.cookie_mode",
    "numbers": "output.numbers",
    "tables": "output.tables",
    "theme": "tui.theme",
    "keymap": "keys.keymap",
    "private": "session.private",
    "tier": "tiers.only",
    "user_agent": "network.user_agent",
    "rewrite": "open.rewrite",
}
"""Short names of settings that are asked for often; those of settings that exist are understood."""
_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def full_key(key: str) -> str:
    """The key that a person means: a short name, camelCase, or the key itself."""
    known = canonical(key)
    return SHORT[known] if known in SHORT and SHORT[known] in KEYS else known


def value_of(front: Front, key: str, host: str = "") -> Value:
    """What a setting holds now, for a host. Raises ConfigError for one that does not exist."""
    section, _, name = key.partition(".")
    if key not in KEYS:
        hint = setting_meant(key) or did_you_mean(key, tuple(SHORT)) or "; :settings lists them"
        raise ConfigError(f"{key}: no such setting{hint}", key=key)
    settings = front.session.settings.for_host(host) if host else front.session.settings
    return getattr(getattr(settings, section), name)  # type: ignore[no-any-return]  # one of the kinds of `Value`


def typed_value(key: str, text: str) -> object:
    """What a person's text means for a setting; `check` sees to the rest. Raises ConfigError for a whole mapping."""
    kind = KEYS[key][0] if key in KEYS else ""
    if kind == "pairs":
        raise ConfigError(f"one name at a time: :set {key}.NAME VALUE", key=key)
    if kind == "bool":
        return _WORDS.get(text.lower(), text)
    if kind in ("int", "float"):
        try:
            return int(text) if kind == "int" else float(text)
        except ValueError:
            return text
    if kind in ("strings", "headers"):
        return tuple(word.strip() for word in text.split(",") if word.strip())
    return text


def told_setting(key: str, text: str) -> tuple[str, object]:
    """A key and its checked value for what is said of a setting, or of one name of a mapping. Raises ConfigError."""
    key = full_key(key)
    owner, _, name = key.rpartition(".")
    if key.count(".") > 1:
        return check(owner, ((name, text),))
    return check(key, typed_value(key, "" if text == '""' else text))


def show_value(value: Value) -> str:
    """A setting's value as it would be typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ", ".join(item if isinstance(item, str) else f"{item[0]}: {item[1]}" for item in value) or "(empty)"
    return str(value) if value != "" else "(empty)"


def change(front: Front, key: str, value: object, keep: bool, host: str = "") -> None:
    """Set for this session and, to `keep` it, in the user's file; for a `host` in its rule. Raises ConfigError,
    WriteFailed, with nothing changed."""
    from lightterm.settings_edit import edit_file

    key, checked = check(key, value)
    _check_named(front, key, str(checked))
    settings = front.session.settings
    changed = settings.with_site(host, ((key, checked),)) if host else settings.with_session(((key, checked),))
    front.session.configure(changed)
    try:
        front.configured(key)
        if keep and front.config_file and not (host and settings.session.private):  # a host tells what was visited
            edit_file(front.config_file, key, checked, host)
    except LighttermError:
        front.session.configure(settings)
        front.configured(key)
        raise


def _pictures(front: Front, text: str, keep: bool, host: str = "") -> bool:
    """Take `images` for what is asked of it, on, off or on demand, which are two settings; whether it is on demand."""
    demand = text in ("demand", "on-demand")
    if demand:
        change(front, "images.enabled", True, keep, host)
    if demand or (_WORDS.get(text) and value_of(front, "images.on_demand", host)):
        change(front, "images.on_demand", demand, keep, host)
    return demand


def themes() -> tuple[str, ...]:
    """What the setting tui.theme can be."""
    from lightterm.resources import yaml_names

    return ("auto", *yaml_names("themes"))


def _check_named(front: Front, key: str, name: str) -> None:
    """Raise ConfigError where a setting would name a theme or a set of keys that is not there or has mistakes.

    Written down, a set of keys that is none would keep the next lightterm from starting.
    """
    if key == "tui.theme":
        known = themes()
        if name not in known:
            hint = did_you_mean(name, known)
            raise ConfigError(f"no theme {name[:80]!r}{hint}; there are {', '.join(known)}", key=key)
    elif key == "keys.keymap":
        from lightterm.keys.keymap import load_keymap

        load_keymap(front.session.settings, front.registry, name)


@COMMANDS.register(
    "set",
    "Change a setting, now and for later; without a value, say what it is.",
    Argument("key", "setting", "Its key, as in network.timeout; with ! a switch is turned, with ? it is told."),
    Argument("value", "value", "The new value.", optional=True, rest=True),
    flags=(TEMPORARY,),
    group="Settings",
    detail="`set open.searches.w https://…{}` sets one name of a mapping.",
)
def set_(front: Front, call: Invocation) -> None:
    given = call.text("key")
    key, text = full_key(given.rstrip("!?")), call.text("value")
    if given.endswith("!"):
        turn(front, key, not call.has("temporary"))
    elif not text or given.endswith("?"):
        front.say(f"{key}: {show_value(value_of(front, key))}")
    else:
        owner, _, name = key.rpartition(".")
        keep = not call.has("temporary")
        if key.count(".") > 1:
            pair(front, owner, given.rstrip("!?").rpartition(".")[2] or name, text, keep)
            front.say(f"{given}: {text}")
        elif given == "images" and _pictures(front, text, keep):
            front.say("images: on demand")
        else:
            value_of(front, key)  # which knows more of one that does not exist
            change(front, key, typed_value(key, "" if text == '""' else text), keep)
            front.say(told_change(key, f"{key}: {show_value(value_of(front, key))}"))


def pair(front: Front, key: str, name: str, text: str, keep: bool) -> None:
    """Set one name of a mapping; an empty text takes it away. Raises ConfigError, WriteFailed."""
    before = value_of(front, key)
    if not isinstance(before, tuple):
        raise ConfigError(f"{key} is no mapping: it has no {name}", key=key)
    change(front, key, ((name, text),), keep)


def turn(front: Front, key: str, keep: bool, reload: bool = False) -> None:
    """Turn a switch, or go to the next choice; the page may be loaded with it. Raises ConfigError, WriteFailed."""
    value = value_of(front, key)
    kind, *limits = KEYS[key]
    if kind == "bool":
        change(front, key, not value, keep)
    elif kind == "choice" and isinstance(limits[0], tuple):
        choices = limits[0]
        change(front, key, choices[(choices.index(value) + 1) % len(choices)], keep)
    else:
        raise ConfigError(f"{key} is no switch; it is {show_value(value)}", key=key)
    words = f"{key}: {show_value(value_of(front, key))}"
    front.say(words if reload else told_change(key, words))
    if reload:
        front.reload(front.tabs.active)


AT_LOADS = ("extraction", "network", "tiers", "antibot", "blocking", "browser")
"""Sections that are looked at while a page is loaded: the one that is shown stays as it was read."""


def told_change(key: str, words: str) -> str:
    """What is said of a setting that was changed: its new value, and what shows it where it is not seen at once."""
    if key == "antibot.user_agent":
        return f"{words}; for antibot.mode custom"
    return f"{words}; :reload shows it" if key.partition(".")[0] in AT_LOADS else words


@COMMANDS.register(
    "toggle",
    "Turn a setting on or off, or to its next choice, until lightterm ends.",
    Argument("key", "setting", "Its key, or a short name: css, cookies, numbers."),
    flags=(Flag("keep", "k", "Keep it in the settings file."), Flag("reload", "r", "Load the page with it.")),
    group="Settings",
)
def toggle(front: Front, call: Invocation) -> None:
    turn(front, full_key(call.text("key")), call.has("keep"), call.has("reload"))


@COMMANDS.register("settings", "Show every setting, what it is now, and what it means.", flags=WHERE, group="Settings")
def settings(front: Front, call: Invocation) -> None:
    page(front, "settings", "", call)


@COMMANDS.register(
    "site",
    "Change a setting for the host of this page alone, now and for later.",
    Argument("key", "setting", "Its key.", optional=True),
    Argument("value", "value", "The new value.", optional=True, rest=True),
    flags=(TEMPORARY, Flag("host", "h", "Another host; *.example.org means all below it too.", "host")),
    group="Settings",
    detail="Without a key it says what is different here.",
)
def site(front: Front, call: Invocation) -> None:
    from lightterm.fetch.urls import host_of

    if not (host := call.text("host") or host_of(shown(front).url)):
        raise ValidationFailed("this page has no host that a rule could be for", actions=())
    if not call.text("key"):
        rules = [rule.values for rule in front.session.settings.layers.sites if rule.matches(host)]
        holds = dict(pair for values in rules for pair in values)  # of two values the later one
        told = "; ".join(f"{key}: {show_value(value)}" for key, value in holds.items())
        front.say(f"{host}: {told or 'nothing is set for it alone'}")
        return
    key, text, keep = full_key(call.text("key")), call.text("value"), not call.has("temporary")
    if not text:
        front.say(f"{key} for {host}: {show_value(value_of(front, key, host))}")
    elif call.text("key") == "images" and _pictures(front, text, keep, host):
        front.say(f"images for {host}: on demand" + (unkept(front) if keep else ""))
    else:
        change(front, key, typed_value(key, text), keep, host)
        front.say(told_change(key, f"{key} for {host}: {text}{unkept(front) if keep else ''}"))


@COMMANDS.register(
    "theme",
    "Change the colours, or say which are used.",
    Argument("name", "theme", "Its name; auto follows the terminal's light or dark.", optional=True),
    flags=(TEMPORARY,),
    group="Reading",
    aliases=("colorscheme",),
)
def theme(front: Front, call: Invocation) -> None:
    name = call.text("name")
    if not name:
        front.say(f"{front.session.settings.tui.theme} (there are {', '.join(themes())})")
        return
    change(front, "tui.theme", name, not call.has("temporary"))


@COMMANDS.register(
    "private",
    "Keep nothing of what is read from now on, or go on keeping it; without a word, say which it is.",
    Argument("state", "choice", "on or off.", ("on", "off"), optional=True),
    group="Session",
)
def private(front: Front, call: Invocation) -> None:
    state = call.text("state")
    if state:
        change(front, "session.private", state == "on", keep=False)
    now = front.session.settings.session.private
    if now and state == "off":
        raise ValidationFailed("lightterm was started with --private, which holds until it ends", actions=())
    front.say("private: nothing of this is kept" if now else "not private: history and cookies are kept as set")


@COMMANDS.register(
    "bind",
    "Bind keys to a command, now and for later; without a command, say what they do.",
    Argument("keys", "keys", "As in gg, <C-f>, <M-x>, <Space>."),
    Argument("line", "command", "The command line they run.", optional=True, rest=True),
    flags=(MODE, TEMPORARY),
    group="Keys and command line",
)
def bind(front: Front, call: Invocation) -> None:
    from lightterm.keys.keymap import check_binding
    from lightterm.keys.names import spelled, split_keys

    mode, keys, line = call.text("mode", "normal"), spelled(call.text("keys")), call.text("line")
    if line:
        before = tuple(front.keymap.tries.get(mode, ()))
        front.keymap.bind(mode, keys, line, front.registry)
        must_lead_out(front, mode, before)
        change(front, f"keys.{mode}", ((keys, line),), not call.has("temporary"))
        front.say(f"{keys}: {line}")
        return
    check_binding(mode, keys, "cancel", front.registry)
    bound = front.keymap.tries[mode].get(split_keys(keys))
    following = front.keymap.which(mode, split_keys(keys))
    told = bound or ", ".join(f"{key} {what}" for key, what in following) or "not bound"
    front.say(f"{keys}: {told}")


@COMMANDS.register(
    "unbind",
    "Take keys away, now and for later.",
    Argument("keys", "keys", "The keys, or the beginning of several."),
    flags=(MODE, TEMPORARY),
    group="Keys and command line",
)
def unbind(front: Front, call: Invocation) -> None:
    from lightterm.keys.names import spelled

    mode, keys = call.text("mode", "normal"), spelled(call.text("keys"))
    before = tuple(front.keymap.tries.get(mode, ()))
    gone = front.keymap.unbind(mode, keys)
    if not gone:
        raise ConfigError(f"{keys} is not bound in {mode} mode", key=keys)
    must_lead_out(front, mode, before)
    change(front, f"keys.{mode}", ((keys, ""),), not call.has("temporary"))
    front.say(f"{keys}: {'no longer bound' if gone == 1 else f'{gone} keys are no longer bound'}")


def must_lead_out(front: Front, mode: str, before: tuple[tuple[tuple[str, ...], str], ...]) -> None:
    """Take back a change of the keys of a mode that leaves no way out of it, and raise ConfigError."""
    if ways := front.keymap.lacks(mode):
        for keys, line in before:
            front.keymap.tries[mode].add(keys, line)
        raise ConfigError(f"{mode}: no other key runs {' or '.join(ways)}: bind one first", key=mode)


@COMMANDS.register(
    "keymap",
    "Change to another set of keys, or say which one is used.",
    Argument("name", "keymap", "vim, w3m, lynx, chawan, emacs, or one of your own.", optional=True),
    flags=(TEMPORARY,),
    group="Keys and command line",
)
def keymap(front: Front, call: Invocation) -> None:
    name = call.text("name")
    if not name:
        from lightterm.keys.keymap import keymap_names

        front.say(f"{front.keymap.name} (there are {', '.join(keymap_names())})")
        return
    change(front, "keys.keymap", name, not call.has("temporary"))
    front.say(f"the keys of {name}" if front.keyed else f"the keys of {name}, on the screen: line mode has none")
    for problem in front.keymap.problems:
        front.say(problem, "warning")


@COMMANDS.register(
    "keys", "Show the keys of the set in use.", flags=WHERE, group="Keys and command line", aliases=("map",)
)
def keys(front: Front, call: Invocation) -> None:
    page(front, "keys", "", call)


@COMMANDS.register(
    "alias",
    "Give a command line a name of your own; without one, say what a name stands for.",
    Argument("name", "text", "The name, one word."),
    Argument("line", "command", "The command line.", optional=True, rest=True),
    flags=(TEMPORARY,),
    group="Keys and command line",
)
def alias(front: Front, call: Invocation) -> None:
    from lightterm.commands.parse import parse

    name, line = call.text("name"), call.text("line")
    if not line:
        front.say(f"{name}: {front.registry.aliases.get(name, 'no alias of that name')}")
        return
    if name in front.registry or any(c in name for c in "/?!|;\"'"):
        raise ValidationFailed(f"{name!r} cannot be an alias: it means something already", actions=())
    parse(line, front.registry)
    change(front, "commands.aliases", ((name, line),), not call.has("temporary"))
    front.say(f"{name}: {line}")


@COMMANDS.register(
    "unalias",
    "Take an alias away, now and for later.",
    Argument("name", "alias", "Its name."),
    flags=(TEMPORARY,),
    group="Keys and command line",
)
def unalias(front: Front, call: Invocation) -> None:
    name = call.text("name")
    if name not in front.registry.aliases:
        raise ValidationFailed(f"there is no alias {name!r}", actions=())
    change(front, "commands.aliases", ((name, ""),), not call.has("temporary"))
    front.say(f"{name} is no alias any more")
