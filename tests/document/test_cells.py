"""Cell widths by grapheme cluster, against wcwidth over all of Unicode and on real text."""

# ruff: noqa: RUF001

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
import wcwidth
from hypothesis import given, settings
from hypothesis import strategies as st

from lightterm.document import cells

FAMILY = "👨\u200d👩\u200d👧"
MIXED = (
    "aé Ω漢字かなガｶﾞ한글ᄒ\u1161\u11abกำก็ नमस्ते \u0301\u0308\u200d\u200c\ufe0f\ufe0e\u20e3🇯🇵🇺👍🏽👨👩❤1#"
    "\xad\u200b\u2060ﷺ☰"
)
texts = st.text(st.one_of(st.sampled_from(MIXED), st.characters(exclude_categories=["Cc", "Cs"])), max_size=40)


def test_every_code_point_that_is_not_complex_agrees_with_wcwidth():
    wrong = []
    for code in range(0x20, 0x110000):
        char = chr(code)
        if unicodedata.category(char) in ("Cc", "Cs"):
            continue
        if cells.shape(char) == cells.COMPLEX or char in cells.HINTS:
            continue
        if cells.width(char) != wcwidth.wcwidth(char):
            wrong.append(f"{code:04X}")
    assert not wrong


def test_characters_that_are_not_complex_never_cluster():
    simple = [chr(c) for c in range(0x20, 0x30000) if unicodedata.category(chr(c)) not in ("Cc", "Cs")]
    simple = [c for c in simple if cells.shape(c) != cells.COMPLEX]
    text = "".join(simple) + "".join(reversed(simple))
    assert list(wcwidth.iter_graphemes(text)) == list(text)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("plain", 5),
        ("naïve “café” — 5 €", 18),
        ("Привет", 6),
        ("漢字かな", 8),
        ("한국어 text", 11),
        ("①②★α", 4),
        ("ｱｲｳ", 3),
        (FAMILY, 2),
        ("🇯🇵🇺🇸", 4),
        ("1\ufe0f\u20e3", 2),
        ("❤\ufe0f", 2),
        ("👍🏽", 2),
        ("e\u0301", 1),
        ("नमस्ते", 4),
        ("ก็", 1),
        ("กำ", 2),
        ("\u1112\u1161\u11ab", 2),
        ("soft\xadhy\u200bphen\u2060", 10),
        ("漢\u200b字\xad", 4),
        ("שלום", 4),
        ("😀 ok", 5),
        ("☰ Menu", 7),
    ],
)
def test_width(text, width):
    assert cells.width(text) == width


@given(text=texts)
@settings(max_examples=400, deadline=None)
def test_clusters_are_the_text_and_widths_add_up(text):
    parts = list(cells.clusters(text))
    assert "".join(parts) == text
    assert cells.width(text) == sum(cells.cluster_width(c) for c in parts)


@given(text=texts, room=st.integers(-1, 12))
@settings(max_examples=400, deadline=None)
def test_cut_takes_as_many_whole_clusters_as_fit(text, room):
    at = cells.cut(text, room)
    room = max(room, 0)
    assert cells.width(text[:at]) <= room
    ends = {0}
    total = 0
    longest = 0
    for cluster in cells.clusters(text):
        total += len(cluster)
        ends.add(total)
        if cells.width(text[:total]) <= room and longest == total - len(cluster):
            longest = total
    assert at in ends
    assert at == longest


@pytest.mark.parametrize(
    ("align", "out"), [("left", "漢e\u0301   "), ("right", "   漢e\u0301"), ("center", " 漢e\u0301  ")]
)
def test_pad(align, out):
    assert cells.pad("漢e\u0301", 6, align) == out
    assert cells.pad("漢e\u0301", 2, align) == "漢e\u0301"
    assert cells.width(cells.pad("日本", 9, align)) == cells.width(cells.pad("ab", 9, align)) == 9


def test_a_cluster_of_any_length_is_one():
    chain = "👩\u200d" * 50_000 + "👩"
    assert cells.width(chain) == 2
    assert cells.cut(chain + "ab", 3) == len(chain) + 1
    assert cells.first_end(chain + "ab", 0, len(chain) + 2, cells.COMPLEX) == len(chain)


def test_wcwidth_is_loaded_only_where_something_combines_and_without_its_package():
    script = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from lightterm.document.cells import width, cut, pad\n"
        "loaded = []\n"
        "sys.addaudithook(lambda event, args: event == 'import' and 'wcwidth' in args[0] and loaded.append(args[0]))\n"
        "for t in ('ascii', 'naïve “x”', 'Привет', '漢字かな文。', '한국어', 'so\\xad\\u200bft', 'שלום', 'é\\nü'):\n"
        "    width(t), cut(t, 3), pad(t, 9)\n"
        "print(bool(loaded), width('e\\u0301'), bool(loaded), 'wcwidth' in sys.modules, 're' in sys.modules)"
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "1", "True", "False", "False"]
