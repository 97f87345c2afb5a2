"""What cannot be taken back is called by all its words; other names do by their beginning, where a word begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop

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
        if not name.casefold().startswith(said.casefold()):
            assert name == "Delete account" or not ways, "the opposite is not to be chosen"
            return
        (way,) = ways  # what to choose, if it is what is meant
        assert way["toolToUse"] == "act" and way["parameters"]["target"] == 1
        assert "error" not in await a.call("act", **way["parameters"])
        assert len(server.log) == asked + 1


@pytest.mark.parametrize(("said", "name"), DONE)
@in_a_loop
async def test_all_words_press_and_beginnings_of_other_names(server: Server, said: str, name: str) -> None:
    server.page("/", page(name))
    server.page("/done", "<p>Done.")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        told = await a.call("act", do="click", target=said)
        assert "error" not in told and "Done." in told["text"]
