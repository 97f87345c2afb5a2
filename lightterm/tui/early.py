"""Signals that end the start, while the app is not there yet."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Early:
    """Ends the start by an exception: what was opened is closed on the way out.

    Where that comes up in a finalizer, a callback of the interpreter's or a script of the person's it is lost, and the
    app begins all the same: of 240 signals in the first second four were not heard. Hence the app asks for `code`.
    """

    code = 0
    """What it was told to end with, 0 for nothing yet."""

    def heard(self, number: int, _frame: object) -> None:
        """Take a signal."""
        self.code = 128 + number
        raise SystemExit(self.code)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """What was told is the end, not what else became of its exception: while a class is made, Python wraps it."""
        try:
            yield
        except Exception:
            if self.code:
                raise SystemExit(self.code) from None
            raise
