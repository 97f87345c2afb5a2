"""A session's way through the tiers, with the real lightpanda and Chromium: reasons, memory, limits, deadlines."""

from __future__ import annotations

from time import monotonic, time
from typing import TYPE_CHECKING

import pytest
from clocks import Stopwatch
from test_judge import CHALLENGES

from lightterm import settings
from lightterm.document.layout import text_lines
from lightterm.engines.base import FULL, LIGHT, STATIC
from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.errors import (
    BotDetected,
    BrowserError,
    Cancelled,
    ContentEmpty,
    ReadTooLong,
    RequiresScript,
    TimedOut,
    TooLarge,
)
from lightterm.extract.challenges import CLEARANCE
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request
from lightterm.session.engines import bounds as limits
from lightterm.session.engines import engine_options, known_tier
from lightterm.session.session import Session
from lightterm.session.store.model import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servers import Asked, Server, Talk

    from lightterm.loading import Page

    Open = Callable[..., Page]

WORDS = "The lighthouse keeper wrote down the weather every evening, and the ships that passed. "
ARTICLE = (
    f"<title>T</title><main><h1>Weather</h1>{''.join(f'<p>{WORDS * 4}' for _ in range(6))}</main><script>1</script>"
)
BUILT = f"<title>App</title><div id=root></div><script>root.innerHTML = '<h1>Built</h1><p>{WORDS * 4}'</script>"
LAYOUT = f"""<title>L</title><div id=root></div><span id=box>some words that take their room</span><script>
if (document.getElementById('box').offsetWidth > 100)
  document.getElementById('root').innerHTML = '<h1>Measured</h1><p>{WORDS * 4}';
</script>"""
ENDLESS = "<title>E</title><div id=root>Loading…</div><script>for (;;) root.firstChild.data += ''</script>"

needs_light = pytest.mark.skipif(bool(no_lightpanda()), reason=no_lightpanda())
needs_full = pytest.mark.skipif(bool(no_chromium()), reason=no_chromium())


