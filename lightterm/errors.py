"""The error tree. The same object reaches the CLI's stderr and exit code, the TUI and MCP.

    LighttermError              number  code                        category    retry  exit
    ├── NetworkError               100  NETWORK_ERROR               network     yes      5
    │   ├── DnsFailed              101  NETWORK_DNS_FAILED          network     yes      6
    │   ├── TimedOut               102  NETWORK_TIMEOUT             network     yes     28
    │   │   ├── BeyondEngine       303  CONTENT_BEYOND_ENGINE       content     yes     28
    │   │   └── ReadTooLong        304  CONTENT_TIMEOUT             content     yes     28
    │   ├── TlsFailed              103  NETWORK_TLS_FAILED          network     no      35
    │   ├── ConnectionFailed       104  NETWORK_CONNECTION_FAILED   network     yes      7
    │   ├── CutOff                 105  NETWORK_CUT_OFF             network     yes     18
    │   ├── BadReply               106  NETWORK_BAD_REPLY           network     yes      8
    │   ├── TooLarge               107  NETWORK_TOO_LARGE           network     no      63
    │   ├── TooManyRedirects       108  NETWORK_TOO_MANY_REDIRECTS  network     no      47
    │   ├── ProxyFailed            109  NETWORK_PROXY_FAILED        network     yes      9
    │   ├── NotCached              110  NETWORK_NOT_CACHED          network     no      10
    │   └── Cancelled              111  NETWORK_CANCELLED           network     no     130
    ├── HttpError
    │   ├── HttpClientError        200  HTTP_CLIENT_ERROR           http        no      22
    │   │   ├── NotFound           210  HTTP_NOT_FOUND              http        no      22
    │   │   ├── Forbidden          211  HTTP_FORBIDDEN              http        no      22
    │   │   ├── Gone               212  HTTP_GONE                   http        no      22
    │   │   ├── AuthMissing        220  AUTH_MISSING_SESSION        auth        no      24
    │   │   ├── AuthInvalid        221  AUTH_INVALID_CREDENTIALS    auth        no      24
    │   │   ├── AuthExpired        222  AUTH_SESSION_EXPIRED        auth        yes     24
    │   │   ├── RateLimited        230  RATE_LIMIT_EXCEEDED         rate_limit  yes     29
    │   │   └── GeoRestricted      240  BLOCKED_GEO_RESTRICTED      blocked     no      25
    │   └── HttpServerError        201  HTTP_SERVER_ERROR           http        yes     23
    │       ├── BadGateway         250  HTTP_BAD_GATEWAY            http        yes     23
    │       └── ServiceUnavailable 251  HTTP_SERVICE_UNAVAILABLE    http        yes     23
    ├── BlockedError
    │   ├── BotDetected            241  BLOCKED_BOT_DETECTION       blocked     yes     25
    │   └── BlockedRateLimited     242  BLOCKED_RATE_LIMITED        rate_limit  yes     29
    ├── PageError
    │   ├── ScriptFailed           300  JS_ERROR                    content     no      40
    │   ├── ResourceBlocked        301  RESOURCE_BLOCKED            security    no      40
    │   └── RequiresScript         302  CONTENT_REQUIRES_JS         content     yes     41
    ├── ProcessingError
    │   ├── ParseFailed            400  PARSE_ERROR                 content     no      42
    │   ├── EncodingFailed         401  ENCODING_ERROR              content     no      43
    │   ├── ExtractionFailed       402  EXTRACTION_ERROR            content     no      44
    │   ├── UnsupportedType        403  UNSUPPORTED_TYPE            content     no      45
    │   ├── ContentEmpty           404  CONTENT_EMPTY               content     yes     46
    │   ├── ContentTooShort        405  CONTENT_TOO_SHORT           content     yes     46
    │   ├── ValidationFailed       406  VALIDATION_FAILED           validation  no      39
    │   ├── SiteChanged            407  SITE_CHANGED                site_change yes     44
    │   ├── StaleTarget            408  STALE_TARGET                validation  yes     39
    │   └── PasswordMissing        409  PASSWORD_REQUIRED           auth        no      24
    ├── SessionError
    │   ├── SessionNotFound        500  SESSION_NOT_FOUND           auth        no      50
    │   ├── SessionExpired         501  SESSION_EXPIRED             auth        yes     50
    │   └── PersonNeeded           502  PERSON_NEEDED               auth        yes     24
    ├── LocalError
    │   ├── FileMissing            600  FILE_NOT_FOUND              validation  no      37
    │   ├── FileUnreadable         601  FILE_UNREADABLE             validation  no      37
    │   └── WriteFailed            602  FILE_WRITE_FAILED           internal    no      38
    ├── RefusedError
    │   ├── UrlInvalid             700  URL_INVALID                 validation  no       3
    │   ├── SchemeRefused          701  URL_SCHEME_REFUSED          security    no       4
    │   ├── AddressRefused         702  URL_ADDRESS_REFUSED         security    no       4
    │   ├── RobotsRefused          703  ROBOTS_REFUSED              security    no       4
    │   ├── Unconfirmed            704  URL_UNCONFIRMED             security    no       4
    │   ├── ActionRefused          705  ACTION_REFUSED              security    no       4
    │   └── LimitReached           706  CLIENT_LIMIT_REACHED        rate_limit  yes     29
    ├── BrowserError               800  BROWSER_UNAVAILABLE         browser     no      48
    ├── ConfigError                900  CONFIG_INVALID              config      no       2
    ├── CommandInvalid             901  COMMAND_INVALID             validation  no       2
    └── InternalError              999  INTERNAL_ERROR              internal    no      70

Exit codes follow curl where curl has one (7 refused, 22 HTTP 4xx, 28 time, 35 TLS ...). 0 is a page read whole.
"""

