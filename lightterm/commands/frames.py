"""The frames of a page: each is a link to a page of its own, which knows the page that holds it."""

from __future__ import annotations

from lightterm.document.within import targets_of_medium
from lightterm.errors import ValidationFailed
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document, Target
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.tab import Tab


class Framed(Record):
    """A frame: the number of the link that stands for it, what it is called, and where its page is."""

    number: int
    name: str
    url: str


def frames(document: Document) -> tuple[Framed, ...]:
    """The frames of a page in its order. Raises ValidationFailed when there is none."""
    found = []
    for index, medium in enumerate(document.media):
        for number in targets_of_medium(document.blocks, index) if medium.kind == "frame" else ():
            target = document.targets[number]
            if is_frame(target):
                found.append(Framed(number, target.text.partition(": ")[2], target.url))
                break
    if not found:
        raise ValidationFailed("the page has no frames", actions=())
    return tuple(found)


def is_frame(target: Target) -> bool:
    """Whether a link stands for a frame."""
    return target.text.startswith(("iframe: ", "frame: ", "embed: "))


def in_frame(page: Page, url: str) -> tuple[Request, int] | None:
    """The request for the page with a link's address in the frame that it opens in, and the target that stands for the
    frame, 0 for none; None for a link that opens in no frame.
    """
    from lightterm.extract.framesets import frame_for

    snapshot = page.snapshot
    if not snapshot.frames:
        return None
    return _put(page, frame_for(snapshot, url, snapshot.base or page.document.url), url)


def in_frame_called(page: Page, name: str, url: str) -> tuple[Request, int] | None:
    """The same for an address that is to be in the frame of a name, as a form says."""
    from lightterm.extract.framesets import frame_called

    snapshot = page.snapshot
    if not snapshot.frames:
        return None
    return _put(page, frame_called(snapshot, name, snapshot.base or page.document.url), url)


def _put(page: Page, address: str, url: str) -> tuple[Request, int] | None:
    snapshot, request = page.snapshot, page.request
    if not address or request.method != "GET":
        return None
    shown = next((frame.instead for frame in snapshot.frames if frame.address == address), "") or address
    others = tuple(pair for pair in request.framed if pair[0] != address)
    wanted = request.replace(framed=(*others, (address, url)), freshness="any")
    return wanted, next((n for n, at in page.document.targets.addresses() if at == shown), 0)


def beside(document: Document, found: Sequence[Framed], here: int, by: int) -> Framed:
    """The frame so many further than the target `here`, or before it. Raises ValidationFailed beyond the ends."""
    place = document.targets.place
    after = [frame for frame in found if place(frame.number) > place(here)]
    before = [frame for frame in found if place(frame.number) < place(here)]
    if by > 0 and by <= len(after):
        return after[by - 1]
    if by < 0 and -by <= len(before):
        return before[by]
    raise ValidationFailed(f"there is no {'next' if by > 0 else 'previous'} frame", actions=())


def back_to_holder(tab: Tab) -> int:
    """How many pages back (negative) the page is that holds this one as a frame. Raises ValidationFailed."""
    visit = tab.visit
    holder = visit.request.initiator if visit is not None else None
    for at in range(tab.index - 1, -1, -1):
        if tab.visits[at].url == holder and _holds(tab, at):
            return at - tab.index
    raise ValidationFailed("this page was not opened from a page that has it as a frame", actions=())


def _holds(tab: Tab, at: int) -> bool:
    """Whether the page at a place of the tab's way has the shown one as a frame; one let go of is believed to."""
    page, visit = tab.visits[at].page, tab.visit
    if page is None or visit is None:
        return True
    urls = [medium.url for medium in page.document.media if medium.kind == "frame"]
    return visit.request.url in urls or visit.url in urls
