"""What holds for every content type, whatever the body."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from others import Read, read
from unsafe import UNSAFE, unsafe_in

EXAMPLES = int(os.environ.get("LIGHTTERM_EXAMPLES", "150")) // 3
TYPES = (
    "text/plain",
    "text/javascript",
    "text/csv",
    "text/tab-separated-values",
    "text/markdown",
    "application/json",
    "application/x-ndjson",
    "application/feed+json",
    "application/xml",
    "application/rss+xml",
    "application/atom+xml",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "image/avif",
    "application/x-directory-listing",
    "application/pdf",
    "application/x-unheard-of",
    "odd\x1b[31m",
)
PIECES = (
    *"<>&;\"'=/!?[](){}*_`#-+|~:,.\\\n\t \f\r\0\x01\x02\x03\x07\x16\x1b",
    *UNSAFE,
    *(
        "<rss>",
        "<channel>",
        "<item>",
        "</item>",
        "<title>",
        "<link>",
        "<description>",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
    ),
    *(
        "<feed xmlns='http://www.w3.org/2005/Atom'>",
        "<entry>",
        "<content type='html'>",
        "<author>",
        "<name>",
        "<?x",
        "?>",
    ),
    *("<svg>", "<text>", "<html xmlns='http://www.w3.org/1999/xhtml'>", "<a href='x'>", "</a>", "<!DOCTYPE a [", "]>"),
    *(
        '{"a":',
        '"b"',
        "null",
        "1e5",
        '"items":[',
        '"content_html":"',
        '"\\u001b[2J"',
        '"http://a.org/"',
        "&#27;",
        "&#x9b;",
    ),
    *(
        "http://a.org/x",
        "mailto:a@b",
        "https://[::1]/",
        "://",
        "```\n",
        "- [ ] ",
        "1. ",
        "> ",
        "| a | b |\n|-|-|\n",
        "![a](b)",
    ),
    *("漢字", "é", "e\u0301" * 3, "שלום", "👩‍👩‍👧", "word ", "%1B", "%", "12\t34\tdirectory\n"),
)
BODIES = (
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.binary(max_size=200)
    | st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))
)


def check(page: Read) -> None:
    assert unsafe_in(page.text) == []
    assert unsafe_in(page.document.title) == []
    for error in page.errors:
        assert unsafe_in(error.message) == []
        assert error.exit_code
    count = len(page.document.targets)
    assert [target.number for target in page.document.targets] == list(range(1, count + 1))
    assert [number for number, _ in page.document.targets.addresses()] == list(range(1, len(page.links) + 1))
    for target in page.document.targets:
        # break hints stay in the text of a page until it is laid out
        assert unsafe_in(target.text.replace("\u200b", "").replace("\u2060", "")) == []


@pytest.mark.parametrize("content_type", TYPES)
@given(body=BODIES)
@example(body=b"")
@settings(max_examples=EXAMPLES)
def test_any_body_makes_a_clean_page(content_type: str, body: bytes) -> None:
    check(read(content_type, body))


@pytest.mark.parametrize("content_type", TYPES)
@given(
    body=st.lists(
        st.sampled_from(("http://a.org/x ", '"http://b.org"', "<a href='c'>d</a>", "[e](f)", ",", "\n", "<p>")),
        max_size=30,
    )
)
@settings(max_examples=EXAMPLES)
def test_every_link_is_numbered_once(content_type: str, body: list[str]) -> None:
    page = read(content_type, "<r>" * (content_type.endswith("xml")) + "".join(body), width=1000)
    shown = [int(number) for number in re.findall(r"\[(\d+)\]", page.text)]
    # a table's cells stand side by side, so only their numbers can be compared, not the order of lines
    assert sorted(shown) == list(range(1, len(page.document.targets) + 1))
