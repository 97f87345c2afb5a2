"""Rendering points 20 to 26: what is hidden, icons, pictures, media."""

from __future__ import annotations

import pytest
from rendered import BASE, PAGES, document, lines, page

from lightterm.document.layout import text_lines
from lightterm.document.model import Paragraph
from lightterm.extract.html import html_document
from lightterm.extract.view import View

CUP = "### [1]Cup\n\n[2]Red\n[3]Blue"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=x><div><img src=p alt='A cat'></div><h3 id=c>A cat</h3></a><p id=d>end", "### [1]A cat\n\nend"),
        ("<a href=x><img src=p alt='A cat'><div>a  Cat</div><div>More</div></a>", "[1]a Cat\nMore"),
        ("<a href=x><img src=p alt='A cat'><div>A cat from $3</div><div>New</div></a>", "[1]A cat from $3\nNew"),
        ("<a href=x><img src=p alt='A cat'><div>A cathedral</div><div>New</div></a>", "[1]A cat\nA cathedral\nNew"),
        ("<ul><li><a href=x><div><img alt='A cat'></div><p>A cat</p></a></ul>", "• [1]A cat"),
        ("<a href=x><div><img src=p alt='A cat'></div><p>A dog</p></a>", "[1]A cat\n\nA dog"),
        ("<a href=x><div><img src=p alt='A cat'> here</div><p>A cat here</p></a>", "[1]A cat here\n\nA cat here"),
        ("<a href=x><div><img src=p alt='A cat'></div></a><p>A cat</p>", "[1]A cat"),
        ("<figure><a href=x><img src=p alt='A cat'></a><figcaption>A cat</figcaption></figure>", "[1]A cat"),
        ("<a href=x><div><img src=p alt='A cat'></div></a><p><a href=y>A</a> cat</p>", "[1]A cat\n\n[2]A cat"),
    ],
)
def test_24_what_a_link_says_twice_of_its_picture_is_said_once(markup: str, text: str) -> None:
    made = html_document(markup.encode(), BASE, View())
    assert "\n".join(text_lines(made.blocks, 80)) == text
    for name, index in made.anchors:
        assert {"c": "A cat", "d": "end"}[name] in made.blocks[index].text()  # type: ignore[union-attr]  # it has text
    assert made.blocks[0].first == 1 and all(medium.alt == "A cat" for medium in made.media)  # type: ignore[union-attr]  # it is a list


def test_20_a_link_that_aria_hides_and_that_says_its_label_is_seen() -> None:
    menu = "<ul><li><a href=a>Next</a><li><a href=b {}><span> Print</span></a><li><a href=c>Mail</a></ul>"
    assert page(menu.format("aria-hidden=true aria-label=Print")) == "• [1]Next\n• [2]Print\n• [3]Mail"
    assert page(menu.format("aria-hidden=true")) == "• [1]Next\n• [2]Print\n• [3]Mail"
    assert "Close" not in page("<p>Text <button aria-hidden=true aria-label=Close>Close</button> more")


# 20 everything hidden is printed
def test_20_what_is_closed_or_hidden_is_not_shown():
    rows = lines("20-hidden")
    assert not any("not " in row for row in rows)
    assert [row for row in rows if row] == ["seen", "[1]▸ Closed", "[2]▾ Open", "seen details", "seen dialog", "end"]
    details = [row for row in lines("20-details") if row]
    assert details == [
        "[1]▸ Details", "[2]▾ Details", "open and without a name", "[3]▾ More info", "Inside", "[4]▸ Nested", "After",
    ]  # fmt: skip
    shadow = [row for row in lines("20-shadow-roots") if row]
    assert shadow == ["### My title", "Body", "Foot: the default foot", "[inner light of b, light of a]"]


# 21 CSS is not read
def test_21_what_css_hides_is_hidden():
    assert lines("21-display-none") == ["seen"]
    uncovered = page(PAGES["21-display-none"].read_text("utf-8"), css=False)
    assert uncovered.count("not ") == 4


# 22 skip links in the way, or lost
def test_22_skip_links_are_kept_out_of_the_text_but_not_lost():
    assert lines("22-skip-links") == ["Start [1]Cart", "", "Main"]
    assert document("22-skip-links").skip_links == (("Skip to content", f"{BASE}#main"),)


# 23 icon links invisible, "DESCSVGTEXT"
def test_23_icons_have_names():
    assert lines("23-accessible-names") == ["[1]Search [2]Shopping cart [3][Close] [4]User page [5]topics"]
    icons = " ".join(lines("23-icon-links", 300))
    assert icons == ("[1]twitter [2]b.html [3][arrow left] [4]Night mode [5]From the title [6]Picture [7]From inside")


