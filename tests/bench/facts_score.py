"""Whether a title, byline or date is right."""

from __future__ import annotations

import datetime
import re

from lightterm.extract.facts.dates import iso_date
from tests.bench import sets


def is_right(field: str, value: str, truth: str) -> bool:
    """Whether a value is what a page's label says, as the public scorers ask it."""
    if field == "published":
        days = [iso_date(text)[:10] for text in (value, truth)]
        if not all(days):
            return False
        apart = abs((datetime.date.fromisoformat(days[0]) - datetime.date.fromisoformat(days[1])).days)
        return apart == 0 or (apart == 1 and "T" in value + truth)
    ours, theirs = (sets.tokens(re.sub(r"(?i)^\s*by\s+", "", text)) for text in (value, truth))
    if not ours or not theirs:
        return False
    if field == "title":
        return ours == theirs or sets.bag_f1(ours, theirs) >= 0.8
    return sets.bag_f1(ours, theirs) >= 0.6 or (set(theirs) <= set(ours) and len(ours) <= 2 * len(theirs) + 2)
