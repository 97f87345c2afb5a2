"""Gather the given names by which a person's name is told from other short texts.

    pip install Faker names
    python -m tests.bench.given_names

Writes lightterm/extract/facts/given_names.txt.gz from the lists of two packages: Faker (MIT; names of some sixty
countries) and names (MIT; the United States' census of 1990, public domain). Only alphabets that have capitals.
"""

from __future__ import annotations

import gzip
import importlib
import pkgutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import faker.providers.person as people
import names

from lightterm.extract.facts.names import GIVEN

CASED = ("LATIN", "CYRILLIC", "GREEK")


def from_faker() -> Iterator[str]:
    for country in pkgutil.iter_modules(people.__path__):
        provider = importlib.import_module(f"{people.__name__}.{country.name}").Provider
        for attribute in dir(provider):
            listed = getattr(provider, attribute)
            if attribute.startswith("first_name") and isinstance(listed, (tuple, list, dict)):
                yield from (name for name in listed if isinstance(name, str))


def from_census() -> Iterator[str]:
    for kind in ("male", "female"):
        lines = Path(names.full_path(f"dist.{kind}.first")).read_text("utf-8").splitlines()
        yield from (line.split()[0] for line in lines)


def is_given(name: str, shortest: int) -> bool:
    letters = name.replace("-", "").replace("'", "")
    return len(name) >= shortest and letters.isalpha() and unicodedata.name(name[0]).split()[0] in CASED


def main() -> None:
    found = {name.strip().casefold() for name in from_faker() if is_given(name.strip(), 3)}
    found |= {name.casefold() for name in from_census() if is_given(name, 2)}
    Path(GIVEN).write_bytes(gzip.compress("\n".join(sorted(found)).encode(), 9, mtime=0))
    print(len(found), "names,", Path(GIVEN).stat().st_size, "bytes")


if __name__ == "__main__":
    main()
