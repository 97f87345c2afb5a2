"""Whether a deadline holds, whatever a page does: `python -m tests.bench.deadlines [--deadline SECONDS] [--only NAME]`.

Twenty-one pages are slow, endless, huge or hostile, or kill their engine; each is loaded in every tier, by the
way through all of them, and by the program: `lightterm --dump --deadline SECONDS`, from its start to its end. The table
says the seconds it took over the deadline in percent (the bar is 10), and whether what was there was read.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time

from hostile_pages import HEAD, serve
from processes import clean_environment, lightterm
from servers import Server

from lightterm import settings
from lightterm.engines.base import tier_name
from lightterm.error_base import LighttermError
from lightterm.fetch.model import FULL, LIGHT, STATIC, Request
from lightterm.session.session import Session
from tests.bench.tiers import words_of

BAR = 10


def in_session(session: Session, url: str, tier: int | None, most: float) -> str:
    """What is read of a page in one tier, or by the way through all."""
    try:
        return words_of(session.open(Request(url, tier=tier or 0, deadline=most), 80).document)
    except LighttermError as error:
        return error.code


def in_program(url: str, most: float) -> str:
    """What the program writes of a page."""
    with tempfile.TemporaryDirectory() as home:
        command = lightterm("--dump", "--deadline", str(most), url)
        ended = subprocess.run(command, env=clean_environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return f"{ended.returncode} {ended.stdout.decode(errors='replace')}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deadline", type=float, default=4.0)
    parser.add_argument("--only", default="", help="pages whose name holds this")
    chosen = parser.parse_args()
    most = chosen.deadline
    server = Server()
    pages = serve(server)
    worst, late, unread = 0.0, 0, 0
    with Session(settings.load().with_session([("session.private", True)])) as session:
        session.open(Request(server.page("/warm", HEAD), tier=FULL), 80)
        for name, url in [one for one in pages.items() if chosen.only in one[0]]:
            line = f"{name:28}"
            for way in (STATIC, LIGHT, FULL, None, "program"):
                begun = time.monotonic()
                said = in_program(url, most) if way == "program" else in_session(session, url, way, most)
                over = (time.monotonic() - begun) / most * 100 - 100
                worst, late = max(worst, over), late + (over > BAR)
                read = "Before" in said
                unread += not read and name != "silence"
                came = "read" if read else said[:12] or "nothing"
                word = tier_name(way) if isinstance(way, int) else way or "all"
                line += f"{word:>8} {over:+5.0f} % {came:4}"
            print(line, flush=True)
    print(f"\nworst {worst:+.0f} % of {most:g} s (bar +{BAR}), {late} over it, {unread} without what was there")
    server.stop()


if __name__ == "__main__":
    main()
