"""Whether an agent may do something: what the settings say of the site and the verb, and a person's word."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.passwords import PASSWORD, by_person
from lightterm.agent.reach import check_ahead
from lightterm.errors import Action, ActionRefused, LighttermError, UrlInvalid
from lightterm.fetch.model import Request
from lightterm.fetch.urls import host_of, typed_to_url
from lightterm.session import form_state
from lightterm.session.form_words import doubts

if TYPE_CHECKING:
    from lightterm.agent.deed import Deed
    from lightterm.agent.desk import Desk
    from lightterm.settings_app import AgentSettings

YES, ALWAYS, NO = "yes", "always here", "no"
CLICK, SUBMIT = "click", "submit"
"""What policies call following a link, and sending a form."""
STRICT = ("allow", "auto", "ask", "refuse")
"""Policies, the strictest last."""

_ASK_PERSON = Action("ask_the_person", "Tell the person what you want to do there, and why.", 1)


def policy_for(chosen: AgentSettings, deed: Deed) -> str:
    """What the settings say of a deed: allow, auto, ask or refuse. The strictest word on its verb or tool holds."""
    names = {deed.verb or deed.tool, deed.tool}
    for policy, verbs in (("refuse", chosen.refuse), ("ask", chosen.ask), ("allow", chosen.allow)):
        if not names.isdisjoint(verbs):
            return policy
    return chosen.acting if deed.acts else "allow"


def strictest(chosen: AgentSettings, deed: Deed) -> Deed:
    """Of a deed of several parts the one of which the settings say the most."""
    return max(deed.parts or (deed,), key=lambda one: STRICT.index(policy_for(chosen, one)))


async def approve(desk: Desk, deed: Deed) -> bool:
    """Ask whoever can be asked where the settings want it, once for all parts of a deed; whether there was anybody.

    Raises ActionRefused, PersonNeeded. Where nobody can be asked, "auto" goes on: who started this server for a client
    without the app has said yes by that, and the client asks by the tools' annotations. "ask" takes nobody's silence
    for a yes.
    """
    host, chosen = _there(desk, deed)
    if deed.passwords and PASSWORD not in chosen.allow:
        raise by_person(deed.passwords, host, how_to_allow(PASSWORD, host, False))
    worst = strictest(chosen, deed)
    policy = policy_for(chosen, worst)
    if policy == "allow":
        return True
    verb = worst.verb or worst.tool
    where = host or "no page"
    if policy == "refuse":
        raise ActionRefused(f"{verb} is not allowed on {where} (agents.refuse, agents.acting)", actions=(_ASK_PERSON,))
    always = is_always_asked(chosen, deed) or not host
    if host in desk.allowed and not always:
        return True
    _check_where(desk, deed)
    owner = desk.owner or "An agent"
    answers = (YES, ALWAYS, NO) if host and not always else (YES, NO)
    wish = f"act on {host}" if host else "do this"
    told = [f"{owner} wants to {wish}:", f"{deed.tool} {deed.words}", *_doubts(desk, deed)]
    answer = await desk.ask("\n".join(told), answers)
    if answer == ALWAYS and host:
        desk.allowed.add(host)
    elif answer is None and policy == "auto":
        return False
    elif answer is None:
        words = f"{verb} on {where} needs a person's yes, and nobody is there to ask"
        raise ActionRefused(words, actions=(how_to_allow(verb, host, always),))
    elif answer != YES:
        raise ActionRefused(f"the person does not allow it on {where}", actions=(_ASK_PERSON,))
    return True


def _check_where(desk: Desk, deed: Deed) -> None:
    """Raises what the guard would where a deed leads to: nobody is asked for a yes that changes nothing."""
    for one in deed.parts or (deed,):
        visit = next((tab.visit for tab in desk.tabs if tab.key == one.tab), None)
        page = visit.page if visit is not None else None
        if page is None or page.snapshot.live is not None or one.target not in page.document.targets:
            continue  # what a live page does on a click, its scripts say
        target, url = page.document.targets[one.target], ""
        if target.kind == "link" and one.verb == CLICK:
            url = target.url
        elif target.field is not None and target.field.form >= 0 and one.verb == SUBMIT:
            url = page.document.forms[target.field.form].action
        if url:
            check_ahead(Request(url, initiator=page.document.url), desk.asker, desk.session.settings_for(url))


def _doubts(desk: Desk, deed: Deed) -> list[str]:
    """What a person would be told who sent these forms by hand: that one goes to another site, say."""
    found = list[str]()
    for one in deed.parts or (deed,):
        visit = next((tab.visit for tab in desk.tabs if tab.key == one.tab), None)
        if one.verb != SUBMIT or not one.target or visit is None or visit.page is None:
            continue
        document = visit.page.document
        field = document.targets[one.target].field if one.target in document.targets else None
        if field is not None and field.form >= 0:
            button = form_state.pressed_button(document, one.target)
            with suppress(LighttermError):  # what cannot be sent is for the call itself to say
                found += doubts(form_state.to_be_sent(visit, document, field.form, button))
    return list(dict.fromkeys(found))


def is_always_asked(chosen: AgentSettings, deed: Deed) -> bool:
    """Whether a person is asked about a deed, or a part of it, each time anew."""
    names = {name for one in (deed.parts or (deed,)) for name in (one.verb, one.tool)}
    return not names.isdisjoint(chosen.ask)


def check_next(desk: Desk, deed: Deed, told: Deed, heard: bool) -> None:
    """Raises ActionRefused for a part of a call that turns out to be another deed than a person was told of.

    What a step does on a page that another one led to is known only there. `heard`: somebody could be asked when the
    call began; a call under way asks no second time, as one that asks is made once more from its beginning.
    """
    host, chosen = _there(desk, deed)
    if deed.passwords and PASSWORD not in chosen.allow:
        raise by_person(deed.passwords, host, how_to_allow(PASSWORD, host, False))
    policy = policy_for(chosen, deed)
    verb, where = deed.verb or deed.tool, host or "no page"
    if policy == "refuse":
        raise ActionRefused(f"{verb} is not allowed on {where} (agents.refuse, agents.acting)", actions=(_ASK_PERSON,))
    same = (_unnumbered(deed), deed.verb, host) == (_unnumbered(told), told.verb, _host(told.url))
    free = policy == "allow" or same or (host in desk.allowed and not is_always_asked(chosen, deed))
    if not free and (heard or policy != "auto"):
        words = f"that it does this on {where} was not known when the call began: call it from there on"
        raise ActionRefused(words, actions=())


def _unnumbered(deed: Deed) -> str:
    """The words of a deed without the number of its target, which may have moved on."""
    number = f"[{deed.target}] "
    return deed.words.replace(number, "", 1) if deed.target else deed.words


def _there(desk: Desk, deed: Deed) -> tuple[str, AgentSettings]:
    """The host that a deed is about, "" for none, and what holds there."""
    host = _host(deed.url)
    return host, (desk.session.settings_for(_whole(deed.url)) if host else desk.session.settings).agents


def _host(url: str) -> str:
    """The host of a page, "" of none; what is no address is for the call itself to say."""
    with suppress(UrlInvalid):
        return host_of(whole) if "://" in (whole := _whole(url)) else ""
    return ""


def _whole(url: str) -> str:
    """An address with its scheme, which a client need not write."""
    return typed_to_url(url, "") if url and "://" not in url else url


def how_to_allow(verb: str, host: str, listed: bool) -> Action:
    """What a person changes so that an agent may act where nobody is there to be asked."""
    settings = f"agents.allow: [{verb}] (for {host} alone under sites)" if host else f"agents.allow: [{verb}]"
    ways = [f"{settings} in the settings file", "let you into a running lightterm (:mcp in it, lightterm mcp --attach)"]
    if listed:
        ways[0] = f"take {verb} out of agents.ask in the settings file"
    elif verb != PASSWORD:
        ways.insert(0, "start the server with --acting allow")
    return Action("ask_the_person", f"Ask the person to allow it, in one of these ways: {'; '.join(ways)}.", 1)
