"""What a PDF file says of itself, as facts (ISO 32000-2, 14.3.3)."""

from __future__ import annotations

from lightterm.document.facts import NO_FACT, DataBlock, Fact, Facts, Tried, confidence, overall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document

_UNSAID = frozenset(("", "untitled", "unspecified", "anonymous"))
"""What programs write where nobody said anything."""

NAMES = ("Author", "CreationDate", "ModDate", "Subject")


def says_nothing(value: str) -> bool:
    """Whether a property is empty, or what a program wrote in the place of one: "untitled", "(anonymous)"."""
    return value.strip(" ()").lower() in _UNSAID


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
    unsaid = says_nothing(value)
    tried = (Tried(place, value, "" if value and not unsaid else "says nothing" if value else "empty"),)
    return NO_FACT.replace(tried=tried) if unsaid else Fact(value, confidence("meta_tags"), place, tried)


def _title(document: Document, said: str) -> Fact:
    """The title that the file says, else its first heading."""
    if not says_nothing(said):
        return _said("Title", said)
    heading = next((heading.text for heading in document.outline()), "")
    tried = (*_said("Title", said).tried, Tried("first heading", heading, "" if heading else "empty"))
    return Fact(heading, confidence("heuristic"), "first heading", tried) if heading else NO_FACT.replace(tried=tried)
