"""Links and buttons that show nothing but a drawing are numbered, and called by what there is to go by."""

from __future__ import annotations

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
    '<button class="hover:dark:bg-gray"><svg><path d="M0 0"/></svg></button>': "[·]",
    '<button class="round"><span class="icon-svg"> </span></button>': "[·]",
}


def test_every_drawing_that_can_be_pressed_has_a_number_and_a_guess_is_marked() -> None:
    for markup, name in NAMES.items():
        shown = dump("--type", "text/html", "-", stdin=f"<p>Here: {markup} and on.".encode()).text
        assert f"[1]{name}" in shown, (markup, shown)


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
