"""With which tier the pages of an origin begin, as an agent says."""

from __future__ import annotations

import time

from lightterm.errors import ValidationFailed
from lightterm.fetch.model import STATIC
from lightterm.fetch.urls import host_of
from lightterm.session.engines import KEY, LEARNT_FOR, TOLD, key_of
from lightterm.session.store.model import Decision
from lightterm.settings import TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.session import Session


def told_tier(session: Session, url: str, tier: int) -> str:
    """Begin with this tier on the origin of a page from now on, or forget what was learned (0); its host.

    Raises ValidationFailed in a private session, which keeps nothing, and WriteFailed.
    """
    host = host_of(url)
    if session.settings.session.private:
        raise ValidationFailed("a private session keeps nothing of a site", actions=())
    for key in (key_of(KEY, url), key_of(TOLD, url)):
        if tier:
            session.store.decisions.put(Decision(host, key, TIERS[tier - STATIC], time.time() + LEARNT_FOR))
        else:
            session.store.decisions.delete(host, key)
    return host
