"""Names and passwords of ~/.netrc, as `curl -n` takes them."""

from __future__ import annotations

from lightterm.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.auth import Credentials


def credentials_for(host: str) -> Credentials | None:
    """What ~/.netrc says for `host` (its `default` entry where it does not name the host), None without such a file.

    Raises ConfigError for a file that cannot be understood, or that others may read or own.
    https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html
    """
    from netrc import NetrcParseError, netrc

    from lightterm.fetch.auth import Credentials

    try:
        found = netrc().authenticators(host.strip("[]"))
    except FileNotFoundError:
        return None
    except NetrcParseError as problem:
        raise ConfigError(f"~/.netrc: {problem.msg}", file=problem.filename, line=problem.lineno) from None
    except (OSError, UnicodeError) as problem:
        raise ConfigError(f"~/.netrc: {getattr(problem, 'strerror', None) or 'it is not text'}") from None
    return None if found is None else Credentials(found[0], found[2] or "")
