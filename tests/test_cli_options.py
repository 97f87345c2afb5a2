"""The command line: one table, two parsers that agree, and what is made from the table."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightterm import cli
from lightterm.cli_help import exit_codes, help_text
from lightterm.cli_options import EXIT_CODES, TOPICS, UsageError, options, parse, parse_full, parse_plain, table
from lightterm.commands.options import DumpOptions
from lightterm.compat import KNOWN, translate
from lightterm.completion import completion
from lightterm.errors import ConfigError, FileMissing
from lightterm.manpage import RELEASED, manpage
from lightterm.settings_keys import KEYS

ROOT = Path(__file__).parents[1]
FLAGS = [flag for option in options() for flag in option.flags]
VALUES = [
    "80",
    "0",
    "-1",
    "x",
    "1.5",
    "10M",
    "a=b",
    "=b",
    "A: b",
    "A:",
    ":b",
    "refs",
    "only",
    "auto",
    "w3m",
    "bash",
    "-",
]
words = st.one_of(
    st.sampled_from(
        [*FLAGS, *VALUES, "--", "--bogus", "--wid", "--lin", "-qv", "-w80", "-w=80", "-", "", "a b", "-x y"]
    ),
    st.builds("{}={}".format, st.sampled_from(FLAGS), st.sampled_from([*VALUES, "", "-q"])),
    st.builds("{}{}".format, st.sampled_from(["-w", "-f", "-H", "-u", "-T", "-q", "-X"]), st.sampled_from(VALUES)),
    st.text(max_size=6),
)


def quietly(argv: list[str]) -> tuple[dict[str, object], list[str]]:
    with contextlib.redirect_stderr(io.StringIO()):
        return parse_full(argv)


@settings(max_examples=1000)
@given(st.lists(words, max_size=6))
@example(["--download", "https://example.org"])
@example(["a", "-w", "80", "b", "--", "--dump", "--"])
@example(["--data", "-", "-H", "A: -b"])
@example(["-u=x", "-uy", "-u", "z"])
def test_both_parsers_agree_on_whatever_the_plain_one_takes(argv: list[str]) -> None:
    plain = parse_plain(argv)
    if plain is not None:
        assert plain == quietly(argv)


def test_every_option_is_taken_by_the_plain_parser() -> None:
    sample = {"int": "3", "float": "1.5", "size": "1K", "header": "A: b", "pair": "a=b", "box": "64x48"}
    for option in options():
        value = option.choices[0] if option.choices else sample.get(option.kind, "text")
        for flag in option.flags:
            argv = [flag] if option.kind == "flag" else [f"{flag}={value}"] if option.optional else [flag, value]
            parsed = parse_plain([*argv, "URL"])
            assert parsed is not None
            assert list(parsed[0]) == [option.name]
            assert parsed[1] == ["URL"]


def test_what_only_argparse_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(["--wid", "72", "-qw60", "x"]) == ({"width": 60, "quiet": True}, ["x"])
    with pytest.raises(UsageError):
        parse(["--links", "sideways"])
    assert "'sideways' is not one of refs," in capsys.readouterr().err


def options_of(*argv: str) -> DumpOptions:
    return cli.dump_options(*parse(argv))


def test_flags_become_options_of_the_dump(tmp_path: Path) -> None:
    body = tmp_path / "body"
    body.write_bytes(b"a=b\r\nc\n")
    got = options_of(
        *(
            "-H",
            "A: b",
            "-H",
            "C: d",
            "--form",
            "q=a=b",
            "--data",
            f"@{body}",
            "-X",
            "put",
            "--user",
            "n:p",
            "--cached",
        ),
        *("-T", "Text/HTML", "--charset", "koi8-r", "--download", "-i", "--robots", "-v", "one", "two"),
    )
    assert got.urls == ("one", "two")
    assert got.headers == (("A", "b"), ("C", "d"))
    assert got.form == (("q", "a=b"),)
    assert (got.data, got.method, got.user, got.freshness) == (b"a=bc", "PUT", "n:p", "cached")
    assert (got.media_type, got.charset, got.download) == ("text/html", "koi8-r", ".")
    assert (got.include_headers, got.robots, got.verbose, got.quiet, got.title) == (True, True, True, False, False)
    typed = options_of("-T", "Text/HTML; charset=KOI8-R", "x")
    assert (typed.media_type, typed.charset) == ("text/html", "koi8-r")
    assert options_of("-T", "text/html;charset=koi8-r", "--charset", "cp866", "x").charset == "cp866"
    assert options_of("--head", "x").method == "HEAD"
    assert options_of("--download=there", "x").download == "there"
    with pytest.raises(FileMissing):
        options_of("--data", f"@{tmp_path}/none", "x")


def test_no_url_is_stdin_when_piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert options_of().urls == ("-",)
    monkeypatch.setattr(sys, "stdin", None)
    assert options_of().urls == ("about:start",)


@pytest.mark.parametrize(
    ("environ", "encoding"),
    [
        ({}, "utf-8"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, "utf-8"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "ascii"),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, "utf-8"),
        ({"LC_CTYPE": "C.UTF-8"}, "utf-8"),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
    ],
)
def test_the_output_is_ascii_only_where_the_user_said_so(environ: dict[str, str], encoding: str) -> None:
    assert cli.output_encoding(environ, "utf-8") == encoding


def run(*argv: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lightterm", *argv]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False, **more)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--fresh", "--cached", "x"], "--fresh and --cached contradict each other"),
        (["--tier", "full", "--max-tier", "2", "x"], "--tier full and --max-tier 2 contradict each other"),
        (["--no-proxy", "--proxy", "http://x", "x"], "--proxy and --no-proxy contradict each other"),
        (["--json", "--source", "x"], "--json and --source contradict each other: a page is printed in one format"),
        (["--json", "-f", "text", "x"], "--json and --format text contradict each other: a page is printed in one"),
        (["--json", "--title", "x"], "--title and --json contradict each other: the title alone is printed as text"),
        (["--title", "--source", "x"], "--title and --source contradict each other"),
        (
            ["-f", "a11y", "--links", "only", "x"],
            "--links only and --format a11y contradict each other: --format links",
        ),
        (["--links", "only", "--json", "x"], "--links only and --json contradict each other"),
        (["--content", "markdown", "x"], "--content says what JSON holds, and is not for --format text"),
        (["--batch", "-", "--content", "text", "-f", "markdown"], "--content says what JSON holds, and is not for"),
        (
            ["--title", "--max-chars", "9", "x"],
            "--title and --max-chars contradict each other: a title is printed whole",
        ),
        (["--download", "--query", "a", "x"], "--download and --query contradict each other: what is saved is the"),
        (["--download", "-f", "markdown", "x"], "--download and --format markdown contradict each other"),
        (["-r", "--source", "x"], "--reader and --source contradict each other: the reply itself has no main text"),
        (["--query", "", "x"], "--query is empty: it says what is to be found"),
        (["--pattern=", "x"], "--pattern is empty"),
        (["--keyword", "a", "--keyword", " ", "x"], "--keyword is empty"),
        (["--timeout", "0", "x"], "--timeout: 0.0 is not between 0.05 and 86400"),
        (["--timeout", "nan", "x"], "--timeout: nan is not between 0.05 and 86400"),
        (["--max-bytes", "0", "x"], "--max-bytes: 0 is not between 1 byte and 64G; a bound can be raised, not lifted"),
        (["--max-bytes", "100G", "x"], "--max-bytes: 107374182400 is not between 1 byte and 64G\n"),
        (["--max-memory", "1M", "x"], "--max-memory: 1048576 is not between 64M and 64G\n"),
        (["--proxy", "gopher://x", "x"], "--proxy: not a proxy URL"),
        (["--config", "/nonexistent/c.yaml", "x"], "/nonexistent/c.yaml: No such file or directory"),
        (["x", "--as", "w3m"], "--as must be the first argument"),
        (["--as"], "--as needs a program: w3m, lynx, links, elinks"),
        (["--as", "mosaic"], "--as mosaic: not one of w3m, lynx, links, elinks"),
        (["--as=lynx", "-traversal", "x"], "--as lynx: -traversal is not understood; see lightterm about:recipes"),
        (["--as=w3m", "-cols"], "--as w3m: -cols needs a value"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_code_2(argv: list[str], message: str) -> None:
    done = run(*argv)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"lightterm: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (("--json", "-f", "json"), '"schemaVersion"'),
        (("--title", "-f", "markdown"), "A\n"),
        (("--title", "--set", "output.format=json"), "A\n"),
        (("--links", "only", "-f", "links"), "[1] x:y b\n"),
        (("--links", "none", "--json"), '"schemaVersion"'),
        (("--content", "text", "--set", "output.format=json"), '"content": {"text": "[1]b"}'),
    ],
)
def test_options_that_say_the_same_or_make_sense_of_each_other_go_together(argv: tuple[str, ...], text: str) -> None:
    done = run(*argv, "--type", "text/html", "-", input="<title>A</title><a href=x:y>b</a>")
    assert (done.returncode, done.stderr) == (0, "")
    assert text in done.stdout


def test_an_unknown_option_is_argparse_s_message_and_exit_code_2() -> None:
    done = run("--bogus", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lightterm: unrecognized arguments: --bogus; lightterm --help lists the options\n"


def test_control_characters_of_an_argument_are_not_echoed() -> None:
    done = run("--config", "/x\x1b]0;t\x07", "x")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\x1b]0;t\\x07" in done.stderr


def test_stdout_that_is_full_closed_or_gone() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lightterm", "--man"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert (done.returncode, done.stderr) == (38, b"lightterm: output: No space left on device\n")
    script = f"{sys.executable} -m lightterm --man"
    gone = subprocess.run(["sh", "-c", f"{script} >&-"], capture_output=True, cwd=ROOT, check=False)
    assert (gone.returncode, gone.stderr) == (38, b"lightterm: output: stdout is closed\n")


def test_a_reader_that_goes_away_ends_it_as_sigpipe_does() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lightterm", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-13, b"")


def test_help_is_short_and_grouped_and_has_every_exit_code() -> None:
    done = run("--help")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    assert {f"{title}:" for title in ("Output", "Request", "Identity", "Network", "Page", "Program")} <= set(lines)
    after = done.stdout.partition("Exit codes")[2].replace("\n", " ")
    assert all(f" {row.number} " in after for row in exit_codes())
    assert all(f" {topic}" in after.replace(",", " ").replace("(", " ") for topic in TOPICS)
    for line in lines:
        if line[:3] == "  -":
            said = line[27:]
            assert said[-1] == "." or said.count(",")
            assert said.count("(") == said.count(")")


def test_more_help_is_of_all_of_a_group_of_an_option_and_of_exit_codes() -> None:
    text = help_text(["all"])
    assert all(flag in text for flag in FLAGS)
    assert all(f"\n{title}:\n" in text for title, _ in table())
    assert max(map(len, text.splitlines())) <= 100
    assert [topic for topic in TOPICS if topic not in ("all", EXIT_CODES)] == [title.lower() for title, _ in table()]
    for title, members in table():
        words = help_text([title.lower()]).replace("\n", " ").split()
        assert words[0] == f"{title}:"
        assert {flag for option in members for flag in option.flags} <= {word.rstrip(",") for word in words}
        assert not {"--width", "--tier"} - {option.flags[-1] for option in members} & set(words)
    assert help_text(["width"]) == help_text(["-w"]) == help_text(["--WIDTH"])
    assert help_text(["width"]).split()[:2] == ["Output:", "-w"]
    assert [line.split()[0] for line in help_text([EXIT_CODES]).splitlines()] == [
        str(row.number) for row in exit_codes()
    ]


@pytest.mark.parametrize(
    ("argv", "code", "start"),
    [
        (["--help", "page", "batch"], 0, "Page:"),
        (["page", "-h"], 0, "Page:"),
        (["--help", "https://example.org/"], 0, "usage:"),
        (["--help", "wdth"], 2, "lightterm: --help wdth: no option, nor a group of them (did you mean width?)"),
    ],
)
def test_what_stands_beside_help_is_what_it_is_about(argv: list[str], code: int, start: str) -> None:
    done = run(*argv)
    assert done.returncode == code
    assert (done.stderr if code else done.stdout).startswith(start)
    assert ("\n  --resume" in done.stdout) == ("batch" in argv)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--widht=3", "x"], "unrecognized arguments: --widht=3 (did you mean --width?)"),
        (["-dump", "x"], "unrecognized arguments: -dump (did you mean --dump?)"),
        (["--no-nubmers", "--bogus", "x"], "unrecognized arguments: --no-nubmers --bogus (did you mean --no-numbers?)"),
        (["-f", "jsn", "x"], "-f/--format: 'jsn' is not one of text, markdown, json, a11y, metadata, links, outline,"),
        (["--color=alwys", "x"], "--color: 'alwys' is not one of auto, always, never (did you mean always?)"),
        (["--as", "lnyx", "x"], "--as lnyx: not one of w3m, lynx, links, elinks (did you mean lynx?)"),
        (["--executor", "cloud", "x"], "--executor: 'cloud' is not one of local, dask; lightterm --help"),
    ],
)
def test_what_was_meant_is_said_where_a_slip_is_plain(argv: list[str], message: str) -> None:
    done = run(*argv)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lightterm: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.covers("LB-180")
def test_help_page_and_manual_have_every_flag_and_setting() -> None:
    page = (ROOT / "lightterm" / "help" / "help.md").read_text("utf-8")
    manual = manpage().replace("\\-", "-")
    for option in options():
        for flag in option.flags:
            assert f"`{flag}" in page
            assert f"\\fB{flag}\\fR" in manual
    assert [key for key in KEYS if not re.search(rf"\b{re.escape(key)}\b", manual)] == []


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_the_manual_page_has_no_mistakes() -> None:
    done = subprocess.run(["mandoc", "-T", "lint"], input=manpage(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_manual_page_has_the_date_of_the_changelog() -> None:
    assert f"- {RELEASED}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_valid_shell_with_every_flag(shell: str, tmp_path: Path) -> None:
    text = completion(shell)
    for option in options():
        assert (f"-l {option.name} " if shell == "fish" else f"--{option.name}") in text
    if shell == "fish":
        assert f"-n '__fish_contains_opt -s h help' -f -a '{' '.join(TOPICS)}'" in text
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "completion"
    script.write_text(text)
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("--lin", {"--line", "--link-style", "--links"}),
        ("--links ", {"refs", "numbered", "inline", "none", "only", "osc8"}),
        ("--color a", {"auto", "always"}),
        ("--color = a", {"auto", "always"}),  # `--color=a`, as bash cuts it
        ("--color =", {"auto", "always", "never"}),
        ("--download-media s", {"sub"}),
        ("--help p", {"page", "program"}),
        ("two", {"two words.html", "two[12]"}),  # no name is cut or taken for a pattern
        ("--cacert two", {"two words.html", "two[12]"}),
    ],
)
def test_bash_completes(typed: str, offered: set[str], tmp_path: Path) -> None:
    script = f"""{completion("bash")}
