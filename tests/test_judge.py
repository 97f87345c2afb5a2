"""The judge, over the markup of small pages as the tools of the trade make them, and over what engines report."""

from __future__ import annotations

import pytest

from lightterm.engines.base import DRAWING, FULL, LIGHT, PIXELS, STATIC, Evidence
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from lightterm.judge import CLIMB, DRAWN, Verdict, judge

WORDS = "The lighthouse keeper wrote down the weather every evening, and the ships that passed. "
ARTICLE = f"<main><h1>Weather</h1>{''.join(f'<p>{WORDS * 4}</p>' for _ in range(6))}</main>"
SHORT = f"<main><h1>Weather</h1><p>{WORDS * 3}</p></main>"
BUNDLE = '<script type=module src="/assets/index-4fa2.js"></script>'
DATA = '<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}}}</script>'


def verdict(markup: str, tier: int = STATIC, status: int = 200, before: int = 0, **evidence: object) -> Verdict:
    seen = Evidence(**evidence) if tier != STATIC else None
    response = Response("http://h.test/", status)
    snapshot = Snapshot(response, "text/html", markup.encode(), tier, visible=tier != STATIC, evidence=seen)
    document, problems = extract(snapshot, View())
    assert problems == ()
    return judge(snapshot, document, before)


NEEDS = {
    "React by Vite": ('<div id="root"></div>' + BUNDLE, "#root is empty"),
    "create-react-app": (
        "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>"
        "<script defer src=/static/js/main.1a2b3c.js></script>",
        "says that it needs scripts",
    ),
    "Vue by Vite": ('<div id="app"></div>' + BUNDLE, "#app is empty"),
    "Vue in the page": (
        '<div id="app"><h1>{{ title }}</h1><li v-for="x in items">{{ x.name }}</li></div>'
        "<script src=/vue.global.js></script><script>Vue.createApp({data(){return {}}}).mount('#app')</script>",
        "templates are not filled in",
    ),
    "Vue cloaked": (
        "<style>[v-cloak]{display:none}</style><div v-cloak><p>{{ price }}</p></div><script src=/vue.js></script>",
        "wait for their framework",
    ),
    "Angular": ("<app-root></app-root><script type=module src=main-7XJ.js></script>", "<app-root> is empty"),
    "AngularJS": (
        '<body ng-app="shop"><p ng-repeat="x in xs">{{x}}</p><script src=/angular.js></script>',
        "templates are not filled in",
    ),
    "Svelte": ('<div id="app"></div><script defer src="/build/bundle.js"></script>', "#app is empty"),
    "Preact": ('<div id="app"></div><script type="module" src="/src/main.jsx"></script>', "#app is empty"),
    "Solid": ('<div id="root"></div><script src="/src/index.jsx" type="module"></script>', "#root is empty"),
    "Ember": ('<div id="ember-app"></div><script src=/assets/vendor.js></script>', "#ember-app is empty"),
    "Quasar": ("<div id=q-app></div><script src=/js/app.js></script>", "#q-app is empty"),
    "Gatsby without its pages": ('<div id="___gatsby"></div><script src=/app-9f.js></script>', "#___gatsby is empty"),
    "Next, whose server gave a part up": (
        "<header>Sale of clocks</header><main><h1>Bids at the corn exchange on the ninth of May</h1><!--$!-->"
        '<template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$--></main>'
        "<script>self.__next_f.push([0])</script><script src=/_next/main.js></script>",
        "left parts of the page to the browser: 1",
    ),
    "React, whose server never finished": (
        '<div id="root"><h1>Bids at the corn exchange on the ninth of May</h1><!--$?--><template id="B:0"></template>'
        "<p>counting the hammers</p><!--/$--></div><script src=/main.js></script>",
        "left parts of the page to the browser: 1",
    ),
    "Nuxt, told to fetch in the browser": (
        '<div id="__nuxt"><h1>Tides of the outer harbour, and of the inner one</h1><p>counting the waves</p></div>'
        '<script type="application/json" id="__NUXT_DATA__">[{"data":1,"_errors":3},["ShallowReactive",2],'
        '{"$a":5},["ShallowReactive",4],{"$a":5,"$b":5},null]</script><script type=module src=/_nuxt/a.js></script>',
        "left parts of the page to the browser: 1",
    ),
    "Nuxt, of few words and with its data in a file": (
        '<div id="__nuxt"><h1>Tides of the day</h1><p>counting the waves</p></div><script type="application/json"'
        ' id="__NUXT_DATA__" data-src="/p.json">[{"_errors":1},["ShallowReactive",2],{"$a":3},null]</script>'
        "<script type=module src=/_nuxt/a.js></script>",
        "left parts of the page to the browser: 1",
    ),
    "Next, rendered by the browser": (
        f'<div id="__next"></div>{DATA}<script src=/_next/main.js></script>',
        "#__next is empty",
    ),
    "Nuxt without a server": (
        '<div id="__nuxt"></div><script type=module src=/_nuxt/e.js></script><script>window.__NUXT__={}</script>',
        "#__nuxt is empty",
    ),
    "Lit": (
        "<header>Shop</header><my-app></my-app><script type=module src=/my-app.js></script>",
        "custom elements show nothing",
    ),
    "Alpine": (
        '<div x-data="{n: [1]}"><template x-for="i in n"><p x-text=i></p></template><b x-text="n[0]"></b></div>'
        "<script defer src=/alpine.js></script>",
        "bound to scripts",
    ),
    "Alpine cloaked": (
        '<div x-data x-cloak><p x-text="title"></p></div><script defer src=/cdn.min.js></script>',
        "wait for",
    ),
    "htmx": (
        '<h1>News</h1><div hx-get="/list" hx-trigger="load"></div><script src=/htmx.min.js></script>',
        "load later",
    ),
    "Astro, only in the browser": (
        '<h1>Hi</h1><astro-island client="only" uid="a"></astro-island><script type=module>import("/a.js")</script>',
        "islands",
    ),
    "jQuery": (
        "<h1>Guests</h1><ul id=list></ul><script src=/jquery.js></script>"
        "<script>$.getJSON('/api', d => d.forEach(x => $('#list').append('<li>' + x)))</script>",
        "content too short",
    ),
    "fetch": (
        "<h1>Guests</h1><div id=out></div><script>fetch('/api').then(r => r.json()).then(show)</script>",
        "content too short",
    ),
    "document.write": ("<script>document.write('<p>Hello</p>')</script>", "content too short"),
    "a canvas": ("<canvas id=c></canvas><script>c.getContext('2d').fillText('x', 0, 0)</script>", "canvas"),
    "loading": ('<div class="page">Loading…</div><script src=/app.js></script>', "it says 'Loading…'"),
    "loading in German": ("<p>Bitte warten ...</p><script src=/app.js></script>", "it says"),
    "a skeleton": (
        f"<nav><a href=/>Home</a></nav><div class=skeleton-line></div><p>{WORDS}</p><script src=/a.js></script>",
        "placeholders",
    ),
    "busy": (f"<ul aria-busy=true></ul><p>{WORDS}</p><script src=/feed.js></script>", "placeholders"),
    "asked in the page": (
        f"<p>This site requires JavaScript to be enabled.</p><p>{WORDS * 4}</p><script src=/a.js></script>",
        "says that it needs scripts",
    ),
    "asked in Japanese": (
        "<noscript>JavaScriptを有効にしてください。</noscript><div id=x></div><script src=/a.js></script>",
        "says",
    ),
    "script that leads on": ('<p>Moved.</p><script>window.location.href = "/new"</script>', "leads on"),
    "hidden until scripts run": (
        f"<div style='display:none'>{WORDS * 40}</div><script src=/reveal.js></script>",
        "hidden until scripts show them",
    ),
    "all in menus": (f"<nav>{'<a href=/x>Section</a> ' * 40}</nav><div id=root></div>{BUNDLE}", "#root is empty"),
    "a bundle and nothing": ("<body><script src=/bundle.js></script>", "content too short"),
    "an empty list below an introduction": (
        f"<h1>Guests</h1><p>{WORDS * 3}</p><ul id=guests></ul><script src=/guests.js></script>",
        "#guests holds nothing yet",
    ),
    "a list that is fetched below a long introduction": (
        f"<h1>Guests</h1><p>{WORDS * 11}</p><ul id=guests></ul>"
        "<script>fetch('/api').then(r => r.text()).then(t => document.getElementById('guests').append(t))</script>",
        "#guests holds nothing yet",
    ),
    "an empty box with a name below two lines": (
        f"<h1>Guests</h1><p>{WORDS}</p><div data-guests></div><script src=/guests.js></script>",
        "content too short",
    ),
    "a function that runs once the page has loaded": (
        f"<body onload='show()'><p>{WORDS}</p><script>function show() {{ document.body.innerHTML = 'x' }}</script>",
        "content too short",
    ),
    "what jQuery does once the page has loaded": (
        f"<p>{WORDS}</p><script>$(window).on('load', function () {{ $.get('/a', h => $('main').html(h)) }})</script>",
        "content too short",
    ),
    "functions that call each other as the page loads": (
        f"<p>{WORDS}</p><script>function one() {{ two() }} function two() {{ fetch('/a').then(out) }}"
        "document.addEventListener('DOMContentLoaded', one)</script>",
        "content too short",
    ),
    "cells that hold a dash until their figures come": (
        f"<h1>Rates</h1><p>{WORDS * 4}</p><table><tr><td>Quay<td class=v>–<tr><td>Hotel<td class=v>–</table>"
        "<script>fetch('/rates').then(r => r.json()).then(show)</script>",
        "2 fields hold a dash",
    ),
    "a frame of Turbo for the page's own text": (
        "<h1>Parish</h1><turbo-frame id=n src=/news>Soon here</turbo-frame><script type=module src=/a.js></script>",
        "load later",
    ),
    "Nuxt, that says what it waits for": (
        "<div id=__nuxt><main><h1>Tide tables</h1><!--[--><p>Waiting for the browser</p><!--]--></main></div>"
        "<script>window.__NUXT__={}</script><script type=module src=/_nuxt/a.js></script>",
        "it says 'Waiting for the browser'",
    ),
    "a module in the page that brings another": (
        "<h1>Guests</h1><p>Who was here.</p><script type=module>import { list } from '/guests.js'; list()</script>",
        "content too short",
    ),
    "a server's rendering with a gap": (
        f"<div id=app><h1>Diesel</h1><p>{WORDS}</p><p><span class=price></span></p><button>Buy</button></div>{BUNDLE}",
        "content too short",
    ),
    "a splash in a root": (
        "<div id=app><h1>Harbour desk</h1><p>All your boats, berths and tides in one place.</p></div>" + BUNDLE,
        "content too short",
    ),
    "Alpine, that makes a list of nothing": (
        f"<div x-data='{{all: []}}' x-init='load()'><h1>Find</h1><p>{WORDS}</p><template x-for='h in all'><li></li>"
        f"</template></div>{BUNDLE}",
        "content too short",
    ),
    "a name and a promise, for a bundle to go on from": (
        "<h1>Tide desk</h1><p>Your tides are loading now.</p><script src=/desk.js></script>",
        "content too short",
    ),
    "a label of an app, and a bundle": (
        "<h1>Tide desk</h1><p>All tides of the coast</p><script src=/desk.js></script>",
        "content too short",
    ),
    "a list that htmx fetches as the page loads, elsewhere": (
        "<h1>Guests</h1><i hx-get=/g hx-trigger=load hx-target=#g></i><ul id=g></ul><script src=/htmx.js></script>",
        "load later",
    ),
    "React, whose late part waits for something itself": (
        '<h1>Bids</h1><!--$?--><template id="B:0"></template><p>one</p><!--/$--><div hidden id="S:0"><p class=skeleton>'
        "</p></div><script>self.__next_f=[]</script><script src=/main.js></script>",
        "placeholders",
    ),
    "a column of prices that a bundle brings": (
        f"<h1>Nursery</h1><p>{WORDS * 9}</p><table><tr><th>Plant<th>Price<tr><td>Basil<td data-of=1><tr><td>Mint"
        f"<td data-of=2>–</table>{BUNDLE}",
        "a price or another figure is still to come",
    ),
    "a price that a bundle brings": (
        f"<h1>Kettle</h1><p>{WORDS * 9}</p><p>Price: <span class=product-price>—</span></p>{BUNDLE}",
        "a price or another figure is still to come",
    ),
    "an amount by its microdata, behind a mask": (
        f"<h1>Kettle</h1><p>{WORDS * 5}</p><b itemprop=price>€ --.--</b><script src=/shop.js></script>",
        "a price or another figure is still to come",
    ),
    "a table of which the columns are there": (
        f"<h1>Crew</h1><p>{WORDS * 10}</p><table><thead><tr><th>Name<th>Town</thead><tbody></tbody></table>{BUNDLE}",
        "a table has a head and no rows",
    ),
    "a heading above an empty list": (
        f"<h1>Quay</h1><p>{WORDS * 12}</p><h2>Open days</h2><ul class=events></ul><script src=/days.js></script>",
        "nothing stands yet under 'Open days'",
    ),
    "a heading above a box for results": (
        f"<h1>Quay</h1><p>{WORDS * 9}</p><h2>Results for oak</h2> <div class=search-results></div>{BUNDLE}",
        "nothing stands yet under 'Results for oak'",
    ),
    "a teaser before an empty article": (
        f"<h1>Heap</h1><p>{WORDS * 3}</p><div class=article-body></div>{BUNDLE}",
        "the box for the text is empty",
    ),
    "a box that says from where it is filled": (
        f"<h1>Heap</h1><p>{WORDS * 8}</p><div data-src=/parts/rest></div><script src=/parts.js></script>",
        "the box for the text is empty",
    ),
    "what is loading by its name, below a long introduction": (
        f"<h1>Crew</h1><p>{WORDS * 13}</p><table><tr><th>Name<tr><td>Loading the crew…</table>{BUNDLE}",
        "it says 'Loading the crew…'",
    ),
    "what is being checked": (
        f"<h1>Kettle</h1><p>{WORDS * 13}</p><p>Checking availability...</p>{BUNDLE}",
        "it says 'Checking availability...'",
    ),
    "cells that hold a dash until a bundle fetches": (
        f"<h1>Rates</h1><p>{WORDS * 4}</p><dl><dt>Quay<dd class=v>-<dt>Hotel<dd class=w>-</dl>{BUNDLE}",
        "2 fields hold a dash",
    ),
    "an app that answers 404": ('<div id="root"></div>' + BUNDLE, "#root is empty"),
}

