"""Pages as they are written by hand: what scripts do to pages beside building them whole, and pages that need none.

`/api?ms=N` answers after so many milliseconds with two harbours as JSON, `/sse` and `/ws` send two lines and go on.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha1
from typing import TYPE_CHECKING, NamedTuple

from lightterm.engines.base import FULL, LIGHT, STATIC

if TYPE_CHECKING:
    from servers import Asked, Server, Talk


class Hand(NamedTuple):
    """A page: its body, what is to be read of it in this order, the lowest tier that can, and files beside it."""

    body: str
    says: tuple[str, ...]
    tier: int = LIGHT
    files: tuple[tuple[str, str], ...] = ()


HARBOURS = '[{"id": 1, "name": "Oban"}, {"id": 2, "name": "Stromness"}]'
BOTH = ("Oban", "Stromness")
FILL = "l.innerHTML = all.map(one => `<li><a href='/${one.id}'>${one.name}</a></li>`).join('')"
LINE = "The keepers of the harbours write down every evening what passed, and when the tide was high. "
ARTICLE = "<main><h1>Harbours</h1>" + f"<p>{LINE * 3}</p>" * 6 + "</main>"
OTHER = "<h1>The other page</h1><p>Here it goes on."


CELLS = "document.querySelectorAll('.v').forEach((cell, i) => cell.textContent = all[i].name)"


def asks(milliseconds: int, then: str = FILL) -> str:
    """A script that asks for the harbours."""
    return f"fetch('/api?ms={milliseconds}').then(reply => reply.json()).then(all => {{ {then} }});"


def element(root: str) -> str:
    """A custom element with a shadow root of that mode, filled later."""
    return (
        "<tide-list></tide-list><script>customElements.define('tide-list', class extends HTMLElement {"
        f"connectedCallback() {{ const root = this.attachShadow({{mode: '{root}'}});"
        "root.innerHTML = '<h2>Tides</h2><ul></ul>'; const l = root.querySelector('ul');" + asks(100) + "}})</script>"
    )


PAGES = {
    "a router by hash": Hand(
        "<div id=view></div><script>const go = () => view.innerHTML = `<h1>Route ${location.hash || 'none'}</h1>`;"
        "addEventListener('hashchange', go); location.hash = '#/start'; go()</script>",
        ("Route #/start",),
    ),
    "a route that comes late": Hand(
        "<div id=root></div><script type=module>const part = await import('./part.js'); part.mount(root)</script>",
        ("Lazy route", *BOTH),
        files=(
            (
                "part.js",
                "export const mount = async root => { root.innerHTML = '<p>Loading…</p>'; await import('./more.js');"
                "root.innerHTML = '<h1>Lazy route</h1><ul id=l></ul>'; " + asks(200) + "}",
            ),
            ("more.js", "export const more = 1"),
        ),
    ),
    "data after 300 ms": Hand(f"<h1>Tides</h1><ul id=l></ul><script>{asks(300)}</script>", ("Tides", *BOTH)),
    "data after 800 ms": Hand(f"<h1>Tides</h1><ul id=l></ul><script>{asks(800)}</script>", ("Tides", *BOTH)),
    "a skeleton first": Hand(
        "<div id=root></div><script src=app.js defer></script>",
        ("Board", *BOTH),
        files=(
            (
                "app.js",
                "root.innerHTML = '<h1>Board</h1><div class=skeleton aria-busy=true></div><ul id=l></ul>';"
                + asks(400, "document.querySelector('.skeleton').remove();" + FILL),
            ),
        ),
    ),
    "steps one after the other": Hand(
        "<div id=app>Loading</div><script>(async () => { await fetch('/api?ms=200'); app.textContent = 'Signing in…';"
        "await fetch('/api?ms=300'); app.innerHTML = '<h1>Second</h1><ul id=l></ul>';" + asks(200) + "})()</script>",
        ("Second", *BOTH),
    ),
    "an open shadow root": Hand(element("open"), ("Tides", *BOTH)),
    "a closed shadow root": Hand(element("closed"), ("Tides", *BOTH)),
    "slots": Hand(
        "<my-box><h2 slot=title>Given title</h2><p>Given body</p></my-box><script>customElements.define('my-box', class"
        " extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML ="
        " '<slot name=title></slot><slot></slot><p>Of the root</p>' } })</script>",
        ("Given title", "Given body", "Of the root"),
    ),
    "document.write": Hand(
        "<h1>Old</h1><script>document.write('<p>Written here</p>')</script><script src=w.js></script><p>After",
        ("Old", "Written here", "Written there", "After"),
        files=(("w.js", "document.write('<p>Written there</p>')"),),
    ),
    "polling that writes": Hand(
        "<h1>Live</h1><p id=s>Loading…</p><script>setInterval(async () => { const all = await (await"
        " fetch('/api?ms=20')).json(); s.textContent = all.map(one => one.name).join(', ') }, 150)</script>",
        ("Live", "Oban, Stromness"),
    ),
    "a clock": Hand(
        "<h1>Clock</h1><p id=s></p><script>setInterval(() => s.textContent = `Now ${Date.now()}`, 50)</script>",
        ("Clock", "Now 1"),
    ),
    "a WebSocket": Hand(
        "<h1>Feed</h1><ul id=l></ul><script>new WebSocket('ws://' + location.host + '/ws').onmessage ="
        " e => l.insertAdjacentHTML('beforeend', `<li>${e.data}</li>`)</script>",
        ("Feed", "first line", "second line"),
    ),
    "an EventSource": Hand(
        "<h1>Feed</h1><ul id=l></ul><script>new EventSource('/sse').onmessage ="
        " e => l.insertAdjacentHTML('beforeend', `<li>${e.data}</li>`)</script>",
        ("Feed", "first line", "second line"),
    ),
    "text that comes into view": Hand(
        "<h1>Long</h1><div style='height:3000px'></div><section class=lazy>soon</section><script>"
        "new IntersectionObserver(([one]) => { if (one.isIntersecting) one.target.innerHTML = '<p>Seen at last</p>' })"
        ".observe(document.querySelector('.lazy'))</script>",
        ("Long", "Seen at last"),
    ),
    "an endless list": Hand(
        "<h1>Scroll</h1><ul id=u></ul><p>Loading more…</p><script>let n = 0; const more = async () => {"
        "await fetch('/api?ms=50'); for (let i = 0; i < 20; i++) u.insertAdjacentHTML('beforeend', `<li>Row ${++n}`) };"
        "more(); addEventListener('scroll', more)</script>",
        ("Row 1", "Row 20", "Loading more"),
    ),
    "when idle": Hand(
        "<h1>Idle</h1><p id=a></p><script>requestIdleCallback(() => requestAnimationFrame(() =>"
        " a.textContent = 'Done when idle'))</script>",
        ("Done when idle",),
    ),
    "storage": Hand(
        "<p id=a></p><script>localStorage.setItem('x', 'kept'); sessionStorage.y = 'too';"
        "a.textContent = localStorage.getItem('x') + ' ' + sessionStorage.y</script>",
        ("kept too",),
    ),
    "an import map": Hand(
        '<link rel=modulepreload href=lib.js><div id=root></div><script type=importmap>{"imports": {"lib": "./lib.js"}}'
        "</script><script type=module>import { say } from 'lib'; root.innerHTML = say()</script>",
        ("Said by lib",),
        files=(("lib.js", "export const say = () => '<h1>Said by lib</h1>'"),),
    ),
    "a service worker, if there is one": Hand(
        "<p id=a>Loading</p><script>(async () => { try { await navigator.serviceWorker.register('sw.js') } catch {}"
        " a.textContent = 'With a worker or without' })()</script>",
        ("With a worker or without",),
        files=(("sw.js", ""),),
    ),
    "a note that asks for scripts": Hand(
        "<noscript>You need to enable JavaScript to run this app.</noscript><div id=main></div>"
        "<script src=a.js></script>",
        ("The app is here",),
        files=(("a.js", "main.innerHTML = '<h1>The app is here</h1>'"),),
    ),
    "cookies asked about before an app": Hand(
        "<div id=app></div><div role=dialog>We value your privacy and use cookies. <button>Accept</button></div>"
        "<script src=a.js></script>",
        ("What it is about", *BOTH),
        files=(("a.js", "app.innerHTML = '<h1>What it is about</h1><ul id=l></ul>';" + asks(200)),),
    ),
    "another page at once": Hand(
        "<p>Redirecting…</p><script>location.replace('other.html')</script>",
        ("The other page",),
        files=(("other.html", OTHER),),
    ),
    "another page after a second": Hand(
        "<p>You are taken on.</p><script>setTimeout(() => { location.href = 'other.html' }, 1000)</script>",
        ("The other page",),
        files=(("other.html", OTHER),),
    ),
    "a frame that its script fills": Hand(
        "<h1>Around</h1><iframe src=app.html width=600 height=400></iframe>",
        ("Around", "Made in a frame"),
        files=(("app.html", "<div id=root></div><script>root.innerHTML = '<p>Made in a frame</p>'</script>"),),
    ),
    "a dialog that opens by itself": Hand(
        "<h1>Page</h1><dialog id=d><p>In the dialog</p></dialog><script>d.showModal()</script>",
        ("Page", "In the dialog"),
    ),
    "alerts": Hand(
        "<h1>Before</h1><script>alert('a'); confirm('b'); prompt('c'); document.body.append('After')</script>",
        ("Before", "After"),
    ),
    "what could not be fetched": Hand(
        "<p id=a>Loading…</p><script>fetch('/nowhere').then(reply => { if (!reply.ok) throw 1 })"
        ".catch(() => a.textContent = 'It could not be had')</script>",
        ("It could not be had",),
    ),
    "a frame with a page": Hand(
        "<h1>Around</h1><iframe src=in.html></iframe><script src=a.js></script>",
        ("Around", "Inside", "the tide was high"),
        STATIC,
        (("in.html", f"<p>Inside</p><p>{LINE * 4}"), ("a.js", "")),
    ),
    "an article React goes on from": Hand(
        f"<div id=root><!--$-->{ARTICLE}<!--/$--></div><script>window.__INITIAL_STATE__ = {{}}</script>"
        "<script type=module src=a.js></script>",
        ("Harbours", "the tide was high"),
        STATIC,
    ),
    "a few words that Next has rendered": Hand(
        "<div id=__next><h1>Tides</h1><p>High water is at six.</p></div><script id=__NEXT_DATA__"
        ' type=application/json>{"props": {}}</script><script src=a.js></script>',
        ("Tides", "High water is at six"),
        STATIC,
    ),
    "an article with a note and a banner": Hand(
        f"{ARTICLE}<noscript>Enable JavaScript to comment.</noscript><div role=dialog>We use cookies</div>"
        "<script src=a.js></script>",
        ("Harbours", "the tide was high"),
        STATIC,
    ),
    "a component that its own sheets hide parts of": Hand(
        "<lock-gate state=shut></lock-gate><script>customElements.define('lock-gate', class extends HTMLElement {"
        "connectedCallback() { const root = this.attachShadow({mode: 'closed'}), sheet = new CSSStyleSheet();"
        "sheet.replaceSync('.log { display: none } :host([open]) .log { display: block }');"
        "root.adoptedStyleSheets = [sheet]; root.innerHTML = '<style>.code { display: none }</style><h2>Lock</h2>' +"
        "'<p class=code>UNSEEN</p><p class=log>UNSEEN</p><p>The gate is shut</p>' } })</script>",
        ("Lock", "The gate is shut"),
    ),
    "a route that is gone to after a while": Hand(
        "<nav><a href=/oak>Oak</a></nav><main id=m></main><script>const go = () => { m.innerHTML = location.hash ?"
        "'<p>Oak is dried for three years.</p>' : '<p>Choose a wood</p>' }; go();"
        "setTimeout(() => { history.pushState({}, '', '#oak'); go() }, 500)</script>",
        ("Oak is dried for three years.",),
    ),
    "a place in a queue": Hand(
        "<h1>Desk</h1><p id=a></p><script>let left = 3; (async function ask() { await fetch('/api?ms=50');"
        "a.textContent = --left ? `You are number ${left}` : 'It is your turn';"
        "if (left) setTimeout(ask, 400) })()</script>",
        ("Desk", "It is your turn"),
    ),
    "cells that are filled": Hand(
        f"<h1>Office</h1><p>{LINE * 2}</p><table><tbody id=t><tr><td>North<td class=v>–<tr><td>South<td class=v>–"
        f"</table><script>{asks(200, CELLS)}</script>",
        ("North", "Oban", "South", "Stromness"),
    ),
    "an answer that is read in pieces": Hand(
        "<h1>Answer</h1><pre id=o></pre><script>(async () => { const from ="
        "(await fetch('/api?ms=100')).body.getReader(); let text = '', one;"
        "const of = new TextDecoder(); while (!(one = await from.read()).done)"
        "text += of.decode(one.value, {stream: true});"
        "o.textContent = JSON.parse(text).map(one => one.name).join(' and ') })()</script>",
        ("Answer", "Oban and Stromness"),
    ),
    "two lines whose script makes a menu": Hand(
        "<h1>Foundry</h1><p>We cast doorknobs and letter plates. Visits by appointment.</p>"
        "<script src=menu.js></script>",
        ("Foundry", "Visits by appointment."),
        STATIC,
        (("menu.js", "addEventListener('scroll', () => document.body.classList.toggle('stuck', scrollY > 9))"),),
    ),
    "a search that answers while one types": Hand(
        "<h1>Members</h1><p>Type at least two letters of a name.</p><input id=q type=search><ul class=search-hits id=l>"
        f"</ul><script>q.addEventListener('input', () => {{ {asks(100)} }})</script>",
        ("Members", "two letters of a name."),
        STATIC,
    ),
    "comments from elsewhere": Hand(
        f"<article><h1>Socks</h1><p>{LINE * 2}</p></article><section id=comments><div id=disqus_thread></div></section>"
        "<script>var s = document.createElement('script'); s.src = 'https://c.invalid/embed.js'; s.async = true;"
        "document.body.appendChild(s)</script><noscript>Please enable JavaScript to view the comments.</noscript>",
        ("Socks", "the tide was high"),
        STATIC,
    ),
    "an island that Astro has rendered": Hand(
        f"<article><h1>Cider</h1><p>{LINE}</p></article><astro-island ssr client=load><button>7 like this</button>"
        "</astro-island><script type=module>import('./a.js')</script>",
        ("Cider", "the tide was high", "7 like this"),
        STATIC,
        (("a.js", ""),),
    ),
    "a form to sign in": Hand(
        "<h1>Sign in</h1><form action=/in method=post><label>Name <input name=n></label><label>Password"
        " <input type=password name=p></label><button>Go</button></form><script src=a.js></script>",
        ("Sign in", "Name", "Password"),
        STATIC,
    ),
    "a short note with a button": Hand(
        "<h1>Museum</h1><p>Closed on Mondays.</p><button>Print</button>"
        "<script>document.querySelector('button').addEventListener('click', () => print())</script>",
        ("Museum", "Closed on Mondays."),
        STATIC,
    ),
    "a drawing beside words": Hand(
        "<h1>Tide</h1><canvas id=c></canvas><p>It rises.</p><script>c.getContext('2d')</script>",
        ("Tide", "It rises."),
        STATIC,
    ),
    "a frame that is done later, and says so": Hand(
        "<h1>Embassy</h1><p id=o>No word</p><iframe src=in.html></iframe>"
        "<script>onmessage = word => { o.textContent = 'The envoy says ' + word.data }</script>",
        ("The envoy says good morning", "He has spoken"),
        files=(
            (
                "in.html",
                "<p id=k>Envoy</p><script>setTimeout(() => { k.textContent = 'He has spoken';"
                "parent.postMessage('good morning', '*') }, 400)</script>",
            ),
        ),
    ),
    "a splash that stays a while": Hand(
        "<header><h1>News</h1></header><main></main><script>setTimeout(() => document.querySelector('main').innerHTML ="
        " '<h2>A new wing</h2><p>Forty rooms.</p>', 1500)</script>",
        ("News", "A new wing", "Forty rooms."),
    ),
    "frames of an animation after a timer": Hand(
        "<div id=app></div><script>setTimeout(() => { let n = 5; const step = () => --n ? requestAnimationFrame(step) :"
        " app.innerHTML = '<p>Drawn at last'; step() }, 350)</script>",
        ("Drawn at last",),
    ),
    "a socket that has more to say": Hand(
        "<h1>Radio</h1><ul id=l></ul><script>const socket = new WebSocket(`ws://${location.host}/ws?ms=450`);"
        "socket.onmessage = e => l.insertAdjacentHTML('beforeend', `<li>${e.data}`)</script>",
        ("Radio", "first line", "second line"),
    ),
    "an app beside the root that was meant for it": Hand(
        "<div id=app></div><script>document.body.append(Object.assign(document.createElement('main'),"
        " { innerHTML: '<h1>Bell ringers</h1><button>Join</button>' }))</script>",
        ("Bell ringers", "[Join]"),
    ),
    "a part that Unpoly brings": Hand(
        "<h1>Canal office</h1><p id=late up-defer>Not yet, but soon it will be there.</p><script src=up.js></script>",
        ("Canal office", "The canal is frozen"),
        files=(("up.js", "late.textContent = 'The canal is frozen'"),),
    ),
    "a route whose entry has no state": Hand(
        "<div id=app></div><script>history.replaceState(undefined, '', '?birds');"
        "app.innerHTML = `<p>Birds, ${history.state === null ? 'without state' : 'lost'}`</script>",
        ("Birds, without state",),
    ),
    "steps that ask the same address one after the other": Hand(
        "<h1>Relay</h1><ol id=l></ol><script>(async () => { for (const n of ['Ann', 'Bea', 'Cy', 'Dot', 'Eve']) {"
        "await fetch('/api?ms=300'); l.insertAdjacentHTML('beforeend', `<li>${n}`) } })()</script>",
        ("Relay", "Ann", "Eve"),
    ),
    "a slider that says where it stands": Hand(
        "<h1>Organ</h1><input id=r type=range value=3><output id=v></output>"
        "<script>v.value = `Wind at ${r.value} inches`</script>",
        ("Organ", "Wind at 3 inches"),
    ),
    "a chart that wants paths": Hand(
        "<h1>Boiler</h1><ul id=l></ul><canvas id=c></canvas><script>c.getContext('2d').stroke(new Path2D('M0 0'));"
        "l.innerHTML = '<li>Steam: 4 bar'</script>",
        ("Boiler", "Steam: 4 bar"),
    ),
    "a diagram whose labels are HTML": Hand(
        "<h1>Milling</h1><div id=d></div><script>d.innerHTML = '<svg><g><rect width=90 height=30 /><foreignObject"
        " width=90 height=30><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Grind</p></div></foreignObject></g></svg>'"
        "</script>",
        ("Milling", "Grind"),
    ),
    "a diagram in the markup whose labels are HTML": Hand(
        "<h1>Milling</h1><svg width=90 height=30><foreignObject width=90 height=30><div><p>Sieve</p></div>"
        "</foreignObject></svg>",
        ("Milling", "Sieve"),
        STATIC,
    ),
    "what Nuxt shows until the browser has it": Hand(
        "<div id=__nuxt><!--[--><h1>Moths of this night</h1><p id=a>Lighting the lamp...</p><!--]--></div>"
        "<script id=__NUXT_DATA__ type=application/json>[]</script><script>a.textContent = 'A footman came'</script>",
        ("Moths of this night", "A footman came"),
    ),
    "a newspaper's page": Hand(
        f"<nav><a href=/>News</a></nav>{ARTICLE}<script src=ads.js></script><script>dataLayer = []</script>",
        ("Harbours", "the tide was high"),
        STATIC,
    ),
    "a ministry's page": Hand(
        f"<header>Ministry of Harbours</header>{ARTICLE}<form action=/search><input name=q></form>"
        "<script src=consent.js></script>",
        ("Ministry of Harbours", "the tide was high"),
        STATIC,
    ),
    "a shop whose goods come by script": Hand(
        "<header><a href=/cart>Cart</a></header><main><h1>Ropes</h1><div class=grid id=l aria-busy=true></div></main>"
        f"<script>{asks(150)}</script>",
        ("Ropes", *BOTH),
    ),
    "a feed that a worker brings": Hand(
        "<div id=root></div><script>navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready)"
        ".then(() => fetch('/api?ms=50')).then(reply => reply.json())"
        ".then(all => root.innerHTML = all.map(one => `<article>${one.name}</article>`).join(''))</script>",
        BOTH,
        FULL,
        (("sw.js", "addEventListener('install', () => skipWaiting())"),),
    ),
}  # fmt: skip
KINDS = ("a newspaper's page", "a ministry's page", "a shop whose goods come by script", "a feed that a worker brings")
"""Pages as kinds of sites have them."""


def serve(server: Server, name: str, place: str) -> str:
    """Put a page below /place/ on a server, with what it asks for; its address."""
    page = PAGES[name]
    for file, body in page.files:
        server.page(f"/{place}/{file}", body, "text/html" if file.endswith("html") else "text/javascript")
    server.on("/api", _api)
    server.on("/sse", _events)
    server.on("/ws", _socket)
    return server.page(f"/{place}/", f"<!doctype html><html lang=en><title>{name}</title><body>{page.body}")


def _api(asked: Asked, talk: Talk) -> None:
    talk.stopping.wait(int(asked.query.removeprefix("ms=") or 0) / 1000)
    talk.reply(HARBOURS, content_type="application/json")


def _events(asked: Asked, talk: Talk) -> None:
    talk.head(200, [("Content-Type", "text/event-stream")])
    for line in ("first line", "second line"):
        talk.send(f"data: {line}\n\n".encode())
        talk.stopping.wait(0.1)
    talk.hold()


def _socket(asked: Asked, talk: Talk) -> None:
    """https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2"""
    key = (asked.header("Sec-WebSocket-Key") or "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = b64encode(sha1(key.encode(), usedforsecurity=False).digest()).decode()
    talk.head(101, [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept)])
    for line in (b"first line", b"second line"):
        talk.send(bytes([0x81, len(line)]) + line)
        talk.stopping.wait(int(asked.query.removeprefix("ms=") or 100) / 1000)
    talk.hold()
