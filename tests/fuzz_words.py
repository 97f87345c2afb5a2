"""What mutations put into pages: tags, attributes, styles and texts that have broken browsers; other media types."""

from __future__ import annotations

TAGS = """
a b i p q s u br dd dl dt em h1 h6 hr li ol rt td th tr ul abbr area base bdi bdo body button caption center cite code
col colgroup datalist del details dialog div embed fieldset figcaption figure font footer form frame frameset head
header html iframe img input ins kbd label legend link listing main map mark marquee math menu meta meter nav noframes
noscript object optgroup option output param picture plaintext pre progress ruby script section select slot small source
span strike strong style sub summary sup svg table tbody template textarea tfoot thead time title track tt var video wbr
xmp mrow mfrac msqrt mi mo mn msup mtable mtr mtd foreignObject desc
""".split()

ATTRIBUTES = [
    "\x1c=x",
    "\x1c='x:1;y:2'",
    "style=\"content:'x'\"",
    *"""
href="/x"|href="//h&auml;st/&#x202e;"|src=x|alt=""|alt="x y"|title="t"|hidden|aria-hidden=true|aria-label="l"
aria-labelledby=a|aria-owns=b|role=navigation|role=none|colspan=0|colspan=1000|rowspan=65534|rowspan=0|start=-5|reversed
value=9|max=9|min=-3.5|size=5|maxlength=8|rows=3|cols=40|width=120|height="7"|aria-level=2|srcset="a 2x, b 300w"
aria-posinset=3|datetime=2024-02-30|style="order:2;tab-size:4;width:3px;opacity:.5;font-size:0.8em;color:rgb(2,3,4)"
style="columns:2;color:oklch(0.7 0.1 120 / 50%);counter-reset:a 3;text-indent:-9em;grid-template-columns:repeat(3,1fr)"
value=9|type=a|type=I|type=checkbox|type=password|type=file|type=range|type=color|checked|disabled|required|open|id=a
id=b|for=a|form=b|name=n|dir=rtl|dir=auto|align=right|lang=he|style="display:none"|style="display:flex;order:2"
style="white-space:pre"|style="position:absolute;left:-9999px"|class=c|class="c d"|media=print|rel=stylesheet|popover
usemap=#m|list=a|placeholder=p|a<b|='"|border=1|http-equiv=refresh content="1;url=x"|http-equiv=content-type
""".strip()
    .replace("\n", "|")
    .split("|"),
]

STYLES = r"""
ol{counter-reset:a 4} li{counter-increment:a 2;list-style:x} @counter-style x{system:additive;additive-symbols:5 V, 1 I}
.c{display:none} *{display:block} p::before{content:counter(x) '\1b [2J'} li{list-style:'\202e '} :not(p){order:3}
a{white-space:pre;text-transform:uppercase} b:has(i)>u~s+p{visibility:hidden} @media (max-width:10px){*{all:unset}}
p:nth-child(2n+1),[href^='h'],#a:empty{display:flex;column-gap:9em} @import url(x); @layer a{p{color:red}} @font-face{
table{display:none}td{display:block}*{direction:rtl;unicode-bidi:bidi-override} div{clip-path:inset(50%)} }}}/*
:is(p,:where(div)) > * {display:contents} p{ a{b:c} &:hover{d:e} } \70 {display:none} @supports (a:b){i{display:table}}
""".strip().splitlines()

TEXTS = (
    "&lt;&gt;&amp;&#0;&#x1b;[31m&#155;&#x202e;&#xd800;&#x110000;&nbsp;&shy;&zwj;&NoBreak;",
    "\u6f22\u5b57\u3002\u300c\u304b\u300d",
    "\u05e9\u05dc\u05d5\u05dd (abc) 123",
    "e\u0301" + "\u0301" * 30,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1e9\U0001f1ea\U0001f1eb",
    "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22",
    "x" * 300,
    "\t\t a \n\n b ",
    "https://example.org/" + "a/" * 60,
    "\u00ad\u200b\u2060",
    "\x1b]0;x\x07\x1b[2J",
)

NUMBERS = (
    *(
        "0",
        "-0",
        "1",
        "-1",
        "+1",
        "--5",
        "-+5",
        "1_0",
        ".",
        "1.",
        "1e",
        "1e5",
        "1e999",
        "-1e308",
        "1e-999",
        "nan",
        "inf",
    ),
    *("0x10", "\u00b2", "\u0663", "\uff11", "9" * 20, "9" * 400, "9" * 5000, "-" + "9" * 5000, "0." + "3" * 5000),
)
"""What stands where a number should."""

OTHER = {
    "application/json": rb'{"a": [1, 2.5e3, null, true, {"b": "c\u001b[31m", "": []}], "\ud800": "https://example.org/"}',
    "application/xml": b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><r xmlns:x="y"><x:a b="c">t &a;</x:a>'
    b"<![CDATA[<]]></r>",
    "application/rss+xml": b"<rss version='2.0'><channel><title>T</title><link>http://x/</link><item><title>a</title>"
    b"<description>&lt;p&gt;b&lt;script&gt;</description><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate></item>"
    b"</channel></rss>",
    "application/atom+xml": b"<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>&lt;b></title><entry><id>x"
    b"</id><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>c</p></div></content></entry></feed>",
    "application/feed+json": b'{"version": "https://jsonfeed.org/version/1.1", "title": "t", '
    b'"items": [{"id": 1, "content_html": "<b>"}]}',
    "text/markdown": b'# a\n\n* b\n  1. c\n\n> d `e` **f** [g](http://x/ "t") ![i](j) <b>k</b>\n\n```\ncode\n```\n\n'
    b"|a|b|\n|-|:-:|\n|1|2|\n",
    "text/plain": "one\ttwo\n\n  three \x0c four http://example.org/x.\n\u6f22\u5b57\n".encode(),
    "text/csv": b'a,b,"c ""d"""\n1,2,3\n"x\ny",,\n',
    "application/xhtml+xml": b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br/>b</p>',
    "image/png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0",
    "image/svg+xml": b"<svg xmlns='http://www.w3.org/2000/svg' width='3'><title>t</title><text>x</text></svg>",
    "application/x-directory-listing": b"{}\n",
    "application/pdf": b"%PDF-1.4\n1 0 obj <</Title (x)>>",
}
"""A small body of every media type that has a reader of its own."""

CHARSETS = """
utf-8 utf-16 utf-16le utf-32 shift_jis euc-jp iso-2022-jp gb18030 big5 euc-kr windows-1252 koi8-r windows-1256 utf-7
x-user-defined nonsense
""".split()
