"""What is meant is found by where it stands, its place, in another tab or part; what a guess would send is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.agent.lean import within
from lightterm.agent.near_words import named_nearly, shortened
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.fetch.slips import unwrapped
from lightterm.session.meant_values import meant_value
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from servers import Server

BOARD = """<!doctype html><title>Board</title><nav><a href=/cli>Command line</a> <a href=/terms>Terms and
conditions</a> <a href=/forgot>Forgotten your details?</a></nav><table><tr><th>Member<th>Role<th></tr><tr><td><a
href=/m/ines>Ines Falk</a><td> Owner<td><a href=/m/ines/info>Details</a><tr><td><a href=/m/tom>Tom
Okoro</a><td>Editor<td><a href=/m/tom/info>Details</a> </table><h2>Petra</h2><p>Lovely soup.</p><p><a
href=/c/1/reply>Reply</a> <a href=/c/1/up>Helpful</a></p><h2>Oskar</h2><p>Too salty.</p><p><a
href=/c/2/reply>Reply</a> <a href=/c/2/up>Helpful</a></p><ul><li>Everyday account <a href=/b/1>Statements</a>
<li>Savings account <a href=/b/2>Statements</a></ul><a href=/board?page=2 rel=next>Older</a><form method=post
action=/sent><label>Your reply <input name=r required></label><button>Preview</button></form>"""

FORM = """<!doctype html><title>Form</title><form action=/done><label>Country <select name=c><option>Germany
<option>United Kingdom</select></label><label>Room <select name=r><option value="">-<option value=sgl>Single with view
<option value=dbl>Double</select></label><label>Language <select name=l><option>English<option>日本語
<option>Deutsch</select></label><label>Month <select name=m><option value=3>March 2027<option value=4>April
2027</select></label> 
<fieldset><legend>Breakfast</legend><label><input
type=radio name=b value=n>None</label><label><input type=radio
name=b value=c>Continental</label><label><input type=radio name=b value=f>Full
English</label></fieldset>
<label>Quietness <input type=range name=q min=0 max=10></label><label>Guests <input type=number
name=g min=1 max=6></label> <label>Time <input type=time name=t></label><label>Search <input type=search
name=s></label><button>Find</button></form>"""

CASES: list[tuple[str, str, dict[str, Any], str]] = [
    ("/board", "act", {"do": "click", "target": "Details of Tom Okoro"}, "/m/tom/info"),
    ("/board", "act", {"do": "click", "target": "Reply to Oskar's comment"}, "/c/2/reply"),
    ("/board", "act", {"do": "click", "target": "mark Petra's comment as helpful"}, "/c/1/up"),
    ("/board", "act", {"do": "click", "target": "Statements for the savings account"}, "/b/2"),
    ("/board", "act", {"do": "click", "target": "second Reply link"}, "/c/2/reply"),
    ("/board", "act", {"do": "click", "target": "first row"}, "/m/ines"),
    ("/board", "act", {"do": "click", "target": "Next page"}, "/board page=2"),
    ("/board", "act", {"do": "click", "target": "CLI"}, "/cli"),
    ("/board", "act", {"do": "click", "target": "T&Cs"}, "/terms"),
    ("/board", "act", {"do": "click", "target": "Forgot password?"}, "/forgot"),
    ("/board", "act", {"do": "click", "xpath": "//nav/a[text()='Command line']"}, "/cli"),
    ("/board", "act", {"do": "click", "target": {"css": "nav a:last-child"}}, "/forgot"),
    ("/form", "act", {"do": "select", "target": "Breakfast", "value": "English breakfast"}, "Full English: on"),
    ("/form", "act", {"do": "select", "target": "Room", "value": "dbl room"}, "Room: Double"),
    ("/form", "act", {"do": "select", "target": "Language", "value": "Japanese"}, "Language: 日本語"),
    ("/form", "act", {"do": "select", "target": "Month", "value": "2027-04"}, "Month: April 2027"),
    ("/form", "act", {"do": "type", "target": "Quietness", "value": "80%"}, "Quietness: 8"),
    ("/form", "act", {"do": "type", "target": "Guests", "value": "three adults"}, "Guests: 3"),
    ("/form", "act", {"do": "type", "target": "Time", "value": "half past eight"}, "Time: 08:30"),
    ("/form", "browser_type", {"element": "Search box", "ref": "e7", "text": "tea", "submit": True}, "s=tea"),
    ("/form", "form_input", {"ref": "ref_2", "field": "Guests", "value": "2"}, "Guests: 2"),
    ("/form", "open", {"url": "<a href='URL/cli'>manual</a>"}, "/cli"),
    ("/form", "open", {"url": "URL/old"}, "/cli"),
]


def serve(server: Server) -> str:
    server.on("/board", lambda asked, talk: talk.reply(f"/board {asked.query}" if asked.query else BOARD))
    server.page("/form", FORM)
    server.on("/done", lambda asked, talk: talk.reply(f"<p>{asked.query}"))
    for (
        path
    ) in "/cli /terms /forgot /m/ines /m/tom /m/ines/info /m/tom/info /c/1/reply /c/2/reply /c/1/up /b/1 /b/2".split():
        server.page(path, f"<title>Page</title><p>This is {path}, as it was asked for.")
    server.page(
        "/old", "<p>It has moved.<p>It is now at <a href=/cli>the other place</a>.<p><a href=/>Start</a>", status=404
    )
    return server.url("/board").removesuffix("/board")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(
    server: Server, case: tuple[str, str, dict[str, Any], str]
) -> None:
    base = serve(server)
    path, tool, given, wanted = case

    check_recovered([{"url": f"{base}{path}"}], tool, put(given, base), wanted)


@in_a_loop
async def test_what_is_in_another_tab_or_was_on_the_page_before_is_found_there(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/board")
        await a.call("open", url=f"{base}/form", new_tab=True)
        came = await followed(a.call, "act", {"do": "click", "target": "Command line", "tab": 2})
        assert "This is /cli" in came["text"], came
        await a.call("open", url=f"{base}/board", tab=1)
        await a.call("act", do="click", target="Ines Falk", tab=1)
        came = await followed(a.call, "act", {"do": "click", "target": 6, "tab": 1})
        assert "This is /m/tom" in came["text"], came


DANGER = """<!doctype html><title>Account</title><form method=post action=/sent/1><button>Delete my
account</button></form> <form method=post action=/sent/2><button>Deactivate account</button></form><form method=post
action=/sent/3><label>Gift message <input name=g></label><button>Place
order</button></form><table><tr><td>notes.txt<td><form method=post
action=/sent/4><button>Publish</button></form><tr><td>photo.png<td><form method=post
action=/sent/5><button>Publish</button> </form></table>"""


@pytest.mark.parametrize(
    "words", ["Remove photo", "Account overview", "Edit order", "Share notes.txt", "Next page", "Keep my account"]
)
def test_a_button_that_does_something_else_is_never_recommended(server: Server, words: str) -> None:
    """ "Edit order" had "Place order" recommended, and "Remove photo" had "Delete my account"."""
    server.page("/danger", DANGER)

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            await a.call("open", url=server.url("/danger"))
            told = await a.call("act", do="click", target=words)
            ways = told["error"]["recommendedActions"]
            assert not any(way.get("toolToUse") == "act" for way in ways), ways

    run()


TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 20
LIVE = f"""<!doctype html><title>Planner</title>{TEXT}<span id=n>Priority</span><div role=combobox tabindex=0
aria-labelledby=n aria-expanded=false id=c>Normal</div><ul role=listbox id=l hidden><li role=option>Low<li
role=option>Urgent </ul><label><input type=checkbox id=k> I have read the rules</label><button id=j disabled>Join the
team</button><div id=f><p> Entry 1</div><button id=m>Load more</button><label>Effort <input type=range id=e min=0
max=10 value=3></label><p id=o>idle</p> <script>const $ = (i) => document.getElementById(i), say = (t) => {{
$('o').textContent = t }}; $('c').onclick = () => {{ $('l').hidden = false }};
document.querySelectorAll('#l>li').forEach((o) => {{ o.onclick = () => say('priority ' + o.textContent.trim()) }});
$('k').onchange = (e) => {{
$('j').disabled = !e.target.checked }}; $('j').onclick = () => say('joined'); $('e').onchange = (e) => say('effort ' +
e.target.value); let n = 1; $('m').onclick = () => {{ for (let i = 0; i < 3; i++) {{ n++; const b =
document.createElement('button'); b.textContent = 'Open entry ' + n; b.onclick = () => say('entry opened ' +
b.textContent.slice(11)); $('f').append(b) }} }} </script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"do": "select", "target": "Priority", "value": "Urgent"}, "priority Urgent"),
        ({"do": "click", "target": "Join team"}, "joined"),
        ({"do": "click", "target": "Open entry 6"}, "entry opened 6"),
        ({"do": "type", "target": "Effort", "value": "7 of 10"}, "effort 7"),
    ],
    ids=["a list by its label", "a button behind a box", "more of a list", "a share of a range"],
)
def test_what_a_live_page_keeps_back_is_brought_first(server: Server, given: dict[str, Any], wanted: str) -> None:
    server.page("/live", LIVE)

    check_recovered([{"url": server.url("/live"), "tier": "light"}], "act", given, wanted)


