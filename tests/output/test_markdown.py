"""Markdown: what a page says, told so that a reader of CommonMark finds the same page in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from roundtrip import canonical

from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.markdown import markdown

FLOOR = 0.97
"""Share of CommonMark's examples that come through; the best of the peers measured has .95, the usual ones .86."""

URL = "http://example.org/dir/page"
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def of(body: str, links: str = "refs", numbers: bool = True) -> str:
    document = html_document(f"<!doctype html><body>{body}".encode(), URL, View(structure=True))
    return markdown(document, links, lambda url: url, numbers)


def same(body: str, links: str = "inline") -> None:
    """The page is found again in its Markdown."""
    assert canonical(READER.render(of(body, links))) == canonical(body)


@pytest.mark.parametrize("links", ["refs", "inline"])
@pytest.mark.covers("LB-54", "UB-110")
def test_commonmarks_examples_come_through(links: str) -> None:
    examples = json.loads((Path(__file__).parent / "commonmark.json").read_text("utf-8"))["examples"]
    lost = [e["example"] for e in examples if canonical(READER.render(of(e["html"], links))) != canonical(e["html"])]
    assert 1 - len(lost) / len(examples) >= FLOOR, f"lost: {lost}"


def test_links_keep_their_numbers_and_the_addresses_are_listed() -> None:
    text = of(
        '<p><a href="/a">One</a> and <a href="/b" title="The &quot;second&quot;">two</a></p><p><a href=/a>Again</a>'
    )
    assert text == (
        "[One][1] and [two][2]\n\n[Again][3]\n\n"
        "[1]: http://example.org/a\n"
        '[2]: http://example.org/b "The \\"second\\""\n'
        "[3]: http://example.org/a\n"
    )


@pytest.mark.covers("LB-118")
def test_link_styles() -> None:
    body = '<p>See <a href="/a b(c)">this</a>.<form><input name=q value=old><button>Go</button></form>'
    assert of(body, "inline") == "See [this](<http://example.org/a%20b(c)>).\n\n[2] `old___` [3] `[Go]`\n"
    assert of(body, "none") == "See this.\n\n[2] `old___` [3] `[Go]`\n"
    assert of(body, "refs", numbers=False) == "See [this](<http://example.org/a%20b(c)>).\n\n`old___` `[Go]`\n"


def test_what_acts_without_leading_anywhere_keeps_its_number() -> None:
    body = "<p>To <a onclick='x()'>do it</a> or <span role=button tabindex=0>not</span>, <a href=/u>read</a>."
    assert of(body).startswith("To [1] do it or [2] not, [read][3].")
    assert of(body, "inline").startswith("To [1] do it or [2] not, [read](http://example.org/u).")
    assert of(body, "none").startswith("To do it or not, read.")


def test_lists_keep_their_nesting_numbers_and_tightness() -> None:
    assert of("<ol start=3><li>a<ul><li>b<li>c</ul><li>d</ol>") == "3. a\n   - b\n   - c\n4. d\n"
    assert of("<ul><li><p>a<li><p>b</ul>") == "- a\n\n- b\n"
    assert of("<ul><li>a</ul><ul><li>b</ul>") == "- a\n\n* b\n"
    same("<ol><li>a<pre><code>x\n\ty\n</code></pre>\n<li><blockquote><p>q</blockquote><li></ol><p>end")


@pytest.mark.covers("LB-54")
def test_an_item_without_words_makes_no_heading_of_the_text_above_it() -> None:
    """Icons are such items: `-` alone in a line below text is Markdown for a heading, and `*` there is text."""
    same("<ul><li><p>a</p><ul><li></li><li>b</li></ul></li><li><p>c</p><ol><li></li></ol></li></ul>")
    same("<blockquote>x<ul><li></li></ul></blockquote>")
    icons = "<a href=/x aria-label=X><li><i></i></li></a><a href=/y aria-label=Y><li><i></i></li></a>"
    found = canonical(MarkdownIt("commonmark").render(of(f"<ul><li>a</li>{icons}</ul>")))
    assert [item[0] for item in found] == ["ul", "p", "ul", "p"]
    assert of("<ul><li></li><li></li><li>b</li></ul>") == "-\n-\n- b\n"


def test_tasks() -> None:
    body = "<ul><li><input type=checkbox disabled checked> done<li><p><input type=checkbox disabled> to do</ul>"
    assert of(body) == "- [x] done\n\n- [ ] to do\n"


