"""What a page says of how it was made, and of challenges that stand in its place."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.engines.visible import Reading

# The page's own world may lie; it can only choose among these names.
_FRAMEWORKS = {
    "Next.js": "self.__NEXT_DATA__ || self.__next_f || self.next",
    "Nuxt": "self.__NUXT__ || self.useNuxtApp",
    "Remix": "self.__remixContext || self.__reactRouterContext",
    "Gatsby": "self.___gatsby || self.___loader",
    "React": "self.React || q('[data-reactroot]') || keys('__reactContainer', '_reactRootContainer', '__reactFiber')",
    "Preact": "self.preact || keys('__k')",
    "Vue": "self.Vue || self.__VUE__ || q('[data-v-app]') || keys('__vue_app__', '__vue__')",
    "Angular": "self.ng || self.getAllAngularRootElements || q('[ng-version]')",
    "AngularJS": "self.angular || q('[ng-app],.ng-scope')",
    "Svelte": "self.__svelte || keys('__svelte') || q('[class*=svelte-]')",
    "Solid": "self._$HY || self.Solid$$ || keys('_$owner', '$$click')",
    "Lit": "self.litElementVersions || self.litHtmlVersions",
    "Alpine": "self.Alpine || q('[x-data]')",
    "htmx": "self.htmx || q('[hx-get],[data-hx-get]')",
    "Astro": "q('astro-island')",
    "Qwik": "q('[q\\\\:container]')",
    "jQuery": "self.jQuery && self.jQuery.fn",
}
_LOOK = (
    "(() => { const q = (s) => !!document.querySelector(s); const some = [...document.querySelectorAll('body,body>*,"
    "#app,#root,#__next,main,button')].slice(0, 60); const keys = (...wanted) => some.some((e) => Object.getOwnPropert"
    "yNames(e).some((n) => wanted.some((w) => n.startsWith(w)))); const found = []; %s; return found; })()"
)
_HOSTS = (
    ("challenges.cloudflare.com", "Cloudflare"),
    ("captcha-delivery.com", "DataDome"),
    ("hcaptcha.com", "hCaptcha"),
    ("google.com/recaptcha", "reCAPTCHA"),
    ("recaptcha.net", "reCAPTCHA"),
    ("arkoselabs.com", "Arkose"),
    ("px-captcha", "PerimeterX"),
)
_TITLES = (
    ("just a moment", "Cloudflare"),
    ("attention required! | cloudflare", "Cloudflare"),
    ("ddos-guard", "DDoS-Guard"),
    ("access to this page has been denied", "PerimeterX"),
    ("pardon our interruption", "Imperva"),
    ("checking your browser", "a browser check"),
    ("verify you are human", "a browser check"),
    ("making sure you're not a bot", "Anubis"),
)
SHORT = 1500
"""Characters from which a page with a challenge in a frame is a page all the same: many forms have one."""


def question() -> str:
    """JavaScript for the page's own world, whose value `frameworks` understands."""
    tests = ";".join(f"try {{ if ({test}) found.push({name!r}) }} catch {{}}" for name, test in _FRAMEWORKS.items())
    return _LOOK % tests


def frameworks(found: object) -> tuple[str, ...]:
    """The frameworks whose traces the page has, by what it answered."""
    return tuple(name for name in _FRAMEWORKS if isinstance(found, list) and name in found)


def challenge_of(status: int, reading: Reading, frames: Iterable[str]) -> str:
    """Whose challenge the page is, "" for none: its title says so, or a short page holds nothing but one."""
    title = reading.title.lower()
    for words, whose in _TITLES:
        if words in title:
            return whose
    if status in (403, 429, 503) or reading.text < SHORT:
        for frame in frames:
            for part, whose in _HOSTS:
                if part in frame and (status >= 400 or reading.text < SHORT // 5):
                    return whose
    return ""
