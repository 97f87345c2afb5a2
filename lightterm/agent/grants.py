"""What an agent may do besides reading public pages: said by the person who started the server."""

from __future__ import annotations

from lightterm.records import Record


class Grants(Record):
    """`asker` of its requests: "program" holds them to public addresses and robots.txt. `acts`: whether it may fill
    in, click and send. `evaluates`: whether it may run scripts in pages. `caps`: the tools beyond the usual ones.
    """

    asker: str = "program"
    acts: bool = True
    evaluates: bool = False
    caps: frozenset[str] = frozenset()
