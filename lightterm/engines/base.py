"""What an engine is, what it sees of a page and tells of it, and how a page that lives in one is acted on."""

from __future__ import annotations

from lightterm.fetch.model import FULL as FULL
from lightterm.fetch.model import LIGHT as LIGHT
from lightterm.fetch.model import STATIC as STATIC
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from lightterm.fetch.blocking import Blocker
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import Cookie
    from lightterm.fetch.model import Headers, Request, Response, Snapshot

    Fetch = Callable[[Request, Cancel | None], Response]


DRAWING = "drawing on a canvas"
PIXELS = "pixels of a canvas, which a script asked for"
"""What tier 2 says that it lacks where a page draws."""


def tier_of(word: str) -> int:
    """The tier that `word` names: static, light, full (also intelligence, lightweight, playwright) or 1 to 3.

    Raises ConfigError.
    """
    from lightterm.settings import TIERS
    from lightterm.settings_keys import tier_word

    try:
        return TIERS.index(tier_word(word)) + STATIC
    except ValueError as problem:
        from lightterm.errors import ConfigError

        raise ConfigError(str(problem)) from None


def tier_name(tier: int) -> str:
    """static, light or full."""
    from lightterm.settings import TIERS

    return TIERS[tier - STATIC]


class ConsoleLine(Record):
    """Something a page's script said: `level` log, info, warning, error or exception; where, if that is known."""

    level: str
    text: str
    url: str = ""
    line: int = 0


class Exchange(Record):
    """One request of a page: `kind` document, script, stylesheet, image, fetch ...; `bytes` and `ms` 0 if not known.

    `error` says in words why nothing came; `started` is in seconds since 1970; `body` is
    kept where that was asked for. Secrets are taken out of the address and
    of the headers before they are kept.
    """

    url: str
    method: str = "GET"
    status: int = 0
    kind: str = ""
    bytes: int = 0
    ms: float = 0.0
    error: str = ""
    reason: str = ""
    started: float = 0.0
    request_headers: Headers = ()
    headers: Headers = ()
    body: str = ""


class Evidence(Record):
    """What an engine that runs scripts noticed, for the judge and for who asks why.

    `settled`: the text had stopped changing by itself. `missing`: what the engine could not do, in words.
    `failed_scripts`: addresses (or words) of scripts that did not load or threw. `challenge`: whose bot challenge it
    is, "" for none. `phases`: (name, milliseconds). `console` and `network` are bounded; `dropped` counts what was
    left out of both. `hidden` is what nobody sees and is left out of the page: (reason, elements, characters).
    """

    settled: bool = True
    missing: tuple[str, ...] = ()
    failed_scripts: tuple[str, ...] = ()
    canvas: bool = False
    webgl: bool = False
    challenge: str = ""
    frameworks: tuple[str, ...] = ()
    console: tuple[ConsoleLine, ...] = ()
    network: tuple[Exchange, ...] = ()
    phases: tuple[tuple[str, float], ...] = ()
    dropped: int = 0
    hidden: tuple[tuple[str, int, int], ...] = ()


class Spot(Record):
    """A point: of the element with `handle`, of the one acted on where that is 0; or so far `by` from the spot before.

    `x` and `y` are CSS pixels from the left and the top of its box inside its border, or hundredths of its width and
    height where `share` is set: without any its middle.
    """

    handle: int = 0
    x: float = 50.0
    y: float = 50.0
    share: bool = True
    by: bool = False

    @property
    def is_middle(self) -> bool:
        """Whether it is the middle of an element, which needs no knowledge of where things stand."""
        return self.share and self.x == self.y == 50.0


ASKING = ("confirm: ", "prompt: ")
"""How dialogs that an outcome tells of begin, which are questions."""


class Answer(Record):
    """What a page is answered (the `value` of a `dialog`) where it asks this, as an outcome tells it; else it is no."""

    question: str
    value: str


class Action(Record):
    """Something done to a page: to the element with `handle`, to the page itself where that is 0.

    `kind`: click, double_click, right_click, drag, mark, type, clear, select, check, uncheck, upload, hover, scroll,
    press, submit, focus or dialog. `value` is the text, key, direction or answer; `values` are the options, files, keys
    pressed in turn, or the text to mark (two: from the one to the other). `spots`: where in the element the mouse is;
    of drag the way of it, from the first to the last. `passwords`: keys may write into one. `seen`: the spots are of no
    element and count from the corner of what is in view; at the first of them these elements are to be (`at`).
    `answers` are those to what the page asks at it, in turn; what else it asks is declined.
    """

    kind: str
    handle: int = 0
    value: str = ""
    values: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    passwords: bool = True
    seen: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()


