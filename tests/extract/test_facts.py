"""The facts of a page: where each is found, how sure it is, what was tried; data for programs, however written."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lightterm.document.facts import BASELINES, LEVELS, NOTHING, USES, Facts, confidence, level_of, overall
from lightterm.extract.facts import facts, html_facts
from lightterm.extract.facts.dates import date_in_address, iso_date
from lightterm.extract.facts.names import name_in
from lightterm.extract.facts.near import labelled_dates, said_before
from lightterm.extract.facts.tolerant_json import read_json
from lightterm.extract.reader.blocks import read_blocks
from lightterm.fetch.model import Response, Snapshot
from tests.bench import sets

URL = "https://example.org/news/rivers"
DATA = os.environ.get(sets.VARIABLE, "")

STORY = """<!doctype html><html lang=en><head><title>Rivers of the north - The Daily Flow</title>
<link rel=canonical href=/rivers><link rel=alternate type=application/rss+xml href=/feed title=News>
<meta name=description content="About rivers"><meta property="og:image" content="/r.jpg">
<meta property="og:site_name" content="The Daily Flow"><meta property="og:type" content="article">
<meta name="twitter:card" content=summary>
<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
 {"@type": "NewsArticle", "headline": "Rivers of the north", "author": {"@id": "#jo"},
  "datePublished": "2024-03-05T10:00:00Z", "dateModified": "2024-04-01"},
 {"@type": "Person", "@id": "#jo", "name": "Jo Writer"}]}</script></head>
<body><nav><a href=/>The Daily Flow</a></nav><main><article><h1>Rivers of the north</h1>
<p class=byline>By <a rel=author href=/jo>Jo Writer</a> on <time datetime="2024-03-05">March 5, 2024</time></p>
<p>The rivers of the north rise in the hills and run for hundreds of miles before they meet the sea.</p>
<p>People have lived beside them since before anything was written down, fishing, trading and building boats.</p>
<p>Every spring the melting snow makes them flood, which is a danger to the towns, and why the fields are fertile.</p>
</article></main></body></html>"""


def found(markup: str, url: str = URL) -> Facts:
    return html_facts(markup.encode(), url)


def replied(body: bytes, content_type: str) -> Facts:
    response = Response(url=URL, status=200, headers=(), body=body)
    return facts(Snapshot(response=response, content_type=content_type, markup=body, charset="utf-8"))


@pytest.mark.covers("LB-70", "UB-16", "UB-26", "UB-27")
def test_a_story_says_who_wrote_it_and_when() -> None:
    story = found(STORY)
    assert (story.title.value, story.byline.value) == ("Rivers of the north", "Jo Writer")
    assert (story.published.value, story.modified.value) == ("2024-03-05T10:00:00Z", "2024-04-01")
    assert (story.site.value, story.description.value, story.language.value) == ("The Daily Flow", "About rivers", "en")
    assert (story.canonical.value, story.image.value) == ("https://example.org/rivers", "https://example.org/r.jpg")
    assert story.feeds == (("https://example.org/feed", "News"),)
    assert story.kind.value == "article"
    for fact, level in ((story.title, "very_high"), (story.byline, "high"), (story.published, "very_high")):
        assert (fact.confidence.source, fact.confidence.level) == ("structured_data", level)
        assert fact.place.startswith("json-ld newsarticle")
    assert "run for hundreds of miles" in story.content.value and "The Daily Flow" not in story.content.value
    assert story.content.confidence.source == "selector_match" and story.content.confidence.score > 0.75
    assert story.modified.confidence == confidence("structured_data")


def test_an_author_whom_the_page_shows_is_surer_than_one_of_its_data_alone() -> None:
    before, _, after = STORY.partition("<p class=byline>")
    rest = after.partition("</p>")[2]
    unseen = found(before + rest).byline
    other = found(f"{before}<p>Al Painter grew up in the hills.</p>{rest}").byline
    seen = found(f"{before}<p>Jo Writer grew up in the hills.</p>{rest}").byline
    assert unseen.value == other.value == seen.value == "Jo Writer"
    assert seen.confidence.score > max(unseen.confidence.score, other.confidence.score)


PLAIN = STORY.partition("<script")[0] + "</head>" + STORY.partition("</head>")[2]


@pytest.mark.parametrize(
    ("before", "after", "byline", "date"),
    [
        (
            "<div class=author-box><div class=author-name>Ann Lee</div><div>Head of Marketing</div></div>",
            "",
            "Ann Lee",
            "",
        ),
        ("<div><div>Written by</div><div>Ann Lee</div></div>", "", "Ann Lee", ""),
        ("<p class=byline>Mary Stone<br>Peter Brown</p>", "", "Mary Stone, Peter Brown", ""),
        ("", "<h3>Author</h3><p>Ann Lee</p>", "Ann Lee", ""),
        ("<p><a href=/authors/ann-lee>Ann Lee</a> - 12/03/24</p>", "", "Ann Lee", "2024-12-03"),
        ("<p class=byline>By <a href=/x>Ann Lee</a><b>Updated: Mar 3, 2024</b></p>", "", "Ann Lee", "2024-03-03"),
        ("<div><span>Published:</span><br>May 25, 2023</div>", "", "", "2023-05-25"),
        ("", "<p>Posted on April 13, 2023</p>", "", "2023-04-13"),
        ("", "<h3>Ann Lee</h3><p>Ann is an author of the Daily Flow and has fished all her life.</p>", "Ann Lee", ""),
        ("<p class=authorized-dealer>Rivers Boats</p>", "", "", ""),
        ("<p>Nathalie Lindqvist</p><p>March 3, 2024</p>", "", "Nathalie Lindqvist", "2024-03-03"),
        ("<p>Privacy Policy</p><p>March 3, 2024</p>", "", "", "2024-03-03"),
        ("<p class=date>4 min • HealthDECEMBER 22, 2022Updated: JANUARY 02, 2024</p>", "", "", "2022-12-22"),
    ],
)
def test_bylines_and_dates_are_found_where_pages_keep_them(before: str, after: str, byline: str, date: str) -> None:
    head, _, rest = PLAIN.partition("<p class=byline>")
    page = found(head + before + rest.partition("</p>")[2].replace("</article>", f"{after}</article>"))
    assert (page.byline.value, page.published.value) == (byline, date)


def test_the_first_heading_may_be_the_name_of_the_site() -> None:
    """As books of mdBook have it, and blogs whose logo is a heading; a heading's own sign is no part of it."""
    page = "<title>On Tides - The Book of Harbours</title><h1>The Book of Harbours</h1><main><h2 id=t>On Tides</h2>"
    body = "<p>Tides come twice a day, and harbours know it; so do those who wait there for a ship.</p>" * 5
    assert found(page + body).title.value == "On Tides"
    marked = "<title>On Tides</title><h1 id=t>On Tides<a class=headerlink href='#t'>¶</a></h1>"
    assert found(marked + body).title.value == "On Tides"
    other = page.replace("<h2 id=t>On Tides</h2>", "<h2>Of the moon</h2>")
    assert found(other + body).title.value != "Of the moon"


