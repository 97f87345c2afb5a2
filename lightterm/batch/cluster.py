"""Pages read by the workers of a Dask cluster that is there already; a worker that dies has its pages read by others.

https://distributed.dask.org
"""

from __future__ import annotations

import threading

from lightterm.batch.model import Common, Entry, Outcome, failed
from lightterm.batch.page import read
from lightterm.batch.processes import DIED
from lightterm.errors import ConfigError, ConnectionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from distributed import Future

PATIENCE = 5.0
"""Seconds in which the scheduler has to answer."""


class Cluster:
    """A client of the scheduler at `address`; `ended` is called with each outcome, on a thread of Dask's.

    Raises ConnectionFailed when no scheduler is there, ConfigError when distributed is not installed.
    """

    def __init__(self, address: str, common: Common, ended: Callable[[Outcome], None]) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ConfigError("--executor dask takes the extra: pip install 'lightterm[dask]'") from None
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            raise ConnectionFailed(f"no Dask scheduler at {address}: {problem}", actions=()) from None
        self._common = common
        self._ended = ended
        self._lock = threading.Lock()
        self._futures: dict[Future[Outcome], Entry] = {}

    def submit(self, entry: Entry) -> None:
        """Have a page read by some worker."""
        future = self._client.submit(read, self._common, entry, pure=False)
        with self._lock:
            self._futures[future] = entry
        future.add_done_callback(self._done)

    def _done(self, future: Future[Outcome]) -> None:
        with self._lock:
            entry = self._futures.pop(future)
        if future.status == "finished":
            self._ended(future.result())
        elif future.status == "error":
            # KilledWorker: it took several workers with it; or the cluster's lightterm is another.
            said = DIED.replace(message=f"Dask: {future.exception()}"[:300])
            self._ended(failed(entry, self._common, said))

    def close(self) -> None:
        """Leave the cluster; pages under way are cancelled."""
        with self._lock:
            futures = list(self._futures)
        self._client.cancel(futures)
        self._client.close()
