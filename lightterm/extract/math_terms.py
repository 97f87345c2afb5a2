"""Building a formula's text out of terms: rows, groups, scripts and accents."""

from __future__ import annotations

from lightterm.extract.math_symbols import (
    ACCENTS,
    APPLY,
    ATOM,
    BIG,
    BLANK,
    BRACES,
    CLOSE,
    COMMA,
    FRACTION,
    GLUE,
    INTEGRALS,
    LOW_LINES,
    NOTE,
    NOTHING,
    OPEN,
    POWER,
    PRIMES,
    PRODUCT,
    ROOT,
    SPACED,
    SUM,
    TABLE,
    TIGHT,
    TIMES,
    WORD,
    script_text,
)

Term = tuple[str, int]
"""A piece of a formula and what it is, which decides on spaces and parentheses around it."""

EMPTY: Term = ("", NOTHING)
_OPERANDS = frozenset((ATOM, WORD, FRACTION, ROOT, POWER, PRODUCT, SUM, BIG, TABLE))
_APART = frozenset((WORD, FRACTION, BIG))
_AROUND_TABLE = frozenset("([{⟨⌈⌊|‖∥")


def row(terms: list[Term]) -> Term:
    """Terms side by side."""
    terms = [t for t in terms if t[1] not in (NOTHING, NOTE)]
    if len(terms) == 1:
        return terms[0]
    out: list[str] = []
    before = NOTHING
    space = False
    for i, (text, kind) in enumerate(terms):
        next_text, follows = terms[i + 1] if i + 1 < len(terms) else EMPTY
        if kind in (BLANK, APPLY):
            space = kind == BLANK or not next_text.startswith(("(", "["))
            continue
        if kind == TIMES:
            if out and out[-1][-1:].isdigit() and next_text[:1].isdigit():
                out.append("·")
            continue
        if kind == TABLE and out and out[-1] in _AROUND_TABLE:
            text = text[1:-1] + ("" if out[-1] != "{" or follows == CLOSE else "}")
        if out and (space or _apart(before, kind)):
            out.append(" ")
        out.append(text)
        before = kind
        space = False
    return ("".join(out), _row_kind(terms))


def _apart(before: int, kind: int) -> bool:
    """Whether a space stands between two neighbours in a row."""
    if kind == SPACED:
        return before != OPEN
    if before in (SPACED, COMMA):
        return kind not in (CLOSE, COMMA, GLUE)
    if before == BIG:
        return kind in _OPERANDS or kind == OPEN
    if before == FRACTION and kind == OPEN:
        return True
    if before in _OPERANDS or before in (CLOSE, GLUE):
        return (kind in _APART and before != GLUE) or (before in _APART and kind in _OPERANDS)
    return False


def _row_kind(terms: list[Term]) -> int:
    """What a row of several terms is: the loosest operator outside brackets decides."""
    depth = 0
    closed_early = False
    for i, (_, kind) in enumerate(terms):
        if kind == OPEN:
            depth += 1
        elif kind == CLOSE:
            depth -= 1
            closed_early = closed_early or (depth <= 0 and i < len(terms) - 1)
        elif depth <= 0 and kind in (TIGHT, SPACED, COMMA, SUM):
            return SUM
    if terms and terms[0][1] == OPEN and not closed_early:
        return ATOM
    return PRODUCT if terms else NOTHING


def group(term: Term, bare: frozenset[int]) -> str:
    """The term's text, in parentheses unless it is of a kind in `bare`."""
    text, kind = term
    if kind in bare and (kind != WORD or " " not in text):
        return text
    return f"({text})" if text else ""


IN_NUMERATOR = frozenset((ATOM, WORD, ROOT, POWER, PRODUCT, TABLE))
IN_DENOMINATOR = frozenset((ATOM, WORD, ROOT, POWER, TABLE))
IN_ROOT = frozenset((ATOM, WORD, TABLE))
_AS_BASE = frozenset((NOTHING, ATOM, WORD, BIG, TABLE, TIGHT, SPACED, GLUE, COMMA, OPEN, CLOSE, BLANK))


def is_call(text: str) -> bool:
    """Whether the text is like P(B): a letter or word, and one pair of brackets."""
    name, bracket, rest = text.partition("(")
    return bool(bracket) and name.isalnum() and rest.find(")") == len(rest) - 1


def pair(terms: list[Term]) -> tuple[Term, Term]:
    first, second = [*terms, EMPTY, EMPTY][:2]
    return first, second


def _compact(text: str) -> str:
    """A script's text without the spaces around its operators."""
    out: list[str] = []
    for word in text.split(" "):
        if out and word[:1].isalnum() and out[-1][-1:].isalnum():
            out.append(" ")
        out.append(word)
    return "".join(out)


def _linear(sign: str, text: str) -> str:
    if not text:
        return ""
    whole = text[0] == "(" and text.find(")") == len(text) - 1
    return sign + (text if len(text) == 1 or whole else f"({text})")


def scripts(base: Term, sub: Term, sup: Term, raised: bool = True) -> Term:
    """The base with its scripts: in Unicode's own where all characters have one, else as _(...) and ^(...)."""
    low, high = _compact(sub[0]), _compact(sup[0])
    if not low and not high:
        return base
    text, kind = base
    if kind not in _AS_BASE and not (kind in (POWER, ROOT) and not high):
        text = f"({text})"
    if high and PRIMES.issuperset(high):
        text, high = text + high, ""
    small_low, small_high = script_text(low, "sub"), script_text(high, "sup")
    raised = raised and (kind != BIG or text in INTEGRALS)
    if raised and (small_low or not low) and (small_high or not high):
        # before a letter, as in ¹⁴₆C, the upper one comes first
        text += (small_high or "") + (small_low or "") if not text else (small_low or "") + (small_high or "")
    else:
        text += _linear("_", low) + _linear("^", high)
    if kind in (NOTHING, PRODUCT, SUM, FRACTION, ATOM, ROOT, POWER):
        kind = POWER if high else ATOM
    return (text, kind)


def with_under(terms: list[Term]) -> Term:
    base, under = pair(terms)
    if under[0] in BRACES:
        return base
    if under[0] in LOW_LINES and _takes_accent(base):
        return ("".join([c + "\u0332" for c in base[0]]), base[1])
    return scripts(base, under, EMPTY, raised=False)


def with_over(terms: list[Term]) -> Term:
    base, over = pair(terms)
    if over[0] in BRACES:
        return base
    accent = ACCENTS.get(over[0])
    if accent and _takes_accent(base):
        if len(base[0]) == 1 or accent == "\u0305":
            return ("".join([c + accent for c in base[0]]), base[1])
        return (base[0] + accent, base[1])
    return scripts(base, EMPTY, over, raised=False)


def _takes_accent(base: Term) -> bool:
    return base[0].isalnum() and len(base[0]) <= 8
