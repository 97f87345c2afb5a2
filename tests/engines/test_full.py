"""Tier 3 with the real Chromium: what shows is read, hostile pages end, what is done to a page is done."""

from __future__ import annotations

import os
import socket

import pytest

from lightterm.engines import chromium
from lightterm.engines.base import Action, EngineOptions
from lightterm.engines.full import FullEngine
from lightterm.errors import AddressRefused, ConnectionFailed, HttpError, SchemeRefused, TimedOut
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.fetch.policy import REFUSAL
from lightterm.settings import Settings
from tests.clocks import Stopwatch
from tests.engines.full_parts import handle, shown, words
from tests.servers import HttpProxy, Server

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")


def read_once(engine: FullEngine, server: Server, markup: str) -> str:
    snapshot = shown(engine, server, markup)
    assert snapshot.live is not None
    snapshot.live.close()
    return words(snapshot)


def test_what_is_read_of_a_huge_page_when_time_is_up_is_kept_and_time_is_what_it_lacked(
    engine: FullEngine, server: Server
) -> None:
    shown(engine, server, "<p>started")  # that takes time, too
    filling = "<script>a.innerHTML = '<p>Word <b>bold</b>'.repeat(50_000)</script>"
    url = server.page("/huge", f"<title>Huge</title><div id=a></div>{filling}")
    clock = Stopwatch()
    snapshot = engine.load(Request(url, deadline=6))
    assert clock.seconds() < 8
    assert words(snapshot).count("bold") > 100
    assert isinstance(snapshot.response.error, TimedOut) and snapshot.response.truncated
    assert "too little time for all of the page" in str(snapshot.response.error)
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.covers("LB-16")
def test_what_scripts_write_is_read(engine: FullEngine, server: Server) -> None:
    server.page("/data", '["Ada", "Grace"]', "application/json")
    text = read_once(
        engine,
        server,
        """<div id=root>Loading</div><script>
        new IntersectionObserver(([e]) => e.isIntersecting && fetch('/data').then(r => r.json()).then(names =>
            setTimeout(() => root.innerHTML = '<ul>' + names.map(n => `<li>${n}`).join('') + '</ul>', 200)
        )).observe(root)</script>""",
    )
    assert "Ada" in text and "Grace" in text and "Loading" not in text


def test_what_the_page_hides_stays_hidden(engine: FullEngine, server: Server) -> None:
    text = read_once(
        engine,
        server,
        """<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}
        .late{display:none} body.on .late{display:block} .v{visibility:hidden} .v b{visibility:visible}
        p::before{content:"before "} .pua::before{content:"\\e001"}</style>
        <style>.fade{animation:f 1s 5s both}@keyframes f{from{opacity:0}to{opacity:1}}</style><p class=fade>fades in</p>
        <h1>Head</h1><span class=sr>GONE</span><div style="opacity:0">GONE</div>
        <div style="left:-9999px;position:absolute">GONE</div><div hidden=until-found>GONE</div>
        <details><summary>More</summary>GONE</details><div class=v>GONE <b>kept</b></div>
        <div style="color:#fff;background:white">GONE</div><div style="font-size:0">GONE</div>
        <div style="max-height:0;overflow:hidden">GONE</div><p>para <i class=pua>icon</i></p>
        <div class=late>arrived</div><a href=/x><i class=sr>only name</i></a>
        <x-a><template shadowrootmode=open><style>:host{position:relative;display:block} b{color:#fff}
        i{position:absolute;inset:0;background:#146;z-index:-1}</style><i></i><b><slot></slot></b></template>On its
        ground</x-a>
        <script>document.body.className='on'</script>""",
    )
    assert "GONE" not in text
    for part in ("Head", "More", "kept", "before para", "arrived", "only name", "fades in", "On its ground"):
        assert part in text


