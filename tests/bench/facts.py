"""Train and measure the choice of title, byline and date: cross-validated by site, then on all pages.

    pip install scikit-learn
    LIGHTTERM_BENCH_DATA=DIR python -m tests.bench.facts --kinds FILE [--write]

Prints for each field the share of right answers where a page has one, the share of pages without one that are given one
all the same, and the expected calibration error. FILE is what `python -m tests.bench.reader` leaves beside its cache:
how likely each page is of which kind, told by a model that has not seen its site. Takes about a minute.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
from collections import defaultdict
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from lightterm.extract import dom
from lightterm.extract.facts import decide
from lightterm.extract.facts.data import json_ld
from lightterm.extract.facts.fields import Heard
from lightterm.extract.reader import read_tree
from lightterm.safe import clean_markup
from tests.bench import sets
from tests.bench.facts_score import is_right
from tests.bench.reader import FOLDS, SEED, common, matrix

FIELDS = {"title": decide.weighed_titles, "byline": decide.weighed_bylines, "published": decide.weighed_dates}
LEAST = {"title": 0.0, "byline": 0.34, "published": 0.35}
"""The probability from which a value is given: below it, more are invented than found."""

KNOTS = (-14.0, 1.0)
"""Where the line bends that makes log odds of the sum of weights; the first is below all of them."""

SHARE = {"wcxb": 1.0, "moz": 0.25}
"""How much a page of a set counts: Readability's labels are what Readability says, "By " and all."""


class Case:
    """A page: the candidates of each field, and the truth ("" where it has none, None where it is not known)."""

    def __init__(self, sample: sets.Sample, kinds: list[float]) -> None:
        markup = clean_markup(sample.markup.encode("utf-8", "replace"))
        tree = dom.parse(markup)
        heard = Heard(tree, sample.url, list(json_ld(tree)))
        heard.blocks = read_tree(tree, markup, sample.url)[0]
        self.site = sample.site
        self.set = sample.set
        self.candidates = {field: read(heard, kinds) for field, read in FIELDS.items()}
        known = {"title": sample.title, "byline": sample.author, "published": sample.date}
        self.truth = {f: t if t or sample.set == "wcxb" else None for f, t in known.items()}


def measure(cases: list[Case], field: str, write: dict) -> None:
    rows, sites, wanted, owner, counted = [], [], [], [], []
    for i, case in enumerate(cases):
        if case.truth[field] is None:
            continue
        for candidate in case.candidates[field]:
            if candidate.value:
                rows.append(list(candidate.terms))
                sites.append(case.site)
                wanted.append(bool(case.truth[field]) and is_right(field, candidate.value, case.truth[field] or ""))
                owner.append(i)
                counted.append(SHARE[case.set])
    column = common(list(zip(sites, rows, strict=True)), 4)
    x, y, owners = matrix(rows, column), np.array(wanted), np.array(owner)
    weight = (
        3 * np.array(counted) / np.sqrt(np.bincount(owners)[owners])
    )  # a page of many candidates counts less of each
    names = sorted(set(sites))
    np.random.RandomState(SEED).shuffle(names)
    fold = {name: i % FOLDS for i, name in enumerate(names)}
    folds = np.array([fold[site] for site in sites])

    def fit(use: np.ndarray) -> LogisticRegression:
        return LogisticRegression(C=0.1, max_iter=2000).fit(x[use], y[use], sample_weight=weight[use])

    found = np.zeros(len(y))
    for k in range(FOLDS):
        found[folds == k] = fit(folds != k).predict_proba(x[folds == k])[:, 1]
    best: dict[int, int] = {}
    for j, i in enumerate(owners):
        if i not in best or found[j] > found[best[i]]:
            best[i] = j
    level, bends = calibrate(found, y, np.array(list(best.values())), folds, np.array(counted))
    if field == "byline":
        _name_all(cases, best, found, owners)
    report(cases, field, best, found, y)
    last = fit(np.ones(len(y), bool))
    weights = last.coef_[0]
    terms = {t: round(float(weights[i]), 3) for t, i in column.items() if abs(weights[i]) > 0.02}
    write[field] = [round(float(last.intercept_[0]), 3), terms, LEAST[field], round(level, 3), bends]


def _name_all(cases: list[Case], best: dict[int, int], found: np.ndarray, owners: np.ndarray) -> None:
    """Tell lists of authors in place of their first, as the program does, with the first one's probability."""
    for i, chosen in best.items():
        rows = np.flatnonzero(owners == i)
        named = [c for c in cases[i].candidates["byline"] if c.value]
        at = rows[decide.with_all_named(named, list(found[rows]), int(chosen - rows[0]))]
        found[at], best[i] = found[chosen], int(at)


def calibrate(
    found: np.ndarray, y: np.ndarray, best: np.ndarray, folds: np.ndarray, counted: np.ndarray
) -> tuple[float, list[tuple[float, float]]]:
    """Make `found` honest of what is chosen, as the best of many looks better than it is.

    The log odds become a line with bends (KNOTS); that of a fold comes from the others. Returned is the line as made of
    all: its level, and from where it is by how much steeper.
    """
    odds = np.log(found.clip(1e-6, 1 - 1e-6) / (1 - found.clip(1e-6, 1 - 1e-6)))
    bent = np.stack([np.maximum(0, odds - knot) for knot in KNOTS], 1)

    def line(use: np.ndarray) -> LogisticRegression:
        chosen = best[use]
        return LogisticRegression(C=10, max_iter=1000).fit(bent[chosen], y[chosen], sample_weight=counted[chosen])

    for k in range(FOLDS):
        found[folds == k] = line(folds[best] != k).predict_proba(bent[folds == k])[:, 1]
    last = line(np.ones(len(best), bool))
    return float(last.intercept_[0]), [(k, round(float(by), 3)) for k, by in zip(KNOTS, last.coef_[0], strict=True)]


def report(cases: list[Case], field: str, best: dict[int, int], found: np.ndarray, y: np.ndarray) -> None:
    for name in ("wcxb", "moz"):
        for least in sorted({LEAST[field], 0.3, 0.32, 0.34, 0.36, 0.38, 0.4, 0.42}):
            counts: dict[str, int] = defaultdict(int)
            bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
            for i, case in enumerate(cases):
                if case.set != name or case.truth[field] is None:
                    continue
                given = i in best and found[best[i]] >= least
                counts["true" if case.truth[field] else "none"] += 1
                if given:
                    counts["right"] += bool(y[best[i]])
                    counts["invented"] += not case.truth[field]
                    bins[int(10 * found[best[i]])].append((float(found[best[i]]), bool(y[best[i]])))
            size = sum(map(len, bins.values())) or 1
            error = sum(abs(sum(p for p, _ in b) - sum(r for _, r in b)) for b in bins.values()) / size
            right, invented = counts["right"] / max(1, counts["true"]), counts["invented"] / max(1, counts["none"])
            print(
                f"{field:9} {name:5} from {least:.2f}: right {right:.3f} of {counts['true']}, "
                f"invented {invented:.3f} of {counts['none']}, calibration {error:.3f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--kinds", type=Path, required=True)
    chosen = parser.parse_args()
    root = Path(os.environ[sets.VARIABLE])
    kinds = pickle.loads(chosen.kinds.read_bytes())
    cases = [Case(s, kinds[s.set, s.name]) for name in ("wcxb", "moz") for s in sets.SETS[name](root)]
    fields: dict = {}
    for field in FIELDS:
        measure(cases, field, fields)
    if chosen.write:
        data = {"sets": sets.__doc__, "fields": fields}
        Path(decide.WEIGHTS).write_text(json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
