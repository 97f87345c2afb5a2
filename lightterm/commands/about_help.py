"""Help that is made when it is shown: commands, keys and settings as they are now."""

from __future__ import annotations

import json
from html import escape

from lightterm.commands.about import html_page, items, link, own, rows
from lightterm.commands.registry import GROUPS, TIMES
from lightterm.errors import FileMissing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.about import Known
    from lightterm.commands.registry import Command
    from lightterm.keys.keymap import Binding
    from lightterm.settings import Settings

_KEYS = "<!-- keys: "
TABLES = ("commands", "keys", "settings")
SHOWN_MODES = {
    "normal": "While reading",
    "hint": "While hints are shown",
    "caret": "With the caret",
    "visual": "While selecting",
    "insert": "In a field",
    "command": "In the command line",
    "search": "While a search is typed",
    "prompt": "At a question",
    "passthrough": "While keys go on to the page",
}


def topic(known: Known, words: str) -> tuple[str, str]:
    """The page that helps with some words, and what it is asked for. Raises FileMissing, which names near ones."""
    from lightterm.commands.parse import SIGNS
    from lightterm.commands.settings_verbs import full_key
    from lightterm.fetch.scheme_about import pages
    from lightterm.settings_keys import KEYS, did_you_mean

    wanted = " ".join(words.lstrip(":").split())
    if wanted.lower() in TABLES:
        return wanted.lower(), ""
    if not known.keyed and wanted in SIGNS:
        return "command", SIGNS[wanted].split()[0]
    if known.registry.get(wanted) is not None or wanted in known.registry.aliases:
        return "command", wanted
    if wanted.lower() in pages():
        return wanted.lower(), ""
    if any(command.name.startswith(f"{wanted} ") for command in known.registry):
        return "command", wanted
    if full_key(wanted) in KEYS or any(key.startswith(f"{wanted}.") for key in KEYS):
        return "settings", full_key(wanted)
    if known.keyed and any(b.keys == wanted for mode in SHOWN_MODES for b in known.keymap.bindings(mode)):
        return "keys", wanted
    names = (*TABLES, *pages(), *known.registry.names(), *KEYS)
    near = _with_words(known, wanted, names) or did_you_mean(wanted, names)
    raise FileMissing(f"there is no help on {wanted[:80]!r}{near}", actions=())


def _with_words(known: Known, wanted: str, names: tuple[str, ...]) -> str:
    """The topics that have some words in their names, else the commands that tell of them; "" for none."""
    words = wanted.casefold().split()
    found = [name for name in names if all(word in name for word in words)] or [
        command.name for command in known.registry if all(word in command.help.casefold() for word in words)
    ]
    return f"; there is some on {', '.join(found[:4])}" if words and found else ""


def manual(known: Known, name: str) -> str | None:
    """A page of lightterm/help with its tables of keys filled in, None when there is no such page.

    A line `<!-- keys: GROUP -->` is the place of the keys of that group of commands.
    """
    from lightterm.fetch.scheme_about import pages
    from lightterm.resources import read_text

    if name not in pages():
        return None
    lines = read_text("help", f"{name}.md").splitlines()
    return "\n".join(_group_keys(known, line) if line.startswith(_KEYS) else line for line in lines) + "\n"


def _group_keys(known: Known, line: str) -> str:
    group = line.removeprefix(_KEYS).removesuffix("-->").strip()
    bound = known.keymap.by_command(known.registry)
    found: dict[str, list[str]] = {}
    for command in known.registry:
        for binding in bound.get(command.name, ()) if command.group == group else ():
            found.setdefault(binding.line, []).append(binding.keys)
    return "\n" + _key_table(known, found) + "\n"


def commands(known: Known, _words: str) -> str:
    """Every command that the front end has, by group."""
    typed = "Typed after <code>:</code>, bound to keys, chosen from the palette. " * known.keyed
    parts = [f"<p>{typed}A word in capitals is to be replaced; in brackets it may be left out.</p>"]
    groups: dict[str, list[Command]] = {group: [] for group in (*GROUPS, "")}
    for each in known.registry:
        groups[each.group].append(each)
    for group, found in groups.items():
        if found:
            parts += [f"<h2>{escape(group or 'Your own')}</h2>", _listed(known, found)]
    if known.registry.aliases:
        parts.append("<h2>Short names</h2>")
        parts.append(rows(("name", "stands for"), ((escape(n), escape(x)) for n, x in known.registry.aliases.items())))
    return html_page("Commands", parts)


