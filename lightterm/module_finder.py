"""A short way to lightterm's own compiled modules: a page needs 70 of them, and importing one costs half as much so.

The standard finder knows every kind of module, and asks the disk and itself accordingly: 250,000 instructions for an
empty one, so that a tenth of a small page's dump went there. A module of this package is a source file with its
compiled form in `__pycache__`. Where that is so, and the compiled form is that of the source (time and size in its
head, https://peps.python.org/pep-0552/), it is taken; everything else is left to the standard finder, which compiles.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

_OURS = __name__.rpartition(".")[0] + "."
_HEAD = MAGIC_NUMBER + bytes(4)
_CACHE = f"{os.sep}__pycache__{os.sep}"
_ENDING = f".{sys.implementation.cache_tag}.pyc"
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_AT_MOST = 1 << 16


class _Compiled(SourceFileLoader):
    """The standard loader of a source file whose compiled form is read already."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        return self._code


class Finder:
    """A finder as `sys.meta_path` wants it; it only finds modules of this package that are compiled and current."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The specification of module `name` below the folder `path[0]`, or None for the standard finder to try."""
        if not name.startswith(_OURS) or not path:
            return None
        folder, stem = path[0], name.rpartition(".")[2]
        try:
            source = f"{folder}{os.sep}{stem}.py"
            status = os.stat(source)
        except OSError:
            folder, stem = f"{folder}{os.sep}{stem}", "__init__"
            source = f"{folder}{os.sep}__init__.py"
            try:
                status = os.stat(source)
            except OSError:
                return None
        compiled = f"{folder}{_CACHE}{stem}{_ENDING}"
        code = _read(compiled, _HEAD + _word(int(status.st_mtime)) + _word(status.st_size))
        if code is None:
            return None
        is_package = stem == "__init__"
        spec = ModuleSpec(name, _Compiled(name, source, code), origin=source, is_package=is_package)
        spec.has_location = True
        spec.cached = compiled
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        return spec


def _word(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "little")


def _read(path: str, head: bytes) -> CodeType | None:
    """The code in a compiled file that begins with `head`."""
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return None
    try:
        data = os.read(descriptor, _AT_MOST)
    finally:
        os.close(descriptor)
    if len(data) == _AT_MOST or not data.startswith(head):
        return None
    code: CodeType = marshal.loads(memoryview(data)[len(head) :])
    return code


def install() -> None:
    """Ask this finder first from now on, unless Python was told to compile otherwise (-O, PYTHONPYCACHEPREFIX)."""
    if sys.pycache_prefix is None and not sys.flags.optimize:
        sys.meta_path.insert(0, Finder)
