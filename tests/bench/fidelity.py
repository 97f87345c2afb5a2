"""How true dumps are to pages: `python -m tests.bench.fidelity DIR`, beside w3m, lynx, links2 and elinks.

DIR holds saved pages. Chromium without JavaScript and without a network says what of a page is seen, in which order,
and what is hidden; it is asked through Playwright, which is looked for when this runs (LIGHTTERM_CHROMIUM names another
Chromium than the first on the PATH). Words are compared, a CJK character being one.

    recall    share of the seen words that are printed
    order     F1 of the longest common subsequence of seen and printed words
    leak      share of the printed words that only hidden text holds
    alt       share of the words of seen images' alternative texts that are printed
    overflow  share of the lines wider than asked
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from lightterm.document.cells import width
from tests.bench.peers import PEERS, command, installed
from tests.processes import lightterm, run_measured

WIDTH = 80

SEEN = """() => {
  const seen = [], hidden = [];
  const inside = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = new Map();
  const isCut = (e) => {
    if (!e || e === document.body || e === document.documentElement) return false;
    if (!cut.has(e)) {
      const s = getComputedStyle(e), b = e.getBoundingClientRect();
      const small = s.overflowX !== 'visible' && (b.width <= 1 || b.height <= 1);
      const clip = s.position === 'absolute' && /rect\\(([01](px)?,? ?){4}\\)/.test(s.clip);
      cut.set(e, small || clip || /inset\\((5\\d|[6-9]\\d|100)%/.test(s.clipPath) || isCut(e.parentElement));
    }
    return cut.get(e);
  };
  const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !isCut(e);
  for (let n; (n = inside.nextNode()); ) {
    const e = n.parentElement;
    if (!n.data.trim() || ['SCRIPT', 'STYLE', 'TEMPLATE', 'TEXTAREA', 'OPTION'].includes(e.tagName)) continue;
    const r = document.createRange();
    r.selectNodeContents(n);
    const rects = [...r.getClientRects()];
    const there = rects.some((b) => b.width > 1 && b.height > 1 && b.right > 0 && b.bottom + scrollY > 0);
    (there && shown(e) ? seen : hidden).push(n.data);
  }
  const alts = [...document.images].filter((i) => i.alt.trim() && shown(i)).map((i) => i.alt);
  return {seen: seen.join('\\n'), hidden: hidden.join('\\n'), text: document.body.innerText, alts: alts.join('\\n')};
}"""
"""What Chromium is asked: texts seen and hidden, the page's text in order, alternative texts."""

CHARACTERS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(f"[{CHARACTERS}]|[^\\W_{CHARACTERS}]+")
_HYPHENATED = re.compile(r"(?<=\w)[-\u2010]\n\s*(?=\w)")


class Page(NamedTuple):
    """What a page shows, as words: seen anywhere, hidden, the text in order, alternative texts."""

    seen: list[str]
    hidden: list[str]
    text: list[str]
    alts: list[str]


class Score(NamedTuple):
    """The five figures of one dump; None where the page has nothing to measure."""

    recall: float | None
    order: float | None
    leak: float | None
    alt: float | None
    overflow: float


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, those hyphenated at the end of a line put together."""
    return _TOKEN.findall(_HYPHENATED.sub("", text).lower())


def common(a: list[str], b: list[str]) -> int:
    """The length of the longest common subsequence, a bit a word (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for i, word in enumerate(a):
        places[word] = places.get(word, 0) | 1 << i
    whole = (1 << len(a)) - 1
    row = whole
    for word in b:
        met = row & places.get(word, 0)
        row = ((row + met) | (row - met)) & whole
    return len(a) - row.bit_count()


def score(page: Page, printed: str) -> Score:
    """What a dump of a page is worth."""
    words = tokens(printed)
    out, seen = Counter(words), Counter(page.seen)
    same = common(page.text, words)
    alts = Counter(page.alts)
    lines = printed.splitlines()
    return Score(
        recall=1 - (seen - out).total() / seen.total() if seen else None,
        order=2 * same / (len(page.text) + len(words)) if page.text else None,
        leak=((out - seen - alts) & Counter(page.hidden)).total() / len(words) if words else None,
        alt=1 - (alts - out).total() / alts.total() if alts else None,
        overflow=sum(width(line) > WIDTH for line in lines) / max(1, len(lines)),
    )


def browser(playwright: Any) -> Any:
    """A Chromium: the one that is named, the first on the PATH, or Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = os.environ.get("LIGHTTERM_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return playwright.chromium.launch(executable_path=program, args=flags)


def looked_at(paths: list[Path], known: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """What Chromium says of the pages by path; what is `known` is not asked again."""
    missing = [path for path in paths if str(path) not in known]
    if not missing:
        return known
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        chromium = browser(playwright)
        for path in missing:
            context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720})
            tab = context.new_page()
            tab.route(re.compile("^https?:"), lambda route: route.abort())
            try:
                tab.goto(path.as_uri(), timeout=20_000, wait_until="domcontentloaded")
                known[str(path)] = tab.evaluate(SEEN)
            except Error as problem:
                print(f"{path.name}: {str(problem).splitlines()[0]}", file=sys.stderr)
            context.close()
        chromium.close()
    return known


def dumped(name: str, path: Path, home: str) -> str:
    """What a program prints of a page, without the numbers and lists of its own."""
    argv = lightterm("--no-numbers", "--no-metadata", "--links", "none", "--width", str(WIDTH), str(path))
    ended = run_measured(argv if name == "lightterm" else command(name, path), home, timeout=120)
    return ended.out.decode("utf-8", "replace")


def mean(values: list[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{statistics.fmean(known):.4f}" if known else "–"


def print_means(scores: dict[str, dict[Path, Score]]) -> None:
    print(f"{'':10}" + "".join(f"{field:>10}" for field in Score._fields))
    for name, by_page in scores.items():
        print(f"{name:10}" + "".join(f"{mean(list(column)):>10}" for column in zip(*by_page.values(), strict=True)))


def print_worst(by_page: dict[Path, Score], count: int) -> None:
    """The pages lightterm is worst at, by each figure."""
    for i, field in enumerate(Score._fields):
        rows = [(row[i], path) for path, row in by_page.items() if row[i] is not None]
        rows.sort(key=lambda pair: pair[0], reverse=field in ("leak", "overflow"))  # type: ignore[arg-type, return-value]
        print(f"\nworst {field}: " + ", ".join(f"{path.stem} {value:.3f}" for value, path in rows[:count]))


def main() -> int:
    """Measure, and print the means over the pages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", type=Path, metavar="DIR", help="saved pages, searched below it too")
    parser.add_argument("--step", type=int, default=1, help="every Nth page only")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--reference", type=Path, help="a file that keeps what Chromium said, for the next run")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N pages lightterm is worst at")
    chosen = parser.parse_args()

    paths = sorted(path.resolve() for path in chosen.pages.glob("**/*.html"))[:: chosen.step]
    known = json.loads(chosen.reference.read_text()) if chosen.reference and chosen.reference.exists() else {}
    try:
        known = looked_at(paths, known)
    except ImportError:
        parser.error("Playwright is not installed: pip install playwright")
    if chosen.reference:
        chosen.reference.write_text(json.dumps(known))
    names = installed(["lightterm", *filter(None, chosen.peers.split(","))])
    scores: dict[str, dict[Path, Score]] = {name: {} for name in names}
    with tempfile.TemporaryDirectory() as home:
        for path in paths:
            told = known.get(str(path))
            if told is None:
                continue
            page = Page(*(tokens(told[key]) for key in ("seen", "hidden", "text", "alts")))
            if not page.seen:
                continue  # a page that only its script makes visible: nothing to be true to
            for name in names:
                scores[name][path] = score(page, dumped(name, path, home))
    print(f"{len(scores['lightterm'])} pages")
    if scores["lightterm"]:
        print_means(scores)
        print_worst(scores["lightterm"], chosen.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