class Outcome(Record):
    """What an action led to: the address after it, dialogs that were met, files that came, windows it wanted opened.

    `sources` are the addresses of the files, in their order, "" for one that is not known.
    `error` says in words why nothing happened, "" when it did; `beyond`: a higher tier can do it.
    """

    url: str
    navigated: bool = False
    dialogs: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    error: str = ""
    beyond: bool = False


class State(Record):
    """What goes with a page from tier to tier: cookies, both storages by origin, and the scroll place in CSS pixels.

    `gone` are cookies that the page has ended, as ones that ended long ago; `databases` are IndexedDB's of all origins,
    as tier 3 told of them. `latest` is local storage as pages of the tier itself left it: for a browser that is new.
    """

    cookies: tuple[Cookie, ...] = ()
    local: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    session: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    scroll: tuple[int, int] = (0, 0)
    gone: tuple[Cookie, ...] = ()
    databases: str = ""
    latest: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


class EngineOptions(Record):
    """What is the same in every tier of a session, and where its programs are; sizes in CSS pixels.

    `proxy` is an address or "" for none. `public`: what programs ask for is held to public addresses. `chromium` and
    `lightpanda` are programs, "" those that are found; `attach` is the address of a browser that runs already,
    `profile` a directory that outlives the session; `bodies` are the characters kept of what scripts fetch, in all;
    `memory` is what all browsers of tier 3 may hold, in bytes, `idle_seconds` how long one stays that nobody uses, and
    a page in it; `timer_seconds` how long a page that says it is loading waits for timers of its own.
    `blocker` says what pages may not load, `plain_css` tells a style sheet again for an engine that knows few of its
    ways, with all that the page has, "" where it need not.
    """

    user_agent: str = ""
    accept_language: str = ""
    headers: Headers = ()
    proxy: str = ""
    no_proxy: str = ""
    insecure_hosts: tuple[str, ...] = ()
    viewport: tuple[int, int] = (1280, 720)
    timezone: str = ""
    scheme: str = "light"
    public: bool = True
    max_bytes: int = 104_857_600
    chromium: str = ""
    lightpanda: str = ""
    headed: bool = False
    attach: str = ""
    profile: str = ""
    memory: int = 1_073_741_824
    idle_seconds: float = 300.0
    timer_seconds: float = 6.0
    bodies: int = 0
    blocker: Blocker | None = None
    plain_css: Callable[[str, str], str] | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """Those of Accept-Language in order, as scripts are told them."""
        return tuple([one.partition(";")[0].strip() for one in self.accept_language.split(",")])


if TYPE_CHECKING:

    class Engine(Protocol):
        """Loads a request as cheaply as its tier can.

        `missing` is "" where it can run, else one sentence of what is not there and how to install it. `load` takes the
        seconds of `request.deadline`: what there is by then is returned, with Response.error = TimedOut when the page
        had not settled; it raises LighttermError when nothing came back. `state` is put into the page before it loads.
        """

        @property
        def tier(self) -> int: ...
        def missing(self) -> str: ...
        def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot: ...
        def close(self) -> None: ...

    class LivePage(Protocol):
        """A page that goes on living in an engine. Every call has its own deadline; raises LighttermError."""

        @property
        def url(self) -> str: ...
        @property
        def gone(self) -> bool:
            """Whether it lives no more: it was let go of, as nobody used it or there were too many, or has died."""

        @property
        def sent(self) -> bool:
            """Whether its document came of something sent, which would be sent again for it."""

        def snapshot(self) -> Snapshot:
            """The page as it stands now."""

        def settle(self, seconds: float) -> bool:
            """Wait until its text stops changing; whether it did."""

        def still(self, seconds: float) -> float:
            """Seconds since it last changed, asked for at most so long."""

        def act(self, action: Action, seconds: float) -> Outcome: ...
        def came(self) -> Outcome:
            """What the page has done by itself since it was last acted on: the files that it saved."""

        def evaluate(self, script: str, seconds: float) -> str:
            """The value of an expression as JSON text; promises are awaited."""

        def state(self, seconds: float = ...) -> State: ...
        def databases(self, seconds: float) -> str:
            """What all pages that share its cookies have in IndexedDB, "" for nothing; only tier 3 has that."""

        def follow(self, told: Callable[[str, State], None], seconds: float) -> None:
            """Have its address and state told, now where that takes at most so long, and whenever it is read again."""

        def screenshot(self, full_page: bool, seconds: float) -> bytes:
            """PNG; only tier 3 can."""

        def at(self, x: float, y: float, seconds: float) -> tuple[int, ...]:
            """The handles of what is seen at a point in view, the innermost first; only tier 3 knows."""

        def stop(self) -> None:
            """End what is being done to it, for another thread; nobody waits, and what was done stays."""

        def close(self) -> None: ...