def _listed(known: Known, found: list[Command]) -> str:
    """Commands with their keys, where they have some; else one a line, as a table is three for who hears it."""
    if not known.keyed:
        return items(f"{own('help', c.name, c.usage)}: {escape(c.help)}" for c in found)
    bound = known.keymap.by_command(known.registry)
    return rows(("command", "what it does", "keys"), (_row(c, bound.get(c.name, ())) for c in found))


def _row(command: Command, bound: tuple[Binding, ...]) -> tuple[str, ...]:
    keys = " ".join(binding.keys for binding in bound[:4])
    return own("help", command.name, command.usage), escape(command.help), _code(keys)


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""


def command(known: Known, name: str) -> str:
    """One command, or those whose name begins with a word."""
    stands_for = known.registry.aliases.get(name)
    found = known.registry.get(name)
    colon = ":" * known.keyed
    if found is None and stands_for is not None:
        return html_page(f"{colon}{name}", [f"<p>Short for <code>{escape(stands_for)}</code>.</p>"])
    family = [c for c in known.registry if c.name.startswith(f"{name} ")]
    if found is None:
        return html_page(f"{colon}{name}", [items(f"{own('help', c.name, c.usage)}: {escape(c.help)}" for c in family)])
    parts = list(_described(known, found))
    if family:
        parts += ["<h2>See also</h2>", items(f"{own('help', c.name, c.usage)}: {escape(c.help)}" for c in family)]
    return html_page(f"{colon}{found.name}", parts)


def _described(known: Known, command: Command) -> Iterator[str]:
    yield f"<pre>{':' * known.keyed}{escape(command.usage)}</pre><p>{escape(command.help)}</p>"
    if command.detail:
        yield f"<p>{escape(command.detail)}</p>"
    told = [(a.name, a.help, ", ".join(a.choices)) for a in command.arguments]
    for flag in command.flags:
        names = f"-{flag.short}, --{flag.name}" if flag.short else f"--{flag.name}"
        told.append((names, flag.help, ", ".join(flag.choices)))
    if told:
        columns = 3 if any(choices for _, _, choices in told) else 2
        head = ("argument", "what it is", "one of")
        yield rows(head[:columns], (tuple(map(escape, row[:columns])) for row in told))
    if known.keyed and command.counts == TIMES:
        yield "<p>A count typed before its key says how often or how far.</p>"
    elif known.keyed and command.counts:
        yield f"<p>A count typed before its key is its {escape(command.counts)}.</p>"
    if command.aliases:
        yield f"<p>Also: {escape(', '.join(command.aliases))}</p>"
    bound = known.keymap.keys_for(command.name, known.registry)
    if known.keyed and bound:
        yield f"<h2>Keys ({escape(known.keymap.name)})</h2>"
        yield rows(("keys", "command"), ((f"<code>{escape(b.keys)}</code>", escape(b.line)) for b in bound))


def keys(known: Known, wanted: str) -> str:
    """The keys of the set in use, or what one of them does; of a front end without keys what is typed there."""
    from lightterm.keys.keymap import keymap_names

    if not known.keyed:
        return _typed(known)
    keymap = known.keymap
    others = ", ".join(name for name in keymap_names() if name != keymap.name)
    parts = [f"<p>{escape(keymap.about)} Other sets, by :keymap NAME: {escape(others)}.</p>"]
    for mode, heading in SHOWN_MODES.items():
        by_line: dict[str, list[str]] = {}
        for binding in keymap.bindings(mode):
            if not wanted or binding.keys == wanted:
                by_line.setdefault(binding.line, []).append(binding.keys)
        if by_line:
            parts.append(f"<h2>{heading}</h2>")
            parts.append(_key_table(known, by_line))
    return html_page(f"Keys ({keymap.name})", parts)


