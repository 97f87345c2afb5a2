"""Frozen, slotted records: what `dataclasses` gives, without its import.

`import dataclasses` costs 57 million instructions (it pulls in re, inspect and ast), more than twice a bare
interpreter's start-up; a dump of a local file pays for every one of them. A `Record` subclass declares fields as
annotations, with defaults, exactly as a frozen dataclass would, and type checkers treat it as one (PEP 681).
"""

from __future__ import annotations

from _operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self, TypeVar, dataclass_transform

    R = TypeVar("R", bound="Record")
else:

    def dataclass_transform(**_options):
        return lambda cls: cls


class Factory:
    """A default made anew for each record: `tags: list[str] = factory(default_factory=list)`."""

    __slots__ = ("make",)

    def __init__(self, make: Any) -> None:
        self.make = make


def factory(*, default_factory: Any) -> Any:
    """Mark `default_factory` (a callable without arguments) as the maker of a field's default."""
    return Factory(default_factory)


class Late:
    """A default made when the field is first read, by calling `name` of `module`: the module need not be loaded."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def make(self) -> Any:
        return getattr(__import__(self.module, fromlist=[self.name]), self.name)()


def late(module: str, name: str) -> Any:
    """The default of a field that few will read: `images: Images = late("lightterm.settings_app", "Images")`."""
    return Late(module, name)


_is_made_later = frozenset((Factory, Late)).__contains__
_MISSING = object()
_put = object.__setattr__
_get = object.__getattribute__
_run = any
"""Takes all that putting gives, as that is None each time: a loop in C takes half as long as one of ours."""


@dataclass_transform(frozen_default=True, field_specifiers=(factory,))
class RecordType(type):
    """The metaclass that turns annotations into slots and remembers defaults."""

    _fields: tuple[str, ...]
    _defaults: dict[str, Any]
    _is_plain: bool
    _values: Callable[[Any], tuple[Any, ...]] | None

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> RecordType:
        fields: tuple[str, ...] = ()
        defaults: dict[str, Any] = {}
        for base in bases:
            fields += base.__dict__["_fields"]
            defaults.update(base.__dict__["_defaults"])
        named = [n for n in space.get("__annotations__", ()) if n[0] != "_"]
        for field in named:
            if field in space:
                defaults[field] = space.pop(field)
        own = tuple([n for n in named if n not in fields]) if fields else tuple(named)
        # `_weakly = True` lets a record be referred to without being kept, for 8 bytes each.
        space["__slots__"] = (*own, "__weakref__") if space.get("_weakly") else own
        space["_fields"] = space["__match_args__"] = fields + own
        space["_defaults"] = defaults
        space["_is_plain"] = not any(map(_is_made_later, map(type, defaults.values())))
        space["_values"] = None
        return super().__new__(mcs, name, bases, space)


class Record(metaclass=RecordType):
    """Base of all records: keyword or positional construction, equality by value, no assignment."""

    def __init__(self, *values: Any, **named: Any) -> None:
        cls = type(self)
        fields = cls._fields
        if len(values) == len(fields) and not named:
            _run(map(_put.__get__(self), fields, values))
            return
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} takes {len(fields)} fields, got {len(values)}")
        _run(map(_put.__get__(self), fields, values))
        if named and not values and cls._is_plain:
            filled = cls._defaults | named
            if len(filled) == len(fields):
                try:
                    _run(map(_put.__get__(self), filled, filled.values()))
                    return
                except AttributeError:
                    pass  # a name that is no field: told below
        for field in fields[len(values) :]:
            value = named.pop(field, _MISSING)
            if value is _MISSING:
                value = cls._defaults.get(field, _MISSING)
                if value is _MISSING:
                    raise TypeError(f"{cls.__name__} needs {field!r}")
                if type(value) is Late:
                    continue
                if type(value) is Factory:
                    value = value.make()
            _put(self, field, value)
        if named:
            raise TypeError(f"{cls.__name__} has no field {next(iter(named))!r}")

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """A field that was left to its `late` default; only asked for what is not set."""
            default = type(self)._defaults.get(name)
            if type(default) is not Late:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = default.make()
            _put(self, name, value)
            return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, f) == getattr(other, f) for f in type(self)._fields)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, f) for f in type(self)._fields)))

    def __repr__(self) -> str:
        body = ", ".join(f"{f}={getattr(self, f)!r}" for f in type(self)._fields)
        return f"{type(self).__name__}({body})"

    def __getstate__(self) -> dict[str, Any]:
        return {f: getattr(self, f) for f in type(self)._fields}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for field, value in state.items():
            _put(self, field, value)

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        cls = type(self)
        made = cls.__new__(cls)
        if cls._is_plain:
            if cls._values is None:
                cls._values = attrgetter(*cls._fields, "__class__")  # of one name alone it gives no tuple
            _run(map(_put.__get__(made), cls._fields, cls._values(self)))
            try:
                _run(map(_put.__get__(made), changes, changes.values()))
            except AttributeError:
                unknown = next(name for name in changes if name not in cls._fields)
                raise TypeError(f"{cls.__name__} has no field {unknown!r}") from None
            return made
        for field in cls._fields:
            if field in changes:
                _put(made, field, changes.pop(field))
                continue
            try:
                value = _get(self, field)
            except AttributeError:
                continue  # still left to its late default
            _put(made, field, value)
        if changes:
            raise TypeError(f"{cls.__name__} has no field {next(iter(changes))!r}")
        return made
