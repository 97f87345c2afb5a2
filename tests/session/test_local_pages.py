"""A page of this machine runs its own scripts, and those beside it that it names; no network, no other file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from session.test_tiers import WORDS, get, needs_full, needs_light, session, text

from lightterm.engines.base import FULL, LIGHT, STATIC
from lightterm.fetch.urls import file_url

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

    from lightterm.session.session import Session

__all__ = ["session"]

APP = """const root = document.getElementById('root');
root.innerHTML = '<h1>Built</h1><p>%s</p><p id=tried></p><a href="more.html">more</a>';
const link = root.appendChild(document.createElement('a'));
link.href = location.origin + '/made.html'; link.textContent = 'made';
for (const url of ['data.json', 'other.js', '../secret.txt', 'file:///etc/passwd', '%s'])
  fetch(url).then(r => r.text()).then(t => document.getElementById('tried').append(' READ ' + url + t), () =>
    document.getElementById('tried').append(' refused ' + url));"""


@pytest.fixture
def place(tmp_path: Path, server: Server) -> str:
    """The address of a page that is built by two files beside it, one a module, and tries to read others."""
    folder = tmp_path / "a page"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("SECRET")
    (folder / "data.json").write_text("SECRET")
    (folder / "other.js").write_text("SECRET")
    (folder / "app.js").write_text(APP % (WORDS * 4, server.page("/told", "SECRET")))
    (folder / "sub" / "m.mjs").write_text("document.body.append('the module ran')")
    page = folder / "spa.html"
    page.write_text(
        "<!doctype html><title>Spa</title><link rel=stylesheet href=no.css><div id=root></div>"
        "<script src='./app.js?1'></script><script type=module src=/sub/m.mjs></script>"
    )
    return file_url(str(page))


def check(shown: str) -> None:
    assert "# Built" in shown and "the module ran" in shown
    assert "SECRET" not in shown and shown.count("refused") == 5, shown


@needs_light
def test_it_climbs_by_itself_and_reaches_nothing_else(place: str, session: Session, server: Server) -> None:
    page = get(session, place)
    assert page.tier == LIGHT
    check(text(page))
    assert page.response.url == place
    folder = place.removesuffix("spa.html")
    assert [t.url for t in page.document.targets] == [folder + "more.html", folder + "made.html"]
    assert page.snapshot.live is not None and page.snapshot.live.url == place
    assert server.log == []


@needs_full
def test_so_it_does_in_chromium(place: str, session: Session, server: Server) -> None:
    page = get(session, place, tier=FULL)
    check(text(page))
    assert page.response.url == place
    assert server.log == []


def test_what_needs_scripts_from_elsewhere_stays_in_tier_1(tmp_path: Path, session: Session) -> None:
    for script in ("<script src=https://cdn.example/x.js></script>", "<script src=../x.js></script>"):
        (tmp_path / "x.js").write_text("1")
        (tmp_path / "in").mkdir(exist_ok=True)
        file = tmp_path / "in" / "saved.html"
        file.write_text(f"<title>S</title><div id=root></div>{script}<script>1</script>")
        page = get(session, file_url(str(file)))
        assert [step.tier for step in page.trace] == [STATIC]
