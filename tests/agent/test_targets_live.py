"""A number means its element or nothing: pages that change at random under an agent's hands.

LIGHTTERM_MUTATIONS is how many changes are made, LIGHTTERM_SEED which ones; 10,000 take a minute in a tier.
"""

from __future__ import annotations

import json
import os
import random
import re

import pytest
from agent_clients import Agent, agent
from browsing import in_a_loop
from servers import Server

from lightterm.agent.desk import Desk
from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.errors import StaleTarget

TIERS = [
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")),
    pytest.param("full", marks=pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")),
]

MUTATIONS = int(os.environ.get("LIGHTTERM_MUTATIONS", "600"))
SEED = int(os.environ.get("LIGHTTERM_SEED", "7"))
AT_ONCE = 10
"""Changes between two looks: a third of the elements stays as it is."""

CLICKED = 20
"""Looks between two clicks, which take a while each for the page to come to rest."""

ASKED = 10
"""Numbers of each earlier look that are asked about."""

PAGE = """<!doctype html><title>Changing</title><h1>Changing</h1><div id=box></div><script>
const all = {}; const clicked = [];
function make(id, label) {
  const e = document.createElement('button');
  e.textContent = label; e.onclick = () => clicked.push(id);
  all[id] = e; return e;
}
function add(id, label, at) { box.insertBefore(make(id, label), box.children[at] || null); }
function twin(id, old) { const e = make(id, all[old].textContent); all[old].replaceWith(e); delete all[old]; }
function remove(id) { all[id].remove(); delete all[id]; }
function relabel(id, label) { all[id].textContent = label; }
function move(id, at) { const e = all[id]; e.remove(); box.insertBefore(e, box.children[at] || null); }
</script>"""

LABELS = [f"label{letter}" for letter in "abcdefghijkl"]
"""Few, so that many elements look alike."""


class Model:
    """The page as it should be: the elements' ids in their order, and what stands on each."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.order: list[int] = []
        self.labels: dict[int, str] = {}
        self.last = 0

    def change(self) -> str:
        """Make a change; the script that makes it in the page."""
        kinds = ["add"] if len(self.order) < 25 else ["remove"] if len(self.order) > 40 else ["add", "remove"]
        kind = self.random.choice([*kinds, "twin", "relabel", "move"])
        if kind == "add" or not self.order:
            self.last += 1
            at, label = self.random.randint(0, len(self.order)), self.random.choice(LABELS)
            self.order.insert(at, self.last)
            self.labels[self.last] = label
            return f"add({self.last}, {json.dumps(label)}, {at})"
        id_ = self.random.choice(self.order)
        at = self.order.index(id_)
        if kind == "twin":
            self.last += 1
            self.order[at] = self.last
            self.labels[self.last] = self.labels.pop(id_)
            return f"twin({self.last}, {id_})"
        if kind == "relabel":
            self.labels[id_] = self.random.choice(LABELS)
            return f"relabel({id_}, {json.dumps(self.labels[id_])})"
        self.order.remove(id_)
        if kind == "remove":
            del self.labels[id_]
            return f"remove({id_})"
        to = self.random.randint(0, len(self.order))
        self.order.insert(to, id_)
        return f"move({id_}, {to})"


Seen = dict[int, tuple[int, str]]
"""The element and label that each number stood for."""


async def look(a: Agent, model: Model) -> tuple[int, Seen]:
    """The page's revision, and which number each element has on it."""
    shown = await a.call("snapshot")
    found = re.findall(r"\[(\d+)\]\[?(label\w)", shown["text"])
    assert [label for _, label in found] == [model.labels[id_] for id_ in model.order]
    return shown["revision"], {int(n): (id_, label) for (n, label), id_ in zip(found, model.order, strict=True)}


@pytest.mark.covers("LBX-56", "UBX-21")
@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_a_number_means_its_element_or_is_refused(server: Server, tier: str) -> None:
    server.page("/", PAGE)
    model = Model(SEED)
    seen: dict[int, Seen] = {}
    kept = refused = 0
    async with agent(agents__calls_per_minute=0) as a:
        await a.call("open", url=server.url("/"), tier=tier)
        desk = a.desk
        assert desk is not None
        live = desk.page(desk.tab()).snapshot.live
        assert live is not None
        for step in range(MUTATIONS // AT_ONCE):
            live.evaluate(";".join(model.change() for _ in range(AT_ONCE)) + ";0", 10)
            revision, numbers = await look(a, model)
            seen[revision] = numbers
            seen.pop(revision - 5, None)
            for before, meant in seen.items():
                for number, (id_, label) in model.random.sample(sorted(meant.items()), min(ASKED, len(meant))):
                    if means(desk, number, before, numbers, id_, label, model):
                        kept += 1
                    else:
                        refused += 1
            if step % CLICKED == CLICKED - 1:
                await click_one(a, model, seen, live)
    assert kept > MUTATIONS / 2 and refused > MUTATIONS / 10, "both happen"


def means(desk: Desk, number: int, before: int, now: Seen, id_: int, label: str, model: Model) -> bool:
    """Whether a number of an earlier look still means its element, which must be so exactly when it is as it was."""
    same = model.labels.get(id_) == label
    try:
        target = desk.target(desk.tab(), number, before)
    except StaleTarget as error:
        assert not same, f"[{number}] of revision {before} is {label!r}, and there"
        assert all(now[each][1] == label for each in error.context.get("candidates", ())), "they look alike"
        return False
    assert same and now[target.number][0] == id_, f"[{number}] was {id_}, and {now[target.number][0]} was given"
    return True


async def click_one(a: Agent, model: Model, seen: dict[int, Seen], live: object) -> None:
    """Click what a number of an earlier look means: the page must hear of that element, or of none."""
    before = min(seen)
    number = model.random.choice(sorted(seen[before]))
    id_, label = seen[before][number]
    count = int(live.evaluate("clicked.length", 10))  # type: ignore[attr-defined]  # a LivePage
    answer = await a.call("act", do="click", target=number, revision=before)
    heard = json.loads(live.evaluate("clicked", 10))  # type: ignore[attr-defined]  # a LivePage
    if model.labels.get(id_) == label:
        assert "error" not in answer and heard[count:] == [id_]
    else:
        assert answer["error"]["code"] == "STALE_TARGET" and len(heard) == count
