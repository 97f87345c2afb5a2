"""What a page's markup says of how it is made: its scripts, what waits for them, who stands guard before it."""

from __future__ import annotations

import re

from lightterm.extract import dom
from lightterm.extract.awaited import awaited
from lightterm.extract.challenges import challenge_in
from lightterm.extract.passing import PARTS, asks_gently
from lightterm.extract.scripts_at_load import at_load
from lightterm.extract.streamed import put_in_place
from lightterm.extract.vacant import SIDE, dashes, has_room, is_aside, is_named, lacking, places, set_answers_apart
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lightterm.extract.dom import Node, Tree

MOST_SCRIPT = 65_536
"""Characters of inline scripts that are looked through: what a page does first stands at their beginning."""

ROOTS = (
    "#root,#app,#__next,#__nuxt,#___gatsby,#svelte,#react-root,#app-root,#q-app,#ember-app,#application,#mount,#main-app,"
    "#reactRoot,#vue-app,app-root,[data-reactroot],[ng-app],[data-ng-app],[data-server-rendered],[data-v-app]"
)
"""Where frameworks put what they build."""

_ADORNS = SIDE | frozenset("amp theme switch switcher button icon badge like copy clipboard search menu player".split())
"""Words in the names of custom elements that hold none of a page's text (AMP's parts show what their markup says)."""

_CLOAKS = "[x-cloak]:not([x-show]),[v-cloak],[ng-cloak],.ng-cloak,[data-ng-cloak]"
_BUSY = (
    '[aria-busy=true],.skeleton,.spinner,.loader,[class*="skeleton"],[class*="shimmer"],[class*="loading-indicator"]'
)
_LATER = "[up-defer],turbo-frame[src],[wire\\:init],[data-on-load]"
_BOUND = "[x-text],[x-html],[x-for],[v-text],[v-html],[v-for],[ng-bind],[ng-repeat],[data-bind]"

_ENHANCED = (
    "[hx-get],[hx-post],[data-hx-get],[data-hx-post],[x-data],[data-controller],turbo-frame,[up-target],[up-follow]"
)
_MAKES_ITSELF = ("x-if=", "x-for=", "x-init=", "x-html=")
"""What Alpine makes of nothing as the page loads."""

_SPOKEN, _CONTROLS = "h1,h2,h3,p,li,td", "button,a[href],input,select,textarea"

_COUNTED = {
    "cloaks": _CLOAKS,
    "busy": _BUSY,
    "bound": _BOUND,
    "canvases": "canvas",
}
"""Fields of `Signs` that are no more than how many elements there are."""

_PLAYERS = (
    "youtube.com/embed/", "youtube-nocookie.com/embed/", "player.vimeo.com/", "dailymotion.com/embed/",
    "player.dailymotion.com/", "player.twitch.tv/", "/videos/embed/", "open.spotify.com/embed/",
    "soundcloud.com/player/", "bandcamp.com/embeddedplayer/", "embed.podcasts.apple.com/", "archive.org/embed/",
    "google.com/maps/embed", "openstreetmap.org/export/embed", "googletagmanager.com/ns.html",
)  # fmt: skip
"""Addresses of frames that play, draw a map or count: no engine reads a text of the page's in them."""

_SCRIPT_TYPES = frozenset(("", "text/javascript", "module", "application/javascript", "text/ecmascript"))
_BYSTANDERS = tuple(
    "googletagmanager google-analytics gtag/js gtag.js gtm.js analytics.js fbevents.js "
    "plausible matomo piwik umami fathom goatcounter "
    "cloudflareinsights hotjar clarity.ms segment.com mixpanel amplitude newrelic nr-data sentry bugsnag adsbygoogle "
    "googlesyndication doubleclick connect.facebook platform.twitter quantserve scorecardresearch chartbeat "
    "statcounter cookieconsent cookiebot onetrust cookielaw speculation rocket-loader email-decode "
    "challenge-platform/scripts/jsd "
    "cdn-cgi/zaraz livereload browser-sync mathjax katex highlight.js hljs prism.js polyfill modernizr html5shiv "
    "respond.min.js jquery-migrate lazysizes lazyload instant.page turbolinks fontawesome typekit "
    "google.com/recaptcha recaptcha.net/recaptcha hcaptcha.com/1/ js.stripe.com paypal.com/sdk widget.trustpilot "
    "crisp.chat tawk.to widget.intercom hs-scripts.com pinit.js snap.licdn bat.bing mc.yandex wp-embed. wp-emoji "
    "comment-reply. addthis sharethis disqus.com/ disquscdn youtube.com/iframe_api".split()
)
"""Scripts that watch, count or decorate: no page waits for them."""

