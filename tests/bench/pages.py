"""Pages of growing size to measure with: made of the corpus and of generated text, the same bytes every time.

empty   a page without content: what a start costs
doc     articles (headings, paragraphs, links, lists, small tables, forms) with pages of the corpus between them
raw     the same as they come off the wire: with scripts, styles, svg, comments and the attributes of frameworks
table   one table of eight columns, some links, some colspans
ntable  tables in the cells of tables, as old pages are laid out
deep    elements nested N deep, a word at each level
links   many short links in paragraphs and lists
line    one text of N bytes without a line feed in <p>;   preline in <pre>;   noline without a space either
para    one <p> of N bytes with an inline element every 40 bytes
cjk     double-width and combining characters, emoji
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "corpus"

_BODY = re.compile(r"<body\b[^>]*>(.*?)(?:</body|$)", re.IGNORECASE | re.DOTALL)
_LEFT_OUT = re.compile(r"<(script|style|head)\b.*?</\1\s*>|<!--.*?-->|<(?:link|meta|base)\b[^>]*>", re.I | re.S)
_NO_PART = re.compile(r"<frameset|http-equiv=.?refresh|<plaintext|<base", re.IGNORECASE)
_SYLLABLES = "ta re no si la mo ve ran kel tion al is an der con per em us lo gra mi st e o".split()

Make = Callable[[random.Random, int], str]


def words(rng: random.Random, count: int) -> str:
    """Words of two to ten letters."""
    return " ".join("".join(rng.choices(_SYLLABLES, k=rng.choice((1, 2, 2, 3, 4)))) for _ in range(count))


def filled(piece: Callable[[int], str], size: int) -> str:
    """Pieces by their number until there are `size` bytes."""
    out: list[str] = []
    have = 0
    while have < size:
        out.append(piece(len(out)))
        have += len(out[-1].encode())
    return "".join(out)


def corpus_bodies() -> list[str]:
    """The bodies of the corpus's pages that can stand inside another page, without scripts and styles."""
    bodies = []
    for path in sorted(CORPUS.glob("*.html")):
        text = path.read_text("utf-8", "replace")
        if _NO_PART.search(text):
            continue
        found = _BODY.search(text)
        bodies.append(_LEFT_OUT.sub("", found[1] if found else text))
    return bodies


def sentence(rng: random.Random) -> str:
    """A sentence with an inline element or two."""
    kind = rng.choice((f'a href="/p/{rng.randrange(10**6)}"', "b", "em", "code", "span"))
    text = f"{words(rng, 6)} <{kind}>{words(rng, rng.randint(1, 3))}</{kind.partition(' ')[0]}> {words(rng, 7)}. "
    return text[0].upper() + text[1:]


def article(rng: random.Random, number: int) -> str:
    """Some 6 KB as articles have them."""
    parts = [f'<article id="a{number}"><h2>{words(rng, 5)}</h2>']
    paragraphs = [[sentence(rng) for _ in range(rng.randint(2, 8))] for _ in range(rng.randint(4, 9))]
    parts += [f"<p>{''.join(sentences)}</p>" for sentences in paragraphs]
    items = "".join(f'<li><a href="/i/{n}">{words(rng, 3)}</a> {words(rng, 4)}</li>' for n in range(8))
    rows = "".join(
        f"<tr><th>{words(rng, 1)}</th><td>{rng.random():.3f}</td><td>{words(rng, 3)}</td></tr>" for _ in range(6)
    )
    parts.append(f'<ul>{items}</ul><table>{rows}</table><p><img src=/i.png alt="{words(rng, 3)}"></p></article>\n')
    return "".join(parts)


