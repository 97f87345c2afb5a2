"""One rich page in every format, as it should look: `LIGHTTERM_UPDATE_SNAPSHOTS=1` writes the snapshots anew."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from dumping import dump

PAGE = Path(__file__).parent / "rich.html"
SNAPSHOTS = Path(__file__).parent.parent.parent / "snapshots" / "formats"
UPDATE = "LIGHTTERM_UPDATE_SNAPSHOTS"
WRITES = bool(os.environ.get(UPDATE))  # read before the tests' environment is emptied
BASE = ("--base", "http://example.org/rich", "--no-metadata", "--width", "72")
FORMATS = {
    "rich.txt": (),
    "rich.md": ("--format", "markdown"),
    "rich-inline.md": ("--format", "markdown", "--link-style", "inline"),
    "rich.json": ("--json",),
    "rich.a11y": ("--format", "a11y"),
    "rich.links": ("--format", "links"),
    "rich.outline": ("--format", "outline"),
    "rich-300-tokens.md": ("--format", "markdown", "--max-tokens", "300"),
    "rich-tides.md": ("--format", "markdown", "--keyword", "tides"),
    "rich-form.md": ("--format", "markdown", "--selector", "form,h2", "--exclude", "select"),
}


def stable(text: str) -> str:
    """The JSON without what differs from run to run and from machine to machine, a member a line."""
    data = json.loads(text)
    for name in ("url", "finalUrl", "timing", "trace"):
        del data[name]
    for name in ("finalUrl", "loadTime", "timestamp"):
        del data["metadata"][name]
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@pytest.mark.covers("LB-53", "LB-54", "LB-55", "LB-56", "LB-74", "LB-118")
@pytest.mark.parametrize("name", FORMATS)
def test_the_page_in_each_format(name: str) -> None:
    shown = dump("--dump", *FORMATS[name], *BASE, str(PAGE))
    text = stable(shown.text) if name.endswith(".json") else shown.text
    assert shown.code == 0 and str(PAGE) not in text
    path = SNAPSHOTS / name
    if WRITES:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{UPDATE}=1 writes the snapshots"
