"""A page read for its structure: paragraphs, lists, terms and code get frames of their own, and nothing empty is lost.

Text shows such things by nothing but space, so its walk does without. The targets and their numbers are the same.
"""

from __future__ import annotations

from lightterm.document.marks import ALL, only, strip
from lightterm.document.model import Frame
from lightterm.extract import dom
from lightterm.extract.tidy import COLUMN, pre_text
from lightterm.extract.walk import Walker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.forms import Forms
    from lightterm.extract.lists import Lists
    from lightterm.extract.walk import Action

LANGUAGE = "code-language"
"""The attribute that holds the language of a `pre`."""

LONGEST = 30
"""Characters of a language's name."""

_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "highlight-")
_HIGHLIGHTERS = frozenset(("sourcecode", "hljs", "highlight", "prettyprint"))
_NO_LANGUAGE = frozenset(
    "default none text plaintext nohighlight no-highlight linenums numberlines source wrapper".split()
)


def note_languages(tree: Tree) -> None:
    """Give each `pre` the language that it, its code or what wraps it names; of programs and style guides many ways."""
    for node in dom.select(tree, "pre"):
        code = node.css_first("code")
        near = [code] if code is not None else []
        at: Node | None = node
        for _ in range(4):
            if at is None or at.tag in ("body", "article", "main"):
                break
            near.append(at)
            at = at.parent
        language = next((name for one in near if (name := _language(one))), "")
        if language:
            node.attrs[LANGUAGE] = language


def _language(node: Node) -> str:
    has = node.attributes
    said = has.get("data-lang") or has.get("data-language") or ""
    classes = (has.get("class") or "").replace("brush: ", "brush:").lower().split()
    found = said.lower().strip()
    for name in classes:
        if found:
            break
        prefix = next((p for p in _PREFIXES if name.startswith(p)), "")
        found = name[len(prefix) :].rstrip(";") if prefix else ""
        found = "" if found in _NO_LANGUAGE else found
    if not found and node.tag in ("pre", "code") and _HIGHLIGHTERS.intersection(classes):
        found = next((name for name in classes if name not in _HIGHLIGHTERS and name not in _NO_LANGUAGE), "")
    return found[:LONGEST] if found.replace("+", "").replace("#", "").replace("-", "").isalnum() else ""


class StructuredWalker(Walker):
    """Keeps the tabs and blank lines of what is preformatted, and leaves signs to what is made of it."""

    edit_signs = ()
    says_twice = True

    def flush_pre(self, raw: str) -> None:
        if self.frame.kind != "code":
            super().flush_pre(raw)
            return
        text = pre_text(raw)
        shown = text.rstrip(ALL + "\n")
        shown += only(text[len(shown) :])
        self.add(shown, self._opened(shown))
        self.blocks[-1].pre = True  # type: ignore[union-attr]


class Structure:
    """The actions that go over those of the other features."""

    def __init__(self, walker: Walker, lists: Lists, forms: Forms) -> None:
        self.walker = walker
        self.lists = lists
        self.forms = forms

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        rows: dict[str, Action] = {"p": self.paragraph, "/p": self.paragraph_end, "ol": self.ordered, "/ol": self.end}
        for name in ("ul", "menu", "dir"):
            rows[name], rows["/" + name] = self.unordered, self.end
        rows["li"], rows["/li"], rows["/blockquote"] = self.item, self.item_end, self.quote_end
        rows["dl"], rows["/dl"], rows["dt"], rows["/dt"] = self.definitions, self.definitions_end, self.term, self.ended
        rows["/dd"] = self.ended
        rows["pre"], rows["/pre"] = self.code, self.code_end
        rows["input"] = self.input
        return rows

    def _push(self, kind: str, detail: str = "") -> None:
        self.walker.push(Frame(self.walker.frame, kind, "", "", detail=detail))

    def _keep_empty(self) -> None:
        """A block without text for the frames that nothing stood in."""
        walker = self.walker
        walker.flush()
        if walker.lead:
            walker.add("", 0)

    def paragraph(self, head: str) -> None:
        self.walker.spaced(head)
        if not self.walker.row:
            self._push("paragraph")

    def paragraph_end(self, head: str) -> None:
        if self.walker.row:
            self.walker.buf.append(COLUMN)
            return
        self.walker.pop()
        self.walker.gap = 1

    def unordered(self, head: str) -> None:
        self.lists.unordered(head)
        if not self.walker.row:
            self._push("bullets")
            self.lists.open[-1].around = self.walker.frame

    def ordered(self, head: str) -> None:
        self.lists.ordered(head)
        if not self.walker.row:
            self._push("numbers", str(self.lists.open[-1].number))
            self.lists.open[-1].around = self.walker.frame

    def end(self, head: str) -> None:
        if not self.walker.row:
            self.walker.pop()
        self.lists.end(head)

    def item(self, head: str) -> None:
        if self.lists.open:
            self.lists.open[-1].frame = None  # each item has its own
        self.lists.item(head)

    def item_end(self, head: str) -> None:
        if not self.walker.row:
            self._keep_empty()
        self.lists.item_end(head)

    def quote_end(self, head: str) -> None:
        self._keep_empty()
        self.lists.quote_end(head)

    def definitions(self, head: str) -> None:
        self.walker.spaced(head)
        if not self.walker.row:
            self._push("definitions")

    def definitions_end(self, head: str) -> None:
        if not self.walker.row:
            self.walker.pop()
        self.walker.spaced(head)

    def term(self, head: str) -> None:
        self.walker.block(head)
        if not self.walker.row:
            self._push("term")

    def ended(self, head: str) -> None:
        if self.walker.row:
            self.walker.buf.append(COLUMN)
        else:
            self.walker.pop()

    def code(self, head: str) -> None:
        self.walker.preformatted(head)
        self._push("code", dom.attribute(head, LANGUAGE))

    def code_end(self, head: str) -> None:
        walker = self.walker
        walker.flush()
        if walker.lead and not walker.row:
            walker.add("", 0)
            walker.blocks[-1].pre = True  # type: ignore[union-attr]
        walker.pop()
        walker.preformatted_end(head)

    def input(self, head: str) -> None:
        """A box that cannot be ticked, before all else of an item, says whether the task is done."""
        walker = self.walker
        frame = walker.frame.parent if walker.frame.kind == "paragraph" else walker.frame
        is_box = dom.attribute(head, "type").lower() == "checkbox" and " disabled=" in head
        if is_box and walker.lead and frame is not None and frame.kind == "item" and not _says_anything(walker.buf):
            frame.detail = "[x]" if " checked=" in head else "[ ]"
        else:
            self.forms.input(head)


def _says_anything(buf: list[str]) -> bool:
    return bool(strip("".join(buf)).strip(ALL + " \t\n"))
