"""What the official conformance suite of MCP expects of a server, put onto lightterm's own server; TCP, no token.

    PYTHONPATH=tests python tests/agent/conformance.py PORT alone|app

The names and answers are the suite's; the server, its protocol and its transport are those that agents get.
"""

from __future__ import annotations

import base64
import json
import logging
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp_types import (
    AudioContent,
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    InputRequiredResult,
    ListRootsRequest,
    SamplingCapability,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)

from lightterm import settings
from lightterm.agent.desk import Desk
from lightterm.agent.grants import Grants
from lightterm.agent.hosting import served, tcp_socket
from lightterm.agent.sdk import low_level
from lightterm.agent.server import Server, make_server, open_app
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITE = "What the suite calls."
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
WAV = base64.b64encode(b"RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00").decode()  # fmt: skip  # noqa: E501


def embedded(uri: str, mime_type: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


def contents(server: MCPServer[Any]) -> None:
    @server.tool(description=SUITE)
    def test_simple_text() -> str:
        return "This is a simple text response for testing."

    @server.tool(description=SUITE)
    def test_image_content() -> list[ImageContent]:
        return [ImageContent(type="image", data=PNG, mime_type="image/png")]

    @server.tool(description=SUITE)
    def test_audio_content() -> list[AudioContent]:
        return [AudioContent(type="audio", data=WAV, mime_type="audio/wav")]

    @server.tool(description=SUITE)
    def test_embedded_resource() -> list[EmbeddedResource]:
        return [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]

    @server.tool(description=SUITE)
    def test_multiple_content_types() -> list[TextContent | ImageContent | EmbeddedResource]:
        return [
            TextContent(type="text", text="Multiple content types test:"),
            ImageContent(type="image", data=PNG, mime_type="image/png"),
            embedded("test://mixed-content-resource", "application/json", json.dumps({"test": "data", "value": 123})),
        ]

    @server.tool(description=SUITE)
    def test_error_handling() -> str:
        raise ToolError("This tool intentionally returns an error for testing")


def talking(server: MCPServer[Any]) -> None:
    @server.tool(description=SUITE)
    async def test_tool_with_logging(ctx: Context) -> str:
        for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            await ctx.session.send_log_message(level="info", data=words, related_request_id=ctx.request_id)
            await anyio.sleep(0.05)
        return "logged"

    server.add_tool(test_tool_with_logging, name="test_logging_tool", description=SUITE)

    @server.tool(description=SUITE)
    async def test_tool_with_progress(ctx: Context) -> str:
        for progress in (0, 50, 100):
            await ctx.report_progress(progress, 100)
            await anyio.sleep(0.05)
        return "done"

    @server.tool(description=SUITE)
    async def test_sampling(prompt: str, ctx: Context) -> str:
        asked = [SamplingMessage(role="user", content=TextContent(type="text", text=prompt))]
        answer = await ctx.session.create_message(asked, max_tokens=100, related_request_id=ctx.request_id)
        return f"LLM response: {getattr(answer.content, 'text', '')}"

    @server.tool(description=SUITE)
    async def test_reconnection(ctx: Context) -> str:
        await ctx.close_sse_stream()
        await anyio.sleep(0.1)
        return "reconnected"


def schema(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": properties}
    return {**made, "required": list(required)} if required else made


TEXT = {"type": "string"}
DEFAULTS = schema(
    name={"type": "string", "default": "John Doe"},
    age={"type": "integer", "default": 30},
    score={"type": "number", "default": 95.5},
    status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    verified={"type": "boolean", "default": True},
)
TITLED = [
    {"const": f"value{n}", "title": title} for n, title in enumerate(("First Option", "Second Option", "Third"), 1)
]
ENUMS = schema(
    untitledSingle={"type": "string", "enum": ["option1", "option2", "option3"]},
    titledSingle={"type": "string", "oneOf": TITLED},
    legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"]},
    untitledMulti={"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    titledMulti={"type": "array", "items": {"anyOf": TITLED}},
)


def asking(server: MCPServer[Any]) -> None:
    async def elicited(ctx: Context, message: str, wanted: dict[str, Any]) -> str:
        answer = await ctx.session.elicit_form(message, wanted, related_request_id=ctx.request_id)
        return f"action={answer.action}, content={json.dumps(answer.content)}"

    @server.tool(description=SUITE)
    async def test_elicitation(message: str, ctx: Context) -> str:
        wanted = schema(
            ("username", "email"),
            username={**TEXT, "description": "User's response"},
            email={**TEXT, "description": "User's email address"},
        )
        return f"User response: {await elicited(ctx, message, wanted)}"

    @server.tool(description=SUITE)
    async def test_elicitation_sep1034_defaults(ctx: Context) -> str:
        return f"Elicitation completed: {await elicited(ctx, 'Defaults', DEFAULTS)}"

    @server.tool(description=SUITE)
    async def test_elicitation_sep1330_enums(ctx: Context) -> str:
        return f"Elicitation completed: {await elicited(ctx, 'Choices', ENUMS)}"


# --- requests for input that travel in results (2026-07-28)


def form(message: str, required: tuple[str, ...], **properties: Any) -> ElicitRequest:
    return ElicitRequest(
        params=ElicitRequestFormParams(message=message, requested_schema=schema(required, **properties))
    )


def sampled(text: str, max_tokens: int) -> CreateMessageRequest:
    asked = SamplingMessage(role="user", content=TextContent(type="text", text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[asked], max_tokens=max_tokens))


NAME = form("What is your name?", ("name",), name=TEXT)
CONFIRM = form("Please confirm", ("ok",), ok={"type": "boolean"})


def answer(ctx: Context, key: str) -> Any:
    """What the client answered to a request for input, None where there is nothing usable."""
    found = (ctx.input_responses or {}).get(key)
    if found is None:
        return None
    data = found if isinstance(found, dict) else found.model_dump(by_alias=True)
    return data.get("content", data.get("roots")) if isinstance(data, dict) else None


def required(server: MCPServer[Any]) -> None:
    @server.tool(description=SUITE)
    async def test_input_required_result_elicitation(ctx: Context) -> str | InputRequiredResult:
        found = answer(ctx, "user_name")
        if not isinstance(found, dict) or not isinstance(found.get("name"), str):
            return InputRequiredResult(input_requests={"user_name": NAME})
        return f"Hello, {found['name']}!"

    @server.tool(description=SUITE)
    async def test_input_required_result_sampling(ctx: Context) -> str | InputRequiredResult:
        found = answer(ctx, "capital_question")
        if found is None:
            question = sampled("What is the capital of France?", 100)
            return InputRequiredResult(input_requests={"capital_question": question})
        return str(found.get("text", found)) if isinstance(found, dict) else str(found)

    @server.tool(description=SUITE)
    async def test_input_required_result_list_roots(ctx: Context) -> str | InputRequiredResult:
        found = answer(ctx, "client_roots")
        if found is None:
            return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})
        return f"roots: {', '.join(str(root['uri']) for root in found)}"

    for name in ("test_input_required_result_request_state", "test_input_required_result_tampered_state"):

        @server.tool(name=name, description=SUITE)
        async def with_state(ctx: Context) -> str | InputRequiredResult:
            if answer(ctx, "confirm") is None or ctx.request_state != "first":
                return InputRequiredResult(input_requests={"confirm": CONFIRM}, request_state="first")
            return "state-ok"


def rounds(server: MCPServer[Any]) -> None:
    @server.tool(description=SUITE)
    async def test_input_required_result_multiple_inputs(ctx: Context) -> str | InputRequiredResult:
        wanted = {"user_name": NAME, "greeting": sampled("Generate a greeting", 50), "client_roots": ListRootsRequest()}
        if any(answer(ctx, key) is None for key in wanted):
            return InputRequiredResult(input_requests=wanted, request_state="all")
        return "all there"

    @server.tool(description=SUITE)
    async def test_input_required_result_multi_round(ctx: Context) -> str | InputRequiredResult:
        if ctx.request_state == "second" and answer(ctx, "step2") is not None:
            return "both steps done"
        if ctx.request_state == "first" and answer(ctx, "step1") is not None:
            second = form("Step 2: What is your favorite color?", ("color",), color=TEXT)
            return InputRequiredResult(input_requests={"step2": second}, request_state="second")
        first = form("Step 1: What is your name?", ("name",), name=TEXT)
        return InputRequiredResult(input_requests={"step1": first}, request_state="first")

    @server.tool(description=SUITE)
    async def test_input_required_result_capabilities(ctx: Context) -> str | InputRequiredResult:
        if answer(ctx, "greeting") is not None or answer(ctx, "user_name") is not None:
            return "done"
        can = ctx.client_capabilities or ClientCapabilities()
        wanted: dict[str, Any] = {"greeting": sampled("Generate a greeting", 50)} if can.sampling is not None else {}
        if can.elicitation is not None:
            wanted["user_name"] = NAME
        return InputRequiredResult(input_requests=wanted)

    @server.prompt(description=SUITE)
    async def test_input_required_result_prompt(ctx: Context) -> list[UserMessage] | InputRequiredResult:
        found = answer(ctx, "user_context")
        if found is None:
            wanted = form("What context should the prompt use?", ("context",), context=TEXT)
            return InputRequiredResult(input_requests={"user_context": wanted})
        return [UserMessage(f"In the context of {found}")]


def stateless(server: MCPServer[Any]) -> None:
    from mcp.shared.exceptions import MCPError
    from mcp_types import MISSING_REQUIRED_CLIENT_CAPABILITY, MissingRequiredClientCapabilityErrorData

    @server.tool(description=SUITE)
    async def test_missing_capability(ctx: Context) -> str:
        can = ctx.client_capabilities
        if can is None or can.sampling is None:
            wanted = ClientCapabilities(sampling=SamplingCapability())
            data = MissingRequiredClientCapabilityErrorData(required_capabilities=wanted)
            wire = data.model_dump(by_alias=True, exclude_none=True)
            raise MCPError(code=MISSING_REQUIRED_CLIENT_CAPABILITY, message="sampling is required", data=wire)
        return "sampling is there"

    @server.tool(description=SUITE)
    async def test_streaming_elicitation(ctx: Context) -> str | InputRequiredResult:
        await ctx.report_progress(1, 2)
        if answer(ctx, "user_name") is None:
            return InputRequiredResult(input_requests={"user_name": NAME})
        return "done"

    @server.tool(description=SUITE)
    async def test_trigger_tool_change(ctx: Context) -> str:
        await ctx.notify_tools_changed()
        return "changed"

    @server.tool(description=SUITE)
    async def test_trigger_prompt_change(ctx: Context) -> str:
        await ctx.notify_prompts_changed()
        return "changed"


def resources(server: MCPServer[Any]) -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        return base64.b64decode(PNG)

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})

    @server.resource("test://watched-resource", mime_type="text/plain")
    def watched() -> str:
        return "Watched."

    async def accepted(_ctx: Any, _params: Any) -> EmptyResult:
        return EmptyResult()

    low = low_level(server)
    low.add_request_handler("resources/subscribe", SubscribeRequestParams, accepted)
    low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, accepted)
    low.add_request_handler("logging/setLevel", SetLevelRequestParams, accepted)