# 24 "[img]" for all, file names for alt=""
def test_24_pictures_show_their_alternative_and_decoration_nothing():
    assert lines("24-images") == ["[A red kite] text more [1]Thumbnail"]
    links = lines("24-image-links")
    assert links[0] == "[1]home [2]Our banner [3]way"
    assert "[4]The story" in links
    assert sum("12" in row for row in links) == 0  # its picture has the same address: one link is enough
    assert links[-1] == "[The map] [6]North [7]pole.html [Lazy]"
    addresses = [url for _, url in document("24-image-links").targets.addresses()]
    assert addresses[-2:] == ["https://example.org/north", "https://example.org/south/pole.html"]


# 25 captions run into the alt text
def test_25_a_caption_has_its_own_line_next_to_its_figure():
    assert lines("25-figure") == ["[The picture]", "Figure 1: the caption.", "", "After."]
    assert lines("25-figures") == [
        "int main(void);", "Listing 1", "",
        "Above the picture", "[Second picture]", "",
        "[Third picture]", "Caption with a [1]source", "",
        "> Quoted", "— Somebody", "",
        "After.",
    ]  # fmt: skip


# 26 no link for media
def test_26_media_are_links_with_a_name():
    text = " ".join(lines("26-media"))
    for words in ("[1]video: The film", "[2]audio: song.ogg", "[3]object: doc.pdf", "[4]iframe: A map"):
        assert words in text
    assert "Fallback of the object" in text and "not " not in text
    assert [m.kind for m in document("26-media").media] == ["video", "audio", "object", "frame"]
    frames = lines("26-frames")
    assert frames[:5] == ["before", "frame: Framed", "", "## Inner", ""] and "Text [1]link" in frames
    assert "Enable [2]JavaScript please" in frames
    assert "[Fallback picture] [Picture] Fallback of the canvas" in frames
    assert not any("script" in row.lower() for row in frames[:7])
    assert not any("blank" in row or "pixel" in row for row in frames)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=1 aria-label=Close>×</a>", "[1]× Close"),
        ("<button aria-label='Next page'>›</button>", "[1][› Next page]"),
        ("<a href=1 aria-label='Read more about cats'>Read more</a>", "[1]Read more"),
        ("<h2>Title <a href=#t class=anchor aria-label='Permalink to Title'>¶</a></h2>", "## Title"),
        ("<h2><a href=#t>#</a> Title</h2><p>see <a href=#t>#</a>", "## Title\n\nsee [1]#"),
        ("<h2>Title <a href=#t>\u2693\ufe0e</a></h2>", "## Title"),
        ("<h2>Title <a href=#t><b>¶</b></a></h2>", "## Title"),
        ("<a class=anchor href=#t><p>Text</p>#</a><p>see <a href=x>it</a>", "[1]Text\n\n#\n\nsee [2]it"),
        ("<h2><a href=/t>§</a> Title</h2>", "## [1]§ Title"),
        ("<h2><a href=#t>§ 5</a> Title</h2>", "## [1]§ 5 Title"),
        ("<dl><dt id=t>term<a class=headerlink href=#t title='Link to this definition'>\uf0c1</a></dl>", "term"),
        ("<svg><title>Tip</title><text>Seen</text></svg>", "Seen"),
    ],
)
def test_23_a_sign_alone_is_named_and_words_are_not_said_twice(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize("href", ["/", "./", "../"])
@pytest.mark.parametrize("logo", ["<svg class=logo></svg>", "<img src=logo.png>", "<img src=logo.png alt=''>"])
def test_23_a_logo_without_a_name_that_leads_home_is_called_by_the_site(href: str, logo: str) -> None:
    assert page(f"<a href={href}>{logo}</a>") == "[1]example.org"
    local = html_document(f"<a href={href}>{logo}</a>".encode(), "file:///a/b.html", View())
    assert next(text_lines(local.blocks, 80)) == "[1]home"


def test_23_a_link_that_writes_to_nobody_yet_is_called_e_mail() -> None:
    assert (
        page("<a href='mailto:?subject=x'><img src=1></a> <a href='sms:?body=x'><img src=2></a>") == "[1]e-mail [2]sms"
    )


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<span role=img aria-label='4.5 out of 5'></span><span>4.5 out of 5</span> (12)", "4.5 out of 5 (12)"),
        ("<p><svg role=img aria-label=Phone></svg> Phone: 123", "Phone: 123"),
        ("<p>Rated 3 of 5 <i role=img aria-label='Rated 3 of 5'></i>", "Rated 3 of 5"),
        ("<p><i role=img aria-label='Rated 3'></i> Rated 35", "Rated 3 Rated 35"),
        ("<p><i role=img aria-label='Star'></i><i role=img aria-label='Star'></i>", "Star Star"),
        ("<p><img src=p alt=Price> Price", "[Price] Price"),
    ],
)
def test_24_what_is_drawn_is_not_said_beside_the_same_words(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize("markup", ["<a href=''><svg></svg></a>x", "<a href=' '><img src=i alt=''></a>x"])
def test_23_a_link_to_nowhere_gets_no_name(markup: str) -> None:
    assert page(markup) == "x"


def test_23_a_link_to_the_page_itself_with_a_picture_that_is_not_said_to_be_mute_is_one() -> None:
    assert page("<a href=''><img src=i></a>x") == "[1]·x"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=1><img src=1 alt='A &amp; b'> <b>A &amp; B</b></a>", "[1]A & B"),
        ("<a href=1><img src=1 alt=X><noscript><img src=1 alt=X></noscript></a>", "[1]X"),
        ("<a href=1><img src=1 alt=Xy><noscript><img src=1 alt=Xy></noscript><p>Xy</p></a>", "[1]Xy"),
        ("<a href=1><img src=1 alt=New> New York</a>", "[1]New New York"),
        ("<button><img src=1 alt=search> Search</button>", "[1][Search]"),
        ("<img src=1 alt=Word> Word", "[Word] Word"),
    ],
)
def test_24_a_picture_does_not_say_again_what_its_link_says(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<a href=/ann><img src=1 alt="Ann\'s user avatar"></a> <a href=/ann>Ann</a>', "[1]Ann"),
        ("<a href=/ann><img src=1 alt=Avatar></a><h4><a href=/ann>Ann</a></h4>", "#### [1]Ann"),
        ("<a href=/p><img src=1 alt='A picture of Apple Pie'></a> <a href=/p>Apple Pie</a>", "[1]Apple Pie"),
        (
            "<a href=/p><img src=1 alt='Apple Pie in a pan'></a> <a href=/p>Apple Pie</a>",
            "[1]Apple Pie in a pan [2]Apple Pie",
        ),
        ("<a href=/bo><img src=1 alt=Avatar></a> <a href=/ann>Ann</a>", "[1]Avatar [2]Ann"),
        ("<div><a href=/ann class=avatar><b>A</b></a></div><h4><a href=/ann>ann</a></h4>", "#### [1]ann"),
        ("<p><a href=/ann class=avatar>B</a> <a href=/ann>Ann</a>", "[1]B [2]Ann"),
        ("<p><a href=/ann>A</a> <a href=/ann>Ann</a>", "[1]A [2]Ann"),
    ],
)
def test_24_a_person_or_a_card_is_one_link_with_its_picture_or_initials(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a class=c href=/p><h3>Cup</h3><div><a href=/r>Red</a></div><div><a href=/b>Blue</a></div></a>", CUP),
        ("<p><a class=c href=/p><img src=1></a><a class=c href=/p></a></p><p><a href=/p>Cup</a>", "[1]Cup"),
        ("<p><a href=/p>Cup</a><a href=/p><img src=1></a> <a href=/p><img src=2></a>", "[1]Cup"),
        ("<div><a href=/p>Cup</a></div><div><a href=/p><img src=1></a></div>", "[1]Cup"),
        ("<p><a href=/p>Cup</a> or <a href=/p><img src=1></a>", "[1]Cup or [2]p"),
        ("<p><a href=/p>Cup</a><a href=/q><img src=1></a>", "[1]Cup [2]q"),
        ("<p><a href=/p>Cup</a><a href=/p onclick=buy()><img src=1></a>", "[1]Cup [2]p"),
        ("<p><a class=c href=/p></a>", "[1]p"),
    ],
)
def test_24_a_link_without_words_behind_one_to_the_same_address_is_none(markup: str, text: str) -> None:
    """Parsers leave such of a link around a card with links in it; shops have a picture for each colour."""
    assert page(markup) == text


