"""The command lines of w3m, lynx, links and elinks, as mutt, newsboat and scripts write them, in our own options.

Only what makes sense for a dump is known. A flag that changes nothing here (colours of a menu, mouse, caches) is
passed over; any other is an error, since a script that asked for it must not believe that it was obeyed.
"""

from __future__ import annotations

from lightterm.errors import ConfigError
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Rule = tuple[int, tuple[str, ...]]
"""How many values the flag takes (0 or 1), and what it means: options with {} for the value, or `word={}` of State."""


def _ignored(names: str, values: int = 0) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), (values, ()))


W3M: dict[str, Rule] = {
    **_ignored("dump r B m s F H S W X N M 4 6 graph no-graph mouse no-mouse num debug reqlog title cookie v sixel"),
    **_ignored("t l ppc ppl bookmark config", 1),
    "dump_source": (0, ("--source",)),
    "dump_head": (0, ("--head",)),
    "dump_both": (0, ("--include", "--source")),
    "dump_extra": (0, ("--include", "--source")),
    "cols": (1, ("width={}",)),
    "T": (1, ("--type={}",)),
    "I": (1, ("--charset={}",)),
    "O": (1, ("--encoding={}",)),
    "header": (1, ("--header={}",)),
    "post": (1, ("--data=@{}",)),
    "no-proxy": (0, ("--no-proxy",)),
    "no-cookie": (0, ("--no-cookies",)),
    "insecure": (0, ("insecure=1",)),
    "version": (0, ("--version",)),
    "help": (0, ("--help",)),
}
# `-o name=value` of w3m; a value of 0, false, off or no leaves the rule unused, but where the rule is for that (!).
W3M_OPTIONS: dict[str, tuple[str, ...]] = {
    "display_link_number": ("links=refs", "numbers=1"),
    "document_charset": ("--charset={}",),
    "display_charset": ("--encoding={}",),
    "ssl_ca_file": ("--cacert={}",),
    "ssl_cert_file": ("--cert={}",),
    "ssl_key_file": ("--key={}",),
    "user_agent": ("--user-agent={}",),
    "accept_language": ("--header=Accept-Language: {}",),
    "http_proxy": ("--proxy={}",),
    "no_cache": ("--fresh",),
    "!use_proxy": ("--no-proxy",),
    "!use_cookie": ("--no-cookies",),
    "!follow_redirection": ("--no-redirects",),
    "!ssl_verify_server": ("insecure=1",),
}
OFF = ("0", "false", "off", "no")

# `-eval "set name = value"` of elinks, in the same way.
ELINKS_SETTINGS: dict[str, tuple[str, ...]] = {
    "document.codepage.assume": ("--charset={}",),
    "document.dump.codepage": ("--encoding={}",),
    "document.dump.width": ("width={}",),
    "document.dump.color_mode": ("ansi={}",),
    "!document.dump.numbering": ("numbers=0",),
    "!document.dump.references": ("links=none",),
    "protocol.http.user_agent": ("--user-agent={}",),
    "!connection.ssl.cert_verify": ("insecure=1",),
}

LYNX: dict[str, Rule] = {
    **_ignored(
        "dump accept_all_cookies anonymous base case center collapse_br_tags color cookies dont_wrap_pre emacskeys"
        " force_empty_hrefless_a force_secure ftp historical html5_charsets image_links ismap justify localhost minimal"
        " nested_tables nobold nobrowse nocc nocolor noexec nofilereferer nolog nomargins nomore nopause noprint"
        " noreferer noreverse nostatus notitle nounderline number_fields partial passive_ftp popup prettysrc"
        " partial_thres pseudo_inlines raw scrollbar short_url show_cursor soft_dquotes stderr tagsoup trim_blank_lines"
        " trim_input_fields underline_links underscore unique_urls use_mouse verbose vikeys with_backspaces"
        " xhtml_parsing list_decoded enable_scrollback forms_options from exec locexec print telnet rlogin show_rate"
        " default_colors scrollbar_arrow curses_pads resubmit_posts realm selective startfile_ok bibhost buried_news"
        " child child_relaxed core debug_partial nonrestarting_sigwinch nozap stack_dump tlog tna trace"
        " update_term_title validate"
    ),
    **_ignored("cache cfg cookie_save_file display editor error_file hiddenlinks homepage index lss term", 1),
    **_ignored("assume_unrec_charset delay newschunksize newsmaxchunk restrictions session sessionin sessionout", 1),
    **_ignored("syslog trace_mask", 1),
    "source": (0, ("--source",)),
    "head": (0, ("--head",)),
    "mime_header": (0, ("--include", "--source")),
    "width": (1, ("width={}",)),
    "nolist": (0, ("links=none", "numbers=0")),
    "listonly": (0, ("links=only",)),
    "list_inline": (0, ("links=inline", "numbers=0")),
    "nonumbers": (0, ("numbers=0",)),
    "number_links": (0, ("numbers=1",)),
    "force_html": (0, ("--type=text/html",)),
    "assume_charset": (1, ("--charset={}",)),
    "assume_local_charset": (1, ("--charset={}",)),
    "display_charset": (1, ("--encoding={}",)),
    "stdin": (0, ("url=-",)),
    "post_data": (0, ("send=post",)),
    "get_data": (0, ("send=get",)),
    "useragent": (1, ("--user-agent={}",)),
    "auth": (1, ("--user={}",)),
    "cookie_file": (1, ("--cookie-jar={}",)),
    "connect_timeout": (1, ("--timeout={}",)),
    "read_timeout": (1, ("--timeout={}",)),
    "socks5_proxy": (1, ("--proxy=socks5://{}",)),
    "noredir": (0, ("--no-redirects",)),
    "reload": (0, ("--fresh",)),
    "version": (0, ("--version",)),
    "help": (0, ("--help",)),
}