def test_a_thread_is_dated_by_its_first_post() -> None:
    said = "<div class='post reply'><span class=username>{}</span> <span class=date>{}</span><p>{}</p></div>"
    days = (("Kim", "March 5, 2024"), ("Lou", "March 7, 2024"), ("Max", "May 1, 2024"))
    posts = "".join(said.format(who, day, f"My boat leaks in such weather, says {who}. " * 4) for who, day in days)
    newest = "<ul class=sidebar><li><span class=date>June 2, 2024</span> Newest thread</ul>"
    page = f"<title>Leaking boats - Forum</title><body class='forum thread'>{newest}<h1>Leaking boats</h1>{posts}"
    thread = found(page, "https://forum.example.org/threads/leaking-boats.123/")
    assert (thread.kind.value, thread.published.value) == ("forum", "2024-03-05")


def test_a_member_is_older_than_the_thread() -> None:
    """The day on which a member registered is none of the thread's."""
    said = "<div class=post><span class=username>{}</span><p>Registered: {}</p><p>#{} {}</p><p>{}</p></div>"
    members = (("Kim", "2009-04-01", "2024-03-05"), ("Lou", "2011-05-02", "2024-03-07"))
    posts = "".join(
        said.format(who, since, i, day, f"My boat leaks in such weather, says {who}. " * 4)
        for i, (who, since, day) in enumerate(members, 1)
    )
    page = f"<title>Leaking boats - Forum</title><body class='forum thread'><h1>Leaking boats</h1>{posts}"
    thread = found(page, "https://forum.example.org/threads/leaking-boats.123/")
    assert (thread.kind.value, thread.published.value) == ("forum", "2024-03-05")


