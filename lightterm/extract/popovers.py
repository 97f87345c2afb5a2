"""Popovers and dialogs that a button of the markup opens: disclosures where the button stands.

Without a script they work in browsers by the button's attributes alone, so they are there to be unfolded here.
https://html.spec.whatwg.org/multipage/popover.html and /form-elements.html#attr-button-commandfor
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

_POPOVER = frozenset(("toggle-popover", "show-popover"))
_ENDS = frozenset(("hide", "hide-popover", "close", "request-close"))
_AROUND = "a button summary select label".split()


def unfold_popovers(tree: Tree, query: str) -> None:
    """Put what a button that the query finds opens in its place, under its name, without what closes it again."""
    buttons = dom.select(tree, query)
    opened = dom.by_ids(tree, {_opens(button.attributes)[0] for button in buttons} - {""})
    for button in buttons:
        has = button.attributes
        name, wanted = _opens(has)
        shown = opened.get(name)
        if shown is None or "disabled" in has or not _is_wanted(shown, wanted) or not _is_free(button, shown):
            continue
        del opened[name]
        _unfold(button, shown, name)


def _opens(has: dict[str, str | None]) -> tuple[str, str]:
    """The id of what a button opens and as what, "" for nothing."""
    if name := has.get("popovertarget"):
        closes = (has.get("popovertargetaction") or "").lower() in _ENDS
        return ("", "") if closes else (name, "popover")
    command = (has.get("command") or "").lower()
    if command in _POPOVER:
        return has.get("commandfor") or "", "popover"
    return (has.get("commandfor") or "", "dialog") if command == "show-modal" else ("", "")


def _is_wanted(shown: Node, wanted: str) -> bool:
    """Whether an element is closed, and what the button takes it for."""
    has = shown.attributes
    return "popover" in has if wanted == "popover" else shown.tag == "dialog" and "open" not in has


def _is_free(button: Node, shown: Node) -> bool:
    """Whether something can unfold where the button stands: in no other control, and not in what it opens."""
    around = button.parent
    while around is not None:
        if around.tag in _AROUND or around.mem_id == shown.mem_id:
            return False
        around = around.parent
    return not any(inner.mem_id == button.mem_id for inner in shown.css(button.tag or "button"))


def _unfold(button: Node, shown: Node, name: str) -> None:
    has = button.attributes
    words = one_spaced(has.get("aria-label") or button.text() or has.get("value") or has.get("title") or "Menu")
    details = dom.element(f"<details><summary>{dom.escape(words)}</summary></details>")
    button.insert_before(details)
    put = button.prev
    for inner in shown.css("button,input"):
        closes = inner.attributes.get("popovertarget") == name or inner.attributes.get("commandfor") == name
        form = inner.parent
        if closes or (form is not None and form.tag == "form" and form.attributes.get("method") == "dialog"):
            inner.decompose()
    for hidden in ("popover", "hidden"):
        if hidden in shown.attributes:
            del shown.attrs[hidden]
    if shown.tag == "dialog":
        shown.attrs["open"] = ""
    if put is not None:
        put.insert_child(shown, move=True)
    button.decompose()
