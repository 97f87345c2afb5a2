"""Markup that lexbor copies over and over, where other threads are at work and no limit may be set."""

from __future__ import annotations

import sys

from processes import run_measured

from lightterm.extract.room import in_pieces

READ = """
import sys, threading
from lightterm.extract import dom
end = threading.Event()
other = threading.Thread(target=end.wait)
other.start()
tree = dom.parse(b"<p>" + b"two</b x=1> <td id=a>" * 60_000 + b"<b>last</b>")
print(len(tree.body.text()), tree.css_first("b").text())
end.set()
"""


def test_markup_in_pieces_says_the_same():
    assert in_pieces(b"a</b x=1>b</p><td id=a>c<b id=x>d</b\n/><!-- <tr x> -->") == (
        b"a</b>b</p><!><td id=a>c<b id=x>d</b><!-- <!><tr x> -->"
    )


def test_a_process_of_many_threads_stays_in_bounds_too(tmp_path):
    ended = run_measured([sys.executable, "-c", READ], str(tmp_path))
    assert (ended.code, ended.err, ended.out.split()) == (0, b"", [str(60_000 * 4 + 4).encode(), b"last"])
    assert ended.peak <= 100  # MB
