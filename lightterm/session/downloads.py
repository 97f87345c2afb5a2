"""The downloads of a session: those under way and those of earlier runs, numbered from the oldest."""

from __future__ import annotations

import os

from lightterm.errors import ValidationFailed
from lightterm.fetch.model import Request
from lightterm.fetch.part_file import is_held
from lightterm.records import Record
from lightterm.session.download import Transfer
from lightterm.session.store.model import Download

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.session.session import Session

PATIENCE = 5.0
"""Seconds that the end waits for downloads to let go of their files."""


class Listed(Record):
    """A download as a list shows it: its number, its state, and what is under way of it.

    `state` is "running", "paused", "failed" or "done", "elsewhere" while another lightterm fetches it, or "broken off".
    """

    number: int
    download: Download
    state: str
    transfer: Transfer | None = None


def _state(download: Download, transfer: Transfer | None) -> str:
    if transfer is not None or download.state not in ("running", "waiting"):
        return download.state
    return "elsewhere" if download.path and is_held(download.path) else "broken off"


class Downloads:
    """Begins downloads, stops them and goes on with them.

    `began` is called when one has begun, `ended` on the download's own thread when it is over.
    """

    def __init__(
        self, session: Session, ended: Callable[[Transfer], None], began: Callable[[Transfer], None] | None = None
    ) -> None:
        self._session = session
        self._began = began
        self._ended = ended
        self._live: list[Transfer] = []

    @property
    def running(self) -> tuple[Transfer, ...]:
        """Those under way."""
        return tuple(transfer for transfer in self._live if transfer.thread.is_alive())

    def folder(self) -> str:
        """Where downloads go: the setting, else the system's folder for them."""
        chosen = self._session.settings.downloads.folder
        if chosen:
            return os.path.abspath(os.path.expanduser(chosen))
        import platformdirs

        return str(platformdirs.user_downloads_dir())

    def begin(
        self, request: Request, directory: str = "", name: str = "", over: bool = False, kept: bool = True
    ) -> Transfer:
        """Begin a download into a folder, the one for downloads without one; `name` "" takes what the server says.

        Over a file that is there it is written only with `over`: a number goes into the name instead. One that is not
        `kept` is on the list only as long as it runs.
        """
        folder = directory or self.folder()
        transfer = Transfer(self._session, Download(request.url, ""), request, self._ended, folder, name, over, kept)
        return self._start(transfer)

    def _start(self, transfer: Transfer) -> Transfer:
        self._live = [*self.running, transfer]
        transfer.start()
        if self._began is not None:
            self._began(transfer)
        return transfer

    def all(self) -> tuple[Listed, ...]:
        """All of them, the oldest first. Raises FileUnreadable."""
        kept = {d.id: d for d in reversed(self._session.store.downloads.all())}
        live = {t.download.id: t for t in self._live if t.thread.is_alive()}
        found = [(each, live.get(number)) for number, each in kept.items()]
        found = [(transfer.download if transfer else each, transfer) for each, transfer in found]
        # What the store could not keep is known as long as it runs.
        found += [(t.download, t) for t in self.running if t.download.id not in kept]
        return tuple(Listed(n, each, _state(each, transfer), transfer) for n, (each, transfer) in enumerate(found, 1))

    def listed(self, number: int | None) -> Listed:
        """The download of a number, the last without one. Raises ValidationFailed, FileUnreadable."""
        found = self.all()
        if not found:
            raise ValidationFailed("there is no download", actions=())
        if number is not None and not 1 <= number <= len(found):
            raise ValidationFailed(f"there is no download {number}: they go from 1 to {len(found)}", actions=())
        return found[-1 if number is None else number - 1]

    def cancel(self, number: int | None) -> Download:
        """Stop a download; what came stays as a .part file. Raises ValidationFailed, FileUnreadable."""
        if number is None and self.running:
            transfer: Transfer | None = self.running[-1]
        else:
            transfer = self.listed(number).transfer
        if transfer is None:
            told = "no download is under way" if number is None else f"download {number} is not under way"
            raise ValidationFailed(told, actions=())
        transfer.cancel()
        return transfer.download

    def resume(self, number: int | None) -> Transfer:
        """Go on with a download that stopped. Raises ValidationFailed, FileUnreadable."""
        found = self.all()
        if number is None:
            stopped = [each for each in found if each.state in ("paused", "failed", "broken off")]
            if not stopped:
                raise ValidationFailed("no download has stopped", actions=())
            one = stopped[-1]
        else:
            one = self.listed(number)
        if one.transfer is not None or one.state == "done":
            raise ValidationFailed(f"download {one.number} is {one.state}", actions=())
        directory = "" if one.download.path else self.folder()
        transfer = Transfer(self._session, one.download, Request(url=one.download.url), self._ended, directory)
        return self._start(transfer)

    def clear(self, number: int | None = None) -> int:
        """Take one off the list, or all that are done or failed; how many. The files stay. Raises WriteFailed."""
        store = self._session.store.downloads
        if number is None:
            return store.clear()
        one = self.listed(number)
        if one.transfer is not None:
            raise ValidationFailed(f"download {number} is under way; download cancel {number} stops it", actions=())
        return int(store.delete(one.download.id))

    def stop_all(self) -> None:
        """Stop every download and wait until its file is let go of: the next run can go on with it."""
        running = self.running
        for transfer in running:
            transfer.cancel()
        for transfer in running:
            transfer.thread.join(PATIENCE)
