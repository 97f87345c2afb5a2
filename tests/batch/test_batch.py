"""`--batch`: lists in, results in their order out, whatever the pages do meanwhile."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from dumping import dump
from processes import clean_environment, lightterm
from servers import Asked, Server, Talk
from terminals import Terminal

from lightterm.batch import run

NET = ("--allow-private", "--retries", "0")


def listed(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "list.txt"
    file.write_text("\n".join(lines), "utf-8")
    return str(file)


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


class Busy:
    """A handler that answers when so many are being asked for at once; `most` is how many ever were."""

    def __init__(self, together: int) -> None:
        self.most = self._now = 0
        self._lock = threading.Lock()
        self._barrier = threading.Barrier(together)

    def __call__(self, asked: Asked, talk: Talk) -> None:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self._barrier.wait(30)
        with self._lock:
            self._now -= 1
        talk.reply(f"<title>{asked.path}</title><p>Page {asked.path}")


@pytest.mark.covers("LB-106", "LB-176", "LBX-17", "UBX-2")
def test_pages_are_read_together_and_come_in_order_whatever_fails(server: Server, tmp_path: Path) -> None:
    busy = Busy(4)
    for name in "abcdefgh":
        server.on(f"/{name}", busy)
    urls = [server.url(f"/{name}") for name in "abcd"]
    urls += [server.url("/none"), "no address at all", *(server.url(f"/{name}") for name in "efgh")]
    out = tmp_path / "out.jsonl"
    source = listed(tmp_path, "# the list", "", *urls)
    done = dump("--batch", source, "--out", str(out), "--batch-concurrency", "4", *NET)
    assert busy.most == 4
    found = records(out)
    assert [each["url"] for each in found] == urls
    assert [each["index"] for each in found] == list(range(1, 11))
    assert [each["title"] for each in found if not each["error"]] == [f"/{name}" for name in "abcdefgh"]
    assert "Page /h" in found[-1]["content"]
    assert [(each["error"] or {}).get("code") for each in found[4:6]] == ["HTTP_NOT_FOUND", "URL_INVALID"]
    assert done.code == found[4]["exitCode"] == 22
    assert "2 of 10 pages were not read whole" in done.errors
    assert f"{urls[4]}: 127.0.0.1 answered 404" in done.errors


def test_more_than_may_be_held_back_is_not_asked_for(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "MOST_HELD", 1)
    later = threading.Event()
    early: list[bool] = []

    def first(_: Asked, talk: Talk) -> None:
        early.append(later.wait(1))  # nothing tells that what has come is enough: a second in which it would be asked
        talk.reply("<title>/a</title><p>Text")

    def other(asked: Asked, talk: Talk) -> None:
        if asked.path != "/b":
            later.set()
        talk.reply(f"<title>{asked.path}</title><p>Text")

    server.on("/a", first)
    for name in "bcd":
        server.on(f"/{name}", other)
    source, out = listed(tmp_path, *(server.url(f"/{name}") for name in "abcd")), tmp_path / "out.jsonl"
    assert dump("--batch", source, "--out", str(out), "--batch-concurrency", "2", *NET).code == 0
    assert early == [False]
    assert [each["title"] for each in records(out)] == ["/a", "/b", "/c", "/d"]


def test_on_standard_output_pages_come_as_without_a_list(server: Server, tmp_path: Path) -> None:
    urls = []
    for name in ("one", "two", "three"):
        server.page(f"/{name}", f"<title>{name}</title><p>Text of {name} <a href=/x>link</a>")
        urls.append(server.url(f"/{name}"))
    for form in ((), ("--format", "markdown"), ("--links", "only"), ("--title",), ("--selector", "a")):
        plain = dump(*urls, *form)
        batch = dump("--batch", "-", "--allow-private", *form, stdin="\n".join(urls).encode())
        assert (batch.text, batch.errors, batch.code) == (plain.text, plain.errors, plain.code)


def test_titles_are_text_also_where_settings_ask_for_json(server: Server, tmp_path: Path) -> None:
    server.page("/a", "<title>Ä, b</title><p>First")
    out = tmp_path / "out.jsonl"
    options = ("--title", "--set", "output.format=json", "--out", str(out), *NET)
    assert dump("--batch", listed(tmp_path, server.url("/a")), *options).code == 0
    assert [(each["format"], each["content"]) for each in records(out)] == [("text", "Ä, b\n")]


@pytest.mark.covers("LBX-16")
def test_results_as_array_table_and_folder(server: Server, tmp_path: Path) -> None:
    server.page("/a", "<title>Ä, b</title><p>First\n<p>Second")
    server.page("/b.txt", 'Plain, "quoted"\nlines', "text/plain")
    urls = [server.url("/a"), server.url("/b.txt"), str(tmp_path / "local.html"), server.url("/gone")]
    Path(urls[2]).write_text("<h1>Local</h1>")
    source = listed(tmp_path, *urls)
    for name in ("out.json", "out.csv", "folder"):
        assert dump("--batch", source, "--out", str(tmp_path / name), "-f", "markdown", *NET).code == 22
    array = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert [each["url"] for each in array] == urls
    assert array[0]["content"].endswith("First\n\nSecond\n") and array[0]["title"] == "Ä, b"
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["url"], row["content"]) for row in rows] == [(each["url"], each["content"]) for each in array]
    assert [row["error"] for row in rows] == ["", "", "", "HTTP_NOT_FOUND"]
    index = records(tmp_path / "folder" / "index.jsonl")
    files = [each["file"] for each in index]
    assert files[0] == "00001-127.0.0.1-a.md" and files[2] == "00003-local-local.md"
    assert (tmp_path / "folder" / files[2]).read_text("utf-8") == array[2]["content"]
    assert {path.name for path in (tmp_path / "folder").iterdir()} == {"index.jsonl", *files}
    assert not list(tmp_path.glob("*.part"))


def test_a_line_may_have_options_of_its_own(server: Server, tmp_path: Path) -> None:
    server.page("/a", "<title>T</title><nav>Menu</nav><main><p>Main <b>text</b></main>")
    url = server.url("/a")
    lines = [
        json.dumps({"url": url, "selector": ["main"], "format": "markdown", "no-metadata": True}),
        url,
        json.dumps({"url": server.url("/echo"), "header": ["X-A: 1", "X-B: 2"], "source": True}),
    ]
    out = tmp_path / "out.jsonl"
    assert dump("--batch", listed(tmp_path, *lines), "--out", str(out), *NET).code == 0
    first, second, third = records(out)
    assert first["content"] == "Main **text**\n" and first["format"] == "markdown"
    assert "Menu" in second["content"]
    assert {("X-A", "1"), ("X-B", "2")} <= {tuple(pair) for pair in json.loads(third["content"])["headers"]}


@pytest.mark.parametrize(
    ("argv", "lines", "words"),
    [
        (("http://a.example/",), ["x"], "--batch has a list of its own"),
        (("--resume",), ["x"], "--resume goes on with the results of --out"),
        (("--resume", "--retry-failed"), ["x"], "--resume goes on with the results of --out"),
        (("--executor", "dask"), ["x"], "--executor dask and --scheduler ADDR go together"),
        (("--concurrency", "0"), ["x"], "--concurrency"),
        (("--pattern", "("), ["x"], "the pattern"),
        (("--max-tokens", "9", "--cursor", "x"), ["x"], "--cursor goes on with one page"),
        (("--out", "pages.xlsx"), ["x"], "a file that ends in .jsonl"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_asked(
    tmp_path: Path, argv: tuple[str, ...], lines: list[str], words: str
) -> None:
    done = dump("--batch", listed(tmp_path, *lines), *argv)
    assert (done.code, done.output) == (2, b"")
    assert words in done.errors


@pytest.mark.covers("LBX-17")
@pytest.mark.parametrize(
    ("line", "url", "words"),
    [
        ("{no json}", "{no json}", "this begins like JSON and is none"),
        ('{"url": 3}', '{"url": 3}', "an entry needs its address"),
        ('{"url": "a.example", "out": "x"}', "a.example", "out: no option"),
        ('{"url": "a.example", "width": "wide"}', "a.example", "width: no option with that value"),
        ('{"url": "a.example", "width": {"a": 1}}', "a.example", "width: an option is a text, a number"),
    ],
)
def test_a_line_that_makes_no_sense_stops_nothing_and_is_told_by_its_number(
    server: Server, tmp_path: Path, line: str, url: str, words: str
) -> None:
    server.page("/a", "<p>Good")
    source, out = listed(tmp_path, "# good, bad, good", server.url("/a"), line, server.url("/a")), tmp_path / "o.jsonl"
    done = dump("--batch", source, "--out", str(out), *NET)
    assert done.code == 2 and f"list.txt:3: {words}" in done.errors
    good, bad, last = records(out)
    assert good["content"] == last["content"] and "Good" in last["content"] and not good["errors"]
    assert bad["url"] == url and bad["content"] == "" and words in bad["errors"][0]


def test_what_was_not_read_is_told_in_the_format_that_was_asked_for(tmp_path: Path) -> None:
    """It said "text" of a list in Markdown, where an address was none."""
    lines = ("no address at all", "/none.html", '{"url": "/none.html", "format": "json"}')
    out = tmp_path / "out.jsonl"
    dump("--batch", listed(tmp_path, *lines), "--out", str(out), "--format", "markdown")
    assert [record["format"] for record in records(out)] == ["markdown", "markdown", "json"]


def test_a_list_names_no_files_by_links_and_no_standard_input(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Mine")
    done = dump("--batch", listed(tmp_path, page.as_uri(), "-", "gopher://127.0.0.1:70/", str(page)), "--retries", "0")
    assert done.code == 4 and done.text.count("Mine") == 1
    assert "file: addresses are not for lists" in done.errors
    assert "a list cannot name standard input" in done.errors
    assert "only for people" in done.errors


@pytest.mark.covers("LB-121")
def test_robots_txt_is_kept_to_unless_told_otherwise(server: Server, tmp_path: Path) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /private", "text/plain")
    server.page("/private", "<p>Private")
    server.page("/open", "<p>Open")
    source = listed(tmp_path, server.url("/private"), server.url("/open"))
    done = dump("--batch", source, *NET)
    assert done.code == 4 and "Open" in done.text and "Private" not in done.text
    assert "robots.txt of 127.0.0.1 asks programs to stay away" in done.errors
    assert [asked.path for asked in server.log if asked.path == "/private"] == []
    assert "Private" in dump("--batch", source, "--no-robots", *NET).text


def test_a_run_goes_on_with_what_is_there(server: Server, tmp_path: Path) -> None:
    for name in "abc":
        server.page(f"/{name}", f"<p>{name * 9}")
    server.page("/busy", "<p>Later", status=503)
    urls = [server.url(path) for path in ("/a", "/busy", "/gone", "/b", "/a")]
    source, out = listed(tmp_path, *urls), tmp_path / "out.jsonl"
    assert dump("--batch", source, "--out", str(out), *NET).code == 23
    again = dump("--batch", source, "--out", str(out), *NET)
    assert again.code == 2 and "--resume goes on with them" in again.errors
    with out.open("ab") as file:
        file.write(b'{"url": "torn')
    server.page("/busy", "<p>Now it is there")
    server.log.clear()
    source = listed(tmp_path, server.url("/c"), *urls)
    done = dump("--batch", source, "--out", str(out), "--resume", *NET)
    assert sorted(asked.path for asked in server.log if asked.path != "/robots.txt") == ["/busy", "/c"]
    assert done.code == 22 and "4 of 6 pages are there already" in done.errors
    found = records(out)
    assert [each["url"] for each in found] == [server.url("/c"), *urls]
    assert "Now it is there" in found[2]["content"] and found[2]["error"] is None
    assert [each["index"] for each in found] == [1, 2, 3, 4, 5, 6]
    for name in ("out.csv", "out.json"):
        other = ("--batch", source, "--out", str(tmp_path / name), *NET)
        assert dump(*other).code == 22
        before = (tmp_path / name).read_bytes()
        server.log.clear()
        assert dump(*other, "--resume").code == 22
        assert [asked.path for asked in server.log if asked.path == "/a"] == []
        assert len((tmp_path / name).read_bytes()) >= len(before) - 50


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
def test_what_no_patience_mends_is_a_result_until_one_asks_again(server: Server, tmp_path: Path, name: str) -> None:
    server.page("/empty", "")
    urls = ["http://nowhere.invalid/", server.url("/gone"), server.url("/empty")]
    run = ("--batch", listed(tmp_path, *urls), "--out", str(tmp_path / name), "--allow-private", "--retries", "3")
    assert dump(*run).code == 6  # no try but the first: later ones would wait for seconds
    server.page("/gone", "<p>Back again")
    server.log.clear()
    done = dump(*run, "--resume")
    assert done.code == 6 and "3 of 3 pages are there already" in done.errors
    assert server.log == []
    done = dump(*run, "--resume", "--retry-failed")
    assert [asked.path for asked in server.log if asked.path == "/gone"] == ["/gone"]
    assert done.code == 6 and "Back again" in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--resume",), "--resume goes with --batch, which is not given"),
        (("--concurrency", "4"), "--concurrency goes with --batch"),
        (("--batch", "list.txt", "--retry-failed"), "--retry-failed goes with --resume"),
    ],
)
def test_options_of_a_batch_alone_are_a_mistake_elsewhere(argv: tuple[str, ...], words: str) -> None:
    done = dump("about:help", *argv)
    assert (done.code, done.output) == (2, b"") and words in done.errors


def test_results_of_something_else_are_not_touched(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text('{"other": 1}\n')
    done = dump("--batch", listed(tmp_path, "a.example"), "--out", str(out), "--resume")
    assert done.code == 37 and "holds no results of a batch" in done.errors
    assert out.read_text() == '{"other": 1}\n'


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_keeps_what_is_done(
    server: Server, tmp_path: Path, home: Path, number: signal.Signals
) -> None:
    held = threading.Event()

    def hold(_: Asked, talk: Talk) -> None:
        held.set()
        talk.hold()

    server.page("/a", "<p>First")
    server.on("/slow", hold)
    server.page("/b", "<p>Behind")
    source = listed(tmp_path, *(server.url(path) for path in ("/a", "/slow", "/b")))
    out = tmp_path / "out.jsonl"
    command = lightterm("--batch", source, "--out", str(out), "--concurrency", "1", *NET)
    environment = clean_environment(str(home))
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert held.wait(30)
        process.send_signal(number)
        said = process.communicate(timeout=30)[1]
    assert process.returncode == (143 if number is signal.SIGTERM else -number)
    assert "Traceback" not in said
    assert number is signal.SIGKILL or "stopped after 1 of 3 pages; --resume goes on" in said
    assert [each["url"] for each in records(out)] == [server.url("/a")]
    server.page("/slow", "<p>Quick now")
    assert dump("--batch", source, "--out", str(out), "--resume", *NET).code == 0
    assert [each["title"] or each["content"][-9:].strip() for each in records(out)][1:] == ["uick now", "Behind"]


def test_a_worker_that_dies_costs_no_page(server: Server, tmp_path: Path) -> None:
    def kill(_: Asked, talk: Talk) -> None:
        server.page("/deadly", "<p>Survived")
        for worker in workers():
            os.kill(worker, signal.SIGKILL)
        talk.close()

    server.on("/deadly", kill)
    server.page("/a", "<p>Other")
    out = tmp_path / "out.jsonl"
    source = listed(tmp_path, server.url("/deadly"), server.url("/a"))
    done = dump("--batch", source, "--out", str(out), "--allow-private", "--retries", "1", "--concurrency", "1")
    assert (done.code, done.errors) == (0, "")
    first, second = records(out)
    assert "Survived" in first["content"] and first["attempts"] == 2
    assert "Other" in second["content"] and second["attempts"] == 1


def workers() -> list[int]:
    """The processes that this one reads pages with."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(place.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and "lightterm.batch.worker" in place.joinpath("cmdline").read_text():
                found.append(int(place.name))
        except OSError:
            continue
    return found


def test_a_person_sees_how_far_it_is(server: Server, tmp_path: Path, home: Path) -> None:
    go = threading.Event()

    def wait(_: Asked, talk: Talk) -> None:
        go.wait(30)
        talk.reply("<p>Late")

    server.page("/a", "<p>Soon")
    server.on("/b", wait)
    source = listed(tmp_path, server.url("/a"), server.url("/gone"), server.url("/b"))
    out = str(tmp_path / "out.jsonl")
    terminal = Terminal(home, "--batch", source, "--out", out, *NET)
    try:
        terminal.until(lambda out: b"2/3" in out and b"1 failed" in out)
        go.set()
        assert terminal.end() == 22
        assert b"answered 404" in terminal.out and b"1 of 3 pages were not read whole" in terminal.out
    finally:
        terminal.close()
