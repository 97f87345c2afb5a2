"""Train and measure the reader: cross-validated by site, then on all pages into lightterm/extract/reader.

    pip install scikit-learn lightgbm rapidfuzz
    LIGHTTERM_BENCH_DATA=DIR python -m tests.bench.reader [--cache FILE] [--write]

Three models in a row: a page's kind (multinomial), a block by its terms (logistic), a block by what the first made of
it and of those around (boosted trees). Pages whose whole text is unknown (traf) are labelled by a first round of
training where their segments do not say. Takes about eight minutes of one core.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import pickle
import time
from collections import defaultdict
from pathlib import Path

import lightgbm
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression, SGDClassifier

from lightterm.extract.reader import choose, read_page, told
from lightterm.extract.reader.dense import columns
from lightterm.extract.reader.kind import KINDS, LETTERS, kind_terms
from lightterm.extract.reader.linear import block_terms
from lightterm.extract.reader.model import SCALE, WEIGHTS
from tests.bench import sets
from tests.bench.labels import aligned

FOLDS = 10
SEED = 3
SHARE = {"wcxb": 1.0, "aeb": 4.0, "moz": 1.5, "traf": 1.0}
"""How much a page of a set counts."""

ALPHA = 1e-3
"""How strongly the linear stage is held back: sites differ, so that far more than what fits best serves unseen ones."""

ROUNDS = 140
TREES = {
    "objective": "binary",
    "num_leaves": 16,
    "learning_rate": 0.085,
    "max_bin": 48,
    "min_data_in_leaf": 400,
    "lambda_l2": 2.0,
    "feature_fraction_bynode": 0.5,
    "num_threads": 1,
    "seed": 0,
    "verbose": -1,
}
"""Leaves hold the blocks of several pages: those of one are alike, and tell nothing of other sites."""

SURE, THINNED = 0.05, 5

START = time.monotonic()


class Page:
    """A sample read: its blocks, its signals, and what each block should be (None: unknown) with how sure that is."""

    def __init__(self, sample: sets.Sample) -> None:
        markup = sample.markup.encode("utf-8", "replace")
        self.blocks, self.signals = read_page(markup, sample.url)
        self.told = told(markup)
        sample.markup = ""
        self.sample = sample
        self.wanted: list[float | None] = []
        self.sure: list[float] = [1.0] * len(self.blocks)
        if sample.text:
            self.wanted = aligned([block.text for block in self.blocks], sample.text)
            self.usable = self.ceiling() > 0.6
        else:
            self.usable = True

    def ceiling(self) -> float:
        """The F1 that the best choice of blocks reaches: where it is low, the text is not in the markup."""
        best = "\n".join(b.text for b, y in zip(self.blocks, self.wanted, strict=True) if y and y > 0.5)
        return sets.bag_f1(sets.tokens(best), sets.tokens(self.sample.text))

    def kind(self) -> int:
        return KINDS.index(self.sample.kind) if self.sample.kind in KINDS else -1


def segment_labels(page: Page, scores: np.ndarray) -> None:
    """Label a page of segments: by them where they stand, elsewhere by sure scores of a first round, counted less."""
    present = [sets.squeezed(part) for part in page.sample.present]
    absent = [sets.squeezed(part) for part in page.sample.absent]
    page.wanted, page.sure = [], []
    for block, score in zip(page.blocks, scores, strict=True):
        text = sets.squeezed(block.text)
        right = any(part in text or (len(text) > 25 and text in part) for part in present)
        wrong = any(part in text for part in absent)
        if right != wrong:
            page.wanted.append(float(right))
            page.sure.append(3.0)
        else:
            page.wanted.append(1.0 if score > 0.8 else 0.0 if score < 0.15 else None)
            page.sure.append(0.25)


class Corpus:
    """All pages with their folds, and the blocks of all in one row."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        names = sorted({page.sample.site for page in pages})
        np.random.RandomState(SEED).shuffle(names)
        fold = {name: i % FOLDS for i, name in enumerate(names)}
        self.fold = np.array([fold[page.sample.site] for page in pages])
        self.starts = np.cumsum([0] + [len(page.blocks) for page in pages])
        self.block_fold = np.repeat(self.fold, np.diff(self.starts))
        self.kinds = np.zeros((len(pages), len(KINDS)))

    def of(self, values: np.ndarray, i: int) -> np.ndarray:
        """The part of a row that belongs to page `i`."""
        return values[self.starts[i] : self.starts[i + 1]]

    def targets(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For each block: wanted or not, its weight, whether to train on it. Pages of any length weigh alike."""
        wanted, weight, use = [], [], []
        for page in self.pages:
            known = page.wanted or [None] * len(page.blocks)
            sizes = np.array([min(60, 1 + len(block.text) / 6) ** 0.7 for block in page.blocks]) * page.sure
            share = SHARE[page.sample.set] * (sizes.sum() ** -0.5 if len(sizes) else 1)
            wanted += [bool(y and y > 0.5) for y in known]
            weight += list(sizes * share)
            use += [y is not None and page.usable for y in known]
        return np.array(wanted), np.array(weight), np.array(use)


def say(*words: object) -> None:
    print(f"{time.monotonic() - START:6.0f} s", *words, flush=True)


def common(rows: list[tuple[str, list[str]]], least: int) -> dict[str, int]:
    """The terms met on at least so many sites, each with a column."""
    seen: dict[str, set[str]] = defaultdict(set)
    for site, terms in rows:
        for term in terms:
            if len(seen[term]) < least:
                seen[term].add(site)
    return {term: i for i, term in enumerate(sorted(t for t, s in seen.items() if len(s) >= least))}


def matrix(rows: list[list[str]], column: dict[str, int]) -> csr_matrix:
    indices: list[int] = []
    ends = [0]
    for terms in rows:
        indices += sorted({column[term] for term in terms if term in column})
        ends.append(len(indices))
    return csr_matrix((np.ones(len(indices), np.float32), indices, ends), shape=(len(rows), len(column)))


def train_kinds(corpus: Corpus) -> tuple[np.ndarray, dict[str, list[float]], list[float]]:
    """Out-of-fold probabilities of each page's kind, and the weights made of all pages."""
    terms = [kind_terms(page.signals, page.blocks) for page in corpus.pages]
    column = common([(page.sample.site, t) for page, t in zip(corpus.pages, terms, strict=True)], 8)
    x = matrix(terms, column)
    y = np.array([page.kind() for page in corpus.pages])
    weight = np.array([1.0 if page.sample.set == "wcxb" else 0.3 for page in corpus.pages])

    def fit(rows: np.ndarray) -> LogisticRegression:
        rows = rows & (y >= 0)
        return LogisticRegression(C=0.3, max_iter=500).fit(x[rows], y[rows], sample_weight=weight[rows])

    found = np.zeros((len(y), len(KINDS)))
    for k in range(FOLDS):
        found[corpus.fold == k] = fit(corpus.fold != k).predict_proba(x[corpus.fold == k])
    known = (y >= 0) & np.array([page.sample.set == "wcxb" for page in corpus.pages])
    say("kinds", x.shape, "right", (found.argmax(1) == y)[known].mean())
    last = fit(np.ones(len(y), bool))
    kept = {
        term: [round(float(w), 3) for w in last.coef_[:, i]]
        for term, i in column.items()
        if np.abs(last.coef_[:, i]).max() > 0.04
    }
    return found, kept, [round(float(b), 3) for b in last.intercept_]


def train_linear(corpus: Corpus, kinds: np.ndarray, cache: dict) -> tuple[np.ndarray, dict[str, float], float]:
    """Out-of-fold probabilities of each block by its terms, and the weights made of all pages."""
    if "x" not in cache:
        rows, sites = [], []
        for page, likely in zip(corpus.pages, kinds, strict=True):
            terms = block_terms(page.blocks, page.signals.title, LETTERS[int(likely.argmax())])
            rows += terms
            sites += [page.sample.site] * len(terms)
        cache["column"] = common(list(zip(sites, rows, strict=True)), 5)
        cache["x"] = matrix(rows, cache["column"])
    x, column = cache["x"], cache["column"]
    wanted, weight, use = corpus.targets()

    def fit(rows: np.ndarray) -> SGDClassifier:
        model = SGDClassifier(loss="log_loss", alpha=ALPHA, max_iter=6, tol=None, random_state=0, average=True)
        return model.fit(x[rows], wanted[rows], sample_weight=weight[rows] / weight[rows].mean())

    found = np.zeros(len(wanted))
    for k in range(FOLDS):
        rows = corpus.block_fold == k
        found[rows] = fit(~rows & use).predict_proba(x[rows])[:, 1]
    last = fit(use)
    kept = {t: round(float(last.coef_[0, i]), 3) for t, i in column.items() if abs(last.coef_[0, i]) > 0.01}
    say("linear", x.shape, len(kept), "kept", report(corpus, found))
    return found, kept, float(last.intercept_[0])


def train_trees(corpus: Corpus, kinds: np.ndarray, first: np.ndarray, rounds: int) -> tuple[np.ndarray, object]:
    """Out-of-fold probabilities of each block by its columns, and the trees made of all pages.

    Of the blocks that the first stage is sure to be no text one in THINNED is learned from, counted as many times.
    """
    z = np.concatenate(
        [
            np.array(columns(page.blocks, corpus.of(first, i).tolist(), kinds[i].tolist(), page.signals)).T
            for i, page in enumerate(corpus.pages)
            if page.blocks
        ]
    ).astype(np.float32)
    wanted, weight, use = corpus.targets()
    sure = first < SURE
    use &= ~sure | (np.random.RandomState(SEED).randint(0, THINNED, len(use)) == 0)
    weight = np.where(sure, THINNED * weight, weight)

    def fit(rows: np.ndarray) -> lightgbm.Booster:
        data = lightgbm.Dataset(z[rows], wanted[rows].astype(float), weight=weight[rows], params=TREES)
        return lightgbm.train(TREES, data, num_boost_round=rounds)

    found = np.zeros(len(wanted))
    for k in range(FOLDS):
        rows = corpus.block_fold == k
        found[rows] = fit(~rows & use).predict(z[rows], num_threads=1)
    say("trees", z.shape, rounds, report(corpus, found))
    return found, lambda: fit(use)


def report(corpus: Corpus, found: np.ndarray, by_kind: bool = False) -> str:
    """F1 of each set by its own method, with the chosen blocks."""
    pages: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for i, page in enumerate(corpus.pages):
        keep = choose.chosen(page.blocks, corpus.of(found, i).tolist(), corpus.kinds[i].tolist())
        text = "\n".join(block.text for block, kept in zip(page.blocks, keep, strict=True) if kept)
        text = page.told if len(text) < choose.LEAST < len(page.told) else text
        values = sets.measured(page.sample, text)
        pages[page.sample.set].append(values)
        if by_kind and page.sample.set == "wcxb":
            pages["wcxb " + page.sample.kind].append(values)
    return " ".join(f"{name} {sets.score(name, values):.4f}" for name, values in sorted(pages.items()))


def packed_trees(model: lightgbm.Booster) -> dict:
    """The trees as lightterm.extract.reader.model.Weights holds them."""
    trees = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    used: dict[int, set[float]] = defaultdict(set)
    for tree in trees:
        _note_limits(tree, used)
    limits = [sorted(used[i]) for i in range(model.num_feature())]
    return {"thresholds": limits, "trees": [_packed(tree, limits, []) for tree in trees], "base": 0.0}


def _note_limits(node: dict, used: dict[int, set[float]]) -> None:
    if "split_feature" in node:
        used[node["split_feature"]].add(_short(node))
        _note_limits(node["left_child"], used)
        _note_limits(node["right_child"], used)


def _packed(node: dict, limits: list[list[float]], rows: list[list[int]]) -> list[list[int]]:
    """The rows of a tree, this node and those below it appended."""
    if "split_feature" not in node:
        rows.append([-1, round(node["leaf_value"] * SCALE), 0, 0])
        return rows
    feature = node["split_feature"]
    row = [feature, limits[feature].index(_short(node)), len(rows) + 1, 0]
    rows.append(row)
    _packed(node["left_child"], limits, rows)
    row[3] = len(rows)
    return _packed(node["right_child"], limits, rows)


def _short(node: dict) -> float:
    return float(f"{node['threshold']:.6g}")


def read_pages(cache: Path) -> list[Page]:
    if cache.is_file():
        return pickle.loads(cache.read_bytes())
    root = Path(os.environ[sets.VARIABLE])
    pages = [Page(sample) for read in sets.SETS.values() for sample in read(root)]
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_bytes(pickle.dumps(pages))
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, default=Path("/tmp/lightterm-reader/pages.pickle"))
    parser.add_argument("--write", action="store_true", help="train on all pages and write the weights")
    chosen = parser.parse_args()
    corpus = Corpus(read_pages(chosen.cache))
    say(
        len(corpus.pages),
        "pages,",
        int(corpus.starts[-1]),
        "blocks, unusable:",
        sum(not p.usable for p in corpus.pages),
    )
    kinds, kind_weights, kind_bias = train_kinds(corpus)
    corpus.kinds = kinds
    cache: dict = {}
    first, _, _ = train_linear(corpus, kinds, cache)
    found, _ = train_trees(corpus, kinds, first, ROUNDS // 2)
    for i, page in enumerate(corpus.pages):
        if not page.sample.text:
            segment_labels(page, corpus.of(found, i))
    first, linear, bias = train_linear(corpus, kinds, cache)
    found, fit = train_trees(corpus, kinds, first, ROUNDS)
    say(report(corpus, found, True))
    chosen.cache.with_suffix(".scores").write_bytes(pickle.dumps((kinds, first, found)))
    likely = {(p.sample.set, p.sample.name): k.tolist() for p, k in zip(corpus.pages, kinds, strict=True)}
    chosen.cache.with_suffix(".kinds").write_bytes(pickle.dumps(likely))
    if chosen.write:
        data = {"sets": sets.__doc__, "kinds": kind_weights, "kind_bias": kind_bias, "linear": linear, "bias": bias}
        data |= packed_trees(fit())
        Path(WEIGHTS).write_bytes(gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 9, mtime=0))
        say("written", Path(WEIGHTS).stat().st_size, "bytes")


if __name__ == "__main__":
    main()
