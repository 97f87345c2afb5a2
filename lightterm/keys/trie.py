"""Key sequences with counts: a pure state machine over canonical key names."""

from __future__ import annotations

from lightterm.keys.names import NUMBER, key_name, show_keys, with_alt
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DIGITS = 9

ARGUMENT, MOST_ARGUMENTS = 4, 9
"""What the key of an argument says each time, and how often it counts."""

# Textual reads ESC b and ESC f, which macOS terminals send for Alt and an arrow, as the arrow with Control. And there
# are terminals whose Backspace sends what others send for C-h. An Enter that was typed before the program took the
# terminal comes as C-j.
_ALSO = {"ctrl+left": "alt+b", "ctrl+right": "alt+f", "ctrl+h": "backspace", "ctrl+j": "enter"}


class Run(Record):
    """A whole sequence was typed: run this command line, with the count typed before it, below 0 the other way."""

    line: str
    count: int | None
    typed: str


class Pending(Record):
    """More keys may follow; `typed` is for the status line, `number` what digits came so far.

    With `within` seconds, `Dispatcher.expire` is to be called when no key follows in that time.
    """

    typed: str
    number: int | None = None
    within: float | None = None


class Unknown(Record):
    """No binding begins so; all of it is forgotten. `alone` says that it was one key, which may be text to insert."""

    typed: str
    alone: bool


Outcome = Run | Pending | Unknown


class Node:
    """One key of a sequence: the line bound to what leads here, and the keys that may follow."""

    __slots__ = ("children", "line")

    def __init__(self) -> None:
        self.line: str | None = None
        self.children: dict[str, Node] = {}