STAYS = {
    "React, whose server finished late": (
        '<div id="root"><h1>Bids at the corn exchange on the ninth of May</h1><!--$?--><template id="B:0"></template>'
        '<p>one</p><!--/$--></div><div hidden id="S:0"><p>Lady Orme bids 75 guineas.</p></div>'
        '<script>$RC("B:0","S:0")</script><script src=/main.js></script>'
    ),
    "Nuxt, with all that it was to fetch": (
        '<div id="__nuxt"><h1>Tides of the outer harbour, and of the inner one</h1><p>High at ten past four</p></div>'
        '<script type="application/json" id="__NUXT_DATA__">[{"data":1,"_errors":3},["ShallowReactive",2],'
        '{"$a":5},["ShallowReactive",4],{"$a":5},null]</script><script type=module src=/_nuxt/a.js></script>'
    ),
    "an article": ARTICLE,
    "an article with scripts": ARTICLE + BUNDLE + "<script>fetch('/views')</script>",
    "an article that asks for scripts to comment": ARTICLE
    + "<noscript>Enable JavaScript to comment.</noscript>"
    + BUNDLE,
    "an article with an empty widget": ARTICLE + '<div id="app"></div>' + BUNDLE,
    "an article on templates": ARTICLE
    + "<p>Write <code>{{ name }}</code> for a name.</p><pre>{{ a }}\n{{ b }}</pre>"
    + BUNDLE,
    "an article with cloaked buttons": ARTICLE + "<div x-data x-cloak>{{ likes }}</div>" + BUNDLE,
    "an article that loads comments": ARTICLE + "<div hx-get=/c hx-trigger=revealed>Loading comments</div>" + BUNDLE,
    "three words": "<p>It is done.</p>",
    "a note and a tracking pixel": f"{SHORT}<script>ga('x')</script><noscript><img src=/p.gif width=1></noscript>",
    "a short page that counts readers": f"{SHORT}<script async src=https://www.googletagmanager.com/gtag/js></script>",
    "three words that count readers": "<p>It is done.</p><script src=https://plausible.io/js/script.js></script>",
    "data, no script": '<p>Short.</p><script type="application/ld+json">{"@type":"Thing"}</script>',
    "Next, rendered by its server": f'<div id="__next">{SHORT}</div>{DATA}<script src=/_next/main.js></script>',
    "Next, streamed": f"<body>{SHORT}<script>self.__next_f=[]</script><script src=/a.js></script>",
    "Nuxt, rendered by its server": f"<div id=__nuxt><!--[-->{SHORT}<!--]--></div><script>__NUXT__={{}}</script>"
    + BUNDLE,
    "React, rendered by its server": f'<div id="root" data-reactroot="">{SHORT}</div><script src=/client.js></script>',
    "Angular, rendered by its server": f'<app-root ng-server-context="ssr">{SHORT}</app-root>{BUNDLE}',
    "SvelteKit": f'<div>{SHORT}<script>{{__sveltekit_1 = {{}}; import("/s.js")}}</script></div>',
    "Astro with rendered islands": f"{SHORT}<astro-island ssr>{SHORT}</astro-island><script>import('/a')</script>",
    "shadow roots in the markup": f"<my-card><template shadowrootmode=open>{SHORT}</template></my-card>{BUNDLE}",
    "a version for readers without scripts": f"<noscript><h1>News</h1>{SHORT}</noscript><script src=/app.js></script>",
    "a long text with an empty box for comments": f"<p>{WORDS * 11}</p><div id=comment-list></div>"
    "<script src=/comments.js></script><script>fetch('/views')</script>",
    "a drawing beside its words": "<h1>Tides</h1><canvas id=c></canvas><script>c.getContext('2d')</script>",
    "two lines in which scripts find nothing to fill": f"<h1>Weather</h1><p>{WORDS}</p><script src=/menu.js></script>",
    "a map and a rating beside two lines": f"<p>{WORDS}</p><div id=map></div><div class=rating-stars></div>"
    "<script>function initMap() { new google.maps.Map(map) }</script><script src=/maps.js></script>",
    "a table with dashes where nothing is known": f"{SHORT}<table><tr><td class=v>–<tr><td class=v>–</table>"
    "<script>document.addEventListener('click', () => fetch('/count'))</script>",
    "a search that answers while one types": f"<p>{WORDS}</p><input id=q><ul class=search-hits></ul><script>"
    "q.addEventListener('input', async () => { out.innerHTML = await (await fetch(`/find?q=${q.value}`)).text() })"
    "</script>",
    "a forum that quotes at a click": f"<p>{WORDS}</p><script src=/jquery.js></script><script>"
    "function quote(id) { $.ajax({url: '/quote/' + id}).done(text => $('#reply').html(text)) }"
    "$(function () { $('.post b').on('click', function () { quote(this.id) }); $('#x').hover(() => 0) })</script>",
    "a cart that is renewed once something is put in": f"<p>{WORDS}</p><a class=cart href=/cart>Cart</a><script>"
    "jQuery($ => { $(document.body).on('added_to_cart', function () { $.get('/cart', h => $('.cart').html(h)) })"
    "})</script>",
    "a form that a handler sends": f"<p>{WORDS}</p><form id=f></form><script>f.onsubmit = async e => {{"
    " f.innerHTML = await (await fetch('/')).text() }</script>",
    "comments from elsewhere": f"<p>{WORDS * 2}</p><section id=comments><div id=disqus_thread></div></section><script>"
    "var s = document.createElement('script'); s.src = 'https://a.disqus.com/embed.js'; document.body.appendChild(s)"
    "</script><noscript>Please enable JavaScript to view the comments.</noscript>",
    "Astro with a button that its server rendered": f"<p>{WORDS}</p><astro-island ssr client=load><button>7 like this"
    "</button></astro-island><script type=module>import('/a')</script>",
    "React Router, rendered by its server": "<h1>Boatyard</h1><p>We caulk and tar.</p><script>"
    'window.__reactRouterContext = {"isSpaMode":false}</script><script type=module src=/a.js></script>',
    "AMP": f"<p>{WORDS * 3}</p><amp-analytics></amp-analytics><amp-img src=a.jpg></amp-img><script async"
    " src=https://cdn.ampproject.org/v0.js></script>",
    "a menu that Alpine opens": f"<div x-data><div x-show=open x-cloak><a href=/a>A</a></div></div><p>{WORDS * 3}</p>"
    "<script defer src=/alpine.js></script>",
    "elements beside a text": f"<p>{WORDS * 3}</p><theme-switch></theme-switch><share-button></share-button>{BUNDLE}",
    "comments in a frame of Turbo": f"<p>{WORDS * 3}</p><div id=comments><turbo-frame src=/c>Soon</turbo-frame></div>"
    + BUNDLE,
    "a poem that ends so": f"<p>{WORDS}</p><p>And then the paddles turn…</p><script src=/gtag/js></script>",
    "two lines and a module that sets the colours": f"<h1>Keeper</h1><p>{WORDS}</p><button id=t>Dark</button>"
    "<script type=module>t.onclick = () => { document.documentElement.dataset.theme = 'dark' }</script>",
    "the hits of a search that nobody asked for": f"<h1>Install</h1><p>{WORDS}</p><div role=dialog><ol></ol></div>"
    "<ol class=search-result__list role=presentation></ol><script src=/bundle.js></script>",
    "Preact, rendered by its server": f"<div id=app><h1>Knots</h1><p>{WORDS}</p><button>Tied 3 times</button></div>"
    + BUNDLE,
    "htmx, that asks at a click": f"<h1>Ferries</h1><p>{WORDS}</p><button hx-get=/winter hx-target=#t>Winter</button>"
    f"<div id=t>Summer</div>{BUNDLE}",
    "Stimulus and a frame of Turbo that a link fills": "<h1>Berths</h1><p data-controller=f>12 of them are free.</p>"
    f"<a data-turbo-frame=m href=/new>New</a><turbo-frame id=m></turbo-frame>{BUNDLE}",
    "htmx, whose search has nothing to show yet": f"<h1>Book</h1><p>{WORDS}</p><input type=search name=q hx-get=/find"
    f" hx-trigger='input changed, search' hx-target='#r'><ul id=r></ul>{BUNDLE}",
    "htmx, with a box for an answer": f"<h1>Coupon</h1><p>{WORDS}</p><button hx-get=/c hx-target=#c>Show</button>"
    f"<div id=c></div>{BUNDLE}",
    "a form with notes unsaid": f"<h1>Join</h1><p>{WORDS}</p><form id=f><input id=m aria-errormessage=e><p id=e>"
    "</p><p role=status></p></form><script src=/form.js></script>",
    "Next, whose server sent the rest after a spinner": (
        '<div><!--$?--><template id="B:0"></template><div class=spinner>Loading…</div><!--/$--></div>'
        '<div hidden id="S:0"><h1>Surge</h1><p>None is expected before Friday.</p></div><script>$RC("B:0","S:0");'
        "self.__next_f.push([1])</script><script src=/_next/a.js></script>"
    ),
    "a sentence and a script": "<h2>Thank you</h2><p>Your message was sent.</p><script src=/menu.js></script>",
    "a sentence and a counter of one's own": "<h1>It works!</h1><p>The server is up.</p><script async src=/js/gtag.js>"
    "</script><script>window.dataLayer=[]</script>",
    "prices, and a place for an old one": f"<h1>Kettle</h1><p>{WORDS * 4}</p><p><s class=old-price></s> <b class=price>"
    "€ 12</b></p><script src=/shop.js></script>",
    "what a cart holds, which is nothing": f"<header><b class=cart-amount></b><b class=price></b></header><h1>Quay</h1>"
    f"<p>{WORDS * 4}</p><b class=basket-price></b><script src=/shop.js></script>",
    "a price without a script that could bring it": f"<h1>Kettle</h1><p>{WORDS * 4}</p><b class=price></b>"
    "<script>document.documentElement.className = 'js'</script>",
    "rows, and a picker of dates": f"<h1>Crew</h1><p>{WORDS * 8}</p><table><tr><th>Name<th>Town<tr>"
    "<td>Ann<td>Leith</table><div role=dialog><table><tr><th>Mo<th>Tu</table></div><script src=/menu.js></script>",
    "a table of prices, one of which nobody knows, and a column for notes": f"<h1>Nursery</h1><p>{WORDS * 9}</p><table>"
    "<tr><th>Plant<th>Price<th>Notes<tr><td>Basil<td>4<td><tr><td>Mint<td><td></table><script src=/menu.js></script>",
    "two headed rows": f"<h1>Crew</h1><p>{WORDS * 8}</p><table><tr><th>Name<th>Ann<tr><th>Town<th>Leith</table>"
    "<script src=/menu.js></script>",
    "comments from elsewhere, headed": f"<h1>Quay</h1><p>{WORDS * 8}</p><section id=comments><h2>Comments</h2>"
    "<div class=comment-list></div></section><script src=/comments.js></script>",
    "a film beside a line": "<h1>Interview</h1><p>Marit speaks of the lamp that she tended for forty years.</p>"
    "<iframe src=https://www.youtube-nocookie.com/embed/a></iframe><script src=//player.vimeo.com/api.js></script>",
    "a map beside a line": "<h1>Green House</h1><p>Turn left at the chapel, and look for the door in the wall.</p>"
    "<iframe src='https://www.openstreetmap.org/export/embed.html?bbox=1'></iframe><script src=/menu.js></script>",
    "a map that is loading": f"<h1>Shops</h1><p>{WORDS * 4}</p><div class=map>Loading map…</div>{BUNDLE}",
    "more that can be loaded": f"<h1>Shops</h1><p>{WORDS * 13}</p><button>Loading more…</button>{BUNDLE}",
    "a title of a play": "<h1>Waiting for the tide</h1><p>A play in two acts.</p>",
    "not found": f"<h1>404</h1><p>There is nothing here. {WORDS * 2}</p><script src=/a.js></script>",
}


