"""How well `--query` finds the answer: `LIGHTTERM_BENCH_DATA=DIR python -m tests.bench.query`.

Pages that ask and answer are the test: a heading that ends with a question mark is the query, the passage right
behind it the answer, as is what a page's FAQPage (JSON-LD, schema.org) says of a question. The question's own words
are taken off the page before its passages are ranked. Printed are the mean reciprocal rank (MRR) of the answer on the
public pages and on our own (tests/output/questions.tsv), the CPU time a hundred passages, and that of a whole
`--query` on a page of 5,000 words. Takes about five minutes.
"""

from __future__ import annotations

import os
import re
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from lightterm.document.model import Document, Paragraph
from lightterm.document.subset import plain
from lightterm.extract import dom
from lightterm.extract.facts.data import json_ld
from lightterm.extract.facts.fields import things, types_of
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.embeddings import similarities
from lightterm.output.select import bm25, lexical, ranked, relevance, words
from tests.answers import Asked, own, reciprocal_rank
from tests.bench import pages, sets
from tests.processes import clean_environment, lightterm, run_measured

if TYPE_CHECKING:
    from lightterm.output.select import Scorer

LEAST_PASSAGE, LONGEST_QUESTION, FEWEST = 80, 200, 5
"""Characters of an answer and of a question; passages that a page must have for a rank to say anything."""

MOST = 2
"""Questions of a site: a help centre would weigh as much as fifty sites else."""

_MAY_ASK = re.compile(r"[?\uff1f]\s*(?:</\w+>\s*)*</h[1-6]|FAQPage")


def words_alone(texts: Sequence[str], query: str) -> list[float]:
    """BM25 of words."""
    return bm25(texts, query, words)


def meaning_alone(texts: Sequence[str], query: str) -> list[float]:
    """Static embeddings."""
    return similarities(texts, query) or [0.0] * len(texts)


RANKERS: dict[str, Scorer] = {
    "BM25 of words": words_alone,
    "words and letters (--query)": lexical,
    "static embeddings": meaning_alone,
    "all three (lightterm[query])": relevance,
}


def asked_on(document: Document, markup: str) -> Iterator[Asked]:
    """The questions of a page, each with its answer and the texts without the question."""
    texts = [plain(block) for block in document.blocks]
    if sum(len(text) >= LEAST_PASSAGE for text in texts) < FEWEST:
        return
    for question, answer in {**_headings(document, texts), **_told(markup, texts)}.items():
        bare = [_without(text, question) for text in texts]
        if len(bare[answer]) >= LEAST_PASSAGE:
            yield Asked(document, tuple(bare), question, answer)


def _headings(document: Document, texts: list[str]) -> dict[str, int]:
    found = {}
    for at, (block, text) in enumerate(zip(document.blocks[:-1], texts[:-1], strict=True)):
        behind = document.blocks[at + 1]
        asks = isinstance(block, Paragraph) and block.level and _is_question(text)
        if asks and isinstance(behind, Paragraph) and not behind.level and not _is_question(texts[at + 1]):
            found.setdefault(text.strip(), at + 1)
    return found


def _told(markup: str, texts: list[str]) -> dict[str, int]:
    """Of a FAQPage the questions whose answer's beginning stands in one text of the page."""
    found = {}
    flat = [sets.squeezed(text) for text in texts]
    linked = json_ld(dom.parse(markup.encode("utf-8", "replace"))) if "FAQPage" in markup else ()
    for thing in (one for value in linked for one in things(value) if "question" in map(str.lower, types_of(one))):
        for answer in things(thing.get("acceptedAnswer")):
            said = sets.squeezed(sets.plain(str(answer.get("text"))))[:LEAST_PASSAGE]
            holding = [at for at, text in enumerate(flat) if said in text] if len(said) == LEAST_PASSAGE else []
            name = sets.squeezed(sets.plain(str(thing.get("name"))))
            if len(holding) == 1 and _is_question(name):
                found.setdefault(name, holding[0])
    return found


def _is_question(text: str) -> bool:
    return len(text) <= LONGEST_QUESTION and text.rstrip().endswith(("?", "\uff1f")) and len(words(text)) > 2


def _without(text: str, question: str) -> str:
    return sets.squeezed(text).replace(sets.squeezed(question), "").strip()


def public(root: Path) -> dict[str, list[Asked]]:
    """The questions of the public pages, by the page's site."""
    found: dict[str, list[Asked]] = defaultdict(list)
    for read in sets.SETS.values():
        for sample in read(root):
            if _MAY_ASK.search(sample.markup):
                document = html_document(
                    sample.markup.encode("utf-8", "replace"), sample.url or "http://e.org/", View()
                )
                found[sample.site] += asked_on(document, sample.markup)
    return {site: asked[:: -(-len(asked) // MOST)] for site, asked in found.items() if asked}


def measured(asked: Sequence[Asked], score: Scorer) -> tuple[float, float]:
    """The mean reciprocal rank, and the median of the CPU milliseconds a hundred texts."""
    ranks, times = [], []
    for one in asked:
        before = time.process_time()
        found = ranked(one.document, one.texts, range(len(one.texts)), one.query, score)
        times.append((time.process_time() - before) * 1e5 / len(one.texts))
        ranks.append(reciprocal_rank(found, one.answer))
    return statistics.mean(ranks), statistics.median(times)


def show(name: str, asked: Sequence[Asked]) -> None:
    rankers = {label: score for label, score in RANKERS.items() if similarities(["a"], "a") or score is lexical}
    passages = statistics.median(len(one.texts) for one in asked)
    print(f"{name}: {len(asked)} questions, {passages:.0f} blocks a page")
    for label, score in rankers.items():
        found, cost = measured(asked, score)
        print(f"  {label:30} MRR {found:.3f}  {cost:6.1f} ms CPU a 100 blocks")


def show_whole() -> None:
    """What `--query` costs from the start of the program to its end, on 5,000 words."""
    rng = Random(5)
    markup = pages.filled(lambda n: pages.article(rng, n), 40_000)
    with tempfile.TemporaryDirectory() as home:
        file = Path(home, "page.html")
        file.write_text(f"<!doctype html><title>page</title><body>{markup}")
        document = html_document(file.read_bytes(), "http://e.org/", View())
        count = sum(len(words(plain(block))) for block in document.blocks)
        for label, arguments in (("a dump", ()), ("with --query", ("--query", "the price of a ticket"))):
            argv = lightterm("--dump", *arguments, str(file))
            runs = [run_measured(argv, home, environment=clean_environment(home)) for _ in range(7)]
            cpu, wall = (statistics.median(getattr(run, name) * 1000 for run in runs) for name in ("cpu", "wall"))
            print(f"a page of {count} words, {label}: {cpu:.0f} ms CPU, {wall:.0f} ms in all")
    texts = [plain(block) for block in document.blocks]
    for label, score in RANKERS.items():
        before = time.process_time()
        ranked(document, texts, range(len(texts)), "the price of a ticket", score)
        print(f"  {label:30} {(time.process_time() - before) * 1e3:6.1f} ms CPU once all is loaded")


if __name__ == "__main__":
    by_site = public(Path(os.environ[sets.VARIABLE]))
    show(f"public pages of {len(by_site)} sites", [one for asked in by_site.values() for one in asked])
    show("our own pages", own())
    show_whole()
