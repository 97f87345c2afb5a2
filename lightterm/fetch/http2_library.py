"""The h2 library, imported with small things in the place of what it hardly needs of the standard library.

Of the 110 million instructions of its import 80 go to typing, logging and dataclasses (which brings inspect and ast):
more than a page of 10 KB costs in all. It wants three tuples with names, a logger that nobody listens to, and classes
that keep what they are given. Its own import statements alone get these, and only where nobody has imported the real
modules; should a version of it want more, it is imported as it stands.
"""

from __future__ import annotations

import builtins
import sys
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

LIBRARY = ("h2", "hpack", "hyperframe")
"""The packages that are imported so."""


class _Named(type):
    """What makes a class with annotations a named tuple, as typing.NamedTuple is."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        return namedtuple(name, body["__annotations__"]) if bases else super().__new__(cls, name, bases, body)


class _NamedTuple(metaclass=_Named):
    pass


class _Optional:
    """Takes the place of typing.Optional, which says nothing at run time."""

    def __class_getitem__(cls, item: object) -> None:
        return None


class _Typing:
    TYPE_CHECKING = False
    Any = object
    NamedTuple = _NamedTuple
    Optional = _Optional

    @staticmethod
    def cast(_kind: object, value: object) -> object:
        return value


class _Silent:
    @staticmethod
    def debug(*_words: object) -> None:
        pass


class _Logging:
    @staticmethod
    def getLogger(_name: str) -> type[_Silent]:
        return _Silent


def _take(self: object, **values: object) -> None:
    self.__dict__.update(values)


def _kept(made: type) -> type:
    made.__init__ = _take  # type: ignore[misc]
    return made


class _Dataclasses:
    @staticmethod
    def dataclass(**_options: bool) -> Callable[[type], type]:
        """A decorator of classes that keep what they are made with; their defaults are attributes of the class."""
        return _kept


_PLACES: dict[str, type] = {"typing": _Typing, "logging": _Logging, "dataclasses": _Dataclasses}


def _import(name: str, *rest: Any) -> Any:
    """What an import statement of the library gets."""
    return builtins.__import__(name, *rest) if name in sys.modules or name not in _PLACES else _PLACES[name]


class _Loader:
    """The loader of a module of the library, which is run with import statements of ours."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        made: ModuleType | None = self._own.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = {**builtins.__dict__, "__import__": _import}
        self._own.exec_module(module)


class _Finder:
    """Finds the library's modules as the other finders do."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in LIBRARY:
            return None
        for finder in sys.meta_path:
            spec = None if isinstance(finder, _Finder) else finder.find_spec(name, path, target)
            if spec is not None:
                spec.loader = _Loader(spec.loader)  # type: ignore[assignment]  # it has what a loader must have
                return spec
        return None


def load() -> None:
    """Import the library; nothing where that is done. Raises ImportError where it is not there."""
    if "h2.connection" in sys.modules:
        return
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        import h2.connection
    except (ImportError, AttributeError, KeyError, TypeError):
        for name in [name for name in sys.modules if name.partition(".")[0] in LIBRARY]:
            del sys.modules[name]
    finally:
        sys.meta_path.remove(finder)
    import h2.connection  # noqa: F401