def prompts(server: MCPServer[Any]) -> None:
    @server.prompt(description=SUITE)
    def test_simple_prompt() -> str:
        return "This is a simple prompt for testing."

    @server.prompt(description=SUITE)
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt(description=SUITE)
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:
        return [
            UserMessage(embedded(resourceUri, "text/plain", "Embedded resource content for testing.")),
            UserMessage("Please process the embedded resource above."),
        ]

    @server.prompt(description=SUITE)
    def test_prompt_with_image() -> list[UserMessage]:
        return [
            UserMessage(ImageContent(type="image", data=PNG, mime_type="image/png")),
            UserMessage("Please analyze the image above."),
        ]


def server_on(desk: Desk) -> Server:
    """lightterm's server on a desk, with what the suite calls."""
    server = make_server(desk, Grants())
    for fixtures in (contents, talking, asking, required, rounds, stateless, resources, prompts):
        fixtures(server)
    return server


@contextmanager
def own_desk() -> Iterator[Desk]:
    """A desk with a page on it, which is a resource that the suite reads."""
    with Session(settings.load()) as session:
        desk = Desk(session)
        start = Request(url="about:start")
        desk.take(desk.new_tab(), start, desk.load(start, 10, Cancel()))
        yield desk


async def serve(port: int, desk: Desk) -> None:
    """Serve a desk on a loopback port until standard input ends."""
    server = server_on(desk)
    listening = tcp_socket(port)
    bound = listening.getsockname()[1]
    async with served(open_app(server, bound), listening):
        print(bound, file=sys.__stdout__, flush=True)  # an app on the screen takes what is printed for itself
        await anyio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)


async def alone(port: int) -> None:
    """Serve a desk of its own."""
    with own_desk() as desk:
        await serve(port, desk)


async def in_app(port: int) -> None:
    """Serve the tabs of a running app, in its loop."""
    from browsing import browsing

    from lightterm.tui.app_desk import AppDesk

    async with browsing("about:start") as b:
        await serve(port, AppDesk(b.app.agents))


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    anyio.run({"alone": alone, "app": in_app}[sys.argv[2]], int(sys.argv[1]))
