"""Asks the person at the terminal for the password of an encrypted file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.loading import Page
    from lightterm.session.session import Session

TRIES = 3


def unlocked(session: Session, page: Page, columns: int) -> Page:
    """The page with the password given at the terminal, where messages can be seen; as it is after a wrong one."""
    import sys
    from getpass import getpass

    from lightterm.fetch.url_display import display_url
    from lightterm.session.viewing import unlock

    for _ in range(TRIES):
        seen = sys.stderr is not None and sys.stderr.isatty()
        if not seen or not page.errors or page.errors[0].code != "PASSWORD_REQUIRED":
            break
        try:
            password = getpass(f"Password of {display_url(page.response.url)}: ")
        except (EOFError, OSError):
            break
        if not password:
            break
        page = unlock(session, page, columns, password)
    return page
