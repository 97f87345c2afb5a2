"""Public sets of pages with their main text, and the metric that each set publishes.

They lie outside the repository, in the directory that LIGHTTERM_BENCH_DATA names:

aeb     scrapinghub/article-extraction-benchmark: news and blogs (MIT); 4-gram shingles
wcxb    Murrough-Foley/web-content-extraction-benchmark: seven kinds of pages (CC-BY-4.0); bag of words
moz     mozilla/readability, test pages (Apache-2.0); bag of words
traf    adbar/trafilatura, evaluation (Apache-2.0): many languages; segments that must and must not be there
"""

from __future__ import annotations

import gzip
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from urllib.parse import urlsplit

VARIABLE = "LIGHTTERM_BENCH_DATA"
_SECOND_LEVEL = {"co", "com", "org", "net", "gov", "ac", "edu", "or", "ne", "go", "gob", "nom", "mil"}
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]+)", re.I)


@dataclass
class Sample:
    """A page and what is known of it: its main text, or segments of it; title, byline and date where they are known."""

    set: str
    name: str
    url: str
    markup: str
    kind: str
    text: str = ""
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    date: str = ""
    group: str = ""

    @property
    def site(self) -> str:
        """What pages must share to be of one site."""
        return self.group or _site(self.url)


def _site(url: str) -> str:
    host = (urlsplit(url if "//" in url else "//" + url).hostname or url).lower().strip(".")
    parts = host.split(".")
    if re.fullmatch(r"[\d.]+", host) or len(parts) < 2:
        return host
    return ".".join(parts[-3 if len(parts) > 2 and len(parts[-1]) == 2 and parts[-2] in _SECOND_LEVEL else -2 :])


def _read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def _decoded(data: bytes) -> str:
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        found = _CHARSET.search(data[:4096])
        name = found[1].decode().lower() if found else "cp1252"
        try:
            return data.decode("gb18030" if name in ("gb2312", "gbk") else name, "replace")
        except LookupError:
            return data.decode("cp1252", "replace")


def plain(fragment: str) -> str:
    fragment = re.sub(r"(?is)<(script|style|noscript|template|svg|math)\b.*?</\1\s*>|<!--.*?-->", " ", fragment)
    return html.unescape(
        re.sub(r"<[^>]+>", "", re.sub(r"(?i)<(?:br|hr|/?(?:p|div|h\d|li|td|tr|pre))\b", "\n<", fragment))
    )


def aeb(root: Path) -> Iterator[Sample]:
    for name, truth in sorted(json.loads(_read(root / "aeb/ground-truth.json.gz")).items()):
        markup = _decoded(_read(root / f"aeb/html/{name}.html.gz"))
        yield Sample("aeb", name, truth["url"], markup, "article", truth["articleBody"])


def wcxb(root: Path) -> Iterator[Sample]:
    seen = set()
    for path in sorted((root / "wcxb").glob("*/ground-truth/*.json.gz")):
        truth = json.loads(_read(path))
        known, name = truth["ground_truth"], path.name.split(".")[0]
        page_type = (truth.get("_internal") or {}).get("page_type") or {}
        kind = page_type.get("primary", "article") if isinstance(page_type, dict) else str(page_type)
        url = truth.get("url") or known.get("url") or f"https://{path.parts[-3]}-{name}.invalid/"
        if url in seen or not (known.get("main_content") or "").strip():
            continue
        seen.add(url)
        markup = _decoded(_read(path.parents[1] / f"html/{name}.html.gz"))
        facts = [known.get(key) or "" for key in ("title", "author", "publish_date")]
        sample = Sample("wcxb", f"{path.parts[-3]}/{name}", url, markup, kind.replace("category", "collection"))
        sample.text, (sample.title, sample.author, sample.date) = known["main_content"], facts
        yield sample


def moz(root: Path) -> Iterator[Sample]:
    for folder in sorted((root / "readability/test/test-pages").iterdir()):
        facts = json.loads(_read(folder / "expected-metadata.json.gz"))
        sample = Sample("moz", folder.name, "", _decoded(_read(folder / "source.html.gz")), "")
        sample.text = plain(_read(folder / "expected.html.gz").decode())
        sample.title, sample.author = facts.get("title") or "", facts.get("byline") or ""
        sample.date = facts.get("publishedTime") or ""
        sample.group = "moz:" + re.sub(r"-?\d+$", "", folder.name)
        yield sample


def traf(root: Path) -> Iterator[Sample]:
    folder = root / "trafilatura/tests"
    for url, known in sorted(json.loads(_read(folder / "evaldata.json.gz")).items()):
        for place in ("cache", "eval"):
            path = folder / place / (known["file"] + ".gz")
            if path.is_file():
                sample = Sample("traf", known["file"], url, _decoded(_read(path)), "")
                sample.present, sample.absent = tuple(known["with"]), tuple(known["without"])
                yield sample
                break


SETS = {"aeb": aeb, "wcxb": wcxb, "moz": moz, "traf": traf}
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_WORD = re.compile(r"\w+")


def tokens(text: str) -> list[str]:
    """Lower-case words, CJK by the character."""
    return _TOKEN.findall(text.lower())


def squeezed(text: str) -> str:
    """White space collapsed."""
    return " ".join(text.split())


def bag_f1(found: list[str], wanted: list[str]) -> float:
    """F1 of two multisets."""
    shared = sum((Counter(found) & Counter(wanted)).values())
    return 2 * shared / (len(found) + len(wanted)) if found or wanted else 1.0


def shingles(found: str, wanted: str) -> tuple[float, float, float]:
    """Right, wrong and missed 4-grams as shares of all."""

    def grams(text: str) -> Counter[tuple[str, ...]]:
        words = _WORD.findall(text)
        return Counter(tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3)) if words)

    a, b = grams(found), grams(wanted)
    counts = (sum((a & b).values()), sum((a - b).values()), sum((b - a).values()))
    return tuple(count / (sum(counts) or 1) for count in counts)  # type: ignore[return-value]


def measured(sample: Sample, found: str) -> tuple[float, ...]:
    """What `score` makes one number of: counts where the set sums them up, else the page's F1."""
    if sample.set == "aeb":
        return shingles(found, sample.text)
    if sample.set == "traf":
        text = squeezed(found)
        right = sum(squeezed(part) in text for part in sample.present)
        return right, sum(squeezed(part) in text for part in sample.absent), len(sample.present) - right
    if sample.set == "wcxb":
        words = [_WORD.findall(text.lower()) for text in (found, sample.text)]
        return (bag_f1(words[0], words[1]),)
    return (bag_f1(tokens(found), tokens(sample.text)),)


def score(name: str, pages: list[tuple[float, ...]]) -> float:
    """A set's F1 by the set's own method."""
    if name == "aeb":
        precision = mean(a / (a + b) for a, b, _ in pages if a + b)
        recall = mean(a / (a + c) for a, _, c in pages if a + c)
        return 2 * precision * recall / (precision + recall)
    if name == "traf":
        right, wrong, missed = (sum(column) for column in zip(*pages, strict=True))
        return 2 * right / (2 * right + wrong + missed)
    return mean(page[0] for page in pages)
