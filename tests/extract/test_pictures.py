"""Where pictures stand: every medium has one mark, in its place, and the text is what it is without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from effort import grows_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.layout import text_lines
from lightterm.document.marks import MEDIA
from lightterm.document.model import Document, Paragraph, Pictures, Table
from lightterm.extract.html import html_document
from lightterm.extract.view import View

if TYPE_CHECKING:
    from lightterm.document.model import Block

BASE = "https://example.org/"
DARK = View(scheme="dark", picture_width=1000)


def read(markup: str) -> Document:
    return html_document(markup.encode(), BASE, View())


def paragraphs(blocks: list[Block]) -> list[Paragraph]:
    found: list[Paragraph] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            found.append(block)
        elif isinstance(block, Table):
            cells = [cell for row in block.rows for cell in row]
            found += [p for blocks in (block.caption, *(c.blocks for c in cells)) for p in paragraphs(blocks)]
    return found


def places(markup: str) -> list[tuple[str, str, str, int]]:
    """(file of the picture, text before it in its paragraph, text it stands for, number of the link around it)."""
    document = read(markup)
    found = []
    for paragraph in paragraphs(document.blocks):
        text, marks = paragraph.decode()
        for mark in marks:
            if mark.media >= 0:
                name = document.media[mark.media].url.removeprefix(BASE)
                found.append((name, text[: mark.start], text[mark.start : mark.end], mark.target))
    assert len(found) == len(document.media)
    return found


def test_a_picture_with_words_stands_for_them() -> None:
    assert places("<p>one <img src=a alt=Cat> two <a href=x><img src=b alt=Dog></a>") == [
        ("a", "one ", "[Cat]", 0),
        ("b", "one [Cat] two ", "Dog", 1),
    ]


def test_a_mute_picture_stands_between_the_letters_it_stood_between() -> None:
    assert places("<p> a&amp;b  <img src=a alt=''>  c<br><img src=b alt=''><br><b>d</b>") == [
        ("a", "a&b", "", 0),
        ("b", "a&b c", "", 0),
    ]


def test_a_mute_picture_in_a_link_stays_in_it_and_one_beside_it_outside() -> None:
    assert places("<p><img src=a alt=''><a href=x><img src=b alt=''> Title</a> <img src=c alt=''>") == [
        ("a", "", "", 0),
        ("b", "", "", 1),
        ("c", "Title", "", 0),
    ]


def test_a_picture_alone_stands_before_the_next_text_and_keeps_the_link_of_its_card() -> None:
    markup = "<p>one<div><img src=a></div><a href=x><div><img src=b alt=''></div><h3>Card</h3></a>"
    assert places(markup) == [("a", "", "", 0), ("b", "", "", 1)]
    assert read(markup).blocks[1].level == 3


def test_a_picture_after_all_text_has_a_block_that_no_dump_shows() -> None:
    document = read("<p>one<p><img src=a><img src=b>")
    assert [b.__class__ for b in document.blocks] == [Paragraph, Pictures]
    assert list(text_lines(document.blocks, 80)) == ["one"]
    assert places("<img src=a><img src=b>") == [("a", "", "", 0), ("b", "", "", 0)]


@pytest.mark.parametrize(
    "markup",
    [
        "<table border=1><tr><th>h<th>i<tr><td><img src=a alt=A>x<td><img src=b></table>end<img src=c alt=C>",
        "<table><caption><img src=a alt=A></caption><tr><td><img src=b alt=B><td>x<tr><td>y<td><img src=c></table>",
        "<table><tr><td>x <img src=a alt=''><td>y <img src=b alt=B></table><p>z <img src=c>",
        "<progress value=.5><img src=a alt=A></progress>x<img src=b alt=B><button><img src=c alt=''></button>",
        "<iframe src=a></iframe><video src=b></video>x<pre>p <img src=c alt=''> q</pre>",
        "<a href=x><video src=a></video></a><ul><li><img src=b><li><img src=c alt=C></ul>",
    ],
)
def test_pictures_keep_their_order_wherever_they_stand(markup: str) -> None:
    assert sorted(name for name, *_ in places(markup)) == ["a", "b", "c"]


PIECES = st.sampled_from(
    "<p>|<div>|</div>|<br>| |word|two words|&amp;|<a href=x>|</a>|<b>|</b>|<ul>|<li>|<table>|<tr>|<td>|</table>|"
    "<sup>|</sup>|<pre>|</pre>|<button onclick=a()>|</button>|<h2>|</h2>|<span style='display:block'>|"
    "</span>|<q>|\u3042|&nbsp;".split("|")
)


def test_a_mute_picture_between_two_words_keeps_them_apart() -> None:
    assert list(text_lines(read("<p>one<img src=p alt=''>two <b><img src=p alt=''>three</b>").blocks, 80)) == [
        "one two three"
    ]


@given(st.lists(PIECES, max_size=25), st.lists(st.integers(0, 25), max_size=4))
def test_mute_pictures_change_no_text_and_are_all_placed(pieces: list[str], at: list[int]) -> None:
    for i in sorted(at, reverse=True):
        pieces.insert(min(i, len(pieces)), "<img src=p alt=''>")
    markup = "<p>First.</p>" + "".join(pieces)
    document, plain = read(markup), read(markup.replace(" src=p", ""))
    shown, without = (list(text_lines(d.blocks, 10_000)) for d in (document, plain))
    assert [line.replace(" ", "") for line in shown] == [line.replace(" ", "") for line in without]
    marks = sum(p.raw.count(MEDIA) for p in paragraphs(document.blocks))
    assert marks == len(document.media) == len(at)


def test_network_text_cannot_forge_the_mark() -> None:
    document = read(
        "<p title='\0'>a\0b&#0;c&#x0;<img src=a alt='x\0&#0;y'><style>b:before{content:'\\0'}</style><b>d</b>"
    )
    assert sum(p.raw.count(MEDIA) for p in paragraphs(document.blocks)) == 1
    assert document.media[0].url == BASE + "a"


def test_many_mute_pictures_cost_in_proportion_to_their_number() -> None:
    assert grows_in_proportion(lambda n: read("<div><img src=a></div>" * n), 200)
    assert grows_in_proportion(lambda n: read("<p>" + "x <img src=a> " * n), 200)


def test_a_list_of_pictures_and_words_in_many_lists_is_looked_through_once() -> None:
    picture = "<li><img src=a alt=b></li>"
    assert grows_in_proportion(lambda n: read("<ul>" * n + picture * n + "<li>words</li>" + picture + "</ul>" * n), 40)


@pytest.mark.covers("LBX-40")
@pytest.mark.parametrize(
    ("attributes", "address"),
    [
        ("src=a", "a"),
        ("src=data:x data-src=real", "real"),
        ("data-original=real", "real"),
        ("src=a srcset='b 320w, c 640w, d 1280w'", "c"),
        ("src=a srcset='b 320w, c 640w, d 1280w' width=200", "b"),
        ("src=a srcset='b 320w, c 500w'", "c"),
        ("src=a srcset='b 2x, c 1.5x'", "a"),
        ("srcset='b 2x, c 1.5x'", "c"),
        ("src=a srcset='b, c 2x'", "b"),
        ("src=data:x data-srcset='b 100w,c 700w'", "c"),
        ("src=a srcset=' , '", "a"),
        ("src=a srcset='b w, c NaNx'", "a"),
        ("src=a srcset='b -5w, c 300w 200h, d 800w 9q'", "c"),
        ("src=data:x srcset='b 2x'", "b"),
        ("srcset='b,1.png 640w, c,2.png 1280w'", "b,1.png"),
        ("srcset='b,1.png 1x,c,2.png 2x'", "b,1.png"),
        ("srcset='b,w_3,h_4.png'", "b,w_3,h_4.png"),
        ("src=a srcset=',, b 2x , c'", "c"),
        ("src=spacer.gif data-src=real", "real"),
        ("src=small srcset='small 1x' data-lazy-srcset='b 320w, c 640w'", "c"),
        ("src=a data-src='{{ picture.url }}'", "a"),
        ("src=a data-id=7", "a"),
        ("srcset='b 320w, c 640w, d 1280w' sizes=300px", "b"),
        ("srcset='b 320w, c 640w, d 1280w' sizes=auto width=200", "b"),
        ("srcset='b 320w, c 640w' sizes='(max-width: 900px) 100vw, (min-width: 901px) calc(25vw - 10px)'", "b"),
        ("srcset='b 320w, c 640w' sizes='(max-width: 2000px) 40em, 10px'", "c"),
        ("srcset='b 320w, c 640w' sizes='nonsense, 20%, 10rem'", "b"),
        ("src=small srcset='small 1x' data-srcset='b 320w, c 640w' data-sizes=auto width=100", "b"),
    ],
)
def test_the_address_is_the_real_one_for_the_width(attributes: str, address: str) -> None:
    (medium,) = read(f"<img alt=x {attributes}>").media
    assert medium.url == BASE + address


@pytest.mark.covers("LBX-40")
@pytest.mark.parametrize(
    ("sources", "address"),
    [
        ("<source type=image/jxl srcset=b><source type='image/webp; x=1' srcset='c, d 2x'><source srcset=e>", "c"),
        ("<source media='(max-width: 600px)' srcset=b><source media='(min-width: 601px)' srcset=c>", "c"),
        ("<source media='(prefers-color-scheme: dark)' srcset=b><source media=print srcset=c>", "a"),
        ("<source srcset=data:image/gif;base64,R0lGODlhAQABAAAAACw=>", "a"),
        ("<source src=b><source type=video/mp4 srcset=c><source srcset=' '>", "a"),
        ("<source srcset='b 320w, c 640w' sizes='(min-width: 1px) 320px'>", "b"),
        ("<source data-srcset='b, c 2x' srcset=data:x>", "b"),
        ("<video><source srcset=b></video>", "a"),
    ],
)
def test_a_picture_shows_the_first_of_its_sources_that_this_screen_can(sources: str, address: str) -> None:
    (medium,) = [each for each in read(f"<picture>{sources}<img src=a alt=x></picture>").media if each.kind == "image"]
    assert medium.url == BASE + address
    beside = read(f"<picture>{sources}</picture><picture><img src=z alt=x><source srcset=y></picture>").media
    assert beside[-1].url == BASE + "z"


def test_the_size_of_a_picture_is_that_of_its_source() -> None:
    markup = "<picture><source srcset=b width=40 height=30><img src=a alt=x width=400 height=100></picture>"
    (medium,) = read(markup).media
    assert (medium.url, medium.width, medium.height) == (BASE + "b", 40, 30)
    dark = html_document(b"<picture><source media='(prefers-color-scheme: dark)' srcset=b><img src=a>", BASE, DARK)
    large = html_document(b"<img src=a srcset='b 640w, c 1200w, d 2000w' sizes=100vw>", BASE, DARK)
    assert (dark.media[0].url, large.media[0].url) == (BASE + "b", BASE + "c")


@pytest.mark.parametrize(
    ("markup", "addresses"),
    [
        ("<img class=lazy src=data:x data-src=b alt=x> <noscript><img src=c alt=x></noscript>", ["c"]),
        ("<noscript><img src=c alt=x></noscript><img src=w.gif data-src=b alt=x>", ["c"]),
        ("<img class=lazyload alt=x><noscript><img src=c></noscript>", ["c"]),
        ("<picture><source data-srcset=q><img data-src=b alt=x></picture><noscript><img src=c></noscript>", ["c"]),
        ("<img data-src=b alt=x><noscript><picture><source srcset=d><img src=c></picture></noscript>", ["d"]),
        ("<img src=b alt=x><noscript><img src=c alt=y></noscript>", ["b", "c"]),
        ("<noscript><span><img src=c alt=x></span></noscript><a><i></i><span><img src=b alt=x></span></a>", ["b"]),
        ("<span><img src=a alt=z><img src=b alt=x></span><noscript><img src=b alt=x></noscript>", ["a", "b"]),
        ("<img data-src=b alt=x><noscript>Without <img src=c alt=y></noscript>", ["b", "c"]),
        ("<img data-src=b alt=x> and <noscript><img src=c alt=y></noscript>", ["b", "c"]),
        ("<img data-src=b alt=x><noscript><img src=c><img src=d></noscript>", ["b", "c", "d"]),
    ],
)
def test_a_picture_that_waits_for_a_script_is_the_one_for_who_has_none(markup: str, addresses: list[str]) -> None:
    document = read(f"<p>Text {markup} end")
    assert [medium.url for medium in document.media] == [BASE + address for address in addresses]
    assert "x" in [medium.alt for medium in document.media[:2]] and document.blocks[0].text().count("[x]") == 1


def test_a_picture_alone_says_nothing_where_the_next_text_says_its_words() -> None:
    cards = "".join(
        f"<section id=s{n}><img src=p{n} alt='Part {n}'><h3><a href=/{n}>Part {n}</a></h3></section>" for n in (1, 2)
    )
    markup = f"<main><p>Parts<p><img src=x alt=Other><p>for phones{cards}</main><footer id=end>Bottom</footer>"
    document = read(markup)
    text = "\n".join(text_lines(document.blocks, 60))
    assert text == "Parts\n\n[Other]\n\nfor phones\n\n### [1]Part 1\n\n### [2]Part 2\n\nBottom"
    assert places(markup)[1:] == [("p1", "", "", 0), ("p2", "", "", 0)]
    starts = {name: document.blocks[at] for name, at in document.anchors}
    assert [paragraphs([starts[name]])[0].text() for name in ("s1", "s2", "end")] == ["Part 1", "Part 2", "Bottom"]
    main, bottom = document.landmarks
    assert (main.start, main.end, bottom.start) == (0, 5, 5)
    kept = read("<p><img src=a alt='Part 1'><p>Part 1 of two<p><img src=b alt=Two><pre>Two</pre>")
    assert "[Part 1]" in kept.blocks[0].text() and "[Two]" in kept.blocks[2].text()


def test_a_clear_picture_larger_than_any_screen_is_none() -> None:
    """Sites lay one over the page, for who measures how soon it is there; 15 rows of the first screen were kept."""
    vast = "<img width=99999 height=99999 alt='' src='data:image/svg+xml;base64,PHN2Zy8+'>"
    assert places(f"{vast}<p>Words.") == []
    assert len(places("<img width=1200 height=29000 alt='' src=/scroll.png><p>Words.")) == 1
