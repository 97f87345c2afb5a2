"""Filter lists: what a page may not load."""

from __future__ import annotations

import pytest

from lightterm.fetch.blocking import Blocker

PAGE = "https://www.news.test/today"
LIST = r"""[Adblock Plus 2.0]
! a comment
||ads.test^
||tracker.test^$third-party
|https://exact.test/start
/banner/*/img^
-advert-
swf|
||cdn.test/pixel.gif$image,domain=news.test|~sport.news.test
||fonts.test^$font
||scripts.test^$~script
@@||ads.test/needed.js$script
/track\d+\.js/
/broken(/
##.hidden-by-css
news.test#@#.not-hidden
||redirected.test^$redirect=noop.js
||popup.test^$popup
0.0.0.0 hosts.test
127.0.0.1 local.hosts.test # with a comment
"""


@pytest.fixture(scope="module")
def blocker() -> Blocker:
    return Blocker([LIST])


@pytest.mark.parametrize(
    ("url", "kind", "page", "blocked"),
    [
        ("https://ads.test/x.js", "script", PAGE, True),
        ("https://sub.ads.test/x", "image", PAGE, True),
        ("http://ads.test:8080/x", "image", PAGE, True),
        ("https://notads.test/x", "image", PAGE, False),
        ("https://ads.test.example/x", "image", PAGE, False),
        ("https://other.test/?u=ads.test", "image", PAGE, False),
        ("https://ads.test/needed.js", "script", PAGE, False),
        ("https://ads.test/needed.js", "image", PAGE, True),
        ("https://tracker.test/t", "fetch", PAGE, True),
        ("https://a.tracker.test/t", "fetch", "https://b.tracker.test/", False),
        ("https://exact.test/start/here", "script", PAGE, True),
        ("https://x.test/?https://exact.test/start", "script", PAGE, False),
        ("https://x.test/banner/foo/img?1", "image", PAGE, True),
        ("https://x.test/banner/foo/imgs", "image", PAGE, False),
        ("https://x.test/my-advert-1.png", "image", PAGE, True),
        ("https://x.test/movie.swf", "object", PAGE, True),
        ("https://x.test/movie.swf?1", "object", PAGE, False),
        ("https://cdn.test/pixel.gif", "image", PAGE, True),
        ("https://cdn.test/pixel.gif", "script", PAGE, False),
        ("https://cdn.test/pixel.gif", "image", "https://sport.news.test/", False),
        ("https://cdn.test/pixel.gif", "image", "https://elsewhere.test/", False),
        ("https://fonts.test/a.woff2", "font", PAGE, True),
        ("https://fonts.test/a.css", "stylesheet", PAGE, False),
        ("https://scripts.test/a.js", "script", PAGE, False),
        ("https://scripts.test/a.png", "image", PAGE, True),
        ("https://x.test/track12.js", "script", PAGE, True),
        ("https://redirected.test/x", "script", PAGE, False),
        ("https://popup.test/x", "script", PAGE, False),
        ("https://hosts.test/x", "xhr", PAGE, True),
        ("https://local.hosts.test/x", "ping", PAGE, True),
        ("HTTPS://ADS.TEST/X.JS", "script", PAGE, False),
        ("data:text/javascript,ads.test", "script", PAGE, False),
    ],
)
def test_rules_are_read_as_easylist_means_them(blocker: Blocker, url: str, kind: str, page: str, blocked: bool) -> None:
    assert blocker.blocks(url, kind, page) is blocked


def test_kinds_are_blocked_wherever_they_come_from() -> None:
    blocker = Blocker(kinds=("image", "font"))
    assert blocker.blocks("https://x.test/a.png", "image", PAGE)
    assert blocker.blocks("data:image/png,", "image", PAGE)
    assert not blocker.blocks("https://x.test/a.css", "style", PAGE)