def _typed(known: Known) -> str:
    """What may be typed where commands are lines."""
    from lightterm.commands.parse import SIGNS

    short = {alias: c.name for c in known.registry for alias in c.aliases if len(alias) == 1} | known.registry.aliases
    typed = [
        ("Enter alone", "more of the page"),
        ("a number, as in 12", "follow that link, press the button, or fill in the field"),
        *((f"{sign}WORDS", line.rstrip(" -").replace(" --", " ")) for sign, line in SIGNS.items()),
        *sorted(short.items(), key=lambda pair: pair[0].casefold()),
    ]
    edited = [
        ("Tab", "go on with a command, an address or a path"),
        ("Up, Down", "what was typed before; a dumb terminal has that only from the program around it"),
        ("Ctrl-C", "stop a load, or leave the line"),
        ("Ctrl-D", "end"),
    ]
    parts = [
        "<p>Commands are lines here, each ended by Enter. The sets of keys are for the screen, and so is what "
        f"{own('help', 'bind', 'bind')} and {own('help', 'keymap', 'keymap')} change.</p>",
        *("<h2>Typed for short</h2>", items(f"{escape(name)}: {_short_for(known, line)}" for name, line in typed)),
        *("<h2>While a line is typed</h2>", items(f"{name}: {what}" for name, what in edited)),
    ]
    return html_page("What is typed in line mode", parts)


def _short_for(known: Known, line: str) -> str:
    help_ = _help(known, line)
    return f"{escape(line)}. {help_}" if help_ else escape(line)


def _key_table(known: Known, found: dict[str, list[str]]) -> str:
    """Command lines with the keys that run them. What a command does stands in the first of the rows that follow on it:
    three lines that say the same beside each of twenty motions would hide the keys."""
    told = []
    last = ""
    for line, keys in found.items():
        help_ = _help(known, line)
        told.append((_code("  ".join(keys)), escape(line), "" if help_ == last else help_))
        last = help_
    return rows(("keys", "command", "what it does"), told)


def _help(known: Known, line: str) -> str:
    from lightterm.commands.parse import parse
    from lightterm.errors import CommandInvalid

    try:
        return escape(" ".join(call.command.help for call in parse(line, known.registry)))
    except CommandInvalid:
        return ""


def settings(known: Known, wanted: str) -> str:
    """Every setting, or one, or those of a section: what it is now, what it was made as, what it means."""
    from lightterm.commands.settings_asking import origins
    from lightterm.resources import read_text
    from lightterm.settings import Settings

    schema = json.loads(read_text("config", "schema.json"))["properties"]
    plain, chosen = Settings(), known.session.settings
    come = origins(known.config_file, chosen.layers)
    colon, chosen_by = (":", "Enter on a key") if known.keyed else ("", "The number of a key")
    bound = f" {own('help', 'bind', 'Keys')} are bound by :bind." * known.keyed
    parts = [
        f"<p>{chosen_by} asks for a new value, which is kept as by <code>{colon}set KEY VALUE</code>; "
        f"<code>{colon}set -t</code> changes one until the end, "
        f"<code>{colon}site KEY VALUE</code> for the host of a page.{bound}</p>"
    ]
    for section, part in schema.items():
        names = [n for n in part.get("properties", ()) if not wanted or f"{section}.{n}.".startswith(f"{wanted}.")]
        if names:
            meanings = ((name, part["properties"][name]["description"]) for name in names)
            told = (
                _setting(f"{section}.{n}", text, come.get(f"{section}.{n}", ""), *_values(n, section, plain, chosen))
                for n, text in meanings
            )
            parts += [f"<h2>{escape(section)}</h2>", rows(("key", "now", "meaning"), told)]
    return html_page("Settings", parts)


def _values(name: str, section: str, plain: Settings, chosen: Settings) -> tuple[str, str]:
    from lightterm.commands.settings_verbs import show_value

    default, now = (show_value(getattr(getattr(made, section), name))[:200] for made in (plain, chosen))
    return default, now


def _setting(key: str, meaning: str, come: str, default: str, now: str) -> tuple[str, ...]:
    """A row of a setting: a link that asks for it, what it is, and, where it was set, by what."""
    from lightterm.commands.settings_asking import CHANGES
    from lightterm.settings_keys import KEYS

    name = link(f"{CHANGES}{key}", key) if key in KEYS else _code(key)
    told = [come] if come else []
    if now != default:
        told.append(f"by default {default}")
    more = f" <em>({escape('; '.join(told))})</em>" if told else ""
    return name, f"<strong>{escape(now)}</strong>" if now != default else escape(now), escape(meaning) + more
