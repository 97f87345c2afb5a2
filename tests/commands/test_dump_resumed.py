"""`--download` of what an earlier run could not fetch whole: its rest, and never the parts of two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dumping import dump

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Handler, Server, Talk

DATA = bytes(range(256)) * 40


def in_parts(versions: list[tuple[str, bytes]], most: int = 4000, ranges: bool = True) -> Handler:
    """A file of which each run gets no more than so many bytes at once; each item is what it is at one more request."""

    def answer(asked: Asked, talk: Talk) -> None:
        validator, data = versions.pop(0) if len(versions) > 1 else versions[0]
        start = int((asked.header("range") or "bytes=0-")[6:-1])
        if not ranges or asked.header("if-range") != validator:
            start = 0
        span = [("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")] if start else []
        head = [("Content-Type", "application/zip"), ("Content-Length", str(len(data) - start)), ("ETag", validator)]
        talk.head(206 if start else 200, head + span)
        talk.send(data[start : start + most])
        talk.close()

    return answer


def failing_after(answer: Handler, times: int) -> Handler:
    """The same so many times, then nothing but errors until the address is given to another."""
    left = [times]

    def once(asked: Asked, talk: Talk) -> None:
        left[0] -= 1
        if left[0] >= 0:
            answer(asked, talk)
        else:
            talk.reply("no", status=500)

    return once


def test_a_download_goes_on_with_the_part_of_an_earlier_run(server: Server, tmp_path: Path) -> None:
    url = server.url("/a.zip")
    server.on("/a.zip", failing_after(in_parts([('"v1"', DATA)]), 1))
    first = dump(f"--download={tmp_path}", url)
    assert first.code == 18 and (tmp_path / "a.zip.part").read_bytes() == DATA[:4000]
    server.log.clear()
    server.on("/a.zip", in_parts([('"v1"', DATA)]))
    again = dump(f"--download={tmp_path}", url)
    assert (again.code, (tmp_path / "a.zip").read_bytes()) == (0, DATA)
    assert [asked.header("range") for asked in server.log] == ["bytes=4000-", "bytes=8000-"]
    assert again.errors.splitlines() == [
        f"lightterm: went on with {tmp_path}/a.zip.part from byte 4000",
        f"lightterm: saved {tmp_path}/a.zip ({len(DATA)} bytes)",
    ]
    assert [file.name for file in tmp_path.iterdir()] == ["a.zip"]


@pytest.mark.parametrize("ranges", [True, False])
def test_parts_of_two_versions_are_never_put_together(server: Server, tmp_path: Path, ranges: bool) -> None:
    url = server.url("/a.zip")
    server.on("/a.zip", failing_after(in_parts([('"v1"', DATA)]), 1))
    dump(f"--download={tmp_path}", url)
    server.on("/a.zip", in_parts([('"v2"', DATA[::-1])], 100_000, ranges))
    done = dump(f"--download={tmp_path}", url)
    assert (done.code, (tmp_path / "a.zip").read_bytes()) == (0, DATA[::-1])
    assert "another version" in done.errors and [file.name for file in tmp_path.iterdir()] == ["a.zip"]


def test_a_piece_that_does_not_say_that_it_is_of_the_same_version_is_not_taken(server: Server, tmp_path: Path) -> None:
    def careless(asked: Asked, talk: Talk) -> None:  # If-Range says nothing to it
        start = int((asked.header("range") or "bytes=0-")[6:-1])
        body = DATA[::-1][start:]
        span = [("Content-Range", f"bytes {start}-{len(DATA) - 1}/{len(DATA)}")] if start else []
        head = [("Content-Type", "application/zip"), ("Content-Length", str(len(body))), ("ETag", '"v2"')]
        talk.head(206 if start else 200, head + span)
        talk.send(body)

    url = server.url("/a.zip")
    server.on("/a.zip", failing_after(in_parts([('"v1"', DATA)]), 1))
    dump(f"--download={tmp_path}", url)
    server.on("/a.zip", careless)
    assert dump(f"--download={tmp_path}", url).code == 0
    assert (tmp_path / "a.zip").read_bytes() == DATA[::-1]


def test_an_error_leaves_the_part_for_another_run_and_other_addresses_leave_it_alone(
    server: Server, tmp_path: Path
) -> None:
    url = server.url("/a.zip")
    server.on("/a.zip", failing_after(in_parts([('"v1"', DATA)]), 1))
    dump(f"--download={tmp_path}", url)
    assert dump(f"--download={tmp_path}", url).code == 23
    server.on("/b/a.zip", in_parts([('"v1"', b"other")]))
    assert dump(f"--download={tmp_path}", server.url("/b/a.zip")).code == 0
    assert (tmp_path / "a.zip.part").read_bytes() == DATA[:4000]
    server.on("/a.zip", lambda asked, talk: talk.reply("", status=416, headers=[("Content-Range", "bytes */4000")]))
    done = dump(f"--download={tmp_path}", url)  # the part was whole but for its name
    assert done.code == 0 and (tmp_path / "a.zip").read_bytes() == DATA[:4000]
    assert (tmp_path / "a.1.zip").read_bytes() == b"other"
