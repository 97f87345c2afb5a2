"""Where running lightterms listen: no file, link or directory of another's is taken for a socket of one's own."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from agent_clients import COMMAND, environment

from lightterm.agent.sockets import clear, leave, running, unix_socket
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Callable

NOBODY = 65534


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the sockets."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    place = tmp_path / "lightterm"
    place.mkdir(mode=0o700)
    return place


def listening(place: Path, backlog: int = 5) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(place))
    made.listen(backlog)
    return made


def a_file(place: Path) -> None:
    place.write_text("mine")


def a_directory(place: Path) -> None:
    place.mkdir()


def a_link_to_nothing(place: Path) -> None:
    place.symlink_to("nowhere")


def a_link_to_a_file(place: Path) -> None:
    (place.parent / "file").write_text("mine")
    place.symlink_to("file")


@pytest.mark.parametrize("made", [a_file, a_directory, a_link_to_nothing, a_link_to_a_file])
def test_what_is_no_socket_is_left_where_it_is(own: Path, made: Callable[[Path], None]) -> None:
    place = own / "tides.sock"
    made(place)
    before = place.lstat()
    with pytest.raises(ValidationFailed, match=r"tides\.sock is no socket of yours"):
        clear(place)
    assert (place.lstat().st_ino, place.lstat().st_size) == (before.st_ino, before.st_size)
    done = subprocess.run([*COMMAND, "--socket", "tides"], capture_output=True, text=True, env=environment())
    assert done.returncode == 39 and "is no socket of yours" in done.stderr
    for name in ("tides", ""):
        done = subprocess.run([*COMMAND, "--attach", *([name] if name else [])], capture_output=True, text=True)
        assert done.returncode == 39 and "is serving" in done.stderr, done.stderr


def test_a_link_to_a_socket_is_not_attached_to(own: Path, tmp_path: Path) -> None:
    with listening(tmp_path / "evil.sock"):
        (own / "tides.sock").symlink_to(tmp_path / "evil.sock")
        for name in ("tides", ""):
            with pytest.raises(ValidationFailed, match="is serving"):
                running(name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root alone gives files away")
def test_what_another_user_put_there_is_not_attached_to(own: Path) -> None:
    with listening(own / "tides.sock"):
        assert running("tides") == running() == own / "tides.sock"
        os.chown(own / "tides.sock", NOBODY, NOBODY)
        for name in ("tides", ""):
            with pytest.raises(ValidationFailed, match="is serving"):
                running(name)
        os.chown(own / "tides.sock", 0, 0)
        os.chown(own, NOBODY, NOBODY)
        with pytest.raises(ValidationFailed, match="another user's"):
            running("tides")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root alone gives files away")
def test_a_directory_by_a_link_of_another_user_is_none_of_ours(own: Path, tmp_path: Path) -> None:
    own.rename(tmp_path / "elsewhere")
    own.symlink_to("elsewhere")
    assert stat.S_ISDIR(own.stat().st_mode)
    with listening(own / "tides.sock"):
        assert running("tides") == own / "tides.sock", "a link of our own is as good as a directory"
        os.lchown(own, NOBODY, NOBODY)
        with pytest.raises(ValidationFailed, match="another user's"):
            running("tides")


def test_a_file_in_place_of_the_directory_is_said(own: Path) -> None:
    own.rmdir()
    own.write_text("")
    with pytest.raises(ValidationFailed, match="is no directory"):
        running()


def test_who_is_suspended_is_not_taken_for_dead(own: Path) -> None:
    place = own / "tides.sock"
    with listening(place, 0), socket.socket(socket.AF_UNIX) as waits:
        waits.connect(str(place))  # as many wait as may
        with pytest.raises(ValidationFailed, match="serves tides already"):
            clear(place)
        assert place.exists()


def test_of_a_dead_socket_one_makes_a_new_one_and_leaves_that_of_another(own: Path) -> None:
    place = own / "tides.sock"
    listening(place).close()
    with unix_socket(place) as first:
        assert running() == place and stat.S_IMODE(place.stat().st_mode) == 0o600
        with pytest.raises(ValidationFailed, match="serves tides already"):
            unix_socket(place)
        first.close()
        with unix_socket(place):
            leave(place)
            assert running() == place, "another has it by now"
    leave(place)
    assert not place.exists()