@pytest.mark.parametrize("structure", [False, True])
def test_24_links_that_are_one_have_one_number_in_every_output(structure: bool) -> None:
    """In Markdown and JSON both kept theirs, and all that followed had other numbers than on the screen."""
    markup = (
        "<a href=/p><img src=1 alt='Apple Pie'></a> <a href=/p>Apple Pie</a>"
        "<div><a href=/ann class=avatar>A</a></div><h4><a href=/ann>Ann</a></h4>"
        "<h5>Tea <a href=#t class=anchor>¶</a></h5><a href=/z>z</a>"
    )
    made = html_document(markup.encode(), BASE, View(structure=structure))
    assert [made.targets[number].url.rpartition("/")[2] for number in made.targets.numbers] == ["p", "ann", "z"]


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (
            "<img src=1 alt='A cat'><figcaption id=f>A cat on a mat. <a href=1>Photo</a></figcaption>",
            "A cat on a mat. [1]Photo",
        ),
        ("<img src=1 alt='A dog'><figcaption>A cat</figcaption>", "[A dog]\nA cat"),
        ("<a href=1><img src=1 alt=Cat></a><figcaption>Cat</figcaption>", "[1]Cat"),
        ("<a href=1><img src=1 alt=Cat></a><figcaption>Cat. Ann Lee/AP</figcaption>", "[1]Cat. Ann Lee/AP"),
        ("<a href=1><img src=1 alt=Cat></a><figcaption>Cat by <a href=2>Ann</a></figcaption>", "[1]Cat\nCat by [2]Ann"),
        ("<figcaption>Cat</figcaption><img src=1 alt=Cat>", "Cat\n[Cat]"),
        ("<img src=1 alt=Cat><img src=2 alt=Dog><figcaption>Cat</figcaption>", "[Cat] [Dog]\nCat"),
        ("<img alt=Cat><figcaption><p>Cat</figcaption>", "Cat"),
    ],
)
def test_25_a_picture_does_not_say_what_its_caption_says(inside: str, text: str) -> None:
    markup = f"<p>before</p><figure>{inside}</figure><p id=x>after</p>"
    assert page(markup) == f"before\n\n{text}\n\nafter"
    made = html_document(markup.encode(), BASE, View())
    at = dict(made.anchors)
    after = made.blocks[at["x"]]
    assert isinstance(after, Paragraph) and after.raw == "after"
    assert [medium.url for medium in made.media] == [
        f"https://example.org/dir/{n}" for n in "12" if f"src={n}" in inside
    ]


