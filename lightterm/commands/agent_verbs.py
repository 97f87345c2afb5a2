"""The journal of agents: shown, checked and written to a file."""

from __future__ import annotations

from lightterm.commands.library import page
from lightterm.commands.navigate import WHERE
from lightterm.commands.registry import COMMANDS, Argument
from lightterm.commands.transfer import FILE, to_file
from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.commands.registry import Invocation


@COMMANDS.register(
    "deeds",
    "Show what agents did, or the entries with these words.",
    Argument("words", "text", "Words of an entry.", optional=True, rest=True),
    flags=WHERE,
    group="Agents",
)
def deeds(front: Front, call: Invocation) -> None:
    page(front, "deeds", call.text("words"), call)


@COMMANDS.register(
    "deeds check", "Follow the chain of the agents' journal, and say where it is broken.", group="Agents"
)
def deeds_check(front: Front, call: Invocation) -> None:
    journal = front.session.store.deeds

    def work() -> str:
        if front.session.store.private:
            raise ValidationFailed("nothing is kept in private: there is no journal here to check", actions=())
        state = journal.check()
        if state.broken:
            where = f"at entry {state.broken}" if state.broken > 0 else "at its end"
            raise ValidationFailed(f"the journal is broken {where}: {state.why}", actions=())
        gone = f", {state.forgotten} of them forgotten" if state.forgotten else ""
        alone = "" if state.sealed or not state.count else ", by its hashes alone: the next one seals them"
        return f"the journal is whole: {state.count} entries{gone}{alone}"

    front.behind(work)


@COMMANDS.register(
    "deeds export", "Write the agents' journal to a file, as JSON lines with their hashes.", FILE, group="Agents"
)
def deeds_export(front: Front, call: Invocation) -> None:
    journal = front.session.store.deeds
    to_file(front, call.text("file"), lambda out: f"{journal.export(out)} entries")