def test_who_answers_or_comments_did_not_write_the_page() -> None:
    """Items of microdata say what their author is the author of."""

    def sure(kind: str) -> float:
        said = "<div itemscope itemtype='https://schema.org/{}'><p itemprop=author>By Kim Lee</p></div>"
        head, _, rest = PLAIN.partition("<p class=byline>")
        return found(head + said.format(kind) + rest.partition("</p>")[2]).byline.confidence.score

    assert sure("Article") > sure("Answer") == sure("Comment")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Last modified: May 1, 2024", ("modified",)),
        ("March 5, 2024 (This post was last modified: May 1, 2024)", ()),
        ("Published March 5, 2024 | Updated May 1, 2024", ("publish",)),
        ("HealthMARCH 5, 2024Updated: MAY 1, 2024", ()),
        ("Published March 5, 2024, updated since", ("publish", "updated")),
        ("Dead\xadline to apply: March 5, 2024", ("of an event",)),
    ],
)
def test_what_is_said_of_a_date_is_said_of_the_first(text: str, said: tuple[str, ...]) -> None:
    """A post that was edited later is of the day on which it was written; soft hyphens hide no word."""
    assert said_before(text) == said


def test_the_label_before_a_bare_date_says_what_it_is_of() -> None:
    blocks = read_blocks("<div>Boat 7</div><div>May 1, 2024</div><div>Release date:</div><div>March 5, 2024</div>")
    signs = {candidate.text: candidate.signs for candidate in labelled_dates(blocks) if candidate.place == "bare date"}
    assert ["of a release" in signs[day] for day in ("May 1, 2024", "March 5, 2024")] == [False, True]


def test_an_age_that_is_shown_is_the_date_that_is_stated() -> None:
    head, _, rest = PLAIN.partition("<p class=byline>")
    shown = "<p><span class=post-time data-tippy-content='Friday, October 4th, 2024 at 3:43 PM'>1 year ago</span></p>"
    page = found(head + shown + rest.partition("</p>")[2])
    assert [t.value for t in page.published.tried if t.place == "class time"] == ["2024-10-04"]


def test_authorized_dealers_are_no_authors() -> None:
    head, _, rest = PLAIN.partition("<p class=byline>")
    shown = "<p class=authorized-dealer>Al Dealer</p><p><a href=/authorized/dealers>Bo Shop</a></p>"
    places = {t.place for t in found(head + shown + rest.partition("</p>")[2]).byline.tried}
    assert "class" not in places and not any(place.startswith("link") for place in places)


def test_what_was_tried_is_told_with_reasons() -> None:
    tried = found(STORY).title.tried
    assert [(t.place, t.reason) for t in tried if not t.reason] == [("json-ld newsarticle headline", "")]
    assert ("h1", "Rivers of the north", "says the same") in [(t.place, t.value, t.reason) for t in tried]
    dates = found(STORY.replace("March 5, 2024", "March 9, 2024")).published.tried
    assert dates[0].value[:10] in ("2024-03-05", "2024-03-09")
    other = next(t for t in dates if t.value[:10] in {"2024-03-05", "2024-03-09"} - {dates[0].value[:10]})
    assert other.reason.startswith("right in ") and other.reason.endswith(" of 100 such cases")


def test_what_pages_leave_in_their_data_is_no_part_of_a_fact() -> None:
    """References escaped twice, tags, addresses for names, a draft's date, no language: all met on saved pages."""
    told = {
        "description": "&lt;p&gt;Fish &amp;amp; rivers aren&amp;rsquo;t &lt;b&gt;ra&lt;/b&gt;re&lt;/p&gt;",
        "og:site_name": "https://www.example.org/",
        "author": "Ann Lee (www.e.org)",
        "article:modified_time": "2024-03-01",
        "og:locale": "en_GB",
    }
    metas = "".join(f'<meta name="{name}" content="{value}">' for name, value in told.items())
    said = PLAIN.replace("<html lang=en>", "<html lang='lang='>").replace("<title>", f"{metas}<title>")
    page = found(said.replace('<meta name=description content="About rivers">', "").replace("Jo Writer", "Ann Lee"))
    assert page.description.value == "Fish & rivers aren\u2019t rare"
    assert (page.language.value, page.byline.value) == ("en_GB", "Ann Lee")
    assert page.site.value == "The Daily Flow" and (page.published.value, page.modified.value) == ("2024-03-05", "")
    assert "<table>" in found("<title>The <table> element</title><h1>The &lt;table&gt; element</h1>").title.value


