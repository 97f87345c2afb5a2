"""Themes: read and checked, readable, and chosen as the terminal is."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from rich.color import Color
from rich.console import Console
from rich.style import Style
from servers import Server

from lightterm import settings
from lightterm.document.layout import Span
from lightterm.errors import ConfigError
from lightterm.graphics.probe import has_few_colors
from lightterm.tui.palette import KINDS, PARTS, Palette
from lightterm.tui.prepaint import PLAIN, noted_look
from lightterm.tui.strips import Look, paint
from lightterm.tui.themes import chosen_theme, load_theme, theme_names

LEAST_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3, level AA."""


def luminance(color: Color) -> float:
    """Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    parts = [c / 255 for c in color.get_truecolor()]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio"""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def styles(palette: Palette) -> dict[str, Style]:
    parts = {part: getattr(palette, part.replace("-", "_")) for part in PARTS}
    return {name: palette.base + style for name, style in (palette.kinds | parts).items()}


@pytest.mark.parametrize("name", theme_names())
def test_every_text_of_a_theme_with_colours_can_be_read(name: str) -> None:
    palette = load_theme(name)
    if not palette.colors:
        return
    for part, style in styles(palette).items():
        assert style.color is not None and style.bgcolor is not None
        assert not style.dim, part
        assert contrast(style.color, style.bgcolor) >= LEAST_CONTRAST, (part, str(style))


@pytest.mark.parametrize("name", theme_names())
def test_what_lies_over_a_page_stands_out_from_it(name: str) -> None:
    """Menus, lists and questions have no frame: on the page's own ground their words went into those beside them."""
    palette = load_theme(name)
    base, over, marked = (palette.base + style for style in (Style(), palette.list, palette.list_current))
    grounds = [(style.color if style.reverse else style.bgcolor) for style in (base, over)]
    assert grounds[0] != grounds[1] or bool(over.reverse) != bool(base.reverse)
    assert marked != over and (marked.bgcolor != over.bgcolor or bool(marked.reverse) != bool(over.reverse))


@in_a_loop
async def test_a_question_without_colours_is_a_block_with_the_answer_marked_in_it(server: Server) -> None:
    server.page("/", "<p>Words.")
    chosen = settings.load().with_session((("tui.theme", "mono"),))
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.type(":forget 127.0.0.1\n")
        rows = b.app.screen._compositor.render_strips()[-2:]
        plain = [seg.text for strip in rows for seg in strip if seg.style and not seg.style.reverse and not seg.control]
        assert [words for words in plain if words] == [" no "]
        await b.press("n", "g")
        await b.until(lambda: "scroll to top" in b.screen)
        row = next(strip for strip in b.app.screen._compositor.render_strips() if "scroll to top" in strip.text)
        assert [bool(seg.style and seg.style.reverse) for seg in row if seg.text.strip()][:2] == [False, True]


def test_a_hint_is_told_from_a_field_without_colours() -> None:
    """They were reversed both, and stand side by side."""
    palette = load_theme("mono")
    field = palette.kinds["field"]
    assert len({palette.hint, palette.hint_typed, field}) == 3
    assert palette.hint.underline and not field.underline


PALETTES = {
    "VGA": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff "
    "ffffff",
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff "
    "ffffff",
    "GNOME": "000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 "
    "eeeeec",
}
"""What common terminals show for their sixteen colours."""


@pytest.mark.parametrize("colors", PALETTES.values(), ids=list(PALETTES))
@pytest.mark.parametrize(
    ("name", "ground"),
    [("terminal", "black"), ("terminal", "white"), ("terminal-dark", "black"), ("terminal-light", "white")],
)
def test_text_in_the_terminal_s_own_colours_can_be_read_on_its_background(name: str, ground: str, colors: str) -> None:
    sixteen = [Color.parse(f"#{color}") for color in colors.split()]
    black, white = Color.parse("#000000"), Color.parse("#ffffff")
    own = (white, black) if ground == "black" else (black, white)
    for part, style in styles(load_theme(name)).items():
        seen = [
            base if color is None or color.number is None else sixteen[color.number]
            for base, color in zip(own, (style.color, style.bgcolor), strict=True)
        ]
        assert not style.dim and contrast(*seen) >= LEAST_CONTRAST, (part, str(style))
        if style.bold and style.color is not None and style.color.number is not None and style.color.number < 8:
            bright = sixteen[style.color.number + 8]  # which is what xterm and the Linux console make of bold
            assert contrast(bright, seen[1]) >= LEAST_CONTRAST, (part, str(style))


