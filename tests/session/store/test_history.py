"""The history and completion, over a real file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lightterm.session.store import Store
from lightterm.session.store.history import MAX_TEXT
from lightterm.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.session.store.model import HistoryMatch

DAY = 86_400.0
NOW = 2_000 * DAY

TOWER = "東京タワーは日本の電波塔である。世界一高い自立式鉄塔として建設された。"


def urls(found: tuple[object, ...]) -> list[str]:
    return [entry.url for entry in found]  # type: ignore[attr-defined]


def shown(match: HistoryMatch) -> list[str]:
    return [match.snippet[start:end] for start, end in match.found]


def test_a_visit_is_kept_with_its_title_and_counted(store: Store) -> None:
    assert store.history.visit("http://example.org/a", "First", 100)
    assert store.history.visit("http://example.org/b", "B", 200)
    assert store.history.visit("http://example.org/a", "Second\n title", 300)
    assert [(e.url, e.title, e.last, e.count) for e in store.history.recent()] == [
        ("http://example.org/a", "Second title", 300, 2),
        ("http://example.org/b", "B", 200, 1),
    ]
    assert urls(store.history.recent(limit=1)) == ["http://example.org/a"]
    assert urls(store.history.recent(since=250)) == ["http://example.org/a"]


def test_what_is_kept_is_there_in_the_next_run(make: Callable[..., Store]) -> None:
    make().history.visit("http://example.org/", "T", 100, "some words")
    assert urls(make().history.search("words")) == ["http://example.org/"]


def test_names_and_passwords_in_addresses_are_not_kept(store: Store, path: object) -> None:
    store.history.visit("http://ann:secret77@example.org/", "T", 100)
    assert urls(store.history.recent()) == ["http://example.org/"]
    assert store.history.visited(["http://example.org/"]) == {"http://example.org/"}


@pytest.mark.parametrize("url", ["data:text/plain,x", "about:start", "", "http://example.org/" + "x" * 9000])
def test_addresses_that_are_not_kept(store: Store, url: str) -> None:
    assert not store.history.visit(url, "T", 100)
    assert store.history.recent() == ()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("kernel", ["kernel"]),
        ("KERN sched", ["kernel", "scheduler"]),
        ("zuge", ["Züge"]),
        ('"new kernel"', ["new kernel"]),
        ('"kernel new"', None),
        ("nowhere", None),
        ("kernel nowhere", None),
    ],
)
def test_pages_are_found_by_their_words(store: Store, words: str, found: list[str] | None) -> None:
    store.history.visit("http://example.org/", "Title", 100, "A new kernel for Züge, with a scheduler.")
    store.history.visit("http://example.org/other", "Other", 100, "Nothing of that.")
    matches = store.history.search(words)
    assert [shown(match) for match in matches] == ([found] if found else [])


@pytest.mark.parametrize("word", ["東京", "タワー", "電波塔", "日本の", "鉄塔", "世界一高い"])
def test_pages_without_spaces_between_words_are_found(store: Store, word: str) -> None:
    store.history.visit("http://example.org/tower", "塔", 100, TOWER)
    store.history.visit("http://example.org/other", "x", 100, "日 東 ー 塔 高い")
    [match] = store.history.search(word)
    assert match.url == "http://example.org/tower" and shown(match) == [word]
    assert match.snippet.removesuffix(" …") in TOWER


@pytest.mark.parametrize(("text", "word"), [("한국어를배우다", "국어"), ("ภาษาไทยง่าย", "ไทย"), ("ភាសាខ្មែរ", "ខ្មែរ")])
def test_other_scripts_without_spaces(store: Store, text: str, word: str) -> None:
    store.history.visit("http://example.org/", "x", 100, text)
    assert urls(store.history.search(word)) == ["http://example.org/"]


def test_title_and_address_are_searched_and_count_more(store: Store) -> None:
    store.history.visit("http://example.org/1", "Other", 100, "zebra " + "word " * 50)
    store.history.visit("http://example.org/2", "Zebra", 50, "nothing " * 50)
    store.history.visit("http://example.org/zebra-3", "Other", 50, "nothing " * 50)
    assert urls(store.history.search("zebra")) == [f"http://example.org/{n}" for n in ("2", "zebra-3", "1")]
    assert len(store.history.search("zebra", limit=2)) == 2


def test_the_newest_text_of_an_address_wins(store: Store) -> None:
    store.history.visit("http://example.org/", "T", 100, "apples")
    store.history.visit("http://example.org/", "T", 200, "pears")
    store.history.visit("http://example.org/", "Old", 150, "plums")
    assert [entry.title for entry in store.history.recent()] == ["T"]
    store.history.visit("http://example.org/", "T", 300)
    assert [bool(store.history.search(word)) for word in ("apples", "pears", "plums")] == [False, True, False]
    assert [entry.title for entry in store.history.recent()] == ["T"]


def test_a_new_title_keeps_the_text(store: Store) -> None:
    store.history.visit("http://example.org/", "Old", 100, "apples")
    store.history.visit("http://example.org/", "New", 200)
    assert [match.title for match in store.history.search("apples new")] == ["New"]
    assert store.history.search("old") == ()


def test_a_text_is_kept_up_to_its_bound(store: Store) -> None:
    store.history.visit("http://example.org/", "T", 100, "start " + "x" * MAX_TEXT + " end")
    assert store.history.search("start") and not store.history.search("end")


@given(st.text(max_size=40))
@hypothesis_settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_words_may_be_searched_for_and_completed(words: str) -> None:
    with Store() as store:
        store.history.visit("http://example.org/", words, 100, f"before {words} after")
        store.history.search(words)
        store.complete(words)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=1, max_size=12))
@hypothesis_settings(max_examples=300)
def test_a_word_of_a_text_is_found(word: str) -> None:
    with Store() as store:
        store.history.visit("http://example.org/", "", 100, f"one {word} two")
        assert urls(store.history.search(word)) == ["http://example.org/"]


@pytest.mark.parametrize(
    "words", ["*", "-", 'a" OR "b', "NEAR(a b", "title:x", "a AND", "^a", "{a}:b", '"', "a+b", "(", ";--"]
)
def test_the_syntax_of_the_index_is_nothing_special(store: Store, words: str) -> None:
    store.history.visit("http://example.org/", "T", 100, "nothing like it")
    assert store.history.search(words) == ()


def test_no_words_give_the_latest(store: Store) -> None:
    for n in range(3):
        store.history.visit(f"http://example.org/{n}", "T", 100 + n, "text")
    assert urls(store.history.search("  ", 2)) == ["http://example.org/2", "http://example.org/1"]


def test_visited_of_many(store: Store) -> None:
    for n in range(0, 3000, 3):
        store.history.visit(f"http://example.org/{n}", "", 100)
    asked = [f"http://example.org/{n}" for n in range(5000)]
    assert store.history.visited(asked) == {f"http://example.org/{n}" for n in range(0, 3000, 3)}


def test_delete_forgets_the_page_and_its_text(store: Store) -> None:
    store.history.visit("http://example.org/", "T", 100, "apples")
    assert store.history.delete("http://example.org/") is True
    assert store.history.delete("http://example.org/") is False
    assert store.history.recent() == store.history.search("apples") == store.complete("example") == ()


def test_expire_by_age_keeps_what_was_seen_since(make: Callable[..., Store]) -> None:
    store = make(now=lambda: NOW)
    store.history.visit("http://example.org/old", "Old", NOW - 40 * DAY, "apples")
    store.history.visit("http://example.org/both", "Both", NOW - 40 * DAY)
    store.history.visit("http://example.org/both", "Both", NOW - 10 * DAY)
    assert store.history.expire(max_age_days=30) == 2
    assert [(e.url, e.count) for e in store.history.recent()] == [("http://example.org/both", 1)]
    assert store.history.search("apples") == ()


def test_expire_by_size_drops_the_texts_seen_longest_ago(store: Store) -> None:
    for n in range(10):
        store.history.visit(f"http://example.org/{n}", "T", 100 + n, f"word{n} " * 100)
    store.history.expire(max_text_bytes=4000)
    assert [n for n in range(10) if store.history.search(f"word{n}")] == [4, 5, 6, 7, 8, 9]
    assert len(store.history.recent()) == 10


def test_of_an_address_that_was_typed_the_password_is_not_kept(make: Callable[..., Store]) -> None:
    store = make("")
    for line in (
        "open ftp://ann:s3cr@et@example.org/a:b@c",
        "tab new HTTPS://ann:s3cr@example.org and http://:s3cr@h/ too",
        "open http://ann@example.org:8080/x@y?to=a:b@c mailto:ann@example.org",
    ):
        store.inputs.add("command", line)
    assert store.inputs.recent("command") == (
        "open http://ann@example.org:8080/x@y?to=a:b@c mailto:ann@example.org",
        "tab new HTTPS://ann@example.org and http://@h/ too",
        "open ftp://ann@example.org/a:b@c",
    )


def test_the_settings_say_what_is_kept(make: Callable[..., Store]) -> None:
    off = make("", settings=Settings().with_session([("history.enabled", False)]))
    assert not off.history.visit("http://example.org/", "T", 100)
    assert not off.inputs.add("command", "open x")
    assert off.history.recent() == off.inputs.recent("command") == ()
    bare = make("", settings=Settings().with_session([("history.keep_text", False)]))
    bare.history.visit("http://example.org/", "Title", 100, "apples")
    assert bare.history.search("title") and not bare.history.search("apples")
    chosen = [("history.max_age_days", 30)]
    aged = make("", settings=Settings().with_session(chosen), now=lambda: NOW)
    aged.history.visit("http://example.org/", "T", NOW - 31 * DAY)
    aged.expire()
    assert aged.history.recent() == ()


# --- completion


def visits(store: Store, *pages: tuple[str, str, int]) -> None:
    for url, title, count in pages:
        for n in range(count):
            store.history.visit(url, title, NOW - n * DAY)


def test_completion_finds_words_anywhere_in_address_and_title(make: Callable[..., Store]) -> None:
    store = make(now=lambda: NOW)
    visits(store, ("https://www.example.org/wiki/Zürich_See", "Der See", 1), ("https://other.net/", "Zebra", 1))
    for words in ("exam", "wiki", "zurich", "ürich see", "der exa", "SEE", "ich_s"):
        assert urls(store.complete(words)) == ["https://www.example.org/wiki/Zürich_See"], words
    assert urls(store.complete("exam zebra")) == []
    assert {c.kind for c in store.complete("e")} == {"history"}


def test_completion_reads_addresses_as_people_do(make: Callable[..., Store]) -> None:
    store = make(now=lambda: NOW)
    visits(store, ("https://xn--bcher-kva.example/%C3%BCber", "", 1))
    assert (
        urls(store.complete("bücher")) == urls(store.complete("/über")) == ["https://xn--bcher-kva.example/%C3%BCber"]
    )


def test_completion_ranks_by_place_and_by_visits(make: Callable[..., Store]) -> None:
    store = make(now=lambda: NOW)
    visits(
        store,
        ("https://news.example/", "News", 3),
        ("https://other.example/", "All the news", 3),
        ("https://third.example/oldnewsletters", "x", 3),
        ("https://a.example/1", "x", 2),
        ("https://a.example/2", "x", 9),
    )
    assert urls(store.complete("news")) == [
        "https://news.example/", "https://other.example/", "https://third.example/oldnewsletters",
    ]  # fmt: skip
    assert urls(store.complete("a.ex")) == ["https://a.example/2", "https://a.example/1"]
    assert urls(store.complete("", 1)) == ["https://a.example/2"]


def test_visits_long_past_count_less(make: Callable[..., Store]) -> None:
    store = make(now=lambda: NOW)
    for n in range(20):
        store.history.visit("https://example.org/past", "x", NOW - 400 * DAY - n)
    store.history.visit("https://example.org/now", "x", NOW - DAY)
    store.history.visit("https://example.org/typed", "x", NOW - DAY, typed=True)
    assert [url.rpartition("/")[2] for url in urls(store.complete("example"))] == ["typed", "now", "past"]


def test_the_order_of_visits_told_late_is_the_same(make: Callable[..., Store]) -> None:
    early, late = make("", now=lambda: NOW), make("", now=lambda: NOW)
    days = [(f"https://example.org/{n % 3}", NOW - n * (n % 3 + 1) * DAY) for n in range(30)]
    for url, at in days:
        early.history.visit(url, "x", at)
    for url, at in reversed(days):
        late.history.visit(url, "x", at)
    assert urls(early.complete("example")) == urls(late.complete("example"))


@pytest.mark.parametrize("words", ["[", "a*b", "?", "[a-z]"])
def test_patterns_are_plain_text_for_completion(make: Callable[..., Store], words: str) -> None:
    store = make(now=lambda: NOW)
    visits(store, ("https://example.org/xaxbx", "plain", 1), ("https://example.org/y", f"with {words} in it", 1))
    expected = ["https://example.org/y"]
    assert urls(store.complete(words)) == expected


def test_a_clock_that_was_ahead_holds_up_no_later_visit(make: Callable[..., Store]) -> None:
    """For three years the page kept the title and text of the day on which the clock was wrong, ahead of all others."""
    clock = [1e9 + 1e8]
    store = make(now=lambda: clock[0])
    store.history.visit("https://example.org/ahead", "Old", text="oldwords")
    clock[0] = 1e9
    store.history.visit("https://example.org/other", "Other", text="words")
    store.history.visit("https://example.org/ahead", "New", text="newwords")
    clock[0] += 60
    store.history.visit("https://example.org/other", "Other", text="words")
    assert [(e.title, e.last, e.count) for e in store.history.recent()] == [("Other", 1e9 + 60, 2), ("New", 1e9, 2)]
    assert store.history.search("newwords") and not store.history.search("oldwords")
    assert [c.title for c in store.complete("example")] == ["Other", "New"]
