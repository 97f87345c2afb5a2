"""Source of each kind with what stands out marked, whole and in time whatever it is."""

from __future__ import annotations

import re
import time

import pytest

from lightterm.commands.source_marks import MOST, marked

SCRIPT = """// a note
const name = 'it\\'s', at = `${x} /* no */`; /* more
of it */ if (/["/]/.test(name)) return a / b / c; item.class = 1"""
SHEET = '@media (width > 9em) { a:hover { color: red; margin : 0 } } /* a: b; */ p::before { content: "{a: b}" }'
DATA = '{"a": "b: c", "d\\"": [true, -1.5e3, null], "e": {"f": "g"}}'


def found(text: str, kind: str) -> dict[str, list[str]]:
    pieces = list(marked(text, kind))
    assert "".join(piece for _, piece in pieces) == text
    return {tag: [piece for mark, piece in pieces if mark == tag and piece] for tag in ("strong", "code", "em")}


def test_scripts() -> None:
    assert found(SCRIPT, "text/javascript") == {
        "strong": ["const", "if", "return"],
        "code": ["'it\\'s'", "`${x} /* no */`", '/["/]/'],
        "em": ["// a note", "/* more\nof it */"],
    }


def test_style_sheets() -> None:
    assert found(SHEET, "text/css") == {
        "strong": ["@media", "color", "margin", "content"],
        "code": ['"{a: b}"'],
        "em": ["/* a: b; */"],
    }


def test_data() -> None:
    names = ['"a"', '"d\\""', '"e"', '"f"']
    assert found(DATA, "application/json") == {"strong": names, "code": ['"b: c"', "true", "null", '"g"'], "em": []}


def test_scripts_sheets_and_data_within_markup() -> None:
    inside = f"<script>{SCRIPT}</script><style>{SHEET}</STYLE><script type='application/ld+json'>{DATA}</script>"
    marks = found(f"<p class=x>{inside}<script type=text/template><b>{{a}}</b></script>", "text/html")
    assert re.sub(r"</?\w+|>", " ", " ".join(marks["strong"])).split() == [
        *("const", "if", "return"),
        *("@media", "color", "margin", "content"),
        *('"a"', '"d\\""', '"e"', '"f"'),
    ]
    assert "<b" not in marks["strong"] and "=x" in marks["code"] and "// a note" in marks["em"]


def test_tags_that_follow_one_another_are_one_piece() -> None:
    row = "<tr><td>1</td><td><a href=/1>one</a></td></tr>\n"
    strong = found(row * 100, "text/html")["strong"]
    assert strong[:4] == ["<tr><td>", "</td><td><a", ">", "</a></td></tr>"] and len(strong) == 400


@pytest.mark.parametrize("kind", ["text/plain", "text/css", "text/javascript", "application/json", "text/html"])
@pytest.mark.parametrize(
    "sign", ["(/[", '"\\', "`\\", "/*", "a: ", '"a' + " " * 60, "<script>", "<style>'", "=/\\", "<!", "<!-"]
)
@pytest.mark.parametrize("line", [300, MOST])
def test_what_never_ends_is_read_in_time(kind: str, sign: str, line: int) -> None:
    text = "\n".join([(sign * line)[:line]] * ((MOST - 2) // (line + 1)))
    begun = time.process_time()
    found(text, kind)
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    ("text", "marks"), [("return 'a'\n" * 9, 18), ("return 'a'\n" * MOST, 0), ("return 'a';" * 99, 0)]
)
def test_what_is_large_or_minified_is_plain(text: str, marks: int) -> None:
    assert sum(map(len, found(text, "text/javascript").values())) == marks
