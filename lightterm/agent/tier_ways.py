"""Ways on to where the scripts of a page run, or to a tier that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.way import Way, in_tab

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lightterm.agent.way import Asked

    Error = dict[str, Any]

OPENING = ("open", "go")
"""Tools that say what is on a page which another call opened as well as they."""


def opened(context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """What may hold what is not there, opened."""
    opened = set[int]()
    for number in context.get("openers", ()):
        words = f"It may be in what [{number}] opens{' once more' * (number in opened)}; then make the same call again."
        opened.add(number)
        yield Way("open_part", words, "act", in_tab(asked, do="click", target=number), repeat=True)


def shown(error: Error, asked: Asked) -> Iterator[Way]:
    """Of a wait for a text that is written otherwise on the page: for that one."""
    context = error.get("context", {})
    near, name = context.get("candidates", ()), context.get("argument", "text")
    if asked.tool == "wait" and near:
        words = "The page has this, which may be what is meant."
        yield Way("use_candidate", words, "wait", asked.again(**{name: near[0]}))
    yield from opened(context, asked) if asked.tool == "wait" else ()


def higher(error: Error, asked: Asked) -> Iterator[Way]:
    """Where scripts run: in the tiers above."""
    yield from shown(error, asked)
    url = error.get("context", {}).get("url") or asked.arguments.get("url")
    if asked.tool == "browse":
        words = "Read it where its scripts run."
        yield Way("use_browser_tier", words, "browse", asked.again(max_tier="full", min_confidence=None))
    elif url:
        for tier in ("light", "full"):
            if asked.arguments.get("tier") != tier:
                words, given = f"Open it in tier {tier}.", {"url": url, "tier": tier}
                yield Way(f"use_{tier}_tier", words, "open", given, repeat=asked.tool not in OPENING)


def beyond(error: Error, asked: Asked) -> Iterator[Way]:
    """Where there is more room for it, else what the page says without its scripts."""
    url = error.get("context", {}).get("url") or asked.arguments.get("url")
    if url and asked.arguments.get("tier") != "full" and asked.arguments.get("max_tier") not in ("static", "light"):
        words = "Open it in tier full, which takes larger pages."
        yield Way("use_full_tier", words, "open", {"url": url, "tier": "full"}, repeat=asked.tool not in OPENING)
    elif url and asked.tool == "browse":
        yield Way("use_full_tier", "Read it in tier full.", "browse", asked.again(max_tier="full"))
    if url:
        given = {"url": url, "max_tier": "static", "format": "outline"}
        yield Way("read_in_part", "See what it says without its scripts, and read a part of it.", "browse", given)


def sooner(error: Error, asked: Asked) -> Iterator[Way]:
    """Of a page that is too much to be read in time what it says without its scripts: by its outline, then in parts."""
    url = error.get("context", {}).get("url") or asked.arguments.get("url")
    if url and asked.tool in ("browse", "open"):
        given = {"url": url, "max_tier": "static", "format": "outline"}
        yield Way("read_in_part", "See what it says without its scripts, and read a part of it.", "browse", given)


def seen_or_higher(error: Error, asked: Asked) -> Iterator[Way]:
    """What is drawn is looked at; else where scripts run."""
    about = error.get("context", {})
    if not about.get("drawn"):
        yield from higher(error, asked)
        return
    given = {"url": about.get("url", ""), "tier": "full"}
    yield Way("use_full_tier", "Open it in tier full, which draws it.", "open", given)
    yield Way("look_at_it", "Then look at a picture of it.", "screenshot", {})


def short(error: Error, asked: Asked) -> Iterator[Way]:
    """In a tier above, and else as it is."""
    if asked.arguments.get("max_tier") in ("static", "light"):
        yield from higher(error, asked)
    else:
        for tier in ("light", "full"):
            given = {"url": asked.arguments.get("url", ""), "tier": tier}
            yield Way(f"use_{tier}_tier", f"Open it in tier {tier}.", "open", given)
    if asked.has("min_length"):
        yield Way("accept", "Take what there is.", asked.tool, asked.again(min_length=None))


def fullest(error: Error, asked: Asked) -> Iterator[Way]:
    url = error.get("context", {}).get("url") or asked.arguments.get("url")
    if url and asked.arguments.get("tier") != "full":
        yield Way("use_browser_tier", "Open it in a whole browser.", "open", {"url": url, "tier": "full"})
    yield Way("ask_the_person", "Ask the person to solve what the site asks.")


def without_tier(error: Error, asked: Asked) -> Iterator[Way]:
    given = [name for name in ("tier", "max_tier") if name in asked.arguments]
    if given:
        words = "Let lightterm choose the tier among those that are there."
        yield Way("any_tier", words, asked.tool, asked.again(**dict.fromkeys(given)))
    url = error.get("context", {}).get("page")
    if url:
        words = "Open the page in tier full first."
        yield Way("use_full_tier", words, "open", {"url": url, "tier": "full"}, repeat=True)
