"""Names and passwords that were given to websites, and where they go unasked (RFC 7617 section 2.2).

They go to addresses at or below the one that they were given for, and elsewhere on that origin only where the server
asks in the name of the same realm: who shares a host with a guarded page is not told its password.
"""

from __future__ import annotations

from lightterm.fetch.auth import challenges, digest_challenge
from lightterm.fetch.urls import origin, parts, strip_credentials
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.model import Request, Response

    Space = tuple[str, str]

MOST = 200
"""Sign-ins and realms that are remembered, the newest."""


class SignIn(Record):
    """A `name:password`, the address that it was given for, and the realm that asks there: None if not heard yet."""

    url: str
    user: str
    realm: str | None = None


def space(url: str) -> Space:
    """The origin and folder of an address: one password guards what is in there (RFC 7617)."""
    return origin(url), parts(url).path.rpartition("/")[0] + "/"


def realm_of(response: Response) -> str | None:
    """In whose name a server asks for a password; None where it does not, or says no name."""
    said = challenges([response.header("www-authenticate")]) if response.status == 401 else []
    return next((one.parameters["realm"] for one in said if "realm" in one.parameters), None)


class SignIns:
    """What was given in one session; none of it is kept."""

    def __init__(self) -> None:
        self._given: dict[Space, SignIn] = {}
        self._realms: dict[Space, str] = {}
        self._digests: dict[str, None] = {}
        """Origins that asked for Digest: the password itself, which others could read, is not sent there unasked."""

    def forget(self, meant: Callable[[str], bool]) -> None:
        """Forget what was given to some origins."""
        self._given = {where: one for where, one in self._given.items() if not meant(where[0])}
        self._realms = {where: realm for where, realm in self._realms.items() if not meant(where[0])}
        self._digests = {where: None for where in self._digests if not meant(where)}

    def load(self, request: Request, user: str | None, fetch: Callable[[Request], Response]) -> Response:
        """Fetch with what was given: by the request itself, by its address, as `user` for all, or before."""
        url, named = strip_credentials(request.url)
        given = named or request.user or user
        if given:
            if request.initiator is None:
                self._give(url, given)
            return fetch(self._signed(request, given))
        sent = self._user_for(url)
        response = fetch(self._signed(request, sent) if sent else request)
        if response.status == 401 and digest_challenge([response.header("www-authenticate")], True):
            self._digests = dict.fromkeys([*self._digests, origin(response.url)][-MOST:])
        realm = realm_of(response)
        if realm is None or origin(response.url) != origin(url) or (response.redirects and request.method != "GET"):
            return response
        self._hear(origin(url), request, fetch)
        self._realms[space(response.url)] = realm
        wanted = self._of_realm(origin(url), realm)
        if wanted == sent:
            return response
        again = fetch(self._signed(request.replace(url=response.url), wanted))
        if wanted and again.status != 401:
            self._give(response.url, wanted, realm)
        return again.replace(redirects=(*response.redirects, *again.redirects))

    def _signed(self, request: Request, user: str | None) -> Request:
        return request.replace(user=user, user_waits=origin(request.url) in self._digests)

    def _give(self, url: str, user: str, realm: str | None = None) -> None:
        where = space(url)
        self._given.pop(where, None)
        self._given[where] = SignIn(url, user, realm)
        for known in (self._given, self._realms):
            while len(known) > MOST:
                del known[next(iter(known))]

    def _user_for(self, url: str) -> str | None:
        """What goes to an address unasked: nothing where another realm was heard to ask."""
        where, path = origin(url), parts(url).path
        above = [(site, folder) for site, folder in {*self._given, *self._realms} if site == where]
        above = sorted((one for one in above if path.startswith(one[1])), key=lambda one: len(one[1]), reverse=True)
        for one in above:
            if one in self._given:
                return self._given[one].user
            if one in self._realms:
                return self._of_realm(where, self._realms[one])
        return None

    def _of_realm(self, where: str, realm: str) -> str | None:
        return next((one.user for (site, _), one in self._given.items() if site == where and one.realm == realm), None)

    def _hear(self, where: str, request: Request, fetch: Callable[[Request], Response]) -> None:
        """Learn who asks where something was given before it was asked for: each is asked once, without it."""
        for at, one in tuple(self._given.items()):
            if one.realm is None and at[0] == where:
                probe = request.replace(url=one.url, method="GET", data=None, headers=(), initiator=where)
                self._given[at] = one.replace(realm=realm_of(fetch(probe)) or "")
