"""The reader: main text of pages of several kinds, and a document that is the page's own with the rest left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lightterm.document.layout import text_lines
from lightterm.document.model import Document, Paragraph
from lightterm.extract import dom, extract, main_text
from lightterm.extract.reader import read_page
from lightterm.extract.reader.choose import chosen
from lightterm.extract.reader.kind import KINDS as PAGE_KINDS
from lightterm.extract.reader.model import tree_sums, weights
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from tests.bench import sets

PAGES = Path(__file__).parent / "reader_pages"
DATA = os.environ.get(sets.VARIABLE, "")
KINDS = ("article", "forum", "manual", "product")
FLOORS = {"aeb": 0.987, "moz": 0.973, "traf": 0.930, "wcxb": 0.915}
"""Of F1 on every fifth page of the public sets, just below what is reached: the weights have learned from them."""


def document(markup: str, reader: bool = True, css: bool = True) -> Document:
    url = "https://example.org/2024/rivers-of-the-north"
    response = Response(url=url, status=200, headers=(), body=b"")
    snapshot = Snapshot(response=response, content_type="text/html", markup=markup.encode(), charset="utf-8")
    found, problems = extract(snapshot, View(reader=reader, css=css))
    assert not problems
    return found


def wanted(markup: str) -> str:
    """The text of what a page of ours marks as main."""
    return "\n".join(dom.text_of(node) for node in dom.parse(markup.encode()).css("[data-main]"))


def shown(page: Document) -> str:
    return "\n".join(block.text() for block in page.blocks if isinstance(block, Paragraph))


@pytest.mark.covers("LB-64", "LB-175")
@pytest.mark.parametrize("kind", KINDS)
def test_the_main_text_is_found_on_pages_of_every_kind(kind: str) -> None:
    markup = (PAGES / f"{kind}.html").read_text()
    truth = sets.tokens(wanted(markup))
    assert sets.bag_f1(sets.tokens(main_text(markup, "https://example.org/a/page")), truth) > 0.9
    assert sets.bag_f1(sets.tokens(shown(document(markup))), truth) > 0.9
    whole = shown(document(markup, reader=False))
    assert sets.bag_f1(sets.tokens(whole), truth) < 0.9


@pytest.mark.covers("LB-64")
@pytest.mark.skipif(not DATA, reason=f"{sets.VARIABLE} names no directory with the public sets")
@pytest.mark.parametrize("name", FLOORS)
def test_quality_does_not_fall_on_the_public_sets(name: str) -> None:
    pages = list(sets.SETS[name](Path(DATA)))[::5]
    assert sets.score(name, [sets.measured(page, main_text(page.markup, page.url)) for page in pages]) > FLOORS[name]


def test_targets_keep_the_numbers_of_the_whole_page() -> None:
    markup = (PAGES / "article.html").read_text()
    whole, main = document(markup, reader=False), document(markup)
    assert [target.url for target in main.targets] == [target.url for target in whole.targets]
    sea = next(target.number for target in whole.targets if target.text == "sea")
    assert any(f"[{sea}]sea" in block.text(numbers=True) for block in main.blocks if isinstance(block, Paragraph))
    folded = {n for first, last in main.folded for n in range(first, last + 1)}
    assert sea not in folded and sea + 1 not in folded
    assert len(folded) == len(whole.targets) - 2


def test_lists_anchors_and_what_was_left_out_stay_true() -> None:
    markup = (PAGES / "article.html").read_text()
    main = document(markup)
    markers = [block.frame.marker for block in main.blocks if block.lead]
    assert markers == ["1. ", "2. "]
    places = dict(main.anchors)
    heading = main.blocks[places["floods"]]
    assert isinstance(heading, Paragraph) and heading.text() == "Floods"
    assert all(0 <= at < len(main.blocks) for at in places.values())
    assert all(0 <= mark.start < mark.end <= len(main.blocks) for mark in main.landmarks)
    (left_out,) = [count for count in main.hidden.counts if count[0] == "reader"]
    assert left_out[1] == len(document(markup, reader=False).blocks) - (len(main.blocks) - 1)  # the credits are new


def test_a_list_whose_first_block_goes_keeps_its_marker() -> None:
    head = (PAGES / "article.html").read_text().partition("<ol><li data-main>")
    share = '<ol><li><div class="share-buttons"><a href="/t">Share</a></div><p data-main>'
    main = document(head[0] + share + head[2].replace("</li>", "</p></li>", 1))
    first = next(block for block in main.blocks if isinstance(block, Paragraph) and "first of them" in block.text())
    assert first.lead == 1 and first.frame.marker == "1. "
    assert "Share" not in shown(main)


@pytest.mark.parametrize(
    "markup", ["", "<p>", "<img src=a.png alt=A>", "<script>x</script>", "<p>one", "<table><tr><td>1"]
)
def test_a_page_with_hardly_any_text_is_shown_whole(markup: str) -> None:
    whole = document(markup, reader=False)
    assert shown(document(markup)) == shown(whole)
    assert main_text(markup).split() == [word for word in shown(whole).split() if word not in ("[A]",)]


def test_a_text_that_a_page_repeats_elsewhere_is_read_once() -> None:
    markup = (PAGES / "forum.html").read_text()
    question = "My kettle whistles about a minute before the water boils, every single morning of the week."
    quoted = markup.replace("<p data-main>My kettle", f"<p>{question}</p><p data-main>My kettle").replace(
        "<p data-main>It is the height", f"<blockquote><p>{question}</p></blockquote><p>It is the height"
    )
    assert main_text(quoted).count(question) == 1
    assert shown(document(quoted)).count(question) == 1


def test_bylines_of_copies_for_other_screens_go_with_them() -> None:
    """On a front page they stood under each other, and under the wrong teasers."""
    cards = [
        f"<article><h2>The {name} river rises again this spring</h2><p>What {name} towns do about it, and what they "
        f"might have done before.</p><div>Ann {name} | 3/7</div></article>"
        for name in ("North", "South", "East")
    ]
    page = f"<div class=wide>{''.join(cards)}</div><section class=narrow>{''.join(cards)}</section>"
    blocks, _ = read_page(page.encode(), "")
    likely = [0.1 if "Ann" in block.text and at < len(blocks) // 2 else 0.9 for at, block in enumerate(blocks)]
    kept = [block.text for block, keep in zip(blocks, chosen(blocks, likely), strict=True) if keep]
    assert len(kept) == 6 and not any("Ann" in text for text in kept)


@pytest.mark.parametrize(
    ("page", "times"),
    [
        ("<article>{}<aside>{}</aside></article>", 1),
        ("<article><h1>Rivers</h1>{}{}</article>", 2),
        ("<div><h1>Rivers</h1>{}{}</div>", 2),
        ("<div><h1>Rivers</h1>{}<section class=narrow>{}</section></div>", 1),
    ],
)
def test_parts_of_one_text_that_are_alike_may_say_the_same(page: str, times: int) -> None:
    said = "Every spring the melting snow makes the rivers flood, which is why the fields beside them are fertile."
    parts = [f"<h2>{name}</h2><div><p>{said}</p><p>{name} {said[::-1]}</p></div>" for name in ("North", "South")]
    assert main_text(page.format(*parts)).count(said) == times


@pytest.mark.parametrize(("name", "times"), [("facts", 3), ("narrow", 2)])
def test_items_of_a_list_may_have_the_same_value(name: str, times: int) -> None:
    said = "Free for ten days, no credit card is needed."
    names = ("facts", "facts", name)
    items = [
        f"<li><p>Map {i}</p><dl class={name}><dt>Price</dt><dd>{said}</dd></dl></li>" for i, name in enumerate(names)
    ]
    blocks, _ = read_page(f"<ul>{''.join(items)}</ul>".encode(), "")
    kept = chosen(blocks, [0.9] * len(blocks))
    assert [block.text for block, keep in zip(blocks, kept, strict=True) if keep].count(said) == times


def test_a_text_that_stands_once_more_run_together_is_read_once() -> None:
    said = [
        f"{word} rivers of the land are fed by springs, by melting snow and by the rains of autumn, and {end}"
        for word, end in (("Northern", "freeze."), ("Southern", "never do."), ("Eastern", "flood."), ("All", "end."))
    ]
    paragraphs = [f"{text} {text[::-1]}." for text in said]
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    copy = " ".join(paragraphs)
    assert len(copy) > 800
    page = f"<title>Rivers</title><div class=content>{copy}</div><article><h1>Rivers</h1>{body}</article>"
    for text in (main_text(page), shown(document(page))):
        assert [text.count(paragraph) for paragraph in paragraphs] == [1] * 4


def test_comments_are_no_part_of_an_article() -> None:
    markup = (PAGES / "article.html").read_text()
    said = "I have lived at such a river all of my life, and I have never seen a salmon in it, let alone a bear"
    comments = "".join(f"<p>{said}, said {who}, which is why nobody here believes it.</p>" for who in ("one", "two"))
    page = markup.replace("<h2 id", f"<div class=comment>{comments}</div><h2 id", 1)
    assert page.count(said) == 2
    assert said not in main_text(page, "https://example.org/2024/rivers") and said not in shown(document(page))
    assert said in main_text(page.replace("class=comment", "class=text"), "https://example.org/2024/rivers")
    many = markup.replace("<h2 id", f"<div class=comment>{comments * 4}</div><h2 id", 1)
    assert said not in main_text(many, "https://example.org/2024/rivers")


def test_a_page_that_is_all_of_one_part_keeps_it() -> None:
    markup = (PAGES / "article.html").read_text()
    body = markup.index(">", markup.index("<body")) + 1
    for start, end in (("<div class=related>", "</div>"), ("<footer>", "</footer>")):
        page = f"{markup[:body]}{start}{markup[body:]}{end}"
        assert main_text(page, "https://example.org/2024/rivers") == main_text(
            markup, "https://example.org/2024/rivers"
        )


def test_the_footer_of_the_page_goes_and_that_of_a_text_may_stay() -> None:
    said = "Every spring the melting snow makes the rivers flood, which is why the fields beside them are fertile."
    text = "".join(f"<p>{said} {said[::-1]} {n}</p>" for n in range(6))
    note = "The rivers of the north were measured by the author over eleven years, on foot, by boat and from the air."
    page = f"<title>Rivers</title><article><h1>Rivers</h1>{text}</article>"
    assert note not in main_text(f"{page}<footer><p>{note}</p></footer>")
    assert note in main_text(page.replace("</article>", f"<footer><p>{note}</p></footer></article>"))


def test_the_lead_of_an_article_is_text_of_it() -> None:
    lead = "The rivers of the north freeze for half of the year, and what lives in them has learned to wait."
    text = "".join(
        f"<p>Paragraph {n} of the text goes on at some length about ice, salmon and bears. {'x' * 90}</p>" for n in "ab"
    )
    page = f"<h1>Rivers</h1><p class=NAME>{lead}</p><p>12 May</p><div>{text}</div>"
    for name, kind, there in (
        ("intro", "article", True),
        ("article-standfirst", "article", True),
        ("photo", "article", False),
        ("related-intro", "article", False),
        ("intro", "forum", False),
    ):
        blocks, _ = read_page(page.replace("NAME", name).encode(), "https://example.org/rivers")
        chances = [0.9 if block.text.startswith("Paragraph") else 0.2 for block in blocks]
        kept = chosen(blocks, chances, [float(known == kind) for known in PAGE_KINDS])
        found = [block.text for block, keep in zip(blocks, kept, strict=True) if keep]
        assert (lead in found) == there, name
        assert len(found) == 2 + there


def test_what_is_said_beside_a_word_to_read_it_by_is_not_said_twice() -> None:
    ruby = "<ruby>\u6f22<rp>(</rp><rt>kan</rt><rp>)</rp>\u5b57<rt>ji</rt></ruby>"
    blocks, _ = read_page(f"<p>The {ruby} are signs <ruby>x<rt>y</rt></ruby>.</p>".encode(), "")
    assert [block.text for block in blocks] == ["The \u6f22\u5b57 are signs x."]


def test_controls_are_no_text_of_a_collection() -> None:
    goods = "".join(
        f"<li><h3>Kettle number {n} of brushed steel</h3><label><input type=checkbox> Compare kettle {n}</label></li>"
        for n in range(9)
    )
    blocks, _ = read_page(f"<title>Kettles</title><ul>{goods}</ul>".encode(), "https://example.org/kettles")
    for kind, controls in (("collection", 0), ("documentation", 9)):
        kept = chosen(blocks, [0.9] * len(blocks), [float(name == kind) for name in PAGE_KINDS])
        texts = [block.text for block, keep in zip(blocks, kept, strict=True) if keep]
        assert sum("Compare" in text for text in texts) == controls
        assert sum("brushed steel" in text for text in texts) == 9


def test_a_frame_left_open_does_not_swallow_the_page() -> None:
    markup = (PAGES / "article.html").read_text()
    framed = markup.replace("<header", "<noscript><iframe src=/tag height=0 /></noscript><header", 1)
    assert framed != markup and main_text(framed) == main_text(markup)
    assert shown(document(framed)) == shown(document(markup))


@pytest.mark.parametrize("late", ["streamed", "shadow", "data", "described"])
def test_text_that_waits_for_a_script_is_read(late: str) -> None:
    words = "Every spring the melting snow makes the rivers flood, which is why the fields beside them are fertile."
    text = f"<h1>Rivers</h1><p>{words}</p><p>{words[::-1]}</p>"
    page = {
        "streamed": f'<p><!--$?--><template id="B:0"></template>Wait<!--/$--></p><div hidden id="S:0">{text}</div>',
        "shadow": f"<x-page><template shadowrootmode=open>{text}</template></x-page>",
        "data": f'<script type=application/ld+json>{{"articleBody": "{words} {words}"}}</script><div id=app></div>',
        "described": f"<meta name=description content='{words}'><div id=app></div>",
    }[late]
    assert words in main_text(page)


def test_shortcodes_that_nobody_carried_out_are_no_text() -> None:
    text = "The oak came from a barn in Devon, and it was dry as bone when we cut it for the counters."
    about = (
        'Say [gallery ids="1"] where pictures go, [sic], see [note_1] and x[first_row], then wait for the page to load.'
    )
    markup = (
        f'<article><h1>Kitchens</h1><p>[vc_row][vc_column width="1/2"]{text}[/vc_column] [/vc_row]</p>'
        f'<p>{about}</p><p>[gallery ids="1,2"]</p><p>[vc_row]</p><pre>[vc_row]</pre></article>'
    )
    assert main_text(markup) == f"{text}\n{about}"
    assert [block.text for block in read_page(markup.encode(), "")[0]] == ["Kitchens", text, about, "[vc_row]"]
    assert '[gallery ids="1,2"]' not in shown(document(markup))
    assert '[gallery ids="1,2"]' in shown(document(markup, reader=False))


def test_a_page_cannot_forge_the_signs() -> None:
    markup = (PAGES / "article.html").read_text()
    forged = markup.replace("<footer>", "<footer><\x1c+ 9999>Subscribe now</\x1c+>&#28;+ 99")
    assert "All rights reserved" not in shown(document(forged))


def test_what_styles_hide_is_not_read() -> None:
    markup = (PAGES / "article.html").read_text()
    hidden = markup.replace(
        "<h2 id",
        "<style>.gone{display:none}</style><p class=gone>A paragraph that nobody is to see, "
        "however well it would fit into the text around it.</p><h2 id",
    )
    assert "nobody is to see" not in shown(document(hidden))
    assert "nobody is to see" in main_text(hidden)


TITLED = """<title>Why rivers bend - The Daily Flow</title><header><h1><a href=/>The Daily Flow</a></h1></header>
<nav><a href=/a>World</a> <a href=/b>Sports</a></nav>{before}<main id=text><article class=post><div class=entry-content>
<p>A river bends because its outer bank is worn away while sand settles at the inner one, year after year.</p>
<ul>{row}</ul><p>So a small curve becomes a wide one, until the river cuts through its neck and leaves a lake.</p></div>
</article></main><footer><p>All rights reserved. <a href=/privacy>Privacy</a></p></footer>"""


def test_the_name_of_a_site_is_no_headline_where_the_page_has_one_of_its_own() -> None:
    """A title is mostly the site's name where its other half is one long word, as Japanese ones are."""
    title = "<title>NEWS WEB EASY|川が曲がる</title>"
    markup = TITLED.partition("</title>")[2].replace("The Daily Flow", "NEWS WEB EASY")
    own = "<div class=hero><h1><ruby>川<rt>かわ</rt></ruby>が曲がる</h1></div>"
    assert shown(document(title + markup.format(before=own, row=""))).split("\n")[0] == "川(かわ)が曲がる"


