"""The tiers by name and number."""

from __future__ import annotations

import pytest

from lightterm.engines.base import FULL, LIGHT, STATIC, tier_name, tier_of
from lightterm.errors import ConfigError


@pytest.mark.covers("LB-17", "UB-122")
def test_tiers_have_names_and_numbers_in_order() -> None:
    assert STATIC < LIGHT < FULL
    for words, tier in (
        (("static", "1", "intelligence", " Static "), STATIC),
        (("light", "2", "lightweight"), LIGHT),
        (("full", "3", "playwright"), FULL),
    ):
        assert [tier_of(word) for word in words] == [tier] * len(words)
        assert tier_of(tier_name(tier)) == tier


@pytest.mark.covers("LB-17")
@pytest.mark.parametrize("word", ["", "0", "4", "fast", "12"])
def test_no_other_word_is_a_tier(word: str) -> None:
    with pytest.raises(ConfigError, match="static, light, full"):
        tier_of(word)
