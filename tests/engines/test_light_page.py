"""A page that lives in tier 2 is acted on, asked, and gives its state away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from engines.conftest import text_of

from lightterm.engines.base import Action, State
from lightterm.engines.light_tab import ENDLESS
from lightterm.errors import BrowserError, ConnectionFailed, LighttermError, ScriptFailed
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.cookies import Cookie

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server

    from lightterm.engines.base import LivePage, Outcome
    from lightterm.engines.light import LightEngine
    from lightterm.fetch.model import Snapshot

    Load = Callable[..., Snapshot]

SECONDS = 10.0
FIELDS = """<form action=/sent method=get><input id=name name=name value=old><textarea id=area name=area></textarea>
<select id=one name=one><option value=a>Ah<option value=b>Beh</select>
<select id=many name=many multiple><option>x<option>y<option>z</select>
<input type=checkbox id=box name=box><input type=radio id=r1 name=r value=1 checked>
<input type=radio id=r2 name=r value=2>
<input type=file id=file><button id=go>Go</button></form><p id=log></p>
<script>const seen = []; for (const kind of ['input', 'change']) document.addEventListener(kind, event => {
seen.push(kind + ':' + event.target.id); log.textContent = seen.join(' ') });</script>"""


def live(snapshot: Snapshot) -> LivePage:
    assert snapshot.live is not None
    return snapshot.live


def handle_of(snapshot: Snapshot, name: str) -> int:
    """The handle of the element with that id."""
    from selectolax.lexbor import LexborHTMLParser

    (node,) = LexborHTMLParser(snapshot.markup.decode()).css(f"#{name}")
    return int(node.attributes["lightterm-handle"] or 0)


def act(snapshot: Snapshot, kind: str, name: str = "", value: str = "", values: tuple[str, ...] = ()) -> Outcome:
    handle = handle_of(snapshot, name) if name else 0
    return live(snapshot).act(Action(kind, handle, value, values), SECONDS)


def value(snapshot: Snapshot, expression: str) -> object:
    return json.loads(live(snapshot).evaluate(expression, SECONDS))


def test_a_click_changes_the_page_and_handles_stay(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/", "<ul id=l></ul><button id=b onclick=\"l.innerHTML += '<li>item'\">more</button><a id=a href=/>a</a>"
        )
    )
    before = handle_of(page, "b"), handle_of(page, "a")

    assert act(page, "click", "b").error == ""
    assert act(page, "click", "b").error == ""
    after = live(page).snapshot()

    assert text_of(after) == "item item more a"
    assert (handle_of(after, "b"), handle_of(after, "a")) == before


def test_fields_are_filled_in(server: Server, load: Load, tmp_path: Path) -> None:
    page = load(server.page("/", FIELDS))
    file = tmp_path / "a.txt"
    file.write_text("content")

    for outcome in (
        act(page, "type", "name", "Ann"),
        act(page, "type", "area", "two\nlines"),
        act(page, "select", "one", "b"),
        act(page, "select", "many", values=("x", "z")),
        act(page, "check", "box"),
        act(page, "check", "r2"),
        act(page, "upload", "file", values=(str(file),)),
    ):
        assert outcome.error == ""

    assert value(page, "[...new FormData(document.forms[0])].map(p => p.join('=')).slice(0, 8)") == [
        "name=Ann", "area=two\nlines", "one=b", "many=x", "many=z", "box=on", "r=2"
    ]  # fmt: skip
    assert value(page, "document.getElementById('file').files[0].name") == "a.txt"
    shown = live(page).snapshot()
    assert "input:name" in text_of(shown)
    assert b'value="Ann"' in shown.markup
    assert act(page, "clear", "name").error == ""
    assert act(page, "uncheck", "box").error == ""
    assert value(page, "[document.getElementById('name').value, box.checked]") == ["", False]


def test_an_empty_editor_and_a_switch_are_fields_with_names(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<div id=root></div><p id=o>nothing</p><script>root.innerHTML = '<div id=e contenteditable aria-label=Note>"
            "</div><div role=switch id=s aria-checked=false tabindex=0>Dark mode</div>'; e.oninput = () => {"
            "o.textContent = 'noted ' + e.textContent };"
            "s.onclick = () => s.setAttribute('aria-checked', true)</script>",
        )
    )
    note, switch = extract(page, View())[0].targets
    assert note.field is not None and switch.field is not None
    assert (note.field.label, switch.field.label, switch.field.checked) == ("Note", "Dark mode", False)
    assert not live(page).act(Action("type", note.handle, "three words"), SECONDS).error
    assert not live(page).act(Action("check", switch.handle), SECONDS).error
    later = live(page).snapshot()
    assert "noted three words" in text_of(later)
    assert extract(later, View())[0].targets[2].field.checked  # type: ignore[union-attr]  # it is one


def test_what_cannot_be_done_is_said(server: Server, load: Load) -> None:
    page = load(server.page("/", FIELDS + "<button id=off disabled>off</button>"))
    page_of = live(page)

    assert "no such option" in act(page, "select", "one", "zzz").error
    assert "disabled" in act(page, "click", "off").error
    assert "not in the page" in page_of.act(Action("click", 99999), SECONDS).error
    assert "no text" in act(page, "type", "go", "x").error or value(page, "go.value") == "x"
    assert "no action" in page_of.act(Action("dance", 0), SECONDS).error
    assert "scrolls down" in page_of.act(Action("scroll", 0, "sideways"), SECONDS).error
    assert "no key" in page_of.act(Action("press", 0, "Hyper+Q"), SECONDS).error


@pytest.mark.parametrize(
    ("kind", "name", "given"), [("submit", "name", ""), ("click", "go", ""), ("press", "name", "Enter")]
)
def test_a_form_is_sent(server: Server, load: Load, kind: str, name: str, given: str) -> None:
    server.page("/sent", "<h1>thanks</h1>")
    page = load(server.page("/", FIELDS))
    act(page, "type", "name", "Ann")

    outcome = act(page, kind, name, given)

    assert outcome.navigated
    assert outcome.url.startswith(server.url("/sent?name=Ann"))
    after = live(page).snapshot()
    assert text_of(after) == "thanks"
    assert after.response.url == outcome.url
    assert server.asked("/sent")[-1].query.startswith("name=Ann")


def test_links_are_followed_and_windows_are_told_of(server: Server, load: Load) -> None:
    server.page("/next", "<p>next page</p>")
    page = load(
        server.page(
            "/",
            "<a id=new target=_blank href=/next>new</a>"
            "<a id=own target=_blank href=/next onclick='event.preventDefault()'>x</a>"
            "<button id=pop onclick=\"window.open('/next')\">pop</button><a id=same href=/next>same</a>",
        )
    )

    for name, opened in (("new", ("/next",)), ("own", ()), ("pop", ("/next",))):
        outcome = act(page, "click", name)
        assert [url.removeprefix(server.url("")) for url in outcome.opened] == list(opened)
        assert (outcome.navigated, outcome.url, outcome.error) == (False, server.url("/"), "")
    outcome = act(page, "click", "same")

    assert (outcome.navigated, outcome.url) == (True, server.url("/next"))
    assert text_of(live(page).snapshot()) == "next page"


def test_a_link_to_what_can_be_read_is_told_of_and_the_page_stays(server: Server, load: Load) -> None:
    server.page("/a.pdf", b"%PDF-1.4", "application/pdf")
    page = load(server.page("/", "<p id=p>here</p><a id=a href=/a.pdf onclick=\"p.textContent='clicked'\">file</a>"))

    outcome = act(page, "click", "a")

    assert (outcome.opened, outcome.navigated, outcome.downloads) == ((server.url("/a.pdf"),), False, ())
    assert text_of(live(page).snapshot()) == "clicked file"


def answers(
    server: Server, path: str, body: str, disposition: str = "", kind: str = "text/plain", status: int = 200
) -> None:
    given = [("Content-Disposition", disposition)] if disposition else []
    server.on(path, lambda asked, talk: talk.reply(body, status, headers=given, content_type=kind))


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ("<a id=a href=/attached>x</a>", "r e.txt"),
        ("<a id=a href=/attached download=other.txt>x</a>", "r e.txt"),
        ("<a id=a href=/led>x</a>", "r e.txt"),
        ("<a id=a href=/text download='../.my rows.csv'>x</a>", "my rows.csv"),
        ("<a id=a href=/text download>x</a>", "text.txt"),
        ("<a id=a href=/text?1 download><b>x</b></a>", "text.txt"),
        ("<a id=a href=/a.zip>x</a>", "a.zip"),
        ("<button id=a onclick=\"location.href='/attached'\">x</button>", "r e.txt"),
        ("<form action=/attached method=post><button id=a>x</button></form>", "r e.txt"),
        ("<div id=root></div><button id=a>x</button><script>a.onclick = () => { const a = root.appendChild("
         "document.createElement('a')); a.href = '/text'; a.download = 'made.txt'; a.click() }</script>", "made.txt"),
    ],
)  # fmt: skip
def test_a_click_downloads_and_the_page_stays(server: Server, load: Load, markup: str, name: str) -> None:
    answers(server, "/attached", "contents", 'attachment; filename="../../r e.txt"')
    answers(server, "/text", "contents")
    answers(server, "/a.zip", "contents", kind="application/zip")
    server.redirect("/led", "/attached")
    page = load(
        server.page("/", f"<p id=p>here</p>{markup}<script>setTimeout(() => p.textContent = 'alive', 600)</script>")
    )
    asked = len(server.log)

    outcome = act(page, "click", "a")

    assert (outcome.navigated, outcome.opened, outcome.error, outcome.url) == (False, (), "", server.url("/"))
    (path,) = map(Path, outcome.downloads)
    assert (path.name, path.read_text()) == (name, "contents")
    assert len(server.log) - asked == (2 if "/led" in markup else 1), "asked for once"
    assert text_of(live(page).snapshot()).startswith("alive")
    assert act(page, "scroll", value="down").downloads == (), "told of once"


def test_a_download_that_does_not_come_is_told_of(server: Server, load: Load) -> None:
    answers(server, "/gone", "not there", status=404)
    page = load(server.page("/", "<p>here</p><a id=a href=/gone download>x</a><a id=b href=/gone>y</a>"))
    outcome = act(page, "click", "a")
    assert outcome.error == "the file did not come: the server answered 404" and not outcome.downloads
    assert text_of(live(page).snapshot()) == "here x y"
    assert act(page, "click", "b").navigated, "a page that says so is one"


def test_files_that_pages_had_saved_go_with_the_browser(server: Server, light: LightEngine, load: Load) -> None:
    answers(server, "/f", "contents", "attachment")
    (path,) = act(load(server.page("/", "<p>here</p><a id=a href=/f>x</a>")), "click", "a").downloads
    assert Path(path).exists()
    light.close()
    assert not Path(path).exists()


def test_a_link_that_leads_nowhere_says_so(server: Server, load: Load) -> None:
    page = load(server.page("/", "<a id=a href=http://127.0.0.1:1/>gone</a>"))

    assert act(page, "click", "a").navigated

    after = live(page).snapshot().response
    assert after.url == "http://127.0.0.1:1/"
    assert isinstance(after.error, ConnectionFailed)


def test_an_address_that_a_script_changes_is_the_pages(server: Server, load: Load) -> None:
    page = load(server.page("/", "<button id=b onclick=\"history.pushState({}, '', '/deep?a=1')\">b</button>"))

    outcome = act(page, "click", "b")

    assert outcome.url == server.url("/deep?a=1")
    assert live(page).snapshot().response.url == server.url("/deep?a=1")


def test_dialogs_are_told_and_answered(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<p id=said></p><button id=c onclick='ask()'>c</button>"
            "<script>function ask() { said.textContent = confirm('sure?') }</script>"
            "<button id=p onclick=\"said.textContent = prompt('name?', 'x')\">p</button>",
        )
    )

    assert act(page, "click", "c").dialogs == ("confirm: sure?",)
    assert text_of(live(page).snapshot()).startswith("false")
    act(page, "dialog", value="accept")
    assert act(page, "click", "c").dialogs == ("confirm: sure?",)
    assert text_of(live(page).snapshot()).startswith("true")
    assert act(page, "click", "c").dialogs == ("confirm: sure?",)
    assert text_of(live(page).snapshot()).startswith("false")
    act(page, "dialog", value="Ann")
    act(page, "click", "p")
    assert text_of(live(page).snapshot()).startswith("Ann")


def test_a_script_that_hangs_in_a_click_is_ended_and_the_page_lives_on(server: Server, load: Load) -> None:
    page = load(server.page("/", "<p>text</p><button id=b onclick='for (;;) {}'>b</button>"))

    with pytest.raises(BrowserError):
        live(page).act(Action("click", handle_of(page, "b")), 1.0)

    assert text_of(live(page).snapshot()) == "text b"


def test_what_a_page_that_hangs_has_stored_is_asked_for_in_the_time_there_is(server: Server, load: Load) -> None:
    hang = "setTimeout(() => { for (;;); }, 800)"
    page = live(load(server.page("/", f"<p>{'Here. ' * 150}</p><script>{hang}</script>")))
    told: list[str] = []
    while not told:
        try:
            page.state(0.2)
        except LighttermError as error:
            told.append(error.message)
    assert "in 0.2 s" in told[0] or told[0] == ENDLESS


def test_hovering_focusing_and_scrolling_are_felt(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<p id=log></p><button id=b onmouseover=\"log.append('over ')\" onfocus=\"log.append('focus ')\">b</button>"
            "<script>addEventListener('scroll', () => log.append('scroll '))</script>",
        )
    )

    for kind, name, given in (("hover", "b", ""), ("focus", "b", ""), ("scroll", "", "down")):
        assert act(page, kind, name, given).error == ""

    assert text_of(live(page).snapshot()).startswith("over focus scroll")


def test_elements_in_shadow_trees_and_frames_are_acted_on(server: Server, load: Load) -> None:
    server.page(
        "/frame",
        "<button id=inner onclick='press(this)'>in</button>"
        "<script>function press(b) { b.textContent = 'pressed in' }</script>",
    )
    page = load(
        server.page(
            "/",
            "<x-y></x-y><iframe src=/frame width=300 height=200></iframe><script>"
            "customElements.define('x-y', class extends HTMLElement { connectedCallback() {"
            "this.attachShadow({mode: 'open'}).innerHTML = '<button id=deep>deep</button>';"
            "this.shadowRoot.firstChild.onclick = event => event.target.textContent = 'pressed deep' } })</script>",
        )
    )

    act(page, "click", "deep")
    act(page, "click", "inner")

    assert text_of(live(page).snapshot()) == "pressed deep pressed in"


def test_handlers_of_a_mouse_that_comes_in_are_called(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<a id=a href=/>a</a><a id=b href=/ onmouseenter=\"o.append(' said')\">b</a><p id=o></p>"
            "<script>a.onmouseenter = () => o.append('set'); b.onmouseleave = null</script>",
        )
    )

    act(page, "hover", "a")
    act(page, "hover", "b")

    assert text_of(live(page).snapshot()) == "a b set said"


def test_what_is_folded_to_nothing_is_left_out_until_it_unfolds(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<style>.p{max-height:0;overflow:hidden}.p.on{max-height:200px}@media print{.q{max-height:0}}</style>"
            "<button id=b onclick=\"document.querySelector('.p').classList.add('on'); i.style.maxHeight = '9em'\">go"
            "</button><div class=p>cellar</div><div id=i style='max-height: 0px; overflow: hidden'>cider</div>"
            "<div class=q>stairs</div>",
        )
    )

    assert text_of(page) == "go stairs"
    act(page, "click", "b")
    assert text_of(live(page).snapshot()) == "go cellar cider stairs"


def test_the_heads_of_columns_are_pressed_one_by_one(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<table id=t><thead><tr><th>Beast<th id=w>Stone</thead><tr><td>Ox<td>90</table><p id=o></p><script>"
            "t.tHead.addEventListener('click', event => { o.textContent = 'by ' + event.target.cellIndex })</script>",
        )
    )

    act(page, "click", "w")

    assert "by 1" in text_of(live(page).snapshot())


def test_the_place_scrolled_to_goes_on_until_the_page_scrolls_itself(server: Server, load: Load) -> None:
    page = load(server.page("/", "<p>Tide</p>" * 900), state=State(scroll=(0, 4000)))

    assert live(page).state().scroll == (0, 4000)
    live(page).evaluate("scrollTo(0, 0)", SECONDS)
    assert live(page).state().scroll == (0, 0)


def test_expressions_are_asked(server: Server, load: Load) -> None:
    page = live(load(server.page("/", "<title>Ti</title><script>var mine = {a: [1, null]}</script>")))

    assert json.loads(page.evaluate("mine", SECONDS)) == {"a": [1, None]}
    assert json.loads(page.evaluate("Promise.resolve(document.title)", SECONDS)) == "Ti"
    with pytest.raises(ScriptFailed, match="nothere"):
        page.evaluate("nothere.at.all", SECONDS)
    with pytest.raises(BrowserError):
        page.evaluate("while (true) {}", 0.5)
    assert page.evaluate("1 + 1", SECONDS) == "2"


def test_state_goes_in_and_comes_out(server: Server, load: Load) -> None:
    origin = server.url("")
    given = State(
        cookies=(
            Cookie("seen", "1", "127.0.0.1", http_only=True),
            Cookie("lasting", "2", "127.0.0.1", expires=4e9, same_site="lax", persistent=True),
        ),
        local=((origin, (("k", "kept"),)),),
        session=((origin, (("s", "for now"),)),),
    )
    server.page("/api", "{}", "application/json", headers=[("Set-Cookie", "fresh=3; HttpOnly; Path=/")])
    page = load(
        server.page(
            "/",
            "<p id=a></p><script>a.textContent = [localStorage.k, sessionStorage.s, document.cookie].join('|');"
            "localStorage.more = 'x'; document.cookie = 'own=4'; fetch('/api')</script>",
        ),
        state=given,
    )

    assert text_of(page) == "kept|for now|lasting=2"
    assert {"seen=1", "lasting=2"} <= set(server.asked("/api")[0].header("cookie").split("; "))  # type: ignore[union-attr]
    state = live(page).state()
    kept = {cookie.name: cookie for cookie in state.cookies}
    assert {name: cookie.value for name, cookie in kept.items()} == {
        "seen": "1",
        "lasting": "2",
        "fresh": "3",
        "own": "4",
    }
    assert (kept["seen"].http_only, kept["fresh"].http_only, kept["own"].http_only) == (True, True, False)
    assert (kept["lasting"].expires, kept["lasting"].persistent, kept["own"].expires) == (4e9, True, None)
    assert [(where, dict(pairs)) for where, pairs in state.local] == [(origin, {"k": "kept", "more": "x"})]
    assert [(where, dict(pairs)) for where, pairs in state.session] == [(origin, {"s": "for now"})]


@pytest.mark.covers("LB-41", "LB-50")
def test_pages_share_nothing(server: Server, load: Load) -> None:
    first = load(server.page("/one", "<script>document.cookie = 'mine=1'; localStorage.mine = 1</script><p>one"))
    second = load(
        server.page("/two", "<p id=a></p><script>a.textContent = document.cookie + localStorage.mine</script>")
    )

    assert live(first).state().cookies
    assert text_of(second) == "undefined"


def test_a_page_cannot_reach_the_tool_nor_forge_handles(server: Server, load: Load) -> None:
    page = load(
        server.page(
            "/",
            "<p lightterm-handle=7 id=forged>x</p><button id=b>b</button><p id=a></p><script>"
            "a.textContent = Object.getOwnPropertyNames(window).some(n => n.includes('lightterm'))</script>",
        )
    )

    assert b"forged" in page.markup
    assert b'lightterm-handle="7"' not in page.markup
    assert text_of(page) == "x b false"
    assert value(page, "Object.getOwnPropertyNames(window).some(n => n.includes('lightterm'))") is False


def test_options_are_set_by_any_number(server: Server, load: Load) -> None:
    page = live(load(server.page("/", "<select id=s><option>first</select>")))
    fill = "for (let i = s.length; i < 1000; i++) s[i] = new Option('no. ' + i)"
    assert page.evaluate(f"(() => {{ {fill}; s[1] = null; return [s.length, s[998].text, s[2000]] }})()", 5) == (
        '[999, "no. 999", null]'
    )
    assert page.evaluate("[s instanceof HTMLElement, s.id, Object.keys(s).length]", 5) == '[true, "s", 0]'
