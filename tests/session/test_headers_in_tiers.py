"""What is sent along is the same in every tier, and a credential goes to the origin it was given for alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from servers import Server
from session.test_tiers import get, needs_full, needs_light

from lightterm import settings
from lightterm.engines.base import FULL, LIGHT, STATIC
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Talk

CHOSEN = (
    ("network.user_agent", "Mine/1.0"),
    ("network.accept_language", "de-DE,de;q=0.9,en;q=0.5"),
    ("network.headers", (("X-Own", "yes"), ("Authorization", "Bearer kept"))),
    ("privacy.send_dnt", True),
    ("browser.viewport_width", 900),
    ("browser.viewport_height", 500),
    ("browser.timezone", "Asia/Tokyo"),
)
SENT = {"user-agent": "Mine/1.0", "x-own": "yes", "dnt": "1"}
TOLD = ["Mine/1.0", "900x500", "de-DE,de,en", "Asia/Tokyo"]
SCRIPT = """<p id=a>static</p><script>document.cookie = 'c=1';
Promise.all([fetch('/own'), fetch('/away', {mode: 'no-cors'}), fetch('OTHER', {mode: 'no-cors'})]).then(() => {
  a.textContent = JSON.stringify([navigator.userAgent, `${innerWidth}x${innerHeight}`, navigator.languages.join(),
    Intl.DateTimeFormat().resolvedOptions().timeZone]) })</script>"""


@pytest.mark.covers("LB-21", "LB-33", "LB-35")
@pytest.mark.parametrize("tier", [STATIC, pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
def test_headers_are_the_same_in_every_tier_and_secrets_stay_at_home(server: Server, home: Path, tier: int) -> None:
    other = Server()
    met: dict[str, Asked] = {}

    def note(asked: Asked, talk: Talk) -> None:
        met[asked.path] = asked
        talk.reply("there")

    server.on("/own", note)
    for path in ("/strange", "/led", "/sent"):
        other.on(path, note)
    strange, led, sent = (other.url(path).replace("127.0.0.1", "localhost") for path in ("/strange", "/led", "/sent"))
    server.redirect("/away", led)
    url = server.page("/", SCRIPT.replace("OTHER", strange))
    with Session(settings.load().with_session(CHOSEN)) as session:
        page = get(session, url, tier=tier, deadline=30.0)
        get(session, server.redirect("/r", sent), tier=tier, deadline=30.0, headers=(("X-Api-Key", "kept"),))
    other.stop()
    if tier != STATIC:
        assert json.loads(page.document.blocks[0].text()) == TOLD  # type: ignore[union-attr]  # a paragraph
        assert met["/own"].header("cookie") == "c=1" and sorted(met) == ["/led", "/own", "/sent", "/strange"]
    for asked in (server.asked("/")[0], server.asked("/r")[0], *met.values()):
        assert {name: asked.header(name) for name in SENT} == SENT, asked.path
        weighed = (asked.header("accept-language") or "").split(",")
        assert [one.partition(";")[0] for one in weighed] == ["de-DE", "de", "en"], "Chromium weighs some anew"
        at_home = asked.path in ("/", "/own", "/r")
        assert asked.header("authorization") == ("Bearer kept" if at_home else None), asked.path
        assert asked.header("x-api-key") == ("kept" if asked.path == "/r" else None), asked.path
