"""Bytes become the text that a browser would show."""

# ruff: noqa: RUF001 (letters that look alike are the subject here)

from __future__ import annotations

import pytest
from effort import calls
from hypothesis import given
from hypothesis import strategies as st

from lightterm.fetch.charset import canonical_label, decode, prescan, to_utf8

SAMPLES = {
    "shift_jis": ("cp932", "これは日本語の文章です。漢字とかなが混ざっています。"),
    "euc-jp": ("euc_jp", "これは日本語の文章です。漢字とかなが混ざっています。"),
    "iso-2022-jp": ("iso2022_jp", "これは日本語の文章です。漢字とかなが混ざっています。"),
    "gb18030": ("gb18030", "这是一个简体中文的网页，用于测试编码检测。"),
    "big5": ("big5", "這是一個繁體中文的網頁，用於測試編碼檢測。"),
    "euc-kr": ("cp949", "이것은 한국어 웹 페이지입니다. 문자 인코딩을 검사합니다."),
    "windows-1251": ("cp1251", "Это русский текст для проверки кодировки страницы."),
    "koi8-u": ("koi8_u", "Это русский текст для проверки кодировки страницы."),
    "windows-874": ("cp874", "นี่คือหน้าเว็บภาษาไทยสำหรับทดสอบการตรวจหารหัสอักขระ"),
    "windows-1252": ("cp1252", "Ceci est une page en français, déjà codée, un peu naïve."),
}


@pytest.mark.parametrize(("charset", "codec", "text"), [(k, *v) for k, v in SAMPLES.items()])
def test_legacy_text_declared_or_not(charset: str, codec: str, text: str) -> None:
    body = f"<p>{text}</p>".encode(codec)
    for declared in (charset, "", "no-such-charset"):
        decoded = decode(body, declared, html=True)
        assert decoded.text == f"<p>{text}</p>"
        assert (decoded.charset, decoded.replaced) == (charset, 0)
        assert decoded.source == ("header" if declared == charset else "detected")


@pytest.mark.parametrize(
    ("body", "declared"),
    [
        ("<p>naïve 漢</p>", "us-ascii"),
        ("<meta charset=ascii><p>naïve 漢</p>", ""),
        ("<meta http-equiv=content-type content='text/html; charset=ANSI_X3.4-1968'><p>naïve 漢</p>", ""),
        ("<?xml version='1.0' encoding='US-ASCII'?><p>naïve 漢</p>", ""),
    ],
)
def test_utf8_that_says_it_is_ascii_is_utf8(body: str, declared: str) -> None:
    assert decode(body.encode(), declared, html=True).text == body
    assert to_utf8(body.encode(), declared, html=True).markup == body.encode()
    older = decode(body.replace("漢", "x").encode("latin-1"), declared, html=True)
    assert (older.text, older.charset) == (body.replace("漢", "x"), "windows-1252")


@pytest.mark.parametrize("text", ["plain", "x" * 131_071 + "é", "漢" * 70_000, "é" * 200_000 + "𝄞"])
def test_utf8_is_taken_as_it_is(text: str) -> None:
    body = text.encode()
    assert to_utf8(body, html=True).markup is body
    cut = to_utf8(body + "é".encode()[:1], "utf-8")
    assert (cut.markup.decode(), cut.replaced) == (text + "\ufffd", 1)


@pytest.mark.parametrize(
    "body",
    [
        "\ufeffé".encode(),
        "é".encode("utf-16"),
        "é".encode("latin-1"),
        "これは日本語".encode("iso2022_jp"),
        b"<\0p\0>\0",
    ],
)
def test_all_else_becomes_utf8_as_it_is_decoded(body: bytes) -> None:
    assert to_utf8(body).markup == decode(body).text.encode()
    assert to_utf8(body).charset == decode(body).charset


