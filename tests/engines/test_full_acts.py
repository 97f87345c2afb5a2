"""What is done to a page of tier 3: every kind of control, and what actions lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from lightterm.engines import chromium
from lightterm.engines.base import Action
from lightterm.engines.full import FullEngine
from lightterm.errors import ScriptFailed, TimedOut
from tests.engines.full_parts import act, shown, value, words
from tests.servers import Server

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

CONTROLS = """<form action=/sent><input name=q value=old><input type=checkbox name=c><input type=radio name=r value=1>
<input type=radio name=r value=2><label><input type=checkbox name=styled style="display:none">Styled</label>
<select name=one><option>a<option>b</select><select name=many multiple><option value=x>Ex<option value=y>Wy<option>z
</select><textarea name=t></textarea><input type=file name=f multiple><button name=go>Go</button></form>
<div role=switch aria-checked=false onclick="this.setAttribute('aria-checked', 'true')">Switch</div>
<div contenteditable id=rich>rich</div><div style="cursor:pointer" id=card>Card</div><input id=keys>
<a href="javascript:void(document.title = 'ran')">Script link</a><p id=log></p><script>
const log = document.getElementById('log');
card.addEventListener('click', () => log.textContent += 'card ');
card.addEventListener('mouseenter', () => log.textContent += 'hover ');
keys.addEventListener('keydown', e => log.textContent += e.key + ' ');
keys.addEventListener('focus', () => log.textContent += 'focus ')</script>"""
STATE = """(() => { const f = document.forms[0].elements; return [f.q.value, f.c.checked, f.r.value, f.styled.checked,
f.one.value, [...f.many.selectedOptions].map(o => o.value).join(), f.t.value, [...f.f.files].map(x => x.name).join(),
document.querySelector('[role=switch]').getAttribute('aria-checked'), rich.textContent] })()"""


@pytest.mark.covers("LB-38")
def test_every_control_is_acted_on(engine: FullEngine, server: Server, tmp_path: Path) -> None:
    page = shown(engine, server, CONTROLS)
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(file.name)
    outcomes = [
        act(page, "type", 'name="q"', "new"),
        act(page, "check", 'name="c"'),
        act(page, "check", 'value="2"'),
        act(page, "check", 'name="styled"'),
        act(page, "select", 'name="one"', "b"),
        act(page, "select", 'name="many"', values=("x", "Wy")),
        act(page, "type", 'name="t"', "two\nlines"),
        act(page, "upload", 'name="f"', values=tuple(map(str, files))),
        act(page, "check", 'role="switch"' if 'role="switch"' in page.markup.decode() else "aria-checked"),
        act(page, "type", 'id="rich"', "changed"),
    ]
    assert [outcome.error for outcome in outcomes] == [""] * len(outcomes)
    wanted = '["new", true, "2", true, "b", "x,y", "two\\nlines", "a.txt,b.txt", "true", "changed"]'
    assert value(page, STATE) == wanted
    assert act(page, "uncheck", 'name="c"').error == "" and act(page, "clear", 'name="q"').error == ""
    assert value(page, STATE).startswith('["", false,')
    now = page.live.snapshot()  # type: ignore[union-attr]
    assert "changed" in words(now) and "two" in words(now)
    page.live.close()  # type: ignore[union-attr]


@pytest.mark.covers("LB-38")
def test_clicks_keys_hover_and_focus_reach_the_page(engine: FullEngine, server: Server) -> None:
    page = shown(engine, server, CONTROLS)
    for outcome in (
        act(page, "hover", "Card"),
        act(page, "click", "Card"),
        act(page, "focus", 'id="keys"'),
        act(page, "press", 'id="keys"', "a"),
        act(page, "press", "", "Enter"),
        act(page, "click", "Script link"),
    ):
        assert outcome.error == ""
    assert value(page, "log.textContent") == '"hover card focus a Enter "'
    assert value(page, "document.title") == '"ran"'
    page.live.close()  # type: ignore[union-attr]


def test_handles_stay_as_the_page_changes(engine: FullEngine, server: Server) -> None:
    page = shown(engine, server, "<button id=a>A</button><button id=b onclick=\"this.textContent='hit'\">B</button>")
    value(page, "(a.remove(), document.body.prepend(document.createElement('button')), 1)")
    assert page.live is not None
    before = page.markup.decode()
    number = int(before.partition('id="b" lightterm-handle="')[2].partition('"')[0])
    assert f'id="b" lightterm-handle="{number}"' in page.live.snapshot().markup.decode()
    assert page.live.act(Action("click", number), 5).error == ""
    assert "hit" in words(page.live.snapshot())
    assert "no longer" in act(page, "click", 'id="a"').error
    page.live.close()


def test_an_element_under_another_says_what_is_in_the_way(engine: FullEngine, server: Server) -> None:
    cover = "<div id=cover style='position:fixed;inset:0;background:rgba(0,0,0,.1)'>over all</div>"
    page = shown(engine, server, f"<button>Under</button><button disabled>Off</button>{cover}")
    assert page.live is not None
    number = int(page.markup.decode().partition('lightterm-handle="')[2].partition('"')[0])
    outcome = page.live.act(Action("click", number), 2.5)  # of one second a busy machine left the click 50 ms
    assert "intercepts" in outcome.error
    page.live.close()


@pytest.mark.covers("LB-38", "UB-148")
def test_links_and_forms_lead_on(engine: FullEngine, server: Server) -> None:
    server.page("/next", "<h1>Next</h1>")
    server.on("/sent", lambda asked, talk: talk.reply(f"<p>got {asked.query}"))
    page = shown(engine, server, "<a href=/next>On</a>" + CONTROLS)
    outcome = act(page, "click", 'href="/next"')
    assert (outcome.url, outcome.navigated) == (server.url("/next"), True)
    assert page.live is not None
    assert page.live.settle(5)
    later = page.live.snapshot()
    assert "Next" in words(later)
    assert later.response.url == server.url("/next")
    page.live.close()
    page = shown(engine, server, CONTROLS)
    act(page, "type", 'name="q"', "tea")
    outcome = act(page, "submit", 'name="q"')
    assert outcome.navigated and "/sent?q=tea" in outcome.url
    page.live.close()  # type: ignore[union-attr]


def test_dialogs_are_answered_and_told(engine: FullEngine, server: Server) -> None:
    script = "document.title = [confirm('sure?'), prompt('name?')]"
    page = shown(engine, server, f'<button onclick="{script}">Ask</button>')
    assert act(page, "click", "Ask").dialogs == ("confirm: sure?", "prompt: name?")
    assert value(page, "document.title") == '"false,"'
    act(page, "dialog", "", "accept")
    act(page, "dialog", "", "Ada")
    act(page, "click", "Ask")
    assert value(page, "document.title") == '"true,Ada"'
    page.live.close()  # type: ignore[union-attr]


def test_downloads_and_windows_are_told(engine: FullEngine, server: Server) -> None:
    attached = [("Content-Disposition", 'attachment; filename="../../r e.txt"')]
    server.on("/file", lambda asked, talk: talk.reply("contents", headers=attached, content_type="text/plain"))
    server.page("/new", "<p>new")
    page = shown(
        engine,
        server,
        "<a href=/file>Get</a><a href=/new target=_blank>Tab</a><button onclick=\"window.open('/new?1')\">Pop",
    )
    (path,) = act(page, "click", "Get").downloads
    assert Path(path).read_text() == "contents"
    assert "/" not in Path(path).name and not Path(path).name.startswith(".")
    assert act(page, "click", "Tab").opened == (server.url("/new"),)
    assert act(page, "click", "Pop").opened == (server.url("/new?1"),)
    assert page.live is not None and page.live.url == server.url("/")
    page.live.close()


def test_a_file_chooser_that_a_button_opens_is_served(engine: FullEngine, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "up.txt"
    file.write_text("x")
    page = shown(
        engine,
        server,
        """<button onclick="const i = document.createElement('input'); i.type = 'file';
        i.onchange = () => document.title = i.files[0].name; i.click()">Choose</button>""",
    )
    assert act(page, "upload", "Choose", str(file)).error == ""
    assert value(page, "document.title") == '"up.txt"'
    page.live.close()  # type: ignore[union-attr]


