"""The lines of a text area that is sent as it is broken on the screen: https://html.spec.whatwg.org/#attr-textarea-wrap-hard"""

from __future__ import annotations

import re

from lightterm.numerals import whole_number
from lightterm.session.typed_values import attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Field

COLUMNS = 20
"""Characters of a line where the page does not say how many."""

_WORD = re.compile(r"\S*[^\S\n]*")


def hard_wrapped(field: Field, text: str) -> str:
    """A text in lines of at most `cols` characters, broken behind blanks where there are any. Nothing is taken away."""
    columns = whole_number(attribute(field, "cols")) or COLUMNS
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("\n".join(_broken(line, columns)) for line in lines)


def _broken(line: str, columns: int) -> list[str]:
    broken, current = [], ""
    for word in _WORD.findall(line):
        if current and len(current) + len(word) > columns:
            broken.append(current)
            current = ""
        while len(word) > columns:
            broken.append(word[:columns])
            word = word[columns:]
        current += word
    return [*broken, current] if current or not broken else broken
