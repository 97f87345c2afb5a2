"""The Document itself: targets, forms, landmarks, anchors, media, metadata, and what was left out."""

from __future__ import annotations

import pytest

from lightterm.document.model import Document
from lightterm.extract.html import html_document
from lightterm.extract.view import View

URL = "https://example.org/dir/page.html"


def document(markup: str, **view: object) -> Document:
    return html_document(markup.encode(), URL, View(**view))  # type: ignore[arg-type]


@pytest.mark.covers("LB-67", "LBX-41")
def test_links_are_numbered_in_reading_order_with_absolute_addresses_and_classes() -> None:
    page = document(
        "<nav><a href=/home>Home</a></nav><main><a href='other.html#x' rel='next nofollow'>Next</a> "
        "<a href=https://elsewhere.net/>Out</a> <a href=paper.pdf title=Paper>PDF</a> <a href=x download>Get</a></main>"
    )
    assert [(t.number, t.text, t.url, t.link_class) for t in page.targets] == [
        (1, "Home", "https://example.org/home", "navigation"),
        (2, "Next", "https://example.org/dir/other.html#x", "content"),
        (3, "Out", "https://elsewhere.net/", "external"),
        (4, "PDF", "https://example.org/dir/paper.pdf", "download"),
        (5, "Get", "https://example.org/dir/x", "download"),
    ]
    assert page.targets[2].rel == "next nofollow"
    assert page.targets[4].title == "Paper"
    assert [number for number, _ in page.targets.addresses()] == [1, 2, 3, 4, 5]
    with pytest.raises(IndexError):
        page.targets[6]


def test_the_base_element_decides_what_links_are_relative_to() -> None:
    page = document("<base href=/other/><a href=x>x</a>")
    assert page.targets[1].url == "https://example.org/other/x"


def test_a_link_over_several_blocks_is_one_target_with_all_its_text() -> None:
    page = document("<a href=/card><h3>Title</h3><p>First</p><p>Second</p></a><a href=/next>Next</a>")
    assert [(t.number, t.text) for t in page.targets] == [(1, "Title First Second"), (2, "Next")]


def test_links_that_show_nothing_are_named_or_left_out() -> None:
    page = document(
        "<a href=#></a><a href=/a aria-label='Say it'></a><a href=/b><img src=b.png alt=Picture></a>"
        "<a href=/c><svg><title>Vector</title></svg></a>"
    )
    assert [t.text for t in page.targets] == ["Say it", "Picture", "Vector"]


@pytest.mark.covers("LB-68", "LBX-42")
def test_forms_have_their_fields_with_labels_states_and_hidden_values() -> None:
    page = document(
        "<form id=f action=/go method=post enctype=multipart/form-data><input type=hidden name=token value=t1>"
        "<label for=n>Your name</label> <input id=n name=name value=Ada required>"
        "<label>Mail <input type=email name=mail placeholder=you@example.org></label>"
        "<input type=checkbox name=news checked>"
        "<select name=c><option value=r>Red<option value=b selected>Blue</select>"
        "<textarea name=t>one\ntwo</textarea><button name=go value=1>Send</button><input type=password name=p disabled>"
        "</form><input name=late form=f>"
    )
    (form,) = page.forms
    assert (form.action, form.method, form.enctype) == ("https://example.org/go", "post", "multipart/form-data")
    assert [(f.name, f.value) for f in form.hidden] == [("token", "t1")]
    fields = {t.field.name: t.field for t in page.targets if t.field is not None}
    assert set(fields) == {"name", "mail", "news", "c", "t", "go", "late"}, "disabled ones cannot be acted on"
    assert (fields["name"].label, fields["name"].value, fields["name"].required) == ("Your name", "Ada", True)
    assert (fields["mail"].label, fields["mail"].kind, fields["mail"].placeholder) == (
        "Mail",
        "email",
        "you@example.org",
    )
    assert fields["news"].checked
    assert [(o.value, o.label, o.selected) for o in fields["c"].options] == [("r", "Red", False), ("b", "Blue", True)]
    assert fields["t"].value == "one\ntwo"
    assert fields["go"].kind == "submit"
    assert all(field.form == 0 for field in fields.values()), "also the one outside that names the form"


def test_hidden_parts_of_a_form_are_still_sent() -> None:
    page = document(
        "<form action=/s><div hidden><input name=a value=1><select name=b><option>x<option selected>y</select></div>"
        "<input name=q></form>"
    )
    assert {(f.name, f.value) for f in page.forms[0].hidden} == {("a", "1"), ("b", "y")}


