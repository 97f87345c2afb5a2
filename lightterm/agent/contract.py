"""What clients may rely on: the shape of every answer and error, every tool's schema, what confidence means.

It is shipped as schemas/contract.json, and as schemas/released/VERSION.json when a version is released; what was
released changes only by what is optional until the major version does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from lightterm.agent.answer import SCHEMA_VERSION, Answer
from lightterm.document.facts import BASELINES, LEVELS, USES
from lightterm.errors import InternalError, LighttermError
from lightterm.session.learned import BOOSTS, DECAYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_types import Tool

GUIDANCE = (
    "Check schemaVersion: the same major version means the same fields, with others beside them.",
    "Check confidence.overall before you rely on a page, and the field's own before you rely on a field.",
    "Check tier: static is HTTP alone, light runs scripts in a small engine, full is a whole browser.",
    "Check discoveredApis (include it): what is of high confidence with canBypass can be asked for without the page.",
    "Follow recommendedActions in the order of priority; one with toolToUse is a call to make with its parameters.",
    "Wait suggestedDelayMs before a recommended call; after one with thenRepeat make the call that failed again; "
    "one whose action is then_call goes on from the one before it.",
    "max_tokens bounds text and data, data from 200: timing goes first, then confidence, then an error's context.",
    "Static takes 50 to 200 ms, light 200 to 500, full 2 to 5 s: ask for a tier only where the page needs it.",
)
"""How a client reads answers."""


class Step(BaseModel):
    """One thing to do next; with `toolToUse` it is a call with `parameters`, to be made after `suggestedDelayMs`.

    `thenRepeat`: it makes way for the call that failed, which is made again then.
    """

    action: str
    description: str
    priority: int
    suggestedDelayMs: int | None = None
    toolToUse: str | None = None
    parameters: dict[str, Any] | None = None
    thenRepeat: bool = False


class Failure(BaseModel):
    """An error: `code` for programs, `message` (and `error`, the same) for people, what to do next, best first."""

    code: str
    number: int
    category: str
    error: str
    message: str
    retryable: bool
    recoverable: bool
    suggestion: str = ""
    httpStatus: int | None = None
    exitCode: int
    recommendedActions: list[Step] = []
    context: dict[str, Any] = {}


def answer_schema() -> dict[str, Any]:
    """The schema of every answer, its error spelled out."""
    schema = Answer.model_json_schema()
    failure = Failure.model_json_schema(ref_template="#/$defs/{model}")
    schema["$defs"] |= {**failure.pop("$defs"), "Failure": failure}
    schema["properties"]["error"] = {"anyOf": [{"$ref": "#/$defs/Failure"}, {"type": "null"}], "default": None}
    return schema


def contract(tools: Sequence[Tool]) -> dict[str, Any]:
    """The contract of a server with these tools, as JSON has it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "schemaVersion": SCHEMA_VERSION,
        "answer": answer_schema(),
        "tools": {tool.name: {"input": tool.input_schema, "output": tool.output_schema} for tool in tools},
        "errors": [
            {"code": cls.code, "number": cls.number, "category": cls.category, "retryable": cls.retryable}
            for cls in _errors(LighttermError)
        ],
        "confidence": {
            "levels": [
                {"level": level.name, "least": level.least, "meaning": level.meaning, "action": level.action}
                for level in LEVELS
            ],
            "uses": USES,
            "baselines": BASELINES,
            "patternBoosts": BOOSTS,
            "patternDecays": DECAYS,
        },
        "guidance": list(GUIDANCE),
    }


def _errors(parent: type[LighttermError]) -> Iterator[type[LighttermError]]:
    for child in parent.__subclasses__():
        if child.__module__ == "lightterm.errors":
            if "code" in vars(child) or child is InternalError:
                yield child
            yield from _errors(child)
