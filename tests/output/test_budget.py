"""Budgets: never exceeded, nothing cut in two, all of a page in the answers together; what matters first."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lightterm.document.cells import clusters
from lightterm.document.model import Document, Paragraph
from lightterm.document.subset import plain, targets_of
from lightterm.errors import ValidationFailed
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.budget import fit, ranked
from lightterm.output.cutting import Cuts
from lightterm.output.markdown import markdown
from lightterm.output.text import page_text
from lightterm.output.tokens import tokens
from lightterm.output.wanted import PRIORITY, Budget, Truncation

CORPUS = sorted((Path(__file__).parent.parent / "corpus").glob("*.html"))[::3]


def document(markup: str) -> Document:
    return html_document(f"<!doctype html><body>{markup}".encode(), "http://example.org/p", View(structure=True))


def as_markdown(part: Document, said: Truncation | None, bare: bool, enough: int) -> str:
    text = markdown(part, "none" if bare else "refs", str)
    return text if said is None else f"{text}{said.note()}\n"


def as_text(part: Document, said: Truncation | None, bare: bool, enough: int) -> str:
    text = "\n".join(page_text(part, 60, True, "none" if bare else "refs", str)) + "\n"
    return text if said is None else f"{text}{said.note()}\n"


def answers(page: Document, size: int, characters: bool = False, priority: tuple[str, ...] = PRIORITY) -> list[str]:
    """All answers, one after the other, as a program would ask for them."""
    found: list[str] = []
    cursor = ""
    while True:
        seen: list[Truncation | None] = []

        def write(
            part: Document,
            said: Truncation | None,
            bare: bool,
            enough: int,
            seen: list[Truncation | None] = seen,
        ) -> str:
            seen.append(said)
            return as_markdown(part, said, bare, enough)

        text = fit(page, Budget(size, characters, priority, cursor), write)
        found.append(text)
        assert (len(text) if characters else tokens(text)) <= size
        if text.endswith("[end]\n") or "--cursor" not in text.splitlines()[-1]:
            return found
        cursor = text.splitlines()[-1].rpartition(" ")[2].rstrip("]")
        assert len(found) < 3000


words = st.text(
    st.sampled_from("abcé ñ日本語🇩🇪👩‍👩‍👧e\u0301\n<*_[]`&한글नि."), min_size=0, max_size=60
).map(lambda text: text.replace("<", "&lt;").replace("&l", "&amp;l"))  # fmt: skip
links = words.map(lambda text: f'<a href="/x?{len(text)}">L {text}</a>')
inline = st.lists(st.one_of(words, links, words.map(lambda t: f"<b>{t}</b>")), min_size=1, max_size=5).map(" ".join)
blocks = st.one_of(
    inline.map(lambda t: f"<p>{t}</p>"),
    st.tuples(st.integers(1, 6), inline).map(lambda pair: f"<h{pair[0]}>{pair[1]}</h{pair[0]}>"),
    st.lists(inline, min_size=1, max_size=4).map(lambda ts: f"<ul>{''.join(f'<li>{t}</li>' for t in ts)}</ul>"),
    inline.map(lambda t: f"<pre>{t}\n{t}</pre>"),
    st.lists(inline, min_size=2, max_size=6).map(
        lambda ts: f"<table><tr><th>a<th>b</tr>{''.join(f'<tr><td>{t}<td>x</tr>' for t in ts)}</table>"
    ),
    inline.map(lambda t: f"<nav><p>{t}</p></nav>"),
)
pages = st.lists(blocks, min_size=1, max_size=12).map("".join)


@pytest.mark.covers("LB-61", "LB-72", "UBX-11")
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(pages, st.integers(20, 1500), st.booleans())
def test_no_budget_is_exceeded_and_all_answers_make_the_page(markup: str, size: int, characters: bool) -> None:
    page = document(markup)
    shown: dict[str, Document] = {}

    def write(part: Document, said: Truncation | None, bare: bool, enough: int) -> str:
        text = as_markdown(part, said, bare, enough)
        shown[text] = part
        return text

    cursor, said_all, given_targets = "", [], []
    for _ in range(2000):
        try:
            text = fit(page, Budget(size, characters, PRIORITY, cursor), write)
        except ValidationFailed:
            return  # a budget in which not even one word stands
        assert (len(text) if characters else tokens(text)) <= size
        said_all += [plain(block) for block in shown[text].blocks]
        given_targets += targets_of(shown[text].blocks)
        last = text.splitlines()[-1] if text.strip() else ""
        if "--cursor" not in last:
            break
        cursor = last.rpartition(" ")[2].rstrip("]")
    every = [plain(block) for block in page.blocks]
    assert sorted("".join(said_all).replace("\n", "").replace(" ", "").replace("ab", "")) == sorted(
        "".join(every).replace("\n", "").replace(" ", "").replace("ab", "")
    )
    assert sorted(given_targets) == sorted(targets_of(page.blocks))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(blocks)
def test_no_piece_ends_inside_a_letter_or_a_link(markup: str) -> None:
    for block in document(markup).blocks:
        cuts = Cuts(block)
        if not isinstance(block, Paragraph):
            continue
        whole = list(clusters(block.text()))
        pieces = [cuts.part(n, n + 1) for n in range(cuts.count)]
        joined = [c for piece in pieces for c in clusters(plain(piece))]
        assert [c for c in joined if not c.isspace()] == [c for c in whole if not c.isspace()]
        for piece in pieces:
            assert isinstance(piece, Paragraph)
            text, marks = piece.decode()
            for mark in marks:
                if mark.kind == "link" and text[mark.start : mark.end].strip():
                    assert text[mark.start] == "L"  # each link begins so: none is a second half


@pytest.mark.covers("LB-61")
@pytest.mark.parametrize("path", CORPUS[:20], ids=lambda path: path.name)
def test_a_quarter_of_the_characters_is_within_every_budget(path: Path) -> None:
    page = html_document(path.read_bytes(), "http://example.org/p", View())
    for size in (50, 130, 400, 1200, 5000):
        text = fit(page, Budget(size), as_text)
        assert len(text) / 4 <= size and tokens(text) <= size


@pytest.mark.covers("LB-62")
def test_headings_survive_before_paragraphs_and_any_order_is_kept() -> None:
    markup = "".join(f"<h2>Part {n}</h2><p>{'Text of it. ' * 20}</p><ul><li>item {n}</ul>" for n in range(8))
    page = document(markup)
    text = fit(page, Budget(200), as_markdown)
    assert [f"## Part {n}" in text for n in range(8)] == [True] * 8, "by default all headings that a third holds"
    assert text.count("Text of it.") > 10 and "Text of it." in text.partition("## Part 1")[0]
    parts = answers(page, 200)
    assert "".join(parts).count("## Part") == 8 and "".join(parts).count("Text of it.") == 160, "each once in the end"
    text = fit(page, Budget(130, priority=("heading", "main")), as_markdown)
    assert [f"## Part {n}" in text for n in range(8)] == [True] * 8 and text.count("Text of it.") < 20
    text = fit(page, Budget(130, priority=("list", "heading")), as_markdown)
    assert [f"- item {n}" in text for n in range(8)] == [True] * 8
    first = fit(page, Budget(130, priority=("paragraph",)), as_markdown)
    assert "Part" not in first and "Text of it." in first


def test_headings_take_a_third_of_a_budget_the_highest_first_and_none_is_cut() -> None:
    parts = "".join(f"<h2>Part {n} of a long story</h2><p>{f'Text {n} of it. ' * 12}</p>" for n in range(8))
    page = document(f"<nav><h2>Menu</h2></nav>{parts}")
    for size in range(60, 240, 7):
        text = fit(page, Budget(size), as_markdown)
        headings = [line for line in text.splitlines() if line.startswith("#")]
        assert headings == [f"## Part {n} of a long story" for n in range(len(headings))]
        assert tokens("\n\n".join(headings)) <= size / 3 and "Text 0 of it." in text and "Menu" not in text
    deep = document("".join(f"<h2>Part {n}</h2><h3>Section {n}</h3><p>{'Text of it. ' * 30}</p>" for n in range(9)))
    text = fit(deep, Budget(220), as_markdown)
    assert text.count("## Part") == 9 and 0 < text.count("### Section") < 9


def test_front_matter_is_short_in_a_small_budget_and_said_once(tmp_path: Path) -> None:
    from dumping import dump

    file = tmp_path / "p.html"
    about = f"<title>Rivers</title><meta name=description content='{'About rivers. ' * 30}'>"
    file.write_text(f"<html lang=en>{about}<h1>Rivers of the north</h1>" + "<p>They flow and flow. " * 60)
    first = dump("-f", "markdown", "--max-tokens", "200", str(file)).text
    assert "About rivers." not in first and "lang" not in first and "# Rivers of the north\n" in first
    cursor = first.splitlines()[-1].rpartition(" ")[2].rstrip("]")
    more = dump("-f", "markdown", "--max-tokens", "200", "--cursor", cursor, str(file)).text
    assert "---" not in more and more.startswith("They flow")
    assert "About rivers." in dump("-f", "markdown", "--max-tokens", "9000", str(file)).text


def test_navigation_comes_last() -> None:
    page = document("<header><p>Banner</header><nav><p>Menu</nav><main><p>Text</main><aside><p>Aside</aside>")
    assert [plain(page.blocks[n]) for n in ranked(page, PRIORITY)] == ["Text", "Aside", "Banner", "Menu"]


def test_what_was_left_out_is_said_and_how_to_go_on() -> None:
    page = document("".join(f"<p>{'Some words in a row. ' * 8}</p>" for _ in range(10)))
    found = answers(page, 130)
    assert re.fullmatch(r"\[\d+ of 10 blocks left out: --cursor [0-9a-f]{5}\.\d+\]", found[0].splitlines()[-1])
    assert "".join(found).count("Some words in a row.") == 80 and found[-1].endswith("[end]\n")


def test_one_long_block_is_given_in_parts() -> None:
    page = document(f"<p>{'Some words in a row. ' * 400}<a href=/x>the end of it</a></p>")
    found = answers(page, 200)
    assert len(found) > 8 and sum(text.count("row.") for text in found) == 400
    assert sum("[the end of it][1]" in text for text in found) == 1


@pytest.mark.parametrize("line", ["word " * 2000, "x" * 8000, "漢字" * 2000])
def test_a_preformatted_line_longer_than_the_budget_is_given_in_parts(line: str) -> None:
    found = answers(document(f"<h1>Code</h1><pre>short\n{line}\nlast</pre>"), 300)
    assert len(found) > 5
    said = "".join(text.rpartition("\n[")[0] if "--cursor" in text else text for text in found)
    assert said.count(line[:2]) == line.count(line[:2])


def test_a_long_table_keeps_its_headers_in_each_part() -> None:
    rows = "".join(f"<tr><td>row {n}<td>{n * n}" for n in range(300))
    found = answers(document(f"<table><tr><th>Name<th>Square{rows}</table>"), 300)
    assert all("| Name | Square |" in text for text in found)
    assert [int(n) for text in found for n in re.findall(r"row (\d+)", text)] == list(range(300))


def test_the_last_block_of_a_page_is_cut_with_its_addresses() -> None:
    """Where all blocks were in an answer those of the rows that were not counted, too, and none fitted."""
    rows = "".join(f"<tr><td>row {n}<td><a href=/order/{n}>order</a>" for n in range(100))
    page = document(f"<h1>Stock</h1><table><tr><th>Item<th>Order{rows}</table>")
    first = fit(page, Budget(300), as_text)
    assert "row 3" in first and "order/3\n" in first and "order/90" not in first and tokens(first) > 200


def test_a_page_within_its_budget_is_whole() -> None:
    assert fit(document("<p>All."), Budget(100), as_markdown) == "All.\n"
    assert fit(document(""), Budget(1), as_markdown) == ""


@pytest.mark.parametrize("cursor", ["x", "00000.1", "12345", ".", "00000.1.999999999999999999999", "00000.-1"])
def test_a_cursor_of_another_page_is_refused(cursor: str) -> None:
    with pytest.raises(ValidationFailed):
        fit(document("<p>a<p>b<p>c"), Budget(50, cursor=cursor), as_markdown)


def test_a_budget_that_holds_nothing_is_refused() -> None:
    with pytest.raises(ValidationFailed, match="3 tokens hold nothing"):
        fit(document("<p>Some words and more of them"), Budget(3), as_markdown)
    with pytest.raises(ValidationFailed, match=r"^1 token holds nothing"):
        fit(document("<p>Some words and more of them"), Budget(1), as_markdown)


def test_tokens_are_estimated_from_above() -> None:
    # What cl100k makes of these, which is among the more thrifty vocabularies in use.
    known = {"The quick brown fox": 4, "antidisestablishmentarianism": 6, "1234567890": 4, "日本語のテキスト": 8}
    known |= {"{'a': [1, 2]}\n": 9, "https://example.org/a/b?c=d": 9, "    indented": 3, "👩‍👩‍👧": 8}
    for text, count in known.items():
        assert tokens(text) >= count
    assert tokens("a" * 4000) >= 1000 and tokens("") == 0


PAGES = sorted((Path(__file__).parent.parent / "corpus").glob("*.html"))[:50]


@pytest.mark.filterwarnings("ignore:open_binary is deprecated")
@pytest.mark.covers("LB-160", "LB-161")
def test_the_estimate_is_no_less_than_what_a_model_makes_of_fifty_pages_and_near_it() -> None:
    from bpe_openai import get_encoding  # warns of itself where it is imported

    assert [tokens("a" * size) for size in (0, 1, 4, 5, 400)] == [0, 1, 1, 2, 134], "a quarter, of long words a third"
    assert [tokens(word) for word in ("FELICITA", "Felicita", "feLicita")] == [4, 2, 4], "capitals cost twice as much"
    encoding, ratios = get_encoding("o200k_base"), []
    for path in PAGES:
        page = html_document(path.read_bytes(), "http://example.org/p", View())
        text = as_text(page, None, False, 0)
        real = len(encoding.encode(text))
        assert tokens(text) >= max(real, len(text) / 4), path.name
        ratios.append(tokens(text) / real)
        if real > 600:
            assert real // 4 < len(encoding.encode(fit(page, Budget(real // 2), as_text))) <= real // 2
    assert len(ratios) == 50 and sorted(ratios)[25] < 1.6


def test_json_stays_json_within_its_budget(tmp_path: Path) -> None:
    from dumping import dump

    file = tmp_path / "p.html"
    file.write_text(
        "<title>T</title>" + "".join(f"<h2>H{n}</h2><p>{'word ' * 50}<a href=/{n}>l</a>" for n in range(30))
    )
    seen = []
    cursor: list[str] = []
    for _ in range(40):
        shown = dump("--json", "--max-tokens", "1500", *cursor, str(file))
        assert tokens(shown.text) <= 1500
        data = json.loads(shown.text)
        said = data["truncation"]
        assert said["returned"] <= 1500 < said["original"] and said["blocks"] == 60
        seen += [target["number"] for target in data["targets"]]
        if not data["truncated"]:
            break
        cursor = ["--cursor", said["cursor"]]
    assert sorted(seen) == list(range(1, 31))


def test_a_field_of_many_options_does_not_bar_the_way(tmp_path: Path) -> None:
    """A list of countries is more than most budgets: nothing behind it could be had as JSON."""
    import jsonschema
    from dumping import dump

    from lightterm.resources import read_text

    options = "".join(f"<option value=c{n}{' selected' * (n == 7)}>Country number {n}" for n in range(300))
    file = tmp_path / "p.html"
    file.write_text(f"<p>Before<form><select name=c>{options}</select></form><p>{'after it ' * 100}<p>end")
    found, cursor = [], []
    while True:
        data = json.loads(dump("--json", "--max-tokens", "400", *cursor, str(file)).text)
        jsonschema.validate(data, json.loads(read_text("config", "page.schema.json")))
        found += data["targets"]
        if not data["truncated"]:
            break
        cursor = ["--cursor", data["truncation"]["cursor"]]
    (field,) = found
    assert [option["value"] for option in field["options"]] == ["c7"] and field["moreOptions"] == 299


def test_lines_across_the_page_take_nothing_of_a_budget() -> None:
    page = document("<hr><p>One<hr><p>Two</p><hr>" + f"<p>{'more words ' * 50}")
    text = fit(page, Budget(40), as_text)
    assert "One" in text and "Two" in text and "\u2500" not in text
    assert "\u2500" in fit(page, Budget(1000), as_text)


def test_how_much_an_answer_without_text_takes_is_said() -> None:
    with pytest.raises(ValidationFailed, match="the next part takes 134"):
        fit(document(""), Budget(50), lambda part, said, bare, enough: "x" * 400)
