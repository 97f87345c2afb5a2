"""JSON that anyone may have written."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError, also for one nested too deeply, which `json` has no error for."""
    import json

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
