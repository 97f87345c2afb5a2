"""Finding a Chromium on this machine, and fetching one where a person asks for that."""

from __future__ import annotations

import os
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIABLE = "LIGHTTERM_CHROMIUM"
_NAMES = (
    "chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge microsoft-edge-stable msedge "
    "brave-browser brave"
).split()
_PLACES = {
    "darwin": (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Chromium\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\BraveSoftware\Brave-Browser\Application\brave.exe",
    ),
}
_ELSEWHERE = (
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/snap/bin/chromium",
    "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave-browser",
)
HOW = f"install Chromium or Chrome, name one by {VARIABLE} or browser.program, or run: lightterm --install-browser"


def missing(chosen: str = "", attach: str = "") -> str:
    """Why tier 3 cannot run here and what to do, "" where it can.

    `chosen` is the program that settings name; at the address `attach` a browser runs already, and none is looked for.
    """
    if not _has_playwright():
        return "Playwright is not installed: pip install 'lightterm[full]'"
    if attach:
        return ""
    named = chosen or os.environ.get(VARIABLE, "")
    if named and not _is_program(named):
        return f"{named} is no program that can be run: {HOW}"
    return "" if find(chosen) else f"no Chromium was found: {HOW}"


def find(chosen: str = "") -> str:
    """The Chromium to run, "" for none: the one that is named, Playwright's own, those of PATH, the usual places."""
    named = chosen or os.environ.get(VARIABLE, "")
    if named:
        return (shutil.which(named) or "") if _is_program(named) else ""
    for program in (*_playwrights_own(), *_on_path(), *_PLACES.get(sys.platform, _ELSEWHERE)):
        program = os.path.expandvars(program)
        if _is_program(program):
            return program
    return ""


def start_options() -> tuple[str, ...]:
    """What a Chromium of ours is started with. Nothing of its own goes out: no updates, no fields, no first page."""
    return (
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-domain-reliability",
        "--no-pings",
        "--disable-remote-fonts",
        "--mute-audio",
        # Its old name and its new one: what WebRTC sends by UDP would pass the proxy that guards addresses.
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    )


def may_sandbox() -> bool:
    """Whether Chromium's sandbox can be had: it refuses to run as root with one."""
    return not (hasattr(os, "geteuid") and os.geteuid() == 0)


def install_command() -> Sequence[str]:
    """What fetches Playwright's own Chromium. Raises BrowserError where Playwright is not installed."""
    if not _has_playwright():
        from lightterm.errors import BrowserError

        raise BrowserError("Playwright, which fetches the browser, is not installed: pip install 'lightterm[full]'")
    return sys.executable, "-m", "playwright", "install", "chromium"


def _has_playwright() -> bool:
    from importlib.util import find_spec

    return find_spec("playwright") is not None


def _is_program(path: str) -> bool:
    found = shutil.which(path)
    return found is not None and os.path.isfile(found)


def _on_path() -> Iterator[str]:
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            yield found


def cache() -> str:
    """The directory that `playwright install` puts browsers into."""
    root = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if root not in ("", "0"):
        return root
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "ms-playwright")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA", home), "ms-playwright")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "ms-playwright")


def _playwrights_own() -> list[str]:
    """The browsers that `playwright install` put into its cache, newest first."""
    from glob import glob

    found = []
    for inside in ("chrome-linux*/chrome", "chrome-mac*/*/Contents/MacOS/*", "chrome-win*/chrome.exe"):
        found += glob(os.path.join(cache(), "chromium-*", inside))
    return sorted(found, key=_revision, reverse=True)


def _revision(path: str) -> int:
    digits = path.partition("chromium-")[2].partition(os.sep)[0]
    return int(digits) if digits.isdigit() else 0
