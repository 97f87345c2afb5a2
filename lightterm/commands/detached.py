"""Programs that run beside lightterm, in a session of their own: they go on when it ends."""

from __future__ import annotations

import subprocess
import tempfile

from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def start_detached(words: Sequence[str], stdin: bytes = b"") -> subprocess.Popen[bytes]:
    """Start a program without a shell and without a terminal. Raises ValidationFailed when it cannot be run.

    Its input is a file that nobody else sees, not a pipe: it gets all of it, also when lightterm ends meanwhile.
    """
    try:
        with tempfile.TemporaryFile() as file:
            file.write(stdin)
            file.seek(0)
            return subprocess.Popen(
                list(words),
                stdin=file,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
    except OSError as problem:
        raise ValidationFailed(f"{words[0]}: {problem.strerror}", actions=()) from None
