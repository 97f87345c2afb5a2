"""Plain text, source code, separated values, and what no reader can show."""

from __future__ import annotations

import pytest
from others import URL, read

from lightterm.document.layout import text_lines
from lightterm.document.model import Paragraph, Table
from lightterm.errors import CutOff
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot


def test_lines_stay_as_they_are() -> None:
    page = read("text/plain", "one\n\n  two\tthree\r\nfour\n")
    assert page.lines == ["one", "", "  two   three", "four"]
    assert page.document.title == "file"
    assert page.errors == ()


def test_tabs_go_to_every_eighth_cell_also_after_wide_characters() -> None:
    assert read("text/plain", "漢字\tx\nab\tx").lines == ["漢字    x", "ab      x"]


def test_addresses_become_links_without_their_punctuation() -> None:
    page = read(
        "text/plain",
        "See https://a.org/x_(y), (http://b.org/), <http://c.org/?q=1>; mailto:me@d.org. 「https://e.org/é」\n"
        "ftp://f.org xhttp://g.org http:// mailto:nobody",
    )
    assert page.links == [
        "https://a.org/x_(y)",
        "http://b.org/",
        "http://c.org/?q=1",
        "mailto:me@d.org",
        "https://e.org/%C3%A9",
    ]
    assert page.lines[0].startswith("See [1]https://a.org/x_(y), ([2]http://b.org/), <[3]http://c.org/?q=1>;")
    assert page.lines[1] == "ftp://f.org xhttp://g.org http:// mailto:nobody"
    assert page.document.targets[1].link_class == "external"
    assert page.document.targets[1].text == "https://a.org/x_(y)"


def test_subtitles_are_shown_without_their_markup() -> None:
    """WebVTT and SubRip, told by how they begin; text that is not within cues stays as it is."""
    vtt = """WEBVTT - <i>kept</i>\n\nNOTE a <b>note</b>\n\n00:01.000 --> 00:04.000 align:start
<v Roger Bingham>We are in <i.loud>New York</i> City &amp; <b>so</b>\n
00:05.000 --> 00:09.000\n<c.yellow>Yellow</c> <00:06.000>later, 1 < 2 &lt;i&gt;\n<v.first.loud Ann>Yes</v>\n"""
    assert read("text/vtt", vtt).lines == [
        *("WEBVTT - <i>kept</i>", "", "NOTE a <b>note</b>", "", "00:01.000 --> 00:04.000 align:start"),
        *("Roger Bingham: We are in New York City & so", "", "00:05.000 --> 00:09.000"),
        *("Yellow later, 1 < 2 <i>", "Ann: Yes"),
    ]
    srt = (
        "1\r\n00:00:01,000 --> 00:00:04,000\r\n{\\an8}<i>Hello</i> there\r\n\r\n"
        '2\r\n00:00:05,000 --> 00:00:06,000\r\n<font color="red">Red</font> x < y & {z} &amp;\r\n'
    )
    for content_type in ("text/plain", "application/x-subrip", "text/srt"):
        assert read(content_type, srt).lines == [
            *("1", "00:00:01,000 --> 00:00:04,000", "Hello there", ""),
            *("2", "00:00:05,000 --> 00:00:06,000", "Red x < y & {z} &amp;"),
        ]
    many = "WEBVTT\n\n" + "".join(f"{n}:00.000 --> {n}:02.000\n<i>one</i>\n<b>two</b>\n\n" for n in range(4000))
    assert not any("<" in line for line in read("text/vtt", many).lines)
    assert read("text/plain", "1\nsays <i>this</i>").lines == ["1", "says <i>this</i>"]


def test_form_feeds_divide_pages() -> None:
    assert read("text/plain", "one\n\ftwo\n", width=10).lines == ["one", "─" * 10, "two"]


def test_only_running_text_has_its_longest_lines_wrapped() -> None:
    line = "word " * 1000
    assert max(map(len, read("text/plain", line).lines)) <= 80
    assert read("text/javascript", line).lines == [line.rstrip()]


def test_long_texts_are_many_blocks() -> None:
    page = read("text/plain", "\n".join(map(str, range(5000))))
    assert page.lines == [str(n) for n in range(5000)]
    assert all(isinstance(b, Paragraph) and b.raw.count("\n") < 500 for b in page.document.blocks)


