"""The hand of MiniWoB++'s oracle: it looks at a page and acts on it through the tools, and knows it by their text."""

from __future__ import annotations

import re

from agent_clients import Agent

NAMED = re.compile(r"(?<!\\)\[(\d+)\](?:\\?\[([^\[\]\n]+)\]|([^\[\n|\\]*))")
TURNS, LOOKS = 40, 60
"""How often a rule goes on to more of the same, and how often it looks whether something has changed."""


class Stuck(Exception):
    """The page is not as the rule knows it; the words say how."""


class Hand:
    """Looks at a page and acts on it."""

    def __init__(self, agent: Agent, task: str) -> None:
        self.agent = agent
        self.task = task

    async def look(self) -> str:
        """The page below the task's sentence, without what counts the episodes."""
        text = str((await self.agent.call("snapshot", max_tokens=8000))["text"]).partition("Last reward")
        above, below = text[0], text[2].partition("Episodes done: 0")[2]
        return "\n".join(above.split("\n")[3:]) + below.replace("</page", "\n</page")

    async def forms(self) -> list[tuple[int, str]]:
        """The numbers of the fields that words or numbers are typed into, with their lines."""
        text = (await self.agent.call("forms", max_tokens=8000))["text"]
        found = re.findall(r"\[(\d+)\]([^\n]*\((?:text|textarea|password|number|search)[^\n]*)", text)
        return [(int(number), line) for number, line in found]

    async def do(self, kind: str, number: int, value: str | list[str] = "") -> None:
        """One action. Raises Stuck."""
        answer = await self.agent.call("act", do=kind, target=number, value=value)
        if "error" in answer:
            raise Stuck(str(answer["error"]["message"]))

    async def named(self) -> list[tuple[int, str]]:
        """The targets of the page in reading order: numbers and names."""
        return names(await self.look())

    async def click(self, *words: str) -> None:
        """Click on the targets of these names, one after the other. Raises Stuck."""
        for word in words:
            found = await self.named()
            alike = [number for number, name in found if name.casefold().strip(" .:") == word.casefold().strip(" .:")]
            begun = [number for number, name in found if begins(name, word)]
            if not alike + begun:
                raise Stuck(f"no target is called {word!r}")
            await self.do("click", (alike + begun)[0])

    async def has(self, word: str) -> bool:
        """Whether a target is called so."""
        return any(begins(name, word) for _, name in await self.named())


def begins(name: str, word: str) -> bool:
    """Whether a target's words, which what stands behind it may follow, are these."""
    return re.match(rf"{re.escape(word.strip(' .:'))}(?!\w)", name, re.IGNORECASE) is not None


def names(text: str) -> list[tuple[int, str]]:
    """The targets of a text in their order: numbers and names."""
    return [(int(number), (a or b).strip(" ,")) for number, a, b in NAMED.findall(text)]
