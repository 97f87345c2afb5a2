"""What calls are about to do, in words: targets by their names, values unless they are secrets."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.deed import PRESSING, Deed
from lightterm.agent.field_names import as_words
from lightterm.agent.filling import find_field
from lightterm.agent.folders import UPLOADS
from lightterm.agent.journal import is_secret_field
from lightterm.agent.naming import is_number, meant
from lightterm.agent.passwords import is_password
from lightterm.agent.points import point_of, seen_at
from lightterm.engines.written_keys import writes
from lightterm.errors import LighttermError
from lightterm.safe import clean
from lightterm.session.controls import SUBMITS, called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.desk import Desk
    from lightterm.document.model import Target

ENTERS = ("", "enter", "numpadenter", "return", "\n", "\r")

CLICKING = {"double_click": "click"}
"""Actions that do what another one does, and more: a policy knows them by that."""

VALUE = 80
"""Characters of a value that a person is told."""


def act_deed(
    desk: Desk, do: str, given: int | str, value: str | Sequence[str], tab: int, revision: int | None = None
) -> Deed:
    """One action on a target."""
    point = point_of(given)
    words = [do, str(given).strip()] if point else [do]
    target: Target | None = None
    number = _number(desk, given, tab)
    if number:
        words.append(f"[{number}]")
        with suppress(LighttermError):
            at = desk.now(desk.tab(tab)) if isinstance(given, str) and not is_number(given) else revision
            target = desk.target(desk.tab(tab), number, at)
            words.append(called(target.field) if target.field is not None else target.text)
    told = value if isinstance(value, str) else ", ".join(value)
    # Of a target that is not there nobody knows what it was: what goes into it may be a secret.
    secret = bool(given) and not point and (target is None or is_secret_field(target.field))
    if told:
        words.append("(not told)" if secret else f'"{told[:VALUE]}"')
    keys = [value] if isinstance(value, str) else value or [""]
    verb = "submit" if target is not None and _sends(do, target, keys) else CLICKING.get(do, do)
    passwords: tuple[tuple[str, int], ...] = ()
    if (
        target is not None
        and is_password(target.field)
        and ((do == "type" and told) or (do == "press" and any(map(writes, keys))))
    ):
        passwords = ((called(target.field), target.number),)
    asks = ""
    if do == "type" and not told and target is not None and target.field is not None and secret:
        asks = f"{called(target.field)} ([{number}])"
    return on_page(desk, tab, Deed("act", clean(" ".join(filter(None, words))), True, verb)).replace(
        target=target.number if target is not None else 0,
        secrets=("value",) if secret else (),
        asks=clean(asks),
        passwords=passwords,
        folder=UPLOADS if do == "upload" else "",
    )


def _number(desk: Desk, given: int | str, tab: int) -> int:
    """The number of what is acted on, at a point that of the target there; 0 for none."""
    with suppress(LighttermError):
        chosen, point = desk.tab(tab), point_of(given)
        if point is None:
            return meant(desk.page(chosen).document, given)
        seen = seen_at(desk, chosen, [point])
        return seen.target.number if seen.target is not None else 0
    return 0


def _sends(do: str, target: Target, keys: Sequence[str]) -> bool:
    """Whether an action sends a form: its button pressed, or Enter among the keys in a field, by any of its names."""
    field = target.field
    if field is None or field.form < 0:
        return False
    return (do in PRESSING and field.kind in SUBMITS) or (
        do == "press" and any(key.rpartition("+")[2].casefold() in ENTERS for key in keys)
    )


def fill_deed(desk: Desk, fields: dict[str, Any], submit: bool, dry_run: bool, tab: int) -> Deed:
    """A form filled in, and sent or not."""
    secrets, words, passwords = list[str](), list[str](), list[tuple[str, int]]()
    first, folder = 0, ""
    for key, value in fields.items():
        secret, number = True, 0
        with suppress(LighttermError):
            document = desk.page(desk.tab(tab)).document
            number = find_field(document, key, fields)
            field = document.targets[number].field
            secret = is_secret_field(field)
            if value and is_password(field):
                passwords.append((called(field), number))
            folder = UPLOADS if field is not None and field.kind == "file" else folder
        first = first or number
        if secret:
            secrets.append(key)
        words.append(f"{key} (not told)" if secret else f'{key} "{", ".join(as_words(value))[:VALUE]}"')
    told = clean(f"{', '.join(words)}{', and send it' * submit}")
    verb = "submit" if submit else "fill_form"
    deed = Deed("fill_form", told, not dry_run, verb, target=first, secrets=tuple(secrets), passwords=tuple(passwords))
    deed = deed.replace(folder=folder)
    return on_page(desk, tab, deed)


def on_page(desk: Desk, tab: int, deed: Deed) -> Deed:
    """A deed with the page that it is on, where one is open."""
    with suppress(LighttermError):
        chosen = desk.tab(tab)
        return deed.replace(tab=chosen.key, url=desk.visit(chosen).url)
    return deed


def open_deed(desk: Desk, url: str, number: int | None) -> Deed:
    """Opening an address; in a tab of that number which is not the agent's own a person may be reading."""
    deed = Deed("open", address_told(url), url=url)
    if number:
        tab = desk.tab(number)
        deed = deed.replace(tab=tab.key, acts=not desk.is_own(tab))
    return deed


def close_deed(desk: Desk, number: int) -> Deed | None:
    """Closing a tab that is not the agent's own: a person may have been at work in it; None for one that is."""
    tab = desk.tab(number)
    if desk.is_own(tab):
        return None
    url = tab.visit.url if tab.visit is not None else ""
    return Deed("tabs", clean(f"close {tab.title}"), True, "close", url)