@pytest.mark.parametrize("name", [name for name in theme_names() if name != "mono"])
def test_every_kind_of_text_can_be_read_in_every_other(name: str) -> None:
    """A link in a mark, code in the link under the cursor, a link in a heading, and matches over them, as painted."""
    palette = load_theme(name)
    black, white = Color.parse("#000000"), Color.parse("#ffffff")
    grounds = {True: (white, black), False: (black, white)}
    owns = [grounds[palette.dark]] if name != "terminal" else list(grounds.values())
    seen = set[Style]()
    number = dict.fromkeys(("link", "field", "image"), 1)
    for outer, inner in itertools.permutations(set(KINDS) - {"find", "found"}, 2):
        spans = [Span(0, 12, outer, number.get(outer, 0)), Span(3, 9, inner, 2 * number.get(inner, 0))]
        spans.append(Span(6, 12, "found", 0))
        for current, hover in ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2)):
            seen |= {each.style for each in paint("a few letters", spans, palette, Look(current, hover)) if each.style}
    for style, own, colors in itertools.product(seen, owns, PALETTES.values()):
        sixteen = [Color.parse(f"#{color}") for color in colors.split()]

        def shown(color: Color | None, base: Color, sixteen: list[Color] = sixteen) -> Color:
            if color is None:
                return base
            return sixteen[color.number] if color.number is not None else color

        text, ground = shown(style.color, own[0]), shown(style.bgcolor, own[1])
        assert contrast(text, ground) >= LEAST_CONTRAST, str(style)
        if style.bold and style.color is not None and style.color.number is not None and style.color.number < 8:
            assert contrast(sixteen[style.color.number + 8], ground) >= LEAST_CONTRAST, str(style)


def test_links_targets_and_matches_look_unlike_the_text_in_every_theme() -> None:
    for name in theme_names():
        palette = load_theme(name)
        for part in ("link", "find", "found", "heading"):
            assert palette.kinds[part] != Style(), (name, part)
        assert palette.current != palette.kinds["link"] and palette.selection != Style()


def test_the_themes_without_colours_of_their_own_leave_the_terminals() -> None:
    for name in ("mono", "terminal", "terminal-dark", "terminal-light"):
        assert load_theme(name).base == Style()
    assert all(style.color is None and style.bgcolor is None for style in styles(load_theme("mono")).values())


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("styles:\n  link: 'underlined blue'\n", 2, "underlined"),
        ("styles:\n  lnik: 'bold'\n", 2, "link"),
        ("colors:\n  accent: 'blue'\n", 2, "#1a2b3c"),
        ("colors:\n  accent: '#112233'\n", 2, "background"),
        ("styles: [1]\n", 1, "lines"),
        ("background: 'grey'\n", 1, "grey"),
        ("styles:\n  link: 'red blue'\n", 2, "second"),
        ("styl: {}\n", 1, "styles"),
        ("a: b: c\n", 1, "mapping"),
    ],
)
def test_what_is_wrong_with_a_theme_is_told_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    (tmp_path / "own.yaml").write_text(text, "utf-8")
    from lightterm.tui.themes import read_theme

    with pytest.raises(ConfigError) as told:
        read_theme(str(tmp_path / "own.yaml"))
    assert f"own.yaml:{line}: " in told.value.message and words in told.value.message


def test_a_users_theme_goes_before_a_shipped_one(home: Path) -> None:
    folder = home / "config" / "lightterm" / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("styles: {link: 'bold'}", "utf-8")
    (folder / "mono.yaml").write_text("styles: {link: 'strike'}", "utf-8")
    assert "mine" in theme_names()
    assert load_theme("mine").kinds["link"] == Style(bold=True)
    assert load_theme("mono").kinds["link"] == Style(strike=True)
    with pytest.raises(ConfigError, match="dark"):
        load_theme("drak")


