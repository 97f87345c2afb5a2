"""A page that stands in the place of another and says: too many requests.

Loaded only for short pages of the web. Servers that count requests answer 429; what stands before them (shields,
shared caches, applications) often says the same in words, with 200, 403 or 503.
"""

from __future__ import annotations

from lightterm.errors import SLOWER, WAIT, BlockedRateLimited
from lightterm.fetch.statuses import retry_delay
from lightterm.loading import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.loading import Page

STATUSES = (200, 403, 503)
"""Statuses that such pages come with; 429 says it by itself."""

SHORT, LINE = 600, 160
"""Characters of a page that can be one, and of a line that can say it: longer ones are about it."""

_PHRASES = (
    "too many requests", "rate limit exceeded", "rate limited", "rate-limited", "exceeded the rate limit",
    "exceeded your rate limit", "request limit exceeded", "unusual traffic from your", "requests too quickly",
    "making requests too fast", "zu viele anfragen", "trop de requêtes", "demasiadas solicitudes", "troppe richieste",
)  # fmt: skip


def rate_limited(page: Page) -> BlockedRateLimited | None:
    """The error of a page that says that too many requests came, None for any other."""
    response = page.response
    if response.status not in STATUSES:
        return None
    lines = [" ".join(p.text().split()) for block in page.document.blocks for p in paragraphs(block)]
    if sum(map(len, lines)) > SHORT:
        return None
    said = "\n".join([line for line in (page.document.title, *lines) if len(line) <= LINE]).lower()
    if not any(map(said.__contains__, _PHRASES)):
        return None
    delay = retry_delay(response.header("retry-after"))
    wait = WAIT
    if delay is not None:
        wait = WAIT.replace(description=f"Wait {delay:.0f} s, then try again.", suggested_delay_ms=round(delay * 1000))
    from lightterm.fetch.urls import host_of

    words = f"{host_of(response.url)} says that too many requests came, in place of the page"
    return BlockedRateLimited(words, actions=(wait, SLOWER), url=response.url, retry_after_s=delay)
