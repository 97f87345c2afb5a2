"""Mutated pages through the whole dump: `python -m tests.fuzz --seconds 60 [--seed N] [--keep DIR]`.

Every case must end with a documented exit code and without a traceback, within TIME seconds, and print no control
character, no override and no line wider than asked (outside preformatted text). A case that fails, hangs or kills the
interpreter is left in the directory that is printed; the seed and the number of the case make it again.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lightterm.cli_help import exit_codes
from lightterm.document.cells import width as cells
from lightterm.errors import InternalError
from tests.dumping import dump
from tests.fuzz_words import ATTRIBUTES, CHARSETS, NUMBERS, OTHER, STYLES, TAGS, TEXTS
from tests.unsafe import UNSAFE, unsafe_in

TIME = 10.0
"""Seconds a case may take."""

HUNG = 30.0
"""Seconds after which a case counts as hung: where it stands is printed, and the run ends."""

LARGEST = 200_000
"""Bytes of a case, but for what a single mutation multiplies."""

DOCUMENTED = {row.number for row in exit_codes()}

OPTIONS = ("--no-css", "--no-numbers", "--no-metadata", "--encoding=ascii")
PRINTED = ("--format=ansi", "--title", "--source")
"""Of these one at a time: others contradict each other."""

Mutation = Callable[[random.Random, bytes], bytes]

CORPUS = Path(__file__).parent / "corpus"


class Case(NamedTuple):
    """One input, its media type, and the options of the dump."""

    data: bytes
    kind: str
    options: tuple[str, ...]
    width: int


def flip(rng: random.Random, data: bytes) -> bytes:
    """Some bytes changed."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 20)):
        out[rng.randrange(len(out))] = rng.choice((rng.randrange(256), *b"<>&\"'/=;\x00\x1b\x9b\xff"))
    return bytes(out)


def cut(rng: random.Random, data: bytes) -> bytes:
    """A slice taken out, or the end."""
    start = rng.randrange(len(data))
    return data[:start] + data[min(len(data), start + rng.choice((1, 10, 100, 10**9))) :]


