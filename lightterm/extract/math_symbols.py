"""The characters of formulas: what they are to MathML, and which have a superscript or subscript form."""

# ruff: noqa: RUF001

from __future__ import annotations

# What a term is. ATOM: a letter, a number, something in brackets. WORD: sin, text. FRACTION, ROOT, POWER, PRODUCT and
# SUM say what was done last. TIGHT and SPACED are operators; GLUE sticks to what is before it; the rest is punctuation.
(NOTHING, ATOM, WORD, FRACTION, ROOT, POWER, PRODUCT, SUM, BIG, TABLE, TIGHT, SPACED, GLUE, COMMA, OPEN, CLOSE) = range(
    16
)
(BLANK, TIMES, APPLY, PRESCRIPTS, NOTE) = range(16, 21)

_SUP = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθιφχ∘",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᶥᵠᵡ°",
        strict=True,
    )
)
_SUB = dict(zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
PRIMES = frozenset("'′″‴⁗‵")

ACCENTS = {"^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "∼": "\u0303", "¯": "\u0305", "‾": "\u0305"}
ACCENTS |= {"_": "\u0305", "―": "\u0305", "─": "\u0305", "→": "\u20d7", "⃗": "\u20d7", "˙": "\u0307", ".": "\u0307"}
ACCENTS |= {"¨": "\u0308", "˘": "\u0306", "ˇ": "\u030c", "`": "\u0300", "´": "\u0301", "˚": "\u030a"}
LOW_LINES = frozenset("_¯‾―─\u0332")
BRACES = frozenset("⏞⏟⏠⏡⏜⏝⎴⎵︷︸﹇﹈")

_BIG = frozenset("∑∏∐∫∬∭⨌∮∯∰⋃⋂⋀⋁⨀⨁⨂⨄⨆")
INTEGRALS = frozenset("∫∬∭⨌∮∯∰")
_SPACED = frozenset("=≠<>≤≥⩽⩾≪≫≈≃≅≡≢∼≁≍≐≔≕≜≝∝∈∉∋∌⊂⊃⊆⊇⊊⊋⊄⊅⊏⊐≺≻⪯⪰⊢⊣⊨⊥∥∣∤∪∩∖∧∨⊕⊖⊗⊎⊻←→↔↑↓↦↪↩⇐⇒⇔⇝⇀⇌⟵⟶⟷⟸⟹⟺⟼∴∵")
KINDS = dict.fromkeys(_BIG, BIG) | dict.fromkeys(_SPACED, SPACED) | dict.fromkeys(PRIMES | set("!%‰°|‖∥.:"), GLUE)
KINDS |= dict.fromkeys("([{⟨⌈⌊〈⟦", OPEN) | dict.fromkeys(")]}⟩⌉⌋〉⟧", CLOSE) | dict.fromkeys(",;", COMMA)
KINDS |= dict.fromkeys("…⋯⋮⋱∞∂∇∀∃∄¬ℏ∅℘ℓ√", ATOM)
KINDS |= {"\u2061": APPLY, "\u2062": TIMES, "\u2063": NOTHING, "\u2064": BLANK, ":=": SPACED, "==": SPACED}
KINDS |= {"!=": SPACED, "<=": SPACED, ">=": SPACED, "->": SPACED, ":": COMMA, "||": GLUE, "mod": SPACED}


def script_text(text: str, kind: str) -> str | None:
    """`text` in Unicode's superscripts (`kind` "sup") or subscripts ("sub"), or None where one is missing."""
    table = _SUP if kind == "sup" else _SUB
    try:
        return "".join([table[c] for c in text]) if text else None
    except KeyError:
        return None