def doc(rng: random.Random, size: int) -> str:
    bodies = corpus_bodies()
    return filled(lambda n: bodies[n // 4 % len(bodies)] if n % 4 == 3 else article(rng, n), size)


def dressed(rng: random.Random, markup: str) -> str:
    """Markup with the attributes that frameworks leave on elements."""
    names = iter(lambda: f' class="{words(rng, 2)} u-{rng.randrange(999)}" data-k="{rng.randrange(10**9):x}"', None)
    return re.sub(r"<(p|div|li|article|td|h2|ul)(?=[ >])", lambda m: m[0] + next(names), markup)


def raw(rng: random.Random, size: int) -> str:
    bodies = corpus_bodies()

    def piece(number: int) -> str:
        if number % 3:
            return dressed(rng, bodies[number // 6 % len(bodies)] if number % 6 == 5 else article(rng, number))
        script = ";".join(
            f'var {words(rng, 1)}{n}={{"a":"<b>{words(rng, 4)}</b>",b:{rng.random()}}}' for n in range(60)
        )
        style = "".join(
            f".u-{rng.randrange(999)}{{margin:{n}px;color:#{rng.randrange(4096):03x}}}\n" for n in range(40)
        )
        drawing = "".join(f'<path d="M{rng.randrange(99)} {n}L{n} 9"/>' for n in range(20))
        return f"<script>{script}</script><style>{style}</style><svg><g>{drawing}</g></svg><!-- {words(rng, 30)} -->\n"

    return filled(piece, size)


def table(rng: random.Random, size: int) -> str:
    def row(number: int) -> str:
        cells, left = [], 8
        while left:
            span = 2 if left > 1 and rng.random() < 0.02 else 1
            left -= span
            text = words(rng, rng.randint(1, 6))
            text = f'<a href="/t/{number}/{left}">{text}</a>' if rng.random() < 0.2 else text
            cells.append(f"<td{' colspan=2' if span > 1 else ''}>{text}</td>")
        return f"<tr>{''.join(cells)}</tr>\n"

    head = "".join(f"<th>Column {n}</th>" for n in range(8))
    return f"<table border=1>\n<tr>{head}</tr>\n{filled(row, size)}</table>"


def ntable(rng: random.Random, size: int) -> str:
    def cell(depth: int) -> str:
        text = words(rng, rng.randint(2, 12))
        if not depth:
            return text
        rows = (
            f"<tr>{''.join(f'<td>{cell(depth - 1)}</td>' for _ in range(rng.randint(2, 3)))}</tr>" for _ in range(2)
        )
        return f"{text}<table>{''.join(rows)}</table>"

    return filled(lambda _: f"<table><tr><td>{cell(2)}</td><td>{cell(1)}</td></tr></table>\n", size)


def deep(rng: random.Random, levels: int) -> str:
    tags = ["div" if n % 10 else ("div", "section", "blockquote")[n // 10 % 3] for n in range(levels)]
    start = "".join(f"<{tag}>{words(rng, 1)} {n}\n" for n, tag in enumerate(tags))
    return start + "".join(f"</{tag}>" for tag in reversed(tags))


def links(rng: random.Random, count: int) -> str:
    def link(number: int) -> str:
        text = f'<a href="/l/{number}?q={words(rng, 1)}">{words(rng, rng.randint(1, 4))}</a>'
        before = "<p>" if number % 80 == 0 else "<ul>" if number % 80 == 40 else ""
        after = "</p>\n" if number % 80 == 39 else "</ul>\n" if number % 80 == 79 else ""
        return before + (f"<li>{text}</li>\n" if number % 80 >= 40 else f"{text} ") + after

    return "".join(map(link, range(count)))


def line(rng: random.Random, size: int) -> str:
    return f"<p>{filled(lambda _: words(rng, 100) + ' ', size)}</p>"


def preline(rng: random.Random, size: int) -> str:
    return f"<pre>{filled(lambda _: words(rng, 100) + ' ', size)}</pre>"


def noline(rng: random.Random, size: int) -> str:
    return f"<p>{'x' * size}</p>"


def para(rng: random.Random, size: int) -> str:
    return f"<p>{filled(lambda _: sentence(rng), size)}</p>"


def cjk(rng: random.Random, size: int) -> str:
    def paragraph(_: int) -> str:
        kind = rng.random()
        if kind < 0.7:
            text = "".join(chr(rng.randint(0x4E00, 0x9FA5)) for _ in range(rng.randint(20, 200)))
        elif kind < 0.85:
            text = " ".join("".join(rng.choice("abcde") + "\u0301" for _ in range(5)) for _ in range(12))
        else:
            text = " ".join(
                rng.choice("\U0001f600\U0001f680\u2705\u00e9\ud55c\uae00\u304b\u306a\u30ab\u30ca") for _ in range(40)
            )
        return f"<p>{text}\u3002</p>\n"

    return filled(paragraph, size)


FAMILIES: dict[str, tuple[Make, tuple[str | int, ...]]] = {
    "empty": (lambda rng, size: "", (0,)),
    "doc": (doc, ("10k", "100k", "1m", "10m")),
    "raw": (raw, ("10k", "100k", "1m", "10m")),
    "table": (table, ("10k", "100k", "1m")),
    "ntable": (ntable, ("10k", "100k", "1m")),
    "deep": (deep, (100, 1_000, 10_000, 100_000)),
    "links": (links, (2_000, 20_000, 200_000)),
    "line": (line, ("50k", "500k", "5m")),
    "preline": (preline, ("5m",)),
    "noline": (noline, ("5m",)),
    "para": (para, ("10k", "100k", "1m")),
    "cjk": (cjk, ("10k", "100k", "1m")),
}


def amount(nominal: str | int) -> int:
    """10k, 5m or a plain number as a number."""
    if isinstance(nominal, int):
        return nominal
    return int(nominal[:-1]) * {"k": 1_000, "m": 1_000_000}[nominal[-1]]


def ladder(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """(name, page) of each family of `names`, smallest first; a name may be of one page too (`doc-1m`)."""
    for family, (make, sizes) in FAMILIES.items():
        for nominal in sizes:
            name = f"{family}-{nominal}"
            if family in names or name in names:
                body = make(random.Random(f"7/{name}"), amount(nominal))
                head = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>\n'
                yield name, f"{head}<body>\n{body}\n</body></html>\n".encode()
