"""Whether one element passes one attribute selector or pseudo-class. https://www.w3.org/TR/selectors-4/"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.style.match import Element, Index
    from lightterm.extract.style.selectors import Test

_FIELDS = ("input", "select", "textarea", "button", "option", "optgroup", "fieldset")


def _value(element: Element, name: str) -> str | None:
    attrs = element.node.attrs
    return (attrs.get(name) or "") if name in attrs else None


def _attribute(index: Index, element: Element, test: Test) -> bool:
    _, name, kind, wanted, folded = test
    have = _value(element, str(name))
    if have is None or not kind:
        return have is not None
    want = str(wanted)
    if folded or name == "type":
        have, want = have.lower(), want.lower()
    if kind == "=":
        return have == want
    if kind == "|":
        return have == want or have.startswith(want + "-")
    if kind == "~":
        return want in have.split()
    if not want:
        return False
    return have.startswith(want) if kind == "^" else have.endswith(want) if kind == "$" else want in have


def _nth(index: Index, element: Element, test: Test) -> bool:
    _, step, offset, last, typed = test
    place = index.place(element)[(2 if typed else 0) + (1 if last else 0)]
    return nth_holds(place, int(step), int(offset))  # type: ignore[call-overload]


def nth_holds(place: int, step: int, offset: int) -> bool:
    """Whether `place` is step*n + offset for some n >= 0."""
    if step == 0:
        return place == offset
    return (place - offset) % step == 0 and (place - offset) // step >= 0


def _empty(index: Index, element: Element, test: Test) -> bool:
    child = element.node.first_child
    while child is not None:
        if child.is_element_node or (child.is_text_node and child.text()):
            return False
        child = child.next
    return True


def _link(index: Index, element: Element, test: Test) -> bool:
    return element.tag in ("a", "area") and "href" in element.node.attrs


def _checked(index: Index, element: Element, test: Test) -> bool:
    if element.tag == "option":
        return "selected" in element.node.attrs
    return element.tag == "input" and "checked" in element.node.attrs


def _disabled(index: Index, element: Element, test: Test) -> bool:
    return element.tag in _FIELDS and "disabled" in element.node.attrs


def _enabled(index: Index, element: Element, test: Test) -> bool:
    return element.tag in _FIELDS and "disabled" not in element.node.attrs


def _required(index: Index, element: Element, test: Test) -> bool:
    return element.tag in ("input", "select", "textarea") and "required" in element.node.attrs


def _optional(index: Index, element: Element, test: Test) -> bool:
    return element.tag in ("input", "select", "textarea") and "required" not in element.node.attrs


def _writable(index: Index, element: Element, test: Test) -> bool:
    attrs = element.node.attrs
    return element.tag in ("input", "textarea") and "readonly" not in attrs and "disabled" not in attrs


def _placeholder(index: Index, element: Element, test: Test) -> bool:
    return bool(_value(element, "placeholder")) and not _value(element, "value") and not element.node.text()


def _lang(index: Index, element: Element, test: Test) -> bool:
    at: Element | None = element
    while at is not None:
        have = (_value(at, "lang") or "").lower()
        if have:
            return any(have == want or have.startswith(f"{want}-") for want in test[1:])
        at = index.parent(at)
    return False


def _dir(index: Index, element: Element, test: Test) -> bool:
    at: Element | None = element
    while at is not None:
        have = (_value(at, "dir") or "").lower()
        if have in ("ltr", "rtl"):
            return have == test[1]
        at = index.parent(at)
    return test[1] == "ltr"


def _is(index: Index, element: Element, test: Test) -> bool:
    return any(index.matches(element, one) for one in test[1:])  # type: ignore[arg-type]


TESTS: dict[str, Callable[[Index, Element, Test], bool]] = {
    "never": lambda index, element, test: False,
    "root": lambda index, element, test: index.parent(element) is None,
    "scope": lambda index, element, test: index.parent(element) is None,
    "defined": lambda index, element, test: "-" not in element.tag,
    "valid": _optional,
    "in-range": lambda index, element, test: False,
    "empty": _empty,
    "link": _link,
    "any-link": _link,
    "checked": _checked,
    "default": _checked,
    "disabled": _disabled,
    "enabled": _enabled,
    "required": _required,
    "optional": _optional,
    "read-write": _writable,
    "read-only": lambda index, element, test: not _writable(index, element, test),
    "placeholder-shown": _placeholder,
    "only-child": lambda index, element, test: index.place(element)[:2] == (1, 1),
    "only-of-type": lambda index, element, test: index.place(element)[2:] == (1, 1),
    "nth": _nth,
    "attribute": _attribute,
    "lang": _lang,
    "dir": _dir,
    "is": _is,
    "not": lambda index, element, test: not _is(index, element, test),
    "has": lambda index, element, test: element.mem in index.holders(test),
}
