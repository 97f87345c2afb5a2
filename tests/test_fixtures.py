"""What tests read from files: pages of many structures, media, older stores; and nothing that no test reads."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
BUILT = ("src", "src-astro", "src-next", "src-nuxt", "build.mjs", "package.json", "LICENSES.txt")
"""Of tests/corpus/spa: what its pages are built from."""


def fixtures() -> list[Path]:
    files = [path for path in TESTS.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    return [path for path in files if not {"__pycache__", *BUILT}.intersection(path.relative_to(TESTS).parts)]


@pytest.mark.covers("LB-182")
def test_every_fixture_is_read_by_a_test() -> None:
    stores = 'HERE.glob("v*.sqlite.gz")' in (TESTS / "session/store/test_file.py").read_text()
    source = "\n".join(path.read_text() for path in TESTS.rglob("*.py") if path.name != Path(__file__).name)
    snapshots = {path.name for path in (ROOT / "snapshots/layout").iterdir()}
    unread = []
    for path in fixtures():
        place = path.relative_to(TESTS).parts
        if place[0] == "corpus" and len(place) == 2:  # each is a case of test_rendering, by what it should look like
            is_read = {f"{path.stem}-{cells}.txt" for cells in (40, 80)} <= snapshots
        elif place[:3] == ("corpus", "spa", "pages"):  # each folder is a site
            is_read = f'"{place[3]}"' in source
        else:
            stem = path.name.partition(".")[0]
            is_read = path.name in source or f'"{stem}"' in source or (stores and path.match("v[0-9].sqlite.gz"))
        if not is_read:
            unread.append("/".join(place))
    assert unread == []


@pytest.mark.covers("LB-182")
def test_fixtures_are_of_many_kinds() -> None:
    files = fixtures()
    pages = [path for path in files if path.suffix == ".html"]
    assert len({path.name[:2] for path in pages if path.parent.name == "corpus"}) == 44
    assert {"article", "forum", "manual", "product"} <= {path.stem for path in pages}
    assert {".webm", ".mp3", ".gz", ".json", ".tsv"} <= {path.suffix for path in files}
    # PDFs and pictures are made where they are read.
    for maker, sign in (("typeset.py", "Canvas("), ("graphics/test_decode.py", "PNG")):
        assert sign in (TESTS / maker).read_text()
