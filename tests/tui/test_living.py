"""How often a page that lives is looked at."""

from __future__ import annotations

from lightterm.tui.living import COST, EVERY, SELDOM, pause_after


def test_a_page_is_looked_at_seldom_once_it_is_still_and_after_a_costly_look() -> None:
    assert pause_after(0.001, 0.0) == pause_after(0.001, 10.0) == EVERY
    assert EVERY < pause_after(0.001, 30.0) < pause_after(0.001, 50.0) < SELDOM
    assert pause_after(0.001, 3600.0) == SELDOM
    assert pause_after(2.0, 3600.0) == COST * 2.0
