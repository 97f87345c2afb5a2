"""Elements that carry an annotation: what the style sheets and attributes change for them and what is inside."""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.document.model import Landmark
from lightterm.document.posts import ARTICLE
from lightterm.extract import dom
from lightterm.extract.style.display import is_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.walk import Action, Walker

    Saved = tuple[str, str, str, int, bool, int]

_BLOCKISH = frozenset(("block", "flex-row", "flex-col", "grid", "list-item", "table", "table-row", "table-caption"))
_INLINEISH = frozenset(("inline", "inline-block", "inline-row", "contents", "table-cell"))
_ROWS = frozenset(("flex-row", "inline-row"))
_KEPT_SPACE = frozenset(("pre", "pre-wrap"))
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_IN_LISTS = frozenset(("option", "optgroup"))
"""They are no part of the page's flow: a block or a direction of their own would take their words out of the list."""
_GATHERED = frozenset(("select", "textarea", "datalist"))
"""What is in them is gathered until their end: a direction says how they are painted and ends no paragraph."""
_INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q s samp small span "
    "strike strong sub sup time tt u var".split()
)
_KEPT = frozenset("details fieldset form ol pre summary ul".split())
"""Blocks that say more than that they are blocks, whatever their display."""
_BOXES = _KEPT | frozenset("blockquote dialog dl figcaption figure h1 h2 h3 h4 h5 h6 legend".split())
"""Those that say it as a box in a line of text, too: one that is alone in its line looks like any other."""
_BOXED = ("inline-block", "inline-row")
_POST = f'a id="{ARTICLE}"'
_TABULAR = frozenset("table tr td th tbody thead tfoot caption ul ol li dl select textarea option button".split())


class Scope:
    """One annotated element that is open: what to restore at its end."""

    __slots__ = ("action", "depth", "end", "isolate", "name", "note", "saved")

    def __init__(self, name: str, note: dict[str, str], action: Action, end: Action, saved: Saved) -> None:
        self.name = name
        self.note = note
        self.action = action
        self.end = end
        self.saved = saved
        self.depth = 0
        self.isolate = ""


def run_apart(walker: Walker, head: str) -> None:
    """Run the tag of an annotated element, or one with an id within text: it leads to what comes after that text."""
    blocks, anchors = walker.blocks, walker.anchors
    at, in_text = len(blocks), bool(walker.buf)
    action = walker.actions.get(head.partition(" ")[0], "")
    if f' {dom.NOTE}="' in head:
        open_styled(walker, head, action)
    else:
        _run(walker, action, head)
    has_ended = in_text and len(blocks) > at and (blocks is walker.blocks or head[:5] == "table")
    if has_ended and anchors and anchors[-1] == (head, at):
        anchors[-1] = (head, at + 1)


def open_styled(walker: Walker, head: str, action: Action) -> None:
    """Enter an annotated element: its own action, then what its annotation changes until its end tag."""
    name = head.partition(" ")[0]
    note = dom.read_annotation(head)
    display = note.get("d", "")
    if name in _VOID or name in _IN_LISTS:
        _run(walker, action, head)
        return
    if name in _GATHERED:
        note.pop("dir", None)
    saved = (walker.align, walker.direction, walker.list_style, walker.pre, walker.wrap_pre, walker.tab_size)
    if "lm" in note:
        note["nm"] = one_spaced(dom.attribute(head, "aria-label"))
    scope = Scope(name, note, action, walker.actions.get("/" + name, ""), saved)
    if "ls" in note:
        walker.list_style = note["ls"]
    if display in _INLINEISH and is_block(name) and name not in (_BOXES if display in _BOXED else _KEPT):
        scope.action = scope.end = ""
    elif name not in _TABULAR and (
        display in _BLOCKISH or ((note.get("ta") or note.get("dir")) and name not in _INLINE_TAGS)
    ):
        walker.block(head)
    if "h" in note:
        walker.heading("h" + note["h"])
        scope.end = walker.heading_end
    else:
        _run(walker, scope.action, head)
    if "dir" in note and name in _INLINE_TAGS and display not in _BLOCKISH:
        scope.isolate = "\x1e" if note.pop("dir") == "rtl" else "\x1f"
        walker.buf.append(scope.isolate)
    _track(walker, scope)
    _change(walker, scope)
    before = note.get("b")
    if before:
        walker.buf.append(dom.escape(before))


def _run(walker: Walker, action: Action, head: str) -> None:
    if isinstance(action, str):
        if action:
            walker.buf.append(action)
    else:
        action(head)


def _change(walker: Walker, scope: Scope) -> None:
    note = scope.note
    if scope.name not in _INLINE_TAGS or note.get("d") in _BLOCKISH:
        walker.align = note.get("ta", walker.align)
    walker.direction = note.get("dir", walker.direction)
    inline = scope.name in _INLINE_TAGS or note.get("d") in _INLINEISH
    if note.get("ws") in _KEPT_SPACE and not inline:
        walker.flush()
        walker.pre += 1
        walker.wrap_pre = note["ws"] != "pre"
    if "ts" in note:
        walker.tab_size = int(note["ts"])
    if note.get("d") in _ROWS:
        walker.row += 1
    if "po" in note:
        walker.flush()
        walker.anchors.append((_POST, len(walker.blocks)))
    if "lm" in note:
        walker.flush()
        scope.note["start"] = str(len(walker.top))


def _restore(walker: Walker, scope: Scope) -> None:
    note = scope.note
    after = note.get("a")
    if after:
        walker.buf.append(dom.escape(after))
    if note.get("d") in _ROWS:
        walker.row -= 1
    if walker.pre != scope.saved[3]:
        walker.flush()
    if scope.isolate:
        walker.buf.append("\x1d")
    if (note.get("ta") and scope.name not in _INLINE_TAGS) or note.get("dir") or "lm" in note:
        walker.block(scope.name)
    if "lm" in note:
        start, end = int(note["start"]), len(walker.top)
        if end > start:
            walker.landmarks.append(Landmark(note["lm"], note.get("nm", ""), start, end))
    _run(walker, scope.end, "/" + scope.name)
    if note.get("d") in _BLOCKISH and scope.name not in _TABULAR:
        walker.block(scope.name)
    walker.align, walker.direction, walker.list_style, walker.pre, walker.wrap_pre, walker.tab_size = scope.saved


def _track(walker: Walker, scope: Scope) -> None:
    """Watch the tags of the scope's name until the one that ends it; other tags pay nothing."""
    watching = getattr(walker.actions.get(scope.name), "__self__", None)
    if isinstance(watching, _Watch):
        watching.scopes.append(scope)
    else:
        _Watch(walker, scope)


class _Watch:
    """Counts the tags of one name while annotated elements of that name are open.

    One stack for them all: with a function around the function of the outer one, 500 nested ones end the recursion.
    """

    def __init__(self, walker: Walker, scope: Scope) -> None:
        self.walker = walker
        self.scopes = [scope]
        actions = walker.actions
        self._start: Action = actions.get(scope.name, "")
        self._end: Action = actions.get("/" + scope.name, "")
        actions[scope.name] = self.opened
        actions["/" + scope.name] = self.closed

    def opened(self, head: str) -> None:
        self.scopes[-1].depth += 1
        _run(self.walker, self._start, head)

    def closed(self, head: str) -> None:
        scope = self.scopes[-1]
        if scope.depth:
            scope.depth -= 1
            _run(self.walker, self._end, head)
            return
        self.scopes.pop()
        if not self.scopes:
            self.walker.actions[scope.name] = self._start
            self.walker.actions["/" + scope.name] = self._end
        _restore(self.walker, scope)
