"""Names for links and buttons that show nothing but a picture: what an icon's class says, or where the link leads.

They are kept in an attribute, since only the walk knows in the end who shows nothing else.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom
from lightterm.extract.links import BY_ADDRESS, ICON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

SELECTORS = (
    "i[class]",
    'span[class*="icon"]',
    '[class*="material-icon"]',
    '[class*="material-symbols"]',
    '[class*="google-symbols"]',
    '[class*="mat-icon"]',
    '[class*="md-icon"]',
    "mat-icon",
    "md-icon",
    'button[class*="icon"]',
    'img[alt=""]',
    "button img",
    "svg",
)
TAGS = frozenset(("i", "span", "button", "img", "svg"))
_OF_WORDS = frozenset(("mat-icon", "md-icon"))
"""Elements, and classes, of component libraries that hold the word of an icon."""

_CONTROLS = frozenset(("a", "button"))
FURTHEST = 4
"""Elements between a picture and its link or button."""

ASKED = 10
"""Addresses that the tree is asked for by themselves: with more of them those of all its links are read."""

_SETS = tuple(
    "fa- icon- icon_ bi- glyphicon- mdi- ti- ri- la- octicon- dashicons- icofont- lucide- feather- tabler- i- ic- "
    "ic_".split()
)
_LIGATURES = ("material-icon", "material-symbols", "google-symbols")
"""Classes of fonts that paint the word `lock_open` as a lock (https://developers.google.com/fonts/docs/material_icons)."""

LIGATURE_FONTS = ("materialicon", "materialsymbol", "googlesymbol")
"""The same fonts as style sheets name them, without spaces and dashes."""

MOST_GLYPHS = 3
"""Different glyphs of one text: two tones of one icon, stars and half a star."""

_PRIVATE = range(0xE000, 0xF900)
"""Characters for private use, by which icon fonts paint."""

_COMMON = (b"\xef\xbb", b"\xef\xbc", b"\xef\xbd", b"\xef\xbf")
"""What else begins so in UTF-8: the mark that begins a file, full width, what stands for a broken character."""

_HEX = b"0123456789abcdefABCDEF"

_FEW = 500
"""Places that are looked at one by one, at 150 ns each: so many full stops of full width are on pages of Chinese."""

_NO_NAMES = frozenset(
    "fw lg sm xs xl 1x 2x 3x 4x 5x spin pulse solid regular light thin duotone brands brand border inverse stack "
    "button btn wrapper container text only left right small large medium primary white black "
    "svg img image picture font icon sprite".split()
)


_DEEDS = frozenset(
    "search menu close toggle share like favorite favourite heart cart basket bag next prev previous back forward play "
    "pause stop mute volume login signin logout user account profile settings config delete remove trash edit add plus "
    "minus copy download upload print save bookmark expand collapse dropdown hamburger burger nav filter sort send "
    "submit theme dark light language lang up down left right zoom fullscreen more options info help notification "
    "notifications bell home refresh reload rating star comment reply attach camera mic map location calendar "
    "clear".split()
)
"""Words by which the class, id or picture's address of a button tells what it is for."""

UNKNOWN = "·"
"""What a button shows, or a link that only a script can lead anywhere, of which nothing tells what it is for."""


class Pictures:
    """Looks at the pictures of one page in order; `nodes` are those, and perhaps others."""

    def __init__(self, tree: Tree, nodes: list[Node]) -> None:
        self._links = _leading_to(
            tree, {address for node in nodes if node.tag == "img" and (address := _told_by(node))}
        )

    def look_at(self, picture: Node, tag: str, has: dict[str, str | None]) -> None:
        """Give the link or button around a picture the name it may need."""
        owner = _owner(picture)
        if owner is None or ICON in owner.attrs:
            return
        from lightterm.extract.address_names import name_from_address

        if tag == "svg":
            name = _drawn_name(picture, has) or _guessed_of(owner)
        elif tag == "img" and owner.tag == "button":
            name = "" if has.get("alt") else guessed(name_from_address(has.get("src") or ""))
        elif tag != "img":
            name = _icon_name(has.get("class") or "")
            if not name and (tag == "i" or owner.tag == "button"):
                name = _guessed_of(owner)
        elif "alt" in has and not has["alt"] and owner.tag == "a":
            name = has.get("title") or self._by_address(owner) or _guessed_of(owner)
        else:
            return
        if name:
            owner.attrs[ICON] = name

    def is_word(self, picture: Node, tag: str, has: dict[str, str | None]) -> bool:
        """Whether an element holds the word for which an icon font paints a picture; its link or button may need it."""
        if tag not in _OF_WORDS:
            classes = has.get("class")
            if not classes or "-" not in classes:
                return False
            if not any(name in classes for name in _LIGATURES) and _OF_WORDS.isdisjoint(classes.split()):
                return False
        return paints(picture, tag)

    def _by_address(self, link: Node) -> str:
        """Where a picture said to be mute leads, unless a link that says something does: beside its headline it needs
        no name.
        """
        return BY_ADDRESS if self._links.get(_address(link)) == 0 else ""


def _told_by(picture: Node) -> str:
    """The address that may have to tell what the link around a picture said to be mute is called."""
    has = picture.attributes
    if has.get("alt", "no") or has.get("title"):
        return ""
    owner = _owner(picture)
    return _address(owner) if owner is not None and owner.tag == "a" else ""


def _address(link: Node) -> str:
    """Where a link leads, "" for one that leads nowhere else."""
    address = link.attrs.get("href") or ""
    return "" if address[:1] in ("", "#") or address.startswith("javascript:") else address


def _leading_to(tree: Tree, addresses: set[str]) -> dict[str, int]:
    """How many links of the page that say something lead to each of some addresses, asked in one go."""
    if not addresses:
        return {}
    query = "a[href]"
    if len(addresses) <= ASKED and all(a.isprintable() and '"' not in a and "\\" not in a for a in addresses):
        query = ",".join([f'a[href="{address}"]' for address in addresses])
    links = dict.fromkeys(addresses, 0)
    for node in dom.select(tree, query):
        address = node.attrs.get("href") or ""
        if address in links:
            links[address] += _says_something(node)
    return links


def _says_something(link: Node) -> bool:
    """Whether a link has words of its own: text, a label, the name of a picture."""
    if link.text().strip() or link.attrs.get("aria-label") or link.attrs.get("title"):
        return True
    return any((picture.attrs.get("alt") or "").strip() for picture in link.css("img[alt]"))


def paints(picture: Node, tag: str) -> bool:
    """Whether an element in a font of ligatures holds such a word and no more; its link or button is told the word.

    What is itself a link or button is called by it, and stays.
    """
    word = picture.text().strip()
    plain = word.replace("_", "")
    if tag in _CONTROLS or not plain.isalnum() or not word.isascii() or word != word.lower() or plain.isdigit():
        return False
    owner = _owner(picture)
    if owner is not None and ICON not in owner.attrs:
        owner.attrs[ICON] = word.replace("_", " ")
    return True


def may_hold_glyphs(markup: bytes) -> bool:
    """Whether UTF-8 markup may hold characters for private use (U+E000 to U+F8FF), by which icon fonts paint.

    Nearly always it is known that it does not: taking them out is a pass over all that is not ASCII.
    """
    if b"\xee" in markup or _refers_to_glyph(markup):
        return True
    at = markup.find(b"\xef")
    for _ in range(_FEW):
        if at < 0:
            return False
        if markup[at + 1 : at + 2] < b"\xa4":
            return True
        at = markup.find(b"\xef", at + 1)
    return markup.count(b"\xef") > sum(map(markup.count, _COMMON))


def _refers_to_glyph(markup: bytes) -> bool:
    """Whether a character for private use is written as a reference."""
    at = markup.find(b"&#")
    while at >= 0:
        digits = markup[at + 2 : at + 12].partition(b";")[0]
        if digits[:1] in (b"x", b"X"):
            digits = digits[1:].lstrip(b"0")[:4]
            number = int(digits, 16) if digits and not digits.strip(_HEX) else 0
        else:
            digits = digits.lstrip(b"0")[:5]
            number = int(digits) if digits.isdigit() else 0
        if number in _PRIVATE:
            return True
        at = markup.find(b"&#", at + 2)
    return False


def without_glyphs(html: str) -> str:
    """Serialised markup without the characters for private use that stand alone in an element, or apart from its words.

    Terminals show a box for them. Where there are more than a few different ones they are a script, and stay; so does
    what a link or button holds and nothing else, until it has its name.
    """
    pieces = html.split(">")
    waiting: list[tuple[int, str]] = []
    control, named = "", False
    for at, piece in enumerate(pieces):
        text, sign, tag = piece.partition("<")
        rest = text if text.isascii() else _without_glyphs(text)
        if rest != text and control:
            waiting.append((at, rest + sign + tag))
        elif rest != text:
            pieces[at] = rest + sign + tag
        named = named or not (rest.isspace() or not rest) or (tag[:4] == "img " and ' alt="' in tag)
        if tag[:2] == "a " or tag[:6] == "button":
            control, named = tag.partition(" ")[0], False
        elif control and tag[:1] == "/" and tag[1:] == control:
            if named:
                for place, shown in waiting:
                    pieces[place] = shown
            waiting.clear()
            control = ""
    return ">".join(pieces)


def _without_glyphs(text: str) -> str:
    words = text.replace("&nbsp;", " ").replace("\xa0", " ").split()
    glyphs = {word for word in words if all("\ue000" <= char <= "\uf8ff" for char in word)}
    if not glyphs or len(set("".join(glyphs))) > MOST_GLYPHS:
        return text
    if len(glyphs) == len(set(words)):
        return ""
    if words[0] in glyphs:
        text = text.replace(words[0], "", 1)
    return "".join(text.rsplit(words[-1], 1)) if words[-1] in glyphs else text


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
            if name[:1] == "-" and prefix == "fa-":
                continue  # `fa--xf` tells of a set, not of a picture; `icon--search` does
            if word.startswith(prefix) and name not in _NO_NAMES and name.replace("-", "").isalpha() and len(name) < 25:
                return name.replace("-", " ")
    return ""


def _drawn_name(svg: Node, has: dict[str, str | None]) -> str:
    """What a drawing calls itself: its title, data-icon, the symbol that it uses, or its class."""
    title = svg.css_first("title")
    words = one_spaced(title.text()) if title is not None else ""
    if words:
        return words[:60]
    use = svg.css_first("use")
    symbol = (use.attributes.get("href") or use.attributes.get("xlink:href") or "") if use is not None else ""
    named = (has.get("data-icon") or has.get("data-lucide") or symbol.rpartition("#")[2]).lower()
    for prefix in _SETS:
        named = named.removeprefix(prefix)
    if named and named.replace("-", "").replace("_", "").isalpha() and len(named) < 25:
        return named.replace("-", " ").replace("_", " ")
    return _icon_name(has.get("class") or "")


def _guessed_of(owner: Node) -> str:
    """What a link or button with a drawing may be for; a link's address says more."""
    address = owner.attrs.get("href") or ""
    if owner.tag == "a" and address[:1] != "#" and not address.startswith("javascript:"):
        return ""
    own = guessed_by_names(owner.attrs.get("id") or "", owner.attrs.get("class") or "")
    return own or UNKNOWN


def guessed_by_names(identity: str, classes: str) -> str:
    """Of an id and classes what they tell of a deed, as `guessed`; "dark:bg-white" tells of a look in a state."""
    return guessed(" ".join([identity, *[word for word in classes.split() if ":" not in word]]))


def guessed(words: str) -> str:
    """Of names or an address what they tell of a deed, marked as a guess: "menu toggle?"; "" for nothing."""
    plain = "".join(f" {c.lower()}" if c.isupper() else c if c.isalpha() else " " for c in words)
    deeds = dict.fromkeys(word for word in plain.split() if word in _DEEDS)
    return f"{' '.join(list(deeds)[:3])}?" if deeds else ""


BUTTONS = {"submit": "Submit", "reset": "Reset", "button": "Button", "image": "Submit"}
"""What buttons of each kind say by themselves."""


def unnamed_button(head: str, in_form: bool) -> str:
    """What a button without a name shows: what it does to its form, what its id and classes let guess, a dot."""
    kind = dom.attribute(head, "type", "submit").lower()
    if kind in ("submit", "reset") and in_form:
        return BUTTONS[kind]
    return guessed_by_names(dom.attribute(head, "id"), dom.attribute(head, "class")) or UNKNOWN
