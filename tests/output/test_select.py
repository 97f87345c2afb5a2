"""Selecting blocks by keyword, pattern and query; no engine, and no model where none is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from dumping import dump
from hypothesis import given, settings
from hypothesis import strategies as st

from lightterm.commands.selecting import selected as select
from lightterm.document.layout import text_lines
from lightterm.document.model import Document, Table
from lightterm.document.subset import plain, targets_of
from lightterm.errors import ValidationFailed
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.select import lexical, ranked, relevance
from lightterm.output.wanted import Selection
from tests.answers import own, reciprocal_rank
from tests.servers import Server

WRONG = (
    (("--selector", "p["), "no CSS selector"),
    (("--exclude", "p["), "no CSS selector"),
    (("--pattern", "("), "pattern"),
    (("--combine", "or"), "--combine"),
    (("--query", "x", "--top", "0"), "--top"),
    *(
        (("--format", form, option, "p"), f"{option} is not for --format {form}")
        for form in ("html-source", "headers", "har", "metadata")
        for option in ("--selector", "--exclude", "--keyword", "--pattern", "--query")
    ),
)
"""What can be of no use on any page is said before one is asked for."""

PAGE = """<h1>Museum</h1><p>Welcome to <a href=/us>us</a>.</p><h2>Visit</h2><h3>Hours</h3>
<p>We are open from nine to five on weekdays.<ul><li>Monday: closed<li>Sunday: <a href=/sun>late opening</a></ul>
<h3>Prices</h3><table><tr><th>Who<th>Price<tr><td>Adults<td>12<tr><td>Children<td>free</table>
<h2>Collection</h2><p>Paintings and drawings. <img src=/p.png alt=painting></p><pre>code OPEN</pre>"""


def page(markup: str = PAGE) -> Document:
    return html_document(f"<!doctype html><body>{markup}".encode(), "http://e.org/", View())


def lines(**asked: object) -> list[str]:
    return [plain(block).replace("\n", "|") for block in select(page(), Selection(**asked)).blocks]


@pytest.mark.covers("LB-59", "LB-75", "LB-101")
def test_keywords_keep_blocks_and_the_headings_above_them() -> None:
    assert lines(keywords=("MONDAY",)) == ["Museum", "Visit", "Hours", "Monday: closed"]
    assert lines(keywords=("adults",)) == ["Museum", "Visit", "Prices", "Who|Price|Adults|12|Children|free"]
    assert lines(keywords=("Prices",)) == ["Museum", "Visit", "Prices"]
    assert lines(keywords=("absent",)) == []


def test_keywords_and_queries_find_words_with_other_accents() -> None:
    document = page("<h1>Menu</h1><p>Un café crème.<p>Cafe\u0301s and tea.<p>Tea alone.")
    for word in ("cafe", "CAFÉ"):
        kept = select(document, Selection(keywords=(word,))).blocks
        assert [plain(block) for block in kept] == ["Menu", "Un café crème.", "Cafe\u0301s and tea."]
    assert plain(select(document, Selection(query="creme", top=1)).blocks[-1]) == "Un café crème."


def test_what_is_left_out_leaves_the_space_that_stood_there() -> None:
    """The second item of a list stood at once below the heading, where the first had the blank line."""
    kept = select(page(), Selection(keywords=("sunday",)))
    assert list(text_lines(kept.blocks, 80, False))[-3:] == ["### Hours", "", "• Sunday: late opening"]
    both = select(page(), Selection(keywords=("monday", "sunday")))
    assert list(text_lines(both.blocks, 80, False))[-2:] == ["• Monday: closed", "• Sunday: late opening"]


@pytest.mark.covers("LB-60")
def test_any_or_all_of_the_keywords() -> None:
    assert lines(keywords=("monday", "drawings"))[-1] == "Paintings and drawings. [painting]"
    assert lines(keywords=("open", "sunday"), match_all=True) == ["Museum", "Visit", "Hours", "Sunday: late opening"]
    assert lines(keywords=("monday", "drawings"), match_all=True) == []


@pytest.mark.covers("LBX-38")
def test_filters_narrow_each_other_or_add_up() -> None:
    asked = {"keywords": ("monday",), "pattern": r"draw\w+s\b"}
    assert lines(**asked) == []
    assert lines(**asked, either=True)[-1] == "Paintings and drawings. [painting]"
    assert "Monday: closed" in lines(**asked, either=True)
    with_query = lines(**asked, query="adults price", top=1, either=True)
    assert [line for line in with_query if "|" in line] == ["Who|Price|Adults|12|Children|free"]
    assert "Monday: closed" in with_query and lines(keywords=("monday",), query="adults price") == []


def test_of_long_tables_only_the_rows_come_that_were_asked_for() -> None:
    rows = "".join(f"<tr><td>item {n}<td>{n % 7} kg<td><a href=/{n}>order {n}</a>" for n in range(300))
    stock = page(f"<h1>Stock</h1><table><caption>All</caption><tr><th>Item<th>Weight<th>Order{rows}</table>")

    def told(**asked: object) -> list[str]:
        return plain(select(stock, Selection(**asked)).blocks[-1]).split("\n")

    head = ["All", "Item", "Weight", "Order"]
    assert told(keywords=("ITEM 277",)) == [*head, "item 277", "4 kg", "order 277"]
    assert told(keywords=("item 27", "6 kg"), match_all=True)[4::3] == ["item 27", "item 272", "item 279"]
    assert told(pattern=r"\b29\d\b", keywords=("0 kg",))[4::3] == ["item 294"]
    assert told(pattern=r"\b299\b", keywords=("item 298",))[4::3] == ["item 298", "item 299"]  # no row is both
    assert told(pattern=r"\b299\b", keywords=("item 298",), either=True)[4::3] == ["item 298", "item 299"]
    assert "item 123" in told(query="item 123", top=1) and len(told(query="item 123", top=1)) == 7
    assert len(told(keywords=("All",))) == 4 + 900  # the caption says it, not a row
    part = select(stock, Selection(keywords=("item 277",)))
    assert targets_of(part.blocks) == [278] and part.folded == ((1, 277), (279, 300))


def test_patterns() -> None:
    assert lines(pattern=r"\b\d\d\b")[-1].startswith("Who")
    assert lines(pattern=r"(?i)OPEN(ing)?\b", keywords=("late",))[-1] == "Sunday: late opening"
    with pytest.raises(ValidationFailed):
        lines(pattern="(")
    with pytest.raises(ValidationFailed, match="too long"):
        select(page(f"<p>{'a' * 5000}!"), Selection(pattern=r"(a|a|aa)+$"))


def test_only_the_targets_and_media_of_what_is_left() -> None:
    part = select(page(), Selection(keywords=("sunday",)))
    assert targets_of(part.blocks) == [2] and part.targets[2].url == "http://e.org/sun"
    assert part.folded == ((1, 1),)
    said = select(page(), Selection(keywords=("sunday",)))
    assert [b.text() for b in said.blocks if b.lead] == ["Sunday: late opening"]  # its bullet is shown


@pytest.mark.covers("LB-170")
def test_a_query_finds_blocks_by_other_forms_of_its_words() -> None:
    assert "We are open from nine to five on weekdays." in lines(query="weekday opening", top=3)
    assert "Who|Price|Adults|12|Children|free" in lines(query="price for adult", top=3)


def test_a_query_is_answered_with_text_and_headings_are_not_counted() -> None:
    markup = "<h1>Tea</h1><h2>Tea prices</h2><p>A cup of tea is two euros.<h2>Hours of tea</h2><p>From nine to five."
    markup += "<h2>Coffee</h2><p>None.<h2>Teapots</h2>"
    blocks = [plain(block) for block in select(page(markup), Selection(query="tea", top=2)).blocks]
    assert blocks == ["Tea", "Tea prices", "A cup of tea is two euros.", "Hours of tea", "From nine to five."]
    only = [plain(block) for block in select(page(markup), Selection(query="teapots", top=2)).blocks]
    assert "Teapots" in only or "A cup of tea is two euros." in only
    alone = select(page("<h1>Zebra</h1><h1>Lion</h1>"), Selection(query="zebra", top=1))
    assert [plain(block) for block in alone.blocks] == ["Zebra"]


@pytest.mark.covers("LB-171")
def test_no_more_than_was_asked_for() -> None:
    whole = page("".join(f"<p>tea number {n}" for n in range(30)))
    for top in (1, 3, 29):
        assert len(select(whole, Selection(query="tea", top=top)).blocks) == top


def test_relevance_grows_with_what_is_said() -> None:
    texts = ["tea", "tea and coffee and cake and much else besides", "coffee", "the teapot"]
    scores = relevance(texts, "tea")
    assert scores[0] > scores[1] > 0 and scores[0] > scores[3] > scores[2]
    assert relevance(["日本語の本", "英語の本"], "日本語")[0] > relevance(["日本語の本", "英語の本"], "日本語")[1]
    assert relevance([], "x") == [] and relevance(["", "—", "tea"], "—") == [0.0, 0.0, 0.0]
    assert relevance(["", "…", "tea"], "tea")[:2] == [0.0, 0.0]


@pytest.mark.covers("LB-170")
@pytest.mark.parametrize(("extra", "floor"), [("", 0.70), ("wordllama", 0.82)])
def test_questions_about_our_own_pages_are_answered(extra: str, floor: float) -> None:
    """The mean reciprocal rank of the answer: .721 by words and letters, .841 by what they mean, too."""
    if extra:
        pytest.importorskip(extra)
    score = relevance if extra else lexical
    asked = own()
    ranks = [
        reciprocal_rank(ranked(one.document, one.texts, range(len(one.texts)), one.query, score), one.answer)
        for one in asked
    ]
    assert len(asked) >= 50 and sum(ranks) / len(ranks) >= floor


def test_one_word_of_a_menu_is_no_answer() -> None:
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("Tides", "Harbour", "Ferries", "Weather"))
    text = "<p>Ferries to the islands leave from the new pier at the harbour every hour until eight in the evening."
    best = select(page(f"<ul>{menu}</ul>{text}"), Selection(query="when do the ferries leave", top=1)).blocks
    assert [plain(block)[:22] for block in best] == ["Ferries to the islands"]


def test_a_query_that_nothing_is_near_to_finds_nothing() -> None:
    pytest.importorskip("wordllama")
    texts = ["The museum closes at six in the evening.", "Admission is twelve pounds.", "Dogs have to stay outside."]
    for query in ("xyzzy flurb", "qwertz uiop", "blorptastic wug"):
        assert relevance(texts, query) == [0.0, 0.0, 0.0]
    assert max(relevance(texts, "cost of a ticket")) > 0


@pytest.mark.covers("LB-102", "LB-169")
def test_a_paraphrase_is_understood_without_any_network() -> None:
    pytest.importorskip("wordllama")
    code = (
        "import socket, sys\n"
        "def refuse(*_): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from lightterm.output.select import relevance\n"
        "texts = ['The museum closes at six in the evening.', 'Admission is twelve pounds.',\n"
        "  'Dogs have to stay outside.', 'The painter was born in Delft.', 'There is a café on the second floor.',\n"
        "  'Wheelchairs can be borrowed at the door.', 'Bus 12 stops in front of the house.']\n"
        "for query, place in (('cost of a ticket for an adult', 1), ('are pets allowed', 2),\n"
        "  ('where can I eat', 4), ('opening hours', 0), ('public transport', 6)):\n"
        "    scores = relevance(texts, query)\n"
        "    assert place in sorted(range(7), key=lambda n: -scores[n])[:3], (query, scores)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-600:]


def test_meanings_are_read_without_the_libraries_around_them() -> None:
    """Importing them cost 340 ms of CPU, and told logging to write to the terminal that the app draws on."""
    pytest.importorskip("wordllama")
    code = (
        "import logging, sys; from lightterm.output.embeddings import similarities\n"
        "found = similarities(['Admission is twelve pounds.', 'Dogs have to stay outside.', '—'], 'cost of a ticket')\n"
        "assert found[0] > found[1] > found[2] == 0.0, found\n"
        "assert not {'wordllama', 'numpy', 'pydantic', 'requests'} & set(sys.modules)\n"
        "assert not logging.getLogger().handlers"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_what_words_of_many_languages_mean_is_not_kept_without_end() -> None:
    """A page with all that the tokenizer knows left 260 MB in whatever ran on; large pages are looked at in part."""
    pytest.importorskip("wordllama")
    code = (
        "import tracemalloc; from lightterm.output import embeddings\n"
        "embeddings.similarities(['a'], 'a'); model = embeddings._models[0]\n"
        "known = [model.tokenizer.decode([token]) for token in range(0, model.rows, 2)]\n"
        "texts = [' '.join(known[n::40]) for n in range(40)]\n"
        "tracemalloc.start()\n"
        "assert embeddings.similarities(texts, 'a')\n"
        "assert tracemalloc.get_traced_memory()[1] < 60_000_000\n"
        "long = ['Ships that come with the tide. ' * 500] * 200 + ['Admission is twelve pounds.']\n"
        "found = embeddings.similarities(long, 'cost of a ticket')\n"  # 3 MB, of which the beginnings count
        "assert found.index(max(found)) == 200 and tracemalloc.get_traced_memory()[1] < 60_000_000\n"
        "assert embeddings.similarities(['tide'] * (embeddings.MOST + 1), 'tide') is None"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.covers("LB-173")
def test_keywords_load_no_model(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text(PAGE)
    code = (
        "import sys; from lightterm.cli import main\n"
        f"main(['--dump', '--keyword', 'monday', {str(file)!r}])\n"
        "assert not {'wordllama', 'numpy', 'lightterm.output.embeddings'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "Monday" in done.stdout, done.stderr


def test_a_pattern_finds_where_a_line_or_a_cell_begins_and_ends() -> None:
    """`^` found the first cell of a table alone, so that no row of a long one was found by how it begins."""
    rows = "".join(f"<tr><td>r{number}<td>{number * 7}" for number in range(100))
    long = page(f"<table><tr><th>Name<th>Size{rows}</table><p>tea<br>cake<pre>one\n two")
    for pattern, wanted in (("^r9[0-9]$", 11), ("^r$", 0), ("^69$", 0), ("93$", 3)):
        found = select(long, Selection(pattern=pattern)).blocks
        assert sum(len(block.rows) for block in found if isinstance(block, Table)) == wanted, pattern
    found = select(long, Selection(pattern="^cake$|^ two$")).blocks
    assert [plain(block) for block in found] == ["tea\ncake", "one\n two"]


@pytest.mark.covers("LBX-38")
def test_filters_add_up_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text("<p>tea and water<p>coffee and cake<p>cake and rum")
    both = ("--keyword", "rum", "--pattern", "^coffee", "--no-metadata", "--links", "none", str(file))
    assert dump("--combine", "or", *both).text.split("\n\n") == ["coffee and cake", "cake and rum\n"]
    assert dump("--combine", "and", *both).code == dump(*both).code == 44
    shown = dump("--combine", "xor", *both)
    assert shown.code == 2 and "--combine" in shown.errors


def test_selectors_that_find_nothing_say_nothing_of_scripts(server: Server) -> None:
    long = f"<p>{'Words that need no script. ' * 20}<script>go()</script>"
    shown = dump("--no-js", "--selector", "video", server.page("/", long))
    assert shown.code == 44 and "asked for" in shown.errors
    shell = "<div id=app></div><noscript><p>You need JavaScript.</noscript><script src=app.js></script>"
    assert dump("--no-js", "--selector", "video", server.page("/app", shell)).code == 41


@pytest.mark.covers("LB-99", "LB-100", "LB-103")
def test_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text(PAGE)
    plainly = ("--no-metadata", "--links", "none")
    table = dump("--selector", "table", *plainly, str(file)).text
    assert "Children" in table and "Museum" not in table and "closed" not in table
    shown = dump("--selector", "ul", "--keyword", "sunday", *plainly, str(file))
    assert shown.text == "• Sunday: [2]late opening\n" and shown.code == 0
    for nothing in (("--keyword", "absent"), ("--selector", "video")):
        shown = dump(*nothing, *plainly, str(file))
        assert shown.code == 44 and shown.text == "" and "asked for" in shown.errors
    for wrong, words in WRONG:
        shown = dump(*wrong, str(file))
        assert (shown.code, shown.text) == (2, "") and words in shown.errors and str(file) not in shown.errors, wrong
    assert dump("--max-tokens", "0", str(file)).code == 2
    assert dump("--cursor", "x", str(file)).code == 2
    assert dump("--max-tokens", "50", "--format", "ansi", str(file)).code == 2
    assert dump("--max-tokens", "50", "--priority", "gold", str(file)).code == 2
    text = file.with_suffix(".txt")
    text.write_text("plain")
    assert dump("--selector", "p", str(text)).code == 39


@pytest.mark.covers("LB-73")
@settings(max_examples=40, deadline=None)
@given(
    st.sets(st.sampled_from(["tea", "jam", "ale"]), max_size=2), st.sampled_from(["main", "ul", "main p", "section"])
)
def test_the_order_of_the_pipeline(words: set[str], selector: str) -> None:
    """Selectors first, then keywords within what they left, then the format, then the budget."""
    import tempfile

    markup = (
        "<nav><p>tea in the menu</nav><main><section><h2>Tea</h2><p>tea and jam<ul><li>ale<li>jam</ul></section>"
        f"<p>{'jam ' * 60}<p>water</main>"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(markup)
        file.flush()
        keywords = [part for word in sorted(words) for part in ("--keyword", word)]
        picked = json.loads(dump("--json", "--selector", selector, file.name).text)
        both = json.loads(dump("--json", "--selector", selector, *keywords, file.name).text)
        short = dump("--json", "--selector", selector, *keywords, "--max-tokens", "600", file.name)

    def texts(data: object) -> list[str]:
        if isinstance(data, dict):
            return ([data["text"]] if "text" in data else []) + texts(data.get("children", []))
        return [text for one in data for text in texts(one)] if isinstance(data, list) else []

    within, found = texts(picked["content"]["blocks"]), texts(both["content"]["blocks"])
    assert "tea in the menu" not in within and set(found) <= set(within)
    expected = [t for t in within if not words or any(word in t.casefold() for word in words)]
    assert [text for text in found if text != "Tea"] == [text for text in expected if text != "Tea"]
    assert len(short.text) / 4 <= 600 and not set(texts(json.loads(short.text)["content"]["blocks"])) - {
        *found,
        *(text[:n] for text in found for n in range(len(text))),
    }
