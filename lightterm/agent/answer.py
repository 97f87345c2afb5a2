"""What every tool answers: one shape, with the page's words inside a mark that no page can write."""

from __future__ import annotations

import json
import re
import secrets
from base64 import b64encode
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, ImageContent, TextContent
from pydantic import BaseModel, ConfigDict, Field

from lightterm.agent.lean import begun, room, within
from lightterm.agent.naming import CANDIDATE
from lightterm.output.tokens import tokens
from lightterm.records import Record
from lightterm.safe import clean, clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

    from lightterm.errors import LighttermError

SCHEMA_VERSION = "1.0"

CALL = 400
"""Characters of a recommended call that is told in words, too."""

_MARK = "".join(secrets.choice(ascii_lowercase) for _ in range(8))
"""No page can know it: what stands between two of it is a page's words, whatever they say. Letters alone, as digits
among them are tokens of their own: marks would cost up to 12 more, and not always as many."""


LONGEST_DATA, LARGEST_DATA = 2000, 8000
"""Characters of a string in an error's data, and of a list or mapping in it."""

LONGEST = 600
"""Characters of an error's message."""

NAMING = frozenset(
    "VALIDATION_FAILED EXTRACTION_ERROR JS_ERROR PARSE_ERROR UNSUPPORTED_TYPE NETWORK_BAD_REPLY NETWORK_TLS_FAILED "
    "NETWORK_CONNECTION_FAILED URL_INVALID URL_SCHEME_REFUSED".split()
)
"""Errors that say what fields, links, choices and headings are called, what a script, a server or a redirect says:
those are a page's words."""

_ALIKE = re.compile(r"<(?=/?page-[a-z]{8}>)")
"""What looks like a mark of ours."""


class Picture(Record):
    """A picture of an answer: its bytes, and their media type."""

    body: bytes
    media_type: str = "image/png"

    def base64(self) -> str:
        """The bytes as JSON can carry them (RFC 4648)."""
        return b64encode(self.body).decode()


class Sure(BaseModel):
    """How sure a field is: `score` from 0 to 1, the name of its level, and its source (lightterm://contract)."""

    score: float = Field(ge=0, le=1)
    level: str
    source: str


class Timing(BaseModel):
    """How long the page took, in milliseconds; fetching and extracting make the total."""

    connectMs: float
    firstByteMs: float
    fetchMs: float
    extractMs: float
    totalMs: float


class Answer(BaseModel):
    """What a tool answers.

    `text` is for reading: page text stands between two marks with the same random name. `tab`, `revision`, `url`,
    `title`, `tier` say which page the numbers belong to, `confidence` how sure lightterm is of it, field by field,
    `timing` how long it took to load; `truncated`: the budget ended the text, and `cursor` goes on there; `data` is
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
    truncated: bool | None = None
    confidence: dict[str, Sure] | None = None
    timing: Timing | None = None
    tookMs: int | None = None
    data: dict[str, Any] | None = None
    error: dict[str, Any] | None = None

    def result(self, pictures: Sequence[Picture] = (), budget: int = 0) -> CallToolResult:
        """The answer as MCP carries it: text for reading, the same as data, and what pictures belong to it.

        Each is of `budget` tokens at most, 0 for no bound.
        """
        told = _unfaked(self.model_dump(exclude_none=True))
        content: list[Any] = [TextContent(type="text", text=self.told(budget))]
        content += [ImageContent(type="image", data=shown.base64(), mime_type=shown.media_type) for shown in pictures]
        return CallToolResult(
            content=content,
            structured_content=within(told, budget) if budget else told,
            is_error=self.error is not None and not self.text,
        )

    def told(self, budget: int = 0) -> str:
        """All of it in words, of `budget` tokens at most (0: no bound): what no text has room for is in the data."""
        head, lines, words, more = self._parts(budget)
        whole = "\n".join((*head, *lines, *words, *more))
        return _within(lines, words, more, budget) if budget and tokens(whole) > budget else whole

    def framed(self, budget: int) -> int:
        """Tokens that are left of a budget for text, beside all else that is told in words, and as data."""
        told = self.model_copy(update={"text": ""})._parts(budget)
        in_words = sum(tokens(line + "\n") for part in told for line in part)
        as_data = room(self.model_dump(exclude_none=True, exclude={"text"}), budget)
        return min(budget - in_words - MARKS, as_data - 2 * MARK)

    def _parts(self, budget: int) -> tuple[list[str], list[str], list[str], list[str]]:
        """What is told: of which page, what of it, data in words, and where it goes on."""
        head, lines = [], [self.text] if self.text else []
        if self.url is not None:
            where = [f"tab {self.tab}" if self.tab else "", f"revision {self.revision}" if self.revision else ""]
            head.append(" ".join(word for word in (*where, self.tier or "", begun(self.url, budget // SHARE)) if word))
        if self.error is not None:
            lines.insert(0, told(self.error))
        data = self.data or {}
        more = [f"(more {name}: snapshot, cursor {cursor})" for name, cursor in data.get("cursors", {}).items()]
        if self.cursor:
            more.append(f"(more: snapshot, cursor {self.cursor})")
        return head, lines, [_in_words(name, data[name]) for name in SPOKEN if name in data], more


SHARE = 5
"""Of how many parts of a budget an address may take one: where there is room, all of it is in the data."""

MARK = tokens(f"</page-{_MARK}>")
MARKS = 2 * MARK + tokens("\n(more: snapshot, cursor a1b1c1:99999.99999)\n\n")
"""Tokens of the marks round a page's words, and of the words that say where they go on."""


