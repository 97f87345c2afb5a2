"""What can be done about an error, in the words of the app: its commands in the place of options at a shell."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import Action

_HERE = {
    "--timeout": ":set network.timeout",
    "--max-memory": ":set extraction.max_memory",
    "--max-bytes": ":set network.max_bytes",
    "--pages": ":set extraction.pdf_pages",
    "(--user NAME:PASSWORD)": "(:reload asks for them)",
    "--cert": ":site network.client_cert",
    "--cacert": ":set network.cacert",
    "--insecure": ":set network.insecure_hosts",
    "--stealth": ":set antibot.mode stealth",
    "--tier": ":tier",
    "--format outline": ":outline",
    "--source": ":source",
    "--download": ":download",
    "--image-format original": ":download",
    "--no-redirects --head": ":info",
    "with --allow-private": "with :set network.allow_private on",
    "without --offline (network.offline)": "with :set network.offline off",
    "without --cached": "by :reload --fresh",
}
"""By what advice says for a shell: what does the same here."""

_OPTION = re.compile("|".join(f"{re.escape(option)}(?![\\w-])" for option in sorted(_HERE, key=len, reverse=True)))
_SET = re.compile(r"--set ([\w.]+)=")


def advice(action: Action) -> str:
    """What an action says, for somebody who types commands and no options."""
    text = _SET.sub(r":set \1 ", action.description)
    return _OPTION.sub(lambda found: _HERE[found[0]], text)
