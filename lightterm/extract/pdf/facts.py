"""What a PDF file says of itself, as facts (ISO 32000-2, 14.3.3)."""

from __future__ import annotations

from lightterm.document.facts import NO_FACT, DataBlock, Fact, Facts, Tried, confidence, overall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document

NAMES = ("Author", "CreationDate", "ModDate", "Subject")


def pdf_facts(document: Document) -> Facts:
    """The facts of a document that was read from a PDF; its other properties are a block of data."""
    said = dict(document.metadata.properties)
    author, made, changed, subject = (_said(name, said.get(name, "")) for name in NAMES)
    facts = Facts(
        url=document.url,
        title=_title(document, said.get("Title", "")),
        byline=author,
        published=made,
        modified=changed,
        description=subject,
        language=_said("Lang", document.language),
        data=(DataBlock("pdf", dict(said)),),
    )
    return facts.replace(overall=overall(facts))


def _said(name: str, value: str) -> Fact:
    place = f"PDF {name}"
    tried = (Tried(place, value, "" if value else "empty"),)
    return Fact(value, confidence("meta_tags"), place, tried) if value else NO_FACT.replace(tried=tried)


def _title(document: Document, said: str) -> Fact:
    """The title that the file says, else its first heading."""
    if said:
        return _said("Title", said)
    heading = next((heading.text for heading in document.outline()), "")
    tried = (Tried("PDF Title", "", "empty"), Tried("first heading", heading, "" if heading else "empty"))
    return Fact(heading, confidence("heuristic"), "first heading", tried) if heading else NO_FACT.replace(tried=tried)
