"""URLs as strings: links resolved quickly, what a person typed, origins and sites.

A page may hold 200,000 links, and `urllib.parse` alone costs 30 million instructions to import. So well-formed links
go through string tests, about 0.3 µs each, and only the rest through `url_parse`, imported when first needed.
"""

from __future__ import annotations

import os

from lightterm.error_base import Action, LighttermError
from lightterm.fetch.url_display import display_host, display_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.url_parse import Url

__all__ = [
    "display_host",
    "display_url",
    "file_url",
    "host_of",
    "local_path",
    "origin",
    "parts",
    "resolve",
    "resolve_all",
    "same_site",
    "strip_credentials",
    "typed_to_url",
    "without_fragment",
]

# Bytes that no part of a URL needs encoded, and that mean nothing to the parser but / ? # and :.
_PLAIN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&()*+,;=:@%/?#[]"
_PLAIN_LINES = _PLAIN + b"\n"
_OPAQUE = ("javascript:", "mailto:", "tel:")
_UNRESERVED = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/")
_KNOWN_SCHEMES = ("http", "https", "file", "about", "data", "stdin")
_EXTERNAL_SCHEMES = (
    "mailto",
    "tel",
    "sms",
    "javascript",
    "view-source",
    "ftp",
    "sftp",
    "gopher",
    "gemini",
    "spartan",
    "news",
    "irc",
)
# Endings of file names that are no top-level domains (.md, .zip and .py are): "page.html" is a file, never a host.
_FILE_ENDINGS = frozenset(
    (
        "html",
        "htm",
        "xhtml",
        "txt",
        "json",
        "xml",
        "pdf",
        "csv",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "webp",
        "svg",
        "rss",
        "atom",
    )
)

_COMMON_IN_HOST = "abcdefghijklmnopqrstuvwxyz0123456789-."
_COMMON = _COMMON_IN_HOST + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_~/"

_heads: set[str] = set()  # "https://host" of links already found to be canonical
_base: tuple[str, ...] = ("",) * 5  # the last base, its origin part, its folder, itself up to the # and up to the ?


def resolve(base: str, ref: str, charset: str = "utf-8") -> str:
    """The absolute URL of the link `ref` on the page `base`, as browsers resolve it.

    `charset` is the page's, for the query. What no browser could resolve comes back trimmed and otherwise as it was;
    loading that raises UrlInvalid. Source: https://url.spec.whatwg.org/, section 4.4.
    """
    if ref.isascii() and not ref.encode().translate(None, _PLAIN) and "/." not in ref and "/%2" not in ref:
        if ref[:4] == "http":
            cut = ref.find("/", 8)
            if cut > 0 and (ref[:cut] in _heads or _is_common(ref[:cut])):
                return ref
        elif ref.startswith(_OPAQUE):
            if ":/" not in ref[:12]:
                return ref
        else:
            url = _resolve_plain(base, ref)
            if url:
                return url
    return _resolve_any(base, ref, charset)


def _resolve_plain(base: str, ref: str) -> str:
    """The absolute URL of a relative link made of _PLAIN, "" where it needs the parser."""
    first = ref[:1]
    _, head, folder, bare, page = _base if _base[0] == base else _take_base(base)
    if first == "/":
        if ref[1:2] != "/":
            return head and head + ref
        whole = base[: base.find(":") + 1] + ref
        cut = whole.find("/", 8)
        is_known = head[:4] == "http" and cut > 0 and (whole[:cut] in _heads or _is_common(whole[:cut]))
        return whole if is_known else ""
    if first == "#":
        return bare and bare + ref
    if first == "?" or not ref:
        return head and (page + ref if ref else bare)
    return folder + ref if first not in ".%" and folder and ":" not in ref else ""


def resolve_all(base: str, refs: list[str]) -> list[str]:
    """Each of `refs` as `resolve` makes it. Best some hundred at once: what all are made of is looked at together."""
    whole = "\n".join(refs)
    if not whole.isascii() or whole.encode().translate(None, _PLAIN_LINES) or "/." in whole or "/%2" in whole:
        return [resolve(base, ref) for ref in refs]
    head = (_base if _base[0] == base else _take_base(base))[1]
    if head and whole[:1] == "/" and whole.count("\n/") == whole.count("\n") == len(refs) - 1 and "//" not in whole:
        return [head + ref for ref in refs]
    urls: list[str] = []
    for ref in refs:
        if ref[:1] == "/" and head and ref[1:2] != "/":
            urls.append(head + ref)
        elif ref[: ref.find("/", 8)] in _heads and ref.find("/", 8) > 0:
            urls.append(ref)
        else:
            urls.append(resolve(base, ref))
    return urls


def _take_base(base: str) -> tuple[str, ...]:
    """Cut a canonical base once into the parts of `_base`, "" where links need the parser."""
    global _base
    bare = base.partition("#")[0]
    path = bare.partition("?")[0]
    head = folder = ""
    scheme = base[: base.find(":") + 1]
    try:
        canonical = _is_plain_file(base) or parts(base).text() == base
    except LighttermError:
        canonical = False
    if canonical and scheme in ("http:", "https:", "file:"):
        head = bare[: path.find("/", len(scheme) + 2)]
        folder = path[: path.rfind("/") + 1]
    _base = (base, head, folder, bare, path)
    return _base


