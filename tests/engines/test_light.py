"""Tier 2 shows what scripts make of a page, tells what it could not do, and ends in time whatever the page does."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest
from clocks import Stopwatch
from engines.conftest import text_of
from servers import HttpProxy

from lightterm.engines.base import EngineOptions
from lightterm.engines.light import LightEngine
from lightterm.errors import Cancelled, NotFound, TimedOut
from lightterm.fetch.blocking import Blocker
from lightterm.fetch.clock import Cancel
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import LIGHT, Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Asked, Server, SocksProxy, Talk

    from lightterm.fetch.model import Snapshot

    Load = Callable[..., Snapshot]

LONG = "Reading goes on for a good while here, with words enough that nobody takes the page for an empty one. " * 2


def slow(seconds: float, body: str, content_type: str) -> Callable[[Asked, Talk], None]:
    def answer(_asked: Asked, talk: Talk) -> None:
        talk.stopping.wait(seconds)
        talk.reply(body, content_type=content_type)

    return answer


ADOPTED = """<p>Seen</p><p class=gone>unseen</p><x-card></x-card><script>
const sheet = (text) => { const made = new CSSStyleSheet(); made.replaceSync(text); return made };
document.adoptedStyleSheets = [sheet('.gone { display: none }')];
let seen = 0; new MutationObserver(() => { seen += 1 }).observe(document.body, {childList: true, subtree: true});
customElements.define('x-card', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'open'}); root.innerHTML = '<p>In</p><p class=off>off</p>';
  root.adoptedStyleSheets = [sheet('.off { visibility: hidden }')] } })</script>"""


def test_what_adopted_sheets_hide_is_hidden_and_the_page_stays_as_it_was(server: Server, load: Load) -> None:
    live = load(server.page("/", ADOPTED)).live
    assert live is not None
    for _ in range(2):
        snapshot = live.snapshot()
        assert text_of(snapshot) == "Seen In"
        assert snapshot.evidence is not None
        assert [reason for reason, _, _ in snapshot.evidence.hidden] == ["display", "illegible"]
    assert live.evaluate("document.querySelectorAll('style').length", 5) == "0"
    still = live.still(5)
    live.snapshot()
    assert live.still(5) >= still, "reading changed nothing that counts"
    live.evaluate("document.adoptedStyleSheets = []", 5)
    assert text_of(live.snapshot()) == "Seen unseen In"


SHADOWS = """<x-a><p>given</p><b class=no>ungiven</b></x-a><x-b open></x-b><x-b></x-b><x-c></x-c><x-c class=on></x-c>
<p class="more off later">free</p><script>
const make = (name, sheet, markup) => customElements.define(name, class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'closed'}), own = new CSSStyleSheet();
  own.replaceSync(sheet);
  root.adoptedStyleSheets = [own];
  root.innerHTML = markup;
} });
make('x-a', '::slotted(.no), .later { display: none } p { display: block }', `<style>.off { display: none }
  @media (min-width: 100px) { .narrow { display: none } } #on.later { display: block }</style><i class=off>off</i>
  <slot></slot><i class=narrow>narrow</i><i id=on class=later>kept</i><i class=off style="display: inline">own</i>`);
make('x-b', 'i { visibility: hidden } .more { display: none } :host([open]) .more { display: block }',
  '<p class=more>more</p><p>always</p><i>veiled</i>');
