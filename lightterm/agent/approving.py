"""Whether an agent may do something: what the settings say of the site and the verb, and a person's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import Action, ActionRefused
from lightterm.fetch.urls import host_of

if TYPE_CHECKING:
    from lightterm.agent.desk import Deed, Desk
    from lightterm.settings_app import AgentSettings

YES, ALWAYS, NO = "yes", "always here", "no"

_ASK_PERSON = Action("ask_the_person", "Tell the person what you want to do there, and why.", 1)


def policy_for(chosen: AgentSettings, deed: Deed) -> str:
    """What the settings say of a deed: "allow", "ask" or "refuse". The strictest word on its verb or tool holds."""
    names = {deed.verb or deed.tool, deed.tool}
    for policy, verbs in (("refuse", chosen.refuse), ("ask", chosen.ask), ("allow", chosen.allow)):
        if not names.isdisjoint(verbs):
            return policy
    return chosen.acting if deed.acts else "allow"


async def approve(desk: Desk, deed: Deed) -> None:
    """Ask whoever can be asked where the settings want it. Raises ActionRefused, PersonNeeded.

    Where nobody can be asked, what only `agents.acting` wants asked goes on: the client has a person of its own, whom
    it asks by the tool's annotations.
    """
    host = host_of(deed.url) if "://" in deed.url else ""
    chosen = desk.session.settings_for(deed.url).agents if host else desk.session.settings.agents
    policy = policy_for(chosen, deed)
    if policy == "allow":
        return
    verb = deed.verb or deed.tool
    where = host or "this page"
    if policy == "refuse":
        raise ActionRefused(f"{verb} is not allowed on {where} (agents.refuse, agents.acting)", actions=(_ASK_PERSON,))
    always = not {verb, deed.tool}.isdisjoint(chosen.ask)
    if host in desk.allowed and not always:
        return
    owner = desk.owner or "An agent"
    answers = (YES, NO) if always else (YES, ALWAYS, NO)
    answer = await desk.ask(f"{owner} wants to act on {where}:\n{deed.tool} {deed.words}", answers)
    if answer == ALWAYS:
        desk.allowed.add(host)
    elif answer is None and always:
        raise ActionRefused(f"{verb} needs a person's yes, and nobody is there to ask", actions=(_ASK_PERSON,))
    elif answer not in (YES, None):
        raise ActionRefused(f"the person does not allow it on {where}", actions=(_ASK_PERSON,))
