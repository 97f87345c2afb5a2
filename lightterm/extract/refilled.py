"""How a control looks with other values in it than the page gave it."""

from __future__ import annotations

from lightterm.document.model import Field
from lightterm.extract.inline import chosen, drawn, switch
from lightterm.records import Record
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_FILES = 3


class Look(Record):
    """What stands between a control's marks, and the note behind it."""

    text: str
    note: str = ""


def look(field: Field, values: Sequence[str]) -> Look:
    """How a control looks that holds these values (see `lightterm.session.controls`)."""
    if field.kind in ("checkbox", "radio"):
        return Look(switch(field.kind, bool(values)))
    if field.kind == "select":
        labels = _labels(field, values)
        return Look(*chosen([clean(label) for label in labels], len(field.options), field.multiple))
    value = "\n".join(map(clean, values[0].split("\n"))) if values else ""
    said = {**dict(field.attributes), "placeholder": field.placeholder}
    text, note = drawn(field.kind, value, lambda name: said.get(name, ""))
    if field.kind == "file" and values:
        names = [clean(_file_name(path)) for path in values]
        more = f" and {len(names) - MAX_FILES} more" if len(names) > MAX_FILES else ""
        text = f"[{', '.join(names[:MAX_FILES])}{more}]"
    return Look(text, note)


def _file_name(path: str) -> str:
    """What a file is called without the folders it is in; a folder, which is no file yet, keeps its slash."""
    plain = path.replace("\\", "/")
    name = plain.rstrip("/").rpartition("/")[2]
    return f"{name}/" if plain.endswith("/") else name


def _labels(field: Field, values: Sequence[str]) -> list[str]:
    """The labels of the options that have these values, one option a value."""
    left = list(values)
    labels = []
    for option in field.options:
        if option.value in left:
            left.remove(option.value)
            labels.append(option.label)
    return labels
