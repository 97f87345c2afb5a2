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
    from lightterm.document.model import Target

OK, CANCEL = "OK", "cancel"


def unanswered(met: Sequence[str], answers: tuple[Answer, ...]) -> tuple[str, tuple[Answer, ...]]:
    """The first question that had none of the answers, as "kind: words", and those before it; "" for none."""
    asked = [one for one in met if one.startswith(ASKING)]
    known = [at for at, (one, answer) in enumerate(zip(asked, answers, strict=False)) if one != answer.question]
    at = known[0] if known else len(answers)
    return (asked[at], answers[:at]) if at < len(asked) else ("", answers)


def ask_first(front: Front, target: Target, go_on: Callable[[], None]) -> None:
    """Follow a link, after the question that its page has for that."""
    if target.asks:
        page = front.tabs.page
        told = _told(page.document.url if page is not None else "", target.asks)
        front.ask(told, (CANCEL, OK), CANCEL, lambda choice: go_on() if choice == OK else None)
    else:
        go_on()


def ask(front: Front, url: str, question: str, again: Callable[[Answer], None]) -> None:
    """Ask a person what the page at `url` asks; `again` gets an answer other than that nobody gave."""
    kind, _, words = question.partition(": ")
    told = _told(url, words)
    if kind == "prompt":
        front.ask(told, (), "", lambda text: again(Answer(question, text)))
    else:
        front.ask(
            told, (CANCEL, OK), CANCEL, lambda choice: again(Answer(question, "accept")) if choice == OK else None
        )


def _told(url: str, words: str) -> str:
    return f"{urlsplit(url).hostname or 'the page'} asks: {words or '(nothing)'}"
