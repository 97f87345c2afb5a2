"""The network that a page saw, as HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/)."""

from __future__ import annotations

from lightterm import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import Evidence, Exchange
    from lightterm.fetch.model import Headers, Response

    Object = dict[str, object]

_PAGE = "page_1"

LEFT_OUT = "the body was not kept"
"""What stands in the place of a body: those of replies hold what no rule knows for a secret."""

ABOUT = (
    "Secrets in addresses and headers are redacted; bodies that were sent are left out, and those of replies where "
    "their content says so."
)


_UNSEEN = {
    code: f"\\u{code:04x}"
    for code in (*range(0x7F, 0xA0), 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
}
"""Controls, and what turns text about, as JSON may say them: pages have them, and files are looked at in terminals."""


def har(response: Response, title: str, evidence: Evidence | None) -> str:
    """The requests of a page as JSON text, secrets redacted; from tier 1 its document alone."""
    import json

    seen = exchanges(response, evidence)
    began = min(one.started for one in seen)
    page = {
        "startedDateTime": _date(began),
        "id": _PAGE,
        "title": title,
        "pageTimings": {"onContentLoad": -1, "onLoad": round(response.timing.total_ms, 1)},
    }
    left = (
        f" {evidence.dropped} requests and lines of the console were too many." if evidence and evidence.dropped else ""
    )
    log = {
        "version": "1.2",
        "comment": ABOUT + left,
        "creator": {"name": "lightterm", "version": __version__},
        "pages": [page],
        "entries": [_entry(one) for one in sorted(seen, key=lambda one: one.started)],
    }
    return json.dumps({"log": log}, ensure_ascii=False, indent=1).translate(_UNSEEN)


def exchanges(response: Response, evidence: Evidence | None) -> tuple[Exchange, ...]:
    """The requests of a page: what its engine saw, or from tier 1 its document alone."""
    seen = evidence.network if evidence is not None else ()
    return seen or (_document(response),)


def _document(response: Response) -> Exchange:
    """The reply of tier 1 as the one request there was."""
    import time

    from lightterm.engines.base import Exchange
    from lightterm.engines.redact import redacted_headers, redacted_url

    return Exchange(
        redacted_url(response.url),
        status=response.status,
        kind="document",
        bytes=response.wire_bytes,
        ms=response.timing.total_ms,
        reason=response.reason,
        started=time.time() - response.timing.total_ms / 1e3,
        headers=redacted_headers(response.headers),
    )


def _entry(one: Exchange) -> Object:
    headers = {name.lower(): value for name, value in one.headers}
    content: Object = {"size": one.bytes, "mimeType": headers.get("content-type", "")}
    if one.body:
        content["text"] = one.body
    else:
        content["comment"] = LEFT_OUT
    entry: Object = {
        "pageref": _PAGE,
        "startedDateTime": _date(one.started),
        "time": round(one.ms, 1),
        "request": {
            "method": one.method,
            "url": one.url,
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": _pairs(one.request_headers),
            "queryString": _query(one.url),
            "headersSize": -1,
            "bodySize": -1,
        },
        "response": {
            "status": one.status,
            "statusText": one.reason,
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": _pairs(one.headers),
            "content": content,
            "redirectURL": headers.get("location", ""),
            "headersSize": -1,
            "bodySize": one.bytes or -1,
        },
        "cache": {},
        "timings": {"send": 0, "wait": round(one.ms, 1), "receive": 0},
        "_resourceType": one.kind,
    }
    if one.error:
        entry["_error"] = one.error
    return entry


def _pairs(headers: Headers) -> list[Object]:
    return [{"name": name, "value": value} for name, value in headers]


def _query(url: str) -> list[Object]:
    from urllib.parse import parse_qsl

    query = url.partition("#")[0].partition("?")[2]
    return [{"name": name, "value": value} for name, value in parse_qsl(query, keep_blank_values=True)]


def _date(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(max(seconds, 0), UTC).isoformat(timespec="milliseconds")
