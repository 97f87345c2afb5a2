"""MiniWoB++ driven through the tools of the MCP server alone, by a scripted oracle: `python -m tests.bench.miniwob`.

Needs the PyPI package `miniwob` for its pages (no network). The oracle reads the task and the targets from snapshot and
acts by act; only starting an episode and reading its reward run a script in the page (evaluate). Tasks that take a
mouse at points or drags run in the full tier, all others in lightpanda; games against time, and pictures that nobody
describes, are not tried. An episode whose sentence no rule knows counts as one that was not done.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import re
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from agent_clients import HOME, Agent, agent

from tests.bench.miniwob_rules import play

START = "Math.seedrandom({seed}); core.EPISODE_MAX_TIME = 600000; core.startEpisodeReal(); 0"
ALLOWED: dict[str, Any] = {
    "agents__calls_per_minute": 0,
    "agents__host_loads_per_minute": 0,
    "agents__megabytes_per_hour": 0,
    "agents__evaluate": True,
    "agents__allow": ("password",),  # some tasks give one, which is nobody's
}
REWARD = "[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]"
TARGET = re.compile(r"\[(\d+)\](\[[^\]]*\]|<?[^\[\n]*)")

MOUSE = frozenset(
    "ascending-numbers bisect-angle circle-center click-menu-2 count-sides daily-calendar drag-box drag-circle "
    "drag-cube drag-items drag-items-grid drag-shapes drag-shapes-2 drag-single-shape drag-sort-numbers draw-circle "
    "draw-line find-midpoint highlight-text highlight-text-2 hot-cold resize-textarea right-angle scroll-text-2 "
    "simon-says text-editor use-colorwheel use-colorwheel-2 visual-addition".split()
)
"""Tasks that take a layout or a picture, and so the full tier."""

Step = tuple[str, str, str]
"""An action: what to do, the target's words ("#2": the second field), and a value."""


def steps(task: str) -> list[Step]:
    """What a task's sentence asks for; none for one that no rule knows."""
    quoted = re.findall(r'"([^"]+)"', task)
    first = quoted[0] if quoted else ""
    send = [("click", word, "") for word in re.findall(r"\b(submit|login|search)\b", task, re.IGNORECASE)[-1:]]
    chosen = re.match(r"Select (.+?)(?: from the (?:scroll )?list)? and click Submit", task)
    rules: list[tuple[str, list[Step]]] = [
        (r'Click on the "', [("click", first, "")]),
        (r"Click on the link", [("click", first, "")]),
        (r"Click the button\.", [("click", "Click Me!", "")]),
        (r"Click button (\w+), then click button (\w+)", [("click", w, "") for w in re.findall(r"button (\w+)", task)]),
        (r"Click button (\w+)", [("click", w, "") for w in re.findall(r"button (\w+)", task)]),
        (r"Click the button in the dialog box labeled", [("click", "close" if first == "x" else first, "")]),
        (r"Close the dialog box", [("click", "close", "")]),
        (r"Click on Tab #(\d)", [("click", w, "") for w in re.findall(r"Tab #\d", task)]),
        (r"Enter the password", [("type", "#1", first), ("type", "#2", first), *send]),
        (r"Enter the username", [("type", "#1", first), ("type", "#2", quoted[-1] if quoted else ""), *send]),
        (r"Enter \"", [("type", "#1", first), *send]),
        (r"Type \".*upper case", [("type", "#1", first.upper()), *send]),
        (r"Type \".*lower case", [("type", "#1", first.lower()), *send]),
        (r"Enter (\S+) as the date", [("type", "#1", _date(task)), *send]),
        (r"Enter (\S+ [AP]M) as the time", [("type", "#1", _time(task)), *send]),
        (r"Focus into the textbox", [("click", "#1", "")]),
        (r"Focus into the (\d)", [("click", f"#{n}", "") for n in re.findall(r"the (\d)", task)]),
    ]
    for pattern, found in rules:
        if re.match(pattern, task):
            return found
    if chosen is not None:
        names = [] if chosen[1] == "nothing" else re.split(r", ", chosen[1])
        kind = "select" if "list and click" in task else "check"
        return [(kind, "#1" if kind == "select" else name, name) for name in names] + send
    return []


def read_steps(task: str, text: str, forms: str) -> list[Step]:
    """What a task asks for that also needs the page's own words; none for one that no rule knows."""
    submit: Step = ("click", "submit", "")
    if re.match(r"Expand the section below", task):
        return [("click", "Section #", ""), submit]
    if found := re.search(r"(-?\d+) ([-+x×]) (-?\d+) =", text) if re.match(r"Solve the math", task) else None:
        left, right = int(found[1]), int(found[3])
        value = {"+": left + right, "-": left - right}.get(found[2], left * right)
        return [("type", "#1", str(value)), submit]
    if found := re.match(r"Find the (\d+)\w\w word in the paragraph", task):
        paragraph = text.partition("\n\n")[2].split("\n")[0]
        words = re.findall(r"[\w'-]+", paragraph)
        at = int(found[1]) - 1
        return [("type", "#1", words[at]), submit] if at < len(words) else []
    if found := re.match(r"Enter the value of (.+?) into the text field", task):
        row = re.search(rf"^ *{re.escape(found[1])} *\| *(\S.*?) *$", text, re.MULTILINE)
        return [("type", "#1", row[1]), submit] if row else []
    if re.match(r"Buy the ticket with the (cheapest|shortest|longest|most expensive)", task):
        return _ticket(task, text)
    return []


