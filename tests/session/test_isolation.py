"""What a page stores in one session is never seen in another, whichever engine both live in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from session.test_tiers import get, needs_full, needs_light

from lightterm import settings
from lightterm.session.session import Session

if TYPE_CHECKING:
    from servers import Server

    from lightterm.loading import Page

WORKER = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.url.endsWith("/via")) event.respondWith(new Response("worker"));
});"""
OPEN = """const db = await new Promise((done) => {
  const asked = indexedDB.open("d", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("s");
  asked.onsuccess = () => done(asked.result);
});
const store = (mode) => db.transaction("s", mode).objectStore("s");
const came = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result ?? null); });"""
WRITE = f"""(async () => {{ {OPEN}
document.cookie = "k=mine; path=/"; localStorage.k = sessionStorage.k = "mine";
await came(store("readwrite").put("mine", "k"));
await (await fetch("/cached")).text();
if (globalThis.caches) await (await caches.open("mine")).put("/x", new Response("mine"));
if (navigator.serviceWorker) {{
  const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await navigator.serviceWorker.register("/sw.js");
  await taken;
}} }})()"""
READ = f"""(async () => {{ {OPEN}
return [document.cookie, localStorage.k ?? null, sessionStorage.k ?? null, await came(store("readonly").get("k")),
  globalThis.caches ? await caches.keys() : null, await (await fetch("/via")).text(),
  await (await fetch("/cached")).text()];
}})()"""


def stored(page: Page) -> list[object]:
    assert page.snapshot.live is not None
    found: list[object] = json.loads(page.snapshot.live.evaluate(READ, 10))
    return found


@pytest.mark.covers("LB-41", "LB-50")
@pytest.mark.parametrize("tier", [pytest.param(2, marks=needs_light), pytest.param(3, marks=needs_full)])
def test_sessions_share_nothing_that_pages_store(server: Server, tier: int) -> None:
    server.page("/sw.js", WORKER, "text/javascript")
    server.on("/via", lambda asked, talk: talk.reply("server", content_type="text/plain"))
    count = iter(range(1, 100))
    kept = [("Cache-Control", "max-age=600")]
    server.on("/cached", lambda asked, talk: talk.reply(str(next(count)), headers=kept, content_type="text/plain"))
    url = server.page("/", "<p>page</p><script>1</script>")
    chosen = settings.load().with_session([("session.private", True)])
    with Session(chosen) as one, Session(chosen) as other:
        mine, before = get(one, url, tier=tier), get(other, url, tier=tier)
        assert mine.snapshot.live is not None
        mine.snapshot.live.evaluate(WRITE, 10)
        has = stored(mine)
        assert has[:4] == ["k=mine", "mine", "mine", "mine"]
        if tier == 3:
            assert has[4:] == [["mine"], "worker", "1"]
        for page in (before, get(other, url, tier=tier)):
            cookie, local, session, database, caches, via, cached = stored(page)
            assert (cookie, local, session, database, via) == ("", None, None, None, "server")
            assert not caches and cached != "1"
    with Session(chosen) as later:
        assert stored(get(later, url, tier=tier))[:4] == ["", None, None, None]
