"""What a call is about to do, as people and policies are told of it."""

from __future__ import annotations

from lightterm.records import Record

PRESSING = ("click", "double_click", "drag")
"""Actions that press the first button of the mouse on their target."""


class Deed(Record):
    """What a call is about to do: the tool, in words what, and whether it `acts` on a page rather than reads.

    `verb` is what a policy knows it by; `url` the page, `tab` its key and `target` the number it acts on (0: none);
    `secrets` the names of arguments whose values nobody may keep; `asks` what a person alone is asked for; `passwords`
    the fields of passwords that the client itself would fill in, by name and target number; `folder` the kind of folder
    that it takes (`folders`); `parts` the deeds of a call that does several, one after the other.
    """

    tool: str
    words: str = ""
    acts: bool = False
    verb: str = ""
    url: str = ""
    tab: int = 0
    target: int = 0
    secrets: tuple[str, ...] = ()
    asks: str = ""
    passwords: tuple[tuple[str, int], ...] = ()
    folder: str = ""
    parts: tuple[Deed, ...] = ()
