"""What stands in braces in a command: {url}, {title}, {link} ... filled in after its words were split.

A page's title can so hold any quotes and `;;` and still be one argument.
"""

from __future__ import annotations

import re

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation, Value

NAMES = {
    "url": "The page's address.",
    "title": "The page's title.",
    "host": "The page's host.",
    "link": "The address of the link under the cursor.",
    "link_text": "The text of the link under the cursor.",
    "selection": "The selected text.",
    "word": "The word under the caret.",
    "clipboard": "What is on the clipboard.",
}
_BRACES = re.compile(r"\{(\{|[a-z_]+\})")


CLIPBOARD = "{clipboard}"


def wants_clipboard(call: Invocation) -> bool:
    """Whether what is on the clipboard is to be filled in."""
    for _, value in call.values:
        if any(CLIPBOARD in word for word in (value if isinstance(value, tuple) else (str(value),))):
            return True
    return False


def expand(text: str, front: Front, clipboard: str = "") -> str:
    """`text` with its names filled in; `{{` is a brace, other braces stay. Raises ValidationFailed."""

    def value(match: re.Match[str]) -> str:
        name = match[1].rstrip("}")
        if match[1] == "{":
            return "{"
        if name == "clipboard":
            return clipboard
        return _value(name, front) if name in NAMES else match[0]

    return _BRACES.sub(value, text) if "{" in text else text


def expanded(call: Invocation, front: Front, clipboard: str = "") -> Invocation:
    """The invocation with the arguments filled in that may be. Raises ValidationFailed."""
    allowed = {argument.name for argument in call.command.arguments if argument.expand}
    if not allowed or not any(name in allowed for name, _ in call.values):
        return call
    return call.replace(values=tuple((n, _filled(v, front, clipboard) if n in allowed else v) for n, v in call.values))


def _filled(value: Value, front: Front, clipboard: str) -> Value:
    if isinstance(value, tuple):
        return tuple(expand(word, front, clipboard) for word in value)
    return expand(value, front, clipboard) if isinstance(value, str) else value


def _value(name: str, front: Front) -> str:
    from lightterm.commands.navigate import shown

    if name == "selection":
        return front.view.selection
    if name == "word":
        return front.view.word
    visit = shown(front)
    if name == "title":
        return visit.title
    if name == "url":
        return visit.url
    if name == "host":
        from lightterm.fetch.urls import host_of

        return host_of(visit.url)
    number = front.view.target
    target = visit.page.document.targets[number] if visit.page is not None and number else None
    if target is None or not target.url:
        raise ValidationFailed(f"{{{name}}}: the cursor is on no link", actions=())
    return target.url if name == "link" else target.text
