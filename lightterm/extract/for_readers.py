"""Text for screen readers alone, where no style sheet hides it: it is said once, and apart from the words beside it.

Sites have such text in a class (`sr-only`) that their sheet takes out of sight; where the sheet is not to be had, an
address beside a button read "View all revisionsView all revisions", a date once in short and once in full.
"""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.extract.aria import FOR_READERS, beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.prepare import Removal
    from lightterm.extract.vocabulary import Vocabulary

LONGEST = 300
"""Characters of a text up to which it is compared."""

_WHOLE = frozenset("a button label summary option li td th dt dd p h1 h2 h3 h4 h5 h6 body html".split())
"""What has a name or words of its own."""

_TAGS = frozenset("span b i em strong small".split())
_STICKS = frozenset(".,:;!?)]}…’”'\"%")
"""What follows a word without a space."""


def say_once(tree: Tree, removal: Removal, vocabulary: Vocabulary) -> None:
    """Take out what says again what is shown beside it, and set apart what says more; to be called when what sheets
    hide is gone.
    """
    names = FOR_READERS
    if vocabulary.is_dense:  # looking for one that is not there costs 0.4 ms a MB
        names = [name for name in names if name.lower().encode() in vocabulary.lowered]
    doomed = []
    for node in dom.select(tree, ",".join([f'[class*="{name}"]' for name in names])):
        text = dom.text_of(node, LONGEST) if node.tag in _TAGS else ""
        if not text:
            continue
        double = _double(node, text)
        if double is not None:
            doomed.append(double)
            if double.mem_id != node.mem_id and _shown(double.prev)[-1:].isalnum():
                double.insert_before(" ")
        else:
            _set_apart(node, text)
    removal.take(doomed, "said twice")


def _double(node: Node, text: str) -> Node | None:
    """Of a text for screen readers and what is shown in its place, the one that can go; None where both have a say."""
    for twin in (beside(node.prev, forward=False), beside(node.next, forward=True)):
        if twin is not None and twin.attrs.get("aria-hidden") == "true":
            shown = dom.text_of(twin, LONGEST)
            if any(map(str.isalnum, shown)):
                return _lesser(node, text, twin, shown)
    return node if _repeats(node, text) else None


def _lesser(node: Node, text: str, twin: Node, shown: str) -> Node | None:
    """A bare number goes before the text that has it (`4.5`, `Rated 4.5 out of 5`), else what is not shown goes where
    it has words of what is.
    """
    if _solid(text) == _solid(shown):
        return node
    if all(c.isdigit() or c in " .,:/%" for c in shown):
        return twin if shown in text else None
    return node if not _beginnings(text).isdisjoint(_beginnings(shown)) else None


def _beginnings(text: str) -> set[str]:
    """How the words and numbers of a text begin: `Est.` is `Estimated`."""
    return {word[:3] for word in text.casefold().split() if word[:2].isalnum() or not word.isalpha()}


def _repeats(node: Node, text: str) -> bool:
    """Whether the least of what holds the node and other text says the same words twice, within one link or item; or
    what stands right before it says them, as the name of an icon.
    """
    own = _solid(text)
    named = _right_before(node)
    if named is not None and _solid_to(named, len(own)) == own:
        return True
    within = node.parent
    while within is not None:
        around = _solid_to(within, 2 * len(own))
        if around != own:
            return around == own + own
        if within.tag in _WHOLE:
            break
        within = within.parent
    return False


def _right_before(node: Node) -> Node | None:
    """The element before one, with no text between them."""
    at = node.prev
    while at is not None and not at.is_element_node and not (at.text_content or "").strip():
        at = at.prev
    return at if at is not None and at.is_element_node else None


def _solid(text: str) -> str:
    return "".join(text.split()).casefold()


def _solid_to(node: Node, most: int) -> str:
    """How a node's text begins, more than `most` characters of it where there are: of many such nodes in a paragraph
    each would copy all of it.
    """
    begun = ""
    for text in dom.texts(node):
        begun += _solid(text)
        if len(begun) > most:
            break
    return begun


def _set_apart(node: Node, text: str) -> None:
    """A space between the text and a word that it touches: what is out of the flow is no part of a word."""
    own = node.text()
    before, after = _shown(node.prev)[-1:], _shown(node.next)[:1]
    if before.strip() and text[0] not in _STICKS and not own[:1].isspace():
        node.insert_before(" ")
    if after.isalnum() and not own[-1:].isspace():
        node.insert_after(" ")


def _shown(node: Node | None) -> str:
    """What stands in a line beside something; nothing of what begins lines of its own."""
    if node is None or (node.tag != "-text" and node.tag not in _TAGS and node.tag != "a"):
        return ""
    return node.text()
