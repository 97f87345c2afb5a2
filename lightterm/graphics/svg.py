"""SVG drawn by resvg, in a process of its own that is ended when it takes too long.

resvg holds the interpreter while it draws, and a filter of two lines keeps it busy for 20 s (measured); it also reads
files that a picture names. So references to anything but the picture itself and inline data are taken out, and the
process has bounds of memory and time, and no files but the system's fonts. https://docs.rs/usvg
"""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from select import select
from shutil import which
from time import monotonic

from lightterm.errors import AS_IT_IS, ParseFailed, TooLarge
from lightterm.resources import import_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.graphics.replies import Size

FONTS_WITHIN = 5.0
"""Seconds in which the system tells a font: the first time it may look through all of them."""

MEMORY = 1 << 30
"""Bytes of address space of the drawing process."""

_FONTS = (
    *"/usr/share/fonts /usr/local/share/fonts /usr/share/X11/fonts /usr/share/fontconfig /etc/fonts".split(),
    *"/var/cache/fontconfig /run/current-system/sw/share /nix/store /gnu/store".split(),
    *"~/.local/share/fonts ~/.fonts ~/.config/fontconfig ~/.fonts.conf ~/.cache/fontconfig".split(),
)
"""Where fonts are, and what says so (https://docs.rs/fontdb)."""

_OUTSIDE = re.compile(rb"""(\bhref\s*=\s*)("(?!\s*(?:#|data:))[^"]*"|'(?!\s*(?:#|data:))[^']*')""", re.IGNORECASE)
_ENTITY = re.compile(rb"""<!ENTITY\s+(?:%|[^\s"'>]+\s+(?:SYSTEM|PUBLIC|"[^"]*[<&]|'[^']*[<&]))""")
"""Entities that stand for a file or for markup; drawing programs declare others, for namespaces."""

_FAMILIES = re.compile(
    rb"""(\bfont-family\s*=\s*(?:"[^"<]+|'[^'<]+)|\bfont-family\s*:\s*(?:[^;{}<"']|'[^'<>=]*'|"[^"<>=]*"(?=\s*[,;}]))+)"""
)
"""A list of families, in an attribute or a sheet."""

_GENERIC = (("serif_family", "serif"), ("sans_serif_family", "sans-serif"), ("monospace_family", "monospace"))
"""resvg's names for families that any system has, which it takes for certain fonts: it draws no text without those."""

_WORKER = """
import resource, struct, sys
sys.path[:0] = sys.argv[4:]
import resvg_py
from lightterm.confined import shut_in
shut_in(sys.argv[2].split(":"))
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
names = dict(pair.split("=", 1) for pair in sys.argv[3].split(";") if pair)
source, sink = sys.stdin.buffer, sys.stdout.buffer
while head := source.read(12):
    size, width, height = struct.unpack(">III", head)
    svg = source.read(size).decode("utf-8", "replace")
    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width or None, height=height or None, **names))
    except BaseException:
        png = b""
    sink.write(struct.pack(">I", len(png)) + png)
    sink.flush()
"""


def draw(data: bytes, box: Size, size: Size, seconds: float) -> bytes:
    """The SVG as a PNG of its natural `size` in pixels ((0, 0): not known), at most `box`.

    Raises ParseFailed for what cannot be drawn, TooLarge for what takes more than `seconds`.
    """
    if _ENTITY.search(data):
        raise ParseFailed("the SVG refers to things outside it")
    if find_spec("resvg_py") is None:
        raise ParseFailed("drawing SVG takes the extra `pictures`")
    data = _FAMILIES.sub(rb"\1, sans-serif", _OUTSIDE.sub(rb'\1""', data))
    scale = min(1.0, box[0] / size[0], box[1] / size[1]) if all(size) else 0.0
    width, height = (max(1, round(side * scale)) for side in size) if scale else (box[0], 0)
    png = _worker.draw(data, width, height, seconds)
    if not png:
        raise ParseFailed("this is no readable SVG")
    return png


def _families() -> str:
    """The system's fonts for families that a picture only describes, as `name=family;…`; "" where nothing tells them.

    resvg leaves out text in a family that is not there, and in one it has no font for. https://docs.rs/fontdb
    """
    program, found = which("fc-match"), []
    for name, pattern in _GENERIC if program else ():
        with suppress(OSError, subprocess.SubprocessError):
            command = [str(program), "-f", "%{family[0]}", pattern]
            said = subprocess.run(command, capture_output=True, timeout=FONTS_WITHIN, check=True, text=True).stdout
            if said and not set(said) & set("=;"):
                found.append(f"{name}={said}")
                found += [f"font_family={said}"] if name == "serif_family" else []
    return ";".join(found)


class _Worker:
    """The drawing process, started when the first SVG comes and anew after one that it did not survive."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def draw(self, data: bytes, width: int, height: int, seconds: float) -> bytes:
        """The PNG, empty when there is none; raises TooLarge when time is up."""
        with self._lock:
            process = self._started()
            try:
                return self._asked(process, data, width, height, monotonic() + seconds)
            except (OSError, EOFError):
                self.stop()
                raise TooLarge("the SVG takes too much memory to draw", actions=(AS_IT_IS,)) from None
            except TimeoutError:
                self.stop()
                raise TooLarge(f"the SVG takes more than {seconds:g} s to draw", actions=(AS_IT_IS,)) from None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            fonts = ":".join(os.path.expanduser(place) for place in _FONTS)
            command = [sys.executable, "-I", "-S", "-c", _WORKER, str(MEMORY), fonts, _families(), *import_paths()]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            atexit.register(self.stop)
        return self._process

    def _asked(self, process: subprocess.Popen[bytes], data: bytes, width: int, height: int, deadline: float) -> bytes:
        assert process.stdin is not None and process.stdout is not None
        head = b"".join(number.to_bytes(4, "big") for number in (len(data), width, height))
        process.stdin.write(head + data)
        process.stdin.flush()
        answer = b""
        while len(answer) < 4 or len(answer) < 4 + int.from_bytes(answer[:4], "big"):
            if not select([process.stdout], [], [], max(0.0, deadline - monotonic()))[0]:
                raise TimeoutError
            piece = process.stdout.raw.read(1 << 16)  # type: ignore[attr-defined]
            if not piece:
                raise EOFError
            answer += piece
        return answer[4:]

    def stop(self) -> None:
        """End the process; the next SVG starts another."""
        process, self._process = self._process, None
        if process is not None:
            atexit.unregister(self.stop)
            process.kill()
            process.communicate()


_worker = _Worker()
