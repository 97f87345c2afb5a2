"""The gates of the house: what may import what, what a start may load, what the packages carry, what names mean."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import lightterm
from lightterm.cli_help import exit_codes
from lightterm.errors import LighttermError
from lightterm.resources import data_file
from tests import covers

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "lightterm"

# What a dump of a local file may not load: front ends and engines, and the dear parts of the standard library (all but
# enum, which selectolax brings along).
NEVER = {
    "textual", "rich", "prompt_toolkit", "mcp", "playwright", "lightpanda", "PIL", "pypdf", "yaml", "httpx2",
    "httpcore2", "h2", "ssl", "socket", "asyncio", "argparse", "dataclasses", "typing", "re", "logging",
    "inspect", "ast", "pathlib", "urllib", "json", "email", "http", "tempfile", "random", "hashlib", "subprocess",
    "shutil", "platformdirs", "markdown_it", "feedparser", "defusedxml", "xml", "datetime", "sqlite3",
    "concurrent", "threading", "traceback", "contextlib", "functools", "collections", "itertools", "operator", "types",
}  # fmt: skip
MODULES_AT_MOST = 54
# Ours that only some pages or options need: the tree of errors, settings' rules, style sheets, other scripts, colours.
UNASKED = {
    "lightterm.errors", "lightterm.settings_keys", "lightterm.extract.style.apply", "lightterm.extract.limits",
    "lightterm.document.hyphens", "lightterm.output.ansi", "lightterm.extract.other", "lightterm.fetch.http",
}  # fmt: skip
PAGE = """<!doctype html><title>T</title><h1>Head</h1><p>Some <b>bold</b> text &amp; a <a href="/x">link</a>.</p>
<ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><form><input name=q value=v></form>"""
PROBE = """
import sys
from lightterm.cli import main
code = main(sys.argv[1:])
ours = {name for name in sys.modules if name.startswith("lightterm")}
sys.stderr.write(" ".join(sorted(ours | {name.partition(".")[0] for name in sys.modules})))
sys.exit(code)
"""


def clean_environment(home: Path) -> dict[str, str]:
    keep = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**keep, "HOME": str(home)}


def dump(home: Path, *argv: str) -> tuple[str, set[str]]:
    """The output of a dump in a fresh process, and the top-level modules and all of ours it had loaded at its end."""
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{PROBE}", *argv]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=home, env=clean_environment(home), timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, set(done.stderr.split())


@pytest.mark.covers("LB-152")
@pytest.mark.parametrize("argv", [["--dump"], ["--dump", "-w", "60", "--links", "inline"], ["--dump", "--title"]])
def test_a_dump_of_a_file_loads_nothing_dear(home: Path, argv: list[str]) -> None:
    page = home / "page.html"
    page.write_text(PAGE)
    out, loaded = dump(home, *argv, str(page))
    assert "T" in out
    assert loaded & NEVER == set()


@pytest.mark.covers("LB-152")
def test_a_dump_that_breaks_lines_loads_nothing_dear(home: Path) -> None:
    page = home / "page.html"
    page.write_text("<p>" + "A well-known and/or so-called name (see a.b/c-d, x_y-z or https://example.org/a-b). " * 40)
    _, loaded = dump(home, "--dump", str(page))
    assert loaded & NEVER == set()


@pytest.mark.covers("LB-152")
def test_a_dump_of_a_file_loads_little_of_ours(home: Path) -> None:
    """Each module is a hundredth of a small page's dump: one that is not needed is not loaded."""
    page = home / "page.html"
    page.write_text(PAGE)
    _, loaded = dump(home, "--dump", str(page))
    ours = {name for name in loaded if name.startswith("lightterm")}
    assert len(ours) <= MODULES_AT_MOST, sorted(ours)
    assert ours & UNASKED == set()


def test_the_map_of_the_package_imports_nothing() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(path: Path) -> set[str]:
    """The top-level packages a module imports, annotations left out."""
    found: set[str] = set()
    todo: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo.extend(node.orelse)
        elif isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
        else:
            todo.extend(ast.iter_child_nodes(node))
    return found


@pytest.mark.parametrize("room", ["document", "output"])
def test_these_rooms_import_no_third_party_but_wcwidth(room: str) -> None:
    allowed = sys.stdlib_module_names | {"lightterm", "wcwidth"}
    modules = sorted((PACKAGE / room).rglob("*.py"))
    assert modules
    assert {path.name: extra for path in modules if (extra := imported(path) - allowed)} == {}


