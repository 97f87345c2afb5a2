"""What serialised markup may hold that a walk over its tags is not to meet."""

from __future__ import annotations


def without_comments(html: str) -> str:
    """Markup without comments, cut out one by one: split and joined, a large page's would be in memory five times."""
    kept, at = [], 0
    while (start := html.find("<!--", at)) >= 0:
        kept.append(html[at:start])
        end = html.find("-->", start)
        at = end + 3 if end >= 0 else len(html)
    return "".join([*kept, html[at:]])


def without_strays(html: str) -> str:
    """Markup without the `<` that names of tags and attributes may hold (`<p <b>` has an attribute `<b`)."""
    parts = [part.partition("<") for part in html.split(">")]
    return ">".join([f"{text}{mark}{tag.replace('<', '_')}" for text, mark, tag in parts])
