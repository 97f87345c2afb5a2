"""How the scripted oracle of MiniWoB++ plays what one list of steps does not do: it looks, acts and looks again.

Each rule is a family of sentences and what a reader of the page would do; it knows the page by the tools' text alone.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from agent_clients import Agent

from tests.bench import miniwob_eyes as eyes
from tests.bench import miniwob_fields as fields
from tests.bench import miniwob_mouse as mouse
from tests.bench.miniwob_hand import LOOKS, TURNS, Hand, Stuck, names

Player = Callable[[Hand, re.Match[str]], Awaitable[None]]


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


FREELY = {
    "forward": r"\b(?:forward|foward|send|give|pass|share|copy|wants?|waiting)",
    "reply": r"\b(?:reply|replies|respond|response|answer|write back|tell)",
    "trash": r"\b(?:delete|remove|trash|erase|discard|get rid|throw)",
    "star": r"\b(?:star|important|mark|flag|favou?rite)",
}
"""The words by which people ask for something to be done with mail, what is rarest for anything else last."""


BEGINNINGS = frozenset("Find Locate Look Forward Send Go Please The Give I Navigate Search Get Primary".split())
"""Words with a capital that are no names."""


async def mail_freely(hand: Hand, found: re.Match[str]) -> None:
    """A sentence of any form about a mail: whose it is, what to do with it, and to whom it goes or what it says."""
    task = found[0]
    senders = [name for _, name in await hand.named() if name and re.search(rf"\b{re.escape(name)}\b", task)]
    if not senders:
        raise Stuck("no mail is from anybody in the sentence")
    do = next((do for do in ("star", "trash", "reply", "forward") if re.search(FREELY[do], task, re.IGNORECASE)), "")
    said = re.search(r"(?:from|by|Get) ([A-Z]\w+)|([A-Z]\w+) (?:sent|wants his)|([A-Z]\w+)'s", task)
    named = [name for name in (said.groups() if said else ()) if name in senders]
    sender = (named or senders)[0]
    names = [word for word in re.findall(r"\b[A-Z]\w+\b", task) if word != sender and word not in BEGINNINGS]
    quoted = re.search(r"[\"“'](.+)[\"”']|(?:saying|with|that|:) (.+?)\.?$", task)
    more = {"forward": names[0] if names else "", "reply": (quoted[1] or quoted[2]) if quoted else ""}
    do = do or ("reply" if quoted and not names else "forward")
    await mail(hand, sender, do, more.get(do, ""))


async def identify(hand: Hand, _found: re.Match[str]) -> None:
    """What a figure is: a digit, a letter, or a drawing that is described."""
    text = await hand.look()
    drawn = next((name for _, name in await hand.named() if " at " in name), "")
    sign = re.search(r'text "(.)"', drawn) or re.search(r"^ *(\w) *$", text, re.MULTILINE)
    if sign is not None:
        await hand.click("Number" if sign[1].isdigit() else "Letter")
        return
    kinds = {" circle ": "Circle", " rect ": "Rectangle", " corners": "Triangle", " polygon": "Triangle"}
    await hand.click(next((name for kind, name in kinds.items() if kind in f"{drawn} {text}"), "Circle"))


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


ICONS = {"disk": "Save", "seek start": "Prev", "stop": "Stop", "play": "Play", "seek end": "Next", "zoomin": "Zoom In",
         "zoomout": "Zoom Out"}  # fmt: skip
"""What is meant by signs, by what they are called."""


async def menu_button(hand: Hand, found: re.Match[str]) -> None:
    """An item by its words, or by a sign that the sentence shows."""
    text = (await hand.agent.call("snapshot", max_tokens=8000))["text"]
    sign = re.search(r"with the ui icon (.+?) icon", text)
    item = found[1] or (ICONS.get(sign[1], "") if sign else "")
    await hand.click("Menu")
    for number, _ in await hand.named():
        if await hand.has(item):
            break
        await hand.do("hover", number)
    await hand.click(item)


async def event(hand: Hand, found: re.Match[str]) -> None:
    """An event of a length in a calendar of half hours, in one of the places between two times that are free."""
    length, unit, name, begin, end = found.groups()
    halves = round(float(length) / (30 if unit == "min" else 0.5))
    slots: dict[str, list[int]] = {}
    for line in (await hand.look()).split("\n"):
        if line.strip():
            slots.setdefault(line.strip().upper(), []) if "[" not in line else slots[[*slots][-1]].extend(
                n for n, _ in names(line)
            )
    times = [*slots]
    free = [n for time in times[times.index(begin) : times.index(end)] for n in slots[time]]
    for first in range(len(free) - halves + 1):
        await hand.do("drag", free[first], ["50%,50%", f"{free[first + halves - 1]}@50%,60%"])
        fields = await hand.forms()
        if fields:
            await hand.do("type", fields[0][0], name)
            await hand.click("Create")
            return
    raise Stuck("there is no room")


async def repeated(hand: Hand, _found: re.Match[str]) -> None:
    """Buttons in the order in which they light up."""
    first = {n: name for n, name in await hand.named() if name.startswith("button ")}
    order: list[int] = []
    lit = still = 0
    while still < 2 * LOOKS:  # from the last change on: a look takes 10 ms or 100
        now = next((n for n, name in await hand.named() if first.get(n, name) != name), 0)
        order += [now] if now and now != lit else []
        lit, still = now, 0 if now != lit else still + 1
    for number in order:
        await hand.do("click", number)


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
    """A box of a colour that is named, or shown by a box within the sentence."""
    text = (await hand.agent.call("snapshot", max_tokens=8000))["text"]
    boxes = [(n, name) for n, name in names(text) if name.startswith("color ")]
    wanted = f"color {found[1]}" if found[1] else boxes.pop(0)[1]
    await hand.do("click", next((n for n, name in boxes if name == wanted), 0))


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
            if text and size and size[1] and (int(size[1]) > 12) != (word == "large"):
                return False
        elif word.rstrip("s") in ("digit", "letter"):
            if not text or text[1].isdigit() != word.startswith("digit"):
                return False
        elif word.rstrip("s") in kinds:
            if kinds[word.rstrip("s")] not in f" {name} ":
                return False
        elif len(word) == 1:
            if not text or text[1] != word:
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


RULES: list[tuple[str, Player]] = [
    (r"Find the email by (\w+) and (.*)", mail_asked),
    *((rule, mail_forward) for rule in FORWARDS),
    (r'For the user (@\w+), click on the "(.*)" button', posts),
    (r'Click the "(\w+)" button on (all|\d+) posts by (@\w+)', posts_all),
    (r'Expand the sections below, to find and click on the link "(.*)"\.$', in_parts),
    (r'Switch between the tabs to find and click on the link "(.*)"\.$', in_parts),
    (r'Navigate through the file tree\..* named "(.*)"', tree),
    (r"Select (\S+>\S+)", menu),
    (r'Click the "Menu" button, and then find and click on the item (?:labeled|with) (?:"(.*)"|the icon)', menu_button),
    (r'Create an? ([\d.]+) (hour|min)s? event named "(.*)", between (\w+) and (\w+)', event),
    (r"Push the buttons in the order displayed", repeated),
    (r"Select the following color with the color picker", mouse.shown_hue),
    (r"Find (\w+) in the contact book and click on their (.*)\.", phone_book),
    (r'Use the textbox to enter "(.*)" and press "Search", then find and click the (\d+)', results),
    (r"Click on the (?:(\w+) )?colored box", colour),
    (r"Select all the shades of (\w+) and", shades),
    (r"Click on the grid coordinate \((-?\d+),(-?\d+)\)", grid),
    (r"Click on a (.*)$", shape),
    (r"How many (.*) are there", count),
    (r"Find and pick the card with the greatest number", greatest),
    (r"Mark the numbers below as odd or even", odd_even),
    (r"Order one of each item: (.*)$", food),
    (r'Click on a "(\w+)" widget', widget),
    (r"Copy the text (?:from the (\d)\w\w text area|in the textarea) below", fields.copy),
    (r"Find the last word in the text area", fields.last_word),
    (r"Enter the value that corresponds with each label", fields.table),
    (r"Solve for x", fields.algebra),
    (r"Type the text below into the text field", fields.transform),
    (r"Guess the number between (\d+)-(\d+)", fields.guess),
    (r"Generate an? (?:number )?(less than|greater than|odd|even)(?: number)? ?(\d*)", fields.generate),
    (r"Buy \w+ stock when the price is less than \$(\d+\.\d+)", fields.stocks),
    (r"Search for (\S+) movies directed by (\S+) from year (\d+)", fields.films),
    (r'Enter an item that starts with "(.*?)"(?: and ends with "(.*)")?', fields.autocomplete),
    (r"Select (\d+)/(\d+)/(\d+) as the date", fields.date),
    (r"Book the (\w+) one-way flight from: (.*) to: (.*) on (\d+)/(\d+)/(\d+)", fields.flight),
    (r"Select (-?\d+) with the slider and hit", fields.slider),
    (r"Set the sliders to the combination \[(.*)\]", fields.slider),
    (r"Select (-?\d+) with the slider, click the (\d)\w\w checkbox", fields.slider_box),
    (r"Check the (\d)\w\w radio button and enter the number \"(-?\d+)\" into the (\d)\w\w textbox", fields.radio_text),
    (r'Choose (.+) from the dropdown, then click the button labeled "(\w+)"', fields.dropdown),
    (r"Select (.+) from the scroll list and click Submit", fields.several),
    (r"Select (-?\d+) with the spinner", fields.spinner),
    (r"Click button (\w+), wait (\d+) seconds?, then click button (\w+)", fields.later),
    (r'Expand the pie menu below and click on the item labeled "(.*)"', fields.pie),
    (r"Use the terminal below to delete a file ending with the extension \.(\w+)", fields.terminal),
    (r"Playing as 'X', win a game", fields.tic_tac_toe),
    (r"Click the (cancel) button", fields.agreement),
    (r'Enter the username "(.*)" and the password "(.*)" into the text fields and press login', fields.signed_in),
    (r"Find and click on the (?:center of the circle|shortest mid-point)", mouse.middle),
    (r"Create a line that bisects the angle", mouse.bisect),
    (r"Add a third point to create a right angle", mouse.right_angle),
    (r"Draw a (vertical|horizontal) line", mouse.line),
    (r"Draw a circle centered around", mouse.circle),
    (r"Drag the (?:circle|item) (\w+) then press", mouse.aside),
    (r"Drag the smaller box", mouse.into_box),
    (r"Drag all (.+) into the (?:black|left) box", mouse.shapes),
    (r"Drag ([\w-]+) (.*(?:left|right|center).*|(?:up|down) by one)\.$", mouse.tile),
    (r"Drag ([\w-]+) (.*)\.$", mouse.item),
    (r"Sort the numbers in increasing order", mouse.sort),
    (r"Highlight the text in the (?:(\d)\w\w )?paragraph", mouse.mark),
    (r"Scroll the textarea to the (\w+) of the text", mouse.scroll),
    (r"Resize the textarea so that the (\w+) is (\w+) than", mouse.resize),
    (r"Using the text editor, give (the text \S+|everything) the style (\w+) and", mouse.style),
    (r"Select (\w+) with the color picker", mouse.hue),
    (r"Click on the numbers in ascending order", mouse.ascending),
    (r"Find and click on the HOT area", mouse.hot),
    (r"Type the total number of blocks", eyes.blocks),
    (r"Press the button that correctly denotes how many sides", eyes.sides),
    (r"Click the button that best describes the figure below", identify),
    (
        r"(?i)(?=.*\b(?:e-?mails?|information|messages?|mail|inbox|repl\w+|respond|forward|trash|star|delete|important)\b).*",
        mail_freely,
    ),
]
"""Sentences of tasks, and how they are played."""


async def play(agent: Agent, task: str) -> str | None:
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
