"""Rendering points 17 to 19: controls of forms."""

from __future__ import annotations

import pytest
from rendered import BASE, PAGES, document, lines, page

from lightterm.document.cells import width
from lightterm.document.layout import text_lines
from lightterm.extract.html import html_document
from lightterm.extract.view import View


# 17 a password in clear, blank values, selects exploded
def test_17_controls_show_their_values_and_never_a_password():
    for name in PAGES:
        assert "secret" not in "\n".join(lines(name))
    text = "\n".join(lines("17-form-values", 200))
    for drawn in (
        "Ada_",
        "••••••_",
        "[x] on",
        "[ ] off",
        "(*) A",
        "( ) B",
        "{Green ▾}",
        "Some text_",
        "[Choose file]",
        "[Send]",
    ):
        assert drawn in text
    assert "Red" not in text and "Blue" not in text
    labels = "\n".join(lines("17-form-labels", 200))
    assert "Name [1]____" in labels and "Mail [2]____" in labels
    assert "[3][ ] Agree [4]( ) Yes [5](*) No" in labels
    assert "[7]{A, B ▾} (2 of 3) [8]{grouped ▾}" in labels
    assert "┊ [9]two\n┊ lines <b>\n" in labels
    assert "[10][Submit] [11][Reset] [12][Go] [13][Press]" in labels


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Note: <textarea>a\n\n  b </textarea> end", "Note:\n┊ [1]a\n┊\n┊   b\nend"),
        ("<ul><li><textarea required>a\nb</textarea></ul>", "• ┊ [1]a\n  ┊ b (required)"),
        ("<label>Note <textarea disabled>a\nb</textarea></label>", "Note\n┊ a\n┊ b (disabled)"),
        ("<a href=x>one <textarea>a\nb</textarea></a> two", "[1]one\n┊ [2]a\n┊ b\ntwo"),
        ("<b><a href=x><textarea>a\nb</textarea></a>c</b> [x]", "┊ [1]a\n┊ b\n[2]xc [x]"),
        ("<a href=x><textarea>a\nb</textarea></a><a href=y>y</a>", "┊ [1]a\n┊ b\n[2]x [3]y"),
        ("<textarea>&#27;[1m\n\u202eb</textarea>", "┊ [1][1m\n┊ <U+202E>b"),
        ("<textarea>one\n\n</textarea> <textarea>\n\n</textarea>", "[1]one_________________ [2]____________________"),
    ],
)
def test_17_a_text_of_several_lines_stands_in_lines(markup: str, text: str) -> None:
    assert page(markup) == text


def test_17_a_text_of_many_lines_is_bounded_and_a_long_line_is_wrapped() -> None:
    for value in ("x\n" * 30_000, "word\n" + "word " * 30_000):
        many = page(f"<textarea>{value}</textarea>")
        assert many.count("\n") < 50 and many.endswith("…")
    wide = page(f"<textarea>{'word ' * 30}\nx</textarea>", 30).split("\n")
    assert len(wide) > 5 and all(row.startswith("┊ ") and width(row) <= 30 for row in wide)


def test_17_a_label_round_a_text_of_several_lines_names_it() -> None:
    for start in ("<label>", "<label for=n>"):
        around = start + "Your note <textarea id=n>{}</textarea></label>"
        for value in ("", "one", "one\ntwo"):
            field = html_document(around.format(value).encode(), BASE, View()).targets[1].field
            assert field is not None and (field.label, field.value) == ("Your note", value)


