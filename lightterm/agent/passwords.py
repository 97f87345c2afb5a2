"""Passwords are for a person to type: what is said where an agent would have filled one in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import Action, ActionRefused
from lightterm.fetch.urls import host_of
from lightterm.session.controls import called

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeGuard

    from lightterm.document.model import Document, Field
    from lightterm.settings import Settings

PASSWORD = "password"
"""What a policy knows by that an agent fills in a password itself."""


def may_fill(settings: Settings) -> bool:
    """Whether agents may fill in passwords themselves."""
    return PASSWORD in settings.agents.allow


def is_password(field: Field | None) -> TypeGuard[Field]:
    """Whether a control is a password."""
    return field is not None and field.kind == PASSWORD


def passwords_in(document: Document) -> tuple[tuple[str, int], ...]:
    """The passwords of a page, by name and target number."""
    return tuple((called(field), number) for number, field in document.targets.fields() if is_password(field))


def by_person(passwords: Sequence[tuple[str, int]], host: str, how: Action) -> ActionRefused:
    """The error of a password from a client: a person types it, for nobody else to see; `how` allows it."""
    numbers = ", ".join(f"[{number}]" for _, number in passwords)  # what they are called are a page's words
    first = Action(
        "ask_for_password",
        "Call it without a value: the person is asked to type it, in their lightterm (:mcp there), unseen by you.",
        1,
        None,
        "act",
        {"do": "type", "target": passwords[0][1]},
    )
    words = f"passwords are for a person to type, and go through no client: {numbers}"
    return ActionRefused(words, actions=(first, how))


def newly_filled(before: Document, after: Document) -> tuple[tuple[str, int], ...]:
    """The passwords of a live page in which something else stands than did, by name and target number."""
    stood = {number: field.value for number, field in before.targets.fields()}
    return tuple(
        (name, number)
        for name, number in passwords_in(after)
        if (field := after.targets[number].field) is not None and field.value and field.value != stood.get(number)
    )


def refused(passwords: Sequence[tuple[str, int]], document: Document) -> ActionRefused:
    """The same of passwords of a page, with how a person allows it."""
    from lightterm.agent.approving import how_to_allow

    host = host_of(document.url)
    return by_person(passwords, host, how_to_allow(PASSWORD, host, False))
