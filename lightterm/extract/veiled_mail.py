"""E-mail addresses that a content network has written in a cipher, against those who gather addresses.

Cloudflare puts `[email protected]` in their place, and a script that undoes it; without scripts the address of whoever
one wants to write to was lost. The cipher is hexadecimal, each byte combined with the first by exclusive or.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

_PATH = "/cdn-cgi/l/email-protection"
_TEXT = "data-cfemail"
_PLACE = ".__cf_email__"
_LONGEST = 8_000
"""Hexadecimal digits; what a link to share a page by mail says in its body comes to a thousand."""


def unveil_mail(tree: Tree, query: str) -> None:
    """Write the addresses of what the query finds in clear, as text and as what links lead to."""
    for node in tree.css(query):
        if _TEXT in node.attrs:
            address = _decipher(node.attrs.get(_TEXT) or "")
            if "@" in address:
                _write(node, address)
                if node.tag == "a":
                    node.attrs["href"] = f"mailto:{address}"
        else:
            _lead(node)


def _lead(link: Node) -> None:
    """Lead to the address, and say it where only the link still has it."""
    before, _, cipher = (link.attrs.get("href") or "").partition("#")
    address = _decipher(cipher) if before.endswith(_PATH) else ""
    if not address:
        return
    link.attrs["href"] = f"mailto:{address}"
    to = address.partition("?")[0]
    for place in link.css(_PLACE) if "@" in to else ():
        if _TEXT not in place.attrs:
            _write(place, to)


def _write(place: Node, address: str) -> None:
    for child in list(place.iter(include_text=True)):
        child.decompose()
    place.insert_child(address)


def _decipher(cipher: str) -> str:
    """What a cipher says; "" for none."""
    try:
        key, *rest = bytes.fromhex(cipher[:_LONGEST])
        return bytes([key ^ byte for byte in rest]).decode()
    except ValueError:
        return ""
