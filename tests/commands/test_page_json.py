"""`--format json`: what the shipped schema describes, of pages of every kind."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from dumping import dump
from servers import Server

from lightterm import settings
from lightterm.commands.formats import Form, formatted
from lightterm.commands.page_json import SCHEMA_VERSION
from lightterm.document.model import Target, Targets
from lightterm.fetch.model import Request
from lightterm.fetch.url_display import display_url
from lightterm.output.wanted import Budget
from lightterm.resources import read_text
from lightterm.session.session import Session

SCHEMA = json.loads(read_text("config", "page.schema.json"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
CORPUS = Path(__file__).parent.parent / "corpus"
FIRST = Path(__file__).with_name("page_members_1.0.txt")
"""What clients of schemaVersion 1.0 read, a path a line."""

PAGE = """<!doctype html><html lang=de dir=ltr><title>Was</title>
<meta name=description content="Eine Seite"><link rel=canonical href=/was>
<link rel=alternate type=application/rss+xml href=/feed title=Neues>
<nav aria-label=Haupt><a href=/>Start</a></nav>
<main><h1>Was</h1><p>Ein <a href="/b?x=1&amp;y" rel="next nofollow" title="Mehr">Link</a>.</p>
<ol start=4><li>vier<ul><li>a</ul><li><p>fünf</ol>
<ul><li><input type=checkbox disabled checked> getan</ul>
<pre><code class=language-c>int x;
</code></pre><blockquote>Zitat</blockquote><hr><dl><dt>T<dd>D</dl>
<table><caption>Gezeiten</caption><tr><th rowspan=2>Ort<th colspan=2>Wasser<tr><th>hoch<th>tief
<tr><td><a href=/ort>A</a><td rowspan=2>4<td>1<tr><td>B<td>2</table>
<form action=/s method=post name=f><input type=hidden name=h value=1><label>Name <input name=n value=v required></label>
<input type=password name=p value=geheim><select name=s><option value=1>eins<option selected>zwei</select>
<button name=go value=1>Los</button></form>
<img src=/b.png alt=Bild title=T width=10 height=20>
<details><summary>Mehr</summary><p>zu <a href=/zu>Link</a></details>"""


def read(*argv: str) -> Any:
    shown = dump("--json", *argv)
    assert shown.text.count("\n") == 1
    data = json.loads(shown.text)
    VALIDATOR.validate(data)
    return data


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({"schemaVersion": "1.0"})


def members(schema: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Each member that a schema names, by its path, and the version that brought it."""
    if isinstance(schema, list):
        for one in schema:
            yield from members(one, where)
    elif isinstance(schema, dict):
        for name, member in schema.get("properties", {}).items():
            yield f"{where}.{name}", member.get("since", "1.0")
        for key, inner in schema.items():
            named = key in ("properties", "$defs")
            for name, one in inner.items() if named else [(None, inner)]:
                yield from members(one, f"{where}.{name}" if named else where)


def unsaid(schema: Any, first: frozenset[str], now: str) -> set[str]:
    """What a client of 1.0 would miss, and what is new without a version's step."""
    found = dict(members(schema))
    new = {name for name in found.keys() - first if found[name] not in {f"1.{n}" for n in range(1, _minor(now) + 1)}}
    return (first - found.keys()) | new


def _minor(version: str) -> int:
    return int(version.partition(".")[2])


def test_members_are_added_by_a_step_of_the_version_and_none_goes() -> None:
    first = frozenset(FIRST.read_text("utf-8").split())
    assert unsaid(SCHEMA, first, SCHEMA_VERSION) == set()
    assert unsaid(SCHEMA, first, "1.0") == {".targets.moreOptions"}, "the step is needed"
    assert unsaid(SCHEMA, first | {".tide"}, SCHEMA_VERSION) == {".tide"}, "gone"
    added = SCHEMA["properties"] | {"tide": {"type": "string"}}
    assert unsaid(SCHEMA | {"properties": added}, first, SCHEMA_VERSION) == {".tide"}, "new, and no word of it"