def test_what_shows_only_when_scrolled_to_is_read(engine: FullEngine, server: Server) -> None:
    sections = "".join(f"<section class=r><h2>Part {n}</h2><p>Its own words, {n}.</p></section>" for n in range(12))
    snapshot = shown(
        engine,
        server,
        f"""<style>.r {{ opacity: 0; height: 600px; transition: opacity .3s }} .r.in {{ opacity: 1 }}</style>
        <h1>Top of a page</h1>{sections}<div style="opacity:0;margin-top:900px">Never shown, however far one scrolls; it
        is long enough to be looked for.</div><script>const seen = new IntersectionObserver(all => all.forEach(one =>
        one.isIntersecting && one.target.classList.add('in'))); document.querySelectorAll('.r').forEach(one =>
        seen.observe(one))</script>""",
    )
    text = words(snapshot)
    for number in range(12):
        assert f"Its own words, {number}." in text
    assert "Never shown" not in text
    assert snapshot.live is not None and snapshot.live.evaluate("innerHeight", 5) == "720"
    snapshot.live.close()


def test_shadow_trees_and_frames_are_read_in_their_places(engine: FullEngine, server: Server) -> None:
    server.page("/same", "<p>same site <a href=below>rel</a>")
    server.page("/other", "<p>other site <button>Press</button>")
    snapshot = shown(
        engine,
        server,
        f"""<h1>Top</h1><x-card><b slot=name>Name</b></x-card><iframe src=/same></iframe>
        <iframe src="{server.url("/other", "localhost")}"></iframe><iframe src="data:text/html,<p>from data"></iframe>
        <iframe srcdoc="<p>from srcdoc"></iframe><p>End</p><script>
        customElements.define('x-card', class extends HTMLElement {{ constructor() {{ super();
        this.attachShadow({{mode: 'open'}}).innerHTML = '<p>before <slot name=name></slot> after</p>' }} }})
        </script>""",
    )
    text = words(snapshot)
    places = [text.index(part) for part in ("Top", "before Name after", "same site", "other site", "from data", "End")]
    assert places == sorted(places)
    assert "from srcdoc" in text
    assert server.url("/below") in snapshot.markup.decode()
    assert snapshot.live is not None
    outcome = snapshot.live.act(Action("click", handle(snapshot, "Press")), 5)
    assert outcome.error == ""
    snapshot.live.close()


def test_fields_show_what_they_hold_now_and_a_page_cannot_forge_handles(engine: FullEngine, server: Server) -> None:
    snapshot = shown(
        engine,
        server,
        """<form><input name=children value=old><input name=attributes><input type=checkbox name=c checked>
        <select name=s><option>one<option>two</select><textarea name=t></textarea><input type=password name=p>
        <button lightterm-handle=77 name=nodeType>Go</button></form><p lightterm-handle=78>plain</p><script>
        const f = document.forms[0].elements; f.children.value = 'new'; f.c.checked = false; f.s.value = 'two';
        f.t.value = 'typed'; f.p.value = 'hunter2'</script>""",
    )
    markup = snapshot.markup.decode()
    assert 'value="new"' in markup and "checked" not in markup and "typed</textarea>" in markup
    assert '<option value="two" selected="">two' in markup
    assert "hunter2" not in markup
    assert '"77"' not in markup and '"78"' not in markup
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.covers("LBX-46")
def test_an_endless_script_gives_what_was_there_within_the_deadline(engine: FullEngine, server: Server) -> None:
    for script in ("for(;;){}", "setTimeout(() => { for(;;){} }, 10)"):
        clock = Stopwatch()
        snapshot = shown(engine, server, f"<h1>Before</h1><script>{script}</script><p>after", 6)
        assert clock.seconds() < 6.6
        assert "Before" in words(snapshot)
        assert isinstance(snapshot.response.error, TimedOut)
        assert snapshot.evidence is not None and not snapshot.evidence.settled and snapshot.evidence.missing
        assert snapshot.live is not None
        snapshot.live.close()
    assert "next" in read_once(engine, server, "<p>next")


def test_alert_storms_and_windows_do_not_keep_a_page(engine: FullEngine, server: Server) -> None:
    storm = "for (let i = 0; i < 30; i++) alert(i); setInterval(() => alert('again'), 50); open('/other')"
    snapshot = shown(engine, server, f"<h1>Storm</h1><script>{storm}; document.title = 'done'</script>", 10)
    assert "Storm" in words(snapshot)
    assert "<title>done</title>" in snapshot.markup.decode()
    assert snapshot.live is not None
    snapshot.live.close()


