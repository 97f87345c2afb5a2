"""Names and the race of their addresses, over real sockets."""

from __future__ import annotations

import socket
import time

import pytest

from lightterm import errors
from lightterm.fetch.clock import Clock
from lightterm.fetch.dns import dial, resolve

INET = int(socket.AF_INET)


@pytest.fixture
def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_refusal_leads_on_to_the_next_address(closed_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        good = (INET, ("127.0.0.1", listener.getsockname()[1]))
        bad = (INET, ("127.0.0.1", closed_port))
        with dial("name.example", (bad, bad, good), Clock(5, "slow")) as sock:
            assert sock.getpeername() == listener.getsockname()
        with pytest.raises(errors.ConnectionFailed, match=r"name\.example refused"):
            dial("name.example", (bad, bad), Clock(5, "slow"))


def test_a_silent_address_costs_a_quarter_of_a_second() -> None:
    """RFC 8305; a full listen queue drops the SYN, as a dead route would."""
    with socket.socket() as full, socket.create_server(("127.0.0.1", 0)) as listener:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        fillers = [socket.socket() for _ in range(4)]
        try:
            for filler in fillers:
                filler.setblocking(False)
                filler.connect_ex(full.getsockname())
            silent, good = ((INET, each.getsockname()) for each in (full, listener))
            start = time.monotonic()
            with dial("name.example", (silent, good), Clock(5, "slow")) as sock:
                assert sock.getpeername() == listener.getsockname()
            assert 0.2 < time.monotonic() - start < 2
        finally:
            for filler in fillers:
                filler.close()


def test_an_address_of_a_family_that_is_not_there_is_passed_over(closed_port: int) -> None:
    with pytest.raises(errors.ConnectionFailed):
        dial("name.example", ((9999, ("127.0.0.1", 1)), (INET, ("127.0.0.1", closed_port))), Clock(5, "slow"))


def test_names_that_never_reach_the_dns() -> None:
    for name in ("x.invalid", "x.invalid.", "abc.onion"):
        with pytest.raises(errors.DnsFailed) as failed:
            resolve(name, 80, Clock(5, "slow"))
        assert [action.action for action in failed.value.actions] == ["check_url", "search"]  # asking again is in vain
    assert {address[0] for _, address in resolve("any.localhost", 80, Clock(5, "slow"))} <= {"127.0.0.1", "::1"}
    assert resolve("[::1]", 81, Clock(5, "slow"))[0][1][:2] == ("::1", 81)
    with pytest.raises(errors.DnsFailed):
        resolve("a" * 300, 80, Clock(5, "slow"))


def test_a_name_server_that_did_not_answer_may_be_asked_again() -> None:
    failed = errors.DnsFailed("no name server answered for a.test", domain="a.test", temporary=True)
    assert [action.action for action in failed.actions] == ["retry", "check_url"]
    assert failed.context == {"domain": "a.test", "temporary": True}
