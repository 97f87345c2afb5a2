"""What holds for any page: random trees of all elements, wrongly nested too, with text of every script."""

from __future__ import annotations

import os
import re
from time import process_time

import pytest
from dumping import dump
from hypothesis import example, given, settings
from hypothesis import strategies as st
from laid_out import may_be_wide

from lightterm.document.cells import clusters, width
from lightterm.document.layout import Layout, text_lines
from lightterm.extract import dom
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.ansi import link_urls, styled_lines

EXAMPLES = int(os.environ.get("LIGHTTERM_EXAMPLES", "150"))
BASE = "https://example.org/dir/page"
ELEMENTS = """
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
frame frameset h1 h2 h3 h6 head header hr html i iframe img input ins kbd label legend li link listing main map mark
marquee math menu meta meter mfrac mi mn mo mrow msqrt msub msup mtable mtd mtr nav nobr noframes noscript object ol
optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select
slot small source span strike strong style sub summary sup svg table tbody td template text textarea tfoot th thead
time title tr track tt u ul var video wbr x-a xmp
""".split()
ATTRIBUTES = """

hidden
href=/x
href="/y z?a=1&b#c"
href=javascript:x
id=i
class="fa fa-search icon"
colspan=3
rowspan=2
rowspan=0
colspan=1000
dir=rtl
dir=auto
align=right
align=center
open
disabled
checked
required
multiple
selected
type=password
type=checkbox
type=radio
type=submit
type=image
type=range
type=hidden
type=date
type=a
type=I
name=n
value=wert
value=-7
max=3 value=2
placeholder="…"
aria-label="Näme"
aria-hidden=true
title=Titel
alt=""
alt=Bild
src=/s.png
usemap=#i
shadowrootmode=open
slot=s
srcdoc="<p>in &lt;b>frame &amp;#1;"
style="display:flex"
style="display:none"
style="display:table-cell"
style="white-space:pre"
style="text-align:right"
style="list-style:none"
style="float:left;display:block"
style="list-style-type:'🙂 '"
start=9999
reversed
border=1
label=Gruppe
for=i
list=i
role=main
role=presentation
""".split("\n")
WORDS = [
    *"a|word|two words|https://example.org/a/b?c=d&amp;e|1|12.50|%|[1]|<|&|]]>|<!-- c -->|<!-- > -->".split("|"),
    *"Donaudampfschifffahrtsgesellschaft|漢字かな、「交じり」文。|한국어|שלום 12|مرحبا|नमस्ते|ก็ไทย|ﷺ|👨‍👩‍👧‍👦|🇳🇴".split(
        "|"
    ),
    *"&nbsp;|&lt;b&gt;|&#1;|&#27;[31m|&#x1c;|&amp;#2;|&#8238;|&shy;|&#8203;".split("|"),
    *" \n\t\x01\x1b\x7f\x9b\xa0\xad\u200b\u2060\u202e\u2067\u2028\ufeff\ud7ff\u0301\U0001f3fb",
    "x" * 90,
    "   ",
]


def element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tag = st.sampled_from(ELEMENTS)
    attributes = st.lists(st.sampled_from(ATTRIBUTES), max_size=3).map(lambda chosen: " ".join(["", *chosen]))
    inside = st.lists(children, max_size=5).map("".join)
    closed = st.builds("<{0}{1}>{2}</{0}>".format, tag, attributes, inside)
    open_ = st.builds("<{}{}>{}".format, tag, attributes, inside)
    wrong = st.builds("</{}>{}".format, tag, inside)
    return st.one_of(closed, closed, closed, open_, wrong)


pages = st.lists(st.recursive(st.sampled_from(WORDS) | st.text(max_size=6), element, max_leaves=25), max_size=6).map(
    "".join
)
widths = st.one_of(st.integers(1, 12), st.integers(13, 120))
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ufeff]")