class Trie:
    """The bindings of one mode. Unless `prefixes` are allowed, no sequence may be the beginning of another."""

    def __init__(self, prefixes: bool = False) -> None:
        self.root = Node()
        self.prefixes = prefixes

    def add(self, keys: tuple[str, ...], line: str) -> None:
        """Bind; a sequence that is bound already is bound anew. Raises ValueError when one would hide another."""
        if not self.prefixes:
            self._check(keys)
        node = self.root
        for key in keys:
            node = node.children.setdefault(key, Node())
        node.line = line

    def _check(self, keys: tuple[str, ...]) -> None:
        node = self.root
        for i, key in enumerate(keys):
            if node.line is not None:
                raise ValueError(f"can never be typed: {show_keys(keys[:i])} runs {node.line!r} at once")
            following = node.children.get(key)
            if following is None:
                return
            node = following
        if node.children:
            longer = next(iter(_walk(node, keys)))[0]
            raise ValueError(f"would hide {show_keys(longer)}, which begins with it")

    def remove(self, keys: tuple[str, ...]) -> int:
        """Take a binding away, with all that begin so when it is only their beginning; how many that were."""
        path = [self.root]
        for key in keys:
            following = path[-1].children.get(key)
            if following is None:
                return 0
            path.append(following)
        node = path[-1]
        count = 1 if node.line is not None else sum(1 for _ in _walk(node, keys))
        if node.line is not None:
            node.line = None
        else:
            node.children.clear()
        for key, parent in zip(reversed(keys), reversed(path[:-1]), strict=True):
            child = parent.children[key]
            if child.line is not None or child.children:
                break
            del parent.children[key]
        return count

    def get(self, keys: tuple[str, ...]) -> str | None:
        """The line bound to exactly these keys."""
        node: Node | None = self.root
        for key in keys:
            node = node.children.get(key) if node is not None else None
        return node.line if node is not None else None

    def __iter__(self) -> Iterator[tuple[tuple[str, ...], str]]:
        return _walk(self.root, ())

    def following(self, keys: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
        """What can follow: (key as written, its line or "", how many longer sequences go on with it)."""
        node: Node | None = self.root
        for key in keys:
            node = node.children.get(key) if node is not None else None
        if node is None:
            return ()
        return tuple(
            (show_keys((key,)), child.line or "", sum(1 for _ in _walk(child, ())) - (child.line is not None))
            for key, child in node.children.items()
        )


def _walk(node: Node, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if node.line is not None:
        yield keys, node.line
    for key, child in node.children.items():
        yield from _walk(child, (*keys, key))


class Dispatcher:
    """Turns the key presses of one mode into commands.

    `digits` says whether leading digits are a count or a target's number; `meta` that Escape and a key are Alt and the
    key; `timeout` how many seconds a sequence waits that is bound and the beginning of others. `argument` is a key that
    says a count, as C-u of Emacs: 4, once more 16, with digits behind it these, and digits with Alt say one too. A
    minus behind it, with Alt, or where digits alone are a count, is the count's sign, alone -1, unless it is bound.
    What is bound to a sequence that begins with the key runs as such, and bound alone it is a key like any other. What
    is bound behind `<Number>` runs in place of what the same keys do without one. `erases` has Backspace take the last
    digit away again.
    """

    def __init__(
        self,
        trie: Trie,
        digits: bool = False,
        meta: bool = False,
        timeout: float = 1.0,
        argument: str = "",
        erases: bool = False,
    ) -> None:
        self.trie = trie
        self._erases = erases
        self._counts = digits
        self._meta = meta
        self._timeout = timeout
        bound = trie.root.children.get(argument)
        self._argument = argument if bound is None or bound.line is None else ""
        self._twice = False
        """Whether Escape was typed twice just now: a third one is not the beginning of a key with Alt."""
        self.reset()

    def reset(self) -> None:
        """Forget what is half typed."""
        self._node = self.trie.root
        self._keys: tuple[str, ...] = ()
        self._digits = ""
        self._arguments = 0
        self._minus = False
        self._escaped = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the sequence typed so far, without its count."""
        return self._keys

    @property
    def pending(self) -> bool:
        """Whether something is half typed."""
        return bool(self._keys or self._digits or self._escaped or self._arguments or self._minus)

    def feed(self, key: str, character: str | None = None) -> Outcome:
        """Take one key press: Textual's name of the key, and the character it prints, if any."""
        name = key_name(key, character)
        third, self._twice = self._twice and name == "escape", False
        if self._meta and name == "escape" and not self._escaped and not third:
            self._escaped = True
            return self._waiting()
        if self._escaped:
            self._escaped = False
            self._twice = name == "escape"
            name = name if self._twice else with_alt(name)
        if self._argument and not self._keys and name == self._argument:
            self._arguments += not self._digits and self._arguments < MOST_ARGUMENTS
            return self._waiting()
        if self._is_minus(name):
            self._minus = True
            return self._waiting()
        if self._is_digit(name):
            self._digits += name[-1]
            return self._waiting()
        if self._erases and name in ("backspace", "ctrl+h") and self._digits and not self._keys:
            self._digits = self._digits[:-1]
            return self._waiting()
        self._go_past_arguments(name)
        self._go_past_number(name)
        child = self._node.children.get(name) or self._node.children.get(_ALSO.get(name, ""))
        if child is None:
            alone = not self.pending
            typed = self._typed() + show_keys((name,))
            self.reset()
            return Unknown(typed, alone)
        self._keys += (name,)
        self._node = child
        if child.children:
            return self._waiting(self._timeout if child.line is not None else None)
        return self._run()

    def parts_alt(self, key: str) -> bool:
        """Whether a key with Alt says nothing here while Escape does."""
        name, root = key_name(key, None), self.trie.root
        if self._meta or self._escaped or "escape" not in root.children or name in self._node.children:
            return False
        return _ALSO.get(name, "") not in self._node.children and not self._is_digit(name) and not self._is_minus(name)

    def expire(self) -> Outcome:
        """No key followed in time: what is typed so far counts, if it is bound."""
        if self._node.line is not None:
            return self._run()
        typed = self._typed()
        self.reset()
        return Unknown(typed, False)

    def _go_past_arguments(self, name: str) -> None:
        """Take the argument's key as the beginning of a sequence where one is bound that goes on with this key."""
        if not self._arguments or self._minus or self._digits or self._keys:
            return
        keys = (self._argument,) * self._arguments
        node: Node | None = self.trie.root
        for key in keys:
            node = node.children.get(key) if node is not None else None
        if node is not None and name in node.children:
            self._keys, self._node, self._arguments = keys, node, 0

    def _go_past_number(self, name: str) -> None:
        """Take what is bound to the key behind a number, where something is."""
        behind = self.trie.root.children.get(NUMBER)
        if self._digits and not self._keys and behind is not None and name in behind.children:
            self._node = behind

    def _is_minus(self, name: str) -> bool:
        if not self._argument or self._keys or self._digits or self._minus or name in self.trie.root.children:
            return False
        return name == "alt+-" or (name == "-" and (self._counts or self._arguments > 0))

    def _is_digit(self, name: str) -> bool:
        says_one = name[:-1] == "alt+" or (len(name) == 1 and (self._arguments > 0 or self._minus))
        if self._argument and says_one and not self._keys and name[-1] in "0123456789":
            return len(self._digits) < MAX_DIGITS
        if not self._counts or self._keys or len(name) > 1 or name not in "0123456789":
            return False
        return (bool(self._digits) or name != "0") and len(self._digits) < MAX_DIGITS

    def _typed(self) -> str:
        arguments = show_keys((self._argument,) * self._arguments)
        return arguments + "-" * self._minus + self._digits + show_keys(self._keys) + ("<Esc>" if self._escaped else "")

    @property
    def _count(self) -> int | None:
        """What was typed before the sequence."""
        sign = -1 if self._minus else 1
        if self._digits:
            return sign * int(self._digits)
        if self._minus:
            return sign
        return ARGUMENT**self._arguments if self._arguments else None

    def _waiting(self, within: float | None = None) -> Pending:
        return Pending(self._typed(), self._count, within)

    def _run(self) -> Run:
        assert self._node.line is not None
        done = Run(self._node.line, self._count, self._typed())
        self.reset()
        return done