@pytest.mark.covers("LB-53", "LB-65", "LB-67", "LB-70", "LB-74", "UB-107", "UB-108", "UB-118", "UB-119")
def test_a_page_with_everything(server: Server) -> None:
    url = server.page("/was", PAGE, "text/html")
    data = read(asked := server.redirect("/alt", "/was"))
    assert (data["title"], data["url"], data["finalUrl"]) == ("Was", asked, url)
    assert [hop["status"] for hop in data["redirects"]] == [302]
    meta = data["metadata"]
    assert (meta["language"], meta["direction"], meta["description"]) == ("de", "ltr", "Eine Seite")
    assert meta["canonical"] == url and meta["feeds"] == [{"url": server.url("/feed"), "title": "Neues"}]
    links = [target for target in data["targets"] if target["kind"] == "link"]
    assert [(link["number"], link["text"], link["url"]) for link in links] == [
        (1, "Start", server.url("/")), (2, "Link", server.url("/b?x=1&y")), (3, "A", server.url("/ort")),
    ]  # fmt: skip
    assert links[1]["rel"] == ["next", "nofollow"] and links[1]["title"] == "Mehr"
    assert links[0]["class"] == "navigation"
    assert {"role": "navigation", "name": "Haupt"} in data["landmarks"]
    assert data["outline"] == [{"level": 1, "text": "Was"}]


def test_the_metadata_carries_the_facts_with_their_confidence(server: Server) -> None:
    url = server.page("/was", PAGE, "text/html")
    facts = read(url)["metadata"]["facts"]
    told = json.loads(dump("--format", "metadata", url).text)["fields"]
    assert facts["title"]["value"] == "Was" and facts["canonical"]["value"] == url
    assert facts["description"]["confidence"] == {"score": 0.65, "level": "medium", "source": "meta_tags"}
    assert set(facts) == {name for name, field in told.items() if field["value"]} - {"content"}
    for name, fact in facts.items():
        assert fact == {part: told[name][part] for part in ("value", "confidence", "place")}
    large = server.page("/large", PAGE + "<!--" + 4_000_000 * "x" + "-->", "text/html")
    assert read(large)["metadata"]["facts"] == {}
    assert set(read(server.page("/bare", "nothing", "text/plain"))["metadata"]["facts"]) <= {"language"}


def test_content_is_nested(server: Server) -> None:
    data = read(
        "--content", "blocks", "--content", "markdown", "--content", "text", server.page("/", PAGE, "text/html")
    )
    blocks = [block for block in data["content"]["blocks"] if block["type"] not in ("paragraph", "media")]
    assert blocks[0] == {"type": "heading", "level": 1, "text": "Was"}
    first = {"type": "item", "children": [
        {"type": "paragraph", "text": "vier"},
        {"type": "list", "ordered": False, "children": [
            {"type": "item", "children": [{"type": "paragraph", "text": "a"}]}]},
    ]}  # fmt: skip
    second = {"type": "item", "children": [{"type": "paragraph", "text": "fünf"}]}
    assert blocks[1] == {"type": "list", "ordered": True, "start": 4, "children": [first, second]}
    assert blocks[2]["children"][0]["done"] is True
    assert blocks[3] == {"type": "code", "language": "c", "text": "int x;"}
    assert blocks[4] == {"type": "quote", "children": [{"type": "paragraph", "text": "Zitat"}]}
    assert [block["type"] for block in blocks[5:8]] == ["divider", "definitions", "table"]
    assert [child["type"] for child in blocks[6]["children"]] == ["term", "definition"]
    assert "4. vier\n\n   - a" in data["content"]["markdown"] and "[2]Link" in data["content"]["text"]


@pytest.mark.covers("UB-112")
def test_tables_are_headers_and_rows(server: Server) -> None:
    (table,) = read(server.page("/", PAGE, "text/html"))["tables"]
    assert table["caption"] == "Gezeiten"
    assert table["headers"] == ["Ort", "Wasser / hoch", "Wasser / tief"]
    assert table["rows"] == [["A", "4", "1"], ["B", "4", "2"]]
    assert table["targets"] == [3]


@pytest.mark.covers("LB-68")
def test_forms_and_their_controls(server: Server) -> None:
    data = read(server.page("/", PAGE, "text/html"))
    (form,) = data["forms"]
    assert (form["action"], form["method"], form["name"]) == (server.url("/s"), "post", "f")
    assert form["hidden"] == [{"name": "h", "value": "1"}]
    controls = [t for t in data["targets"] if t["number"] in form["targets"]]
    assert [(c["type"], c["name"], c["value"]) for c in controls] == [
        ("text", "n", "v"), ("password", "p", ""), ("select", "s", "zwei"), ("submit", "go", "1"),
    ]  # fmt: skip
    assert controls[0]["label"] == "Name" and controls[0]["required"] is True
    assert [(o["value"], o["selected"]) for o in controls[2]["options"]] == [("1", False), ("zwei", True)]
    assert data["targets"][-1]["kind"] == "disclosure"


