"""A deadline ends whatever a page does, with what was read until then: by the whole program, engines and all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hostile_pages import serve
from processes import Ended, lightterm, run_measured
from session.test_tiers import needs_full, needs_light

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

DONE, TIMED_OUT, NEEDS_SCRIPTS = 0, 28, 41


@needs_light
@needs_full
@pytest.mark.covers("UB-140")
def test_every_hostile_page_ends_with_what_was_read(server: Server, home: Path) -> None:
    pages = serve(server)

    def dump(url: str) -> Ended:
        return run_measured(lightterm("--dump", "--deadline", "2", url), str(home), timeout=60)

    with ThreadPoolExecutor(4) as pool:
        ended = dict(zip(pages, pool.map(dump, pages.values()), strict=True))

    assert len(ended) > 20
    silence = ended.pop("silence")
    assert (silence.code, silence.out) == (TIMED_OUT, b"") and b"2 s" in silence.err
    for name, one in ended.items():
        assert b"Before" in one.out, (name, one.code, one.err)
        assert one.code in (DONE, TIMED_OUT, NEEDS_SCRIPTS) or name == "50 MB", (name, one.code, one.err)
