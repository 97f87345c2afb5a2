"""What a page's head says: title, base address, metadata."""

from __future__ import annotations

from lightterm.document.model import Metadata
from lightterm.extract import dom
from lightterm.extract.vocabulary import ANYTHING, Vocabulary
from lightterm.fetch.urls import resolve, resolve_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Tree
    from lightterm.extract.style.model import Source

_TOLD = ("title", "base[href]", "meta", "link[rel]", "style")


class Head:
    """What the page's head says: title, base, metadata."""

    def __init__(self, tree: Tree, url: str, vocabulary: Vocabulary = ANYTHING) -> None:
        self.url = url
        self.base = url
        self.title = ""
        root = tree.root
        self.language = (root.attrs.get("lang") if root is not None else "") or ""
        direction = ((root.attrs.get("dir") if root is not None else "") or "").lower()
        self.direction = direction if direction in ("rtl", "ltr") else ""
        self._meta: dict[str, str] = {}
        self._canonical = self._charset = ""
        self._sheets: list[dom.Node] = []
        self._feeds: list[tuple[str, str]] = []
        self._searches: list[tuple[str, str]] = []
        for node in vocabulary.in_head(tree, _TOLD):
            tag = node.tag
            if tag == "title":
                if not self.title and (node.parent is None or node.parent.tag not in ("svg", "symbol", "g")):
                    self.title = dom.text_of(node, 1000)
            elif tag == "base":
                if self.base == url:
                    self.base = resolve(url, node.attrs.get("href") or "")
            elif tag == "meta":
                self._charset = self._charset or node.attrs.get("charset") or ""
                name = node.attrs.get("name") or node.attrs.get("property") or node.attrs.get("http-equiv") or ""
                if name:
                    self._meta.setdefault(name.lower(), node.attrs.get("content") or "")
            else:
                self._sheets.append(node)
                self._link(node.attrs.get("rel") or "", node)

    def _link(self, rel: str, node: dom.Node) -> None:
        rels = rel.lower().split()
        href = node.attrs.get("href") or ""
        if "canonical" in rels and href:
            self._canonical = self._canonical or href
        kind = (node.attrs.get("type") or "").lower()
        if "alternate" in rels and href and ("rss" in kind or "atom" in kind or "feed" in kind):
            self._feeds.append((self.resolve(href), node.attrs.get("title") or ""))
        elif "search" in rels and href and "opensearchdescription" in kind:
            self._searches.append((self.resolve(href), node.attrs.get("title") or ""))

    def style_sources(self, visible: bool = False) -> tuple[Source, ...]:
        """Where the page's style sheets come from; to be asked once, before anything is taken out of the tree.

        What an engine wrote down as it shows has heeded the page's: of such markup its own sheet alone counts.
        """
        nodes, self._sheets = self._sheets, []
        if visible:
            nodes = [node for node in nodes if "lightterm-placing" in node.attrs]
        if not nodes:
            return ()
        from lightterm.extract.style.sources import style_sources

        return style_sources(nodes)

    def resolve(self, reference: str) -> str:
        """An absolute address."""
        return resolve(self.base, reference)

    def resolve_all(self, references: list[str]) -> list[str]:
        """Absolute addresses."""
        return resolve_all(self.base, references)

    def refresh(self) -> tuple[float, str] | None:
        """After how many seconds the page goes where by itself, None where it stays."""
        if "refresh" not in self._meta:
            return None
        from lightterm.fetch.redirects import parse_refresh

        parsed = parse_refresh(self._meta["refresh"])
        if parsed is None:
            return None
        seconds, target = parsed
        return seconds, self.resolve(target) if target else self.url

    def metadata(self) -> Metadata:
        """The facts as a record, cleaned."""
        from lightterm.safe import clean

        meta = self._meta
        return Metadata(
            description=clean(meta.get("description") or meta.get("og:description") or ""),
            canonical=self.resolve(self._canonical) if self._canonical else "",
            charset=clean(self._charset).lower(),
            generator=clean(meta.get("generator", "")),
            feeds=tuple((url, clean(title)) for url, title in self._feeds),
            refresh=self.refresh(),
            searches=tuple((url, clean(title)) for url, title in self._searches),
        )
