"""HTTP error statuses as errors, and Retry-After."""

from __future__ import annotations

from lightterm.errors import (
    SLOWER,
    WAIT,
    Action,
    AuthExpired,
    AuthInvalid,
    AuthMissing,
    BadGateway,
    BadReply,
    CutOff,
    Forbidden,
    GeoRestricted,
    Gone,
    HttpClientError,
    HttpError,
    HttpServerError,
    NetworkError,
    NotFound,
    RateLimited,
    ServiceUnavailable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Response

_CLASSES: dict[int, type[HttpError]] = {
    403: Forbidden,
    404: NotFound,
    410: Gone,
    429: RateLimited,
    451: GeoRestricted,
    502: BadGateway,
    503: ServiceUnavailable,
}
_WORDS = {
    400: "the server does not understand the request",
    401: "the page asks for a name and password",
    403: "the server does not allow this page",
    404: "there is no such page",
    405: "the page cannot be asked for in this way",
    407: "the proxy asks for a name and password",
    408: "the server waited too long for the request",
    410: "the page is gone for good",
    429: "too many requests",
    451: "the page is withheld for legal reasons",
    500: "the server failed",
    502: "the server behind this one failed",
    503: "the server is not available now",
    504: "the server behind this one did not answer in time",
}
SOCKS_SIGN_IN = (Action("give_credentials", "Give them in its address (--proxy socks5://NAME:PASSWORD@HOST:PORT).", 1),)
PROXY_SIGN_IN = (Action("give_credentials", "Give them in its address (--proxy http://NAME:PASSWORD@HOST:PORT).", 1),)
LONGEST_REALM = 40
"""Characters of a server's own words in a question: enough for a name, not for a message of its own."""
# A server that asks for more patience than a day is not waited for by any program.
_LONGEST_DELAY = 86_400.0


def status_error(
    status: int, reason: str, retry_after: str, with_credentials: bool, domain: str, challenge: str = ""
) -> HttpError | None:
    """The error of a status of 400 or more, None below. `with_credentials`: they were sent, and not accepted.

    `challenge` is what WWW-Authenticate says.
    """
    if status < 400:
        return None
    from lightterm.safe import clean

    kind = _CLASSES.get(status) or (HttpClientError if status < 500 else HttpServerError)
    if status in (401, 407):
        kind = AuthInvalid if with_credentials else AuthMissing
    words = _WORDS.get(status) or clean(reason)[:80].strip() or "no reason given"
    if status == 440 or (status == 401 and is_expired(challenge)):
        return AuthExpired(f"{domain} answered {status}: the sign-in has run out", http_status=status)
    if status in (401, 407) and with_credentials:
        words = "the name or password is not accepted" + (" by the proxy" if status == 407 else "")
    actions = PROXY_SIGN_IN if status == 407 and kind is AuthMissing else None
    error = kind(f"{domain} answered {status}: {words}", http_status=status, actions=actions)
    if status == 401 and (called := realm(challenge)):
        error.context["realm"] = called
    delay = retry_delay(retry_after)
    if delay is not None and status in (429, 503):
        error.context["retry_after_s"] = delay
        words = f"Wait {delay:.0f} s, then try again."
        error.actions = (WAIT.replace(description=words, suggested_delay_ms=round(delay * 1000)), SLOWER)
    return error


def unasked_error(
    status: int, content_range: str, sent: tuple[tuple[str, str], ...], domain: str
) -> NetworkError | None:
    """The error of a 206 or 304 that no header `sent` asked for; a 206 of the whole page is none.

    RFC 9110 sections 15.3.7 and 15.4.5: both are answers to a condition, and neither is the page.
    """
    if status not in (206, 304):
        return None
    names = {name.lower() for name, _ in sent}
    if status == 304:
        asked = not names.isdisjoint(("if-none-match", "if-modified-since"))
        words = f"{domain} answered 304: the page is as it was kept, which was not asked"
        return None if asked else BadReply(words)
    part, _, size = content_range.lower().partition("/")
    whole = size.isdecimal() and len(size) < 19 and part.split() == ["bytes", f"0-{int(size) - 1}"]
    if whole or "range" in names:
        return None
    return CutOff(f"{domain} sent only a part of the page, though all of it was asked for")


def leads_nowhere(response: Response) -> BadReply | None:
    """The error of a redirect that names no address and has no words for who would have followed it."""
    if response.status not in (301, 302, 303, 307, 308) or response.body.strip() or response.header("location"):
        return None
    return BadReply(f"{response.status} says that the page is elsewhere, and the server does not say where")


def realm(challenge: str) -> str:
    """What a server calls that which it guards, in its own words made safe; "" where it says nothing."""
    from lightterm.fetch.auth import challenges
    from lightterm.safe import clean

    said = next((one.parameters["realm"] for one in challenges([challenge]) if "realm" in one.parameters), "")
    words = " ".join(clean(said[: 4 * LONGEST_REALM]).replace('"', "'").split())
    return words if len(words) <= LONGEST_REALM else words[: LONGEST_REALM - 1] + "…"


def is_expired(challenge: str) -> bool:
    """Whether a challenge says that what was sent has run out (RFC 6750 section 3.1: invalid_token, and a reason)."""
    lower = challenge.lower()
    return "invalid_token" in lower and "expired" in lower


def retry_delay(value: str) -> float | None:
    """Seconds of a Retry-After header (RFC 9110 section 10.2.3: a number, or a date), at most a day; None if unfit."""
    value = value.strip()
    if not value:
        return None
    if value.isascii() and value.isdigit():
        return min(float(value[:9]), _LONGEST_DELAY)
    import time
    from email.utils import parsedate_to_datetime

    try:
        when = parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return None
    return min(max(0.0, when - time.time()), _LONGEST_DELAY)