from __future__ import annotations

from lightterm.error_base import Action, LighttermError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

__all__ = ["Action", "LighttermError"]

RETRY = Action("retry", "Try the same request again.", 1, 1000)
WAIT = Action("wait_and_retry", "Wait, then try again.", 1, 60_000)
SLOWER = Action("reduce_frequency", "Send fewer requests to this site.", 2)
SIGN_IN = Action("refresh_session", "Sign in again, then retry.", 1)
CHECK_URL = Action("check_url", "Check the address for a typing mistake.", 1)
SEE_REDIRECTS = Action(
    "see_redirects",
    "The site leads round in a circle: see where (--no-redirects --head), or forget its cookies and ask again.",
    1,
)
SEARCH = Action("search", "Search for the name: the site may have moved or be spelt another way.", 2)
ALLOW_TIME = Action("raise_timeout", "Allow more time (--timeout SECONDS).", 2)
ALLOW_MEMORY = Action("raise_max_memory", "Allow more memory (--max-memory BYTES).", 1)
ALLOW_BYTES = Action("raise_max_bytes", "Allow a larger body (--max-bytes N).", 1)
MORE_PIXELS = Action(
    "raise_max_pixels", "Allow larger ones (images.max_pixels), or save them as they are (--image-format original).", 1
)
AS_IT_IS = Action("save_as_it_is", "Save it as it is (--image-format original).", 1)
OTHER_PAGES = Action("ask_for_pages", "Ask for other pages (--pages 500-), or allow more (extraction.pdf_timeout).", 1)
ANOTHER_TIER = Action(
    "use_another_tier", "Load it in another tier (--tier full, or static for what it says itself).", 1
)
SCRIPTS = Action("use_browser_tier", "Load the page in an engine that runs scripts.", 1)
A_WINDOW = Action(
    "use_window", "Answer it yourself: in a window (--headed), or in your own browser (--attach, --profile).", 1
)
CERTIFICATE = Action("trust_certificate", "Give its CA (--cacert FILE), or except this one host (--insecure HOST).", 1)
ELSEWHERE = Action("open_elsewhere", "Open it in a browser that runs scripts; --source shows what came.", 1)
AS_BROWSER = Action("ask_as_browser", "Ask again, or as a common browser (--stealth).", 1)
OUTLINE = Action("outline", "See what there is (--format outline).", 1)
SOURCE = Action("show_source", "Look at the raw reply (--source), or save it (--download).", 2)


class InternalError(LighttermError):
    """A fault of lightterm itself."""


class NetworkError(LighttermError):
    """The network failed in a way no class below names."""

    number, code, category, retryable, exit_code = 100, "NETWORK_ERROR", "network", True, 5
    default_actions: ClassVar[tuple[Action, ...]] = (RETRY,)


class DnsFailed(NetworkError):
    """The host name has no address."""

    number, code, exit_code = 101, "NETWORK_DNS_FAILED", 6
    default_actions: ClassVar[tuple[Action, ...]] = (CHECK_URL, SEARCH)

    def __init__(self, message: str, *, temporary: bool | None = None, **context: Any) -> None:
        """`temporary`: no name server answered, and so nothing is known of the name."""
        if temporary:
            context.setdefault("actions", (RETRY, CHECK_URL.replace(priority=2)))
        super().__init__(message, temporary=temporary or None, **context)


