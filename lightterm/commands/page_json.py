"""A page as JSON: what `config/page.schema.json` describes, whose version goes up with every change of meaning."""

from __future__ import annotations

import json

from lightterm.document.marks import MEDIA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.formats import Form
    from lightterm.document.model import Document, Field, Media, Option, Target
    from lightterm.document.model import Form as HtmlForm
    from lightterm.errors import LighttermError
    from lightterm.loading import Page
    from lightterm.output.changes import Change
    from lightterm.output.wanted import Truncation

    Data = dict[str, object]
    ShowUrl = Callable[[str], str]

SCHEMA_VERSION = "1.1"
"""A member that is new raises the second number, and says so in config/page.schema.json ("since"); one that goes, or
means something else, the first.
"""

BARE = ("schemaVersion", "url", "title", "content", "targets", "tables", "errors")
"""What is told within a budget that has no room for more."""


FEW_OPTIONS = 4
"""Options of a field that are told in any case; of more, where a budget is short, those that are chosen."""


def page_json(
    page: Page,
    document: Document,
    form: Form,
    show_url: ShowUrl,
    truncation: Truncation | None,
    bare: bool,
    facts: Data,
) -> str:
    """The page as one line of JSON; `document` is what of it is wanted, `bare` leaves out all but that.

    `truncation` is what a budget has left out; `facts` go with the metadata.
    """
    data = page_data(page, document, form, show_url, facts, bare)
    if form.changes is not None:
        data["changes"] = [_change(change) for change in form.changes]
    if bare:
        data = {name: data[name] for name in BARE}
    if truncation is not None:
        data |= {"truncated": bool(truncation.cursor), "truncation": _truncation(truncation)}
    return json.dumps(data, ensure_ascii=not form.unicode, default=str)


def failure_json(url: str, error: LighttermError, unicode: bool) -> str:
    """What stands for a page of which nothing came: its address and the error."""
    data: Data = {"schemaVersion": SCHEMA_VERSION, "url": url, "title": "", "content": {}, "targets": [], "tables": []}
    return json.dumps(data | {"errors": [error.as_dict()]}, ensure_ascii=not unicode) + "\n"


def _change(change: Change) -> Data:
    kind = "changed" if change.before and change.after else "removed" if change.before else "added"
    return {"kind": kind, "before": change.before, "after": change.after}


def _truncation(said: Truncation) -> Data:
    return {
        "budget": said.budget,
        "unit": said.unit,
        "original": said.original,
        "returned": said.returned,
        "blocks": said.blocks,
        "omitted": said.omitted,
        "cursor": said.cursor,
    }


def page_data(page: Page, document: Document, form: Form, show_url: ShowUrl, facts: Data, bare: bool) -> Data:
    """The page as the object that is written; what is long and beside the text is cut if `bare`."""
    from lightterm.document.subset import paragraphs
    from lightterm.output.content import content

    blocks, tables = content(document)
    # A budget tries many cuts of a page, each with few of its targets: only those are made.
    hidden = {number for first, last in document.folded for number in range(first, last + 1)}
    shown = [document.targets[number] for number in document.targets.numbers if number not in hidden]
    forms = {t.field.form for t in shown if t.field is not None}
    media = {p.media + n for p in paragraphs(document.blocks) for n in range(p.raw.count(MEDIA))}
    response = page.response
    return {
        "schemaVersion": SCHEMA_VERSION,
        "url": show_url(page.request.url),
        "finalUrl": show_url(response.url),
        "title": document.title,
        "contentType": document.content_type,
        "status": response.status,
        "content": _contents(page, document, form, blocks, show_url),
        "outline": [{"level": heading.level, "text": heading.text} for heading in document.outline()],
        "targets": [_target(target, show_url, FEW_OPTIONS if bare else None) for target in shown],
        "forms": [_form(n, of, document, show_url) for n, of in enumerate(document.forms) if n in forms],
        "tables": tables,
        "media": [_medium(index, document.media[index], show_url) for index in sorted(media)],
        "landmarks": [{"role": mark.role, "name": mark.name} for mark in document.landmarks],
        "metadata": {**metadata(page, document, show_url), "facts": facts},
        "tier": page.tier,
        "trace": [
            {"tier": s.tier, "loadMs": round(s.load_ms, 3), "extractMs": round(s.extract_ms, 3), "reason": s.reason}
            for s in page.trace
        ],
        "timing": timing(page),
        "redirects": [
            {"url": show_url(r.url), "status": r.status, "to": show_url(r.location)} for r in response.redirects
        ],
        "leftOut": [{"reason": r, "elements": n, "characters": size} for r, n, size in document.hidden.counts],
        "errors": [error.as_dict() for error in page.errors],
    }


