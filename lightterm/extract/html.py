"""HTML to Document: parse, prepare, walk once, gather."""

from __future__ import annotations

from lightterm.document.marks import LINK, LINK_END, NOTE, NOTE_END, strip
from lightterm.document.model import Document, Landmark, Metadata, Paragraph, Table, Target, Targets
from lightterm.extract import dom, prepare
from lightterm.extract.forms import Forms, Pending
from lightterm.extract.inline import Inline
from lightterm.extract.links import Links
from lightterm.extract.lists import Lists
from lightterm.extract.tables import Tables
from lightterm.extract.view import View
from lightterm.extract.walk import Walker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.model import Block, Hidden
    from lightterm.extract.dom import Tree

    FetchSheet = Callable[[str], str | None]

_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\f\r\x1c\x1d")
"""Bytes that would pass for our marks, removed after parsing too where a reference such as `&#1;` makes one."""

_DOWNLOADS = (".zip", ".gz", ".xz", ".bz2", ".tar", ".tgz", ".7z", ".rar", ".exe", ".msi", ".dmg", ".iso", ".deb", ".rpm",
              ".apk", ".pdf", ".epub", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".csv", ".mp3", ".mp4",
              ".whl", ".jar", ".bin", ".img")  # fmt: skip


def html_document(
    markup: bytes, url: str, view: View, fetch_sheet: FetchSheet | None = None, base: str = ""
) -> Document:
    """The document of UTF-8 `markup` at `url`, its links relative to `base` (default: `url`).

    `fetch_sheet` loads a linked style sheet by absolute address (None: linked sheets are not used). Raises ParseFailed.
    """
    from lightterm.safe import clean, clean_markup

    markup = clean_markup(markup)
    tree = dom.parse(markup)
    head = _Head(tree, base or url)
    removal = prepare.Removal()
    skip_links = _prepare(tree, markup.lower(), head.base, view, fetch_sheet, removal)
    hidden = removal.report()
    direction = (_root_attribute(tree, "dir") or "").lower()
    language = _root_attribute(tree, "lang")
    html = _serialise(tree, _refers_to_control(markup))
    del tree, markup

    walker = Walker()
    _say_refresh(walker, head)
    if direction == "rtl":
        walker.direction = "rtl"
    links, forms = Links(walker), Forms(walker)
    for feature in (Inline(walker), links, Lists(walker), Tables(walker), forms):
        walker.actions.update(feature.actions())
    walker.run(html)
    resolve = head.resolve
    return Document(
        url=url,
        title=clean(head.title),
        language=clean(language or ""),
        direction=direction if direction in ("rtl", "ltr") else "",
        blocks=walker.top,
        targets=_targets(walker, forms, resolve, url),
        forms=forms.collected(resolve, url),
        media=links.collected(resolve),
        landmarks=tuple(sorted(walker.landmarks, key=_landmark_start)),
        anchors=tuple((_anchor(h), i) for h, i in walker.anchors),
        skip_links=skip_links,
        metadata=head.metadata(),
        hidden=hidden,
    )


def _say_refresh(walker: Walker, head: _Head) -> None:
    """Begin the page with where it goes by itself, as a link."""
    refresh = head.metadata().refresh
    if refresh is None or refresh[1] == head.url:
        return
    seconds, target = refresh
    walker.targets.append(f'a href="{dom.escape(target)}"')
    walker.buf.append(f"{NOTE}Refreshes in {seconds:g} s to {LINK}{dom.escape(target)}{LINK_END}{NOTE_END}")
    walker.flush()
    walker.gap = 1


def _landmark_start(landmark: Landmark) -> tuple[int, int]:
    return landmark.start, -landmark.end


def _anchor(head: str) -> str:
    return dom.attribute(head, "id")