@pytest.mark.covers("LB-186")
def test_the_order_of_what_is_believed() -> None:
    page = '<meta charset="koi8-r">é'
    assert decode(b"\xef\xbb\xbf" + page.encode(), "shift_jis", True).source == "bom"
    assert decode(page.encode(), "utf-8", True).source == "header"
    assert decode(page.encode("koi8_r", "replace"), "", True).charset == "koi8-r"
    assert decode(page.encode(), "", False).source == "utf-8"
    assert decode(b"plain", "", True).charset == "utf-8"
    assert decode(b"caf\xe9 cr\xe8me et th\xe9", "", False).text == "café crème et thé"


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        (b"\xff\xfeh\0i\0", "utf-16le"),
        (b"\xfe\xff\0h\0i", "utf-16be"),
        ("hi".encode("utf-16-le"), "utf-16le"),
        ("<p>hi".encode("utf-16-be"), "utf-16be"),
    ],
)
def test_utf16(body: bytes, charset: str) -> None:
    decoded = decode(body)
    assert decoded.charset == charset
    assert decoded.text.endswith("hi")
    assert "\ufeff" not in decoded.text


PRESCANS = [
    (b"<meta charset=euc-jp>", "euc-jp"),
    (b"<META CHARSET='Shift_JIS' />", "shift_jis"),
    (b'<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', "euc-jp"),
    (b'<meta content="text/html; charset=euc-jp" http-equiv="content-type">', "euc-jp"),
    (b'<meta content="text/html; charset=euc-jp">', ""),
    (b"<meta http-equiv=refresh content='text/html; charset=euc-jp'>", ""),
    (b"<meta http-equiv=content-type content='charset = \"gbk\"'>", "gbk"),
    (b"<meta http-equiv=content-type content='charset=charset=gbk'>", ""),
    (b"<!-- <meta charset=utf-8> --><meta charset=koi8-r>", "koi8-r"),
    (b"<!--><meta charset=gbk>", "gbk"),
    (b"<!-- <meta charset=gbk>", ""),
    (b'<a title="<meta charset=koi8-r>"><meta charset=gbk>', "gbk"),
    (b"<meta charset=bogus><meta charset=gbk>", "gbk"),
    (b"<meta charset=gbk charset=koi8-r>", "gbk"),
    (b"<meta name=x charset=utf-16>", "utf-8"),
    (b"<meta charset=x-user-defined>", "windows-1252"),
    (b"<metacharset=gbk>", ""),
    (b"<meta charset=gbk", ""),
    (b'<meta charset="gbk>', ""),
    (b"</p><?x><!DOCTYPE html><meta\ncharset\t=\fgbk\n>", "gbk"),
    (b"<" * 50 + b"meta charset=gbk>", "gbk"),
]


@pytest.mark.parametrize(("head", "charset"), PRESCANS)
def test_the_prescan_of_the_html_standard(head: bytes, charset: str) -> None:
    assert prescan(head) == charset


def test_the_prescan_sees_1024_bytes_only() -> None:
    meta = b"<meta charset=koi8-r>"
    assert decode(b" " * (1024 - len(meta)) + meta + b"\xc1", "", True).charset == "koi8-r"
    assert decode(b" " * (1025 - len(meta)) + meta + b"\xc1\xc2\xd7", "", True).source == "detected"


def test_an_xml_declaration_counts() -> None:
    assert decode(b'<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>').text.endswith("<a>é</a>")
    assert decode(b"<?xml version='1.0' encoding = 'koi8-r' ?><a>\xc1</a>").source == "xml"


