"""A page as data: targets, forms, landmarks, outline, anchors, media, metadata, and what was left out."""

from __future__ import annotations

import pytest
from effort import calls, grows_in_proportion

from lightterm.document.layout import text_lines
from lightterm.document.model import Document, Option, Target
from lightterm.document.structure import outline_regions
from lightterm.extract import dom
from lightterm.extract.cuts import without_comments, without_strays
from lightterm.extract.html import html_document
from lightterm.extract.view import View

BASE = "https://example.org/dir/page"


def read(markup: str, url: str = BASE, **view: object) -> Document:
    return html_document(markup.encode(), url, View(**view))


def text(document: Document, width: int = 80) -> str:
    return "\n".join(text_lines(document.blocks, width))


def link(markup: str, url: str = BASE) -> Target:
    (target,) = read(markup, url).targets
    return target


HEAD = """<!doctype html><html lang=de dir=ltr><head><meta charset=UTF-8><title> A
 title </title><base href="/base/"><meta name=description content="About it"><meta name=generator content=Hugo>
<link rel=canonical href=/c><link rel="alternate home" type=application/atom+xml href=feed.xml title="The feed">
<link rel=alternate hreflang=fr href=/fr><meta property="og:description" content="not this one">
<meta http-equiv=refresh content="5;url=next"></head><body><svg><title>not the title</title></svg><p>x"""


def test_the_head_becomes_metadata():
    document = read(HEAD)
    assert (document.url, document.title) == (BASE, "A title")
    assert (document.language, document.direction) == ("de", "ltr")
    metadata = document.metadata
    assert (metadata.description, metadata.generator, metadata.charset) == ("About it", "Hugo", "utf-8")
    assert metadata.canonical == "https://example.org/c"
    assert metadata.feeds == (("https://example.org/base/feed.xml", "The feed"),)
    assert metadata.refresh == (5.0, "https://example.org/base/next")


def test_a_page_without_a_head_has_empty_metadata():
    document = read("")
    assert (document.title, document.language, document.blocks, len(document.targets)) == ("", "", [], 0)
    assert document.metadata.refresh is None
    assert read('<meta property="og:description" content="Og"><p>').metadata.description == "Og"


def test_the_title_is_made_safe():
    assert read("<title>a\x1b[31mb&#7;c\u202ed</title>").title.isprintable()


@pytest.mark.covers("LB-67")
def test_every_visible_link_has_its_number_text_address_and_relation():
    document = read(
        "<p hidden><a href=/gone>gone</a></p>"
        "<p><a href=sub/x rel='NoFollow me' title=Tip>one <b>two</b></a> <a href=#f>f</a>"
    )
    assert [(t.number, t.kind, t.text, t.url, t.rel, t.title) for t in document.targets] == [
        (1, "link", "one two", "https://example.org/dir/sub/x", "nofollow me", "Tip"),
        (2, "link", "f", f"{BASE}#f", "", ""),
    ]
    assert list(document.targets.addresses()) == [(t.number, t.url) for t in document.targets]


def test_a_target_that_is_not_there_is_an_index_error():
    document = read("<a href=/x>x</a>")
    for number in (0, 2, -1):
        with pytest.raises(IndexError):
            document.targets[number]


def test_the_base_address_counts_and_only_the_first():
    assert link('<base href="https://cdn.example/x/"><base href=/y/><a href=z>z</a>').url == "https://cdn.example/x/z"
    assert (
        html_document(b"<a href=z>z</a>", "stdin:", View(), base="https://e.org/d/").targets[1].url
        == "https://e.org/d/z"
    )


