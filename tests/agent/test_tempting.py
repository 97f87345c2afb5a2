"""Calls written to tempt what errors recommend into a wrong press, before it was known what would come of them.

The same words stand in many rows, beside what cannot be taken back; half of the calls want what is there under other
words, half what is not there at all. What changes something and was not wanted is a wrong press.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop
from effort import grows_in_proportion
from reference_client import ReferenceClient
from tempting_pages import (
    bank,
    calendar,
    contacts,
    files,
    forum,
    hosts,
    issues,
    jobs,
    library,
    mail,
    people,
    plans,
    recipes,
    rooms,
    shop,
    tasks,
    thread,
)

from lightterm.agent.places import places
from lightterm.fetch.model import Request
from lightterm.session.session import Session
from lightterm.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server


# What is to be clicked, and what is pressed in the end ("" for nothing that changes anything).
CASES = {
    library: [
        ("Place hold on The Green Hills of Earth", "hold/b"),
        ("Place hold for Blue Hills", "hold/a"),
        ("Place hold: White Elephants", "hold/d"),
        ("second Place hold", "hold/b"),
        ("Place hold on Hills and Valleys", ""),
        ("Place hold on Black Hills", ""),
        ("Place hold on Winter Birds", ""),
        ("Renew Summer Birds", ""),
        ("Renew Winter Birds", "renew/w"),
        ("Return Summer Birds", "return/s"),
        ("Cancel hold on Blue Hills", ""),
        ("Add Hills and Valleys to list", "list/c"),
        ("fifth Place hold", ""),
    ],
    forum: [
        ("Flag the comment of sam_k", "flag/5"),
        ("Flag piet's comment", "flag/2"),
        ("Flag marta's comment", "flag/1"),
        ("Flag your comment", ""),
        ("Flag the comment of nora", ""),
        ("Reply to lou", "reply/3"),
        ("Reply to piet", "reply/2"),
        ("Delete comment by marta", ""),
        ("Edit the comment of lou", ""),
        ("Mute piet", ""),
        ("Upvote sam_k", "up/5"),
        ("Downvote sam_k", ""),
        ("Unlock thread", ""),
        ("Flag this thread", ""),
    ],
    bank: [
        ("Transfer from Joint account", "transfer/joint"),
        ("Statement of the savings account", "statement/sav"),
        ("Close current account", ""),
        ("Close joint account", ""),
        ("Transfer from business account", ""),
        ("Stop gym", "so/stop/gym"),
        ("Stop the Netflix standing order", ""),
        ("Edit rent", "so/edit/rent"),
        ("Unfreeze debit card", ""),
        ("Freeze credit card", ""),
        ("Freeze the debit card", "freeze/12"),
        ("Report credit card lost", "lost/77"),
        ("Report theft", ""),
    ],
    shop: [
        ("Add Floor lamp Pine to basket", "add/floor"),
        ("Add Bedside lamp Arc to basket", ""),
        ("Add ceiling lamp to basket", ""),
        ("Notify me about the Bedside lamp", "notify/bed"),
        ("Notify me about the Desk lamp Arc", ""),
        ("Remove Cable 3 m", "rm/cable"),
        ("Remove Desk lamp Arc", ""),
        ("Save Bulb E27 for later", "later/bulb"),
        ("Order the Bulb E27 alone", ""),
        ("Track order", ""),
    ],
    people: [
        ("Suspend Kim Lee", "suspend/kim"),
        ("Suspend Lee", ""),
        ("Suspend Ada Byron", ""),
        ("Reinstate Lee Kimura", ""),
        ("Reset password of Lee Kimura", "reset/lee"),
        ("Delete user Max", ""),
        ("Edit Ada Byron", "user/ada"),
        ("Delete branch main", ""),
        ("Merge fix-logout", ""),
        ("Merge fix-login", "merge/fix"),
        ("Log of fix-logout", "log/out"),
    ],
    calendar: [
        ("Decline Design review", "no/review"),
        ("Decline Dentist", ""),
        ("Accept Lunch with Ola", "yes/lunch"),
        ("Cancel Lunch with Ola", ""),
        ("Cancel Dentist", "cancel/dent"),
        ("Edit the Stand-up", "event/standup"),
        ("Edit Design review", ""),
        ("Accept all", ""),
        ("New event on Wednesday", "new"),
    ],
    mail: [
        ("Archive Invoice 2210", "archive/inv"),
        ("Delete the mail from Mum", "trash/mum"),
        ("Delete the mail from Dad", ""),
        ("Unsubscribe from Oak Weekly", "unsub/news"),
        ("Unsubscribe from Oak Garage", ""),
        ("Spam: Oak Weekly", "spam/news"),
        ("Not spam", ""),
        ("Send later", ""),
        ("Empty inbox", ""),
        ("Discard Invoice 2210", ""),
    ],
    tasks: [
        ("Mark Paint shed as done", "done/b"),
        ("Done: Call Rosa", "done/c"),
        ("Delete Paint fence", "del/a"),
        ("Delete Paint gate", ""),
        ("Done with Paint", ""),
        ("Delete Call Rose", ""),
        ("Reopen Paint shed", ""),
        ("Delete all tasks", ""),
    ],
    jobs: [
        ("Apply for Day nurse", "apply/d"),
        ("Apply as porter", "apply/p"),
        ("Hide Night nurse", "hide/n"),
        ("Hide nurse", ""),
        ("Apply for surgeon", ""),
        ("Apply at St Paul", "apply/d"),
        ("Apply at St Mary", ""),
        ("Unhide Porter", ""),
    ],
    hosts: [
        ("Restart web2", "restart/web2"),
        ("Destroy db1", "destroy/db1"),
        ("Restart web3", ""),
        ("Destroy web", ""),
        ("Stop web1", ""),
        ("Restart all", ""),
        ("Start web2", ""),
    ],
    thread: [
        ("Reply to Cleo", "reply/cleo"),
        ("Report Ben", "report/ben"),
        ("Report Dan", "report/dan"),
        ("Report Eve", ""),
        ("Reply to Ben", "reply/ben"),
        ("Report Cleo", "report/cleo"),
        ("Delete Dan", ""),
    ],
    plans: [
        ("Choose Pro", "choose/pro"),
        ("Choose the Basic plan", "choose/basic"),
        ("Choose Team", ""),
        ("Choose Enterprise", ""),
        ("Cancel Pro", ""),
        ("Contact us about Pro", ""),
    ],
    files: [
        ("Download report-2024.pdf", "dl/r24"),
        ("Share photo.jpg", "share/p"),
        ("Move report-2023 to bin", "bin/r23"),
        ("Download report-2022.pdf", ""),
        ("Rename photo", "ren/p"),
        ("Share report", ""),
        ("Delete photo.jpg", ""),
        ("Empty bin", ""),
    ],
    rooms: [
        ("Release room 4", "rel/4"),
        ("Release room 14", "rel/14"),
        ("Release room 7", ""),
        ("Book room 7", ""),
        ("Book room 9", "book/9"),
        ("Release Tuesday", ""),
        ("Release room 1", ""),
    ],
    contacts: [
        ("Block Maria Silva", "block/m1"),
        ("Block Mari Silva", ""),
        ("Call Mario", "call/m3"),
        ("Block Silva", ""),
        ("Unblock Maria Silva", ""),
        ("Block Zed Stone", ""),
        ("Call Zed", ""),
        ("Unblock Zed Stone", "unblock/z"),
        ("Block Marian", "block/m2"),
    ],
    recipes: [
        ("Like the Pea soup", "like/p"),
        ("Save Bread", "save/b"),
        ("Remove Tomato soup", "rm/t"),
        ("Like the Lentil soup", ""),
        ("Unlike Bread", ""),
        ("Remove soup", ""),
        ("Save recipe by Ola", "save/p"),
        ("Remove all", ""),
    ],
    issues: [
        ("Close issue 21", "close/21"),
        ("Close #12", "close/12"),
        ("Close issue 2", ""),
        ("Close Crash", ""),
        ("Assign me to Typo", "assign/7"),
        ("Reopen 7", ""),
        ("Close issues by mia", ""),
        ("Assign noa to Typo", ""),
        ("Close Crash on exit", "close/21"),
    ],
}


def serve(server: Server, markup: str) -> str:
    for path in re.findall(r"/do/[\w/]+", markup):
        server.page(path, "<!doctype html><title>Done</title><p>It is done.")
    return server.page("/list", f"<!doctype html><title>List</title>{markup}")


@pytest.mark.parametrize("page", CASES, ids=lambda page: str(page.__name__))
@in_a_loop
async def test_what_is_pressed_is_what_was_wanted_or_nothing(server: Server, page: Callable[[], str]) -> None:
    """Of the first 80 calls 12 pressed another row's button or opened what it is of, and 12 of 36 were got over."""
    url, wrong = serve(server, page()), []
    async with agent() as a:
        for said, wanted in CASES[page]:
            await a.call("open", url=url)
            client, asked = ReferenceClient(lambda name, given: a.call(name, **given), lambda _: None), len(server.log)
            await client.ask("act", {"do": "click", "target": said})
            pressed = [one.path.removeprefix("/do/") for one in server.log[asked:] if one.path.startswith("/do/")]
            if " ".join(pressed) != wanted:
                wrong.append((said, wanted, pressed, client.followed))
    assert not wrong


def test_what_targets_stand_in_is_found_at_one_look_for_all_of_them(server: Server) -> None:
    """On flat pages each asked all that stood beside it: 4 to 6 s of CPU for 1,500 buttons."""

    def page(several: int) -> str:
        apart = "".join(f"<div class=k{n}><p>Part {n}</p></div>" for n in range(6 * several))
        rows = "".join(f"<section class=s{n}><button>Do {n}</button></section>" for n in range(several))
        flat = "".join(f"<h2>Head {n}</h2><p>One</p><p>Two</p><button>Go {n}</button>" for n in range(several))
        return f"<!doctype html><form method=post>{apart}{rows}</form><main>{flat}</main>"

    with Session(Settings()) as session:
        pages = {n: session.open(Request(server.page(f"/{n}", page(n))), 80) for n in (40, 160)}
    assert len(places(pages[40])) == 80
    assert grows_in_proportion(lambda n: places(pages[n]), 40)
