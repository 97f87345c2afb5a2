"""What is done to elements of a page of Chromium: Playwright's own actions, which wait until one can be acted on.

The element is found by its handle in the isolated world, where it gets a mark for the moment that Playwright needs to
take hold of it; from then on it is that element, whatever the page does to its markup.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from secrets import token_hex

from lightterm.engines.base import Answer, Outcome
from lightterm.engines.driver import page_errors
from lightterm.engines.full_pointer import SCROLLS, NotThere, at_point, drag, mark, position, scroll_within
from lightterm.engines.written_keys import WITHHELD, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import ElementHandle

    from lightterm.engines.base import Action
    from lightterm.engines.full_tab import Tab

EFFECT = 0.15
"""Seconds in which an action shows whether it leads to another document, a dialog or a window."""

ANSWER = 3.0
"""Seconds that a page has at most to answer a click."""

_CLICKS = frozenset(("click", "double_click", "check", "uncheck", "submit"))

_SCROLLS = {
    "down": "scrollBy(0, innerHeight * 0.9)",
    "up": "scrollBy(0, -innerHeight * 0.9)",
    "bottom": "scrollTo(0, document.documentElement.scrollHeight)",
    "top": "scrollTo(0, 0)",
}
_KEYS = {"enter": "Enter", "esc": "Escape", "escape": "Escape", "tab": "Tab", "space": " ", "backspace": "Backspace"}
_KEYS |= {name: f"Arrow{name.title()}" for name in ("up", "down", "left", "right")}
_SUBMIT = """e => {
    const form = e.form || e.closest('form') || (e.matches('form') ? e : null);
    if (!form) return false;
    const sends = one => /^(button|input)$/.test(one.localName) && /^(submit|image)$/.test(one.type);
    const button = sends(e) ? e : [...form.elements].find(sends);
    if (button && !button.disabled) HTMLElement.prototype.click.call(button);
    else HTMLFormElement.prototype.requestSubmit.call(form);
    return true;
}"""


class Unable(Exception):
    """The action cannot be done; the words say why."""


async def act(tab: Tab, action: Action, until: float) -> Outcome:
    """Do it and see what it leads to, at most until then (`time.monotonic`)."""
    watch, before = tab.watch, tab.url
    documents = tab.documents
    if action.kind == "dialog":
        watch.answers.append(Answer("", action.value))
        return Outcome(before)
    watch.clear()
    watch.answers.extend(action.answers)
    error = ""
    try:
        tab.acted = True
        await _do(tab, action, until)
    except (Unable, NotThere) as why:
        error = str(why)
    except page_errors() as fault:
        if tab.page.is_closed():  # nothing was wrong with the action: there is no page any more
            raise
        error = _said(fault)
    await _effect(tab, until)
    if action.kind in _CLICKS and not error and not tab.page.is_closed():
        # files and windows come when a script has what it asked for
        await tab.settle(min(until, time.monotonic() + ANSWER))
        await tab.watch.finish(max(until - time.monotonic(), 0))
    if action.answers:
        watch.answers.clear()  # those that nothing was asked for
    files = watch.came()
    return Outcome(
        tab.url,
        tab.url != before or tab.documents != documents,
        tuple(watch.dialogs),
        tuple(path for path, _ in files),
        tuple(source for _, source in files),
        tuple(watch.opened),
        error,
    )


async def _do(tab: Tab, action: Action, until: float) -> None:
    if action.kind in ("scroll", "press") and not action.handle:
        await _to_page(tab, action)
        return
    if action.seen:
        await at_point(tab, action, lambda handle: take_hold(tab, handle))
        return
    doing = _ACTIONS.get(action.kind)
    if doing is None and action.kind not in ("drag", "press"):
        raise Unable(f"there is no action {action.kind!r}")
    if not action.handle and action.kind != "mark":
        raise Unable(f"to {action.kind} needs an element")
    element = await take_hold(tab, action.handle) if action.handle else await _body(tab)
    try:
        ms = max(until - time.monotonic(), 0.05) * 1e3
        if action.kind == "press":
            await _press(tab, element, action, ms)
        elif doing is None:
            await drag(tab, element, action, ms, lambda handle: take_hold(tab, handle))
        else:
            await doing(element, action, ms)
    finally:
        with suppress(*page_errors()):
            await element.dispose()


async def _to_page(tab: Tab, action: Action) -> None:
    if action.kind == "press":
        for key in action.values or (action.value,):
            await _spare(tab, action, key)
            await tab.page.keyboard.press(_key(key))
        return
    script = _SCROLLS.get(action.value or "down")
    if script is None:
        raise Unable(f"a page scrolls {', '.join(_SCROLLS)}, not {action.value!r}")
    await tab.run(script)


async def _body(tab: Tab) -> ElementHandle:
    body = await tab.page.query_selector("body")
    if body is None:
        raise Unable("the page has no text")
    return body


async def take_hold(tab: Tab, handle: int) -> ElementHandle:
    """The element of a handle, as Playwright knows it. Raises Unable."""
    mark = token_hex(8)
    place = tab.place_of(handle)
    if not await tab.ask(f"mark({handle}, '{mark}')", place=place):
        raise Unable("the element is no longer in the page")
    try:
        for frame in tab.page.frames:
            with suppress(*page_errors()):
                found = await frame.query_selector(f"[lightterm-mark='{mark}']")
                if found is not None:
                    return found
    finally:
        await tab.ask(f"unmark({handle})", place=place)
    raise Unable("the element cannot be reached")


async def _click(element: ElementHandle, action: Action, ms: float) -> None:
    await element.click(timeout=ms, position=await position(element, action))


async def _double_click(element: ElementHandle, action: Action, ms: float) -> None:
    await element.dblclick(timeout=ms, position=await position(element, action))


async def _right_click(element: ElementHandle, action: Action, ms: float) -> None:
    await element.click(timeout=ms, button="right", position=await position(element, action))


async def _mark(element: ElementHandle, action: Action, _ms: float) -> None:
    if wrong := await mark(element, action.values):
        raise Unable(wrong)


async def _type(element: ElementHandle, action: Action, ms: float) -> None:
    """Fill a field in; where it is filled by keys alone (as editors are) type them."""
    try:
        await element.fill(action.value, timeout=min(ms, 3000))
    except page_errors() as fault:
        if type(fault).__name__ == "TimeoutError" or "not an <input>" not in str(fault):
            raise
        await element.click(timeout=ms)
        await element.type(action.value, timeout=ms)


async def _clear(element: ElementHandle, _action: Action, ms: float) -> None:
    if await element.evaluate("e => e.matches('select')"):
        await element.select_option(value=[], timeout=ms)
    else:
        await element.fill("", timeout=ms)


async def _select(element: ElementHandle, action: Action, ms: float) -> None:
    wanted = list(action.values) or [action.value]
    options = await element.evaluate("e => [...(e.options || [])].map(o => [o.value, o.label.trim()])")
    known = {value for value, _ in options}
    labels = {label: value for value, label in reversed(options)}
    unknown = [one for one in wanted if one not in known and one not in labels]
    if unknown:
        raise Unable(f"there is no option {unknown[0]!r}")
    await element.select_option(value=[one if one in known else labels[one] for one in wanted], timeout=ms)


async def _check(element: ElementHandle, action: Action, ms: float) -> None:
    await _tick(element, action.kind == "check", ms)


async def _tick(element: ElementHandle, wanted: bool, ms: float) -> None:
    """Tick a box; one that is drawn as something else is clicked where it is seen, by its label."""
    native = await element.evaluate("e => e.matches('input[type=checkbox],input[type=radio]')")
    if not native:
        on = (await element.get_attribute("aria-checked")) == "true"
        if on != wanted:
            await element.click(timeout=ms)
        return
    if await element.is_visible():
        await element.set_checked(wanted, timeout=ms)
        return
    if await element.is_checked() != wanted:
        label = (await element.evaluate_handle("e => (e.labels || [])[0] || null")).as_element()
        if label is None:
            raise Unable("the box is not shown, and has no label to click")
        await label.click(timeout=ms)


async def _upload(element: ElementHandle, action: Action, ms: float) -> None:
    files = list(action.values) or [action.value]
    if await element.evaluate("e => e.matches('input[type=file]')"):
        await element.set_input_files(files, timeout=ms)
        return
    frame = await element.owner_frame()
    if frame is None:
        raise Unable("the element is in no frame")
    async with frame.page.expect_file_chooser(timeout=ms) as chooser:
        await element.click(timeout=ms)
    await (await chooser.value).set_files(files, timeout=ms)


async def _hover(element: ElementHandle, action: Action, ms: float) -> None:
    await element.hover(timeout=ms, position=await position(element, action))


async def _scroll(element: ElementHandle, action: Action, ms: float) -> None:
    """Scroll to the element; one way or the other within it where that is said."""
    await element.scroll_into_view_if_needed(timeout=ms)
    if not action.value:
        return
    if action.value not in SCROLLS:
        raise Unable(f"an element scrolls {', '.join(SCROLLS)}, not {action.value!r}")
    if not await scroll_within(element, action.value):
        raise Unable("nothing round the element scrolls that way")


async def _press(tab: Tab, element: ElementHandle, action: Action, ms: float) -> None:
    for key in action.values or (action.value,):
        if not action.passwords:
            await element.focus()
            await _spare(tab, action, key)
        await element.press(_key(key), timeout=ms)


async def _spare(tab: Tab, action: Action, key: str) -> None:
    """Raises Unable for a key that would write into a password, and may not."""
    if not action.passwords and writes(key) and await tab.asks_secret():
        raise Unable(WITHHELD)


async def _focus(element: ElementHandle, _action: Action, _ms: float) -> None:
    await element.focus()


async def _submit(element: ElementHandle, _action: Action, _ms: float) -> None:
    if not await element.evaluate(_SUBMIT):
        raise Unable("the element is in no form")


_ACTIONS: dict[str, Callable[[ElementHandle, Action, float], Awaitable[None]]] = {
    "click": _click,
    "double_click": _double_click,
    "right_click": _right_click,
    "mark": _mark,
    "type": _type,
    "clear": _clear,
    "select": _select,
    "check": _check,
    "uncheck": _check,
    "upload": _upload,
    "hover": _hover,
    "scroll": _scroll,
    "focus": _focus,
    "submit": _submit,
}


def _key(name: str) -> str:
    """Playwright's name of a key; `a`, `Enter`, `Control+a` are that already."""
    return _KEYS.get(name.lower(), name)


async def _effect(tab: Tab, until: float) -> None:
    """Wait until it shows what the action led to: a document that is on its way, a download, a window."""
    end = min(time.monotonic() + EFFECT, until)
    while time.monotonic() < end or (tab.watch.is_navigating() and time.monotonic() < until):
        await asyncio.sleep(0.02)
    await tab.watch.finish(max(until - time.monotonic(), 0))


def _said(fault: BaseException) -> str:
    """What Playwright says of why it did nothing: the last reason of its log."""
    from lightterm.safe import clean

    words, _, log = str(fault).partition("\nCall log:")
    reasons = [line.strip(" -\t") for line in log.splitlines() if "element is" in line or "intercepts" in line]
    return clean((reasons[-1] if reasons else words.strip().partition("\n")[0])[:300])
