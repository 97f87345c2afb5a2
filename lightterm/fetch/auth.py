"""Basic (RFC 7617) and Digest (RFC 7616) credentials."""

from __future__ import annotations

from binascii import b2a_base64

from lightterm.fetch.headers import split_outside_quotes
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Credentials(Record):
    """A name and password, for one origin."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"Credentials({self.name!r}, ...)"


class Challenge(Record):
    """One challenge of a WWW-Authenticate header; parameter names in lower case."""

    scheme: str
    parameters: dict[str, str]


def credentials_from(text: str) -> Credentials:
    """Credentials from `name:password`; the password may hold colons, or be missing."""
    name, _, password = text.partition(":")
    return Credentials(name, password)


def basic(credentials: Credentials) -> str:
    """The value of an Authorization header."""
    pair = f"{credentials.name}:{credentials.password}".encode("utf-8", "replace")
    return "Basic " + b2a_base64(pair, newline=False).decode("ascii")


def challenges(values: list[str]) -> list[Challenge]:
    """Every challenge of the given header values, in order (RFC 9110 section 11.6.1)."""
    found: list[Challenge] = []
    for value in values:
        for item in filter(None, [piece.strip() for piece, _ in split_outside_quotes(value, ",")]):
            scheme, space, rest = item.partition(" ")
            name, equals, _ = item.partition("=")
            if found and equals and " " not in name.strip():
                _add(found[-1], item)
            elif scheme:
                found.append(Challenge(scheme.lower(), {}))
                if space:
                    _add(found[-1], rest)
    return found


def _add(challenge: Challenge, item: str) -> None:
    name, equals, value = item.partition("=")
    value = value.strip()
    if value.startswith('"'):
        value = value[1:].removesuffix('"').replace('\\"', '"').replace("\\\\", "\\")
    if equals:
        challenge.parameters.setdefault(name.strip().lower(), value)


_HASHES = {"md5": "md5", "sha-256": "sha256", "sha-512-256": "sha512_256"}
_STRENGTH = ("sha-256", "sha-512-256", "md5")


def digest_challenge(values: list[str], knows_body: bool = False) -> Challenge | None:
    """The strongest Digest challenge that can be answered, or None; of the body only where it is known."""
    best: Challenge | None = None
    best_rank = len(_STRENGTH)
    for challenge in challenges(values):
        algorithm = challenge.parameters.get("algorithm", "MD5").lower().removesuffix("-sess")
        qops = challenge.parameters.get("qop", "auth")
        if challenge.scheme != "digest" or algorithm not in _STRENGTH or "nonce" not in challenge.parameters:
            continue
        if not {"auth", *(("auth-int",) if knows_body else ())} & _words(qops):
            continue
        rank = _STRENGTH.index(algorithm)
        if rank < best_rank:
            best, best_rank = challenge, rank
    return best


def _words(text: str) -> set[str]:
    return {word.strip().lower() for word in text.split(",")}


def _hash_of(algorithm: str) -> Callable[[str | bytes], str]:
    import hashlib

    kind = _HASHES[algorithm.lower().removesuffix("-sess")]

    def hashed(text: str | bytes) -> str:
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        return hashlib.new(kind, data, usedforsecurity=False).hexdigest()

    return hashed


def digest(
    challenge: Challenge,
    credentials: Credentials,
    method: str,
    target: str,
    cnonce: str,
    count: int = 1,
    body: bytes = b"",
) -> str:
    """The Authorization value that answers a Digest challenge, for the `count`-th use of its nonce.

    `cnonce`: 16 or more random hexadecimal digits. RFC 7616 section 3.4; without a qop as RFC 2069 had it. The `body`
    is proven only where the server takes nothing less.
    """
    given = challenge.parameters
    algorithm = given.get("algorithm", "MD5")
    hashed = _hash_of(algorithm)
    name, realm, nonce = credentials.name, given.get("realm", ""), given["nonce"]
    secret = hashed(f"{name}:{realm}:{credentials.password}")
    of_session = algorithm.lower().endswith("-sess")
    if of_session:
        secret = hashed(f"{secret}:{nonce}:{cnonce}")
    qop = "auth" if "auth" in _words(given.get("qop", "auth")) else "auth-int"
    asked = hashed(f"{method}:{target}" if qop == "auth" else f"{method}:{target}:{hashed(body)}")
    uses = f"{count:08x}"
    user = hashed(f"{name}:{realm}") if given.get("userhash", "").lower() == "true" else name
    fields = [("username", _quoted(user)), ("realm", _quoted(realm)), ("nonce", _quoted(nonce))]
    fields.append(("uri", _quoted(target)))
    if "qop" in given:
        proof = hashed(f"{secret}:{nonce}:{uses}:{cnonce}:{qop}:{asked}")
        fields += [("qop", qop), ("nc", uses)]
    else:
        proof = hashed(f"{secret}:{nonce}:{asked}")
    fields.append(("response", _quoted(proof)))
    fields += [("cnonce", _quoted(cnonce))] if "qop" in given or of_session else []
    fields += [("algorithm", algorithm)] if "algorithm" in given else []
    fields += [("opaque", _quoted(given["opaque"]))] if "opaque" in given else []
    fields += [("userhash", "true")] if user != name else []
    return "Digest " + ", ".join(f"{name}={value}" for name, value in fields)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Answering:
    """How the requests of one load answer who asks for a password: Basic unasked, as curl does, and Digest once it was
    asked for. Those that wait for it send nothing unasked: the password itself is not for who took Digest before.
    """

    def __init__(self, waits: bool) -> None:
        self._waits = waits
        self._challenge: Challenge | None = None
        self._uses = 0

    def value(self, credentials: Credentials, method: str, target: str, body: bytes, cnonce: str) -> str:
        """The Authorization value of the next request, "" for none."""
        if self._challenge is None:
            return "" if self._waits else basic(credentials)
        self._uses += 1
        return digest(self._challenge, credentials, method, target, cnonce, self._uses, body)

    def goes_on(self, asked: list[str]) -> bool:
        """Whether another request may have the answer, as the server asked so: a stale nonce is replaced once."""
        challenge = digest_challenge(asked, True)
        if challenge is None:
            waited, self._waits = self._waits, False
            return waited
        if self._challenge is not None and challenge.parameters.get("stale", "").lower() != "true":
            return False
        self._challenge, self._uses = challenge, 0
        return True
