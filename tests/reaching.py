"""A public page that tries further ways to what is private than `fetch` and elements: hints, styles, frames, workers.

`serve` puts it on a server; what it reaches is asked for under /secret/.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from servers import Server

HOSTS = (
    "http://[::ffff:0:127.0.0.1]:{p}/",
    "http://[64:ff9b:1::7f00:1]:{p}/",
    "http://[2002:7f00:1::]:{p}/",
    "http://[fec0::1]:{p}/",
    "http://127.0.0.1.:{p}/",
    "http://0x7f000001.:{p}/",
    "http://%31%32%37.0.0.1:{p}/",
    "http://017700000001:{p}/",
    "http://127.0x1:{p}/",
    "http://public.test@127.0.0.1:{p}/",
    "http:\\\\127.0.0.1:{p}\\",
    "//127.0.0.1:{p}/",
    "http://127.0.0.1:{p}#@public.test/",
    "http://127.00000.0.01:{p}/",
    "http://LOCALHOST.:{p}/",
    "http://[0:0:0:0:0:ffff:127.1.2.3]:{p}/",
    "http://127.0.0.1%E3%80%82:{p}/",
    "http://\uff11\uff12\uff17.0.0.1:{p}/",
    "http://[::ffff:0a00:1]:{p}/",
    "http://0.0.0.0.:{p}/",
    "http://public.test:80@127.1:{p}/",
    "http://127.255.255.254:{p}/",
    "http://192.0.0.192:{p}/",
    "http://[ff02::1]:{p}/",
    "http://localhost%00.public.test:{p}/",
    "http://\tlocal\nhost:{p}/",
    "http:127.0.0.1:{p}/",
)
"""Loopback and private addresses, written so that they may pass for others; {p} is the port."""

PAGE = """<!doctype html><title>Public</title><p id=done>trying</p>
<link rel=dns-prefetch href="%(inside)sdns"><link rel=preconnect href="%(inside)spre"><link
  rel=modulepreload href="%(inside)smodpre">
<link rel=manifest href="%(inside)smanifest"><link rel=icon href="%(inside)sicon"><link
  rel=prerender href="%(inside)sprerender">
<script type=speculationrules>{"prefetch":[{"source":"list","urls":["%(inside)sspecpre"]}],
  "prerender":[{"source":"list","urls":["%(inside)sspec"]}]}</script>
<style>@import "%(inside)simport.css";@font-face{font-family:q;src:url(%(inside)sfont)}
  #done{font-family:q;
  background:url(%(inside)sbg);cursor:url(%(inside)scursor),auto;
  list-style-image:url(%(inside)slist)}#done::before{content:url(%(inside)scontent)}</style>
<a id=pinged href="#x" ping="%(inside)sping">x</a><audio src="%(inside)saudio" preload=auto></audio>
  <video poster="%(inside)sposter"><track default src="%(inside)strack"></video>
<picture><source srcset="%(inside)ssrcset 1x"><img src=/no></picture><input type=image
  src="%(inside)sinputimg"><table background="%(inside)stablebg"><td>x</table>
<svg width=9 height=9><image href="%(inside)ssvgimage" width=9 height=9></image><use href="%(inside)ssvguse#a">
  </use></svg>
<iframe srcdoc="<img src='%(inside)sdocimg'><script src='%(inside)sdocscript'></script><meta
  http-equiv=refresh content='0;url=%(inside)sdocmeta'>"></iframe>
<iframe src="data:text/html,<script>fetch('%(inside)sdataframe',{mode:'no-cors'})</script><img
  src='%(inside)sdataimg'>"></iframe>
<iframe src="javascript:fetch('%(inside)sjsframe',{mode:'no-cors'})"></iframe>
<iframe src="/framemeta"></iframe><iframe src="/framerefresh"></iframe><object
  data="data:text/html,<img src='%(inside)sobjdata'>" type=text/html></object>
<math><mi xlink:href="%(inside)smath">x</mi></math><base target=_self>
<script>
const inside = %(inside_js)s, tries = [];
const quiet = (make) => { try { const made = make(); if (made && made.catch)
  tries.push(Promise.race([made.catch(() => 0), new Promise((r) => setTimeout(r, 1500))])); } catch {} };
const hosts = %(hosts)s;
for (const host of hosts) quiet(() => fetch(host + 'secret/host/', {mode: 'no-cors'}));
quiet(() => document.getElementById('pinged').click());
quiet(() => new SharedWorker(inside + 'shared'));
quiet(() => new SharedWorker(URL.createObjectURL(new Blob([`fetch('${inside}sharedblob',{mode:'no-cors'})`]))));
quiet(() => new Worker('data:text/javascript,' +
  encodeURIComponent(`fetch('${inside}dataworker',{mode:'no-cors'})`)));
quiet(() => new Worker(URL.createObjectURL(new Blob([`new Worker(URL.createObjectURL(new
  Blob(["fetch('${inside}nested',{mode:'no-cors'})"])))`]))));
