"""What a page asks before a link is followed or a form is sent, where it says so in its markup."""

from __future__ import annotations

import re

from lightterm.document.marks import one_spaced
from lightterm.extract import dom
from lightterm.safe import clean

_CALL = re.compile(r"""\bconfirm\s*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)?""")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_BY_LIBRARIES = ("data-confirm", "data-turbo-confirm")
"""What https://guides.rubyonrails.org/working_with_javascript_in_rails.html has scripts ask."""

_LONGEST = 1000


def question(head: str) -> str:
    """The question of a start tag, "go on?" for one that only its script knows; "" for none."""
    for name in _BY_LIBRARIES:
        if words := dom.attribute(head, name):
            return _plain(words)
    for name in ("onclick", "onsubmit"):
        call = _CALL.search(dom.attribute(head, name))
        if call is not None:
            return _plain(_ESCAPE.sub(_unescaped, call[1] or call[2] or call[3] or "")) or "go on?"
    return ""


def _plain(words: str) -> str:
    return one_spaced(clean(words[:_LONGEST]))


def _unescaped(escape: re.Match[str]) -> str:
    said = escape[1]
    if said[0] in "ux" and len(said) > 1:
        return chr(int(said[1:], 16))
    return " " if said in "nrtbfv\n" else said
