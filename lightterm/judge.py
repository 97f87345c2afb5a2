"""Is this the page, or does it want an engine that runs scripts? A score, and reasons in words.

Loaded only for HTML pages with scripts and little text; `loading` lets all others pass for some microseconds. Weights
are measured: `python -m tests.bench.escalation` prints how often they are right on saved pages.
"""

from __future__ import annotations

from itertools import islice

from lightterm.engines.base import DRAWING, PIXELS, tier_name
from lightterm.extract import HTML
from lightterm.extract.challenges import CLEARANCE, GUARD
from lightterm.extract.passing import (
    ITEM,
    LEAST_SAID,
    asks_for_scripts,
    goes_on,
    is_loading,
    is_said,
    is_title,
    names_what_loads,
)
from lightterm.extract.signs import Signs, is_player, signs_of
from lightterm.fetch.model import FULL, STATIC
from lightterm.loading import PLENTY, has_template, main_length, own_markup, paragraphs
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document, Paragraph
    from lightterm.engines.base import Evidence
    from lightterm.fetch.model import Snapshot

CLIMB = 0.5
"""The score from which a higher tier is wanted."""

THIN, SHORT = 200, 600
"""Characters of main text: hardly any, a little."""

LINES = 50
"""Characters of a heading and a line or two: a page that was written so, where nothing in it is empty."""

SEVERAL, FEW = 3, 30
"""Lines, and characters in them, that are as much: a name, a street and a telephone number."""

RENDERED = 25
"""Characters from which what a server says it rendered is a page: it fills as much as makes a root no empty one."""

GREW = 10
"""Characters that scripts brought elsewhere in a page, from which a root that is still empty is not what they fill."""

UNFILLED = 0.15
"""Share of a page's lines that hold templates from which they are what the page is."""

MOST_MARKUP = 4_000_000
"""Bytes of markup that are looked through for signs; a page of 50 MB would take seconds more than its deadline."""

DRAWN = "a canvas is drawn on by scripts, and has no text to read"
"""Of a page with hardly any text: no tier reads what is drawn."""

ENOUGH_MARKUP = 400_000
"""The same of a page that has plenty of text: what its scripts would still bring is told by its beginning."""

LOST = 0.6
"""Share of a page's text that its scripts may not take away without suspicion."""


_ASKS = "the page says that it needs scripts"


class Verdict(Record):
    """What the judge says: a higher tier is wanted from a score of CLIMB on; `main` is in characters.

    `incomplete` lists the marks of a page that is not ready; `challenge` names the maker of a bot challenge.
    """

    score: float = 0.0
    reasons: tuple[str, ...] = ()
    main: int = 0
    incomplete: tuple[str, ...] = ()
    challenge: str = ""

    @property
    def climbs(self) -> bool:
        """Whether a higher tier is wanted."""
        return self.score >= CLIMB


def judge(snapshot: Snapshot, document: Document, before: int = 0, most: int = MOST_MARKUP) -> Verdict:
    """What is to be said of a page that an engine loaded; `before` is the length of the main text a tier below.

    `most`: bytes of markup for which there is time.
    """
    if snapshot.content_type not in HTML:
        return Verdict(main=main_length(document))
    length = main_length(document, PLENTY)
    markup = b"\n".join(own_markup(snapshot)) if length < THIN else snapshot.markup
    found = signs_of(markup[: min(most, MOST_MARKUP if length < PLENTY else ENOUGH_MARKUP)])
    scale = _Scale(snapshot, document, found)
    if snapshot.tier == STATIC:
        scale.weigh_markup()
    else:
        scale.weigh_rendered(snapshot.evidence, before)
    return scale.verdict()


def challenge_told(maker: str, status: int) -> dict[str, str | float]:
    """What an error says of a challenge: its maker, how sure that is (0 to 1), and the cookie of who has passed it.

    The makers' marks are those of their challenges alone, so that a page served as one all the same is sure by .8.
    """
    named = maker in CLEARANCE
    sure = (0.95 if named else 0.8) if status in REFUSALS else 0.8 if named else 0.6
    return {"provider": maker, "confidence": sure, "clearanceCookie": CLEARANCE.get(maker, "")}