def text(page: Page) -> str:
    return "\n".join(text_lines(page.document.blocks, 80))


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No engine of tier 2 or 3 on this machine."""
    monkeypatch.setenv("LIGHTTERM_LIGHTPANDA", "/nowhere/lightpanda")
    monkeypatch.setenv("LIGHTTERM_CHROMIUM", "/nowhere/chromium")


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    with Session(settings.load()) as made:
        yield made


def get(session: Session, url: str, **fields: object) -> Page:
    return session.open(Request(url, **fields), 80)  # type: ignore[arg-type]


@pytest.mark.covers("LB-14", "LB-19", "LB-42")
def test_a_page_with_text_enough_is_asked_for_once_and_starts_nothing(server: Server, session: Session) -> None:
    page = get(session, server.page("/", ARTICLE))
    assert (page.tier, page.hint, page.errors) == (STATIC, "", ())
    assert [(step.tier, step.reason) for step in page.trace] == [(STATIC, "static page: enough text")]
    assert [asked.path for asked in server.log] == ["/"]


@needs_light
@pytest.mark.covers("LB-15", "LB-19", "LB-27", "LB-24", "UB-129", "UB-134")
def test_a_page_that_scripts_build_goes_up_one_tier_with_reasons(server: Server, session: Session) -> None:
    page = get(session, server.page("/", BUILT))
    assert page.tier == LIGHT and "# Built" in text(page)
    assert (page.hint, page.errors) == ("", ())
    first, second = page.trace
    assert (first.tier, first.chosen, second.tier, second.chosen) == (STATIC, False, LIGHT, True)
    assert first.reason.startswith("not enough: #root is empty; content too short (0 characters, min 200)")
    assert second.reason.startswith("enough: ")
    assert first.load_ms > 0 and second.load_ms > 0
    assert len(server.asked("/")) == 1


@needs_light
@pytest.mark.covers("LB-18", "LB-26", "UB-141")
def test_no_tier_above_the_highest_is_tried(server: Server, session: Session) -> None:
    url = server.page("/", BUILT)
    page = get(session, url, max_tier=STATIC)
    assert page.tier == STATIC and "Built" not in text(page)
    assert page.hint == "#root is empty; no tier above static was allowed"
    assert isinstance(page.error, RequiresScript)
    assert get(session, url, max_tier=LIGHT).tier == LIGHT


@pytest.mark.parametrize("tier", [STATIC, pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
@pytest.mark.covers("LB-23")
def test_one_call_gives_the_page_of_any_tier(server: Server, session: Session, tier: int) -> None:
    page = get(session, server.page("/a%20page", ARTICLE), tier=tier)
    assert (page.tier, page.response.url) == (tier, server.url("/a%20page"))
    assert (page.document.title, page.response.status, page.errors) == ("T", 200, ())
    assert b"lighthouse keeper" in page.snapshot.markup and "# Weather" in text(page)
    (step,) = page.trace
    assert step.tier == tier and step.load_ms > 0 and step.extract_ms > 0


@pytest.mark.covers("LB-14")
def test_tier_1_by_word_runs_no_script(server: Server, session: Session) -> None:
    page = get(session, server.page("/", "<p>said</p><script>document.write('written')</script>"), tier=STATIC)
    assert (page.tier, text(page), len(page.trace)) == (STATIC, "said", 1)
    assert page.trace[0].reason.startswith("asked for; not enough")
    assert page.errors == () and page.hint


def test_a_page_that_is_nothing_without_scripts_is_an_error_though_tier_1_was_asked_for(
    server: Server, session: Session
) -> None:
    page = get(session, server.page("/", BUILT), tier=STATIC)
    assert page.tier == STATIC and isinstance(page.error, RequiresScript)


@needs_full
def test_a_page_that_its_failed_scripts_leave_empty_is_an_error_in_the_full_engine(
    server: Server, session: Session
) -> None:
    page = get(session, server.page("/", "<div id=root></div><script>nothing.there()</script>"), tier=FULL)
    assert isinstance(page.error, ContentEmpty)


@needs_full
def test_a_page_larger_than_allowed_is_cut_with_an_error_in_the_full_engine(server: Server, home: Path) -> None:
    with Session(settings.load().with_session([("network.max_bytes", 2000)])) as session:
        page = get(session, server.page("/", ARTICLE), tier=FULL)
    assert isinstance(page.error, TooLarge) and "larger than 2000 bytes" in page.error.message


@needs_light
@pytest.mark.covers("LB-25")
def test_the_tier_asked_for_is_used_though_the_page_needs_none(server: Server, session: Session) -> None:
    page = get(session, server.page("/", ARTICLE), tier=LIGHT)
    assert page.tier == LIGHT and "# Weather" in text(page)
    assert [step.tier for step in page.trace] == [LIGHT]


def a_pdf(server: Server) -> str:
    """The address of a small PDF that says "Tide tables"."""
    drawn = b"BT /F1 24 Tf 72 700 Td (Tide tables) Tj ET"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    parts = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        font,
    )
    body = b"".join(b"%d 0 obj%sendobj\n" % (at, part) for at, part in enumerate(parts, 1))
    return server.page("/tides.pdf", b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>", "application/pdf")


@pytest.mark.parametrize("tier", [pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
def test_a_file_is_read_in_every_tier_as_in_the_first(server: Server, session: Session, tier: int) -> None:
    url = a_pdf(server)
    first, page = get(session, url, tier=STATIC), get(session, url, tier=tier)
    assert "Tide tables" in text(first)
    assert (text(page), page.errors, page.hint) == (text(first), (), "")


@needs_full
def test_a_download_is_no_empty_page_of_the_full_engine(server: Server, session: Session) -> None:
    page = get(session, server.page("/a.csv", b"port,height\nDover,6\n", "text/csv"), tier=FULL)
    assert "Dover" in text(page) and (page.errors, page.hint) == ((), "")


@needs_light
@needs_full
@pytest.mark.covers("LB-16", "LB-28")
def test_what_tier_2_cannot_do_tier_3_does(server: Server, session: Session) -> None:
    page = get(session, server.page("/", LAYOUT))
    assert page.tier == FULL and "# Measured" in text(page)
    assert [step.tier for step in page.trace] == [STATIC, LIGHT, FULL]
    assert page.trace[1].reason.startswith("not enough: ")


@needs_light
@needs_full
def test_what_worked_on_a_site_is_gone_on_to_and_forgotten_with_it(server: Server, session: Session) -> None:
    assert [step.tier for step in get(session, server.page("/", LAYOUT)).trace] == [STATIC, LIGHT, FULL]
    page = get(session, server.page("/other", LAYOUT))
    assert [step.tier for step in page.trace] == [STATIC, FULL]
    assert page.trace[1].reason.startswith("this site's pages needed it before; enough")
    session.forget("127.0.0.1")
    assert [step.tier for step in get(session, server.page("/third", LAYOUT)).trace] == [STATIC, LIGHT, FULL]


@needs_light
@needs_full
def test_what_worked_is_never_begun_with_where_the_static_page_is_enough(server: Server, session: Session) -> None:
    get(session, server.page("/", LAYOUT))
    for path, markup in (("/plain", "<p>said"), ("/article", ARTICLE)):
        assert [step.tier for step in get(session, server.page(path, markup)).trace] == [STATIC]
    assert [step.tier for step in get(session, a_pdf(server)).trace] == [STATIC]


def test_what_worked_counts_for_a_while_only(session: Session) -> None:
    url = "http://apps.test/"
    assert known_tier(session, url) == 0
    for left, tier in ((100.0, FULL), (-1.0, 0)):
        session.store.decisions.put(Decision("apps.test", "tier http://apps.test", "full", time() + left))
        assert known_tier(session, url) == tier


@needs_light
def test_what_worked_and_cannot_now_leaves_the_page_to_the_tier_below(
    server: Server, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIGHTTERM_CHROMIUM", "/nowhere/chromium")
    url = server.page("/", BUILT)
    session.store.decisions.put(Decision("127.0.0.1", f"tier {server.url('')}", "full", time() + 100))
    page = get(session, url)
    assert page.tier == LIGHT and "# Built" in text(page) and page.hint == ""
    assert [(step.tier, bool(step.failure)) for step in page.trace] == [(STATIC, False), (FULL, True), (LIGHT, False)]


@needs_light
def test_what_worked_is_not_gone_on_to_where_there_is_no_time_for_it(server: Server, session: Session) -> None:
    key = f"tier {server.url('')}"
    session.store.decisions.put(Decision("127.0.0.1", key, "full", time() + 100))
    page = get(session, server.page("/", BUILT), deadline=2.9)
    assert [step.tier for step in page.trace[:2]] == [STATIC, LIGHT]


@needs_light
def test_what_worked_is_not_forgotten_for_a_page_that_lacked_something(
    server: Server, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIGHTTERM_CHROMIUM", "/nowhere/chromium")
    session.store.decisions.put(Decision("127.0.0.1", f"tier {server.url('')}", "full", time() + 100))
    page = get(session, server.page("/", LAYOUT))
    assert page.hint
    assert known_tier(session, server.url("/")) == FULL


@needs_light
@needs_full
def test_what_worked_on_one_port_says_nothing_of_another(server: Server, session: Session) -> None:
    other = type(server)()
    try:
        get(session, other.page("/", LAYOUT))
        assert [step.tier for step in get(session, other.page("/b", LAYOUT)).trace] == [STATIC, FULL]
        assert [step.tier for step in get(session, server.page("/", LAYOUT)).trace] == [STATIC, LIGHT, FULL]
    finally:
        other.stop()


@needs_light
def test_a_private_session_remembers_no_tier(server: Server, home: Path) -> None:
    with Session(settings.load().with_session([("session.private", True)])) as session:
        for path in ("/a", "/b"):
            assert [step.tier for step in get(session, server.page(path, BUILT)).trace] == [STATIC, LIGHT]
    assert not list(home.rglob("lightterm.sqlite"))


@needs_light
def test_a_rule_for_a_site_says_its_tier(server: Server, home: Path) -> None:
    (home / "config" / "lightterm").mkdir(parents=True)
    (home / "config" / "lightterm" / "config.yaml").write_text("sites:\n  - hosts: [127.0.0.1]\n    tier: 2\n")
    with Session(settings.load()) as session:
        assert [step.tier for step in get(session, server.page("/", ARTICLE)).trace] == [LIGHT]


@pytest.mark.usefixtures("nowhere")
@pytest.mark.covers("LB-146", "UB-129")
def test_without_engines_the_static_page_stays_and_it_is_said_what_to_install(server: Server, session: Session) -> None:
    page = get(session, server.page("/", BUILT))
    assert page.tier == STATIC and isinstance(page.error, RequiresScript)
    assert [step.tier for step in page.trace] == [STATIC, LIGHT, FULL]
    assert all("/nowhere/" in step.failure for step in page.trace[1:])
    assert "tier 2 (light): There is no program /nowhere/lightpanda" in page.hint


MARKUP = f"<p>{WORDS * 2}<script>x()<\\/script></p>"
DATA = f"""<title>D</title><div id=root></div><script type="application/ld+json">
{{"headline": "Weather", "articleBody": "{WORDS * 3}\\n{WORDS}", "url": "http://h.test/x"}}</script>
<script id=__NEXT_DATA__ type="application/json">
{{"props": {{"a": [{{"html": "{MARKUP}"}}], "token": "{"A1b2" * 60}", "again": "{MARKUP}"}}}}</script>
<script src=/app.js></script>"""


@pytest.mark.usefixtures("nowhere")
def test_what_a_page_has_as_data_is_read_where_its_scripts_cannot_run(server: Server, session: Session) -> None:
    page = get(session, server.page("/", DATA))
    said = " ".join(text(page).split())
    assert said.count(WORDS.strip()) == 6
    assert "A1b2" not in said and "x()" not in said and "h.test" not in said
    assert page.error is None and page.hint.endswith("its text is what it has as data for its scripts")


@pytest.mark.usefixtures("nowhere")
def test_a_tier_that_was_asked_for_and_is_not_there_is_an_error_beside_the_static_page(
    server: Server, session: Session
) -> None:
    page = get(session, server.page("/", ARTICLE), tier=FULL)
    assert page.tier == STATIC and "# Weather" in text(page)
    assert isinstance(page.error, BrowserError)


@needs_light
def test_text_that_scripts_take_away_is_kept(server: Server, session: Session) -> None:
    text_there = f"<main><p>{WORDS * 5}</p><div class=skeleton></div><p>Loading…</p></main>"
    markup = f"{text_there}<script>document.body.innerHTML = 'x'</script>"
    page = get(session, server.page("/", markup), max_tier=LIGHT)
    assert page.tier == STATIC and "lighthouse" in text(page)
    assert page.trace[1].reason.startswith("the page of the tier below is better: ")


@needs_light
def test_a_page_that_is_sent_is_not_sent_again(server: Server, session: Session) -> None:
    page = get(session, server.page("/", BUILT), method="POST", data=b"a=1")
    assert page.tier == STATIC and page.hint
    assert [asked.method for asked in server.log] == ["POST"]


@needs_light
@pytest.mark.covers("LB-20", "LB-32")
@pytest.mark.parametrize("highest", [LIGHT, pytest.param(FULL, marks=needs_full)])
def test_a_page_whose_scripts_never_end_ends_with_its_deadline(server: Server, session: Session, highest: int) -> None:
    url = server.page("/", ENDLESS)
    clock = Stopwatch()
    page = get(session, url, deadline=4.0, max_tier=highest)
    assert clock.seconds() < 4.0 * 1.1
    assert "Loading…" in text(page) and page.hint


@pytest.mark.parametrize("tier", [pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
def test_where_an_engine_that_was_asked_for_brings_nothing_in_time_the_static_page_is_shown(
    server: Server, session: Session, tier: int
) -> None:
    nodes = "<p>Before</p><script>for (;;) document.body.append(document.createElement('p'))</script>"
    page = get(session, server.page("/", nodes), tier=tier, deadline=3.0)
    assert text(page).startswith("Before") and any(isinstance(error, TimedOut) for error in page.errors)


@pytest.mark.covers("LB-20")
def test_tier_1_stops_at_its_own_time(server: Server, home: Path, nowhere: None) -> None:
    def hang(_asked: Asked, talk: Talk) -> None:
        talk.stopping.wait(30)

    server.on("/", hang)
    chosen = settings.load().with_session([("tiers.static_timeout", 0.5)])
    with Session(chosen) as session:
        start = monotonic()
        with pytest.raises((TimedOut, BrowserError)):
            get(session, server.url("/"))
        assert monotonic() - start < 5


@pytest.mark.usefixtures("nowhere")
def test_a_challenge_is_told_as_what_it_is(server: Server, session: Session) -> None:
    page = get(session, server.page("/", "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"))
    assert isinstance(page.error, BotDetected) and "Cloudflare" in page.error.message


@pytest.mark.usefixtures("nowhere")
def test_nobody_is_told_to_sign_in_by_the_status_that_a_challenge_comes_with(server: Server, session: Session) -> None:
    markup = "<title>Just a moment...</title><p>Just a moment...<script>window._cf_chl_opt={}</script>"
    page = get(session, server.page("/", markup, status=403))
    assert [error.code for error in page.errors] == ["BLOCKED_BOT_DETECTION", "HTTP_FORBIDDEN"]
    assert "sign in" not in " ".join(error.suggestion for error in page.errors).lower()
    refused = get(session, server.page("/no", "<p>You may not see this page of ours.", status=403))
    assert "Sign in" in refused.errors[0].suggestion


@pytest.mark.usefixtures("nowhere")
@pytest.mark.covers("UBX-22")
@pytest.mark.parametrize("maker", CHALLENGES)
def test_whose_challenge_it_is_how_sure_and_what_its_cookie_is_called_are_told(
    server: Server, session: Session, maker: str
) -> None:
    told = []
    for status in (200, 403):
        page = get(session, server.page("/", CHALLENGES[maker], status=status))
        assert isinstance(page.error, BotDetected)
        told.append(page.error.as_dict()["context"]["challenge"])  # type: ignore[index]  # JSON is object to mypy
    assert {one["provider"] for one in told} == {maker}
    assert told[0]["clearanceCookie"] == CLEARANCE[maker]
    assert 0.5 < told[0]["confidence"] < told[1]["confidence"] < 1, "a status that refuses makes it surer"


@needs_light
def test_a_load_that_is_stopped_keeps_what_was_there(server: Server, session: Session) -> None:
    cancel = Cancel()
    shown: list[tuple[int, int]] = []

    def came(page: Page, tier: int) -> None:
        shown.append((page.tier, tier))
        cancel.cancel()

    url = server.page("/", f"<p>{WORDS}</p>{ENDLESS}")
    page = session.open(Request(url), 80, cancel, None, came)
    assert shown == [(STATIC, LIGHT)]
    assert page.tier == STATIC and "lighthouse" in text(page)
    assert page.trace[-1].failure == "it was stopped" or isinstance(page.error, Cancelled)


SEES = "<p id=a></p><script>a.textContent = `${innerWidth} by ${innerHeight}`</script>"


@pytest.mark.parametrize("tier", [pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
@pytest.mark.covers("LB-35", "LB-108", "LB-111", "UBX-12")
def test_what_the_settings_say_of_the_browser_reaches_both_engines(server: Server, home: Path, tier: int) -> None:
    size = [("browser.viewport_width", 700), ("browser.viewport_height", 500)]
    with Session(settings.load().with_session(size)) as session:
        assert text(get(session, server.page("/", SEES), tier=tier)).split() == ["700", "by", "500"]
    headed = settings.load().with_session([("browser.headed", True)])
    assert (engine_options(headed).headed, engine_options(settings.load()).headed) == (True, False)


@pytest.mark.parametrize("tier", [None, STATIC, LIGHT, FULL])
@pytest.mark.covers("LB-109", "LBX-7")
def test_without_javascript_no_script_runs_in_any_tier(server: Server, home: Path, tier: int | None) -> None:
    chosen = settings.load().with_session([("browser.javascript", False), ("tiers.max", "full")])
    with Session(chosen) as session:
        page = get(session, server.page("/", BUILT), tier=tier)
    assert [step.tier for step in page.trace] == [STATIC] and isinstance(page.error, RequiresScript)


@needs_light
@pytest.mark.covers("UB-141", "UB-143", "UB-144", "UB-145")
@pytest.mark.parametrize(
    ("preset", "more", "bounds"),
    [
        ("fast", (), (STATIC, 2.0)),
        ("balanced", (), (LIGHT, 8.0)),
        ("complete", (), (FULL, 60.0)),
        ("complete", (("tiers.max", "light"), ("tiers.deadline", 5.0)), (LIGHT, 5.0)),
        ("fast", (("tiers.max", "light"),), (STATIC, 2.0)),
    ],
)
def test_a_preset_bounds_tiers_and_time(
    server: Server, home: Path, preset: str, more: tuple[tuple[str, object], ...], bounds: tuple[int, float]
) -> None:
    chosen = settings.load().with_session([("tiers.preset", preset), *more])
    assert limits(chosen.tiers) == bounds
    with Session(chosen) as session:
        page = get(session, server.page("/", BUILT))
    assert page.tier == min(bounds[0], LIGHT)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_a_failing_engine_asked_for_is_not_asked_for_again(
    server: Server, session: Session, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setenv("LIGHTTERM_LIGHTPANDA", "/bin/true")
    page = get(session, server.page("/", ARTICLE), tier=LIGHT, method=method)
    assert page.tier == STATIC and "does not listen" in page.trace[0].failure
    assert len(server.asked("/")) == 1
    page = get(session, server.page("/", "<p>Another"), tier=LIGHT, method=method)
    assert "Another" in text(page), "and not kept for the next load"


def test_a_huge_page_is_read_as_far_as_time_allows(server: Server, session: Session) -> None:
    def late(_asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "99000000")])
        talk.send(b"<h1>Begun</h1>" + b"<p>word</p>".ljust(100) * 120_000)
        talk.hold()

    server.on("/", late)
    page = get(session, server.url("/"), deadline=1.5, tier=STATIC)
    assert text(page.replace(document=page.document.replace(blocks=page.document.blocks[:1]))) == "# Begun"
    assert page.errors and {type(error) for error in page.errors} <= {TimedOut, ReadTooLong}
    assert 2_000 <= len(page.document.blocks) < 120_000, "at least the first 250,000 bytes"
