"""What somebody who has the store alone cannot make: seals on entries of a journal, and where it ended last.

A chain of hashes can be made anew by anyone from any place on. So each entry has a seal by a key that is kept in
another directory, and beside the key stands the entry that came last: one that is taken away, the latest among them, is
missed. Who reads both directories as we do can forge both, which no file of ours can prevent.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os

from lightterm.records import Record
from lightterm.resources import user_directory

KEY = "deeds.key"
_KEY_BYTES = 32
_HEAD_BYTES = 256


class Head(Record):
    """The entry that came last: its number and hash, and when each time was that an earlier one was missed."""

    id: int
    hash: str
    lost: tuple[float, ...] = ()


class Seals:
    """The seals of the journal in one store, of which the key is made when first needed."""

    def __init__(self, store: str) -> None:
        self._store = os.path.realpath(store)
        self._directory = user_directory("state")
        name = hashlib.sha256(os.fsencode(self._store)).hexdigest()[:16]
        self._head = os.path.join(self._directory, f"deeds-{name}.head")
        self._kept = b""

    def key(self, make: bool = False) -> bytes:
        """The key, b"" where there is none and none can be made."""
        if not self._kept:
            path = os.path.join(self._directory, KEY)
            with contextlib.suppress(OSError):
                if make and not os.path.exists(path):
                    _made_once(path, os.urandom(_KEY_BYTES).hex())
                with open(path, encoding="ascii", errors="replace") as file:
                    found = file.read(2 * _KEY_BYTES)
                self._kept = found.encode() if len(found) == 2 * _KEY_BYTES else b""
        return self._kept

    def seal(self, *words: object) -> str:
        """The seal on some words, "" without a key."""
        key = self.key()
        return hmac.new(key, json.dumps(words).encode(), hashlib.sha256).hexdigest() if key else ""

    def head(self) -> Head | None:
        """Where the journal ended; None where nobody has said yet, one of no entry where what was said was changed."""
        try:
            with open(self._head, encoding="utf-8") as file:
                text = file.read()
            if not text:  # made when the disk was full
                return None
            number, digest, lost, seal = json.loads(text)
            is_ours = hmac.compare_digest(seal, self.seal("head", self._store, number, digest, lost))
            return Head(number, digest, tuple(lost)) if is_ours else Head(-1, "")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, TypeError, ValueError):
            return Head(-1, "")

    def move(self, head: Head) -> bool:
        """Say where the journal ends now, whether that was kept. For who has the store to itself meanwhile.

        One write over what stood there: a new file in its place costs 3 ms a time, and a kill halves no write.
        """
        lost = list(head.lost)
        told = [head.id, head.hash, lost, self.seal("head", self._store, head.id, head.hash, lost)]
        text = json.dumps(told).ljust(_HEAD_BYTES).encode()
        try:
            place = os.open(self._head, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.write(place, text)
                os.truncate(place, len(text))
            finally:
                os.close(place)
        except OSError:
            return False
        return True


def _made_once(path: str, text: str) -> None:
    """A private file that is whole from its first instant; one that is there stays. Raises OSError."""
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
    try:
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        os.unlink(temporary)
