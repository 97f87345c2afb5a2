"""A text that is asked for and completed: paths of files, values of a setting."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.document.layout import text_lines
from lightterm.document.model import ROOT, Paragraph
from lightterm.tui.choices import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.complete import Source
    from lightterm.document.model import Block
    from lightterm.tui.command_line import CommandLine

MOST = 500
"""Offers that are gone through; more than these are narrowed down by typing."""


def ask(
    line: CommandLine,
    question: str,
    default: str,
    done: Callable[[str], None],
    offers: Source,
) -> None:
    """Ask for a text on the line. Tab makes it as long as all offers agree, then goes from one to the next."""
    line.ask(question, default, done, watch=_Answer(line, question, default, offers).watch)


class _Answer:
    """What is typed of an answer, and the offers for it once they were asked for."""

    def __init__(self, line: CommandLine, question: str, typed: str, offers: Source) -> None:
        self._line = line
        self._question = question
        self._source = offers
        self._typed = typed
        self._offers: tuple[str, ...] = ()
        self._at = -1

    def watch(self, text: str, by: int) -> None:
        """Take what is typed now (0), or go to the next (1) or previous (-1) offer."""
        if not by:
            if self._line.display:
                self._take(text)
            return
        if not self._offers:
            self._offers = tuple(offer.text for offer in islice(self._source(text), MOST))
            whole = _agreed(self._offers)
            if len(whole) > len(text) and whole.startswith(text):
                self._line.put(whole)
                if len(self._offers) == 1:
                    self._take(whole)
                else:
                    self._typed = whole
                    self._show()
                return
        if self._offers:
            self._at = (self._at + 1 + by) % (len(self._offers) + 1) - 1
            self._line.put(self._offers[self._at] if self._at >= 0 else self._typed)
        else:
            self._line.tell("nothing begins so")
        self._show()

    def _take(self, text: str) -> None:
        self._typed, self._offers, self._at = text, (), -1
        self._show()

    def _show(self) -> None:
        """Show the question, and the offers below it, as far as there is room around the one that is meant."""
        choices = self._line.browser.choices
        asked: list[Block] = [Paragraph(self._question, ROOT, 0, 0, 1)]
        rows = [Row(text) for text in text_lines(asked, self._line.app.size.width - 2, numbers=False)]
        shown = [Row(_short(text)) for text in self._offers]
        choices.show([*rows, *shown], len(rows) + self._at if self._at >= 0 else -1)


def _agreed(texts: tuple[str, ...]) -> str:
    """What all texts begin with."""
    first, last = (min(texts), max(texts)) if texts else ("", "")
    return first[: next((i for i, c in enumerate(first) if last[i : i + 1] != c), len(first))]


def _short(text: str) -> str:
    """An offer in a list: of a path its last name, as the folder stands in the line."""
    name = text.rstrip(os.sep).rpartition(os.sep)[2]
    return name + os.sep if text.endswith(os.sep) and name else name or text
