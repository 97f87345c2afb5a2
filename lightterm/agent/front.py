"""What every client asks first on standard input is answered from a file, in a tenth of the SDK's time.

The file holds the SDK's own answers to initialize, server/discover and the lists, for the revisions of the protocol
that clients speak today. Any other message, and any that is in the least unusual, is for the SDK: it gets the stream
from there on, after the message that opened the conversation, so that it knows the revision; what it answers to that
again is not passed on.
"""

from __future__ import annotations

import json
import os

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Message = dict[str, Any]

FILE = os.path.join(os.path.dirname(__file__), "schemas", "front.json")

OPENING = "lightterm-opening"
"""The id under which the SDK is told again what opened the conversation; a client's own would be an odd choice."""

LONGEST = 65_536
"""Bytes of a message that is answered here."""

META = "io.modelcontextprotocol/"
LISTS = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")


class Opened(Record):
    """How far a conversation has come: bytes that the SDK reads before all others; whether input has ended."""

    ahead: bytes = b""
    ended: bool = False


class Front:
    """Answers what opens a conversation; `caps` are the tools it tells of beyond the usual ones.

    `listed` is called once the tools were told: what comes next needs the SDK.
    """

    def __init__(self, caps: frozenset[str], listed: Callable[[], None], source: int = 0, sink: int = 1) -> None:
        self._caps = caps
        self._listed = listed
        self._source = source
        self._sink = sink
        self._answers: Mapping[str, Any] = {}
        self._version = ""
        self._opening = b""
        self._noticed = b""
        """What the client told meanwhile without waiting for an answer."""

    def serve(self) -> Opened:
        """Answer until a message comes that is for the SDK, or input ends."""
        try:
            with open(FILE, "rb") as file:
                self._answers = json.loads(file.read())
        except (OSError, ValueError):
            return Opened()
        held = b""
        while True:
            line, newline, rest = held.partition(b"\n")
            if newline:
                answer = self._answer(line)
                if answer is None:
                    return Opened(self._opening + self._noticed + held)
                self._say(answer)
                held = rest
                continue
            if len(held) > LONGEST:
                return Opened(self._opening + self._noticed + held)
            more = os.read(self._source, LONGEST)
            if not more:
                # A last line without its end is the SDK's to judge.
                return Opened(self._opening + self._noticed + held, not held)
            held += more

    def _say(self, answer: bytes) -> None:
        while answer:
            answer = answer[os.write(self._sink, answer) :]

    def _answer(self, line: bytes) -> bytes | None:
        """The answer to a message, b"" for one that wants none, None for one that is for the SDK."""
        if not line.strip():
            return b""
        try:
            message = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            return None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or b"\\u" in line:
            return None
        if message == {"jsonrpc": "2.0", "method": "notifications/initialized"} and self._is_handshaken:
            self._noticed += line + b"\n"
            return b""
        if set(message) - {"params"} != {"jsonrpc", "id", "method"} or type(message["id"]) not in (int, str):
            return None
        result = self._result(message, message.get("params", {}))
        if result is None:
            return None
        if message["method"] == "tools/list":
            self._listed()
        return (
            json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}, ensure_ascii=False).encode() + b"\n"
        )

    @property
    def _is_handshaken(self) -> bool:
        return self._version in self._answers["handshakes"]

    def _result(self, message: Message, params: Any) -> Any:
        if not isinstance(params, dict):
            return None
        method = message["method"]
        if method == "initialize":
            return self._initialized(message, params)
        version = self._version_of(params)
        if not version or (self._version and version != self._version):
            return None
        if method == "ping" and self._is_handshaken:
            return {}
        result = self._answers["results"][version].get(method)
        if result is None:
            return None
        if not self._version:
            self._begun(version, message)
        if method != "tools/list":
            return result
        caps = self._answers["caps"]
        return {
            **result,
            "tools": [tool for tool in result["tools"] if caps.get(tool["name"], "") in ("", *self._caps)],
        }

    def _initialized(self, message: Message, params: Message) -> Any:
        """The answer to the handshake of a revision that had one."""
        version = params.get("protocolVersion")
        capabilities, told = params.get("capabilities"), params.get("clientInfo")
        plain = set(params) == {"protocolVersion", "capabilities", "clientInfo"}
        if self._version or not plain or not isinstance(version, str) or version not in self._answers["handshakes"]:
            return None
        if not _are_plain(capabilities) or not _is_name(told):
            return None
        self._begun(version, message)
        return self._answers["results"][version]["initialize"]

    def _begun(self, version: str, message: Message) -> None:
        self._version = version
        self._opening = json.dumps({**message, "id": OPENING}).encode() + b"\n"

    def _version_of(self, params: Message) -> str:
        """The revision that a request is of, "" for one that only the SDK may judge."""
        meta = params.get("_meta", {})
        if set(params) - {"_meta"} or not isinstance(meta, dict):
            return ""
        if self._is_handshaken:
            return self._version if set(meta) <= {"progressToken"} else ""
        wanted = {META + "protocolVersion", META + "clientInfo", META + "clientCapabilities"}
        version = meta.get(META + "protocolVersion")
        if set(meta) - {"progressToken"} != wanted or not isinstance(version, str):
            return ""
        if version not in self._answers["results"]:
            return ""
        if version in self._answers["handshakes"] or not _is_name(meta[META + "clientInfo"]):
            return ""
        return version if _are_plain(meta[META + "clientCapabilities"]) else ""


def _is_name(told: Any) -> bool:
    """Whether a client says no more of itself than names and versions."""
    if not isinstance(told, dict) or not {"name", "version"} <= set(told) <= {
        "name",
        "version",
        "title",
        "description",
    }:
        return False
    return all(isinstance(word, str) for word in told.values())


def _are_plain(capabilities: Any) -> bool:
    """Whether capabilities are what every client sends: names with objects of flags or nothing."""
    if not isinstance(capabilities, dict) or not set(capabilities) <= {"roots", "sampling", "elicitation"}:
        return False
    return all(
        isinstance(of, dict) and all(isinstance(flag, bool) or flag == {} for flag in of.values())
        for of in capabilities.values()
    )
