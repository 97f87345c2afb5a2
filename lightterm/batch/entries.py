"""The list of a batch: one address a line, or one JSON object a line with options of its own."""

from __future__ import annotations

import json
import os
import sys

from lightterm.batch.model import Common, Entry
from lightterm.batch.page import problem_of
from lightterm.error_base import LighttermError
from lightterm.errors import ConfigError, FileMissing, FileUnreadable, SchemeRefused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.batch.model import Configure


def read_entries(source: str, configure: Configure) -> tuple[Entry, ...]:
    """The pages of the list at `source` ("-": stdin), in order; empty lines and those that begin with # are none.

    A line that is no address, JSON that makes no sense, and options that do not exist make an entry with its problem,
    which says the line: the others are read. Raises FileMissing, FileUnreadable.
    """
    entries: list[Entry] = []
    where = "standard input" if source == "-" else source
    for at, line in enumerate(_lines(source), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            entries.append(_entry(len(entries) + 1, text, f"{where}:{at}", configure))
    return tuple(entries)


def _lines(source: str) -> list[str]:
    try:
        if source == "-":
            data = sys.stdin.buffer.read() if sys.stdin is not None else b""
        else:
            with open(source, "rb") as file:
                data = file.read()
    except OSError as problem:
        kind = FileMissing if isinstance(problem, FileNotFoundError) else FileUnreadable
        raise kind(f"--batch {source}: {problem.strerror}", path=source) from None
    return data.decode("utf-8-sig", "replace").splitlines()


def _entry(number: int, text: str, where: str, configure: Configure) -> Entry:
    """The entry of a line; `where` is the list and the line's number."""
    if not text.startswith("{"):
        return _addressed(Entry(number, text))
    typed = text
    try:
        fields = _fields(text)
        typed = _address(fields)
        words = tuple(word for name, value in fields.items() for word in _words(name, value))
        own = Common(*configure(words)) if words else None
    except ConfigError as problem:
        said = ConfigError(f"{where}: {problem.message}", actions=())
        return Entry(number, typed, problem=problem_of(said))
    return _addressed(Entry(number, typed, own=own))


def _fields(text: str) -> dict[str, object]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise ConfigError("this begins like JSON and is none") from None
    return dict(fields)


def _address(fields: dict[str, object]) -> str:
    """The address among the fields, which is taken out."""
    typed = fields.pop("url", None)
    if not isinstance(typed, str) or not typed.strip():
        raise ConfigError('an entry needs its address: {"url": ...}')
    return typed.strip()


def _words(name: str, value: object) -> tuple[str, ...]:
    """One option as on the command line: `{"selector": ["main"], "fresh": true}` is `--selector=main --fresh`."""
    if value is None or value is False:
        return ()
    if value is True:
        return (f"--{name}",)
    if isinstance(value, list):
        return tuple(word for each in value for word in _words(name, each))
    if not isinstance(value, str | int | float):
        raise ConfigError(f"{name}: an option is a text, a number, true, or a list of these")
    return (f"--{name}={value}",)


def _addressed(entry: Entry) -> Entry:
    """The entry with the address it means, or with what is wrong."""
    from lightterm.fetch.urls import host_of, typed_to_url

    try:
        url = typed_to_url(entry.typed, os.getcwd())
        _check(url, entry.typed)
        return entry.replace(url=url, host=host_of(url) if url.startswith("http") else "")
    except LighttermError as error:
        return entry.replace(problem=problem_of(error))


def _check(url: str, typed: str) -> None:
    """Raise SchemeRefused for what no line of a list may name: lists are made of links, and a link may say file:."""
    if url == "stdin:":
        raise SchemeRefused("a list cannot name standard input", actions=(), url=url)
    if url.startswith("file:") and typed[:5].lower() == "file:":
        raise SchemeRefused("file: addresses are not for lists; write the path alone", actions=(), url=url)
