"""`python -m lightterm`."""

from __future__ import annotations

from lightterm.cli import run

run()
