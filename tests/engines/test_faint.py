"""What sheets make wholly transparent is left out in the tiers that run scripts; what they fade in is not."""

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
