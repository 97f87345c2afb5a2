"""What a page asks with `confirm()` and `prompt()`: it was answered as if nobody was there, and a person is asked then.

A page waits for nobody: engines answer at once, and what was pressed is pressed again with the person's answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lightterm.engines.base import ASKING, Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.front import Front

OK, CANCEL = "OK", "cancel"


def unanswered(met: Sequence[str], answers: tuple[Answer, ...]) -> tuple[str, tuple[Answer, ...]]:
    """The first question that had none of the answers, as "kind: words", and those before it; "" for none."""
    asked = [one for one in met if one.startswith(ASKING)]
    known = [at for at, (one, answer) in enumerate(zip(asked, answers, strict=False)) if one != answer.question]
    at = known[0] if known else len(answers)
    return (asked[at], answers[:at]) if at < len(asked) else ("", answers)


def ask(front: Front, url: str, question: str, again: Callable[[Answer], None]) -> None:
    """Ask a person what the page at `url` asks; `again` gets an answer other than that nobody gave."""
    kind, _, words = question.partition(": ")
    told = f"{urlsplit(url).hostname or 'the page'} asks: {words or '(nothing)'}"
    if kind == "prompt":
        front.ask(told, (), "", lambda text: again(Answer(question, text)))
    else:
        front.ask(
            told, (CANCEL, OK), CANCEL, lambda choice: again(Answer(question, "accept")) if choice == OK else None
        )
