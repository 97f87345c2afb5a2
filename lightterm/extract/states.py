"""The state of controls that are made of other elements: ticked, on, pressed, chosen, as ARIA says and looks show.

Their scripts do not run here, so they are told as text, with no number. https://www.w3.org/TR/wai-aria-1.2/#aria-checked
"""

from __future__ import annotations

from lightterm.extract.inline import switch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

_BOXES = {"checkbox": "checkbox", "menuitemcheckbox": "checkbox", "radio": "radio", "menuitemradio": "radio"}
_CHOSEN = frozenset(("tab", "option", "treeitem"))


def tell_states(controls: list[Node]) -> None:
    """Put the state of each such control beside its words; to be called when names are resolved."""
    for node in controls:
        before, behind = _state(node.tag or "", node.attributes)
        if before or behind:
            _tell(node, before, behind)


def _state(tag: str, has: dict[str, str | None]) -> tuple[str, str]:
    """(what to put before, what to put behind the words of an element); ("", "") where there is no state to tell."""
    if tag in ("input", "option"):
        return "", ""
    role = (has.get("role") or "").split(" ")[0]
    checked = has.get("aria-checked")
    if role == "switch" and checked:
        return "", "(on)" if checked == "true" else "(off)"
    if role in _BOXES and checked:
        if tag == "button":
            untold = "" if _BOXES[role] == "radio" else "(not checked)"  # one of several: that which is tells enough
            return "", "(checked)" if checked == "true" else untold
        return ("[-]" if checked == "mixed" else switch(_BOXES[role], checked == "true")), ""
    if has.get("aria-pressed") == "true" and (tag == "button" or role == "button"):
        return "", "(pressed)"
    if has.get("aria-selected") == "true" and role in _CHOSEN:
        return "", "(selected)"
    return "", ""


def _tell(node: Node, before: str, behind: str) -> None:
    """Put a state beside the first or last words of an element, or into the name that stands for them."""
    texts = [
        text for text in node.traverse(include_text=True) if text.tag == "-text" and (text.text_content or "").strip()
    ]
    if not texts:
        name = f"{before} {node.attrs.get('aria-label') or ''} {behind}".strip()
        if node.tag in ("a", "button"):
            node.attrs["aria-label"] = name
        else:
            node.insert_child(name)
    elif before:
        texts[0].insert_before(f"{before} ")
    else:
        texts[-1].insert_after(f" {behind}")
