"""East Asian text is told by its bytes exactly as character by character."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.cells import EAST_ASIAN, cluster_width, cut, shape, wide_characters, width
from lightterm.safe import clean_flow, is_east_asian, needs_care

EVERY = [chr(code) for code in range(0x80, 0x20000) if not 0xD800 <= code < 0xE000]
EAST = "中文、。「」ひらがなカタカナー한글각힝가！？（）～“”‘’—…abc 12,.-/"  # noqa: RUF001 - that is what is tested


def test_no_character_is_taken_for_one_that_it_is_not() -> None:
    taken = [char for char in EVERY if is_east_asian(f"中{char}")]
    assert len(taken) > 30_000
    for char in taken:
        assert category(char)[0] not in "CM", hex(ord(char))
        assert wide_characters(char) == cluster_width(char) - 1, hex(ord(char))
        assert not needs_care(char) and clean_flow(char) == char


@pytest.mark.parametrize(
    "text", ["plain", "“quoted”", "naïve", "中\u0301", "中\u200b", "\u3099か", "ﾊﾟ", "中\x1b", "中🚀", "א中"]
)
def test_other_text_is_looked_at_closely(text: str) -> None:
    assert not is_east_asian(text)


@given(st.text(EAST, min_size=1), st.integers(0, 90))
def test_its_cells_are_those_of_its_characters(text: str, room: int) -> None:
    assert width(text) == sum(map(cluster_width, text))
    if shape(text) == EAST_ASIAN:
        kept = cut(text, room)
        assert width(text[:kept]) <= room and (kept == len(text) or width(text[: kept + 1]) > room)
