"""Documents from everything that is no HTML, by content type."""

from __future__ import annotations

from lightterm.extract.build import Builder, name_of, size_in_words, tell_cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

_MARKDOWN = ("text/markdown", "text/x-markdown", "text/x-web-markdown")
_TABLES = ("text/csv", "text/tab-separated-values")
_LISTING = "application/x-directory-listing"
_NO_TEXT = ("application/postscript", "application/octet-stream", "application/rtf", "text/rtf")
_NAMES = {
    "application/pdf": "a PDF document",
    "application/postscript": "a PostScript document",
    "application/rtf": "a rich text document",
    "text/rtf": "a rich text document",
    "application/msword": "a Word document",
    "application/vnd.ms-excel": "an Excel workbook",
    "application/vnd.ms-powerpoint": "a PowerPoint presentation",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "a Word document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "an Excel workbook",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "a PowerPoint presentation",
    "application/vnd.oasis.opendocument.text": "an OpenDocument text",
    "application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet",
    "application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation",
    "application/epub+zip": "an EPUB book",
    "application/zip": "a ZIP archive",
    "application/gzip": "a gzip archive",
    "application/x-gzip": "a gzip archive",
    "application/x-tar": "a tar archive",
    "application/x-bzip2": "a bzip2 archive",
    "application/x-xz": "an xz archive",
    "application/zstd": "a Zstandard archive",
    "application/vnd.rar": "a RAR archive",
    "application/x-7z-compressed": "a 7-Zip archive",
    "application/wasm": "a WebAssembly module",
}
_FAMILIES = {"audio": "an audio file", "video": "a video", "font": "a font", "model": "a 3D model"}


def cannot_be_shown(kind: str) -> str:
    """What a media type is that has no text to be shown, in words; "" for one that may have, or that says nothing."""
    if kind == "application/pdf":
        from lightterm.extract.pdf import INSTALL, is_installed

        return "" if is_installed() else f"a PDF document (reading it takes the extra `pdf`: {INSTALL})"
    return "" if kind == "application/octet-stream" else _NAMES.get(kind) or _FAMILIES.get(kind.partition("/")[0], "")


def other_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The document of a snapshot that is no HTML, and what was wrong with it.

    Raises ParseFailed only for XHTML that the HTML parser gives up on.
    """
    kind = snapshot.content_type
    family = kind.partition("/")[0]
    if kind in _MARKDOWN:
        from lightterm.extract.markdown import markdown_document

        return markdown_document(snapshot, url, view)
    if kind == "text/gemini":
        from lightterm.extract.gemtext import gemtext_document

        return gemtext_document(snapshot, url, view)
    if kind == "text/x-gopher-menu":
        from lightterm.extract.gophermap import menu_document

        return menu_document(snapshot, url, view)
    if kind in _TABLES:
        from lightterm.extract.plain import table_document

        return table_document(snapshot, url)
    if kind == _LISTING:
        from lightterm.extract.listing import listing_document

        return listing_document(snapshot, url)
    if kind == "application/pdf":
        from lightterm.extract.pdf import pdf_document

        return pdf_document(snapshot, url, view)
    if family == "image":
        from lightterm.extract.image import image_document

        return image_document(snapshot, url)
    return _media(snapshot, url, family) or _structured(snapshot, url, view) or _text_or_binary(snapshot, url, family)


def _media(snapshot: Snapshot, url: str, family: str) -> Reading | None:
    """The page of a video or sound that is known to be one."""
    if family not in ("audio", "video"):
        return None
    from lightterm.extract.media import media_document

    return media_document(snapshot, url)


def _structured(snapshot: Snapshot, url: str, view: View) -> Reading | None:
    kind = snapshot.content_type
    if _is_json(kind):
        from lightterm.extract.feed import is_json_feed, json_feed_document
        from lightterm.extract.json_view import json_document

        if is_json_feed(snapshot):
            feed = json_feed_document(snapshot, url, view)
            if feed is not None:
                return feed
        return json_document(snapshot, url)
    if kind.endswith(("/xml", "+xml", "/x-opml")):
        from lightterm.extract.xml_view import xml_document

        return xml_document(snapshot, url, view)
    return None


def _is_json(kind: str) -> bool:
    if kind in ("application/json", "text/json", "text/x-json") or kind.endswith("+json"):
        return True
    if "json" not in kind:
        return False
    from lightterm.extract.json_view import LINES_TYPES

    return kind in LINES_TYPES


def _text_or_binary(snapshot: Snapshot, url: str, family: str) -> Reading:
    """What calls itself text is shown; anything else only if it looks like text all over its beginning."""
    kind = snapshot.content_type
    if kind not in _NO_TEXT and (family == "text" or (family not in _FAMILIES and _looks_like_text(snapshot.markup))):
        from lightterm.extract.plain import plain_document

        return plain_document(snapshot, url)
    return _binary_document(snapshot, url, family)


def _looks_like_text(body: bytes) -> bool:
    from lightterm.fetch.media_types import is_text

    head = body[:1445]
    if not head or not is_text(head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 and len(body) > len(head)
    return True


def _wants_media_info() -> bool:
    from importlib.util import find_spec

    return find_spec("pymediainfo") is None


def _binary_document(snapshot: Snapshot, url: str, family: str) -> Reading:
    """A page that says what the thing is, how large, and how to get at it."""
    from lightterm.errors import UnsupportedType
    from lightterm.safe import clean

    kind = clean(snapshot.content_type)
    size = len(snapshot.markup)
    title = name_of(url) or kind
    what = _NAMES.get(kind) or _FAMILIES.get(family) or "binary data"
    builder = Builder(url, snapshot.base)
    builder.paragraph(title, level=1)
    exact = f" ({size:,} bytes)" if size >= 1000 else ""
    builder.paragraph(f"This is {what} ({kind}) of {size_in_words(size)}{exact}.", gap=1)
    tell_cut(builder, snapshot)
    words = "It cannot be shown as text. It can be saved (--download, in the app :download) or seen raw (--source)."
    builder.paragraph(words, gap=1)
    if family in ("audio", "video") and _wants_media_info():
        builder.paragraph(
            "Its length, codecs and tags are told by the extra `media`: pip install 'lightterm[media]'.", gap=1
        )
    builder.paragraph(builder.link(url, title), gap=1)
    problem = UnsupportedType(f"{what} ({kind}) cannot be shown as text", url=url, content_type=kind)
    return builder.document(title, snapshot.content_type), (problem,)