_LIBRARY = re.compile(
    r"/?(?:jquery|bootstrap|popper|swiper|leaflet|slick|owl\.carousel|aos|wow|fancybox|glightbox|masonry|isotope"
    r"|select2|flatpickr)(?:[.-](?:v?\d[\w.-]*|bundle|slim|pkgd|umd|ui|min))*\.js$"
)
"""Files of a library that does nothing by itself: what uses it is another script of the page."""

_WRITES = (
    "document.write", "innerhtml", "insertadjacenthtml", ".appendchild(", ".append(", ".prepend(", ".replacechildren(",
    "textcontent", "innertext", "customelements.define", "createapp(", "createroot(", "reactdom.render", "new vue",
    ".mount(", "render(", ".html(", "insertbefore(", "importnode(", "attachshadow(", ".showmodal(", ".showpopover(",
)  # fmt: skip
_FETCHES = (
    "fetch(", "xmlhttprequest", "$.get", "$.ajax", "$.getjson", ".load('", '.load("', "axios", "eventsource(",
    "websocket(", "import(", "indexeddb", "new worker(",
)  # fmt: skip
_BUILDS = tuple([word for word in _WRITES if word not in (".appendchild(", ".append(", ".prepend(", "insertbefore(")])
"""What no script does that merely brings another one."""
_GOES = ("location.replace(", "location.assign(", "location.href=", "location='", 'location="', "window.location=")

FRAMEWORKS = (
    ("Next", ("__next_data__", "self.__next_f", 'id="__next"')),
    ("Nuxt", ("__nuxt", 'id="__nuxt"')),
    ("Gatsby", ("___gatsby",)),
    ("SvelteKit", ("__sveltekit", "data-sveltekit")),
    ("Remix", ("__remixcontext", "__reactroutercontext")),
    ("Astro", ("<astro-island",)),
    ("Qwik", ("q:container",)),
    ("Angular", ("<app-root", "ng-version=", "ng-server-context")),
    ("AngularJS", ("ng-app", "ng-controller")),
    ("Vue", ("v-cloak", "data-v-app", "createapp(", "new vue(", "vue.js", "vue.min.js", "vue.global")),
    ("React", ("data-reactroot", "react-dom", "reactdom", "createroot(")),
    ("Ember", ("ember-application", "ember-view")),
    ("Alpine", ("x-data=",)),
    ("htmx", ("hx-get=", "htmx.org", "htmx.min.js")),
    ("Lit", ("lit-element", "lit-html", "from 'lit'", 'from "lit"')),
    ("jQuery", ("jquery",)),
)
"""Frameworks and marks of theirs in lower case."""

STATE = (
    "__next_data__", "__nuxt_data__", "__nuxt__=", "__initial_state__", "__apollo_state__", "__preloaded_state__",
    "self.__next_f", "__remixcontext", '"isspamode":false', "__sveltekit", "data-server-rendered", "ng-server-context",
    'id="ng-state"', "data-reactroot", "q:container", "<!--$-->", "<!--[-->", "<!--[--><",
)  # fmt: skip
"""What a server leaves that has rendered the page already, for its scripts to go on from."""


class Signs(Record):
    """Counts unless said otherwise; `noscript` is the characters of notes for who has no scripts.

    `scripts` are those that may build the page; `writes`, `fetches`, `goes`: what inline ones do when the page loads.
    `empty_root` is a root for scripts to fill that holds next to nothing, `root_text` the characters it does hold.
    `sendable`: fields of forms that work without scripts. `state`: the server has rendered the page itself. `places`
    are lists and boxes for text that hold nothing, `filled` those that an inline script fetches something for. `room`:
    there is an empty element that a script could find by its name and fill; `dashes` such hold one until it comes;
    `lacking` is what it announces and has not, in words.
    `awaited`: parts of the page that the server left to the browser, surely and maybe; `hollow`: those of `busy`
    that hold no text. `enhanced`: markup that was whole when it was sent is given its behaviour by its attributes;
    `rendered`: a framework's root holds text and something to act on, which no picture of waiting does; `rooted`:
    there is such a root at all. `noscript_gentle`: the note takes the page for readable without scripts.
    `challenge` names the maker of a bot challenge, which it is on a page of fewer than `challenge_within` characters.
    """

    scripts: int = 0
    external: int = 0
    modules: int = 0
    writes: bool = False
    fetches: bool = False
    goes: bool = False
    empty_root: str = ""
    root_text: int = 0
    noscript: int = 0
    noscript_asks: bool = False
    noscript_gentle: bool = False
    noscript_page: bool = False
    cloaks: int = 0
    busy: int = 0
    hollow: int = 0
    islands: int = 0
    awaited: tuple[int, int] = (0, 0)
    loads_later: int = 0
    bare_elements: int = 0
    shadow_roots: int = 0
    enhanced: bool = False
    rendered: bool = False
    rooted: bool = False
    bound: int = 0
    places: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    room: bool = False
    dashes: int = 0
    lacking: tuple[str, ...] = ()
    canvases: int = 0
    frames: int = 0
    sendable: int = 0
    state: bool = False
    frameworks: tuple[str, ...] = ()
    challenge: str = ""
    challenge_within: int = 0