def test_a_page_that_says_nothing_is_given_nothing() -> None:
    bare = found("<p>Opening hours: 9:00 to 17:00. Copyright 2024. Tel. 030 2024 1212.")
    assert (bare.byline.value, bare.published.value, bare.modified.value, bare.site.value) == ("", "", "", "")
    assert bare.byline.confidence == NOTHING
    assert found("").overall == NOTHING and found("").title.value == ""


@pytest.mark.parametrize(
    ("others", "byline"),
    [
        (", <a href=/a>Ann Lee</a> and <a href=/b>Bo Ray</a>", "Una Field, Ann Lee and Bo Ray"),
        (" &amp; <a href=/a>Ann Lee</a>", "Una Field & Ann Lee"),
        (", Head of Rivers", "Una Field"),
        (", <a href=/p>Picture Desk and friends</a>", "Una Field"),
    ],
)
def test_of_several_authors_all_are_told_where_the_data_has_the_first_alone(others: str, byline: str) -> None:
    """Data, a link and a meta agree on the first: the line with all of them was one against three."""
    shown = STORY.replace("Jo Writer", "Una Field").replace("<head>", '<head><meta name=author content="Una Field">')
    link = "<a rel=author href=/jo>Una Field</a>"
    assert found(shown.replace(f"By {link}", link + others)).byline.value == byline


def test_a_shop_full_of_dates_and_names_has_no_byline() -> None:
    reviews = "".join(
        f"<li class=review><span class=author>Kim Buyer</span> <time datetime=2023-0{i}-01>2023</time> Good.</li>"
        for i in range(1, 7)
    )
    shop = found(
        '<head><title>Oak chair</title><meta property=og:type content=product><script type="application/ld+json">'
        '{"@type": "Product", "name": "Oak chair"}</script><body class=single-product><h1>Oak chair</h1>'
        f"<span class=price>$40.00</span><button>Add to cart</button><ul class=reviews>{reviews}</ul>",
        "https://shop.example/product/oak-chair",
    )
    assert (shop.title.value, shop.byline.value, shop.published.value) == ("Oak chair", "", "")


def test_references_in_json_ld_are_decoded_once() -> None:
    data = {
        "@type": "NewsArticle", "headline": "The river&#8217;s way", "description": "Salt&nbsp;&amp; reeds &amp;lt;",
        "image": "https://e.org/i.jpg?w=1&amp;h=2&copy=3",
    }  # fmt: skip
    page = found(f'<script type="application/ld+json">{json.dumps(data)}</script><p>Some words')
    assert (page.title.value, page.description.value) == ("The river\u2019s way", "Salt & reeds &lt;")
    assert page.image.value == "https://e.org/i.jpg?w=1&h=2&copy=3"
    deep = "[" * 400 + '"&amp;"' + "]" * 400
    assert found(f'<script type="application/ld+json">{deep}</script><p>x').data


@pytest.mark.covers("UB-22", "UB-23", "UB-24")
def test_sources_are_told_apart() -> None:
    meta = found('<meta property="og:description" content="Of boats"><p>x')
    assert meta.description.confidence == confidence("meta_tags") and meta.description.confidence.score == 0.65
    soup = found("<div>A text without any element that says what it is, long enough to be the page's own.</div>")
    assert soup.content.confidence.source == "heuristic"
    title = found("<title>Only a title here</title><p>x")
    assert (title.title.value, title.title.confidence.source) == ("Only a title here", "fallback")


@pytest.mark.covers("UB-8", "UB-9", "UB-10", "UB-11", "UB-12", "UB-13", "UB-14")
def test_levels_begin_where_they_are_said_to() -> None:
    bounds = {0.9: "very_high", 0.75: "high", 0.6: "medium", 0.4: "low", 0.2: "very_low", 0.0: "minimal"}
    for least, name in bounds.items():
        assert level_of(least).name == name
        assert least == 0.0 or level_of(least - 0.01).name != name
    assert level_of(1.0).name == "very_high"
    assert all(level.meaning and level.action for level in LEVELS)
    for score in (-0.01, 1.01):
        with pytest.raises(ValueError, match="from 0 to 1"):
            level_of(score)


