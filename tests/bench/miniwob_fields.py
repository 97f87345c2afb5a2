"""How MiniWoB++'s oracle fills in: texts, dates, flights, guesses, sliders, a terminal, a game."""

from __future__ import annotations

import calendar
import re

from tests.bench.miniwob_hand import LOOKS, TURNS, Hand, Stuck, names

MONTHS = [name for name in calendar.month_name if name]

# --- filling in


async def copy(hand: Hand, found: re.Match[str]) -> None:
    at = int(found[1]) - 1 if found[1] else 0
    fields = await hand.forms()
    areas = [line for _, line in fields if "(textarea" in line]
    into = next(n for n, line in fields if "(text)" in line)
    await hand.do("type", into, re.sub(r"^ *lines of text: ", "", areas[at]).rpartition("(textarea")[0][:-1])
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


CODE = re.compile(r"[A-Z]{3}")
"""What an airport is called for short."""


async def _complete(hand: Hand, field: int, begun: str, end: str) -> None:
    """Type what a name begins with, and take the one offered that ends so."""
    await hand.do("type", field, begun)
    for _ in range(LOOKS):
        offers = [(n, name) for n, name in await hand.named() if n > field and begun.casefold() in name.casefold()]
        coded = [n for n, name in offers if f"({begun})" in name]
        # A code stands in names of other places, too: "lex" in Alexandria.
        ended = [n for n, name in offers if name.endswith(end) and "___" not in name]
        alike = coded if CODE.fullmatch(begun) else coded + ended
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
        # The number of a slider stands on a line of its own, or behind its handle.
        told = re.findall(r"(?:^|slider handle[^\[\n]*? )(-?\d+)(?= *\[| *$)", await hand.look(), re.MULTILINE)
        shown = [int(word) for word in told]
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


async def several(hand: Hand, found: re.Match[str]) -> None:
    selects = re.findall(r"\[(\d+)\][^\n]*\(select", (await hand.agent.call("forms"))["text"])
    await hand.do("select", int(selects[0]), found[1].split(", "))
    await hand.click("Submit")
