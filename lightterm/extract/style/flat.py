"""What a style sheet says of showing, told for an engine that knows neither nesting, @supports, @scope nor ranges.

Nor does it know variables, containers and content-visibility.
"""

from __future__ import annotations

import re

from lightterm.extract.style.model import View
from lightterm.extract.style.scan import MASKED, UNMASK, Scan
from lightterm.extract.style.values import Variables

SAID = ("display", "visibility", "content-visibility")
_STRING = re.compile('"([0-9]+)"')
_SPECIAL = re.compile(f"[{chr(MASKED)}-{chr(MASKED + 127)}]")
_PAGE = re.compile(r"(?:^|,)\s*(?::root|html|body|:host|\*)\s*(?:,|$)")
_BEYOND = re.compile(r"content-visibility\s*:|(?:display|visibility)\s*:\s*var\(")


def flat(css: str, width: int, height: int, scheme: str, all_css: str = "") -> str:
    """The rules of a sheet that show or hide, as plain ones that hold for a screen of so many CSS pixels.

    Empty where the sheet has nothing that such an engine would not know. The rules of layers stand in their order.
    `all_css` are all sheets of the page: what variables are, and whether there are containers.
    """
    view = View(width, height, scheme)
    scan = Scan(view)
    if "@container" in css:
        from lightterm.extract.style.contained import containers

        scan.containers = containers([(all_css or css, "")], view)
    scan.add(css)
    if not scan.modern and not _BEYOND.search(css):
        return ""
    variables = Variables(lambda: _variables(all_css or css, view))
    out = []
    for selectors, declarations, _ in sorted(scan.rules, key=lambda rule: rule[2]):
        said = [told for one in declarations.split(";") if (told := _told(one, variables))]
        if said:
            out.append(f"{_plain(selectors, scan.strings)}{{{';'.join(said)}}}")
    return "\n".join(out)


def _told(declaration: str, variables: Variables) -> str:
    """A declaration as such an engine knows it; "" for one that says nothing of showing, or not for certain."""
    name, _, value = declaration.partition(":")
    name = name.strip().lower()
    if name not in SAID:
        return ""
    if name == "content-visibility":
        return "display: none" if value.strip().lower() == "hidden" else ""
    if "var(" not in value:
        return declaration
    value, flag, rest = value.partition("!")
    known = variables.resolve(value.strip().lower())
    return f"{name}: {known} {flag}{rest}" if known else ""


def _variables(css: str, view: View) -> dict[str, str]:
    """The custom properties that sheets declare for the page as a whole."""
    scan = Scan(view)
    scan.add(css)
    found: dict[str, str] = {}
    for selectors, block, _ in scan.rules:
        if "--" in block and _PAGE.search(selectors):
            for item in block.lower().split(";"):
                name, _, value = item.partition(":")
                if name.strip()[:2] == "--":
                    found[name.strip()] = value.partition("!")[0].strip()
    return found


def _plain(selectors: str, strings: list[str]) -> str:
    """Selectors as they are written: strings in their places, escapes before what would read as structure."""
    text = _STRING.sub(
        lambda found: '"' + strings[int(found[1])].replace("\\", "\\\\").replace('"', '\\"') + '"', selectors
    )
    return _SPECIAL.sub(lambda found: "\\" + found[0].translate(UNMASK), text)
