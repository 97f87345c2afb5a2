"""A text in an editor whose lightterm is killed: the next one says where it is, and removes what nobody changed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from terminals import Terminal

EDITOR = """#!/bin/sh
[ "$CHANGES" ] && printf ' and more' >> "$1"
echo "begun"
exec sleep 60
"""


@pytest.mark.parametrize("changes", ["", "yes"])
@pytest.mark.parametrize("front", ["--line", ""])
def test_what_was_saved_in_an_editor_outlives_a_kill(
    start: Callable[..., Terminal], tmp_path: Path, changes: str, front: str
) -> None:
    (tmp_path / "tmp").mkdir()
    editor = tmp_path / "editor"
    editor.write_text(EDITOR)
    editor.chmod(0o755)
    page = tmp_path / "form.html"
    page.write_text("<form><textarea name=a>the draft</textarea></form>")
    environment = {"TMPDIR": str(tmp_path / "tmp"), "EDITOR": str(editor), "CHANGES": changes}
    first = start("--line", str(page), term="dumb", **environment)
    first.until(lambda out: out.endswith(b"> "))
    first.type("1\r")
    first.until(lambda out: b"~e opens the editor" in out and out.endswith(b"> "))
    first.type("~e\r")
    first.until(lambda out: b"begun" in out)
    os.kill(first.pid, signal.SIGKILL)
    assert first.end() == -signal.SIGKILL
    [file] = (tmp_path / "tmp").glob("lightterm-edit-*")
    again = start(*([front] if front else []), str(page), term="dumb" if front else "xterm", **environment)
    if changes:
        again.until(lambda out: b"was killed is in" in out)
        assert file.read_text() == "the draft and more"
    else:
        again.until(lambda out: not file.exists())
