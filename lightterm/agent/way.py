"""A way on from an error, and whether it may be told: as a call that its tool takes, and that says no secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lightterm.engines.redact import redacted_url
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LONGEST = 4000
"""Characters of arguments that are told back."""

_PASSWORD = re.compile(r"(?:^|//)[^/?#\s@]*:[^/?#\s@]+@")
"""A name and password in an address (RFC 3986 section 3.2.1), also in one without a scheme."""


class Way(Record):
    """One way on: in words what, the call, and milliseconds to wait before it; `repeat`: it only makes way for the
    call that failed, which is to be made again then."""

    action: str
    words: str
    tool: str = ""
    arguments: Mapping[str, Any] | None = None
    delay: int | None = None
    repeat: bool = False


class Asked(Record):
    """The call that failed: its tool and arguments, and the input schemas of all tools by name.

    `secret`: what it was to fill in may be a password, and is not said again. `arrived`: it led to the page that
    failed, which is what the tab has now. `page`: the address of what is open, "" for nothing. `known`:
    addresses that its tabs know, where one of them may be what was meant. `cursor`: to the rest of what came in spite
    of the error, "" for none. `sent_on`: the address to which the page that failed sends who comes, "" for none;
    `moved`: it says that what is asked for is there.
    """

    tool: str
    arguments: Mapping[str, Any]
    schemas: Mapping[str, Mapping[str, Any]]
    secret: bool = False
    arrived: bool = False
    page: str = ""
    known: tuple[tuple[str, str], ...] = ()
    cursor: str = ""
    sent_on: str = ""
    moved: bool = False

    def has(self, name: str) -> bool:
        """Whether the tool takes an argument of this name."""
        return name in self.schemas.get(self.tool, {}).get("properties", {})

    def again(self, **changed: Any) -> dict[str, Any]:
        """Its arguments with some changed; None leaves one out."""
        return {name: value for name, value in {**self.arguments, **changed}.items() if value is not None}


FILLING = ("act", "fill_form")
"""Tools whose arguments may hold what nobody else should see."""

FILLED = frozenset({"value", "fields", "steps"})
"""In which of them that is."""


COOKIES = frozenset({"cookie", "cookies"})
"""Arguments that hold cookies, by which anybody may be signed in."""


def is_secret(way: Way, asked: Asked) -> bool:
    """Whether a call would say again what is secret: a password, or what an address holds of tokens and keys.

    The caller gave it, and need not have it in what is logged of answers: it makes the same call again by itself.
    """
    if asked.secret and way.tool in FILLING and FILLED & set(way.arguments or ()):
        return True
    if COOKIES & set(way.arguments or ()):
        return True
    words = _words(way.arguments or {})
    return any(_PASSWORD.search(one) or ("://" in one and not one.startswith(redacted_url(one))) for one in words)


def _words(given: Any) -> Iterator[str]:
    """All strings among arguments."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, dict | list):
        for one in given.values() if isinstance(given, dict) else given:
            yield from _words(one)


def fits(way: Way, schemas: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a call is one that its tool takes; what names no tool is for people."""
    if not way.tool:
        return True
    schema = schemas.get(way.tool)
    given = way.arguments or {}
    if len(repr(given)) > LONGEST:
        return False  # a caller knows what it sent, and pays for every word that comes back
    if schema is None or not set(given) <= set(schema.get("properties", ())):
        return False
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it comes without types

    return bool(Draft202012Validator(schema).is_valid(dict(given)))


def look(asked: Asked) -> Way:
    return Way("look_again", "Take a snapshot and use its numbers.", "snapshot", in_tab(asked))


def in_tab(asked: Asked, **given: Any) -> dict[str, Any]:
    """Arguments for the tab of the call that failed."""
    return {**given, "tab": asked.arguments["tab"]} if "tab" in asked.arguments else given
