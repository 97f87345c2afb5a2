"""Words that only a margin or a padding keeps apart."""

from __future__ import annotations

import pytest

from lightterm.document.layout import text_lines
from lightterm.extract.html import html_document
from lightterm.extract.view import View


def text(markup: str, css: bool = True) -> str:
    """What a page shows, its lines joined."""
    return "\n".join(text_lines(html_document(markup.encode(), "https://a.test/", View(css=css)).blocks, 80, False))


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("Price<span style='margin-left:1em'>12€</span>", "Price 12€"),
        ("Price<span style='margin-left:1em'><b>€12</b></span>", "Price €12"),
        ("<b style='padding:0 4px'>3</b>unread", "3 unread"),
        ("<a href=1 style='margin:0 5px 0 0'>One</a><i>Two</i>", "One Two"),
        ("<span><b style='margin-inline-end:.5em'>2025</b></span><em>1h 5m</em>", "2025 1h 5m"),
        (
            "<div style='display:inline-block;margin-right:1em'>A1</div><div style='display:inline-block'>B1</div>",
            "A1 B1",
        ),
        ("<style>.n{margin-left:.5rem}</style>Inbox<span class=n>12</span>", "Inbox 12"),
        ("<style>.n{display:inline-block;padding:2px 6px}</style><i class=n>new</i><i class=n>hot</i>", "new hot"),
        ("<b>A1</b><i style='margin:0 8px'>•</i><b>B2</b>", "A1 • B2"),
        ("<style>@media (max-width:1px){.n{margin-left:9px}}</style>Inbox<b class=n>12</b>", "Inbox12"),
        ("<style>.n{color:red}.o .n{padding-left:8px!important}</style><p class=o>a1<b class=n>b2</b>", "a1 b2"),
    ],
)
def test_a_gap_is_a_space(markup: str, shown: str) -> None:
    assert text(markup) == shown
    assert "".join(text(markup, css=False).split()) == "".join(shown.split())


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("one<a href=1> </a>two", "one two"),
        ("<i><a href=1>Tune in Tokyo</i> </a>was", "Tune in Tokyo was"),  # a parser makes two links of this
        ("one<a href=1><span>\n</span></a>two", "one two"),
        ("one<a href=1></a>two", "onetwo"),
    ],
)
def test_a_link_that_holds_but_a_space_leaves_it(markup: str, shown: str) -> None:
    assert text(markup) == shown


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("H<span style='margin:0'>2</span>O", "H2O"),
        ("un<b style='padding:1px 2px'>believ</b>able", "unbelievable"),
        ("un<b style='margin:9px 0'>believ</b>able", "unbelievable"),
        ("un<b style='margin-left:9px;margin-left:0'>believ</b>able", "unbelievable"),
        ("<span style='float:left;padding-right:8px'>T</span>he rest", "The rest"),
        ("<span style='padding-right:8px'>T</span>he rest", "The rest"),
        ("<pre>a1<span style='padding:0 8px'>b2</span>c3</pre>", "a1b2c3"),
        ("<code>f<span style='margin:0 8px'>un</span>c()</code>", "func()"),
        ("Many <code style='padding:.2em .4em'>Widget</code>s", "Many Widgets"),
        ("(<a href=x style='padding:0 5px'>a link</a>).", "(a link)."),
        ("これは<a href=x style='padding:0 5px'>リンク</a>です", "これはリンクです"),
        ("x<sup style='margin-left:4px'>2</sup>", "x²"),
        ("one <b style='margin:0 1em'>two</b> three", "one two three"),
        ("<b style='margin:1em'>one</b><br>two", "one\ntwo"),
        ("<p>one</p><b style='margin:1em'>two</b><p>three", "one\n\ntwo\n\nthree"),
    ],
)
def test_other_words_stay_as_they_are(markup: str, shown: str) -> None:
    assert text(markup) == shown


def test_what_is_not_seen_parts_nothing() -> None:
    assert text("a1<b style='margin:0 1em;display:none'>x</b>b2") == "a1b2"
    assert text("a1<s style='display:none'><b style='margin:0 1em'>x</b></s>b2") == "a1b2"
