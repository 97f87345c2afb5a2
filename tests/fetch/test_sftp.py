"""sftp: files and directories of a real sshd on loopback, by the machine's own ssh."""

from __future__ import annotations

import getpass
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from opening import code, text

from lightterm import settings
from lightterm.errors import LighttermError
from lightterm.fetch.model import Headers, Request
from lightterm.fetch.schemes import check_allowed
from lightterm.session.download import Transfer
from lightterm.session.session import Session
from lightterm.session.store.model import Download

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
needs_sshd = pytest.mark.skipif(not SSHD or not shutil.which("ssh"), reason="there is no sshd here")
PATIENCE = 30.0

BREAKS_OFF_ONCE = """
import os, subprocess, sys
whole = ["{folder}/whole", *sys.argv[1:]]
try:
    os.mkdir("{folder}/once")
except FileExistsError:
    os.execv(whole[0], whole)
ssh = subprocess.Popen(whole, stdout=subprocess.PIPE)
left = 900_000
while left:
    left -= os.write(1, os.read(ssh.stdout.fileno(), left))
ssh.kill()
"""
"""An ssh whose connection breaks off after so many bytes, the first time."""


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    with Session(settings.load()) as made:
        yield made


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of an sshd that this machine's ssh knows and has a key for."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = int(free.getsockname()[1])
    keys = tmp_path / "keys"
    keys.mkdir(0o700)
    for name in ("host", "mine"):
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(keys / name)]
        subprocess.run(made, check=True, timeout=PATIENCE)
    shutil.copy(keys / "mine.pub", keys / "authorized")
    host_key = (keys / "host.pub").read_text()
    (keys / "known").write_text(f"[127.0.0.1]:{number} {host_key}")
    (keys / "sshd").write_text(
        f"ListenAddress 127.0.0.1\nPort {number}\nHostKey {keys}/host\nAuthorizedKeysFile {keys}/authorized\n"
        "StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPidFile none\n"
        "Subsystem sftp internal-sftp\n"
    )
    (keys / "config").write_text(f"IdentityFile {keys}/mine\nIdentitiesOnly yes\nUserKnownHostsFile {keys}/known\n")
    programs = tmp_path / "bin"
    programs.mkdir()
    # ssh takes the home of the user database, not $HOME.
    (programs / "ssh").write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {keys}/config "$@"\n')
    (programs / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    assert SSHD is not None
    with subprocess.Popen([SSHD, "-D", "-e", "-f", str(keys / "sshd")], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            if not any("Server listening" in line for line in server.stderr):
                pytest.skip("sshd does not run for this user")  # as root it wants /run/sshd
            reader = threading.Thread(target=server.stderr.read)
            reader.start()
            yield number
            server.terminate()
            reader.join(PATIENCE)
        finally:
            server.terminate()


@needs_sshd
def test_sftp_files_and_directories(session: Session, port: int, tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "deep").mkdir(parents=True)
    (files / "read me.txt").write_text("Read this.")
    (files / "100% é\t.html").write_text("<h1>Percent</h1><a href='read me.txt'>on</a>")
    long = b"".join(b"Line %d of a long file.\n" % n for n in range(100_000))
    (files / "deep" / "long.txt").write_bytes(long)
    (files / "shut").mkdir()
    at = f"sftp://{getpass.getuser()}@127.0.0.1:{port}"
    folder = session.open(Request(f"{at}{files}"), 80)
    assert not folder.errors and folder.document.url == f"{at}{files}/"
    assert [target.text for target in folder.document.targets][:3] == ["Parent directory", "deep/", "shut/"]
    urls = [target.url for target in folder.document.targets]
    assert urls[0] == f"{at}{files.parent}/" and f"{at}{files}/deep/" in urls
    assert "Read this." in text(session.open(Request(f"{at}{files}/read%20me.txt"), 80))
    page = session.open(Request(next(url for url in urls if url.endswith(".html"))), 80)
    assert "Percent" in text(page) and page.document.targets[1].url == f"{at}{files}/read%20me.txt"
    assert session.open(Request(f"{at}{files}/deep/long.txt"), 80).response.body == long
    part = session.open(Request(f"{at}{files}/deep/long.txt", max_bytes=100_000), 80)
    assert [error.code for error in part.errors] == ["NETWORK_TOO_LARGE"] and part.response.body == long[:100_000]
    assert code(session, f"{at}{files}/nothing") == "HTTP_NOT_FOUND"
    home = session.open(Request(f"{at}/~/"), 80)
    assert not home.errors and home.document.url == f"{at}/~/"


@needs_sshd
def test_a_download_goes_on_where_the_connection_broke_off(session: Session, port: int, tmp_path: Path) -> None:
    """What had come was dropped, and asked for anew; no file came to the disk before its end, which took memory."""
    data = b"".join(b"%09d\n" % n for n in range(200_000))
    (tmp_path / "big.bin").write_bytes(data)
    ssh = tmp_path / "bin" / "ssh"
    ssh.rename(tmp_path / "whole")
    ssh.write_text(f"#!{sys.executable}\n{BREAKS_OFF_ONCE.format(folder=tmp_path)}")
    ssh.chmod(0o755)
    session.configure(session.settings.with_session([("downloads.folder", str(tmp_path / "got"))]))
    over: queue.Queue[Transfer] = queue.Queue()
    told: list[tuple[int, Headers]] = []

    class Looking(Transfer):
        def head(self, url: str, status: int, headers: Headers) -> None:
            told.append((status, headers))
            super().head(url, status, headers)

    url = f"sftp://{getpass.getuser()}@127.0.0.1:{port}{tmp_path}/big.bin"
    Looking(session, Download(url, ""), Request(url), over.put, str(tmp_path / "got")).start()
    done = over.get(timeout=PATIENCE).download
    assert done.state == "done" and Path(done.path).read_bytes() == data
    (status, head), (again, rest) = told
    assert (status, again) == (200, 206) and ("Content-Length", str(len(data))) in head
    assert dict(rest)["Content-Range"].startswith("bytes 8")


@needs_sshd
def test_who_has_no_key_or_knows_not_the_host_is_told_so(session: Session, port: int, tmp_path: Path) -> None:
    at = f"sftp://{getpass.getuser()}@127.0.0.1:{port}/"
    known = (tmp_path / "keys" / "known").read_text()
    (tmp_path / "keys" / "known").write_text("")
    assert code(session, at) == "NETWORK_TLS_FAILED"
    (tmp_path / "keys" / "known").write_text(known)
    (tmp_path / "keys" / "authorized").write_text("")
    assert code(session, at) == "AUTH_MISSING_SESSION"


@needs_sshd
def test_a_key_that_changed_is_told_of_as_that(session: Session, port: int, tmp_path: Path) -> None:
    """It was told of as a host that is new, and to be signed in to by hand."""
    other = (tmp_path / "keys" / "mine.pub").read_text()
    (tmp_path / "keys" / "known").write_text(f"[127.0.0.1]:{port} {other}")
    with pytest.raises(LighttermError, match="another key than before") as caught:
        session.open(Request(f"sftp://{getpass.getuser()}@127.0.0.1:{port}/"), 80)
    assert caught.value.actions[0].description.endswith(f'ssh-keygen -R "[127.0.0.1]:{port}"')
    (tmp_path / "keys" / "known").write_text("")
    with pytest.raises(LighttermError, match="does not know") as caught:
        session.open(Request(f"sftp://{getpass.getuser()}@127.0.0.1:{port}/"), 80)
    assert "before" not in str(caught.value)


@needs_sshd
def test_a_server_that_says_nothing_is_given_up(session: Session, port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        nobody = f"sftp://a@127.0.0.1:{deaf.getsockname()[1]}/"
        assert code(session, Request(nobody, deadline=0.5)) == "NETWORK_TIMEOUT"
    assert code(session, nobody) == "NETWORK_CONNECTION_FAILED"


@pytest.mark.parametrize(
    "url",
    [
        "sftp:///etc",
        "sftp://-oProxyCommand=x/",
        "sftp://h$(x)/",
        "sftp://-oProxyCommand=x@h/",
        "sftp://a;b@h/",
        "sftp://a:secret@h/",
    ],
)
def test_no_address_becomes_an_option_or_a_command(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    ssh = tmp_path / "ssh"
    ssh.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert code(session, url) == "URL_INVALID"
    assert not (tmp_path / "ran").exists()


def test_without_ssh_it_is_said(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert code(session, "sftp://h/") == "FILE_UNREADABLE"


def test_programs_have_no_sftp() -> None:
    with pytest.raises(LighttermError):
        check_allowed("sftp://h/", "program")
    check_allowed("sftp://h/", "link", "https://example.org/")
