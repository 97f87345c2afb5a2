"""How long the program has run: who gives it a deadline counts from when they started it."""

from __future__ import annotations

import os
import time


def age() -> float:
    """Seconds since this process was started, as /proc tells in hundredths (proc(5)); 0 where there is none."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        return max(time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"), 0.0)
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