def _prepare(
    tree: Tree, low: bytes, base: str, view: View, fetch_sheet: FetchSheet | None, removal: prepare.Removal
) -> tuple[tuple[str, str], ...]:
    """Each step is a query over the tree; a word that is not in the markup (`low`, in lower case) saves it."""
    aria = b"aria-" in low
    if aria:
        prepare.name_targets(tree)
    if b"reversed" in low:
        prepare.count_reversed(tree)
    prepare.remove_unrendered(tree, removal)
    prepare.annotate_attributes(tree)
    skip_links: tuple[tuple[str, str], ...] = ()
    if view.css:
        from lightterm.extract.sheets import apply_page_styles

        skip_links = apply_page_styles(tree, base, view, fetch_sheet, removal)
    if view.strip_navigation:
        removal.take(tree.css("nav,[role=navigation]"), "navigation")
    if view.strip_footers:
        removal.take(tree.css("footer,[role=contentinfo]"), "footer")
    if view.css and tree.css_first(dom.ANNOTATED) is not None:
        prepare.reorder(tree)
        prepare.transform_text(tree)
        prepare.set_apart(tree)
    if aria:
        prepare.name_owners(tree)
    if b"<video" in low or b"<audio" in low:
        prepare.settle_players(tree)
    if b"<svg" in low or b"<math" in low:
        prepare.replace_graphics(tree)
    prepare.remove_raw(tree)
    return skip_links


def _root_attribute(tree: Tree, name: str) -> str | None:
    root = tree.root
    return root.attrs.get(name) if root is not None else None


def _serialise(tree: Tree, has_controls: bool) -> str:
    """The body (or frameset) as markup without comments and controls."""
    node = tree.css_first("frameset") or tree.body
    html = (node.html if node is not None else "") or ""
    if "<!--" in html:
        html = _without_comments(html)
    if has_controls:
        html = html.encode("utf-8", "surrogatepass").translate(None, _CONTROLS).decode("utf-8", "replace")
    return html


def _refers_to_control(markup: bytes) -> bool:
    """Whether a numeric reference may stand for a control character; most pages hold a few references, none such."""
    for piece in markup.split(b"&#")[1:]:
        digits = piece[:40].lower()
        hexadecimal = digits[:1] == b"x"
        digits = (digits[1:] if hexadecimal else digits).lstrip(b"0")
        size = 0
        while size < len(digits) and digits[size] in b"0123456789abcdef"[: 16 if hexadecimal else 10]:
            size += 1
        if size <= 3 and (not size or int(digits[:size], 16 if hexadecimal else 10) < 160):
            return True
    return False


def _without_comments(html: str) -> str:
    pieces = html.split("<!--")
    out = pieces[:1]
    for piece in pieces[1:]:
        out.append(piece.partition("-->")[2])
    return "".join(out)


class _Head:
    """What the page's head says: title, base, metadata."""

    def __init__(self, tree: Tree, url: str) -> None:
        from lightterm.fetch.urls import resolve

        self._join = resolve
        self.url = url
        self.base = url
        self.title = ""
        self._meta: dict[str, str] = {}
        self._canonical = ""
        self._feeds: list[tuple[str, str]] = []
        for node in tree.css("title,base[href],meta,link[rel]"):
            tag = node.tag
            if tag == "title":
                if not self.title and (node.parent is None or node.parent.tag not in ("svg", "symbol", "g")):
                    self.title = dom.text_of(node, 1000)
            elif tag == "base":
                if self.base == url:
                    self.base = resolve(url, node.attrs.get("href") or "")
            elif tag == "meta":
                name = node.attrs.get("name") or node.attrs.get("property") or node.attrs.get("http-equiv") or ""
                if name:
                    self._meta.setdefault(name.lower(), node.attrs.get("content") or "")
            else:
                self._link(node.attrs.get("rel") or "", node)

    def _link(self, rel: str, node: dom.Node) -> None:
        rels = rel.lower().split()
        href = node.attrs.get("href") or ""
        if "canonical" in rels and href:
            self._canonical = self._canonical or href
        kind = (node.attrs.get("type") or "").lower()
        if "alternate" in rels and href and ("rss" in kind or "atom" in kind or "feed" in kind):
            self._feeds.append((self.resolve(href), node.attrs.get("title") or ""))

    def resolve(self, reference: str) -> str:
        """An absolute address."""
        return self._join(self.base, reference)

    def metadata(self) -> Metadata:
        """The facts as a record, cleaned."""
        from lightterm.safe import clean

        meta = self._meta
        refresh = None
        if "refresh" in meta:
            from lightterm.fetch.redirects import parse_refresh

            parsed = parse_refresh(meta["refresh"])
            if parsed is not None:
                seconds, target = parsed
                refresh = (seconds, self.resolve(target) if target else self.url)
        return Metadata(
            description=clean(meta.get("description") or meta.get("og:description") or ""),
            canonical=self.resolve(self._canonical) if self._canonical else "",
            generator=clean(meta.get("generator", "")),
            feeds=tuple((url, clean(title)) for url, title in self._feeds),
            refresh=refresh,
        )