def _within(lines: Sequence[str], words: Sequence[str], more: Sequence[str], budget: int) -> str:
    """What is told as far as a budget goes: where it goes on, the text, and what there is room for of all else."""
    while sum(tokens(line + "\n") for line in more) > budget * 2 // 3:
        more = more[1:]
    left = budget - sum(tokens(line + "\n") for line in more)
    out: list[str] = []
    # The last line is the page's, and what is not told of that comes by its cursor.
    for line in (*reversed(lines), *words):
        text = line if tokens(line + "\n") <= left or line in words else cut(line, left)
        if text and (cost := tokens(text + "\n")) <= left:
            out.insert(0 if line in lines else len(out), text)
            left -= cost
    return "\n".join((*out, *more))


def cut(text: str, room: int) -> str:
    """The first lines of a text that there is room for, its closing mark kept; the beginning of a line at least."""
    end = f"\n</page-{_MARK}>" if text.endswith(f"</page-{_MARK}>") else ""
    room -= tokens(end)
    kept: list[str] = []
    for line in text.removesuffix(end).split("\n"):
        cost = tokens(line + "\n")
        if cost > room:
            kept += [begun(line, room - 4)] if not kept and room > 4 else []
            break
        kept.append(line)
        room -= cost
    return "\n".join(kept) + end if kept else ""


SPOKEN = (
    "links forms tables media pictures facts metadata network console html trace "
    "discoveredApis learningInsights references"
).split()
"""Data that was asked for beside the text, and is told in words too: many clients show a model no more than those."""


def _in_words(name: str, data: Any) -> str:
    items = data if isinstance(data, list) else [data]
    words = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in items]
    return f"{name}:\n{untrusted(chr(10).join(words)) or 'none'}"


class Told(Answer):
    """An answer as tools/list has it, in few words: a client pays for them once a tool."""

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        # The whole of it is the resource lightterm://contract.
        known = {"schemaVersion": {"type": "string"}, "text": {"type": "string"}, "error": {"type": "object"}}
        return {"type": "object", "properties": known, "required": ["schemaVersion", "text"]}


def told(error: dict[str, Any]) -> str:
    """An error in words: what it is, and what to do next."""
    steps = [f"- {_step(action)}{_call(action)}" for action in error.get("recommendedActions", ())]
    message = _line(error["message"])
    message = _marked(message) if error["code"] in NAMING else message
    return "\n".join([f"{error['code']}: {message}", *steps])


def _step(action: dict[str, Any]) -> str:
    words = _line(action["description"])
    return _marked(words) if action["action"] == CANDIDATE else words


OF_PAGES = (CANDIDATE, "use_choice")
"""Ways on whose calls may have words of the page: a heading or choice that is called nearly what was asked for."""


def _marked(line: str) -> str:
    return f"<page-{_MARK}>{line}</page-{_MARK}>"


def _call(action: dict[str, Any]) -> str:
    """The call that an action recommends, for clients that show a model no more than text."""
    given = json.dumps(action.get("parameters", {}), ensure_ascii=False)
    if not action.get("toolToUse") or len(given) > CALL:
        return ""
    line = _line(given)
    return f" → {action['toolToUse']} {_marked(line) if action['action'] in OF_PAGES else line}"


def _line(words: str) -> str:
    """Words that may hold some of a page (what a field or link is called), as one line that ends and marks nothing."""
    line = _unmarked(" ".join(clean(words).split()))
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


def as_data(error: LighttermError) -> dict[str, Any]:
    """An error as data, without what is not known, and without what is long: a caller knows what it sent.

    Its words may be those of a page, made safe; not what a recommended call has to say to be understood.
    """
    return {key: _safe(_short(value)) for key, value in error.as_dict().items() if value not in (None, {}, [])}


def _safe(value: Any) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {key: inner if key == "parameters" else _safe(inner) for key, inner in value.items()}
    return [_safe(inner) for inner in value] if isinstance(value, list | tuple) else value


def _short(value: Any) -> Any:
    """Data with its strings cut, and lists and mappings that are too large left out."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_DATA else value[:LONGEST] + "…"
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items() if not _is_large(inner)}
    return [_short(inner) for inner in value] if isinstance(value, list | tuple) else value


def _is_large(value: Any) -> bool:
    return isinstance(value, dict | list | tuple) and len(repr(value)) > LARGEST_DATA


def failed(error: LighttermError) -> Answer:
    """The answer of a tool that could do nothing."""
    return Answer(error=as_data(error))


def untrusted(text: str) -> str:
    """Words of a page, marked as such and safe for terminals; a page that has learnt the mark cannot say it."""
    return f"<page-{_MARK}>\n{_unmarked(clean_text(text))}\n</page-{_MARK}>" if text else ""


def _unfaked(data: dict[str, Any]) -> dict[str, Any]:
    """Data in which nothing of a page looks like a mark, but for the text, which has them."""
    return {key: value if key == "text" else _plain(value) for key, value in data.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return _unmarked(value)
    if isinstance(value, dict):
        return {_unmarked(key): _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _unmarked(words: str) -> str:
    """Words without the mark, and without what a hasty reader could take for one."""
    words = words.replace(_MARK, "?") if _MARK in words else words
    return _ALIKE.sub("‹", words) if "page-" in words else words
