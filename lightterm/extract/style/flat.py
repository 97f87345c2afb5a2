"""What a style sheet says of showing, told for an engine that knows neither nesting, @supports, @scope nor ranges."""

from __future__ import annotations

import re

from lightterm.extract.style.model import View
from lightterm.extract.style.scan import MASKED, UNMASK, Scan

SAID = ("display", "visibility")
_STRING = re.compile('"([0-9]+)"')
_SPECIAL = re.compile(f"[{chr(MASKED)}-{chr(MASKED + 127)}]")


def flat(css: str, width: int, height: int, scheme: str) -> str:
    """The rules of a sheet that show or hide, as plain ones that hold for a screen of so many CSS pixels.

    Empty where the sheet has nothing that such an engine would not know. The rules of layers stand in their order.
    """
    scan = Scan(View(width, height, scheme))
    scan.add(css)
    if not scan.modern:
        return ""
    out = []
    for selectors, declarations, _ in sorted(scan.rules, key=lambda rule: rule[2]):
        said = [one for one in declarations.split(";") if one.partition(":")[0].strip().lower() in SAID]
        if said:
            out.append(f"{_plain(selectors, scan.strings)}{{{';'.join(said)}}}")
    return "\n".join(out)


def _plain(selectors: str, strings: list[str]) -> str:
    """Selectors as they are written: strings in their places, escapes before what would read as structure."""
    text = _STRING.sub(
        lambda found: '"' + strings[int(found[1])].replace("\\", "\\\\").replace('"', '\\"') + '"', selectors
    )
    return _SPECIAL.sub(lambda found: "\\" + found[0].translate(UNMASK), text)
