"""What a page asks with `confirm()` and `prompt()`: it was answered as if nobody was there, and a person is asked then.

A page waits for nobody: engines answer at once, and what was pressed is pressed again with the person's answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.engines.base import ASKING, Answer
from lightterm.session.form_words import asks

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
        _confirm(front, asks(page.document.url if page is not None else "", target.asks), go_on)
    else:
        go_on()


def ask(front: Front, url: str, question: str, again: Callable[[Answer], None]) -> None:
    """Ask a person what the page at `url` asks; `again` gets an answer other than that nobody gave."""
    kind, _, words = question.partition(": ")
    if kind == "prompt":
        front.ask(asks(url, words), (), "", lambda text: again(Answer(question, text)))
    else:
        _confirm(front, asks(url, words), lambda: again(Answer(question, "accept")))


def _confirm(front: Front, told: str, go_on: Callable[[], None]) -> None:
    front.ask(told, (CANCEL, OK), CANCEL, lambda choice: go_on() if choice == OK else None)
