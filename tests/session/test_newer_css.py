"""What style sheets hide by newer means is hidden in tier 2 as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from session.test_tiers import get, needs_light, session, text

from lightterm.engines.base import LIGHT

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
