"""Secrets in addresses of links, pictures, frames and requests are told to no agent, who follows links by number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop

from lightterm.agent.addresses import address_told
from lightterm.agent.caps import CAPS
from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.engines.redact import REDACTED

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

TIERS = ["static", *(["light"] if not no_lightpanda() else []), *(["full"] if not no_chromium() else [])]
FORMATS = ("text", "markdown", "json", "a11y", "outline", "links")
INCLUDED = ("links", "forms", "tables", "media", "network", "console", "trace", "metadata", "facts", "references")

PAGE = (
    """<!doctype html><title>Shop</title><link rel=canonical href="/?token=hush">
<link rel=alternate type=application/rss+xml title=Feed href="/feed?key=hush"><link rel=next href="/more?token=hush">
<meta property=og:url content="/?page=1"><h1>Shop</h1>
<p>You are in. <a href="/mail?token=hush&amp;page=2">Unsubscribe</a> <a href="/in;jsessionid=hush/x">Basket</a>
<a href="/to?next=%2Fmail%3Faccess_token%3Dhush">Onward</a> <a href="#access_token=hush">Back</a>
<a href="/mail?to%6ben=hush">Escaped</a> <a href="https://ann:hush@h.test/">Signed in</a>
<p><img src="/a.png?sig=hush" alt="A picture" width=99 height=99><video src="/v.mp4?signature=hush"></video>
<iframe src="/frame?session=hush" title=Frame></iframe>
<form action="/send?csrf=hush" method=post><input name=q aria-label=Query><button>Send</button></form>
<table><tr><th>What<th>Where<tr><td>Mail<td><a href="/mail?auth=hush">there</a></table>
<a href="/file.bin?token=hush" download>Save</a><p>"""
    + "More words to read. " * 60
)


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_no_tool_or_resource_tells_the_secret_of_a_link_and_its_number_leads_there(
    server: Server, tmp_path: Path, tier: str
) -> None:
    url = server.page("/", PAGE)
    server.page("/frame", "<p>framed")
    server.page("/mail", "<title>Mail</title><p>Gone from the list.")
    server.page("/file.bin", b"\0" * 99, "application/octet-stream")
    told = list[Any]()
    async with agent(HOME.replace(caps=frozenset(CAPS)), agents__downloads=str(tmp_path)) as a:
        told.append(await a.result("open", url=url, tier=tier, deadline=20))
        for name, call in (
            *(("snapshot", {"format": form}) for form in FORMATS), ("links", {}), ("links", {"match": "Unsub"}),
            ("links", {"match": "mial"}), ("find", {"text": "Unsub"}), ("forms", {}), ("explain", {}), ("network", {}),
            ("network", {"entry": 1}), ("network", {"har": True}), ("console", {}), ("media", {}), ("tabs", {}),
            *(("browse", {"url": url, "format": form, "max_tier": tier}) for form in FORMATS),
            *(("browse", {"url": url, "include": [part], "max_tier": tier}) for part in INCLUDED),
            ("act", {"do": "click", "target": "Unsubscripe"}), ("act", {"do": "check", "target": 1}),
            ("act", {"do": "hover", "target": "there"}), ("site", {"url": url, "do": "preview"}),
            ("site", {"url": url, "do": "data"}), ("verify", {"url": url, "level": "thorough"}),
            ("watch", {"do": "observe", "url": url}), ("download", {"target": "Save"}), ("session", {}),
            ("batch", {"do": "start", "urls": [f"{url}?token=hush", f"{url}?page=3"]}),
            ("browse_as", {"url": f"{url[7:]}?token=hush", "local_storage": {"state": "hush"}}),
        ):  # fmt: skip
            told.append(await a.result(name, **call))
        told += [await a.client.read_resource(f"{part}://current") for part in ("page", "links", "history", "trace")]
        told.append(await a.client.read_resource("target://1"))
        there = await a.call("links", match="Unsubscribe")
        number = int(re.search(r"\[(\d+)\]", there["text"])[1])  # type: ignore[index]  # it is on the page
        assert f"/mail?token={REDACTED}&page=2" in there["text"]
        clicked = await a.call("act", do="click", target=number)
        assert clicked["url"].endswith(f"/mail?token={REDACTED}&page=2"), clicked
        assert a.desk is not None
        told.append(a.desk.session.store.deeds.all())
    assert re.findall(r".{60}hush", str(told)) == []
    assert "hush" not in "".join(file.read_text() for file in tmp_path.glob("*.har"))
    assert [asked.target for asked in server.log if asked.target.startswith("/mail")] == ["/mail?token=hush&page=2"]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://h.test/?to%6ben=a&b=c", f"http://h.test/?to%6ben={REDACTED}&b=c"),
        ("http://h.test/a;jsessionid=a/b;v=1", f"http://h.test/a;jsessionid={REDACTED}/b;v=1"),
        ("http://h.test/?next=http%3A%2F%2Fx%2F%3Ftoken%3Da", f"http://h.test/?next=http://x/%3Ftoken%3D{REDACTED}"),
        ("http://h.test/?next=http://x/?token=a", f"http://h.test/?next=http://x/?token={REDACTED}"),
        ("http://h.test/?PHPSESSID=a", f"http://h.test/?PHPSESSID={REDACTED}"),
        ("http://h.test/?authorization=a", f"http://h.test/?authorization={REDACTED}"),
        ("http://h.test/?author=Ann&keywords=a+b&authors=2", "http://h.test/?author=Ann&keywords=a+b&authors=2"),
        ("http://h.test/?q=a%3Db&next=%2Fa%3Fb%3Dc", "http://h.test/?q=a%3Db&next=%2Fa%3Fb%3Dc"),
        ("/in?token=a", f"/in?token={REDACTED}"),
        ("", ""),
    ],
)
def test_what_of_an_address_is_a_secret(url: str, told: str) -> None:
    assert address_told(url) == told


@in_a_loop
async def test_an_address_as_it_was_told_is_asked_of_nobody_and_the_link_it_is_of_is_named(server: Server) -> None:
    url = server.page("/", PAGE)
    server.page("/mail", "<title>Mail</title><p>Gone from the list.")
    told = server.url(f"/mail?token={REDACTED}&page=2")
    async with agent() as a:
        await a.call("open", url=url)
        for name in ("open", "browse"):
            refused = (await a.call(name, url=told))["error"]
            step = refused["recommendedActions"][0]
            assert (refused["code"], step["toolToUse"]) == ("VALIDATION_FAILED", "act")
        assert (await a.call("act", **step["parameters"]))["title"] == "Mail"
        again = (await a.call("open", url=told))["error"]["recommendedActions"][0]
        assert again["toolToUse"] == "snapshot", "it is open by now"
        elsewhere = (await a.call("open", url=told + "&x=1"))["error"]["recommendedActions"]
        assert elsewhere[0]["toolToUse"] == "links"
    assert not [asked for asked in server.log if REDACTED in asked.target]


@in_a_loop
async def test_an_address_that_was_told_without_its_end_is_asked_of_nobody(server: Server) -> None:
    long = "a" * 3000
    url = server.page("/", f"<title>Shop</title><p><a href='/mail?text={long}'>Mail</a> {'More words to read. ' * 20}")
    server.page(f"/mail?text={long}", "<title>Mail</title><p>All of it.")
    async with agent() as a:
        await a.call("open", url=url)
        told = re.search(r"http://\S+/mail\S+", (await a.call("links"))["text"])
        assert told is not None and len(told[0]) < len(long)
        before = len(server.log)
        error = (await a.call("open", url=told[0]))["error"]
        assert error["code"] == "VALIDATION_FAILED" and len(server.log) == before
        way = error["recommendedActions"][0]
        await a.call(way["toolToUse"], **way["parameters"])
        assert server.log[-1].target.endswith(long)
