"""Pages as line mode says them: in no more time than they are long, whatever they hold."""

from __future__ import annotations

from time import process_time

import pytest
from effort import slowness, uncovered

from lightterm.document.model import Document
from lightterm.document.place import Place
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.line.reading import Reading

SECONDS = 5
"""What none of these took of the processor on a slow machine; what is quadratic took 14 s and more."""

MANY = {
    "fields in a paragraph": "<form><p>" + "a <input name=f> " * 30_000,
    "boxes in a paragraph": "<form><p>" + "".join(f"<label><input type=checkbox>b{i}</label> " for i in range(30_000)),
    "links behind a field": "<p><input name=q> " + "<a href=/x>link</a> " * 50_000,
    "lists in a paragraph": "<p>" + "<select><option>a</select> " * 30_000,
    "forms with hidden fields": "<form action=/x><input type=hidden name=a value=b>x</form>" * 15_000,
    "boxes with one long label": f"<form><p id=l>{'lab ' * 100_000}"
    + "<input type=checkbox aria-labelledby=l>" * 5_000,
    "many in deep quotations": "<blockquote>" * 490 + "<p>w</p>" * 10_000,
    "empty cells": "<table><tr><th>a<th>b" + "<tr><td>x<td>" * 50_000,
    "controls that are off": "<p>" + "<input disabled> (a) " * 20_000,
    "gaps in a paragraph": f"<p>{'_' * 100_000} {'(a) ' * 30_000} {'[--- ' * 20_000} (disabled) 5%",
    "levels": "<ul><li>a" * 480 + "<li>b" * 20_000,
    "boxes with one id": f"<form><label for=q>{'lab ' * 100_000}</label>" + "<input id=q type=checkbox>" * 5_000,
}


def page(html: str) -> Document:
    return html_document(html.encode(), "https://example.org/", View())


@pytest.mark.parametrize("name", MANY)
def test_a_page_of_many_controls_is_said_in_no_time(name: str) -> None:
    with uncovered():
        begun = process_time()
        document = page(MANY[name])
        reading = Reading(80)
        reading.aloud = True
        reading.show(document, document.blocks, Place())
        lines = sum(1 for _ in reading.portion(0))
        used = process_time() - begun
        slow = slowness()
    assert used < SECONDS * slow, (used, slow)
    assert lines > 4_000


def heard(html: str) -> list[str]:
    document = page(html)
    reading = Reading(60)
    reading.aloud = reading.stacked = True
    reading.show(document, document.blocks, Place())
    return list(reading.portion(0))


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        (
            "<ul><li>One<ul><li>A<ul><li>B</ul></ul><li><ul><li>Only</ul><li>Two</ul>",
            ["• One", "  level 2: • A", "    level 3: • B", "  level 2: • Only", "level 1: • Two"],
        ),
        (
            "<ol><li>a<ul><li>x<li>y</ul></ol><p>b<ul><li>c</ul>",
            ["1. a", "   level 2: • x", "   • y", "", "b", "", "• c"],
        ),
        ("<ol><li>a<ol><li>x<li>y</ol><li>b</ol>", ["1. a", "   level 2: 1. x", "   2. y", "level 1: 2. b"]),
        (
            f"<ul><li>a<ul><li>{'word ' * 11}<li>b</ul></ul>",
            ["• a", "  level 2:\n  • word word word word word word word word word word word", "  • b"],
        ),
        ("<p><progress value=3 max=10></progress> <meter value=0.7>70%</meter>", ["30% 70%"]),
        (
            "<p>Name <input disabled value=Ann> Age <input disabled> Born <input type=date disabled> <select disabled>"
            "<option>one<option>two</select> <input type=checkbox disabled checked> <input type=radio disabled>",
            [
                "Name Ann (disabled) Age empty (disabled) Born empty (date)",
                "(disabled) one (disabled) on (disabled) off (disabled)",
            ],
        ),
        ("<p><textarea disabled>x\ny</textarea>", ["x", "y (disabled)"]),
        (
            "<p><span role=menuitemcheckbox aria-checked=true tabindex=0 onclick=x()>Signs</span> [x] words",
            ["[1]on Signs [x] words"],
        ),
        ("<p style='text-align:center'>Mid<p align=right>Side", ["Mid", "", "Side"]),
        ("<p><input placeholder=Search required> all", ["[1]empty (Search) (required)", "all"]),
        (
            "<blockquote><p>First<p>Second<ul><li>in it</ul></blockquote><p>After",
            ["quote: First", "", "Second", "", "• in it (end of quote)", "", "After"],
        ),
        (
            "<blockquote>one<blockquote>two</blockquote></blockquote>",
            ["quote: one", "", "quote: two" + " (end of quote)" * 2],
        ),
        ("<p>an <del>old</del> and a <ins>new</ins> word", ["an (deleted: old) and a (inserted: new) word"]),
        ("<p><input> (or <input> instead)", ["[1]empty", "(or [2]empty", "instead)"]),
        ("<pre>> no quote</pre>", ["> no quote"]),
        (
            "<table><tr><th>Item<th>Size<th>Price<tr><td><a href=/p>Pen</a><td><td>1<tr><td><a href=/c>Cup</a><td>L<td>"
            "</table><p><a href=/x>End</a>",
            ["Item: [1]Pen", "Size: empty", "Price: 1", "", "Item: [2]Cup", "Size: L", "Price: empty", "", "[3]End"],
        ),
        (
            "<table border><tr><td>a<td><td><td>d<tr><td>e<td>f<td><td></table>",
            ["a", "empty", "d", "", "e", "f"],
        ),
        (
            "<table border><tr><th>Mon<td><td>c<tr><th>Tue<td>e<td></table>",
            ["Mon", "empty", "c", "", "Tue", "e"],
        ),
    ],
    ids=[
        "lists",
        "lists in numbers",
        "numbers",
        "a long item",
        "bars",
        "what is off",
        "a text that is off",
        "a box in a menu",
        "sides",
        "two notes",
        "a quotation",
        "one in another",
        "changes",
        "a field in brackets",
        "a sign",
        "empty cells",
        "cells of columns without names",
        "rows with names",
    ],
)
def test_signs_before_lines_are_said_in_words(html: str, lines: list[str]) -> None:
    assert heard(html) == lines
