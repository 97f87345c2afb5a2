"""What cannot be taken back is called by all its words; other names do by their beginning, where a word begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop
from reference_client import ReferenceClient

from lightterm.engines.light_binary import missing as no_lightpanda

if TYPE_CHECKING:
    from servers import Server

# What an agent says, and the one button there.
REFUSED = [
    ("Delete", "Delete my account"),
    ("account", "Delete account"),
    ("Delete my", "Delete my account"),
    ("Remove", "Remove all photos"),
    ("Pay", "Pay $1,200.00 and close"),
    ("Buy", "Buy now with one click"),
    ("Send", "Send to everyone"),
    ("Close", "Close my account"),
    ("Post", "Post to your followers"),
    ("Cancel", "Cancel subscription"),
    ("Löschen", "Löschen des Kontos"),
    ("Supprimer", "Supprimer le compte"),
    ("Subscribe", "Unsubscribe"),
    ("like", "Dislike"),
    ("follow", "Unfollow Anna"),
]
DONE = [
    ("Delete my account", "Delete my account"),
    ("delete MY  account", "Delete my account"),
    ("the Delete my account button", "Delete my account"),
    ("Delete", "Delete (3)"),
    ("Delete", "Delete …"),
    ("Close", "Close dialog"),
    ("Show", "Show more results"),
    ("results", "Show more results"),
    ("Search", "Search the catalogue"),
    ("検索", "商品を検索"),
]


def page(name: str) -> str:
    return (
        f"<!doctype html><title>Names</title><p>Words.</p><form action=/done method=post><button>{name}</button></form>"
    )


@pytest.mark.parametrize(("said", "name"), REFUSED)
@in_a_loop
async def test_a_beginning_presses_nothing_of_weight(server: Server, said: str, name: str) -> None:
    server.page("/", page(name))
    server.page("/done", "<p>Done.")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        asked = len(server.log)
        told = await a.call("act", do="click", target=said)
        assert told["error"]["code"] == "VALIDATION_FAILED" and len(server.log) == asked
        assert name in told["error"]["message"] or not name.casefold().startswith(said.casefold())
        steps = await a.call("act", steps=[{"do": "click", "target": said}])
        assert "error" in steps and len(server.log) == asked
        ways = [one for one in told["error"]["recommendedActions"] if one["action"] == "use_candidate"]
        assert name == "Delete account" or not ways, "who wants it says all of its words"


@pytest.mark.parametrize(("said", "name"), DONE)
@in_a_loop
async def test_all_words_press_and_beginnings_of_other_names(server: Server, said: str, name: str) -> None:
    server.page("/", page(name))
    server.page("/done", "<p>Done.")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        told = await a.call("act", do="click", target=said)
        assert "error" not in told and "Done." in told["text"]


BOARD = """<!doctype html><title>Board</title><p>There is a lot to be read here, in words that need no script at all.
<form action=/sent method=post><input name=t aria-label=Text><button>Post reply</button></form>
<form action=/sent method=post><button>Save changes</button></form><form action=/sent><button>Vote</button></form>
<label><input type=checkbox> Show my profile to everyone</label>
<form action=/gone method=post><button>Remove</button></form>
<form action=/gone method=post><button>Remove</button></form>
<button onclick="fetch('/gone')">Delete list</button><button onclick="fetch('/gone')">Delete yeast</button>
<button onclick="fetch('/gone')">Archive</button><button aria-haspopup=menu aria-expanded=false aria-controls=m
onclick="m.hidden = !m.hidden">Account</button><ul id=m role=menu hidden>
<li role=menuitem tabindex=0 onclick="fetch('/gone')">Log out</li></ul>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_nothing_is_recommended_that_does_more_than_was_asked_for_or_other_things(server: Server) -> None:
    """Of 84 calls for what pages did not have six pressed a button that changed something."""
    for path in ("/sent", "/gone"):
        server.page(path, "<p>It is done.")
    url = server.page("/board", BOARD)
    async with agent() as a:
        for words in (
            "Post a picture",
            "Save draft",
            "Undo vote",
            "Delete",
            "Remove",
            "Archive all",
            "Log in",
            "Close account",
        ):
            await a.call("open", url=url, tier="light")
            first = await a.call("act", do="click", target=words)
            assert "error" in first, words
            client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
            came = await client.ask("act", {"do": "click", "target": words})
            assert "everyone: on" not in came["text"], came
            assert not any(asked.path in ("/sent", "/gone") for asked in server.log), (words, client.followed)
