"""Names as they are compared: what looks the same is the same, and no name takes long."""

from __future__ import annotations

from time import process_time

import pytest

from lightterm.agent.lookalikes import unlike
from lightterm.safe import UNSEEN
from lightterm.session.spelling import spelled


@pytest.mark.parametrize("code", [code for first, last in UNSEEN for code in (first, last)], ids=hex)
def test_what_nobody_sees_is_no_part_of_a_name_and_hides_no_number(code: int) -> None:
    assert spelled(f"Sa{chr(code)}ve") == "save"
    assert unlike(f"[1{chr(code)}2]") == f"\\[1{chr(code)}2]"


def test_a_letter_under_many_marks_is_compared_in_no_time() -> None:
    begun = process_time()
    assert spelled("a" + "\u0301\u0323" * 100_000).startswith("\u1ea1")
    assert process_time() - begun < 2  # 8 s: marks were put in order two by two
