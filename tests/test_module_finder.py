"""The short way to our own modules: the same modules as by the standard finder, and the standard finder wherever a
compiled form is not what it should be."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "lightterm"
INSTALL = "from lightterm import module_finder; module_finder.install()\n"
DESCRIBE = """
import importlib, sys
from lightterm import module_finder
if sys.argv[1] == "short":
    module_finder.install()
for name in sys.argv[2:]:
    module = importlib.import_module(name)
    spec = module.__spec__
    print(name, spec.origin, spec.cached, spec.parent, spec.submodule_search_locations)
    print(module.__file__, module.__cached__)
    print(getattr(module, "__path__", None), module.__package__, spec.loader.get_source(name) is not None)
    print(type(spec.loader).__name__, file=sys.stderr)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a compiled copy of the package in it."""
    shutil.copytree(PACKAGE, tmp_path / "lightterm", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "compileall", "-q", "lightterm"], cwd=tmp_path, check=True)
    return tmp_path


def run(where: Path, code: str, *arguments: str, options: tuple[str, ...] = (), **more: str) -> tuple[str, str]:
    """What `code` prints on stdout and stderr with the copy first on its path."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    done = subprocess.run(
        [sys.executable, *options, "-c", f"import sys; sys.path.insert(0, {str(where)!r})\n{code}", *arguments],
        capture_output=True, text=True, cwd=where, env={**keep, **more}, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def loaders(where: Path, *modules: str, **more: str) -> list[str]:
    return run(where, DESCRIBE, "short", *modules, **more)[1].split()


MODULES = ("lightterm.fetch", "lightterm.fetch.urls", "lightterm.extract.style.model", "lightterm.errors")


def test_modules_are_what_the_standard_finder_makes_of_them(copy: Path) -> None:
    short, loader = run(copy, DESCRIBE, "short", *MODULES)
    assert short == run(copy, DESCRIBE, "standard", *MODULES)[0]
    assert loader.split() == ["_Compiled"] * 4


def test_a_changed_source_is_compiled_again(copy: Path) -> None:
    source = copy / "lightterm" / "error_base.py"
    source.write_text(source.read_text("utf-8") + "\nCHANGED = True\n", "utf-8")
    assert run(copy, INSTALL + "import lightterm.error_base as m; print(m.CHANGED)") == ("True\n", "")
    assert loaders(copy, "lightterm.error_base") == ["_Compiled"]


def test_the_same_size_at_another_time_is_another_source(copy: Path) -> None:
    source = copy / "lightterm" / "__init__.py"
    named = copy / "lightterm" / "commands" / "__init__.py"
    named.write_text("A = 1\n", "utf-8")
    py_compile.compile(str(named))
    named.write_text("A = 2\n", "utf-8")
    later = source.stat().st_mtime + 100
    os.utime(named, (later, later))
    assert run(copy, INSTALL + "import lightterm.commands as m; print(m.A)") == ("2\n", "")


def test_without_a_compiled_form_the_standard_finder_makes_it(copy: Path) -> None:
    shutil.rmtree(copy / "lightterm" / "fetch" / "__pycache__")
    assert loaders(copy, "lightterm.fetch", "lightterm.fetch.urls") == ["SourceFileLoader"] * 2
    assert loaders(copy, "lightterm.fetch", "lightterm.fetch.urls") == ["_Compiled"] * 2


@pytest.mark.parametrize("damage", [b"", b"\0" * 16, b"short"])
def test_a_damaged_compiled_form_is_made_anew(copy: Path, damage: bytes) -> None:
    compiled = next((copy / "lightterm" / "fetch" / "__pycache__").glob("urls.*.pyc"))
    compiled.write_bytes(damage)
    assert loaders(copy, "lightterm.fetch.urls") == ["SourceFileLoader"]
    assert loaders(copy, "lightterm.fetch.urls") == ["_Compiled"]


def test_a_compiled_form_checked_by_hash_is_left_to_the_standard_finder(copy: Path) -> None:
    source = copy / "lightterm" / "fetch" / "urls.py"
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    assert loaders(copy, "lightterm.fetch.urls") == ["SourceFileLoader"]


def test_a_module_that_is_not_there_is_missing(copy: Path) -> None:
    code = "try:\n import lightterm.fetch.nothing\nexcept ModuleNotFoundError as problem:\n print(problem)"
    assert run(copy, INSTALL + code)[0] == "No module named 'lightterm.fetch.nothing'\n"


def test_other_ways_to_compile_keep_the_standard_finder(copy: Path) -> None:
    code = INSTALL + "print(module_finder.Finder in sys.meta_path)"
    assert run(copy, code)[0] == "True\n"
    assert run(copy, code, options=("-O",))[0] == "False\n"
    assert run(copy, code, PYTHONPYCACHEPREFIX=str(copy / "elsewhere"))[0] == "False\n"


def test_the_package_also_runs_from_an_archive(copy: Path) -> None:
    shutil.make_archive(str(copy / "packed"), "zip", copy, "lightterm")
    code = f"sys.path[0] = {str(copy / 'packed.zip')!r}\nfrom lightterm.cli import run; run()"
    assert run(copy, code, "--version")[0].count(".") == 2
