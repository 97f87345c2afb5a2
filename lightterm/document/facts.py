"""What a page says of itself as facts, each with how sure it is and what was tried to find it."""

from __future__ import annotations

from lightterm.records import Record, factory

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

BASELINES = {
    "structured_data": 0.95,
    "api_response": 0.95,
    "graphql": 0.90,
    "framework_data": 0.90,
    "selector_match": 0.75,
    "learned_pattern": 0.70,
    "meta_tags": 0.65,
    "heuristic": 0.50,
    "fallback": 0.30,
    "unknown": 0.20,
}
"""How sure a source is by itself; for fields that were measured, what was measured stands in its place."""


class Level(Record):
    """A range of scores from `least` on: what it means, and what to do with such a value."""

    name: str
    least: float
    meaning: str
    action: str


LEVELS = (
    Level("very_high", 0.90, "machine-readable, or several sources agree", "use it as it is"),
    Level("high", 0.75, "a known place of the page says so", "use it; check it where money or safety hangs on it"),
    Level("medium", 0.60, "the page says so for other readers than people", "use it, and say where it is from"),
    Level("low", 0.40, "it looks like it", "show it; do not act on it"),
    Level("very_low", 0.20, "a guess", "look for another source"),
    Level("minimal", 0.0, "nothing speaks for it", "leave it out"),
)

USES = {"display": 0.40, "store": 0.60, "automated": 0.75, "fact": 0.80, "financial": 0.85}
"""The least score that a value should have for a use."""


def level_of(score: float) -> Level:
    """The level of a score from 0 to 1. Raises ValueError for any other."""
    if not 0 <= score <= 1:
        raise ValueError(f"{score} is no confidence: it must be from 0 to 1")
    return next(level for level in LEVELS if score >= level.least)


class Confidence(Record):
    """How sure something is: `score` from 0 to 1, the name of its level, and its source, one of BASELINES."""

    score: float
    level: str
    source: str


def confidence(source: str, score: float | None = None) -> Confidence:
    """The confidence of a source, by its baseline unless a score is known."""
    score = BASELINES[source] if score is None else round(score, 2)
    return Confidence(score, level_of(score).name, source)


NOTHING = confidence("unknown", 0.0)


class Tried(Record):
    """One place that was looked at: what it held, and why that is not the answer ("" if it is)."""

    place: str
    value: str
    reason: str


class Fact(Record):
    """A value, "" when there is none, with its confidence, where it stood, and all that was tried in order."""

    value: str = ""
    confidence: Confidence = NOTHING
    place: str = ""
    tried: tuple[Tried, ...] = ()


NO_FACT = Fact()

SOURCES = {"json-ld": "structured_data", "microdata": "structured_data", "rdfa": "structured_data"}
SOURCES |= {"opengraph": "meta_tags", "twitter": "meta_tags", "api": "api_response", "graphql": "graphql"}
"""The source of a block of data by its kind; those that are not here are frameworks' data."""


class DataBlock(Record):
    """Data for programs, `value` as JSON: `kind` is json-ld, microdata, rdfa, opengraph, twitter, a framework (next,
    nuxt ...), json (a script of it), or, of an address that answers in JSON, api or graphql.
    """

    kind: str
    value: Json

    @property
    def confidence(self) -> Confidence:
        """How sure such data is."""
        return confidence(SOURCES.get(self.kind, "framework_data"))


class DataTable(Record):
    """A table as headers and rows of text. `confidence` is higher where the page marks the headers itself."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    confidence: Confidence


class Facts(Record):
    """The facts of a page. Dates are ISO 8601; `content` is the main text; `feeds` are (address, title)."""

    url: str
    title: Fact = NO_FACT
    byline: Fact = NO_FACT
    published: Fact = NO_FACT
    modified: Fact = NO_FACT
    site: Fact = NO_FACT
    description: Fact = NO_FACT
    language: Fact = NO_FACT
    canonical: Fact = NO_FACT
    image: Fact = NO_FACT
    kind: Fact = NO_FACT
    content: Fact = NO_FACT
    feeds: tuple[tuple[str, str], ...] = ()
    data: tuple[DataBlock, ...] = factory(default_factory=tuple)
    tables: tuple[DataTable, ...] = ()
    overall: Confidence = NOTHING

    def fields(self) -> tuple[tuple[str, Fact], ...]:
        """The single facts by name, found or not."""
        return tuple((name, value) for name in type(self)._fields if isinstance(value := getattr(self, name), Fact))

    def least(self, score: float) -> Facts:
        """The facts without what is less sure than `score`: values emptied, what was tried kept."""
        changed = {
            name: fact.replace(value="", confidence=NOTHING, place="")
            for name, fact in self.fields()
            if fact.value and fact.confidence.score < score
        }
        tables = tuple(table for table in self.tables if table.confidence.score >= score)
        return self.replace(**changed, tables=tables)


WEIGHTS = {"title": 3.0, "content": 3.0, "byline": 1.0, "published": 1.0, "description": 1.0, "language": 0.5}


def overall(facts: Facts) -> Confidence:
    """The mean of the scores of what was found, title and content counting three times; its source is the title's."""
    found = [(WEIGHTS[name], fact.confidence.score) for name, fact in facts.fields() if name in WEIGHTS and fact.value]
    if not found:
        return NOTHING
    score = sum(weight * score for weight, score in found) / sum(weight for weight, _ in found)
    source = facts.title.confidence.source if facts.title.value else facts.content.confidence.source
    return confidence(source, score)
