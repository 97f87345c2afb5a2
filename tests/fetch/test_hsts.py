"""Hosts that asked for TLS get it."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from clocks import Time

from lightterm.fetch.hsts import HstsStore

if TYPE_CHECKING:
    from pathlib import Path


def test_a_known_host_is_met_over_tls() -> None:
    store = HstsStore(now=Time())
    store.store("https://example.org/x", "max-age=1000")
    assert store.upgrade("http://example.org/a?b#c") == "https://example.org/a?b#c"
    assert store.upgrade("HTTP://EXAMPLE.org./a") == "https://example.org./a"
    assert store.upgrade("http://example.org:80/") == "https://example.org/"
    assert store.upgrade("http://example.org:8080/") == "https://example.org:8080/"
    assert store.upgrade("http://u:p@example.org/") == "https://u:p@example.org/"
    for other in ("http://sub.example.org/", "http://notexample.org/", "https://example.org/", "ftp://example.org/"):
        assert store.upgrade(other) == other
    assert store.upgrade("http://[broken/") == "http://[broken/"


def test_subdomains_follow_when_asked() -> None:
    store = HstsStore(now=Time())
    store.store("https://example.org/", "max-age=1000; includeSubDomains")
    assert store.upgrade("http://a.b.example.org/") == "https://a.b.example.org/"
    store.store("https://example.org/", "max-age=1000")
    assert store.upgrade("http://a.b.example.org/") == "http://a.b.example.org/"
    assert store.upgrade("http://example.org/") == "https://example.org/"


def test_it_ends_in_time_or_when_taken_back() -> None:
    clock = Time()
    store = HstsStore(now=clock)
    store.store("https://example.org/", "max-age=100")
    clock.at += 99
    assert store.upgrade("http://example.org/").startswith("https:")
    clock.at += 1
    assert store.upgrade("http://example.org/").startswith("http:")
    store.store("https://example.org/", "max-age=100")
    store.store("https://example.org/", "max-age=0; includeSubDomains")
    assert store.upgrade("http://example.org/").startswith("http:")


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ('MAX-AGE="100" ; preload', True),
        ("unknown=x; max-age = 100;;", True),
        ("max-age=" + "9" * 99, True),
        ("includeSubDomains", False),
        ("max-age=", False),
        ("max-age=-1", False),
        ("max-age=1; max-age=2", False),
        ("max-age=²", False),
        ("", False),
    ],
)
def test_the_grammar_of_the_header(header: str, taken: bool) -> None:
    store = HstsStore(now=Time())
    store.store("https://example.org/", header)
    assert store.upgrade("http://example.org/").startswith("https:") is taken


@pytest.mark.parametrize("url", ["http://example.org/", "https://127.0.0.1/", "https://[::1]/"])
def test_only_names_over_tls_may_ask(url: str) -> None:
    store = HstsStore(now=Time())
    store.store(url, "max-age=1000; includeSubDomains")
    asked = url.replace("https", "http")
    assert store.upgrade(asked) == asked


def test_the_file_is_shared_private_and_forgiving(tmp_path: Path) -> None:
    path = tmp_path / "state" / "hsts"
    clock = Time()
    one, two = HstsStore(str(path), clock), HstsStore(str(path), clock)
    one.store("https://one.example/", "max-age=1000")
    two.store("https://two.example/", "max-age=1000; includeSubDomains")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    third = HstsStore(str(path), clock)
    assert third.upgrade("http://one.example/") == "https://one.example/"
    assert third.upgrade("http://a.two.example/") == "https://a.two.example/"
    clock.at += 1000
    assert HstsStore(str(path), clock).upgrade("http://one.example/") == "http://one.example/"
    clock.at -= 1000
    path.write_bytes(b"\xff\x00 garbage\nthree.example 9999999999 0\nfour words in line\n")
    assert HstsStore(str(path), clock).upgrade("http://three.example/") == "https://three.example/"
    assert [p.name for p in path.parent.iterdir()] == ["hsts"]


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = HstsStore(str(tmp_path / "file" / "hsts"), Time())
    store.store("https://example.org/", "max-age=1000")
    assert store.upgrade("http://example.org/") == "https://example.org/"


def test_the_same_policy_again_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "hsts"
    clock = Time()
    store = HstsStore(str(path), clock)
    store.store("https://example.org/", "max-age=1000000")
    before = path.stat().st_ino
    clock.at += 10
    store.store("https://example.org/", "max-age=1000000")
    assert path.stat().st_ino == before
    store.store("https://example.org/", "max-age=2000000")
    assert path.read_text() == f"example.org {clock.at + 2_000_000:.0f} 0 {clock.at - 10:.0f}\n"


def test_a_host_is_forgotten_by_when_it_was_learnt(tmp_path: Path) -> None:
    """The file of an older version does not say when; it goes with all time."""
    path, clock = tmp_path / "hsts", Time()
    path.write_text("oldest.example 9999999999 0\n")
    store = HstsStore(str(path), clock)
    store.store("https://early.example/", "max-age=100000")
    clock.at += 1000
    store.store("https://early.example/", "max-age=900000")
    store.store("https://late.example/", "max-age=100000")
    assert store.forget(lambda _, learnt: learnt > clock.at - 100) == 1
    lines = HstsStore(str(path), clock)
    known = [n for n in ("oldest", "early", "late") if lines.upgrade(f"http://{n}.example/").startswith("https:")]
    assert known == ["oldest", "early"]
    assert store.forget(lambda _host, _learnt: True) == 2