@pytest.mark.parametrize(("dark", "name"), [(True, "dark"), (False, "light"), (None, "dark")])
def test_auto_is_as_the_terminal_is(dark: bool | None, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_theme("auto", dark) == name
    assert chosen_theme("light", True) == "light"
    for mono in ("vt100", "vt220", "xterm-mono", "linux-m"):
        monkeypatch.setenv("TERM", mono)
        assert chosen_theme("auto", dark) == "mono" and noted_look("auto") is PLAIN
    monkeypatch.setenv("TERM", "xterm-256color")
    assert chosen_theme("auto", dark) == name
    monkeypatch.setenv("NO_COLOR", "1")
    assert chosen_theme("auto", dark) == "mono"


@pytest.mark.parametrize(
    ("term", "dark", "name"),
    [
        ("linux", None, "terminal-dark"),
        ("screen", None, "terminal"),
        ("screen", True, "terminal-dark"),
        ("xterm", False, "terminal-light"),
        ("rxvt-16color", True, "terminal-dark"),
        ("tmux-256color", True, "dark"),
        ("xterm-kitty", False, "light"),
        ("", None, "dark"),
    ],
)
def test_auto_takes_the_terminals_own_colours_where_it_has_no_others(
    term: str, dark: bool | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    assert chosen_theme("auto", dark) == name
    few = Console(force_terminal=True, _environ={"TERM": term}).color_system == "standard"
    assert has_few_colors({"TERM": term}) == (few and term != "")
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert chosen_theme("auto", dark) == ("light" if dark is False else "dark")
    assert chosen_theme("terminal", True) == "terminal-dark" and chosen_theme("terminal", False) == "terminal-light"


@in_a_loop
async def test_without_colours_what_is_typed_is_in_the_terminal_s_own(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual made it black on black."""
    monkeypatch.setenv("NO_COLOR", "1")
    server.page("/", "<form><p><input name=a> <a href=/x>link</a></form>")
    async with browsing(server.url("/")) as b:
        for keys, typed in ((":tab n", ":tab n"), ("typed", "typed")):
            await b.type(keys)
            lines = [list(strip) for strip in b.app.screen._compositor.render_strips()]
            line, at = next((line, i) for line in lines for i, one in enumerate(line) if one.text.endswith(typed))
            styles = [one.style for one in line[at : at + 2] if one.style is not None]
            assert all(color is None or color.is_default for one in styles for color in (one.color, one.bgcolor))
            assert [bool(one.reverse) for one in styles] == [False, True]  # and the cursor stands out
            await b.press("escape")
            await b.type("gi")


@in_a_loop
async def test_a_theme_is_changed_while_one_reads(server: Server) -> None:
    server.page("/", "<p>text <a href=/x>link</a>")
    async with browsing(server.url("/")) as b:
        assert b.app.palette.name == "dark"
        await b.type(":set --temporary tui.theme light\n")
        assert b.app.palette.name == "light"
        background = b.app.palette.colors["background"]
        strip = b.app.view.render_lines(b.app.view.size.region)[0]
        assert next(iter(strip)).style.bgcolor.name == background
        await b.type(":set --temporary tui.theme nosuch\n")
        assert b.app.palette.name == "light" and "nosuch" in b.status


@in_a_loop
async def test_a_theme_with_a_mistake_is_told_of_and_not_kept(home: Path, server: Server) -> None:
    folder = home / "config" / "lightterm"
    (folder / "themes").mkdir(parents=True)
    (folder / "themes" / "bad.yaml").write_text("colors:\n  text: '#ffffff'\n")
    (folder / "config.yaml").write_text("output: {width: 60}\n")
    server.page("/", "<p>text")
    async with browsing(server.url("/"), chosen=settings.load()) as b:
        await b.type(":theme bad\n")
        assert "bad.yaml:2: text: no colour of a theme" in b.status
        assert b.app.palette.name == "dark" and b.app.session.settings.tui.theme == "auto"
    assert (folder / "config.yaml").read_text() == "output: {width: 60}\n"
