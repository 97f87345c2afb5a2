"""How a page was got, tier by tier: for a person as lines, for programs as JSON, and as the page about:why."""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.judge import CLIMB, THIN
from lightterm.loading import ABOUT_THE_SITE, main_length, paragraphs
from lightterm.records import Record
from lightterm.settings import TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.engines.base import Evidence
    from lightterm.extract.dom import Tree
    from lightterm.loading import Page, Step

SEMANTIC = ("main", "article", "[role=main]", "h1")
"""What says that a page has content, not only a frame for it."""


class Attempt(Record):
    """One tier's try; times in milliseconds, `content_length` in characters of main text (None: it gave no page)."""

    tier: int
    success: bool
    duration_ms: float
    load_ms: float
    extract_ms: float
    reason: str
    failure_reason: str
    score: float
    reasons: tuple[str, ...]
    content_length: int | None
    has_semantic_markers: bool
    has_incomplete_markers: bool
    meets_min_length: bool
    evidence: Evidence | None

    @property
    def name(self) -> str:
        """static, light or full."""
        return TIERS[self.tier - 1]


class Part(Record):
    """A part of the page: whether its text counted as main text, and why not."""

    selector: str
    source: str
    matched: int
    content_length: int
    confidence: float
    selected: bool
    skip_reason: str = ""


class Candidate(Record):
    """Where a title may be taken from, what stands there, and whether it was."""

    source: str
    text: str
    selected: bool


class Trace(Record):
    """The whole way to a page: every attempt in order, what its title and main text were taken from, and the sums."""

    url: str
    tiers: tuple[Attempt, ...]
    selectors: tuple[Part, ...]
    title: tuple[Candidate, ...]
    successful_tier: int
    duration_ms: float
    hint: str

    @property
    def attempts(self) -> int:
        """How many there were."""
        return len(self.tiers)


def trace_of(page: Page) -> Trace:
    """The decision trace of a page."""
    from lightterm.extract import HTML

    tree = dom.parse(page.snapshot.markup) if page.snapshot.content_type in HTML else None
    tiers = tuple([_attempt(step, page, tree) for step in page.trace])
    return Trace(
        url=page.response.url,
        tiers=tiers,
        selectors=tuple(_parts(page)),
        title=tuple(_titles(page, tree)),
        successful_tier=page.tier,
        duration_ms=sum([attempt.duration_ms for attempt in tiers]),
        hint=page.hint,
    )


def _attempt(step: Step, page: Page, tree: Tree | None) -> Attempt:
    main = step.main
    if main is None and step.chosen:
        main = main_length(page.document)
    wanting = "; ".join(step.reasons) if step.score >= CLIMB else ""
    return Attempt(
        tier=step.tier,
        success=step.chosen and not step.failure,
        duration_ms=step.load_ms + step.extract_ms,
        load_ms=step.load_ms,
        extract_ms=step.extract_ms,
        reason=step.reason,
        failure_reason=step.failure or wanting or ("" if step.chosen else step.reason),
        score=step.score,
        reasons=step.reasons,
        content_length=main,
        has_semantic_markers=step.chosen and tree is not None and tree.css_first(",".join(SEMANTIC)) is not None,
        has_incomplete_markers=bool(step.incomplete),
        meets_min_length=main is not None and main >= THIN,
        evidence=step.evidence,
    )


def _parts(page: Page) -> Iterator[Part]:
    """The landmarks of the page, and all that stands in none of them."""
    document = page.document
    blocks = document.blocks
    sizes = [sum([len(paragraph.raw) for paragraph in paragraphs(block)]) for block in blocks]
    whole = sum(sizes) or 1
    spans: dict[str, list[tuple[int, int]]] = {}
    for mark in document.landmarks:
        spans.setdefault(mark.role, []).append((mark.start, mark.end))
    inside: set[int] = set()
    for role, found in spans.items():
        held = {at for start, end in found for at in range(start, min(end, len(blocks)))}
        inside |= held
        size = sum([sizes[at] for at in held])
        counts = role not in ABOUT_THE_SITE
        reason = "" if counts else "it is about the site, not of the page"
        yield Part(role, "landmark", len(found), size, size / whole, counts, reason)
    rest = sum([size for at, size in enumerate(sizes) if at not in inside])
    yield Part("body", "outside landmarks", 1, rest, rest / whole, rest > 0, "" if rest else "nothing stands there")