def test_tasks_that_can_be_ticked_are_tasks_of_githubs() -> None:
    """The box is the first thing in the item: behind a number, or as code, it is none there."""
    body = "<ul><li><label><input type=checkbox checked> <b>done</b> deal</label><li><input type=checkbox> to do</ul>"
    assert of(body) == "- [x] [1] **done** deal\n- [ ] [2] to do\n"
    assert of(body, numbers=False) == "- [x] **done** deal\n- [ ] to do\n"
    assert of("<ol><li><p><input type=checkbox> a<p>b</ol>") == "1. [ ] [1] a\n\n   b\n"
    assert of("<ul><li><input type=checkbox><li>a <input type=checkbox></ul>") == "- [1] `[ ]`\n- a [2] `[ ]`\n"


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ("<pre><code class='language-c++'>x</code></pre>", "c++"),
        ("<div class='highlight highlight-source-rust'><pre>x</pre></div>", "rust"),
        ("<pre class='brush: js'>x</pre>", "js"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<pre class='sourceCode haskell'>x</pre>", "haskell"),
        ("<pre><code data-lang=go class=language-text>x</code></pre>", "go"),
        ("<pre class='language-`evil`'>x</pre>", ""),
        ("<pre>x</pre>", ""),
    ],
)
def test_code_says_its_language(markup: str, language: str) -> None:
    assert of(markup) == f"```{language}\nx\n```\n"


def test_code_holds_what_would_end_it() -> None:
    assert of("<pre>a\n```\n\n\tb &lt;c&gt; </pre>") == "````\na\n```\n\n\tb <c> \n````\n"
    same("<p><code>a`b</code> <code>``</code> <code>`</code>")
    assert of('<p><code>f(<a href="http://e.org/t">T</a>)</code>', "inline") == "`f(`[`T`](http://e.org/t)`)`\n"


def test_a_listing_with_links_is_no_code() -> None:
    text = of('<pre>Name  Size\n<a href="a.txt">a.txt</a>  12\n</pre>', "inline")
    assert text == "Name  Size\\\n[a.txt](http://example.org/dir/a.txt)  12\n"


def test_tables() -> None:
    body = (
        "<table><caption>Tides</caption><tr><th>Port<th align=right>High<th>Low"
        "<tr><td rowspan=2>A|B<td align=right>4.1<td>0.9<tr><td colspan=2><b>none</b><br>today</table>"
    )
    assert of(body) == (
        "Tides\n\n| Port | High | Low |\n| --- | ---: | --- |\n"
        "| A\\|B | 4.1 | 0.9 |\n| A\\|B | **none**<br>today |  |\n"
    )
    same("<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td><code>x</code> <a href='http://e.org/'>y</a></table>")


def test_a_table_without_a_head_gets_an_empty_one() -> None:
    text = of("<table border=1><tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6</table>")
    assert text.splitlines()[:3] == ["|  |  |", "| --- | --- |", "| 1 | 2 |"]


def test_spans_that_cover_each_other_end() -> None:
    cells = "<td colspan=1000 rowspan=65534>x"
    lines = of(f"<table border=1><tr><th>h<th>i<tr>{cells}<tr>{cells}<tr>{cells}</table>").splitlines()
    assert lines[0].startswith("| h | i |") and max(map(len, lines)) < 200


def test_items_keep_the_numbers_they_say() -> None:
    assert of("<ol><li value=3>x<li>y<li value=9>z</ol>") == "3. x\n4. y\n9. z\n"
    assert of("<ol reversed start=2><li>x<li>y</ol>") == "2. x\n1. y\n"
    assert of("<ul><li>t<ol><li value=4>v</ol></ul>") == "- t\n\n  4. v\n"
    assert of("<ol type=a start=2><li>x<li value=7>y</ol>") == "2. x\n3. y\n"
    assert of("<ol start=-1><li>x<li>y</ol>").splitlines()[0] == "1. x"


def test_definitions() -> None:
    assert of("<dl><dt>Term<dd>One.<dd><p>Two.<p>More.</dl>") == "Term\n:   One.\n\n:   Two.\n\n    More.\n"


def test_footnotes_of_forges_and_wikis() -> None:
    forge = (
        '<p>Said<sup><a href="#fn1" id="fnref1">1</a></sup> twice<sup><a href="#fn1" id="fnref1:1">1</a></sup>.'
        '<p>More.<ol><li id="fn1"><p>The note. <a href="#fnref1">↩︎</a></ol>'
    )
    assert of(forge) == "Said[^1] twice[^1].\n\nMore.\n\n[^1]: The note.\n"
    wiki = (
        '<p>Fact.<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup>'
        '<ol><li id="cite_note-1"><a href="#cite_ref-1">^</a> A <a href="/book">book</a>.</ol>'
    )
    assert of(wiki) == "Fact.[^1]\n\n[^1]: A [book][3].\n\n[3]: http://example.org/book\n"
    html = MarkdownIt("commonmark").use(footnote_plugin).render(of(wiki))
    assert html.count('class="footnote-item"') == 1


def test_a_way_back_in_words_tells_a_footnote_where_it_leads_to_the_reference() -> None:
    said = '<p id="top">First.<p>Said<sup id="ref"><a href="#note">1</a></sup>.'
    note = '<ol><li id="note">The note. <a href="#{}">back</a></ol>'
    assert of(said + note.format("ref")) == "First.\n\nSaid[^1].\n\n[^1]: The note.\n"
    assert "[^" not in of(said + note.format("top"))