@pytest.mark.covers("LB-7")
def test_import_contracts_hold() -> None:
    tool = shutil.which("lint-imports") or shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    if tool is None:
        pytest.skip("import-linter is not installed")
    done = subprocess.run([tool, "--no-logo", "--no-cache"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.covers("LB-3")
def test_the_app_begins_without_the_optional_libraries() -> None:
    absent = "import sys; sys.modules.update(dict.fromkeys(('PIL', 'mcp', 'playwright', 'lightpanda', 'pypdfium2')))"
    done = subprocess.run(
        [sys.executable, "-c", f"{absent}; import lightterm.tui.app"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_module_needs_posix_to_be_imported() -> None:
    posix = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog"}
    at_the_top = {
        path.name: names
        for path in PACKAGE.rglob("*.py")
        if (names := {name for node in ast.parse(path.read_text("utf-8")).body for name in top_import(node)} & posix)
    }
    assert at_the_top == {}


def top_import(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist, built by the build backend itself: no network, no isolation."""
    pytest.importorskip("hatchling")
    place = tmp_path_factory.mktemp("dist")
    for kind in ("wheel", "sdist"):
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(place)],
            cwd=ROOT, check=True, capture_output=True,
        )  # fmt: skip
    return next(place.glob("*.whl")), next(place.glob("*.tar.gz"))


def lend_libraries(place: Path) -> None:
    """Let a virtual environment see the libraries that lightterm needs, behind its own."""
    (site,) = place.glob("lib/python*/site-packages")
    folders = [folder for folder in sys.path if folder.endswith("-packages") and Path(folder).is_dir()]
    (site / "lent.pth").write_text("\n".join(folders))


def shipped() -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for folder in ("keymaps", "themes", "config")
        for path in (ROOT / folder).iterdir()
    }  # fmt: skip


@pytest.mark.covers("LB-3")
def test_wheel_and_sdist_carry_everything(packages: tuple[Path, Path]) -> None:
    wheel, sdist = packages
    assert wheel.name == f"lightterm-{lightterm.__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"lightterm/data/{name}" for name in shipped()} <= names
    assert {f"lightterm/help/{page}.md" for page in ("start", "help", "recipes", "exit-codes")} <= names
    script = next(name for name in names if name.endswith(".data/scripts/lightterm"))
    assert zipfile.ZipFile(wheel).read(script).startswith(b"#!python\n")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "ARCHITECTURE.md",
        "DECISIONS.md",
        "pyproject.toml",
        ".ci/run",
        ".ci/release",
    }
    wanted.add("lightterm/launcher")
    assert shipped() | wanted <= inside
    assert not [name for name in inside if name.split("/")[0] in (".git", ".hypothesis", ".venv", "dist")]


@pytest.mark.covers("LB-1", "LB-11")
def test_an_installed_wheel_runs_and_finds_its_files(packages: tuple[Path, Path], tmp_path: Path) -> None:
    place = tmp_path / "venv"
    venv.create(place, with_pip=True, symlinks=True)
    python = place / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", packages[0]]
    subprocess.run(install, check=True, capture_output=True)
    env = clean_environment(tmp_path)
    version = subprocess.run(
        [place / "bin" / "lightterm", "--version"], capture_output=True, text=True, env=env, check=True
    )
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", version.stdout)
    assert version.stdout.strip() == lightterm.__version__
    code = "from lightterm.resources import data_file; print(data_file('keymaps', 'vim.yaml'))"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, env=env, cwd=tmp_path, check=True)
    path = Path(found.stdout.strip())
    assert path.is_file()
    assert place in path.parents
    lend_libraries(place)
    dumped = subprocess.run(
        [place / "bin" / "lightterm", "--dump", "-"],
        input=b"<h1>Hello</h1><p>from <a href=/x>a wheel</a>", capture_output=True, env=env, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert dumped.stdout.startswith(b"# Hello\n\nfrom [1]a wheel\n")


@pytest.mark.covers("LB-11")
def test_the_version_is_semantic_and_in_the_changelog() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", lightterm.__version__)
    assert f"\n## {lightterm.__version__} - " in (ROOT / "CHANGELOG.md").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]


def strings(node: object) -> list[object]:
    if isinstance(node, dict):
        return [leaf for pair in node.items() for part in pair for leaf in strings(part)]
    return [leaf for part in node for leaf in strings(part)] if isinstance(node, list) else [node]


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "keymaps").iterdir(), *(ROOT / "themes").iterdir()]), ids=lambda p: p.name
)
def test_keymaps_and_themes_are_words_only(path: Path) -> None:
    loaded = yaml.safe_load(path.read_text("utf-8"))
    assert loaded["name"] == path.stem
    assert [leaf for leaf in strings(loaded) if not isinstance(leaf, str)] == []
    assert Path(data_file(path.parent.name, path.name)) == path


def test_themes_name_the_same_parts() -> None:
    parts = {path.name: list(yaml.safe_load(path.read_text("utf-8"))["styles"]) for path in (ROOT / "themes").iterdir()}
    assert len({tuple(names) for names in parts.values()}) == 1


@pytest.mark.covers("LB-150")
def test_the_page_of_exit_codes_is_the_error_tree() -> None:
    page = (PACKAGE / "help" / "exit-codes.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \|(?: `(\w+)`)? \| (.*) \|$", page, re.MULTILINE)
    assert sorted((int(number), code, meaning) for number, code, meaning in rows) == sorted(
        (row.number, row.code, row.meaning) for row in exit_codes()
    )


def test_every_error_code_has_its_row() -> None:
    listed = {row.code for row in exit_codes()}
    todo = [LighttermError]
    while todo:
        cls = todo.pop()
        assert cls.code in listed
        todo += cls.__subclasses__()


def test_help_pages_fit_80_columns_and_their_links_lead_somewhere() -> None:
    pages = {path.stem: path.read_text("utf-8") for path in (PACKAGE / "help").glob("*.md")}
    assert set(pages) >= {"start", "help", "recipes", "exit-codes"}
    for name, text in pages.items():
        assert [link for link in re.findall(r"\(about:([\w-]+)\)", text) if link not in pages] == []
        prose = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
        assert [line for line in prose if len(line) > 84] == [], name


def test_only_known_requirements_are_covered() -> None:
    assert set(covers.covered()) - set(covers.requirements()) == set()


def test_the_list_of_open_requirements_is_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert covers.main() == 0
    listed = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]
    shown = covers.covered()
    assert listed == [name for name in covers.requirements() if name not in shown]
    assert "LB-150" not in listed


def test_modules_and_functions_stay_small() -> None:
    too_long = []
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        if text.count("\n") > 400 and path.name != "errors.py":  # one tree, drawn and declared in one place
            too_long.append(f"{path.name}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > 40:
                    too_long.append(f"{path.name}: {node.name} has {lines} lines")
    scripts = ((path, path.read_text("utf-8").count("\n")) for path in PACKAGE.rglob("*.js"))
    too_long += [f"{path.name}: {lines} lines" for path, lines in scripts if lines > 400]
    assert too_long == []


def test_the_packages_name_no_place_of_their_own() -> None:
    """Nothing of a developer's machine gets into the packages; Homebrew's place is the same on all."""
    places = re.compile(r"(?<![\w.])/(?:home/(?!linuxbrew/)\w|root/|work/|Users/\w)")
    kinds = (".py", ".md", ".toml", ".yaml", ".json", ".txt", ".tsv")
    found = [
        str(path.relative_to(ROOT))
        for top in ("lightterm", "config", "keymaps", "themes", "README.md", "pyproject.toml")
        for path in ([ROOT / top] if (ROOT / top).is_file() else (ROOT / top).rglob("*"))
        if path.suffix in kinds and path != Path(__file__) and places.search(path.read_text("utf-8", "replace"))
    ]
    assert found == []


def test_the_repository_holds_what_the_house_plan_names() -> None:
    """No log or left-over of a tool at the top, and the map of the house stays one page."""
    folders = {".ci", "config", "keymaps", "lightterm", "snapshots", "tests", "themes"}
    files = {"ARCHITECTURE.md", "CHANGELOG.md", "DECISIONS.md", "LICENSE", "README.md", "pyproject.toml", ".gitignore"}
    git = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if git.returncode == 0 and git.stdout:  # an unpacked sdist has no index
        assert {name.split("/")[0] for name in git.stdout.splitlines()} == folders | files
    assert (ROOT / "ARCHITECTURE.md").read_text("utf-8").count("\n") <= 80


def test_readme_starts_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = re.findall(r"^    (.*)$", readme, re.MULTILINE)
    assert [line for line in commands if "pip install" in line][:2] == [
        "pip install . && lightterm about:start",
        "pip install -e '.[test]' && python -m pytest",
    ]


def test_the_picture_in_readme_is_what_comes_out(home: Path) -> None:
    shown = re.search(
        r"```\n\$ lightterm (.*) tides\.html\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert shown
    out, _ = dump(home, *shown[1].split(), str(ROOT / "tests" / "readme" / "tides.html"))
    assert out == shown[2]


@pytest.mark.covers("LB-181")
def test_the_suite_is_large_and_coverage_has_a_floor() -> None:
    tests = [
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert len(tests) >= 1090
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["coverage"]["report"]["fail_under"] >= 70
    assert "--cov " in (ROOT / ".ci/run").read_text()
