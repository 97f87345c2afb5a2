"""An answer as data in a budget of tokens: what tells how it came to be goes before what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lightterm.output.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    Data = dict[str, Any]

OURS = frozenset(("schemaVersion", "tab", "revision", "tier", "cursor", "truncated", "confidence", "timing", "tookMs"))
"""Fields that hold no words of a page: letters and signs of ours, of which 20 are 9 tokens at most (o200k, cl100k)."""

LEAST = 200
"""Tokens that the data of an answer may have in any budget; its words keep to the smallest."""

RESERVE = 35
"""Tokens of what is known only when the text is there: its cursor, how much is left, how long it took, its quotes."""

SHARE = 10
"""Of how many parts of a budget a title may take one, where there is no room for all of it."""

_KEPT = frozenset(("code", "category", "message", "retryable", "recommendedActions", "argument"))
"""What of an error stays in any budget."""


def weight(answer: Data) -> int:
    """Tokens of an answer as JSON, from above."""
    ours = {key: value for key, value in answer.items() if key in OURS}
    theirs = {key: value for key, value in answer.items() if key not in OURS}
    plain = len(json.dumps(ours, separators=(",", ":"))) * 9 // 20 + 1
    return plain + (tokens(json.dumps(theirs, ensure_ascii=False, separators=(",", ":"))) if theirs else 0)


def as_json(text: str) -> int:
    """Tokens of a text as JSON has it, where each end of a line is two signs."""
    return tokens(json.dumps(text, ensure_ascii=False))


def room(answer: Data, budget: int) -> int:
    """Tokens that an answer without its text leaves for it; details go until they take no more than half."""
    budget = max(budget, LEAST)
    return budget - weight(_fitted(answer, budget // 2, _DETAILS)) - RESERVE


def within(answer: Data, budget: int) -> Data:
    """The answer in a budget: the details go first, then what an error says besides, and last data.

    The text stays as it is: where it ended, its cursor goes on.
    """
    return _fitted(answer, max(budget, LEAST), (*_DETAILS, *_WORDS))


def _fitted(answer: Data, budget: int, steps: tuple[Callable[[Data, int], Data], ...]) -> Data:
    for step in steps:
        if weight(answer) <= budget:
            break
        answer = step(answer, budget)
    return answer


def _without(*names: str) -> Callable[[Data, int], Data]:
    return lambda answer, _budget: {key: value for key, value in answer.items() if key not in names}


def _sure_of_all(answer: Data, _budget: int) -> Data:
    sure = answer.get("confidence", {})
    return {**answer, "confidence": {"overall": sure["overall"]}} if "overall" in sure else answer


def _short(name: str) -> Callable[[Data, int], Data]:
    """A field of words cut to its share."""

    def cut(answer: Data, budget: int) -> Data:
        return {**answer, name: begun(answer[name], budget // SHARE)} if answer.get(name) else answer

    return cut


def _bare_error(answer: Data, _budget: int) -> Data:
    error = answer.get("error")
    if not error:
        return answer
    return {**answer, "error": {key: value for key, value in error.items() if key in _KEPT}}


def _fewer_ways(answer: Data, budget: int) -> Data:
    """The answer with as many ways on from an error as there is room for, the best of them and one at least; what is no
    call goes first."""
    error = answer.get("error") or {}
    ways = list(error.get("recommendedActions", ()))
    while len(ways) > 1 and weight(answer) > budget:
        ways.remove(next((way for way in reversed(ways) if "toolToUse" not in way), ways[-1]))
        answer = {**answer, "error": {**error, "recommendedActions": ways}}
    return answer


def _short_error(answer: Data, budget: int) -> Data:
    error = answer.get("error")
    if not error:
        return answer
    actions = [_plain_action(action) for action in error.get("recommendedActions", ())]
    bare = {**error, "message": begun(error["message"], budget // 3)}
    return {**answer, "error": {**bare, "recommendedActions": actions} if actions else bare}


def _plain_action(action: Data) -> Data:
    """A recommended call without what is not needed to make it."""
    needed = ("action", "description", "priority", "suggestedDelayMs", "toolToUse", "parameters", "thenRepeat")
    return {key: action[key] for key in needed if key in action}


def _bare_data(answer: Data, _budget: int) -> Data:
    """The answer with no more of its data than where the rest is, and the names of what went."""
    if "data" not in answer:
        return answer
    kept = {key: value for key, value in answer["data"].items() if key in ("linesLeft", "cursors")}
    gone = [key for key in answer["data"] if key not in (*kept, "leftOut")]
    out = dict.fromkeys([*answer["data"].get("leftOut", ()), *gone])
    return {**answer, "data": {**kept, **({"leftOut": list(out)} if out else {})}}


def begun(words: str, room: int) -> str:
    """Words, or as much of their beginning as there is room for; 0 for no bound."""
    if not room or tokens(words) <= room:
        return words
    # No character costs more than three tokens, most much less than one.
    while words and tokens(words) > room:
        words = words[: min(len(words) - 1, max(room // 2, len(words) * 3 // 4))]
    return f"{words}…"


_DETAILS = (_without("timing"), _sure_of_all, _short("title"), _without("confidence"), _without("title"), _short("url"))
_WORDS = (_bare_error, _without("tookMs", "tier"), _short_error, _fewer_ways, _bare_data)
