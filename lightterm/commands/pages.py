"""What a page is made of: its source, facts about it, and lists of its links, forms and media."""

from __future__ import annotations

from lightterm.commands.library import page
from lightterm.commands.navigate import SOURCE, WHERE, shown, where
from lightterm.commands.registry import COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation


@COMMANDS.register(
    "source",
    "Show the page's source, or the page again.",
    flags=WHERE,
    group="Reading",
    aliases=("view-source",),
)
def source(front: Front, call: Invocation) -> None:
    url = shown(front).url
    front.open(url.removeprefix(SOURCE) if url.startswith(SOURCE) else SOURCE + url, where(call))


def _of_page(name: str, help: str, aliases: tuple[str, ...] = ()) -> None:
    """Register a command that opens about:NAME?ADDRESS of the page that is shown."""

    @COMMANDS.register(name, help, flags=WHERE, group="Reading", aliases=aliases)
    def show(front: Front, call: Invocation) -> None:
        page(front, name, shown(front).url, call)


_of_page("info", "Show what is known of the page: reply, headers, cookies, timing.", ("page-info",))
_of_page("changes", "Show what changed on the page since the last visit.", ("diff",))
_of_page("links", "List the page's links.")
_of_page("forms", "List the page's forms and their fields.")
_of_page("media", "List the page's pictures, videos and sounds.")
_of_page("feeds", "List the feeds that the page offers.")