@pytest.mark.covers("UB-17", "UB-18", "UB-19", "UB-20", "UB-25")
def test_baselines_are_those_of_the_contract() -> None:
    assert replied(b'{"a": 1}', "application/json").data[0].confidence == confidence("api_response", 0.95)
    schema = b'{"data": {"__schema": {"types": []}}}'
    assert replied(schema, "application/json").data[0].confidence == confidence("graphql", 0.90)
    (state,) = found('<script id="__NEXT_DATA__" type="application/json">{"props": {"a": 1}}</script>').data
    assert (state.kind, state.value, state.confidence) == (
        "next",
        {"props": {"a": 1}},
        confidence("framework_data", 0.9),
    )
    assert found("<html lang=de><p>x").language.confidence == confidence("selector_match", 0.75)
    assert confidence("unknown").score == 0.2 and BASELINES["learned_pattern"] == 0.7


@pytest.mark.covers("UB-30", "UB-31")
def test_what_is_less_sure_than_asked_is_left_out() -> None:
    story = found(STORY)
    strict = story.least(0.80)
    assert strict.title == story.title and strict.description.value == "" and story.description.value
    assert strict.description.tried == story.description.tried
    assert USES == {"display": 0.40, "store": 0.60, "automated": 0.75, "fact": 0.80, "financial": 0.85}
    assert USES["store"] <= story.description.confidence.score < USES["automated"]
    one = Facts(URL, title=story.title.replace(confidence=confidence("fallback")))
    assert overall(one) == confidence("fallback")
    both = one.replace(description=story.description)
    assert overall(both).score == round((3 * 0.3 + 0.65) / 4, 2)


HOSTILE = {
    "comment": '<!-- {"@type": "A"} -->',
    "cdata": '//<![CDATA[\n{"@type": "A"}\n//]]>',
    "trailing commas": '{"@type": "A",}',
    "line feeds": '{"@type": "A", "b": "one\ntwo"}',
    "comments inside": '{"@type": "A", /* x */ "b": 1 // y\n}',
    "single quotes": "{'@type': 'A'}",
    "semicolon": '{"@type": "A"};',
    "references": "{&quot;@type&quot;: &quot;A&quot;}",
    "cut off": '{"@type": "A", "b": [1, 2, {"c": "d',
    "quotes inside": '{"@type": "A", "b": "the "best" boat"}',
    "bare keys": '{"@type": "A", b: undefined, c: NaN}',
    "bad escape": '{"@type": "A", "b": "\\d \\u12"}',
    "two in a row": '{"@type": "A"}{"@type": "B"}',
    "no comma": '{"@type": "A" "b": 1}',
    "control": '{"@type": "A", "b": "\x01"}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_json_is_read_however_it_is_written(name: str) -> None:
    values = read_json(HOSTILE[name])
    assert isinstance(values[0], dict) and values[0]["@type"] == "A"
    more = {"line feeds": "one\ntwo", "quotes inside": 'the "best" boat', "cut off": [1, 2, {"c": "d"}], "no comma": 1}
    if name in more:
        assert values[0]["b"] == more[name]
    blocks = found(f'<script type="application/ld+json">{HOSTILE[name]}</script>').data
    assert [block.kind for block in blocks] == ["json-ld"] * len(values)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, '"' * 200_000, "{" + "'a':1," * 50_000, "\\" * 9999])
def test_endless_json_is_ended(text: str) -> None:
    json.dumps(read_json(text), default=str)


@pytest.mark.parametrize(
    "text", ['{"a": 1e999, "b": [-1e999]}', "{'a': 1e999, 'b': [-1e999]}", '{"a": NaN, "b": Infinity}']
)
def test_numbers_beyond_all_bounds_can_be_written_as_json_again(text: str) -> None:
    """They came out as `Infinity`, which no reader of JSON takes."""
    page = found(f"<script type='application/ld+json'>{text}</script><script>window.__NUXT__={text}</script>")
    assert len(page.data) == 2
    for block in page.data:
        json.dumps(block.value, allow_nan=False)


