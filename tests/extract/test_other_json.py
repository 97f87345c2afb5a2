"""JSON as an outline."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from others import read

from lightterm.document.model import Paragraph

JSON = "application/json"


def test_values_stay_as_they_are_written() -> None:
    page = read(JSON, '{"a":1.50,"a":[1e400,{"b":null}],"empty":[{},[]],"long":12345678901234567890}')
    assert page.text == (
        '{\n  "a": 1.50,\n  "a": [\n    1e400,\n    {\n      "b": null\n    }\n  ],\n'
        '  "empty": [\n    {},\n    []\n  ],\n  "long": 12345678901234567890\n}'
    )
    assert page.errors == ()


def test_escapes_are_decoded_but_for_controls() -> None:
    page = read(JSON, r'["\u00e9\u6f22", "a\"\\\/\n\u001b[31m\ud800", "\ud83d\ude00"]')
    assert page.lines[1:4] == ['  "é漢",', '  "a\\"\\\\/\\n\\u001b[31m�",', '  "😀"']


def test_addresses_are_links() -> None:
    page = read(JSON, r'["http:\/\/a.org\/", {"http://key": "https://b.org/x"}, "see http://c.org", "ftp://d.org"]')
    assert page.links == ["http://a.org/", "https://b.org/x"]
    assert '"http://key": "[2]https://b.org/x"' in page.text


def test_each_member_of_the_outermost_container_is_a_paragraph_with_marked_keys() -> None:
    blocks = read(JSON, '{"a": [1, 2], "b": {"c": 3}, "d": 4}').document.blocks
    assert len(blocks) == 5
    first = blocks[1]
    assert isinstance(first, Paragraph)
    text, marks = first.decode()
    assert text == '  "a": [\n    1,\n    2\n  ],'
    assert [(text[m.start : m.end], m.kind) for m in marks] == [('"a"', "strong")]


@pytest.mark.parametrize("guard", [")]}',\n", ")]}'", "for(;;);", "while(1);"])
def test_guards_against_script_tags_are_passed_over(guard: str) -> None:
    page = read(JSON, guard + '{"a":1}')
    assert page.lines == ["{", '  "a": 1', "}"]
    assert page.errors == ()


@pytest.mark.parametrize(
    ("body", "line", "column", "shown"),
    [
        ('[1,\n {"a": tru}, 5]', 2, 8, ["[", "  1,", "  {", '    "a":', "tru}, 5]"]),
        ("[1,2,", 1, 6, ["[", "  1,", "  2,"]),
        ('{"a":1,}', 1, 8, ["{", '  "a": 1,', "}"]),
        ("{'a': 1}", 1, 2, ["{", "'a': 1}"]),
        ('["a" "b"]', 1, 6, ["[", '  "a"', '"b"]']),
        ('["http://a.org/" "http://b.org/"]', 1, 18, ["[", '  "[1]http://a.org/"', '"[2]http://b.org/"]']),
        ("[1}", 1, 3, ["[", "  1", "}"]),
        ("01", 1, 1, ["01"]),
        ('["\\x"]', 1, 2, ["[", '"\\x"]']),
        ('["open', 1, 2, ["[", '"open']),
        ("", 1, 1, [""]),
    ],
)
def test_what_stands_before_a_fault_is_kept_and_the_fault_named(
    body: str, line: int, column: int, shown: list[str]
) -> None:
    page = read(JSON, body)
    assert page.codes == ["PARSE_ERROR"]
    assert (page.errors[0].context["line"], page.errors[0].context["column"]) == (line, column)
    assert page.lines == shown


def test_lines_of_json_are_one_paragraph_each_and_a_broken_one_does_not_end_them() -> None:
    page = read("application/x-ndjson", '{"a":1}\n\n{"b":[2,\n"x"\nnope\n')
    assert page.lines == ["{", '  "a": 1', "}", "{", '  "b": [', "    2,", '"x"', "nope"]
    assert page.codes == ["PARSE_ERROR"]
    assert page.errors[0].context["line"] == 4
    assert "1 more" in page.errors[0].message


def test_nesting_without_end_takes_neither_recursion_nor_space() -> None:
    page = read(JSON, "[" * 100_000 + "]" * 100_000)
    assert page.errors == ()
    assert page.text.count("[") == 100_000
    assert len(page.text) < 30_000_000


def test_a_large_container_is_laid_out_in_pieces() -> None:
    blocks = read(JSON, json.dumps({"data": list(range(5000))})).document.blocks
    assert len(blocks) > 10
    assert "\n".join(b.text() for b in blocks if isinstance(b, Paragraph)).count("\n") == 5003


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(value=_VALUES, indent=st.sampled_from([None, 0, 3]), plain=st.booleans())
@settings(max_examples=150)
def test_any_value_keeps_its_tokens(value: object, indent: int | None, plain: bool) -> None:
    page = read(JSON, json.dumps(value, indent=indent, ensure_ascii=plain))
    assert page.errors == ()
    if plain and "\\u" not in json.dumps(value):
        shown = page.text if not len(page.document.targets) else json.dumps(value)
        assert json.dumps(json.loads(shown, strict=False)) == json.dumps(value)
