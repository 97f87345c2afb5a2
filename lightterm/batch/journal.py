"""Results in files: a line of JSON each as they come, so that a stop at any instant loses none that was there.

OUT.jsonl    the journal itself
OUT.json     an array, made at the end; until then the journal is OUT.json.part
OUT.csv      a table, made at the end; until then the journal is OUT.csv.part
OUT/         a file a page, and the journal without the pages' text: OUT/index.jsonl
"""

from __future__ import annotations

import csv
import io
import json
import os
from base64 import b64encode
from contextlib import suppress

from lightterm.errors import ConfigError, FileUnreadable, WriteFailed
from lightterm.foreign_json import from_json
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.batch.model import Entry, Outcome

COLUMNS = (
    "index url finalUrl status title contentType tier format content error message retryable exitCode attempts ms"
).split()
_OF_ERROR = {"error": "code", "message": "message", "retryable": "retryable"}
"""Columns of a table that tell of the error -> the error's field."""

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv")
_OTHERS = (".txt", ".md", ".html", ".xml", ".yaml", ".tsv", ".xls", ".xlsx", ".ods", ".parquet", ".db", ".zip", ".gz")
"""Endings of files that are not written: nobody means a folder by one."""

ENDINGS = {"markdown": "md", "json": "json", "metadata": "json", "html-source": "html", "har": "har", "ansi": "ans"}
"""Format -> the end of a page's file name in a folder; text is what all others are."""


class Kept(Record):
    """Where in the journal a result lies, whether asking again is of no use, and its exit code."""

    start: int
    size: int
    final: bool
    code: int