LOADED = "The boxes are put in before the tide turns, the heavy ones first. "
FILES = '<script src="/js/site.js"></script>'
ABOUT = {
    "a heading and its text": f"<h1>Loading the boat</h1><p>{LOADED}</p>",
    "a title and its list": "<h1>Loading the boat</h1><ul><li>Anchor and forty metres of chain<li>Tarred rope</ul>",
    "a heading of a part": f"<h1>Handbook</h1><h2>Loading the boat</h2><p>{LOADED}</p><h2>Rowing</h2><p>Keep time.</p>",
    "a title and its steps": "<h1>Loading hay by hand</h1><ol><li>Fork below the sheaf<li>Lift by the knees</ol>",
    "one of a list": "<h1>The wool of a winter</h1><ul><li>Checking the wheel<li>Fetching the wool<li>Tea</ul>",
    "a noun": "<h1>The quay</h1><p>Loading times in winter</p><p>Mondays from six to nine, Tuesdays from seven.</p>",
    "a whole sentence": "<h1>Quay</h1><p>Loading and unloading only, ten minutes at most.</p>",
    "another word": "<h1>Ladenöffnungszeiten</h1><p>Montag bis Freitag von neun bis sechs.</p>",
    "a shop in German": "<h1>Laden am Markt</h1><p>Wir haben von neun bis sechs offen, samstags bis eins.</p>",
    "a moment": f"<h1>One moment in June</h1><p>{LOADED}</p>",
    "a place to wait": "<h1>Please wait here</h1><p>The guide comes at ten past every hour of the day.</p>",
    "waiting for a ferry": f"<p>Please wait for the ferry behind the line.</p><p>{LOADED}</p>",
    "what a course needs": "<h1>JavaScript for beginners</h1><p>You need JavaScript for this course, and a desk.</p>",
    "what a job requires": "<h1>Post</h1><p>Applicants must know JavaScript, and be patient with slow old trains.</p>",
    "a note that things work best": f"<noscript>Best with JavaScript.</noscript><h1>Births</h1><p>{LOADED * 5}</p>",
    "a note on some features": f"<noscript>Some features need JavaScript.</noscript><h1>Births</h1><p>{LOADED}</p>",
    "a note beside enough": f"<noscript>Please enable JavaScript.</noscript><h1>Births</h1><p>{LOADED * 4}</p>",
    "a short sentence": "<p>It works, more or less.</p>",
    "a name and a street": "<h1>Mrs. Olsen's Bakery</h1><p>12 Mill Lane</p><p>555-0134</p>",
    "pictures in a list": "<h1>Paintings of the sea</h1><ul><li><img src=a.jpg alt='At dusk'></ul><p>Oil on oak.</p>",
    "a module that only adorns": f"<h1>Ferns</h1><p>{LOADED}</p><script type=module src=/theme.js></script>",
    "a worker for later": f"<h1>Ferns</h1><p>{LOADED}</p><script>navigator.serviceWorker.register('/sw.js')</script>",
    "visits that are counted": f"<h1>Ferns</h1><p>{LOADED}</p><script>fetch('/hit?p='+location.pathname)</script>",
    "libraries": "<p>Closed.</p><script src=https://code.jquery.com/jquery-3.7.1.min.js></script>"
    "<script src=/js/bootstrap.bundle.min.js?v=5></script><script src=https://www.google.com/recaptcha/api.js></script>",
    "a short sentence about loading": "<h1>Wool</h1><p>Loading of bales at six.</p>",
    "the year": f"<h1>Ferns</h1><p>{LOADED}</p><footer><i id=y></i></footer>"
    "<script>document.getElementById('y').textContent=new Date().getFullYear()</script>",
}
"""Pages about loading, waiting and JavaScript, and short ones: a file of scripts has nothing to fill in them."""


