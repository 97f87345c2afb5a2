"""What pages cost an agent in tokens: `python -m tests.bench.agent_tokens [--pages N] [--peers lightpanda,playwright]`.

Of every set of tests/bench/sets.py (LIGHTTERM_BENCH_DATA names the directory) pages are taken evenly, N in all. A
Chromium without scripts and network says which words and which controls of a page are seen (tests/bench/fidelity.py);
the words are the measure: an answer that is the seen words and nothing else costs 1.00.

    recall    share of the seen words that are in the text
    controls  share of the seen links, buttons and fields that have a number in it, each address once
    tokens    tokens of the text for one of the seen words' text
    outline   tokens of the outline

Tokens are those of o200k_base where the package bpe-openai is installed, else the estimate of lightterm itself, which
is from above. `lightpanda` is its semantic tree, `playwright` the snapshot of @playwright/mcp, whose cli.js
LIGHTTERM_PLAYWRIGHT_MCP names.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from servers import Server

from lightterm import settings
from lightterm.agent.reading import COLUMNS, OUTLINE, fitting, lines_of, outline_lines
from lightterm.engines.light_binary import find
from lightterm.fetch.model import STATIC, Request
from lightterm.output.tokens import tokens as estimate
from lightterm.session.session import Session
from tests.bench import fidelity, sets

POLICY = [("Content-Security-Policy", "default-src 'self' 'unsafe-inline' data:; script-src 'none'")]
"""Every browser sees the page as it is: no scripts, nothing from elsewhere."""

CONTROLS = """() => {
  const small = (e) => {
    const s = getComputedStyle(e), b = e.getBoundingClientRect();
    return (s.overflowX !== 'visible' && (b.width <= 1 || b.height <= 1)) ||
      (s.position === 'absolute' && /rect\\(([01](px)?,? ?){4}\\)/.test(s.clip)) ||
      /inset\\((5\\d|[6-9]\\d|100)%/.test(s.clipPath);
  };
  const isCut = (e) => e && e !== document.body && (small(e) || isCut(e.parentElement));
  const words = (e) => (e.innerText || e.value || e.ariaLabel || e.title || '').trim();
  const isAnchor = (e) => e.tagName === 'A' && !(e.innerText || '').trim() &&
    (e.getAttribute('href') || '').startsWith('#') && (e.closest('h1,h2,h3,h4,h5,h6') || /anchor/.test(e.className));
  const isLink = (e) => e.closest('a[href]')?.querySelector('button') === e;
  return [...document.querySelectorAll('a[href], area[href], button, input, select, textarea, summary')].filter((e) => {
    const box = e.getBoundingClientRect();
    return e.type !== 'hidden' && box.width > 1 && box.height > 1 && box.right > 0 && box.bottom + scrollY > 0 &&
      e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !isCut(e) &&
      !e.matches(':disabled, [aria-hidden=true], [aria-hidden=true] *') && !isAnchor(e) &&
      !(e.tagName === 'BUTTON' && (e.querySelector('a[href], input') || isLink(e))) &&
      (e.tagName !== 'A' || words(e) || e.querySelector('img,svg'));
  }).map((e) => !e.href || e.href.startsWith('javascript:') ? 'field' :
    /^#?$/.test(e.getAttribute('href')) ? `script ${e.href}` : e.href);
}"""
"""What of the page one can act on: the address of a link, what only a script leads on, any other element.

Not what is disabled, what the page says nobody is to meet (aria-hidden), a button that does no more than hold other
controls or with which a link begins (they have one number, as without scripts a click on it is one on the link), and
the sign by which a heading leads to itself.
"""

_NUMBER = re.compile(r"(?<!\\)\[(\d+)\]")


class Row(NamedTuple):
    """The figures of one page."""

    name: str
    recall: float
    controls: float
    seen: int
    ratio: float
    outline: int


def counter() -> tuple[str, Callable[[str], int]]:
    """How tokens are counted, and its name."""
    with suppress(ImportError):
        from bpe_openai import get_encoding

        encoding = get_encoding("o200k_base")
        return "o200k_base", lambda text: len(encoding.encode(text))
    return "lightterm's estimate", estimate


def chosen_pages(root: Path, count: int) -> list[sets.Sample]:
    """Pages of every set, evenly."""
    found: list[sets.Sample] = []
    each = -(-count // len(sets.SETS))
    for load in sets.SETS.values():
        whole = sorted((s for s in load(root) if len(s.markup) > 4000), key=lambda sample: sample.name)
        found += whole[:: max(1, len(whole) // each)][:each]
    return found[:count]


def seen_text(told: dict[str, str]) -> str:
    """The seen words as text, a line for what stands on one."""
    text = fidelity._OPTIONAL.sub("\n", told["seen"]).replace("\x01", "")
    return "\n".join(line for line in (" ".join(part.split()) for part in text.split("\n")) if line)


class Told(NamedTuple):
    """What Chromium says of a page: its seen words as text, and its controls."""

    seen: dict[str, str]
    controls: Counter[str]


def looked_at(urls: list[str]) -> dict[str, Told]:
    """What Chromium says of pages by address."""
    from playwright.sync_api import Error, sync_playwright

    found: dict[str, Told] = {}
    with sync_playwright() as playwright:
        chromium = fidelity.browser(playwright)
        for url in urls:
            context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720})
            tab = context.new_page()
            tab.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
            with suppress(Error):
                tab.goto(url, timeout=20_000, wait_until="domcontentloaded")
                found[url] = Told(tab.evaluate(fidelity.SEEN), once(Counter(tab.evaluate(CONTROLS))))
            context.close()
        chromium.close()
    return found


def once(controls: Counter[str]) -> Counter[str]:
    """Controls with each address once: a picture beside the link that leads where it leads is no other control."""
    return Counter({kind: count if kind.startswith(EACH) else 1 for kind, count in controls.items()})


EACH = ("field", "script ")
"""Kinds of controls each of which counts."""


def read(session: Session, url: str, seen: Counter[str]) -> tuple[str, str, Counter[str]]:
    """The text of a page as an agent gets it, its outline, and the controls that have a number in the text.

    Those that are `seen` say which addresses lead nowhere without a script: a base makes others of them.
    """
    page = session.open(Request(url=url, tier=STATIC, freshness="fresh"), COLUMNS)
    document = page.document
    text = "\n".join(lines_of(document.blocks, document))
    numbers = {int(number) for number in _NUMBER.findall(text)}
    told = [target.url for target in document.targets if target.number in numbers]
    urls = ["field" if not url or url.startswith("javascript:") else url for url in told]
    # Chromium escapes the apostrophe of a mail's words, which https://url.spec.whatwg.org/ does not.
    urls = [url.replace("'", "%27") if url.startswith("mailto:") else url for url in urls]
    kinds = {kind.removeprefix("script "): kind for kind in seen}
    return (
        text,
        "\n".join(fitting(outline_lines(document), OUTLINE).lines),
        once(Counter(map(kinds.get, urls, urls))),
    )


def measured(session: Session, name: str, url: str, told: Told, count: Callable[[str], int]) -> Row:
    """The figures of one page."""
    text, outline, controls = read(session, url, told.controls)
    seen = count(seen_text(told.seen))
    recall = fidelity.score(fidelity.Page.of(told.seen, text), text).recall
    wanted = told.controls.total()
    missing = (told.controls - controls).total()
    share = 1 - missing / wanted if wanted else 1.0
    return Row(name, 1.0 if recall is None else recall, share, seen, count(text) / max(1, seen), count(outline))


def lightpanda_tree(url: str) -> str:
    """The semantic tree of lightpanda, "" where there is none."""
    program = find()
    done = subprocess.run(
        [program, "fetch", "--dump", "semantic_tree_text", url], capture_output=True, timeout=60, check=False
    )
    return done.stdout.decode("utf-8", "replace")


class PlaywrightMcp:
    """@playwright/mcp as a client has it: a page opened, and its snapshot."""

    def __init__(self) -> None:
        program = os.environ.get("LIGHTTERM_CHROMIUM") or shutil.which("chromium") or ""
        words = ["node", os.environ["LIGHTTERM_PLAYWRIGHT_MCP"], "--headless", "--isolated", "--no-sandbox"]
        words += ["--executable-path", program]
        self._logs = tempfile.TemporaryDirectory()  # it writes a log of each console where it stands
        self._child = subprocess.Popen(
            words, cwd=self._logs.name, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._number = 0
        client = {"name": "bench", "version": "1"}
        self._ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _say(self, message: dict[str, Any]) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(message) + "\n")
        self._child.stdin.flush()

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        assert self._child.stdout is not None
        self._number += 1
        self._say({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while True:
            answer = json.loads(self._child.stdout.readline())
            if answer.get("id") == self._number:
                return dict(answer.get("result", {}))

    def __call__(self, url: str) -> str:
        """The snapshot of a page."""
        self._ask("tools/call", name="browser_navigate", arguments={"url": url})
        told = self._ask("tools/call", name="browser_snapshot", arguments={})
        return "\n".join(part.get("text", "") for part in told.get("content", ()))

    def close(self) -> None:
        """End it and its browser."""
        self._child.terminate()
        self._child.wait(10)
        self._logs.cleanup()


def peers(names: list[str]) -> Iterator[tuple[str, Callable[[str], str]]]:
    """What else reads pages for agents, where it is there."""
    if "lightpanda" in names:
        yield "lightpanda", lightpanda_tree
    if "playwright" in names and os.environ.get("LIGHTTERM_PLAYWRIGHT_MCP"):
        mcp = PlaywrightMcp()
        try:
            yield "playwright", mcp
        finally:
            mcp.close()


def print_rows(rows: list[Row]) -> None:
    """The table, worst ratio first, and what it comes to."""
    print(f"{'page':44}{'recall':>8}{'controls':>10}{'seen':>8}{'tokens':>8}{'outline':>9}")
    for row in sorted(rows, key=lambda row: -row.ratio):
        figures = f"{row.recall:8.3f}{row.controls:10.3f}{row.seen:8}{row.ratio:8.2f}{row.outline:9}"
        print(f"{row.name[:43]:44}{figures}")
    ratios = [row.ratio for row in rows]
    recall, controls = (statistics.fmean(values) for values in ([r.recall for r in rows], [r.controls for r in rows]))
    middle = f"{recall:8.3f}{controls:10.3f}{'':8}{statistics.median(ratios):8.2f}{max(r.outline for r in rows):9}"
    print(f"{'mean, mean, median, greatest':44}{middle}")
    print(f"{sum(ratio > 1.5 for ratio in ratios)} of {len(rows)} above 1.5, the worst {max(ratios):.2f}")
    print(f"{sum(row.controls < 1 for row in rows)} of {len(rows)} miss a control")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--peers", default="")
    given = parser.parse_args()
    name, count = counter()
    root = Path(os.environ[sets.VARIABLE])
    with ExitStack() as ends:
        server, home = Server(), ends.enter_context(tempfile.TemporaryDirectory())
        ends.callback(server.stop)
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] = home
        urls = {}
        for number, sample in enumerate(chosen_pages(root, given.pages)):
            kind = "text/html; charset=utf-8"
            url = server.page(f"/{number}/", sample.markup.encode("utf-8", "replace"), kind, headers=POLICY)
            urls[url] = f"{sample.set}/{sample.name}"
        told = looked_at(list(urls))
        with Session(settings.load()) as session:
            # A page of which only its scripts would show words has nothing to be compared with.
            told = {url: page for url, page in told.items() if seen_text(page.seen)}
            rows = [measured(session, urls[url], url, page, count) for url, page in told.items()]
        print(f"{len(rows)} pages, tokens by {name}")
        print_rows(rows)
        for peer, tree in peers(given.peers.split(",")):
            ratios = [count(tree(url)) / max(1, count(seen_text(page.seen))) for url, page in told.items()]
            print(f"{peer}: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    sys.exit(main())
