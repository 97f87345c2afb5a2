"""MathML as one line of readable text: (a+b)/c, x², aᵢ, √(x+1), ∑_(i=1)^n, [a b; c d].

Presentation MathML as Wikipedia, KaTeX and MathJax write it (https://www.w3.org/TR/mathml-core/, MathML 3 chapter 3).
The tree is walked without recursion: nesting is the page's to choose. What comes out is text of the page, not yet
cleaned.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.math_symbols import (
    APPLY,
    ATOM,
    BLANK,
    FRACTION,
    KINDS,
    NOTE,
    NOTHING,
    PRESCRIPTS,
    PRODUCT,
    ROOT,
    SUM,
    TABLE,
    TIGHT,
    TIMES,
    WORD,
    script_text,
)
from lightterm.extract.math_terms import (
    EMPTY,
    IN_DENOMINATOR,
    IN_NUMERATOR,
    IN_ROOT,
    group,
    is_call,
    pair,
    row,
    scripts,
    with_over,
    with_under,
)

__all__ = ["math_text", "script_text"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.dom import Node
    from lightterm.extract.math_terms import Term


_SKIPPED = frozenset(("mphantom", "none", "maligngroup", "malignmark", "script", "style"))


def math_text(node: Node) -> str:
    """The linear text of a `<math>` element; its TeX or its alttext when there is no presentation markup."""
    text = _walk(node)[0] or _strip_tex((node.attributes.get("alttext") or "").strip())
    return one_spaced(text)


class _Frame:
    """An element whose children are being read."""

    __slots__ = ("child", "node", "tag", "terms")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.tag = node.tag or ""
        self.child = None if self.tag in _SKIPPED else node.child
        self.terms: list[Term] = []


def _walk(root: Node) -> Term:
    stack = [_Frame(root)]
    while True:
        frame = stack[-1]
        child = frame.child
        if child is None:
            term = _build(frame)
            stack.pop()
            if not stack:
                return term
            stack[-1].terms.append(term)
            continue
        frame.child = child.next
        if child.tag == "-text":
            text = child.text(deep=False)
            if frame.tag in _TOKENS or not text.isspace():
                frame.terms.append((text if frame.tag in _TOKENS else text.strip(), WORD))
        elif child.tag != "-comment":
            stack.append(_Frame(child))


def _build(frame: _Frame) -> Term:
    tag = frame.tag
    token = _TOKENS.get(tag)
    if token is not None:
        return token(one_spaced("".join([text for text, _ in frame.terms])))
    layout = _LAYOUTS.get(tag)
    if layout is not None:
        return layout(frame.terms)
    special = _WITH_ATTRIBUTES.get(tag)
    if special is not None:
        return special(frame.terms, frame.node)
    return EMPTY if tag in _SKIPPED else row(frame.terms)


def _identifier(text: str) -> Term:
    if not text:
        return EMPTY
    kind = KINDS.get(text)
    if kind is not None:
        return _operator(text)
    return (text, ATOM if len(text) == 1 or not text.isalpha() else WORD)


def _number(text: str) -> Term:
    return (text, ATOM) if text else EMPTY


def _operator(text: str) -> Term:
    if not text:
        return EMPTY
    kind = KINDS.get(text)
    if kind is None:
        kind = TIGHT if not text.isalpha() else WORD if len(text) > 1 else ATOM
    if kind in (APPLY, TIMES, NOTHING, BLANK):
        return ("", kind)
    return ("−" if text == "-" else text, kind)


def _words(text: str) -> Term:
    return (text, WORD) if text else ("", BLANK)


def _fraction(terms: list[Term], node: Node) -> Term:
    over, under = pair(terms)
    thickness = (node.attributes.get("linethickness") or "1").strip()
    if thickness[:1] == "0" and not thickness.strip("0.empxtin%"):
        return (f"{group(over, IN_DENOMINATOR)} choose {group(under, IN_DENOMINATOR)}", WORD)
    text = over[0] if over[1] == PRODUCT and " " not in over[0] else group(over, IN_NUMERATOR - {PRODUCT})
    whole = is_call(under[0]) or (len(under[0]) == 2 and under[0][0] in "d∂")
    return (f"{text}/{under[0] if whole else group(under, IN_DENOMINATOR)}", FRACTION)


def _root(terms: list[Term]) -> Term:
    return (f"√{group(row(terms), IN_ROOT)}", ROOT)


def _root_of_degree(terms: list[Term]) -> Term:
    inner, (degree, _) = pair(terms)
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree)
    if sign is None:
        sign = (script_text(degree, "sup") or f"^({degree})") + "√"
    return (sign + group(inner, IN_ROOT), ROOT)


def _below(terms: list[Term]) -> Term:
    base, sub = pair(terms)
    return scripts(base, sub, EMPTY)


def _above(terms: list[Term]) -> Term:
    base, sup = pair(terms)
    return scripts(base, EMPTY, sup)


def _both(terms: list[Term]) -> Term:
    base, sub = pair(terms)
    return scripts(base, sub, terms[2] if len(terms) > 2 else EMPTY)


def _under_over(terms: list[Term]) -> Term:
    base, under = pair(terms)
    return scripts(base, under, terms[2] if len(terms) > 2 else EMPTY, raised=False)


def _multiscripts(terms: list[Term]) -> Term:
    """Base, (sub sup)*, mprescripts, (sub sup)*: isotopes and tensors."""
    split = next((i for i, t in enumerate(terms) if t[1] == PRESCRIPTS), len(terms))
    before, after = terms[split + 1 :], terms[1:split]
    lead = scripts(EMPTY, row(before[::2]), row(before[1::2]))[0]
    text, kind = scripts(terms[0] if split else EMPTY, row(after[::2]), row(after[1::2]))
    return (lead + text, kind)


def _fenced(terms: list[Term], node: Node) -> Term:
    attributes = node.attributes
    start, end = attributes.get("open", "("), attributes.get("close", ")")
    marks = "".join((attributes.get("separators", ",") or "").split())
    out = []
    for i, (text, _) in enumerate(terms):
        if i:
            mark = marks[min(i, len(marks)) - 1 :][:1]
            out.append(mark + " " if mark in (",", ";") else mark)
        out.append(text[1:-1] if len(terms) == 1 and terms[0][1] == TABLE else text)
    return (f"{start or ''}{''.join(out)}{end or ''}", ATOM)


def _table_row(terms: list[Term]) -> Term:
    return (" ".join([text for text, _ in terms if text]), PRODUCT)


def _labelled_row(terms: list[Term]) -> Term:
    label = f" {terms[0][0]}" if terms and terms[0][0] else ""
    return (_table_row(terms[1:])[0] + label, PRODUCT)


def _table(terms: list[Term], node: Node) -> Term:
    rows = "; ".join([text for text, _ in terms if text])
    aligned = one_spaced(node.attributes.get("columnalign") or "").startswith("right left")
    return (rows, SUM) if aligned else (f"[{rows}]", TABLE)


def _space(terms: list[Term], node: Node) -> Term:
    """A space if it is one to the eye: a sixth of an em or more."""
    width = (node.attributes.get("width") or "").strip()
    if width.startswith(("-", "negative")) or width in ("", "0"):
        return ("", BLANK) if node.attributes.get("linebreak") == "newline" else EMPTY
    try:
        number = float(width.rstrip("abcdefghijklmnopqrstuvwxyz%"))
    except ValueError:
        return EMPTY if width.startswith("very") else ("", BLANK)
    return EMPTY if number == 0 or (width.endswith("em") and number < 0.16) else ("", BLANK)


def _quoted(terms: list[Term], node: Node) -> Term:
    text = one_spaced("".join([t for t, _ in terms]))
    return (f"{node.attributes.get('lquote') or '“'}{text}{node.attributes.get('rquote') or '”'}", WORD)


def _strip_tex(tex: str) -> str:
    """TeX without the wrapping Wikipedia puts around it."""
    if tex.startswith("{\\displaystyle ") and tex.endswith("}"):
        return tex[15:-1].strip()
    return tex


def _annotation(terms: list[Term], node: Node) -> Term:
    if "tex" not in (node.attributes.get("encoding") or "").lower():
        return EMPTY
    return (_strip_tex(one_spaced(" ".join([t for t, _ in terms]))), NOTE)


def _semantics(terms: list[Term]) -> Term:
    """The presentation; where it is empty, the TeX beside it."""
    shown = row(terms)
    if shown[0]:
        return shown
    return next((t for t in terms if t[1] == NOTE), EMPTY)


def _first(terms: list[Term]) -> Term:
    return terms[0] if terms else EMPTY


def _glyph(terms: list[Term], node: Node) -> Term:
    return ((node.attributes.get("alt") or ""), WORD)


_TOKENS: dict[str, Callable[[str], Term]] = {
    "mi": _identifier,
    "mn": _number,
    "mo": _operator,
    "mtext": _words,
}
_LAYOUTS: dict[str, Callable[[list[Term]], Term]] = {
    "msqrt": _root,
    "mroot": _root_of_degree,
    "msub": _below,
    "msup": _above,
    "msubsup": _both,
    "munder": with_under,
    "mover": with_over,
    "munderover": _under_over,
    "mmultiscripts": _multiscripts,
    "mprescripts": lambda terms: ("", PRESCRIPTS),
    "mtr": _table_row,
    "mlabeledtr": _labelled_row,
    "semantics": _semantics,
    "math": _semantics,
    "maction": _first,
    "annotation-xml": lambda terms: EMPTY,
}
_WITH_ATTRIBUTES: dict[str, Callable[[list[Term], Node], Term]] = {
    "mfrac": _fraction,
    "mfenced": _fenced,
    "mtable": _table,
    "mspace": _space,
    "ms": _quoted,
    "mglyph": _glyph,
    "annotation": _annotation,
}
