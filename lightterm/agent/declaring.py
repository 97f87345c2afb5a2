"""How tools are declared: their arguments' types, what they do to the world, and schemas that cost few tokens."""

from __future__ import annotations

from inspect import cleandoc
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from lightterm.agent.answer import Told
from lightterm.agent.righting import MOST

if TYPE_CHECKING:
    from collections.abc import Callable

READS = ToolAnnotations(read_only_hint=True, open_world_hint=True)
LOADS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)
LOCAL = ToolAnnotations(read_only_hint=True, open_world_hint=False)
KEEPS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

Function = TypeVar("Function", bound="Callable[..., Any]")
Result = Annotated[CallToolResult, Told]
Format = Literal["text", "markdown", "json", "a11y", "links", "outline", "html"]
Include = Literal[
    "links",
    "forms",
    "tables",
    "media",
    "pictures",
    "facts",
    "metadata",
    "network",
    "console",
    "html",
    "trace",
    "discoveredApis",
    "learningInsights",
    "references",
]
Tier = Literal["static", "light", "full"]
Tokens = Annotated[int, Field(ge=50, le=100_000)]
Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(gt=0, le=300)]
Word = Annotated[str, Field(max_length=20_000)]
Address = Annotated[str, Field(max_length=8_000)]
Name = Annotated[str, Field(max_length=100)]


def _cookies(given: Any) -> Any:
    """Cookies as lines of a header, of a mapping with a name and a value, or of names to values; all else as it is."""
    if isinstance(given, list | tuple):
        return [line for one in given for line in (_cookies(one) if isinstance(one, dict) else [one])]
    if not isinstance(given, dict) or not all(isinstance(one, str | int | float | bool) for one in given.values()):
        return given
    if isinstance(given.get("name"), str) and "value" in given:
        more = [f"; {key}={given[key]}" for key in ("domain", "path") if isinstance(given.get(key), str)]
        return [f"{given['name']}={given['value']}{''.join(more)}"]
    return [f"{name}={value}" for name, value in given.items()]


def _cookie(given: Any) -> Any:
    found = _cookies(given) if isinstance(given, dict) else given
    return found[0] if isinstance(found, list) and len(found) == 1 else given


Cookie = Annotated[Word, BeforeValidator(_cookie)]
Cookies = Annotated[tuple[Word, ...], BeforeValidator(_cookies)]
"""Cookies are taken as others write them: a call that was refused could not be told back without what is secret."""

Do = Literal[
    "click",
    "double_click",
    "right_click",
    "drag",
    "mark",
    "type",
    "clear",
    "select",
    "check",
    "uncheck",
    "upload",
    "press",
    "hover",
    "scroll",
    "submit",
    "dialog",
]


def _no_number(given: Any) -> Any:
    """What was given, yes and no as words: else they were taken for 1 and 0, and `target: true` clicked on [1]."""
    return str(given).lower() if isinstance(given, bool) else given


class Step(BaseModel):
    """One action of several in a call; between two, one may wait for a text, for seconds, or for rest."""

    model_config = ConfigDict(extra="forbid")

    do: Do | Literal["wait"]
    target: Annotated[int | Word, BeforeValidator(_no_number)] = 0
    value: Word | list[Word] = ""


_STEP = {
    "type": "object",
    "properties": {
        "do": {"type": "string"},
        "target": {"type": ["integer", "string"]},
        "value": {"type": ["string", "array"]},
    },
    "required": ["do"],
}
Steps = Annotated[tuple[Step, ...], Field(max_length=MOST), WithJsonSchema({"type": "array", "items": _STEP})]
"""Many actions; a step is told in fewer words than the one action beside them, which it is like."""


BOUNDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "maxLength", "maxItems"))
UNIONS = (Union, UnionType)


class Verbatim(FuncMetadata):
    """The arguments of a tool as they came: the SDK reads JSON out of every string for which more than a string may
    stand, so that [12] was no target, and JSON could not be typed into a field."""

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        read = super().pre_parse_json(data)
        for name, value in data.items():
            listed = isinstance(read[name], list) and name == "value" and data.get("do") != "type"
            if isinstance(value, str) and not listed and str in _kinds(self.arg_model, name)[1:]:
                read[name] = value
            elif isinstance(value, bool) and not {int, float}.isdisjoint(_kinds(self.arg_model, name)):
                read[name] = _no_number(value)
        return read


def _kinds(arguments: type[BaseModel], name: str) -> tuple[Any, ...]:
    """Of which kinds an argument may be: first the kind that it has, then those of a union."""
    field = arguments.model_fields.get(name)
    if field is None:
        return ()
    kinds = get_args(field.annotation) if get_origin(field.annotation) in UNIONS else ()
    return (field.annotation, *[get_args(kind)[0] if get_origin(kind) is Annotated else kind for kind in kinds])


class Tools:
    """Tools as they are declared, in the order in which a client is told of them."""

    def __init__(self) -> None:
        self.made: list[Tool] = []

    def tool(self, annotations: ToolAnnotations, name: str | None = None) -> Callable[[Function], Function]:
        """Make a tool of the function that follows; its docstring is the description."""

        def declared(function: Function) -> Function:
            words = cleandoc(function.__doc__ or "").replace("\n", " ")
            made = Tool.from_function(function, name=name, description=words, annotations=annotations)
            made.fn_metadata = Verbatim.model_construct(**made.fn_metadata.__dict__)
            slim(made.parameters)
            self.made.append(made)
            return function

        return declared


def slim(schema: Any) -> None:
    """Take out of a schema what costs tokens and says nothing: titles of properties, null as a default."""
    if isinstance(schema, dict):
        if not isinstance(schema.get("title"), dict):
            schema.pop("title", None)
        if "default" in schema and schema["default"] in (None, "", 0, [], {}):
            del schema["default"]
        kinds = schema.get("anyOf")
        if isinstance(kinds, list) and {"type": "null"} in kinds and len(kinds) == 2:
            del schema["anyOf"]
            schema.update(next(kind for kind in kinds if kind != {"type": "null"}))
        for inner in schema.values():
            slim(inner)
    elif isinstance(schema, list):
        for inner in schema:
            slim(inner)


def in_few_words(tool: Tool) -> Tool:
    """A tool as clients are told of it: without the bounds of its arguments, which the error of passing one tells.

    They were 210 tokens of the 2,360 of all tools, and nobody means to pass one.
    """
    return tool.model_copy(update={"parameters": _unbounded(tool.parameters)})


def _unbounded(schema: Any) -> Any:
    if isinstance(schema, dict):
        # A mapping in the place of a bound is an argument of that name.
        kept = {key: value for key, value in schema.items() if key not in BOUNDS or isinstance(value, dict)}
        return {key: _unbounded(value) for key, value in kept.items()}
    return [_unbounded(inner) for inner in schema] if isinstance(schema, list) else schema
