"""Ways on from arguments that a page or a tool has no use for, as what the error knows of them tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.choice_ways import chosen
from lightterm.agent.selector_ways import selected
from lightterm.agent.tier_ways import higher, opened
from lightterm.agent.way import Way, in_tab, look

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lightterm.agent.way import Asked

    Error = dict[str, Any]

CHOOSING = ("selectors", "query", "keywords")
"""Arguments that choose from a page."""

COMING = 10
"""Seconds that a target is waited for which a page that lives does not have yet."""


def invalid(error: Error, asked: Asked) -> Iterator[Way]:
    """What was wrong with arguments or page, as its context tells."""
    context = error.get("context", {})
    wrong, near = context.get("argument"), context.get("candidates", ())
    missing = context.get("missing", ())
    if wrong == "fields" and near and not missing:
        fields = _placed(context, asked)
        words = f"The field [{near[0]}] may be what is meant."
        if context.get("guessed"):  # one may be another field: who called looks at it before it is sent
            words = "These fields may be what is meant; look whether they are, and send it then."
            yield Way("use_field", words, asked.tool, asked.again(fields=fields, submit=None))
        else:
            yield Way("use_field", words, asked.tool, asked.again(fields=fields))
    elif wrong and not missing:
        if asked.arguments.get("max_tier") in ("static", "light") and wrong in ("part", *CHOOSING):
            words = "It may come by a script: read the page in any tier."
            yield Way("use_browser_tier", words, asked.tool, asked.again(max_tier=None))
        if near:
            value = context.get("fitting", asked.arguments.get("value"))
            given = {wrong: near[0], "value": value} if asked.tool == "act" else {wrong: near[0]}
            yield Way("use_candidate", "This may be what is meant.", asked.tool, asked.again(**given))
        if wrong == "target" and asked.tool != "act":
            yield look(asked)
        elif asked.tool != "act":  # which does nothing without
            yield _without(wrong, asked)
    if spare := context.get("spare"):
        yield _without(spare, asked)
    yield from selected(context.get("selector"), asked)
    yield from chosen(context, asked)
    if "least" in context:
        yield from higher(error, asked)
        yield Way("accept", "Take what there is, with less confidence.", asked.tool, asked.again(min_confidence=None))
    if asked.tool == "fill_form":
        yield from _held(context, asked, "correct_arguments")
        yield from opened(context, asked)
        yield from _behind(context, asked)
        yield from _rest(missing, context, asked)
        yield Way("look_at_forms", "See the fields, and what each takes.", "forms", in_tab(asked))
    if asked.tool == "act":
        yield from _acting(context, asked)


def _placed(context: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    """What goes where: by number what was meant, all else as it was given."""
    meant, given = context.get("meant", {}), asked.arguments.get("fields", {})
    return {one: value for key in given for one, value in meant.get(key, {key: given[key]}).items()}


def _rest(missing: Sequence[str], context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """All but the fields that are not there: what is in the others may do, and is sent by another call."""
    fields = {name: value for name, value in _placed(context, asked).items() if name not in missing}
    if missing and fields:
        words = f"Fill in the others; {', '.join(map(repr, missing[:NAMED]))} went nowhere: look whether that will do."
        yield Way("fill_rest", words, asked.tool, asked.again(fields=fields, submit=None))


def _behind(context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """Back to the page that has the field, and the call once more."""
    if context.get("behind"):
        words = "The page before this one has it: go back, then make the same call again."
        yield Way("go_back", words, "go", in_tab(asked, to="back"), repeat=True)


NAMED = 5
"""Fields that are not there and are named again."""


def _acting(context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """To an action that could not be done: what has to be out of its way, open or there first."""
    yield from _uncovered(context.get("closers"), asked)
    if off := context.get("off"):
        ticks = [{"do": "check", "target": number} for number in context.get("boxes", ())]
        if ticks:
            words = f"[{off}] cannot be pressed before something is done: tick what stands before it, then press it."
            steps = [*ticks, {"do": asked.arguments.get("do"), "target": off}]
            yield Way("tick_first", words, "act", in_tab(asked, steps=steps))
        yield Way("fill_first", f"[{off}] cannot be pressed before what it waits for is filled in or done.")
    if asks := context.get("asks"):
        steps = [{"do": "dialog", "value": "accept"}, {"do": asks[0], "target": asks[1]}]
        words = f"The page asked when [{asks[1]}] was pressed, and was told no: say yes beforehand, and press it again."
        yield Way("answer_and_do", words, "act", in_tab(asked, steps=steps))
    yield from _behind(context, asked)
    if tab := context.get("other_tab"):
        words = f"It is in tab {tab}."
        yield Way("use_tab", words, "act", asked.again(tab=tab, revision=None))
    for number, choice in context.get("options", ()):
        words = "It is a choice of this list."
        yield Way("use_choice", words, "act", in_tab(asked, do="select", target=number, value=choice))
    yield from _held(context, asked)
    yield from opened(context, asked)
    if len(fields := context.get("offering", ())) == 1:
        choice = str(context.get("choice") or asked.arguments.get("target"))
        steps = [
            {"do": "click", "target": fields[0]}
            if context.get("opens")
            else {"do": "type", "target": fields[0], "value": choice},
            {"do": "wait"},
            {"do": "click", "target": choice},
        ]
        words = f"[{fields[0]}] offers choices once one clicks it or types there: do that, then choose."
        yield Way("type_and_choose", words, "act", in_tab(asked, steps=steps))
    if context.get("lives"):
        words = "It may come later: wait for it, then make the same call again."
        given = in_tab(asked, text=str(asked.arguments.get("target")), deadline=COMING)
        yield Way("wait_for_it", words, "wait", given, repeat=True)
    yield look(asked)


def _held(context: Mapping[str, Any], asked: Asked, action: str = "open_and_do") -> Iterator[Way]:
    """What is done in a part that is closed, once it is open."""
    if steps := context.get("held"):
        words = f"It is in what [{steps[0]['target']}] opens: open that, and do it there."
        yield Way(action, words, "act", in_tab(asked, steps=list(steps)))


def _without(name: str, asked: Asked) -> Way:
    return Way(f"without_{name}", f"Call it without {name}.", asked.tool, asked.again(**{name: None}))


def _uncovered(closers: Any, asked: Asked) -> Iterator[Way]:
    """What may take away what lies over a target: a button that says so, else the key that does; None: nothing does."""
    if closers:
        words = f"[{closers[0]}] may close what lies over it; then make the same call again."
        yield Way("close_cover", words, "act", in_tab(asked, do="click", target=closers[0]), repeat=True)
    if closers is not None:
        words = "Close what lies over it by a key; then make the same call again."
        yield Way("press_escape", words, "act", in_tab(asked, do="press", value="Escape"), repeat=True)
