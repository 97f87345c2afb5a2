"""A picture whose link leads where the next link leads, with words that that one has, too: one link, the picture in it.

Shops, galleries and front pages link the picture of a card and its title. Of 377 saved pages 44 said 454 titles twice
so, and 47 had 206 links of pictures without words beside the title's.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.vocabulary import Vocabulary

FURTHEST = 4
"""Elements around a link up to which the next one is looked for behind them."""

LETTERS = 2
"""Letters that stand for a name."""

_SAID_OF_PICTURES = frozenset(
    "a an the of for by 's ’s picture photo image pic avatar user author profile portrait logo icon thumbnail cover "
    "poster bild foto von profilbild imagen de la photo du image".split()
)
"""What a picture's words have beside the title of what it shows: "Profile photo for Ann", "A picture of Apple Pie"."""

_BOUNDS = frozenset("li td th tr dt dd table ul ol body html nav form".split())
"""What ends an item: the link of another leads to the same place by chance."""

_LINES = "div,p,h1,h2,h3,h4,h5,h6,ul,ol,table,br"
"""What has lines of its own in a link, of which a picture can only say one again."""

ACTS = ("onclick", "role", "download", "target", "data-toggle", "data-fancybox", "data-lightbox")
"""Attributes by which two links of one address may do two things."""


_CONTROLS = "a[href],input,button"
"""What ends the way to the next link, or is it. Asked before the text, as what holds all of a page mostly has one."""


def join(tree: Tree, vocabulary: Vocabulary) -> None:
    """Make one of two links that are one: of a picture, an abbreviation or initials, and of its words."""
    if vocabulary.may_hold("img"):
        join_linked(tree.css("a[href] img"))
    if vocabulary.may_hold("abbr[title]"):
        join_short(tree.css("a[href] abbr[title]"))
    if vocabulary.may_hold('[class*="avatar"]'):
        join_letters(tree.css('a[href][class*="avatar"]'))


def join_linked(linked: Iterable[Node]) -> None:
    """Put `linked` pictures that are a link by themselves into the next link where both lead to and say the same."""
    last = 0
    for picture in linked:
        link = _link_of(picture)
        if link is None or link.mem_id == last:
            continue
        last = link.mem_id
        pictures = link.css("img")
        if len(pictures) == 1 and not link.text().strip():
            _join(link, picture)


def join_short(abbreviations: Iterable[Node]) -> None:
    """Take out links of an abbreviation before the link that says its words, as pages have for small screens."""
    for node in abbreviations:
        link, words = _link_of(node), one_spaced(node.attrs.get("title") or "").casefold()
        if link is None or not words or link.text().strip() != node.text().strip():
            continue
        title = _next_link(link)
        if title is None or any(title.attrs.get(name) != link.attrs.get(name) for name in ("href", *ACTS)):
            continue
        said, begin = dom.text_of(title), title.first_child
        if said.casefold() == words and begin is not None:
            for picture in link.css("img"):
                picture.attrs["alt"] = said
                begin.insert_before(picture, move=True)
            link.decompose()


def join_letters(linked: Iterable[Node]) -> None:
    """Take out links that stand for a person by the first letters of a name, before the one that says the name."""
    for link in linked:
        letters = "".join(link.text().split()).casefold()
        if not 0 < len(letters) <= LETTERS or link.css_first("img") is not None:
            continue
        title = _next_link(link)
        if title is None or title.attrs.get("href") != link.attrs.get("href"):
            continue
        if dom.text_of(title).casefold().startswith(letters[0]):
            link.decompose()


def _link_of(node: Node) -> Node | None:
    at = node.parent
    while at is not None and at.tag != "a":
        at = at.parent
    return at


def _join(link: Node, picture: Node) -> None:
    href = (link.attrs.get("href") or "").strip()
    if not href or href[:1] == "#" or href[:11].lower() == "javascript:":
        return
    words = one_spaced(picture.attrs.get("alt") or picture.attrs.get("aria-label") or "").casefold()
    empty: list[Node] = []
    title = _next_that_shows(link, href, empty)
    if title is None or title.css_first("img") is not None:
        return
    said = dom.text_of(title)
    if not said or not _adds_nothing(words, said.casefold()):
        return
    if any(title.attrs.get(name) != link.attrs.get(name) for name in ACTS):
        return
    if words and words != said.casefold():
        picture.attrs["alt"] = "" if title.css_first(_LINES) is not None else said  # which the walk says once
    begin = title.first_child
    assert begin is not None  # it has text
    around = picture.parent
    begin.insert_before(around if around is not None and around.tag == "picture" else picture, move=True)
    for node in (link, *empty):
        node.decompose()


def _adds_nothing(words: str, said: str) -> bool:
    """Whether a picture's words tell nothing that the link's do not: all are among them, or only say that it is one."""
    if words in said:
        return True
    rest = words.replace(said, " ", 1) if len(said) > 2 else words
    return _SAID_OF_PICTURES.issuperset(rest.replace(":", " ").split())


def _next_that_shows(link: Node, href: str, empty: list[Node]) -> Node | None:
    """The next link, where it leads to the same address, past `empty` ones as are left of a link with links in it."""
    title: Node | None = link
    for _ in range(FURTHEST):
        title = None if title is None else _next_link(title)
        if title is None or (title.attrs.get("href") or "").strip() != href:
            return None
        if title.text().strip() or title.css_first("img") is not None:
            return title
        empty.append(title)
    return None


def _next_link(link: Node) -> Node | None:
    """The link behind one, with no text between them, within the same item."""
    at: Node | None = link
    for _ in range(FURTHEST):
        if at is None or at.tag in _BOUNDS:
            return None
        beside = at.next
        while beside is not None and beside.css_first(_CONTROLS) is None and not any(map(str.strip, dom.texts(beside))):
            beside = beside.next
        if beside is not None:
            return _first_link(beside)
        at = at.parent
    return None


def _first_link(node: Node) -> Node | None:
    """The link that a node is or begins with."""
    if node.tag == "-text":
        return None
    link = node if node.tag == "a" and "href" in node.attrs else node.css_first("a[href]")
    if link is None or link.mem_id == node.mem_id:
        return link
    words, begun = link.text().strip(), ""
    for text in dom.texts(node):
        begun = (begun + text).lstrip()
        if len(begun) >= len(words):
            break
    return link if words and begun.startswith(words) else None