@pytest.mark.covers("LB-30", "UB-134")
@pytest.mark.parametrize("name", ABOUT)
def test_what_a_page_is_about_is_not_what_it_does(name: str) -> None:
    files = FILES if name != "libraries" else ""
    found = verdict(f"<!doctype html><title>T</title><body>{ABOUT[name]}{files}")
    assert not found.climbs, found
    if "noscript" not in ABOUT[name]:  # which a browser that runs scripts does not show
        shown = verdict(f"<!doctype html><title>T</title><body>{ABOUT[name]}{FILES}", LIGHT)
        assert not shown.climbs, shown


WAITING = {
    "a title of a splash": "<h1>Loading the app</h1>",
    "a heading beside an apology": "<h2>Loading results</h2><p>This may take a few seconds.</p>",
    "a heading, thanks and a note": "<h1>Loading your desk</h1><p>Thanks for your patience.</p><footer>© Acme</footer>",
    "a part beside text": f"<h1>Seats</h1><div>Loading seats</div><p>{LOADED}</p>",
    "a heading and a way out": "<h1>Loading Acme Berths</h1><p>If this takes longer than usual, reload the page.</p>",
    "what is the page's own": f"<h1>Loading your desk</h1><p>{LOADED}</p>",
    "what begins like a noun": f"<h1>Seats</h1><div>Loading timetable</div><p>{LOADED}</p>",
    "an item alone": f"<h1>Seats</h1><ul><li>Loading seats</ul><p>{LOADED}</p>",
    "a sentence": "<p>Loading your data, please wait.</p>",
    "a request": "<p>Please wait while we prepare your page.</p>",
    "a moment": "<p>One moment, please</p>",
    "dots in German": "<p>Laden...</p>",
    "Japanese": "<p>読み込み中です</p>",
    "a need of the page": "<p>You need JavaScript to view this page.</p>",
}


