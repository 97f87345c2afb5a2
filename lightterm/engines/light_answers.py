"""Answers to what a page of lightpanda asks, which itself answers each question at once as if it was dismissed."""

from __future__ import annotations

from time import monotonic

from lightterm.engines.light_state import LOOK_SECONDS
from lightterm.engines.light_tab import words
from lightterm.errors import LighttermError
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.engines.base import Answer
    from lightterm.engines.light_tab import Tab

_LONGEST = 1000
_MOST = 20

_STAND_IN = r"""(answers) => {
    const standing = globalThis.confirm.answers;
    if (standing) { standing.push(...answers); return }
    const [confirm, prompt, met] = [globalThis.confirm, globalThis.prompt, []];
    const leave = () => {
        globalThis.confirm = Object.assign(confirm.bind(globalThis), { met });
        globalThis.prompt = prompt;
    };
    const bare = (words) => words.replace(/[^\p{L}\p{N}]+/gu, "").slice(0, 500);
    const next = (kind, words) => {
        const said = kind + ": " + words;
        met.push(said);
        const [question, answer] = answers.shift();
        if (!answers.length) leave();
        return question && bare(question) !== bare(said) ? null : answer;
    };
    globalThis.confirm = Object.assign((words) => next("confirm", words) !== null, { met, answers, leave });
    globalThis.prompt = (words, given = "") => {
        const answer = next("prompt", words);
        return answer === true ? given : answer;
    };
}"""
"""The page's functions stand aside for as many questions as there are answers: true is yes, null is no.

Questions are compared by letters and digits: what is told of one has lost what a terminal must not get."""

_MET = "(globalThis.confirm.met || []).splice(0)"
_LEAVE = "globalThis.confirm.leave && globalThis.confirm.leave()"

_TOLD = {"": "true", "accept": "true", "dismiss": "null"}


class Answers:
    """The answers to the next questions of a page."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._given = False

    def give(self, answers: Sequence[Answer], until: float) -> None:
        """Answer the next questions so, each once."""
        if answers:
            told = ", ".join(f"[{words(one.question)}, {_TOLD.get(one.value) or words(one.value)}]" for one in answers)
            self._tab.run(f"({_STAND_IN})([{told}])", until - monotonic())
            self._given = True

    def met(self, ends: bool = False) -> tuple[str, ...]:
        """The questions answered so since the last look; the others are told by lightpanda. `ends`: no more are."""
        if not self._given:
            return ()
        try:
            found = self._tab.run(_MET, LOOK_SECONDS)
            if ends:
                self._tab.run(_LEAVE, LOOK_SECONDS)
        except LighttermError:
            return ()
        return tuple(clean(str(one))[:_LONGEST] for one in found[:_MOST]) if isinstance(found, list) else ()
