"""Tables asked for as records: spans, nested tables and titles, in every way a page is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from dumping import dump

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

MARKUP = """<title>Fruit</title>
<table><caption>Prices of <a href=/c>the year</a></caption>
<tr><th rowspan=2>Kind<th colspan=2>Price<th rowspan=2>Sizes<tr><th>Here<th>There
<tr><th colspan=4>Pome
<tr><td rowspan=2><a href=/apple>Apple</a><td>1<td>2
<td><table><tr><th>Size<th>Weight<tr><td>S<td>100 g<tr><td>L<td><a href=/l>200 g</a></table>
<tr><td colspan=2>not to be had<td>none
<tr><td rowspan=2>a pear from the far end of the orchard, where nobody has been for many years<td>3<td><td>M
<tr><td>4<td>5<td>L
<tr><th colspan=4>Drupe
<tr><td>Cherry<td>6<td>7<td>S
</table>
<table><tr><th>Name<td>Ann<tr><th rowspan=2>Phone<td><a href=/1>1</a><tr><td>2</table>"""

RECORDS = """\
Prices of [1]the year
Pome

Kind: [2]Apple
Price, Here: 1
Price, There: 2
Sizes:
  Size: S
  Weight: 100 g

  Size: L
  Weight: [3]200 g

Kind: Apple
Price: not to be had
Sizes: none

Kind: a pear from the far end of the orchard, where nobody has been for many
      years
Price, Here: 3
Price, There: –
Sizes: M

Kind: a pear from the far end of the orchard, where nobody has …
Price, Here: 4
Price, There: 5
Sizes: L

Drupe

Kind: Cherry
Price, Here: 6
Price, There: 7
Sizes: S

Name: Ann
Phone: [4]1
Phone: 2
"""


@pytest.mark.covers("LBX-39")
def test_tables_are_dumped_as_records_where_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "fruit.html"
    file.write_text(MARKUP)
    plain = ("--no-metadata", "--links", "none", str(file))
    grid = dump(*plain).text
    assert "│ not to be had │" in grid and "Kind:" not in grid
    assert dump("--tables", "grid", *plain).text == dump("--set", "tables=grid", *plain).text == grid
    assert dump("--tables", "records", *plain).text == dump("--set", "tables=records", *plain).text == RECORDS
    styled = dump("--tables", "records", "--format", "ansi", *plain).text
    assert "Kind: \x1b[4;34m[2]Apple\x1b[0m\n" in styled
    assert re.sub(r"\x1b\[[\d;]*m", "", styled) == RECORDS
    inline = dump("--no-metadata", "--tables", "records", "--links", "inline", str(file)).text
    assert "[2]Apple <file:///apple>\nPrice, Here: 1" in inline and inline.count("[2]") == 1
    budget = dump("--tables", "records", "--max-chars", "400", *plain).text
    assert budget.startswith(RECORDS[:120])
    narrow = dump("-w", "16", "--tables", "records", *plain).text.splitlines()
    assert {"Kind: [2]Apple", "Price, Here: 1", "  Size: S"} <= {*narrow} and max(map(len, narrow)) <= 16
    assert dump("--tables", "lists", *plain).code == 2


@pytest.mark.covers("LBX-39")
@in_a_loop
async def test_tables_become_records_in_the_app_and_columns_again(server: Server, tmp_path: Path) -> None:
    server.page("/", MARKUP)
    async with browsing(server.url("/"), size=(80, 60)) as b:
        grid = b.page
        await b.type(":set -t output.tables records\n")
        assert [line for line in b.page if line] == [line for line in RECORDS.splitlines() if line]
        await b.type(f":save {tmp_path / 'fruit.txt'}\n")
        assert (tmp_path / "fruit.txt").read_text() == re.sub(r"\[\d\]", "", RECORDS)
        await b.type(":toggle tables\n")
        assert b.page == grid
