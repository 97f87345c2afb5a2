"""Calls that no tool takes as they are, and what they would have to be."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from lightterm.agent.elsewhere import ARGUMENTS, BY_ADDRESS, BY_PAGE, SAME, tool_by_words, tool_meant
from lightterm.agent.fitting import fitted
from lightterm.agent.righting import MANY, corrected, renamed, required
from lightterm.agent.sentences import many_in
from lightterm.errors import Action, CommandInvalid
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError

    Schemas = Mapping[str, Mapping[str, Any]]

VERBS = ("go", "act")
"""Tools whose first argument says what to do: that word is looked for as a tool of its own."""

TAKING = ("type", "select", "upload", "drag", "mark")
"""Actions that do something else without their value."""

TOLD = 10
"""Mistakes of one call that are told."""

OF_CAPS = {
    "session": "storage", "browse_as": "storage", "config": "storage", "download": "files", "network": "network",
    "websocket": "network", "console": "devtools", "evaluate": "devtools", "media": "media", "site": "sites",
    "watch": "sites", "batch": "batch", "verify": "checks", "feedback": "feedback",
}  # fmt: skip
"""Tools that are there only where their cap is."""


MOST_ARGUMENTS, MOST_VALUES = 100, 2000
"""Arguments of a call, and values in all of them, beyond which it is not looked into what they may mean."""


def too_many(tool: str, arguments: Mapping[str, Any]) -> CommandInvalid | None:
    """The error of a call with more arguments, or values in them, than any could need; None for others.

    What each of 50,000 is nearest to took 6 s, in which nobody else was answered, and no key in an app that serves.
    """
    words = ""
    if len(arguments) > MOST_ARGUMENTS:
        words = f"{tool}: {len(arguments)} arguments, and no tool takes {MOST_ARGUMENTS}"
    elif _values(arguments, MOST_VALUES) > MOST_VALUES:
        words = f"{tool}: more than {MOST_VALUES} values in one call: send them in several"
    return CommandInvalid(words, actions=()) if words else None


def _values(value: Any, most: int) -> int:
    """How many values there are in one, counted until they are more than `most`; what comes in JSON nests little."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    count = len(inner)
    for one in inner if count <= most else ():
        if isinstance(one, dict | list):
            count += _values(one, most - count)
        if count > most:
            break
    return count


def wrong_arguments(
    tool: str, arguments: Mapping[str, Any], problem: ValidationError, schemas: Schemas
) -> CommandInvalid:
    """The error of arguments that the tool does not take, with those it would take where that is plain."""
    found = problem.errors(include_url=False)
    said = [f"{'.'.join(map(str, error['loc'])) or 'arguments'}: {error['msg']}" for error in found]
    words = f"{tool}: {'; '.join(said[:TOLD])}"
    right = corrected(arguments, schemas[tool])
    if right is None and (elsewhere := _by_address(tool, arguments, schemas)):
        return CommandInvalid(words, actions=(), tool=elsewhere[0], corrected=elsewhere[1])
    if right is None and tool == "act" and (other := _other_tool(arguments, schemas)):
        return CommandInvalid(words, actions=(), tool=other[0], corrected=other[1])
    return CommandInvalid(words, actions=(), corrected=right)


def _other_tool(arguments: Mapping[str, Any], schemas: Schemas) -> tuple[str, dict[str, Any]] | None:
    """The tool that is meant by what is to be done, where that is none of the actions, and its arguments; else None."""
    verb = arguments.get("do")
    if not isinstance(verb, str):
        return None
    given = {name: one for name, one in arguments.items() if name != "do"}
    tool, more = (verb, {}) if verb in schemas else _tool_meant(verb[:100], given, schemas)
    known = tool in schemas and (tool != "act" or more.get("do") not in (None, *TAKING))  # it would empty the field
    right = corrected({**given, **more}, schemas[tool]) if known else None
    return (tool, right) if right is not None else None