ELINKS: dict[str, Rule] = {
    **_ignored("dump no-connect no-home no-libevent anonymous localhost touch-files terminfo default-keys stdin"),
    **_ignored("config-dir config-file base-session session-ring verbose", 1),
    "source": (0, ("--source",)),
    "dump-width": (1, ("width={}",)),
    "dump-charset": (1, ("--encoding={}",)),
    "dump-color-mode": (1, ("ansi={}",)),
    "no-references": (0, ("links=none",)),
    "no-numbering": (0, ("numbers=0",)),
    "force-html": (0, ("--type=text/html",)),
    "default-mime-type": (1, ("--type={}",)),
    "version": (0, ("--version",)),
    "help": (0, ("--help",)),
}

# The dump's flags of elinks come first: some systems call it links.
LINKS: dict[str, Rule] = {
    **{name: rule for name, rule in ELINKS.items() if name.startswith(("dump-", "no-"))},
    **_ignored("dump no-connect no-g anonymous no-libevent no-openmp"),
    **_ignored("aggressive-cache async-dns address-preference driver language mode max-connections retries", 1),
    **_ignored("memory-cache-size image-cache-size format-cache-size font-cache-size save-cookies", 1),
    **_ignored(
        "html-images html-image-names html-margin html-tables html-frames html-hard-assume html-auto-refresh", 1
    ),
    **_ignored("max-connections-to-host unrestartable-receive-timeout timeout-when-trying-multiple-addresses", 1),
    **_ignored("download-utime html-user-font-size html-bare-image-autoscale html-target-in-new-window", 1),
    **_ignored("save-url-history http-bugs.http10 http-bugs.allow-blacklist http-bugs.bug-no-accept-charset", 1),
    **_ignored("http-bugs.no-compression http-bugs.retry-internal-errors http.do-not-track http.referer", 1),
    **_ignored("html-table-order html-break-long-lines html-text-color html-link-color html-background-color", 1),
    **_ignored("html-display-images html-image-scale html-ignore-document-color bookmarks-file bookmarks-codepage", 1),
    **_ignored("download-dir max-cookie-age ftp-proxy ssl.builtin-certificates http.fake-firefox display", 1),
    "source": (0, ("--source",)),
    "width": (1, ("width={}",)),
    "codepage": (1, ("--encoding={}",)),
    "html-assume-codepage": (1, ("--charset={}",)),
    "html-numbered-links": (1, ("numbers={}", "links=refs")),
    "force-html": (0, ("--type=text/html",)),
    "http-proxy": (1, ("--proxy=http://{}",)),
    "https-proxy": (1, ("--proxy=http://{}",)),
    "receive-timeout": (1, ("--timeout={}",)),
    "enable-cookies": (1, ("cookies={}",)),
    "http.fake-user-agent": (1, ("--user-agent={}",)),
    "http.extra-header": (1, ("--header={}",)),
    "http.fake-referer": (1, ("--header=Referer: {}",)),
    "ssl.certificates": (1, ("certificates={}",)),
    "ssl.client-cert-key": (1, ("--key={}",)),
    "ssl.client-cert-crt": (1, ("--cert={}",)),
    "version": (0, ("--version",)),
    "help": (0, ("--help",)),
}


class Program(Record):
    """A program's rules, and how its dump looks when no flag says otherwise."""

    rules: dict[str, Rule]
    links: str
    numbers: str


KNOWN = {
    "w3m": Program(W3M, "none", "0"),
    "lynx": Program(LYNX, "refs", "1"),
    "links": Program(LINKS, "none", "0"),
    "elinks": Program(ELINKS, "refs", "1"),
}


