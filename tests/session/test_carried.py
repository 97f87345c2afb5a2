"""What a page has stored goes with the next load in any tier, both ways; with the real lightpanda and Chromium."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from session.test_tiers import get, needs_full, needs_light, session, text

from lightterm.engines.base import FULL, LIGHT, Action
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.session.carried import Carried

if TYPE_CHECKING:
    from servers import Server

    from lightterm.engines.base import LivePage
    from lightterm.loading import Page
    from lightterm.session.session import Session

__all__ = ["session"]

COUNTS = """<title>C</title><div id=root></div><script>
const add = (store, key) => { const n = +(store.getItem(key) || 0) + 1; store.setItem(key, n); return n };
const c = +(document.cookie.match(/seen=(\\d+)/) || [0, 0])[1] + 1;
document.cookie = 'seen=' + c;
root.innerHTML = `<p>local ${add(localStorage, 'l')}, session ${add(sessionStorage, 's')}, cookie ${c},
word ${localStorage.getItem('word')}</p><p style="height:4000px">tall</p><p id=end></p>`;
addEventListener('scroll', () => { end.textContent = scrollY > 500 ? 'deep down' : 'at the top' });
</script>"""
TIERS = [
    pytest.param(first, second, marks=(needs_light, needs_full)) for first, second in ((LIGHT, FULL), (FULL, LIGHT))
]


def living(page: Page) -> LivePage:
    assert page.snapshot.live is not None, page.errors
    return page.snapshot.live


@pytest.mark.parametrize(("first", "second"), TIERS)
@pytest.mark.covers("LB-25")
def test_cookies_storage_and_the_place_scrolled_to_go_both_ways(
    server: Server, session: Session, first: int, second: int
) -> None:
    url = server.page("/", COUNTS)
    one = get(session, url, tier=first)
    assert "local 1, session 1, cookie 1, word null" in text(one)
    living(one).evaluate("localStorage.setItem('word', 'kelp')", 5)
    assert not living(one).act(Action("scroll", 0, "bottom"), 5).error
    living(one).snapshot()

    two = get(session, url, tier=second)
    assert "local 2, session 2, cookie 2, word kelp" in text(two)
    assert "deep down" in text(two)
    living(two).evaluate("localStorage.removeItem('word'); document.cookie = 'seen=; max-age=0'", 5)
    assert not living(two).act(Action("scroll", 0, "top"), 5).error
    living(two).snapshot()
    assert not list(session.cookies)

    three = get(session, url, tier=first)
    assert "local 3, session 3, cookie 1, word null" in text(three)
    assert "deep down" not in text(three)


@needs_light
def test_what_one_tab_keeps_goes_only_where_one_goes_on_from_it(server: Server, session: Session) -> None:
    url = server.page("/", COUNTS)
    get(session, url)
    other = server.page("/other", COUNTS)
    assert "local 2, session 1" in text(get(session, other))
    assert "local 3, session 2" in text(get(session, server.page("/linked", COUNTS), initiator=url, asker="link"))


@needs_light
def test_what_is_stored_while_a_page_is_acted_on_is_there_on_the_next(server: Server, session: Session) -> None:
    button = "<div id=root></div><script>root.innerHTML = '<button>Sign in</button>'; root.onclick = () => {"
    button += "localStorage.setItem('who', 'Ada'); document.cookie = 'token=7; path=/' }</script>"
    page = get(session, server.page("/", button))
    live = living(page)
    assert not live.act(Action("click", page.document.targets[1].handle), 5).error
    live.snapshot()
    next_page = "<div id=root></div><script>root.innerHTML = `<p>for ${localStorage.getItem('who')}</p>`</script>"
    assert "for Ada" in text(get(session, server.page("/next", next_page)))
    assert server.asked("/next")[0].header("cookie") == "token=7"


@needs_light
@needs_full
def test_what_is_forgotten_is_gone_in_every_tier(server: Server, session: Session) -> None:
    url = server.page("/", COUNTS)
    for tier, count in ((FULL, 1), (LIGHT, 2)):
        assert f"local {count}," in text(get(session, url, tier=tier))
    session.forget("127.0.0.1")
    for tier, count in ((FULL, 1), (LIGHT, 2)):
        assert f"local {count}," in text(get(session, url, tier=tier))


def test_databases_that_were_given_and_not_shown_yet_are_forgotten() -> None:
    """A host that was forgotten behind a state that had been loaded found all it had in IndexedDB."""
    carried = Carried(CookieJar())
    bases = [{"origin": f"https://{host}.example", "localStorage": [], "indexedDB": []} for host in ("bank", "other")]
    carried.give((), (), json.dumps(bases), False)
    carried.forget(lambda place: "bank" in place)
    state = carried.state_for(FULL, Request("https://other.example/"))
    assert json.loads(state.databases) == bases[1:]


@needs_light
def test_pages_of_programs_are_not_shown_what_a_persons_store(server: Server, session: Session) -> None:
    url = server.page("/", COUNTS)
    get(session, url)
    session.configure(session.settings.with_session([("network.allow_private", True)]))
    get(session, url)
    assert "local 1, session 1" in text(get(session, url, asker="program"))
