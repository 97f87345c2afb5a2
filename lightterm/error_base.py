"""What every error is; `lightterm.errors` draws and holds the tree.

The base stands apart because a page that is read without a fault needs no more of it: the classes of the tree are six
million instructions to make, a tenth of a small page's dump. Modules on its way import the base from here, and the
class they raise where they raise it.
"""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar


class Action(Record):
    """One thing to do next: its name, why, its rank (1 first), a delay in milliseconds, a tool and its arguments."""

    action: str
    description: str
    priority: int = 1
    suggested_delay_ms: int | None = None
    tool_to_use: str | None = None
    parameters: Mapping[str, object] | None = None


class LighttermError(Exception):
    """What went wrong, as one object for people and programs.

    `context` holds what is known of url, domain, tier, attempt; `actions` what to do next, best first.
    """

    number: ClassVar[int] = 999
    code: ClassVar[str] = "INTERNAL_ERROR"
    category: ClassVar[str] = "internal"
    retryable: ClassVar[bool] = False
    exit_code: ClassVar[int] = 70
    default_actions: ClassVar[tuple[Action, ...]] = ()

    def __init__(
        self,
        message: str,
        *,
        actions: tuple[Action, ...] | None = None,
        http_status: int | None = None,
        **context: object,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.actions = self.default_actions if actions is None else actions
        self.http_status = http_status
        self.context = {k: v for k, v in context.items() if v is not None}

    @property
    def suggestion(self) -> str:
        """The best next step in words, or an empty string."""
        return min(self.actions, key=lambda a: a.priority).description if self.actions else ""

    def as_dict(self) -> dict[str, object]:
        """The error for JSON: code, number, category, message, retryable, recoverable, suggestion, actions, context."""
        return {
            "code": self.code,
            "number": self.number,
            "category": self.category,
            "error": self.message,
            "message": self.message,
            "retryable": self.retryable,
            "recoverable": self.retryable or bool(self.actions),
            "suggestion": self.suggestion,
            "httpStatus": self.http_status,
            "exitCode": self.exit_code,
            "recommendedActions": [_action_dict(a) for a in sorted(self.actions, key=lambda a: a.priority)],
            "context": dict(self.context),
        }


def _action_dict(action: Action) -> dict[str, object]:
    full = {
        "action": action.action,
        "description": action.description,
        "priority": action.priority,
        "suggestedDelayMs": action.suggested_delay_ms,
        "toolToUse": action.tool_to_use,
        "parameters": None if action.parameters is None else dict(action.parameters),
    }
    return {k: v for k, v in full.items() if v is not None}