def test_a_table_of_contents_is_no_footnote() -> None:
    text = of('<p><a href="#one" id="top">1</a><ul><li id="one">First.<a href="#top">↑</a></ul><p id="x">', "inline")
    assert "[^1]" in text  # a short link down and an arrow up are one
    text = of('<ol><li><a href="#one">1</a></ol><h2 id="one">First</h2><p><a href="#one">↑</a>', "inline")
    assert "[^" not in text


def test_an_address_that_a_reader_refuses_takes_no_other_with_it() -> None:
    addresses = ("/a", "javascript:go()", "/c", "file:///x", "/e")
    body = "<p>" + " ".join(f"<a href='{address}'>x</a>" for address in addresses)
    text = of(body, "refs")
    found = re.findall(r'href="([^"]+)"', READER.render(text))
    assert found == ["http://example.org/a", "http://example.org/c", "http://example.org/e"]
    assert "[2]: <javascript:go()>" in text and "[4]: file:///x" in text


def test_images_and_their_titles() -> None:
    same(
        '<p><img src="http://e.org/a.png" alt="a [b]" title="T">'
        ' <a href="http://e.org/x"><img src="/b.png" alt="b"></a>'
    )
    assert of('<p>a <img src="/x.png" alt=""> b') == "a ![](http://example.org/x.png) b\n"
    assert of(f'<p>a <img src="data:image/png;base64,{"A" * 400}" alt="dot"> b') == "a \\[dot\\] b\n"
    empty = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3C/svg%3E"
    lazy = f'<img src="{empty}" alt><img src="{empty}" alt="Visily">'
    told = of(f"<p>One{lazy}<div>{lazy}</div><div><img src='{empty}' alt></div><p>Two")
    assert [line.split() for line in told.splitlines()] == [["One", "\\[Visily\\]"], [], ["\\[Visily\\]"], [], ["Two"]]


@pytest.mark.parametrize(
    "text",
    [
        "# no heading", "- no item", "+ x", "1. no item", "2) x", "> no quote", "---", "===", "***", "* * *", "~~~",
        "```", "|---|---|", ": no definition", "a *b* c_d_e _f_ **g**", "[a](b) [c][d] [e]: f", "![a](b)", "<b>x</b>",
        "&amp; &copy; &#35; AT&T", "a \\ b \\* c", "~~x~~", "<http://e.org>", "!", "1986. A year", "\xa0x", "[^1]: x",
        "a`b", "\\", "#", "##x", "-", "_", "__init__", "x * y", "[ ] x",
    ],
)  # fmt: skip
def test_text_that_looks_like_markup_stays_text(text: str) -> None:
    from html import escape

    same(f"<p>{escape(text)}</p>")
    same(f"<ul><li>{escape(text)}<li>x</ul>")
    same(f"<p>a<br>{escape(text)}</p>")
    same(f"<p>b{escape(text)} <em>{escape(text)}</em> <a href='http://e.org/'>{escape(text)}</a></p>")
    same(f"<h2>{escape(text)}</h2>")


@pytest.mark.parametrize(
    "markup",
    [
        "a<em>b</em>c", "<em>a</em><em>b</em>", "<strong><em>a</em></strong>b", "<em>a<strong>b</strong></em>",
        "x<em>(a)</em>y", "<em>a <em>b</em> c</em>", "<strong> a </strong>b", "<del>a</del> <s>b</s>", "<em>_a_</em>",
        "<em>a<br>b</em>", "<b>a</b>:b",
        "„<em>a</em>“", "<strong>a</strong><strong>b</strong>", "<em><code>a</code></em>",
        "<code>a</code><code>b</code>", "!<a href='http://e.org/'>b</a>", "<em><a href='http://e.org/'>b</a></em>",
    ],
)  # fmt: skip
def test_emphasis_wherever_it_stands(markup: str) -> None:
    same(f"<p>{markup}</p>")


def test_what_is_folded_is_left_out() -> None:
    assert of("<details><summary>More</summary><p>a<ul><li>b</ul></details><p>c") == "[1] `▸ More`\n\nc\n"
    assert of("<details open><summary>More</summary><p>a</details><p>c") == "[1] `▾ More`\n\na\n\nc\n"


def test_nesting_without_end_costs_nothing_special() -> None:
    assert of("<b>" * 5000 + "x" + "</b>" * 5000).count("x") == 1
    assert of("<ul><li>" * 3000 + "x").strip().endswith("x")
    assert of("<blockquote>" * 3000 + "x").strip().endswith("x")
    deep = of("".join(f"<{'em' if n % 2 else 'strong'}>a" for n in range(300)))
    assert re.sub(r"[^a]", "", deep.replace("strong", "")) == "a" * 300