quiet(() => new WebTransport(inside.replace('http:', 'https:')).ready);
quiet(() => fetch(inside + 'keepalive', {mode: 'no-cors', keepalive: true, method: 'POST', body: 'x'}));
quiet(() => fetch('/away/hop', {mode: 'no-cors'}));
quiet(() => { const x = new XMLHttpRequest(); x.open('GET', inside + 'sync', false); x.send(); });
quiet(() => caches.open('a').then((c) => c.add(inside + 'cache')));
quiet(() => CSS.paintWorklet.addModule(inside + 'paint'));
quiet(() => new AudioContext().audioWorklet.addModule(inside + 'audioworklet'));
quiet(() => WebAssembly.instantiateStreaming(fetch(inside + 'wasm', {mode: 'no-cors'})));
quiet(() => fetch(new Request(inside + 'request', {mode: 'no-cors', redirect: 'manual'})));
quiet(() => { const f = document.createElement('iframe'); document.body.append(f);
  f.contentDocument.write(`<img src="${inside}written">
  <script>fetch("${inside}writtenfetch",{mode:"no-cors"})<\\/script>`); f.contentDocument.close(); });
quiet(() => { const f = document.createElement('iframe'); document.body.append(f); return
  f.contentWindow.fetch(inside + 'framefetch', {mode: 'no-cors'}); });
quiet(() => { const f = document.createElement('iframe'); f.src = URL.createObjectURL(new
  Blob([`<script>fetch('${inside}blobframe',{mode:'no-cors'})<\\/script>`], {type: 'text/html'}));
  document.body.append(f); });
quiet(() => { const w = window.open(''); w.location = inside + 'opened'; w.fetch(inside +
  'openedfetch', {mode: 'no-cors'}); });
quiet(() => { const i = new Image(); i.src = inside + 'newimage'; });
quiet(() => document.implementation.createHTMLDocument('').body.innerHTML = `<img
  src="${inside}inert" onerror=1>`);
quiet(() => { const d = new DOMParser().parseFromString(`<img src="${inside}parsed">`, 'text/html');
  document.body.append(document.adoptNode(d.images[0])); });
quiet(() => { const s = new EventSource('/away/hop'); setTimeout(() => s.close(), 1000); });
quiet(() => { const w = new WebSocket('ws://public.test/away/hop'); });
quiet(() => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href =
  'data:text/css,' + encodeURIComponent(`@import "${inside}dataimport";`); document.head.append(l); });
quiet(() => { const s = new CSSStyleSheet(); s.replaceSync(`body{background:url(${inside}adopted)}`);
  document.adoptedStyleSheets = [s]; });
quiet(() => new FontFace('z', `url(${inside}fontface)`).load());
quiet(() => navigator.credentials.get({federated: {providers: [inside]}}));
quiet(() => navigator.credentials.get({identity: {providers: [{configURL: inside + 'fedcm', clientId: '1'}]}}));
quiet(() => fetchLater && fetchLater(inside + 'later', {activateAfter: 0}));
quiet(() => Notification && new Notification('x', {icon: inside + 'notify'}));
quiet(() => new MediaSource() && navigator.mediaSession && (navigator.mediaSession.metadata = new
  MediaMetadata({artwork: [{src: inside + 'art'}]})));
quiet(() => { const p = new PaymentRequest([{supportedMethods: inside + 'pay'}], {total: {label:
  'x', amount: {currency: 'EUR', value: '1'}}}); return p.canMakePayment(); });
setTimeout(() => document.getElementById('done').textContent = 'tried all', 3000);
</script>"""


def serve(server: Server) -> str:
    """The page's path, with headers that lead inside, too."""
    inside = server.url("/secret/")
    hosts = json.dumps([host.format(p=server.port) for host in HOSTS])
    told = {"inside": inside, "inside_js": json.dumps(inside), "hosts": hosts}
    endpoint = json.dumps({"group": "g", "max_age": 9999, "endpoints": [{"url": f"{inside}report-to"}]})
    links = ("image", "link-image"), ("style", "link-style")
    headers = [
        ("Link", ", ".join(f"<{inside}{path}>; rel=preload; as={kind}" for kind, path in links)),
        ("Content-Security-Policy-Report-Only", f"img-src 'none'; report-uri {inside}csp"),
        ("Report-To", endpoint),
        ("NEL", '{"report_to": "g", "max_age": 9999, "success_fraction": 1.0}'),
        ("SourceMap", f"{inside}map"),
    ]
    server.page("/more", (PAGE % told).encode(), "text/html; charset=utf-8", headers=headers)
    server.page("/framemeta", f"<meta http-equiv=refresh content='0; url={inside}framemeta'>x")
    server.page("/framerefresh", "<p>x", headers=[("Refresh", f"0; url={inside}framerefresh")])
    server.redirect("/away/hop", "/away/hop2")
    server.redirect("/away/hop2", f"{inside}hop", 307)
    server.page("/secret/host/", "hush")
    return "/more"