@pytest.mark.covers("LBX-41")
@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<a href=/x>x</a>", "content"),
        ("<nav><a href=/x>x</a></nav>", "navigation"),
        ("<header><a href=/x>x</a></header>", "navigation"),
        ("<div role=navigation><ul><li><a href=/x>x</a></ul></div>", "navigation"),
        ("<article><header><a href=/x>x</a></header></article>", "content"),
        ("<footer><a href=https://other.example/>x</a></footer>", "navigation"),
        ("<a href=https://other.example/>x</a>", "external"),
        ("<a href=//EXAMPLE.org/y>x</a>", "content"),
        ("<a href=/file.ZIP?x=1>x</a>", "download"),
        ("<a href=/x download>x</a>", "download"),
        ("<a href=mailto:a@b.example>x</a>", "content"),
    ],
)
def test_links_are_told_apart_by_what_they_are_for(markup, expected):
    assert link(markup).link_class == expected


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ("<a href=/x aria-label=Label></a>", "Label"),
        ("<a href=/x><img src=a alt=Alt></a>", "Alt"),
        ("<a href=/x><svg><title>Svg</title></svg></a>", "Svg"),
        ("<a href=/x title=Title><i class=i></i></a>", "Title"),
        ("<a href=/some/file.html?q><img src=x></a>", "file.html"),
        ("<a href=/x><i class='fa fa-home'></i></a>", "home"),
        ("<a href=/x><span hidden id=n>Named</span><b aria-labelledby=n></b></a>", "Named"),
    ],
)
def test_links_without_text_are_named(markup, name):
    assert link(markup).text == name


def test_links_that_show_nothing_at_all_are_no_targets():
    assert len(read("<a href=/x></a><a name=y>y</a><a>z</a><a href=/x> </a>").targets) == 0
    for empty in ("<a href=/x><address></address></a>", "<a href=/x><pre></pre></a>", "<a href=/x><p> </p></a>"):
        assert len(read(f"a<tt>{empty}</tt><p>b").targets) == 0


def test_a_link_over_blocks_and_cells_is_one_target():
    document = read("<a href=/c><img alt=Photo src=p><h3>Title</h3><p>Text</p></a> after <a href=/d>d</a>")
    assert [t.text for t in document.targets] == ["Photo Title Text", "d"]
    table = read("<a href=/t><table border=1><tr><th>a<th>b<tr><td>c<td>d</table></a><a href=/e>e</a>")
    assert [(t.number, t.url[-2:]) for t in table.targets] == [(1, "/t"), (2, "/e")]
    assert text(table).count("[1]") == 1


def test_the_direction_and_display_of_a_list_leave_its_options_in_it():
    document = read(
        "<style>.block{display:block}</style><p>Language: <select name=l dir=ltr><option dir=rtl lang=he value=he>עברית"
        "<option selected value=en>English</select> and <select name=m class=block><optgroup class=block label=G>"
        "<option class=block selected>Two</optgroup></select> <textarea dir=rtl>words</textarea>"
    )
    fields = [target.field for target in document.targets]
    assert [[option.label for option in field.options] for field in fields] == [["עברית", "English"], ["Two"], []]
    assert [field.value for field in fields] == ["en", "Two", "words"]
    assert text(document).count("{English ▾}") == text(document).count("{Two ▾}") == 1
    assert "עברית" not in text(document)


FORM = """<form action=send method=POST enctype=multipart/form-data id=f accept-charset=utf-8>
<label for=n>Your  name</label><input id=n name=n value=v required placeholder=ph maxlength=9>
<select name=s><option value=1>One<option value=2 selected>Two<option disabled>Off
<optgroup label=G><option>Three</optgroup></select>
<input type=hidden name=h value=hid><textarea name=t readonly>
x
 y</textarea><label><input type=checkbox name=c checked value=yes> Check</label>
<input type=password name=p value=secret><button name=b value=go formaction=/other>Go <b>on</b></button>
<fieldset disabled><input name=off></fieldset></form><input form=f name=outside><form><input name=second></form>"""


