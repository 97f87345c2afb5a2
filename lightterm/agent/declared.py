"""What a site says of itself for programs: descriptions of its addresses of data, as they are written today."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from lightterm.errors import ValidationFailed
from lightterm.foreign_json import from_json
from lightterm.session.learned import ApiPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.fetch.model import Response

DECLARED = (
    "openapi.json", "swagger.json", ".well-known/api-catalog", "api/openapi.json", "v3/api-docs", "asyncapi.json",
)  # fmt: skip
"""Where sites declare what programs can ask for (RFC 9727, and the customs of OpenAPI and AsyncAPI)."""

GRAPHQL, INTROSPECTION = "graphql", b'{"query": "{__schema {queryType {name}}}"}'

METHODS = ("get", "post", "put", "patch", "delete")

LONGEST = 500_000
"""Characters of a page of documentation that are looked through."""

_SHOWN = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE)\s+(/[\w/{}.:~-]{1,200})")
_CODE = re.compile(r"<(code|pre)\b[^>]*>(.*?)</\1>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_WORDPRESS = "https://api.w.org/"


def linked_by(response: Response) -> list[str]:
    """Descriptions that a reply links to (RFC 8631: service-desc; RFC 9727: api-catalog)."""
    found = []
    for one in response.header("link").split(","):
        target, _, rel = one.partition(">")
        if "service-desc" in rel or "api-catalog" in rel or ("alternate" in rel and "json" in rel):
            found.append(urljoin(response.url, target.strip(" <")))
    return found


def declared_in(response: Response) -> Iterator[ApiPattern]:
    """What a reply says of addresses of data: as OpenAPI, or as JSON that is one itself."""
    if response.error is not None:
        return
    if "html" in response.header("content-type"):
        yield from _documented(response)
    if "json" not in response.header("content-type"):
        return
    try:
        told = from_json(response.body)
    except ValueError:
        return
    if isinstance(told, dict) and "asyncapi" in told and isinstance(told.get("channels"), dict):
        for name in told["channels"]:
            yield ApiPattern(urljoin(response.url, f"/{name.lstrip('/')}"), "GET", seen=1, source="asyncapi_discovery")
        return
    paths = told.get("paths") if isinstance(told, dict) and ("openapi" in told or "swagger" in told) else None
    if not isinstance(paths, dict):
        yield ApiPattern(response.url, response_type="application/json", seen=1, source="link_discovery")
        return
    base = _base(told, response.url)
    secured = bool(told.get("security"))
    for path, verbs in paths.items():
        for method in METHODS:
            if isinstance(verbs, dict) and isinstance(verbs.get(method), dict):
                auth = "header" if secured or verbs[method].get("security") else ""
                params = tuple(_named(verbs[method].get("parameters")))
                yield ApiPattern(
                    f"{base}{path}",
                    method.upper(),
                    auth,
                    response_type="application/json",
                    params=params,
                    seen=1,
                    source="openapi_discovery",
                )


def _documented(response: Response) -> Iterator[ApiPattern]:
    """What a page of documentation shows as code: GET /v1/tides."""
    text = response.body[:LONGEST].decode("utf-8", "replace")
    for _, code in _CODE.findall(text):
        for method, path in _SHOWN.findall(_TAG.sub("", code)):
            endpoint = urljoin(response.url, path)
            yield ApiPattern(endpoint, method, response_type="application/json", source="docs_page_detection")


def fingerprints(response: Response) -> Iterator[ApiPattern]:
    """What is known of the software behind a site by how it answers: WordPress has its data under one address."""
    for one in response.header("link").split(","):
        target, _, rel = one.partition(">")
        if _WORDPRESS in rel:
            endpoint = urljoin(response.url, target.strip(" <")) + "wp/v2/posts"
            yield ApiPattern(endpoint, response_type="application/json", source="backend_fingerprinting")


def _base(told: dict[str, Any], url: str) -> str:
    """Where the paths of a description begin. Raises ValidationFailed where that is no address."""
    servers = told.get("servers")
    named = servers[0].get("url", "") if isinstance(servers, list) and servers and isinstance(servers[0], dict) else ""
    base = urljoin(url, str(named or told.get("basePath") or "/")).rstrip("/")
    if not base.startswith("http"):
        raise ValidationFailed(f"{base[:80]!r} is no address of an API", actions=())
    return base


def _named(parameters: Any) -> Iterator[tuple[str, str]]:
    for one in parameters if isinstance(parameters, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str) and one.get("in") in ("query", "path"):
            yield one["name"], str(one.get("example", ""))