make('x-c', ':host(:not(.on)) { display: none }', '<p>on</p>');
</script>"""
"""Shadow trees whose own sheets hide some of what is in them, in all the ways that libraries of components do."""


@pytest.mark.covers("LB-15")
@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<div id=root></div><script>root.innerHTML = '<h1>made</h1>'</script>", "made"),
        ("<p id=a>..</p><script>fetch('/d.json').then(r => r.json()).then(d => a.innerText = d.word)</script>", "data"),
        ("<p id=a>...</p><script type=module>import {word} from '/m.js'; a.textContent = word</script>", "module"),
        ("<p id=a>...</p><script>setTimeout(() => a.textContent = 'late', 600)</script>", "late"),
        ("<p id=a>...</p><script>import('/slow.js').then(m => a.textContent = m.word)</script>", "chunk"),
        ("<p id=a>...</p><script>document.addEventListener('DOMContentLoaded', () => a.append('x'))</script>", "...x"),
        ("<p>said</p><script>document.write('<p>written</p>')</script>", "said written"),
        ("<p>out</p><iframe srcdoc='<p>in</p>' width=300 height=200></iframe>", "out in"),
        ("<p>out</p><iframe src=/frame width=300 height=200></iframe>", "out framed"),
        (
            "<x-y>slotted</x-y><script>customElements.define('x-y', class extends HTMLElement {"
            "connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<p>shadow <slot></slot></p>' } })"
            "</script>",
            "shadow slotted",
        ),
        (SHADOWS, "given kept own more always always on free"),
        ("<style>.a { display: none }</style><p class=a>hid</p><p>shown</p>", "shown"),
        ("<style></style><p class=a>hid</p>shown<script>"
         "document.styleSheets[0].insertRule('.a { display: none }')</script>", "shown"),
        ("<noscript>none</noscript><p>scripted</p>", "scripted"),
    ],
)  # fmt: skip
def test_what_scripts_make_is_shown(server: Server, load: Load, page: str, shown: str) -> None:
    server.page("/d.json", '{"word": "data"}', "application/json")
    server.page("/m.js", "export const word = 'module'", "text/javascript")
    server.page("/frame", "<p>framed</p>")
    server.on("/slow.js", slow(0.5, "export const word = 'chunk'", "text/javascript"))

    snapshot = load(server.page("/", page))

    assert text_of(snapshot) == shown
    assert snapshot.tier == LIGHT
    assert snapshot.visible
    assert snapshot.response.error is None
    assert snapshot.evidence is not None
    assert snapshot.evidence.settled


def test_the_document_comes_by_way_of_tier_1_and_once(server: Server, load: Load) -> None:
    server.on("/form", lambda asked, talk: talk.reply(f"<p>{asked.method} {asked.body.decode()}<script></script>"))

    snapshot = load(
        server.url("/form"), method="POST", data=b"a=1", headers=(("X-Word", "w"), ("Authorization", "Basic eDp5"))
    )

    (asked,) = server.asked("/form")
    assert text_of(snapshot) == "POST a=1"
    assert (asked.header("x-word"), asked.header("authorization")) == ("w", "Basic eDp5")
    assert asked.header(
        "user-agent",
    ).startswith("lightterm/")  # type: ignore[union-attr]


def test_status_redirects_and_the_last_address_are_told(server: Server, load: Load) -> None:
    server.page("/new", "<p id=a></p><script>a.textContent = location.pathname</script>", status=404)

    snapshot = load(server.redirect("/old", "/new"))

    assert text_of(snapshot) == "/new"
    assert snapshot.response.url == server.url("/new")
    assert [hop.url for hop in snapshot.response.redirects] == [server.url("/old")]
    assert isinstance(snapshot.response.error, NotFound)


def test_a_page_that_goes_elsewhere_by_script_is_the_page_it_goes_to(server: Server, load: Load) -> None:
    server.page("/there", "<p>arrived</p>", headers=[("X-Where", "there")])

    snapshot = load(server.page("/", "<p>here</p><script>location.href = '/there'</script>"))

    assert text_of(snapshot) == "arrived"
    assert snapshot.response.url == server.url("/there")
    assert snapshot.response.header("x-where") == "there"


@pytest.mark.covers("LB-28")
def test_what_could_not_be_done_is_told(server: Server, load: Load) -> None:
    server.page("/d.json", "{}", "application/json")
    snapshot = load(
        server.page(
            "/",
            "<p>x</p><script src=/missing.js></script><script>console.error('oh', 1); "
            "document.createElement('canvas').getContext('webgl'); fetch('/d.json?token=abc&a=1');</script>"
            "<script>new NoSuchThing()</script>",
        )
    )

    evidence = snapshot.evidence
    assert evidence is not None
    assert evidence.webgl
    assert {"NoSuchThing", "WebGL"} <= set(evidence.missing)
    assert any("/missing.js (404)" in script for script in evidence.failed_scripts)
    assert any("NoSuchThing is not defined" in script for script in evidence.failed_scripts)
    assert [line.text for line in evidence.console if line.level == "error"] == ["oh 1"]
    seen = {exchange.url.removeprefix(server.url("")): exchange for exchange in evidence.network}
    assert seen["/d.json?token=REDACTED&a=1"].status == 200
    assert seen["/missing.js"].status == 404
    assert seen["/"].kind == "document"


def test_a_page_that_is_only_a_drawing_says_so(server: Server, load: Load) -> None:
    page = "<canvas id=c width=1200 height=700></canvas><script>c.getContext('2d').fillText('words', 1, 1)</script>"

    evidence = load(server.page("/", page)).evidence

    assert evidence is not None
    assert evidence.canvas


@pytest.mark.parametrize(
    "script",
    [
        "setInterval(() => fetch('/d.json').then(() => document.title += '.'), 100)",
        "fetch('/held')",
        "new EventSource('/held')",
        "setInterval(() => clock.textContent = performance.now().toFixed(3).padStart(12), 40)",
    ],
)
def test_pages_that_never_rest_are_done_when_their_text_is(server: Server, load: Load, script: str) -> None:
    server.page("/d.json", "{}", "application/json")
    server.on("/held", lambda _asked, talk: talk.hold())
    page = (
        f"<p>{LONG}</p><p id=clock>0</p><p id=a>soon</p><script>setTimeout(() => a.textContent = 'here', 150);{script}"
    )

    clock = Stopwatch()
    snapshot = load(server.page("/", page + "</script>"), 30)

    assert text_of(snapshot).endswith("here")
    assert snapshot.response.error is None
    assert clock.seconds() < 15


@pytest.mark.covers("LBX-46")
@pytest.mark.parametrize("script", ["for (;;) {}", "for (;;) alert(1)", "for (;;) document.title += 'x'.repeat(9)"])
def test_scripts_that_never_end_are_ended_and_the_rest_is_shown(server: Server, load: Load, script: str) -> None:
    url = server.page("/", f"<p>before</p><script>{script}</script><p>after</p>")

    clock = Stopwatch()
    snapshot = load(url, 6)

    assert clock.seconds() < 6.6
    assert text_of(snapshot) == "before after"
    assert isinstance(snapshot.response.error, TimedOut)
    assert "a script of the page does not end" in snapshot.response.error.message
    assert snapshot.evidence is not None
    assert not snapshot.evidence.settled
    assert text_of(load(server.page("/next", "<p>goes on</p>"))) == "goes on"


@pytest.mark.parametrize(
    "script",
    [
        "location.href = '/?' + Math.random()",
        "for (let i = 0; i < 200; i++) open('/?' + i)",
        "const all = []; for (;;) all.push(new Array(1e6).fill(1.5))",
        "document.body.innerHTML += '<p>x'.repeat(300000)",
    ],
)
def test_what_a_hostile_page_does_ends_in_time_with_its_text(server: Server, load: Load, script: str) -> None:
    clock = Stopwatch()
    snapshot = load(server.page("/", f"<p>text</p><script>{script}</script>"), 12)

    assert clock.seconds() < 13.2
    assert text_of(snapshot).startswith("text")


def test_a_page_of_200_000_elements_that_a_script_makes_is_read_whole(server: Server, load: Load) -> None:
    rows = "let h = ''; for (let i = 0; i < 1e5; i++) h += `<p>row <b>${i}</b></p>`; document.body.innerHTML = h"
    snapshot = load(server.page("/", f"<p>text</p><script>{rows}</script>"), 40)

    assert snapshot.response.error is None
    assert snapshot.markup.count(b"row <b>") == 100_000


def test_a_script_that_never_comes_leaves_the_page_around_it(server: Server, load: Load) -> None:
    server.on("/never", lambda _asked, talk: talk.hold())
    snapshot = load(server.page("/", "<p>before</p><script src=/never></script><p>after"), 6)
    assert text_of(snapshot).split() == ["before", "after"]
    assert isinstance(snapshot.response.error, TimedOut)


def test_time_is_up_with_what_there_is(server: Server, load: Load) -> None:
    page = "<p>first</p><p id=a></p><script>setInterval(() => a.textContent += ' and more and more', 20)</script>"

    clock = Stopwatch()
    snapshot = load(server.page("/", page), 3)

    assert clock.seconds() < 3.3
    assert text_of(snapshot).startswith("first and more and more")
    assert isinstance(snapshot.response.error, TimedOut)


def test_what_is_no_html_stays_as_it_came(server: Server, load: Load) -> None:
    snapshot = load(server.page("/x.json", '{"a": 1}', "application/json"))

    assert (snapshot.content_type, snapshot.markup, snapshot.live) == ("application/json", b'{"a": 1}', None)


def test_a_load_is_stopped_from_another_thread(server: Server, light: LightEngine) -> None:
    cancel = Cancel()
    server.on("/held", lambda _asked, talk: (Thread(target=cancel.cancel).start(), talk.hold()))  # type: ignore[func-returns-value]

    clock = Stopwatch()
    with pytest.raises(Cancelled):
        light.load(Request(server.page("/", "<p>x</p><script>fetch('/held')</script>"), deadline=30), cancel)

    assert clock.seconds() < 10


@pytest.mark.covers("UB-40")
def test_pages_that_programs_ask_for_reach_no_private_address(server: Server, proxy: HttpProxy) -> None:
    """The page has a public name, which leads here by a proxy; what it asks for then must not."""
    secret = server.page("/secret", "secret", headers=[("Access-Control-Allow-Origin", "*")])
    server.page("/open", "open", headers=[("Access-Control-Allow-Origin", "*")])
    server.page(
        "/",
        f"<p id=a></p><p id=b></p><script>const show = (e, t) => e.textContent = t;"
        f"fetch('{secret}').then(r => r.text()).then(t => show(a, t)).catch(() => show(a, 'refused'));"
        f"fetch('/open').then(r => r.text()).then(t => show(b, t)).catch(() => show(b, 'refused'));"
        f"new WebSocket('{secret.replace('http', 'ws')}'); new Image().src = '{secret}'</script>"
        f"<iframe src='{secret}' width=300 height=200></iframe><script src='{secret}'></script>",
    )
    proxy.hosts["public.test:80"] = ("127.0.0.1", server.port)
    with HttpClient(HttpOptions(proxy=proxy.url)) as client:
        engine = LightEngine(EngineOptions(proxy=proxy.url), client.fetch)
        shown = {}
        for asker in ("program", "person"):
            snapshot = engine.load(Request("http://public.test/", asker=asker, deadline=20))
            shown[asker] = text_of(snapshot), len(server.asked("/secret"))
        engine.close()

    assert shown["program"][1] == 0
    assert shown["program"][0].startswith("refused open")
    assert shown["person"][0].startswith("secret open")


@pytest.mark.parametrize("text", ["Loading", "One moment...", "<i class=skeleton-line></i>Here is what there is"])
def test_a_page_that_says_more_comes_is_waited_for(server: Server, load: Load, text: str) -> None:
    page = f"<div id=a>{text} of the page</div><script>setTimeout(() => a.textContent = 'and here it is', 600)</script>"

    assert text_of(load(server.page("/", page))) == "and here it is"


@pytest.mark.covers("LB-138", "LB-146")
def test_a_page_whose_scripts_fail_shows_what_it_has_and_says_so(server: Server, load: Load) -> None:
    page = "<p>text of the server</p><script>throw new Error('early'); document.body.innerHTML = ''</script>"

    snapshot = load(server.page("/", page))

    assert text_of(snapshot) == "text of the server"
    assert snapshot.evidence is not None
    assert snapshot.evidence.failed_scripts == ("Error: early",)
    assert [line.level for line in snapshot.evidence.console] == ["exception"]


@pytest.mark.covers("LB-21", "LB-33")
def test_who_asks_and_in_which_language_is_the_same_for_what_scripts_ask_for(server: Server) -> None:
    options = EngineOptions(
        user_agent="reader/7",
        accept_language="de-CH,de;q=0.5",
        timezone="Asia/Tokyo",
        viewport=(900, 700),
        headers=(("X-Word", "w"), ("X-Api-Key", "secret")),
    )
    url = server.page(
        "/",
        "<p id=a></p><script>fetch('/echo').then(() => a.textContent = [navigator.userAgent, navigator.languages,"
        "Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth + 'x' + innerHeight].join(' '))</script>",
    )
    with HttpClient(HttpOptions()) as client:
        engine = LightEngine(options, client.fetch)
        shown = text_of(engine.load(Request(url, deadline=20)))
        engine.close()

    assert shown == "reader/7 de-CH,de Asia/Tokyo 900x700"
    (asked,) = server.asked("/echo")
    told = [asked.header(name) for name in ("user-agent", "accept-language", "x-word", "x-api-key")]
    assert told == ["reader/7", "de-CH,de;q=0.5", "w", "secret"], "the page's own origin is told all"


def test_a_name_that_lightpanda_refuses_does_not_keep_it_from_running(server: Server) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64) Test/1"
    with HttpClient(HttpOptions(user_agent=agent)) as client:
        engine = LightEngine(EngineOptions(user_agent=agent), client.fetch)
        shown = text_of(engine.load(Request(server.page("/", "<p>x</p>"), deadline=20)))
        engine.close()

    assert shown == "x"
    assert server.asked("/")[0].header("user-agent") == agent


@pytest.mark.covers("LB-22", "LBX-50")
def test_what_scripts_ask_for_goes_by_the_users_proxy(server: Server, socks: SocksProxy) -> None:
    own = HttpProxy("ann", "secret")
    server.page("/data", "got", headers=[("Access-Control-Allow-Origin", "*")])
    url = server.page(
        "/", "<p id=a></p><script>fetch('/data').then(r => r.text()).then(t => a.textContent = t)</script>"
    )
    try:
        for proxy in (f"http://ann:secret@127.0.0.1:{own.port}", f"socks5h://127.0.0.1:{socks.port}"):
            with HttpClient(HttpOptions(proxy=proxy)) as client:
                engine = LightEngine(EngineOptions(proxy=proxy), client.fetch)
                assert text_of(engine.load(Request(url, deadline=20))) == "got"
                engine.close()
        assert [asked.target for asked in own.log][-1] == server.url("/data")
        assert socks.log == [("127.0.0.1", server.port)] * 2
    finally:
        own.stop()


@pytest.mark.covers("LB-139", "LBX-45")
def test_what_the_lists_block_is_not_loaded_and_said(server: Server) -> None:
    server.page("/track.js", "a.textContent = 'tracked'", "text/javascript")
    server.page("/good.js", "b.textContent = 'loaded'", "text/javascript")
    server.page("/ads/frame", "<p>ad</p>")
    url = server.page(
        "/",
        "<p id=a>not</p><p id=b>not</p><script src=/track.js></script><script src=/good.js></script>"
        "<iframe src=/ads/frame width=300 height=200></iframe>",
    )
    with HttpClient(HttpOptions()) as client:
        engine = LightEngine(EngineOptions(blocker=Blocker(("/track.js$script\n||127.0.0.1^*/ads/",))), client.fetch)
        snapshot = engine.load(Request(url, deadline=20))
        engine.close()

    assert text_of(snapshot) == "not loaded"
    assert [asked.path for asked in server.log if "track" in asked.path or "ads" in asked.path] == []
    assert snapshot.evidence is not None
    said = {exchange.url.removeprefix(server.url("")): exchange.error for exchange in snapshot.evidence.network}
    assert (said["/track.js"], said["/ads/frame"]) == ("blocked by the lists", "blocked by the lists")
    assert snapshot.evidence.failed_scripts == ()
