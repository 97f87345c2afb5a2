"""Targets of a page in words."""

from __future__ import annotations

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Targets


def described(document: Document, number: int) -> str:
    """A target in a line: where a link leads, what a field is."""
    target = document.targets[number]
    from lightterm.fetch.url_display import display_url

    if target.url:
        return display_url(target.url)
    field = target.field
    if field is None:
        return target.text or target.kind
    from lightterm.session.controls import BUTTONS, kind_in_words, words_on
    from lightterm.session.field_words import name_on_page

    kind = kind_in_words(field)
    own = (words_on(target) if target.kind == "button" else "") or field.label or field.placeholder
    name = own or (name_on_page(document, number) if field.name and field.kind not in BUTTONS else field.name)
    return f"{name} ({kind}{', required' * field.required})".lstrip()


def access_keys(targets: Targets) -> list[tuple[str, int]]:
    """The page's access keys, each with its target: of several that an element names the first that is one key.

    Raises ValidationFailed when there are none.
    """
    said = (
        (next((key for key in keys.split() if len(key) == 1), ""), number) for number, keys in targets.access_keys()
    )
    found = [(key, number) for key, number in said if key]
    if not found:
        raise ValidationFailed("the page has no access keys", actions=())
    return found


def with_access_key(targets: Targets, key: str) -> list[int]:
    """The targets of an access key, in this case or, where there are none, in the other.

    Raises ValidationFailed when there are none, with the keys that there are.
    """
    known = access_keys(targets)
    for same in (str, str.casefold):
        if found := [number for each, number in known if same(each) == same(key)]:
            return found
    keys = " ".join(dict.fromkeys(each for each, _ in known))
    raise ValidationFailed(f"nothing has the access key {key}; there are {keys}", actions=())
