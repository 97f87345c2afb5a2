"""Popovers and dialogs that a button of the markup opens, without a script."""

from __future__ import annotations

import pytest

from lightterm.document.layout import Layout
from lightterm.extract.html import html_document
from lightterm.extract.view import View


def text(markup: str, opened: dict[int, bool] | None = None) -> str:
    """What a page shows, its lines joined; some of its disclosures opened."""
    document = html_document(markup.encode(), "https://a.test/", View())
    layout = Layout(80, opened=opened or {})
    layout.add(document.blocks)
    return "\n".join(layout.lines)


MENU = "<p>a</p><button popovertarget=m>Menu</button><p>b</p><div id=m popover><a href=/x>one</a> two</div>"


@pytest.mark.parametrize(
    "markup",
    [
        MENU,
        MENU.replace("popovertarget=m", "popovertarget=m popovertargetaction=show"),
        MENU.replace("popovertarget=m", "commandfor=m command=toggle-popover"),
        "<p>a</p><button commandfor=m command=show-modal>Menu</button><p>b</p><dialog id=m><a href=/x>one</a> two"
        "<button commandfor=m command=close>Shut</button><form method=dialog><button>OK</button></form></dialog>",
        "<p>a</p><input type=button popovertarget=m value=Menu><p>b</p><div id=m popover><a href=/x>one</a> two</div>",
        "<style>[popover]{display:none}[popover]:popover-open{display:block}</style>" + MENU,
    ],
)
def test_what_a_button_opens_unfolds_beneath_it(markup: str) -> None:
    assert text(markup).split("\n\n") == ["a", "[1]▸ Menu", "b"]
    assert [line for line in text(markup, {1: True}).splitlines() if line] == ["a", "[1]▸ Menu", "[2]one two", "b"]


def test_buttons_of_one_line_stand_beneath_one_another_and_the_second_of_one_popover_stays() -> None:
    markup = (
        "<p><button popovertarget=m aria-label=Share>x</button> <button popovertarget=n>Two</button></p>"
        "<div id=m popover>mm</div><div id=n popover>nn</div><button popovertarget=m>Again</button>"
    )
    assert [line for line in text(markup).splitlines() if line] == ["[1]▸ Share", "[2]▸ Two", "[3][Again]"]
    assert "mm" in text(markup, {1: True})
    assert "nn" in text(markup, {2: True})


@pytest.mark.parametrize(
    "markup",
    [
        "<button popovertarget=none>Menu</button>",
        "<button popovertarget=m disabled>Menu</button><div id=m popover>two</div>",
        "<button popovertarget=m>Menu</button><div id=m>two</div>",
        "<button commandfor=m command=--own>Menu</button><div id=m popover>two</div>",
        "<div id=m popover>two <button popovertarget=m>Menu</button></div>",
        "<a href=/y><button popovertarget=m>Menu</button></a><div id=m popover>two</div>",
        "<button popovertarget=body>Menu</button>",
    ],
)
def test_any_other_button_stays_one(markup: str) -> None:
    assert "▸" not in text(markup)
