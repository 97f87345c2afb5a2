"""Everything out as JSON lines, and in again."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lightterm.session.store import Store
from tests.session.store.test_forget import filled

if TYPE_CHECKING:
    from collections.abc import Callable


def exported(store: Store) -> list[str]:
    out = io.StringIO()
    count = store.export(out)
    lines = out.getvalue().splitlines(keepends=True)
    assert count == len(lines) - 1
    return lines


def test_everything_goes_out_and_comes_in(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 2000.0)
    filled(store)
    store.history.visit("https://good.example/cjk", "東京", 1500.0, "東京タワーは\nタワー", typed=True)
    store.history.visit("https://good.example/cjk", "東京", 1600.0)
    lines = exported(store)
    assert json.loads(lines[0]) == {"type": "lightterm-store", "version": 1}
    other = make("", now=lambda: 9999.0)
    done = other.import_(lines)
    assert done.problems == () and done.count == len(lines) - 1
    assert sorted(exported(other)) == sorted(lines)
    assert [m.url for m in other.history.search("タワー")] == ["https://good.example/cjk"]
    assert other.history.search("東京")[0].count == 2
    again = other.import_(lines)
    assert again.problems == () and sorted(exported(other)) == sorted(lines)


def test_what_is_taken_in_goes_beside_what_is_there(make: Callable[..., Store]) -> None:
    store = make("")
    store.history.visit("https://there.example/", "There", 100.0)
    store.import_(['{"type": "visit", "url": "https://new.example/", "title": "New", "at": 50}\n', "\n"])
    assert [entry.title for entry in store.history.recent()] == ["There", "New"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "not an object"),
        ('{"type": "password"}', "unknown type 'password'"),
        ('{"type": "lightterm-store", "version": 9}', "version 9"),
        ('{"type": "visit", "title": "x", "at": 1}', "url"),
        ('{"type": "visit", "url": "data:,x", "title": "x", "at": 1}', "no address"),
        ('{"type": "visit", "url": "https://x/", "title": 5, "at": 1}', "'title'"),
        ('{"type": "visit", "url": "https://x/", "title": "x", "at": "1"}', "'at'"),
        ('{"type": "visit", "url": "https://x/", "title": "x", "at": true}', "'at'"),
        ('{"type": "visit", "url": "https://x/", "title": "x", "at": NaN}', "'at'"),
        ('{"type": "visit", "url": "https://x/", "title": "x", "at": 1, "more": 1}', "unknown field 'more'"),
        ('{"type": "download", "url": "https://x/", "path": "/x", "size": 99999999999999999999}', "'size'"),
        ('{"type": "session", "name": "x", "tabs": [{"key": "k", "visits": [{"url": 1}]}]}', "'url'"),
        ('{"type": "session", "name": "x", "tabs": 5}', "'tabs'"),
        ("[" * 100_000, ""),
    ],
)
def test_bad_lines_are_named_and_passed_over(make: Callable[..., Store], line: str, words: str) -> None:
    store = make("")
    good = '{"type": "quickmark", "name": "q", "url": "https://x/"}'
    done = store.import_([line, good])
    assert done.count == 1 and len(done.problems) == 1
    assert done.problems[0].startswith("line 1: ") and words in done.problems[0]
    assert len(store.quickmarks.all()) == 1


def test_a_password_is_not_taken_in(make: Callable[..., Store]) -> None:
    store = make("")
    draft = {"tab": "k", "url": "https://x/", "form": 0, "field": "f", "value": "hunter2", "kind": "password"}
    tab = {"key": "k", "visits": [{"url": "https://x/"}], "drafts": [draft]}
    store.import_([json.dumps({"type": "session", "name": "s", "tabs": [tab]})])
    store.import_([json.dumps({"type": "input", "kind": "password", "text": "hunter2", "at": 1.0})])
    assert store.sessions.load("s").tabs[0].drafts == ()
    assert not [line for line in exported(store) if "hunter2" in line]


SCALARS = st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5) | st.just("visit")
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
)


@given(st.dictionaries(st.sampled_from(["type", "url", "title", "at", "tabs", "name", "text"]), VALUES))
@hypothesis_settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_any_line_may_come_in(fields: dict[str, object]) -> None:
    with Store() as store:
        done = store.import_([json.dumps(fields)])
        assert done.count + len(done.problems) == 1