@given(markup=pages, cells=widths, numbers=st.booleans())
@settings(max_examples=EXAMPLES)
def test_any_page_is_laid_out_within_its_width_and_without_controls(markup, cells, numbers):
    document = html_document(markup.encode("utf-8", "surrogatepass"), BASE, View(columns=cells))
    for block in document.blocks:
        plain, rich = Layout(cells, numbers), Layout(cells, numbers, rich=True)
        plain.add([block])
        rich.add([block])
        assert plain.lines == rich.lines
        for i, line in enumerate(plain.lines):
            assert not CONTROL.search(line), ascii(line)
            assert not line.endswith((" ", "\xa0")), ascii(line)
            single = len(list(clusters(line.strip("\u2066\u2067\u2068\u2069 >•◦▪#")))) <= 1  # one cluster may be wider
            assert width(line) <= cells or single or may_be_wide(block), ascii(line)
            assert all(0 <= span.start <= span.end <= len(line) for span in rich.spans.get(i, ()))


def unfolded(document, opened, numbers, rich=False):
    """The page laid out with everything open."""
    layout = Layout(500, numbers, rich, opened=opened)
    layout.add(document.blocks)
    return layout


@given(markup=pages)
@settings(max_examples=EXAMPLES)
@example(markup="<a href=/x><a href=/y></a><p>[1]</a>")
@example(markup="<details><details></details>")
def test_every_target_of_any_page_is_numbered_once_and_can_be_made(markup):
    document = html_document(markup.encode("utf-8", "surrogatepass"), BASE, View())
    opened = dict.fromkeys(range(1, len(document.targets) + 1), True)
    with_numbers = "\n".join(unfolded(document, opened, numbers=True).lines)
    without = "\n".join(unfolded(document, opened, numbers=False).lines)
    for target in document.targets:
        mark = f"[{target.number}]"
        assert with_numbers.count(mark) - without.count(mark) == 1, (mark, with_numbers)
        assert not CONTROL.search(target.text + target.url + target.title)
        assert target.kind != "link" or target.url
    highest = max((int(n) for n in re.findall(r"\[(\d+)\]", with_numbers.replace(without, ""))), default=0)
    assert highest <= len(document.targets) or f"[{highest}]" in without
    rich = unfolded(document, opened, numbers=True, rich=True)
    found = {span.target for spans in rich.spans.values() for span in spans if span.target}
    assert found == set(range(1, len(document.targets) + 1))


@given(markup=pages, cells=widths)
@settings(max_examples=EXAMPLES // 2)
def test_colours_and_hyperlinks_change_nothing_but_escapes(markup, cells):
    document = html_document(markup.encode("utf-8", "surrogatepass"), BASE, View(columns=cells))
    plain = list(text_lines(document.blocks, cells))
    styled = list(styled_lines(document.blocks, cells, True, True, link_urls(document)))
    escape = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;;[!-~]*\x1b\\")
    assert [escape.sub("", line) for line in styled] == plain
    for line in styled:
        assert len(re.findall(r"\x1b\]8;;[!-~]+\x1b", line)) == line.count("\x1b]8;;\x1b")
        assert line.count("\x1b[0m") == len(re.findall(r"\x1b\[[1-9][\d;]*m", line))


@pytest.mark.parametrize("style", ["refs", "inline", "none", "only", "osc8"])
@given(markup=pages, cells=widths)
@settings(max_examples=EXAMPLES // 6)
def test_the_dump_of_any_page_ends_well_in_every_link_style(style, markup, cells):
    result = dump(
        "--links", style, "--width", str(cells), "--color", "never",
        "--type", "text/html", "--charset", "utf-8", "--base", BASE, "-",
        stdin=markup.encode("utf-8", "surrogatepass"),
    )  # fmt: skip
    assert result.code == 0, result.errors
    text = re.sub(r"\x1b\]8;;[!-~]*\x1b\\", "", result.text) if style == "osc8" else result.text
    assert not CONTROL.search(text), ascii(text)


@pytest.mark.parametrize("piece", ["<ul><li>", "<div>", "<a><div>", "<table>x", "<b></p>", "two</b x=1>"])
def test_what_is_parsed_without_a_thread_to_wait_for_ends_soon(piece):
    begun = process_time()
    dom.parse((piece * (dom.QUICK // len(piece))).encode())
    assert process_time() - begun < 2  # 0.3 on an idle machine; deep markup that is not made flat takes 5


def test_much_markup_has_more_patience_than_little():
    assert len(dom.parse(b"<p>" + b"word " * 1_600_000, patience=0.0).css("p")) == 1