@pytest.mark.parametrize(
    ("before", "headline"),
    [
        ("<div class=hero><h1>Why rivers bend</h1></div>", "Why rivers bend"),
        ("<div class=hero><h2>Why rivers bend</h2></div><h2>More of today</h2>", "Why rivers bend"),
        ("<div class=hero><h1>On curves in water</h1></div>", "On curves in water"),
        ("<h1><a href=/2024/curves>On curves in water</a></h1>", "On curves in water"),
        ("<h1><a href=/>Flow of the day</a></h1>", "Why rivers bend - The Daily Flow"),
        ("", "Why rivers bend - The Daily Flow"),
    ],
)
def test_the_headline_comes_first_wherever_the_page_has_it(before: str, headline: str) -> None:
    markup = TITLED.format(before=before, row="")
    page = document(markup)
    assert shown(page).split("\n")[0] == headline
    assert [heading.text for heading in page.outline()] == [headline]
    assert shown(page).count("river bends because") == 1 and "Sports" not in shown(page)
    whole = document(markup, reader=False)
    places = {mark.role: page.blocks[mark.start] for mark in page.landmarks}
    assert "banner" not in places and len(page.targets) == len(whole.targets)
    assert "A river bends" in places["main"].text()


def test_the_subject_of_an_answer_is_not_the_headline_of_its_thread() -> None:
    asked = "<p>The image grew by half within a year, and I wonder which of its parts it was that became so large.</p>"
    told = "<p>The loader of the image was changed, and what it starts has to stand in it twice since then.</p>"
    of = "<h3>{}</h3><dl><dt>ann<dd>Member<dd>Registered: 2025-11-01<dd>Posts: 1</dl>"
    post = f"<div class=blockpost><div class=postleft>{of}</div><div class=postmsg>{{}}</div></div>"
    subject = "Why has the image grown"
    posts = post.format(subject, asked) + post.format(f"Re: {subject}", told * 6)
    links = "".join(f"<li><a href=/{i}>Go {i}</a>" for i in range(8))
    page = document(
        f"<title>{subject} / Forum</title><h1><a href=/>Forum</a></h1><ul>{links}</ul><div id=posts>{posts}</div>"
    )
    kept = shown(page).split("\n")
    assert kept[0] == subject and "min to read" in kept[1] and kept[2].startswith("The image grew")


