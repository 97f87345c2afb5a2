"""What was decided for a host: certificates to be trusted, permissions given or refused, the tier its pages need."""

from __future__ import annotations

from lightterm.session.store.model import Decision
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

_DECISION = "SELECT host, key, value, until, made FROM decisions"


class Decisions:
    """Decisions by host and key; one that has run out counts as none."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, decision: Decision) -> None:
        """Keep a decision in place of an older one. Raises WriteFailed."""
        if not decision.made:
            decision = decision.replace(made=self._db.now())
        self._db.write(lambda db: put_decision(db, decision))

    def get(self, host: str, key: str) -> Decision | None:
        """The decision for a host that holds now; None as well when the store cannot be read."""
        rows = self._find("host = ? AND key = ?", host.lower(), key)
        return rows[0] if rows else None

    def trusts(self, host: str, key: str, fingerprint: str) -> bool:
        """Whether a certificate is the one that the host had before; the first is taken (trust on first use)."""
        known = self.get(host, key)
        if known is None:
            self.put(Decision(host, key, fingerprint))
        return known is None or known.value == fingerprint

    def all(self, host: str = "") -> tuple[Decision, ...]:
        """All decisions that hold now, or those for a host; none when the store cannot be read."""
        return self._find("host = ?", host.lower()) if host else self._find("1")

    def delete(self, host: str, key: str) -> bool:
        """Take a decision back; whether there was one. Raises WriteFailed."""
        sql = "DELETE FROM decisions WHERE host = ? AND key = ?"
        return self._db.write(lambda db: db.execute(sql, (host.lower(), key)).rowcount) > 0

    def expire(self) -> None:
        """Forget the decisions that have run out."""
        now = self._db.now()
        self._db.try_write(lambda db: db.execute("DELETE FROM decisions WHERE until <= ?", (now,)))

    def _find(self, where: str, *values: str) -> tuple[Decision, ...]:
        sql = f"{_DECISION} WHERE {where} AND (until IS NULL OR until > ?) ORDER BY host, key"
        asked = (*values, self._db.now())
        rows: list[tuple[str, str, str, float | None, float]]
        rows = self._db.try_read(lambda db: db.execute(sql, asked).fetchall(), [])
        return tuple(Decision(*row) for row in rows)


def put_decision(db: Connection, decision: Decision) -> None:
    """Write a decision in place of an older one."""
    values = (decision.host.lower(), decision.key, storable(decision.value), decision.until, decision.made)
    db.execute("INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?)", values)