@pytest.mark.covers("LB-30", "UB-134")
@pytest.mark.parametrize("name", WAITING)
def test_what_is_said_meanwhile_is_not_what_a_page_is_about(name: str) -> None:
    found = verdict(f"<!doctype html><title>T</title><body>{WAITING[name]}{FILES}")
    assert found.climbs, found
    still = verdict(f"<!doctype html><title>T</title><body>{WAITING[name]}{FILES}", LIGHT)
    assert still.climbs, still


@pytest.mark.covers("LB-30", "LB-26", "LB-27", "LB-29", "UB-134")
@pytest.mark.parametrize("name", NEEDS)
def test_pages_that_scripts_build_want_a_higher_tier(name: str) -> None:
    markup, reason = NEEDS[name]
    found = verdict(f"<!doctype html><title>T</title>{markup}", status=404 if "404" in name else 200)
    assert found.climbs, found
    assert any(reason in words for words in found.reasons), found


@pytest.mark.covers("LB-30", "LB-26", "LB-27", "LB-29")
@pytest.mark.parametrize("name", STAYS)
def test_pages_that_are_there_stay_where_they_are(name: str) -> None:
    found = verdict(f"<!doctype html><title>T</title>{STAYS[name]}", status=404 if name == "not found" else 200)
    assert not found.climbs, found