@pytest.mark.covers("LB-68", "LBX-42")
def test_forms_with_their_fields_and_hidden_ones():
    document = read(FORM)
    first, second = document.forms
    assert (first.action, first.method, first.enctype) == (
        "https://example.org/dir/send",
        "post",
        "multipart/form-data",
    )
    assert (first.name, first.accept_charset) == ("f", "utf-8")
    assert [(f.kind, f.name, f.value, f.form) for f in first.hidden] == [("hidden", "h", "hid", 0)]
    assert (second.action, second.method, second.hidden) == (BASE, "get", ())
    assert second.enctype == "application/x-www-form-urlencoded"
    fields = [t.field for t in document.targets if t.field is not None]
    assert [(f.kind, f.name, f.value, f.form) for f in fields] == [
        ("text", "n", "v", 0),
        ("select", "s", "2", 0),
        ("textarea", "t", "x\n y", 0),
        ("checkbox", "c", "yes", 0),
        ("password", "p", "secret", 0),
        ("submit", "b", "go", 0),
        ("text", "outside", "", 0),
        ("text", "second", "", 1),
    ]
    assert [t.kind for t in document.targets] == ["field"] * 5 + ["button"] + ["field"] * 2


@pytest.mark.parametrize("state", ["required", "readonly", "disabled"])
def test_a_note_on_a_field_does_not_run_into_the_next_label(state):
    page = read(f"<label>Name<input name=n {state}></label><label>Mail<input name=m {state}></label>")
    text = page.blocks[0].text()
    assert ") Mail" in text and not text.endswith(" ")


def test_a_label_and_an_option_are_one_line():
    page = read("<label>Say<br>it<br><textarea name=t></textarea></label><select><option>a<br>b</select>")
    said, chosen = (page.targets[number].field for number in (1, 2))
    assert (said.label, chosen.options[0].label, chosen.options[0].value) == ("Say it", "a b", "a b")


def test_fields_know_their_label_state_and_options():
    name, select, area, check, _, button, *_ = (t.field for t in read(FORM).targets)
    assert (name.label, name.required, name.placeholder) == ("Your name", True, "ph")
    assert dict(name.attributes) == {"maxlength": "9"}
    assert select.options == (
        Option("1", "One"),
        Option("2", "Two", selected=True),
        Option("Off", "Off", disabled=True),
        Option("Three", "Three", group="G"),
    )
    assert area.readonly and not area.required
    assert (check.label, check.checked) == ("Check", True)
    assert button.label == "Go on"
    assert dict(button.attributes) == {"formaction": "/other"}


def test_fields_that_css_or_markup_hides_are_still_sent():
    document = read(
        "<form><div style='display:none'><input name=a value=1></div>"
        "<p hidden><input type=checkbox name=b checked></p></form>"
    )
    assert [(f.name, f.value) for f in document.forms[0].hidden] == [("a", "1"), ("b", "on")]


def test_landmarks_span_the_blocks_they_hold():
    document = read(
        "<header>Top<nav aria-label='Main  menu'><a href=/>a</a></nav></header><main><h1>H</h1><p>p</main>"
        "<aside>side</aside><section aria-label=Region>r</section><section>no landmark</section><footer>f</footer>"
    )
    found = [(m.role, m.name, m.start, m.end) for m in document.landmarks]
    assert found == [
        ("banner", "", 0, 2),
        ("navigation", "Main menu", 1, 2),
        ("main", "", 2, 4),
        ("complementary", "", 4, 5),
        ("region", "Region", 5, 6),
        ("contentinfo", "", 7, 8),
    ]


def test_the_outline_is_the_headings():
    document = read("<h1>First <i>one</i></h1><p>x<h3>Third<br>level</h3><h2></h2>")
    assert [(h.level, h.text) for h in document.outline()] == [(1, "First one"), (3, "Third level")]
    assert [document.blocks[h.block].level for h in document.outline()] == [1, 3]