def _is_plain_file(url: str) -> bool:
    """Whether a URL is that of a local file, with nothing in it that a parser would write otherwise."""
    return url[:8] == "file:///" and "//" not in url[8:] and "/." not in url and not url[8:].strip(_COMMON)


def _is_common(head: str) -> bool:
    """Whether "https://host" is canonical as it stands, remembered when it is: such hosts need no parser."""
    scheme, _, host = head.partition("://")
    top = host.rpartition(".")[2]
    common = scheme in ("http", "https") and top.isalpha() and not host.strip(_COMMON_IN_HOST)
    if not common or ".." in host or host[0] == "." or len(host) > 200 or "xn--" in host:
        return False
    if len(_heads) > 4096:
        _heads.clear()
    _heads.add(head)
    return True


def _resolve_any(base: str, ref: str, charset: str) -> str:
    from lightterm.fetch.url_parse import parse

    try:
        url = parse(ref, parts(base) if base else None, charset)
    except LighttermError:
        return ref.strip("".join(map(chr, range(0x21))))
    if url.host and not url.user and not url.password:
        if len(_heads) > 4096:
            _heads.clear()
        _heads.add(f"{url.scheme}://{url.authority}")
    return url.text()


def parts(url: str) -> Url:
    """An absolute URL taken apart. Raises UrlInvalid."""
    from lightterm.fetch.url_parse import parsed

    return parsed(url)


def host_of(url: str) -> str:
    """The host of an absolute URL in the form it is asked for, "" when it has none. Raises UrlInvalid."""
    return parts(url).host or ""


def host_if_any(url: str) -> str:
    """The host of a URL, "" where it has none or what was given is none."""
    from lightterm.errors import UrlInvalid

    try:
        return host_of(url)
    except UrlInvalid:
        return ""


def without_fragment(url: str) -> str:
    """`url` up to its #."""
    return url.partition("#")[0]


def origin(url: str) -> str:
    """Scheme, host and port as in "https://example.org:8443"; "null" for what has no origin of its own (data:, file:).

    Source: https://url.spec.whatwg.org/#origin. Raises UrlInvalid.
    """
    url_parts = parts(url)
    if url_parts.scheme in ("http", "https", "ws", "wss", "ftp"):
        return f"{url_parts.scheme}://{url_parts.authority}"
    return "null"


def same_site(a: str, b: str) -> bool:
    """Whether two URLs are schemefully same-site (https://html.spec.whatwg.org/#same-site).

    Opaque origins are same-site with nothing but their own kind of file: page. Raises UrlInvalid.
    """
    from lightterm.fetch.hosts import registrable_domain

    first, second = parts(a), parts(b)
    if first.scheme != second.scheme:
        return False
    if not first.host or not second.host:
        return first.scheme == "file"
    return first.host == second.host or registrable_domain(first.host) == registrable_domain(second.host)


def strip_credentials(url: str) -> tuple[str, str | None]:
    """`url` without user:password@, and those two decoded as "user:password" (None when there were none)."""
    authority = url.partition("://")[2]
    if "@" not in authority:
        return url, None
    from lightterm.fetch.url_parse import percent_decode

    url_parts = parts(url)
    if not url_parts.user and not url_parts.password:
        return url_parts.text(), None
    user, password = (percent_decode(p).decode("utf-8", "replace") for p in (url_parts.user, url_parts.password))
    return url_parts.replace(user="", password="").text(), f"{user}:{password}"


def file_url(path: str) -> str:
    """The file: URL of an absolute local path; bytes that are no UTF-8 stay exact."""
    data = os.fsencode(path)
    return "file://" + "".join(chr(b) if b in _UNRESERVED else f"%{b:02X}" for b in data)


def local_path(url: str) -> str:
    """The path that a file: URL names. Raises UrlInvalid for one on another host."""
    path = without_fragment(url).partition("?")[0]
    if not path.startswith("file:///"):
        url_parts = parts(url)
        if url_parts.host:
            raise _invalid(f"a file on another host ({url_parts.host}) cannot be read", url)
        path = "file://" + url_parts.path
    path = path[7:]
    if "%" not in path:
        return path
    from lightterm.fetch.url_parse import percent_decode

    data = percent_decode(path)
    if b"\0" in data:
        raise _invalid("a file name holds a NUL", url)
    return os.fsdecode(data)


def _invalid(words: str, url: str = "", actions: tuple[Action, ...] | None = None) -> LighttermError:
    from lightterm.errors import UrlInvalid

    return UrlInvalid(words, actions=actions, url=url or None)


