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
    '<button class="css-1x2y3z flex"><svg><path d="M0 0"/></svg></button>': "[·]",
    "<button><svg><path d='M0 0'/></svg></button>": "[·]",
    '<button class="hover:dark:bg-gray"><svg><path d="M0 0"/></svg></button>': "[·]",
    '<button class="round"><span class="icon-svg"> </span></button>': "[·]",
}


def test_every_drawing_that_can_be_pressed_has_a_number_and_a_guess_is_marked() -> None:
    for markup, name in NAMES.items():
        shown = dump("--type", "text/html", "-", stdin=f"<p>Here: {markup} and on.".encode()).text
        assert f"[1]{name}" in shown, (markup, shown)


def test_a_button_of_which_nothing_shows_and_nothing_is_known_has_none() -> None:
    assert "[1]" not in dump("--type", "text/html", "-", stdin=b"<p>Here: <button></button> and on.").text
