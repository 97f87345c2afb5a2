"""What only a script's listener makes something to click gets a number, what merely gathers clicks gets none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.test_numbers import line, press, read, tier

from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Server

    from lightterm.engines.base import Engine

__all__ = ["tier"]

PAGE = """<!doctype html><title>Listeners</title><body><p id=said>nothing yet</p>
<div id=area><p>Choose <span id=one>amet</span>, <span id=two>dolor</span>, <span id=three>ipsum</span> or
<span id=plain>quiet</span>, <span id=off>unwired</span>, <a href=/x><b id=inner>linked</b></a>,
<label>named <i id=labelled>word</i><input></label>.</p></div>
<div id=bar><span>cut</span> <span>paste</span></div>
<div id=root><span>rendered</span></div>
<div id=outer>around <em id=nested>within</em></div>
<div id=long></div><shadow-word></shadow-word>
<script>
const say = (word) => (event) => { event.stopPropagation(); said.textContent = 'clicked ' + word };
const on = (id, kind = 'click') => document.getElementById(id).addEventListener(kind, say(id));
window.addEventListener('click', () => 0);
for (const node of [document, document.documentElement, document.body, area]) node.addEventListener('click', () => 0);
for (const id of ['one', 'inner', 'labelled', 'bar', 'outer', 'nested', 'long']) on(id);
on('two', 'mousedown');
three.onclick = say('three');
const gone = say('off');
off.addEventListener('click', gone);
off.removeEventListener('click', gone);
plain.onclick = say('plain');
plain.onclick = null;
for (const kind of ['click', 'change', 'submit']) root.addEventListener(kind, () => 0);
long.textContent = 'long '.repeat(50);
customElements.define('shadow-word', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({ mode: 'closed' });
  root.innerHTML = '<p>shadow <span>deep</span></p>';
  root.querySelector('span').addEventListener('pointerup', say('deep'));
} });
</script>"""


def test_what_is_listened_to_has_a_number_and_is_clicked(tier: Engine, server: Server) -> None:
    page = tier.load(Request(server.page("/", PAGE), deadline=15))
    document = read(page)

    assert [(target.kind, target.text) for target in document.targets] == [
        ("button", "amet"), ("button", "dolor"), ("button", "ipsum"), ("link", "linked"), ("field", "_" * 16),
        ("button", "within"), ("button", "deep"),
    ]  # fmt: skip
    assert line(document, "amet").startswith("Choose [1]amet, [2]dolor, [3]ipsum or quiet, unwired, [4]linked")
    for number, word in ((1, "one"), (2, "two"), (3, "three"), (6, "nested"), (7, "deep")):
        page = press(page, document, number)
        document = read(page)
        assert line(document, "clicked") == f"clicked {word}"
    assert page.live is not None
    page.live.close()


DELEGATED = """<!doctype html><title>Delegated</title><p id=said>nothing yet</p><table>
<tr><th id=a>Name<th id=b>Rank<th>Age</table><div id=all><span>gathered</span></div><script>
const name = Symbol('events'), say = (word) => () => said.textContent = 'clicked ' + word;
document._$DX_DELEGATE = new Set(['click']);
document.addEventListener('click', (event) => {
  for (let one = event.target; one; one = one.parentElement) (one.$$click || one[name]?.click || (() => 0))(event);
});
a.$$click = say('Name');
b[name] = { click: say('Rank') };
all.$$click = all.$$input = () => 0;
</script>"""


def test_what_frameworks_leave_on_elements_is_listened_to(tier: Engine, server: Server) -> None:
    page = tier.load(Request(server.page("/", DELEGATED), deadline=15))
    document = read(page)

    assert [(target.kind, target.text) for target in document.targets] == [("button", "Name"), ("button", "Rank")]
    for number, word in ((1, "Name"), (2, "Rank")):
        page = press(page, document, number)
        document = read(page)
        assert line(document, "clicked") == f"clicked {word}"
    assert page.live is not None
    page.live.close()


def test_what_hears_only_the_button_go_up_has_a_number(tier: Engine, server: Server) -> None:
    body = (
        "<title>Wheel</title><p id=said>quiet</p><svg width=200 height=60><text x=20 y=30>Starboard</text></svg>"
        "<p><span id=by>Port</span><script>const say = (e) => said.textContent = 'turned ' + e.target.textContent;"
        "document.querySelector('text').addEventListener('mouseup', say); by.onmouseup = say</script>"
    )
    page = tier.load(Request(server.page("/", body), deadline=15))
    document = read(page)
    port = next(target.number for target in document.targets if target.text == "Port")
    wheel = next(target.number for target in document.targets if "Starboard" in target.text)
    for number, word in ((port, "Port"), (wheel, "Starboard")):
        page = press(page, document, number)
        document = read(page)
        assert line(document, "turned") == f"turned {word}"
    assert page.live is not None
    page.live.close()
