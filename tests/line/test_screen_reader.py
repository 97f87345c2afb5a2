"""Line mode as a blind person has it: read out by yasr, a screen reader for terminals that says what is drawn."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from servers import Server
from terminals import START, Terminal

YASR = shutil.which("yasr")
pytestmark = pytest.mark.skipif(YASR is None, reason="yasr is not installed")

NEWS = """<title>News</title><header><nav aria-label=Sections><ul><li><a href=/world>World</a><li><a href=/sport>Sport
</a></ul></nav></header><main><h1>Rain falls on the plain</h1><p>It rained all day in <a href=/south>the south</a>.
<form action=/found><label>Search <input name=q></label> <button>Go</button></form></main>"""


class Reader(Terminal):
    """yasr in a terminal, with lightterm in it; what it would say goes to a file instead of a voice."""

    PROGRAM = ("/bin/sh", "-c", f"stty columns 80 rows 24; exec {YASR}")

    def __init__(self, home: Path, url: str) -> None:
        self.voice = home / "said"
        self.voice.touch()
        shell, voice = home / "shell", home / "voice"
        shell.write_text(f"#!/bin/sh\nexec {shlex.join((sys.executable, '-c', START, '--line', url))}\n")
        voice.write_text(f"#!/bin/sh\nexec cat >>{self.voice}\n")
        shell.chmod(0o700), voice.chmod(0o700)
        (home / ".yasr.conf").write_text(
            f"[options]\nsynthesizer=emacspeak server\nsynthesizer port=|{voice}\nkey echo=off\nshell={shell}\n"
            "special=off\n[Emacspeak server]\nrate=175\npunctuation=some\n"
        )
        super().__init__(home, SHELL=str(shell), LC_ALL="C.UTF-8")
        self.heard = 0

    def says(self, last: str) -> list[str]:
        """What is said from now on until it has said `last`, but for the lines that it finds blank."""

        def said() -> list[str]:
            words = [line[3:-1] for line in self.voice.read_text("utf-8").splitlines() if line.startswith("q {")]
            return [" ".join(each.split()) for each in words[self.heard :]]

        self.until(lambda _out: last in said())
        heard = said()
        heard = heard[: heard.index(last) + 1]
        self.heard += len(heard)
        return [each for each in heard if each != "blank"]


@pytest.fixture
def listen(server: Server) -> Iterator[Reader]:
    server.page("/", NEWS)
    server.page("/south", "<title>The south</title><h1>Floods</h1><p>Bridges are closed.")
    server.page("/found", "<title>Found</title><p>Three texts on rain.")
    with TemporaryDirectory() as home:  # yasr has 64 bytes for the name of a file
        reader = Reader(Path(home), server.url("/"))
        yield reader
        reader.close()


def test_a_page_is_heard_in_its_order_a_thing_a_line_and_nothing_twice(listen: Reader, server: Server) -> None:
    page = ["News", server.url("/"), "• 1 World", "• 2 Sport", "h1 Rain falls on the plain"]
    page += ["It rained all day in 3 the south.", "Search 4 empty", "5 Go", "end"]
    assert listen.says("end") == page
    listen.type("3\r")
    assert listen.says("end") == ["3", "The south", server.url("/south"), "h1 Floods", "Bridges are closed.", "end"]
    listen.type("back\r")
    assert listen.says("end") == ["back", *page]
    listen.type("4\r")
    assert listen.says("Search:") == ["4", "Search:"]
    listen.type("rain\r")
    assert listen.says("end") == ["rain", "4 Search: rain", "end"]
    listen.type("5\r")
    assert listen.says("end") == ["5", "Found", server.url("/found?q=rain"), "Three texts on rain.", "end"]
