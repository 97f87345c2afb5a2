"""`lightterm mcp`: which server, over what, with which rights."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lightterm.agent.caps import CAPS, chosen_caps
from lightterm.agent.folders import KINDS, there
from lightterm.agent.front import Front, Opened
from lightterm.agent.grants import Grants
from lightterm.errors import BrowserError, LighttermError
from lightterm.resources import IDENTITY, use_identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from anyio import CancelScope

    from lightterm.session.session import Session

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


DAEMON = "daemon"
"""The name of the program that serves until it is told to end, and of its socket."""

WORDS = {
    "mcp": "Serve MCP: a browser for agents, over standard input unless said otherwise.",
    DAEMON: f"Serve MCP until a signal comes, on the Unix socket {DAEMON} unless said otherwise, and GET /health.",
}


def parser(program: str = "mcp") -> argparse.ArgumentParser:
    """The options of `lightterm mcp`, or of `lightterm daemon`."""
    made = argparse.ArgumentParser(prog=f"lightterm {program}", description=WORDS[program])
    if program == DAEMON:
        made.add_argument("--health", nargs="?", const=DAEMON, metavar="NAME", help="ask one that is running how it is")
    way = made.add_mutually_exclusive_group()
    way.add_argument("--http", type=int, metavar="PORT", help="serve on this loopback port (0: any free one)")
    way.add_argument("--socket", metavar="NAME", help="serve on a Unix socket of this name")
    way.add_argument("--attach", nargs="?", const="", metavar="NAME", help="speak to a running lightterm (:mcp in it)")
    made.add_argument(
        "--config", action="store_true", help="print what goes into a client's configuration, with these options"
    )
    made.add_argument(
        "--bind",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="with --http: the address; other machines need a token",
    )
    made.add_argument("--identity", default="", metavar="NAME", help="cookies, history and states of their own")
    made.add_argument("--private", action="store_true", help="keep nothing: all ends with the session")
    made.add_argument("--allow-private", action="store_true", help="let agents reach private and local addresses")
    made.add_argument("--uploads", default="", metavar="FOLDER", help="the folder that agents may send files from")
    made.add_argument("--downloads", default="", metavar="FOLDER", help="the folder that agents may save files in")
    made.add_argument(
        "--caps",
        action="append",
        default=[],
        metavar="NAMES",
        help="tools beyond the usual ones, by commas: " + "; ".join(f"{k}: {v}" for k, v in CAPS.items()) + "; all",
    )
    made.add_argument(
        "--acting",
        choices=("auto", "ask", "allow", "refuse"),
        help="what acts on pages: ask whoever can be asked (auto), refuse it where nobody can be (ask), allow, refuse",
    )
    made.add_argument("--read-only", action="store_true", help="no clicks, no forms")
    made.add_argument("--settings", metavar="FILE", help="the settings file")
    return made


def run(words: Sequence[str], program: str = "mcp") -> int:
    """Serve until the client goes or a signal comes; the exit code."""
    asked = parser(program)
    given = asked.parse_args(words)
    if program == DAEMON and given.http is None and given.attach is None and not given.config:
        given.socket = given.socket or DAEMON
    if given.config and (given.http is not None or given.socket is not None):
        asked.error("argument --config: it is for what a client starts itself, not with --http or --socket")
    given.words = [word for word in words if word != "--config"]
    if given.http is not None and not 0 <= given.http <= 65535:
        asked.error(f"argument --http: {given.http} is no port: 0 to 65535")
    try:
        return _run(given)
    except LighttermError as error:
        sys.stderr.write(f"lightterm: {error.message}\n")
        return error.exit_code
    except KeyboardInterrupt:
        return 130


def _run(given: argparse.Namespace) -> int:
    if not given.config and find_spec("mcp") is None:
        raise BrowserError("the MCP SDK is not installed: pip install 'lightterm[mcp]'", actions=())
    use_identity(given.identity or os.environ.get(IDENTITY, ""))
    if _told_or_carried(given):
        return 0
    from lightterm import settings

    chosen = settings.load(given.settings)
    if given.private:
        chosen = chosen.with_request([("session.private", True)])
    if given.allow_private:
        chosen = chosen.with_request([("network.allow_private", True)])
    if given.acting:
        chosen = chosen.with_request([("agents.acting", given.acting)])
    for kind in KINDS:
        if folder := getattr(given, kind):
            chosen = chosen.with_request([(f"agents.{kind}", there(folder))])
    grants = Grants(
        acts=not given.read_only,
        evaluates=chosen.agents.evaluate,
        caps=chosen_caps([*chosen.agents.caps, *given.caps]),
    )
    opened = Opened()
    if given.http is None and given.socket is None:
        opened = Front(grants.caps, _warm).serve()
        if opened.ended:
            return 0
    import anyio

    from lightterm.session.session import Session

    with Session(chosen) as session:
        anyio.run(_serve, session, grants, given, opened)
    return 0


def _told_or_carried(given: argparse.Namespace) -> bool:
    """Whether it was asked for something else than to serve, which is done now: to tell, or to carry for a client."""
    if getattr(given, "health", None) is not None:
        from lightterm.agent.health import health

        sys.stdout.write(json.dumps(health(given.health)) + "\n")
        return True
    if given.config:
        from lightterm.agent.snippets import elsewhere, started, usual

        sys.stdout.write(usual(started(given.words)) + "\n")
        sys.stdout.flush()
        sys.stderr.write(elsewhere(started(given.words)))
        return True
    if given.attach is not None:
        import anyio

        from lightterm.agent.bridge import carry
        from lightterm.agent.sockets import running

        anyio.run(carry, running(given.attach))
        return True
    return False


def _warm() -> None:
    """Begin to load what the calls need that come next."""

    def load() -> None:
        # What is missing is told by the import that needs it.
        with suppress(ImportError):
            importlib.import_module("lightterm.agent.server")

    threading.Thread(target=load, name="load the SDK", daemon=True).start()


async def _serve(session: Session, grants: Grants, given: argparse.Namespace, opened: Opened) -> None:
    import anyio

    from lightterm.agent.desk import Desk
    from lightterm.agent.hosting import check_bind, served, tcp_socket
    from lightterm.agent.server import make_server, new_token, serve_stdio, socket_app, tcp_app

    server = make_server(Desk(session), grants)
    if given.http is not None:
        check_bind(given.bind)
        listening, (token, known) = tcp_socket(given.http, given.bind), new_token()
        port = listening.getsockname()[1]
        async with served(tcp_app(server, port, token, given.bind), listening):
            shown = "of LIGHTTERM_MCP_TOKEN" if known else token
            host = f"[{given.bind}]" if ":" in given.bind else given.bind
            sys.stderr.write(f"lightterm: MCP at http://{host}:{port}/mcp, bearer token {shown}\n")
            sys.stderr.flush()
            await _until_signal(*ENDING)
    elif given.socket is not None:
        from lightterm.agent.sockets import leave, path_for, unix_socket

        place = path_for(given.socket)
        listening = unix_socket(place)
        try:
            async with served(socket_app(server), listening):
                sys.stderr.write(f"lightterm: MCP at {place}\n")
                sys.stderr.flush()
                await _until_signal(*ENDING)
        finally:
            leave(place)
    else:
        async with anyio.create_task_group() as group:
            group.start_soon(_end_by_signal, group.cancel_scope)
            await serve_stdio(server, opened)
            group.cancel_scope.cancel()


async def _end_by_signal(scope: CancelScope) -> None:
    """Clients end a server by SIGTERM that does not end with its input; SIGINT stays Python's."""
    await _until_signal(*ENDING[1:])
    scope.cancel()


async def _until_signal(*numbers: signal.Signals) -> None:
    """Wait for one of these signals."""
    import anyio

    with anyio.open_signal_receiver(*numbers) as signals:
        async for _ in signals:
            return