@pytest.mark.parametrize("answer", ["AW: {}", "Sv: {}", "回复\uff1a{}"])
def test_the_subject_of_an_answer_is_known_in_other_languages(answer: str) -> None:
    title, asked = "Why has the image grown", "The image grew by half, and I wonder which of its parts it was. " * 3
    posts = f"<p>{asked}<h3>{answer.format(title)}</h3><p>{asked.replace('image', 'sail')}"
    links = "".join(f"<li><a href=/{i}>Go {i}</a>" for i in range(8))
    page = document(f"<title>{title}</title><ul>{links}</ul><main>{posts}</main>")
    assert shown(page).split("\n")[0] == title


THREAD = (
    "<li id=post-1><div><a href=/members/mara>Mara</a></div><div>2 Nov 2024</div><div>Posts: 12</div><p>{0}</li>"
    "<li id=post-2><div><a href=/p/2>Link</a> by <a href=/u/bo>Bo</a> on 3 Nov 2024</div><div>Posts: 7</div><p>{1}</li>"
    "<li id=post-3><p>{2}<div>answered 4 Nov 2024</div><div><a href=/users/3/cy>Cy</a></div><div>Posts: 3</div></li>"
)


def test_posts_of_a_thread_keep_whose_they_are_and_from_when() -> None:
    """They ran into one another: nothing told where the next one began."""
    said = [f"The {what} of the northern boats were mended by {who}, and so they went out again. " * 4
            for what, who in (("sails", "weavers"), ("hulls", "carpenters"), ("nets", "children"))]  # fmt: skip
    links = "".join(f"<li><a href=/{i}>Go {i}</a>" for i in range(12))
    page = document(f"<title>Boats</title><ul>{links}</ul><h1>Boats of the north</h1><ul>{THREAD.format(*said)}</ul>")
    wanted = ["Mara", "2 Nov 2024", "Link by Bo on 3 Nov 2024", "answered 4 Nov 2024", "Cy"]
    assert [line for line in shown(page).split("\n") if line in wanted] == wanted