class TimedOut(NetworkError):
    """Connecting, the first byte or the whole took longer than allowed."""

    number, code, exit_code = 102, "NETWORK_TIMEOUT", 28
    default_actions: ClassVar[tuple[Action, ...]] = (RETRY, ALLOW_TIME)


class BeyondEngine(TimedOut):
    """The page is too large or too slow for the engine that was to show it, however much time there is."""

    number, code, category = 303, "CONTENT_BEYOND_ENGINE", "content"
    default_actions: ClassVar[tuple[Action, ...]] = (ANOTHER_TIER,)


class ReadTooLong(TimedOut):
    """The page came, and reading it or writing what was asked for of it took longer than allowed."""

    number, code, category = 304, "CONTENT_TIMEOUT", "content"
    default_actions: ClassVar[tuple[Action, ...]] = (ALLOW_TIME.replace(priority=1),)


class TlsFailed(NetworkError):
    """No trusted, encrypted connection could be made."""

    number, code, retryable, exit_code = 103, "NETWORK_TLS_FAILED", False, 35
    default_actions: ClassVar[tuple[Action, ...]] = (CERTIFICATE,)


class ConnectionFailed(NetworkError):
    """The host refused or dropped the connection."""

    number, code, exit_code = 104, "NETWORK_CONNECTION_FAILED", 7
    nobody_there = False
    """Whether this machine itself said that nothing listens: a second later it says the same."""


class CutOff(NetworkError):
    """The reply ended before it was whole; what came is kept."""

    number, code, exit_code = 105, "NETWORK_CUT_OFF", 18


class BadReply(NetworkError):
    """The reply is not valid HTTP, or its encoding is broken."""

    number, code, exit_code = 106, "NETWORK_BAD_REPLY", 8


class TooLarge(NetworkError):
    """A bound on header, body or decoded size was passed; what fitted is kept."""

    number, code, retryable, exit_code = 107, "NETWORK_TOO_LARGE", False, 63
    default_actions: ClassVar[tuple[Action, ...]] = (ALLOW_BYTES,)


class TooManyRedirects(NetworkError):
    """The redirects did not end; the chain is in the context."""

    number, code, retryable, exit_code = 108, "NETWORK_TOO_MANY_REDIRECTS", False, 47
    default_actions: ClassVar[tuple[Action, ...]] = (SEE_REDIRECTS,)


class ProxyFailed(NetworkError):
    """The proxy refused or failed."""

    number, code, exit_code = 109, "NETWORK_PROXY_FAILED", 9


class NotCached(NetworkError):
    """Only the cache was allowed and it does not hold the page."""

    number, code, retryable, exit_code = 110, "NETWORK_NOT_CACHED", False, 10
    default_actions: ClassVar[tuple[Action, ...]] = (Action("go_online", "Ask again without --cached.", 1),)


class Cancelled(NetworkError):
    """A person or program stopped the load."""

    number, code, retryable, exit_code = 111, "NETWORK_CANCELLED", False, 130
    default_actions: ClassVar[tuple[Action, ...]] = ()


class HttpError(LighttermError):
    """The server answered with an error status; its page is still shown."""

    category = "http"


class HttpClientError(HttpError):
    """Any 4xx without a class of its own."""

    number, code, exit_code = 200, "HTTP_CLIENT_ERROR", 22
    default_actions: ClassVar[tuple[Action, ...]] = (CHECK_URL,)


class NotFound(HttpClientError):
    """404."""

    number, code = 210, "HTTP_NOT_FOUND"


class Forbidden(HttpClientError):
    """403."""

    number, code = 211, "HTTP_FORBIDDEN"
    default_actions: ClassVar[tuple[Action, ...]] = (SIGN_IN,)


class Gone(HttpClientError):
    """410."""

    number, code = 212, "HTTP_GONE"


class AuthMissing(HttpClientError):
    """401 or 407, and no credentials were given."""

    number, code, category, exit_code = 220, "AUTH_MISSING_SESSION", "auth", 24
    default_actions: ClassVar[tuple[Action, ...]] = (
        Action("give_credentials", "Give a name and password (--user NAME:PASSWORD).", 1),
    )


class AuthInvalid(HttpClientError):
    """401 or 407 in spite of credentials."""

    number, code, category, exit_code = 221, "AUTH_INVALID_CREDENTIALS", "auth", 24
    default_actions: ClassVar[tuple[Action, ...]] = (Action("give_credentials", "Check the name and password.", 1),)