def test_every_way_of_writing_a_rule_finds_its_word() -> None:
    """A rule is looked up by a word of it: one that is part of a longer word must be found all the same."""
    blocker = Blocker(["adserv\n||example.test/ad\ntail|\n|http://begin\n"])
    for url in (
        "http://x.test/myadserver/1",
        "http://example.test/advertise",
        "http://x.test/long-tail",
        "http://x.test/xtail",
        "http://beginning.test/",
    ):
        assert blocker.blocks(url, "image", PAGE), url


def test_lists_that_are_none_do_no_harm() -> None:
    blocker = Blocker(["", "\0\0", "$", "||", "*", "/(/", "a" * 100_000, "*a" * 50])
    assert not blocker.blocks("https://x.test/" + "b" * 10_000, "script", "no address")


ELEMENTS = r"""
##.ad-here
###promo
##div[id^="sponsor-"]
##a[href*="//ads.test/"]
##aside > .box:has(.label)
##ad-slot
##[data-ad]
##p:not(.fine)[title="Advert"]
~news.test##.not-in-the-news
news.test##.in-the-news
news.test,~sport.news.test##.not-in-sport
market.*##.in-every-market
#@#.nowhere-hidden
##.nowhere-hidden
shop.test#@#.ad-here
##.ad:style(color: red)
##+js(abort)
##^script
news.test#?#.old:-abp-has(.ad-label)
##.has:has-text(Advert)
## a heading of a hosts file
@@||plain.test^$elemhide
@@||few.test^$generichide
few.test##.for-few
@@||other.test^$specifichide
other.test##.for-other
@@||trusted.test^$document
@@||all.test^
"""


@pytest.mark.parametrize(
    ("host", "markup", "hidden"),
    [
        ("x.test", "<p class='a AD ad-here'>", [".ad-here"]),
        ("x.test", "<p class=ad-here-too>", []),
        ("x.test", "<P ID=promo>", ["#promo"]),
        ("x.test", '<div id="sponsor-17">', ['div[id^="sponsor-"]']),
        ("x.test", '<a href="https://ads.test/x">', ['a[href*="//ads.test/"]']),
        ("x.test", "<aside><p class=box><b class=label>", ["aside > .box:has(.label)"]),
        ("x.test", "<ad-slot>", ["ad-slot"]),
        ("x.test", "<p data-ad>", ["[data-ad]"]),
        ("x.test", "<p title=Advert>", ['p:not(.fine)[title="Advert"]']),
        ("x.test", "<p class=not-in-the-news>", [".not-in-the-news"]),
        ("www.news.test", "<p class=not-in-the-news>", [".in-the-news", ".not-in-sport", ".old:has(.ad-label)"]),
        ("sport.news.test", "", [".in-the-news", ".old:has(.ad-label)"]),
        ("www.market.co.uk", "", [".in-every-market"]),
        ("market.evil.test", "", []),
        ("x.test", "<p class=nowhere-hidden>", []),
        ("my.shop.test", "<p class=ad-here id=promo>", ["#promo"]),
        ("x.test", "<p class='ad has' a heading of>", []),
        ("plain.test", "<p class=ad-here>", []),
        ("few.test", "<p class=ad-here>", [".for-few"]),
        ("other.test", "<p class=ad-here>", [".ad-here"]),
        ("trusted.test", "<p class=ad-here>", []),
        ("all.test", "<p class=ad-here>", [".ad-here"]),
    ],
)
def test_elements_that_lists_hide(host: str, markup: str, hidden: list[str]) -> None:
    assert sorted(Blocker([ELEMENTS]).hidden(f"https://{host}/", markup.encode())) == hidden


def test_nothing_is_blocked_on_a_page_that_is_excepted_as_a_whole() -> None:
    blocker = Blocker(["||ads.test^\n@@||trusted.test^$document\n@@||plain.test^$elemhide"])
    found = [
        host for host in ("trusted", "plain") if blocker.blocks("https://ads.test/x", "image", f"https://{host}.test/")
    ]
    assert found == ["plain"]
