"""Which role an element has: its own by HTML-AAM, or the one that its `role` attribute names."""

from __future__ import annotations

from lightterm.extract.survey import REGIONS, region_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

HIDDEN = frozenset("script style template noembed noframes head title link meta base param source track".split())

ROLES = {
    "p": "paragraph", "ul": "list", "ol": "list", "menu": "list", "li": "listitem", "dl": "DescriptionList",
    "dt": "term", "dd": "definition", "blockquote": "blockquote", "hr": "separator", "code": "code",
    "em": "emphasis", "strong": "strong", "del": "deletion", "s": "deletion", "ins": "insertion", "mark": "mark",
    "sup": "superscript", "sub": "subscript", "time": "time", "abbr": "Abbr", "dfn": "term", "article": "article",
    "form": "form", "button": "button", "textarea": "textbox", "option": "option", "optgroup": "group",
    "fieldset": "group", "legend": "Legend", "label": "LabelText", "table": "table", "caption": "caption",
    "tr": "row", "td": "cell", "figure": "figure",
    "figcaption": "Figcaption", "details": "group", "summary": "DisclosureTriangle", "progress": "progressbar",
    "meter": "meter", "output": "status", "dialog": "dialog", "iframe": "Iframe", "video": "Video", "audio": "Audio",
    "canvas": "Canvas", "svg": "image", "math": "MathMLMath", "img": "image", "address": "group", "hgroup": "group",
    "ruby": "Ruby", "embed": "EmbeddedObject", "object": "PluginObject", "datalist": "",
}  # fmt: skip

_INPUTS = {
    "checkbox": "checkbox", "radio": "radio", "range": "slider", "number": "spinbutton", "search": "searchbox",
    "submit": "button", "reset": "button", "button": "button", "image": "button", "hidden": "", "file": "button",
    "color": "ColorWell", "date": "Date", "time": "InputTime", "datetime-local": "DateTime", "month": "Date",
    "week": "Date",
}  # fmt: skip

FROM_CONTENT = frozenset(
    "button cell checkbox columnheader DisclosureTriangle gridcell heading link menuitem menuitemcheckbox option "
    "menuitemradio radio rowheader switch tab term tooltip treeitem".split()
)

PRESENTATIONAL = frozenset(
    "image option checkbox radio slider progressbar meter textbox searchbox spinbutton separator "
    "Iframe Video Audio ColorWell Date InputTime DateTime".split()
)
"""Roles in which nothing is told apart."""

_OF_SECTIONS = {"header": "sectionheader", "footer": "sectionfooter"}
"""What a header or footer is that is not the page's."""

LANDMARKS_ALONE = frozenset(("region",))
"""Landmarks only where they have a name."""

_KNOWN = frozenset(
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox "
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form grid gridcell "
    "group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem "
    "menuitemcheckbox menuitemradio meter navigation note option paragraph progressbar radio radiogroup region row "
    "rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript "
    "switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem".split()
)


def own_role(node: Node, tag: str, has: dict[str, str | None]) -> str:
    """The role of an element; "" for one that says nothing but what is in it."""
    for word in (has.get("role") or "").lower().split():
        if word in ("none", "presentation"):
            return ""
        if word in _KNOWN:
            return "image" if word == "img" else word
    if tag in ("a", "area"):
        return "link" if "href" in has else ""
    if tag == "input":
        kind = (has.get("type") or "text").lower()
        role = _INPUTS.get(kind, "textbox")
        return "combobox" if "list" in has and role in ("textbox", "searchbox") else role
    if tag == "select":
        return "listbox" if "multiple" in has or (has.get("size") or "1") not in ("1", "0", "") else "combobox"
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return "heading"
    if tag in REGIONS:
        return region_of(node, tag) or _OF_SECTIONS.get(tag, "")
    if tag == "th":
        return _header_role(node, has)
    return ROLES.get(tag, "")


def _header_role(node: Node, has: dict[str, str | None]) -> str:
    scope = (has.get("scope") or "").lower()
    if scope in ("row", "rowgroup"):
        return "rowheader"
    if scope in ("col", "colgroup"):
        return "columnheader"
    row = node.parent
    others = [cell.tag for cell in row.iter() if cell.tag in ("td", "th")] if row is not None else []
    return "rowheader" if "td" in others else "columnheader"
