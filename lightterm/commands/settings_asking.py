"""A setting asked for on the page of settings: what it is now, what it may be, and where that comes from."""

from __future__ import annotations

from lightterm.commands.complete import Offer, setting_values
from lightterm.commands.settings_verbs import change, pair, show_value, typed_value, value_of
from lightterm.settings_keys import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.commands.front import Front
    from lightterm.settings import Layers, Values

PAGES = ("about:settings", "about:help")
"""The pages that list settings, whatever is asked of them."""

CHANGES = "about:set?"
"""What a link of that page leads to, its key behind it: a question, and no page."""

_MAPPINGS = ("pairs", "headers")
_WORDS = {"bool": "on or off", "strings": "words, commas between them", "size": "a size, as 64MB", "tier": "a tier"}


def asks(front: Front, url: str, here: str) -> bool:
    """Whether a link of the page of settings asks for one of them, and asks; on other pages such a link does not.

    Raises ConfigError for a setting that does not exist.
    """
    if not url.startswith(CHANGES) or here.partition("?")[0] not in PAGES:
        return False
    key = url.removeprefix(CHANGES)
    now = value_of(front, key)
    if KEYS[key][0] in _MAPPINGS:
        question = f"{key}: NAME VALUE sets one of them, NAME alone takes it away (now {show_value(now)})"
        front.ask_text(
            question, "", lambda text: _set_one(front, key, text, here), lambda typed: _names(front, key, typed)
        )
        return True
    shown = "" if now in ("", ()) else show_value(now)
    front.ask_text(
        f"{key}: {_may_be(key)}",
        shown,
        lambda text: _set(front, key, text, here),
        lambda typed: _values(key, shown, typed),
    )
    return True


def _set(front: Front, key: str, text: str, here: str) -> None:
    now = value_of(front, key)
    text = text.strip()
    if text == ("" if now in ("", ()) else show_value(now)):
        front.say(f"{key} stays {show_value(now)}")
        return
    change(front, key, typed_value(key, text), keep=True)
    front.say(f"{key}: {show_value(value_of(front, key))}")
    front.renew(here)


def _set_one(front: Front, key: str, text: str, here: str) -> None:
    name, _, value = text.strip().partition(" ")
    if not name:
        return
    pair(front, key, name, value.strip(), keep=True)
    front.say(f"{key}.{name}: {value.strip() or '(taken away)'}")
    front.renew(here)


def _may_be(key: str) -> str:
    """What a setting may hold, in words."""
    kind, *limits = KEYS[key]
    if kind in ("int", "float") and len(limits) > 1:
        low, high = limits[:2]
        assert isinstance(low, int | float) and isinstance(high, int | float)
        return f"{'a whole number' if kind == 'int' else 'a number'} from {low:g} to {high:g}"
    listed = ", ".join(offer.text or '""' for offer in setting_values(key))
    return f"one of {listed}" if listed and kind != "bool" else _WORDS.get(str(kind), "a text")


def _values(key: str, now: str, typed: str) -> Iterable[Offer]:
    """What it may be: all of it as long as nothing is typed but what it is."""
    found = [offer for offer in setting_values(key) if offer.text]
    return found if typed == now else [offer for offer in found if offer.text.startswith(typed)]


def _names(front: Front, key: str, typed: str) -> Iterable[Offer]:
    """The names of a mapping with what they stand for."""
    now = value_of(front, key)
    pairs = [item for item in now if isinstance(item, tuple)] if isinstance(now, tuple) else []
    return [Offer(f"{name} {value}") for name, value in pairs if f"{name} {value}".startswith(typed)]


def origins(front_file: str, layers: Layers) -> dict[str, str]:
    """Where the value of each setting that was set comes from, by key; those of a site are told with their hosts."""
    found = {key: "until lightterm ends" for key, _ in layers.session}
    found |= {key: "from your settings file" for key, _ in (*layers.user, *_kept(front_file, layers.session))}
    found |= {key: "from the command line" for key, _ in layers.request}
    for rule in layers.sites:
        for key, value in rule.values:
            told = f"for {', '.join(rule.hosts)} {show_value(value)}"
            found[key] = f"{found[key]}; {told}" if key in found else told
    return found


def _kept(path: str, session: Values) -> Values:
    """What was set in this session and stands in the user's file as well."""
    from lightterm.errors import ConfigError
    from lightterm.settings_file import read_layers

    if not path or not session:
        return ()
    try:
        kept = dict(read_layers(path).user)
    except (ConfigError, OSError):
        return ()
    last = dict(session)
    return tuple((key, value) for key, value in last.items() if _holds(kept.get(key), value))


def _holds(kept: object, value: object) -> bool:
    """Whether the file has a value, of a mapping each name of it."""
    if isinstance(kept, tuple) and isinstance(value, tuple):
        return set(value) <= set(kept)
    return kept == value
