"""Starting anew in the place of the program that runs, with the tabs it had."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front

VARIABLE = "LIGHTTERM_RESTART"


def check_restart(front: Front) -> None:
    """Raise ValidationFailed where the tabs would be lost, ConfigError where it could not begin again."""
    from lightterm.settings import load

    if front.session.settings.session.private:
        raise ValidationFailed("a private session is kept nowhere: its tabs would be lost", actions=())
    if os.path.exists(front.config_file):
        load(front.config_file)


def start_anew(run: int) -> NoReturn:
    """Become a new lightterm, started as this one was, that opens the tabs of a run instead of its addresses."""
    os.environ[VARIABLE] = str(run)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def run_to_open() -> int:
    """The run whose tabs this start is to open, told once; 0 for a start like any other."""
    told = os.environ.pop(VARIABLE, "")
    return int(told) if told.isdecimal() and len(told) < 16 else 0