@pytest.mark.parametrize(
    ("markup", "text", "kinds"),
    [
        ("<a href=x><button>Go</button></a>", "[1][Go]", ["link"]),
        ("on<a href=x> <button type=button><b>Go</b></button></a>", "on [1][Go]", ["link"]),
        ("<a href=x><div><button>Go</button></div></a>", "[1][Go]", ["link"]),
        ("<form><a href=x><button>Go</button></a></form>", "[1][Go]", ["button"]),
        ("<form><a href=x><button type=button>Go</button></a></form>", "[1][Go]", ["link"]),
        ("<a href=x><button onclick='f()'>Go</button></a>", "[1][Go]", ["button"]),
        ("<a href=x>to <button>Go</button></a>", "[1]to [2][Go]", ["link", "button"]),
        ("<a href=x><img alt=A><button>Go</button></a>", "[1]A [2][Go]", ["link", "button"]),
        ("<a href=x><button></button>words</a>", "[1]words", ["link"]),
    ],
)
def test_19_a_link_round_a_button_is_one_target(markup: str, text: str, kinds: list[str]) -> None:
    """Which of the two: what the button does, if it does anything, else the link (as Chromium has it)."""
    made = html_document(markup.encode(), BASE, View())
    assert "\n".join(text_lines(made.blocks, 80)) == text
    assert [target.kind for target in made.targets] == kinds


# 18 plain blanks for all, nobody marks what is disabled
def test_18_states_of_controls_are_told():
    text = "\n".join(lines("18-field-states", 300))
    for words in (
        "(Search here)", "(required)", "off_____________ (disabled)", "[3]3 (range 0–10)", "[4]#ff0000 (colour)",
        "[########--] 75%", "[##--------] 25%", "____-__-__ (date)", "[5]________________ (2 suggestions)",
    ):  # fmt: skip
        assert words in text
    assert "One" not in text  # a datalist is what one may choose, not what stands there
    assert [o.value for t in document("18-field-states").targets for o in (t.field.options if t.field else ())] in (
        [],
        ["One", "Two"],
    )


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ('<input type=password value=ab aria-label="PIN">', "[1]••__________ (PIN)"),
        ("<input value=3 size=3 title=Amount>", "[1]3__ (Amount)"),
        ("<label for=q>How many</label> <input id=q value=3 size=3 title='a number'>", "How many [1]3__"),
        ("<select aria-label='Sort by'><option>Price</select>", "[1]{Price ▾} (Sort by)"),
        ("Sort by <select aria-label='Sort by'><option>Price</select>", "Sort by [1]{Price ▾}"),
        ("<textarea aria-label=Note>x</textarea>", "[1]x___________________ (Note)"),
        ("<input size=3 placeholder=how aria-label=Name>", "[1]___ (how)"),
        ("<input type=range value=1 max=2 aria-label=Volume>", "[1]1 (range 0–2) (Volume)"),
        ("<progress value=1 max=2></progress><meter value=1></meter>", "[#####-----] 50% [##########] 100%"),
    ],
)
def test_18_a_control_that_nothing_in_sight_names_says_its_name(control: str, text: str) -> None:
    assert page(f"<form>{control}</form>") == text


def test_how_many_suggestions_there_are_is_no_part_of_a_label() -> None:
    listed = "<datalist id=t><option>1<option>2</datalist>"
    made = html_document(f"<form><label>Rng <input list=t> px {listed}</label></form>".encode(), BASE, View())
    assert made.targets[1].field.label == "Rng px"  # type: ignore[union-attr]
    assert list(text_lines(made.blocks, 80)) == ["Rng [1]________________ (2 suggestions) px"]


def test_what_a_disabled_fieldset_or_group_switches_off() -> None:
    legends = "<legend>L <input name=a></legend><legend><input name=b></legend>"
    within = "<fieldset><legend><input name=d></legend></fieldset>"
    fields = f"<fieldset disabled>{legends}<input name=c>{within}</fieldset><fieldset><input name=e></fieldset>"
    made = html_document(f"<form>{fields}</form>".encode(), BASE, View())
    assert [field.name for _, field in made.targets.fields()] == ["a", "e"]
    groups = "<optgroup label=G disabled><option>g</optgroup><optgroup label=H><option>h</optgroup>"
    selects = (
        f"<select name=s size=3><option>a</select><select name=t><option disabled>Choose<option>x</select>"
        f"<select name=u>{groups}</select><select name=v><option disabled>only</select>"
    )
    made = html_document(f"<form>{selects}</form>".encode(), BASE, View())
    assert [field.value for _, field in made.targets.fields()] == ["", "x", "h", ""]
    assert [o.disabled for o in made.targets[3].field.options] == [True, False]  # type: ignore[union-attr]