def double(rng: random.Random, data: bytes) -> bytes:
    """A slice repeated."""
    start = rng.randrange(len(data))
    piece = data[start : start + rng.randint(1, 200)]
    times = rng.choice((2, 10, 100, max(1, LARGEST // len(piece))))
    return data[:start] + piece * times + data[start:]


def splice(rng: random.Random, data: bytes) -> bytes:
    """Some tags, texts or styles put in at random places."""
    for _ in range(rng.randint(1, 12)):
        at = rng.choice((rng.randrange(len(data) + 1), data.find(b"<", rng.randrange(len(data))) + 1))
        data = data[:at] + fragment(rng).encode("utf-8", "surrogatepass") + data[at:]
    return data


def nest(rng: random.Random, data: bytes) -> bytes:
    """All of it deep inside something."""
    opening = "".join(start_tag(rng) for _ in range(rng.randint(1, 3))).encode("utf-8", "surrogatepass")
    return opening * rng.choice((3, 50, 600, LARGEST // len(opening))) + data


def shuffle(rng: random.Random, data: bytes) -> bytes:
    """The pieces between tags in another order."""
    pieces = data.split(b"<")
    if len(pieces) > 3:
        for _ in range(rng.randint(1, 10)):
            i, j = rng.randrange(1, len(pieces)), rng.randrange(1, len(pieces))
            pieces[i], pieces[j] = pieces[j], pieces[i]
    return b"<".join(pieces)


def encode(rng: random.Random, data: bytes) -> bytes:
    """Another charset, said or not."""
    charset = rng.choice(CHARSETS)
    with contextlib.suppress(LookupError, UnicodeError):
        data = data.decode("utf-8", "replace").encode(charset, "replace")
    return f"<meta charset={charset}>".encode() + data if rng.random() < 0.5 else data


def count(rng: random.Random, data: bytes) -> bytes:
    """Something else where a number stands, there alone or everywhere."""
    found = [*re.finditer(rb"[-+]?[0-9]+(?:\.[0-9]+)?", data)]
    number = rng.choice(NUMBERS).encode()
    for each in sorted(rng.sample(found, min(len(found), rng.choice((1, 3, 20)))), key=re.Match.start, reverse=True):
        data = data[: each.start()] + number + data[each.end() :]
    return data


MUTATIONS: tuple[Mutation, ...] = (flip, cut, double, splice, splice, splice, nest, shuffle, encode, count, count)


def start_tag(rng: random.Random) -> str:
    """A start tag, seldom sound."""
    attributes = "".join(f" {counted(rng, rng.choice(ATTRIBUTES))}" for _ in range(rng.choice((0, 0, 1, 1, 2, 5))))
    return f"<{rng.choice(TAGS)}{attributes}{rng.choice(('>', '>', '>', '/>', ''))}"


def counted(rng: random.Random, text: str) -> str:
    """A text, half the time with something else where its numbers stand."""
    return text if rng.random() < 0.5 else re.sub("[-+]?[0-9.]*[0-9]", rng.choice(NUMBERS), text)


def fragment(rng: random.Random) -> str:
    """A piece of a page."""
    kind = rng.random()
    if kind < 0.45:
        return start_tag(rng) + (rng.choice(TEXTS) if rng.random() < 0.4 else "")
    if kind < 0.6:
        return f"</{rng.choice(TAGS)}>"
    if kind < 0.7:
        return f"<style>{counted(rng, rng.choice(STYLES))}</style>"
    if kind < 0.75:
        return rng.choice(("<!--", "-->", "<![CDATA[", "]]>", "<?", "<!doctype html>", "<!", "</", "<a\x1c='x:1;y:2'>"))
    if kind < 0.85:
        return f"x{rng.choice(UNSAFE)}y&#{ord(rng.choice(UNSAFE))};z"
    return rng.choice(TEXTS)


def make_case(seed: int, number: int, pages: list[bytes]) -> Case:
    """Case `number` of a seed: always the same."""
    rng = random.Random(f"{seed}/{number}")
    kind = "text/html" if rng.random() < 0.75 else rng.choice(list(OTHER))
    data = OTHER.get(kind) or rng.choice(pages)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        data = rng.choice(MUTATIONS)(rng, data)[: 2 * LARGEST] or b"x"
    width = rng.choice((1, 2, 3, 10, 20, 40, 80, 80, 200))
    options = [f"--width={width}", f"--links={rng.choice(('none', 'none', 'refs', 'inline', 'only'))}"]
    options += [option for option in OPTIONS if rng.random() < 0.12]
    printed = rng.choice(PRINTED) if rng.random() < 0.3 else ""
    if printed == "--source":
        options = [option for option in options if option != "--links=only"]
    options += [printed] if printed else []
    return Case(data, kind, tuple(options), width)


SEQUENCE = re.compile("\x1b\\[[0-9;]*m|\x1b\\]8;[^\x1b\x07]*;[^\x1b\x07]*(?:\x1b\\\\|\x07)")
"""The escape sequences of our own."""

CONTROLS = bytes((*range(9), *range(14, 32), *range(127, 160), 0xC2))

MAYBE_PREFORMATTED = re.compile(rb"pre|listing|xmp|plaintext|white-space|textarea|math", re.IGNORECASE)


def problem_of(case: Case) -> str:
    """What is wrong with how the case ends, or an empty string."""
    start = time.process_time()  # not the clock: other processes may hold the machine
    done = dump("-v", "-T", case.kind, *case.options, "-", stdin=case.data)
    took = time.process_time() - start
    if "Traceback" in done.errors or done.code not in DOCUMENTED or done.code == InternalError.exit_code:
        return f"exit code {done.code}: {done.errors[-3000:]}"
    if took > TIME:
        return f"{took:.1f} s"
    if "--source" in case.options and case.kind != "text/html":
        return ""  # the body of what is no text goes into a pipe as it came
    plain = SEQUENCE.sub("", done.text) if "--format=ansi" in case.options else done.text
    for where, text in (("output", plain), ("stderr", done.errors)):
        found = unsafe_in(text)
        if found:
            return f"{where} holds {found}"
    return too_wide(case, plain)


def too_wide(case: Case, text: str) -> str:
    """A line wider than asked of a page that certainly has no preformatted text, or an empty string.

    Where the width is one, a character of two cells (three with a skin tone on one that takes none) has no other place
    than a line of its own.
    """
    if case.kind != "text/html" or "--source" in case.options or "--title" in case.options:
        return ""
    if "--links=none" not in case.options or MAYBE_PREFORMATTED.search(case.data.translate(None, CONTROLS)):
        return ""
    for line in text.split("\n"):
        wide = cells(line)
        if wide > max(case.width, 3):
            return f"a line of {wide} cells where {case.width} were asked: {line[:200]!r}"
    return ""


def main() -> int:
    """Run cases until the time is over; exit code 1 when one fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--case", type=int, help="run this one case of the seed")
    parser.add_argument("--keep", type=Path, help="where a failing input is left")
    chosen = parser.parse_args()

    room = chosen.keep or Path(tempfile.mkdtemp(prefix="lightterm-fuzz-"))
    room.mkdir(parents=True, exist_ok=True)
    pages = [path.read_bytes() for path in sorted(CORPUS.glob("*.html"))]
    print(f"seed {chosen.seed}; the case that runs is in {room}", flush=True)
    until = time.monotonic() + chosen.seconds
    number = chosen.case or 0
    while time.monotonic() < until:
        case = make_case(chosen.seed, number, pages)
        (room / "input").write_bytes(case.data)
        (room / "options").write_text(" ".join(("-T", case.kind, *case.options)) + "\n")
        faulthandler.dump_traceback_later(HUNG, exit=True)
        problem = problem_of(case)
        faulthandler.cancel_dump_traceback_later()
        if problem:
            print(
                f"FAILED: --seed {chosen.seed} --case {number} ({room / 'input'}, {' '.join(case.options)}): {problem}"
            )
            return 1
        if chosen.case is not None:
            break
        number += 1
    print(f"{number} cases passed")
    for name in ("input", "options"):
        (room / name).unlink(missing_ok=True)
    if chosen.keep is None:
        room.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