def test_microdata_nests_and_social_cards_are_gathered() -> None:
    page = found(
        '<meta property="og:title" content=T><meta property="og:image" content=a><meta property="og:image" content=b>'
        '<meta name="twitter:card" content=summary>'
        '<div itemscope itemtype="https://schema.org/Product"><a itemprop="name url" href=/boat>Boat</a>'
        '<div itemprop=offers itemscope itemtype="https://schema.org/Offer">'
        '<b itemprop=price content="3.0">3</b></div></div>'
        '<p vocab="https://schema.org/" typeof=Person resource="#jo"><span property=name>Jo</span></p>'
    )
    values = {block.kind: block.value for block in page.data}
    assert values["opengraph"] == {"og:title": "T", "og:image": ["a", "b"]}
    assert values["twitter"] == {"twitter:card": "summary"}
    offer = {"type": ["https://schema.org/Offer"], "properties": {"price": ["3.0"]}}
    boat = "https://example.org/boat"
    properties = {"name": [boat], "url": [boat], "offers": [offer]}
    assert values["microdata"] == {"type": ["https://schema.org/Product"], "properties": properties}
    assert values["rdfa"] == {"type": ["Person"], "id": "#jo", "properties": {"name": ["Jo"]}}


def test_the_state_of_frameworks_is_read_where_it_is_data() -> None:
    page = found(
        '<script>window.__NUXT__ = {"x": [1, 2]}; start()</script>'
        '<script>window.__INITIAL_STATE__ = JSON.parse("{\\"a\\": 1}");</script>'
        "<script>window.__APOLLO_STATE__ = makeState();</script>"
    )
    assert [(block.kind, block.value) for block in page.data] == [("nuxt", {"x": [1, 2]}), ("state", {"a": 1})]


STATED = {
    "{a:[1,-.5,0x1F,1e3,],'b':\"c\\u00e9\\x21\\u{1f6a3}\",on:!0,off:!1,u:void 0,n:null,d:new Date(5)}; go()": {
        "a": [1, -0.5, 31, 1000.0], "b": "c\u00e9!\U0001f6a3", "on": True, "off": False, "u": None, "n": None, "d": 5,
    },
    '(function(a,b,c){return {title:a,views:[b,b],none:c}}("Tides",12))': {
        "title": "Tides", "views": [12, 12], "none": None
    },
    '(function(a){return {data:[{a:a}]}})("}{");': {"data": [{"a": "}{"}]},
}  # fmt: skip
"""What scripts state, and the value of it."""


@pytest.mark.parametrize("script", STATED)
def test_state_is_read_where_a_script_states_it_as_minifiers_do(script: str) -> None:
    """Nuxt 2 and others leave no JSON; nothing was told of it."""
    page = found(f"<script>window.__NUXT__={script}</script>")
    assert [(block.kind, block.value) for block in page.data] == [("nuxt", STATED[script])]


@pytest.mark.parametrize(
    "script",
    ["{a:b}", "{a:f(1)}", "{a:1+1}", "{a", "[1,,2]", "(function(a){return a})(1)", "(function(a){return {a:a}})",
     "{a:" * 5000, "[" * 200_000, "!" * 9999, "(" * 9999, "{a:'b}", "{a:`b`}",
     f'(function(a){{return [{"a," * 100_000}]}})("{"x" * 100_000}")'],
)  # fmt: skip
def test_what_a_script_computes_is_not_guessed(script: str) -> None:
    assert found(f"<script>window.__NUXT__={script}</script>").data == ()


def test_headers_in_two_rows_are_the_names_of_columns_as_in_json() -> None:
    """The second row was data, and an empty `thead` made headers of the first."""
    two = "<table><thead><tr><th rowspan=2>Name<th colspan=2>Figures<tr><th>A<th>B<tbody><tr><td>x<td>1<td>2</table>"
    none = "<table><thead></thead><tr><td>1<td>2<tr><td>3<td>4</table>"
    first, second = found(two + none).tables
    assert (first.headers, first.rows) == (("Name", "Figures / A", "Figures / B"), (("x", "1", "2"),))
    assert (second.headers, second.rows) == ((), (("1", "2"), ("3", "4")))


