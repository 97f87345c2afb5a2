"""Calls that no tool takes as they are, and what they would have to be."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, TextContent

from lightterm.agent.elsewhere import ARGUMENTS, BY_ADDRESS, BY_PAGE, SAME, tool_meant
from lightterm.agent.righting import corrected, renamed
from lightterm.errors import Action, CommandInvalid
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcp_types import InputRequiredResult
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
    return CommandInvalid(words, actions=(), corrected=right)


def misspelt_arguments(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> CommandInvalid | None:
    """The error of a call whose unknown arguments are nearly known ones, None where nothing is.

    Passed over, a max_tokens that is written otherwise would bound nothing, a dry_run would be none, what is to be
    typed would empty the field, and an address would be that of the page that happens to be open.
    """
    known = schemas.get(tool, {}).get("properties", arguments)
    strange = [name for name in arguments if name not in known]
    if not strange:
        return None
    if elsewhere := _by_address(tool, arguments, schemas):
        words = f"{tool}: it is about the page that is open, and takes no address"
        return CommandInvalid(words, actions=(), tool=elsewhere[0], corrected=elsewhere[1])
    meant = renamed(arguments, known)
    if meant:
        said = "; ".join(f"there is no argument {name[:100]!r}: {right}" for name, right in meant.items())
        return CommandInvalid(f"{tool}: {said}", actions=(), corrected=corrected(arguments, schemas[tool]))
    if tool == "act" and arguments.get("do") in TAKING and "value" not in arguments:
        words = f"{tool}: there is no argument {strange[0][:100]!r}; {arguments['do']} takes value"
        only = [arguments[name] for name in strange if isinstance(arguments[name], str)]
        right = {**arguments, "value": only[0]} if len(only) == 1 else {}
        return CommandInvalid(words, actions=(), corrected=corrected(right, schemas[tool]))
    return None


def passed_over(
    result: CallToolResult | InputRequiredResult, strange: Sequence[str]
) -> CallToolResult | InputRequiredResult:
    """A result that also says which arguments were passed over, as the tool has none of their names."""
    if not strange or not isinstance(result, CallToolResult) or not isinstance(result.content[0], TextContent):
        return result
    names = [clean(name)[:40] for name in strange[:TOLD]]
    text = f"{result.content[0].text}\n(passed over, as there is no such argument: {', '.join(names)})"
    told = dict(result.structured_content or {})
    told["data"] = {**told.get("data", {}), "passedOver": names}
    content = [TextContent(type="text", text=text), *result.content[1:]]
    return result.model_copy(update={"content": content, "structured_content": told})


def unknown_tool(name: str, arguments: Mapping[str, Any], schemas: Schemas) -> CommandInvalid:
    """The error of a tool that is not there, with the one that does it: as one of its verbs, or of nearly that name."""
    words = f"there is no tool {name[:100]!r}; there are {', '.join(schemas)}"
    tool, given = _tool_meant(name[:100], arguments, schemas)
    if cap := OF_CAPS.get(tool, "") if tool not in schemas else "":
        step = Action("ask_the_person", f"Ask the person to start lightterm mcp with --caps {cap}.", 1)
        return CommandInvalid(f"{words}; {tool} comes with the cap {cap}", actions=(step,))
    if tool not in schemas:
        return CommandInvalid(words, actions=())
    right = corrected({**arguments, **given}, schemas[tool])
    if right is None and tool in BY_PAGE and not _addresses(arguments):
        tool, right = BY_PAGE[tool], {}
    return CommandInvalid(words, actions=(), tool=tool, corrected=right)


def _tool_meant(name: str, arguments: Mapping[str, Any], schemas: Schemas) -> tuple[str, dict[str, Any]]:
    """The tool that a name means, which may not be there, and arguments that follow from the name; "" for none."""
    tool, given = tool_meant(name)
    if tool in schemas or tool in OF_CAPS:
        return tool, given
    word = tool or name
    parts = [word, *(SAME.get(part, part) for part in word.lower().split("_"))]
    for part in dict.fromkeys(parts):
        for one in VERBS:
            verb = next(iter(schemas.get(one, {}).get("required", ())), "")
            if verb and part in schemas[one]["properties"][verb].get("enum", ()):
                return one, {verb: part}
    near = difflib.get_close_matches(word, [*schemas, *OF_CAPS], 1)
    return (near[0] if near else ""), {}


def _addresses(arguments: Mapping[str, Any]) -> list[str]:
    """What is an address among arguments that may be one."""
    values = [arguments.get(name) for name in ("url", "to", *ARGUMENTS["url"])]
    return [value for value in values if isinstance(value, str) and value.startswith(("http://", "https://"))]


def _by_address(tool: str, arguments: Mapping[str, Any], schemas: Schemas) -> tuple[str, dict[str, Any]] | None:
    """Of a call with an address to a tool that takes none: the tool that does, and its arguments; else None."""
    found = _addresses(arguments)
    if not found or "url" in schemas[tool]["properties"] or "urls" in schemas[tool]["properties"] or tool in VERBS[1:]:
        return None
    other = BY_ADDRESS.get(tool, "open")
    given: dict[str, Any] = {key: arguments[key] for key in ("part", "max_tokens") if key in arguments}
    if tool == "links":
        given["format"] = "links"
    elif tool == "forms":
        given["include"] = ["forms"]
    elif tool == "find" and isinstance(arguments.get("text"), str):
        given["query"] = arguments["text"]
    right = corrected({"url": found[0], **given}, schemas[other])
    return None if right is None else (other, right)
