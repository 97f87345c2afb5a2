"""A front end's own ways of doing commands: a table that its modules fill by a decorator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from lightterm.errors import CommandInvalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.registry import Invocation

Front = TypeVar("Front")


class Verbs(Generic[Front]):
    """The commands that a front end does itself, by name.

    `load` imports the modules that fill the table; `missing` says, after a command's name, that it is not in it.
    """

    def __init__(self, load: Callable[[], None], missing: str) -> None:
        self._load = load
        self._missing = missing
        self._verbs: dict[str, Callable[[Front, Invocation], None]] = {}

    def verb(self, name: str) -> Callable[[Callable[[Front, Invocation], None]], Callable[[Front, Invocation], None]]:
        """The decorator that makes a function the way of doing a command; a name is taken once."""

        def take(function: Callable[[Front, Invocation], None]) -> Callable[[Front, Invocation], None]:
            if name in self._verbs:
                raise ValueError(f"two functions do {name!r}")
            self._verbs[name] = function
            return function

        return take

    def known(self) -> frozenset[str]:
        """The commands that the front end does itself."""
        self._load()
        return frozenset(self._verbs)

    def act(self, front: Front, call: Invocation) -> None:
        """Do a command; raises LighttermError."""
        self._load()
        function = self._verbs.get(call.name)
        if function is None:
            raise CommandInvalid(f"{call.name}{self._missing}", actions=())
        function(front, call)
