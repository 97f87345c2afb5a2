"""How often the judge is right on saved pages: `python -m tests.bench.escalation DIR`.

DIR holds the sets of pages with their true text: aeb/, readability/, trafilatura/, wcxb/ (any of them, gzipped). A page
needs a higher tier when less than half of the three-word sequences of its true text are in what tier 1 reads, folded
parts among it, less than nine tenths of its words are, and it has scripts at all; it needs none when four fifths are.
What lies between is not counted. The pages that frameworks build (tests/corpus/spa) and those of the bench of tiers are
among them, as saved pages that need scripts are rare.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import re
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from corpus import by_hand

from lightterm.document.layout import text_lines
from lightterm.engines.static import snapshot_of
from lightterm.error_base import LighttermError
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request, Response
from lightterm.loading import plainly_enough
from tests.bench.tiers import PAGES, WIDE, is_right, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Document
    from lightterm.fetch.model import Snapshot

CORPUS = Path(__file__).parents[1] / "corpus" / "spa" / "pages"
MISSING, THERE, ALL_WORDS = 0.5, 0.8, 0.9


class Saved(NamedTuple):
    """A saved page: its name, its kind, the body, what it says; `words`, where single ones tell, are what it says."""

    name: str
    kind: str
    body: bytes
    truth: list[str]
    words: tuple[str, ...] = ()


def _json(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def pages(top: Path) -> Iterator[Saved]:
    """The pages of all sets that are there."""
    if (top / "aeb").is_dir():
        for key, facts in _json(top / "aeb/ground-truth.json.gz").items():
            body = gzip.decompress((top / f"aeb/html/{key}.html.gz").read_bytes())
            yield Saved(f"aeb/{key[:12]}", "article", body, [facts["articleBody"]])
    if (top / "trafilatura").is_dir():
        for facts in _json(top / "trafilatura/tests/evaldata.json.gz").values():
            path = top / f"trafilatura/tests/eval/{facts['file']}.gz"
            if path.exists():
                yield Saved(f"trafilatura/{path.name}", "article", gzip.decompress(path.read_bytes()), facts["with"])
    for path in sorted((top / "wcxb").glob("*/html/*.html.gz")):
        facts = _json(path.parents[1] / "ground-truth" / path.name.replace(".html", ".json"))
        kind = facts["_internal"]["page_type"]["primary"]
        truth = [facts["ground_truth"]["main_content"]]
        yield Saved(f"wcxb/{path.name}", kind, gzip.decompress(path.read_bytes()), truth)
    for folder in sorted((top / "readability").glob("test/test-pages/*")):
        expected = gzip.decompress((folder / "expected.html.gz").read_bytes()).decode("utf-8", "replace")
        truth = [html.unescape(re.sub(r"<[^>]+>", " ", expected))]
        yield Saved(
            f"readability/{folder.name}", "article", gzip.decompress((folder / "source.html.gz").read_bytes()), truth
        )


def made() -> Iterator[Saved]:
    """The pages that are made for the tests of tiers."""
    for folder in sorted(CORPUS.iterdir()):
        said = tuple((folder / "expect.txt").read_text("utf-8").splitlines())
        yield Saved(f"spa/{folder.name}", "spa", (folder / "index.html").read_bytes(), [], said)
    for name, (markup, expected) in PAGES.items():
        yield Saved(f"tiers/{name}", "made", f"<!doctype html><title>{name}</title>{markup}".encode(), [], expected)
    for name, page in by_hand.PAGES.items():
        if "<iframe" not in page.body:
            yield Saved(f"by hand/{name}", "made", f"<!doctype html>{page.body}".encode(), [], page.says)


def _sequences(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower())
    return set(zip(words, words[1:], words[2:], strict=False))


def _words(sequences: set[tuple[str, ...]]) -> set[str]:
    return {word for sequence in sequences for word in sequence}


def _unfolded(snapshot: Snapshot) -> Document:
    """The document with all that it holds folded shown: no script is needed for that."""
    markup = snapshot.markup.replace(b"<details", b"<details open")
    return extract(snapshot.replace(markup=markup), View())[0]


def main() -> None:
    """Print what was judged wrong, then how often it was right and what it cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("DIR", type=Path)
    right = {True: 0, False: 0}
    wrong = {True: 0, False: 0}
    articles = climbing = asked = 0
    gate = full = 0.0
    for page in (*made(), *pages(parser.parse_args().DIR)):
        snapshot = snapshot_of(
            Response("http://h.test/", body=page.body, stated_type="text/html"), Request("http://h/")
        )
        try:
            document, _ = extract(snapshot, View())
        except LighttermError as error:
            print(f"{page.name}: {error.message}")
            continue
        truth = set().union(*map(_sequences, page.truth))
        seen = _sequences("\n".join(text_lines(_unfolded(snapshot).blocks, WIDE, False)))
        share = len(truth & seen) / len(truth) if truth else 1.0
        if share < MISSING and len(_words(truth) & _words(seen)) >= ALL_WORDS * len(_words(truth)):
            continue  # it is there, in another order
        if page.words:
            share = float(is_right(words_of(document), page.words))
        start = time.perf_counter()
        enough = plainly_enough(snapshot, document)
        gate += time.perf_counter() - start
        climbs, reasons = False, ("enough text, or no scripts",)
        if not enough:
            from lightterm.judge import judge

            start = time.perf_counter()
            verdict = judge(snapshot, document)
            full += time.perf_counter() - start
            asked += 1
            climbs, reasons = verdict.climbs, verdict.reasons
        articles += page.kind == "article" and share >= THERE
        climbing += page.kind == "article" and share >= THERE and climbs
        needs = share < MISSING and b"<script" in snapshot.markup
        if not needs and share < THERE:
            continue
        (right if climbs == needs else wrong)[needs] += 1
        if climbs != needs:
            print(
                f"{page.name} ({page.kind}, {share:.0%} there) {'climbs' if climbs else 'stays'}: {'; '.join(reasons)}"
            )
    count = sum(right.values()) + sum(wrong.values())
    print(f"\n{count} pages: {right[True]} of {right[True] + wrong[True]} that need it climb; ", end="")
    print(f"{wrong[False]} of {right[False] + wrong[False]} climb that do not, {climbing} of {articles} articles")
    called = right[True] + wrong[False]
    print(f"precision {right[True] / max(called, 1):.2f}, recall {right[True] / (right[True] + wrong[True]):.2f}")
    print(f"{gate / count * 1e6:.0f} µs a page to let it pass, {full / max(asked, 1) * 1e3:.1f} ms for each of {asked}")


if __name__ == "__main__":
    main()
