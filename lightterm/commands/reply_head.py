"""The head of a reply as lines."""

from __future__ import annotations

from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Response


def header_text(response: Response) -> list[str]:
    """The status line and headers, each made safe for a terminal; of what has none, its type and size."""
    if not response.url.startswith("http"):
        charset = f"; charset={response.charset}" if response.charset else ""
        lines = [f"Content-Type: {response.stated_type}{charset}", f"Content-Length: {len(response.body)}"]
    else:
        lines = [f"{response.http_version or 'HTTP/1.1'} {response.status} {response.reason}".rstrip()]
        lines += [f"{name}: {value}" for name, value in response.headers]
    return [clean(line) for line in lines]