def translate(program: str, words: Sequence[str]) -> list[str]:
    """The lightterm arguments for the arguments of `program`; raises ConfigError for a flag that has no meaning here.

    `-post_data` and `-get_data` of lynx read the form from stdin here, up to a line of `---`.
    """
    known = KNOWN.get(program)
    if known is None:
        from lightterm.settings_keys import did_you_mean

        raise ConfigError(f"--as {program}: not one of {', '.join(KNOWN)}{did_you_mean(program, tuple(KNOWN))}")
    command = _Command(program, known)
    rest = iter(words)
    for word in rest:
        if word == "--":
            command.urls.extend(rest)
        elif word == "-" or not word.startswith("-"):
            command.positional(word)
        else:
            command.flag(word, rest)
    return command.arguments()


class _Command:
    """One command line being translated."""

    def __init__(self, program: str, known: Program) -> None:
        self.program = program
        self.rules = known.rules
        self.state = {"links": known.links, "numbers": known.numbers, "width": "80"}
        self.options: list[str] = []
        self.urls: list[str] = []

    def positional(self, word: str) -> None:
        if self.program == "elinks" and word in ("0", "1"):
            return  # the value of a switch: -dump 1
        if self.program == "w3m" and word[:1] == "+" and word[1:].isdigit():
            return  # the line to start at
        self.urls.append(word)

    def flag(self, word: str, rest: Iterator[str]) -> None:
        name, equals, value = word.lstrip("-").partition("=")
        if self.program == "w3m" and word[1:2] in ("I", "O", "o") and not equals and len(name) > 1:
            name, equals, value = name[0], "=", name[1:]
        if self.program == "w3m" and name == "o":
            self.w3m_option(value if equals else self.value(word, rest))
            return
        if self.program == "elinks" and name == "eval":
            self.elinks_setting(value if equals else self.value(word, rest))
            return
        if self.program == "lynx":
            name = name.replace("-", "_")  # which it takes for the same
        rule = self.rules.get(name)
        if rule is None:
            raise ConfigError(f"--as {self.program}: {word} is not understood; see lightterm about:recipes")
        if rule[0] and not equals:
            value = self.value(word, rest)
        self.apply(rule[1], value)

    def value(self, word: str, rest: Iterator[str]) -> str:
        found = next(rest, None)
        if found is None:
            raise ConfigError(f"--as {self.program}: {word} needs a value")
        return found

    def w3m_option(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.set(W3M_OPTIONS, name, value)

    def elinks_setting(self, text: str) -> None:
        name, _, value = text.strip().removeprefix("set ").partition("=")
        self.set(ELINKS_SETTINGS, name.strip(), value.strip().strip("\"'"))

    def set(self, known: dict[str, tuple[str, ...]], name: str, value: str) -> None:
        off = value.lower() in OFF
        self.apply(known.get(f"!{name}" if off else name, ()), value)

    def apply(self, meaning: tuple[str, ...], value: str) -> None:
        for part in meaning:
            text = part.replace("{}", value)
            if text.startswith("--"):
                self.options.append(text)
                continue
            name, _, word = text.partition("=")
            if name == "url":
                self.urls.append(word)
            else:
                self.state[name] = word

    def arguments(self) -> list[str]:
        state = self.state
        words = ["--no-metadata", f"--width={state['width']}", f"--links={state['links']}"]
        if state["numbers"] in OFF:
            words.append("--no-numbers")
            if self.program == "links":
                words[2] = "--links=none"
        if state.get("ansi", "0") not in ("0", "-1"):
            words.append("--format=ansi")
        if state.get("cookies") == "0":
            words.append("--no-cookies")
        if state.get("insecure") or state.get("certificates") == "0":
            words += [f"--insecure={host}" for host in map(_host, self.urls) if host]
        if "send" in state:
            self.send(state["send"])
        return [*self.of_the_reply(words), *self.options, "--", *self.urls]

    def of_the_reply(self, words: list[str]) -> list[str]:
        """The words without those that say how a page is shown, where the reply itself is asked for: these programs
        pass over them, and over the source beside the headers.
        """
        if "--head" in self.options:
            self.options = [option for option in self.options if option != "--source"]
        elif "--source" not in self.options:
            return words
        return [word for word in words if word not in ("--links=only", "--format=ansi")]

    def send(self, method: str) -> None:
        data = _form_from_stdin()
        if method == "post":
            self.options.append(f"--data={data}")
        elif self.urls:
            joint = "&" if "?" in self.urls[-1] else "?"
            self.urls[-1] += joint + data


def _host(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return rest.partition("/")[0].rpartition("@")[2] if mark and scheme == "https" else ""


def _form_from_stdin() -> str:
    import sys

    lines: list[str] = []
    for line in sys.stdin or ():
        if line.startswith("---"):
            break
        lines.append(line.rstrip("\r\n"))
    data = "".join(lines)
    return "%40" + data[1:] if data.startswith("@") else data
