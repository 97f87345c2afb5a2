"""The verbs that the TUI does itself: functions by the name of their command, found in the modules named here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.verbs import Verbs

if TYPE_CHECKING:
    from lightterm.tui.app import Browser


def _load() -> None:
    from lightterm.tui import (  # noqa: F401  they fill the table
        entry,
        folds,
        menu,
        question,
        verbs_agents,
        verbs_caret,
        verbs_find,
        verbs_forms,
        verbs_frames,
        verbs_hints,
        verbs_links,
        verbs_lists,
        verbs_live,
        verbs_look,
        verbs_modes,
        verbs_moving,
        verbs_panes,
        verbs_pictures,
        verbs_reader,
        verbs_search,
    )


_verbs: Verbs[Browser] = Verbs(_load, ": not in this front end")
verb, known, act = _verbs.verb, _verbs.known, _verbs.act
