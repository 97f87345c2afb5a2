"""What only scripts listen to has the same number, whether a page was read without them, in tier 2 or in tier 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Server

    from lightterm.engines.base import Engine

PAGE = """<!doctype html><title>Widgets</title><p>Some text. <a href=/next>next</a></p><div onclick=go()>Press</div>
<span role=button onclick=go()>Save</span><div role=button tabindex=0>keys</div><div contenteditable>edit me</div>
<div role=checkbox aria-checked=false onclick=go()>Tick</div><div role=switch aria-checked=true>Night mode</div>
<table><tr onclick=go()><td>row<td>of two</tr><tr><td onclick=go()>cell</table>
<div onclick=go()><a href=/in>inside</a></div><div role=tablist><b role=tab>A</b> <b role=tab>B</b></div>
<img src=data:, alt=Picture onclick=go()> <a onclick=go()>bare</a> <a href='javascript:go()'>there</a>
<div tabindex=0 onkeydown=go()>by keys</div><div tabindex=0>scrolls</div><label onclick=go()>name <input></label>
<div class=row onclick=go()><div><span>One</span></div><div>more</div></div>
<div class=row onclick=go()><div><span>Two</span></div><div>more</div></div>
<div class=close onclick=go() style='width:9px;height:9px'></div><p draggable=true>card</p>
<button onclick=go()>last</button><script>function go() {}</script>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_targets_are_the_same_before_and_after_scripts_ran(
    name: str, request: pytest.FixtureRequest, server: Server
) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    server.page("/", PAGE)
    page = Request(url=server.url("/"), deadline=20)
    live = engine.load(page)
    static = live.replace(tier=1, visible=False, live=None, markup=PAGE.encode())
    told = [
        [(t.kind, t.text, t.url, t.field and t.field.kind) for t in extract(one, View())[0].targets]
        for one in (static, live)
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 22
