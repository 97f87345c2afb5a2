"""Which options make no sense by their values: engines, what is to be printed, what is to be found."""

from __future__ import annotations

from lightterm.cli_options import TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.cli_options import Given

_FORMATS = {"json": "json", "source": "html-source", "head": "headers"}
"""Options that are a format by another name."""

_SHOWN = (*"title json head selector exclude keyword pattern query max-tokens max-chars reader".split(),)
"""Options that say what is shown of a page, of which what is saved has all."""

_TEXT = ("text", "ansi", "markdown")
"""Formats in which a title stands as it is, and links have a style."""

_WHOLE = ("html-source", "headers", "har")
"""Formats of the reply itself."""


def misfit_of_values(given: Given) -> str:
    """What is wrong with the values of options that are given; "" when nothing is."""
    for name in ("keyword", "pattern", "query"):
        words = given.get(name, [])
        if any(word == "" or (word.isspace() and name != "pattern") for word in _listed(words)):
            return f"--{name} is empty: it says what is to be found"  # the variable of a script that is not set
    only, most = given.get("tier"), given.get("max-tier")
    if isinstance(only, str) and isinstance(most, str) and TIERS.index(only) % 3 > TIERS.index(most) % 3:
        return f"--tier {only} and --max-tier {most} contradict each other"
    asked = _formats(given)
    if len(set(asked.values())) > 1:
        return f"{' and '.join(asked)} contradict each other: a page is printed in one format"
    if "download" in given and (beside := _beside_saving(given)):
        return f"--download and {beside} contradict each other: what is saved is the reply as it came"
    if "title" in given and (budget := next((name for name in ("max-tokens", "max-chars") if name in given), "")):
        return f"--title and --{budget} contradict each other: a title is printed whole"
    for option, form in asked.items():
        if wrong := _wrong_with(given, form):
            return wrong.format(option)
    return ""


def _formats(given: Given) -> dict[str, str]:
    """The formats that are asked for, by the option as it is written."""
    asked = {f"--{name}": form for name, form in _FORMATS.items() if name in given}
    if "format" in given:
        asked[f"--format {given['format']}"] = str(given["format"])
    return asked


def _beside_saving(given: Given) -> str:
    """What is asked for beside a download and would do nothing."""
    if given.get("format", "html-source") != "html-source":
        return f"--format {given['format']}"
    return next((f"--{name}" for name in _SHOWN if name in given), "")


def _wrong_with(given: Given, form: str) -> str:
    """What makes no sense with a format, {} for the option that asks for it."""
    if "title" in given and form not in _TEXT:
        return "--title and {} contradict each other: the title alone is printed as text"
    if "reader" in given and form in _WHOLE:
        return "--reader and {} contradict each other: the reply itself has no main text"
    if given.get("links") == "only" and form not in (*_TEXT, "links"):
        return "--links only and {} contradict each other: --format links is the list for programs"
    return ""


def _listed(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
