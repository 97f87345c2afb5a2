"""Line mode with its commands from a pipe: plain lines on stdout, what is wrong on stderr, an exit code."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import clean_environment, lightterm
from servers import Server

from lightterm.engines.light_binary import missing

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PAGE = """<title>First</title><h1>Head</h1><p>Some <a href="#two">words</a> and <a href="/next">more</a>.
<h2 id="two">Second</h2><p>Wide 世界 letters.<p>Two needles, needle and needle."""
FORM = """<title>Form</title><form action="/echo" method="post">
<label>Name <input name="who" required></label><label>Word <input type="password" name="key"></label>
<label><input type="checkbox" name="ok" value="yes"> Agree</label>
<label>Size <select name="size"><option value="s">small<option value="l">large</select></label>
<input type="submit" value="Go"></form>"""


@pytest.fixture
def run(home: Path) -> Run:
    def start(lines: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            lightterm("--line", *arguments),
            input=lines,
            capture_output=True,
            text=True,
            encoding=environment.pop("encoding", "utf-8"),
            cwd=home,
            env=clean_environment(str(home), **environment),
            timeout=60,
            check=False,
        )

    return start


@pytest.fixture
def site(server: Server) -> str:
    server.page("/", PAGE)
    server.page("/next", "<title>Next</title><p>The page after.")
    server.page("/form", FORM)
    return server.url("/")


def test_a_number_follows_its_link_and_quit_ends_well(run: Run, site: str) -> None:
    done = run("2\nquit\n", site)
    assert done.returncode == 0 and done.stderr == ""
    first, _, second = done.stdout.partition("Next\n")
    assert "# Head" in first and "[2]more" in first and "The page after." in second
    assert "\x1b" not in done.stdout


def test_how_a_page_is_written_out_holds_for_its_site(run: Run, server: Server, home: Path) -> None:
    file = home / ".config/lightterm/config.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    rule = "output: {numbers: false, width: 30, include_metadata: false}"
    file.write_text(f"sites:\n- hosts: [127.0.0.1]\n  {rule}\n", "utf-8")
    page = f'<title>First</title><p><a href="/x">{"word " * 20}</a></p>'
    server.page("/", body=page)
    (home / "here.html").write_text(page, "utf-8")
    out = run(f"open {(home / 'here.html').as_uri()}\nquit\n", server.url("/")).stdout
    before, _, after = out.partition("[1]")
    assert max(map(len, before.splitlines()[:4])) <= 30 and "First\n" not in before.partition("word")[0]
    assert max(map(len, after.splitlines())) > 60


def test_the_end_of_the_input_is_the_end(run: Run, site: str) -> None:
    done = run("", site)
    assert done.returncode == 0 and "世界" in done.stdout


def test_pages_are_the_dump_s_text(run: Run, site: str, home: Path) -> None:
    dump = subprocess.run(
        lightterm("--dump", "--links", "none", site),
        capture_output=True,
        text=True,
        env=clean_environment(str(home)),
        timeout=60,
        check=True,
    )
    assert run("", site).stdout == dump.stdout


def test_what_goes_wrong_is_told_on_stderr_and_by_the_exit_code(run: Run, site: str) -> None:
    missing = run("quit\n", site + "nothing")
    assert missing.returncode == 22 and "error: " in missing.stderr
    wrong = run("opne x\n99\nhint\n", site)
    assert wrong.returncode == 2
    told = wrong.stderr.splitlines()
    assert "did you mean open?" in told[0]
    assert any("there is no target 99" in line for line in told)
    assert any("hint is for the screen" in line for line in told)


def test_going_back_and_reading_by_portions(run: Run, site: str) -> None:
    done = run("set -t line.lines 3\nopen about:blank\nback\n\nmore 1\nwhole\n\n", site)
    assert done.stderr == "line.lines: 3\nend of the page\n"
    whole, _, portions = done.stdout.partition("First\n")[2].partition("First\n")
    assert whole.count("Wide 世界 letters.") == portions.count("Wide 世界 letters.") == 1


def test_searching_and_the_list_of_matches(run: Run, site: str) -> None:
    done = run("/needle\nn\nN\nmatch list\nsearch nowhere\nsearch (no\n", site)
    assert "no valid expression, searched for as it stands (missing )" in done.stderr
    told = [line.partition(",")[0] for line in done.stderr.splitlines()]
    assert told[:3] == ["match 1 of 3", "match 2 of 3", "match 1 of 3"]
    assert "error: not found: nowhere" in done.stderr
    assert (
        "3 matches of needle" in done.stdout and "1 line 9: Two needles, needle and needle. (3 matches)" in done.stdout
    )


def test_matches_of_a_text_file_are_on_lines_of_their_own_and_one_line_is_read_once(run: Run, home: Path) -> None:
    lines = [f"line {number}" for number in range(1, 41)]
    lines[19], lines[24] = "an apple here", "an apple and an apple"
    (home / "list.txt").write_text("\n".join(lines))
    done = run("set -t line.lines 3\n/apple\nn\nn\n\n", str(home / "list.txt"))
    told = done.stderr.splitlines()[1:]
    assert told == [f"match {n} of 3, line {line} of 40" for n, line in ((1, 20), (2, 25), (3, 25))]
    read = done.stdout.partition("line 40\n")[2].splitlines()
    assert read[:3] == ["an apple here", "line 21", "line 22"]
    assert read[3:] == ["an apple and an apple", "line 26", "line 27", "an apple and an apple", *lines[27:30]]


def test_headings_tabs_and_the_tab_s_pages_are_listed(run: Run, site: str) -> None:
    done = run("outline\nheading last\ntab new next\ntabs\n2\nback\nvisits\n".replace("next", site + "next"), site)
    assert "2 headings\n1 level 1: Head\n2 level 2: Second\n" in done.stdout
    assert "2 tabs\n1 First\n2 Next (this one)\n" in done.stdout
    assert done.stdout.count("## Second") == 2


def test_regions_are_listed_from_the_outer_one_on_and_can_be_told_apart(run: Run, server: Server) -> None:
    server.page(
        "/",
        "<title>T</title><header><nav><a href=a>Home</a></nav></header><main><h1>Head</h1>"
        "<section aria-label=More><h2>More</h2><p>x</section><aside><p>One here</aside><aside><p>Two</aside></main>",
    )
    listed = [
        "2 headings, 5 regions",
        "1 region: header",
        "2 region: navigation",
        "3 region: main",
        "4 level 1: Head",
        "5 level 2: More",
        "6 region: aside: One here",
        "7 region: aside: Two",
    ]
    assert "\n".join(listed) in run("outline\n", server.url()).stdout


def test_a_place_in_the_page_is_gone_to_without_asking_for_it_again(run: Run, site: str, server: Server) -> None:
    done = run(f"open {site}#two\nopen {site}#nowhere\n", site)
    assert done.stdout.count("## Second") == 2 and done.stdout.count("# Head") == 1
    assert "the page has no place nowhere" in done.stderr
    assert [asked.path for asked in server.log].count("/") == 1


def test_a_form_is_filled_in_by_commands_and_sent(run: Run, site: str) -> None:
    lines = "submit\nfield set 1 Zoë\nfield set 2 sesame\nfield set 3 on\nfield set 4 large\nform show\nsubmit\n"
    done = run(lines, site + "form")
    assert "required and not filled in: [1] Name" in done.stderr
    assert "[3] Agree: on" in done.stderr and "[2] Word: filled in" in done.stderr
    assert "sesame" not in done.stderr
    assert "key: ••••••••" in done.stderr
    assert "who=Zo%C3%AB&key=sesame&ok=yes&size=l" in done.stdout


def test_what_was_sent_stands_in_the_form_when_one_goes_back_to_it_but_for_passwords(run: Run, site: str) -> None:
    done = run("field set 1 Zoë\nfield set 2 sesame\nfield set 4 large\nsubmit\nback\nforms\nquit\n", site + "form")
    assert "\n[1] Name: Zoë (required)\n[2] Word: empty (password)\n[3] Agree: off\n[4] Size: large\n" in done.stdout


def test_the_fields_are_listed_with_the_numbers_that_fill_them_in(run: Run, site: str) -> None:
    done = run("1\nAda\nforms\n4\nlarge\nforms\nquit\n", site + "form")
    told = done.stdout
    assert done.returncode == 0
    assert (
        "\n[1] Name: Ada (required)\n[2] Word: empty (password)\n[3] Agree: off\n[4] Size: small\n[5] Go (button)\n"
        in told
    )
    assert f"Form 1, POST to {site}echo" in told and told.count("[4] Size: large") == 1
    none = run("forms\nquit\n", site)
    assert "the page has no fields" in none.stderr and none.returncode == 39


def test_radio_buttons_are_listed_with_what_is_chosen(run: Run, server: Server) -> None:
    radio = "<label><input type=radio name={} value={}> {}</label>"
    size = radio.format("s", 1, "Small") + radio.format("s", 2, "Large")
    pay = radio.format("pay", 1, "Card") + radio.format("pay", 2, "Cash")
    how = radio.format("deliveryWay", 1, "Post") + "<p>" + radio.format("deliveryWay", 2, "Courier")
    server.page("/", f"<form action=/x><fieldset><legend>Size:</legend>{size}</fieldset>Paid by {pay}<hr>{how}</form>")
    listed = ["Size, one of 2:", "[1] Small: off", "[2] Large: off", "Paid by, one of 2:", "[3] Card: off"]
    listed += ["[4] Cash: off", "delivery Way, one of 2:", "[5] Post: off", "[6] Courier: off"]
    assert "\n".join(listed) in run("forms\n", server.url()).stdout


def test_several_options_are_chosen_and_dropped_at_once(run: Run, site: str, server: Server) -> None:
    options = "<option>one<option>two<option>two more<option disabled>no<option>last"
    server.page("/many", f"<form action=/echo><label>Many <select name=m multiple>{options}</select></label></form>")
    done = run("1\n1,3\n1\n 4 2 1\n1\ntwo more\n1\n1,9\nform show\nquit\n", site + "many")
    said = [line for line in done.stderr.splitlines() if line.startswith("[1] ")]
    assert said == ["[1] Many: one, two more", "[1] Many: two, two more, last", "[1] Many: two, last"]
    assert "1,9 is none of them" in done.stderr and "m: two\nm: last" in done.stderr


def test_a_form_for_another_site_is_asked_about(run: Run, site: str, server: Server) -> None:
    elsewhere = site.replace("127.0.0.1", "localhost")
    server.page("/two", f'<form action="{elsewhere}echo" method="post"><input name="a" value="b"></form>')
    refused = run("submit\nno\n", site + "two")
    assert "This form goes to another site" in refused.stderr and "nothing was sent" in refused.stderr
    sent = run("submit\nsend\n", site + "two")
    assert "a=b" in sent.stdout


def test_fields_ask_for_their_values_when_they_are_followed(run: Run, site: str) -> None:
    done = run("1\nAda\n2\nopen sesame\n3\n4\n2\nform show\n", site + "form")
    for line in ("[1] Name: Ada", "[2] Word: filled in", "[3] Agree: on", "[4] Size: large", "who: Ada", "size: l"):
        assert line in done.stderr.splitlines(), done.stderr


def test_readonly_holds_for_what_is_typed_and_not_for_boxes(run: Run, site: str, server: Server) -> None:
    server.page(
        "/", "<form><input readonly name=a value=fixed><input type=checkbox readonly name=b aria-label=Box></form>"
    )
    done = run("field set 1 new\nfield set 2 on\nform show\n", site)
    assert "a cannot be changed" in done.stderr and "[2] Box: on" in done.stderr
    assert "a: fixed" in done.stderr and "b: on" in done.stderr


def test_what_was_typed_stands_in_the_page(run: Run, site: str) -> None:
    done = run("field set 1 Ada\nagain\nform reset\nagain\n", site + "form")
    first, filled, empty = done.stdout.partition("Name")[2].split("Name")[:3]
    assert "Ada" not in first and "Ada" in filled and "Ada" not in empty


def test_questions_take_the_next_line_as_their_answer(run: Run, site: str, home: Path) -> None:
    (home / "kept.txt").write_text("mine")
    done = run("save kept.txt\nno\nsave kept.txt\n1\n", site)
    assert "1 yes\n2 no (default)" in done.stderr
    assert "Two needles" in (home / "kept.txt").read_text()
    assert done.stderr.count("saved") == 1


def test_what_the_charset_cannot_hold_comes_in_near_letters(run: Run, site: str) -> None:
    done = run("", site, LC_ALL="C", encoding="ascii")
    assert "Wide ?? letters." in done.stdout


def test_the_dump_s_options_do_not_go_with_it(run: Run, site: str) -> None:
    assert "--line and --title contradict each other" in run("", "--title", site).stderr
    assert "--line and --dump contradict each other" in run("", "--dump", site).stderr


def test_several_addresses_are_tabs(run: Run, site: str) -> None:
    done = run("tab next\ntab close\ntabs\n", site, site + "next")
    assert "The page after." in done.stdout and "1 tab\n1 First (this one)\n" in done.stdout


def test_what_is_folded_is_opened_by_its_number_and_by_a_search(run: Run, site: str, server: Server) -> None:
    server.page("/folded", "<p>Top.<details><summary>More</summary><p>Inside <a href=/next>it</a>.</details><p>End.")
    done = run("1\ndetails close 1\nsearch Inside\ndetails close --all\n2\nquit\n", site + "folded")
    first, opened, closed, again = done.stdout.split("[1]")[1:]
    assert first.startswith("▸ More") and "Inside" not in first
    assert opened.startswith("▾ More") and "Inside [2]it." in opened
    assert closed.startswith("▸ More") and "Inside [2]it." in closed  # the search opened it again
    assert again.startswith("▸ More") and "Inside" not in again and "The page after." in again
    assert done.returncode == 0 and "match 1 of 1" in done.stderr


def test_links_that_lead_to_no_page_are_told_about(run: Run, site: str, server: Server) -> None:
    server.page(
        "/odd",
        "<p>Stay. <a href='javascript:go()'>Go</a> <a href='mailto:a@example.org'>Write</a>"
        "<form action=mailto:b@example.org?cc=c><input name=subject value='A b'><button>Mail</button></form>",
    )
    done = run("1\n2\nno\n4\nno\nagain\nquit\n", site + "odd")
    assert "javascript: is a script" in done.stderr
    assert "an e-mail address" in done.stdout + done.stderr
    assert "mailto:b@example.org?subject=A%20b" in done.stdout + done.stderr
    assert done.stdout.count("Stay.") == 2


PRESSED = f"""<!doctype html><title>Widgets</title><p>{"There is a lot to be read here. " * 60}</p>
<div onclick="said('div')">Press me</div><span role=switch aria-checked=false onclick="flip(this)">Night</span>
<div contenteditable aria-label=Note oninput="said(this.textContent)"></div><a href=# onclick="said('link')">More</a>
<form onsubmit="said('sent ' + this.q.value); return false"><input name=q><button>Go</button></form><p id=out>still</p>
<script>const said = (text) => {{ out.textContent = 'it was ' + text }};
const flip = (one) => {{ one.setAttribute('aria-checked', 'true'); said('flipped') }}</script>"""


@pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")
def test_what_only_scripts_listen_to_is_done_where_they_run(run: Run, server: Server) -> None:
    server.page("/", PRESSED)
    done = run("1\n2\n3\nwords\n4\n5\nbowline\n6\nquit\n", server.url("/"))
    assert done.returncode == 0, done.stderr
    said = [line.partition("it was ")[2] for line in done.stdout.splitlines() if "it was " in line]
    assert said == ["div", "flipped", "words", "link", "sent bowline"]
    assert "[2][x] Night" in done.stdout


ASKS = """<title>Q</title><div id=root></div><script>
root.innerHTML = '<button id=c>Delete</button> <button id=p>Sign</button><p id=o>nobody asked</p>';
c.onclick = () => { o.textContent = confirm('All of them?') ? 'gone' : 'kept' };
p.onclick = () => { o.textContent = 'signed ' + prompt('Who signs?', 'nobody') };
</script>"""


@pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")
def test_what_a_page_asks_is_asked(run: Run, server: Server) -> None:
    server.page("/", ASKS)
    done = run("1\n\n1\nOK\n2\nAda\nquit\n", server.url("/"))
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("All of them?") == 2
    shown = ("nobody asked", "kept", "gone", "signed null", "signed Ada")
    said = [line for line in done.stdout.splitlines() if line in shown]
    assert said == list(shown)


@pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")
def test_a_form_without_an_address_is_sent_where_its_script_listens(run: Run, server: Server) -> None:
    script = (
        "<script>f.addEventListener('submit', e => { e.preventDefault(); out.textContent = 'it was ' + f.q.value })"
    )
    server.page(
        "/", f"<p>{'Much to read. ' * 200}<form id=f><input name=q><button>Go</button></form><p id=out>{script}"
    )
    done = run("1\nbowline\n2\nquit\n", server.url("/"))
    assert "it was bowline" in done.stdout, done.stderr


def test_without_an_engine_it_is_said_what_is_missing(run: Run, server: Server) -> None:
    server.page("/", PRESSED)
    done = run("set -t tiers.max static\n1\nquit\n", server.url("/"))
    assert done.returncode != 0 and "tiers.max" in done.stderr
    assert "still" in done.stdout and "it was" not in done.stdout


def test_help_is_the_manual_of_line_mode(run: Run) -> None:
    told = run("help\nwhole\nhelp open\nquit\n")
    assert "# Line mode" in told.stdout and "field set 12 TEXT" in told.stdout


def test_help_tells_what_line_mode_has_as_it_is_typed_there(run: Run) -> None:
    told = run("help open\nwhole\nhelp scroll\nwhole\nhelp commands\nwhole\nquit\n").stdout
    assert "# open\n\nopen [-t]" in told and "Keys (vim)" not in told and "A count typed" not in told
    listed = told.partition("# Commands")[2]
    assert "scroll DIRECTION [AMOUNT]: " in listed and "forms: List" in listed and "Typed after" not in listed
    assert "hint" not in listed and "palette" not in listed


def test_help_on_keys_tells_what_is_typed_in_line_mode(run: Run) -> None:
    told = run("help keys\nwhole\nhelp j\nhelp n\nkeymap lynx\nbind x back\nquit\n")
    assert "more of the page" in told.stdout and "n: match next" in told.stdout and "scroll down" not in told.stdout
    assert (
        "vim" not in told.stdout.partition("What is typed")[2]
        and "no help on 'j'" in told.stderr
        and "Short for match next" in told.stdout
    )
    assert "the keys of lynx, on the screen: line mode has none" in told.stderr


def test_help_on_a_sign_is_that_of_the_command_it_stands_for(run: Run) -> None:
    told = run("help /\nhelp !\nquit\n")
    assert "# search" in told.stdout and "# shell" in told.stdout and not told.stderr


def test_what_may_have_been_meant_is_said_once(run: Run) -> None:
    assert run("secret\ng\nquit\n").stderr.splitlines() == [
        "error: no command 'secret' (did you mean set?)",
        "error: no command 'g'; help commands lists them",
    ]


def test_what_is_short_for_several_commands_may_be_another_one_s_name_cut_short(run: Run) -> None:
    assert "(did you mean forms?)" in run("form\nquit\n").stderr.splitlines()[0]


def test_a_reply_without_a_page_leaves_one_where_one_is(run: Run, server: Server) -> None:
    """It led to an empty page, as no browser does: a form may be answered so that nothing else is to be shown."""
    server.page(
        "/", "<title>Here</title><a href=/done>do it</a><form action=/saved method=post><button>Save</button></form>"
    )
    server.page("/done", "", status=204)
    server.page("/saved", "", status=205)
    done = run("1\n2\nvisits\nquit\n", server.url("/"))
    assert "1 page of this tab\n1 Here (this one)" in done.stdout and done.returncode == 0
    assert done.stderr.splitlines() == [
        "the server sent no page (204 No Content)",
        "the server sent no page (205 Reset Content)",
    ]
    alone = run("quit\n", server.url("/done"))
    assert alone.stderr == "the server sent no page (204 No Content)\n"


def test_tables_are_read_row_by_row(run: Run, home: Path) -> None:
    (home / "t.html").write_text("<table><tr><th>Day<th>High<tr><td>Monday<td>06:12<tr><td>Tuesday<td>07:31</table>")
    told = run("set -t output.tables grid\nagain\nquit\n", "t.html", TERM="dumb").stdout
    assert "Day: Monday\nHigh: 06:12\n" in told and "Monday  │ 06:12" in told


def test_commands_of_the_screen_are_neither_offered_nor_meant(run: Run) -> None:
    told = run("hnt\nundo\nhint follow\nquit\n").stderr
    assert "hint?" not in told and "Use hint" not in told
    assert "undo is for the screen; line mode does without it" in told and "hint is for the screen" in told


def test_a_field_without_a_label_is_called_what_a_person_can_read(run: Run, server: Server) -> None:
    """It was asked for by the name that the server knows it by."""
    fields = "<input name=user_email><p><input name=q placeholder='Words to find'><p><input name=x7 type=date>"
    server.page("/", f"<form>{fields}</form>")
    done = run("1\na\n2\nb\n3\n2026-01-02\nquit\n", server.url("/"))
    told = done.stdout + done.stderr
    assert "user email:" in told and "Words to find:" in told and "user_email" not in told and "x7" not in told


def test_access_keys_are_listed_and_acted_on(run: Run, server: Server) -> None:
    server.page("/", "<title>Keyed</title><p><a href=/n accesskey=n>Next one</a> <a href=/h>Home</a>")
    server.page("/n", "<p>page n")
    done = run("accesskey\naccesskey n\naccesskey\nquit\n", server.url("/"))
    assert "\nn  [1] Next one\n" in done.stdout and "page n" in done.stdout
    assert "the page has no access keys" in done.stdout + done.stderr


ELEMENTS = """<title>Parts</title><h1>Top</h1><p><a href=/a>One</a> and <a href=/b>two</a>.<h2>Under</h2>
<ul><li>First<li>Second</ul><p>Between.<table><caption>Ports</caption><tr><th>Port<th>Boats<tr><td>Ellis<td>4</table>
<form><label>Name <input name=n required></label><label><input type=checkbox name=c> Often</label>
<button>Send</button></form><h3>Deep</h3><blockquote>Said</blockquote><h2>Other</h2><p><a href=/>Home</a>"""


def test_one_goes_from_element_to_element_as_screen_readers_do(run: Run, server: Server) -> None:
    server.page("/", ELEMENTS)

    done = run("set -t line.lines 1\nscroll to top\nk\nk\nk\nk\nK\nnext field\nf\nnext button\nF\n", server.url("/"))
    assert [each for each in done.stdout.splitlines() if each][-8:] == [
        "[1] One",
        "[2] two",
        "[6] Home",
        "[2] two",
        "[3] Name: empty (required)",
        "[4] Often: off",
        "[5] Send (button)",
        "[4] Often: off",
    ]
    assert done.stderr.splitlines()[-1] == "error: there is no next link"
    done = run(
        "set -t line.lines 1\nscroll to top\nh2\nh2\nH2\nl\nt\nh3\nh3\nh5\nprevious quote\nnext quote\n",
        server.url("/"),
    )
    assert [each for each in done.stdout.splitlines() if each][-7:] == [
        "## Under",
        "## Other",
        "## Under",
        "• First",
        "Ports",
        "### Deep",
        "> Said",
    ]
    assert [each for each in done.stderr.splitlines() if each.startswith("error")] == [
        "error: there is no next heading of level 3",
        "error: the page has no heading of level 5",
        "error: there is no previous quotation",
    ]
    assert "table, 2 rows, 2 columns" in done.stderr.splitlines()


def test_the_link_one_went_to_is_the_one_that_follow_means(run: Run, site: str) -> None:
    done = run("k\nk\nfollow\n", site)
    assert done.stdout.rstrip().endswith("The page after.")
