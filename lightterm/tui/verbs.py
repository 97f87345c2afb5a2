"""The verbs that the TUI does itself: functions by the name of their command, found in the modules named here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lightterm.errors import CommandInvalid

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser

    Verb = Callable[["Browser", "Invocation"], None]

_verbs: dict[str, Verb] = {}


def verb(name: str) -> Callable[[Verb], Verb]:
    """The decorator that makes a function the TUI's way of doing a command; a name is taken once."""

    def take(function: Verb) -> Verb:
        if name in _verbs:
            raise ValueError(f"two functions do {name!r}")
        _verbs[name] = function
        return function

    return take


def known() -> frozenset[str]:
    """The commands that the TUI does itself."""
    _load()
    return frozenset(_verbs)


def act(app: Browser, call: Invocation) -> None:
    """Do a command; raises LighttermError."""
    _load()
    function = _verbs.get(call.name)
    if function is None:
        raise CommandInvalid(f"{call.name}: not in this front end", actions=())
    function(app, call)


def _load() -> None:
    if "scroll" not in _verbs:
        from lightterm.tui import (  # noqa: F401
            entry,
            folds,
            menu,
            question,
            verbs_agents,
            verbs_caret,
            verbs_find,
            verbs_forms,
            verbs_frames,
            verbs_hints,
            verbs_links,
            verbs_lists,
            verbs_look,
            verbs_modes,
            verbs_moving,
            verbs_pictures,
            verbs_reader,
            verbs_search,
        )
