"""Markup that stands for other markup, put in place before anything else looks at the tree.

Shadow roots written as templates, frames whose page is an attribute, overridden text direction. What is parsed a
second time is cleaned a second time, or a reference inside an attribute could become one of our marks.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

DEPTH = 8
"""How deep shadow roots inside shadow roots are unfolded."""

MOST = 5000
"""Shadow roots and frames unfolded on one page; each costs a parse of its own, 0.1 to 0.2 ms."""

STYLE_TIME = 1.0
"""Seconds that the sheets of all shadow roots of a page may take; a menu's takes one to five milliseconds."""

_SHADOW = "shadowrootmode"
_CONTROLS = dict.fromkeys((*range(9), 11, *range(14, 32), 127))


def unfold(tree: Tree, markup: bytes, css: bool) -> bytes:
    """Put late parts, shadow roots and inline frames where their content shows, without what a root's sheets hide; the
    markup of what does not stand as such in the page's own.
    """
    from time import perf_counter

    if b'id="S:' in markup:
        from lightterm.extract.streamed import put_in_place

        put_in_place(tree)
    if b"shadowrootmode" not in markup and b"srcdoc" not in markup:
        return b""

    _attach_all(tree, DEPTH, perf_counter() + STYLE_TIME if css else 0.0)
    frames = tree.css("iframe[srcdoc]")[:MOST]
    pages = [frame.attrs.get("srcdoc") or "" for frame in frames]
    for frame, page in zip(frames, pages, strict=True):
        _inline_frame(frame, page)
    return "".join(["<div hidden>", *pages]).encode("utf-8", "replace") if pages else b""


def _attach_all(tree: Tree, depth: int, deadline: float) -> None:
    for template in reversed(tree.css(f"template[{_SHADOW}]")[:MOST]):
        _attach(template, depth, deadline)


def _attach(template: Node, depth: int, deadline: float) -> None:
    """Replace a host's children by its shadow tree, the children in its slots.

    https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
    """
    host = template.parent
    inner = (template.html or "").partition(">")[2].removesuffix("</template>")
    template.decompose()
    if host is None or host.tag in ("head", "html", "body"):
        return
    given: dict[str, list[str]] = {}
    child = host.first_child
    while child is not None:
        following = child.next
        name = (child.attrs.get("slot") or "") if (child.tag or "-")[:1] != "-" else ""
        given.setdefault(name, []).append(child.html or "")
        child.decompose()
        child = following
    if not "".join(given.get("", ())).strip():
        given.pop("", None)
    shadow = _parsed(inner, depth - 1, deadline, host)
    for slot in shadow.css("slot"):
        assigned = given.pop(slot.attrs.get("name") or "", None)
        if assigned is not None:
            slot.replace_with(_parsed("".join(assigned), 0))
        else:
            slot.unwrap()
    host.insert_child(shadow)


def _parsed(markup: str, depth: int, deadline: float = 0.0, host: Node | None = None) -> Node:
    """`markup` under an element that shows nothing of its own, without style sheets and scripts.

    With a deadline and a `host`, its sheets hide what they hide: nothing of the page around is in reach of them yet.
    """
    if "&#" in markup:
        markup = _element_of(_tree(markup)).html or ""
    tree = _tree(markup)
    if deadline and host is not None and "<style" in markup:
        _hide(tree, host.attributes, deadline)
    if depth > 0 and _SHADOW in markup:
        _attach_all(tree, depth, deadline)
    made = _element_of(tree)
    for node in reversed(made.css("style,script")):
        node.decompose()
    return made


def _hide(tree: Tree, host: dict[str, str | None], deadline: float) -> None:
    """Take out what the sheets of a shadow root hide; what they would hide of the host stays. (CSS Scoping 1)"""
    from lightterm.extract.style import Sheet, View, apply_styles
    from lightterm.extract.style.media import closing

    css = "".join([style.text() for style in tree.css("style")]).replace(":host-context(", ":no-host(")
    if "none" not in css and "hidden" not in css:
        return
    first, *parts = css.split(":host(")
    ends = [closing(f"({part}", 0) - 1 for part in parts]
    css = first + "".join([f"shadow-root{part[:end]}{part[end + 1 :]}" for part, end in zip(parts, ends, strict=True)])
    made = _element_of(tree)
    for name, value in host.items():
        made.attrs[name] = value
    apply_styles(tree, [Sheet(css.replace(":host", "shadow-root *"))], View(1280, 720, deadline=deadline))
    for node in tree.css(dom.ANNOTATED):
        del node.attrs[dom.NOTE]
    if tree.css_first("shadow-root") is not None:  # `*` hides the body of one without text
        for name in host:
            del made.attrs[name]


def _tree(markup: str) -> Tree:
    return dom.parse(f"<shadow-root>{markup.translate(_CONTROLS)}</shadow-root>".encode("utf-8", "replace"))


def _element_of(tree: Tree) -> Node:
    made = tree.css_first("shadow-root")
    return made if made is not None else dom.element("<shadow-root></shadow-root>")


def _inline_frame(frame: Node, markup: str) -> None:
    """Show a frame's page where the frame stands, under the frame's name, as far as the frame itself is seen."""
    from lightterm.extract.frames import is_unseen

    page = _parsed(markup, DEPTH)
    if not page.text().strip() and page.css_first("a[href],img[alt],input,iframe[src]") is None:
        return
    name = one_spaced(frame.attrs.get("title") or frame.attrs.get("name") or "")
    made = dom.element(f"<div><div>{f'frame: {dom.escape(name)}' if name else ''}</div></div>")
    for kept in ("class", "style"):  # what hides the frame hides its page
        if kept in frame.attributes:
            made.attrs[kept] = frame.attrs[kept]
    if is_unseen(frame.tag or "", frame.attributes):
        made.attrs["hidden"] = ""
    made.insert_child(page)
    frame.replace_with(made)


def override(bdo: Node) -> bool:
    """Turn round left-to-right text that is to be read from the right, as no terminal does; whether that was done."""
    if (bdo.attrs.get("dir") or "").lower() != "rtl":
        return False
    from lightterm.document.bidi import base_direction
    from lightterm.document.cells import clusters

    texts = [node for node in bdo.traverse(include_text=True) if node.tag == "-text"]
    words = [node.text_content or "" for node in texts]
    if base_direction("".join(words)) == "rtl":
        return False
    for node, text in zip(texts, reversed(words), strict=True):
        node.replace_with("".join(reversed(list(clusters(text)))))
    del bdo.attrs["dir"]
    return True


def name_details(details: Node) -> None:
    """A summary for a disclosure without one, as browsers show it; one that stands further down comes first."""
    child = details.first_child
    while child is not None and child.tag != "summary":
        child = child.next
    if child is not None and child == details.first_child:
        return
    summary = child or dom.element("<summary>Details</summary>")
    if details.first_child is None:
        details.insert_child(summary)
    else:
        details.first_child.insert_before(summary, move=child is not None)


def flatten(details: Node) -> None:
    """In a control, where a click on a disclosure is one on the control, what of it shows, as plain text."""
    text = [child.text() for child in details.iter(include_text=True) if _shows(child, details)]
    details.replace_with(f" {' '.join(text)} ")


def _shows(child: Node, details: Node) -> bool:
    return "open" in details.attributes or child.tag == "summary"
