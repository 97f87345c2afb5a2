"""What goes through the pipes between a run and its worker processes: pickles, each behind its length."""

from __future__ import annotations

import pickle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO


def framed(value: object) -> bytes:
    """A value as it goes through a pipe."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(8, "big") + data


def receive(source: IO[bytes]) -> object:
    """The next value, None at the end. Both ends are ours: what is unpickled was pickled by this package."""
    head = source.read(8)
    if len(head) < 8:
        return None
    size = int.from_bytes(head, "big")
    data = source.read(size)
    return pickle.loads(data) if len(data) == size else None
