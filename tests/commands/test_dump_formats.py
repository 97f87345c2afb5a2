"""`--format`: the same page as Markdown, links, outline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dumping import dump

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = (
    '<!doctype html><html lang=en><title>A "page"</title><meta name=description content="What it says">'
    "<h1>Top</h1><p>See <a href='/one?a=1'>the <b>first</b></a>.<h3>Part</h3><ul><li>x<li>y</ul>"
    "<form><input name=q></form><a href='b c'>last</a>"
)


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    return str(file)


@pytest.mark.covers("LB-104")
def test_the_same_page_in_four_formats(page: str) -> None:
    base = ("--base", "http://e.org/", page)
    text, markdown, json_, tree = (dump("--format", name, *base).text for name in ("text", "markdown", "json", "a11y"))
    assert "• x\n" in text and "- x\n" in markdown and text.endswith("[3] http://e.org/b%20c\n")
    told = json.loads(json_)
    assert told["title"] == 'A "page"' and told["targets"][0]["url"] == "http://e.org/one?a=1"
    assert json.loads(dump("--json", *base).text)["targets"] == told["targets"]
    assert 'heading "Top"' in tree and 'link "the first"' in tree


@pytest.mark.covers("LB-117")
def test_markdown(page: str) -> None:
    shown = dump("--format", "markdown", "--base", "http://e.org/", page)
    assert shown.text == (
        '---\ntitle: "A \\"page\\""\n'
        f'url: "file://{page}"\ndescription: "What it says"\nlanguage: "en"\n---\n\n'
        "# Top\n\nSee [the **first**][1].\n\n### Part\n\n- x\n- y\n\n[2] `___`\n\n[last][3]\n\n"
        "[1]: http://e.org/one?a=1\n[3]: http://e.org/b%20c\n"
    )
    assert dump("-f", "markdown", "--no-metadata", page).text.startswith("# Top\n")


@pytest.mark.covers("LB-67", "LB-74")
def test_numbers_are_the_same_in_every_format(page: str) -> None:
    text = dump("--base", "http://e.org/", page).text
    assert "[1]the first." in text and "[3]last" in text
    assert dump("-f", "links", "--base", "http://e.org/", page).text == (
        "[1] http://e.org/one?a=1 the first\n[3] http://e.org/b%20c last\n"
    )
    assert dump("-f", "outline", page).text == "# Top\n### Part\n"


def test_addresses_in_a_list_are_those_to_ask_for(home: Path) -> None:
    """Not as they are read: what is decoded there could not be told from what never was encoded."""
    (home / "page.html").write_text("<a href='http://u:p@bücher.example/%C3%A4/a%2Fb?q=x%26y ü'>a</a>", "utf-8")
    shown = dump("-f", "links", str(home / "page.html")).text
    assert shown == "[1] http://xn--bcher-kva.example/%C3%A4/a%2Fb?q=x%26y%20%C3%BC a\n"


@pytest.mark.covers("LB-104")
def test_a_format_that_is_none(page: str) -> None:
    shown = dump("--format", "papyrus", page)
    assert (shown.code, shown.text) == (2, "") and "papyrus" in shown.errors


@pytest.mark.covers("LB-116")
def test_the_default_format_is_a_setting(page: str, config: Callable[[str], Path]) -> None:
    config("output: {defaultFormat: markdown, includeMetadata: false, linkStyle: inline}")
    assert "[last](http://e.org/b%20c)" in dump("--base", "http://e.org/", page).text


@pytest.mark.covers("LB-118")
def test_link_styles_have_both_names(page: str) -> None:
    one, other = dump("--link-style", "numbered", page), dump("--links", "refs", page)
    assert one.text == other.text and "References" in one.text


def test_what_a_charset_lacks_is_spelled(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text("<meta charset=utf-8><p>5 € – „x“<ul><li>a")
    assert dump("-f", "markdown", "--no-metadata", "--encoding", "ascii", str(file)).text == '5 EUR - "x"\n\n- a\n'