def _targets(walker: Walker, forms: Forms, resolve: Callable[[str], str], url: str) -> Targets:
    """The targets, each made when it is asked for."""
    items = walker.targets
    blocks = walker.top
    landmarks = walker.landmarks
    owners = forms.owners()
    index: list[tuple[int, Paragraph, int]] = []

    def locate(number: int) -> tuple[str, int]:
        if not index:
            index.extend(_paragraphs(blocks))
        low, high = 0, len(index)
        while low < high:
            middle = (low + high) // 2
            if index[middle][0] <= number:
                low = middle + 1
            else:
                high = middle
        if not low:
            return "", 0
        _, paragraph, block = index[low - 1]
        text, marks = paragraph.decode()
        words = [text[m.start : m.end] for m in marks if m.target == number]
        return " ".join(" ".join(words).split()), block

    def make(number: int) -> Target:
        item = items[number - 1]
        text, block = locate(number)
        if isinstance(item, Pending):
            field = item.field(forms.labels, owners)
            kind = "button" if field.kind in ("button", "submit", "reset", "image") else "field"
            return Target(number, kind, text, field=field)
        head = str(item)
        if not head.startswith("a "):
            return Target(number, "disclosure", text.lstrip("▸▾ "))
        href = resolve(dom.attribute(head, "href"))
        rel = dom.attribute(head, "rel").lower()
        return Target(
            number,
            "link",
            text,
            href,
            rel,
            _link_class(head, href, url, block, landmarks),
            dom.attribute(head, "title"),
        )

    def addresses() -> Iterator[tuple[int, str]]:
        for number, item in enumerate(items, 1):
            if isinstance(item, str) and item[:2] == "a ":
                yield number, resolve(dom.href(item))

    return Targets(len(items), make, addresses)


def _paragraphs(blocks: list[Block], top: int = -1) -> list[tuple[int, Paragraph, int]]:
    """(first target, paragraph, top-level block) of every paragraph that holds a target, in order."""
    found: list[tuple[int, Paragraph, int]] = []
    for i, block in enumerate(blocks):
        at = i if top < 0 else top
        if isinstance(block, Paragraph):
            if len(strip(block.raw)) != len(block.raw) and ("\x01" in block.raw or "\x14" in block.raw):
                found.append((block.first, block, at))
        elif isinstance(block, Table):
            found += _paragraphs(block.caption, at)
            for row in block.rows:
                for cell in row:
                    found += _paragraphs(cell.blocks, at)
    return found


def _link_class(head: str, href: str, url: str, block: int, landmarks: list[Landmark]) -> str:
    if " download=" in head or href.partition("?")[0].lower().endswith(_DOWNLOADS):
        return "download"
    if any(m.start <= block < m.end and m.role in ("navigation", "banner", "contentinfo") for m in landmarks):
        return "navigation"
    if _host(href) != _host(url) and href.startswith("http"):
        return "external"
    return "content"


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].partition("?")[0].partition("#")[0].lower()
