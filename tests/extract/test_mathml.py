"""MathML as readable text: constructs one by one, whole formulas as Wikipedia, KaTeX and MathJax write them."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from lightterm.extract.mathml import math_text, script_text


def linear(inner: str, attributes: str = "") -> str:
    return math_text(LexborHTMLParser(f"<p><math {attributes}>{inner}</math>").css_first("math"))


def mi(*names: str) -> str:
    return "".join(f"<mi>{n}</mi>" for n in names)


def row(text: str) -> str:
    """A row of one-character tokens; letters become mi, digits mn, the rest mo."""
    tags = ["mi" if c.isalpha() else "mn" if c.isdigit() else "mo" for c in text]
    return "<mrow>" + "".join(f"<{t}>{c}</{t}>" for t, c in zip(tags, text, strict=True)) + "</mrow>"


def table(*rows: str, attributes: str = "") -> str:
    cells = ["".join(f"<mtd>{row(c)}</mtd>" for c in r.split()) for r in rows]
    return f"<mtable {attributes}>{''.join(f'<mtr>{c}</mtr>' for c in cells)}</mtable>"


@pytest.mark.parametrize(
    ("inner", "out"),
    [
        (f"<mfrac>{row('a+b')}{row('c')}</mfrac>", "(a+b)/c"),
        (f"<mfrac>{row('ab')}{row('2c')}</mfrac>", "ab/(2c)"),
        (f"<mfrac>{row('dy')}{row('dx')}</mfrac>", "dy/dx"),
        (f"<mfrac>{row('P(a)')}{row('P(b)')}</mfrac>", "P(a)/P(b)"),
        (f"<mfrac><mfrac>{mi('a', 'b')}</mfrac>{mi('c')}</mfrac>", "(a/b)/c"),
        (f"<mfrac><mn>1</mn><mn>2</mn></mfrac>{mi('x')}", "1/2 x"),
        (f"<mo>(</mo><mfrac linethickness='0'>{mi('n', 'k')}</mfrac><mo>)</mo>", "(n choose k)"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x²"),
        (f"<msup><mi>x</mi>{row('n+1')}</msup>", "xⁿ⁺¹"),
        (f"<msup><mi>e</mi>{row('iπ')}</msup>", "e^(iπ)"),
        ("<msup><mi>x</mi><mi>q</mi></msup>", "x^q"),
        (f"<msup>{row('ab')}<mn>2</mn></msup>", "(ab)²"),
        (f"<msup>{row('(a+b)')}<mn>2</mn></msup>", "(a+b)²"),
        (f"<msup>{row('(a)(b)')}<mn>2</mn></msup>", "((a)(b))²"),
        ("<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>", "(x²)³"),
        ("<msup><mn>90</mn><mo>∘</mo></msup>", "90°"),
        ("<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>", "f′(x)"),
        (f"<msub>{mi('a', 'i')}</msub>", "aᵢ"),
        (f"<msub><mi>a</mi>{row('i,j')}</msub>", "a_(i,j)"),
        ("<msub><mi>v</mi><mtext>top speed</mtext></msub>", "v_(top speed)"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x₁²"),
        ("<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup>", "∫_0^∞"),
        ("<msqrt><mi>x</mi></msqrt>", "√x"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
        (f"<msqrt>{row('(x+1)')}</msqrt>", "√(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "∛x"),
        ("<mroot><mi>x</mi><mi>n</mi></mroot>", "ⁿ√x"),
        (f"<munderover><mo>∑</mo>{row('i=1')}<mi>n</mi></munderover><mi>i</mi>", "∑_(i=1)^n i"),
        (f"<msubsup><mo>∑</mo>{row('i=1')}<mi>n</mi></msubsup><mi>i</mi>", "∑_(i=1)^n i"),
        (f"<munder><mo>lim</mo>{row('x→0')}</munder><mi>f</mi>", "lim_(x→0) f"),
        ("<mover><mi>x</mi><mo>→</mo></mover>", "x\u20d7"),
        ("<mover><mi>x</mi><mo>^</mo></mover>", "x\u0302"),
        (f"<mover accent='true'>{row('AB')}<mo>¯</mo></mover>", "A\u0305B\u0305"),
        (f"<munder><munder>{row('a+a')}<mo>⏟</mo></munder><mi>n</mi></munder>", "(a+a)_n"),
        (f"<mfenced>{mi('x', 'y')}</mfenced>", "(x, y)"),
        (f"<mfenced open='[' close=')' separators=';'>{mi('a', 'b')}</mfenced>", "[a; b)"),
        (table("a b", "c d"), "[a b; c d]"),
        (f"<mo>(</mo>{table('a b', 'c d')}<mo>)</mo>", "(a b; c d)"),
        (f"<mo>{{</mo>{table('1 x>0', '0 x=0')}<mo fence='true'></mo>", "{1 x > 0; 0 x = 0}"),
        (f"<mo>|</mo>{table('a b', 'c d')}<mo>|</mo>", "|a b; c d|"),
        (table("a =b", "a =c", attributes="columnalign='right left'"), "a = b; a = c"),
        ("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "¹⁴₆C"),
        ("<mmultiscripts><mi>T</mi><mi>i</mi><mi>j</mi></mmultiscripts>", "Tᵢʲ"),
        ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"),
        ("<mi>f</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>", "f(x)"),
        ("<mn>2</mn><mo>&#x2062;</mo><mn>3</mn>", "2·3"),
        ("<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>", "2x"),
        ("<mi>a</mi><mphantom><mi>z</mi></mphantom><mi>b</mi>", "ab"),
        ("<mi>a</mi><mspace width='1em'/><mi>b</mi>", "a b"),
        ("<mi>a</mi><mspace width='0.05em'/><mspace width='-1em'/><mi>b</mi>", "ab"),
        ("<mi>x</mi><mtext>&nbsp;if&nbsp;</mtext><mi>y</mi>", "x if y"),
        ("<ms>text</ms>", "“text”"),
        ("<mi>a</mi><mo>-</mo><mi>b</mi><mo>≤</mo><mo>-</mo><mn>1</mn>", "a−b ≤ −1"),
        ("<maction actiontype='toggle'><mi>a</mi><mi>b</mi></maction>", "a"),
        ("<mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr>", "x (1)"),
        ("", ""),
    ],
)
def test_constructs(inner, out):
    assert linear(inner) == out


def test_quadratic_formula_as_wikipedia_writes_it():
    inner = """<semantics><mrow class="MJX-TeXAtom-ORD"><mstyle displaystyle="true" scriptlevel="0">
      <mi>x</mi><mo>=</mo><mrow class="MJX-TeXAtom-ORD"><mfrac><mrow><mo>&#x2212;</mo><mi>b</mi><mo>&#xB1;</mo>
      <mrow class="MJX-TeXAtom-ORD"><msqrt><msup><mi>b</mi><mrow class="MJX-TeXAtom-ORD"><mn>2</mn></mrow></msup>
      <mo>&#x2212;</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>
      </mrow></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle x={\\frac {..}{2a}}}</annotation>
      </semantics>"""
    assert linear(inner, 'alttext="{\\displaystyle x=..}"') == "x = (−b±√(b²−4ac))/(2a)"


def test_energy_as_katex_writes_it():
    inner = (
        "<semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>"
        '<annotation encoding="application/x-tex">E = mc^2</annotation></semantics>'
    )
    assert linear(inner) == "E = mc²"


def test_integral_as_mathjax_writes_it():
    inner = (
        '<msubsup><mo data-mjx-texclass="OP">&#x222B;</mo><mn>0</mn><mn>1</mn></msubsup><mi>f</mi>'
        '<mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo><mstyle scriptlevel="0">'
        '<mspace width="0.167em"></mspace></mstyle><mi>d</mi><mi>x</mi>'
    )
    assert linear(inner) == "∫₀¹ f(x) dx"


def test_tex_where_there_is_no_presentation():
    tex = '<annotation encoding="application/x-tex">{\\displaystyle a_{1}}</annotation>'
    assert linear(f"<semantics><mrow></mrow>{tex}</semantics>") == "a_{1}"
    assert linear(f"<semantics>{tex}</semantics>", 'alttext="other"') == "a_{1}"
    assert linear("<mphantom><mi>x</mi></mphantom>", 'alttext="{\\displaystyle b}"') == "b"
    other = '<annotation-xml encoding="MathML-Content"><ci>y</ci></annotation-xml>'
    assert linear(f"<semantics><mi>x</mi>{other}</semantics>") == "x"


@pytest.mark.parametrize(
    "tag", ["mrow", "mfrac", "msup", "msubsup", "msqrt", "mover", "mfenced", "mtable", "semantics"]
)
def test_any_depth_of_nesting_ends_well(tag):
    """The parser nests as deep as it is told here; the letter in the middle is still found."""
    assert "x" in linear(f"<{tag}>" * 10_000 + "<mi>x</mi>")


_leaf = st.sampled_from(
    ["<mi>x</mi>", "<mn>2</mn>", "<mo>+</mo>", "<mo>(</mo>", "<mo>)</mo>", "<mtext>a b</mtext>", ""]
)
_tags = "mrow mfrac msup msub msubsup munder mover munderover msqrt mroot mfenced mtable mtr mtd mmultiscripts"
_trees = st.recursive(
    _leaf,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(_tags.split()),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(inner=_trees)
@settings(max_examples=300, deadline=None)
def test_any_tree_gives_one_line_with_all_its_letters(inner):
    text = linear(inner)
    assert text == " ".join(text.split())
    if "<mi>x</mi>" in inner and all(t not in inner for t in ("<msu", "<mund", "<mover", "<mfrac", "<mroot", "<mmult")):
        assert text.count("x") == inner.count("<mi>x</mi>")


@pytest.mark.parametrize(
    ("text", "kind", "out"),
    [
        ("2", "sup", "²"),
        ("n", "sup", "ⁿ"),
        ("th", "sup", "ᵗʰ"),
        ("n+1", "sup", "ⁿ⁺¹"),
        ("-1", "sup", "⁻¹"),
        ("π", "sup", None),
        ("2", "sub", "₂"),
        ("max", "sub", "ₘₐₓ"),
        ("b", "sub", None),
        ("a b", "sup", None),
        ("", "sup", None),
    ],
)
def test_script_text(text, kind, out):
    assert script_text(text, kind) == out
