"""Files that pages save themselves stand on the list of downloads, in both tiers that run scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing
from lightterm.settings import load

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

PAGE = """<!doctype html><title>Files</title><p id=p></p><script>
const save = () => { const a = document.createElement('a'); a.download = 'rows.csv';
  a.href = URL.createObjectURL(new Blob(['a,b\\n1,2\\n'], { type: 'text/csv' })); document.body.append(a); a.click() };
const there = URL.createObjectURL(new Blob(['made before'], { type: 'text/plain' }));
p.innerHTML = '<button onclick="save()">Save rows</button> ' +
  '<button onclick="location.href = \\'/file\\'">Get it</button>' +
  ' <a download="note.txt" href="' + there + '">Note</a>';</script>"""


@in_a_loop
@pytest.mark.parametrize("tier", ["light", "full"])
async def test_what_a_page_saves_is_listed_and_opened(server: Server, tmp_path: Path, tier: str) -> None:
    if why := missing() if tier == "light" else chromium.missing():
        pytest.skip(why)
    server.page("/", PAGE)
    server.on("/file", lambda asked, talk: talk.reply(
        "whole", headers=[("Content-Disposition", "attachment; filename=report.txt"), ("Content-Type", "text/plain")]
    ))  # fmt: skip
    chosen = load().with_session([("downloads.folder", str(tmp_path / "got")), ("tiers.only", tier)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.until(lambda: "Save rows" in b.screen)
        for number, name in ((1, "rows.csv"), (2, "report.txt"), (3, "note.txt")):
            await b.type(f":follow {number}\n")
            await b.until(lambda n=number, file=tmp_path / "got" / name: file.exists() and f"click [{n}]" in b.status)  # type: ignore[misc]
        assert (tmp_path / "got" / "rows.csv").read_text() == "a,b\n1,2\n"
        assert (tmp_path / "got" / "report.txt").read_text() == "whole"
        assert (tmp_path / "got" / "note.txt").read_text() == "made before"
        await b.type(":downloads\n")
        await b.until(lambda: all(name in b.screen for name in ("rows.csv", "report.txt", "note.txt")))
        assert b.screen.count("done") == 3
        await b.type(":follow 2\n")
        await b.until(lambda: "whole" in b.screen)


LATER = """<!doctype html><title>Later</title><p><button onclick="setTimeout(save, 5000)">Make it</button></p><script>
const save = () => { const a = document.createElement('a'); a.download = 'rows.csv';
  a.href = URL.createObjectURL(new Blob(['a,b'], { type: 'text/csv' })); a.click() };</script>"""


@in_a_loop
@pytest.mark.parametrize("tier", ["light", "full"])
async def test_a_file_that_comes_long_after_the_key_is_listed(server: Server, tmp_path: Path, tier: str) -> None:
    if why := missing() if tier == "light" else chromium.missing():
        pytest.skip(why)
    server.page("/", LATER)
    chosen = load().with_session([("downloads.folder", str(tmp_path / "got")), ("tiers.only", tier)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.type(":follow 1\n")
        await b.until(lambda: (tmp_path / "got" / "rows.csv").exists(), "the file came")
        await b.until(lambda: any("downloaded" in line and "rows.csv" in line for line in b.app.said), "it is said")
        await b.type(":downloads\n")
        await b.until(lambda: "rows.csv" in b.screen and "done" in b.screen)
