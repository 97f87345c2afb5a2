"""man: the manual pages of this machine, by its own `man` (man:ls, man:printf(3))."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

from lightterm.errors import FileMissing, FileUnreadable, TimedOut, UrlInvalid
from lightterm.fetch.man_layout import WIDTH, markup
from lightterm.fetch.model import Response
from lightterm.fetch.url_parse import percent_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context

_UNBROKEN = ("--nh", "--nj")
"""Neither hyphens nor spaces put in, which would break words that are searched for: man-db has these options."""

_PLAIN = {"MANPAGER": "cat", "PAGER": "cat", "MANWIDTH": str(WIDTH), "COLUMNS": str(WIDTH)}
_NAME = re.compile(r"(?![-.])[\w.+:@\[-]{1,100}")
_SECTION = re.compile(r"[0-9n][0-9A-Za-z]{0,10}")
_OVERSTRUCK = re.compile(".\b")


def load(request: Request, context: Context) -> Response:
    """A manual page with links to those it names. Raises UrlInvalid, FileMissing, FileUnreadable, TimedOut."""
    name, section = _asked(request.url)
    program = shutil.which("man")
    if program is None:
        raise FileUnreadable("there is no program man on this machine", actions=())
    seconds = context.seconds if request.deadline is None else request.deadline
    # No shell, and no pager: the words are arguments, and none of them can be taken for an option.
    wanted = ("--", *([section] if section else []), name)
    done = _run((program, *_UNBROKEN, *wanted), seconds)
    if done.returncode and b"option" in done.stderr:
        done = _run((program, *wanted), seconds)
    if done.returncode or not done.stdout.strip():
        shown = f"{name}({section})" if section else name
        raise FileMissing(f"there is no manual page {shown}", actions=())
    set_page = _OVERSTRUCK.sub("", done.stdout[: context.bound(request)].decode("utf-8", "replace"))
    body = markup(set_page).encode()
    return Response(request.url, body=body, stated_type="text/html", charset="utf-8", wire_bytes=len(body))


def _run(words: tuple[str, ...], seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Run man to its end. Raises TimedOut, FileUnreadable."""
    try:
        return subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, **_PLAIN},
            timeout=seconds,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimedOut(f"man took more than {seconds:g} s") from None
    except OSError as problem:
        raise FileUnreadable(f"man cannot be run: {problem.strerror}", actions=()) from None


def _asked(url: str) -> tuple[str, str]:
    """(name, section) of an address, the section "" when it is any. Raises UrlInvalid."""
    text = percent_decode(url.partition(":")[2].partition("#")[0].strip("/")).decode("utf-8", "replace")
    name, section = text, ""
    if text.endswith(")") and "(" in text:
        name, _, section = text[:-1].partition("(")
    elif "/" in text:
        section, _, name = text.partition("/")
    if not _NAME.fullmatch(name) or (section and not _SECTION.fullmatch(section)):
        raise UrlInvalid(
            f"{text[:100]!r} is no name of a manual page: man:ls, man:printf(3)", url=url[:200], actions=()
        )
    return name, section
