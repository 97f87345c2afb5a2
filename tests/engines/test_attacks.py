"""A page of the public net that tries every way into this network, in each tier that runs its scripts."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from lightterm.engines import chromium
from lightterm.engines.base import EngineOptions
from lightterm.engines.full import FullEngine
from lightterm.engines.full_browser import browsers
from lightterm.engines.light import LightEngine
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.errors import AddressRefused
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.http import HttpClient
from lightterm.fetch.model import Request
from lightterm.fetch.options import HttpOptions
from tests.engines.full_parts import running
from tests.servers import HttpProxy, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

needs_chromium = pytest.mark.skipif(bool(chromium.missing()), reason="tier 3 is not here")
WAYS = [
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason="tier 2 is not here")),
    *(pytest.param(way, marks=needs_chromium) for way in ("full", "profile")),
]

ATTACK = """<!doctype html><title>Public</title><p>Ordinary words of an ordinary page, to be read.
<link rel=stylesheet href="IN/sheet.css"><link rel=prefetch href="IN/prefetch"><link rel=preload as=fetch href="IN/pre">
<link rel=prerender href="IN/prerender"><link rel=preconnect href="IN/"><link rel=manifest href="IN/manifest">
<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["IN/rules"]}]}</script>
<img src="IN/img.png"><img src="http://[::ffff:127.0.0.1]:PORT/six.png"><img src="http://0x7f.1:PORT/hex.png">
<img src="http://localhost.:PORT/dot.png"><img src="http://2130706433:PORT/dec.png"><video src="IN/v.mp4"></video>
<iframe src="IN/frame"></iframe><iframe srcdoc='<meta http-equiv=refresh content="0;url=IN/refresh">'></iframe>
<iframe src="/hop"></iframe><object data="IN/object"></object><embed src="IN/embed"><script src="IN/s.js"></script>
<form id=f target=t method=post action="IN/form"><input name=a value=b></form><iframe name=t></iframe>
<script>
const tries = {
  fetch: () => fetch("IN/fetch", {mode: "no-cors"}),
  hop: () => fetch("/hop"),
  xhr: () => { const x = new XMLHttpRequest(); x.open("GET", "IN/xhr"); x.send(); },
  beacon: () => navigator.sendBeacon("IN/beacon", "x"),
  socket: () => { new WebSocket("ws://127.0.0.1:PORT/ws"); },
  events: () => { new EventSource("IN/events"); },
  worker: () => { new Worker(URL.createObjectURL(new Blob(['fetch("IN/worker", {mode: "no-cors"})']))); },
  shared: () => { new SharedWorker(URL.createObjectURL(new Blob(['fetch("IN/shared", {mode: "no-cors"})']))); },
  form: () => f.submit(),
  open: () => window.open("IN/window"),
  keep: () => fetch("IN/keepalive", {keepalive: true, mode: "no-cors"}),
  importing: () => import("IN/module.js"),
  font: () => new FontFace("x", "url(IN/font.woff)").load(),
  rtc: async () => {
    const pc = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:UDP"},
      {urls: "turn:127.0.0.1:PORT?transport=tcp", username: "u", credential: "c"}]});
    pc.createDataChannel("d"); await pc.setLocalDescription(await pc.createOffer());
  },
};
for (const one of Object.values(tries)) {
  try { const done = one(); if (done && done.catch) done.catch(() => 0); } catch (e) {}
}
setTimeout(() => fetch("/over"), 300);
</script>"""


class Inner:
    """What nobody from outside may reach: a server, and a port for datagrams."""

    def __init__(self) -> None:
        self.server = Server()
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.udp.setblocking(False)

    def page(self) -> str:
        """The page that attacks it."""
        base = f"http://127.0.0.1:{self.server.port}"
        said = ATTACK.replace("IN/", base + "/").replace("UDP", str(self.udp.getsockname()[1]))
        return said.replace("PORT", str(self.server.port))

    def heard(self) -> list[Any]:
        """Everything that reached it."""
        datagrams = []
        try:
            while True:
                datagrams.append(self.udp.recv(2000))
        except BlockingIOError:
            pass
        return [*(asked.target for asked in self.server.log), *datagrams]

    def stop(self) -> None:
        self.server.stop()
        self.udp.close()


@pytest.fixture
def inner() -> Iterator[Inner]:
    made = Inner()
    yield made
    made.stop()


@pytest.fixture
def proxy() -> Iterator[HttpProxy]:
    """What alone knows the public names, and leads them here."""
    made = HttpProxy()
    yield made
    made.stop()


@pytest.fixture
def engine_for(proxy: HttpProxy, short: Path) -> Iterator[Callable[[str], Any]]:
    made: list[Any] = []

    def make(way: str, **more: Any) -> Any:
        options = EngineOptions(public=True, proxy=proxy.url, **more)
        if way == "light":
            client = HttpClient(HttpOptions(proxy=proxy.url))
            made.extend((client, LightEngine(options, client.fetch)))
        else:
            profile = str(short / "profile") if way == "profile" else ""
            made.append(FullEngine(options.replace(profile=profile), CookieJar()))
        return made[-1]

    yield make
    for each in made:
        each.close()
    browsers().close()


@pytest.mark.parametrize("way", WAYS)
def test_no_way_of_a_page_leads_into_this_network(
    way: str, inner: Inner, server: Server, proxy: HttpProxy, engine_for: Callable[..., Any]
) -> None:
    proxy.hosts["public.test:80"] = ("127.0.0.1", server.port)
    server.page("/", inner.page())
    server.redirect("/hop", f"http://127.0.0.1:{inner.server.port}/hop")
    over = threading.Event()
    server.on("/over", lambda _asked, talk: (talk.reply("over"), over.set()))
    snapshot = engine_for(way).load(Request("http://public.test/", asker="program", deadline=10))
    assert b"Ordinary words" in snapshot.markup and over.wait(20)
    assert inner.heard() == [] and inner.server.connections == 0


@needs_chromium
def test_in_a_profile_what_a_person_opened_is_open_and_nothing_beside_it(
    server: Server, proxy: HttpProxy, inner: Inner, engine_for: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy.hosts["public.test:80"] = ("127.0.0.1", server.port)
    server.page("/", "<p>Public words")
    server.redirect("/away", inner.server.page("/secret", "<p>secret"))
    mine = server.page("/mine", "<p>Mine")
    engine = engine_for("profile")
    for url, asker in (("http://public.test/", "person"), (mine, "person"), ("http://public.test/", "program")):
        assert b"words" in engine.load(Request(url, asker=asker, deadline=20)).markup or url == mine
    away = engine.load(Request("http://public.test/away", asker="program", deadline=20))
    assert isinstance(away.response.error, AddressRefused) and inner.heard() == []
    # The person goes on reaching what they like, and so does an agent that is in their page again.
    assert b"secret" in engine.load(Request(inner.server.url("/secret"), deadline=20)).markup
    assert b"Mine" in engine.load(Request(mine, deadline=20)).markup
    # The public name that the person went to leads into this network by now: it was not that place which they opened.
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: inside)
    rebound = engine.load(Request("http://public.test/rebound", asker="program", deadline=20))
    assert isinstance(rebound.response.error, AddressRefused) and not server.asked("/rebound")


@needs_chromium
def test_in_a_browser_that_a_person_runs_programs_are_guarded_and_signed_in(
    inner: Inner, server: Server, proxy: HttpProxy, engine_for: Callable[..., Any], short: Path
) -> None:
    proxy.hosts["public.test:80"] = ("127.0.0.1", server.port)
    server.on("/", lambda asked, talk: talk.reply(f"<p>cookie {asked.header('cookie')}"))
    server.redirect("/away", inner.server.page("/secret", "<p>secret"))
    with running(short, f"--proxy-server={proxy.url}") as (_own, address):
        engine = engine_for("full", attach=address)
        server.page("/in", "<script>document.cookie = 'signed=in; max-age=999'</script><p>In")
        engine.load(Request("http://public.test/in", deadline=20))
        assert b"signed=in" in engine.load(Request("http://public.test/", asker="program", deadline=20)).markup
        away = engine.load(Request("http://public.test/away", asker="program", deadline=20))
        assert isinstance(away.response.error, AddressRefused) and inner.heard() == []
