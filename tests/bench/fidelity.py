"""How true dumps are to pages: `python -m tests.bench.fidelity DIR`, beside w3m, lynx, links2 and elinks.

DIR holds saved pages. Chromium without JavaScript and without a network says what of a page is seen, in which order,
and what is hidden; it is asked through Playwright, which is looked for when this runs (LIGHTTERM_CHROMIUM names another
Chromium than the first on the PATH). Words are compared, a CJK character being one.

    recall    share of the seen words that are printed
    order     F1 of the longest common subsequence of seen and printed words, names of what shows no text allowed
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
from unicodedata import normalize

from lightterm.document.cells import width
from tests.bench.peers import PEERS, command, installed
from tests.processes import lightterm, run_measured

WIDTH = 80

SEEN = """() => {
  const seen = [], hidden = [], alts = [], cut = new Map();
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
  const box = (e) => {
    while (e.parentElement && getComputedStyle(e).display === 'contents') e = e.parentElement;
    return e;
  };
  const shown = (e) => box(e).checkVisibility() && getComputedStyle(e).visibility === 'visible' && !isCut(e);
  const closed = (e) => (e.tagName === 'DETAILS' && !e.open) || getComputedStyle(e).contentVisibility === 'hidden';
  const faint = (e) => {
    const solid = box(e).checkVisibility({opacityProperty: true});
    if (!solid || /^rgba.*, 0\\)$/.test(getComputedStyle(e).color)) return true;
    for (; e; e = e.parentElement) {
      if (getComputedStyle(e).position !== 'fixed') continue;
      const b = e.getBoundingClientRect();
      return b.right <= 0 || b.left >= innerWidth || b.bottom <= 0 || b.top >= innerHeight;
    }
    return false;
  };
  const may = (text) => text && /\\S/.test(text) && seen.push('\\x02' + text + '\\x03');
  let last = null, spaced = true;
  const say = (e, text, first, end) => {
    const touch = last && !spaced && !/^\\s/.test(text) && (e.closest('math') ||
      (Math.min(last.bottom, first.bottom) - Math.max(last.top, first.top) > Math.min(last.height, first.height) / 2 &&
      Math.min(Math.abs(first.left - last.right), Math.abs(last.left - first.right)) <= 2));
    seen.push((touch ? '\\x01' : '\\n') + text);
    [last, spaced] = [end, /\\s$/.test(text)];
  };
  const word = (n) => {
    if (!n.data.trim()) return void (spaced = spaced || !n.parentElement.closest('math'));
    const e = n.parentElement, range = document.createRange();
    range.selectNodeContents(n);
    const boxes = [...range.getClientRects()].filter((b) => b.width > 1 && b.height > 1);
    const there = boxes.some((b) => b.right > 0 && b.bottom + scrollY > 0) && shown(e) && !closed(box(e));
    if (!there) hidden.push(n.data);
    else if (faint(e)) may(n.data);
    else say(e, n.data, boxes[0], boxes.at(-1));
  };
  const QUIET = ['hidden', 'checkbox', 'radio', 'password', 'image', 'range', 'color'];
  const field = (e) => {
    const box = e.getBoundingClientRect();
    if (!shown(e) || e.type === 'hidden') return;
    if (e.tagName === 'SELECT') {
      for (const o of e.selectedOptions) say(e, '\\n' + o.label + '\\n', box, box);
    } else if (!QUIET.includes(e.type)) {
      say(e, '\\n' + (e.value || e.placeholder || '') + '\\n', box, box);
      if (['submit', 'reset', 'file', 'button'].includes(e.type)) may(e.type + ' choose ' + (e.accept || ''));
    }
    may([e.placeholder, e.title, e.ariaLabel, e.type, e.min, e.max, e.value, e.alt].join(' '));
    may([e.required && 'required', e.matches(':disabled') && 'disabled', e.readOnly && 'read only'].join(' '));
    if (e.multiple) may(`${e.selectedOptions?.length} of ${e.options?.length}`);
    if (e.type === 'color') may('colour');
  };
  const generated = (e, which) => {
    const content = getComputedStyle(e, which).content;
    for (const string of content.match(/"[^"]*"/g) || []) may(string);
  };
  const names = (e) => {
    const address = String(e.src || e.href?.baseVal || e.href || e.data || '').split(/[?#]/)[0];
    if (['IFRAME', 'FRAME', 'VIDEO', 'AUDIO', 'OBJECT', 'EMBED'].includes(e.tagName)) {
      may([e.tagName, e.ariaLabel, e.title, e.name, address, e.querySelector('source')?.src].join(' '));
    }
    if (e.tagName === 'ABBR' || e.tagName === 'ACRONYM') may(e.title);
    if (!['A', 'BUTTON', 'SUMMARY'].includes(e.tagName) && e.role !== 'button') return;
    const icons = [...e.querySelectorAll('[class*=icon],i[class]'), e].map((i) => i.getAttribute('class'));
    const labels = [...e.querySelectorAll('[aria-label],[title]')].map((i) => `${i.ariaLabel} ${i.title}`);
    const words = ['button submit link', e.ariaLabel, e.title, ...labels, address, ...icons];
    if (!(e.innerText || '').trim()) may(words.join(' '));
  };
  const inOrder = (e) => {
    const kids = [...(e.shadowRoot || e).childNodes], s = getComputedStyle(e);
    if (e.tagName === 'SLOT' && e.assignedNodes().length) return e.assignedNodes();
    if (!/flex|grid/.test(s.display)) return kids;
    const place = (k) => (k.nodeType === 1 ? +getComputedStyle(k).order || 0 : 0);
    kids.sort((a, b) => place(a) - place(b));
    return /flex/.test(s.display) && s.flexDirection.endsWith('reverse') ? kids.reverse() : kids;
  };
  const look = (e) => {
    const tag = e.tagName.toUpperCase();
    if (['SCRIPT', 'STYLE', 'TEMPLATE', 'OPTION', 'DATALIST'].includes(tag)) return;
    if (['INPUT', 'TEXTAREA', 'SELECT'].includes(tag)) return void field(e);
    if (tag === 'BR') return void (spaced = true);
    if (e.checkVisibility()) {
      if (tag === 'IMG' && shown(e)) {
        if (e.alt.trim() && !e.closest('[aria-hidden=true]')) alts.push(e.alt);
        may([e.alt, e.alt ? '' : e.title].join(' '));
      }
      if (tag === 'SVG') may(e.ariaLabel || e.querySelector('title')?.textContent);
      if (tag === 'LI' && e.parentElement.tagName === 'OL') {
        const items = [...e.parentElement.children].filter((li) => li.tagName === 'LI');
        may(String(e.value || (e.parentElement.start || 1) + items.indexOf(e)));
      }
      names(e);
      generated(e, '::before');
    }
    for (const kid of inOrder(e)) kid.nodeType === 3 ? word(kid) : kid.nodeType === 1 && look(kid);
    if (e.checkVisibility()) generated(e, '::after');
  };
  look(document.body);
  return {seen: seen.join(''), hidden: hidden.join('\\n'), alts: alts.join('\\n')};
}"""
"""What Chromium is asked: the text that is seen, in the order it is painted; hidden text; alternative texts.

`innerText` is no measure. It leaves out the values of fields, alternative texts and what CSS generates, knows nothing
of `order`, glues flex items together, and lost 2170 words in the middle of one page that Chromium paints. So the text
nodes are asked one by one whether they have a box that can be scrolled to; `checkVisibility` speaks of elements alone,
so text bare in closed details is looked for apart, and for what has `display: contents`, its parent is asked. Where the
boxes of two touch stands \\x01: they may be one word, or two that only style keeps apart. Between \\x02 and \\x03
stands what a text browser may say and Chromium shows by a picture or not at all (names of icons and frames, numbers of
list items, "required"): it is no fault to print it, nor to leave it out. So does text whose showing is a matter of
opinion: transparent until a script runs, or fixed outside the window.
"""

CHARACTERS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(f"[{CHARACTERS}]|[^\\W_{CHARACTERS}]+")
_HYPHENATED = re.compile(r"\w+[-\u2010]\n\s*\w+")
_TOUCHING = re.compile("[^\\W_]+(?:\x01[^\\W_]+)+")
_OPTIONAL = re.compile("\x02[^\x03]*\x03")
_UNSEEN = {0xAD: None, 0x200B: None, 0x2060: None}


class Page(NamedTuple):
    """What a page shows, as words in order: seen, seen or what else may be said, hidden, alternative texts."""

    seen: list[str]
    said: list[str]
    hidden: list[str]
    alts: list[str]

    @classmethod
    def of(cls, told: dict[str, str], printed: str) -> Page:
        """What Chromium has told, as words; what may be one word or two is what it is in the text `printed`."""
        text = _TOUCHING.sub(_Joined(set(tokens(printed))), plain(told["seen"]))
        seen, said = _OPTIONAL.sub("\n", text), text.replace("\x02", "\n").replace("\x03", "\n")
        return cls(tokens(seen), tokens(said), tokens(told["hidden"]), tokens(told["alts"]))


class Score(NamedTuple):
    """The five figures of one dump; None where the page has nothing to measure."""

    recall: float | None
    order: float | None
    leak: float | None
    alt: float | None
    overflow: float


class _Joined:
    """Joins the pieces of a match where that makes a known word, else sets them apart."""

    def __init__(self, known: set[str]) -> None:
        self._known = known

    def __call__(self, match: re.Match[str]) -> str:
        pieces = re.split("[\x01\u2010\n -]+", match[0])
        out: list[str] = []
        while pieces:
            size = next((n for n in range(min(len(pieces), 9), 1, -1) if "".join(pieces[:n]) in self._known), 1)
            out.append("".join(pieces[:size]))
            del pieces[:size]
        return " ".join(out)


def plain(text: str) -> str:
    """A text in one case, ² being 2, without characters that show nothing."""
    return normalize("NFKC", normalize("NFKC", text).translate(_UNSEEN).casefold())


def tokens(text: str) -> list[str]:
    """The words of a text."""
    return _TOKEN.findall(plain(text))


def printed_words(text: str, page: Page) -> list[str]:
    """The words of a dump; those hyphenated at the end of a line are put together where the page has such a word."""
    return tokens(_HYPHENATED.sub(_Joined({*page.said, *page.hidden}), plain(text)))


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
    """What a dump of a page is worth; for the order, what may be said counts where it is said."""
    words = printed_words(printed, page)
    out, seen, said, alts = Counter(words), Counter(page.seen), Counter(page.said), Counter(page.alts)
    same = common(page.said, words)
    asked = len(page.seen) + same - common(page.seen, words)
    lines = printed.splitlines()
    return Score(
        recall=1 - (seen - out).total() / seen.total() if seen else None,
        order=2 * same / (asked + len(words)) if page.seen else None,
        leak=((out - said) & Counter(page.hidden)).total() / len(words) if words else None,
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
            if not Page.of(told, "").seen:
                continue  # a page that only its script makes visible: nothing to be true to
            for name in names:
                printed = dumped(name, path, home)
                scores[name][path] = score(Page.of(told, printed), printed)
    print(f"{len(scores['lightterm'])} pages")
    if scores["lightterm"]:
        print_means(scores)
        print_worst(scores["lightterm"], chosen.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
