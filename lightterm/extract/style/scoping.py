"""Rules in an @scope, as plain ones; loaded where there is one."""

from __future__ import annotations

from lightterm.extract.style import media
from lightterm.extract.style.scan import LONGEST_NESTED, SCOPE, nest, split_commas


def scope(prelude: str, outer: str) -> str:
    """What nests the rules of an @scope, "" for one without a root: that is where its sheet stands, which is not known.

    Source: CSS Cascade 6 section 2.5 (https://www.w3.org/TR/css-cascade-6/#scope-atrule); how near the root is, which
    decides between rules of the same weight, is left out.
    """
    if prelude[:1] != "(" or len(prelude) > LONGEST_NESTED:
        return ""
    end = media.closing(prelude, 0)
    root = prelude[1:end].strip()
    root = nest(root, outer) if outer else root
    word, _, limit = prelude[end + 1 :].strip().partition("(")
    limit = limit[: media.closing(limit, -1)].strip() if word.strip().lower() == "to" else ""
    limit = f":where({root}) {limit}" if limit[:1] in (">", "+", "~") else limit.replace(":scope", f":where({root})")
    below = f":not(:where({limit}),:where({limit}) *)" if limit else ""
    return f"{SCOPE}{root}{SCOPE}:where({root},:where({root}) *){below}" if root else ""


def scoped(selectors: str, outer: str) -> str:
    """The selectors of a rule in an @scope: it is their subject that has to be within."""
    _, root, within = outer.split(SCOPE)
    if selectors.count(",") * len(within) > LONGEST_NESTED:
        return ""
    out = []
    for part in split_commas(selectors):
        part = part.strip().replace(":scope", f":is({root})").replace("&", f":where({root})")
        part = f":where({root}) {part}" if part[:1] in (">", "+", "~") else part
        at = min([at for mark in ("::", ":before", ":after") if (at := part.find(mark)) >= 0], default=len(part))
        out.append(f"{part[:at]}{within}{part[at:]}")
    text = ",".join(out)
    return text if len(text) <= LONGEST_NESTED else ""