@pytest.mark.covers("LB-69")
def test_media(server: Server) -> None:
    data = read(server.page("/", PAGE, "text/html"))
    medium = {
        "index": 0,
        "kind": "image",
        "url": server.url("/b.png"),
        "alt": "Bild",
        "title": "T",
        "width": 10,
        "height": 20,
    }
    assert data["media"] == [medium]
    assert {"type": "paragraph", "text": "[Bild]", "media": [0]} in data["content"]["blocks"]


@pytest.mark.covers("LB-71", "UB-116", "UB-117")
def test_times_add_up(server: Server) -> None:
    before = time.time() * 1000
    data = read(server.page("/", PAGE, "text/html"))
    timing = data["timing"]
    assert timing["totalMs"] == pytest.approx(timing["fetchMs"] + timing["extractMs"], abs=0.01)
    assert data["metadata"]["loadTime"] == timing["totalMs"] > 0
    assert before - 1 <= data["metadata"]["timestamp"] <= time.time() * 1000 + 1
    assert sum(step["loadMs"] for step in data["trace"]) == pytest.approx(timing["fetchMs"], abs=0.01)


@pytest.mark.covers("LB-66", "UB-109", "UB-110", "UB-111")
def test_content_in_every_form_and_only_those_asked_for(server: Server) -> None:
    url = server.page("/", "<h1>A</h1><p>b <b>c</b>", "text/html")
    assert list(read(url)["content"]) == ["blocks"]
    assert read("--content", "html", url)["content"] == {"html": "<h1>A</h1><p>b <b>c</b>"}
    both = read("--content", "markdown", "--content", "text", url)["content"]
    assert both == {"markdown": "# A\n\nb **c**\n", "text": "# A\n\nb c"}


def test_what_went_wrong_is_in_it(server: Server) -> None:
    url = server.page("/gone", "<p>No such page", "text/html", status=404)
    shown = dump("--json", url)
    data = json.loads(shown.text)
    VALIDATOR.validate(data)
    assert data["status"] == 404 and data["errors"][0]["httpStatus"] == 404 and shown.code
    assert data["content"]["blocks"] == [{"type": "paragraph", "text": "No such page"}]


def test_any_charset_gets_all_characters(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text("<meta charset=utf-8><p>„5 €“")
    shown = dump("--json", "--encoding", "ascii", str(file))
    assert json.loads(shown.text)["content"]["blocks"] == [{"type": "paragraph", "text": "„5 €“"}]


def test_several_pages_are_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text("<p>x")
    lines = dump("--json", str(file), str(file)).text.splitlines()
    assert len(lines) == 2 and all(json.loads(line)["status"] == 200 for line in lines)


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.glob("*-*.html"))[::3])
def test_pages_of_every_kind_fit_the_schema(name: str) -> None:
    read("--content", "blocks", "--content", "markdown", str(CORPUS / name))


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("a.json", '{"a": [1, {"b": "c"}]}'),
        ("a.md", "# T\n\n- [ ] x\n\n```py\n1\n```\n"),
        ("a.txt", "plain http://example.org/ text\n"),
        ("a.xml", "<rss version='2.0'><channel><title>F</title><item><title>I</title><link>http://e.org</link></item></channel></rss>"),
        ("empty.html", ""),
        ("deep.html", "<ul><li>" * 900 + "x"),
    ],
)  # fmt: skip
def test_other_kinds_fit_the_schema(name: str, body: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(body)
    read(str(tmp_path / name))


class Counted(Targets):
    """The targets of a page, and how often one of them was made."""

    def __init__(self, targets: Targets) -> None:
        super().__init__(len(targets), None)
        self._targets = targets
        self.made = 0

    def __getitem__(self, number: int) -> Target:
        self.made += 1
        return self._targets[number]


def test_a_budget_makes_the_targets_of_what_it_tries_not_those_of_the_page_each_time(server: Server) -> None:
    url = server.page("/", "".join(f"<a href=/p/{n}>link {n}</a> " for n in range(2000)))
    with Session(settings.load()) as session:
        page = session.open(Request(url=url), 80)
        targets = Counted(page.document.targets)
        form = Form(session.settings.output.replace(format="json"), 80, budget=Budget(2000))
        text = formatted(page, page.document.replace(targets=targets), form, display_url)
    assert 5 < len(json.loads(text)["targets"]) < 2000
    assert targets.made < 3 * 2000, "once for how large the page is; the parts that are tried are small"
