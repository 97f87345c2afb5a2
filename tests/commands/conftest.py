"""What tests of the dump share: a settings file of the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def config(home: Path) -> Callable[[str], Path]:
    """Writes the user's config.yaml."""

    def write(text: str) -> Path:
        file = home / "config" / "lightterm" / "config.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return write


@pytest.fixture
def impatient(config: Callable[[str], Path]) -> None:
    """Nothing is asked twice."""
    config("network: {retries: 0}")
