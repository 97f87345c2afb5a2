"""The release script, on a clone: what it refuses, what it makes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lightterm

ROOT = Path(__file__).parents[1]
VERSION = lightterm.__version__
NAME = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def git(place: Path, *words: str) -> str:
    return subprocess.run(["git", *NAME, *words], cwd=place, check=True, capture_output=True, text=True).stdout


def release(place: Path, *words: str) -> tuple[int, str]:
    env = os.environ | {"PYTHON": sys.executable, "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
    done = subprocess.run([place / ".ci/release", *words], cwd=place, env=env, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="releases are made of a repository")
@pytest.mark.covers("LB-13")
def test_a_release_is_of_its_tag_and_of_what_is_committed(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(ROOT), str(clone))
    (clone / "CHANGELOG.md").write_text("# Changes\n\n## Unreleased\n")
    assert release(clone, "--dry-run") == (1, "release: usage: .ci/release [--dry-run] vX.Y.Z")
    assert release(clone, "--dry-run", "v99.0.0") == (1, f"release: the tag is v99.0.0, and lightterm is {VERSION}")
    assert release(clone, "--dry-run", f"v{VERSION}") == (1, f'release: CHANGELOG.md has no "## {VERSION}"')
    (clone / "CHANGELOG.md").write_text(f"# Changes\n\n## {VERSION}\n")
    assert release(clone, "--dry-run", f"v{VERSION}") == (1, "release: not all is committed")
    git(clone, "commit", "-qam", "The version")
    assert release(clone, "--dry-run", f"v{VERSION}") == (0, f"release: v{VERSION} can be made")
    assert not (clone / "dist").exists() and not git(clone, "tag", "-l", f"v{VERSION}")
    assert release(clone, f"v{VERSION}") == (0, f"release: v{VERSION} is set, its files are in dist/")
    names = {path.name for path in (clone / "dist").iterdir()}
    assert names == {f"lightterm-{VERSION}-py3-none-any.whl", f"lightterm-{VERSION}.tar.gz"}
    assert git(clone, "tag", "-l", f"v{VERSION}").strip() == f"v{VERSION}"
    assert release(clone, f"v{VERSION}") == (1, f"release: there is a tag v{VERSION} already")
