"""Pages about a page: what is known of it, its source, and lists of what it has."""

from __future__ import annotations

import re
from html import escape

from lightterm.commands.about import facts, html_page, items, link, rows
from lightterm.errors import LighttermError
from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.about import Known
    from lightterm.document.model import Document, Field, Media
    from lightterm.fetch.model import Response
    from lightterm.loading import Page

COLUMNS = 80
_CUT = re.compile(r"(?<=\S)[ \t]*+\n(?=[ \t]*+\S)")


def page_of(known: Known, url: str) -> Page:
    """The page of an address: one that a tab holds, else loaded again, from the cache if it can be.

    Raises LighttermError: what was asked for and could not be had is not asked for again.
    """
    found = [visit for tab in known.tabs for visit in tab.visits if visit.url == url]
    for visit in found:
        if visit.page is not None:
            return visit.page
    problem = next((visit.problem for visit in found if visit.problem is not None), None)
    if problem is not None:
        raise problem
    return known.session.open(Request(url=url), COLUMNS)


def info(known: Known, url: str) -> str:
    """What is known of a page."""
    try:
        page = page_of(known, url)
    except LighttermError as problem:
        return _missing(known, url, problem)
    told = ((escape(name), escape(text)) for name, text in (*_reply(page), *_reading(page)) if text)
    parts = [facts(told)]
    parts += _connection(page.response)
    parts += _cookies(known, page.response.url)
    if page.response.headers:
        headers = ((escape(name), escape(value)) for name, value in page.response.headers)
        parts += ["<h2>Headers</h2>", rows(("name", "value"), headers)]
    return html_page("About this page", parts)


def _missing(known: Known, url: str, problem: LighttermError) -> str:
    """What is known of a page that could not be had."""
    from lightterm.commands.advice import advice

    told = [("Address", url), ("Problem", problem.message), ("Code", problem.code)]
    hops = problem.context.get("redirects")
    told += [("Redirected from", str(hop)) for hop in hops] if isinstance(hops, list) else []
    told += [("What can be done", advice(action)) for action in problem.actions]
    parts = [facts(((escape(name), escape(text)) for name, text in told))]
    return html_page("About this page", [*parts, *_cookies(known, url)])


def _reply(page: Page) -> Iterator[tuple[str, str]]:
    """What is known of how the page came."""
    response, timing = page.response, page.response.timing
    yield "Title", page.document.title
    yield "Address", response.url
    if response.url.startswith("http"):
        yield "Status", f"{response.http_version} {response.status} {response.reason}".strip()
    yield "Type", page.document.content_type
    yield "Charset", page.snapshot.charset
    sent = "" if response.from_cache else f" ({response.wire_bytes} as sent)"
    yield "Size", f"{len(response.body)} bytes{sent}"
    yield "From the cache", "yes" if response.from_cache else ""
    if timing.total_ms:
        yield "Time", f"{timing.first_byte_ms:.0f} ms to the first byte, {timing.total_ms:.0f} ms in all"
    for hop in response.redirects:
        yield "Redirected from", f"{hop.url} ({hop.status or 'refresh'})"
    for error in page.errors:
        yield "Problem", error.message


def _connection(response: Response) -> list[str]:
    """How the page was protected on its way, and by whose certificate."""
    if not response.url.startswith("http"):
        return []
    told = list(_protection(response))
    return ["<h2>Connection</h2>", facts(((escape(name), escape(text)) for name, text in told if text))]


def _protection(response: Response) -> Iterator[tuple[str, str]]:
    from lightterm.fetch.certificate import read_certificate

    secured = response.secured
    if secured is None:
        clear = "not encrypted: others on the way could read and change it"
        yield "Encryption", "as when it was put into the cache" if response.from_cache else clear
        return
    found = read_certificate(secured.certificate)
    yield "Encryption", " ".join((secured.protocol, secured.cipher))
    yield "Certificate", "checked" if secured.checked else "not checked, as you wanted: this may be another's site"
    yield "Of", found.subject
    yield "For", ", ".join(found.names)
    yield "Issued by", found.issuer
    yield "Valid from", found.begins
    yield "Valid until", found.ends
    yield "Serial number", found.serial
    yield "SHA-256 fingerprint", found.fingerprint


def _reading(page: Page) -> Iterator[tuple[str, str]]:
    """What is known of what the page says."""
    document = page.document
    for step in page.trace:
        yield f"Tier {step.tier}", f"{step.reason}; {step.load_ms:.0f} ms to load, {step.extract_ms:.0f} ms to read"
    yield "Probably not all", page.hint
    yield "Language", document.language
    yield "Description", document.metadata.description
    yield "Canonical address", document.metadata.canonical
    yield "Made with", document.metadata.generator
    for address, title in document.metadata.searches:
        yield "Search of the site", f"{title or address}; quicksearch add makes it a word for :open"
    yield from document.metadata.properties
    yield "Links and fields", str(len(document.targets))
    for reason, count, size in document.hidden.counts:
        if count:
            yield f"Left out: {reason}", f"{count} element{'s' * (count != 1)}, {size} characters"


def _cookies(known: Known, url: str) -> list[str]:
    if not url.startswith("http"):
        return []
    header = known.session.cookies.header_for(url)
    sent = {pair.partition("=")[0] for pair in header.split("; ")} if header else set()
    found = [cookie for cookie in known.session.cookies if cookie.name in sent]
    if not found:
        return []
    told = ((escape(c.name), escape(c.domain), "secure" if c.secure else "", escape(c.same_site)) for c in found)
    return ["<h2>Cookies it gets</h2>", rows(("name", "domain", "", "same site"), told)]


