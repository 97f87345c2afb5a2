"""The tiers by name and number; challenges that stand in the place of pages."""

from __future__ import annotations

import pytest

from lightterm.engines.base import FULL, LIGHT, STATIC, tier_name, tier_of
from lightterm.engines.signs import challenge_of
from lightterm.engines.visible import Reading
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


@pytest.mark.parametrize(
    ("status", "text", "maker"),
    [(403, 1000, "hCaptcha"), (200, 100, "hCaptcha"), (200, 1000, ""), (403, 9000, "hCaptcha")],
)
def test_a_form_with_a_challenge_in_it_is_a_page(status: int, text: int, maker: str) -> None:
    frames = ("about:blank", "https://newassets.hcaptcha.com/captcha/v1/x")
    assert challenge_of(status, Reading("", text=text), frames) == maker
    assert challenge_of(status, Reading("", "Just a moment...", text=text), ()) == "Cloudflare"