CHALLENGES = {
    "Cloudflare": "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>",
    "PerimeterX": "<div id=px-captcha></div><script src=/px.js></script>",
    "DataDome": "<script src=https://geo.captcha-delivery.com/c.js></script>",
    "Imperva": "<iframe src=/_Incapsula_Resource?x></iframe><script src=/x.js></script>",
    "AWS WAF": "<script src=https://x.token.awswaf.com/challenge.js></script>",
    "Anubis": "<script id=anubis_challenge type=application/json>{}</script><script src=/a.js></script>",
}


@pytest.mark.parametrize("maker", CHALLENGES)
def test_a_bot_challenge_is_told_by_its_maker(maker: str) -> None:
    for status in (200, 403, 429, 503):
        found = verdict(CHALLENGES[maker], status=status)
        assert (found.climbs, found.challenge) == (True, maker)


def test_a_challenge_that_explains_itself_is_one() -> None:
    words = "You are seeing this because the administrator has set up Anubis to protect the server. " * 10
    markup = f"<h1>Making sure you're not a bot!</h1><p>{words}</p><script id=anubis_challenge src=/x.js></script>"
    assert verdict(markup).challenge == "Anubis"


def test_an_article_on_a_guarded_site_is_no_challenge() -> None:
    beacon = "<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>"
    assert verdict(ARTICLE + beacon).challenge == ""
    assert verdict("<p>It is done.</p>" + beacon) == Verdict(main=len("It is done."))