def _titles(page: Page, tree: Tree | None) -> Iterator[Candidate]:
    from lightterm.safe import clean

    found = [("title", page.document.title)]
    if tree is not None:
        og = tree.css_first('meta[property="og:title"]')
        found.append(("og:title", clean((og.attrs.get("content") or "") if og is not None else "")))
        heading = tree.css_first("h1")
        found.append(("h1", clean(dom.text_of(heading, 500)) if heading is not None else ""))
    for source, text in found:
        yield Candidate(source, text, source == "title" and bool(text))


def lines(trace: Trace) -> Iterator[str]:
    """The trace for a person, a line each."""
    for number, attempt in enumerate(trace.tiers, 1):
        times = f"{attempt.duration_ms:.0f} ms"
        if attempt.extract_ms:
            times += f" (load {attempt.load_ms:.0f}, read {attempt.extract_ms:.0f})"
        yield f"{number}. tier {attempt.tier} ({attempt.name}), {times}: {attempt.reason}"
        yield from (f"   {told}" for told in evidence_lines(attempt.evidence))
    said = f"{trace.attempts} attempt{'s' if trace.attempts != 1 else ''} in {trace.duration_ms:.0f} ms"
    yield f"{said}; the page is that of tier {trace.successful_tier} ({TIERS[trace.successful_tier - 1]})"
    if trace.hint:
        yield f"probably not all: {trace.hint}"


def evidence_lines(evidence: Evidence | None) -> Iterator[str]:
    """What an engine noticed, in a few lines."""
    if evidence is None:
        return
    if evidence.phases:
        yield ", ".join([f"{name} {ms:.0f} ms" for name, ms in evidence.phases])
    if not evidence.settled:
        yield "the text was still changing"
    for words, found in (("it has no", evidence.missing), ("failed", evidence.failed_scripts)):
        if found:
            yield f"{words}: {', '.join(found[:6])}"
    drawn = [name for name, there in (("canvas", evidence.canvas), ("WebGL", evidence.webgl)) if there]
    if drawn:
        yield f"drawn on: {', '.join(drawn)}"
    errors = [line for line in evidence.console if line.level in ("error", "exception")]
    requests = f"{len(evidence.network)} requests, {len(evidence.console)} lines on the console"
    yield requests + (f", {len(errors)} of them errors" if errors else "")
    for line in errors[:3]:
        yield f"console: {' '.join(line.text.split())[:160]}"


def as_json(trace: Trace) -> str:
    """The trace as a JSON object."""
    import json

    return json.dumps(plain(trace), ensure_ascii=False)


def plain(trace: Trace) -> dict[str, object]:
    """The trace as what JSON is made of."""
    selected = [part.selector for part in trace.selectors if part.selected]
    titles = [candidate.source for candidate in trace.title if candidate.selected]
    return {
        "url": trace.url,
        "tiers": [_plain_attempt(attempt) for attempt in trace.tiers],
        "selectors": [_camel(part) for part in trace.selectors],
        "title": [_camel(candidate) for candidate in trace.title],
        "summary": {
            "totalAttempts": trace.attempts,
            "successfulTier": TIERS[trace.successful_tier - 1],
            "selectedSelector": ", ".join(selected),
            "selectedTitle": titles[0] if titles else "",
            "durationMs": round(trace.duration_ms, 1),
        },
        "hint": trace.hint,
    }


def _plain_attempt(attempt: Attempt) -> dict[str, object]:
    found = _camel(attempt)
    checks = ("contentLength", "hasSemanticMarkers", "hasIncompleteMarkers", "meetsMinLength")
    found["validationDetails"] = {name: found.pop(name) for name in checks}
    found["name"] = attempt.name
    return found


def _camel(value: object) -> dict[str, object]:
    """A record as a mapping with names as programs of the web write them."""
    assert isinstance(value, Record)
    return {_name(field): _plain(getattr(value, field)) for field in type(value)._fields}


def _plain(value: object) -> object:
    if isinstance(value, Record):
        return _camel(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return round(value, 1) if isinstance(value, float) else value


def _name(field: str) -> str:
    first, *rest = field.split("_")
    return first + "".join([word.title() for word in rest])
