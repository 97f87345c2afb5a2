"""How the scripted oracle of MiniWoB++ plays what one list of steps does not do: it looks, acts and looks again.

Each rule is a family of sentences and what a reader of the page would do; it knows the page by the tools' text alone.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Awaitable, Callable
from typing import Any

from agent_clients import Agent

Player = Callable[["Hand", re.Match[str]], Awaitable[None]]

NAMED = re.compile(r"\[(\d+)\](?:\[([^\[\]\n]+)\]|([^\[\n|]*))")
MONTHS = [name for name in calendar.month_name if name]
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
    return [(int(number), (a or b).strip()) for number, a, b in NAMED.findall(text)]


# --- mail and posts


async def mail(hand: Hand, sender: str, do: str, more: str = "") -> None:
    """What is done with the mail of a sender: star, trash, reply with a text, forward to a name."""
    found = await hand.named()
    at = next((i for i, (_, name) in enumerate(found) if name == sender), -1)
    if at < 0:
        raise Stuck(f"no mail is from {sender}")
    if do in ("star", "trash"):
        after = next((number for number, name in found[at:] if name.split()[0] == do), 0)
        await hand.do("click", after)
        return
    await hand.do("click", found[at][0])
    await hand.click(do)
    fields = await hand.forms()
    await hand.do("type", fields[0][0], more)
    await hand.click(f"send {do}")


async def mail_asked(hand: Hand, found: re.Match[str]) -> None:
    sender, rest = found[1], found[2]
    if "star icon" in rest or "trash icon" in rest:
        await mail(hand, sender, "star" if "star" in rest else "trash")
    elif said := re.search(r'text "(.*)"', rest):
        await mail(hand, sender, "reply", said[1])
    elif to := re.search(r"forward that email to (\w+)", rest):
        await mail(hand, sender, "forward", to[1])


FORWARDS = (
    r"Forward to (?P<to>\w+) the (?:email|message) (?:from|by) (?P<by>\w+)",
    r"(?:Please )?[Ff]ind (?P<by>\w+)'s (?:email|message) and (?:forward|send) (?:it|the \w+) (?:on )?to (?P<to>\w+)",
    r"(?:Please )?(?:[Ff]orward|[Ss]end) the (?:email|message) (?:from|by) (?P<by>\w+) to (?P<to>\w+)",
    r"(?:Please )?(?:[Ff]orward|[Ss]end) (?P<by>\w+)'s (?:email|message) to (?P<to>\w+)",
    r"(?P<to>\w+) wants the (?:email|message) (?P<by>\w+) sent to you",
    r"I want to forward the (?:email|message) from (?P<by>\w+) over to (?P<to>\w+)",
    r"Send (?P<to>\w+) the (?:email|message) (?:you got )?from (?P<by>\w+)",
    r"Navigate to the (?:email|message) from (?P<by>\w+) and forward it to (?P<to>\w+)",
    r"Find the (?:email|message) (?:from|by) (?P<by>\w+) and (?:forward|send) (?:it|that \w+) to (?P<to>\w+)",
)


async def mail_forward(hand: Hand, found: re.Match[str]) -> None:
    await mail(hand, found["by"], "forward", found["to"])


async def posts(hand: Hand, found: re.Match[str]) -> None:
    """A button of the post of a user, or behind its "more"."""
    user, button = found[1], found[2].casefold()
    wanted = (await _buttons(hand, user))[0]
    if button in wanted:
        await hand.do("click", wanted[button])
        return
    await hand.do("click", wanted["more"])
    for _ in range(2):
        now = await hand.named()
        plain = button.partition("@")[0].strip()
        alike = [number for number, name in now if name.casefold().partition("@")[0].strip() == plain]
        if alike:
            await hand.do("click", alike[0])
            return
    raise Stuck(f"no button is called {button}")


async def _buttons(hand: Hand, user: str) -> list[dict[str, int]]:
    """The buttons of each post of a user, by name."""
    posts_: list[dict[str, int]] = []
    mine = False
    for line in (await hand.look()).split("\n"):
        found = names(line)
        if "@" in line and not found:
            mine = re.search(r"(@\w+)", line)[1] == user  # type: ignore[index]  # there is one
            if mine:
                posts_.append({})
        if mine and found:
            posts_[-1] |= {name.casefold().split()[0]: number for number, name in found if name.split()}
    if not posts_ or not posts_[0]:
        raise Stuck(f"no post is by {user}")
    return posts_


async def posts_all(hand: Hand, found: re.Match[str]) -> None:
    button, count, user = found[1].casefold(), found[2], found[3]
    wanted = await _buttons(hand, user)
    for one in wanted if count == "all" else wanted[: int(count)]:
        if button not in one:
            raise Stuck(f"no button is called {button}")
        await hand.do("click", one[button])
    await hand.click("Submit")


# --- going through parts


async def in_parts(hand: Hand, found: re.Match[str]) -> None:
    """A link that is in one of several sections or tabs."""
    wanted = found[1]
    parts = [name for _, name in await hand.named() if re.match(r"(Tab|Section) #|\d+\b", name)]
    for part in parts:
        if await hand.has(wanted):
            break
        await hand.click(re.sub(r" \(selected\)$", "", part))
    await hand.click(wanted)


async def tree(hand: Hand, found: re.Match[str]) -> None:
    """A name in a tree: what is not there yet is behind one of the others."""
    opened: set[str] = set()
    for _ in range(TURNS):
        now = await hand.named()
        if any(name == found[1] for _, name in now):
            await hand.click(found[1])
            return
        closed = [(number, name) for number, name in now if f"{number} {name}" not in opened]
        if not closed:
            break
        opened.add(f"{closed[0][0]} {closed[0][1]}")
        await hand.do("click", closed[0][0])
    raise Stuck(f"nothing is called {found[1]}")


async def menu(hand: Hand, found: re.Match[str]) -> None:
    """A path through menus that open under the mouse."""
    *way, last = found[1].split(">")
    for word in way:
        number = next((number for number, name in await hand.named() if name == word), 0)
        await hand.do("hover", number)
    await hand.click(last)


async def menu_button(hand: Hand, found: re.Match[str]) -> None:
    await hand.click("Menu")
    for number, _ in await hand.named():
        if await hand.has(found[1]):
            break
        await hand.do("hover", number)
    await hand.click(found[1])


async def phone_book(hand: Hand, found: re.Match[str]) -> None:
    who, what = found[1], found[2].split()[0]
    for _ in range(TURNS):
        text = await hand.look()
        if re.search(rf"^#* ?{who}$", text, re.MULTILINE):
            line = next(line for line in text.split("\n") if line.casefold().startswith(what.casefold()))
            await hand.do("click", names(line)[0][0])
            return
        await hand.click(">")
    raise Stuck(f"{who} is not there")


async def results(hand: Hand, found: re.Match[str]) -> None:
    """The nth result of a search, three or so on each page."""
    await hand.do("type", (await hand.forms())[0][0], found[1])
    await hand.click("Search")
    left, page = int(found[2]), 1
    for _ in range(TURNS):
        now = [(n, name) for n, name in await hand.named() if name and name != "Search" and not name.startswith("_")]
        hits = [(n, name) for n, name in now if not re.fullmatch(r"[<>\d]+", name) and "___" not in name]
        if left <= len(hits):
            await hand.do("click", hits[left - 1][0])
            return
        left, page = left - len(hits), page + 1
        await hand.click(str(page) if any(name == str(page) for _, name in now) else ">")


# --- choosing and counting


async def colour(hand: Hand, found: re.Match[str]) -> None:
    wanted = next((n for n, name in await hand.named() if found[1] in name.split()), 0)
    await hand.do("click", wanted)


async def shades(hand: Hand, found: re.Match[str]) -> None:
    for number, name in await hand.named():
        code = re.search(r"#(..)(..)(..)", name)
        if code:
            levels = dict(zip(("red", "green", "blue"), (int(part, 16) for part in code.groups()), strict=True))
            if max(levels, key=lambda one: levels[one]) == found[1]:
                await hand.do("click", number)
    await hand.click("Submit")


async def grid(hand: Hand, found: re.Match[str]) -> None:
    """A point of a grid of circles about the middle, the second number going up."""
    places = {n: (int(a), int(b)) for n, name in await hand.named() if (at := re.search(r"at (\d+),(\d+)", name))
              for a, b in [at.groups()]}  # fmt: skip
    across, down = (sorted({place[axis] for place in places.values()}) for axis in (0, 1))
    x, y = int(found[1]), int(found[2])
    wanted = across[len(across) // 2 + x], down[len(down) // 2 - y]
    await hand.do("click", next(number for number, place in places.items() if place == wanted))


def _fits(name: str, words: str) -> bool:
    """Whether a shape is what a task calls "large red circle", "small digit", "item" ..."""
    text = re.search(r'text "(.)"', name)
    size = re.search(r"size (\d+)|radius (\d+)|(\d+)×", name)
    kinds = {"circle": " circle ", "rectangle": " rect ", "triangle": " 3 corners "}
    for word in words.split():
        if word in ("item", "items", "shape", "shapes", "a", "an"):
            continue
        if word in ("large", "small"):
            if text and size and (int(size[1]) > 12) != (word == "large"):
                return False
        elif word.rstrip("s") in ("digit", "letter"):
            if not text or text[1].isdigit() != word.startswith("digit"):
                return False
        elif word.rstrip("s") in kinds:
            if kinds[word.rstrip("s")] not in f" {name} ":
                return False
        elif not name.startswith(word):
            return False
    return True


async def shape(hand: Hand, found: re.Match[str]) -> None:
    alike = [n for n, name in await hand.named() if " at " in name and _fits(name, found[1])]
    await hand.do("click", alike[0] if alike else 0)


async def count(hand: Hand, found: re.Match[str]) -> None:
    alike = [n for n, name in await hand.named() if " at " in name and _fits(name, found[1])]
    await hand.click(str(len(alike)))


async def greatest(hand: Hand, _found: re.Match[str]) -> None:
    cards = [(int(name), n) for n, name in await hand.named() if name.isdigit()]
    await hand.do("click", max(cards)[1] if cards else 0)
    await hand.click("Submit")


async def odd_even(hand: Hand, _found: re.Match[str]) -> None:
    text = await hand.look()
    for odd, number, even in re.findall(r"\[(\d+)\]\[Odd\]\s+(-?\d+)\s+\[(\d+)\]\[Even\]", text):
        await hand.do("click", int(odd if int(number) % 2 else even))
    await hand.click("Submit")


async def food(hand: Hand, found: re.Match[str]) -> None:
    text = await hand.look()
    for dish in found[1].split(", "):
        after = text[text.index(dish) :]
        await hand.do("click", next(n for n, name in names(after) if name == "+"))
    await hand.click("Order!")


async def widget(hand: Hand, found: re.Match[str]) -> None:
    forms = (await hand.agent.call("forms"))["text"]
    kinds = {"textarea": r"\(textarea", "button": r"^ *\[(\d+)\] button", "checkbox": r"\(checkbox",
             "text": r"\(text\)", "radio": r"\(radio"}  # fmt: skip
    line = next((line for line in forms.split("\n") if re.search(kinds[found[1]], line)), "[0]")
    await hand.do("click", int(re.findall(r"\[(\d+)\]", line)[0]))


# --- filling in


async def copy(hand: Hand, found: re.Match[str]) -> None:
    at = int(found[1]) - 1 if found[1] else 0
    fields = await hand.forms()
    areas = [line for _, line in fields if "(textarea" in line]
    into = next(n for n, line in fields if "(text)" in line)
    await hand.do("type", into, re.sub(r"^ *textarea: ", "", areas[at]).rpartition("(textarea")[0][:-1])
    await hand.click("Submit")


async def last_word(hand: Hand, _found: re.Match[str]) -> None:
    fields = await hand.forms()
    text = fields[0][1].rpartition("(textarea")[0].rstrip(" .,")
    await hand.do("type", fields[1][0], text.split()[-1].rstrip(".,"))
    await hand.click("Submit")


async def table(hand: Hand, _found: re.Match[str]) -> None:
    text = await hand.look()
    for label, number in re.findall(r"^([A-Z][^:|\n]*): \[(\d+)\]", text, re.MULTILINE):
        row = re.search(rf"^ *{re.escape(label)} *\| *(\S.*?) *$", text, re.MULTILINE)
        await hand.do("type", int(number), row[1] if row else "")
    await hand.click("Submit")


async def algebra(hand: Hand, _found: re.Match[str]) -> None:
    text = await hand.look()
    found = re.search(r"(x|-?\d+) ([-+]) (x|-?\d+) = (x|-?\d+)", text)
    if found is None:
        raise Stuck("there is no equation")
    left, sign, right, result = found.groups()
    value = next(
        x
        for x in range(-500, 500)
        if (x if left == "x" else int(left)) + (1 if sign == "+" else -1) * (x if right == "x" else int(right))
        == (x if result == "x" else int(result))
    )
    await hand.do("type", (await hand.forms())[0][0], str(value))
    await hand.click("Submit")


async def transform(hand: Hand, _found: re.Match[str]) -> None:
    word = next(line for line in (await hand.look()).split("\n") if line.strip() and "[" not in line)
    await hand.do("type", (await hand.forms())[0][0], word.strip())
    await hand.click("Submit")


async def guess(hand: Hand, found: re.Match[str]) -> None:
    low, high = int(found[1]), int(found[2])
    field = (await hand.forms())[0][0]
    while low <= high:
        middle = (low + high) // 2
        await hand.do("type", field, str(middle))
        await hand.click("Submit")
        text = await hand.look()
        if "higher than" in text:
            low = middle + 1
        elif "lower than" in text:
            high = middle - 1
        else:
            return


async def generate(hand: Hand, found: re.Match[str]) -> None:
    than, limit = found[1], found[2]
    for _ in range(LOOKS):
        await hand.click("Generate")
        number = re.search(r"^-?\d+$", await hand.look(), re.MULTILINE)
        if number is None:
            continue
        value = int(number[0])
        fits = {"less than": value < int(limit or 0), "greater than": value > int(limit or 0),
                "odd": value % 2 == 1, "even": value % 2 == 0}  # fmt: skip
        if fits[than]:
            await hand.click("Submit")
            return


async def stocks(hand: Hand, found: re.Match[str]) -> None:
    for _ in range(LOOKS):
        price = re.search(r"\$(\d+\.\d+)", await hand.look())
        if price and float(price[1]) < float(found[1]):
            await hand.click("Buy")
            return
        await hand.agent.call("wait", text="$", deadline=1)


async def films(hand: Hand, found: re.Match[str]) -> None:
    wanted = {"genre": found[1], "director": found[2], "year": found[3], "date": found[3]}
    text, fields = await hand.look(), await hand.forms()
    for number, _ in fields:
        before = text[: text.index(f"[{number}]")].rstrip(" |\n").split("\n")[-1].casefold()
        value = next((value for word, value in wanted.items() if word in before), "")
        await hand.do("type", number, value)
    last = [n for n, name in names(text) if n not in dict(fields) and name]
    await hand.do("click", last[-1] if last else 0)


async def autocomplete(hand: Hand, found: re.Match[str]) -> None:
    field = (await hand.forms())[0][0]
    await _complete(hand, field, found[1], found[2] or "")
    await hand.click("Submit")


async def _complete(hand: Hand, field: int, begun: str, end: str) -> None:
    """Type what a name begins with, and take the one offered that ends so."""
    await hand.do("type", field, begun)
    for _ in range(LOOKS):
        offers = [(n, name) for n, name in await hand.named() if n > field and begun.casefold() in name.casefold()]
        coded = [n for n, name in offers if f"({begun})" in name]
        alike = coded + [n for n, name in offers if name.endswith(end) and "___" not in name]
        if alike:
            await hand.do("click", alike[0])
            return
        await hand.agent.call("wait", deadline=1)
    raise Stuck(f"nothing is offered for {begun}")


async def _day(hand: Hand, field: int, month: int, day: int, year: int) -> None:
    """A day in a calendar that opens at a field."""
    await hand.do("click", field)
    for _ in range(TURNS):
        text = await hand.look()
        shown = re.search(rf"({'|'.join(MONTHS)}) ?(\d{{4}})", text)
        if shown is None:
            raise Stuck("no calendar opened")
        months = (year - int(shown[2])) * 12 + month - MONTHS.index(shown[1]) - 1
        if not months:
            await hand.do("click", next(n for n, name in names(text[shown.end() :]) if name == str(day)))
            return
        way = "Prev" if months < 0 else "Next"
        beside = [n for n, name in names(text) if name.startswith(way)]
        await hand.do("click", beside[0] if beside else 0)


async def date(hand: Hand, found: re.Match[str]) -> None:
    await _day(hand, (await hand.forms())[0][0], int(found[1]), int(found[2]), int(found[3]))
    await hand.click("Submit")


async def flight(hand: Hand, found: re.Match[str]) -> None:
    best, start, end, month, day, year = found.groups()
    fields = [n for n, _ in await hand.forms()]
    for field, name in zip(fields, (start, end), strict=False):
        await _complete(hand, field, name, "")
    await _day(hand, fields[2], int(month), int(day), int(year))
    await hand.click("Search")
    text = await hand.look()
    flights = re.findall(
        r"Duration:?\s+(?:(\d+)h)? ?(?:(\d+)m)?.*?\[(\d+)\]\[?Book flight for \$(\d+)", text, re.DOTALL
    )
    if not flights:
        raise Stuck("no flight is offered")
    cost = (lambda one: int(one[3])) if best == "cheapest" else (lambda one: int(one[0] or 0) * 60 + int(one[1] or 0))
    await hand.do("click", int(min(flights, key=cost)[2]))


# --- sliders and the like


async def _slide(hand: Hand, number: int, at: int, wanted: int) -> None:
    """Move a slider by keys until the number beside it is the one wanted."""
    for _ in range(TURNS):
        shown = [int(word) for word in re.findall(r"^-?\d+$", await hand.look(), re.MULTILINE)]
        by = wanted - shown[at]
        if not by:
            return
        await hand.do("press", number, ["Right" if by > 0 else "Left"] * min(abs(by), 50))


async def slider(hand: Hand, found: re.Match[str]) -> None:
    handles = [n for n, name in await hand.named() if "slider handle" in name]
    for at, (number, wanted) in enumerate(zip(handles, re.findall(r"-?\d+", found[1]), strict=False)):
        await _slide(hand, number, at, int(wanted))
    await hand.click("Submit")


async def spinner(hand: Hand, found: re.Match[str]) -> None:
    await hand.do("type", (await hand.forms())[0][0], found[1])
    await hand.click("Submit")


async def slider_box(hand: Hand, found: re.Match[str]) -> None:
    handle = next((n for n, name in await hand.named() if "slider handle" in name), 0)
    await _slide(hand, handle, 0, int(found[1]))
    boxes = re.findall(r"\[(\d+)\][^\n]*\(checkbox", (await hand.agent.call("forms"))["text"])
    await hand.do("check", int(boxes[int(found[2]) - 1]))
    await hand.click("Submit")


async def radio_text(hand: Hand, found: re.Match[str]) -> None:
    radios = re.findall(r"\[(\d+)\][^\n]*\(radio", (await hand.agent.call("forms"))["text"])
    await hand.do("check", int(radios[int(found[1]) - 1]))
    await hand.do("type", (await hand.forms())[int(found[3]) - 1][0], found[2])
    await hand.click("Submit")


async def dropdown(hand: Hand, found: re.Match[str]) -> None:
    selects = re.findall(r"\[(\d+)\][^\n]*\(select", (await hand.agent.call("forms"))["text"])
    await hand.do("select", int(selects[0]), found[1])
    await hand.click(found[2])


async def later(hand: Hand, found: re.Match[str]) -> None:
    import asyncio

    await hand.click(found[1])
    await asyncio.sleep(int(found[2]) + 0.1)  # the task is to wait
    await hand.click(found[3])


async def pie(hand: Hand, found: re.Match[str]) -> None:
    plus = next((n for n, name in await hand.named() if '"+"' in name), 0)
    await hand.do("click", plus)
    alike = [n for n, name in await hand.named() if f'"{found[1]}"' in name]
    await hand.do("click", alike[0] if alike else 0)


async def terminal(hand: Hand, found: re.Match[str]) -> None:
    field = (await hand.forms())[0][0]
    for command in ("ls", ""):
        if not command:
            files = re.findall(rf"(\S+\.{found[1]})\b", await hand.look())
            command = f"rm {files[-1]}" if files else "help"
        await hand.do("press", field, [*(c if c != " " else "Space" for c in command), "Enter"])


async def tic_tac_toe(hand: Hand, _found: re.Match[str]) -> None:
    """Win where one can, else hinder, else the middle, a corner, a side."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for _ in range(5):
        cells = [(n, name) for n, name in await hand.named() if re.search(r"ttt|mark", name)][:9]
        if len(cells) < 9:
            return
        board = ["x" if "mark x" in name else "o" if "mark o" in name else "" for _, name in cells]
        free = [i for i in (4, 0, 2, 6, 8, 1, 3, 5, 7) if not board[i]]
        ends = [i for who in "xo" for line in lines for i in line
                if not board[i] and [board[j] for j in line if j != i] == [who, who]]  # fmt: skip
        if not free:
            return
        await hand.do("click", cells[(ends or free)[0]][0])