THREADS = {
    "phpBB": "<div id=p101>{}</div><div id=p102>{}</div>",
    "XenForo": "<article id=js-post-7><article>{}</article></article><article id=js-post-8>{}</article>",
    "two ids for one post": "<div id=message_95><p id=msg_1>{}</div><div id=message_96><p id=msg_2>{}</div>",
    "a layout table": "<table><tr id=post_1><td>{}<td><p>Long.<p>More.<tr id=post_2><td>{}<td>x</table>",
    "microdata": "<div itemprop=comment>{}</div><div itemprop=comment>{}</div>",
    "roles": "<div role=article>{}</div><div role=comment>{}</div>",
    "elements": "<article>{}</article><article>{}</article>",
}


@pytest.mark.parametrize("thread", THREADS.values(), ids=THREADS)
def test_the_posts_of_a_thread_are_in_the_outline(thread):
    said = ("<button>Up</button><p>Ann Smith, 3 May</p><p>Hello.", "<p>Bob Jones<p>No.")
    document = read("<h1>Thread</h1>" + thread.format(*said) + "<h2>End</h2>")
    title, first, second, end = document.outline()
    assert (title.level, first.level, second.level, end.level) == (1, 2, 2, 2)
    assert first.text.startswith("Ann Smith, 3 May · Hello.") and second.text.startswith("Bob Jones · No.")
    assert "Bob" not in first.text and "End" not in second.text


def test_articles_that_have_headings_or_are_alone_are_no_more_in_the_outline():
    assert len(read("<article><h2>A</h2><p>x</article><article><p>Lead<h2>B</h2></article>").outline()) == 2
    assert [h.text for h in read("<h1>T</h1><article><p>Text</article>").outline()] == ["T"]
    assert [h.text for h in read("<h1>T</h1><p id=p1>One<p id=p2>Two<p id=p3>Three").outline()] == ["T"]


