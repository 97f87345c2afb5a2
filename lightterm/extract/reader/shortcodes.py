"""WordPress's shortcodes that no plugin took out of a page (`[vc_row]`, `[gallery ids="1,2"]`): orders, and no text."""

from __future__ import annotations

import re

_NAME = r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+|caption|gallery|playlist|embed|audio|video"
_VALUE = r"\s[\w-]+=[\"'\u2018\u2019\u201c\u201d\u2033]"
_SURE = re.compile(rf"\[/({_NAME})\]|\[({_NAME}){_VALUE}")
_TAG = rf"\[/?({_NAME})(?:\s[^\[\]<>]*)?\]"
_ONE = re.compile(_TAG)
_TAGS = re.compile(rf"<(pre|code)[ >].*?</\1>|(?:{_TAG}\s*)+", re.S)


def without_shortcodes(markup: str) -> str:
    """Serialised markup without the tags of shortcodes at the edges of texts; what stands between them stays.

    A name in brackets is one where the page gives it attributes or ends it (`[/vc_row]`); `[sic]` and `[b]` are text.
    Source: https://developer.wordpress.org/apis/shortcode/
    """
    names = {one or other for one, other in _SURE.findall(markup)}
    if not names:
        return markup

    def less(found: re.Match[str]) -> str:
        if found[1] or not _is_at_edge(markup, found.start(), found.end()):
            return found[0]
        return _ONE.sub(lambda tag: "" if tag[1] in names else tag[0], found[0])

    return _TAGS.sub(less, markup)


def _is_at_edge(markup: str, start: int, end: int) -> bool:
    """Whether nothing stands before or behind a part of the markup but another tag of it."""
    return markup[max(0, start - 40) : start].rstrip()[-1:] in (">", "") or markup[end : end + 1] in ("<", "")
