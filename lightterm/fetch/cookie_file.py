"""cookies.txt, the file of Netscape that curl, wget and browser extensions read and write.

Seven fields between tabs: domain, whether subdomains get it, path, Secure, expiry (0: session), name, value. A domain
may be marked `#HttpOnly_`. SameSite has no field: a comment before the line keeps it for ourselves.
"""

from __future__ import annotations

from lightterm.errors import FileUnreadable
from lightterm.fetch.cookies import Cookie, CookieJar
from lightterm.whole_file import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


_HTTP_ONLY = "#HttpOnly_"
_SAME_SITE = "# SameSite="
_HEAD = "# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n"
_TRUTH = {"TRUE": True, "FALSE": False}
_MAX_BYTES = 32_000_000


def read_cookies(path: str, jar: CookieJar) -> tuple[str, ...]:
    """Put the cookies of a file into `jar`; a complaint "line N: ..." for each line that is none comes back.

    A file that is not there yet is an empty one. Raises FileUnreadable.
    """
    cookies, problems = parsed_cookies(_text(path))
    jar.add(cookies)
    return problems


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline=None) as file:
            return file.read(_MAX_BYTES)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise FileUnreadable(f"cookie file {path!r}: {error.strerror}", path=path) from None


def parsed_cookies(text: str) -> tuple[list[Cookie], tuple[str, ...]]:
    """The cookies of a file's text, and a complaint for each line that is none."""
    cookies: list[Cookie] = []
    problems: list[str] = []
    same_site = ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(_SAME_SITE):
            same_site = line[len(_SAME_SITE) :].strip().lower()
        elif line.strip() and (not line.startswith("#") or line.startswith(_HTTP_ONLY)):
            try:
                cookies.append(_cookie(line, same_site))
            except ValueError as problem:
                problems.append(f"line {number}: {problem}")
            same_site = ""
    return cookies, tuple(problems)


def without_cookies(text: str, unwanted: Callable[[Cookie], bool]) -> tuple[str, int]:
    """A file's text without some of its cookies, all else as it was; how many those were."""
    kept: list[str] = []
    gone = 0
    for line in text.split("\n"):
        if any(map(unwanted, parsed_cookies(line)[0])):
            gone += 1
            if kept and kept[-1].startswith(_SAME_SITE):
                kept.pop()
        else:
            kept.append(line)
    return "\n".join(kept), gone


def _cookie(line: str, same_site: str) -> Cookie:
    http_only = line.startswith(_HTTP_ONLY)
    fields = line.removeprefix(_HTTP_ONLY).split("\t")
    if len(fields) == 6:
        fields.append("")  # a value may be empty, and editors drop a tab at the end
    if len(fields) != 7:
        raise ValueError(f"{len(fields)} fields between tabs in place of 7")
    domain, tail, path, secure, expires, name, value = fields
    host = domain.strip().removeprefix(".").lower()
    if not host or any(c <= " " for c in host):
        raise ValueError("no domain")
    if tail.upper() not in _TRUTH or secure.upper() not in _TRUTH:
        raise ValueError("a flag that is neither TRUE nor FALSE")
    try:
        ends = float(expires or "0")
    except ValueError:
        raise ValueError(f"no time of expiry: {expires[:40]!r}") from None
    if any(c < " " or c == "\x7f" for c in name + value + path) or not (name or value):
        raise ValueError("control characters, or neither name nor value")
    return Cookie(
        name,
        value,
        host,
        path if path.startswith("/") else "/",
        ends if ends > 0 else None,
        _TRUTH[secure.upper()],
        http_only,
        same_site if same_site in ("strict", "lax", "none") else "",
        not _TRUTH[tail.upper()],
        persistent=ends > 0,
    )


def write_cookies(path: str, jar: CookieJar) -> None:
    """Write what the jar lets outlast it, session cookies with expiry 0, in place of the old file.

    An old file with lines that are no cookies is kept beside it as PATH.bad: whatever it is, it is not ours to lose.
    Raises WriteFailed, FileUnreadable, with the old file untouched.
    """
    old = _text(path)
    if parsed_cookies(old)[1]:
        write_private(path + ".bad", old)
    write_private(path, cookie_text(jar))


def cookie_text(jar: CookieJar) -> str:
    """What the jar lets outlast it, as the text of a file."""
    return _HEAD + "".join(map(_line, sorted(jar.lasting(), key=lambda cookie: cookie.created)))


def _line(cookie: Cookie) -> str:
    mark = f"{_SAME_SITE}{cookie.same_site.capitalize()}\n" if cookie.same_site else ""
    domain = cookie.domain if cookie.host_only else "." + cookie.domain
    fields = (
        (_HTTP_ONLY if cookie.http_only else "") + domain,
        "FALSE" if cookie.host_only else "TRUE",
        cookie.path,
        "TRUE" if cookie.secure else "FALSE",
        str(int(cookie.expires)) if cookie.persistent and cookie.expires else "0",
        cookie.name,
        # The one control that a cookie may hold is the tab, which would end its field here.
        cookie.value.replace("\t", " "),
    )
    return mark + "\t".join(field.replace("\t", " ") for field in fields) + "\n"
