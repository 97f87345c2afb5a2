"""Cutting style sheets into rules at the speed of str.split, without a tokenizer.

Three steps over the whole text in C: what may hide structure (comments, strings, url(), escapes) is masked, the rest
is split at the closing braces, and a stack follows the at-rules. 300 KB cost 5 ms (tinycss2: 120-210).
Source: CSS Syntax 3 (https://www.w3.org/TR/css-syntax-3/), CSS Nesting 1, CSS Cascade 5 (layers).
"""

from __future__ import annotations

from lightterm.extract.style import media

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.style.model import View

    Containers = tuple[tuple[str, frozenset[str]], ...]

MOST_RULES = 20_000
MOST_NESTING = 16
LONGEST_NESTED = 2_000
# An escaped or otherwise special ASCII character stands as U+E000 + its code until its name is read.
MASKED = 0xE000
SPECIAL = {code: chr(MASKED + code) for code in range(128) if not chr(code).isalnum() and chr(code) not in "-_"}
UNMASK = {MASKED + code: chr(code) for code in range(128)}
HEX = frozenset("0123456789abcdefABCDEF")
UNLAYERED = 1 << 30
SCOPE = "\0"
"""Before the root of an @scope, where selectors stand for a rule that others are nested in; no masked text has it."""


def escape_at(text: str, at: int) -> tuple[str, int]:
    """The character that the backslash at `at` stands for, and the index after it."""
    end = at + 1
    while end < len(text) and end < at + 7 and text[end] in HEX:
        end += 1
    if end == at + 1:
        if end >= len(text) or text[end] == "\n":
            return "", end + 1
        return text[end], end + 1
    code = int(text[at + 1 : end], 16)
    if text[end : end + 1] in (" ", "\n", "\t"):
        end += 1
    return ("\ufffd" if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000 else chr(code)), end


def _unescape(text: str) -> str:
    out = []
    start = 0
    while (at := text.find("\\", start)) >= 0:
        out.append(text[start:at])
        char, start = escape_at(text, at)
        out.append(char)
    out.append(text[start:])
    return "".join(out)


class Masker:
    """Takes comments out of CSS and puts strings, URLs and escapes where str.split cannot stumble over them.

    A string or url() becomes a quoted index into `strings`; an escape becomes the character itself, or a private-use
    one when it would read as structure.
    """

    def __init__(self) -> None:
        self.strings: list[str] = []

    def mask(self, css: str) -> str:
        """`css` with every brace, semicolon and colon in it being structure; linear in its length."""
        if "URL(" in css or "\0" in css:
            css = css.replace("URL(", "url(").replace("\0", "\ufffd")
        size = len(css)
        find = css.find
        out: list[str] = []
        done = 0
        marks = ('"', "'", "/*", "\\", "url(")
        ahead = [at if (at := find(mark)) >= 0 else size for mark in marks]
        while (at := min(ahead)) < size:
            out.append(css[done:at])
            kind = ahead.index(at)
            done = self._take(css, at, kind, out)
            for i, position in enumerate(ahead):
                if position < done:
                    after = find(marks[i], done)
                    ahead[i] = after if after >= 0 else size
        out.append(css[done:])
        return "".join(out)

    def _take(self, css: str, at: int, kind: int, out: list[str]) -> int:
        if kind == 2:
            end = css.find("*/", at + 2)
            return end + 2 if end >= 0 else len(css)
        if kind == 3:
            char, end = escape_at(css, at)
            out.append(char.translate(SPECIAL))
            return end
        if kind == 4:
            return self._url(css, at, out)
        text, end = self._string(css, at)
        self._keep(text, out)
        return end

    def _keep(self, text: str, out: list[str]) -> None:
        out.append(f'"{len(self.strings)}"')
        self.strings.append(text)

    def _string(self, css: str, at: int) -> tuple[str, int]:
        """The string whose opening quote is at `at`; an unescaped newline ends it, as does the end of the sheet."""
        quote = css[at]
        end = css.find(quote, at + 1)
        if end < 0:
            end = len(css)
        start = at + 1
        while (back := css.find("\\", start, end)) >= 0:
            start = back + 2
            if start > end:
                end = css.find(quote, start)
                if end < 0:
                    end = len(css)
        line = css.find("\n", at + 1, end)
        while line > 0 and css[line - 1] == "\\":
            line = css.find("\n", line + 1, end)
        if line > 0:
            return "", line
        text = css[at + 1 : end]
        return (_unescape(text) if "\\" in text else text), min(end + 1, len(css))

    def _url(self, css: str, at: int, out: list[str]) -> int:
        start = at + 4
        while css[start : start + 1].isspace():
            start += 1
        out.append("url(")
        if css[start : start + 1] in ('"', "'"):
            return start
        end = css.find(")", start)
        while end > 0 and css[end - 1] == "\\":
            end = css.find(")", end + 1)
        if end < 0:
            end = len(css)
        self._keep(css[start:end].strip(), out)
        return end