@pytest.mark.covers("UB-28")
def test_tables_are_headers_and_rows() -> None:
    page = found(
        "<table><caption>Rivers</caption><tr><th>River<th colspan=2>Size</tr><tr><td rowspan=2>Ob<td>1<td>2</tr>"
        "<tr><td>3<td>4</tr></table>"
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table><table><tr><td>only one</table>"
        "<table><tr><td>1<td>2<tr><td>3<td>4</table>"
    )
    rivers, plain = page.tables
    assert (rivers.caption, rivers.headers) == ("Rivers", ("River", "Size", "Size"))
    assert rivers.rows == (("Ob", "1", "2"), ("Ob", "3", "4"))
    assert (plain.headers, plain.rows) == ((), (("1", "2"), ("3", "4")))
    assert rivers.confidence.score > plain.confidence.score == 0.5


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("2024-03-05T10:00:00+0200", "", "2024-03-05T10:00:00+02:00"),
        ("Published March 5, 2024", "", "2024-03-05"),
        ("5th of March 2024", "", "2024-03-05"),
        ("5. März 2024", "de", "2024-03-05"),
        ("le 5 février 2024", "fr", "2024-02-05"),
        ("5 de mayo de 2024", "es", "2024-05-05"),
        ("2024年3月5日", "zh", "2024-03-05"),
        ("3/5/2024", "en-US", "2024-03-05"),
        ("3/5/2024", "en-GB", "2024-05-03"),
        ("Published on 01/25/26", "", "2026-01-25"),
        ("05.03.2024", "de", "2024-03-05"),
        ("20240305", "", "2024-03-05"),
        ("Tue, 05 Mar 2024 10:00:00 GMT", "", "2024-03-05"),
        ("5 maj 2024", "da", "2024-05-05"),
        ("5. toukokuuta 2024 klo 10.30", "fi", "2024-05-05"),
        ("2024. május 5.", "hu", "2024-05-05"),
        ("2024 m. gegužės 5 d.", "lt", "2024-05-05"),
        ("2024. gada 5. maijs", "lv", "2024-05-05"),
        ("Chủ nhật, 5 tháng 5, 2024", "vi", "2024-05-05"),
        ("\u0665 مايو \u0662\u0660\u0662\u0664", "ar", "2024-05-05"),
        ("5 במאי 2024", "he", "2024-05-05"),
        ("5 मई 2024", "hi", "2024-05-05"),
        ("5 พฤษภาคม 2567", "th", "2024-05-05"),
        ("5 Μαΐου 2024", "el", "2024-05-05"),
        ("令和6年5月5日", "ja", "2024-05-05"),
        ("\uff12\uff10\uff12\uff14年\uff15月\uff15日", "ja", "2024-05-05"),
        ("5 listopada 2024", "pl", "2024-11-05"),
        ("5. listopada 2024", "hr", "2024-10-05"),
        ("5 pazdziernika 2024", "pl", "2024-10-05"),
        ("PublishedMarch the 5th, '24", "", "2024-03-05"),
        ("© 2023 May 5, 2024", "", "2024-05-05"),
        ("12 people 2024", "", ""),
        ("Comment•Mar 5, 20241 yr", "", "2024-03-05"),
        ("J Med 2014 Sep 15;2(9)", "", ""),
        ("31 February 2024", "", ""),
        ("March 5, 1832", "", ""),
        ("tel 2024-9912", "", ""),
        ("at 10:30", "", ""),
    ],
)
def test_dates_are_read_in_many_ways_and_never_made_up(text: str, language: str, date: str) -> None:
    assert iso_date(text, language) == date


def test_addresses_hold_dates() -> None:
    assert date_in_address("https://example.org/2024/03/05/rivers") == "2024-03-05"
    assert date_in_address("https://example.org/2024/květen/05/rivers") == "2024-05-05"
    assert date_in_address("https://example.org/item/20249977") == ""


def test_a_date_that_could_be_two_is_the_one_that_others_say() -> None:
    """12/03/2024 on a page in English may be in March: its address, or the other data, tell which."""
    page = PLAIN.replace('<time datetime="2024-03-05">March 5, 2024</time>', "<span class=date>12/03/2024</span>")
    assert found(page, "https://example.org/rivers").published.value == "2024-12-03"
    assert found(page, "https://example.org/news/2024/march/12/rivers").published.value == "2024-03-12"


def test_a_date_to_come_is_no_date_of_publication() -> None:
    ahead = datetime.date.today() + datetime.timedelta(days=30)
    assert iso_date(ahead.isoformat()) == ""
    tomorrow = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
    assert iso_date(tomorrow) == tomorrow


