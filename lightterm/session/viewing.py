"""What few pages need to be read: passwords, the reader's own sheet, which entries of a feed are new, and others."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.feed import Item
    from lightterm.extract.view import View
    from lightterm.loading import Page
    from lightterm.session.session import Session

    Unread = Callable[[str, tuple[Item, ...]], frozenset[int]]


def more(session: Session, view: View, style: str) -> View:
    """The view with the reader's own style sheet, which entries of feeds are new, what filter lists hide, and how large
    pictures are wanted.
    """
    from lightterm.session.browser import blocker_of

    blocker = blocker_of(session.settings, session.notes.append)
    return view.replace(
        picture_width=session.settings.images.max_width,
        user_css=user_css(session, style) if style else "",
        unread=unread(session) if session.tells_unread else None,
        hidden=blocker.hidden if blocker is not None else None,
    )


def unread(session: Session) -> Unread:
    """What says which entries of a feed were not read in a session."""
    from lightterm.session.feeds import unread

    return lambda feed, items: unread(session, feed, items)


def unlock(session: Session, page: Page, columns: int, password: str) -> Page:
    """An encrypted file that was loaded, read again with its password."""
    from lightterm.extract import extract

    url = page.response.url
    session.passwords[url.partition("#")[0]] = password
    document, problems = extract(page.snapshot, session.view(columns, url), None)
    came = (page.response.error,) if page.response.error is not None else ()
    return page.replace(document=document, errors=came + problems)


def user_css(session: Session, path: str) -> str:
    """The reader's own style sheet, read once."""
    if path not in session.user_styles:
        from lightterm.session.user_style import read_style

        session.user_styles[path] = read_style(path, session.notes)
    return session.user_styles[path]