class AuthExpired(HttpClientError):
    """The sign-in has run out."""

    number, code, category, retryable, exit_code = 222, "AUTH_SESSION_EXPIRED", "auth", True, 24
    default_actions: ClassVar[tuple[Action, ...]] = (SIGN_IN,)


class RateLimited(HttpClientError):
    """429: too many requests; the first action carries the server's Retry-After."""

    number, code, category, retryable, exit_code = 230, "RATE_LIMIT_EXCEEDED", "rate_limit", True, 29
    default_actions: ClassVar[tuple[Action, ...]] = (WAIT, SLOWER)


class GeoRestricted(HttpClientError):
    """451."""

    number, code, category, exit_code = 240, "BLOCKED_GEO_RESTRICTED", "blocked", 25
    default_actions: ClassVar[tuple[Action, ...]] = ()


class HttpServerError(HttpError):
    """Any 5xx without a class of its own."""

    number, code, retryable, exit_code = 201, "HTTP_SERVER_ERROR", True, 23
    default_actions: ClassVar[tuple[Action, ...]] = (WAIT.replace(suggested_delay_ms=5000),)


class BadGateway(HttpServerError):
    """502."""

    number, code = 250, "HTTP_BAD_GATEWAY"


class ServiceUnavailable(HttpServerError):
    """503."""

    number, code = 251, "HTTP_SERVICE_UNAVAILABLE"


class BlockedError(LighttermError):
    """The site shows something other than the page on purpose."""

    category, retryable, exit_code = "blocked", True, 25


class BotDetected(BlockedError):
    """A bot challenge stands in place of the page."""

    number, code = 241, "BLOCKED_BOT_DETECTION"
    default_actions: ClassVar[tuple[Action, ...]] = (SCRIPTS,)


class BlockedRateLimited(BlockedError):
    """A page that says: too many requests."""

    number, code, category, exit_code = 242, "BLOCKED_RATE_LIMITED", "rate_limit", 29
    default_actions: ClassVar[tuple[Action, ...]] = (WAIT, SLOWER)


class PageError(LighttermError):
    """The page's own parts failed."""

    category, exit_code = "content", 40


class ScriptFailed(PageError):
    """A script threw; what it had built is shown."""

    number, code = 300, "JS_ERROR"


class ResourceBlocked(PageError):
    """A script, style or frame was refused by policy."""

    number, code, category = 301, "RESOURCE_BLOCKED", "security"


class RequiresScript(PageError):
    """The page is empty until its scripts run."""

    number, code, retryable, exit_code = 302, "CONTENT_REQUIRES_JS", True, 41
    default_actions: ClassVar[tuple[Action, ...]] = (SCRIPTS,)


class ProcessingError(LighttermError):
    """The reply came whole and could not be turned into a document."""

    category = "content"
    default_actions: ClassVar[tuple[Action, ...]] = (SOURCE,)


class ParseFailed(ProcessingError):
    """The content is not what its type says, or a limit of the parser was met."""

    number, code, exit_code = 400, "PARSE_ERROR", 42


class EncodingFailed(ProcessingError):
    """Bytes that the charset cannot hold were replaced."""

    number, code, exit_code = 401, "ENCODING_ERROR", 43


class ExtractionFailed(ProcessingError):
    """Nothing matched what was asked for."""

    number, code, exit_code = 402, "EXTRACTION_ERROR", 44


class UnsupportedType(ProcessingError):
    """No reader for this content type."""

    number, code, exit_code = 403, "UNSUPPORTED_TYPE", 45
    default_actions: ClassVar[tuple[Action, ...]] = (SOURCE.replace(priority=1),)


class ContentEmpty(ProcessingError):
    """The page has no text."""

    number, code, retryable, exit_code = 404, "CONTENT_EMPTY", True, 46
    default_actions: ClassVar[tuple[Action, ...]] = (SCRIPTS,)


class ContentTooShort(ContentEmpty):
    """The page has less text than was asked for."""

    number, code = 405, "CONTENT_TOO_SHORT"


class ValidationFailed(ProcessingError):
    """Input or content fails a check that was asked for."""

    number, code, category, exit_code = 406, "VALIDATION_FAILED", "validation", 39
    default_actions: ClassVar[tuple[Action, ...]] = ()


