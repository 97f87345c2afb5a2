"""Targets of a page in words."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Target


def described(target: Target) -> str:
    """A target in a line: where a link leads, what a field is."""
    from lightterm.fetch.url_display import display_url

    if target.url:
        return display_url(target.url)
    field = target.field
    if field is None:
        return target.text or target.kind
    from lightterm.session.controls import kind_in_words, words_on

    kind = kind_in_words(field)
    name = (words_on(target) if target.kind == "button" else "") or field.label or field.name or field.placeholder
    return f"{name} ({kind}{', required' * field.required})".lstrip()
