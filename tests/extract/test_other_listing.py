"""Directories, from the files themselves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from others import Read, read

from lightterm.document.model import Table
from lightterm.fetch.scheme_file import LISTING_TYPE, listing
from lightterm.fetch.urls import file_url, local_path

if TYPE_CHECKING:
    from pathlib import Path


def directory(path: Path) -> Read:
    body, _ = listing(str(path))
    return read(LISTING_TYPE, body, file_url(str(path)) + "/")


def names(page: Read) -> list[str]:
    return [target.text for target in page.document.targets]


def test_folders_first_numbers_as_numbers_hidden_last(tmp_path: Path) -> None:
    for name in ("b10.txt", "b2.txt", "B1.txt", ".hidden", "z"):
        (tmp_path / name).write_bytes(b"x" * 1234)
    for name in ("sub", ".git"):
        (tmp_path / name).mkdir()
    page = directory(tmp_path)
    assert names(page) == ["Parent directory", "sub/", "B1.txt", "b2.txt", "b10.txt", "z", ".git/", ".hidden"]
    assert page.document.title == f"Index of {tmp_path}/"
    assert page.document.outline()[0].text == f"Index of {tmp_path}/"
    assert page.links[0] == file_url(str(tmp_path.parent)) + "/"
    assert page.links[1] == file_url(str(tmp_path)) + "/sub/"
    (table,) = (block for block in page.document.blocks if isinstance(block, Table))
    assert [len(row) for row in table.rows] == [3] * 8
    assert any("│ 1.2 kB │ 20" in line for line in page.lines)


def test_sizes_and_dates(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"")
    os.utime(tmp_path / "old", (0, 86_400 * 365))
    (tmp_path / "broken").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    page = directory(tmp_path)
    row = {line.split("│")[0].strip(): line for line in page.lines if "│" in line}
    assert "0 B" in row["[3]old"]
    assert "1971-01-01" in row["[3]old"] or "1970-12-31" in row["[3]old"]
    assert "broken" in row["[2]broken"].split("│")[1]
    assert "fifo" in row["[4]pipe"].split("│")[1]


def test_an_empty_directory_and_the_root(tmp_path: Path) -> None:
    assert directory(tmp_path).lines[-1] == "This directory is empty."
    page = read(LISTING_TYPE, b"etc\t\t0\tdirectory\n", "file:///")
    assert page.lines[0] == "# Index of /"
    assert page.links == ["file:///etc/"]


NAMES = st.binary(min_size=1, max_size=40).filter(lambda n: b"/" not in n and b"\0" not in n and n not in (b".", b".."))


@given(name=NAMES)
@example(name="\ufeff".encode())
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_links_are_exact_whatever_the_name(tmp_path: Path, name: bytes) -> None:
    file = tmp_path / os.fsdecode(name)
    file.touch()
    try:
        page = directory(tmp_path)
    finally:
        file.unlink()
    assert len(page.links) == 2
    assert local_path(page.links[1]) == str(file)


def test_fifty_thousand_entries(tmp_path: Path) -> None:
    body = "".join(f"name {i}\t{i}\t1700000000\tfile\n" for i in range(50_000))
    page = read(LISTING_TYPE, body, file_url(str(tmp_path)) + "/")
    assert len(page.links) == 50_001
    assert page.lines[-1].endswith("name 49999")
    assert page.links[-1].endswith("/name%2049999")