def _ticket(task: str, text: str) -> list[Step]:
    """The button of the flight that costs or takes least or most."""
    flights = re.findall(r"Duration:\s+(\d+)h (\d+)m\s+\[\d+\]\[(Book for \$(\d+))\]", text)
    costs = re.search("cheapest|expensive", task) is not None
    pick = max if re.search("longest|expensive", task) else min
    best = pick(flights, key=lambda one: int(one[3]) if costs else int(one[0]) * 60 + int(one[1]), default=None)
    return [("click", best[2], "")] if best else []


def _date(task: str) -> str:
    """The date of a task as a field of dates takes it."""
    found = re.search(r"(\d\d)/(\d\d)/(\d{4})", task)
    return f"{found[3]}-{found[1]}-{found[2]}" if found else ""


def _time(task: str) -> str:
    """The time of a task as a field of times takes it."""
    found = re.search(r"(\d+):(\d\d) ([AP])M", task)
    return f"{int(found[1]) % 12 + 12 * (found[3] == 'P'):02}:{found[2]}" if found else ""


async def act(a: Agent, step: Step) -> str:
    """Do a step on the page as it is now; what was wrong."""
    do, words, value = step
    forms = (await a.call("forms"))["text"]
    text = (await a.call("snapshot", max_tokens=8000))["text"]
    if words.startswith("#"):
        fields = re.findall(r"\[(\d+)\][^\n]*\((?!submit|button|reset|checkbox|radio)\w+", forms)
        at = int(words[1:]) - 1
        number = int(fields[at]) if at < len(fields) else 0
    else:
        named = [
            (int(n), name) for n, name in re.findall(r"(?<!\\)\[(\d+)\][*\\\[(<x ]*([^\[\]\n]*)", f"{text}\n{forms}")
        ]
        alike = [n for n, name in named if name.strip(" :").casefold() == words.casefold()]
        begun = [n for n, name in named if name.strip().casefold().startswith(words.casefold())]
        number = next(iter([*alike, *begun]), 0)
    if not number:
        return f"no target is called {words!r}"
    answer = await a.call("act", do=do, target=number, value=value)
    return str(answer["error"]["message"]) if "error" in answer else ""


async def episode(a: Agent, url: str, seed: int) -> tuple[float | None, str]:
    """The reward of one episode, None for a task that no rule knows, and why."""
    tier = "full" if url.rpartition("/")[2].removesuffix(".html") in MOUSE else "light"
    opened = await a.call("open", url=url, tier=tier, deadline=30)
    if "error" in opened and "tab" not in opened:
        return None, str(opened["error"]["message"])
    await a.call("evaluate", script=START.format(seed=seed))
    query = await a.call("evaluate", script="document.getElementById('query').textContent")
    if "\n" not in query.get("text", ""):
        return None, "the page says no task"
    task = " ".join(str(json.loads(query["text"].split("\n")[1])).split())
    wrong = await play(a, task)
    wanted = steps(task) if wrong is None else []
    if wrong is None and not wanted:
        text = (await a.call("snapshot", max_tokens=8000))["text"]
        wanted = read_steps(task, text, (await a.call("forms"))["text"])
    if wrong is None and not wanted:
        return None, task
    for step in wanted:
        if problem := await act(a, step):
            return -1.0, f"{task}: {problem}"
    told = (await a.call("evaluate", script=REWARD)).get("text", "")
    found = re.search(r"\[(true|false),\s*(-?[\d.]+)\]", told)
    return (float(found[2]) if found and found[1] == "true" else 0.0), f"{task} {wrong or ''}".rstrip()


async def run(tasks: list[str], seeds: int, base: str) -> None:
    """Print a line a task, and how many were done."""
    grants: Any = HOME.replace(evaluates=True, caps=frozenset({"devtools"}))
    done = 0
    unknown = []
    async with agent(grants, **ALLOWED) as a:
        for task in tasks:
            played = [await episode(a, f"{base}/miniwob/{task}.html", seed) for seed in range(1, seeds + 1)]
            if all(reward is None for reward, _ in played):
                unknown.append(task)
                continue
            # An episode whose sentence no rule knows is not done either.
            rewards = [reward or 0.0 for reward, _ in played]
            said = next((words for reward, words in played if not (reward or 0.0) > 0), "")
            won = sum(reward > 0 for reward in rewards)
            done += won == len(rewards)
            print(f"{task:32} {won}/{len(rewards)}{'' if won == len(rewards) else '  ' + said}", flush=True)
    print(f"{done} of {len(tasks)} tasks done in every episode; no rule for {len(unknown)} ({', '.join(unknown)})")


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about it."""

    def log_message(self, *_words: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", help="tasks, all without any")
    parser.add_argument("--seeds", type=int, default=3, help="episodes of each")
    given = parser.parse_args()
    found = importlib.util.find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        sys.exit("miniwob is not there: pip install --no-deps miniwob")
    html = Path(found.submodule_search_locations[0]) / "html"
    tasks = given.tasks or sorted(path.stem for path in (html / "miniwob").glob("*.html"))
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(html)))
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    asyncio.run(run(tasks, given.seeds, f"http://127.0.0.1:{httpd.server_port}"))
    httpd.shutdown()


if __name__ == "__main__":
    main()
