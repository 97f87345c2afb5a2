"""Where a page is really asked for, as the rule of its site says (`open.rewrite`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request


def rewritten(request: Request, template: str) -> Request:
    """The request for the address that `template`, if there is one, makes of its host and path. Raises UrlInvalid."""
    if not template:
        return request
    from lightterm.fetch.urls import parts

    of = parts(request.url)
    path = of.path + (f"?{of.query}" if of.query is not None else "")
    url = template.replace("{host}", of.host or "").replace("{path}", path)
    if "://" not in url:
        from lightterm.errors import UrlInvalid

        raise UrlInvalid(f"open.rewrite makes {url!r} of this address, which is none", url=request.url)
    return request if url == request.url else request.replace(url=url)