@pytest.mark.covers("LB-28", "UB-135", "UB-130")
@pytest.mark.parametrize(
    ("markup", "evidence", "reason"),
    [
        ("<p>Chart</p>", {"missing": ("OffscreenCanvas",)}, "the light engine has no OffscreenCanvas"),
        (
            "<p>Chart</p>",
            {
                "missing": ("Worklet",),
                "failed_scripts": ("http://c.test/a.js", "ReferenceError: Worklet is not defined"),
            },
            "the light engine has no Worklet",
        ),
        ("<p>Map</p>", {"webgl": True}, "WebGL detected"),
        ("<p></p>", {"canvas": True}, "a canvas is drawn on"),
        ("<p>Map</p><iframe src=/inner.html lightterm-handle=3></iframe>", {}, "frames could not be read: 1"),
        ("<p></p>", {}, "content too short (0 characters"),
        ("<p>A</p>", {"failed_scripts": ("TypeError: CSS.paint is not a function",)}, "scripts failed: TypeError"),
        ("<p>Loading...</p>", {}, "still says 'Loading...'"),
        ("<div id=root></div>", {"failed_scripts": ("http://h.test/a.js",)}, "#root is still empty"),
        ("<p>x", {"challenge": "Cloudflare"}, "a bot challenge by Cloudflare"),
        ("<p>{{ name }}</p>", {}, "templates are not filled in"),
        ("<p>Please enable JavaScript in your browser.</p>", {}, "still says that it needs scripts"),
    ],
)
def test_what_the_light_engine_could_not_do_wants_the_full_one(
    markup: str, evidence: dict[str, object], reason: str
) -> None:
    found = verdict(markup, LIGHT, **evidence)
    assert found.climbs, found
    assert any(reason in words for words in found.reasons), found


