"""What style sheets hide by newer means is hidden in tier 2 as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from session.test_tiers import get, needs_full, needs_light, session, text

from lightterm.engines.base import LIGHT
from lightterm.fetch.model import FULL, STATIC

if TYPE_CHECKING:
    from servers import Server

    from lightterm.session.session import Session

__all__ = ["session"]


@needs_light
def test_what_newer_css_hides_is_hidden_in_tier_2(server: Server, session: Session) -> None:
    """Nested rules, @supports and ranges, which lightpanda passes over: in the page and in a linked sheet."""
    css = ".card { .linked { display: none } } .md\\:gone { @media (width >= 48rem) { display: none } }"
    server.page("/s.css", css, "text/css")
    names = ("nested", "linked", "md:gone", "supported", "late", "kept")
    shown = "".join(f'<p class="{name}">{name} words</p>' for name in names)
    page = get(
        session,
        server.page(
            "/",
            "<link rel=stylesheet href=/s.css><style>.card { & .nested { display: none } } @supports (display: grid) {"
            " .supported { display: none } } @supports not (display: grid) { .kept { display: none } }"
            "</style>"
            f"<div id=root></div><script>root.innerHTML = `<div class=card>{shown}</div>`; const s = document.head."
            "appendChild(document.createElement('style')); s.textContent = '.card { .late { display: none } }'"
            "</script>",
        ),
        tier=LIGHT,
    )
    assert text(page) == "kept words"
    assert page.snapshot.live is not None
    sheets = page.snapshot.live.evaluate("[...document.querySelectorAll('style')].length", 5)
    assert sheets == "2", "what was put in for the reading is gone"


@needs_light
def test_what_sheets_say_by_variables_containers_and_content_is_known_in_tier_2(
    server: Server, session: Session
) -> None:
    server.page("/s.css", ":root { --gone: none; --mark: '!' }", "text/css")
    sheet = (
        ".a { display: var(--gone) } .b { display: var(--none, none) } .c { display: var(--unknown) }"
        " .d { content-visibility: hidden } @container (min-width: 1px) { .e { display: none } }"
        " .f::before { content: '\\201C' attr(data-x) ' ' } .f::after { content: counter(n) }"
        " .g::before { content: 'x'; display: none } .h::after { content: 'x' } .c.h::after { content: none }"
        " @media print { .i::before { content: 'x' } } .i:hover::before { content: 'x' }"
    )
    shown = "".join(
        f'<p class="{name}" data-x=y>{name} words</p>' for name in ("a", "b", "d", "e", "f", "g", "c h", "i")
    )
    script = (
        f"root.innerHTML = `{shown}<select id=s></select>`; s[0] = new Option('one', 1); s[2] = new Option('three', 3);"
    )
    script += "s[1] = null; const o = document.body.appendChild(document.createElement('p')); s[1].selected = true;"
    script += "o.textContent = [s.length, s[0].text, s[1].text, s.value, String(s[7])].join()"
    page = f"<link rel=stylesheet href=/s.css><style>{sheet}</style><div id=root></div><script>{script}</script>"
    found = get(session, server.page("/", page), tier=LIGHT)
    lines = [line for line in text(found).split("\n") if line and "▾" not in line]
    assert lines == ["e words", "“y f words", "g words", "c h words", "i words", "2,one,three,3,undefined"]


INSIDE = """<style>.box { container-type: inline-size } .n { container: side / inline-size }
.\\@c { container-type: size }
@container (min-width: 1px) { .x { display: none } .w::before { content: 'wide ' } .o, .q { &.r { display: none } } }
@container side (min-width: 1px) { .y { display: none } } @container other (min-width: 1px) { .z { display: none } }
.k { @container (min-width: 1px) { display: none } }</style>
<div class=box><p class=x>x box</p><p class=y>y box</p><p class=z>z box</p><p class=w>w box</p><p class="q r">r box</p>
</div>
<div class=n><p class=y>y side</p><p class=z>z side</p><p class=k>k side</p></div><div class=@c><p class=x>x c</p></div>
<div style="container-type: inline-size"><p class=x>x own</p></div>
<p class=x>x out</p><p class=w>w out</p><p class="o r">r out</p><p class=k>k out</p><p class="box x">x itself</p>"""
"""Shown by Chromium: what no container stands around, or none of the name, is as it is without the query."""


@pytest.mark.parametrize("tier", [STATIC, pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
def test_a_container_query_holds_inside_of_containers_alone(server: Server, session: Session, tier: int) -> None:
    found = get(session, server.page("/", INSIDE), tier=tier)
    lines = [line.strip() for line in text(found).split("\n") if line.strip()]
    assert [line for line in lines if line != "k out"] == [
        "y box", "z box", "w box" if tier == LIGHT else "wide w box", "z side", "x out", "w out", "r out", "x itself",
    ]  # fmt: skip
    assert "k out" in lines
