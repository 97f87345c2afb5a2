"""What a charset cannot hold comes out in its nearest letters, and nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.cells import width as cells
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.encode import Spelling, encode
from lightterm.output.text import header_lines, page_text


def ascii_of(text: str) -> str:
    return encode(text, "ascii").decode("ascii")


def test_what_a_charset_can_hold_is_kept():
    assert encode("é漢🙂", "utf-8") == "é漢🙂".encode()
    assert encode("é ½", "iso-8859-1") == b"\xe9 \xbd"
    assert encode("漢字", "shift_jis") == "漢字".encode("shift_jis")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("• a │ b", "* a | b"),
        ("──┼──", "--+--"),
        ("“q” ‘s’ – — …", "\"q\" 's' - -- ..."),
        ("Größe ÆØ łódź", "Grosse AEO lodz"),
        ("½ € ©2024 ™", "1/2 EUR (c)2024 (TM)"),
        ("no\xa0break", "no break"),
        ("▸ closed ▾ open", "> closed v open"),
        ("ﬁne", "fine"),
    ],
)
def test_near_letters_stand_for_what_ascii_lacks(text, near):
    assert ascii_of(text) == near


def test_powers_stay_powers_and_indices_are_read_on():
    assert ascii_of("mc², 10⁻³, x²ⁿ⁺¹, H₂O, a⁺") == "mc^2, 10^(-3), x^(2n+1), H2O, a^+"
    assert encode("mc² 10⁻³", "iso-8859-1") == b"mc\xb2 10^(-3)"


def test_format_characters_and_accents_leave_no_question_marks():
    assert ascii_of("\u2067a\u2069 e\u0301 \u2764\ufe0f") == "a e ?"


def test_the_rest_is_a_question_mark_a_letter():
    assert ascii_of("漢字 שלום") == "?? ????"


def test_an_unknown_charset_is_utf_8():
    assert encode("é", "no-such-charset") == "é".encode()


@given(text=st.text(), charset=st.sampled_from(["ascii", "iso-8859-1", "cp1252", "koi8-r", "shift_jis", "utf-8", "x"]))
def test_nothing_raises(text, charset):
    made = encode(text, charset)
    if charset == "ascii":
        assert made.isascii()
        assert text.isascii() <= (made.decode() == text)


PAGE = """<title>Größe in €</title><h1>€€€ ½ ½ €€€€ €€€</h1><p>mc² und 10⁻³ x ½ … <a href="/ä?q=日本">Ünïcode ™™</a>
„Zitat“ aaaa bbbb €€€€ cccc dddd … … … <b>æææææææ</b> ﬁﬁﬁ ½½½½½½½½½½½½½½½½½½½½½½½½½
<ul style="list-style-type:'→ '"><li>an arrow item that goes on €€ and on<ul><li>inside of it € € € €</ul></ul>
<blockquote>Zitat €€ über mehr als eine … Zeile</blockquote><dl><dt>€€<dd>½ ½ ½ ½ ½ ½ ½ ½ ½ ½</dl><hr>
<table><caption>Preise in €</caption><tr><th>a€€€<th>b ™<tr><td>½<td>2<tr><td>© 2024 …<td>→→</table>"""


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "cp437", "koi8-r", "shift_jis", "utf-8"])
@pytest.mark.parametrize("width", [12, 20, 33, 80])
@pytest.mark.parametrize("links", ["none", "inline"])
def test_no_line_is_wider_than_asked_in_any_charset(encoding, width, links):
    document = html_document(PAGE.encode(), "http://x/", View(columns=width))
    spelling = Spelling(encoding)
    spelled = spelling.document(document)
    show = str if links == "none" else spelling.address
    lines = [*header_lines(spelled, width, show), *page_text(spelled, width, True, links, show)]
    written = [encode(line, encoding).decode(encoding) for line in lines]
    assert [line for line in written if cells(line) > width] == []
    words = " ".join("".join(written).split())
    assert "http:" in words and "?" not in words.replace("/ä?q", "").replace("C3%A4?q", "")


def test_what_needs_no_other_letters_is_not_copied():
    document = html_document("<p>plain<p>café<p>€".encode(), "http://x/", View())
    spelled = Spelling("iso-8859-1").document(document)
    assert [block.text() for block in spelled.blocks] == ["plain", "café", "EUR"]
    assert spelled.blocks[0] is document.blocks[0]
    assert document.blocks[2].text() == "€"


def test_addresses_stay_addresses():
    spelling = Spelling("iso-8859-1")
    assert spelling.address("http://x/ä/日?q=a") == "http://x/ä/%E6%97%A5?q=a"
    assert Spelling("ascii").address("http://x/ä") == "http://x/%C3%A4"