class Journal:
    """The results of a run in the file or folder `out`, appended in the order they come, in the list's at the end."""

    def __init__(self, out: str, resume: bool, retry_failed: bool = False) -> None:
        """Open it; raises ConfigError where something is there that would be lost, WriteFailed, FileUnreadable."""
        self._retry_failed = retry_failed
        self._out = out
        self._kind = os.path.splitext(out)[1].lower() if out.lower().endswith(SUFFIXES) else ""
        if not self._kind and out.lower().endswith(_OTHERS) and not os.path.isdir(out):
            raise ConfigError(f"--out {out}: results are a folder, or a file that ends in {', '.join(SUFFIXES)}")
        part = out if self._kind in (".jsonl", ".ndjson") else f"{out}.part"
        self.path = part if self._kind else os.path.join(out, "index.jsonl")
        if not resume:
            for path in {out, self.path} if self._kind else {self.path}:
                if os.path.exists(path):
                    raise ConfigError(f"--out {out}: there are results already; --resume goes on with them")
        self._kept: dict[tuple[str, int], Kept] = {}
        self._order: dict[int, tuple[str, int]] = {}
        self._sorted = True
        self._last = 0
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            self._file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666), "rb+")
        except OSError as problem:
            raise WriteFailed(f"--out {out}: {problem.strerror or problem}", path=self.path) from None
        try:
            self._size = self._take_over()
        except BaseException:
            self._file.close()
            raise

    def _take_over(self) -> int:
        """Note what is there; a line that was cut off by a kill goes. The size of what is left."""
        if self._kind in (".json", ".csv") and os.path.exists(self._out) and not os.path.getsize(self.path):
            for record in _read_final(self._out, self._kind):
                self._file.write(_line(record))
            self._file.flush()
        self._file.seek(0)
        at = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            record = _record(line, self.path)
            error, nth = record.get("error"), record.get("occurrence", 1)
            final = not isinstance(error, dict) or not error.get("retryable")
            code = int(str(record.get("exitCode") or 0))
            self._kept[str(record["url"]), nth if isinstance(nth, int) else 1] = Kept(at, len(line), final, code)
            at += len(line)
        self._file.truncate(at)
        return at

    def left(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Those of the list that are not here, or may go better now, or failed at all if asked; in the list's order."""
        seen: dict[str, int] = {}
        wanted = []
        for entry in entries:
            seen[entry.typed] = seen.get(entry.typed, 0) + 1
            key = entry.typed, seen[entry.typed]
            self._order[entry.number] = key
            kept = self._kept.get(key)
            if kept is None or not kept.final or (self._retry_failed and kept.code):
                wanted.append(entry)
        self._sorted = not self._kept
        return tuple(wanted)

    def put(self, outcome: Outcome) -> None:
        """Keep a result; raises WriteFailed."""
        key = self._order[outcome.number]
        record = result(outcome)
        if not self._kind:
            record = self._saved(record, outcome)
        if key[1] > 1:
            record["occurrence"] = key[1]
        line = _line(record)
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as problem:
            raise WriteFailed(f"--out {self._out}: {problem.strerror}", path=self.path) from None
        self._kept[key] = Kept(self._size, len(line), outcome.is_final, outcome.exit_code)
        self._size += len(line)
        self._sorted = self._sorted and outcome.number > self._last
        self._last = outcome.number

    @property
    def exit_code(self) -> int:
        """That of the first page of the list that was not read whole, in this run or one before."""
        codes = (self._kept[key].code for key in self._order.values() if key in self._kept)
        return next((code for code in codes if code), 0)

    def _saved(self, record: dict[str, object], outcome: Outcome) -> dict[str, object]:
        """The record with the name of the page's own file instead of its text."""
        record = {key: value for key, value in record.items() if key not in ("content", "page", "contentBase64")}
        if not outcome.content:
            return record | {"file": None}
        name = _file_name(outcome)
        try:
            with open(os.path.join(self._out, name), "wb") as file:
                file.write(outcome.content)
        except OSError as problem:
            raise WriteFailed(f"--out {self._out}: {name}: {problem.strerror}", path=self._out) from None
        return record | {"file": name}

    def close(self) -> None:
        """Bring the results into the list's order and their final form; raises WriteFailed."""
        try:
            if self._kind in (".json", ".csv"):
                self._finish(self._out)
                self._file.close()
                os.unlink(self.path)
            elif not self._sorted:
                self._finish(self.path)
                self._file.close()
        except OSError as problem:
            raise WriteFailed(f"--out {self._out}: {problem.strerror}", path=self._out) from None
        finally:
            self._file.close()

    def _finish(self, path: str) -> None:
        """Write the results to a new file and put it in the place of `path` at once."""
        new = f"{path}.new"
        try:
            with open(new, "wb") as file:
                for piece in _pieces(self._kind, self._in_order()):
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
        except OSError:
            with suppress(OSError):
                os.unlink(new)
            raise

    def _in_order(self) -> Iterator[dict[str, object]]:
        """The last result of each page: the list's in its order, then those that are in no list any more."""
        left = dict(self._kept)
        for number, key in self._order.items():
            if (kept := left.pop(key, None)) is not None:
                yield self._at(kept) | {"index": number}
        for kept in left.values():
            yield self._at(kept)

    def _at(self, kept: Kept) -> dict[str, object]:
        self._file.seek(kept.start)
        return _record(self._file.read(kept.size), self.path)


def _file_name(outcome: Outcome) -> str:
    """`00012-example.org-page.md`: sorted like the list, and no name that a page chose alone."""
    from lightterm.fetch.filename import safe_filename
    from lightterm.fetch.urls import host_of

    stem = os.path.splitext(safe_filename("", outcome.url, ""))[0][:80]
    host = host_of(outcome.url)[:80].translate(dict.fromkeys(map(ord, "[]:%"), "_"))
    return f"{outcome.number:05d}-{host or 'local'}-{stem}.{ENDINGS.get(outcome.format, 'txt')}"


def result(outcome: Outcome) -> dict[str, object]:
    """A result as the object that is written: the page as text, as JSON where that is its format, as base64 for bytes
    that are neither; and the first error."""
    first = outcome.problems[0] if outcome.problems else None
    record: dict[str, object] = {
        "index": outcome.number,
        "url": outcome.typed,
        "finalUrl": outcome.url or None,
        "status": outcome.status,
        "title": outcome.title,
        "contentType": outcome.content_type,
        "tier": outcome.tier,
        "format": outcome.format,
    }
    try:
        text = outcome.content.decode("utf-8")
        is_json = outcome.format in ("json", "metadata") and text
        record |= {"page": json.loads(text)} if is_json else {"content": text}
    except ValueError:
        record["contentBase64"] = b64encode(outcome.content).decode("ascii")
    record["error"] = first and {
        "code": first.code,
        "category": first.category,
        "message": first.message,
        "suggestion": first.suggestion,
        "retryable": first.retryable,
    }
    record["errors"] = [problem.message for problem in outcome.problems]
    return record | {
        "exitCode": outcome.exit_code,
        "attempts": outcome.attempts,
        "ms": round(outcome.milliseconds, 1),
    }


def _line(record: dict[str, object]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _record(line: bytes, path: str) -> dict[str, object]:
    try:
        record = from_json(line)
    except ValueError:
        record = None
    if not isinstance(record, dict) or not isinstance(record.get("url"), str):
        raise FileUnreadable(f"{path} holds no results of a batch; name another file", path=path, actions=())
    return record


def _pieces(kind: str, records: Iterator[dict[str, object]]) -> Iterator[bytes]:
    if kind == ".csv":
        yield _row(COLUMNS)
        for record in records:
            yield _row([_cell(record, column) for column in COLUMNS])
    elif kind == ".json":
        for n, record in enumerate(records):
            yield (b",\n" if n else b"[\n") + _line(record)[:-1]
        yield b"\n]\n"
    else:
        yield from map(_line, records)


def _row(values: list[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(values)
    return text.getvalue().encode("utf-8", "replace")


def _cell(record: dict[str, object], column: str) -> str:
    error = record.get("error")
    if column in _OF_ERROR:
        value = error.get(_OF_ERROR[column], "") if isinstance(error, dict) else ""
        return str(value).lower() if isinstance(value, bool) else str(value)
    value = record.get(column)
    if column == "content" and value is None:
        value = json.dumps(record["page"], ensure_ascii=False) if record.get("page") else record.get("contentBase64")
    return "" if value is None else str(value)


def _read_final(path: str, kind: str) -> Iterator[dict[str, object]]:
    """The results of a run that came to its end. Raises FileUnreadable for a file of something else."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            if kind == ".json":
                found = from_json(file.read())
                yield from found if isinstance(found, list) else [{}]
                return
            csv.field_size_limit(1 << 30)
            seen: dict[str | None, int] = {}
            for row in csv.DictReader(file):
                seen[row.get("url")] = seen.get(row.get("url"), 0) + 1
                record: dict[str, object] = {name: row.get(name) or None for name in COLUMNS}
                if record["error"]:
                    of_error = {field: row.get(column) or "" for column, field in _OF_ERROR.items()}
                    record["error"] = of_error | {"retryable": row.get("retryable") == "true"}
                yield record | {"occurrence": seen[row.get("url")]}
    except ValueError:
        raise FileUnreadable(f"{path} holds no results of a batch; name another file", path=path, actions=()) from None