def test_a_drawing_beside_words_is_one_in_every_tier() -> None:
    page = "<h1>Tides</h1><p>Of 12 ports", LIGHT
    found = verdict(*page, canvas=True, missing=(DRAWING,))
    assert not found.climbs and found.reasons == (DRAWN,)
    assert verdict(*page, canvas=True, missing=(DRAWING,), failed_scripts=("TypeError: x is null",)).climbs


def test_a_drawing_alone_is_told_of_by_the_lowest_tier_that_has_run_it() -> None:
    found = verdict("<p></p>", LIGHT, canvas=True, missing=(DRAWING,))
    assert not found.climbs and found.reasons == (DRAWN,)
    assert verdict("<p></p>", LIGHT, canvas=True).climbs, "nobody has drawn on it yet"
    assert verdict("<p></p>", LIGHT, canvas=True, missing=(DRAWING, PIXELS)).climbs, "what is drawn decides"
    assert verdict("<p></p>", LIGHT, canvas=True, missing=(DRAWING,), webgl=True).climbs
    assert verdict("<div id=root></div>", LIGHT, canvas=True, missing=(DRAWING,)).climbs, "more is to come"


def test_what_an_engine_lacks_is_said_of_the_engine_that_lacks_it() -> None:
    assert verdict("<p>Chart</p>", FULL, missing=("OffscreenCanvas",)).reasons == (
        "the full engine has no OffscreenCanvas",
    )


def test_scripts_that_take_the_text_away_are_not_believed() -> None:
    assert verdict(SHORT, LIGHT, before=2000).climbs
    assert not verdict(SHORT, LIGHT, before=250).climbs


def test_placeholders_that_are_still_empty_want_the_full_engine() -> None:
    found = verdict("<h1>Feed</h1><div class=card-skeleton></div>", LIGHT)
    assert found.climbs and "there are still placeholders of what is to come" in found.reasons, found
    assert not verdict("<h1>Feed</h1><div aria-busy=true><p>It came.</p></div>", LIGHT).climbs


@pytest.mark.parametrize(
    ("markup", "evidence"),
    [
        (SHORT, {}),
        (ARTICLE, {"missing": ("WebGL",), "webgl": True}),
        ("<p>A page of one line, as its script made it.</p>", {}),
        ("<ul><li>milk</li><li>bread</li></ul><button>Add</button>", {}),
        (ARTICLE, {"failed_scripts": ("http://ads.test/a.js",), "missing": ("Worker",)}),
        (SHORT, {"settled": False}),
        ("<p>42</p>", {}),
        ("<div id=root><h1>Tasks</h1><li>milk</li></div>", {}),
        ("<p>A note</p>", {"failed_scripts": ("http://ads.test/a.js (404)",)}),
        (
            "<p>A manual</p>",
            {"missing": ("hljs",), "failed_scripts": ("http://c.test/h.js", "ReferenceError: hljs is not defined")},
        ),
    ],
)
def test_what_the_light_engine_showed_is_enough(markup: str, evidence: dict[str, object]) -> None:
    found = verdict(markup, LIGHT, **evidence)
    assert found.score < CLIMB, found
