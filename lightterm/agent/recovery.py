"""What to do after an error, as calls that can be made as they stand: the tool, its arguments, and how long to wait.

Each code of the error tree has its ways on; what is offered is checked against the tool's own schema. What only a
person can do says so and names no tool.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lightterm.agent.address_ways import in_clear, mended, other_port, unnamed, upwards
from lightterm.agent.deed import PRESSING
from lightterm.agent.invalid_ways import invalid
from lightterm.agent.plain_ways import without_what_is_plain
from lightterm.agent.tier_ways import beyond, fullest, higher, seen_or_higher, short, shown, sooner, without_tier
from lightterm.agent.way import FILLING, Asked, Way, fits, in_tab, is_secret, look
from lightterm.engines.redact import redacted_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LONGER, LEAST, MOST = 4.0, 30.0, 300.0
"""How many times the time that was too short is allowed next; the least of that and the most, in seconds."""

SOON, LATER = 1000, 5000
"""Milliseconds to wait before the network, and before a server that said that it is busy, is asked again."""

_FLAGS = re.compile(r" ?\(:?--[^)]*\)|;? --[a-z]+ shows[^.;]*")
"""Options of the command line, which a client cannot give."""

BY_PERSON = {
    "allow_private": "Ask the person: their own network is for them to open to agents (network.allow_private).",
    "no_robots": "Ask the person: whether robots.txt holds is for them to say (privacy.respect_robots_txt).",
}
"""What a person alone can allow, as it is said where there is no command line, too."""

LEADING = ("act", "fill_form")
"""Tools that lead from the page of a tab to another one."""

Error = dict[str, Any]

PRIVATE = (
    "corrected",
    "tool",
    "page",
    "closers",
    "meant",
    "openers",
    "held",
    "options",
    "numbers",
    "offering",
    "right",
    "guessed",
    "opens",
    "fitting",
    "choice",
    "nearest",
    "spare",
    "ticking",
    "lives",
    "led",
    "behind",
    "pointed",
    "off",
    "boxes",
    "other_tab",
    "missing",
    "closed",
    "alone",
    "asks",
    "whole",
    "picture",
)
"""What errors know for the ways on alone."""


def recovering(error: Error, asked: Asked) -> Error:
    """The error with ways on from this call, best first."""
    found = WAYS.get(error["code"], _retried)(error, asked)
    ways = [way for one in found for way in _from_there(one, asked) if fits(way, asked.schemas)]
    told = [_told(_unsaid(way) if is_secret(way, asked) else way) for way in ways]
    names = {step["action"] for step in told}
    told += [
        {**step, "description": BY_PERSON.get(step["action"]) or _FLAGS.sub("", step["description"])}
        for step in error.get("recommendedActions", ())
        if step["action"] not in names and fits(_as_way(step), asked.schemas) and not is_secret(_as_way(step), asked)
    ]
    told += [_told(_onward(asked))] if asked.cursor else []
    for rank, step in enumerate(told, 1):
        step["priority"] = rank
    suggestion = told[0]["description"] if told else ""
    context = {name: value for name, value in error.get("context", {}).items() if name not in PRIVATE}
    if isinstance(context.get("url"), str):
        context["url"] = redacted_url(context["url"])
    recoverable = bool(error["retryable"] or told)
    error = {**error, "context": context} if "context" in error else error
    return {**error, "recommendedActions": told, "suggestion": suggestion, "recoverable": recoverable}


def _unsaid(way: Way) -> Way:
    """A way on in words alone, as its arguments hold a secret."""
    names = ", ".join(way.arguments or ())
    return way.replace(tool="", words=f"{way.words} {way.tool}: {names}; what is secret in them is not said again.")


def _onward(asked: Asked) -> Way:
    given = {name: asked.arguments[name] for name in ("max_tokens",) if isinstance(asked.arguments.get(name), int)}
    return Way("read_on", "Read on in what came of it.", "snapshot", {"cursor": asked.cursor, **given})


def _as_way(step: Mapping[str, Any]) -> Way:
    return Way(step["action"], step["description"], step.get("toolToUse", ""), step.get("parameters"))


def _from_there(way: Way, asked: Asked) -> Iterator[Way]:
    """A way on from a tab that has the page that failed: what led to it cannot be done on that one."""
    if not asked.arrived or way.tool != asked.tool or asked.tool not in LEADING:
        yield way
        return
    yield Way("reload", "Load the page again.", "go", in_tab(asked, to="reload"), way.delay)
    yield Way("go_back", "Go back, then make the same call again.", "go", in_tab(asked, to="back"), way.delay, True)


def _told(way: Way) -> dict[str, Any]:
    told: dict[str, Any] = {"action": way.action, "description": way.words, "priority": 1}
    if way.delay is not None:
        told["suggestedDelayMs"] = way.delay
    if way.tool:
        told |= {"toolToUse": way.tool, "parameters": dict(way.arguments or {})}
        told |= {"thenRepeat": True} if way.repeat else {}
    return told


# --- the ways on from each code


def _delay(error: Error, otherwise: int) -> int:
    """What the site said about when to come again."""
    delays = [step["suggestedDelayMs"] for step in error.get("recommendedActions", ()) if "suggestedDelayMs" in step]
    return int(delays[0]) if delays else otherwise


def _retried(error: Error, asked: Asked) -> Iterator[Way]:
    if error["retryable"]:
        yield Way("retry", "Try the same call again.", asked.tool, asked.again(), _delay(error, SOON))


def _connected(error: Error, asked: Asked) -> Iterator[Way]:
    yield from in_clear(error, asked)
    yield from other_port(asked)
    yield from _retried(error, asked)


def _longer(error: Error, asked: Asked) -> Iterator[Way]:
    yield from shown(error, asked)
    if not asked.has("deadline"):
        yield from _retried(error, asked)
        return
    seconds = min(max(float(asked.arguments.get("deadline", 15)) * LONGER, LEAST), MOST)
    yield Way("raise_timeout", f"Allow {seconds:g} seconds.", asked.tool, asked.again(deadline=seconds))


def _unread(error: Error, asked: Asked) -> Iterator[Way]:
    """What came is asked for again with more time, or in the tier that reads it soonest."""
    yield from _longer(error, asked)
    yield from beyond(error, asked) if asked.arguments.get("tier") == "light" else sooner(error, asked)


def _later(error: Error, asked: Asked) -> Iterator[Way]:
    fresh = {"freshness": "fresh"} if asked.has("freshness") else {}
    words = "Wait, then try the same call again."
    yield Way("wait_and_retry", words, asked.tool, asked.again(**fresh), _delay(error, LATER))


def _limited(error: Error, asked: Asked) -> Iterator[Way]:
    """Room is made where that is possible, else time is what helps."""
    room = [_as_way(step) for step in error.get("recommendedActions", ()) if step.get("toolToUse")]
    if room:
        yield from (way.replace(repeat=True) for way in room)
    else:
        yield from _later(error, asked)


def _online(_error: Error, asked: Asked) -> Iterator[Way]:
    yield Way("go_online", "Ask the server.", asked.tool, asked.again(freshness="any"))


def _signed_out(error: Error, asked: Asked) -> Iterator[Way]:
    """Sign in again, by a saved state where one has cookies of the site, else by a person; then the same call."""
    states = error.get("context", {}).get("states", ()) if "session" in asked.schemas else ()
    for name in states[:1]:
        words = "Take the cookies of a saved state."
        yield Way("refresh_session", words, "session", {"do": "load", "name": name}, repeat=True)
    if not states:
        yield Way("refresh_session", "Ask the person to sign in again (:mcp in lightterm lets you in).")
    yield Way("retry", "Then make the same call again.", asked.tool, asked.again())


def _refused(error: Error, asked: Asked) -> Iterator[Way]:
    """Of a request that the server gave up on (408) or did not want yet (425) the same again; else the way up."""
    if error.get("httpStatus") in (408, 425):
        yield from _later(error, asked)
    yield from upwards(error, asked)


def _by_person(error: Error, asked: Asked) -> Iterator[Way]:
    """What only a person can do first; then the same call, which sees what they did."""
    for step in error.get("recommendedActions", ()):
        yield _as_way(step)
    yield from _retried(error, asked)


def _locked(_error: Error, _asked: Asked) -> Iterator[Way]:
    words = "Only a person can give it: ask them to open the file in a running lightterm that lets you in (:mcp there, "
    yield Way("give_password", f"{words}lightterm mcp --attach here) and to type it; then call again.")


def _candidates(error: Error, asked: Asked) -> Iterator[Way]:
    """The same action on what may be meant, on the page as it is now; without a cursor to what was."""
    if asked.arguments.get("cursor"):
        yield Way("begin_again", "Ask again without the cursor.", asked.tool, asked.again(cursor=None))
        return
    for number in error.get("context", {}).get("candidates", ())[:1]:
        changed = asked.again(target=number, revision=None)
        yield Way("use_candidate", f"[{number}] may be what is meant.", asked.tool, changed)
    led = error.get("context", {}).get("led")
    if led and asked.tool == "act" and asked.arguments.get("do") in PRESSING:
        yield Way("follow_link", "It was a link, to this address.", "open", in_tab(asked, url=led))
    if error.get("context", {}).get("behind"):
        words = "It was a field of a page before: go back, then make the same call again."
        yield Way("go_back", words, "go", in_tab(asked, to="back"), repeat=True)
    if error.get("context", {}).get("picture"):
        words = "Take a screenshot, and say the point as it shows it."
        yield Way("take_screenshot", words, "screenshot", in_tab(asked))
    yield look(asked)


def _session(error: Error, asked: Asked) -> Iterator[Way]:
    """What is there in place of a tab, session or state that is not."""
    if asked.tool == "session":
        name = asked.arguments.get("name")
        for near in error.get("context", {}).get("candidates", ()):
            yield Way("use_candidate", "This may be what is meant.", "session", asked.again(name=near))
        if name and asked.arguments.get("do") == "switch":
            yield Way("create_session", "Make a session of that name.", "session", {"do": "create", "name": name})
        return
    if asked.tool == "batch" and isinstance(asked.arguments.get("urls"), list):
        yield Way("start_batch", "Start it with these.", "batch", asked.again(do="start", batch=None))
    if not asked.has("tab"):
        return
    if not asked.arguments.get("tab"):
        yield Way("open_page", "Open a page first: open, with its url.")
        return
    context = error.get("context", {})
    if (closed := context.get("closed")) and asked.tool != "tabs":
        words = "Its page, opened again in a tab of that number; then make the same call again."
        yield Way("open_again", words, "open", {"url": closed, "new_tab": True}, repeat=True)
    told = asked.tool in FILLING and (closed or (not context.get("alone") and _is_by_number(asked)))
    if asked.tool != "tabs" and not told:  # a number of one page is another thing on the next
        yield Way("use_front_tab", "Use the tab in front.", asked.tool, asked.again(tab=None, revision=None))
    yield Way("list_tabs", "See which tabs there are.", "tabs", {"do": "list"})


def _is_by_number(asked: Asked) -> bool:
    """Whether what is to be acted on is said by a number."""
    steps = asked.arguments.get("steps")
    targets = [step.get("target") for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    return any(str(one).strip("[]").isdecimal() for one in (asked.arguments.get("target"), *targets))


def _changed(_error: Error, asked: Asked) -> Iterator[Way]:
    """Forget what held before, then read the page without it."""
    url = asked.arguments.get("url")
    if url:
        yield Way("clear_patterns", "Forget what was learned of the site.", "site", {"do": "forget", "url": url})
    yield Way("read_afresh", "Read the page without the selectors.", asked.tool, asked.again(selectors=None))


def _corrected(error: Error, asked: Asked) -> Iterator[Way]:
    arguments = error.get("context", {}).get("corrected")
    tool = error.get("context", {}).get("tool", asked.tool)
    if arguments is not None:
        yield Way("correct_arguments", "Call it with these arguments.", tool, arguments)
    else:
        yield from without_what_is_plain(asked)
    left = {name: one for name, one in asked.arguments.items() if asked.has(name)}
    if tool == "open" and asked.schemas.get(asked.tool, {}).get("properties") is not None and "url" not in left:
        yield Way("then_call", "Then make the call without the address.", asked.tool, left)
    if tool != asked.tool:
        yield Way("check_tool", f"{tool} may be what is meant.")


def _saved(error: Error, asked: Asked) -> Iterator[Way]:
    url = error.get("context", {}).get("url") or asked.arguments.get("url")
    if url:
        yield Way("download", "Save it as a file.", "download", {"url": url})


def _reloaded(_error: Error, asked: Asked) -> Iterator[Way]:
    """What was stopped is asked for again: by the same call, or where that only reads the page, by loading it."""
    if "url" in asked.arguments:
        yield Way("retry", "Try the same call again.", asked.tool, asked.again())
    else:
        yield Way("reload", "Load the page again.", "go", in_tab(asked, to="reload"))


WAYS: dict[str, Callable[[Error, Asked], Iterator[Way]]] = {
    "NETWORK_DNS_FAILED": unnamed,
    "NETWORK_CONNECTION_FAILED": _connected,
    "NETWORK_TIMEOUT": _longer,
    "NETWORK_TLS_FAILED": in_clear,
    "NETWORK_NOT_CACHED": _online,
    "HTTP_NOT_FOUND": upwards,
    "HTTP_GONE": upwards,
    "HTTP_CLIENT_ERROR": _refused,
    "HTTP_SERVER_ERROR": _later,
    "HTTP_BAD_GATEWAY": _later,
    "HTTP_SERVICE_UNAVAILABLE": _later,
    "RATE_LIMIT_EXCEEDED": _later,
    "BLOCKED_RATE_LIMITED": _later,
    "CLIENT_LIMIT_REACHED": _limited,
    "BLOCKED_BOT_DETECTION": fullest,
    "CONTENT_REQUIRES_JS": higher,
    "CONTENT_BEYOND_ENGINE": beyond,
    "CONTENT_TIMEOUT": _unread,
    "CONTENT_EMPTY": seen_or_higher,
    "CONTENT_TOO_SHORT": short,
    "VALIDATION_FAILED": invalid,
    "EXTRACTION_ERROR": invalid,
    "SITE_CHANGED": _changed,
    "STALE_TARGET": _candidates,
    "SESSION_NOT_FOUND": _session,
    "SESSION_EXPIRED": _session,
    "AUTH_SESSION_EXPIRED": _signed_out,
    "PERSON_NEEDED": _by_person,
    "PASSWORD_REQUIRED": _locked,
    "URL_INVALID": mended,
    "URL_SCHEME_REFUSED": mended,
    "FILE_NOT_FOUND": mended,
    "BROWSER_UNAVAILABLE": without_tier,
    "COMMAND_INVALID": _corrected,
    "UNSUPPORTED_TYPE": _saved,
    "PARSE_ERROR": _saved,
    "NETWORK_CANCELLED": _reloaded,
}
"""The ways on by code; of any other, the same call where the error says that it may help."""
