"""Names for links and buttons that show nothing but a picture: what an icon's class says, or where the link leads.

They are kept in an attribute, since only the walk knows in the end who shows nothing else.
"""

from __future__ import annotations

from lightterm.extract.links import ICON, name_from_address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

SELECTORS = (
    "i[class]",
    'span[class*="icon"]',
    'span[class*="material-symbols"]',
    'button[class*="icon"]',
    'img[alt=""]',
)
TAGS = frozenset(("i", "span", "button", "img"))
FURTHEST = 4
"""Elements between a picture and its link or button."""

_SETS = tuple("fa- icon- icon_ bi- glyphicon- mdi- ti- ri- la- octicon- dashicons- icofont-".split())
_LIGATURES = ("material-icons", "material-symbols")
"""Classes of fonts that paint the word `lock_open` as a lock (https://developers.google.com/fonts/docs/material_icons)."""

_NO_NAMES = frozenset(
    "fw lg sm xs xl 1x 2x 3x 4x 5x spin pulse solid regular light thin duotone brands brand border inverse stack "
    "button btn wrapper container text only left right small large medium primary white black".split()
)


class Pictures:
    """Looks at the pictures of one page in order."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._links: dict[str, int] = {}

    def look_at(self, picture: Node, tag: str, has: dict[str, str | None]) -> None:
        """Give the link or button around a picture the name it may need."""
        owner = _owner(picture)
        if owner is None or ICON in owner.attrs:
            return
        if tag != "img":
            name = _icon_name(has.get("class") or "")
        elif "alt" in has and not has["alt"] and owner.tag == "a":
            name = has.get("title") or self._address(owner)
        else:
            return
        if name:
            owner.attrs[ICON] = name

    def is_word(self, picture: Node, tag: str, has: dict[str, str | None]) -> bool:
        """Whether an element holds the word for which an icon font paints a picture; its link or button may need it."""
        if tag not in ("i", "span") or not any(
            word.startswith(_LIGATURES) for word in (has.get("class") or "").split()
        ):
            return False
        word = picture.text().strip()
        if not word.replace("_", "").isalnum() or not word.isascii() or word != word.lower():
            return False
        owner = _owner(picture)
        if owner is not None and ICON not in owner.attrs:
            owner.attrs[ICON] = word.replace("_", " ")
        return True

    def _address(self, link: Node) -> str:
        """Where a picture said to be mute leads, unless another link does: beside its headline it needs no name."""
        address = link.attrs.get("href") or ""
        if address[:1] in ("", "#") or address.startswith("javascript:"):
            return ""
        links = self._links
        if not links:
            for node in self._tree.css("a[href]"):
                href = node.attrs.get("href") or ""
                links[href] = links.get(href, 0) + 1
        return name_from_address(address) if links.get(address) == 1 else ""


def _owner(picture: Node) -> Node | None:
    node: Node | None = picture
    for _ in range(FURTHEST):
        if node is None or node.tag == "button" or (node.tag == "a" and "href" in node.attrs):
            return node
        node = node.parent
    return None


def _icon_name(classes: str) -> str:
    """What an icon font's class calls the icon: "shopping cart" for `fa fa-shopping-cart`."""
    for word in classes.split():
        for prefix in _SETS:
            name = word[len(prefix) :]
            if word.startswith(prefix) and name not in _NO_NAMES and name.replace("-", "").isalpha() and len(name) < 25:
                return name.replace("-", " ")
    return ""
