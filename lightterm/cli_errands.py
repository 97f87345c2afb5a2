"""What the command line does besides opening pages: versions, help, a browser to be fetched, all to be forgotten."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.cli_options import Given


def run(given: Given, words: Sequence[str] = ()) -> int:
    """Do the errand that was asked for, `words` being what stood beside the options; the exit code.

    Raises LighttermError, OSError where stdout is closed.
    """
    stream = sys.stdout
    if stream is None:
        raise OSError(9, "stdout is closed")
    if "install-browser" in given:
        from lightterm.engines.install import install

        return install("dry-run" in given, stream)
    if "wipe" in given:
        from lightterm.session.wipe import wipe

        files, size = wipe()
        stream.write(f"overwrote and removed {files} files ({size} bytes); settings are left as they are\n")
        return 0
    stream.write(_information(given, words))
    return 0


def _information(given: Given, words: Sequence[str]) -> str:
    """What --version, --help, --man and --completion print."""
    if "version" in given:
        from lightterm import __version__

        return f"{__version__}\n"
    if "help" in given:
        from lightterm.cli_help import help_text

        return help_text([word for word in words if not set(word) & set("./:")])
    if "man" in given:
        from lightterm.manpage import manpage

        return manpage()
    from lightterm.completion import completion

    return completion(str(given["completion"]))
