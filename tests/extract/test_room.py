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

COPIED = """
import resource, threading
from lightterm.extract import dom, room
room._COPIES = 1 << 60  # nothing is suspicious before it is read
end = threading.Event()
threading.Thread(target=end.wait).start()
said = []
def read(markup):
    said.append(len(dom.parse(markup, 9).body.text()))
hostile = b"<p>" + b"two</b x=1>" * 60_000
for several in ((hostile,), (hostile, b"<p>" + b"honest <b>words</b> " * 20_000)):
    readers = [threading.Thread(target=read, args=(markup,)) for markup in several]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
end.set()
print(*sorted(said), resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY)
"""


def test_markup_in_pieces_says_the_same():
    assert in_pieces(b"a</b x=1>b</p><td id=a>c<b id=x>d</b\n/><!-- <tr x> -->") == (
        b"a</b>b</p><!><td id=a>c<b id=x>d</b><!-- <!><tr x> -->"
    )


def test_a_process_of_many_threads_stays_in_bounds_too(tmp_path):
    ended = run_measured([sys.executable, "-c", READ], str(tmp_path))
    assert (ended.code, ended.err, ended.out.split()) == (0, b"", [str(60_000 * 4 + 4).encode(), b"last"])
    assert ended.peak <= 100  # MB


def test_what_no_one_suspects_is_bounded_by_what_it_takes_beside_other_threads_too(tmp_path):
    ended = run_measured([sys.executable, "-c", COPIED], str(tmp_path))
    assert (ended.code, ended.err, ended.out.split()) == (0, b"", [b"180000", b"180000", b"260000", b"True"])
    assert ended.peak <= 600  # MB; unbounded, one of them takes 1,900
