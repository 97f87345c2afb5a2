"""HTML's checks over forms read from real markup, in words."""

from __future__ import annotations

import pytest

from lightterm.document.model import Document
from lightterm.errors import ValidationFailed
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from lightterm.session.controls import accepted, put, submits_implicitly
from lightterm.session.forms import checked, sending, submission


def page(markup: str) -> Document:
    response = Response("http://example.org/form", stated_type="text/html")
    document, problems = extract(Snapshot(response, "text/html", markup.encode()), View(columns=80))
    assert problems == ()
    return document


def wrong(markup: str, *values: str) -> list[str]:
    """What is wrong when the first field holds these values."""
    document = page(f"<form>{markup}</form>")
    return [f"{p.name}: {p.message}" for p in checked(document, 0, {1: values} if values else {})]


@pytest.mark.parametrize(
    ("markup", "value", "message"),
    [
        ("<input name=a required>", "", "a: fill it in"),
        ("<input type=number name=a>", "ten", "a: 'ten' is not a number, as in 3 or -0.5"),
        ("<input type=number name=a min=3>", "2", "a: at least 3"),
        ("<input type=number name=a max=3>", "4", "a: at most 3"),
        ("<input type=number name=a min=0 step=5>", "7", "a: the nearest values are 5 and 10"),
        ("<input type=number name=a>", "1.5", "a: the nearest values are 1 and 2"),
        ("<input type=date name=a>", "tomorrow", "a: 'tomorrow' is not a date, as in 2026-11-22"),
        ("<input type=date name=a>", "5/6/2001",
            "a: '5/6/2001' may be 2001-06-05 or 2001-05-06; write the one you mean"),
        ("<input type=date name=a min=2026-11-22>", "2026-11-21", "a: not before 2026-11-22"),
        ("<input type=time name=a max=18:00>", "19:00", "a: not after 18:00"),
        ("<input type=time name=a min=22:00 max=02:00>", "12:00", "a: from 22:00 to 02:00"),
        ("<input type=month name=a step=3 min=2026-01>", "2026-02", "a: the nearest values are 2026-01 and 2026-04"),
        ("<input type=color name=a>", "bluish", "a: 'bluish' is not a colour, as in #1e90ff"),
        ("<input type=email name=a>", "ann", "a: 'ann' is no mail address: there is no @ in it"),
        ("<input type=email name=a>", "ann@-x", "a: 'ann@-x' is no mail address: '-x' is no host"),
        ("<input type=email name=a>", "ann@", "a: 'ann@' is no mail address: nothing stands behind the @"),
        ("<input type=email name=a>", "@b.c", "a: '@b.c' is no mail address: nothing stands before the @"),
        ("<input type=email name=a multiple>", "a@b, c d@e",
            "a: 'c d@e' is no mail address: 'c d' cannot stand before the @"),
        ("<input type=url name=a>", "example.org",
            "a: 'example.org' is no full address: it begins with a scheme, as in https://example.org/"),
        ("<input name=a pattern='[0-9]{3}'>", "12", "a: it does not match the pattern [0-9]{3}"),
        ("<input name=a aria-label=Code pattern='[0-9]{3}' title='three digits'>", "12",
            "Code: not as asked for: three digits"),
        ("<input name=a minlength=3>", "ab", "a: at least 3 characters, there are 2"),
        ("<textarea name=a maxlength=3></textarea>", "a😀b", "a: at most 3 characters, there are 4"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_words(markup: str, value: str, message: str) -> None:
    assert wrong(markup, value) == [message]


@pytest.mark.parametrize(
    ("markup", "value"),
    [
        ("<input type=number step=any>", "1.234"),
        ("<input type=number min=1 step=2>", "7"),
        ("<input type=date>", ""),
        ("<input type=time min=22:00 max=02:00>", "23:30"),
        ("<input type=email>", "ann@bücher.example"),
        ("<input type=email>", "o'brien+x@sub.example.org"),
        ("<input type=url>", "mailto:ann@example.org"),
        ("<input type=url>", "http://[::1]/"),
        ("<input pattern='[0-9]{3}'>", ""),
        ("<input minlength=3>", ""),
        ("<input required readonly>", ""),
        ("<input type=number readonly min=3>", "1"),
    ],
)
def test_what_is_right_passes(markup: str, value: str) -> None:
    assert wrong(markup, value) == []


def test_a_length_is_asked_only_of_what_was_typed() -> None:
    assert wrong("<input name=a maxlength=2 value=long>") == []


@pytest.mark.covers("LBX-26")
def test_a_form_or_a_button_can_do_without_checks() -> None:
    form = "<form {}><input name=a required><button>Go</button><button formnovalidate>Draft</button></form>"
    assert checked(page(form.format("novalidate")), 0, {}) == ()
    document = page(form.format(""))
    assert [p.number for p in checked(document, 0, {}, 2)] == [1]
    assert checked(document, 0, {}, 3) == ()


def test_values_by_name_are_checked_too() -> None:
    document = page("<form><input type=email name=mail><input name=n required></form>")
    with pytest.raises(ValidationFailed, match="required and not filled in: n; mail: 'x' is no mail address") as caught:
        submission(document, (("mail", "x"),))
    assert caught.value.context["fields"] == ("mail", "n")


def test_one_radio_button_of_a_group_is_on() -> None:
    document = page("<form><input type=radio name=r value=1 checked><input type=radio name=r value=2></form>")
    given: dict[int, tuple[str, ...]] = {}
    assert sorted(put(document, given, 2, ("2",))) == [1, 2]
    assert [(e.name, e.value) for e in sending(document, 0, given).entries] == [("r", "2")]


def test_a_choice_is_taken_by_label_whatever_its_case() -> None:
    document = page("<form><select><option value=AT>Austria<option disabled>Oz</select></form>")
    assert accepted(document.targets[1].field, ["austria"]) == ("AT",)  # type: ignore[arg-type]
    with pytest.raises(ValidationFailed, match="has no choice 'Oz'"):
        accepted(document.targets[1].field, ["Oz"])  # type: ignore[arg-type]


def test_enter_sends_where_html_says_so() -> None:
    assert submits_implicitly(page("<form><input></form>"), 0)
    assert submits_implicitly(page("<form><input><input><button>Go</button></form>"), 0)
    assert not submits_implicitly(page("<form><input><input><button type=button>Go</button></form>"), 0)
    assert submits_implicitly(page("<form><input><input type=checkbox></form>"), 0)


def test_a_field_says_its_direction_and_what_is_no_number_is_not_sent() -> None:
    document = page("<html dir=rtl><form><input name=t dirname=t.dir><input type=number name=n></form>")
    entries = sending(document, 0, {1: ("x",), 2: ("many",)}).entries
    assert [(e.name, e.value) for e in entries] == [("t", "x"), ("t.dir", "rtl"), ("n", "")]


def test_what_suggestions_a_field_has() -> None:
    document = page("<input list=l><datalist id=l><option value=One><option value=2 label=Two></datalist>after")
    field = document.targets[1].field
    assert field is not None and [(o.value, o.label) for o in field.options] == [("One", ""), ("2", "Two")]


def test_the_window_and_the_dialog_of_a_form() -> None:
    document = page(
        "<form target=_blank><button formtarget=_self>a</button><button formmethod=dialog>b</button></form>"
    )
    assert [sending(document, 0, {}, button=n).target for n in (0, 1)] == ["_blank", "_self"]
    with pytest.raises(ValidationFailed, match="sends nothing"):
        sending(document, 0, {}, button=2).request()