def test_a_page_that_polls_or_ticks_ends_early(engine: FullEngine, server: Server) -> None:
    server.on("/poll", lambda asked, talk: talk.hold())
    snapshot = shown(
        engine,
        server,
        """<p>Some text that is long enough to be read as a page of its own.</p><b id=t></b><script>
        fetch('/poll'); let n = 0; setInterval(() => t.textContent = n++, 50); setInterval(() => fetch('/tick'), 100)
        </script>""",
        14,
    )
    assert snapshot.evidence is not None and snapshot.evidence.settled
    assert snapshot.response.timing.total_ms < 9000
    assert snapshot.live is not None
    snapshot.live.close()


def test_statuses_redirects_and_faults_are_told(engine: FullEngine, server: Server) -> None:
    server.redirect("/old", "/gone", 307)
    server.page("/gone", "<h1>Not here</h1>", status=404)
    snapshot = engine.load(Request(server.url("/old"), deadline=10))
    response = snapshot.response
    assert (response.status, response.url) == (404, server.url("/gone"))
    assert [(hop.status, hop.location) for hop in response.redirects] == [(307, server.url("/gone"))]
    assert isinstance(response.error, HttpError)
    assert b"Not here" in response.body and response.header("content-type").startswith("text/html")
    assert snapshot.live is not None
    snapshot.live.close()
    server.page("/liar", f"{REFUSAL} this", status=403)  # in the words of the guard that programs go through
    snapshot = engine.load(Request(server.url("/liar"), deadline=10))
    assert snapshot.response.error is not None and snapshot.response.error.code == "HTTP_FORBIDDEN"
    assert snapshot.live is not None
    snapshot.live.close()
    with socket.create_server(("127.0.0.1", 0)) as unused:
        closed = f"http://127.0.0.1:{unused.getsockname()[1]}/"
    with pytest.raises(ConnectionFailed):
        engine.load(Request(closed, deadline=5))


@pytest.mark.covers("UBX-12")
def test_requests_and_console_are_evidence_without_secrets(engine: FullEngine, server: Server) -> None:
    server.page("/api", "{}", "application/json")
    snapshot = shown(
        engine,
        server,
        """<p>Page</p><script src=/lost.js></script><script>console.warn('careful');
        fetch('/api?token=hush&q=1', {headers: {Authorization: 'Bearer hush'}}); throw new Error('boom')</script>""",
    )
    evidence = snapshot.evidence
    assert evidence is not None
    assert any(line.level == "warning" and line.text == "careful" for line in evidence.console)
    assert any("boom" in words for words in evidence.failed_scripts)
    assert server.url("/lost.js") in evidence.failed_scripts
    asked = next(one for one in evidence.network if "/api" in one.url)
    assert (asked.method, asked.status, asked.kind) == ("GET", 200, "fetch")
    assert "q=1" in asked.url and dict(asked.headers)["content-type"] == "application/json"
    assert "hush" not in repr(evidence)
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.covers("LB-41")
def test_cookies_go_both_ways_and_sessions_share_none(engine: FullEngine, jar: CookieJar, server: Server) -> None:
    server.on("/", lambda asked, talk: talk.reply(f"<p>{asked.header('cookie')}", headers=[("Set-Cookie", "a=server")]))
    jar.store(server.url("/"), ("b=jar; Path=/",))
    request = Request(server.url("/"), deadline=10)
    first = engine.load(request)
    assert "b=jar" in words(first)
    assert first.live is not None
    first.live.evaluate("document.cookie = 'c=script'", 2)
    assert {"a=server", "b=jar", "c=script"} <= {f"{c.name}={c.value}" for c in first.live.state().cookies}
    assert "c=script" in jar.header_for(server.url("/"))
    first.live.close()
    other = FullEngine(EngineOptions(), CookieJar())
    second = other.load(request)
    assert "None" in words(second)
    other.close()