def signs_of(markup: bytes) -> Signs:
    """The signs of UTF-8 markup. Raises ParseFailed."""
    lower, tree = markup.decode("utf-8", "replace").lower(), dom.parse(markup)
    scripts = _scripts(tree)
    code = at_load(_code(scripts, tree))
    (challenge, within), noscript, modules = challenge_in(lower), _noscript(tree), sum(map(_is_module, scripts))
    islands = _prepare(tree, lower)
    roots = dom.select(tree, ROOTS)
    (empty_root, root_text), empty, fetches = _empty_root(roots), places(tree), _has(code, _FETCHES)
    return Signs(
        scripts=len(scripts),
        external=sum("src" in s.attributes for s in scripts),
        modules=modules,
        writes=_has(code, _WRITES) or (".value=" in code and tree.css_first("output") is not None),
        fetches=fetches,
        goes=_has(code, _GOES),
        empty_root=empty_root,
        root_text=root_text,
        awaited=awaited(lower),
        islands=sum(not dom.text_of(island, 1) for island in islands),
        loads_later=_loads_later(tree),
        bare_elements=_bare_elements(tree),
        hollow=sum(not dom.text_of(node, 1) and not is_aside(node) for node in dom.select(tree, _BUSY)),
        shadow_roots=lower.count("shadowrootmode"),
        enhanced=not _has(lower, _MAKES_ITSELF) and bool(dom.select(tree, _ENHANCED)),
        rendered=any(map(_is_rendered, roots)),
        rooted=bool(roots),
        places=empty,
        filled=tuple([place for place in empty if fetches and is_named(place, code)]),
        sendable=_sendable(tree),
        room=has_room(tree),
        dashes=dashes(tree),
        lacking=lacking(tree),
        state=_has(lower, STATE) or any(dom.text_of(island, 1) for island in islands),
        frameworks=tuple([name for name, words in FRAMEWORKS if any(word in lower for word in words)]),
        challenge=challenge,
        challenge_within=within,
        **noscript,
        **_counts(tree),
    )


def _prepare(tree: Tree, lower: str) -> list[Node]:
    """Put late parts in place, take out what shows no text, mark what only answers fill; returns Astro's islands."""
    if 'id="s:' in lower:
        put_in_place(tree)
    for node in reversed(dom.select(tree, "script,style,noscript,template,svg,object")):
        node.decompose()
    set_answers_apart(tree)
    return tree.css("astro-island")


def _counts(tree: Tree) -> dict[str, Any]:
    """How many there are of what is only counted, and of the frames that may hold a text of the page."""
    frames = sum(not is_player(frame.attributes.get("src") or "") for frame in tree.css("iframe[src],frame[src]"))
    return {"frames": frames, **{name: len(tree.css(query)) for name, query in _COUNTED.items()}}


def is_player(address: str) -> bool:
    """Whether a frame of this address plays a video or sound, draws a map or counts, and holds no text of the page."""
    return _has(address.lower(), _PLAYERS)


