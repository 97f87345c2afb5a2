"""What an agent may do besides reading public pages: said by the person who started the server."""

from __future__ import annotations

from lightterm.records import Record


class Grants(Record):
    """`asker` of its requests: "program" holds them to public addresses and robots.txt. `uploads`: the folder that
    files may be sent from, "" for none. `acts`: whether it may fill in, click and send. `evaluates`: whether it may run
    scripts in pages.
    """

    asker: str = "program"
    uploads: str = ""
    acts: bool = True
    evaluates: bool = False