def test_a_site_that_a_rule_lets_keep_no_cookies_gets_none_and_leaves_none(
    engine: FullEngine, jar: CookieJar, server: Server
) -> None:
    server.on("/", lambda asked, talk: talk.reply(f"<p>{asked.header('cookie')}", headers=[("Set-Cookie", "a=server")]))
    jar.store(server.url("/"), ("b=jar; Path=/",))
    jar.obey(Settings().with_site("127.0.0.1", [("session.cookie_mode", "none")]))
    for _ in range(2):
        snapshot = engine.load(Request(server.url("/"), deadline=10))
        assert "None" in words(snapshot) and snapshot.live is not None
        assert snapshot.live.state().cookies == ()
        snapshot.live.close()


def test_state_goes_with_a_page(engine: FullEngine, server: Server) -> None:
    fill = "localStorage.setItem('k', 'local'); sessionStorage.setItem('s', 'session')"
    first = shown(engine, server, f"<p style='height:4000px'>x<script>{fill}</script>")
    assert first.live is not None
    first.live.evaluate("scrollTo(0, 500)", 2)
    state = first.live.state()
    assert dict(state.local)[server.url("")] == (("k", "local"),)
    assert dict(state.session)[server.url("")] == (("s", "session"),)
    assert state.scroll == (0, 500)
    first.live.close()
    page = "<p id=p></p><script>p.textContent = localStorage.k + ' ' + sessionStorage.s</script>"
    other = FullEngine(EngineOptions(), CookieJar())
    second = other.load(Request(server.page("/", page), deadline=10), None, state)
    assert "local session" in words(second)
    other.close()


def test_a_post_goes_out_as_asked(engine: FullEngine, server: Server) -> None:
    server.on("/form", lambda asked, talk: talk.reply(f"<p>{asked.method} {asked.body.decode()} {asked.header('x-a')}"))
    headers = (("Content-Type", "application/x-www-form-urlencoded"), ("X-A", "b"))
    request = Request(server.url("/form"), method="POST", data=b"q=tea", headers=headers, deadline=10)
    snapshot = engine.load(request)
    assert "POST q=tea b" in words(snapshot)
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.covers("LB-35")
def test_the_browser_is_like_the_other_tiers(server: Server) -> None:
    server.on(
        "/",
        lambda asked, talk: talk.reply(f"""<p>{asked.header("user-agent")} {asked.header("accept-language")}
        {asked.header("x-mine")}</p><p id=p></p><script>p.textContent = [innerWidth, innerHeight, navigator.language,
        Intl.DateTimeFormat().resolvedOptions().timeZone, matchMedia('(prefers-color-scheme: dark)').matches]
        </script>"""),
    )
    options = EngineOptions(
        user_agent="lightterm/test",
        accept_language="fr-FR,fr;q=0.8",
        headers=(("X-Mine", "yes"),),
        viewport=(640, 400),
        timezone="Asia/Tokyo",
        scheme="dark",
    )
    engine = FullEngine(options, CookieJar())
    text = words(engine.load(Request(server.url("/"), deadline=10)))
    engine.close()
    for part in ("lightterm/test fr-FR,fr;q=0.9 yes", "640,400,fr-FR,Asia/Tokyo,true"):
        assert part in text


def test_http_authentication_is_answered(engine: FullEngine, server: Server) -> None:
    def answer(asked, talk):  # type: ignore[no-untyped-def]
        if asked.header("authorization") == "Basic dXNlcjpwYXNz":
            talk.reply("<p>welcome")
        else:
            talk.reply("<p>no", 401, [("WWW-Authenticate", 'Basic realm="r"')])

    server.on("/in", answer)
    snapshot = engine.load(Request(server.url("/in"), user="user:pass", deadline=10))
    assert "welcome" in words(snapshot)


def test_a_file_comes_as_a_file(engine: FullEngine, server: Server) -> None:
    server.page("/data.json", '{"k": 1}', "application/json")
    snapshot = engine.load(Request(server.url("/data.json"), deadline=10))
    assert snapshot.content_type == "application/json"
    assert snapshot.markup == b'{"k": 1}'


BELOW = """<h1>Top</h1><div style='height: 3000px'></div><div id=part style='min-height: 50px'>@</div><script>
let sizes = 0; addEventListener('resize', () => sizes += 1);
new IntersectionObserver(async ([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect();
  part.textContent = await (await fetch('/part')).text() }).observe(part)</script>"""


