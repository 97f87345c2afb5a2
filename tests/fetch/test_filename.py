"""Saved files: safe names, and never over another file."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.errors import WriteFailed
from lightterm.fetch.filename import safe_filename, save_new

URL = "https://example.org/files/report.pdf?v=2"


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ("", "report.pdf"),
        ("attachment", "report.pdf"),
        ('attachment; filename="a b.txt"', "a b.txt"),
        ("attachment; filename=plain.txt; x=y", "plain.txt"),
        ("filename=plain.txt", "plain.txt"),
        ('attachment; filename="a;b\\"c.txt"', "a;b_c.txt"),
        ("attachment; filename=\"old.txt\"; filename*=UTF-8''n%C3%A4%E2%82%AC.txt", "nä€.txt"),
        ("attachment; filename*=iso-8859-1'en'%A3.txt", "£.txt"),
        ("attachment; filename*=UTF-8''%FF.txt; filename=fall.txt", "fall.txt"),
        ("attachment; filename*=bogus; filename=fall.txt", "fall.txt"),
        ('attachment; filename="' + "nä.txt".encode().decode("latin-1") + '"', "nä.txt"),
        ('attachment; filename="n\xe4.txt"', "nä.txt"),
        ('attachment; filename="n%C3%A4.txt"', "nä.txt"),
        ('attachment; filename="=?utf-8?B?bsOkLnR4dA==?="', "nä.txt"),
        ('attachment; filename="../../etc/passwd.txt"', "passwd.txt"),
        ('attachment; filename="C:\\\\Windows\\\\x.txt"', "x.txt"),
        ("attachment; filename*=UTF-8''..%2F..%2Fx.txt", "x.txt"),
        ('attachment; filename=".bashrc.txt"', "bashrc.txt"),
        ('attachment; filename="-rf.txt"', "rf.txt"),
        ('attachment; filename="..."', "report.pdf"),
        ('attachment; filename="nul.txt"', "_nul.txt"),
        ('attachment; filename="COM1.txt"', "_COM1.txt"),
        ('attachment; filename="console.txt"', "console.txt"),
        ('attachment; filename="a\x1b[31m\x07.txt"', "a[31m.txt"),
        ("attachment; filename*=UTF-8''a%E2%80%AEtxt.exe%E2%80%8B", "atxt.exe"),
        ('attachment; filename="x.txt. . "', "x.txt"),
        ('attachment; filename="a<b>|?*.txt"', "a_b____.txt"),
        ('attachment; filename="unclosed.txt', "unclosed.txt"),
    ],
)
def test_suggested_names_are_made_safe(disposition: str, name: str) -> None:
    assert safe_filename(disposition, URL, "") == name


@pytest.mark.parametrize(
    ("url", "content_type", "name"),
    [
        ("https://example.org/", "text/html", "index.html"),
        ("https://example.org/", "application/pdf", "index.pdf"),
        ("https://example.org/a/b/", "", "index.html"),
        ("https://example.org/page", "text/html; charset=utf-8", "page.html"),
        ("https://example.org/page.php", "text/html", "page.php"),
        ("https://example.org/v1.2", "application/zip", "v1.2.zip"),
        ("https://example.org/%E6%97%A5.txt", "text/plain", "日.txt"),
        ("https://example.org/a%2Fb.txt", "text/plain", "b.txt"),
        ("https://example.org/x", "application/unheard-of", "x"),
        ("data:text/html,<p>x/y", "text/html", "index.html"),
    ],
)
def test_names_from_the_address(url: str, content_type: str, name: str) -> None:
    assert safe_filename("", url, content_type) == name


def test_long_names_are_cut_at_a_character_and_keep_their_ending() -> None:
    name = safe_filename(f"attachment; filename*=UTF-8''{'%E6%97%A5' * 200}.tar.gz", URL, "")
    assert name.endswith("日.tar.gz")
    assert 195 < len(name.encode()) <= 200
    assert len(safe_filename(f'attachment; filename="{"x" * 300}"', URL, "text/html")) == 200


@given(st.text(max_size=300), st.text(max_size=60), st.sampled_from(["", "text/html", "x", "image/png"]))
def test_no_name_is_dangerous(suggested: str, tail: str, content_type: str) -> None:
    for disposition in (suggested, f'attachment; filename="{suggested}"', f"x; filename*=UTF-8''{suggested}"):
        name = safe_filename(disposition, "https://example.org/" + tail, content_type)
        assert name.isprintable()
        assert name
        assert not set(name) & set('/\\:*?"<>|\0')
        assert name[0] not in ".- "
        assert name[-1] not in ". "
        assert len(name.encode()) <= 200
        assert name.split(".")[0].strip().lower() not in ("con", "nul", "aux", "prn", "com1", "lpt1")


def test_no_file_is_ever_overwritten(tmp_path: Path) -> None:
    here = str(tmp_path)
    assert save_new(here, "a.tar.gz", b"1") == str(tmp_path / "a.tar.gz")
    assert save_new(here, "a.tar.gz", b"2") == str(tmp_path / "a.1.tar.gz")
    (tmp_path / "a.2.tar.gz").symlink_to(tmp_path / "nowhere")
    assert save_new(here, "a.tar.gz", b"3") == str(tmp_path / "a.3.tar.gz")
    assert (tmp_path / "a.tar.gz").read_bytes() == b"1"
    assert not (tmp_path / "nowhere").exists()
    assert not list(tmp_path.glob("*.part"))


def test_a_partial_file_keeps_its_mark(tmp_path: Path) -> None:
    assert save_new(str(tmp_path), "x.txt", b"half", complete=False) == str(tmp_path / "x.txt.part")
    assert not (tmp_path / "x.txt").exists()
    assert save_new(str(tmp_path), "x.txt", b"half", complete=False) == str(tmp_path / "x.1.txt.part")
    # A partial of that name belongs to somebody: it is neither finished nor replaced.
    assert save_new(str(tmp_path), "x.txt", b"whole") == str(tmp_path / "x.2.txt")
    assert (tmp_path / "x.txt.part").read_bytes() == b"half"


def test_many_savers_at_once_get_a_file_each(tmp_path: Path) -> None:
    paths: list[str] = []
    ready = threading.Barrier(8)

    def save(number: int) -> None:
        ready.wait(10)
        paths.extend(save_new(str(tmp_path), "x.txt", str(number).encode()) for _ in range(10))

    threads = [threading.Thread(target=save, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(set(paths)) == 80
    assert sorted(str(p) for p in tmp_path.iterdir()) == sorted(paths)
    found = sorted(Path(p).read_bytes() for p in paths)
    assert found == sorted(str(n).encode() for n in range(8) for _ in range(10))


def test_a_disk_that_is_full_leaves_nothing_behind(tmp_path: Path) -> None:
    code = (
        "import resource, sys\n"
        "from lightterm.errors import WriteFailed\n"
        "from lightterm.fetch.filename import save_new\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try: save_new(sys.argv[1], 'x.bin', bytes(100_000))\n"
        "except WriteFailed as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert "could not be saved" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteFailed, match="could not be saved"):
        save_new(str(tmp_path / "file"), "x.txt", b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
