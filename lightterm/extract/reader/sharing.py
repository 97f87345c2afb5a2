"""Buttons by which a page is passed on: they stand in articles like text, and are none."""

from __future__ import annotations

from lightterm.extract.reader.linear import HEADINGS, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.reader.blocks import Block

LONGEST = 60
"""Characters of the text of a row of buttons."""

_ASKED = frozenset(
    "share sharing tweet email print pin copy teilen twittern drucken partager partagez imprimer "
    "compartir compartilhar imprimir condividi stampa delen udostępnij поделиться".split()
)
_PLACES = frozenset(
    "facebook twitter whatsapp linkedin pinterest reddit telegram tumblr flipboard messenger bluesky mastodon threads "
    "pocket mail sms".split()
)
_BESIDE = frozenset(
    "x e on via this article post save link it to a friend bookmark the story page by in app fb url me send with all "
    "and or new window opens click here shares tweets auf per bei sur en di op".split()
)
_ALL = _ASKED | _PLACES | _BESIDE


def is_sharing(block: Block) -> bool:
    """Whether a block says nothing but where to share the page; names of places alone count where they are links.

    On the public sets 1888 such blocks are no main text and 23 are.
    """
    text = block.text
    if len(text) > LONGEST or block.element.tag in HEADINGS:
        return False
    words = words_of(text)
    told = _ASKED | _PLACES if block.linked else _ASKED
    return not told.isdisjoint(words) and all(word in _ALL or word.isdigit() for word in words)
