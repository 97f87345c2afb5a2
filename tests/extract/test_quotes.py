"""The marks around `q`: of the language around it, of a style, of generated text (rendering point 28)."""

from __future__ import annotations

import pytest

from lightterm.document.layout import text_lines
from lightterm.extract.html import html_document
from lightterm.extract.view import View


def read(markup: str) -> str:
    """The text of a page."""
    return "\n".join(text_lines(html_document(markup.encode(), "https://example.org/", View()).blocks, 80))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en-GB", "“a ‘b’”"),
        ("de", "„a ‚b‘“"),
        ("de_CH", "«a ‹b›»"),
        ("fr", "«a «b»»"),
        ("fr-CA", "«a ”b“»"),
        ("sv", "”a ’b’”"),
        ("pl", "„a «b»”"),
        ("ru-RU", "«a „b“»"),
        ("ja", "「a 『b』」"),
        ("zh-Hant-HK", "「a 『b』」"),
        ("tlh", "“a ‘b’”"),
    ],
)
def test_quotes_are_those_of_the_language_around_them(language: str, text: str) -> None:
    quote = "<q lang=la>a <q>b</q></q>"
    assert read(f"<p lang={language}>{quote.replace(' lang=la', '')}") == text
    assert read(f"<html lang={language}><p><q lang=la>a</q>") == f"{text[0]}a{text[-1]}", (
        "what is quoted speaks its own"
    )
    css = "<style>q::before { content: open-quote } q::after { content: close-quote }</style>"
    assert read(f"<html lang={language}>{css}<p><q>a <q>b</q></q>") == text


@pytest.mark.parametrize(
    ("css", "text"),
    [
        ("q { quotes: '<' '>' '(' ')' }", "<a (b (c))>"),
        ("p { quotes: '«;' '»' }", "«;a «;b «;c»»»"),
        ("q { quotes: none }", "a b c"),
        ("q { quotes: auto }", "“a ‘b “c”’”"),
        ("q::before { content: '-' } q::after { content: '' }", "-a -b -c"),
    ],
)
def test_a_style_sets_its_own_quotes(css: str, text: str) -> None:
    assert read(f"<style>{css}</style><p><q>a <q>b <q>c</q></q></q>") == text
