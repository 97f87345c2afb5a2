"""Actions on targets: links followed, fields filled in, forms sent; on live pages through their engine."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.folders import check_still_granted, granted
from lightterm.agent.lookalikes import unlike
from lightterm.agent.pointing import offering
from lightterm.engines.written_keys import nearest, proper
from lightterm.errors import SCRIPTS, Cancelled, RequiresScript, ValidationFailed
from lightterm.records import Record
from lightterm.session import form_state
from lightterm.session.controls import BUTTONS, CHECKED, SUBMITS, TEXTS, called, kind_of
from lightterm.session.forms import checked
from lightterm.session.heard import is_heard
from lightterm.session.validation import told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.agent.desk import Desk
    from lightterm.document.model import Target
    from lightterm.engines.base import Answer
    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Tab, Visit

FILLS = ("type", "clear", "select", "check", "uncheck", "upload")
CLICKS = ("click", "double_click", "right_click")
_WAYS = {"down": "down", "up": "up", "bottom": "bottom", "end": "bottom", "top": "top", "start": "top"} | {
    "beginning": "top", "left": "left", "right": "right", "pagedown": "down", "pageup": "up"
}  # fmt: skip
_BY_PIXELS = re.compile(r"\s*[+-]?\d{1,6}(?:\.\d+)?\s*(?:px|pixels?)?\s*", re.IGNORECASE)
"""How far others scroll: ours goes on by what is in sight."""

KINDS = (*CLICKS, "drag", "mark", *FILLS, "press", "submit", "hover", "scroll", "focus", "dialog")


class Acting(Record):
    """What actions are done with: the tab, how long they may take, and what stops them; `uploads` is the folder that
    files may come from, "" for none, `downloads` the one that pages save files in, "" for none that outlasts us;
    `passwords`: keys may write into one, which a person's may; `granted_ones`: the folders were granted to an agent,
    and may be no others now. `answers` are a person's to what the page asks at the action; `asked` is told all that it
    asked, where it stays the page it is."""

    desk: Desk
    tab: Tab
    seconds: float
    cancel: Cancel
    uploads: str = ""
    downloads: str = ""
    passwords: bool = True
    granted_ones: bool = True
    answers: tuple[Answer, ...] = ()
    asked: Callable[[Sequence[str]], None] | None = None

    def check(self) -> None:
        """Raises Cancelled for a call that was stopped."""
        if self.cancel.cancelled:
            raise Cancelled("the call was stopped")


def act(doing: Acting, kind: str, number: int, values: Sequence[str], revision: int | None = None) -> str:
    """Do one action; what was done, in words. Raises LighttermError."""
    if kind not in KINDS:
        raise ValidationFailed(f"there is no action {kind!r}; there are {', '.join(KINDS)}", actions=())
    doing.check()
    doing.desk.hold()
    visit = doing.desk.visit(doing.tab)
    assert visit.page is not None
    target = doing.desk.target(doing.tab, number, revision) if number else None
    if target is None and kind not in ("press", "scroll", "submit", "mark", "dialog"):
        raise ValidationFailed(f"{kind} needs the number of a target", actions=())
    if kind == "drag" and target is not None and is_slid(target, values):
        kind = "type"
    if target is not None:
        _check_offering(visit.page, target, kind, values)
        check_fits(target, kind, any(values))
    values = _granted_words(doing, kind, values)
    if target is not None:
        doing.desk.pointed(doing.tab, target.number)
    from lightterm.agent.enlivening import awake
    from lightterm.agent.live import act_live
    from lightterm.agent.spots import places

    target, woken = awake(doing, target)
    visit = doing.desk.visit(doing.tab)
    assert visit.page is not None
    live = visit.page.snapshot.live

    known = places(kind, values, visit.page.document, lambda one: doing.desk.target(doing.tab, one, revision))

    doing.desk.lately.acted(doing.tab, kind, number, False)
    if live is not None:
        said = act_live(doing, kind, target, values, known)
        return f"{said}; {woken}" if woken else said
    try:
        return _without_scripts(doing, visit, kind, target, values)
    except RequiresScript:
        from lightterm.agent.enlivening import enliven

        return act_live(doing, kind, enliven(doing, target), values, known)


def _granted_words(doing: Acting, kind: str, values: Sequence[str]) -> Sequence[str]:
    """The values as engines take them. Raises LighttermError for files that were not granted, and unknown keys."""
    if kind == "upload":
        # Before it is known where: an engine sends any file of this machine.
        values = [granted(path, doing.uploads) for path in values or ("",)]
    return known_words(kind, values)


_AMOUNT = re.compile(r"\s*-?\d{1,9}(?:\.\d+)?\s*")


def is_slid(target: Target, values: Sequence[str]) -> bool:
    """Whether a slider is dragged to one of its numbers: there is nothing else that it could be dropped on."""
    field = target.field
    return field is not None and field.kind == "range" and len(values) == 1 and bool(_AMOUNT.fullmatch(values[0]))


def _check_offering(page: Page, target: Target, kind: str, values: Sequence[str]) -> None:
    """Raises ValidationFailed for what has no choices before one types or clicks there, or is another choice."""
    _check_group(page, target, kind, values)
    if kind != "select" or not values:
        return
    opens = page.snapshot.live is not None and target.kind != "link"
    opens = opens and (target.field is None or target.field.kind == "button")
    if opens or target.number in offering(page):
        words = f"[{target.number}] {target.text} has no choices before one {'clicks it' if opens else 'types'}"
        raise ValidationFailed(words, actions=(), offering=[target.number], choice=values[0], opens=opens)


def _check_group(page: Page, target: Target, kind: str, values: Sequence[str]) -> None:
    """Raises ValidationFailed for one radio button where another one of its group is to be chosen."""
    field = target.field
    if kind not in ("select", "check", "uncheck") or field is None or field.kind != "radio" or not any(values):
        return
    from lightterm.agent.evidence import ticked_in_group

    meant = [int(one) for one in ticked_in_group(page.document, target.number, values[0])]
    if meant and meant != [target.number]:
        other = page.document.targets[meant[0]].field
        assert other is not None
        words = f"[{target.number}] is another choice than {values[0]!r}, which may be [{meant[0]}] {called(other)}"
        if kind != "select":
            raise ValidationFailed(words, actions=(), options=[(meant[0], other.label)])
        raise ValidationFailed(words, actions=(), argument="target", candidates=meant, fitting=other.label)


def _without_scripts(doing: Acting, visit: Visit, kind: str, target: Target | None, values: Sequence[str]) -> str:
    """Do an action on a page that does not live. Raises RequiresScript for what takes its scripts."""
    from lightterm.agent.enlivening import enliven
    from lightterm.agent.for_scripts import is_for_scripts
    from lightterm.agent.live import act_live

    assert visit.page is not None
    if kind in FILLS and target is not None and is_for_scripts(visit.page, target) and not target.scripted:
        with suppress(RequiresScript):
            return act_live(doing, kind, enliven(doing, target), values)
    if target is not None and target.scripted and kind not in ("hover", "scroll", "focus"):
        raise _needs_script(f"[{target.number}] does something only by a script of the page", visit)
    return _act(doing, visit, kind, target, values)


def check_fits(target: Target, kind: str, valued: bool = True) -> None:
    """Raises ValidationFailed for an action that this kind of target takes in no tier, with the one that it takes."""
    field, name, other = target.field, f"[{target.number}]", ""
    words = ""
    if field is None:
        # A link to nowhere may open what its script likes, a choice of files too.
        bare = kind == "upload" and "#" in target.url
        words = f"{name} is no field" if kind in FILLS and target.kind == "link" and not bare else ""
    elif kind == "upload" and field.kind != "file" and field.kind not in BUTTONS:
        words = f"{name} {called(field)} takes no files"
    elif kind in ("type", "select") and field.kind == "file":
        words, other = f"{name} {called(field)} takes files: upload them", "upload"
    elif kind in ("check", "uncheck") and field.kind not in CHECKED:
        words = f"{name} {called(field)} is neither a checkbox nor a radio button"
        other = "click" if kind == "check" and field.kind in BUTTONS else ""
        if valued and kind == "check" and (field.kind == "select" or kind_of(field) in TEXTS):
            other = "select" if field.kind == "select" else "type"
    elif kind == "uncheck" and field.kind == "radio":
        words = f"{name} {called(field)} is one of several, of which one stays on: check another one"
    elif kind == "select" and field.kind in CHECKED and not valued:
        words, other = f"{name} {called(field)} has no choices: check it", "check"
    elif kind == "select" and kind_of(field) in TEXTS:
        words, other = f"{name} {called(field)} has no choices; type into it", "type"
    elif kind == "clear" and field.kind == "select" and not field.multiple:
        words = f"{name} {called(field)} always has one of its choices: select another"
    elif kind == "clear" and field.kind in CHECKED:
        words, other = f"{name} {called(field)} holds no text: uncheck it", "uncheck"
    if words:
        raise ValidationFailed(words, actions=(), argument="do", candidates=[other] if other else [])


def known_words(kind: str, values: Sequence[str]) -> Sequence[str]:
    """Keys and ways to scroll as engines name them. Raises ValidationFailed for what is the name of no key."""
    if kind == "scroll":
        return [way_of(one) for one in values]
    if kind == "press":
        values = [proper(one) for one in values]
        check_keys(values)
    return values


def way_of(words: str) -> str:
    """Which way a page is scrolled, by words that say it: "to the bottom", "page down"; what says none as it is."""
    if _BY_PIXELS.fullmatch(words):
        return "up" if words.strip().startswith("-") else "down"
    said = [_WAYS.get(word, word) for word in words.lower().replace("_", " ").split()]
    return next((word for word in said if word in _WAYS.values()), words)


def check_keys(chords: Sequence[str]) -> None:
    """Raises ValidationFailed for what is the name of no key, with the one that is meant."""
    for chord in chords:
        near = nearest(chord)
        if near is not None:
            raise ValidationFailed(
                f"there is no key {chord[:60]!r}", actions=(), given=chord, near=[near] if near else []
            )


def _act(doing: Acting, visit: Visit, kind: str, target: Target | None, values: Sequence[str]) -> str:
    """Do an action on a page without scripts; raises RequiresScript for what only they can do."""
    if target is None:
        if kind == "submit":
            return _submit(doing, visit, 0)
        raise _needs_script(f"{kind} does something only on a page whose scripts run", visit)
    if kind in FILLS:
        return _fill(doing, visit, target, kind, values)
    if kind == "submit" or (kind == "press" and "".join(values) in ("Enter", "")):
        return _submit(doing, visit, target.number) if target.field is not None else _click(doing, visit, target)
    if kind in ("hover", "scroll", "focus"):
        return f"[{target.number}] {target.text}"
    if kind in ("press", "right_click", "drag", "mark"):
        said = "keys do" if kind == "press" else f"{kind} does"
        raise _needs_script(f"{said} something only on a page whose scripts run", visit)
    return _click(doing, visit, target)


def _click(doing: Acting, visit: Visit, target: Target) -> str:
    from lightterm.loading import onward

    assert visit.page is not None
    if target.kind == "link":
        from lightterm.agent.for_scripts import is_script_link

        if is_script_link(visit.page, target):
            raise _needs_script(f"[{target.number}] leads to a part that only a script of the page shows", visit)
        place = target.url.partition("#")
        if place[1] and place[0] == visit.url.partition("#")[0]:
            return f"[{target.number}] leads to a place on this page: {place[2]}"
        doing.desk.go(doing.tab, onward(visit.page, target.url), doing.seconds, doing.cancel)
        return f"followed [{target.number}] {target.text}"
    field = target.field
    if field is None:
        visit.unfolded ^= {target.number}
        return f"[{target.number}] {target.text}: {'opened' if target.number in visit.unfolded else 'closed again'}"
    if field.kind in SUBMITS and field.form >= 0:
        return _submit(doing, visit, target.number)
    if field.kind == "reset":
        return _reset(doing, visit, target.number)
    if field.kind in CHECKED:
        on = field.kind == "radio" or not form_state.values_of(visit, visit.page.document, target.number)
        return _fill(doing, visit, target, "check" if on else "uncheck", ())
    if field.kind in BUTTONS:
        raise _needs_script(f"{called(field)} does something only by a script of the page", visit)
    return f"[{target.number}] {called(field)} has the focus"


def _needs_script(words: str, visit: Visit) -> RequiresScript:
    step = SCRIPTS.replace(tool_to_use="open", parameters={"url": visit.url, "tier": "light"})
    return RequiresScript(words, actions=(step,), url=visit.url)


# --- fields


def _fill(doing: Acting, visit: Visit, target: Target, kind: str, words: Sequence[str]) -> str:
    field = target.field
    if field is None or field.kind in BUTTONS:
        raise ValidationFailed(f"[{target.number}] is no field", actions=())
    if kind in ("check", "uncheck"):
        words = ("on" if kind == "check" else "off",)
    elif kind == "clear":
        words = ()
    return f"[{target.number}] {fill_in(doing, target.number, words)}"


def fill_in(doing: Acting, number: int, words: Sequence[str]) -> str:
    """Put values into a field of a page, checked; the field and what stands in it. Raises ValidationFailed."""
    visit, document = doing.desk.visit(doing.tab), doing.desk.page(doing.tab).document
    values = form_state.meant(document, number, words)
    doing.desk.filled(doing.tab, form_state.put_in(visit, document, number, values))
    return unlike(form_state.stated(form_state.field_of(document, number), values))


# --- forms


def to_be_sent(visit: Visit, number: int) -> tuple[Sending, int]:
    """What the form of a field or button sends now, and the button that is pressed (0: none). Raises LighttermError."""
    assert visit.page is not None
    document = visit.page.document
    form, button = form_state.form_number(document, number), form_state.pressed_button(document, number)
    return form_state.to_be_sent(visit, document, form, button), button


def _submit(doing: Acting, visit: Visit, number: int) -> str:
    assert visit.page is not None
    ready, button = to_be_sent(visit, number)
    wrong = checked(visit.page.document, ready.form, visit.given, button)
    if wrong:
        raise told(wrong)
    if is_heard(doing.desk.session, visit.page, visit.page.document.forms[ready.form]):
        raise _needs_script("a script of the page sends the form", visit)
    check_still_granted([entry.value for entry in ready.entries if entry.is_file], doing.uploads)
    request = form_state.request_of(ready, visit.page)
    doing.desk.go(doing.tab, request, doing.seconds, doing.cancel)
    return f"sent the form by {request.method}"


def _reset(doing: Acting, visit: Visit, number: int) -> str:
    assert visit.page is not None
    document = visit.page.document
    own = form_state.fields_of(document, form_state.form_number(document, number))
    form_state.empty(visit, own)
    doing.desk.filled(doing.tab, own)
    return "the form is as the page had it"
