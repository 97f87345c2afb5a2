"""Which requirements the tests show (`@pytest.mark.covers("LB-14", ...)`); `python -m tests.covers` prints the rest."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HERE = Path(__file__).parent


def requirements() -> dict[str, str]:
    """Every requirement's id and text, in the order of requirements.tsv."""
    lines = (HERE / "requirements.tsv").read_text("utf-8").splitlines()[1:]
    return {cells[0]: cells[2] for cells in (line.split("\t") for line in lines)}


def covered() -> dict[str, list[str]]:
    """The ids that tests name, each with its `file:line`s."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.covers":
                for argument in node.args:
                    found.setdefault(ast.literal_eval(argument), []).append(f"{path.relative_to(HERE)}:{node.lineno}")
    return found


def main() -> int:
    """Print the ids that no test covers yet, with their text; how many there are goes to stderr."""
    known, shown = requirements(), covered()
    missing = [name for name in known if name not in shown]
    for name in missing:
        print(f"{name}\t{known[name]}")
    print(f"{len(known) - len(missing)} of {len(known)} requirements are covered", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
