"""Pages as frameworks build them: read right by themselves, at the lowest tier that can, and alive after that.

They are built from tests/corpus/spa/src by build.mjs there, and kept built: the tests need no npm.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from session.test_tiers import get, needs_light, session, text

from lightterm.engines.base import LIGHT, STATIC, Action
from lightterm.extract import extract

if TYPE_CHECKING:
    from servers import Server

    from lightterm.session.session import Session

__all__ = ["session"]

PAGES = Path(__file__).parents[1] / "corpus" / "spa" / "pages"
RENDERED = "nuxt-rendered"
NAMES = sorted(path.name for path in PAGES.iterdir() if path.name != RENDERED)


@pytest.fixture(scope="module", autouse=True)
def enough() -> None:
    """Every framework is there: the folder is not empty by mistake."""
    assert {
        "react",
        "vue",
        "svelte",
        "preact",
        "solid",
        "lit",
        "alpine",
        "htmx",
        "jquery",
        "plain",
        "angular",
        "astro",
        "next",
        "nuxt",
    } <= set(NAMES)


@needs_light
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.covers("LB-29", "UB-148")
def test_a_page_of_a_framework_is_read_and_answers(server: Server, session: Session, name: str) -> None:
    for file in (PAGES / name).rglob("*"):
        if file.is_file():
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            server.page(f"/{file.relative_to(PAGES)}", file.read_bytes(), kind)
    url = server.page(f"/{name}/", (PAGES / name / "index.html").read_bytes())

    page = get(session, url)

    assert page.tier == LIGHT, [(step.tier, step.reason) for step in page.trace]
    assert (page.hint, page.errors) == ("", ())
    shown = text(page)
    assert shown.startswith("# Harbours by ") and "Loading" not in shown
    assert "Tides are told for 4 harbours of the north." in shown
    assert [t.text for t in page.document.targets if t.kind == "link"] == ["Oban", "Mallaig", "Ullapool", "Stromness"]
    button = next(t for t in page.document.targets if "Count" in t.text)
    live = page.snapshot.live
    assert live is not None
    assert not live.act(Action("click", button.handle), 5).error
    live.settle(3)
    document, _ = extract(live.snapshot(), session.view(80, url))
    assert "Counted 1" in text(page.replace(document=document))
    assert [t.number for t in document.targets] == [t.number for t in page.document.targets]


@pytest.mark.covers("LB-29")
def test_what_a_server_has_rendered_needs_no_script_for_all_its_payload(server: Server, session: Session) -> None:
    page = get(session, server.page("/", (PAGES / RENDERED / "index.html").read_bytes()))
    assert page.tier == STATIC and len(page.trace) == 1
    assert "Tides are told for 4 harbours of the north." in text(page)
    assert "serverRendered" not in text(page)