def _has(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


def _scripts(tree: Tree) -> list[Node]:
    """The scripts that may build the page."""
    found = []
    for script in tree.css("script"):
        has = script.attributes
        if (has.get("type") or "").strip().lower() not in _SCRIPT_TYPES:
            continue
        source = (has.get("src") or "").lower()
        if not _stands_by(source) if source else not _is_bystander(script):
            found.append(script)
    return found


def _stands_by(source: str) -> bool:
    """Whether a script at an address, in lower case, builds no page."""
    file = source.partition("?")[0].rpartition("/")[2]
    return any(word in source for word in _BYSTANDERS) or _LIBRARY.fullmatch(file) is not None


def _is_bystander(script: Node) -> bool:
    text = (script.text() or "")[:2000].lower()
    if not text.strip() or (any(w in text for w in _BYSTANDERS) and not any(w in text for w in _FETCHES)):
        return True
    brings = "createelement('script')" in text or 'createelement("script")' in text
    elsewhere = "'https://" in text or '"https://' in text or "'//" in text or '"//' in text
    return brings and elsewhere and not _has(text, _FETCHES) and not _has(text, _BUILDS)


def _is_module(script: Node) -> bool:
    """Whether a script is a module of several files: one in the page that imports nothing says all that it does."""
    has = script.attributes
    return (has.get("type") or "").strip().lower() == "module" and ("src" in has or "import" in (script.text() or ""))


def _code(scripts: list[Node], tree: Tree) -> str:
    """What the inline scripts say, without spaces, in lower case, and what the page does once it has loaded."""
    out, size = [(tree.body.attributes.get("onload") or "") if tree.body is not None else ""], 0
    for script in scripts:
        if "src" not in script.attributes and size < MOST_SCRIPT:
            text = (script.text() or "")[: MOST_SCRIPT - size]
            size += len(text)
            out.append(text)
    code = "\n".join(out).lower()
    code = code.replace(" = ", "=").replace(" =", "=").replace("= ", "=").replace(" (", "(")
    if not _has(code, (".then(", "await")):
        code = code.replace("fetch(", "")  # sent, and nothing done with the answer: it counts visits
    return code if _YEAR not in code else "".join([part for part in _PARTS.split(code) if _YEAR not in part])


_YEAR = ".getfullyear()"
"""What writes the year into a note of copyright; the part of the code around it says nothing of the page."""

_PARTS = re.compile(r"([;{}\n])")


def _noscript(tree: Tree) -> dict[str, Any]:
    """What there is for who has no scripts: its characters, whether it asks for them, gently or not, is a document."""
    size, asks, is_page, gently = 0, False, False, True
    for node in tree.css("noscript"):
        words = dom.text_of(node)
        if node.css_first("h1,h2,article,main,ul,ol,table") is not None and len(words) > 80:
            is_page = True
        else:
            size += len(words)
        if speaks_of_scripts(words) and not _has(words.lower(), PARTS):
            asks, gently = True, gently and asks_gently(words)
    return {
        "noscript": size,
        "noscript_asks": asks,
        "noscript_gentle": asks and gently,
        "noscript_page": is_page,
    }


def speaks_of_scripts(text: str) -> bool:
    """Whether a note for who has no scripts asks for them, in any language that writes their name so."""
    lower = text.lower()
    return "javascript" in lower or "java script" in lower or "enable scripts" in lower


def _empty_root(roots: list[Node]) -> tuple[str, int]:
    """A selector of a framework's root that holds next to no text, "" for none; and the characters it does hold."""
    for node in roots:
        size = len(dom.text_of(node, 100))
        if size < 25:
            name = node.attributes.get("id")
            return (f"#{name}" if name else f"<{node.tag}>"), size
    return "", 0


def _is_rendered(root: Node) -> bool:
    """Whether a root holds lines of text and something to act on."""
    has_both = root.css_first(_SPOKEN) is not None and root.css_first(_CONTROLS) is not None
    return has_both and len(dom.text_of(root, 100)) >= 50


def _loads_later(tree: Tree) -> int:
    """Elements whose content is fetched when the page loads: of htmx, Unpoly, Turbo, Livewire, Datastar."""
    asking = dom.select(tree, "[hx-trigger],[data-hx-trigger]")
    triggers = ((n, n.attributes.get("hx-trigger") or n.attributes.get("data-hx-trigger") or "") for n in asking)
    later = [n for n, when in triggers if any(word in when for word in ("load", "revealed", "intersect"))]
    return sum(not is_aside(n) and not _is_below(n) for n in (*later, *dom.select(tree, _LATER)))


def _is_below(node: Node) -> bool:
    """Whether an element stands among what follows a text: comments, related pages."""
    around = node.parent
    while around is not None and around.tag not in ("main", "article", "body"):
        if any(word in (around.attributes.get("id") or "").lower() for word in ("comment", "related", "disqus")):
            return True
        around = around.parent
    return False


def _bare_elements(tree: Tree) -> int:
    """Custom elements that show next to nothing until a script defines them."""
    body = tree.body
    if body is None:
        return 0
    bare = (n for n in body.css("*") if "-" in (n.tag or "")[1:] and not dom.text_of(n, 1))
    return sum(
        n.tag not in ("astro-island", "turbo-frame") and _ADORNS.isdisjoint((n.tag or "").split("-")) for n in bare
    )


def _sendable(tree: Tree) -> int:
    """Fields of forms that have an address to send them to."""
    return len(
        tree.css("form[action] input[name]:not([type=hidden]),form[action] textarea[name],form[action] select[name]")
    )