def test_controls_inside_shadow_trees_are_clicked(engine: FullEngine, server: Server) -> None:
    page = shown(
        engine,
        server,
        """<x-b></x-b><script>customElements.define('x-b', class extends HTMLElement { constructor() { super();
        const b = document.createElement('button'); b.textContent = 'Deep'; b.onclick = () => document.title = 'deep';
        this.attachShadow({mode: 'open'}).append(b) } })</script>""",
    )
    assert act(page, "click", "Deep").error == ""
    assert value(page, "document.title") == '"deep"'
    page.live.close()  # type: ignore[union-attr]


@pytest.mark.covers("LB-38")
def test_more_comes_by_scrolling(engine: FullEngine, server: Server) -> None:
    page = shown(
        engine,
        server,
        """<div id=list style="height:3000px">first items of a long list</div><script>let n = 0;
        addEventListener('scroll', () => { if (!n++) list.append('later items') })</script>""",
    )
    assert "later items" not in words(page)
    assert act(page, "scroll", "", "bottom").error == ""
    assert page.live is not None and page.live.settle(5)
    assert "later items" in words(page.live.snapshot())
    assert "not 'sideways'" in act(page, "scroll", "", "sideways").error
    page.live.close()


@pytest.mark.covers("LB-39")
def test_evaluate_ends_and_tells_what_was_thrown(engine: FullEngine, server: Server) -> None:
    page = shown(engine, server, "<p>text")
    assert page.live is not None
    assert page.live.evaluate("Promise.resolve({a: [1, 'é']})", 3) == '{"a": [1, "é"]}'
    assert page.live.evaluate("undefined", 3) == "null"
    with pytest.raises(ScriptFailed, match="nope"):
        page.live.evaluate("(() => { throw new Error('nope') })()", 3)
    with pytest.raises(TimedOut):
        page.live.evaluate("(() => { for(;;); })()", 0.5)
    assert "text" in words(page.live.snapshot())
    page.live.close()


def test_a_click_into_an_endless_script_comes_back(engine: FullEngine, server: Server) -> None:
    page = shown(engine, server, '<p>text</p><button onclick="for(;;);">Hang</button>')
    assert page.live is not None
    number = int(page.markup.decode().partition('lightterm-handle="')[2].partition('"')[0])
    outcome = page.live.act(Action("click", number), 1)
    assert outcome.error
    assert "text" in words(page.live.snapshot())
    page.live.close()


def test_screenshots_are_pictures(engine: FullEngine, server: Server) -> None:
    page = shown(engine, server, "<button style='width:50px;height:20px'>B</button><div style='height:2000px'>")
    assert page.live is not None
    view, whole = page.live.screenshot(False, 5), page.live.screenshot(True, 5)
    sizes = [int.from_bytes(picture[20:24], "big") for picture in (view, whole)]
    assert view[:8] == b"\x89PNG\r\n\x1a\n"
    assert sizes[0] == 720 and sizes[1] > 2000
    page.live.close()