COMP_LINE="lightterm {typed}"; IFS=' ' read -r -a COMP_WORDS <<< "$COMP_LINE"
[[ "$COMP_LINE" == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _lightterm; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    (tmp_path / "sub").mkdir()
    for name in ("some.txt", "two words.html", "two[12]"):
        (tmp_path / name).touch()
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert set(done.stdout.splitlines()) == offered


@pytest.mark.parametrize(
    ("line", "ours"),
    [
        ("w3m -dump x.html", "--no-metadata --width=80 --links=none --no-numbers -- x.html"),
        (
            "w3m -I koi8-r -T text/html -cols 140 -o display_link_number=1 -dump x",
            "--no-metadata --width=140 --links=refs --charset=koi8-r --type=text/html -- x",
        ),
        (
            "w3m -Outf8 -no-cookie -s +12 x",
            "--no-metadata --width=80 --links=none --no-numbers --encoding=utf8 --no-cookies -- x",
        ),
        ("w3m -dump_extra x", "--no-metadata --width=80 --links=none --no-numbers --include --source -- x"),
        ("w3m -dump_head x", "--no-metadata --width=80 --links=none --no-numbers --head -- x"),
        ("w3m -o use_proxy=0 -o color=0 x", "--no-metadata --width=80 --links=none --no-numbers --no-proxy -- x"),
        (
            "w3m -insecure https://n:p@h.example:8443/x",
            "--no-metadata --width=80 --links=none --no-numbers --insecure=h.example:8443 -- https://n:p@h.example:8443/x",
        ),
        (
            "lynx -dump -force_html -assume_charset=utf-8 -width 72 x",
            "--no-metadata --width=72 --links=refs --type=text/html --charset=utf-8 -- x",
        ),
        ("lynx --dump --nolist -width=60 x", "--no-metadata --width=60 --links=none --no-numbers -- x"),
        ("lynx -stdin -listonly -nonumbers", "--no-metadata --width=80 --links=only --no-numbers -- -"),
        (
            "lynx -mime_header -useragent=a/b -auth=n:p -cookie_file=c x",
            "--no-metadata --width=80 --links=refs --user-agent=a/b --user=n:p --cookie-jar=c --include --source -- x",
        ),
        ("links -dump -width 90 x", "--no-metadata --width=90 --links=none --no-numbers -- x"),
        ("links -html-numbered-links 1 -dump x", "--no-metadata --width=80 --links=refs -- x"),
        ("links -html-numbered-links 0 -dump x", "--no-metadata --width=80 --links=none --no-numbers -- x"),
        ("elinks -dump 1 -dump-width 50 -no-references x", "--no-metadata --width=50 --links=none -- x"),
        (
            "elinks -dump -dump-color-mode 3 -no-numbering x",
            "--no-metadata --width=80 --links=refs --no-numbers --format=ansi -- x",
        ),
        (
            "elinks -dump-color-mode 0 -dump -force-html -- -x",
            "--no-metadata --width=80 --links=refs --type=text/html -- -x",
        ),
        ("elinks -dump -eval set&a.b.c=1 x", "--no-metadata --width=80 --links=refs -- x"),
        (
            "elinks -dump -eval set&document.codepage.assume&=&'koi8-r' -eval set&document.dump.references=0 x",
            "--no-metadata --width=80 --links=none --charset=koi8-r -- x",
        ),
        ("w3m -sixel -o display_image=true -dump x", "--no-metadata --width=80 --links=none --no-numbers -- x"),
        (
            "links -dump -http.referer 4 -timeout-when-trying-multiple-addresses 3 x",
            "--no-metadata --width=80 --links=none --no-numbers -- x",
        ),
    ],
)
def test_the_flags_of_other_browsers(line: str, ours: str) -> None:
    program, *argv = [word.replace("&", " ") for word in line.split()]
    translated = translate(program, argv)
    assert sorted(translated) == sorted(ours.split())
    assert translated[translated.index("--") :] == ours.split()[ours.split().index("--") :]
    assert parse_plain(translated) is not None


@pytest.mark.parametrize(("flag", "end"), [("-post_data", "--data=%40a=1&b=2"), ("-get_data", "u?x&%40a=1&b=2")])
def test_lynx_reads_form_data_from_stdin(flag: str, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("@a=1&\nb=2\n---\nnot this\n"))
    assert end in translate("lynx", [flag, "-dump", "u?x"])


@given(st.sampled_from(sorted(KNOWN)), st.data())
def test_every_known_flag_becomes_a_line_that_parses(program: str, data: st.DataObject) -> None:
    rules = KNOWN[program].rules
    chosen = data.draw(st.lists(st.sampled_from(sorted(set(rules) - {"post_data", "get_data"})), max_size=5))
    argv = [word for name in chosen for word in (f"-{name}", *["1"] * rules[name][0])]
    try:
        translated = translate(program, [*argv, "https://example.org"])
    except ConfigError:
        raise AssertionError(argv) from None
    assert translated[-1] == "https://example.org"
    assert [w for w in translated if w.startswith("--header=")] or parse_plain(translated) is not None


def test_a_link_called_w3m_is_w3m(tmp_path: Path) -> None:
    link = tmp_path / "w3m"
    link.symlink_to(ROOT / "lightterm" / "launcher")
    done = subprocess.run(
        [sys.executable, str(link), "-traversal"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (
        2,
        "lightterm: --as w3m: -traversal is not understood; see lightterm about:recipes\n",
    )