@pytest.mark.parametrize(
    ("label", "body", "text"),
    [
        ("latin1", b"\x80\x93x\x94", "€“x”"),
        ("ascii", b"\xe9", "é"),
        (" ISO-8859-1\n", b"\x81\x8d\x9d", "\x81\x8d\x9d"),
        ("iso-8859-9", b"\x80\xfd", "€ı"),
        ("tis-620", b"\xa1\x85", "ก…"),
        ("gb2312", b"\x80\x81\x30\x81\x30", "€\x80"),
        ("gbk", b"\xa2\xe3", "€"),
        ("shift_jis", b"\x87\x40\x83\x8c\x5c", "①レ\\"),
        ("euc-jp", b"\xad\xa1\xa1\xc1\xa1\xdd", "①～－"),
        ("iso-2022-jp", b"\x1b$B-!F|\x1b(J\\~\x1b(I1\x1b(Bx", "①日¥‾ｱx"),
        ("ks_c_5601-1987", b"\x8c\x63\xb0\xa1", "똠가"),
        ("big5", b"\xa4\xa4\xf9\xd6", "中碁"),
        ("koi8-u", b"\xae\xbe", "ўЎ"),
        ("windows-1255", b"\xca", "\u05ba"),
        ("iso-8859-8-i", b"\xe0", "א"),
        ("x-mac-cyrillic", b"\xff", "€"),
        ("unicode", b"h\0i\0", "hi"),
        ("x-user-defined", b"a\x80", "a\uf780"),
        ("iso-2022-kr", b"<script>", "\ufffd"),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(label: str, body: bytes, text: str) -> None:
    assert decode(body, label).text == text


def test_every_label_of_the_standard_can_decode_every_byte() -> None:
    from webencodings.labels import LABELS

    assert len(LABELS) == 228
    everything = bytes(range(256)) * 2
    for label in LABELS:
        decoded = decode(everything, label)
        if canonical_label(label) == "utf-8":
            continue  # so broken that it is detected anew
        assert decoded.charset == canonical_label(label)
        assert decoded.replaced == decoded.text.count("\ufffd")


def test_broken_sequences_are_replaced_and_counted() -> None:
    whole = "日本語の文章" * 20
    decoded = decode(whole.encode() + b"\xff" + whole.encode()[:-1], "utf-8")
    assert (decoded.replaced, decoded.charset) == (2, "utf-8")
    assert decode("\ufffd ok \ufffd".encode() + b"\xff").replaced == 1
    # An ASCII byte after a lead byte is text again: markup cannot be swallowed.
    for charset in ("shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"):
        decoded = decode(b"a\x81<b>\xff", charset)
        assert "<b>" in decoded.text, charset
        assert decoded.replaced >= 1
    assert decode(b"\xd8\x00\x00x", "utf-16be").text == "\ufffdx"


def test_a_wrong_declaration_is_seen_through_or_noted() -> None:
    text = "これは日本語の文章です。漢字とかなが混ざっています。"
    decoded = decode(text.encode("cp932"), "utf-8", True)
    assert (decoded.text, decoded.charset, decoded.source) == (text, "shift_jis", "detected")
    # Browsers obey a declared legacy charset; so do we, and say what is odd about it.
    obeyed = decode("Ä".encode(), "windows-1252")
    assert (obeyed.text, obeyed.source) == ("Ã„", "header, but the bytes are UTF-8")
    assert decode(b"plain", "windows-1252").source == "header"
    # One bad byte does not make UTF-8 another charset.
    assert decode("schön und gut, ".encode() * 9 + b"\xe9", "").charset == "utf-8"


def test_the_top_level_domain_helps_the_guess() -> None:
    body = "Привет".encode("cp1251")
    assert decode(body, "", True, top_domain="ru").text == "Привет"
    assert decode(body, "", True, top_domain="РФ.x").text  # nonsense is no reason to fail


@given(st.binary(max_size=300), st.sampled_from(["", "utf-8", "gbk", "big5", "euc-jp", "iso-2022-jp", "utf-16", "x"]))
def test_decoding_never_fails(body: bytes, declared: str) -> None:
    decoded = decode(body, declared, html=True)
    decoded.text.encode("utf-8")
    assert decoded.replaced >= 0


def test_utf8_is_decoded_at_once_whatever_its_size() -> None:
    body = ("<p>日本語 text and ünï</p>\n" * 340_000).encode()[: 10 * 2**20]
    body = body[: body.rfind(b"\n")]
    assert decode(body, "utf-8", True).replaced == 0
    line = body[: body.find(b"\n") + 1]
    assert calls(lambda: decode(body, "utf-8", True)) == calls(lambda: decode(line, "utf-8", True))
