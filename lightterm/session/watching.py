"""What changed on a page since it was read the last time."""

from __future__ import annotations

from lightterm.output.changes import compare
from lightterm.records import Record
from lightterm.session.visited import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.output.changes import Change
    from lightterm.session.session import Session
    from lightterm.session.store.model import KeptText
    from lightterm.session.tab import Visit


class Changes(Record):
    """What is other than it was at `since` (seconds since 1970); None: nothing is known of an earlier visit."""

    since: float | None = None
    found: tuple[Change, ...] = ()


def changes_since(session: Session, url: str, document: Document, part: str = "") -> Changes:
    """What is other than the last time, which is now: the text takes the place of the one before."""
    found = changes_to(session, url, document, part)
    keep(session, url, document, part)
    return found


def changes_to(session: Session, url: str, document: Document, part: str = "") -> Changes:
    """What is other than the last time; `keep` makes this the last time.

    The last time is the last comparison of the same `part` of the page ("": all of it), or a person's later visit.
    """
    store = session.store
    known = [store.watched.get(url, part), None if part else store.history.kept(url)]
    before = max((kept for kept in known if kept is not None), key=lambda kept: kept.at, default=None)
    return _compared(before, text_of(document))


def keep(session: Session, url: str, document: Document, part: str = "") -> None:
    """Let the text take the place of the one before, as what is other has been told."""
    session.store.watched.put(url, part, text_of(document))


def changes_of(session: Session, visit: Visit | None, url: str, document: Document) -> Changes:
    """What is other on a page that is shown than at the visit before."""
    before = visit.before if visit is not None else None
    if before is None:
        before = session.store.history.kept(url)
    return _compared(before if before is not None and before.at else None, text_of(document))


def _compared(before: KeptText | None, text: str) -> Changes:
    return Changes() if before is None else Changes(before.at, compare(before.text, text))
