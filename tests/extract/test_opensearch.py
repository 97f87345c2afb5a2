"""OpenSearch descriptions: the address that searches a site, as its description says."""

from __future__ import annotations

import pytest

from lightterm.extract.html import html_document
from lightterm.extract.opensearch import search_in
from lightterm.extract.view import View

HERE = "https://docs.example/opensearch.xml"


def described(*urls: str, name: str = "Docs") -> str:
    head = '<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
    return f"{head}<ShortName>{name}</ShortName>{''.join(urls)}</OpenSearchDescription>"


@pytest.mark.parametrize(
    ("url", "template"),
    [
        ('type="text/html" template="https://docs.example/s?q={searchTerms}"', "https://docs.example/s?q={}"),
        ('type="text/html" template="/s?q={searchTerms}&amp;p={startPage?}"', "https://docs.example/s?q={}&p="),
        (
            'template="/s/{searchTerms}/{startPage}?e={inputEncoding}" type="text/html"',
            "https://docs.example/s/{}/1?e=UTF-8",
        ),
        ('type="application/x-suggestions+json" template="/s?q={searchTerms}"', ""),
        ('type="text/html" method="POST" template="/s?q={searchTerms}"', ""),
        ('type="text/html" template="javascript:alert({searchTerms})"', ""),
        ('type="text/html" template="/all"', ""),
    ],
)
def test_the_address_of_a_search_has_braces_for_the_words(url: str, template: str) -> None:
    found = search_in(described(f"<Url {url}/>"), HERE)
    assert (found.template if found is not None else "") == template


def test_what_is_sent_may_stand_beside_the_address_and_the_first_that_gives_a_page_counts() -> None:
    sent = '<Param name="q" value="{searchTerms}"/><Param name="l" value="de"/>'
    urls = '<os:Url type="application/rss+xml" template="/feed?q={searchTerms}"/>'
    found = search_in(
        described(urls, f'<Url type="text/html" template="/s">{sent}</Url>', name=" The\n Docs &amp; more"), HERE
    )
    assert found is not None
    assert found.name == "The Docs & more" and found.template == "https://docs.example/s?q={}&l=de"
    assert search_in("no XML < at all", HERE) is None


def test_a_page_says_where_its_descriptions_are() -> None:
    head = '<link rel="search" type="application/opensearchdescription+xml" title="Docs" href="/o.xml">'
    metadata = html_document(f"<!doctype html>{head}<p>x".encode(), "https://docs.example/a/b", View()).metadata
    assert metadata.searches == (("https://docs.example/o.xml", "Docs"),)
