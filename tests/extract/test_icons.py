"""Links and buttons that show nothing but a drawing are numbered, and called by what there is to go by."""

from __future__ import annotations

import pytest
from dumping import dump

NAMES = {
    '<a href="/cart"><svg><path d="M0 0h9"/></svg></a>': "cart",
    '<button><svg><use href="/sprite.svg#icon-search"/></svg></button>': "[search]",
    '<button><svg><title>Night mode</title><path d="M0 0"/></svg></button>': "[Night mode]",
    '<button><svg data-icon="heart"><path d="M0 0"/></svg></button>': "[heart]",
    '<button><svg class="lucide lucide-share"><path d="M0 0"/></svg></button>': "[share]",
    '<button aria-label="Send"><svg><use href="#plane"/></svg></button>': "[Send]",
    '<button class="btn btn-close"><svg><path d="M0 0"/></svg></button>': "[close?]",
    '<button id="menuToggle"><svg><path d="M0 0"/></svg></button>': "[menu toggle?]",
    '<button id="menu-toggle"><span></span></button>': "[menu toggle?]",
    '<button><img src="/img/arrow-left.png"></button>': "[left?]",
    '<a href="#" class="share"><svg><path d="M0 0"/></svg></a>': "share?",
    '<a href="#" class="css-1x2y3z"><div><svg><path d="M0 0"/></svg></div></a>': "·",
    '<a href="javascript:void(0)" class="slick-next"><img src="/a.png" alt=""></a>': "next?",
    '<a href="#" class="tweet-user"><img src="/a.png"></a>': "user?",
    '<a href="#" id="close"><i class="x"></i></a>': "close?",
    '<button class="css-1x2y3z flex"><svg><path d="M0 0"/></svg></button>': "[·]",
    "<button><svg><path d='M0 0'/></svg></button>": "[·]",
    '<a href="javascript:"><i class="fa--xf far fa-code"><svg></svg></i></a>': "code",
    '<button><i class="icon icon--search"></i></button>': "[ search]",
    '<button class="hover:dark:bg-gray"><svg><path d="M0 0"/></svg></button>': "[·]",
    '<button class="round"><span class="icon-svg"> </span></button>': "[·]",
}


def test_every_drawing_that_can_be_pressed_has_a_number_and_a_guess_is_marked() -> None:
    for markup, name in NAMES.items():
        shown = dump("--type", "text/html", "-", stdin=f"<p>Here: {markup} and on.".encode()).text
        assert f"[1]{name}" in shown, (markup, shown)


DRAWN = {
    '<span role=img aria-label="4 out of 5 stars"></span>': "4 out of 5 stars",
    '<span role="img" aria-label="3 stars"><i>*</i><i>*</i><i>*</i><i>*</i><i>*</i></span>': "3 stars",
    '<span role=img aria-label="4.5 stars">\u2605\u2605\u2605\u2605\u2606</span>': "4.5 stars",
    '<i class="fa fa-warn" role=img aria-label="Warning"></i>': "Warning",
    '<i role=img aria-label="Warning">\uf071</i>': "Warning",
    "<b id=n hidden>Sales by month</b><span role=img aria-labelledby=n></span>": "Sales by month",
    '<span role=img aria-label="rocket">\U0001f680</span>': "\U0001f680",
    '<span role=img aria-label="Chart of sales">May 12</span>': "May 12",
    '<span role=img aria-label="Chart"><a href="/x">-</a></span>': "[1]-",
    '<a href="/x"><span role=img aria-label="Search"></span></a>': "[1]Search",
    '<span role=img aria-label="Gone" style="display:none"></span>none': "none",
    '<span role=img aria-label="Gone" aria-hidden=true></span>none': "none",
}


@pytest.mark.parametrize(("markup", "shown"), DRAWN.items())
def test_what_is_drawn_without_a_picture_is_called_by_its_name(markup: str, shown: str) -> None:
    text = dump("--type", "text/html", "-", stdin=f"<p>Here: {markup} and on.".encode()).text
    assert f"Here: {shown} and on." in text


def test_a_drawing_is_numbered_whatever_references_the_page_holds() -> None:
    drawn = '<p>R&#038;D, &#x1;: <a href="https://example.org/hull"><svg><path d="M0 0"/></svg></a>'
    for markup in (drawn, drawn.replace("&#x1;", "")):
        assert "[1]example.org/hull" in dump("--type", "text/html", "-", stdin=markup.encode()).text


def test_a_button_that_only_its_script_tells_of_is_numbered() -> None:
    markup = b"<p>Here: <button type=button onclick='send()'></button> and on."
    assert "[1][·]" in dump("--type", "text/html", "-", stdin=markup).text


def test_a_button_of_which_nothing_shows_and_nothing_is_known_has_none() -> None:
    assert "[1]" not in dump("--type", "text/html", "-", stdin=b"<p>Here: <button></button> and on.").text


def test_a_mute_picture_is_named_only_where_no_other_link_leads_there_however_many_there_are() -> None:
    addresses = [f"/n{number}" for number in range(9)] + ['/it"s', "/back\\slash", "/with%20space", "/é"]
    mute = [f"<p><a href='{address}'><img src=i.png alt=''></a></p>" for address in addresses]
    alone = dump("--type", "text/html", "-", stdin="".join(mute).encode()).text
    assert [f"[{at}]" in alone for at in range(1, 15)] == [True] * 13 + [False]
    told = [picture + f"<p><a href='{address}'>Words</a></p>" for picture, address in zip(mute, addresses, strict=True)]
    both = dump("--type", "text/html", "-", stdin="".join(told).encode()).text
    assert both.count("]Words\n") == 13
    assert "[14]" not in both, both