def test_regions_around_one_table_do_not_each_look_through_it():
    def told_apart(n: int) -> None:
        outline_regions(read("<section aria-label=a>" * (n // 10) + "<table>" + "<tr><td>.<td>." * n))

    assert grows_in_proportion(told_apart, 500)


def test_posts_are_looked_for_once_over_a_page_of_any_size():
    document = read("<h1>Thread</h1>" + "".join(f"<table><td id=post_{n}>x</table>" for n in range(20_000)))
    assert calls(document.outline) < 60 * 20_000


def test_space_inside_a_link_stands_outside_of_it():
    document = read("<p>by<a href=x> Karl Tate</a>, or<a href=y> <i>him</i> </a>on<a href=z>\nRadio </a>")
    assert text(document) == "by [1]Karl Tate, or [2]him on [3]Radio"
    assert [document.targets[n].text for n in (1, 2, 3)] == ["Karl Tate", "him", "Radio"]


def test_what_nests_deep_and_ends_again_is_flattened_before_it_is_parsed():
    levels = 40_000
    tree = dom.parse(b"<div>x" * levels + b"</div>" * levels)
    assert len(tree.css("div")) <= 512  # as in browsers
    assert tree.body is not None and tree.body.text().count("x") == levels


def test_anchors_lead_to_their_blocks():
    document = read("<p>zero<p id=one>one<a name=old></a><div><h2 id='&quot;x'>two</h2></div><p>three <b id=in>b</b>")
    assert dict(document.anchors) == {"one": 1, "old": 1, '"x': 2, "in": 3}


def test_anchors_after_loose_text_lead_to_their_elements():
    """They led to the text: a link to a section that follows a line without a paragraph showed the line."""
    loose = "loose<{0} id=x>own</{0}><p>last"
    for name in "div p h2 pre li section blockquote dt form".split():
        assert dict(read(loose.format(name)).anchors) == {"x": 1}, name
    assert dict(read("loose<ul id=x><li id=y>one<li id=z>two</ul>").anchors) == {"x": 1, "y": 1, "z": 2}
    assert dict(read("loose<table id=x><tr><td>1<td>2</table>").anchors) == {"x": 1}
    assert dict(read("loose<hr id=x><p>last").anchors) == {"x": 1}
    assert dict(read("<p>text <b id=x>within</b><p>last").anchors) == {"x": 0}
    assert dict(read("<p>text <a id=x></a><p>last").anchors) == {"x": 0}


def test_anchors_in_tables_lead_to_where_their_cells_went():
    rows = "<tr id=r1><td>a</td><td id=c1>b<tr id=r2><td id=c2><p>x<p id=p1>y<td><p>z<p id=p2>{}<tr><td id=c3><tr><td>l"
    inner = "<table role=none><tr><td>i<td id=in>j<tr><td><p>k<p>m<td id=last>n</table>"
    data = "<p id=end>e</p><table id=d><th id=h>h<tr><td>1</table>"
    document = read(f"<p id=top>t<table>{rows.format(inner)}</table>{data}")
    texts = [str(getattr(block, "raw", "table")) for block in document.blocks]
    found = " ".join(f"{name}:{texts[at].replace(chr(160), '')}" for name, at in document.anchors)
    assert found == "top:t r1:a b c1:a b r2:x c2:x p1:y p2:i j in:i j last:n c3:l end:e d:table h:table"
    assert read("<table><caption id=c>C</caption><tr id=r></tr><tr><td>1<td>2</table>").anchors == (("c", 0), ("r", 0))


@pytest.mark.covers("LB-69", "LBX-40")
def test_media_are_listed_with_their_text_and_size():
    document = read(
        "<img src=a.png alt='Alt  text' width=10 height=20px><img src=data:x data-src=lazy.png>"
        "<img srcset='s1.png 1x, s2.png 2x' alt=''><video src=v.mp4 title=Film></video>"
        "<audio><source src=a.ogg></audio>"
        "<iframe src=/frame width=300 height=200></iframe><iframe src=/pixel width=1 height=1></iframe>"
    )
    assert [(m.kind, m.url.removeprefix("https://example.org"), m.alt, m.width, m.height) for m in document.media] == [
        ("image", "/dir/a.png", "Alt text", 10, 20),
        ("image", "/dir/lazy.png", "", 0, 0),
        ("image", "/dir/s1.png", "", 0, 0),
        ("video", "/dir/v.mp4", "Film", 0, 0),
        ("audio", "/dir/a.ogg", "", 0, 0),
        ("frame", "/frame", "", 300, 200),
    ]


def test_skip_links_are_kept_beside_the_page():
    style = "<style>.s{position:absolute;left:-9999px}.s:focus{left:0}</style>"
    document = read(f"{style}<a class=s href='#main'>Skip to content</a><main id=main>m</main>")
    assert document.skip_links == (("Skip to content", f"{BASE}#main"),)
    assert "Skip" not in text(document) and len(document.targets) == 0


def test_what_was_left_out_is_counted_by_reason():
    document = read(
        "<p hidden>five5<details><summary>s</summary>four</details><div style='display:none'><p>three</p></div><p>shown"
    )
    counts = {reason: (elements, characters) for reason, elements, characters in document.hidden.counts}
    assert counts["html"] == (1, 5)
    assert counts["details"] == (1, 4)
    assert sum(characters for reason, (_, characters) in counts.items() if reason.startswith("css")) == 5
    assert read("<p>all shown").hidden.counts == ()
    twice = read(
        "<p hidden popover aria-hidden=true dir=rtl>four</p><nav role=navigation>five5</nav>", strip_navigation=True
    )
    assert twice.hidden.counts == (("html", 1, 4), ("navigation", 1, 5))


def test_navigation_and_footers_can_be_left_out():
    markup = "<nav>nav</nav><p>text</p><footer>foot</footer>"
    assert text(read(markup, strip_navigation=True)) == "text\n\nfoot"
    assert text(read(markup, strip_footers=True)) == "nav\n\ntext"
    assert {reason for reason, _, _ in read(markup, strip_navigation=True, strip_footers=True).hidden.counts} == {
        "navigation",
        "footer",
    }


def test_numbers_run_in_reading_order_over_links_fields_and_disclosures():
    document = read(
        "<a href=/1>a</a><details><summary>b</summary></details><input>"
        "<table><tr><td><a href=/2>c</a></table><button>d</button>"
    )
    assert [t.kind for t in document.targets] == ["link", "disclosure", "field", "link", "button"]
    assert [t.number for t in document.targets] == [1, 2, 3, 4, 5]
    assert document.targets[2].text == "b"


def test_the_end_of_preformatted_text_is_trimmed_inside_its_marks() -> None:
    page = read("<pre><code>one\n\n  two\n\n</code></pre>")
    assert page.blocks[0].text() == "one\n\n  two"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://ads.example/S/1430854052/?", "ads.example"),
        ("/story/12", "story/12"),
        ("/a/b.html?x=1#y", "b.html"),
        ("https://example.org/", "example.org"),
        ("/7", "7"),
    ],
)
def test_an_address_gives_a_name_that_tells_something(address, name):
    assert link(f"<a href='{address}'><img alt='' src=x></a>").text == name


def test_a_frame_that_shows_nothing_is_not_told():
    assert (
        text(read("<p>a<iframe title='3rd party ad' srcdoc='<style>p{}</style><div> </div>'></iframe><p>b")) == "a\n\nb"
    )


@pytest.mark.parametrize("deep", ["", "<div>" * 5000])
def test_a_long_value_is_no_crowd_of_attributes(deep: str):
    value = "{a: 1, 'b': [2 > 1]} " * 3000
    page = read(f'<a data-x="{value}" href=/there title="a word">link</a> {deep}end')
    assert [target.url for target in page.targets] == ["https://example.org/there"]
    assert text(page).split() == ["[1]link", "end"]


@pytest.mark.parametrize("quoted", ["", "title='>' "])
def test_of_thousands_of_attributes_the_first_count(quoted: str):
    crowd = " ".join(f"a{i}=1" for i in range(5000))
    page = read(f"<p><a href=/there {quoted}{crowd} hidden>link</a><a {crowd} href=/gone>no link</a> end")
    assert [target.url for target in page.targets] == ["https://example.org/there"]
    assert text(page) == "[1]linkno link end"


def test_a_large_page_that_leaves_a_little_open_is_read_as_it_is():
    """Pictures, paragraphs and list items that nothing ends nest no deeper, and alike `<i>` are opened again thrice."""
    items = "<ul><li>one<li><img src=x>two<p><b>bold <code>code</code></b><svg><title>t</title></svg></ul>"
    document = read("<i>a<i class=x>b<i>c<i>d" + items * 6000)
    assert text(document).count("bold code") == 6000
    last = document.blocks[-1].decode()[1]
    assert {mark.kind for mark in last} >= {"em", "strong", "code"}


def test_emphasis_left_open_goes_on_from_block_to_block():
    document = read("<p>a<b>b<div>c</div> <div> d <a href=/x>e</a></div><ul><li>f<li></b>g</ul>")
    told = [
        (
            block.text(),
            [block.text()[m.start : m.end] for m in block.decode()[1] if m.kind == "strong" and m.start < m.end],
        )
        for block in document.blocks
    ]
    assert told == [("ab", ["b"]), ("c", ["c"]), ("d e", ["d e"]), ("f", ["f"]), ("g", [])]
    assert [target.text for target in document.targets] == ["e"]


def test_comments_are_cut_out_whole() -> None:
    assert without_comments("a<!-- <!-- x --> -->b<!--c-->d<!-- no end") == "a -->bd"
    assert without_strays("<p <b>x</p>") == "<p _b>x</p>"
