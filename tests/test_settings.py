"""Settings: defaults, the user's file, site rules, precedence, and a cache that may be damaged at will."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lightterm import settings
from lightterm.errors import ConfigError
from lightterm.resources import data_file, user_directory
from lightterm.settings import Settings
from lightterm.settings_file import read_layers
from lightterm.settings_keys import KEYS, check, parse_size

ROOT = Path(__file__).parents[1]


def value_of(chosen: Settings, key: str) -> object:
    section, name = key.split(".")
    return getattr(getattr(chosen, section), name)


def write(home: Path, text: str) -> Path:
    path = home / "config" / "lightterm" / "config.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.covers("LB-131")
def test_the_shipped_file_is_the_defaults_key_by_key() -> None:
    shipped = dict(read_layers(data_file("config", "default.yaml")).user)
    typed = {key: value_of(Settings(), key) for key in KEYS}
    assert shipped == typed
    assert {key: type(value) for key, value in shipped.items()} == {key: type(value) for key, value in typed.items()}


@pytest.mark.covers("LB-131")
def test_every_key_of_the_shipped_file_has_a_comment() -> None:
    lines = Path(data_file("config", "default.yaml")).read_text("utf-8").splitlines()
    for before, line in pairwise(lines):
        if line.startswith("  ") and not line.lstrip().startswith("#"):
            assert before.lstrip().startswith("#"), line


def test_typed_sections_and_checked_keys_are_the_same() -> None:
    plain = Settings()
    sections = [field for field in Settings._fields if field != "layers"]
    assert [f"{s}.{field}" for s in sections for field in type(getattr(plain, s))._fields] == list(KEYS)


def test_every_default_passes_its_own_check() -> None:
    for key in KEYS:
        value = value_of(Settings(), key)
        assert check(key, value) == (key, value)


def keys_read_in(path: Path) -> set[str]:
    """The keys whose section and name are both read as attributes in a module."""
    names = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
    return {key for key in KEYS if set(key.split(".")) <= names}


@pytest.mark.covers("LB-131")
def test_every_key_is_read_somewhere() -> None:
    own = {"settings.py", "settings_keys.py", "settings_file.py", "cli.py", "cli_options.py"}
    modules = [path for path in (ROOT / "lightterm").rglob("*.py") if path.name not in own]
    assert set(KEYS) - set().union(*map(keys_read_in, modules)) == set()


@pytest.mark.covers("LB-129")
@pytest.mark.parametrize("level", range(5))
def test_each_level_wins_over_those_below(home: Path, level: int) -> None:
    if level >= 1:
        rule = "sites:\n  - hosts: ['*.example.org']\n    network: {retries: 12}\n" if level >= 2 else ""
        write(home, f"network:\n  retries: 11\n{rule}")
    chosen = settings.load()
    if level >= 3:
        chosen = chosen.with_session([("network.retries", 13)])
    if level >= 4:
        chosen = chosen.with_request([("network.retries", 14)])
    assert chosen.for_host("www.example.org").network.retries == (2, 11, 12, 13, 14)[level]


def test_a_site_rule_leaves_other_hosts_and_keys_alone(home: Path) -> None:
    write(
        home,
        "sites:\n  - hosts: [Example.org, bücher.example]\n    network: {max_redirects: 3}\n"
        "  - hosts: ['*.net']\n    output: {width: 40}\n  - hosts: ['*']\n    output: {numbers: false}\n",
    )
    chosen = settings.load()
    assert chosen.for_host("example.org").network.max_redirects == 3
    assert chosen.for_host("www.example.org").network.max_redirects == 10
    assert chosen.for_host("xn--bcher-kva.example").network.max_redirects == 3
    assert chosen.for_host("a.b.net").output.width == chosen.for_host("net").output.width == 40
    assert chosen.for_host("notanet").output.width == 0
    assert not chosen.for_host("anywhere").output.numbers
    assert chosen.for_host("example.org").output.link_style == "refs"


@pytest.mark.covers("LB-130")
def test_the_user_file_is_found_by_xdg_and_by_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, "output: {width: 50}\n")
    other = home / "other.yaml"
    other.write_text("output: {width: 60}\n")
    assert settings.load().output.width == 50
    monkeypatch.setenv("LIGHTTERM_CONFIG", str(other))
    assert settings.load().output.width == 60
    assert settings.load(str(home / "config" / "lightterm" / "config.yaml")).output.width == 50
    monkeypatch.delenv("LIGHTTERM_CONFIG")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert settings.load().output.width == 0
    assert user_directory("config") == str(home / ".config" / "lightterm")


def test_a_named_file_that_is_not_there_is_an_error_and_the_usual_one_is_not(home: Path) -> None:
    assert settings.load() == Settings()
    with pytest.raises(ConfigError, match=r"nowhere\.yaml: No such file"):
        settings.load(str(home / "nowhere.yaml"))


@pytest.mark.covers("LB-130")
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("network:\n  retires: 3\n", 2, "network.retires: no such setting (did you mean network.retries?)"),
        ("network:\n\n  retries: 300\n", 3, "network.retries: 300 is not between 0 and 20"),
        ("network:\n  retries: 2.5\n", 2, "network.retries: 2.5 is not a whole number"),
        ("network:\n  timeout: nan\n", 2, "network.timeout: 'nan' is not a number"),
        ("network:\n  timeout: .inf\n", 2, "network.timeout: '.inf' is not a number"),
        ("output:\n  color: sometimes\n", 2, "output.color: 'sometimes' is not one of auto, always, never"),
        ("blocking:\n  kinds: [images]\n", 2, "blocking.kinds: 'images' is not one of image, font, media,"),
        ("output:\n  numbers: no\n", 2, "output.numbers: 'no' is neither true nor false"),
        ("outptu:\n  width: 3\n", 2, "outptu: no such section (did you mean output?)"),
        ("width: 3\n", 1, "width: no such section (did you mean output.width?)"),
        ("sites:\n  - hosts: [a]\n    tire: full\n", 3, "sites.tire: no such section (did you mean tier?)"),
        ("sites:\n  - hosts: [a]\n    css: false\n", 3, "sites.css: no such section (did you mean extraction.css?)"),
        ("sites:\n  - hosts: [a]\n    qqq: 1\n", 3, "sites.qqq: no such section"),
        ("output: 3\n", 1, "output: expected `key: value` lines"),
        ("output:\n  width: 3\n  width: 4\n", 3, "output.width: given twice"),
        ("network:\n  maxBytes: 3\n  max_bytes: 4\n", 3, "network.max_bytes: given twice"),
        ("output: [\n", 2, "expected the node content, but found '<stream end>'"),
        ("a: b: c\n", 1, "mapping values are not allowed here"),
        ("network:\n  ? [a]\n  : 1\n", 2, "network: a key must be one word"),
        ("network:\n  headers: [X-A: b]\n", 2, "network.headers: expected one value"),
        ("network:\n  proxy: ftp://x\n", 2, "network.proxy: not a proxy URL"),
        ('network:\n  user_agent: "a\\nb"\n', 2, "network.user_agent: control characters are not allowed"),
        ("sites:\n  - network: {retries: 1}\n", 2, "sites: a site rule needs hosts"),
        ("sites:\n  - hosts: [http://x/]\n", 2, "sites.hosts: 'http://x/' is no host"),
        ("- 1\n", 1, "expected `key: value` lines"),
    ],
)
def test_a_bad_file_names_file_line_and_key(home: Path, text: str, line: int, reason: str) -> None:
    path = write(home, text)
    with pytest.raises(ConfigError) as caught:
        settings.load()
    assert str(caught.value).startswith(f"{path}:{line}: {reason}")


def test_requirement_spellings_are_understood(home: Path) -> None:
    write(
        home,
        "output: {defaultFormat: ansi, linkStyle: numbered, includeMetadata: false}\n"
        "privacy: {sendDNT: true, respectRobotsTxt: false}\nnetwork: {maxRedirects: 4, maxBytes: 1.5M}\n"
        "antibot: {userAgent: null}\nsession: {cookieMode: none}\n",
    )
    chosen = settings.load()
    assert (chosen.output.format, chosen.output.link_style, chosen.output.include_metadata) == ("ansi", "refs", False)
    assert (chosen.privacy.send_dnt, chosen.privacy.respect_robots_txt) == (True, False)
    assert (chosen.network.max_redirects, chosen.network.max_bytes) == (4, 1_572_864)
    assert (chosen.antibot.user_agent, chosen.session.cookie_mode) == ("", "none")


@pytest.mark.covers("LB-130")
def test_scalars_are_those_of_yaml_1_2(home: Path) -> None:
    write(home, "network:\n  user_agent: no\n  accept_language: on\n  retries: 0o12\n  max_redirects: 012\n")
    chosen = settings.load()
    assert (chosen.network.user_agent, chosen.network.accept_language) == ("no", "on")
    assert (chosen.network.retries, chosen.network.max_redirects) == (10, 12)


def test_headers_are_pairs(home: Path) -> None:
    write(home, 'network:\n  headers: {X-One: "1", X-Two: a b}\n')
    assert settings.load().network.headers == (("X-One", "1"), ("X-Two", "a b"))
    assert check("network.headers", ["X-One: 1"])[1] == (("X-One", "1"),)
    for bad in (["X One: 1"], ["X-One"], ["X: a\r\nB: c"], [": x"]):
        with pytest.raises(ConfigError, match="header"):
            check("network.headers", bad)


@pytest.mark.parametrize(
    ("text", "size"), [("65536", 65536), ("64K", 65536), ("64KiB", 65536), ("1m", 1048576), ("1GB", 1 << 30), ("7b", 7)]
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "x", "K", "1T", "infM", "nanK", "1e999G"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(text)


IMPORTS_YAML = "import sys, lightterm.settings as s; print(s.load().output.width, 'yaml' in sys.modules)"


def load_in_a_new_process() -> str:
    command = [sys.executable, "-c", IMPORTS_YAML]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


@pytest.mark.covers("LB-151")
def test_yaml_is_read_once_and_again_only_after_a_change(home: Path) -> None:
    assert load_in_a_new_process() == "0 False"
    path = write(home, "output: {width: 50}\n")
    assert load_in_a_new_process() == "50 True"
    assert load_in_a_new_process() == "50 False"
    path.write_text("output: {width: 51}\n")
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    assert load_in_a_new_process() == "51 True"


def the_cache(home: Path) -> Path:
    (found,) = (home / "cache" / "lightterm").iterdir()
    return found


@hypothesis_settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_cache_is_passed_over(home: Path, data: st.DataObject) -> None:
    write(home, "network: {headers: {X-A: b}}\noutput: {width: 50}\nsites:\n- hosts: [a]\n  output: {width: 3}\n")
    good = settings.load()
    cache = the_cache(home)
    whole = cache.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    damage = data.draw(st.one_of(st.binary(max_size=3), st.just(whole[:at])))
    cache.write_bytes(whole[:at] + damage + whole[at + len(damage) :] if damage != whole[:at] else damage)
    assert settings.load() == good


def test_the_cache_is_the_users_alone_and_may_be_missing(home: Path) -> None:
    write(home, "output: {width: 50}\n")
    settings.load()
    assert the_cache(home).stat().st_mode & 0o777 == 0o600
    the_cache(home).unlink()
    (home / "cache" / "lightterm").rmdir()
    (home / "cache" / "lightterm").write_text("in the way")
    assert settings.load().output.width == 50


@given(st.text(max_size=80))
def test_any_text_is_settings_or_a_config_error(text: str) -> None:
    path = Path(user_directory("config")) / "any.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
    try:
        assert isinstance(settings.load(str(path)), Settings)
    except ConfigError as problem:
        assert str(path) in str(problem)


def test_the_schema_beside_the_defaults_knows_the_same_keys() -> None:
    schema = json.loads(Path(data_file("config", "schema.json")).read_text("utf-8"))
    sections = {name: part["properties"] for name, part in schema["properties"].items() if name != "sites"}
    assert [f"{section}.{name}" for section, keys in sections.items() for name in keys] == list(KEYS)
    for key, (kind, *limits) in KEYS.items():
        section, _, name = key.partition(".")
        entry = sections[section][name]
        assert entry["default"] == json.loads(json.dumps(value_of(Settings(), key))) or entry["default"] == {}
        if kind == "choice":
            assert entry["enum"] == list(limits[0])
        if kind == "strings" and limits:
            assert entry["items"]["enum"] == list(limits[0])
        if kind in ("int", "float", "size"):
            assert [entry["minimum"], entry["maximum"]] == limits
        assert entry["description"]


def test_pictures_have_the_name_of_the_requirements_too(home: Path) -> None:
    write(home, "media:\n  images: {maxWidth: 320, enabled: false}\nsites:\n- hosts: [a.example]\n"
                "  media: {images: {enabled: true}}\n")  # fmt: skip
    loaded = settings.load()
    assert (loaded.images.max_width, loaded.images.max_height, loaded.images.enabled) == (320, 480, False)
    assert loaded.for_host("a.example").images.enabled
    assert Settings().with_request([("media.images.maxHeight", 100)]).images.max_height == 100
    with pytest.raises(ConfigError, match=r"config\.yaml:2: images\.max_width"):
        write(home, "media:\n  images: {maxWidth: 0}\n")
        settings.load()
    with pytest.raises(ConfigError, match="no such section"):
        write(home, "media:\n  pictures: {maxWidth: 0}\n")
        settings.load()


def test_where_the_users_settings_are(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.user_file() == str(home / "config" / "lightterm" / "config.yaml")
    assert settings.user_file("/some/file") == "/some/file"
    monkeypatch.setenv("LIGHTTERM_CONFIG", "/another")
    assert settings.user_file() == "/another"