def test_authors_of_papers_are_named_first_name_first() -> None:
    metas = "".join(f'<meta name=citation_author content="{n}">' for n in ("Lee, Ann", "Brook, Jennifer", "Ng, Bo"))
    page = found(PLAIN.replace("</head>", f"{metas}</head>").replace("Jo Writer", "Ann Lee"))
    said = [t.value for t in page.byline.tried if t.place == "meta citation_author"]
    assert said == ["Ann Lee, Jennifer Brook, Bo Ng"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("By Jo Writer", "Jo Writer"),
        ("Dec 17, 2025 Julian K. Arni", "Julian K. Arni"),
        ("Jo Writer at December 3", "Jo Writer"),
        ("rider42 3/16/2021", "rider42"),
        ("Sat, 20 Dec, 2025 - 06:36", ""),
        ("ByJo Writer", "Jo Writer"),
        ("Jo Writer | March 5", "Jo Writer"),
        ("Written by: Jo Writer Senior editor", "Jo Writer"),
        ("Von Jo Schreiber", "Jo Schreiber"),
        ("Jo Writer Jo Writer", "Jo Writer"),
        ("Jo WriterUpdated: today", "Jo Writer"),
        ("This post was written by Jo Writer, Head of Marketing", "Jo Writer"),
        ("Dec. 19, 2025 · Jo Writer on behalf of many", "Jo Writer"),
        ("admin", ""),
        ("View profile", ""),
        ("Front Page", ""),
        ("Sign Up", ""),
        ("Larry Page", "Larry Page"),
        ("Hello. My name is Jo and this is what I cook", ""),
        ("default, every boat that is sold", ""),
        ("https://example.org/jo", ""),
        ("2024", ""),
    ],
)
def test_names_are_taken_out_of_bylines(text: str, name: str) -> None:
    assert name_in(text, "class byline") == name


def test_nothing_of_a_page_reaches_a_terminal_unclean() -> None:
    page = found("<html lang='e\x1b[31mn'><title>Red \x1b[31m&#27;[0m\u202e title</title><p>text \u202e here")
    for _, fact in page.fields():
        assert "\x1b" not in fact.value and "\u202e" not in fact.value
        assert all("\x1b" not in tried.value for tried in fact.tried)


@pytest.mark.covers("UB-32")
@pytest.mark.skipif(not DATA, reason=f"{sets.VARIABLE} names no directory with the public sets")
def test_facts_are_right_as_often_as_they_say() -> None:
    from tests.bench.facts_score import is_right

    cases = []
    counts: dict[tuple[str, str], int] = {}
    for sample in list(sets.wcxb(Path(DATA)))[::4]:
        page = found(sample.markup, sample.url)
        for field, fact, truth in (
            ("title", page.title, sample.title),
            ("byline", page.byline, sample.author),
            ("published", page.published, sample.date),
        ):
            right = bool(fact.value and truth) and is_right(field, fact.value, truth)
            told = "right" if right else "invented" if fact.value and not truth else ""
            for what in ("with" if truth else "without", told):
                counts[field, what] = counts.get((field, what), 0) + 1
            if fact.value:
                cases.append((fact.confidence.score, right))
    error = 0.0
    for low in range(10):
        here = [(score, right) for score, right in cases if low <= 10 * score < low + 1 + (low == 9)]
        error += abs(sum(score for score, _ in here) - sum(right for _, right in here))
    print(f"expected calibration error {error / len(cases):.3f} of {len(cases)} facts")
    assert len(cases) > 200 and error / len(cases) <= 0.05
    for field, floor in (("title", 0.81), ("byline", 0.80), ("published", 0.82)):
        assert counts[field, "right"] / counts[field, "with"] > floor, field
        if field != "title":
            assert counts.get((field, "invented"), 0) / counts[field, "without"] < 0.12, field


def test_the_dump_prints_the_facts_as_json(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "story.html"
    page.write_text(STORY)
    command = [sys.executable, "-m", "lightterm", "--dump", "--format", "metadata", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    data = json.loads(done.stdout)
    title = data["fields"]["title"]
    assert (title["value"], title["confidence"]["level"]) == ("Rivers of the north", "very_high")
    assert title["tried"][0] == {"place": title["place"], "value": title["value"], "reason": ""}
    assert data["fields"]["published"]["value"] == "2024-03-05T10:00:00Z"
    assert [block["kind"] for block in data["data"]] == ["json-ld", "opengraph", "twitter"]
    assert data["schemaVersion"] == "1.0" and 0 < data["confidence"]["score"] <= 1
