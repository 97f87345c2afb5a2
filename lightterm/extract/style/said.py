"""What declarations and selectors say by themselves, before anything is matched."""

from __future__ import annotations

from lightterm.extract.style import selectors
from lightterm.extract.style.display import ELSEWHERE
from lightterm.extract.style.values import READING, TRIGGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.style.values import Declared

    Declarations = tuple[Declared, Declared]


def matters(declared: Declarations) -> bool:
    """Whether declarations say something by themselves, and not only of elements that may be hidden."""
    return any(
        one
        and not (READING.isdisjoint(one) and TRIGGERS.isdisjoint(one.values()) and one.get("position") not in ELSEWHERE)
        for one in declared
    )


def shows(normal: Declared, important: Declared, strings: list[str]) -> bool:
    """Whether declarations for a pseudo-element make text that can be read."""
    value = important.get("content") or normal.get("content", "")
    if "attr(" in value or "counter" in value or "quote" in value:
        return True
    return any(readable(strings[int(number)]) for number in value.split('"')[1::2] if number.isdigit())


def readable(text: str) -> bool:
    """Whether there is more in it than white space and the private-use characters of icon fonts."""
    return any(not char.isspace() and not "\ue000" <= char <= "\uf8ff" and char < "\U000e0000" for char in text)


def valid(shape: str) -> bool:
    """Whether browsers know every pseudo-class and pseudo-element of a rule: one unknown makes all of it void."""
    for word in shape.split(":")[1:]:
        end = 0
        while end < len(word) and (word[end].isalnum() or word[end] in "-_"):
            end += 1
        name = word[:end].lower()
        if name and name not in selectors.KNOWN and not name.startswith("-webkit-"):
            return False
    return True


def shape(text: str) -> str:
    """Selectors with their names apart: split at white space, each is `tag`, `.class`, `#id` or `:pseudo`."""
    text = text.replace(".", " .").replace("#", " #").replace(":", " :")
    return text.replace(">", " ").replace("+", " ").replace("~", " ")


def head(text: str) -> list[str]:
    """The names of a selector up to its first bracket or parenthesis."""
    return shape(text.partition("[")[0].partition("(")[0]).split()
