"""Scripts as other tools take them: a function that is to be called, or the body of one."""

from __future__ import annotations

import re

_FUNCTION = re.compile(r"\s*(?:async\s+)?function\b[^({]*\([^)]*\)\s*(?=\{)")
_ARROW = re.compile(r"\s*(?:async\s+)?(?:\([^()]*\)|[\w$]+)\s*=>\s*")

_FENCE = re.compile(r"\s*```(?:js|javascript)?\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
"""A script as it stands in Markdown."""

BODY = ("Illegal return statement", "await is only valid")
"""What engines say of the body of a function, which they have not begun to run then."""


def expression(script: str) -> str:
    """The script as an expression: one that is a function, and no more, is called."""
    if fenced := _FENCE.fullmatch(script):
        script = fenced[1]
    text = script.strip().rstrip(";").rstrip()
    found = _FUNCTION.match(text) or _ARROW.match(text)
    if found is None:
        return script
    rest = text[found.end() :]
    whole = _closes(rest) if rest.startswith("{") else rest and not re.search(r"[;\n]", rest)
    return f"({text}\n)()" if whole else script


def body(script: str) -> str:
    """The script as the body of a function that is called."""
    return f"(async () => {{\n{script}\n}})()"


def _closes(block: str) -> bool:
    """Whether a block is over where the text is."""
    depth = 0
    for at, letter in enumerate(block):
        depth += (letter == "{") - (letter == "}")
        if not depth:
            return at == len(block) - 1
    return False