def test_an_error_keeps_as_many_ways_on_as_there_is_room_for() -> None:
    """All but the first went where an error was beyond its budget, and it was not the one that helped."""
    ways = [{"action": f"a{n}", "description": "It may be there.", "priority": n, "toolToUse": "go"} for n in range(9)]
    error = {
        "code": "VALIDATION_FAILED",
        "message": "words " * 100,
        "error": "words " * 100,
        "recommendedActions": ways,
    }
    told = within({"text": "", "error": error}, 400)["error"]["recommendedActions"]
    assert 3 <= len(told) < 9 and told == ways[: len(told)]


def test_names_are_near_by_more_than_letters() -> None:
    assert not named_nearly("dark mode", ["load more", "more actions"])
    assert named_nearly("departement", ["department"]) == ["department"]
    assert shortened("FAQ", ["frequently asked questions", "forum"]) == "frequently asked questions"
    assert not shortened("map", ["my account page", "forum"]), "only letters that are written as such stand for words"
    assert nearest("Greek", ["Ελληνικά", "Русский"]) == ["Ελληνικά"]
    assert unwrapped("<a href='http://example.org/x'>here</a>") == "http://example.org/x"


def test_times_and_days_are_read_as_they_are_spoken() -> None:
    from lightterm.document.model import Field

    def field(kind: str) -> Field:
        return Field(kind=kind, name="x")

    assert meant_value(field("time"), "quarter to 5 pm") == "16:45"
    assert meant_value(field("datetime-local"), "3 May 2027 at 14:00") == "2027-05-03T14:00"
    assert not meant_value(field("date"), "tomorrow"), "where it is which day is the caller's to know"
    assert not meant_value(field("date"), "05/03/2026")
