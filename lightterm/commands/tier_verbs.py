"""Which engine a page is loaded with, by hand, and why it was the one it was."""

from __future__ import annotations

from lightterm.commands.library import page
from lightterm.commands.navigate import WHERE, shown
from lightterm.commands.registry import COMMANDS, Argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation

AUTO = "auto"


@COMMANDS.register(
    "tier",
    "Load the page with another engine, and no other; without a word, say which one it came by.",
    Argument(
        "tier",
        "choice",
        "static (1): HTTP alone. light (2): lightpanda. full (3): Chromium. auto: the lowest that will do.",
        ("static", "light", "full", "auto", "1", "2", "3"),
        optional=True,
    ),
    group="Reading",
)
def tier(front: Front, call: Invocation) -> None:
    visit = shown(front)
    word = call.text("tier")
    if not word:
        from lightterm.engines.base import tier_name

        trace = visit.page.trace if visit.page is not None else ()
        step = next((one for one in trace if one.chosen), None)
        number = visit.page.tier if visit.page is not None else 1
        front.say(f"tier {number} ({tier_name(number)})" + (f": {step.reason}" if step is not None else ""))
        return
    if not visit.url.startswith(("http:", "https:", "file:")):
        from lightterm.errors import ValidationFailed

        raise ValidationFailed(f"no engine loads {visit.url.partition('?')[0]}: it is no page of the web", actions=())
    from lightterm.engines.base import tier_of

    visit.request = visit.request.replace(tier=None if word == AUTO else tier_of(word))
    front.reload(front.tabs.active)


@COMMANDS.register(
    "why",
    "Show how the page was got: every engine's try, its reasons, times and evidence.",
    flags=WHERE,
    group="Reading",
)
def why(front: Front, call: Invocation) -> None:
    page(front, "why", shown(front).url, call)
