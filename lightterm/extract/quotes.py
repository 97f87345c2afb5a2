"""The marks around `q`, by the language of the text that quotes and by the style's `quotes`, as browsers set them.

Source: CSS Generated Content 3, `quotes: auto` (https://www.w3.org/TR/css-content-3/#quotes); the marks are CLDR's, as
Chromium has them. English ones are the walker's own, so that pages in languages with those have nothing noted.
"""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

QUOTES = "qt"
"""The key of an annotation that holds the marks which a style sets, pair by pair; none for `quotes: none`."""

BETWEEN = "\ue000"
"""What parts those marks."""

_MARKS = {
    "„“‚‘": "de cs sk sl hr et",
    "«»“”": "pt-pt it ca el",
    "«»‹›": "fr-ch it-ch de-ch de-li fa am",
    "””’’": "sv fi he iw",
    "«»‘’": "nb no nn",
    "„”«»": "pl ro",
    "„“„“": "bg lt",
    "«»„“": "ru uk",
    "「」『』": "ja zh-tw zh-hk zh-hant",
    "”“’‘": "ar ur",
    "«»«»": "fr",
    "«»”“": "fr-ca",
    "‘’“”": "nl",
    "„”»«": "hu",
    "„”’’": "sr",
}
_BY_LANGUAGE = {name: marks for marks, names in _MARKS.items() for name in names.split()}
_ENGLISH = "“”‘’"


class _Around(Record):
    """What holds within an element: the marks that a style sets, its language, in how many `q` it stands."""

    marks: list[str] | None = None
    language: str | None = None
    depth: int = 0


def set_quotes(tree: Tree, language: str) -> None:
    """Note what stands before and after each `q`, where that is not what English has and no style has said it."""
    known: dict[int, _Around] = {}
    for node in dom.select(tree, "q"):
        note = node.attrs.get(dom.NOTE) or ""
        if any(item[:2] in ("b:", "a:") for item in note.split(";")):
            continue
        around = _around(node.parent, known)
        marks = _noted(note)
        marks = around.marks if marks is None else marks
        if marks is None:
            marks = [*marks_of(language if around.language is None else around.language)]
        if marks == [*_ENGLISH]:
            continue
        at = min(2 * around.depth, len(marks) - 2)
        before, after = (mark.replace(";", dom.SEMICOLON) for mark in (marks[at : at + 2] or ("", "")))
        own = f"b:{before};a:{after}"
        node.attrs[dom.NOTE] = f"{note};{own}" if note else own


def _around(node: Node | None, known: dict[int, _Around]) -> _Around:
    """What holds within an element, which those of before have told of."""
    path: list[Node] = []
    while node is not None and node.is_element_node and node.mem_id not in known:
        path.append(node)
        node = node.parent
    held = known[node.mem_id] if node is not None and node.is_element_node else _Around()
    for element in reversed(path):
        has = element.attributes
        marks = _noted(has.get(dom.NOTE) or "")
        language = (has["lang"] or "") if "lang" in has else held.language
        held = _Around(held.marks if marks is None else marks, language, held.depth + (element.tag == "q"))
        known[element.mem_id] = held
    return held


def _noted(note: str) -> list[str] | None:
    """The marks in an annotation, an even number of them; None where it has none to say."""
    said = next((item for item in note.split(";") if item.startswith(f"{QUOTES}:")), None)
    if said is None:
        return None
    marks = said[len(QUOTES) + 1 :].replace(dom.SEMICOLON, ";").split(BETWEEN)
    return marks[: len(marks) // 2 * 2]


def marks_of(language: str) -> str:
    """The four marks of a language tag."""
    parts = language.lower().replace("_", "-").split("-")
    found = (_BY_LANGUAGE.get("-".join(parts[:size])) for size in range(len(parts), 0, -1))
    return next((marks for marks in found if marks), _ENGLISH)
