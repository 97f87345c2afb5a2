"""What a form sends, over documents read from real markup."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest

from lightterm.errors import ExtractionFailed, FileUnreadable, ValidationFailed
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from lightterm.session.form_state import field_of, stated
from lightterm.session.forms import submission

if TYPE_CHECKING:
    from pathlib import Path

    from lightterm.document.model import Document
    from lightterm.fetch.model import Request

Values = list[tuple[str, str]]


def page(markup: str, url: str = "http://example.org/dir/form?old=1") -> Document:
    response = Response(url, stated_type="text/html")
    document, problems = extract(Snapshot(response, "text/html", markup.encode()), View(columns=80))
    assert problems == ()
    return document


def filled(markup: str, *values: tuple[str, str], charset: str = "utf-8") -> Request:
    return submission(page(markup), values, charset)


def query(markup: str, *values: tuple[str, str]) -> Values:
    """The names and values that a GET form sends."""
    url = filled(markup, *values).url
    return parse_qsl(url.partition("?")[2], keep_blank_values=True)


def test_a_get_form_replaces_the_query_of_its_action() -> None:
    request = filled("<form action='/find?x=1#top'><input name=q value=old></form>", ("q", "a b&c=ü/~*"))
    assert request.method == "GET" and request.data is None
    assert request.url == "http://example.org/find?q=a+b%26c%3D%C3%BC%2F%7E*#top"
    assert (request.asker, request.initiator) == ("link", "http://example.org/dir/form?old=1")


def test_a_form_without_action_sends_to_the_page() -> None:
    assert filled("<form><input name=q></form>", ("q", "1")).url == "http://example.org/dir/form?q=1"


def test_a_post_form_sends_a_body() -> None:
    request = filled("<form method=POST action=in><input name=a><input name=b value=2></form>", ("a", "1"))
    assert (request.method, request.url) == ("POST", "http://example.org/dir/in")
    assert request.data == b"a=1&b=2"
    assert request.headers == (("Content-Type", "application/x-www-form-urlencoded"),)


def test_controls_are_sent_in_the_order_of_the_page() -> None:
    form = (
        "<input type=hidden form=f name=before value=0><form id=f><input type=hidden name=h1 value=1>"
        "<input type=hidden name=h2 value=2><input name=a value=3><a href=x>a link</a>"
        "<input type=hidden name=h3 value=4><button name=b value=5>Go</button><input type=hidden name=h4 value=6>"
        "<select name=s><option>7</select></form><input name=t form=f value=8>"
        "<input type=hidden form=f name=h5 value=9>"
    )
    assert [value for _, value in query(form)] == list("0123456789")


def test_controls_of_a_form_that_begins_between_rows_or_cells_are_its_own() -> None:
    """The parser puts nothing into such a form: it could not be sent."""
    first = "<form action=/a><tr><td>Name <input name=x value=1><td><input type=submit name=s value=Go></form>"
    second = "<form action=/b><tr><td><input name=y value=2><input type=hidden name=h value=3><td><button>B</button>"
    third = "<tr><form action=/c id=c><td><input name=z value=4><td><select name=l><option>o</select></form>"
    third = f"</form>{third}"
    page = f"<table>{first}{second}{third}</table><input name=w><form action=/d><input name=v></form>"
    assert filled(page, ("x", "7")).url == "http://example.org/a?x=7&s=Go"
    assert filled(page, ("y", "8")).url == "http://example.org/b?y=8&h=3"
    assert filled(page, ("z", "9")).url == "http://example.org/c?z=9&l=o"
    assert filled(page, ("v", "5")).url == "http://example.org/d?v=5"
    with pytest.raises(ExtractionFailed):
        filled(page, ("w", "6"))
    with pytest.raises(ExtractionFailed):
        filled("<table><tr><td><form action=/a></form><input name=x></table>", ("x", "7"))


def test_what_is_sent_of_each_control() -> None:
    markup = """<form>
      <input type=hidden name=token value=t1><input name=text value=shown><input name=off value=no disabled>
      <input value=nameless><input type=password name=pw value=p><textarea name=words>one</textarea>
      <input type=checkbox name=tick value=yes checked><input type=checkbox name=untick>
      <input type=checkbox name=plain checked><input type=radio name=r value=1><input type=radio name=r value=2 checked>
      <select name=s><option>a<option selected value=B>b</select><select name=m multiple><option selected>x<option>y
      <option selected>z</select><select name=first><option value=1>one<option>two</select>
      <input type=reset name=reset value=r><input type=submit name=go value=Go><input type=submit name=stop></form>"""
    assert query(markup) == [
        ("token", "t1"), ("text", "shown"), ("pw", "p"), ("words", "one"), ("tick", "yes"), ("plain", "on"), ("r", "2"),
        ("s", "B"), ("m", "x"), ("m", "z"), ("first", "1"), ("go", "Go"),
    ]  # fmt: skip


def test_a_field_is_found_by_its_label() -> None:
    markup = "<form><label for=n>Your name:</label><input id=n name=n><input aria-label='E-Mail *' name=mail></form>"
    assert query(markup, ("your name", "Ann"), ("e-mail", "a@b")) == [("n", "Ann"), ("mail", "a@b")]


def test_the_first_form_with_all_the_fields_is_taken() -> None:
    markup = "<form action=/a><input name=q></form><form action=/b><input name=q><input name=lang value=en></form>"
    assert filled(markup, ("q", "1")).url == "http://example.org/a?q=1"
    assert filled(markup, ("q", "1"), ("lang", "de")).url == "http://example.org/b?q=1&lang=de"


def test_hidden_fields_may_be_filled_in() -> None:
    assert query("<form><input type=hidden name=h value=1></form>", ("h", "2")) == [("h", "2")]


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ([("c", "red")], [("c", "red")]),
        ([("c", "red"), ("c", "blue")], [("c", "red"), ("c", "blue")]),
        ([("c", "off")], []),
        ([("c", "on")], [("c", "red"), ("c", "1"), ("c", "blue")]),
        ([("c", "1")], [("c", "1")]),
    ],
)
def test_checkboxes_of_one_name(given: Values, sent: Values) -> None:
    boxes = "".join(
        f"<input type=checkbox name=c value={v}{k}>" for v, k in (("red", " checked"), ("1", ""), ("blue", ""))
    )
    assert query(f"<form>{boxes}</form>", *given) == sent


def test_one_checkbox_is_ticked_and_unticked() -> None:
    markup = "<form><input type=checkbox name=a><input type=checkbox name=b checked value=B></form>"
    assert query(markup, ("a", "on"), ("b", "off")) == [("a", "on")]
    assert query(markup, ("a", "yes")) == [("a", "on"), ("b", "B")]


def test_a_radio_button_without_a_label_is_told_by_its_value() -> None:
    document = page("<form><input type=radio name=r value=1>One <label><input type=radio name=r value=2> Two</label>")
    assert stated(field_of(document, 1), ("1",)) == "r: 1"
    assert stated(field_of(document, 2), ("2",)) == "Two: on"


def test_a_radio_button_and_selects_are_chosen_by_value_or_label() -> None:
    markup = """<form><input type=radio name=r value=1 checked><input type=radio name=r value=2>
      <select name=s><option value=DE>Germany<option value=AT>Austria</select>
      <select name=m multiple><option>x<option>y<option>z</select></form>"""
    sent = query(markup, ("r", "2"), ("s", "Austria"), ("m", "x"), ("m", "z"))
    assert sent == [("r", "2"), ("s", "AT"), ("m", "x"), ("m", "z")]


@pytest.mark.parametrize(
    ("markup", "given", "words"),
    [
        (
            "<select name=s><option>red<option>blue</select>",
            ("s", "green"),
            "s has no choice 'green'; there are: red, blue",
        ),
        ("<select name=s><option>red<option disabled>blue</select>", ("s", "blue"), "has no choice 'blue'"),
        ("<input type=radio name=s value=1><input type=radio name=s value=2>", ("s", "3"), "there are: 1, 2"),
        ("<input type=radio name=s value=1>", ("s", "on"), "has no choice 'on'"),
        ("<input type=checkbox name=s value=red>", ("s", "green"), "there are: red"),
    ],
)
def test_a_choice_that_is_not_there(markup: str, given: tuple[str, str], words: str) -> None:
    with pytest.raises(ValidationFailed, match=words) as caught:
        filled(f"<form>{markup}</form>", given)
    assert caught.value.context["fields"] == ("s",)


def test_fields_of_one_name_take_one_value_each() -> None:
    markup = "<form><input name=i value=1><input name=i value=2><input name=i value=3></form>"
    assert query(markup, ("i", "a")) == [("i", "a"), ("i", "2"), ("i", "3")]
    assert query(markup, *(("i", v) for v in "abcd")) == [("i", v) for v in "abcd"]


@pytest.mark.covers("LBX-26")
def test_required_fields_that_stay_empty_are_named() -> None:
    markup = """<form><label for=n>Name</label><input id=n name=n required><input name=mail required>
      <input type=radio name=size required value=s><input type=radio name=size value=m>
      <input type=checkbox name=terms required><select name=land required><option value=''>choose<option>X</select>
      <input name=filled required value=1></form>"""
    with pytest.raises(ValidationFailed) as caught:
        filled(markup, ("mail", ""))
    assert caught.value.context["fields"] == ("Name", "mail", "size", "terms", "land")
    given = (("n", "Ann"), ("mail", "a@b"), ("size", "m"), ("terms", "on"), ("land", "X"))
    assert query(markup, *given)[:5] == [("n", "Ann"), ("mail", "a@b"), ("size", "m"), ("terms", "on"), ("land", "X")]


def test_no_form_has_the_field() -> None:
    with pytest.raises(ExtractionFailed, match=r"no form on the page has a field x; there are: a, b$"):
        filled("<form><input name=b><input name=a><input></form><input name=out>", ("x", "1"))
    with pytest.raises(ExtractionFailed, match="there is no form on the page"):
        filled("<p>text", ("x", "1"))


# --- buttons


def test_the_button_that_is_named_is_the_one_pressed() -> None:
    markup = "<form><input name=q><input type=submit name=go value=A><input type=submit name=go value=B></form>"
    assert query(markup, ("q", "1")) == [("q", "1"), ("go", "A")]
    assert query(markup, ("go", "B")) == [("q", ""), ("go", "B")]


def test_a_submit_button_goes_before_a_plain_one_and_a_picture_has_a_place() -> None:
    assert query("<form><input name=q><input type=button name=b value=x><input type=submit name=s value=y></form>") == [
        ("q", ""),
        ("s", "y"),
    ]
    assert query("<form><input type=image name=map></form>") == [("map.x", "0"), ("map.y", "0")]


def test_a_button_may_send_elsewhere_and_otherwise() -> None:
    markup = """<form action=/a><input name=q value=1><input type=submit name=save formaction=/b formmethod=post
      formenctype=text/plain value=S></form>"""
    request = filled(markup, ("save", "S"))
    assert (request.method, request.url, request.data) == ("POST", "http://example.org/b", b"q=1\r\nsave=S\r\n")
    assert request.headers == (("Content-Type", "text/plain"),)


# --- bodies


def test_line_ends_become_crlf() -> None:
    form = "<form method=post enctype={}><textarea name=t></textarea></form>"
    given = ("t", "one\ntwo\r\nthree\rfour")
    assert filled(form.format(""), given).data == b"t=one%0D%0Atwo%0D%0Athree%0D%0Afour"
    assert filled(form.format("text/plain"), given).data == b"t=one\r\ntwo\r\nthree\r\nfour\r\n"
    assert b"\r\n\r\none\r\ntwo\r\nthree\r\nfour\r\n--" in (
        filled(form.format("multipart/form-data"), given).data or b""
    )


def test_a_text_area_that_is_to_be_sent_as_it_is_broken() -> None:
    form = "<form method=post enctype=text/plain><textarea name=t wrap={}>one two three four five</textarea></form>"
    assert filled(form.format("hard cols=10")).data == b"t=one two \r\nthree \r\nfour five\r\n"
    assert filled(form.format("HARD cols=4"), ("t", "abcdefghij k\n\nl")).data == b"t=abcd\r\nefgh\r\nij k\r\n\r\nl\r\n"
    assert filled(form.format("hard")).data == b"t=one two three four \r\nfive\r\n"
    assert filled(form.format("soft cols=10")).data == b"t=one two three four five\r\n"


def test_a_file_in_a_multipart_body(tmp_path: Path) -> None:
    picture = tmp_path / 'a "b".png'
    picture.write_bytes(b"\x89PNG\r\n\x00")
    form = """<form method=post enctype=multipart/form-data><input name='n"1' value=ü><input type=file name=f>
      <input type=file name=empty></form>"""
    request = filled(form, ("f", str(picture)))
    content_type = dict(request.headers)["Content-Type"]
    boundary = content_type.partition("boundary=")[2]
    assert content_type.startswith("multipart/form-data; boundary=") and len(boundary) > 20
    mark = b"--" + boundary.encode()
    assert (request.data or b"").split(mark) == [
        b"",
        b'\r\nContent-Disposition: form-data; name="n%221"\r\n\r\n\xc3\xbc\r\n',
        b'\r\nContent-Disposition: form-data; name="f"; filename="a %22b%22.png"\r\nContent-Type: image/png\r\n\r\n'
        b"\x89PNG\r\n\x00\r\n",
        b'\r\nContent-Disposition: form-data; name="empty"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n",
        b"--\r\n",
    ]


def test_several_files_of_one_field(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(name)
    form = "<form method=post enctype=multipart/form-data><input type=file name=f multiple></form>"
    body = filled(form, ("f", str(tmp_path / "a")), ("f", str(tmp_path / "b"))).data or b""
    assert body.count(b'name="f"; filename="') == 2 and b"\r\n\r\na\r\n" in body and b"\r\n\r\nb\r\n" in body


def test_a_file_without_multipart_is_its_name(tmp_path: Path) -> None:
    assert query("<form><input type=file name=f></form>", ("f", str(tmp_path / "x.txt"))) == [("f", "x.txt")]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    form = "<form method=post enctype=multipart/form-data><input type=file name=f></form>"
    with pytest.raises(FileUnreadable, match=r"^f: .*x': No such file"):
        filled(form, ("f", str(tmp_path / "x")))
    os.mkfifo(tmp_path / "pipe")  # which nobody writes to
    with pytest.raises(FileUnreadable, match=r"^f: .*pipe' is no file"):
        filled(form, ("f", str(tmp_path / "pipe")))


# --- charsets


def test_a_form_is_sent_in_the_page_s_charset_or_its_own() -> None:
    form = "<form {}><input name=q></form>"
    given = ("q", "é☃")
    assert filled(form.format(""), given, charset="windows-1252").url.endswith("?q=%E9%26%239731%3B")
    assert filled(form.format("accept-charset='nonsense latin2'"), given).url.endswith("?q=%E9%26%239731%3B")
    assert filled(form.format("accept-charset=utf-8"), given, charset="shift_jis").url.endswith("?q=%C3%A9%E2%98%83")
    assert filled(form.format(""), ("q", "日"), charset="shift_jis").url.endswith("?q=%93%FA")
    assert filled(form.format(""), ("q", "日"), charset="utf-16le").url.endswith("?q=%E6%97%A5")


def test_the_charset_field_says_the_charset() -> None:
    form = "<form><input type=hidden name=_charset_><input name=q></form>"
    names = {"shift_jis": "Shift_JIS", "utf-8": "UTF-8", "latin1": "windows-1252", "l2": "ISO-8859-2"}
    for charset, name in names.items():
        assert filled(form, ("q", "1"), charset=charset).url.endswith(f"?_charset_={name}&q=1")