class _Frame:
    """An open block: whether its rules count, their layer, what nested ones hang on, what their selectors end with."""

    __slots__ = ("active", "below", "depth", "layer", "nested")

    def __init__(self, active: bool, layer: tuple[int, ...], nested: str = "", depth: int = 0, below: str = "") -> None:
        self.active = active
        self.below = below
        self.layer = layer
        self.nested = nested
        self.depth = depth

    def own(self) -> str:
        """The selectors of what is declared right in it."""
        return self.inside(_own(self.nested)) if self.below else _own(self.nested)

    def inside(self, selectors: str) -> str:
        """Selectors for what stands in containers, where it is for that."""
        from lightterm.extract.style.contained import within

        return within(selectors, self.below)


class Scan:
    """The style rules of any number of sheets that hold for `view`, as (selectors, declarations, layer).

    Selectors and declarations are masked text; `strings` is what their quoted numbers stand for. A layer is the path
    of its numbers, by first appearance, ending in a number above all others. `whole` is False if rules were left out,
    `modern` True where there is what engines before 2023 do not know: nesting, @scope, @supports, @container, ranges.
    `containers`: what makes containers, for whose contents alone @container holds; None where that is not known.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.masker = Masker()
        self.strings = self.masker.strings
        self.rules: list[tuple[str, str, tuple[int, ...]]] = []
        self.counter_styles: dict[str, str] = {}
        """The descriptors of each @counter-style, masked, by its name in lower case."""
        self.whole = True
        self.modern = False
        self.containers: Containers | None = None
        self._layers: dict[tuple[int, ...], dict[str, int]] = {}
        self._media: dict[str, bool] = {}

    def add(self, css: str, condition: str = "") -> None:
        """Append the rules of a sheet, if its media `condition` (see `Sheet.media`) holds."""
        text = self.masker.mask(css)
        if "<!--" in text or "-->" in text:
            text = text.replace("<!--", " ").replace("-->", " ")
        while (start := text.find("<![CDATA[")) >= 0:
            # Its brackets make one block of all up to the `]]`, and that spoils the rule after it too.
            text = text[:start] + "!" + (text[start:].partition("]]")[2])
        active, layer = self._condition(condition)
        if active:
            self._cut(text, layer)

    def _condition(self, condition: str) -> tuple[bool, tuple[int, ...]]:
        layer: tuple[int, ...] = (UNLAYERED,)
        rest = condition.strip()
        if rest[:5].lower() == "layer":
            name = ""
            rest = rest[5:].lstrip()
            if rest[:1] == "(":
                name, _, rest = rest[1:].partition(")")
            layer = self._layer(name, layer)
        rest = rest.lstrip()
        if rest[:9].lower() == "supports(":
            end = media.closing(rest, 8)
            if not media.supports(rest[8 : end + 1]):
                return False, layer
            rest = rest[end + 1 :]
        return self._holds(rest), layer

    def _holds(self, query: str) -> bool:
        known = self._media.get(query)
        if known is None:
            known = self._media[query] = media.matches(query, self.view)
        return known

    def _cut(self, text: str, layer: tuple[int, ...]) -> None:
        stack: list[_Frame] = []
        frame = top = _Frame(True, layer)
        rules = self.rules
        broken = False
        for piece in text.split("}"):
            selectors, brace, block = piece.partition("{")
            if not brace:
                if stack:
                    if frame.nested and frame.active and ":" in selectors:
                        rules.append((frame.own(), selectors, frame.layer))
                    stack.pop()
                    frame = stack[-1] if stack else top
                else:
                    broken = True
            elif "{" in block or "@" in selectors or frame.nested:
                self._open(piece, stack, frame, broken)
                frame = stack[-1] if stack else top
                broken = False
            elif broken:
                broken = False
            elif frame.active:
                rules.append((selectors if not frame.below else frame.inside(selectors), block, frame.layer))
            if len(rules) > MOST_RULES:
                self.whole = False
                del rules[MOST_RULES:]
                return

    def _open(self, piece: str, stack: list[_Frame], frame: _Frame, broken: bool) -> None:
        """Follow a piece that opens several blocks, an at-rule or a nested rule; all but the last stay open."""
        parts = piece.split("{")
        leaf = len(parts) - 2
        for i, head in enumerate(parts[:-1]):
            before, semicolon, prelude = head.rpartition(";")
            if semicolon and frame.active:
                if frame.nested:
                    self.rules.append((frame.own(), before, frame.layer))
                elif "@" in before:
                    self._statements(before, frame)
                else:
                    prelude = head
            if i == leaf and frame.active and (at := at_rule(prelude.strip()))[0] == "counter-style":
                self.counter_styles[at[1].lower()] = parts[-1]
            frame = self._frame(prelude.strip(), frame, broken and i == 0 and not stack)
            if i < leaf:
                stack.append(frame)
            elif frame.active and frame.nested:
                self.rules.append((frame.own(), parts[-1], frame.layer))

    def _frame(self, prelude: str, outer: _Frame, broken: bool) -> _Frame:
        if not outer.active:
            return outer
        if broken or outer.depth > MOST_NESTING:
            return _Frame(False, outer.layer)
        if outer.nested:
            self.modern = True
        if prelude[:1] != "@":
            nested = nest(prelude, outer.nested)
            return _Frame(bool(nested), outer.layer, nested, outer.depth + 1, outer.below)
        name, rest = at_rule(prelude)
        if name in ("supports", "scope", "container") or "<" in rest or ">" in rest:
            self.modern = True
        active, layer, nested, below = False, outer.layer, outer.nested, outer.below  # @starting-style: no transition
        if name == "media":
            active = self._holds(rest)
        elif name == "supports":
            active = media.supports(rest)
        elif name == "container":
            active = self.containers != () and media.container(rest, self.view)
            if active and self.containers is not None:
                from lightterm.extract.style.contained import below_containers

                below += below_containers(self.containers, rest)
        elif name == "layer":
            active, layer = True, self._layer(rest, outer.layer)
        elif name == "scope":
            from lightterm.extract.style.scoping import scope

            nested = scope(rest, outer.nested)
            active = bool(nested)
        return _Frame(active, layer, nested, outer.depth + 1, below)

    def _statements(self, text: str, frame: _Frame) -> None:
        for statement in text.split(";"):
            name, rest = at_rule(statement.strip())
            if name == "layer":
                for one in rest.split(","):
                    self._layer(one, frame.layer)

    def _layer(self, name: str, outer: tuple[int, ...]) -> tuple[int, ...]:
        path = outer[:-1]
        for part in name.strip().split(".")[:MOST_NESTING]:
            known = self._layers.setdefault(path, {})
            key = part.strip() or f" {len(known)}"
            path = (*path, known.setdefault(key, len(known)))
        return (*path, UNLAYERED)


def at_rule(text: str) -> tuple[str, str]:
    """The lower-case name of an at-rule's prelude, and what follows it; ("", "") if it is none."""
    if text[:1] != "@":
        return "", ""
    end = 1
    while end < len(text) and (text[end].isalnum() or text[end] in "-_"):
        end += 1
    return text[1:end].lower(), text[end:].strip()