def test_parts_that_are_filled_once_they_are_scrolled_to_are_read(engine: FullEngine, server: Server) -> None:
    server.page("/part", "It came when it was looked at.", "text/plain")
    snapshot = shown(engine, server, BELOW.replace("@", ""))
    assert words(snapshot) == "# Top\n\nIt came when it was looked at."
    assert snapshot.live is not None and snapshot.live.evaluate("innerHeight", 5) == "720", "in view as before"


def test_a_page_whose_parts_are_there_is_not_made_larger_for_them(engine: FullEngine, server: Server) -> None:
    snapshot = shown(engine, server, BELOW.replace("@", "All of it is here, and somebody counts who gets so far down."))
    assert snapshot.live is not None and snapshot.live.evaluate("sizes", 5) == "0"


def test_canvas_pages_say_so(engine: FullEngine, server: Server) -> None:
    snapshot = shown(engine, server, "<canvas width=1200 height=700 aria-label='A chart'></canvas>")
    assert snapshot.evidence is not None and snapshot.evidence.canvas
    assert "A chart" in words(snapshot)


def test_root_alone_goes_without_a_sandbox() -> None:
    assert chromium.may_sandbox() == (os.geteuid() != 0)


def test_programs_reach_public_addresses_only(server: Server) -> None:
    engine = FullEngine(EngineOptions(public=True), CookieJar())
    for url in (
        server.url("/"),
        "http://localhost/",
        "http://[::1]/",
        "http://169.254.169.254/",
        "http://host.internal/",
    ):
        with pytest.raises(AddressRefused):
            engine.load(Request(url, asker="program", deadline=5))
    with pytest.raises(SchemeRefused):
        engine.load(Request("file:///etc/hostname", asker="program", deadline=5))
    assert server.log == []
    engine.close()


def test_what_a_guarded_page_asks_for_is_guarded_too(server: Server) -> None:
    proxy = HttpProxy()
    proxy.hosts["example.com:80"] = ("127.0.0.1", server.port)
    server.page("/secret", "hush", headers=[("Access-Control-Allow-Origin", "*")])
    server.page(
        "/",
        f"""<p id=p>waiting</p><iframe src="{server.url("/secret")}"></iframe><script>
        fetch("{server.url("/secret")}").then(r => r.text()).catch(() => "refused").then(t => p.textContent = t)
        </script>""",
    )
    server.redirect("/away", server.url("/secret"))
    engine = FullEngine(EngineOptions(public=True, proxy=proxy.url), CookieJar())
    text = words(engine.load(Request("http://example.com/", asker="program", deadline=10)))
    assert "waiting" not in text and "hush" not in text
    away = engine.load(Request("http://example.com/away", asker="program", deadline=10))
    assert isinstance(away.response.error, AddressRefused)
    assert server.asked("/secret") == []
    engine.close()
    proxy.stop()


@pytest.mark.covers("LB-22", "LB-34")
def test_pages_come_by_the_users_proxy(server: Server) -> None:
    proxy = HttpProxy("me", "secret")
    engine = FullEngine(EngineOptions(proxy=proxy.url.replace("//", "//me:secret@")), CookieJar())
    text = words(engine.load(Request(server.page("/", "<p>by proxy<img src=/i.png>"), deadline=10)))
    engine.close()
    proxy.stop()
    assert "by proxy" in text
    assert {server.url("/"), server.url("/i.png")} <= {asked.target for asked in proxy.log}


def test_a_page_that_says_that_more_comes_is_waited_for(engine: FullEngine, server: Server) -> None:
    late = "setTimeout(() => root.textContent = 'The rest, after more than a second.', 1200)"
    assert "The rest" in read_once(engine, server, f"<p id=root>Loading…</p><script>{late}</script>")


def test_what_is_kept_of_the_network_and_console_is_bounded(engine: FullEngine, server: Server) -> None:
    snapshot = shown(
        engine, server, "<p>page<script>for (let i = 0; i < 500; i++) console.log('x'.repeat(5e3))</script>"
    )
    evidence = snapshot.evidence
    assert evidence is not None and len(evidence.console) == 200 and evidence.dropped >= 300
    assert max(len(line.text) for line in evidence.console) <= 1000
    assert snapshot.live is not None
    snapshot.live.close()