def _contents(page: Page, document: Document, form: Form, blocks: list[Data], show_url: ShowUrl) -> Data:
    contents = form.contents or ("blocks",)
    data: Data = {}
    if "blocks" in contents:
        data["blocks"] = blocks
    if "markdown" in contents:
        from lightterm.output.markdown import markdown

        data["markdown"] = markdown(document, "refs", show_url)
    if form.changes is not None:
        from lightterm.document.subset import plain

        data["text"] = "\n".join(map(plain, document.blocks))
    elif "text" in contents:
        from lightterm.document.layout import text_lines

        data["text"] = "\n".join(text_lines(document.blocks, form.width, True))
    if "html" in contents:
        from lightterm.safe import clean_text

        data["html"] = clean_text(page.snapshot.markup.decode("utf-8", "replace"))
    return data


def _target(target: Target, show_url: ShowUrl, most: int | None = None) -> Data:
    """A target; of more than `most` options of a field those that are chosen: all countries are more than a budget."""
    data: Data = {"number": target.number, "kind": target.kind, "text": target.text}
    if target.kind == "link":
        data |= {"url": show_url(target.url), "class": target.link_class}
        if target.rel:
            data["rel"] = target.rel.split()
        if target.title:
            data["title"] = target.title
    if target.field is not None:
        data |= _field(target.field)
        options = target.field.options
        if most is not None and len(options) > most:
            chosen = [option for option in options if option.selected]
            data |= {"options": list(map(_option, chosen)), "moreOptions": len(options) - len(chosen)}
    return data


def _field(field: Field) -> Data:
    secret = field.kind == "password" and field.value
    data: Data = {"type": field.kind, "name": field.name, "value": "" if secret else field.value, "label": field.label}
    if field.form >= 0:
        data["form"] = field.form
    for name in ("checked", "required", "disabled", "readonly", "multiple"):
        if getattr(field, name):
            data[name] = True
    if field.placeholder:
        data["placeholder"] = field.placeholder
    if field.options:
        data["options"] = list(map(_option, field.options))
    return data


def _option(option: Option) -> Data:
    return {
        "value": option.value,
        "label": option.label,
        "selected": option.selected,
        "disabled": option.disabled,
    }


def _form(index: int, form: HtmlForm, document: Document, show_url: ShowUrl) -> Data:
    fields = [number for number, field in document.targets.fields() if field.form == index]
    return {
        "index": index,
        "name": form.name,
        "action": show_url(form.action),
        "method": form.method,
        "enctype": form.enctype,
        "targets": fields,
        "hidden": [{"name": field.name, "value": field.value} for field in form.hidden],
    }


def _medium(index: int, medium: Media, show_url: ShowUrl) -> Data:
    data: Data = {"index": index, "kind": medium.kind, "url": show_url(medium.url), "alt": medium.alt}
    if medium.title:
        data["title"] = medium.title
    if medium.width:
        data["width"] = medium.width
    if medium.height:
        data["height"] = medium.height
    return data


def timing(page: Page) -> Data:
    """How long a page took, in milliseconds; fetching and extracting make the total."""
    reply = page.response.timing
    load, extract = sum(step.load_ms for step in page.trace), sum(step.extract_ms for step in page.trace)
    return {
        "connectMs": round(reply.connect_ms, 3),
        "firstByteMs": round(reply.first_byte_ms, 3),
        "fetchMs": round(load, 3),
        "extractMs": round(extract, 3),
        "totalMs": round(load + extract, 3),
    }


def metadata(page: Page, document: Document, show_url: ShowUrl) -> Data:
    """What is told of a page beside its content; `timestamp` is in milliseconds since 1970."""
    from time import time

    of = document.metadata
    return {
        "finalUrl": show_url(page.response.url),
        "language": document.language,
        "direction": document.direction,
        "description": of.description,
        "canonical": show_url(of.canonical),
        "charset": of.charset,
        "generator": of.generator,
        "properties": [{"name": name, "value": value} for name, value in of.properties],
        "feeds": [{"url": show_url(url), "title": title} for url, title in of.feeds],
        "loadTime": timing(page)["totalMs"],
        "timestamp": int(time() * 1000),
    }