def nest(selectors: str, outer: str) -> str:
    """The selectors of a rule nested in one with the selectors `outer` (CSS Nesting 1), as plain ones.

    Empty when they would become longer than is sensible (`& &` doubles at each level).
    """
    if not outer:
        return selectors
    if outer[0] == SCOPE:
        from lightterm.extract.style.scoping import scoped

        return scoped(selectors, outer)
    around = f":is({outer})" if "," in outer else outer
    if selectors.count(",") * len(around) > LONGEST_NESTED:
        return ""
    out = []
    for part in split_commas(selectors):
        part = part.strip()
        out.append(part.replace("&", around) if "&" in part else f"{around} {part}")
    text = ",".join(out)
    return text if len(text) <= LONGEST_NESTED else ""


def _own(nested: str) -> str:
    """The selectors of what is declared right in a block that nests others."""
    return f":where({nested.split(SCOPE)[1]})" if nested[:1] == SCOPE else nested


def split_commas(text: str) -> list[str]:
    """`text` cut at the commas that stand outside brackets and parentheses."""
    parts = text.split(",")
    if "(" not in text and "[" not in text:
        return parts
    out: list[str] = []
    held: list[str] = []
    depth = 0
    for part in parts:
        held.append(part)
        depth += part.count("(") + part.count("[") - part.count(")") - part.count("]")
        if depth <= 0:
            out.append(",".join(held))
            held = []
            depth = 0
    if held:
        out.append(",".join(held))
    return out


def imports(css: str) -> tuple[tuple[str, str], ...]:
    """The @import rules at the top of a sheet, as (href, media) for `Sheet`; at most 64."""
    return tuple(_imports(css))[:64]


def _imports(css: str) -> Iterator[tuple[str, str]]:
    if "@import" not in css and "@IMPORT" not in css.upper():
        return
    masker = Masker()
    text = masker.mask(css).replace("<!--", " ").replace("-->", " ")
    for statement in text.partition("{")[0].split(";"):
        name, rest = at_rule(statement.strip())
        if name not in ("import", "charset", "layer"):
            return
        if name != "import" or '"' not in rest:
            continue
        number, _, rest = rest.partition('"')[2].partition('"')
        href = masker.strings[int(number)].strip()
        if href:
            yield href, rest.lstrip(" )\t\n")
