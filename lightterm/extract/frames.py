"""Pages of frames that were fetched, put where the frames stand: each behind a link to itself, read as it is alone."""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.extract.head import Head
from lightterm.extract.hiding import hide
from lightterm.extract.survey import HIDDEN_BOXES, survey
from lightterm.fetch.urls import resolve
from lightterm.safe import clean_markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.prepare import Removal
    from lightterm.extract.sheets import FetchSheets
    from lightterm.extract.view import View
    from lightterm.fetch.model import FramePage

DEPTH = 3
"""How deep frames inside frames are read."""

READ = "lightterm-read"
"""The attribute of a frame whose page follows it."""

NOTE = "lightterm-note"
"""The attribute of a frame that shows no page: what it shows instead."""

_FRAMES = "iframe[src],iframe[data-src],frame[src]"
_ADDRESSES = ("href", "src", "data-src", "action", "formaction", "poster", "cite", "data")


def addresses(tree: Tree, base: str) -> list[str]:
    """The absolute addresses of the frames that show something, in the order of the page."""
    return [resolve(base, source) for node in dom.select(tree, _FRAMES) if (source := _source(node))]


def _source(frame: Node) -> str:
    """Where the page of a frame is, "" for one that nobody is to see."""
    has = frame.attributes
    source = (has.get("src") or has.get("data-src") or "").strip()
    if "srcdoc" in has or is_unseen(frame.tag or "", has):
        return ""
    return "" if source.startswith(("about:", "javascript:")) else source


def is_unseen(tag: str, has: dict[str, str | None]) -> bool:
    """Whether the attributes of a frame say that nobody is to see it."""
    style = (has.get("style") or "").replace(" ", "").lower()
    tiny = any((has.get(name) or "").strip().removesuffix("px") in ("0", "1") for name in ("width", "height"))
    if "hidden" in has or has.get("aria-hidden") == "true" or (tiny and tag == "iframe"):
        return True
    return "display:none" in style or "visibility:hidden" in style


class Frames:
    """Puts the pages of frames in place, with what their own sheets make of them; what these hide is counted.

    `arranged`: their sheets want things done to the tree that are still to be done (see prepare.rearrange).
    """

    def __init__(
        self, pages: tuple[FramePage, ...], view: View, fetch_sheets: FetchSheets | None, removal: Removal
    ) -> None:
        self._pages = {page.address: page for page in pages}
        self._view = view
        self._fetch_sheets = fetch_sheets
        self._removal = removal
        self.arranged = False

    def put(self, tree: Tree, base: str, path: tuple[str, ...] = ()) -> None:
        """Put the pages of a tree's frames behind them; `path` are the addresses of the frames around it."""
        for frame in dom.select(tree, _FRAMES):
            address = resolve(base, _source(frame))
            page = self._pages.get(address)
            if page is None or address in path or len(path) >= DEPTH or not _source(frame):
                continue
            if page.instead:
                frame.attrs["src"] = page.instead
            if page.note:
                frame.attrs[NOTE] = page.note
                continue
            title, made = self._read(page, (*path, address))
            if made is None:
                continue
            if title and not frame.attrs.get("title") and not frame.attrs.get("name"):
                frame.attrs["title"] = title
            frame.attrs[READ] = ""
            frame.insert_after(made)

    def _read(self, page: FramePage, path: tuple[str, ...]) -> tuple[str, Node | None]:
        """The title of a frame's page, and what it shows; None where that is nothing."""
        markup = clean_markup(page.markup)
        tree = dom.parse(markup)
        head = Head(tree, page.url)
        self._prepare(tree, markup, head)
        self.put(tree, head.base, path)
        body = dom.shown(tree)
        if body is None or not _shows(body):
            return "", None
        _make_absolute(tree, head)
        made = dom.element("<div></div>")
        for child in body.iter(include_text=True):
            made.insert_child(child)
        return head.title, made

    def _prepare(self, tree: Tree, markup: bytes, head: Head) -> None:
        css = self._view.css
        sources = head.style_sources() if css else ()
        if dom.is_folded(markup):
            from lightterm.extract.unfold import unfold

            unfold(tree, markup, css)
        hide(tree, head.url, markup, self._view, self._removal)
        boxes = survey(tree, self._removal)
        if css:
            from lightterm.extract.sheets import apply_page_styles

            report = apply_page_styles(tree, sources, head.base, self._view, self._fetch_sheets, self._removal)
            self.arranged = self.arranged or report.arranged
        if boxes:
            self._removal.take(dom.select(tree, HIDDEN_BOXES), "html")
        for node in reversed(dom.select(tree, "script,style")):
            node.decompose()


def _shows(body: Node) -> bool:
    """Whether there is more than a note for who has no scripts."""
    notes = sum(len(dom.text_of(note)) for note in body.css("noscript"))
    return len(dom.text_of(body)) > notes or body.css_first("a[href],img[alt],input,select,iframe[src]") is not None


def _make_absolute(tree: Tree, head: Head) -> None:
    """Say where everything leads without the address of the frame's page."""
    for name in _ADDRESSES:
        for node in dom.select(tree, f"[{name}]"):
            node.attrs[name] = head.resolve((node.attrs.get(name) or "").strip())
    for form in dom.select(tree, "form:not([action])"):
        form.attrs["action"] = head.url
    for node in dom.select(tree, "[src][srcset]"):
        del node.attrs["srcset"]
