"""Which answer of a question y and n are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO = ("no", "cancel", "none", "go back", "leave it")
"""Answers that do nothing: n gives the one that a question has, y of two answers the other one."""


def refusing(choices: Sequence[str]) -> str:
    """The answer with which nothing is done, "" where there is none."""
    return next((choice for choice in choices if choice in NO), "")


def agreeing(choices: Sequence[str]) -> str:
    """The other one of two answers, "" where there is none with which nothing is done, or more than two."""
    refused = refusing(choices)
    return next((choice for choice in choices if choice != refused), "") if refused and len(choices) == 2 else ""
