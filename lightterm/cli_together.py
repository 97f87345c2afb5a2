"""Which options make no sense by their values: engines, what is to be printed, what is to be found."""

from __future__ import annotations

from lightterm.cli_options import TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.cli_options import Given

_FORMATS = {"json": "json", "source": "html-source", "head": "headers"}
"""Options that are a format by another name."""

_TEXT = ("text", "ansi", "markdown")
"""Formats in which a title stands as it is, and links have a style."""


def misfit_of_values(given: Given) -> str:
    """What is wrong with the values of options that are given; "" when nothing is."""
    for name in ("keyword", "pattern", "query"):
        words = given.get(name, [])
        if any(word == "" or (word.isspace() and name != "pattern") for word in _listed(words)):
            return f"--{name} is empty: it says what is to be found"  # the variable of a script that is not set
    only, most = given.get("tier"), given.get("max-tier")
    if isinstance(only, str) and isinstance(most, str) and TIERS.index(only) % 3 > TIERS.index(most) % 3:
        return f"--tier {only} and --max-tier {most} contradict each other"
    asked = {f"--{name}": form for name, form in _FORMATS.items() if name in given}
    if "format" in given:
        asked[f"--format {given['format']}"] = str(given["format"])
    if len(set(asked.values())) > 1:
        return f"{' and '.join(asked)} contradict each other: a page is printed in one format"
    for option, form in asked.items():
        if "title" in given and form not in _TEXT:
            return f"--title and {option} contradict each other: the title alone is printed as text"
        if given.get("links") == "only" and form not in (*_TEXT, "links"):
            return f"--links only and {option} contradict each other: --format links is the list for programs"
    return ""


def _listed(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
