"""What a session makes of an address: the text of its page, or the code of the error."""

from __future__ import annotations

import pytest

from lightterm.errors import LighttermError
from lightterm.fetch.model import Request
from lightterm.loading import Page
from lightterm.output.text import page_text
from lightterm.session.session import Session


def text(page: Page) -> str:
    """The page as a dump of 80 columns has it."""
    return "\n".join(page_text(page.document, 80, True, "refs", str))


def code(session: Session, request: str | Request) -> str:
    """The code of the error that asking for an address ends with."""
    with pytest.raises(LighttermError) as caught:
        session.open(Request(request) if isinstance(request, str) else request, 80)
    return caught.value.code
