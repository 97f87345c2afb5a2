"""Waiting for a load that an agent asked for, for as long as there is time and somebody wants it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lightterm.agent.calling import loading, tell_from_thread
from lightterm.engines.base import tier_name

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from lightterm.session.load import Load

STEP = 0.2
"""Seconds between two looks at how far a load is."""


@loading()
def waited(load: Load, ended: threading.Event, seconds: float, check: Callable[[], None]) -> bool:
    """Wait for a load, telling whoever calls how it goes; whether it ended in time. `check` raises LighttermError."""
    start, said = time.monotonic(), ("", 1)
    while not ended.wait(min(STEP, max(0.0, start + seconds - time.monotonic()))):
        took = time.monotonic() - start
        if took >= seconds:
            return False
        check()
        if said != (said := (load.stage, load.tier)):
            tell_from_thread(f"{load.stage} in tier {tier_name(load.tier)}, {took:.1f} s")
    return True