MOST_PARAGRAPHS = 5_000
"""Paragraphs whose words are weighed: no page of more is judged by the rest, and 50 MB of them took a second."""


class _Scale:
    """Adds up what speaks for a higher tier."""

    def __init__(self, snapshot: Snapshot, document: Document, found: Signs) -> None:
        said = tuple(islice((p for block in document.blocks for p in paragraphs(block)), MOST_PARAGRAPHS))
        self._status = snapshot.response.status
        self._tier = snapshot.tier
        self._unread = found.frames - sum(not is_player(frame.address) for frame in snapshot.frames)
        self._found = found
        both = [(text, _level_of(p)) for p in said if (text := " ".join(p.text().split()))]
        self._lines = lines = [text for text, _ in both]
        self._levels = [level for _, level in both]
        self._open_lines = sum(map(has_template, said))
        self._all = sum(map(len, lines))
        main = main_length(document) - found.noscript
        if main < THIN and self._all > 2 * PLENTY:
            main = self._all // 2  # everything stands in landmarks: do not trust the split
        self._main = max(0, main) + min(80 * found.sendable, 160)
        self._hidden = sum(size for reason, _, size in document.hidden.counts if reason in ("html", "css display"))
        self._score = 0.0
        self._drawn = False
        self._reasons: list[str] = []
        self._incomplete: list[str] = []
        guarded = self._status in REFUSALS or self._all < found.challenge_within
        self._challenge = found.challenge if guarded else ""

    def verdict(self) -> Verdict:
        """What came of it."""
        score = max(0.0, min(1.0, self._score))
        return Verdict(score, tuple(self._reasons), self._main, tuple(self._incomplete), self._challenge)

    def _add(self, weight: float, reason: str, incomplete: bool = False) -> None:
        self._score += weight
        self._reasons.append(reason)
        if incomplete:
            self._incomplete.append(reason)

    # --- tier 1: markup alone

    def weigh_markup(self) -> None:
        """What the markup says of scripts that have not run."""
        found = self._found
        if self._challenge:
            self._add(1.0, f"a bot challenge by {self._challenge} stands before the page")
        if not found.scripts:
            return
        if found.noscript_page and found.noscript < THIN and not found.empty_root and not found.cloaks:
            self._reasons.append("the page has a version for readers without scripts")
            return
        self._weigh_places()
        self._weigh_words()
        self._weigh_templates()
        self._weigh_length()
        if self._status >= 400 and not self._challenge:
            self._add(-0.4, f"the status is {self._status}")

    def _weigh_places(self) -> None:
        """Where something is to come."""
        found, main = self._found, self._main
        frames = " and ".join(found.frameworks[:2])
        if found.empty_root:
            by = f" for {frames} to fill" if frames else ""
            self._add(0.9 if main < PLENTY else 0.25, f"{found.empty_root} is empty{by}", incomplete=True)
        if found.loads_later and main < PLENTY:
            self._add(0.7, "parts of the page load later", incomplete=True)
        if found.islands and main < THIN:
            self._add(0.5, "islands of Astro are empty", incomplete=True)
        left = found.awaited[0] if main < SHORT else 0
        if left := left + (found.awaited[1] if main < LINES else 0):
            self._add(0.5, f"the server left parts of the page to the browser: {left}", incomplete=True)
        if found.bare_elements and main < SHORT and not found.shadow_roots:
            self._add(0.5, f"custom elements show nothing yet: {found.bare_elements}", incomplete=True)
        if found.busy and main < PLENTY:
            self._add(0.4 if main < SHORT else 0.3, "there are placeholders of what is to come", incomplete=True)
        self._weigh_gaps()
        if found.goes and main < SHORT // 2:
            self._add(0.6, "a script leads on to another address")
        if found.canvases and main < THIN:
            self._add(0.0 if self._all else 0.3, DRAWN)
        if self._hidden > 5 * max(main, THIN) and main < SHORT:
            self._add(0.5, f"{self._hidden} characters are hidden until scripts show them", incomplete=True)

    def _weigh_gaps(self) -> None:
        """What a page has a place for, and has not."""
        found, main = self._found, self._main
        places = found.places if main < SHORT else found.filled if main < PLENTY else ()
        builds = found.writes or found.fetches or found.external or found.modules
        if places and builds and not found.empty_root:
            self._add(0.5, f"{places[0]} holds nothing yet", incomplete=True)
        elif found.lacking and builds and main < PLENTY and not found.empty_root:
            self._add(0.5, found.lacking[0], incomplete=True)
        fetches = found.fetches or (found.modules and main < SHORT)
        if found.dashes > 1 and fetches and main < PLENTY:
            self._add(0.5, f"{found.dashes} fields hold a dash until something is fetched", incomplete=True)

    def _weigh_words(self) -> None:
        """What the page says itself."""
        main = self._main
        if self._found.noscript_asks:
            self._add(0.8 if main < THIN * 4 and not self._stands_alone() else 0.15, _ASKS)
        elif self._all < 4 * PLENTY and main < PLENTY and any(map(asks_for_scripts, self._lines)):
            self._add(0.5, _ASKS)
        says = is_loading if main < 5 * THIN else names_what_loads
        if main < PLENTY and (line := self._first_that(says)):
            self._add(0.6, f"it says {line!r}", incomplete=True)
        elif main < THIN and self._found.state and (line := self._first_that(goes_on)):
            self._add(0.5, f"it says {line!r}", incomplete=True)

    def _stands_alone(self) -> bool:
        """Whether a note that asks for scripts stands in a page that is there without them."""
        gently = self._main >= LINES and self._found.noscript_gentle
        return gently or (self._main >= THIN and self._has_no_room())

    def _first_that(self, says: Callable[[str], bool]) -> str:
        """The first line that says it, and is no title of what stands below; "" for none."""
        lines, levels = self._lines, self._levels
        for at, line in enumerate(lines):
            if says(line) and not is_title(at, lines, levels):
                return line
        return ""

    def _weigh_templates(self) -> None:
        """What stands there unfilled."""
        found, main = self._found, self._main
        open_ = self._open_lines
        if open_ and (main < SHORT or open_ > len(self._lines) * UNFILLED):
            self._add(0.6, f"templates are not filled in: {open_}", incomplete=True)
        if found.cloaks and main < PLENTY:
            weight = 0.5 if main < SHORT and not open_ else 0.2
            self._add(weight, f"elements wait for their framework: {found.cloaks}", incomplete=True)
        if found.bound and main < PLENTY:
            self._add(0.4, f"text is bound to scripts: {found.bound}", incomplete=True)

    def _weigh_length(self) -> None:
        """How much there is."""
        found, main = self._found, self._main
        if found.shadow_roots or (found.state and main >= RENDERED and not self._incomplete):
            return
        if self._has_no_room():
            self._reasons.append("its scripts have no place to fill")
            return
        builds = found.writes or found.fetches or found.external or found.modules
        if main < THIN:
            weight = (0.6 if found.fetches or found.modules else 0.5) if builds else 0.2
            self._add(weight, f"content too short ({main} characters, min {THIN}), and there are scripts")
        elif main < SHORT and (found.fetches or found.modules or found.external >= 3):
            self._add(0.45, f"little content ({main} characters, min {SHORT}), and scripts that fetch")
        if main < THIN and self._unread > 0:
            self._add(0.2, "the page is in a frame")

    def _has_no_room(self) -> bool:
        """Whether the scripts of a page that says something are files, and nothing in it is there for them to fill."""
        found = self._found
        brought = found.external or found.modules
        if not brought or self._unread > 0 or found.room or found.writes or found.fetches:
            return False
        if self._main >= RENDERED and not self._incomplete and ((found.enhanced and not found.bound) or found.rendered):
            return True
        says, lines = any(map(is_said, self._lines)), len(self._lines)
        if found.modules:
            nobodys = not (found.rooted or found.bound or found.frameworks or self._incomplete)
            return says and nobodys and self._main >= LINES
        return self._main >= LINES or (says and self._main >= LEAST_SAID) or (lines >= SEVERAL and self._main >= FEW)

    # --- tier 2: what came of the scripts

    def weigh_rendered(self, evidence: Evidence | None, before: int) -> None:
        """What an engine that ran the scripts could not do, and what is still not there."""
        main, found = self._main, self._found
        if self._challenge or (evidence is not None and evidence.challenge):
            told = evidence.challenge if evidence is not None else ""
            self._challenge = told if self._challenge in ("", GUARD) and told else self._challenge
            self._add(1.0, f"a bot challenge by {self._challenge} stands before the page")
        if evidence is not None:
            self._weigh_evidence(evidence)
        self._weigh_templates()
        if found.hollow and main < THIN:
            self._add(0.5, "there are still placeholders of what is to come", incomplete=True)
        if found.empty_root and not found.root_text and main < PLENTY and main < before + GREW:
            self._add(0.6 if main < THIN else 0.2, f"{found.empty_root} is still empty", incomplete=True)
        if main < 5 * THIN and (line := self._first_that(_still_loads)):
            self._add(0.6, f"it still says {line!r}", incomplete=True)
        if self._all < 4 * PLENTY and main < PLENTY and any(map(asks_for_scripts, self._lines)):
            doubtful = main < THIN or evidence is None or bool(evidence.missing or evidence.failed_scripts)
            self._add(0.5 if doubtful else 0.2, "the page still says that it needs scripts")
        if self._tier < FULL and self._unread > 0 and main < THIN:
            self._add(0.5, f"frames could not be read: {self._unread}", incomplete=True)
        if before >= THIN and main < LOST * before:
            self._add(0.5, f"scripts left {main} of {before} characters", incomplete=True)
        if self._all < 2 and not self._drawn:
            self._add(0.5, f"content too short ({main} characters, min {THIN})")

    def _weigh_evidence(self, evidence: Evidence) -> None:
        main, thin = self._main, self._main < SHORT
        # what is drawn is no text in any tier; what only goes on after the drawing is, where the script failed there
        drew = self._all >= 2 or DRAWING in evidence.missing
        drawn = self._drawn = (
            drew and evidence.canvas and not evidence.failed_scripts and PIXELS not in evidence.missing
        )
        # what a script brings that did not come is missed in every engine
        lost = any("://" in fault for fault in evidence.failed_scripts)
        missing = [what for what in evidence.missing if not ((drawn and what == DRAWING) or (lost and _is_own(what)))]
        if missing:
            what = ", ".join(missing[:3])
            weight = 0.5 if main < THIN else 0.35 if thin else 0.2
            self._add(weight, f"the {tier_name(self._tier)} engine has no {what}")
        if evidence.failed_scripts:
            faults = [fault for fault in evidence.failed_scripts if not (lost and _is_own(_undefined_in(fault)))]
            unknown = main < THIN and any(word in fault for fault in faults for word in _UNKNOWN)
            self._add(
                0.5 if unknown else 0.3 if thin else 0.1, f"scripts failed: {', '.join(evidence.failed_scripts[:2])}"
            )
        if evidence.webgl:
            self._add(0.6 if thin else 0.2, "WebGL detected: a full browser draws it")
        elif evidence.canvas and main < THIN:
            self._add(0.0 if drawn else 0.5, DRAWN)
        if not evidence.settled:
            self._add(0.2 if thin else 0.0, "the text was still changing")


def _level_of(paragraph: Paragraph) -> int:
    """A heading's level, ITEM for what stands in an item of a list, 0 for any other text."""
    return paragraph.level or (ITEM if paragraph.frame.kind == "item" else 0)


def _still_loads(line: str) -> bool:
    return is_loading(line) and " more" not in line.lower()


_UNKNOWN = ("is not defined", "is not a function", "is not a constructor", "properties of undefined")
"""What scripts say where an engine lacks something it does not know of itself."""


def _undefined_in(fault: str) -> str:
    """The name that a script's fault says is not defined, "" where it says something else."""
    return fault.partition(" is not defined")[0].rpartition(" ")[2] if " is not defined" in fault else ""


def _is_own(name: str) -> bool:
    """Whether a name is rather a library's than one of the platform's interfaces, whose names are capital."""
    return name.isidentifier() and not name[0].isupper()


REFUSALS = (202, 401, 403, 405, 406, 429, 503)
"""Statuses that bot challenges come with."""
