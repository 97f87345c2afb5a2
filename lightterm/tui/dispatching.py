"""Textual's way of a message to its handlers, found once for each kind of widget and message.

Textual goes through all classes of a widget for each message, and again when it is idle behind it, and asks `inspect`
for the parameters of each callback that is called later, 0.1 ms each: together a tenth of what a key costs.
"""

from __future__ import annotations

from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import TYPE_CHECKING

from textual import _callback
from textual.message import Message
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Kind = tuple[type[MessagePump], str, type[Message]]
    Handlers = tuple[tuple[type, FunctionType], ...]

_UNLIKE = frozenset(("__wrapped__", "__signature__"))
"""What a function has that takes other parameters than its code says."""

_PRIVATE = hasattr(_callback, "_count_parameters") and hasattr(MessagePump, "_get_dispatch_methods")
"""Whether Textual has the two functions, which it promises to nobody."""

_known: dict[Kind, Handlers | None] = {}
if _PRIVATE:
    _ask = _callback._count_parameters
    _find = MessagePump._get_dispatch_methods


def quicken() -> None:
    """Have what was found once be known from then on; a Textual that finds it otherwise is left alone."""
    if not _PRIVATE:
        return
    _callback._count_parameters = _count
    MessagePump._get_dispatch_methods = _dispatched  # type: ignore[method-assign, assignment]  # same face


def _count(func: Callable[..., Any]) -> int:
    plain = getattr(func, "__func__", func)
    if plain.__class__ is not FunctionType or not _UNLIKE.isdisjoint(plain.__dict__):
        return _ask(func)
    code = plain.__code__
    more = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return int(code.co_argcount) + int(code.co_kwonlyargcount) + more - (plain is not func)


def _dispatched(
    pump: MessagePump, method_name: str, message: Message
) -> Iterator[tuple[type, Callable[[Message], Any]]]:
    kind = pump.__class__, method_name, message.__class__
    try:
        handlers = _known[kind]
    except KeyError:
        handlers = _known[kind] = _handlers(*kind)
    if handlers is None:
        yield from _find(pump, method_name, message)
        return
    before = None
    for cls, method in handlers:
        if cls is not before and message._no_default_action:
            return
        before = cls
        yield cls, method.__get__(pump, cls)


def _handlers(widget: type[MessagePump], name: str, message: type[Message]) -> Handlers | None:
    """The handlers of a message in their order, None where they depend on who sent it."""
    kinds = [kind for kind in message.__mro__ if issubclass(kind, Message)]
    found: list[tuple[type, FunctionType]] = []
    decorated: set[FunctionType] = set()
    for cls in widget.__mro__:
        for kind in kinds:
            for method, selectors in cls.__dict__.get("_decorated_handlers", {}).get(kind, ()):
                if selectors:
                    return None
                if method not in decorated:
                    decorated.add(method)
                    found.append((cls, method))
        named = cls.__dict__.get(f"_{name}") or cls.__dict__.get(name)
        if named is not None and not getattr(named, "_textual_on", None):
            found.append((cls, named))
    return tuple(found)