async def agreement(hand: Hand, found: re.Match[str]) -> None:
    await hand.click(found[1])


async def signed_in(hand: Hand, found: re.Match[str]) -> None:
    """Two fields, over which windows come up that can only be closed."""
    for at, value in enumerate((found[1], found[2])):
        for _ in range(3):
            fields = await hand.forms()
            if len(fields) >= 2:
                break
            await hand.click("Cancel" if await hand.has("Cancel") else "OK")
        await hand.do("type", fields[at][0], value)
    for word in ("Login", "OK"):
        if await hand.has(word):
            await hand.click(word)
            return


RULES: list[tuple[str, Player]] = [
    (r"Find the email by (\w+) and (.*)", mail_asked),
    *((rule, mail_forward) for rule in FORWARDS),
    (r'For the user (@\w+), click on the "(.*)" button', posts),
    (r'Click the "(\w+)" button on (all|\d+) posts by (@\w+)', posts_all),
    (r'Expand the sections below, to find and click on the link "(.*)"\.$', in_parts),
    (r'Switch between the tabs to find and click on the link "(.*)"\.$', in_parts),
    (r'Navigate through the file tree\..* named "(.*)"', tree),
    (r"Select (\S+>\S+)", menu),
    (r'Click the "Menu" button, and then find and click on the item (?:labeled|with) "(.*)"', menu_button),
    (r"Find (\w+) in the contact book and click on their (.*)\.", phone_book),
    (r'Use the textbox to enter "(.*)" and press "Search", then find and click the (\d+)', results),
    (r"Click on the (\w+) colored box", colour),
    (r"Select all the shades of (\w+) and", shades),
    (r"Click on the grid coordinate \((-?\d+),(-?\d+)\)", grid),
    (r"Click on a (.*)$", shape),
    (r"How many (.*) are there", count),
    (r"Find and pick the card with the greatest number", greatest),
    (r"Mark the numbers below as odd or even", odd_even),
    (r"Order one of each item: (.*)$", food),
    (r'Click on a "(\w+)" widget', widget),
    (r"Copy the text (?:from the (\d)\w\w text area|in the textarea) below", copy),
    (r"Find the last word in the text area", last_word),
    (r"Enter the value that corresponds with each label", table),
    (r"Solve for x", algebra),
    (r"Type the text below into the text field", transform),
    (r"Guess the number between (\d+)-(\d+)", guess),
    (r"Generate an? (?:number )?(less than|greater than|odd|even)(?: number)? ?(\d*)", generate),
    (r"Buy \w+ stock when the price is less than \$(\d+\.\d+)", stocks),
    (r"Search for (\S+) movies directed by (\S+) from year (\d+)", films),
    (r'Enter an item that starts with "(.*?)"(?: and ends with "(.*)")?', autocomplete),
    (r"Select (\d+)/(\d+)/(\d+) as the date", date),
    (r"Book the (\w+) one-way flight from: (.*) to: (.*) on (\d+)/(\d+)/(\d+)", flight),
    (r"Select (-?\d+) with the slider and hit", slider),
    (r"Set the sliders to the combination \[(.*)\]", slider),
    (r"Select (-?\d+) with the slider, click the (\d)\w\w checkbox", slider_box),
    (r"Check the (\d)\w\w radio button and enter the number \"(-?\d+)\" into the (\d)\w\w textbox", radio_text),
    (r'Choose (.+) from the dropdown, then click the button labeled "(\w+)"', dropdown),
    (r"Select (-?\d+) with the spinner", spinner),
    (r"Click button (\w+), wait (\d+) seconds?, then click button (\w+)", later),
    (r'Expand the pie menu below and click on the item labeled "(.*)"', pie),
    (r"Use the terminal below to delete a file ending with the extension \.(\w+)", terminal),
    (r"Playing as 'X', win a game", tic_tac_toe),
    (r"Click the (cancel) button", agreement),
    (r'Enter the username "(.*)" and the password "(.*)" into the text fields and press login', signed_in),
]
"""Sentences of tasks, and how they are played."""


async def play(agent: Agent, task: str) -> Any:
    """Play a task; None where no rule knows it, else what was wrong, "" for nothing."""
    for pattern, player in sorted(RULES, key=lambda rule: '"' not in rule[0]):
        found = re.match(pattern, task)
        if found is not None:
            try:
                await player(Hand(agent, task), found)
            except (Stuck, IndexError, KeyError, StopIteration, ValueError, RuntimeError) as problem:
                return f"{type(problem).__name__}: {problem}"
            return ""
    return None