def test_disclosures_are_targets() -> None:
    page = document(
        "<details><summary>More</summary>hidden</details><details open><summary>Less</summary>shown</details>"
    )
    assert [(t.kind, t.text) for t in page.targets] == [("disclosure", "More"), ("disclosure", "Less")]


def test_landmarks_and_outline() -> None:
    page = document(
        "<header><p>Site</p></header><nav><p>Menu</p></nav><main><h1>Head</h1><p>a</p><h2>Sub</h2><p>b</p></main>"
        "<article><header>no banner</header></article><footer><p>End</p></footer>"
    )
    assert [m.role for m in page.landmarks] == ["banner", "navigation", "main", "contentinfo"]
    main = page.landmarks[2]
    assert [b.text() for b in page.blocks[main.start : main.end]] == ["Head", "a", "Sub", "b"]  # type: ignore[union-attr]
    assert [(h.level, h.text) for h in page.outline()] == [(1, "Head"), (2, "Sub")]


def test_anchors_point_at_blocks() -> None:
    page = document("<p>a</p><h2 id=two>Two</h2><p>b <span id=three>c</span></p>")
    places = dict(page.anchors)
    assert page.blocks[places["two"]].text() == "Two"  # type: ignore[union-attr]
    assert page.blocks[places["three"]].text() == "b c"  # type: ignore[union-attr]


@pytest.mark.covers("LB-69", "LBX-40")
def test_media_with_lazy_sources() -> None:
    page = document(
        "<img src=a.png alt=A width=10 height=20><img src='data:image/gif;base64,R0lGOD' data-src=/real.jpg alt=Lazy>"
        "<video src=v.mp4></video>"
    )
    assert [(m.kind, m.url, m.alt, m.width, m.height) for m in page.media] == [
        ("image", "https://example.org/dir/a.png", "A", 10, 20),
        ("image", "https://example.org/real.jpg", "Lazy", 0, 0),
        ("video", "https://example.org/dir/v.mp4", "", 0, 0),
    ]


def test_head() -> None:
    page = document(
        "<html lang=de dir=rtl><title> A  title </title><meta name=description content='What it is'>"
        "<link rel=canonical href=/c><link rel=alternate type=application/rss+xml href=/feed title=News>"
        "<meta http-equiv=refresh content='5; url=/next'>"
    )
    assert (page.title, page.language, page.direction) == ("A title", "de", "rtl")
    meta = page.metadata
    assert (meta.description, meta.canonical) == ("What it is", "https://example.org/c")
    assert meta.feeds == (("https://example.org/feed", "News"),)
    assert meta.refresh == (5.0, "https://example.org/next")


def test_what_was_left_out_is_counted_by_reason_and_skip_links_are_kept_aside() -> None:
    page = document(
        "<style>.x{display:none}.skip{position:absolute;left:-9999px}</style><a class=skip href=#main>Skip to it</a>"
        "<p class=x>gone</p><p hidden>also</p><main id=main>Here</main>"
    )
    counts = {reason: elements for reason, elements, _ in page.hidden.counts}
    assert counts == {"html": 1, "css display": 1, "css offscreen": 1}
    assert page.skip_links == (("Skip to it", "https://example.org/dir/page.html#main"),)
    assert [b.text() for b in page.blocks] == ["Here"]  # type: ignore[union-attr]


def test_navigation_and_footers_can_be_left_out() -> None:
    markup = "<nav>Menu</nav><p>Text</p><footer>End</footer>"
    whole = [b.text() for b in document(markup).blocks]  # type: ignore[union-attr]
    bare = [b.text() for b in document(markup, strip_navigation=True, strip_footers=True).blocks]  # type: ignore[union-attr]
    assert (whole, bare) == (["Menu", "Text", "End"], ["Text"])


@pytest.mark.parametrize("reference", ["&#1;", "&#x1b;[31m", "&#x9b;", "&#127;", "&#20;"])
def test_references_to_control_characters_forge_no_marks(reference: str) -> None:
    page = document(f"<p>a{reference}b <a href=/x>link</a></p>")
    assert [(t.number, t.text) for t in page.targets] == [(1, "link")]
    text = page.blocks[0].text(numbers=True)  # type: ignore[union-attr]
    assert text.endswith("[1]link")
    assert text.replace("\xa0", " ").isprintable()
