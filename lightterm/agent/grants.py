"""What an agent may do besides reading public pages: said by the person who started the server."""

from __future__ import annotations

from lightterm.records import Record


class Grants(Record):
    """`asker` of its requests: "program" holds them to public addresses and robots.txt. `uploads` and `downloads`: the
    folders that files may be sent from and saved in, "" for none. `acts`: whether it may fill in, click and send.
    `evaluates`: whether it may run scripts in pages. `caps`: the tools it has beyond the usual ones.
    """

    asker: str = "program"
    uploads: str = ""
    downloads: str = ""
    acts: bool = True
    evaluates: bool = False
    caps: frozenset[str] = frozenset()
