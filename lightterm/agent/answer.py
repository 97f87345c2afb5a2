"""What every tool answers: one shape, with the page's words inside a mark that no page can write."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, ImageContent, TextContent
from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

    from lightterm.errors import LighttermError

SCHEMA_VERSION = "1.0"

_MARK = secrets.token_hex(4)
"""No page can know it: what stands between two of it is a page's words, whatever they say."""


class Answer(BaseModel):
    """What a tool answers.

    `text` is for reading: page text stands between two marks with the same random name. `tab`, `revision`, `url`,
    `title`, `tier` say which page the numbers belong to; `cursor` goes on where the budget ended the text; `data` is
    what the tool gives besides; `error` is an error of lightterm's tree, with what came all the same in `text`.
    """

    model_config = ConfigDict(extra="forbid")

    schemaVersion: str = SCHEMA_VERSION
    text: str = ""
    tab: int | None = None
    revision: int | None = None
    url: str | None = None
    title: str | None = None
    tier: str | None = None
    cursor: str | None = None
    tookMs: int | None = None
    data: dict[str, Any] | None = None
    error: dict[str, Any] | None = None

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        # A client pays for this once a tool; the whole of it is the resource lightterm://contract.
        known = {"schemaVersion": {"type": "string"}, "text": {"type": "string"}, "error": {"type": "object"}}
        return {"type": "object", "properties": known, "required": ["schemaVersion", "text"]}

    def result(self, picture: bytes = b"") -> CallToolResult:
        """The answer as MCP carries it: text for reading, the same as data, and a PNG where there is one."""
        content: list[Any] = [TextContent(type="text", text=self._told())]
        if picture:
            import base64

            content.append(ImageContent(type="image", data=base64.b64encode(picture).decode(), mime_type="image/png"))
        return CallToolResult(
            content=content,
            structured_content=self.model_dump(exclude_none=True),
            is_error=self.error is not None and not self.text,
        )

    def _told(self) -> str:
        lines = []
        if self.url is not None:
            where = [f"tab {self.tab}" if self.tab else "", f"revision {self.revision}" if self.revision else ""]
            lines.append(" ".join(word for word in (*where, self.tier or "", self.url) if word))
        if self.error is not None:
            lines.append(told(self.error))
        if self.text:
            lines.append(self.text)
        if self.cursor:
            lines.append(f"(more: cursor {self.cursor})")
        return "\n".join(lines)


def told(error: dict[str, Any]) -> str:
    """An error in words: what it is, and what to do next."""
    steps = [f"- {action['description']}" for action in error.get("recommendedActions", ())]
    return "\n".join([f"{error['code']}: {error['message']}", *steps])


def as_data(error: LighttermError) -> dict[str, Any]:
    """An error as data, without what is not known."""
    return {key: value for key, value in error.as_dict().items() if value not in (None, {}, [])}


def failed(error: LighttermError) -> Answer:
    """The answer of a tool that could do nothing."""
    return Answer(error=as_data(error))


def untrusted(text: str) -> str:
    """Words of a page, marked as such."""
    return f"<page-{_MARK}>\n{text}\n</page-{_MARK}>" if text else ""