def test_a_line_of_five_megabytes() -> None:
    for content_type in ("text/css", "text/plain"):
        page = read(content_type, "a{b:c}" * 900_000)
        assert page.text.replace("\n", "") == "a{b:c}" * 900_000


def test_separated_values_are_a_table_with_a_head() -> None:
    page = read("text/csv", 'Name,Age,Home\nAnn,12,http://a.org/\n"B, C",3,"two\nlines"\n')
    (table,) = page.document.blocks
    assert isinstance(table, Table)
    assert [cell.header for row in table.rows for cell in row] == [True] * 3 + [False] * 6
    assert "B, C" in page.text
    assert page.links == ["http://a.org/"]
    assert page.lines[0].split(" │ ")[0].strip() == "Name"


def test_numbers_in_the_first_row_are_no_head() -> None:
    (table,) = read("text/csv", "1;2\n3;4\n").document.blocks
    assert isinstance(table, Table)
    assert not table.rows[0][0].header
    assert len(table.rows[0]) == 2


def test_tabs_separate_where_the_type_says_so() -> None:
    (table,) = read("text/tab-separated-values", "a,b\tc\r\nd\te").document.blocks
    assert isinstance(table, Table)
    assert [len(row) for row in table.rows] == [2, 2]


def test_a_table_that_breaks_off_keeps_its_rows_and_the_rest() -> None:
    page = read("text/csv", 'a,b\n1,2\n"' + "x\n" * 200_000)
    assert page.codes == ["PARSE_ERROR"]
    assert page.errors[0].context["line"] == 3
    assert page.lines[2].split(" │ ") == ["1", "2"]
    assert page.text.count("\nx") > 199_000


def test_unknown_types_that_are_text_are_shown() -> None:
    page = read("application/x-unheard-of", "key: value\n")
    assert page.lines == ["key: value"]
    assert page.errors == ()


@pytest.mark.covers("LBX-44")
@pytest.mark.parametrize(
    ("content_type", "words"),
    [
        ("application/postscript", "a PostScript document"),
        ("application/msword", "a Word document"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "an Excel workbook"),
        ("application/zip", "a ZIP archive"),
        ("application/octet-stream", "binary data"),
        ("audio/mpeg", "an audio file"),
        ("video/mp4", "a video"),
        ("application/x-unheard-of", "binary data"),
    ],
)
def test_what_cannot_be_shown_is_described(content_type: str, words: str) -> None:
    page = read(content_type, b"\0\1\2\xff" * 500, "https://example.org/a%20file.bin?x")
    assert page.document.title == "a file.bin"
    assert page.codes == ["UNSUPPORTED_TYPE"]
    assert "--source" in page.errors[0].suggestion
    assert (
        f"This is {words} ({content_type}) of 2.0 kB (2,000 bytes)."
        in read(content_type, b"\0\1\2\xff" * 500, width=200).text
    )
    assert page.links == ["https://example.org/a%20file.bin?x"]


@pytest.mark.parametrize(
    "content_type", ["application/zip", "image/png", "application/pdf", "video/mp4", "application/x-unheard-of"]
)
def test_what_broke_off_and_is_no_text_says_so_in_the_page(content_type: str) -> None:
    body = b"\0\1\2\xff" * 500
    fault = CutOff("the reply broke off: 7999 of 9999 bytes are missing")
    response = Response(URL, body=body, error=fault, truncated=True)
    document, _ = extract(Snapshot(response, content_type, body), View(columns=200))
    assert "Not all of it came: the reply broke off: 7999 of 9999 bytes are missing." in text_lines(
        document.blocks, 200
    )
    assert not any("Not all" in line for line in read(content_type, body).lines)


def test_a_byte_order_mark_is_not_shown() -> None:
    for content_type in ("text/plain", "text/markdown", "application/json", "text/csv", "application/xml"):
        assert "\ufeff" not in read(content_type, "\ufeff<a/>").text
    assert read("application/json", '\ufeff{"a": 1}').errors == ()
    assert read("text/plain", "\ufeffx", URL).lines == ["x"]
