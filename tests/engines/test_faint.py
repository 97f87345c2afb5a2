"""What sheets hide by transparency, size or place is left out in the tiers that run scripts; what comes in is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.document.layout import text_lines
from lightterm.engines import chromium
from lightterm.engines.light_binary import missing
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Server

    from lightterm.engines.base import Engine

PAGE = """<!doctype html><title>Faint</title><style>.z { opacity: 0 } .p { position: absolute } .half { opacity: 50% }
.in { opacity: 0; animation: in 9s forwards } @keyframes in { to { opacity: 1 } }
@media (min-width: 100px) { .m { opacity: 0% } }</style><p>Words to be read.</p><p class=z>by class</p>
<p style="opacity: 0">by itself</p><p class="z p">placed</p><p class=m>by media</p><p class=half>half</p>
<p class=z style="opacity: 1">back</p><p class=in>fades</p>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_nobody_sees_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    snapshot = engine.load(Request(url=server.page("/", PAGE), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "half", "back", "fades"]
    assert snapshot.evidence is not None and "opacity" in [reason for reason, _, _ in snapshot.evidence.hidden]


def test_what_fades_in_once_a_script_asks_stays_in_tier_2(request: pytest.FixtureRequest, server: Server) -> None:
    if missing():
        pytest.skip(missing())
    engine: Engine = request.getfixturevalue("light")
    page = "<style>.late { opacity: 0; transition: opacity 1s }</style><p>Words.</p><p class=late>revealed later</p>"
    snapshot = engine.load(Request(url=server.page("/", page), deadline=20))
    assert "revealed" in "\n".join(text_lines(extract(snapshot, View())[0].blocks, 80))


PLACED = """<!doctype html><title>Placed</title><link rel=stylesheet href=/placed.css>
<style>.far { position: absolute; left: -9999px } .ti { text-indent: -9999px; overflow: hidden } .one { font-size: 1px }
.fold { height: 0; overflow: hidden } .sr.back { position: static; width: auto; height: auto; clip: auto }
@media (max-width: 100px) { .narrow { position: absolute; left: -9999px } }
@media screen { .m { clip-path: inset(50%); position: absolute } }</style>
<p>Words to be read.</p><p class=sr>cut</p><p class=far>far</p><p class=ti>image</p><p class=one>tiny</p>
<p class=m>media</p>
<p class=fold>folded</p><p class="sr back">back</p><p class=narrow>wide</p><p class=fold id=f>unfolded</p>
<p class=sr id=s>shown</p><a class=sr href=#f>Skip</a><button><i class=sr>Close</i></button><p id=made></p>
<script>f.style.height = "40px"; s.className = ""; made.textContent = "made"</script>"""
SHEET = ".sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }"


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_is_cut_off_or_far_away_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    server.page("/placed.css", SHEET, "text/css")
    snapshot = engine.load(Request(url=server.page("/", PLACED), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "back", "wide", "unfolded", "shown", "[1][Close]", "made"]
