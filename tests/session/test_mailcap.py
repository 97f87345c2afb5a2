"""Programs for files: mailcap entries, quoted so that no name becomes a command; the person's own choice first."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm import settings
from lightterm.errors import ValidationFailed
from lightterm.session.handlers import Handler, handler
from lightterm.session.mailcap import command, entries, matching

NASTY = st.text(st.sampled_from(list("ab '\"\\$`;|&<>()*?[]{}!#~%-=é\u202f")), min_size=1, max_size=12)
TEMPLATES = (
    "printf '<%%s>' %s",
    "printf '<%%s>' '%s'",
    'printf "<%%s>" "%s"',
    "true \\; printf '<%%s>' %s",
    "true \"$HOME\" && printf '<%%s>' '%s'",
    "printf '<%%s>' \\$%s",
    "printf '<%%s>' \\\\%s",
)


def shown(line: str) -> str:
    return subprocess.run(("/bin/sh", "-c", line), capture_output=True, check=True, timeout=20).stdout.decode()


@given(NASTY, st.sampled_from(TEMPLATES))
def test_a_command_gets_the_name_as_it_is_whatever_is_in_it(name: str, template: str) -> None:
    line = command(template, name, "text/plain")
    before = {5: "$", 6: "\\"}.get(TEMPLATES.index(template), "")
    if line is not None or name.isprintable():
        assert line is not None and shown(line) == f"<{before}{name}>"


@pytest.mark.parametrize(
    "template",
    ["x `cat %s`", "x $(cat %s)", 'x "$(cat %s)"', "x ${%s}", "x $%s", 'x "$%s"', "x %F", "x %n", "x '%s", "y `z` %s"],
)
def test_an_entry_that_cannot_be_quoted_is_not_used(template: str) -> None:
    assert command(template, "/a/b", "text/plain") is None


def test_names_and_types_with_line_ends_are_refused() -> None:
    assert command("x %s # %s", "/a\nrm -r /", "text/plain") is None
    assert command("x %t", "/a", "text/plain\nrm") is None
    assert command("x %t", "/a", "text/$(rm -r)").startswith("( x 'text/$(rm -r)'")  # type: ignore[union-attr]


def test_a_command_without_a_name_reads_the_file(tmp_path: Path) -> None:
    file = tmp_path / "it's $HOME"
    file.write_text("contents")
    line = command("cat | tr c k", str(file), "text/plain")
    assert line is not None and shown(line) == "kontents"


def test_lines_comments_escapes_and_flags_are_read() -> None:
    found = entries(
        "# a comment\n\nimage/*; feh %s; test=test -n \"$DISPLAY\"\nText/HTML; w3m -dump \\\n '%s'; copiousoutput\n"
        'application/x-a; echo a\\;b %s; needsterminal; description="x;y"\nbroken\n; nothing\nvideo; mpv %s\n'
    )
    assert [(e.type, e.view, e.test, e.needs_terminal, e.copious) for e in found] == [
        ("image/*", "feh %s", 'test -n "$DISPLAY"', False, False),
        ("text/html", "w3m -dump  '%s'", "", False, True),
        ("application/x-a", "echo a\\;b %s", "", True, False),
        ("video", "mpv %s", "", False, False),
    ]
    assert [e.view for e in matching("video/mp4", found)] == ["mpv %s"]
    assert [e.view for e in matching("image/png", found)] == ["feh %s"]
    assert not list(matching("audio/ogg", found))


def test_what_names_the_type_goes_before_what_names_its_family() -> None:
    found = entries("image/*; any %s\nimage/png; exactly %s\n")
    assert [e.view for e in matching("image/png", found)] == ["exactly %s", "any %s"]


def test_own_handlers_go_before_mailcap_and_mailcap_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caps = tmp_path / "caps"
    caps.write_text(
        "image/png; no %s; test=false\nimage/*; look '%s'; test=test -f %s\ntext/x-long; cat %s; copiousoutput\n"
    )
    monkeypatch.setenv("MAILCAPS", str(caps))
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    opener = tmp_path / "xdg-open"
    opener.write_text("#!/bin/sh\n")
    opener.chmod(0o755)
    picture = tmp_path / "it's.png"
    picture.write_bytes(b"")
    plain = settings.load()
    own = plain.with_session([("open.handlers", (("image/png", "show 'two words' {}"), ("video/*", "mpv")))])
    path = str(picture)
    assert handler(own, "image/png", path) == Handler(("show", "two words", path))
    assert handler(own, "video/mp4", path) == Handler(("mpv", path))
    quoted = path.replace("'", "'\\''")
    assert handler(plain, "image/png", path) == Handler(("/bin/sh", "-c", f"look '{quoted}'"))
    assert handler(plain, "", path) == handler(plain, "image/png", path)
    assert handler(plain, "image/png", str(tmp_path / "gone.png")) == Handler((str(opener), str(tmp_path / "gone.png")))
    assert handler(plain, "text/x-long", path).terminal
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(ValidationFailed, match=r"open\.handlers"):
        handler(plain, "application/x-unknown", path)
