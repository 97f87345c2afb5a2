"""A form to fill in, what was sent of it, and commands about it."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from browsing import Browsing
from servers import Server

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 12)])


def form(inside: str, head: str = "") -> str:
    return f"<title>Form</title><form action=/echo {head}>{inside}</form><p>Below.</p>"


def sent(server: Server, path: str = "/echo") -> list[tuple[str, str]]:
    """The names and values of the last urlencoded form that came."""
    asked = server.asked(path)[-1]
    raw = asked.body.decode() if asked.method == "POST" else asked.query
    return parse_qsl(raw, keep_blank_values=True)


async def run(b: Browsing, line: str) -> None:
    """Run a command line."""
    await b.type(f":{line}\n")
