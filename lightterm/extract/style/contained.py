"""Which elements are containers, so that rules in @container hold inside of them alone.

https://www.w3.org/TR/css-contain-3/#container-rule: a query looks at the nearest container around an element, of that
name where it has one; outside of any it does not hold. What stands in its rules is therefore for what is below one.
"""

from __future__ import annotations

import re

from lightterm.extract.style.scan import Scan, split_commas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.style.model import View
    from lightterm.extract.style.scan import Containers

MOST = 20
"""Rules that make containers; with more every element is taken to be in one."""

_PSEUDO = re.compile(r"::|:(?=(?:before|after|first-line|first-letter)\b)")
_TYPES = ("size", "inline-size", "scroll-state")


def containers(sheets: Iterable[tuple[str, str]], view: View) -> Containers | None:
    """What makes containers in sheets, given with their media conditions: (selectors, names); None where unknown."""
    found = []
    for css, condition in sheets:
        if not makes_containers(css):
            continue
        scan = Scan(view)
        scan.add(css, condition)
        for selectors, block, _ in scan.rules:
            kind, names = _declared(block)
            if not kind:
                continue
            if '"' in selectors or ":host" in selectors:
                return None  # its strings are known to its own scan alone
            found.append((_without_pseudo(selectors), names))
    return tuple(found) if len(found) <= MOST else None


def makes_containers(css: str) -> bool:
    """Whether a sheet declares `container` or `container-type` (https://www.w3.org/TR/css-contain-3/#container-type)."""
    at = css.find("container")
    while at >= 0:
        if css[at - 1 : at] != "@" and css[at + 9 : at + 25].lstrip().removeprefix("-type").lstrip()[:1] == ":":
            return True
        at = css.find("container", at + 9)
    return False


def _declared(block: str) -> tuple[bool, frozenset[str]]:
    """Whether a block makes a container, and its names."""
    if "container" not in block:
        return False, frozenset()
    makes, names = False, frozenset[str]()
    for one in block.split(";"):
        name, _, value = one.partition(":")
        name, words = name.strip().lower(), value.partition("!")[0].lower()
        if name == "container":
            called, _, kind = words.partition("/")
            makes, names = kind.strip() in _TYPES, frozenset(called.split())
        elif name == "container-type":
            makes = any(word in _TYPES for word in words.split())
        elif name == "container-name":
            names = frozenset(words.split())
    return makes, names


def below_containers(known: Containers, query: str) -> str:
    """What a selector is to have besides to hold for what stands in a container of the query's name; "" for none."""
    head = query.partition("(")[0].strip().lower()
    name = "" if head in ("", "not") else head.split()[0]
    around = [selectors for selectors, names in known if not name or name in names]
    inner = [f"{one.strip()} *" for selectors in around for one in split_commas(selectors)]
    return f":where({','.join((*inner, '[style*=container] *'))})"


def within(selectors: str, below: str) -> str:
    """Selectors that hold for what is below a container alone."""
    out = []
    for one in split_commas(selectors):
        at = _PSEUDO.search(one)
        end = at.start() if at is not None else len(one)
        out.append(one[:end].rstrip() + below + one[end:] if one[:end].strip() else f"*{below}{one[end:]}")
    return ",".join(out)


def _without_pseudo(selectors: str) -> str:
    return ",".join(one for one in split_commas(selectors) if not _PSEUDO.search(one)) or ":not(*)"
