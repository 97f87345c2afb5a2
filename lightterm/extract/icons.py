"""Names for links and buttons that show nothing but a picture: what an icon's class says, or where the link leads."""

from __future__ import annotations

from lightterm.extract.links import name_from_address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

_PICTURES = 'i[class],span[class*="icon"],button[class*="icon"],img[alt=""]'
_SETS = tuple("fa- icon- icon_ bi- glyphicon- mdi- ti- ri- la- octicon- dashicons- icofont-".split())
_NO_NAMES = frozenset(
    "fw lg sm xs xl 1x 2x 3x 4x 5x spin pulse solid regular light thin duotone brands brand border inverse stack "
    "button btn wrapper container text only left right small large medium primary white black".split()
)
FURTHEST = 4
"""Elements between a picture and its link or button."""


def name_pictures(tree: Tree) -> None:
    """Give links and buttons without a name that of their icon; links round a picture said to be mute, their address.

    Only links that no other one doubles: beside a headline with the same address, a picture's link is left out.
    """
    seen: dict[str, int] = {}
    for picture in tree.css(_PICTURES):
        owner = _owner(picture)
        if owner is None or _is_named(owner):
            continue
        name = picture.attrs.get("title") if picture.tag == "img" else _icon_name(picture.attrs.get("class") or "")
        if not name and owner.tag == "a":
            address = owner.attrs.get("href") or ""
            if address[:1] in ("", "#") or address.startswith("javascript:"):
                continue
            if not seen:
                for link in tree.css("a[href]"):
                    href = link.attrs.get("href") or ""
                    seen[href] = seen.get(href, 0) + 1
            name = name_from_address(address) if seen.get(address) == 1 else ""
        if name:
            owner.attrs["aria-label"] = name


def _owner(picture: Node) -> Node | None:
    node: Node | None = picture
    for _ in range(FURTHEST):
        if node is None or node.tag == "button" or (node.tag == "a" and "href" in node.attrs):
            return node
        node = node.parent
    return None


def _is_named(owner: Node) -> bool:
    has = owner.attrs
    if has.get("aria-label") or has.get("title") or (owner.text() or "").strip():
        return True
    return owner.css_first('img[alt]:not([alt=""]),svg title,svg text,svg[aria-label],input,[aria-label]') is not None


def _icon_name(classes: str) -> str:
    """What an icon font's class calls the icon: "shopping cart" for `fa fa-shopping-cart`."""
    for word in classes.split():
        for prefix in _SETS:
            name = word[len(prefix) :]
            if word.startswith(prefix) and name not in _NO_NAMES and name.replace("-", "").isalpha() and len(name) < 25:
                return name.replace("-", " ")
    return ""