# 19 "Legendin set", "(BUTTON) Btn bold"
def test_19_legends_have_their_line_and_buttons_their_words():
    rows = lines("19-fieldset")
    assert rows[:2] == ["Legend", "in the set Mail [1]________________"]
    assert rows[-1] == "[2][Btn bold]"
    field = document("19-fieldset").targets[1].field
    assert field is not None and field.label == "Mail"
    buttons = lines("19-buttons")
    assert buttons[0].startswith("[1][Submit] [2][close?] [3][search] [4][Menu]")
    assert not any("Button" in row for row in buttons)
    assert "Closed set" in buttons and buttons[-1] == "x_______________ (disabled) [No] (disabled)"
    assert len(document("19-buttons").targets) == 6


def test_19_boxes_in_a_button_are_its_words_and_it_stays_one() -> None:
    button = "<button type=button>{}</button>"
    for inside in (
        "Feed<div class=slider></div>",
        "<span>Feed<div></div></span>",
        "<span style='display:flex'>Feed</span><i style='display:block'></i>",
        "<h3>Feed</h3>",
    ):
        assert page(f"<div>before {button.format(inside)}</div><p>after</p>") == "before [1][Feed]\n\nafter", inside
    both = "<div>{} {}</div>".format(button.format("<p>Two</p><p>words</p>"), button.format("<div>more</div>"))
    assert page(both) == "[1][Two words] [2][more]"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div role=checkbox aria-checked=true>Ham</div>", "[x] Ham"),
        ("<div role=checkbox aria-checked=false><div>Eggs</div></div>", "[ ] Eggs"),
        ("<span role=checkbox aria-checked=mixed><b>All</b></span>", "[-] All"),
        (
            "<span role=radio aria-checked=true>Red</span> <span role=radio aria-checked=false>Blue</span>",
            "(*) Red ( ) Blue",
        ),
        ("<button role=switch aria-checked=true>Dark</button>", "[1][Dark (on)]"),
        ("<button role=switch aria-checked=false aria-label=Wifi></button>", "[1][Wifi (off)]"),
        ("<i id=n>Sound</i> <div role=switch aria-checked=true aria-labelledby=n></div>", "Sound\nSound (on)"),
        ("<button role=checkbox aria-checked=false>Ham</button>", "[1][Ham (not checked)]"),
        (
            "<button aria-pressed=true>Bold</button> <button aria-pressed=false>Thin</button>",
            "[1][Bold (pressed)] [2][Thin]",
        ),
        (
            "<a href=1 role=tab aria-selected=true>A</a> <a href=2 role=tab aria-selected=false>B</a>",
            "[1]A (selected) [2]B",
        ),
        ("<ul><li role=tab aria-selected=true><a href=1>A</a></ul>", "• [1]A (selected)"),
        ("<input type=checkbox role=switch aria-checked=true checked> Native", "[1][x] Native"),
        ("<table><tr><td aria-selected=true>Cell", "Cell"),
        ("<p aria-checked=true>No control</p>", "No control"),
    ],
)
def test_18_controls_made_of_other_elements_tell_their_state(markup: str, text: str) -> None:
    assert page(markup) == text


def test_18_of_several_radio_buttons_made_of_buttons_the_chosen_one_is_told() -> None:
    buttons = "".join(f"<button role=radio aria-checked={on}>{on}</button> " for on in ("false", "true"))
    assert page(buttons) == "[1][false] [2][true (checked)]"


def test_19_a_picture_on_a_button_needs_no_brackets_of_its_own() -> None:
    assert page("<button><img src=1 alt='Picture 1'></button> <button>Go <img src=2 alt=on></button>") == (
        "[1][Picture 1] [2][Go on]"
    )