def about_tabs(name: str) -> bool:
    """Whether a tool, or the one of ours that is meant by its name, is about tabs."""
    return name == "tabs" or tool_meant(name)[0] == "tabs" or tool_by_words(name)[0] == "tabs"


def unnumbered_tab(
    tool: str, arguments: Mapping[str, Any], meant: Mapping[str, Any] | None, schemas: Schemas
) -> CommandInvalid | None:
    """The error of a call that says a tab by words or its place, with the call that says its number; None for none."""
    known = schemas.get(tool, {}).get("properties", {})
    if meant is None or "tab" not in known or "url" in known:
        return None
    said = next(name for name in arguments if name not in meant or arguments[name] != meant[name])
    words = f"{tool}: {clean(said)[:100]} is no number of a tab; that is {meant['tab']}"
    return CommandInvalid(words, actions=(), corrected=corrected(meant, schemas[tool]))


def undone_arguments(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> CommandInvalid | None:
    """The error of an `act` that says nothing to be done, or both one thing and many; None for any other call."""
    known = schemas.get(tool, {}).get("properties", {})
    one, many = arguments.get("do") is not None, arguments.get("steps") not in (None, [], "")
    if "steps" not in known or one is not many:
        return None
    words = "do stands in each of steps, not beside them" if many else "do or steps is missing"
    return CommandInvalid(f"{tool}: {words}", actions=(), corrected=corrected(arguments, schemas[tool]))


def misspelt_arguments(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> CommandInvalid | None:
    """The error of a call with arguments that the tool has not, None for one without.

    Passed over, a max_tokens that is written otherwise would bound nothing, a dry_run would be none, what is to be
    typed would empty the field, and an address would be that of the page that happens to be open. What can be nothing
    that the tool has is refused, too: who wrote it wanted something by it, and is told what there is.
    """
    known = schemas.get(tool, {}).get("properties", arguments)
    strange = [name for name in arguments if name not in known]
    if not strange:
        return None
    if elsewhere := _by_address(tool, arguments, schemas):
        words = f"{tool}: it is about the page that is open, and takes no address"
        return CommandInvalid(words, actions=(), tool=elsewhere[0], corrected=elsewhere[1])
    if several := _several(tool, arguments, schemas):
        words = f"{tool}: it takes one address; batch takes many"
        return CommandInvalid(words, actions=(), tool="batch", corrected=several)
    meant = renamed(arguments, known)
    if not meant and tool == "act" and arguments.get("do") in TAKING and "value" not in arguments:
        words = f"{tool}: there is no argument {strange[0][:100]!r}; {arguments['do']} takes value"
        only = [arguments[name] for name in strange if isinstance(arguments[name], str)]
        with_it = {**arguments, "value": only[0]} if len(only) == 1 else {}
        return CommandInvalid(words, actions=(), corrected=corrected(with_it, schemas[tool]))
    said = [f"there is no argument {clean(name)[:100]!r}: {meant.get(name, 'leave it out')}" for name in strange]
    right = corrected(arguments, schemas[tool])
    if right is None:
        there = {*arguments, *meant.values()}
        missing = [name for name in required(schemas[tool], dict.fromkeys(there)) if name not in there]
        said = [*said[: TOLD - 1], *(f"{name} is missing" for name in missing)]
    return CommandInvalid(f"{tool}: {'; '.join(said[:TOLD])}", actions=(), corrected=right)


def _several(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> dict[str, Any] | None:
    """What `batch` takes of a call for several addresses to a tool for one; None for any other call."""
    urls = arguments.get("urls")
    if tool not in BY_PAGE or "batch" not in schemas or not isinstance(urls, list) or len(urls) < MANY:
        return None
    return corrected({"do": "start", "urls": urls}, schemas["batch"])


def unknown_tool(name: str, arguments: Mapping[str, Any], schemas: Schemas) -> CommandInvalid:
    """The error of a tool that is not there, with the one that does it: as one of its verbs, or of nearly that name."""
    words = f"there is no tool {name[:100]!r}; there are {', '.join(schemas)}"
    tool, given = _tool_meant(name[:100], arguments, schemas)
    if cap := OF_CAPS.get(tool, "") if tool not in schemas else "":
        step = Action("ask_the_person", f"Ask the person to start lightterm mcp with --caps {cap}.", 1)
        return CommandInvalid(f"{words}; {tool} comes with the cap {cap}", actions=(step,))
    if tool not in schemas and many_in(arguments) is not None:
        tool, given = "act", {}
    if tool not in schemas:
        return CommandInvalid(words, actions=())
    if elsewhere := _by_address(tool, arguments, schemas):
        return CommandInvalid(words, actions=(), tool=elsewhere[0], corrected=elsewhere[1])
    right = corrected({**arguments, **given}, schemas[tool])
    if right is not None and tool == "act" and right.get("do") in TAKING and "value" not in right:
        right = None  # it would empty the field
    if right is None and tool == "open" and (way := _going(arguments, schemas)):
        tool, right = "go", way
    if right is None and tool in BY_PAGE and not _addresses(arguments):
        tool = BY_PAGE[tool]
        right = corrected(arguments, schemas[tool])
    return CommandInvalid(words, actions=(), tool=tool, corrected=right)


def _going(arguments: Mapping[str, Any], schemas: Schemas) -> dict[str, Any] | None:
    """What `go` takes, of a call to another tool that says where to in one of its words; None for no such."""
    known = schemas.get("go", {}).get("properties", {}).get("to", {})
    found = [one for one in arguments.values() if isinstance(one, str) and fitted(one, known) is not None]
    return corrected({"to": found[0], **arguments}, schemas["go"]) if len(found) == 1 else None


def _tool_meant(name: str, arguments: Mapping[str, Any], schemas: Schemas) -> tuple[str, dict[str, Any]]:
    """The tool that a name means, which may not be there, and arguments that follow from the name; "" for none."""
    tool, given = tool_meant(name)
    if tool in schemas or tool in OF_CAPS:
        return tool, given
    word = tool or name
    parts = [word, *(ours for part in word.lower().split("_") for ours in SAME.get(part, part).split())]
    for part in dict.fromkeys(parts):
        for one in VERBS:
            verb = next(iter(required(schemas.get(one, {}), {})), "")
            if verb and part in schemas[one]["properties"][verb].get("enum", ()):
                return one, {verb: part}
    tool, given = tool_by_words(name)
    if tool:
        return tool, given
    near = difflib.get_close_matches(word, [*schemas, *OF_CAPS], 1)
    return (near[0] if near else ""), {}


def _addresses(arguments: Mapping[str, Any]) -> list[str]:
    """What is an address among arguments that may be one."""
    values = [arguments.get(name) for name in ("url", "to", *ARGUMENTS["url"])]
    return [value for value in values if isinstance(value, str) and value.startswith(("http://", "https://"))]


def _by_address(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> tuple[str, dict[str, Any]] | None:
    """Of a call with an address to a tool that takes none: the tool that does, and its arguments; else None."""
    found = _addresses(arguments)
    known = schemas[tool]["properties"]
    opens = tool == "act" and tool_meant(str(arguments.get("do", "")))[0] == "open"
    if not found or "url" in known or "urls" in known or (tool in VERBS[1:] and not opens):
        return None
    other = BY_ADDRESS.get(tool, "open")
    given: dict[str, Any] = {key: arguments[key] for key in ("part", "max_tokens") if key in arguments}
    if tool == "links":
        given["format"] = "links"
    elif tool == "forms":
        given["include"] = ["forms"]
    elif tool == "screenshot":
        given["tier"] = "full"
    elif tool == "find" and isinstance(arguments.get("text"), str):
        given["query"] = arguments["text"]
    right = corrected({"url": found[0], **given}, schemas[other])
    return None if right is None else (other, right)
