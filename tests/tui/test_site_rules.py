"""Rules for single sites in the user's file, with the app started on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm import settings


@in_a_loop
async def test_how_a_page_is_written_out_holds_for_its_site_alone(home: Path, server: Server) -> None:
    file = home / "config/lightterm/config.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("sites:\n- hosts: [127.0.0.1]\n  output: {numbers: false, tables: records}\n", "utf-8")
    table = "<table><tr><th>Name<th>Age<tr><td>Ann<td>41<tr><td>Bob<td>52</table>"
    server.page("/", body=f'<p><a href="/x">Words</a></p>{table}')
    (home / "here.html").write_text(f'<p><a href="/x">Words</a></p>{table}', "utf-8")
    async with browsing(server.url("/"), chosen=settings.load()) as b:
        assert "Name: Ann" in b.page and "[1]" not in b.page
        await b.type(f":open {(home / 'here.html').as_uri()}\n")
        assert "Name: Ann" not in b.page and "[1]Words" in b.page
        await b.type("H")
        assert "Name: Ann" in b.page and "[1]" not in b.page
        await b.type(":numbers\n")
        assert "[1]Words" in b.page


@pytest.mark.covers("LB-93")
@in_a_loop
async def test_an_app_with_rules_starts_and_shows_each_site_as_its_rule_says(home: Path, server: Server) -> None:
    file = home / "config/lightterm/config.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        "sites:\n"
        "- hosts: [127.0.0.1]\n"
        "  extraction: {css: false}\n"
        "  network: {user_agent: Mine/1.0}\n"
        "  session: {cookie_mode: none}\n"
        "- hosts: [elsewhere.test]\n"
        "  network: {user_agent: Not/1.0}\n",
        "utf-8",
    )
    set_cookie = [("Set-Cookie", "k=v")]
    server.page(
        "/", headers=set_cookie, body="<style>.off {display: none}</style><p class=off>behind the style sheet<p>seen"
    )
    async with browsing(server.url("/"), chosen=settings.load()) as b:
        assert "behind the style sheet" in b.page
        assert server.asked("/")[-1].header("user-agent") == "Mine/1.0"
        await b.type(":open http://[no.address/\n")
        assert b.status.startswith("no IPv6 address: '[no.address'")
        await b.type(":site extraction.css on\n")
        assert "extraction.css for 127.0.0.1: on; :reload shows it" in b.status
        await b.type(":reload\n")
        assert "seen" in b.page and "behind the style sheet" not in b.page
        asked = len(server.asked("/"))
        await b.type("tsc")
        assert "extraction.css: on" in b.status or "extraction.css: off" in b.status
        assert "reload" not in b.status and len(server.asked("/")) == asked + 1, "the key loads the page itself"
        assert server.asked("/")[-1].header("cookie") is None
        await b.type(":site -t session.cookie_mode all\n:reload\n:reload\n")
        assert server.asked("/")[-1].header("cookie") == "k=v"


@in_a_loop
async def test_a_rule_is_set_by_the_words_that_one_writes_in_the_file(home: Path, server: Server) -> None:
    server.page("/", "<p>seen")
    async with browsing(server.url("/"), chosen=settings.load()) as b:
        await b.type(":site tier static\n")
        assert "tiers.only for 127.0.0.1: static" in b.status
        await b.type(":site user_agent Mine/2.0\n:reload\n")
        assert server.asked("/")[-1].header("user-agent") == "Mine/2.0"
        await b.type(":set network.user_agent All/1.0\n:site network.user_agent Here/1.0\n:reload\n")
        assert server.asked("/")[-1].header("user-agent") == "Here/1.0"
        await b.type(":set network.user_agent\n")
        assert b.status.startswith("network.user_agent: All/1.0")
        await b.type(":site network.user_agent There/1.0\n:site\n")
        assert b.app.said[-1].count("network.user_agent") == 1 and "network.user_agent: There/1.0" in b.app.said[-1]
        await b.type(":site antibot.user_agent Mine/3.0\n")
        assert "for antibot.mode custom" in b.status


@in_a_loop
async def test_the_keys_that_turn_style_sheets_off_show_the_page_without_them(server: Server) -> None:
    server.page("/", "<style>.off {display: none}</style><p class=off>behind the style sheet<p>seen")
    async with browsing(server.url("/")) as b:
        for seen in (True, False):
            await b.type("tsc")
            assert ("behind the style sheet" in b.page) is seen


@in_a_loop
async def test_a_private_session_writes_no_rule_for_a_site(home: Path, server: Server) -> None:
    file = home / "config/lightterm/config.yaml"
    server.page("/", body="<p>Words</p>")
    async with browsing(server.url("/"), chosen=settings.load().with_session([("session.private", True)])) as b:
        b.app.config_file = str(file)
        await b.type(":site extraction.css off\n")
        assert "off, until this private session ends" in b.status
        assert not b.app.session.settings.for_host("127.0.0.1").extraction.css
        assert not file.exists()
        await b.type(":private off\n:site extraction.css on\n")
        assert "127.0.0.1" in file.read_text("utf-8")
        await b.type(":forget -y localhost\n")
        await b.until(lambda: "to forget" in b.status or "forgot" in b.status, "the end of it")
        assert "rule" not in b.status
        await b.type(":forget -y 127.0.0.1\n")
        await b.until(lambda: "your settings have a rule for it still" in b.screen, "the end of it")


@in_a_loop
async def test_what_was_started_private_says_why_it_stays_so(home: Path, server: Server) -> None:
    server.page("/", body="<p>Words</p>")
    async with browsing(server.url("/"), chosen=settings.load().with_request([("session.private", True)])) as b:
        await b.type(":private off\n")
        assert "started with --private" in b.status
        assert b.app.session.settings.session.private
