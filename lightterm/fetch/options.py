"""What the HTTP transport may do and how long it may take."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Headers
    from lightterm.fetch.weburl import WebUrl


class HttpOptions(Record):
    """Limits and manners of an `HttpClient`. Times are seconds, sizes bytes.

    `connect_timeout` covers name, TCP, proxy and TLS; `idle_timeout` is the longest silence inside a body;
    `total_timeout` the whole load with its redirects and retries (`Request.deadline` overrides it). `max_bytes` bounds
    a body on the wire, `max_decoded_bytes` after decompression (`Request.max_bytes` overrides both).
    `proxy` and `no_proxy` None: the environment decides; "" means none. `client_cert` is (certificate, key) as paths
    to PEM files, the key may be "". `insecure_hosts` are `host` or `host:port` whose certificates are not checked.
    `netrc`: ~/.netrc gives name and password for what a person asks for.
    `accept_language` is sent to every site alike, whatever the locale: it would tell users apart.
    """

    connect_timeout: float = 10.0
    first_byte_timeout: float = 15.0
    idle_timeout: float = 10.0
    total_timeout: float = 30.0
    retries: int = 2
    retry_backoff: float = 0.5
    follow_redirects: bool = True
    max_redirects: int = 10
    max_bytes: int = 50_000_000
    max_decoded_bytes: int = 100_000_000
    max_header_bytes: int = 262_144
    http2: bool = True
    proxy: str | None = None
    no_proxy: str | None = None
    cacert: str = ""
    client_cert: tuple[str, str] | None = None
    client_key_password_file: str = ""
    insecure_hosts: tuple[str, ...] = ()
    user_agent: str = ""
    accept_language: str = "en-US,en;q=0.5"
    extra_headers: Headers = ()
    send_dnt: bool = False
    referrer_policy: str = "strict-origin-when-cross-origin"
    allow_private: bool = False
    netrc: bool = False
    stealth: bool = False

    def excepts(self, host: str, port: int) -> bool:
        """Whether the user asked not to check this host's certificate."""
        return is_excepted(self.insecure_hosts, host, port)

    def is_own(self, url: WebUrl) -> bool:
        """Whether what comes from there is not to be kept, as it is this person's, or may be anybody's."""
        return url.scheme == "https" and (self.client_cert is not None or self.excepts(url.host, url.port))


def is_excepted(hosts: tuple[str, ...], host: str, port: int) -> bool:
    """Whether the certificate of a host is not checked, given all `host` and `host:port` that were excepted."""
    return bool(hosts) and (host in hosts or host.strip("[]") in hosts or f"{host}:{port}" in hosts)
