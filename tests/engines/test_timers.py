"""Text that a page's own timer brings is waited for, in the tiers that run scripts; a timer without end is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from engines.test_numbers import line, press, read, tier
from servers import Server

from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Asked, Talk

    from lightterm.engines.base import Engine

__all__ = ["tier"]

LATER = "<p id=a>Choose a wood</p><script>const say = word => { a.textContent = word };%s</script>"
WORDS = "Boards are sawn in winter and stacked with laths between them, under a roof and open to the wind. " * 12


@pytest.mark.covers("LB-15")
@pytest.mark.parametrize(
    ("script", "shown"),
    [
        ("setTimeout(say, 800, 'Oak is dry')", "Oak is dry"),
        (
            "let left = 3; const ask = async () => { await fetch('/n'); say(--left ? `${left} to come` : 'Your turn');"
            "if (left) setTimeout(ask, 500) }; ask()",
            "Your turn",
        ),
        ("clearTimeout(setTimeout(say, 700, 'never')); setTimeout(() => say('then this'), 300)", "then this"),
        ("const tick = () => { say('Now ' + (performance.now() > 0)); setTimeout(tick, 300) }; tick()", "Now true"),
    ],
)
def test_what_a_timer_brings_is_waited_for(tier: Engine, server: Server, script: str, shown: str) -> None:
    server.page("/n", "1", "text/plain")
    snapshot = tier.load(Request(server.page("/", LATER % script), deadline=15))

    assert snapshot.evidence is not None
    assert snapshot.evidence.settled
    assert line(read(snapshot), shown[:4]) == shown
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.covers("LB-15")
@pytest.mark.parametrize("query", ["'?_=' + Date.now()", "'?room=5&nonce=' + Math.random()", "''"])
def test_who_asks_the_same_again_and_again_is_not_waited_for(tier: Engine, server: Server, query: str) -> None:
    server.page("/tick", "1", "text/plain")
    script = f"setInterval(() => fetch('/tick' + {query}), 50)"
    snapshot = tier.load(Request(server.page("/", LATER % script), deadline=15))

    assert snapshot.evidence is not None
    assert snapshot.evidence.settled
    assert len([asked for asked in server.log if asked.path.startswith("/tick")]) < 60
    assert snapshot.live is not None
    snapshot.live.close()


class News(Server):
    """Says the same under every address but those of its pages."""

    def answer(self, asked: Asked, talk: Talk) -> None:
        if not asked.path.startswith("/news/"):
            super().answer(asked, talk)
            return
        self.log.append(asked)
        talk.reply('{"new": 0}', content_type="application/json")


@pytest.mark.parametrize("name", ["++n", "crypto.randomUUID()", "Date.now() + '/state'", "'x' + Math.random()"])
@pytest.mark.parametrize("words", ["", WORDS], ids=["little", "much"])
def test_who_asks_the_same_under_ever_new_addresses_is_not_waited_for(tier: Engine, name: str, words: str) -> None:
    """It was waited for as long as the deadline let it, in tier 3."""
    server = News()
    script = f"let n = 0; const go = async () => {{ await fetch('/news/' + ({name})); setTimeout(go, 200) }}; go()"
    snapshot = tier.load(Request(server.page("/", f"<p>{words}</p>{LATER % script}"), deadline=15))
    server.stop()

    assert snapshot.evidence is not None
    assert snapshot.evidence.settled
    assert 1 < len([asked for asked in server.log if asked.path.startswith("/news/")]) < 20
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.parametrize("address", ["/rows/${i}", "/rows?page=${i}", "/rows"])
@pytest.mark.parametrize("together", [True, False], ids=["at once", "in turn"])
def test_parts_of_a_page_that_come_from_like_addresses_are_waited_for(
    tier: Engine, address: str, together: bool
) -> None:
    """Of six parts asked for at once under one path none was waited for in tier 3."""
    server = Server()

    def rows(asked: Asked, talk: Talk) -> None:
        part = asked.body.decode()
        talk.stopping.wait(0.9 if together else 0.1)
        talk.reply(f"Part {part} {'of it ' * (7 * int(part) % 23)}", content_type="text/plain")

    for path in ("/rows", *[f"/rows/{number}" for number in range(6)]):
        server.on(path, rows)
    ask = f"const part = async i => (await fetch(`{address}`, {{method: 'POST', body: i}})).text();"
    way = (
        "Promise.all([0, 1, 2, 3, 4, 5].map(part)).then(all => say(all.join(' ') + ' whole'))"
        if together
        else "(async () => { let all = ''; for (let i = 0; i < 6; i++) all += await part(i); say(all + ' whole') })()"
    )
    snapshot = tier.load(Request(server.page("/", f"<p>{WORDS}</p>{LATER % (ask + way)}"), deadline=15))
    server.stop()

    assert b"whole" in snapshot.markup and b"Part 5" in snapshot.markup
    assert snapshot.live is not None
    snapshot.live.close()


def test_what_comes_a_while_after_a_press_is_waited_for_on_a_long_page(tier: Engine, server: Server) -> None:
    page = tier.load(
        Request(
            server.page(
                "/",
                f"<p>{WORDS}</p><p id=a>unasked</p><button onclick=\"clearTimeout(t); t = setTimeout(() => fetch('/n')"
                ".then(() => a.textContent = 'answered at last'), 700)\">Ask</button><script>let t</script>",
            ),
            deadline=15,
        )
    )
    server.page("/n", "1", "text/plain")

    pressed = press(page, read(page), 1)

    assert line(read(pressed), "answered") == "answered at last"
    assert pressed.live is not None
    pressed.live.close()


@pytest.mark.covers("LB-15")
@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (LATER.replace("Choose a wood", "Loading\u2026") % "setTimeout(say, 2600, 'Oak is dry')", "Oak is dry"),
        (LATER % "setTimeout(say, 2600, 'Elm is wet')", "Elm is wet"),
        (
            f"<header>{WORDS}</header><main><h1>Stock</h1><div id=a class='card skeleton-line'></div></main>"
            "<script>setTimeout(() => { a.className = ''; a.textContent = 'Ash is sold' }, 2600)</script>",
            "Ash is sold",
        ),
        (
            f"<nav>{WORDS}</nav><main id=a><p>Please wait</p></main><script>let left = 3; const on = "
            "setInterval(() => { if (!--left) { clearInterval(on); a.innerHTML = '<p>Beech is in' } }, 900)</script>",
            "Beech is in",
        ),
    ],
)  # fmt: skip
def test_what_a_late_timer_brings_is_waited_for_where_the_page_says_so(
    tier: Engine, server: Server, body: str, shown: str
) -> None:
    snapshot = tier.load(Request(server.page("/", body), deadline=15))

    assert snapshot.evidence is not None and snapshot.evidence.settled
    assert shown in line(read(snapshot), shown[:4])
    assert snapshot.live is not None
    snapshot.live.close()


@pytest.mark.parametrize(
    ("body", "ms"),
    [(f"<p>{WORDS}</p>", 3500), (f"<p>{WORDS}</p><p hidden>Loading</p>", 3500), ("<p>Loading</p>", 12_000)],
)
def test_no_late_timer_is_waited_for_by_a_page_that_is_there_nor_one_that_takes_too_long(
    tier: Engine, server: Server, body: str, ms: int
) -> None:
    script = f"setTimeout(() => a.textContent = 'too late', {ms})"
    snapshot = tier.load(Request(server.page("/", f"{body}<p id=a></p><script>{script}</script>"), deadline=30))

    assert snapshot.evidence is not None and snapshot.evidence.settled
    assert b"too late" not in snapshot.markup
    assert snapshot.live is not None
    snapshot.live.close()
