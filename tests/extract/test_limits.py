"""What a page's tags are weighed with, before its tree is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.errors import TooLarge
from tests.processes import lightterm, run_measured

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("piece", [b"H<sub>2</sub>O ", b"a<sup>2</sup> "])
def test_20_mb_of_small_letters_stay_within_the_memory(piece: bytes, home: Path) -> None:
    page = home / "page.html"
    page.write_bytes(b"<p>" + piece * (20_000_000 // len(piece)))
    ended = run_measured(lightterm("--timeout", "300", str(page)), str(home))
    assert ended.code == TooLarge.exit_code
    assert b"the page would take too much memory" in ended.err
    assert len(ended.out) > 1_000_000
    assert ended.peak <= 256
