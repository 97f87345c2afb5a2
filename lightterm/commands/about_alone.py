"""Built-in pages for a dump: lists of what the store keeps, where there is no front end to ask for more."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request, Response
    from lightterm.session.session import Session


class OwnLists:
    """Set its `answer` as the session's `own_pages`."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def answer(self, request: Request) -> Response | None:
        """The list, None for an address of anything else."""
        from lightterm.commands.about import asked, made
        from lightterm.commands.dump import OWN_LISTS

        name, words = asked(request.url)
        return made(self, request.url, name, words) if f"about:{name}" in OWN_LISTS else None