class SiteChanged(ProcessingError):
    """What was learned of the site no longer holds."""

    number, code, category, retryable, exit_code = 407, "SITE_CHANGED", "site_change", True, 44
    default_actions: ClassVar[tuple[Action, ...]] = (
        Action("clear_patterns", "Forget what was learned of the site and read it afresh.", 1),
    )


class StaleTarget(ProcessingError):
    """A target number of a page that is no longer there, or whose element is gone or became another."""

    number, code, category, retryable, exit_code = 408, "STALE_TARGET", "validation", True, 39


class PasswordMissing(ProcessingError):
    """A file is encrypted, and its password is not known."""

    number, code, category, exit_code = 409, "PASSWORD_REQUIRED", "auth", 24
    default_actions: ClassVar[tuple[Action, ...]] = (
        Action("give_password", "Give the file's password (--password-file FILE, or at the prompt of a terminal).", 1),
    )


class SessionError(LighttermError):
    """A session that was named cannot be used."""

    category, exit_code = "auth", 50


class SessionNotFound(SessionError):
    """No session of that id or name."""

    number, code = 500, "SESSION_NOT_FOUND"


class SessionExpired(SessionError):
    """The session was idle too long and is gone."""

    number, code, retryable = 501, "SESSION_EXPIRED", True
    default_actions: ClassVar[tuple[Action, ...]] = (Action("create_session", "Create a new session.", 1),)


class PersonNeeded(SessionError):
    """A person has to sign in, get past a challenge or agree to something, or to answer; the context has the `wall`."""

    number, code, retryable, exit_code = 502, "PERSON_NEEDED", True, 24


class LocalError(LighttermError):
    """A file on this machine."""

    category, exit_code = "validation", 37


class FileMissing(LocalError):
    """No such file."""

    number, code = 600, "FILE_NOT_FOUND"
    default_actions: ClassVar[tuple[Action, ...]] = (CHECK_URL,)


class FileUnreadable(LocalError):
    """The file is there and cannot be read."""

    number, code = 601, "FILE_UNREADABLE"


class WriteFailed(LocalError):
    """Output, a download or state could not be written."""

    number, code, category, exit_code = 602, "FILE_WRITE_FAILED", "internal", 38


class RefusedError(LighttermError):
    """lightterm will not ask for this."""

    category, exit_code = "security", 4


class UrlInvalid(RefusedError):
    """Not a URL, and nothing that could be made into one."""

    number, code, category, exit_code = 700, "URL_INVALID", "validation", 3
    default_actions: ClassVar[tuple[Action, ...]] = (CHECK_URL,)


class SchemeRefused(RefusedError):
    """A scheme that is unknown, or not allowed from where it was asked for."""

    number, code = 701, "URL_SCHEME_REFUSED"


class AddressRefused(RefusedError):
    """A private, loopback or metadata address that this asker may not reach."""

    number, code = 702, "URL_ADDRESS_REFUSED"
    default_actions: ClassVar[tuple[Action, ...]] = (
        Action("allow_private", "Start with --allow-private if this is your own network.", 1),
    )


NO_ROBOTS = Action("no_robots", "Start with --no-robots if the page is yours to read.", 3)


class RobotsRefused(RefusedError):
    """The site's robots.txt asks programs to stay away from this page."""

    number, code = 703, "ROBOTS_REFUSED"
    default_actions: ClassVar[tuple[Action, ...]] = (NO_ROBOTS,)


class Unconfirmed(RefusedError):
    """A person has to say yes first: the host's name may deceive, or a redirect hands a form on to another host."""

    number, code = 704, "URL_UNCONFIRMED"


class ActionRefused(RefusedError):
    """The person, or what they decided before, does not allow the action of an agent."""

    number, code = 705, "ACTION_REFUSED"


class LimitReached(RefusedError):
    """A client of the server took as much as one may; the first action says after which time there is room again."""

    number, code, category, retryable, exit_code = 706, "CLIENT_LIMIT_REACHED", "rate_limit", True, 29


class BrowserError(LighttermError):
    """No engine of the tier asked for is on this machine."""

    number, code, category, exit_code = 800, "BROWSER_UNAVAILABLE", "browser", 48


class ConfigError(LighttermError):
    """A setting or flag is wrong; the message names file, line and key."""

    number, code, category, exit_code = 900, "CONFIG_INVALID", "config", 2


class CommandInvalid(LighttermError):
    """A command line that cannot be run; the context has the `column` (from 0) that is wrong, and its `end`."""

    number, code, category, exit_code = 901, "COMMAND_INVALID", "validation", 2