@pytest.mark.parametrize("inside", ["", "<noscript><img src=i.png alt=''></noscript>"])
def test_mute_pictures_that_lead_to_one_address_are_all_named_as_none_says_what_it_is(inside: str) -> None:
    mute = f"<p>Follow <a href='https://x.example/it'><img src=i.png alt=''>{inside}</a></p>"
    text = dump("--type", "text/html", "-", stdin=(mute + mute).encode()).text
    assert text.count("]x.example/it\n") == 2, text
    labelled = mute.replace("<a ", "<a aria-label='Us on X' ")
    text = dump("--type", "text/html", "-", stdin=(mute + labelled).encode()).text
    assert "]Us on X" in text and "]x.example" not in text, text


def shown(markup: str, *options: str) -> str:
    """What is shown of a page of one paragraph after its first line, the references apart."""
    text = dump("--type", "text/html", *options, "-", stdin=f"<!doctype html><p>Start {markup}".encode()).text
    return " ".join(text.partition("Start")[2].partition("References")[0].split())


WORDS_OF_FONTS = (
    "<i class=material-icons>arrow_back</i>",
    "<em class='google-material-icons x'>menu</em>",
    "<span class=mat-icon>menu</span>",
    "<i class='big md-icon'>menu</i>",
    "<mat-icon>home</mat-icon>",
    "<style>.x{font-family:'Material Icons'}</style><b class=x>menu</b>",
    "<style>.x{font:24px/1 MaterialIcons-Regular}</style><b class=x>menu</b>",
    "<b style='font-family:\"Material Symbols Outlined\"'>menu</b>",
)


def test_a_word_for_which_a_font_paints_a_picture_is_not_shown() -> None:
    for markup in WORDS_OF_FONTS:
        assert shown(f"{markup} end") == "end", markup
        assert shown(f"<a href=/q>{markup}</a> end").partition("[1]")[2] in ("menu end", "home end", "arrow back end")


def test_words_in_other_fonts_and_sentences_in_those_of_icons_stay() -> None:
    for markup in (
        "<style>.x{font-family:icomoon}</style><b class=x>home</b>",
        "<i class=format-icon>home</i>",
        "<i class=material-icons>Home page</i>",
        "<i class=material-icons>12</i>",
    ):
        assert shown(markup) in ("home", "Home page", "12"), markup
    assert shown("<button class=material-icons>search</button>") == "[1][search]"


def test_glyphs_for_private_use_are_left_out_where_they_stand_apart_from_words() -> None:
    glyph, other = "\ue8b6", "\uf015"
    for markup, rest in {
        f"<i>{glyph}</i> end": "end",
        "<i>&#xe8b6;&nbsp;</i>&#61461; end": "end",
        "<i>&#X0F015;</i> <i>&#00061461</i> end": "end",
        "\uff01" * 600 + f"<i>{glyph}</i>": "\uff01" * 600,
        f"<b>{glyph}{glyph}{other}</b>": "",
        f"<b>{other} Home</b>": "Home",
        f"<b>More {glyph}</b>": "More",
        f"<a href=/q><i>{glyph}</i> Find</a>": "[1]Find",
        f"<a href=/find><i>{glyph}</i></a>": "[1]find",
        f"<a href=/find>{glyph}<img src=x alt=Seek></a>": "[1]Seek",
        f"<button>{glyph}</button> <i>{glyph}</i>": "[1][·]",
        f"<table><tr><td>{glyph}<td>one<tr><td>two<td>x</table>": "one two x",
        f"<pre>{glyph} one</pre>": "one",
    }.items():
        assert shown(markup, "--width", "2000") == rest, markup


def test_a_text_in_a_script_for_private_use_stays() -> None:
    words = "\uf8e4\uf8d7\uf8dc \uf8d6\uf8d7\uf8dd"
    assert shown(words) == words
    assert shown("<b>\u6f22\ue000\u5b57</b>") == "\u6f22\ue000\u5b57"


def test_a_picture_for_each_width_of_a_screen_is_said_once() -> None:
    for markup, rest in {
        "<img src=a.png alt=Worker> <img src=b.png alt=Worker> end": "[Worker] end",
        "<a href=/p><i><img src=a.png alt=Worker></i>\n<b><img src=b.png alt=Worker></b></a> end": "[1]Worker end",
        "<a href=/p><div><img src=a.png alt=Worker><img src=b.png alt=Worker></div></a> end": "[1]Worker end",
        "<img src=a.png alt=Worker><img src=i.png alt=''><img src=b.png alt=Worker> end": "[Worker] end",
        "<img src=s.png alt=star> <img src=s.png alt=star> end": "[star] [star] end",
        "<img src=a.png alt=Worker> and <img src=b.png alt=Worker> end": "[Worker] and [Worker] end",
        "<img src=a.png alt=One> <img src=b.png alt=Two> end": "[One] [Two] end",
    }.items():
        assert shown(markup) == rest, markup
