"""Copies of files that agents send: of bounded size, and none is left that is not whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lightterm.agent import copies
from lightterm.agent.copies import LARGEST
from lightterm.agent.folders import granted, there
from lightterm.errors import ValidationFailed, WriteFailed


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder that was granted."""
    (tmp_path / "granted").mkdir()
    return there(str(tmp_path / "granted"))


def left() -> list[Path]:
    """The files that there are copies of now."""
    return sorted(path for place in copies._places for path in Path(place).rglob("*") if path.is_file())


def test_a_file_that_no_form_can_send_is_not_copied(folder: str) -> None:
    before = left()
    with Path(folder, "vast").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(ValidationFailed, match=rf"'vast' has {LARGEST + 1} bytes, and agents send files of"):
        granted("vast", folder)
    assert left() == before


@pytest.mark.skipif(os.name == "nt", reason="no bound of files there")
def test_a_copy_that_the_disk_has_no_room_for_leaves_nothing_and_is_told_of(folder: str) -> None:
    import resource

    Path(folder, "some").write_bytes(b"x" * 400_000)
    before, (soft, hard) = left(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(WriteFailed, match="'some' could not be copied to be sent"):
            granted("some", folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert left() == before
    assert Path(granted("some", folder)).stat().st_size == 400_000
