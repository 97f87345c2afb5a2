"""What the bench of fidelity takes for seen is what Chromium paints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.engines import chromium
from tests.bench.fidelity import looked_at, tokens

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """<!doctype html><p>SEENpara<details>bare1 <b>bold1</b><summary>SEENsummary</summary><p>inner1</p>tail1
</details>
<details><summary>SEENother <b>SEENbold</b></summary><summary>second1</summary><i style="display:contents">passed1</i>
</details><details open><summary>SEENopen</summary>SEENbare</details>
<div style="content-visibility:hidden">skipped1 <b>skipped2</b></div>
<div style="display:contents">SEENboxless <i style="display:contents;visibility:hidden">unseen1</i></div>
<div style="visibility:hidden">unseen2 <i style="display:contents;visibility:visible">SEENagain</i></div>
<div style="display:none"><i style="display:contents">none1</i></div><div style="opacity:0">faint1</div>"""


@pytest.mark.skipif(bool(chromium.missing()), reason="tier 3 is not here")
def test_text_is_seen_where_chromium_paints_it(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    told = looked_at([page], {})[str(page)]
    maybe = set(tokens(told["seen"].partition("\x02")[2]))
    seen, hidden = set(tokens(told["seen"])) - maybe, set(tokens(told["hidden"]))
    assert seen == {word for word in tokens(PAGE) if word.startswith("seen")}
    assert hidden == {word for word in tokens(PAGE) if word[-1] in "12" and word != "faint1"}
    assert maybe == {"faint1"}
