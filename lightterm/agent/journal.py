"""What is kept of a call in the journal: who, what, where and how it ended, and no secret of it."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from lightterm.engines.redact import REDACTED, redacted_url, redacted_words
from lightterm.fetch.headers import is_secret
from lightterm.session.store.model import DeedEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.agent.deed import Deed
    from lightterm.document.model import Field
    from lightterm.session.session import Session

READING = frozenset({"snapshot", "find", "links", "forms", "explain", "wait", "feedback"})
"""Tools that look at what is there and change nothing: they are in no journal."""

VALUES = frozenset({"value", "fields", "values", "cookies", "state"})
"""Arguments that may hold a secret when nothing says that they do not."""

_KEPT, _READ = 100, 20_000
"""Members of a mapping or list, and characters of a word, that are looked at for what is kept, 2,000 characters in
all: of 100,000 arguments, or a word of 4 MB, a journal says no more, and whoever else calls would wait for it."""

_SECRET_FILLS = frozenset(
    {
        "current-password",
        "new-password",
        "one-time-code",
        "cc-number",
        "cc-csc",
        "cc-exp",
        "cc-exp-month",
        "cc-exp-year",
    }
)


def is_secret_field(field: Field | None) -> bool:
    """Whether what goes into a field is nobody else's business.

    Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
    """
    if field is None:
        return False
    fills = next((value for name, value in field.attributes if name == "autocomplete"), "")
    return field.kind == "password" or not _SECRET_FILLS.isdisjoint(fills.lower().split())


def is_kept(session: Session, tool: str) -> bool:
    """Whether calls of a tool go into the journal now."""
    chosen = session.settings
    return chosen.agents.journal and not chosen.session.private and tool not in READING


def entry(
    who: str, tool: str, arguments: Mapping[str, Any], deed: Deed | None, outcome: Mapping[str, Any]
) -> DeedEntry:
    """The entry of a call; `outcome` is its structured answer, empty where none was given."""
    error = outcome.get("error")
    told = "done" if outcome else "its client had gone, or took the call back"
    if error:
        told = f"{error['code']}: {error['message']}"
    url = str(outcome.get("url") or arguments.get("url") or "")
    kept = _without_secrets(dict(arguments), None if deed is None else deed.secrets)
    return DeedEntry(
        who=who,
        tool=tool,
        words=_words(deed),
        url=redacted_url(url),
        arguments=json.dumps(kept, ensure_ascii=False, default=str),
        outcome=told,
    )


def _words(deed: Deed | None) -> str:
    return redacted_words(deed.words) if deed is not None else ""


def _without_secrets(arguments: Mapping[str, Any], secrets: tuple[str, ...] | None) -> dict[str, Any]:
    """Arguments with what is secret taken out; all values are where nobody knows (None) which are."""
    kept: dict[str, Any] = {}
    for name, value in islice(arguments.items(), _KEPT):
        value = value[:_KEPT] if isinstance(value, list) else value
        if isinstance(value, dict):
            unknown = (secrets is None and name in VALUES) or name == "local_storage"
            kept[name] = (
                dict.fromkeys(islice(value, _KEPT), REDACTED) if unknown else _without_secrets(value, secrets or ())
            )
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            kept[name] = [_without_secrets(one, secrets) if isinstance(one, dict) else REDACTED for one in value]
        elif is_secret(name) or (name in VALUES if secrets is None else name in secrets):
            kept[name] = REDACTED
        else:
            kept[name] = [_plain(one) for one in value] if isinstance(value, list) else _plain(value)
    return kept


def _plain(value: Any) -> Any:
    """A word without what addresses in it hold of secrets, be their scheme written or not."""
    if not isinstance(value, str):
        return value
    value = redacted_words(value[:_READ])
    return redacted_url(value) if "://" in value else value
