"""A gopher menu as a page (RFC 1436, section 3.8)."""

from __future__ import annotations

from lightterm.extract.build import name_of, text_of
from lightterm.extract.dom import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

_KEPT = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/")
_WHAT = {"1": "/", "7": "?", "g": " (picture)", "I": " (picture)", "p": " (picture)", "s": " (sound)", "9": " (file)",
         "5": " (archive)", "4": " (file)", "6": " (file)", "d": " (document)", ";": " (video)"}  # fmt: skip
"""What is put behind the name of an item, by its type."""


def menu_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The document of a menu: its lines as they stand, those that lead somewhere as links."""
    from lightterm.extract.html import html_document

    lines = text_of(snapshot).replace("\r\n", "\n").rstrip("\n").split("\n")
    title = next((line[1:].partition("\t")[0].strip() for line in lines if line[:1] == "i" and line[1:2].strip()), "")
    body = "\n".join(_line(line) for line in lines if line)
    page = f"<!doctype html><title>{escape(title or name_of(url))}</title><pre>\n{body}</pre>"
    document = html_document(page.encode("utf-8", "replace"), url, view, None, snapshot.base)
    return document.replace(content_type=snapshot.content_type), ()


def _line(line: str) -> str:
    kind, fields = line[:1], line[1:].split("\t")
    text = escape(fields[0])
    if kind == "i" or kind == "3" or len(fields) < 3:
        return text
    return f'<a href="{escape(_address(kind, fields))}">{text}</a>{_WHAT.get(kind, "")}'


def _address(kind: str, fields: list[str]) -> str:
    """The address of an item; `URL:` in a selector leads elsewhere."""
    selector, host = fields[1], fields[2].strip()
    port = fields[3].strip() if len(fields) > 3 else "70"
    if kind == "h" and selector.upper().lstrip("/").startswith("URL:"):
        return selector.lstrip("/")[4:]
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    port = f":{port}" if port.isdecimal() and port != "70" else ""
    if kind in ("8", "T"):
        return f"telnet://{host}{port}/"
    path = "".join(chr(b) if b in _KEPT else f"%{b:02X}" for b in selector.encode("utf-8", "replace"))
    return f"gopher://{host}{port}/{kind}{path}"
