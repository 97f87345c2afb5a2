"""What changed between two texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lightterm.output.changes import MOST, Change, change_lines, compare, counted

paragraphs = st.lists(st.text("ab c", max_size=8), max_size=8).map("\n".join)


def kept(text: str) -> list[str]:
    return [line for line in (" ".join(part.split()) for part in text.split("\n")) if line]


@given(paragraphs, paragraphs)
def test_the_changes_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    changes = compare(before, after)
    old, new = kept(before), kept(after)
    for change in changes:
        assert change.before != change.after
        if change.before:
            old.remove(change.before)
        if change.after:
            new.remove(change.after)
        if change.pieces:
            for side, text in (("old", change.before), ("new", change.after)):
                assert " ".join(words for kind, words in change.pieces if kind in ("same", side)) == text
    assert sorted(old) == sorted(new)
    assert bool(changes) == (kept(before) != kept(after))


def test_a_paragraph_that_is_alike_is_changed_and_others_are_gone_and_new() -> None:
    before = "Title\nThe price is 12 EUR today\nOld news of the week\nEnd"
    after = "Title\nThe price is  14 EUR today\nSomething else altogether here\nMore\nEnd"
    changes = compare(before, after)
    pieces = (("same", "The price is"), ("old", "12"), ("new", "14"), ("same", "EUR today"))
    assert changes[0] == Change("The price is 12 EUR today", "The price is 14 EUR today", pieces)
    assert change_lines(changes)[2:] == ["- Old news of the week", "+ Something else altogether here", "+ More"]
    assert counted(changes) == "2 new, 1 gone, 1 changed paragraphs"
    assert counted(()) == "nothing" and counted(changes[:1]) == "1 changed paragraph"


def test_long_pages_are_compared_in_linear_time() -> None:
    old = [f"line {n}" for n in range(20 * MOST)]
    new = ["first", *reversed(old[1:]), "last"]
    assert change_lines(compare("\n".join(old), "\n".join(new))) == ["- line 0", "+ first", "+ last"]
