"""`--batch` from the command line: what is asked of the run, and what a line of the list says on top of it."""

from __future__ import annotations

import os

from lightterm.batch.model import BatchOptions
from lightterm.batch.run import run as run_batch
from lightterm.cli import dump_options, settings_of
from lightterm.cli_options import parse_plain
from lightterm.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

    from lightterm.cli_options import Given
    from lightterm.commands.options import DumpOptions
    from lightterm.settings import Settings

OF_THE_RUN = frozenset(
    "batch out resume retry-failed concurrency per-host host-delay retries executor scheduler config as completion "
    "man version help install-browser wipe identity dry-run line dump quiet verbose trace encoding cookie-jar".split()
)
"""Options that a line of the list cannot have."""


def run(given: Given, urls: list[str], settings: Settings, stdout: BinaryIO, stderr: TextIO) -> int:
    """Run the batch; its exit code. Raises ConfigError and what `lightterm.batch.run` raises."""
    if urls:
        raise ConfigError(f"--batch has a list of its own; {urls[0]!r} cannot stand beside it")
    if ("scheduler" in given) != (given.get("executor") == "dask"):
        raise ConfigError("--executor dask and --scheduler ADDR go together")
    batch = BatchOptions(
        source=str(given["batch"]),
        out=str(given.get("out", "")),
        resume="resume" in given,
        retry_failed="retry-failed" in given,
        executor=str(given.get("executor", "local")),
        scheduler=str(given.get("scheduler", "")),
    )

    def configure(words: tuple[str, ...]) -> tuple[DumpOptions, Settings]:
        line = _options(words)
        return dump_options(given | line, ["-"]), settings.with_request(settings_of(line))

    if not settings.output.width and not batch.out and stdout.isatty():
        settings = settings.with_request((("output.width", os.get_terminal_size(stdout.fileno()).columns),))
    return run_batch(batch, dump_options(given, ["-"]), settings, configure, stdout, stderr)


def _options(words: tuple[str, ...]) -> Given:
    """The options of a line. Raises ConfigError, which names the first that is none."""
    for word in words:
        name = word[2:].partition("=")[0]
        found = parse_plain((word,))
        if found is None or found[1] or name in OF_THE_RUN or name not in found[0]:
            raise ConfigError(f"{name}: no option with that value for a line of a list")
    found = parse_plain(words)
    assert found is not None
    return found[0]