def test_posts_of_a_thread_are_apart() -> None:
    """Where only a style sheet told them apart, the next one's writer stood right under the text of the one before."""
    posts = "".join(
        f"<div id=post-{i} class=post><div><a href=/u/{who}>{who}</a> {i} Nov 2024</div><div>"
        f"{f'The {what} of the northern boats were mended by {who}, and so they went out again. ' * 4}</div></div>"
        for i, (who, what) in enumerate((("Mara", "sails"), ("Bo", "hulls"), ("Cy", "nets")), 1)
    )
    links = "".join(f"<li><a href=/{i}>Go {i}</a>" for i in range(12))
    page = document(f"<title>Boats</title><ul>{links}</ul><h1>Boats of the north</h1>{posts}")
    lines = list(text_lines(page.blocks, 80))
    names = [at for at, line in enumerate(lines) if line.endswith("Nov 2024")]
    assert len(names) == 3 and not any(lines[at - 1] for at in names) and all(lines[at + 1] for at in names)


def test_the_day_that_somebody_became_a_member_is_not_that_of_a_post() -> None:
    """It stood nearer to the name than the day of the post, and was shown in its place without what it is."""
    about = "<dl><dt>Joined</dt><dd>Mar 5, 2009</dd></dl><dl><dt>Messages</dt><dd>75</dd></dl>"
    posts = "".join(
        f"<article id=post-{i}><h4><a href=/members/{who}>{who}</a></h4><h5>Mate</h5>{about}"
        f"<ul><li><a href=/p/{i}>{i} Nov 2024</a></ul>"
        f"<p>{f'The {what} of the northern boats were mended by {who}, and so they went out again. ' * 4}</article>"
        for i, (who, what) in enumerate((("Mara", "sails"), ("Bo", "hulls"), ("Cy", "nets")), 1)
    )
    links = "".join(f"<li><a href=/{i}>Go {i}</a>" for i in range(12))
    page = document(f"<title>Boats</title><ul>{links}</ul><h1>Boats of the north</h1>{posts}")
    lines = shown(page).split("\n")
    assert [line for line in lines if line.endswith(("2009", "2024"))] == ["1 Nov 2024", "2 Nov 2024", "3 Nov 2024"]