def typed_to_url(text: str, cwd: str | None = None) -> str:
    """The URL a person means by what they typed: a path, "-", a URL, or a bare host.

    `cwd` is the folder of relative paths (None: the process's own; "": none, so that nobody is told what lies where).
    What follows the last # of a path is a place in its file, unless a file has the whole name. Loopback hosts and port
    80 get http, all others https. Raises UrlInvalid, with a "did you mean" where the slip is plain.
    """
    whole, text = text, text.strip()
    if not text:
        raise _invalid("no address was given")
    if whole != text and cwd != "" and (path := _local(whole, cwd)) is not None and os.path.lexists(path):
        return file_url(path)  # a file whose name begins or ends with a space
    if text == "-":
        return "stdin:"
    head, colon, rest = text.partition(":")
    scheme = head.lower()
    if colon and scheme in _KNOWN_SCHEMES:
        return _typed_known(scheme, rest, text)
    # A program means no file: with two strokes before it that is an address without its scheme.
    path = None if cwd == "" and text.startswith("//") else _local(text, cwd)
    name, mark, place = text.rpartition("#")
    if name and mark and (path is None or not os.path.lexists(path)):
        before = _local(name, cwd)
        if before is not None and os.path.lexists(before):
            return resolve(file_url(before), f"#{place}")
    if path is not None:
        return file_url(path)
    if text[0] in "<[(\"'`" and "://" in text:
        from lightterm.fetch.slips import unwrapped

        if "://" in (inner := unwrapped(text)):
            _did_you_mean("that is an address within other signs", inner)
    credentials = scheme not in _EXTERNAL_SCHEMES and "@" in rest and _is_host(rest.partition("@")[2])
    if colon and _is_scheme(scheme) and not _is_port(scheme, rest) and not credentials:
        return _typed_unknown(scheme, rest, text)
    return _typed_host(text)


def _typed_known(scheme: str, rest: str, text: str) -> str:
    if scheme in ("http", "https") and not rest.startswith("//"):
        host = rest.replace("\\", "/").lstrip("/")
        _did_you_mean(f"an {scheme}: address needs // before its host", f"{scheme}://{host}")
    if scheme in ("http", "https", "file"):
        return parts(text).text()
    return scheme + ":" + rest


def _local(text: str, cwd: str | None) -> str | None:
    """The absolute path of what is written as a path or lies in `cwd`, else None."""
    shown = os.path.expanduser(text) if text[0] == "~" else text
    path = os.path.normpath(os.path.join(cwd or os.getcwd(), shown))
    if text[0] in "/~" or text in (".", "..") or text.startswith(("./", "../")):
        return path + "/" if text.endswith("/") and path != "/" else path
    if cwd != "" and "\0" not in text and len(text) < 4096 and os.path.lexists(path):
        return path
    ending = text.rpartition(".")[2].lower()
    return path if ending in _FILE_ENDINGS and not any(c in text for c in "/:?@") and " " not in text else None


def _is_scheme(scheme: str) -> bool:
    return scheme[:1].isalpha() and scheme.isascii() and scheme.replace("+", "").replace("-", "").isalnum()


def _is_port(scheme: str, rest: str) -> bool:
    """Whether `rest` begins with a port; in man:3/printf that is a section."""
    digits = rest.replace("?", "/").replace("#", "/").partition("/")[0]
    return digits.isdigit() and len(digits) < 6 and not (scheme == "man" and "/" in rest)


def _is_host(text: str) -> bool:
    name = text.replace("?", "/").replace("#", "/").partition("/")[0]
    return "." in name or name.startswith(("localhost", "["))


def _typed_unknown(scheme: str, rest: str, text: str) -> str:
    if len(scheme) == 1 and rest[:1] in ("\\", "/"):
        raise _invalid(f"{text[:200]!r} is a path of Windows, and no file has that name here")
    if scheme not in _EXTERNAL_SCHEMES and rest.startswith("/"):
        from lightterm.fetch.slips import one_slip

        for known in ("https", "http", "file"):
            if one_slip(scheme, known):
                slashes = "///" if known == "file" else "//"
                _did_you_mean(f"{scheme}: is no scheme", f"{known}:{slashes}{rest.lstrip('/')}")
    return parts(text).text()


def _did_you_mean(problem: str, better: str) -> None:
    shown = display_url(better)
    if "@" in shown:
        scheme, _, rest = better.partition("://")
        shown = f"{scheme}://{rest.rpartition('@')[2]}"  # what goes before it may be a password
    action = Action("use_url", f"Did you mean {shown} ?", 1, None, None, {"url": better})
    raise _invalid(f"{problem[:300]}; did you mean {shown} ?", "", (action,))


def _typed_host(text: str) -> str:
    from lightterm.fetch.hosts import is_loopback

    if text.startswith("//"):
        text = text[2:]
    if text.count(":") > 1 and "/" not in text and not text.strip("0123456789abcdefABCDEF:."):
        text = f"[{text}]"
    location = text.replace("?", "/").replace("#", "/").partition("/")[0].rpartition("@")[2]
    if not location or any(c.isspace() for c in location) or not _is_host(location):
        shown = text.rpartition("@")[2][:200]
        raise _invalid(f"{shown!r} is neither a file here nor an address (a host has a dot, as in example.org)")
    url = parts("https://" + text)
    if url.port == "80" or is_loopback(url.host or ""):
        url = parts("http://" + text)
    return url.text()