def links(known: Known, url: str) -> str:
    """The links of a page, in its order."""
    document = page_of(known, url).document
    found = [t for t in document.targets if t.kind == "link" and t.url]
    entries = (f"{_out(document, t.url, t.text)} {escape(_shown(t.url))}" for t in found)
    return html_page(f"Links of {document.title or url}", [_from(document, url), items(entries)])


def forms(known: Known, url: str) -> str:
    """The forms of a page and their fields."""
    document = page_of(known, url).document
    parts = [_from(document, url)]
    fields = [(t.number, t.field) for t in document.targets if t.field is not None]
    for index, form in enumerate(document.forms):
        parts.append(f"<h2>{escape(form.name or f'Form {index + 1}')}</h2>")
        parts.append(f"<p>{escape(form.method.upper())} {escape(_shown(form.action))}</p>")
        own = [(number, field) for number, field in fields if field.form == index]
        parts.append(rows(("number", "kind", "name", "label", "value"), (_field(n, f) for n, f in own)))
        hidden = [f"{f.name} = {f.value}" for f in form.hidden]
        if hidden:
            parts += ["<p>Sent unseen:</p>", items(escape(text) for text in hidden)]
    if not document.forms:
        parts.append("<p>There is no form on the page.</p>")
    return html_page(f"Forms of {document.title or url}", parts)


def _field(number: int, field: Field) -> tuple[str, ...]:
    value = "" if field.kind == "password" else field.value
    marks = " (required)" if field.required else ""
    return str(number), escape(field.kind), escape(field.name), escape(field.label) + marks, escape(value)


def media(known: Known, url: str) -> str:
    """The pictures, videos and sounds of a page."""
    document = page_of(known, url).document
    entries = (f"{escape(m.kind)}: {_out(document, m.url, m.alt or _shown(m.url))}{_size(m)}" for m in document.media)
    return html_page(f"Media of {document.title or url}", [_from(document, url), items(entries)])


def _size(media: Media) -> str:
    return f" {media.width}×{media.height}" if media.width and media.height else ""


def feeds(known: Known, url: str) -> str:
    """The feeds that a page offers."""
    from lightterm.extract.feed import items_of

    page = page_of(known, url)
    document = page.document
    entries = [_out(document, address, title or address) for address, title in document.metadata.feeds]
    is_feed = bool(items_of(page.snapshot, document.url))
    words = "The page is a feed itself: feed follow follows it." if is_feed else "The page offers no feed."
    if is_feed and known.session.store.followed.get(document.url) is not None:
        words = "The page is a feed itself, and you follow it: feed unfollow ends that."
    return html_page(
        f"Feeds of {document.title or url}",
        [_from(document, url), items(entries) if entries else f"<p>{words}</p>"],
    )


_LOCAL = ("file:", "about:", "stdin:", "view-source:")


def _out(document: Document, url: str, text: str) -> str:
    """A link of the page; one that the page itself may not follow is text here too."""
    if url.startswith(_LOCAL) and not document.url.startswith(("file:", "about:")):
        return escape(text or url)
    return link(url, text)


def _from(document: Document, url: str) -> str:
    return f"<p>{link(url, document.title or url)}</p>"


def _shown(url: str) -> str:
    from lightterm.fetch.urls import display_url

    return display_url(url)


def source(known: Known, url: str) -> str:
    """The page's markup, script, style sheet or data, with what stands out in it marked."""
    from lightterm.commands.source_marks import marked

    page = page_of(known, url)
    text = page.snapshot.markup.decode("utf-8", "replace").replace("\r\n", "\n")
    cuts = list(_cuts(text))
    body = "".join(_parted(marked(text, page.snapshot.content_type), iter(cuts)))
    if text.startswith("\n"):
        body = f"<em></em>{body}"  # blank lines that nothing stands before would be left out
    body = f"{_PART}{body}</div>" if cuts else f"<pre dir=ltr>\n{body}</pre>"
    head = f"<!DOCTYPE html><html><head><title>Source of {escape(url)}</title></head>"
    return f"{head}<body>{body}</body></html>"


_MANY = re.compile(r"(?:[^\n]*+\n){40}")
"""Lines from which on it does so, too."""

_PART = '<div dir=ltr style="white-space: pre">'
PART = 1000
"""Characters from which on the source goes on in a paragraph of its own: one is laid out at each letter of a search."""


def _cuts(text: str) -> Iterator[int]:
    """Line ends between lines that are not empty, a part from each other."""
    at = 0
    while found := _CUT.search(text, _part_end(text, at)):
        at = found.end() - 1
        yield at


def _part_end(text: str, at: int) -> int:
    """Where a part from a line's end on is long enough."""
    rows = _MANY.match(text, at, at + PART)
    return rows.end() - 1 if rows else at + PART


def _parted(pieces: Iterator[tuple[str, str]], cuts: Iterator[int]) -> Iterator[str]:
    """The pieces (the element that marks each, its text) as markup, in parts that end at the cuts."""
    begun, cut = 0, next(cuts, -1)
    for tag, text in pieces:
        rest = text
        while 0 <= cut < begun + len(rest):
            here = cut - begun
            yield _marked(tag, rest[:here])
            yield f"</div>{_PART}"
            rest, begun, cut = rest[here + 1 :], cut + 1, next(cuts, -1)
        yield _marked(tag, rest)
        begun += len(rest)


def _marked(tag: str, text: str) -> str:
    words = escape(text, quote=False)
    return f"<{tag}>{words}</{tag}>" if tag and text else words