def test_25_where_pictures_are_told_apart_from_text_they_keep_their_words() -> None:
    markup = b"<a href=1><img src=1 alt=Cat> Cat</a><figure><img src=2 alt=Dog><figcaption>Dog</figcaption></figure>"
    made = html_document(markup, BASE, View(structure=True))
    assert list(text_lines(made.blocks, 80)) == ["[1]Cat Cat", "", "[Dog]", "Dog"]


@pytest.mark.parametrize("href", ["#", "javascript:void(0)"])
def test_23_what_only_a_script_would_follow_has_a_sign_for_a_picture_without_a_name(href: str) -> None:
    assert page(
        f"<a href='{href}' class=c1><img src=i></a> <a href='#top' class=up></a> <a href='{href}'>Menu</a>"
    ) == ("[1]· [2]top [3]Menu")
    assert page(f"<a href='{href}' class=c1></a> <a href='#top' class=up></a>") == "[1]top", "there is nothing to see"


def test_slides_that_a_script_has_copied_are_said_once() -> None:
    slide = "<div class='{}' {}><a href=/{n}><img src={n} alt='Slide {n}'></a><p>Said {n}</div>"
    for copy, own in (
        ("slick-slide slick-cloned", "slick-slide"),
        ("swiper-slide swiper-slide-duplicate", "swiper-slide swiper-slide-duplicate-next"),
        ("owl-item cloned", "owl-item"),
        ("splide__slide splide__slide--clone", "splide__slide"),
    ):
        slides = [
            slide.format(name, "aria-hidden=true" * (name == copy), n=n)
            for name, n in ((copy, 2), (own, 1), (own, 2), (copy, 1))
        ]
        shown = page(f"<main><div>{''.join(slides)}</div><p>After")
        assert shown.replace("\n\n", "\n") == "[1]Slide 1\nSaid 1\n[2]Slide 2\nSaid 2\nAfter", copy
    alone = f"<div>{slide.format('slick-cloned', '', n=1)}</div>"
    assert "Said 1" in page(alone), "without what it was copied from it is what there is"
    assert "Said 1" in page(f"<div>{slide.format('git-clone', '', n=1)}<div>x</div></div>")