def test_rows_of_buttons_for_sharing_are_no_text() -> None:
    names = ("Share on X", "Tweet", "Facebook", "Email this to a friend", "Copy link")
    row = "".join(f"<li><a href=/{i}>{name}</a></li>" for i, name in enumerate(names))
    markup = TITLED.format(before="", row=row + "<li><a href=/e>Email was invented in 1971</a></li>")
    for text in (main_text(markup), shown(document(markup))):
        assert not any(name in text for name in names)
        assert "a small curve" in text


@pytest.mark.covers("LBX-8")
@pytest.mark.parametrize("flag", ["--reader", "--readability", "-r"])
def test_the_dump_shows_the_main_text_alone(flag: str, home: Path) -> None:
    path = PAGES / "article.html"
    done = subprocess.run(
        [sys.executable, "-m", "lightterm", "--dump", flag, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "The rivers of the north rise" in done.stdout
    assert "1. The first of them" in done.stdout and "[6]sea" in done.stdout
    for other in ("Related stories", "Sports", "Subscribe", "All rights reserved", "/privacy"):
        assert other not in done.stdout


def test_reading_needs_neither_numpy_nor_a_second_parser() -> None:
    code = (
        "import sys; from lightterm.extract import main_text; main_text('<p>one two'); "
        "print([m for m in ('numpy', 'lxml', 're', 'bs4', 'html.parser') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() in ("[]", "['re']")  # json brings re


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<div>" * 5000 + "deep down", "deep down"),
        ("<div class=c>" * 300 + "<p>one of many</p>" * 300 + "</div>" * 300 + "<p>after", "one of many"),
    ],
)
def test_depth_is_bounded(markup: str, words: str) -> None:
    assert words in main_text(markup)
    assert words in shown(document(markup))


def test_pages_of_many_blocks_are_weighed_a_part_at_a_time() -> None:
    loaded = weights()
    made = [[(n * 7919 + i * 104729) % 1000 / 500 for n in range(5000)] for i in range(len(loaded.thresholds))]
    whole = tree_sums(made, loaded)
    assert whole == tree_sums([c[:1500] for c in made], loaded) + tree_sums([c[1500:] for c in made], loaded)
    assert len(set(whole)) > 100
