"""The accessibility tree: roles, names, values and states, and how much of it is as Chromium tells it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from dumping import dump

from lightterm.document.access import Node
from lightterm.engines import chromium
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.a11y import access_lines, access_tree

CORPUS = Path(__file__).parent.parent / "corpus"
FLOOR = 0.95
"""Of Chromium's nodes; .959 were ours when this was written, and .952 of ours Chromium's."""

UNTOLD = frozenset(
    "generic none StaticText InlineTextBox LineBreak ListMarker LayoutTable LayoutTableRow LayoutTableCell "
    "MenuListPopup text RootWebArea".split()
)
"""Roles that only group, or repeat what a name says."""


def tree(body: str) -> Node:
    document = html_document(
        f"<!doctype html><title>T</title><body>{body}".encode(), "http://e.org/", View(access=True)
    )
    assert document.access is not None
    return document.access


def lines(body: str) -> list[str]:
    return [line[2:] for line in list(access_lines(tree(body)))[1:]]


def test_names_come_from_where_they_should() -> None:
    assert lines("<img src=a alt=Pic><img src=b alt=''>") == ['- image "Pic"']
    assert lines("<button aria-label=Close>x</button>")[0] == '- button "Close" [1]'
    assert lines("<span id=a>My</span><input aria-labelledby=a>")[1] == '- textbox "My" [1]'
    assert lines("<label for=i>Age</label> <input id=i type=number value=3>")[-1] == '- spinbutton "Age" [1]: 3'
    assert lines("<label>Name <input value=Ada required></label>")[-1] == '  - textbox "Name" [1] [required]: Ada'
    assert lines('<a href=/x><img src=i alt="Say &quot;hi&quot;"></a>')[0] == '- link "Say \\"hi\\"" [1]'
    assert lines("<input placeholder=Search type=search>") == ['- searchbox "Search" [1]']
    assert lines("<input type=password value=geheim aria-label=P>") == ['- textbox "P" [1]: ••••••']


def test_texts_of_two_blocks_are_two() -> None:
    """`<div>A</div><div>B</div>` was told as "AB"."""
    assert lines("<div>A</div><div>B <b>b</b>c</div>") == ["- text: A", "- text: B bc"]
    assert lines("x<div>C<div>D</div>E<span>F</span></div>y") == [
        f"- text: {word}" for word in ("x", "C", "D", "EF", "y")
    ]
    assert lines("<ul><li>one<div>two</div></ul>")[2:] == ["    - text: one", "    - text: two"]


def test_states() -> None:
    assert lines("<input type=checkbox checked aria-label=a disabled>") == ['- checkbox "a" [checked] [disabled]']
    assert lines("<h4>x</h4>") == ['- heading "x" [level=4]']
    assert lines("<button aria-expanded=false aria-haspopup=menu>M</button>") == [
        '- button "M" [1] [expanded=false] [haspopup=menu]'
    ]
    assert (
        lines("<details><summary>S</summary>hidden</details>")[1] == '  - DisclosureTriangle "S" [1] [expanded=false]'
    )
    assert lines("<select aria-label=s><option>a<option selected>b</select>")[0] == '- combobox "s" [1]: b'


def test_a_picture_in_a_name_is_a_word_of_its_own() -> None:
    assert (
        lines("<a href=/x>EU flag<img src=a alt=large><img src=b alt=''>zoom</a>")[0]
        == '- link "EU flag large zoom" [1]'
    )


def test_headers_and_footers_of_parts_are_no_landmarks_and_are_told() -> None:
    body = "<article><header>a</header><p>b</p><footer>c</footer></article><footer>d</footer>"
    assert [line.strip() for line in lines(body) if "text" not in line] == [
        "- article", "- sectionheader", "- paragraph", "- sectionfooter", "- contentinfo",
    ]  # fmt: skip


@pytest.mark.covers("LB-56")
def test_what_a_link_stands_for_has_its_number_here_too() -> None:
    """Frames, players and spots of image maps had none, and what stands in `noscript` was not told at all."""
    body = (
        "<iframe src=/f title=Frame></iframe><video src=v.mp4></video><audio src=a.mp3></audio><embed src=e.swf>"
        "<object data=o.bin></object><map><area href=/m alt=Spot></map><noscript><a href=/n>No script</a></noscript>"
    )
    found = lines(body)
    assert [line.strip() for line in found] == [
        '- Iframe "Frame" [1]', "- Video [2]", "- Audio [3]", "- EmbeddedObject [4]", "- PluginObject [5]",
        '- link "Spot" [6]', '- link "No script" [7]',
    ]  # fmt: skip


def test_what_scripts_act_on_is_told_once_and_has_its_number() -> None:
    """It was told with a link in it that had the number; boxes, fields and options had none."""
    script = "<script>go()</script>"
    assert lines(f"{script}<span role=button tabindex=0>Press</span>") == ['- button "Press" [1]']
    assert lines(f"{script}<div role=menuitem tabindex=0><b>Bold</b> item</div>") == ['- menuitem "Bold item" [1]']
    assert lines(f"{script}<div role=switch aria-checked=false tabindex=0>Sw</div>") == [
        '- switch "Sw" [1] [checked=false]'
    ]
    many = lines(
        f"{script}<div role=checkbox aria-checked=true tabindex=0>Box</div>"
        "<div role=radio aria-checked=true tabindex=0>R</div>"
        "<div role=textbox contenteditable=true aria-label=Edit>words</div><div role=option tabindex=0>Opt</div>"
    )
    assert many == [
        '- checkbox "Box" [1] [checked]',
        '- radio "R" [2] [checked]',
        '- textbox "Edit" [3]: words',
        '- option "Opt" [4]',
    ]


def test_roles_said_and_unsaid() -> None:
    assert lines("<div role=alert>Now</div>") == ["- alert", "  - text: Now"]
    assert lines("<ul role=presentation><li>x</ul>") == ["- listitem", "  - text: x"]
    assert lines("<section>a</section><section aria-label=B>b</section>") == [
        "- text: a",
        '- region "B"',
        "  - text: b",
    ]
    assert lines("<article><header>a</header></article><header>b</header>")[-2:] == ["- banner", "  - text: b"]
    assert lines("<p aria-hidden=true>no<p style='display:none'>nor<p hidden>nor<p>yes") == [
        "- paragraph", "  - text: yes",
    ]  # fmt: skip


def test_a_summary_after_a_line_feed_or_further_down_is_told_once(tmp_path: Path) -> None:
    """Pretty-printed markup has white space before it: it was a second element with a number of its own."""
    file = tmp_path / "p.html"
    file.write_text(
        "<details open>\n<summary><a href=/q>S</a></summary>x</details><details open><p>v<p><summary>T</summary>"
    )
    shown = dump("--no-metadata", "--links", "none", str(file)).text
    assert shown.split() == ["[1]▾", "[2]S", "x", "[3]▾", "T", "v"]
    told = [node.target for _, node in tree(file.read_text()).walk() if node.target]
    assert told == [1, 2, 3]


def test_numbers_are_those_of_the_page(tmp_path: Path) -> None:
    body = "<a href=/1>a</a><a></a><a href=#></a><details><summary>s</summary></details><input><button>b</button>"
    file = tmp_path / "p.html"
    file.write_text(body)
    shown = dump("--format", "a11y", str(file)).text
    whole = html_document(body.encode(), "http://e.org/", View())
    numbers = [node.target for _, node in tree(body).walk() if node.target]
    assert numbers == list(range(1, len(whole.targets) + 1))
    assert '- link "a" [1]' in shown and f'- button "b" [{len(whole.targets)}]' in shown


def test_pages_without_markup_and_parts_of_pages_have_one_too(tmp_path: Path) -> None:
    file = tmp_path / "p.md"
    file.write_text("# T\n\n- a [b](http://e.org/)\n\n```\nx\n```\n")
    assert '- link "b" [1]' in dump("-f", "a11y", str(file)).text
    text = tmp_path / "p.txt"
    text.write_text("see http://e.org/\n")
    assert '- link "http://e.org/" [1]' in dump("-f", "a11y", str(text)).text
    page = tmp_path / "p.html"
    page.write_text("<h1>A</h1><p>b <a href=/c>c</a><form><label>L <input name=x value=v></label></form>")
    shown = dump("-f", "a11y", "--selector", "p,form", str(page)).text
    assert "heading" not in shown and '- link "c" [1]' in shown and '- textbox "L" [2]: v' in shown
    page.write_text("<p>text<form><label>Word <input type=password value=sesame></label></form>")
    for part in ((), ("--selector", "form"), ("--keyword", "word")):
        shown = dump("-f", "a11y", *part, str(page)).text
        assert '- textbox "Word" [1]' in shown and "sesame" not in shown


def test_what_a_selector_picks_is_told_as_on_the_whole_page(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    form = (
        "<form><label>Name <input name=q></label><select name=s><option>one<option selected>two</select>"
        "<textarea name=t>hi</textarea><div id=no><button>Go</button></div></form>"
    )
    page.write_text(f"<title>T</title><h1>Top</h1>{form}<p>After</p><div class=d>one</div><div class=d>two</div>")
    whole = dump("-f", "a11y", str(page)).text.splitlines()
    start = whole.index("  - form")
    part = dump("-f", "a11y", "--selector", "form", str(page)).text.splitlines()
    assert part == [whole[0], *whole[start : whole.index("  - paragraph")]]
    assert "    - combobox [2]: two" in part and '      - option "two" [selected]' in part and len(part) == 10
    assert dump("-f", "a11y", "--selector", "form", "--exclude", "#no", str(page)).text.splitlines() == part[:-1]
    assert dump("-f", "a11y", "--selector", "body", str(page)).text.splitlines() == whole
    assert "- text: one\n  - text: two\n" in dump("-f", "a11y", "--selector", ".d", str(page)).text
    found = dump("-f", "a11y", "--keyword", "name", str(page)).text
    assert '- textbox "Name" [1]' in found and "- combobox [2]: two" in found and "▾" not in found


def test_the_readers_part_of_a_page_is_all_that_is_told() -> None:
    body = (
        f"<nav><a href=/n>Menu</a></nav><article><h1>T</h1>{'<p>Some words of an article, and more. ' * 30}</article>"
    )
    document = html_document(f"<!doctype html><body>{body}".encode(), "http://e.org/a", View(access=True, reader=True))
    shown = "\n".join(access_lines(access_tree(document)))
    assert "Some words" in shown and "Menu" not in shown


def test_nesting_without_end() -> None:
    deep = tree("<div role=group>" * 5000 + "x")
    assert max(depth for depth, _ in deep.walk()) <= 201


@pytest.mark.covers("LB-56")
@pytest.mark.skipif(bool(chromium.missing()), reason=f"Chromium: {chromium.missing()}")
def test_most_nodes_are_as_chromium_tells_them() -> None:
    from playwright.sync_api import sync_playwright

    found = wanted = ours = 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = browser.new_page()
        session = page.context.new_cdp_session(page)
        session.send("Accessibility.enable")
        for path in sorted(CORPUS.glob("*.html")):
            page.goto(path.as_uri(), wait_until="domcontentloaded")
            theirs = Counter(
                (node["role"]["value"], " ".join((node.get("name", {}).get("value") or "").split()))
                for node in session.send("Accessibility.getFullAXTree")["nodes"]
                if not node["ignored"] and node["role"]["value"] not in UNTOLD
            )
            document = html_document(path.read_bytes(), path.as_uri(), View(access=True))
            assert document.access is not None
            told = Counter(
                (n.role, " ".join(n.name.split())) for _, n in document.access.walk() if n.role not in UNTOLD
            )
            found += sum((theirs & told).values())
            wanted += sum(theirs.values())
            ours += sum(told.values())
        browser.close()
    assert found / wanted >= FLOOR and found / ours >= FLOOR - 0.02, (found, wanted, ours)
